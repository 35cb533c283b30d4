# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks with actions and modules, run one after another by one Ansible process.

As a program it reads a task from each line of its input and writes each result as a line: Ansible's loader of
collections wants to be there before anything else of theirs is imported, so a process of its own is what it gets.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from types import TracebackType
from typing import Any


class Tasks:
    """A running Ansible that takes tasks; as a context manager it ends its process."""

    def __init__(self) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("K8S_AUTH_")}
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**environment, "ANSIBLE_LOCALHOST_WARNING": "false"},
        )

    def __enter__(self) -> Tasks:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._process:
            self._process.terminate()

    def run(self, name: str, options: dict[str, Any], *, check: bool = False) -> dict[str, Any]:
        """The result of a task on the controller."""
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("a process without pipes")
        self._process.stdin.write(json.dumps({"name": name, "options": options, "check": check}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"{name} ended its process"
        result: dict[str, Any] = json.loads(answer)
        return result


def _serve() -> None:
    """Answers tasks until the input ends; what Ansible prints goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    from ansible.parsing.dataloader import DataLoader
    from ansible.playbook.play_context import PlayContext
    from ansible.playbook.task import Task
    from ansible.plugins import loader as plugins
    from ansible.template import Templar

    plugins.init_plugin_loader([])
    for line in sys.stdin:
        wanted = json.loads(line)
        task = Task.load({"action": wanted["name"], "args": wanted["options"]})
        task.check_mode = wanted["check"]
        context, loader = PlayContext(), DataLoader()
        own = plugins.action_loader.has_plugin(wanted["name"])
        action = plugins.action_loader.get(
            wanted["name"] if own else "ansible.builtin.normal",
            task=task,
            connection=plugins.connection_loader.get("local", context),
            play_context=context,
            loader=loader,
            templar=Templar(loader=loader),
            shared_loader_obj=plugins,
        )
        result = action.run(task_vars={"ansible_python_interpreter": sys.executable})
        print(json.dumps(result, default=str), file=answers, flush=True)


if __name__ == "__main__":
    _serve()
