# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says at the end of a run what it changed, task by task."""

from __future__ import annotations

DOCUMENTATION = r"""
name: changes
type: aggregate
short_description: Says at the end what changed, and on which hosts
description:
  - Lists every task that changed something with its hosts, in the order of the run.
  - In check mode the list is what would change.
requirements:
  - Enabled by C(callbacks_enabled = quorum.kube.changes) in C(ansible.cfg), as in the collection's example projects.
author:
  - The quorum.kube authors (@quorum-kube)
"""

from typing import Any

from ansible.plugins.callback import CallbackBase

from ..plugin_utils.changes import Changes


class CallbackModule(CallbackBase):
    """Collects changed results; shows nothing until the end."""

    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "quorum.kube.changes"
    CALLBACK_NEEDS_ENABLED = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._changes = Changes()
        self._checking = False

    def v2_playbook_on_play_start(self, play: Any) -> None:
        self._checking = bool(getattr(play, "check_mode", False))

    def v2_runner_on_ok(self, result: Any) -> None:
        if result.is_changed():
            self._changes.add(result.task.get_name(), result.host.get_name())

    def v2_playbook_on_stats(self, stats: Any) -> None:
        self._display.banner("WOULD CHANGE" if self._checking else "CHANGED")
        self._display.display(self._changes.text())
