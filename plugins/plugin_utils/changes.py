# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run changed, as text for a person."""

from __future__ import annotations

NOTHING = "nothing"


class Changes:
    """Tasks that changed something, in the order in which they first did, each with its hosts."""

    def __init__(self) -> None:
        self._hosts: dict[str, dict[str, None]] = {}

    def add(self, task: str, host: str) -> None:
        self._hosts.setdefault(task.removeprefix("quorum.kube."), {})[host] = None

    def text(self) -> str:
        """One aligned line a task; a word when nothing changed."""
        width = max(map(len, self._hosts), default=0)
        lines = [f"{task:{width}}  {', '.join(sorted(hosts))}" for task, hosts in self._hosts.items()]
        return "\n".join(lines) or NOTHING
