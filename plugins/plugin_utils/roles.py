# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The variables of the roles, as the argument_specs.yml of each tells them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ansible.module_utils.common.yaml import yaml_load

COLLECTION = "quorum.kube"
_FOLDER = Path(__file__).resolve().parents[2] / "roles"


class Option(NamedTuple):
    """A variable of a role: which role's, and what it may hold, in the words of an argument_specs.yml."""

    role: str
    spec: Mapping[str, Any]


@cache
def role_options() -> Mapping[str, Option]:
    """The options of every entry point of the roles by their names, read once; what `main` says goes first."""
    options: dict[str, Option] = {}
    for path in sorted(_FOLDER.glob("*/meta/argument_specs.yml")):
        entries = yaml_load(path.read_text(encoding="utf-8"))["argument_specs"]
        for entry in sorted(entries, key=lambda name: name != "main"):
            for name, spec in (entries[entry].get("options") or {}).items():
                options.setdefault(name, Option(path.parents[1].name, spec))
    return options


@cache
def role_prefixes() -> tuple[str, ...]:
    """What the names of the roles' variables begin with."""
    return tuple(sorted({f"{option.role}_" for option in role_options().values()}))
