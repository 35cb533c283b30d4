# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The action: from hostvars and probes to a table on the screen and findings as data."""

from __future__ import annotations

import pytest
from ansible.parsing.dataloader import DataLoader
from ansible.playbook.play_context import PlayContext
from ansible.playbook.task import Task
from ansible.plugins.loader import connection_loader
from ansible.template import Templar
from ansible.utils.display import Display
from ansible_collections.quorum.kube.plugins.action import preflight

ADDRESSES = {"m1": "10.77.0.11", "m2": "10.77.0.12", "m3": "10.77.0.13"}
SITE = {"kube_ha_address": "10.77.0.100", "kube_ha_name": "api.k8s.lan", "kube_ha_mode": "external"}


@pytest.fixture
def shown(monkeypatch):
    lines = []
    monkeypatch.setattr(Display, "display", lambda _, text, color=None: lines.extend(text.splitlines()))
    return lines


def run(hostvars, **options):
    task = Task.load({"action": "quorum.kube.preflight", "args": options})
    context = PlayContext()
    loader = DataLoader()
    action = preflight.ActionModule(
        task, connection_loader.get("local", context), context, loader, Templar(loader=loader), None
    )
    return action.run(task_vars={"hostvars": hostvars, "groups": {"kube_control_plane": list(hostvars)}})


def hostvars(**more):
    return {name: {**SITE, "ansible_host": address, **more} for name, address in ADDRESSES.items()}


def test_a_right_inventory_is_one_line(shown):
    assert {
        "changed": False,
        "msg": "preflight: nothing to mend",
        "error_count": 0,
        "warning_count": 0,
        "findings": [],
    } == run(hostvars())
    assert ["preflight: nothing to mend"] == shown


def test_probes_are_found_by_the_name_of_their_variable(shown):
    probe = {"unreachable": True, "msg": "no route"}
    skipped = {"changed": False, "skipped": True}
    variables = hostvars(probe=skipped)
    variables["m2"]["probe"] = probe

    result = run(variables, probe="probe")

    assert [("reach", "m2", "error")] == [
        (finding["check"], finding["host"], finding["severity"]) for finding in result["findings"]
    ]
    assert "preflight: 1 error; no host has been changed" == shown[-1] == result["msg"]


def test_an_inventory_without_our_groups_still_has_a_table(shown):
    result = run({})

    assert (1, 0) == (result["error_count"], result["warning_count"])
    assert any("kube_control_plane" in line for line in shown)


def test_variables_of_roles_are_read_and_judged_as_well(shown):
    result = run(hostvars(haproxy_check_fall="x", haproxy_bnd_port=3))

    assert [("spelling", "inventory", "haproxy_bnd_port"), ("value", "inventory", "haproxy_check_fall")] == [
        (finding["check"], finding["host"], finding["variable"]) for finding in result["findings"]
    ]
