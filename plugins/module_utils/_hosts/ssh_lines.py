# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The lines that OpenSSH reads: keys, known hosts, authorized keys, settings. Private to this collection."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .._kube.errors import InputError, Problem
from .trust import Peer, Trust

SSH_PORT = 22

_KEY = re.compile(r"(?:^|\s)((?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[A-Za-z0-9@.-]+) ([A-Za-z0-9+/]+={0,2})(?: (.*))?$")
_COMMENT = re.compile(r"quorum\.kube/[^/ ]+/(\S+)\Z")
_OPTION = re.compile(r'[a-z][a-z0-9-]*(="(?:[^"\\\n]|\\")*")?\Z')


class PublicKey(NamedTuple):
    """A public key without its comment."""

    kind: str
    blob: str

    def __str__(self) -> str:
        return f"{self.kind} {self.blob}"


class Identity(NamedTuple):
    """What a host said of itself in this run: its own public keys, the keys of its sshd, and sshd's port."""

    keys: tuple[PublicKey, ...]
    host_keys: tuple[PublicKey, ...]
    port: Optional[int]


def parse_key(line: str) -> Optional[PublicKey]:
    """The key in a line of a public key file, an authorized_keys or a known_hosts file; None when there is none."""
    match = _KEY.search(line.strip())
    if match is None:
        return None
    kind, blob, _comment = match.groups()
    try:
        inner = base64.b64decode(blob, validate=True)
    except binascii.Error:
        return None
    return PublicKey(kind, blob) if inner[4 : 4 + len(kind)] == kind.encode() else None


def key_owner(line: str) -> Optional[str]:
    """The host that a line of ours in authorized_keys belongs to, by its comment."""
    match = _COMMENT.search(line.strip())
    return match.group(1) if match else None


def parse_identities(items: Iterable[Mapping[str, Any]]) -> dict[str, Identity]:
    """What the hosts of this run said; a line that is no public key is refused."""
    problems: list[Problem] = []
    identities: dict[str, Identity] = {}
    for item in items:
        parsed = []
        for field in ("public_keys", "host_keys"):
            keys = [(line, parse_key(line)) for line in item.get(field) or ()]
            problems += [
                Problem(f"identities: {item['name']}.{field}", repr(line), "a public key")
                for line, key in keys
                if key is None
            ]
            parsed.append(tuple(key for _line, key in keys if key is not None))
        identities[str(item["name"])] = Identity(parsed[0], parsed[1], item.get("port"))
    if problems:
        raise InputError(problems)
    return identities


def check_options(options: Sequence[str]) -> None:
    """Refuses what would not be an option of a line in authorized_keys (sshd(8), AUTHORIZED_KEYS FILE FORMAT)."""
    problems = [
        Problem("authorized_options", repr(option), 'a name as in sshd(8), with ="value" where it takes one')
        for option in options
        if not _OPTION.match(option)
    ]
    if problems:
        raise InputError(problems)


def remembered(
    peers: Sequence[Peer], identities: Mapping[str, Identity], present: Sequence[str]
) -> dict[str, Identity]:
    """The identities, and for each peer that this run has not heard of what the block holds: host keys and port."""
    result = dict(identities)
    for peer in peers:
        kept = [_parse_known(line) for line in present]
        found = [(port, key) for name, port, key in kept if name == peer.name and key is not None]
        if found and not (peer.name in result and result[peer.name].host_keys):
            result[peer.name] = Identity((), tuple(key for _port, key in found), found[0][0])
    return result


def known_hosts(peers: Sequence[Peer], identities: Mapping[str, Identity]) -> list[str]:
    """A line for each key of each peer, under every name and address of it."""
    lines: list[str] = []
    for peer in peers:
        known = identities.get(peer.name, Identity((), (), None))
        names = [_known_name(name, peer.port or known.port) for name in (*peer.names, *peer.addresses)]
        lines += [f"{','.join(names)} {key}" for key in sorted(known.host_keys)]
    return lines


def authorized_keys(
    trust: Trust,
    identities: Mapping[str, Identity],
    present: Sequence[str],
    options: Sequence[str],
    from_addresses: bool,
) -> list[str]:
    """A line for each key of each host that may log in; a host that this run has not heard of keeps its keys."""
    lines: list[str] = []
    for peer in trust.sources:
        known = identities.get(peer.name)
        keys = list(known.keys) if known else []
        keys = keys or [
            key for line in present if key_owner(line) == peer.name and (key := parse_key(line)) is not None
        ]
        where = ['from="' + ",".join(peer.addresses) + '"'] if from_addresses else []
        prefix = ",".join([*options, *where])
        lines += [" ".join(filter(None, (prefix, str(key), trust.comment(peer.name)))) for key in keys]
    return lines


def dropped_keys(trust: Trust, identities: Mapping[str, Identity], present: Sequence[str]) -> list[PublicKey]:
    """Keys in our block that no host has any more: those of hosts that are gone, and those that were rotated out."""
    names = {peer.name for peer in trust.hosts}
    dropped: list[PublicKey] = []
    for line in present:
        owner, key = key_owner(line), parse_key(line)
        if owner is None or key is None:
            continue
        known = identities.get(owner)
        rotated = known is not None and bool(known.keys) and key not in known.keys
        if owner not in names or rotated:
            dropped.append(key)
    return dropped


def client_config(trust: Trust, user: str, key_file: str, identities: Mapping[str, Identity]) -> list[str]:
    """The client's configuration for `user`: each target's name leads to its address, and our key is shown there."""
    lines: list[str] = []
    for peer in trust.targets:
        known = identities.get(peer.name)
        port = peer.port or (known.port if known else None) or SSH_PORT
        lines += [f"Match localuser {user} originalhost {','.join(peer.names)}", f"    HostName {peer.addresses[0]}"]
        if port != SSH_PORT:
            lines += [
                f"Match localuser {user} originalhost {','.join((*peer.names, *peer.addresses))}",
                f"    Port {port}",
            ]
    if lines:
        everyone = [name for peer in trust.targets for name in (*peer.names, *peer.addresses)]
        lines += [
            f"Match localuser {user} user {user} originalhost {','.join(everyone)}",
            f"    IdentityFile {key_file}",
            "    StrictHostKeyChecking yes",
        ]
    return lines


def _known_name(name: str, port: Optional[int]) -> str:
    return f"[{name}]:{port}" if port and port != SSH_PORT else name


def _parse_known(line: str) -> tuple[str, Optional[int], Optional[PublicKey]]:
    """The first name of a line of ours, its port when it has one, and its key."""
    first = line.split(" ", 1)[0].split(",", 1)[0]
    match = re.match(r"\[(.+)\]:(\d+)\Z", first)
    return (match.group(1), int(match.group(2)), parse_key(line)) if match else (first, None, parse_key(line))
