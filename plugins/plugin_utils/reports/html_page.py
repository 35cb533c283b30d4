# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result as one HTML page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def render(result: Mapping[str, Any]) -> str:
    """A page."""
    return f"<!doctype html><title>quorum.kube</title><p>{len(result['findings'])} findings"
