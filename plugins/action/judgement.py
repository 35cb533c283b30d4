# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows what the gate's modules have found as tables for a person."""

from __future__ import annotations

from typing import Any

from ansible import constants
from ansible.plugins.action import ActionBase

from ..plugin_utils.inventory import plain
from ..plugin_utils.judgement import render, render_eviction

PARTS = ("classes", "validity", "schedule", "eviction")


class ActionModule(ActionBase):
    """Contacts no host."""

    _supports_check_mode = True
    _requires_connection = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        result: dict[str, Any] = super().run(tmp, task_vars)
        dummy, options = self.validate_argument_spec({part: {"type": "dict", "default": {}} for part in PARTS})
        classes, validity, schedule, eviction = (plain(options[part]) for part in PARTS)
        if eviction:
            text = render_eviction(eviction)
            self._display.display(text)
            return {**result, "changed": False, "text": text}
        sound = all(entry["valid"] for entry in validity.get("objects", [])) and not schedule.get("summary", {}).get(
            "no"
        )
        text = render(classes, validity, schedule)
        self._display.display(text, color=constants.COLOR_OK if sound else constants.COLOR_WARN)
        return {**result, "changed": False, "text": text}
