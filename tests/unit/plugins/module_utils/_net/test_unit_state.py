# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a systemd unit needs so that it runs with its files."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.unit_state import File, Unit, fingerprint, parse, steps

RUNNING = Unit(loaded=True, active="active", sub="running", pid=812, reread=False, enabled=True)
SHOWN = """\
MainPID=812
NeedDaemonReload=no
LoadState=loaded
ActiveState=active
SubState=running
UnitFileState=enabled
StatusText=Ready.
DropInPaths=/etc/systemd/system/haproxy.service.d/a.conf /etc/systemd/system/haproxy.service.d/b.conf
"""
DROP_INS = ("/etc/systemd/system/haproxy.service.d/a.conf", "/etc/systemd/system/haproxy.service.d/b.conf")
CONFIG = File("/etc/haproxy/haproxy.cfg", b"global\n", 1_000)
AUTHORITY = File("/etc/kubernetes/pki/ca.crt", b"-----BEGIN", 2_000)


def test_a_unit_is_read_from_what_systemctl_shows():
    assert RUNNING._replace(status="Ready.", drop_ins=DROP_INS) == parse(SHOWN)


def test_a_unit_that_systemd_does_not_know_is_neither_loaded_nor_enabled():
    absent = "LoadState=not-found\nActiveState=inactive\nSubState=dead\nMainPID=0\n"

    assert Unit(False, "inactive", "dead", 0, False, False) == parse(absent)


@pytest.mark.parametrize(
    ("expected", "shown"),
    [
        pytest.param(False, "ActiveState=active\nSubState=running\n", id="a process that runs"),
        pytest.param(False, "ActiveState=activating\nSubState=start\nJob=71\n", id="one on its way up"),
        pytest.param(False, "ActiveState=inactive\nSubState=dead\nJob=71\n", id="a start that waits for the network"),
        pytest.param(True, "ActiveState=inactive\nSubState=dead\n", id="a process that has ended"),
        pytest.param(True, "ActiveState=failed\nSubState=failed\n", id="one that has failed"),
        pytest.param(True, "ActiveState=activating\nSubState=auto-restart\nJob=71\n", id="one that is started again"),
    ],
)
def test_a_process_has_ended_when_nothing_brings_its_unit_up(expected, shown):
    assert expected == parse(shown).ended


@pytest.mark.parametrize(
    ("changes", "files", "taken", "expected"),
    [
        pytest.param({}, "new", "new", [], id="a unit that has taken its files in needs nothing"),
        pytest.param({"pid": 900}, "new", "new", [], id="a unit that systemd has restarted since has read them too"),
        pytest.param({}, "", "", [], id="a unit without files needs nothing"),
        pytest.param({}, "", "old", [], id="a unit that is asked for without its files is left alone"),
        pytest.param({}, "new", "old", ["reload"], id="a file that was written is taken in"),
        pytest.param({}, "new", "", ["reload"], id="what a package, a killed run or a failed reload left is taken in"),
        pytest.param({"active": "reloading"}, "new", "new", [], id="a unit that is being reloaded is left alone"),
        pytest.param({"active": "reloading"}, "new", "", ["reload"], id="a reload that came too early is repeated"),
        pytest.param({"active": "activating"}, "new", "", ["start", "reload"], id="so is a start that came too early"),
        pytest.param({"active": "failed"}, "new", "", ["start"], id="a failed unit is started, not reloaded"),
        pytest.param({"active": "inactive"}, "new", "new", ["start"], id="a start that was skipped is tried again K23"),
        pytest.param(
            {"reread": True, "enabled": False, "active": "inactive"},
            "new",
            "",
            ["daemon-reload", "enable", "start"],
            id="everything in the order that systemd needs",
        ),
    ],
)
def test_the_steps_follow_from_the_state_of_the_host(changes, files, taken, expected):
    assert expected == steps(RUNNING._replace(**changes), files, taken, "reload")


def test_a_drop_in_that_systemd_has_not_read_is_read():
    unit = RUNNING._replace(drop_ins=DROP_INS[:1])

    assert ([], ["daemon-reload"]) == (
        steps(unit, "", "", "reload", DROP_INS[:1]),
        steps(unit, "", "", "reload", DROP_INS),
    )


def test_a_program_that_told_of_a_failed_reload_is_not_sound_l5():
    told = RUNNING._replace(status="Reload failed!")

    assert (True, False, "active (running): Reload failed!") == (RUNNING.sound, told.sound, str(told))


@pytest.mark.parametrize(
    "files",
    [
        pytest.param([CONFIG._replace(content=b"global \n"), AUTHORITY], id="another text within a tick of the clock"),
        pytest.param([CONFIG._replace(changed=3_000), AUTHORITY], id="a text that was changed and changed back"),
        pytest.param([CONFIG._replace(changed=10), AUTHORITY], id="a file written after the clock was set back"),
        pytest.param([CONFIG._replace(path="/etc/haproxy.cfg"), AUTHORITY], id="another file with the same text"),
        pytest.param([CONFIG], id="a file that went away"),
        pytest.param([], id="no file"),
    ],
)
def test_the_fingerprint_differs_when_a_file_was_written(files):
    assert fingerprint([CONFIG, AUTHORITY]) != fingerprint(files)


def test_the_fingerprint_is_the_same_for_the_same_files_and_empty_for_none():
    assert (fingerprint([AUTHORITY, CONFIG]), "") == (fingerprint([CONFIG, AUTHORITY]), fingerprint([]))
