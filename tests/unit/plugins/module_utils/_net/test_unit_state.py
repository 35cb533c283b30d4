# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a systemd unit needs so that it runs with its files."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._net.unit_state import Unit, parse, steps

RUNNING = Unit(loaded=True, active="active", sub="running", pid=812, reread=False, changed=100.0, enabled=True)
SHOWN = """\
MainPID=812
NeedDaemonReload=no
LoadState=loaded
ActiveState=active
SubState=running
UnitFileState=enabled
StateChangeTimestampMonotonic=100000000
StatusText=Ready.
DropInPaths=/etc/systemd/system/haproxy.service.d/a.conf /etc/systemd/system/haproxy.service.d/b.conf
"""
DROP_INS = ("/etc/systemd/system/haproxy.service.d/a.conf", "/etc/systemd/system/haproxy.service.d/b.conf")


def test_a_unit_is_read_from_what_systemctl_shows():
    assert RUNNING._replace(status="Ready.", drop_ins=DROP_INS) == parse(SHOWN)


def test_a_unit_that_systemd_does_not_know_is_neither_loaded_nor_enabled():
    absent = "LoadState=not-found\nActiveState=inactive\nSubState=dead\nMainPID=0\nStateChangeTimestampMonotonic=0\n"

    assert Unit(False, "inactive", "dead", 0, False, 0.0, False) == parse(absent)


@pytest.mark.parametrize(
    ("changes", "newest", "pending", "expected"),
    [
        pytest.param({}, 99.0, False, [], id="a unit started after its files needs nothing"),
        pytest.param({}, None, False, [], id="a unit without files needs nothing"),
        pytest.param({}, 100.5, False, ["reload"], id="a file written later is taken in"),
        pytest.param({}, 99.0, True, ["reload"], id="a run that was killed is made good"),
        pytest.param({"active": "failed"}, 99.0, True, ["start"], id="a failed unit is started, not reloaded"),
        pytest.param({"active": "inactive"}, None, False, ["start"], id="a skipped start is tried again K23"),
        pytest.param(
            {"reread": True, "enabled": False, "active": "inactive"},
            None,
            False,
            ["daemon-reload", "enable", "start"],
            id="everything in the order that systemd needs",
        ),
        pytest.param({"active": "reloading"}, 99.0, False, [], id="a unit that is being reloaded is left alone"),
    ],
)
def test_the_steps_follow_from_the_state_of_the_host(changes, newest, pending, expected):
    assert expected == steps(RUNNING._replace(**changes), newest, pending, "reload")


def test_a_drop_in_that_systemd_has_not_read_is_read():
    unit = RUNNING._replace(drop_ins=DROP_INS[:1])

    assert ([], ["daemon-reload"]) == (
        steps(unit, None, False, "reload", DROP_INS[:1]),
        steps(unit, None, False, "reload", DROP_INS),
    )


def test_a_program_that_told_of_a_failed_reload_is_not_sound_l5():
    told = RUNNING._replace(status="Reload failed!")

    assert (True, False, "active (running): Reload failed!") == (RUNNING.sound, told.sound, str(told))
