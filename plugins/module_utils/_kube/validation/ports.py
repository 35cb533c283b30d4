# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ports of containers, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateContainerPorts, AccumulateUniqueHostPorts,
validatePodHostNetworkDeps (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .field import named
from .review import Review
from .texts import number_of_port, port_name

PROTOCOLS = ("SCTP", "TCP", "UDP")


def check_ports(review: Review, ports: Sequence[Any], path: str, ephemeral: bool = False) -> None:
    """Ports of an ephemeral container get no host port by default."""
    names: set[str] = set()
    for index, item in enumerate(ports):
        port = item or {}
        host = (port.get("hostPort") or 0) if ephemeral else host_port(review, port)
        _port(review, port, host, f"{path}[{index}]", names)


def _port(review: Review, port: Mapping[str, Any], host: int, path: str, names: set[str]) -> None:
    errors = review.errors
    name = port.get("name") or ""
    if name:
        reasons = port_name(name)
        errors.invalid_each(f"{path}.name", name, reasons)
        if not reasons:
            if name in names:
                errors.duplicate(f"{path}.name", name)
            names.add(name)
    number = port.get("containerPort") or 0
    if not number:
        errors.required(f"{path}.containerPort")
    else:
        errors.invalid_each(f"{path}.containerPort", number, number_of_port(number))
    if host:
        errors.invalid_each(f"{path}.hostPort", host, number_of_port(host))
    protocol = port.get("protocol") or "TCP"
    if protocol not in PROTOCOLS:
        errors.unsupported(f"{path}.protocol", named(protocol), PROTOCOLS)


def host_port(review: Review, port: Mapping[str, Any]) -> int:
    """On the host's network a pod's port takes its containerPort by default (pkg/apis/core/v1/defaults.go)."""
    number = port.get("hostPort") or 0
    if not number and review.is_pod and review.spec.get("hostNetwork"):
        return int(port.get("containerPort") or 0)
    return int(number)


def check_host_ports_once(review: Review, containers: Sequence[Any], path: str) -> None:
    """Refuses a protocol, address and host port that these containers ask for twice."""
    seen: set[str] = set()
    for index, container in enumerate(containers):
        for position, item in enumerate((container or {}).get("ports") or ()):
            port = item or {}
            number = host_port(review, port)
            if not number:
                continue
            key = f"{port.get('protocol') or 'TCP'}/{port.get('hostIP') or ''}/{number}"
            if key in seen:
                review.errors.duplicate(f"{path}[{index}].ports[{position}].hostPort", key)
            seen.add(key)


def check_host_network_ports(review: Review, containers: Sequence[Any], path: str) -> None:
    """On the host's network a host port is the container's own; templates may leave it out."""
    for index, container in enumerate(containers):
        for position, item in enumerate((container or {}).get("ports") or ()):
            port = item or {}
            number = host_port(review, port)
            if number != (port.get("containerPort") or 0) and (review.is_pod or number):
                review.errors.invalid(
                    f"{path}[{index}].ports[{position}].hostPort",
                    number,
                    "must match `containerPort` when `hostNetwork` is true",
                )
