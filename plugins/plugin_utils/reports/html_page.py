# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result as one HTML page that needs nothing else: no network, no other file.

All content reaches the page as JSON in a block that is no script, and is shown as text only; a content security policy
names the page's own script and style by their hashes, so that nothing else can ever run in it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from .page_data import page_data
from .subjects import counted, is_wrong, verdict

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("elements.js", "model.js", "filters.js", "findings.js", "matrix.js", "classes.js", "plans.js", "main.js")
_UNSAFE = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def render(result: Mapping[str, Any]) -> str:
    """The page; the same for the same result."""
    style, script = _part("page.css"), _script()
    summary = result["summary"]
    return Template(_part("page.html")).substitute(
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        look="refused" if is_wrong(result) else "accepted",
        verdict=verdict(result),
        told=f"{counted(summary['errors'], 'error')}, {counted(summary['warnings'], 'warning')}",
        data=json.dumps(page_data(result), ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE),
    )


@cache
def _part(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    parts = "\n".join(_part(name) for name in SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}\n}})();\n'


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
