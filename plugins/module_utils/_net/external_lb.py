# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What one host needs to reach the API although the provider's balancer may send its connections back to it.

Private to this collection.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .._kube.errors import InputError, Problem

LOCAL_PROXY = "local_proxy"
LOCAL_ADDRESS = "local_address"
REDIRECT = "redirect"
HOSTS_NAME = "hosts_name"
METHODS = (HOSTS_NAME, LOCAL_ADDRESS, LOCAL_PROXY, REDIRECT)


class Backend(NamedTuple):
    """An API server behind the balancer."""

    name: str
    address: str
    port: int


class Balancer(NamedTuple):
    """The provider's balancer and the way around it, with every value checked."""

    method: str
    name: str
    address: str
    port: int
    backends: tuple[Backend, ...]
    proxy_address: str
    shared_port: int

    def own(self, host: str) -> Optional[Backend]:
        """The API server of this host; None on a host without one."""
        return next((backend for backend in self.backends if backend.name == host), None)


def parse_balancer(settings: Mapping[str, Any]) -> Balancer:
    """The balancer; raises InputError with everything that is wrong with it."""
    problems = [problem for problem in _problems(settings) if problem is not None]
    if problems:
        raise InputError(problems)
    backends = tuple(
        Backend(str(item["name"]), str(item["address"]), int(item.get("port", 6443))) for item in settings["backends"]
    )
    return Balancer(
        method=str(settings["method"]),
        name=str(settings["name"]),
        address=str(settings["address"]),
        port=int(settings["port"]),
        backends=backends,
        proxy_address=str(settings["proxy_address"]),
        shared_port=int(settings["shared_port"]),
    )


def _problems(settings: Mapping[str, Any]) -> Iterable[Optional[Problem]]:
    method, name, port = settings["method"], settings["name"], int(settings["port"])
    yield _unless(method in METHODS, "method", repr(method), f"one of {', '.join(METHODS)}")
    yield _unless(
        bool(name) or method not in (LOCAL_PROXY, HOSTS_NAME),
        "name",
        "nothing",
        f"the endpoint's name, because {method} maps it in the hosts file",
    )
    yield _unless(_ip(settings["address"]) is not None, "address", repr(settings["address"]), "an IP address")
    yield _unless(1 <= port <= 65535, "port", str(port), "a port from 1 to 65535")
    yield _unless(bool(settings["backends"]), "backends", "none", "at least one API server")
    for index, item in enumerate(settings["backends"]):
        place = f"backends[{index}].address"
        address = item["address"]
        yield _unless(_ip(address) is not None, place, repr(address), "an IP address")
        yield _unless(
            address != settings["address"],
            place,
            str(address),
            "the API server's own address, not the balancer's: the host's haproxy would send to the balancer and loop",
        )
    proxy = _ip(settings["proxy_address"])
    yield _unless(
        proxy is not None and proxy.version == 4 and proxy.is_loopback and str(proxy) != "127.0.0.1",
        "proxy_address",
        repr(settings["proxy_address"]),
        "an address of 127.0.0.0/8 other than 127.0.0.1, which reaches this host's API server alone",
    )
    yield _unless(
        settings["shared_port"] not in {port, *(int(item.get("port", 6443)) for item in settings["backends"])},
        "shared_port",
        str(settings["shared_port"]),
        "a port that neither the balancer nor an API server uses",
    )


def _unless(right: bool, place: str, found: str, expected: str) -> Optional[Problem]:
    return None if right else Problem(place, found, expected)


def _ip(text: Any) -> Any:
    try:
        return ipaddress.ip_address(str(text))
    except ValueError:
        return None


def plan(settings: Mapping[str, Any], host: str, ready: Optional[Sequence[str]] = None) -> dict[str, Any]:
    """What `host` gets. `ready` names the API servers that answer now; None when nobody has asked.

    `proxy` is where the host's own haproxy listens (None: it needs none), `pieces` are the parts that stand on the
    host, `forwards` what the piece `forward` rewrites, and `name_address` what the endpoint's name is mapped to.
    """
    balancer = parse_balancer(settings)
    own = balancer.own(host)
    proxy = _proxy(balancer, own)
    forwards = _forwards(balancer, proxy) if proxy and proxy["port"] != balancer.port else []
    held = balancer.method == LOCAL_ADDRESS and own is not None
    redirected = balancer.method == REDIRECT and own is not None
    pieces = [name for name, wanted in (("address", held), ("forward", forwards), ("redirect", redirected)) if wanted]
    return {
        "own": own._asdict() if own else {},
        "proxy": proxy,
        "pieces": pieces,
        "forwards": forwards,
        "name_address": _name_address(balancer, own, ready),
        "probe_host": balancer.name or balancer.address,
    }


def _proxy(balancer: Balancer, own: Optional[Backend]) -> Optional[dict[str, Any]]:
    """Where haproxy listens; not on the port of an API server, which takes it on all addresses of its host."""
    if balancer.method == LOCAL_PROXY:
        address = balancer.proxy_address
    elif balancer.method == LOCAL_ADDRESS and own is not None:
        address = balancer.address
    else:
        return None
    shared = own is not None and own.port == balancer.port
    return {"address": address, "port": balancer.shared_port if shared else balancer.port}


def _forwards(balancer: Balancer, proxy: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Which connections of the host reach haproxy on the port that it could take.

    Pods (`routed`) are served only where haproxy's address is no loopback address, to which nothing can be routed.
    """
    version = ipaddress.ip_address(proxy["address"]).version
    asked = dict.fromkeys((str(proxy["address"]), balancer.address))
    return [
        {
            "family": "ip6" if version == 6 else "ip",
            "addresses": [address for address in asked if ipaddress.ip_address(address).version == version],
            "port": balancer.port,
            "target": f"[{proxy['address']}]:{proxy['port']}"
            if version == 6
            else f"{proxy['address']}:{proxy['port']}",
            "routed": balancer.method == LOCAL_ADDRESS,
        }
    ]


def _name_address(balancer: Balancer, own: Optional[Backend], ready: Optional[Sequence[str]]) -> str:
    """What the endpoint's name means on the host; empty when there is no name.

    With hosts_name a master whose own API server is down is sent to the balancer as long as another one answers: so it
    can still join, and the first one finds itself although nobody answers yet.
    """
    if not balancer.name:
        return ""
    if balancer.method == LOCAL_PROXY:
        return balancer.proxy_address
    if balancer.method == HOSTS_NAME and own is not None and (not ready or own.name in ready):
        return own.address
    return balancer.address
