# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the module `host_probe` and adds when, by the controller's clock, it was sent off and had answered."""

from __future__ import annotations

import time
from typing import Any

from ansible.errors import AnsibleConnectionFailure, AnsibleError
from ansible.plugins.action import ActionBase


class ActionModule(ActionBase):
    """The two times bound the difference between the clocks, however long the host was busy with the module.

    A host on which nothing can be run (a wrong sudo password) is an ordinary failure of the task, which `failed_when`
    can take back; a host without a connection stays unreachable.
    """

    _supports_check_mode = True

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        result: dict[str, Any] = super().run(tmp, task_vars)
        started = time.time()
        try:
            result.update(self._execute_module(task_vars=task_vars))
        except AnsibleConnectionFailure:
            raise
        except AnsibleError as error:
            result.update(failed=True, msg=str(error))
        result["controller_clock"] = {"started": started, "ended": time.time()}
        return result
