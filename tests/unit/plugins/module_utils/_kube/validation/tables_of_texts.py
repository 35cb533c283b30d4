# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of objects and texts in `tables/`: one file a theme, read with their repeated texts put in."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import yaml

FOLDER = Path(__file__).parent / "tables"


class Case(NamedTuple):
    """An object and every line that kube-apiserver 1.37 says of it; `admission` tells why the server says less."""

    theme: str
    title: str
    value: dict[str, Any]
    errors: list[str]
    admission: str

    @property
    def name(self) -> str:
        return f"{self.theme}: {self.title}"


def cases() -> list[Case]:
    texts = yaml.safe_load((FOLDER / "texts.yml").read_text(encoding="utf-8"))
    return [
        Case(file.stem, each["title"], each["object"], _whole(each["errors"], texts), each.get("admission", ""))
        for file in sorted(FOLDER.glob("*.yml"))
        if file.stem != "texts"
        for each in yaml.safe_load(file.read_text(encoding="utf-8"))
    ]


def _whole(lines: list[str], texts: dict[str, str]) -> list[str]:
    for short, text in texts.items():
        lines = [line.replace(short, text) for line in lines]
    return lines
