# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every check of preflight, in the order of the table."""

from __future__ import annotations

from collections.abc import Callable

from ..findings import ACCEPTABLE, ERROR, WARNING, Finding
from ..inventory import Inventory
from ..site import Site, parse
from . import addressing, endpoint, hostnames, membership, spelling
from .view import Found, View

OF_INVENTORY: tuple[Callable[[View], Found], ...] = (
    membership.control_plane,
    membership.empty_groups,
    membership.even_etcd,
    membership.load_balancers,
    hostnames.invalid_names,
    hostnames.shared_names,
    addressing.duplicate_addresses,
    addressing.mixed_families,
    addressing.endpoint_is_a_host,
    endpoint.shared_port,
    endpoint.later_release,
    endpoint.vrid_without_router,
    spelling.unknown_variables,
    spelling.unknown_checks,
)
"""Checks that need nothing but the inventory."""


def judge_inventory(inventory: Inventory) -> tuple[Site, list[Finding]]:
    """The site, and everything that is wrong with the inventory by itself."""
    site, findings = parse(inventory)
    return site, accepted(site, findings + run(OF_INVENTORY, View(site, {})))


def run(checks: tuple[Callable[[View], Found], ...], view: View) -> list[Finding]:
    return [finding for check in checks for finding in check(view)]


def accepted(site: Site, findings: list[Finding]) -> list[Finding]:
    """The same findings; those of a check that the site accepts are warnings."""
    accept = set(site.settings["kube_preflight_accept"] or ()) & set(ACCEPTABLE)
    return [
        finding._replace(severity=WARNING) if finding.severity == ERROR and finding.check in accept else finding
        for finding in findings
    ]
