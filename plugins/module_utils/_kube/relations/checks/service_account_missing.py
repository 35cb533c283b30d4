# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods of a ServiceAccount that does not exist. Private to this collection.

KK plugin/pkg/admission/serviceaccount/admission.go (1.28 - 1.37): such a pod is forbidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ...objects import text
from ..check import Check
from ..view import View

RULE = "service-account-missing"
FIX = "add the ServiceAccount to the input, or correct the name"
KIND = "ServiceAccount"


def _run(view: View) -> Iterator[Finding]:
    """Once for each account, at the first workload that names it.

    Without the cluster's accounts only where the input has accounts of that namespace, as most charts do.
    """
    known = {entry.namespace for entry in view.of(KIND)}
    given = view.knows(KIND)
    told: set[tuple[str, str]] = set()
    for member in view.members:
        name = text(member.spec.get("serviceAccountName")) or text(member.spec.get("serviceAccount"))
        if name in ("", "default") or (member.namespace, name) in told:
            continue
        if (given or member.namespace in known) and not view.finds(KIND, member.namespace, name):
            told.add((member.namespace, name))
            where = "there is no" if given else "the input has no"
            message = f"{where} {KIND} {name} in {member.namespace}: without it the API server forbids the pods"
            field = member.field("serviceAccountName")
            yield Finding.certain(RULE, BLOCKED, member.subject, message, FIX, field, note=not given)


CHECK = Check(RULE, _run)
