# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges a whole input on the controller, and applies it through kubernetes.core when nothing stands against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible.plugins.action import ActionBase
from ansible.utils.color import ANSIBLE_COLOR

from ..module_utils._kube.errors import InputError
from ..plugin_utils.gate.answers import CallFailedError
from ..plugin_utils.gate.reading import GATE_ARGUMENT_SPEC, GATED, REQUIRED_ONE_OF
from ..plugin_utils.gate.run import run_gate
from ..plugin_utils.inventory import plain

K8S = "kubernetes.core.k8s"
REMOTE = (
    "the gate asks and changes the cluster from the controller, and this host has the connection {transport!r} "
    "(expected hosts: localhost, connection: local or delegate_to: localhost)"
)


class ActionModule(ActionBase):
    """Manifests, snapshots and reports are files of the controller; the cluster is spoken with from there as well."""

    _supports_check_mode = True

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        result: dict[str, Any] = super().run(tmp, task_vars)
        dummy, options = self.validate_argument_spec(
            GATE_ARGUMENT_SPEC, required_one_of=REQUIRED_ONE_OF, required_by={"node_swap": "node_memory"}
        )
        params = plain(options)
        if params["state"] != GATED and self._connection.transport != "local":
            return {**result, "failed": True, "msg": REMOTE.format(transport=self._connection.transport)}

        def execute(arguments: dict[str, Any], check: bool) -> Mapping[str, Any]:
            return self._k8s(arguments, check, task_vars or {})

        try:
            outcome = run_gate(params, execute, bool(self._task.check_mode), self._screen())
        except InputError as error:
            problems = [problem._asdict() for problem in error.problems]
            return {**result, "failed": True, "msg": str(error), "problems": problems}
        except CallFailedError as error:
            return {**result, "failed": True, "msg": f"{K8S}: {error}"}
        if not self._task.no_log:
            self._display.display(outcome.text)
        return {**result, **outcome.returned}

    def _k8s(self, arguments: dict[str, Any], check: bool, task_vars: dict[str, Any]) -> Mapping[str, Any]:
        """The module's answer; check mode holds for this one call, and diffs are always wanted to tell a change."""
        task = self._task
        before = task.check_mode
        task.check_mode = check or before
        try:
            answer: Mapping[str, Any] = plain(
                self._execute_module(module_name=K8S, module_args=arguments, task_vars=task_vars)
            )
        finally:
            task.check_mode = before
        return answer

    def _screen(self) -> dict[str, Any]:
        """Colours where Ansible itself writes some, and the width of the terminal."""
        return {"colour": bool(ANSIBLE_COLOR), "width": self._display.columns}
