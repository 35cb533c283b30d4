# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module config_files as Ansible runs it."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest
from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.testing import patch_module_args
from ansible_collections.quorum.kube.plugins.modules import config_files

TEXT = "global\n"
REFUSE = "sh -c 'echo [ALERT] \"$0\" line 1 >&2; exit 5' %s"


@pytest.fixture(autouse=True)
def owners(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Whom which file was given to: only root can give files away."""
    given: list[tuple[str, str, str]] = []

    def note(kind: str) -> Any:
        return lambda _, path, name, changed: given.append((path, kind, name)) or changed

    monkeypatch.setattr(AnsibleModule, "set_owner_if_different", note("owner"))
    monkeypatch.setattr(AnsibleModule, "set_group_if_different", note("group"))
    return given


def run(capsys: pytest.CaptureFixture[str], *files: dict[str, Any], **options: Any) -> dict[str, Any]:
    """What the module returns."""
    with patch_module_args({"files": list(files), **options}), pytest.raises(SystemExit):
        config_files.main()
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    result.pop("invocation", None)
    return result


def file(path: pathlib.Path, content: str = TEXT, **options: Any) -> dict[str, Any]:
    return {"path": str(path), "content": content, **options}


def texts(folder: pathlib.Path) -> dict[str, str]:
    """All files below a folder, those that a run may have forgotten too."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes().decode() for path in paths}


def test_a_new_file_is_written_once_with_its_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, owners: list[tuple[str, str, str]]
) -> None:
    path = tmp_path / "etc" / "haproxy.d" / "haproxy.cfg"

    first = run(capsys, file(path))
    written = path.stat()
    second = run(capsys, file(path))

    diff = [{"before": "", "after": TEXT, "before_header": str(path), "after_header": str(path)}]
    assert {"changed": True, "written": [str(path)], "diff": diff} == first
    assert {"changed": False, "written": [], "diff": []} == second
    assert ({"etc/haproxy.d/haproxy.cfg": TEXT}, 0o100644) == (texts(tmp_path), written.st_mode)
    assert (written.st_ino, written.st_mtime_ns) == (path.stat().st_ino, path.stat().st_mtime_ns)
    assert {(str(path), "owner", "root"), (str(path), "group", "root")} == set(owners)


def test_the_permissions_of_an_unchanged_file_are_set_without_asking_its_program(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    path = tmp_path / "check_balancer"
    path.write_text(TEXT, encoding="utf-8")
    path.chmod(0o600)

    results = [run(capsys, file(path, mode="0755", validate=REFUSE)) for dummy in range(2)]

    assert ([[str(path)], []], 0o100755) == ([result["written"] for result in results], path.stat().st_mode)


def test_ends_of_lines_are_part_of_the_text(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "haproxy.cfg"
    path.write_bytes(b"global\r\n")

    assert ([str(path)], {"haproxy.cfg": TEXT}) == (run(capsys, file(path))["written"], texts(tmp_path))


@pytest.mark.parametrize("check_mode", [False, True])
def test_a_refused_text_leaves_the_old_one_and_what_is_behind_it_l5_k22(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, check_mode: bool
) -> None:
    script, config, drop_in = tmp_path / "script", tmp_path / "haproxy.cfg", tmp_path / "drop-in.conf"
    config.write_text("old\n", encoding="utf-8")

    files = (file(script), file(config, "new\n", validate=REFUSE), file(drop_in))
    result = run(capsys, *files, _ansible_check_mode=check_mode)

    told = {
        "place": str(config),
        "found": f"exit code 5: [ALERT] {config} line 1",
        "expected": "a text that sh accepts; failed to validate, the file is as it was",
    }
    assert (True, [told]) == (result["failed"], result["problems"])
    assert all(part in result["msg"] for part in told.values())
    assert {"haproxy.cfg": "old\n", **({} if check_mode else {"script": TEXT})} == texts(tmp_path)


def test_options_that_mean_nothing_are_all_told_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    result = run(capsys, file(tmp_path / "one", mode="u=rw"), file(tmp_path / "two", validate="haproxy '%s"))

    assert [
        f"{tmp_path}/one: mode: 'u=rw' (expected octal digits in quotes, such as '0644')",
        f'{tmp_path}/two: validate: "haproxy \'%s": No closing quotation (expected a command)',
    ] == result["msg"].splitlines()
    assert {} == texts(tmp_path)


def test_a_program_is_asked_about_the_new_text_in_the_order_of_the_files(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    script, config = tmp_path / "script", tmp_path / "keepalived.conf"
    names_the_script = f"sh -c 'test -e {script} && grep -q new \"$0\" && ! test -e {config}' %s"

    result = run(capsys, file(script), file(config, "new\n", validate=names_the_script))

    assert [str(script), str(config)] == result.get("written"), result


def test_check_mode_tells_and_writes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    new, old = tmp_path / "folder" / "new", tmp_path / "old"
    old.write_text("old\n", encoding="utf-8")

    result = run(capsys, file(new), file(old, validate="true %s"), _ansible_check_mode=True)

    diff = [
        {"before": before, "after": TEXT, "before_header": str(path), "after_header": str(path)}
        for path, before in ((new, ""), (old, "old\n"))
    ]
    assert {"changed": True, "written": [str(new), str(old)], "diff": diff} == result
    assert ({"old": "old\n"}, [old]) == (texts(tmp_path), list(tmp_path.iterdir()))
