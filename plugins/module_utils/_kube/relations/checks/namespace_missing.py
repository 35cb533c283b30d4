# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects of a namespace that neither the input nor the cluster has. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ..check import Check
from ..entries import Entry
from ..view import View

RULE = "namespace-missing"
FIX = "add a Namespace to the input, or correct metadata.namespace"
ALWAYS_THERE = frozenset(["", "default", "kube-node-lease", "kube-public", "kube-system"])


def _run(view: View) -> Iterator[Finding]:
    if not view.gives("Namespace"):
        return
    found: dict[str, list[Entry]] = {}
    for entry in view.entries:
        found.setdefault(entry.namespace, []).append(entry)
    for name, entries in found.items():
        if name in ALWAYS_THERE or view.finds("Namespace", "", name):
            continue
        entry, count = entries[0], len(entries)
        objects = "this object" if count == 1 else f"this object and {count - 1} more of the input"
        message = f"there is no namespace {name}: the API server refuses {objects}"
        yield Finding.certain(RULE, BLOCKED, entry.subject, message, FIX, "metadata.namespace")


CHECK = Check(RULE, _run)
