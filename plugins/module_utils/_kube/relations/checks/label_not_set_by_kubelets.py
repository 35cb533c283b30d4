# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Selected node labels of Kubernetes' own that no kubelet may give itself. Private to this collection.

KK pkg/kubelet/apis/well_known_labels.go and plugin/pkg/admission/noderestriction: within kubernetes.io and k8s.io a
kubelet sets a few labels only; every other one has to be put on the node by an administrator.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import STYLE, Finding
from ...objects import text
from ...validation.trap import listed, node_terms
from ...validation.traps import DEPRECATED_LABELS
from ..check import Check
from ..entries import Member
from ..view import View

RULE = "label-not-set-by-kubelets"
FIX = "put the label on the nodes through the API, such as with quorum.kube.node_labels"
OWN = frozenset(
    [
        "kubernetes.io/arch",
        "kubernetes.io/hostname",
        "kubernetes.io/os",
        "node-role.kubernetes.io/control-plane",
        "topology.kubernetes.io/region",
        "topology.kubernetes.io/zone",
        *DEPRECATED_LABELS,
    ]
)
"""Labels that kubelets, cloud controllers and kubeadm set; retired ones are told by another rule."""
OPEN = ("kubelet.kubernetes.io", "node.kubernetes.io")
GUARDED = "node-restriction.kubernetes.io"
DOMAINS = ("kubernetes.io", "k8s.io")


def _run(view: View) -> Iterator[Finding]:
    for member in view.having("affinity", "nodeSelector"):
        for field, key in _wanted(member):
            if _is_forbidden(key) and not (view.cluster and view.cluster.having(key)):
                message = f"no kubelet may set {key} itself: nodes have it only where an administrator gave it to them"
                yield Finding.certain(RULE, STYLE, member.subject, message, FIX, field)


def _wanted(member: Member) -> Iterator[tuple[str, str]]:
    """The labels that a node must have, with their places."""
    for key in member.shape.node_selector:
        yield member.field(f"nodeSelector[{key}]"), key
    for path, term, required in node_terms(member.as_pod):
        for index, item in enumerate(listed(term, "matchExpressions") if required else ()):
            if item.get("operator") in ("In", "Exists", "Gt", "Lt"):
                yield f"{path}.matchExpressions[{index}].key", text(item.get("key"))


def _is_forbidden(key: str) -> bool:
    prefix, slash, _name = key.partition("/")
    if not slash or key in OWN or not _is_below(prefix, DOMAINS):
        return False
    return not _is_below(prefix, (*OPEN, GUARDED))


def _is_below(prefix: str, domains: tuple[str, ...]) -> bool:
    return any(prefix == domain or prefix.endswith(f".{domain}") for domain in domains)


CHECK = Check(RULE, _run)
