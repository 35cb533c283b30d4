# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of the host as text, replaced as a whole or not at all. Private to this collection."""

from __future__ import annotations

import os
import pwd
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Optional

from ansible.module_utils.basic import AnsibleModule

from ._hosts.fence import printable


def read_text(path: str) -> Optional[str]:
    """The file's text, odd bytes as surrogate escapes; None when there is no such file."""
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None


def write_text(module: AnsibleModule, path: str, text: str, mode: int = 0o644) -> str:
    """Replaces the file and says how: `renamed` over it in one step, or written `in_place` because it is a mount point.

    Mode, owner and SELinux context of a file that exists are kept; `mode` is that of a new one.
    A symbolic link is followed.
    """
    target = os.path.realpath(path)
    before = os.stat(target) if os.path.exists(target) else None
    folder = os.path.dirname(target)
    descriptor, temporary = tempfile.mkstemp(
        dir=folder if os.access(folder, os.W_OK) else module.tmpdir, prefix=".quorum-kube-"
    )
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode if before is None else before.st_mode & 0o7777)
        module.atomic_move(temporary, target, unsafe_writes=True)
        if before is None:
            os.chmod(target, mode)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)
    return "in_place" if before is not None and os.stat(target).st_ino == before.st_ino else "renamed"


class Edits:
    """Files on their way to a new text: what differs is told at once and written by `apply`."""

    def __init__(self, module: AnsibleModule) -> None:
        self._module = module
        self._wanted: dict[str, Optional[str]] = {}
        self._modes: dict[str, int] = {}
        self.diff: list[dict[str, str]] = []

    def want(self, path: str, text: Optional[str], mode: int = 0o644) -> bool:
        """Notes the text that the file is to have (None: no file); true when that is a change."""
        before = read_text(path)
        if before == text:
            return False
        self._wanted[path] = text
        self._modes[path] = mode
        texts = {"before": printable(before or ""), "after": printable(text or "")}
        self.diff.append({"before_header": path, "after_header": path, **texts})
        return True

    def make_folder(self, path: str, mode: int) -> None:
        """A folder for the files to be written; none in check mode."""
        if not self._module.check_mode and not os.path.isdir(path):
            os.makedirs(path, mode=mode)

    @property
    def changed(self) -> list[str]:
        return list(self._wanted)

    def apply(self) -> dict[str, str]:
        """Writes what was noted, in that order, and says how each file was written; in check mode nothing is."""
        written: dict[str, str] = {}
        for path, text in self._wanted.items() if not self._module.check_mode else ():
            if text is None:
                os.unlink(path)
                written[path] = "removed"
            else:
                written[path] = write_text(self._module, path, text, self._modes[path])
        return written


@contextmanager
def acting_as(user: pwd.struct_passwd) -> Iterator[None]:
    """Files are touched with the rights of `user` and belong to it; a link in its own folder leads root nowhere."""
    if os.geteuid() == user.pw_uid:
        yield
        return
    groups = os.getgroups()
    group = os.getegid()
    os.initgroups(user.pw_name, user.pw_gid)
    os.setegid(user.pw_gid)
    os.seteuid(user.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)
