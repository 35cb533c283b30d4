# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A Service that sends to a port which its pods do not have. Private to this collection.

KK staging/src/k8s.io/endpointslice and pkg/api/pod FindPort: a port by name has to be one of the containers', with the
same protocol; a number needs no containerPort, which only informs.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...objects import mappings, string_map, text
from ...selectors import pairs
from ..check import Check
from ..entries import Member
from ..view import View

RULE = "service-port-missing"
FIX = "make targetPort a port name or number of the containers"
Ports = set[tuple[str, str]]


def _run(view: View) -> Iterator[Finding]:
    for entry in view.of("Service"):
        labels = string_map(entry.spec.get("selector"))
        if entry.group or not labels or entry.spec.get("type") == "ExternalName":
            continue
        members = view.selected(entry.namespace, pairs(labels))
        if not members or view.residents.selected(entry.namespace, pairs(labels)):
            continue
        for index, port in enumerate(mappings(entry.spec.get("ports"))):
            wanted, protocol = port.get("targetPort"), text(port.get("protocol")) or "TCP"
            if not isinstance(wanted, str) or wanted.isdigit():
                continue
            if not any((wanted, protocol) in _names(member) for member in members):
                message = f"no container of {_titles(members)} has a {protocol} port named {wanted}{_near(members)}"
                field = f"spec.ports[{index}].targetPort"
                yield Finding.certain(RULE, DEAD, entry.subject, message, FIX, field)


def _names(member: Member) -> Ports:
    """The named ports of the containers that keep running, with their protocols."""
    return {
        (text(port.get("name")), text(port.get("protocol")) or "TCP")
        for path, container in member.containers()
        if ".initContainers[" not in f".{path}" or container.get("restartPolicy") == "Always"
        for port in mappings(container.get("ports"))
        if port.get("name")
    }


def _near(members: tuple[Member, ...]) -> str:
    names = sorted({name for member in members for name, _protocol in _names(member)})
    return f"; there is {', '.join(names)}" if names else ""


def _titles(members: tuple[Member, ...]) -> str:
    more = f" and {len(members) - 1} more" if len(members) > 1 else ""
    return f"{members[0].title}{more}"


CHECK = Check(RULE, _run)
