# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mappings as TOML 1.0 text. Private to this collection."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def toml(value: Mapping[str, Any]) -> str:
    """The document: plain values of a table before the tables below it, in the order of the mapping."""
    return "\n".join(_table(value, ())).strip() + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    below = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    lines = []
    if path and (plain or not below):
        lines += ["", f"[{'.'.join(map(_key, path))}]"]
    lines += [f"{_key(key)} = {_value(value, (*path, key))}" for key, value in plain.items()]
    for key, inner in below.items():
        lines += _table(inner, (*path, key))
    return lines


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    """A basic string: JSON escapes what TOML does, but for the one control character that JSON lets through."""
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any, path: tuple[str, ...]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return json.dumps(value)
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(inner, (*path, key))}" for key, inner in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(inner, path) for inner in value)}]"
    raise ValueError(
        f"{'.'.join(path)}: {value!r} has no form in TOML (expected a text, number, boolean, list or mapping)"
    )
