# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A StatefulSet whose pods have no names of their own in DNS. Private to this collection.

`spec.serviceName` is the Service under which each pod has its name; the API does not ask whether it exists.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...objects import text
from ..check import Check
from ..near import close_name
from ..view import View

RULE = "governing-service-missing"
FIX = "add a Service with clusterIP: None that selects the pods, or correct spec.serviceName"


def _run(view: View) -> Iterator[Finding]:
    for entry in view.of("StatefulSet"):
        name = text(entry.spec.get("serviceName"))
        if not name or view.finds("Service", entry.namespace, name):
            continue
        known = view.knows("Service")
        near = close_name(name, view.names("Service", entry.namespace))
        hint = f"; there is {near}" if near else ""
        where = "there is no" if known else "the input has no"
        message = f"{where} Service {name} in {entry.namespace}: its pods have no names in DNS{hint}"
        yield Finding.certain(RULE, DEAD, entry.subject, message, FIX, "spec.serviceName", note=not known)


CHECK = Check(RULE, _run)
