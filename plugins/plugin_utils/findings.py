# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""One mistake that preflight found, on its way from a check to the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

ERROR = "error"
WARNING = "warning"

INVENTORY = "inventory"
"""What the column `host` says of a mistake that belongs to no single host."""

VAULTED = "a vaulted value"
"""What is shown in place of a value that a vault keeps: it is there decrypted."""

ACCEPTABLE = (
    "cgroup",
    "clock",
    "even-members",
    "local-names",
    "machine",
    "memory",
    "port-blocked",
    "port-taken",
    "processors",
    "root-login",
    "shared-port",
    "spelling",
    "swap",
    "two-holders",
    "vrrp-heard",
)
"""The checks whose errors a site may turn into warnings; without the others nothing can work."""


class Finding(NamedTuple):
    """Where it stands, what was found, what is expected, and what the reader can do about it.

    `check` names the check, so that a site can accept its findings by `kube_preflight_accept`.
    """

    check: str
    host: str
    variable: str
    found: str
    expected: str
    mend: str
    severity: str = ERROR


def some_of(names: Sequence[str]) -> str:
    """The first three names, and how many more there are."""
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"


def told_once(findings: Iterable[Finding], everywhere: int) -> list[Finding]:
    """A mistake that several of the hosts share is told once, since it mostly stands in the variables of a group.

    `everywhere` is how many hosts there are: what all of them have is the inventory's.
    """
    holders: dict[Finding, list[str]] = {}
    for finding in findings:
        holders.setdefault(finding._replace(host=INVENTORY), []).append(finding.host)
    return [_on_hosts(finding, hosts, everywhere) for finding, hosts in holders.items()]


def _on_hosts(finding: Finding, hosts: Sequence[str], everywhere: int) -> Finding:
    if len(hosts) == everywhere > 1:
        return finding
    more = f" (as on {len(hosts) - 1} more)" if len(hosts) > 1 else ""
    return finding._replace(host=hosts[0], found=finding.found + more)
