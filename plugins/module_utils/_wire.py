# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the network around this host: neighbours, VRRP routers, ports. Private to this collection."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import select
import socket
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Optional

from ._net import neighbours, vrrp
from ._net.interfaces import subnets_with

_PROBES = 3
_BETWEEN_PROBES = 0.3
_ANSWER = 0.4


def neighbours_of(addresses: Sequence[str], interfaces: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Who answers for each address: the MACs seen on the interface in its subnet, or `own` when this host has it."""
    own = {address["address"] for interface in interfaces for address in interface["addresses"]}
    found: list[dict[str, Any]] = []
    questions: dict[str, list[str]] = {}
    for address in (str(ipaddress.ip_address(text)) for text in addresses):
        near = [
            one for one in interfaces if one["up"] and one["mac"] and subnets_with(ipaddress.ip_network(address), one)
        ]
        name = near[0]["name"] if near else ""
        found.append({"address": address, "interface": name, "own": address in own, "macs": []})
        if near and address not in own:
            questions.setdefault(name, []).append(address)
    with contextlib.ExitStack() as stack:
        asked = []
        for interface in interfaces:
            wanted = questions.get(interface["name"], [])
            for version, question in ((4, _Arp), (6, _Ndp)):
                of_version = [address for address in wanted if ipaddress.ip_address(address).version == version]
                if of_version:
                    asked.append(stack.enter_context(question(interface, of_version)))
        answers = _answers(asked)
    for entry in found:
        entry["macs"] = sorted(answers.get(entry["address"], ()))
    return found


class _Question:
    """A raw socket on one interface, which asks for addresses and reads the answers."""

    def __init__(self, interface: dict[str, Any], addresses: Sequence[str]) -> None:
        self.interface = interface
        self.addresses = addresses
        self.socket = self._open()

    def __enter__(self) -> _Question:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def _open(self) -> socket.socket:
        raise NotImplementedError

    def ask(self) -> None:
        raise NotImplementedError

    def answer(self, data: bytes) -> Optional[tuple[str, str]]:
        raise NotImplementedError


class _Arp(_Question):
    def _open(self) -> socket.socket:
        raw = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(neighbours.ETHERNET_ARP))
        raw.bind((self.interface["name"], neighbours.ETHERNET_ARP))
        return raw

    def ask(self) -> None:
        for address in self.addresses:
            self.socket.send(neighbours.arp_probe(self.interface["mac"], address))

    def answer(self, data: bytes) -> Optional[tuple[str, str]]:
        return neighbours.arp_answer(data)


class _Ndp(_Question):
    def _open(self) -> socket.socket:
        raw = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
        raw.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, self.interface["index"])
        raw.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
        return raw

    def ask(self) -> None:
        for address in self.addresses:
            group = neighbours.solicited_group(address)
            message = neighbours.solicitation(self.interface["mac"], address)
            with contextlib.suppress(OSError):
                self.socket.sendto(message, (group, 0, 0, self.interface["index"]))

    def answer(self, data: bytes) -> Optional[tuple[str, str]]:
        return neighbours.advertisement(data)


def _answers(questions: Sequence[_Question]) -> dict[str, set[str]]:
    """Asks several times, since a question may be lost, and waits for every answer: two hosts may have one address."""
    found: dict[str, set[str]] = {}
    by_socket = {question.socket: question for question in questions}
    for attempt in range(_PROBES if questions else 0):
        for question in questions:
            with contextlib.suppress(OSError):
                question.ask()
        wait = _ANSWER if attempt == _PROBES - 1 else _BETWEEN_PROBES
        for source, data, _address in _received(list(by_socket), wait):
            answer = by_socket[source].answer(data)
            if answer and answer[0] in by_socket[source].addresses:
                found.setdefault(answer[0], set()).add(answer[1])
    return found


def _received(sockets: Sequence[socket.socket], seconds: float) -> Iterator[tuple[socket.socket, bytes, Any]]:
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        if left <= 0:
            return
        for ready in select.select(sockets, [], [], left)[0]:
            data, address = ready.recvfrom(65535)
            yield ready, data, address


def adverts_heard(interfaces: Sequence[dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    """The VRRP routers that are heard within the time, each with its last advertisement and its interface."""
    heard: dict[tuple[str, str, int], dict[str, Any]] = {}
    with contextlib.ExitStack() as stack:
        names = {}
        for interface in interfaces:
            if interface["up"] and not interface["loopback"]:
                for listener in _vrrp_sockets(interface):
                    names[stack.enter_context(listener)] = interface["name"]
        for source, data, address in _received(list(names), seconds):
            if source.family == socket.AF_INET:
                sender, payload = vrrp.ip4_payload(data)
            else:
                sender, payload = address[0].partition("%")[0], data
            advert = vrrp.parse_advert(payload, sender)
            if advert:
                entry = {**advert._asdict(), "interface": names[source], "addresses": list(advert.addresses)}
                heard[(names[source], sender, advert.vrid)] = entry
    return [heard[key] for key in sorted(heard)]


def _vrrp_sockets(interface: dict[str, Any]) -> Iterator[socket.socket]:
    families = {address["family"] for address in interface["addresses"]}
    joins: list[tuple[str, socket.AddressFamily, Callable[[socket.socket], None]]] = [
        ("ipv4", socket.AF_INET, lambda raw: _join_ip4(raw, interface["index"])),
        ("ipv6", socket.AF_INET6, lambda raw: _join_ip6(raw, interface["index"])),
    ]
    for name, family, join in joins:
        if name in families:
            raw = socket.socket(family, socket.SOCK_RAW, vrrp.PROTOCOL)
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface["name"].encode() + b"\0")
            with contextlib.suppress(OSError):
                join(raw)
            yield raw


def _join_ip4(raw: socket.socket, index: int) -> None:
    request = struct.pack("=4s4si", socket.inet_aton(vrrp.GROUPS[4]), bytes(4), index)
    raw.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, request)


def _join_ip6(raw: socket.socket, index: int) -> None:
    request = socket.inet_pton(socket.AF_INET6, vrrp.GROUPS[6]) + struct.pack("=I", index)
    raw.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, request)


def connected(targets: Sequence[dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    """How each TCP port answers: `open`, `refused`, `timeout` or `unreachable`; all are tried at once."""
    waiting: dict[socket.socket, dict[str, Any]] = {}
    found = []
    for target in targets:
        entry = {"address": target["address"], "port": target["port"], "result": "timeout"}
        found.append(entry)
        version = ipaddress.ip_address(target["address"]).version
        attempt = socket.socket(socket.AF_INET if version == 4 else socket.AF_INET6, socket.SOCK_STREAM)
        attempt.setblocking(False)
        state = attempt.connect_ex((target["address"], target["port"]))
        if state in (0, errno.EINPROGRESS):
            waiting[attempt] = entry
        else:
            entry["result"] = _outcome(state)
            attempt.close()
    end = time.monotonic() + seconds
    while waiting and time.monotonic() < end:
        for attempt in select.select([], list(waiting), [], max(0.0, end - time.monotonic()))[1]:
            waiting.pop(attempt)["result"] = _outcome(attempt.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR))
            attempt.close()
    for attempt in waiting:
        attempt.close()
    return found


def _outcome(state: int) -> str:
    return {0: "open", errno.ECONNREFUSED: "refused", errno.ETIMEDOUT: "timeout"}.get(state, "unreachable")
