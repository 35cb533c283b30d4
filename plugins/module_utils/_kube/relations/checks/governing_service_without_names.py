# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A StatefulSet whose Service does not name its pods in DNS. Private to this collection.

Names of pods belong to the endpoints of a Service without an address (DNS-Based Service Discovery for Kubernetes
1.1.0, 2.4), and endpoints are the pods that it selects.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, STYLE, Finding
from ...objects import string_map, text
from ...selectors import pairs, selector_text
from ..check import Check
from ..entries import Entry, Member
from ..view import View

RULE = "governing-service-without-names"
HEADLESS = "None"
FIX = "name a Service with clusterIP: None that selects the pods"


def _run(view: View) -> Iterator[Finding]:
    services = {(entry.namespace, entry.name): entry for entry in view.of("Service") if not entry.group}
    for member in view.members if services else ():
        if member.ref.kind == "StatefulSet":
            service = services.get((member.namespace, text(member.entry.spec.get("serviceName"))))
            for certainty, message in _said(service, member) if service else ():
                yield Finding.certain(RULE, certainty, member.subject, message, FIX, "spec.serviceName")


def _said(service: Entry, member: Member) -> Iterator[tuple[str, str]]:
    labels = string_map(service.spec.get("selector"))
    if service.spec.get("type") == "ExternalName":
        yield DEAD, f"the Service {service.name} is the name of another host: its pods have no names in DNS"
    elif any(member.labels.get(key, value) != value for key, value in labels.items()):
        selected = selector_text(pairs(labels))
        yield DEAD, f"the Service {service.name} selects {selected} and none of its pods, which have no names in DNS"
    elif text(service.spec.get("clusterIP")) != HEADLESS and (member.replicas or 0) > 1:
        yield STYLE, f"the Service {service.name} has an address: names of pods are promised below one without only"


CHECK = Check(RULE, _run)
