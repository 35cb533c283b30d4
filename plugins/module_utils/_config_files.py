# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Configuration files that their programs accept before they take their places. Private to this collection."""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Sequence
from typing import Any, NamedTuple

from ansible.module_utils.basic import AnsibleModule

from ._kube.errors import InputError, Problem

FILE = {
    "path": {"type": "path", "required": True},
    "content": {"type": "str", "required": True},
    "mode": {"type": "str", "default": "0644"},
    "validate": {"type": "str"},
}
"""The options of one file."""


_MODE = re.compile("[0-7]{3,4}")


class Written(NamedTuple):
    """The files whose text or permissions changed, and what of them shows in a diff."""

    paths: list[str]
    diff: list[dict[str, str]]


def write_all(module: AnsibleModule, files: Sequence[dict[str, Any]]) -> Written:
    """The files are on disk, one after the other; a refused one ends it, and is as it was."""
    check(files)
    written = Written([], [])
    for file in files:
        path, before = file["path"], text_of(file["path"])
        if write(module, file):
            written.paths.append(path)
            written.diff.append(
                {"before": before, "after": file["content"], "before_header": path, "after_header": path}
            )
    return written


def check(files: Sequence[dict[str, Any]]) -> None:
    """Raises every mistake of the options themselves, before any file is written."""
    problems = []
    for file in files:
        if not _MODE.fullmatch(file["mode"]):
            problems.append(
                Problem(f"{file['path']}: mode", repr(file["mode"]), "octal digits in quotes, such as '0644'")
            )
        try:
            shlex.split(file["validate"] or "")
        except ValueError as error:
            problems.append(Problem(f"{file['path']}: validate", f"{file['validate']!r}: {error}", "a command"))
    if problems:
        raise InputError(problems)


def text_of(path: str) -> str:
    """The text of a file; nothing when there is none."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def copy_of(module: AnsibleModule, content: str) -> str:
    """A temporary file with the new text."""
    handle, path = tempfile.mkstemp(dir=module.tmpdir)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(content)
    return str(path)


def accept(module: AnsibleModule, file: dict[str, Any], copy: str) -> None:
    """Raises what the program says of a text that it refuses."""
    if not file["validate"]:
        return
    code, out, err = module.run_command(shlex.split(file["validate"].replace("%s", shlex.quote(copy))))
    if code:
        told = (err.strip() or out.strip()).replace(copy, file["path"])
        expected = f"a text that {shlex.split(file['validate'])[0]} accepts; failed to validate, the file is as it was"
        raise InputError([Problem(file["path"], f"exit code {code}: {told}", expected)])


def keep_mode(module: AnsibleModule, file: dict[str, Any]) -> bool:
    if not os.path.exists(file["path"]):
        return False
    changed = module.set_mode_if_different(file["path"], int(file["mode"], 8), False)
    changed = module.set_owner_if_different(file["path"], "root", changed)
    return bool(module.set_group_if_different(file["path"], "root", changed))


def write(module: AnsibleModule, file: dict[str, Any]) -> bool:
    """Whether the file's text or permissions changed, or would."""
    path, content = file["path"], file["content"]
    if os.path.exists(path) and text_of(path) == content:
        return keep_mode(module, file)
    copy = copy_of(module, content)
    accept(module, file, copy)
    if not module.check_mode:
        os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
        module.atomic_move(copy, path, unsafe_writes=False)
        keep_mode(module, file)
    return True
