# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hosts that do not answer, or that answer but cannot be asked."""

from __future__ import annotations

from ..findings import ERROR, WARNING, Finding
from ..site import is_place
from .view import Found, View


def unreachable(view: View) -> Found:
    """A host that is down is told and the others go on; when no host answers at all, nothing can be done."""
    silent = [name for name, probe in view.probes.items() if probe.get("unreachable")]
    severity = ERROR if len(silent) == len(view.probes) else WARNING
    for member in view.site.members:
        if member.name in silent:
            yield Finding(
                "reach",
                member.name,
                "ansible_host",
                f"no connection to {member.ssh_address} port {member.ssh_port}: {_reason(view, member.name)}",
                "a host that Ansible can log in to",
                "start the host or correct its connection; run again for it later",
                severity,
            )


def unaskable(view: View) -> Found:
    """A host that answers but on which nothing can be run (no Python, no sudo) cannot be set up either.

    One whose ansible_host is no place was not asked at all, and has a finding for it.
    """
    for member in view.site.members:
        probe = view.probes.get(member.name)
        if probe is None or probe.get("unreachable") or not is_place(view.variable(member.name, "ansible_host")):
            continue
        if "interfaces" not in probe:
            yield Finding(
                "reach",
                member.name,
                "ansible_become",
                _reason(view, member.name),
                "a login that can become root, and Python 3.9 or newer",
                "correct ansible_user, the sudo password or ansible_python_interpreter",
            )


def _reason(view: View, name: str) -> str:
    """The last line that says something, without Ansible's own preface, at a length that a table bears."""
    probe = view.probes[name]
    text = str(probe.get("module_stderr") or probe.get("msg") or "no reason given")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    last = lines[-1] if lines else "no reason given"
    if probe.get("unreachable"):
        last = last.rpartition(": ")[2]
    return last.removeprefix("Task failed: ")[:160]
