# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module current_service as Ansible runs it, with a systemctl that tells what a file says and notes its verbs."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import pytest
from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.testing import patch_module_args
from ansible_collections.quorum.kube.plugins.module_utils import _service
from ansible_collections.quorum.kube.plugins.modules import current_service

SYSTEMCTL = """\
#!/bin/sh
cd "$(dirname "$0")"
case $1 in
    show) cat shown ;;
    reset-failed) ;;
    *)
        echo "$1" >>verbs
        [ ! -e "refuse-$1" ] || { echo "Job failed." >&2; exit 1; }
        [ "$1" != start ] || sed -i s/inactive/active/ shown
        ;;
esac
"""
SHOWN = "LoadState=loaded\nActiveState={}\nSubState=running\nMainPID=812\nNeedDaemonReload=no\nUnitFileState=enabled\n"


class Host:
    """A host with one service and one of its files."""

    def __init__(self, folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.config = folder / "haproxy.cfg"
        self.record = folder / "records" / "haproxy.taken"
        self.config.write_text("global\n", encoding="utf-8")
        for program, text in (("systemctl", SYSTEMCTL), ("journalctl", "#!/bin/sh\necho 'a line of the journal'\n")):
            (folder / program).write_text(text, encoding="utf-8")
            (folder / program).chmod(0o755)
        self.is_(active="active")

    def is_(self, active: str) -> None:
        (self.folder / "shown").write_text(SHOWN.format(active), encoding="utf-8")

    def arguments(self, **options: Any) -> dict[str, Any]:
        return {"name": "haproxy", "files": [str(self.config), str(self.folder / "absent")], **options}

    def run(self, **options: Any) -> dict[str, Any]:
        """What the module returns."""
        with patch_module_args(self.arguments(**options)), pytest.raises(SystemExit):
            current_service.main()
        result: dict[str, Any] = json.loads(self.capsys.readouterr().out)
        result.pop("invocation", None)
        return result

    @property
    def verbs(self) -> list[str]:
        """What systemctl was asked to do until now."""
        path = self.folder / "verbs"
        return path.read_text(encoding="utf-8").split() if path.exists() else []


def killed(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.fixture
def host(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(_service, "RECORDS", tmp_path / "records")
    monkeypatch.setattr(_service, "REACTION", 0)
    return Host(tmp_path, capsys)


def test_a_service_that_its_package_has_started_is_reloaded_once(host: Host) -> None:
    first, second = host.run(), host.run()

    told = {"state": "active (running)", "pid": 812}
    assert ({"changed": True, "steps": ["reload"], **told}, {"changed": False, "steps": [], **told}) == (first, second)
    assert ["reload"] == host.verbs


def test_a_service_that_does_not_run_is_started_once(host: Host) -> None:
    host.is_(active="inactive")

    assert ([["start"], []], ["start"]) == ([host.run()["steps"], host.run()["steps"]], host.verbs)


@pytest.mark.parametrize("written", [pytest.param(0, id="in 1970"), pytest.param(4_000_000_000, id="in 2096")])
def test_a_file_is_taken_in_whatever_the_clock_said_when_it_was_written(host: Host, written: int) -> None:
    host.run()
    host.config.write_text("global\n    daemon\n", encoding="utf-8")
    os.utime(host.config, (written, written))

    assert [["reload"], []] == [host.run()["steps"], host.run()["steps"]]


def test_a_run_that_was_killed_in_its_reload_is_made_good(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.run()
    host.config.write_text("global\n    daemon\n", encoding="utf-8")
    with monkeypatch.context() as patch, patch_module_args(host.arguments()), pytest.raises(KeyboardInterrupt):
        patch.setattr(current_service, "settled", killed)
        current_service.main()

    assert [["reload"], []] == [host.run()["steps"], host.run()["steps"]]


def test_the_files_are_written_and_taken_in_by_one_call(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ("set_owner_if_different", "set_group_if_different"):
        monkeypatch.setattr(AnsibleModule, given, lambda _, path, name, changed: changed)
    config = [{"path": str(host.config), "content": "global\n    daemon\n"}]

    first, second = host.run(config=config), host.run(config=config)

    assert (True, [str(host.config)], ["reload"]) == (first["changed"], first["written"], first["steps"])
    assert (False, [], []) == (second["changed"], second["written"], second["steps"])


def test_a_file_that_is_refused_leaves_the_service_alone(host: Host) -> None:
    refused = {"path": str(host.config), "content": "nonsense\n", "validate": "false %s"}

    assert (True, [], False) == (host.run(config=[refused])["failed"], host.verbs, host.record.exists())


def test_a_reload_that_failed_is_a_failure_and_repeated(host: Host) -> None:
    (host.folder / "refuse-reload").touch()
    failed = host.run()
    (host.folder / "refuse-reload").unlink()

    msg = "haproxy is active (running) (expected active). systemctl reload: Job failed."
    assert (True, msg, ["a line of the journal"]) == (failed["failed"], failed["msg"], failed["log"])
    assert [["reload"], []] == [host.run()["steps"], host.run()["steps"]]


def test_check_mode_tells_and_does_nothing(host: Host) -> None:
    assert (["reload"], [], False) == (host.run(_ansible_check_mode=True)["steps"], host.verbs, host.record.exists())


def test_a_call_without_the_files_forgets_nothing(host: Host) -> None:
    host.run()

    assert ([], []) == (host.run(files=[])["steps"], host.run()["steps"])


def test_the_unit_has_one_record_under_both_of_its_names(host: Host) -> None:
    host.run()

    assert [] == host.run(name="haproxy.service")["steps"]


def test_a_service_can_take_its_files_in_by_a_restart(host: Host) -> None:
    assert ["restart"] == host.run(apply="restart")["steps"]
