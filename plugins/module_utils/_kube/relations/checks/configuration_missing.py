# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""ConfigMaps and Secrets that pods need and the input does not have. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import BLOCKED, Finding
from ...objects import mapping, text
from ..check import Check
from ..entries import Member
from ..references import CONFIG_MAP, SECRET, references
from ..view import View

RULE = "configuration-missing"
FIX = "add the object to the input, correct the name, or mark the reference optional"
PUBLISHED = frozenset(["kube-root-ca.crt", "openshift-service-ca.crt"])
"""ConfigMaps that a controller puts into every namespace."""


def _run(view: View) -> Iterator[Finding]:
    """Once for each object, at the first that needs it; as a note, since others may create the object.

    Only where something is known of the namespace: the input creates it or configures pods in it.
    """
    made = _made_by_others(view)
    known = {entry.name for entry in view.of("Namespace")}
    known.update(entry.namespace for kind in (CONFIG_MAP, SECRET) for entry in view.of(kind))
    needed: dict[tuple[str, str, str], dict[str, tuple[Member, str]]] = {}
    for member in view.members:
        for each in references(member):
            if each.name not in PUBLISHED and (member.namespace, each.name) not in made:
                users = needed.setdefault((each.kind, member.namespace, each.name), {})
                users.setdefault(member.title, (member, each.field))
    for (kind, namespace, name), users in needed.items():
        if (namespace in known or view.gives(kind)) and not view.finds(kind, namespace, name):
            titles = list(users)
            member, field = users[titles[0]]
            message = f"the input has no {kind} {name}, without which {_listed(titles)} not start"
            yield Finding.certain(RULE, BLOCKED, member.subject, message, FIX, field, note=True)


def _listed(titles: list[str]) -> str:
    if len(titles) == 1:
        return f"the containers of {titles[0]} do"
    return f"the containers of {titles[0]} and {len(titles) - 1} more do"


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
