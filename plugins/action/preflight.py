# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges the inventory and the probes of its hosts on the controller, and shows one table."""

from __future__ import annotations

from typing import Any

from ansible import constants
from ansible.plugins.action import ActionBase

from ..plugin_utils.findings import ERROR
from ..plugin_utils.inventory import plain, read
from ..plugin_utils.preflight import judge
from ..plugin_utils.roles import role_options
from ..plugin_utils.table import summary, table


class ActionModule(ActionBase):
    """Contacts no host; the same for every host of a play, so it is run once."""

    _supports_check_mode = True
    _requires_connection = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        result: dict[str, Any] = super().run(tmp, task_vars)
        dummy, options = self.validate_argument_spec({"probe": {"type": "str", "default": ""}})
        variables = task_vars or {}
        hostvars, groups = variables["hostvars"], variables["groups"]
        inventory = read(hostvars, groups, more=role_options())
        probes = {
            host.name: plain(hostvars[host.name][options["probe"]])
            for host in inventory.hosts
            if options["probe"] and options["probe"] in hostvars[host.name]
        }
        findings = judge(inventory, {name: probe for name, probe in probes.items() if not probe.get("skipped")})
        errors = sum(finding.severity == ERROR for finding in findings)
        colour = constants.COLOR_ERROR if errors else constants.COLOR_WARN if findings else constants.COLOR_OK
        self._display.display(table(findings), color=colour)
        return {
            **result,
            "changed": False,
            "msg": summary(findings),
            "error_count": errors,
            "warning_count": len(findings) - errors,
            "findings": [finding._asdict() for finding in findings],
        }
