# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What filter and score of topology spread have in common: which constraints count, and on which nodes.

KK plugins/podtopologyspread/common.go and plugins/helper/spread.go. Private to this collection.
"""

from __future__ import annotations

from ..objects import HOSTNAME, SpreadConstraint, mapping, string_map
from ..selectors import Selector, pairs, selects
from .ask import Ask
from .bits import Bits
from .snapshot import place_of

ZONE = "topology.kubernetes.io/zone"
SYSTEM_DEFAULTS = (
    SpreadConstraint(HOSTNAME, 3, 1, False, None, True, False),
    SpreadConstraint(ZONE, 5, 1, False, None, True, False),
)


def constraints_of(ask: Ask) -> tuple[SpreadConstraint, ...]:
    """The pod's own constraints; the defaults only where it has none and something selects it."""
    if ask.shape.spread:
        return ask.shape.spread
    return ask.remembered("default constraints", _defaults)


def needs_all_labels(ask: Ask) -> bool:
    """The system's own defaults alone also score nodes that lack a label."""
    return bool(ask.shape.spread) or ask.profile.default_constraints is not None


def counted_nodes(ask: Ask, constraint: SpreadConstraint, labelled: Bits) -> Bits:
    """The labelled nodes whose pods and domains count: of use to the pod as the constraint's policies say."""
    if constraint.honor_affinity:
        labelled &= ask.selected
    if constraint.honor_taints:
        labelled &= ~ask.repelled
    return labelled


def _defaults(ask: Ask) -> tuple[SpreadConstraint, ...]:
    defaults = SYSTEM_DEFAULTS if ask.profile.default_constraints is None else ask.profile.default_constraints
    selector = _default_selector(ask) if defaults else None
    return tuple(constraint._replace(selector=selector) for constraint in defaults) if selector else ()


def _default_selector(ask: Ask) -> Selector:
    """The selectors of the services and of the controller that the pod belongs to, all together (DefaultSelector)."""
    shape = ask.shape
    labels: dict[str, str] = {}
    for document in ask.cluster.snapshot.of("Service"):
        selector = string_map(mapping(document.get("spec")).get("selector"))
        if selector and place_of(document)[0] == shape.namespace and selects(pairs(selector), shape.labels):
            labels.update(selector)
    return (*pairs(labels), *(shape.owner or ()))
