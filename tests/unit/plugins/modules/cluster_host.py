# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A host of a cluster in a folder: programs of a few lines that note how they are called, and real certificates."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import subprocess
from types import ModuleType
from typing import Any

import pytest
from ansible.module_utils.testing import patch_module_args

PROGRAM = """\
#!/bin/sh
PATH=/usr/bin:/bin
cd "{folder}" || exit
echo "{name} $*" >>calls
{lines}
"""


class ClusterHost:
    """The folder is the host's `/etc/kubernetes` and its folder of programs at once."""

    def __init__(self, folder: pathlib.Path, module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._module, self._capsys = folder, module, capsys

    def run(self, **options: Any) -> dict[str, Any]:
        """What the module returns."""
        options.update(bin_dir=str(self.folder), _ansible_tmpdir=str(self.folder))
        with patch_module_args(options), pytest.raises(SystemExit):
            self._module.main()
        result: dict[str, Any] = json.loads(self._capsys.readouterr().out)
        result.pop("invocation", None)
        return result

    def has_program(self, name: str, *lines: str) -> None:
        """A shell script that notes its arguments before its lines."""
        path = self.folder / name
        path.write_text(PROGRAM.format(folder=self.folder, name=name, lines="\n".join(lines)), encoding="utf-8")
        path.chmod(0o755)

    def writes(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def reads(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()

    @property
    def calls(self) -> list[str]:
        """What was called until now; the folder's path is left out."""
        return self.reads("calls").replace(f"{self.folder}/", "").splitlines() if self.has("calls") else []

    def has_certificate(self, name: str, *names: str) -> str:
        """Makes `name`.crt and `name`.key, valid for the names; the pin of the key as openssl has it."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        files = ["-keyout", f"{path}.key", "-out", f"{path}.crt"]
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        extension = ["-addext", f"subjectAltName={','.join(names)}"] if names else []
        _openssl("req", "-x509", *curve, *files, "-subj", "/CN=kubernetes", *extension)
        key = _openssl("pkey", "-in", f"{path}.key", "-pubout", "-outform", "DER")
        return "sha256:" + hashlib.sha256(key).hexdigest()


def _openssl(*arguments: str) -> bytes:
    return subprocess.run(["openssl", *arguments], capture_output=True, check=True, env={"PATH": os.defpath}).stdout
