# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The inventory variables of the collection: what each may hold, and what it is when the inventory says nothing."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..module_utils._cluster.releases import NEWEST, OLDEST, parse_release, supported
from ..module_utils._kube.quantity import QuantityError
from ..module_utils._kube.quantity import parse as parse_quantity
from .addresses import parse_address, unfit
from .names import name_mistake


class WrongValueError(ValueError):
    """Why a value is refused: what was found and what is expected instead."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found} (expected {expected})")
        self.found = found
        self.expected = expected


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise WrongValueError(repr(value), "a name")
    mistake = name_mistake(value)
    if mistake:
        raise WrongValueError(f"{value!r}: {mistake}", "lower-case letters, digits, '-' and '.' (RFC 1123)")
    return value


def _domain(value: Any) -> str:
    if value in ("", None):
        return ""
    return _name(value.rstrip(".") if isinstance(value, str) else value)


def _address(value: Any) -> Any:
    address = parse_address(value)
    if address is None:
        raise WrongValueError(repr(value), "an IPv4 or IPv6 address without a prefix length")
    if unfit(address):
        raise WrongValueError(f"{value}, {unfit(address)}", "an address that every host can reach")
    return address


def _addresses(value: Any) -> list[Any]:
    texts = [text.strip() for text in value.split(",")] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts:
        raise WrongValueError(repr(value), "an address, or one of each family")
    addresses = [_address(text) for text in texts]
    if len({address.version for address in addresses}) != len(addresses):
        raise WrongValueError(", ".join(texts), "at most one address of each family")
    return addresses


def _whole(lowest: int, highest: int) -> Callable[[Any], int]:
    def parse(value: Any) -> int:
        text = str(value)
        if isinstance(value, bool) or not text.isdecimal() or not lowest <= int(text) <= highest:
            raise WrongValueError(repr(value), f"a whole number from {lowest} to {highest}")
        return int(text)

    return parse


def _seconds(value: Any) -> float:
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        seconds = -1.0
    if isinstance(value, bool) or not 0 <= seconds <= 3600:
        raise WrongValueError(repr(value), "seconds from 0 to 3600")
    return seconds


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    text = str(value).lower()
    if text not in ("true", "false", "yes", "no"):
        raise WrongValueError(repr(value), "true or false")
    return text in ("true", "yes")


def _names(value: Any) -> list[str]:
    texts = [text.strip() for text in value.split(",")] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise WrongValueError(repr(value), "a list of names")
    return texts


def _one_of(*choices: str) -> Callable[[Any], str]:
    def parse(value: Any) -> str:
        if value not in choices:
            raise WrongValueError(repr(value), " or ".join(choices))
        return str(value)

    return parse


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise WrongValueError(repr(value), "a text")
    return value


def _folder(value: Any) -> str:
    if value == "":
        return ""
    if not isinstance(value, str) or not value.startswith("/"):
        raise WrongValueError(repr(value), "the whole path of a folder, from /")
    return value.rstrip("/") or "/"


def _release(value: Any) -> str:
    """A release with its patch: kubeadm would ask the internet for the newest one."""
    release = parse_release(value) if isinstance(value, str) else None
    if release is None or not supported(release):
        oldest, newest = (".".join(str(part) for part in minor) for minor in (OLDEST, NEWEST))
        raise WrongValueError(repr(value), f"a whole release in quotes from {oldest} to {newest}, such as '1.37.2'")
    return str(release)


def _subnet(value: Any) -> Any:
    try:
        subnet = ipaddress.ip_network(value if isinstance(value, str) else "")
    except ValueError:
        subnet = None
    if subnet is None or "/" not in value:
        raise WrongValueError(repr(value), "a subnet such as 10.244.0.0/16, without bits beyond its prefix")
    return subnet


def _texts(value: Any) -> dict[str, str]:
    """Labels or annotations; whether Kubernetes takes their keys and values is judged later, for each of its own."""
    if not isinstance(value, Mapping):
        raise WrongValueError(repr(value), "a mapping of keys to texts")
    wrong = [f"{key}: {text!r}" for key, text in value.items() if not isinstance(text, str)]
    if wrong:
        raise WrongValueError(", ".join(wrong), "texts; numbers, true and false need quotes")
    return dict(value)


def _taints(value: Any) -> list[Any]:
    """Taints; each of them is judged later, so that every mistake among them is told."""
    if not isinstance(value, list):
        raise WrongValueError(repr(value), "a list of taints such as dedicated=db:NoSchedule")
    return value


def _amounts(value: Any) -> dict[str, str]:
    """What a node offers of each resource, by Kubernetes' own names."""
    if not isinstance(value, Mapping):
        raise WrongValueError(repr(value), "a mapping of resources to amounts, such as {cpu: 4, memory: 8Gi}")
    wrong = [f"{name}: {amount!r}" for name, amount in value.items() if not _is_amount(amount)]
    if wrong:
        raise WrongValueError(", ".join(wrong), "amounts such as 4, 500m or 8Gi")
    return {name: parse_quantity(amount).canonical() for name, amount in value.items()}


