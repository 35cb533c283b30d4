# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The flags of a member, by etcd's release. Private to this collection.

Names follow CHANGELOG-3.5.md, CHANGELOG-3.6.md and the upgrade guide to 3.7: what 3.5 calls `experimental-…` is a flag
without the prefix or a feature gate from 3.6 on, and 3.7 does not start with the old names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._kube.errors import InputError, Problem
from .urls import CLIENT_PORT, METRICS_PORT, client_url, peer_url, url
from .versions import parse_version, run_problems

RESERVED = ("initial-", "force-new-cluster", "config-file", "name", "data-dir")


def flags(member: Mapping[str, Any], settings: Mapping[str, Any], version: str) -> list[str]:
    """The flags of every start, each once; those of the first start alone (`--initial-*`) are not among them.

    Raises:
        InputError: With a release that is not known, and with extra flags that would contradict the others.
    """
    given = settings.get("extra_flags", {})
    known = parse_version(version)
    problems = run_problems(version) + (unfit(given, known.line) if known else [])
    if problems or known is None:
        raise InputError(problems)
    made = {**_addresses(member), **_tls(settings["pki_dir"]), **_store(settings), **_kubernetes(known.line, settings)}
    made.update({_bare(name): value for name, value in given.items()})
    return [f"--{name}={_text(value)}" for name, value in {**_own(member, settings), **made}.items() if value != ""]


def unfit(extra: Mapping[str, Any], line: tuple[int, int]) -> list[Problem]:
    """Extra flags that would make another cluster of the member, or that its release has no more."""
    problems = []
    for name in map(_bare, extra):
        if name.startswith(RESERVED[0]) or name in RESERVED[1:]:
            problems.append(Problem("etcd_extra_flags", f"--{name}", "no flag that decides which cluster this is"))
        elif name.startswith("experimental-") and line >= (3, 6):
            expected = f"the name that etcd {line[0]}.{line[1]} has for it"
            problems.append(Problem("etcd_extra_flags", f"--{name}", expected))
    return problems


def _bare(name: Any) -> str:
    return str(name).lstrip("-")


def _own(member: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": member["name"], "data-dir": settings["data_dir"], "wal-dir": settings.get("wal_dir", "")}


def _addresses(member: Mapping[str, Any]) -> dict[str, Any]:
    """Clients and peers reach the member at its own address over TLS; health and metrics stay on the host."""
    address = member["address"]
    return {
        "listen-client-urls": f"{client_url(address)},{url('https', '127.0.0.1', CLIENT_PORT)}",
        "advertise-client-urls": client_url(address),
        "listen-peer-urls": peer_url(address),
        "listen-metrics-urls": url("http", "127.0.0.1", METRICS_PORT),
    }


def _tls(folder: str) -> dict[str, Any]:
    return {
        "cert-file": f"{folder}/server.crt",
        "key-file": f"{folder}/server.key",
        "trusted-ca-file": f"{folder}/ca.crt",
        "client-cert-auth": True,
        "peer-cert-file": f"{folder}/peer.crt",
        "peer-key-file": f"{folder}/peer.key",
        "peer-trusted-ca-file": f"{folder}/ca.crt",
        "peer-client-cert-auth": True,
        "tls-min-version": "TLS1.2",
    }


def _store(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "heartbeat-interval": settings["heartbeat_ms"],
        "election-timeout": settings["election_ms"],
        "quota-backend-bytes": settings["quota_bytes"],
        "snapshot-count": settings["snapshot_count"],
        "auto-compaction-mode": settings["compaction_mode"],
        "auto-compaction-retention": settings["compaction_retention"],
        "log-level": settings["log_level"],
    }


def _kubernetes(series: tuple[int, ...], settings: Mapping[str, Any]) -> dict[str, Any]:
    """What kube-apiserver's watch cache needs, and the checks that find corrupt data (op-guide/data_corruption.md)."""
    notify = f"{settings['watch_progress_seconds']}s"
    if series == (3, 5):
        return {
            "experimental-watch-progress-notify-interval": notify,
            "experimental-initial-corrupt-check": True,
            "experimental-compact-hash-check-enabled": True,
        }
    return {
        "watch-progress-notify-interval": notify,
        "feature-gates": "CompactHashCheck=true,InitialCorruptCheck=true",
    }


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
