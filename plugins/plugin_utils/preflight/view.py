# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every check is asked against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..findings import Finding
from ..inventory import Unreadable
from ..site import Member, Site

Found = Iterator[Finding]


class View(NamedTuple):
    """The site, and what the hosts told: for each host that was asked, the result of its probe."""

    site: Site
    probes: Mapping[str, Mapping[str, Any]]

    def answered(self) -> Iterator[tuple[Member, Mapping[str, Any]]]:
        """The hosts whose probe came back whole, in the order of the inventory."""
        for member in self.site.members:
            probe = self.probes.get(member.name)
            if probe is not None and "interfaces" in probe:
                yield member, probe

    def variable(self, name: str, variable: str) -> Any:
        """A variable of the host as the inventory has it; None when it has none, or one that cannot be read."""
        host = next(host for host in self.site.inventory.hosts if host.name == name)
        value = host.variables.get(variable)
        return None if isinstance(value, Unreadable) else value
