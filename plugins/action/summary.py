# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows what stands now as tables for a person, from what the hosts of this run have said."""

from __future__ import annotations

from typing import Any

from ansible import constants
from ansible.plugins.action import ActionBase

from ..plugin_utils.inventory import plain
from ..plugin_utils.node_states import read_nodes
from ..plugin_utils.summary import host_report, problems, render
from ..plugin_utils.topology import topology

PARTS = ("host", "haproxy", "endpoint", "logins", "nodes")


class ActionModule(ActionBase):
    """Contacts no host; the same for every host of a play, so it is run once."""

    _supports_check_mode = True
    _requires_connection = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        result: dict[str, Any] = super().run(tmp, task_vars)
        names_of_variables = {"type": "list", "elements": "str", "default": []}
        dummy, options = self.validate_argument_spec(dict.fromkeys(PARTS, names_of_variables))
        variables = task_vars or {}
        hostvars = variables["hostvars"]
        site = topology(hostvars, variables["groups"])
        names = [host["name"] for host in site["hosts"]]
        lost = set(variables["ansible_play_hosts_all"]) - set(variables["ansible_play_hosts"])
        results = {name: self._results(hostvars[name], options) for name in names}
        reports = [host_report(name, results[name], name in lost) for name in names]
        nodes = read_nodes(found["nodes"] for found in results.values() if "nodes" in found)
        told = problems(site, reports, nodes)
        self._display.display(render(site, reports, nodes), color=constants.COLOR_WARN if told else constants.COLOR_OK)
        return {
            **result,
            "changed": False,
            "problems": told,
            "hosts": [report._asdict() for report in reports],
            "nodes": [node._asdict() for node in nodes.states],
        }

    @staticmethod
    def _results(variables: Any, options: dict[str, list[str]]) -> dict[str, Any]:
        """What a host has registered: of each part the first that was neither skipped nor never reached."""
        found: dict[str, Any] = {}
        for part, names in options.items():
            values = (plain(variables[name]) for name in names if name in variables)
            value = next((value for value in values if not value.get("skipped")), None)
            if value is not None:
                found[part] = value
        return found
