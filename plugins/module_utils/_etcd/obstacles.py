# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands on a host against a member of ours. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .urls import CLIENT_PORT, METRICS_PORT, PEER_PORT
from .versions import parse_version

PORTS = (CLIENT_PORT, PEER_PORT, METRICS_PORT)


class Look(NamedTuple):
    """The host as it was found.

    `ours` tells whether this collection has prepared a first start here before, `packaged` whether the programs shall
    come from packages, which bring a unit of their own. `data` are the entries of the data
    directory, `owner` whose log is in it. `log` tells whether a log is in its own folder, `unit_log` which one the unit
    names. `others` maps paths of programs that are not ours to their versions.
    """

    ours: bool
    packaged: bool
    unit_path: str
    unit_pid: int
    data: Sequence[str]
    owner: str
    log: bool
    unit_log: str
    others: Mapping[str, str]
    listening: Sequence[Mapping[str, Any]]
    running: str


def obstacles(look: Look, settings: Mapping[str, Any]) -> list[str]:
    """Everything that must be cleared away before a member of ours may start here; nothing when it may."""
    return [
        *_programs(look),
        *_unit(look, settings["unit_path"]),
        *_data(look, settings["data_dir"]),
        *_log(look, settings["data_dir"], settings["wal_dir"]),
        *_ports(look),
        *_version(look, settings["version"], settings["upgrade_allowed"]),
    ]


def _programs(look: Look) -> list[str]:
    """Two programs of one name in the path end in a member that runs one version and is asked by another."""
    return [
        f"{path} {version or 'of an unknown version'} is installed by the distribution "
        "(expected no other etcd on the host: apt-get purge etcd-server etcd-client, or dnf remove etcd)"
        for path, version in sorted(look.others.items())
    ]


def _unit(look: Look, path: str) -> list[str]:
    if look.unit_path in ("", path) or (look.packaged and not look.unit_pid):
        return []
    state = f"and runs (pid {look.unit_pid})" if look.unit_pid else "and does not run"
    return [f"etcd.service is {look.unit_path} {state} (expected none, or ours at {path})"]


def _data(look: Look, folder: str) -> list[str]:
    """Data that a member of ours did not write: with it, etcd ignores which cluster it was told to make."""
    if look.ours or not look.data:
        return []
    what = f"the data of {look.owner}" if look.owner else f"{', '.join(look.data[:3])}"
    expected = "expected an empty folder: move it aside, nothing is ever deleted"
    return [f"{folder} holds {what}, which this role did not start ({expected})"]


def _log(look: Look, data: str, folder: str) -> list[str]:
    """With data and without its log, or the other way round, etcd starts as the member of another time."""
    if "member" not in look.data:
        expected = "expected both, or neither: move it aside"
        return [f"{folder} holds a member's log, and {data} not its data ({expected})"] if look.log else []
    if not look.ours or look.unit_log == folder:
        return []
    inside = f"{data}/member/wal"
    return [
        (
            f"etcd_wal_dir leads to {folder or inside} and the member's log is in {look.unit_log or inside} "
            "(expected the folder of the first start: to move it, remove the member and let it join again)"
        )
    ]


def _ports(look: Look) -> list[str]:
    taken = sorted(
        {
            (socket["port"], socket["process"] or "an unseen process", socket["pid"])
            for socket in look.listening
            if socket["protocol"] == "tcp"
            and socket["port"] in PORTS
            and not (look.ours and socket["pid"] == look.unit_pid)
        }
    )
    return [f"port {port} is taken by {process}, pid {pid} (expected free)" for port, process, pid in taken]


def _version(look: Look, wanted: str, allowed: bool) -> list[str]:
    """Another minor release needs the order, the checks and the snapshot of an upgrade (etcd's docs, upgrades/)."""
    running, target = parse_version(look.running), parse_version(wanted)
    if allowed or not look.ours or not look.data or not running or not target or running.line == target.line:
        return []
    expected = "expected the same minor release, or the playbook quorum.kube.etcd_upgrade"
    return [f"etcd {look.running} is installed and etcd_version is {wanted} ({expected})"]
