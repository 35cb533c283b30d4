# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gate's result for people and machines: `render(format, result)`, and one file a format.

A report is a function of the result alone: no clock, no network, and the same text for the same input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem

from . import html_page, json_document, junit, sarif, text
from .manifest_lines import located
from .subjects import tally, told_cases

__all__ = ("FORMATS", "located", "render", "tally", "told_cases")

FORMATS: Mapping[str, Callable[..., str]] = MappingProxyType(
    {
        "html": html_page.render,
        "json": json_document.render,
        "junit": junit.render,
        "sarif": sarif.render,
        "text": text.render,
    }
)


def render(format_: str, result: Mapping[str, Any], **options: Any) -> str:
    """The report of a result; a format that does not exist raises an `InputError` that names the near one."""
    try:
        report = FORMATS[format_]
    except KeyError:
        near = get_close_matches(format_, FORMATS, n=1)
        expected = f"{near[0]}" if near else f"one of {', '.join(FORMATS)}"
        raise InputError([Problem("report.format", f'"{format_}" is no format', expected)]) from None
    return report(result, **options)
