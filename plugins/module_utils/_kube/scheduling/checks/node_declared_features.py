# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""NodeDeclaredFeatures: what a pod uses, its node must declare (KEP-5328, CH nodedeclaredfeatures/features)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...objects import items, mapping, mappings
from ...releases import Gates
from ..ask import Ask
from ..bits import Bits, bits_of, numbers_of
from ..verdict import PASS, Check, Refusal, Verdict

REASON = "node(s) didn't match Pod's required features"
RESTART_ALL = "RestartAllContainersOnContainerExits"
USER_NAMESPACE_ON_HOST = "UserNamespacesHostNetworkSupport"
MOUNT_OPTIONS = "VolumeBindMountOptions"


def judge(ask: Ask, nodes: Bits) -> Verdict:
    """A node that tells no declared features in its status stays unknown."""
    wanted = _wanted(ask.shape.spec, ask.gates)
    if not wanted or not ask.gates.enabled("NodeDeclaredFeatures"):
        return PASS
    known = {number: ask.cluster.nodes[number].features for number in numbers_of(nodes)}
    refused = bits_of(number for number, features in known.items() if features is not None and not wanted <= features)
    untold = bits_of(number for number, features in known.items() if features is None)
    missing = ("status.declaredFeatures of the nodes",) if untold else ()
    return Verdict((Refusal(REASON, refused),) if refused else (), untold, missing)


def _wanted(spec: Mapping[str, Any], gates: Gates) -> frozenset[str]:
    """Options of mounts are dropped by the API server while their gate is off."""
    found = set()
    containers = [*mappings(spec.get("containers")), *mappings(spec.get("initContainers"))]
    rules = (mapping(rule) for container in containers for rule in mappings(container.get("restartPolicyRules")))
    if any(rule.get("action") == "RestartAllContainers" for rule in rules):
        found.add(RESTART_ALL)
    if spec.get("hostNetwork") is True and spec.get("hostUsers") is False:
        found.add(USER_NAMESPACE_ON_HOST)
    mounts = (mount for container in containers for mount in mappings(container.get("volumeMounts")))
    if gates.enabled(MOUNT_OPTIONS) and any(items(mount.get("bindMountOptions")) for mount in mounts):
        found.add(MOUNT_OPTIONS)
    return frozenset(found)


CHECK = Check("NodeDeclaredFeatures", judge)
