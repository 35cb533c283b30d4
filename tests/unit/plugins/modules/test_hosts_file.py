# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module hosts_file as Ansible runs it."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest
from ansible.module_utils.testing import patch_module_args
from ansible_collections.quorum.kube.plugins.modules import hosts_file

ENTRIES = [{"name": "m1", "addresses": ["10.0.0.1"]}]
BLOCK = "# BEGIN quorum.kube hosts\n10.0.0.1 m1.k8s.lan m1\n# END quorum.kube hosts\n"


def run(capsys: pytest.CaptureFixture[str], path: pathlib.Path, **options: Any) -> dict[str, Any]:
    """What the module returns for the file at `path`."""
    arguments = {"path": str(path), "entries": ENTRIES, "domain": "k8s.lan", "cloud_init": False, **options}
    with patch_module_args(arguments), pytest.raises(SystemExit):
        hosts_file.main()
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    result.pop("invocation", None)
    return result


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    file = tmp_path / "hosts"
    file.write_bytes(b"127.0.0.1 localhost\n# caf\xe9\n")
    file.chmod(0o640)
    return file


def test_the_block_is_written_once(capsys: pytest.CaptureFixture[str], path: pathlib.Path) -> None:
    first = run(capsys, path)
    written = path.stat()
    second = run(capsys, path)

    diff = {"before_header": str(path), "after_header": str(path), "before": "127.0.0.1 localhost\n# caf\\xe9\n"}
    diff["after"] = diff["before"] + BLOCK
    assert {"changed": True, "touched": [], "written": {str(path): "renamed"}, "diff": [diff]} == first
    assert {"changed": False, "touched": [], "diff": []} == second
    assert b"127.0.0.1 localhost\n# caf\xe9\n" + BLOCK.encode() == path.read_bytes()
    after = path.stat()
    assert (written.st_ino, written.st_mtime_ns, 0o100640) == (after.st_ino, after.st_mtime_ns, after.st_mode)
    assert [path] == list(path.parent.iterdir())


def test_check_mode_tells_and_writes_nothing(capsys: pytest.CaptureFixture[str], path: pathlib.Path) -> None:
    before = path.read_bytes()

    result = run(capsys, path, _ansible_check_mode=True)

    assert (True, 1, None) == (result["changed"], len(result["diff"]), result.get("written"))
    assert before == path.read_bytes()


def test_a_link_is_followed(capsys: pytest.CaptureFixture[str], path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path)

    run(capsys, link)

    assert link.is_symlink()
    assert path.read_bytes().endswith(BLOCK.encode())


def test_absent_gives_the_file_back(capsys: pytest.CaptureFixture[str], path: pathlib.Path) -> None:
    before = path.read_bytes()
    run(capsys, path)

    assert run(capsys, path, state="absent")["changed"]
    assert before == path.read_bytes()
    assert not run(capsys, path, state="absent")["changed"]


def test_a_refused_file_is_left_alone(capsys: pytest.CaptureFixture[str], path: pathlib.Path) -> None:
    path.write_text("10.0.0.9 m1\n10.0.0.8 m1.k8s.lan\n", encoding="utf-8")

    result = run(capsys, path)

    assert [f"{path}:1", f"{path}:2"] == [problem["place"] for problem in result["problems"]]
    assert result["failed"]
    assert "10.0.0.9 m1\n10.0.0.8 m1.k8s.lan\n" == path.read_text(encoding="utf-8")


def test_a_file_that_is_not_there_is_made(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "hosts"

    run(capsys, path)

    assert (BLOCK, 0o100644) == (path.read_text(encoding="utf-8"), path.stat().st_mode)
