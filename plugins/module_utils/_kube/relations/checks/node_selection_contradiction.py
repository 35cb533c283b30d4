# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A nodeSelector and node affinity that exclude each other. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, IMPOSSIBLE, Finding
from ...validation import trap
from ...validation.traps import pod_traps
from ..check import Check
from ..view import View

RULE = "node-selection-contradiction"
FIX = "take one of the values away, or make them equal"


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("affinity"):
        if member.shape.required_nodes is None:
            continue
        fields = {name: member.spec[name] for name in ("affinity", "nodeSelector") if name in member.spec}
        for found in pod_traps(member.as_pod._replace(spec=fields)):
            if found.rule == "contradiction":
                certainty = IMPOSSIBLE if found.severity == trap.IMPOSSIBLE else DEAD
                yield Finding.certain(RULE, certainty, member.subject, found.message, FIX, found.field)


CHECK = Check(RULE, _run)
