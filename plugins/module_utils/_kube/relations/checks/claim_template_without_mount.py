# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Claims that a StatefulSet makes for each pod and that no container uses. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...objects import mapping, mappings, text
from ..check import Check
from ..entries import Member
from ..view import View

RULE = "claim-template-without-mount"
FIX = "mount it with volumeMounts of that name, or leave the template out"


def _run(view: View) -> Iterator[Finding]:
    for member in view.members:
        if member.ref.kind != "StatefulSet":
            continue
        used = set(_used(member))
        for index, template in enumerate(mappings(member.entry.spec.get("volumeClaimTemplates"))):
            name = text(mapping(template.get("metadata")).get("name"))
            if name and name not in used:
                message = f"every pod gets a claim of its own for {name}, and no container mounts it"
                field = f"spec.volumeClaimTemplates[{index}].metadata.name"
                yield Finding.certain(RULE, DEAD, member.subject, message, FIX, field)


def _used(member: Member) -> Iterator[str]:
    """The volumes that containers mount, or use as devices."""
    for _path, container in member.containers():
        for kind in ("volumeMounts", "volumeDevices"):
            yield from (text(mount.get("name")) for mount in mappings(container.get(kind)))


CHECK = Check(RULE, _run)
