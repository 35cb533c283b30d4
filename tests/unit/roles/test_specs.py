# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every role promises: specs equal defaults, specified entry points, prefixed names, roles that stay apart."""

from __future__ import annotations

import pathlib
import re

import pytest
import yaml

COLLECTION = pathlib.Path(__file__).resolve().parents[3]
ROLES = sorted(path.name for path in (COLLECTION / "roles").iterdir() if path.is_dir())
GROUP_NAMES = re.compile(r"groups\[|groups\.|ansible_play_hosts|ansible_play_batch")


def read(role, *parts):
    path = COLLECTION.joinpath("roles", role, *parts)
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else None


def options(role):
    return {
        name: option
        for entry in read(role, "meta", "argument_specs.yml")["argument_specs"].values()
        for name, option in entry.get("options", {}).items()
    }


def task_texts(role):
    folder = COLLECTION / "roles" / role
    return {
        path.relative_to(COLLECTION).as_posix(): path.read_text(encoding="utf-8")
        for part in ("tasks", "handlers", "templates", "defaults")
        for path in sorted((folder / part).rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("role", ROLES)
def test_every_default_is_repeated_in_the_argument_specs(role):
    defaults = read(role, "defaults", "main.yml") or {}
    specified = {name: option["default"] for name, option in options(role).items() if "default" in option}

    assert defaults == specified


@pytest.mark.parametrize("role", ROLES)
def test_every_entry_point_has_a_specification(role):
    tasks = {path.stem for path in (COLLECTION / "roles" / role / "tasks").glob("*.yml")}
    specified = set(read(role, "meta", "argument_specs.yml")["argument_specs"])

    assert {"main", "uninstall"} <= specified <= tasks


@pytest.mark.parametrize("role", ROLES)
def test_every_option_is_typed_described_and_carries_the_roles_name(role):
    wrong = [
        name
        for name, option in options(role).items()
        if not name.startswith(f"{role}_")
        or not option.get("description")
        or "type" not in option
        or (option["type"] == "list" and "elements" not in option)
    ]

    assert [] == wrong


@pytest.mark.parametrize("role", ROLES)
def test_the_readme_names_the_tags_that_there_are(role):
    tasks = [read(role, "tasks", path.name) for path in (COLLECTION / "roles" / role / "tasks").glob("*.yml")]
    readme = COLLECTION.joinpath("roles", role, "README.md").read_text(encoding="utf-8")

    assert set(tags_in(tasks)) == set(re.findall(r"`(\w+)`", readme.partition("\nTags: ")[2]))


def tags_in(value):
    """Every tag below a value of YAML."""
    if isinstance(value, list):
        return [tag for entry in value for tag in tags_in(entry)]
    if not isinstance(value, dict):
        return []
    own = value.get("tags", [])
    return [*([own] if isinstance(own, str) else own), *tags_in(list(value.values()))]


@pytest.mark.parametrize("role", ROLES)
def test_no_role_reads_another_roles_variables_or_the_inventorys_groups(role):
    others = [other for other in ROLES if other != role]
    foreign = re.compile(rf"\b_{{0,2}}(?:{'|'.join(map(re.escape, others))})_[a-z]\w*")
    own = re.compile(rf"\b_{{0,2}}{re.escape(role)}_\w+")
    found = [
        f"{path}: {match.group()}"
        for path, text in task_texts(role).items()
        for match in [*foreign.finditer(own.sub("", strip_names(text))), *GROUP_NAMES.finditer(text)]
    ]

    assert [] == found


def strip_names(text):
    """Leaves only the places where a variable can be read: Jinja expressions and conditions."""
    expressions = re.findall(r"\{\{.*?\}\}|\{%.*?%\}", text, flags=re.DOTALL)
    keywords = "when|that|until|failed_when|changed_when"
    conditions = re.findall(rf"^\s*(?:{keywords}):.*(?:\n\s+- .*)*", text, flags=re.MULTILINE)
    return "\n".join(re.sub(r"quorum\.kube\.\w+", "", part) for part in expressions + conditions)
