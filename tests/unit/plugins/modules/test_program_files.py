# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module program_files as Ansible runs it."""

from __future__ import annotations

import io
import json
import pathlib
import tarfile
from typing import Any

import pytest
from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.testing import patch_module_args
from ansible_collections.quorum.kube.plugins.modules import program_files


@pytest.fixture(autouse=True)
def _owners(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("owner", "group"):
        monkeypatch.setattr(AnsibleModule, f"set_{kind}_if_different", lambda _self, _path, _name, changed: changed)


def run(capsys: pytest.CaptureFixture[str], *releases: dict[str, Any], **options: Any) -> dict[str, Any]:
    with patch_module_args({"releases": list(releases), **options}), pytest.raises(SystemExit):
        program_files.main()
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    result.pop("invocation", None)
    return result


def release(source: pathlib.Path, programs: list[str], dest: pathlib.Path) -> dict[str, Any]:
    return {"source": str(source), "programs": programs, "dest": str(dest)}


def folder(path: pathlib.Path, **programs: str) -> pathlib.Path:
    path.mkdir()
    for name, text in programs.items():
        (path / name).write_text(text)
    return path


def archive(path: pathlib.Path, **programs: str) -> pathlib.Path:
    with tarfile.open(path, "w:gz") as content:
        for name, text in programs.items():
            entry = tarfile.TarInfo(f"./bin/{name}")
            entry.size = len(text)
            content.addfile(entry, io.BytesIO(text.encode()))
    return path


def contents(path: pathlib.Path) -> dict[str, tuple[str, int]]:
    return {file.name: (file.read_text(), file.stat().st_mode & 0o777) for file in path.iterdir()}


@pytest.mark.parametrize("packed", [False, True], ids=["from a folder", "from an archive"])
def test_programs_are_installed_once_and_again_when_the_release_differs(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, packed: bool
) -> None:
    dest = tmp_path / "bin"
    results = []

    for number, texts in enumerate(({"ctr": "1", "shim": "1"}, {"ctr": "1", "shim": "1"}, {"ctr": "1", "shim": "2"})):
        source = (archive if packed else folder)(tmp_path / f"release{number}", **texts)
        programs = [f"bin/{name}" if packed else name for name in texts]
        results.append(run(capsys, release(source, programs, dest)))

    assert [["ctr", "shim"], [], ["shim"]] == [result["installed"] for result in results]
    assert [True, False, True] == [result["changed"] for result in results]
    assert {"ctr": ("1", 0o755), "shim": ("2", 0o755)} == contents(dest)


def test_a_program_that_runs_keeps_its_old_file(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    dest = folder(tmp_path / "bin", ctr="old")
    running = (dest / "ctr").open()

    run(capsys, release(folder(tmp_path / "new", ctr="new"), ["ctr"], dest))

    assert ("old", "new") == (running.read(), (dest / "ctr").read_text())
    running.close()


def test_check_mode_tells_and_writes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    source = folder(tmp_path / "release", ctr="1")

    result = run(capsys, release(source, ["ctr"], tmp_path / "bin"), _ansible_check_mode=True)

    assert {"changed": True, "installed": ["ctr"]} == result
    assert not (tmp_path / "bin").exists()


def test_what_the_releases_do_not_hold_is_told_at_once_and_nothing_is_installed(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    whole = folder(tmp_path / "whole", ctr="1")
    half = archive(tmp_path / "half.tgz", ctr="1")
    dest = tmp_path / "bin"

    result = run(
        capsys,
        release(whole, ["ctr"], dest),
        release(half, ["bin/ctr", "bin/a", "bin/b"], dest),
        release(tmp_path / "nowhere", ["c"], dest),
    )

    assert [f"bin/a is not in {half}", f"bin/b is not in {half}", f"{tmp_path}/nowhere is not on the host"] == [
        problem["found"] for problem in result["problems"]
    ]
    assert not dest.exists()


@pytest.mark.parametrize("size", [0, 40, -20], ids=["empty", "cut in its first program", "cut at its end"])
def test_a_cut_archive_is_told_and_nothing_is_installed(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, size: int
) -> None:
    whole = archive(tmp_path / "release.tgz", ctr="1")
    whole.write_bytes(whole.read_bytes()[:size])

    result = run(capsys, release(whole, ["bin/ctr"], tmp_path / "bin"))

    assert ["a whole archive"] == [problem["expected"] for problem in result["problems"]]
    assert not (tmp_path / "bin").exists()