def _is_amount(value: Any) -> bool:
    try:
        return parse_quantity(value).sign() >= 0
    except QuantityError:
        return False


def _anything(value: Any) -> Any:
    return value


class Variable(NamedTuple):
    """How a value is read, and what holds when there is none. A variable of a host may differ from host to host."""

    parse: Callable[[Any], Any]
    default: Any = None
    required: bool = False
    of_host: bool = False


VARIABLES: Mapping[str, Variable] = {
    "kube_admin_kubeconfig": Variable(_text, ""),
    "kube_bootstrap": Variable(_one_of("kubeadm", "none"), "kubeadm"),
    "kube_cluster_name": Variable(_name, "kubernetes"),
    "kube_control_plane_schedulable": Variable(_flag, of_host=True),
    "kube_domain": Variable(_domain, ""),
    "kube_etcd": Variable(_one_of("external", "stacked"), "external"),
    "kube_etcd_even_members": Variable(_flag, False),
    "kube_etcd_remove": Variable(_names, []),
    "kube_etcd_serial": Variable(_anything),
    "kube_eviction_kubeconfig": Variable(_anything),
    "kube_eviction_nodes": Variable(_names),
    "kube_eviction_signal": Variable(_text, "memory.available"),
    "kube_external_lb_method": Variable(
        _one_of("local_proxy", "local_address", "redirect", "hosts_name"), "local_proxy"
    ),
    "kube_external_lb_proxy_address": Variable(_text, "127.0.64.43"),
    "kube_external_lb_shared_port": Variable(_whole(1, 65535), 8443),
    "kube_failover_test_client": Variable(_anything),
    "kube_failover_test_hard": Variable(_anything),
    "kube_failover_test_limit_seconds": Variable(_anything),
    "kube_failover_test_seconds": Variable(_anything),
    "kube_gate_context": Variable(_text),
    "kube_gate_kubeconfig": Variable(_anything),
    "kube_gate_namespace": Variable(_name, "default"),
    "kube_gate_policy": Variable(_anything),
    "kube_gate_policy_test": Variable(_flag, False),
    "kube_gate_report": Variable(_anything),
    "kube_gate_snapshot": Variable(_names),
    "kube_gate_src": Variable(_names),
    "kube_gate_state": Variable(_one_of("gated", "present", "absent"), "gated"),
    "kube_gate_survive": Variable(_whole(1, 1000)),
    "kube_ha_address": Variable(_address, required=True),
    "kube_ha_address_only": Variable(_flag, False),
    "kube_ha_mode": Variable(_one_of("keepalived", "external"), "keepalived"),
    "kube_ha_name": Variable(_name, required=True),
    "kube_ha_port": Variable(_whole(1, 65535)),
    "kube_ha_vrid": Variable(_whole(1, 255)),
    "kube_load_balancer_serial": Variable(_anything),
    "kube_network": Variable(_one_of("none", "routed"), "none"),
    "kube_network_manifests": Variable(_names, []),
    "kube_node_allocatable": Variable(_amounts, of_host=True),
    "kube_node_annotations": Variable(_texts, {}, of_host=True),
    "kube_node_capacity": Variable(_amounts, of_host=True),
    "kube_node_ip": Variable(_addresses, of_host=True),
    "kube_node_labels": Variable(_texts, {}, of_host=True),
    "kube_node_name": Variable(_name, of_host=True),
    "kube_node_taints": Variable(_taints, [], of_host=True),
    "kube_pod_subnet": Variable(_subnet, ipaddress.ip_network("10.244.0.0/16")),
    "kube_preflight_accept": Variable(_names, []),
    "kube_preflight_clock_seconds": Variable(_seconds, 2.0),
    "kube_preflight_listen_seconds": Variable(_seconds),
    "kube_preflight_memory_mib": Variable(_whole(0, 1 << 24), of_host=True),
    "kube_reset_confirm": Variable(_flag, False),
    "kube_reset_images": Variable(_flag, False),
    "kube_service_subnet": Variable(_subnet, ipaddress.ip_network("10.96.0.0/16")),
    "kube_snapshot_context": Variable(_text),
    "kube_snapshot_kubeconfig": Variable(_anything),
    "kube_snapshot_path": Variable(_text),
    "kube_source": Variable(_one_of("urls", "local", "packages"), "urls"),
    "kube_source_dir": Variable(_folder, ""),
    "kube_source_remote": Variable(_flag, False),
    "kube_version": Variable(_release, "1.37.2"),
}
