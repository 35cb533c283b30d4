# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module etcd_key_files as Ansible runs it, with the real openssl."""

from __future__ import annotations

import getpass
import json
import pathlib
import stat
import subprocess
from typing import Any, Callable

import pytest
from ansible.module_utils.testing import patch_module_args
from ansible_collections.quorum.kube.plugins.modules import etcd_key_files

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "pki"


@pytest.fixture
def run(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> Run:
    pair = {"certificate": f"{folder}/server.crt", "key": f"{folder}/server.key", "owner": getpass.getuser()}

    def run(check: bool = False, **options: Any) -> dict[str, Any]:
        arguments = {"files": [pair], "ca_path": f"{folder}/ca.crt", "_ansible_check_mode": check, **options}
        with patch_module_args(arguments), pytest.raises(SystemExit):
            etcd_key_files.main()
        result: dict[str, Any] = json.loads(capsys.readouterr().out)
        result.pop("invocation", None)
        return result

    return run


def public(key: pathlib.Path) -> str:
    done = subprocess.run(["openssl", "pkey", "-in", str(key), "-pubout"], capture_output=True, text=True, check=True)
    return done.stdout


def test_a_key_is_made_once_and_only_its_public_half_is_told(run: Run, folder: pathlib.Path) -> None:
    first, second = run(), run()

    key = folder / "server.key"
    told = [{"certificate": "", "public_key": public(key)}]
    assert {"changed": True, "files": told, "ca": ""} == first
    assert {"changed": False, "files": told, "ca": ""} == second
    assert 0o600 == stat.S_IMODE(key.stat().st_mode)
    assert ["server.key"] == [path.name for path in folder.iterdir()]
    assert "PRIVATE" not in json.dumps([first, second])


def test_in_check_mode_nothing_is_made(run: Run, folder: pathlib.Path) -> None:
    found = run(check=True, certificates={f"{folder}/server.crt": "text"})

    assert {"changed": True, "files": [{"certificate": "", "public_key": ""}], "ca": ""} == found
    assert not folder.exists()


def test_certificates_and_authorities_are_written_beside_the_key_of_before(run: Run, folder: pathlib.Path) -> None:
    before = run()

    written = run(certificates={f"{folder}/server.crt": "a certificate\n"}, ca="an authority\n")
    after = run()

    assert written["changed"]
    assert {
        "changed": False,
        "files": [{"certificate": "a certificate\n", "public_key": before["files"][0]["public_key"]}],
        "ca": "an authority\n",
    } == after
    assert 0o644 == stat.S_IMODE((folder / "server.crt").stat().st_mode)


def test_a_key_that_others_could_read_is_closed(run: Run, folder: pathlib.Path) -> None:
    run()
    (folder / "server.key").chmod(0o644)

    assert (True, False) == (run()["changed"], run()["changed"])
    assert 0o600 == stat.S_IMODE((folder / "server.key").stat().st_mode)


def test_a_file_that_holds_no_key_is_made_one(run: Run, folder: pathlib.Path) -> None:
    folder.mkdir()
    (folder / "server.key").write_text("half of a k", encoding="utf-8")

    assert run()["files"][0]["public_key"] == public(folder / "server.key")


def test_a_host_without_openssl_is_told_what_it_lacks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ansible.module_utils.basic.get_bin_path", missing)

    assert "openssl: the program is not on the host (expected the package openssl)" == run()["msg"]


def missing(*_: Any, **__: Any) -> str:
    raise ValueError("not found")
