# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""ConfigMaps and Secrets that pods need and the input does not have. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ...objects import mapping, text
from ..check import Check
from ..references import CONFIG_MAP, SECRET, Reference, references
from ..view import View

RULE = "configuration-missing"
FIX = "add the object to the input, correct the name, or mark the reference optional"
PUBLISHED = frozenset(["kube-root-ca.crt", "openshift-service-ca.crt"])
"""ConfigMaps that a controller puts into every namespace."""


def _run(view: View) -> Iterator[Finding]:
    """Only where something is known of the namespace, and as a note, since others may create the object."""
    made = _made_by_others(view)
    known = {entry.name for entry in view.of("Namespace")}
    known.update(entry.namespace for kind in (CONFIG_MAP, SECRET) for entry in view.of(kind))
    for member in view.members:
        told: set[tuple[str, str]] = set()
        for each in references(member):
            place = (each.kind, each.name)
            if place in told or each.name in PUBLISHED or (member.namespace, each.name) in made:
                continue
            is_known = view.gives(each.kind) or member.namespace in known
            if is_known and not view.finds(each.kind, member.namespace, each.name):
                told.add(place)
                yield Finding.certain(RULE, BLOCKED, member.subject, _message(each), FIX, each.field, note=True)


def _message(reference: Reference) -> str:
    return f"the input has no {reference.kind} {reference.name}: without it the containers do not start"


def _made_by_others(view: View) -> set[tuple[str, str]]:
    """The names of objects that a controller makes for others of the input, such as a certificate's Secret."""
    found: set[tuple[str, str]] = set()
    for entry in view.entries:
        if entry.group:
            spec = entry.spec
            names = [text(spec.get("secretName")), text(mapping(spec.get("target")).get("name")), entry.name]
            found.update((entry.namespace, name) for name in names if name)
    return found


CHECK = Check(RULE, _run)
