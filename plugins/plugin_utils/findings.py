# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""One mistake that preflight found, on its way from a check to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

ERROR = "error"
WARNING = "warning"

INVENTORY = "inventory"
"""What the column `host` says of a mistake that belongs to no single host."""


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
