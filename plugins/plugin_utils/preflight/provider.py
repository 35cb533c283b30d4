# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The provider's balancer, and what each host needs to get around it."""

from __future__ import annotations

from typing import Any

from ...module_utils._kube.errors import InputError
from ...module_utils._net.external_lb import parse_balancer, plan
from ..findings import INVENTORY, Finding
from ..site import API_PORT, Site
from .view import Found, View

_VARIABLES = {
    "address": "kube_ha_address",
    "method": "kube_external_lb_method",
    "name": "kube_ha_name",
    "port": "kube_ha_port",
    "proxy_address": "kube_external_lb_proxy_address",
    "shared_port": "kube_external_lb_shared_port",
}


def unusable_balancer(view: View) -> Found:
    """What the role external_lb would refuse is told before it begins."""
    settings = _settings(view.site)
    if settings is None:
        return
    try:
        parse_balancer(settings)
    except InputError as error:
        for problem in error.problems:
            variable = _VARIABLES.get(problem.place)
            if variable:
                yield Finding("mode", INVENTORY, variable, problem.found, problem.expected, f"correct {variable}")


def proxy_of(site: Site, name: str) -> dict[str, Any] | None:
    """Address and port of the host's own haproxy beside a provider's balancer; None where it has none."""
    settings = _settings(site)
    if settings is None:
        return None
    try:
        proxy: dict[str, Any] | None = plan(settings, name)["proxy"]
    except InputError:
        return None
    return proxy


def _settings(site: Site) -> dict[str, Any] | None:
    """The balancer as the role external_lb takes it; None in another mode, or where a setting cannot be read."""
    values = {place: site.settings[variable] for place, variable in _VARIABLES.items() if place != "port"}
    if site.settings["kube_ha_mode"] != "external" or None in values.values():
        return None
    members = [member for member in site.members if member.name in site.control_plane and member.addresses]
    backends = [{"name": member.name, "address": str(member.addresses[0]), "port": API_PORT} for member in members]
    return {**values, "address": str(values["address"]), "port": site.port, "backends": backends}
