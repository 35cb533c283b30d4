# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Probes of a port whose name their container does not have. Private to this collection.

KK pkg/probe/util.go ResolveContainerPort: a name is looked up among the container's own ports. The error is no result
(pkg/kubelet/prober/worker.go), so that a container stays what it was before its first probe: not ready, not started,
or alive.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, DEAD, Finding
from ...objects import mapping, mappings, text
from ..check import Check
from ..entries import Member, Object
from ..view import View

RULE = "probe-port-missing"
FIX = "name a port of the same container, or write its number"
EFFECTS = {
    "livenessProbe": "the container is never restarted for it",
    "readinessProbe": "the pod is never ready",
    "startupProbe": "the container never counts as started, and the pod is never ready",
}


def _run(view: View) -> Iterator[Finding]:
    for member in view.members:
        for path, container in member.containers():
            for probe, effect in EFFECTS.items():
                yield from _of(member, container, f"{path}.{probe}", mapping(container.get(probe)), effect)


def _of(member: Member, container: Object, path: str, probe: Object, effect: str) -> Iterator[Finding]:
    for handler in ("httpGet", "tcpSocket"):
        port = mapping(probe.get(handler)).get("port")
        if not isinstance(port, str) or port.isdigit() or port in _names(container):
            continue
        names = ", ".join(_names(container))
        near = f"; it has {names}" if names else ""
        order = "" if path.endswith("livenessProbe") else _order(member)
        message = f"the container {text(container.get('name'))} has no port named {port}{near}: {effect}{order}"
        certainty = DEAD if path.endswith("livenessProbe") else BLOCKED
        yield Finding.certain(RULE, certainty, member.subject, message, FIX, f"{path}.{handler}.port")


def _names(container: Object) -> list[str]:
    return [text(port.get("name")) for port in mappings(container.get("ports")) if port.get("name")]


def _order(member: Member) -> str:
    """What becomes of the pods after the first one."""
    if not member.is_ordered or (member.replicas or 0) < 2:
        return ""
    return f", and with podManagementPolicy OrderedReady the {(member.replicas or 0) - 1} after it are never created"


CHECK = Check(RULE, _run)
