# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeResourcesFit: a pod slot and every requested resource must be left (plugins/noderesources/fit.go fitsRequest)."""

from __future__ import annotations

from ...resource_names import CPU, EPHEMERAL_STORAGE, MEMORY, is_extended, is_hugepages, is_native
from ..ask import Ask
from ..bits import Bits
from ..verdict import Check, Refusal, Verdict

TOO_MANY_PODS = "Too many pods"
INSUFFICIENT = "Insufficient {resource}"
DEVICE_CLASS_PREFIX = "deviceclass.resource.kubernetes.io/"


def judge(ask: Ask, nodes: Bits) -> Verdict:
    """All shortages of a node are told; from 1.34 on a request above what the node has altogether can't be cured."""
    shortages = [(TOO_MANY_PODS, ask.cluster.slots.below(1) & nodes)]
    final = 0
    unknown = 0
    missing = []
    for resource, amount in ask.shape.requests.items():
        if amount <= 0 or not _is_counted(ask, resource):
            continue
        short = ask.cluster.free(resource).below(amount) & nodes
        if ask.profile.is_kubelet and is_extended(resource, ask.gates):
            short &= _telling(ask, resource)
        if not short:
            continue
        devices = _device_classes(ask, resource)
        if devices:
            left_to_devices = short & ask.cluster.total(resource).below(1)
            unknown |= left_to_devices
            missing += devices if left_to_devices else []
            short &= ~left_to_devices
        shortages.append((INSUFFICIENT.format(resource=resource), short))
        if ask.gates.has("requests above the node are unresolvable"):
            final |= short & ask.cluster.total(resource).below(amount)
    refusals = tuple(Refusal(reason, short, short & ~final) for reason, short in shortages if short)
    refused = 0
    for refusal in refusals:
        refused |= refusal.nodes
    return Verdict(refusals, unknown & ~refused, tuple(missing) if unknown & ~refused else ())


def _is_counted(ask: Ask, resource: str) -> bool:
    """Names that aren't scalar resources to the scheduler are passed over (KK scheduler/util IsScalarResourceName)."""
    if resource in (CPU, MEMORY, EPHEMERAL_STORAGE):
        return True
    if is_extended(resource, ask.gates):
        group = resource.split("/", maxsplit=1)[0]
        return resource not in ask.profile.ignored_resources and group not in ask.profile.ignored_groups
    return (
        is_hugepages(resource)
        or resource.startswith("attachable-volumes-")
        or ("/" in resource and is_native(resource))
    )


def _telling(ask: Ask, resource: str) -> Bits:
    """The nodes that say how much they have: a kubelet passes over what its node does not know (predicate.go)."""
    return sum(1 << number for number, node in enumerate(ask.cluster.nodes) if resource in node.allocatable)


def _device_classes(ask: Ask, resource: str) -> list[str]:
    """The DeviceClasses that stand for an extended resource; a node without it is left to the DRA driver (KEP-5004)."""
    if not ask.gates.enabled("DRAExtendedResource"):
        return []
    found = ask.cluster.device_classes.get(resource, [])
    if resource.startswith(DEVICE_CLASS_PREFIX):
        found = [*found, resource[len(DEVICE_CLASS_PREFIX) :]]
    return [f"devices of DeviceClass {name}" for name in found]


CHECK = Check("NodeResourcesFit", judge)
