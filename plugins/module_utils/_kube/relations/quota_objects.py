# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects that come into being with an input, as quotas count them. Private to this collection.

KK pkg/quota/v1/evaluator/core/{persistent_volume_claims,registry,services}.go (1.28 - 1.37): any kind counts by
`count/<plural>.<group>`, some of the core group by their name as well, claims by their storage and by their class.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, Optional

from ..objects import mapping, mappings, string_map, text, whole
from ..quantity import Quantity, QuantityError, parse
from .entries import Entry, Member, Object
from .quota_shares import Shares
from .quotas import times
from .references import CLAIM
from .view import View

ONE = parse("1")
CLASS_OF_CLAIM = "volume.beta.kubernetes.io/storage-class"
MOST_CLAIMS = 10_000
_COUNTED_BY_NAME = frozenset(
    ["configmaps", "persistentvolumeclaims", "replicationcontrollers", "resourcequotas", "secrets", "services"]
)
_MADE_BY = {"CronJob": "count/jobs.batch", "Deployment": "count/replicasets.apps"}
"""What a controller makes one of at the least."""


class Demand(NamedTuple):
    """An object of the input with what it adds to quotas; whether that is new to the cluster, None if not known."""

    entry: Entry
    amounts: Mapping[str, Quantity]
    is_new: Optional[bool]


def demands(view: View, namespaces: Collection[str]) -> dict[str, list[Demand]]:
    """Of each of the namespaces the objects of the input, then the claims that its workloads make."""
    found: dict[str, list[Demand]] = {namespace: [] for namespace in namespaces}
    for entry in view.identities.values():
        if entry.namespace in found:
            is_new = not view.in_cluster(entry.kind, entry.namespace, entry.name) if view.gives(entry.kind) else None
            found[entry.namespace].append(Demand(entry, dict(_of_object(entry)), is_new))
    shares = Shares(view)
    for member in view.members if found else ():
        if member.namespace in found:
            found[member.namespace] += _of_member(view, member, shares.bounds(member)[0])
    return found


def _of_object(entry: Entry) -> Iterator[tuple[str, Quantity]]:
    plural = _plural(entry.kind.lower())
    yield f"count/{plural}.{entry.group}" if entry.group else f"count/{plural}", ONE
    if entry.kind in _MADE_BY:
        yield _MADE_BY[entry.kind], ONE
    if entry.group:
        return
    if plural in _COUNTED_BY_NAME:
        yield plural, ONE
    if entry.kind == "Service":
        yield from _of_service(entry.spec)
    elif entry.kind == CLAIM:
        yield from _of_claim(entry.value)


def _of_service(spec: Object) -> Iterator[tuple[str, Quantity]]:
    """Every port of a NodePort or LoadBalancer counts; of one that allocates none, those that are stated."""
    kind, ports = spec.get("type"), list(mappings(spec.get("ports")))
    if kind == "LoadBalancer":
        yield "services.loadbalancers", ONE
        if spec.get("allocateLoadBalancerNodePorts") is False:
            ports = [port for port in ports if port.get("nodePort")]
    if kind in ("LoadBalancer", "NodePort"):
        yield "services.nodeports", times(ONE, len(ports))


def _of_claim(claim: Object) -> Iterator[tuple[str, Quantity]]:
    """The storage and the class of a claim; the default class, which admission fills in, is not known."""
    spec = mapping(claim.get("spec"))
    annotations = string_map(mapping(claim.get("metadata")).get("annotations"))
    name = annotations.get(CLASS_OF_CLAIM) or text(spec.get("storageClassName"))
    storage = _storage(spec)
    if storage is not None:
        yield "requests.storage", storage
    if name:
        yield f"{name}.storageclass.storage.k8s.io/persistentvolumeclaims", ONE
        if storage is not None:
            yield f"{name}.storageclass.storage.k8s.io/requests.storage", storage


def _storage(spec: Object) -> Optional[Quantity]:
    stated = mapping(mapping(spec.get("resources")).get("requests")).get("storage")
    try:
        return None if stated is None else parse(stated)
    except QuantityError:
        return None


def _of_member(view: View, member: Member, pods: int) -> Iterator[Demand]:
    """The claims of a StatefulSet's templates, and those of generic ephemeral volumes, that are not there already."""
    is_new = True if view.gives(CLAIM) else None
    for claim, names in _claims_made(member, min(pods, MOST_CLAIMS)):
        count = sum(1 for name in names if not view.finds(CLAIM, member.namespace, name))
        of_one = {**dict(_of_claim(claim)), "persistentvolumeclaims": ONE, "count/persistentvolumeclaims": ONE}
        yield Demand(member.entry, {name: times(each, count) for name, each in of_one.items()}, is_new)


def _claims_made(member: Member, pods: int) -> Iterator[tuple[Object, list[str]]]:
    spec, name = member.entry.spec, member.ref.name
    if member.ref.kind == "StatefulSet":
        first = whole(mapping(spec.get("ordinals")).get("start"))
        for template in mappings(spec.get("volumeClaimTemplates")):
            of = text(mapping(template.get("metadata")).get("name"))
            yield template, [f"{of}-{name}-{first + number}" for number in range(pods)]
    for volume in mappings(member.spec.get("volumes")):
        claim = mapping(volume.get("ephemeral")).get("volumeClaimTemplate")
        if isinstance(claim, dict):
            owner = [name] if member.ref.is_pod else [f"{name}-{number}" for number in range(pods)]
            yield claim, [f"{each}-{text(volume.get('name'))}" for each in owner]


def _plural(kind: str) -> str:
    """As most kinds are called in the plural; those that are one already keep their name."""
    if kind == "endpoints":
        return kind
    if kind.endswith("y") and kind[-2:-1] not in "aeiou":
        return f"{kind[:-1]}ies"
    return f"{kind}es" if kind.endswith("s") else f"{kind}s"
