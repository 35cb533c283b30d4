# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A PodDisruptionBudget under which no pod may ever go. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import FRAGILE, Finding
from ..autoscalers import scaled_by_others
from ..budgets import Protected, disruptions, protected
from ..check import Check
from ..view import View

RULE = "budget-allows-no-disruption"
FIX = "let one pod be unavailable, such as with maxUnavailable: 1, or run one replica more"


def _run(view: View) -> Iterator[Finding]:
    others = scaled_by_others(view)
    for each in protected(view):
        spec = each.entry.spec
        field = "maxUnavailable" if spec.get("maxUnavailable") is not None else "minAvailable"
        if field in spec and disruptions(spec, each.fewest or each.most) <= 0:
            is_scaled = any((member.namespace, member.ref.name) in others for member in each.members)
            always = disruptions(spec, each.most) <= 0 and not is_scaled
            message = _message(each, field, always)
            yield Finding.certain(RULE, FRAGILE, each.entry.subject, message, FIX, f"spec.{field}", note=not always)


def _message(each: Protected, field: str, always: bool) -> str:
    titles = " and ".join(member.title for member in each.members)
    count = each.most if always else each.fewest
    pods = "1 pod" if count == 1 else f"{count} pods"
    when = "" if always else " while no more run"
    stated = each.entry.spec[field]
    return f"{field} {stated} of the {pods} of {titles} lets none be evicted{when}: a drain of its node never ends"


CHECK = Check(RULE, _run)
