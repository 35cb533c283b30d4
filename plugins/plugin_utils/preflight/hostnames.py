# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that the API server would refuse, or that two hosts would share."""

from __future__ import annotations

from ..findings import INVENTORY, Finding
from ..names import name_mistake, suggested_name
from .view import Found, View

RULE = "lower-case letters, digits, '-' and '.' (RFC 1123), not digits alone"


def invalid_names(view: View) -> Found:
    """Each host's name must be one that kube-apiserver accepts for a node."""
    for member in view.site.members:
        mistake = name_mistake(member.name)
        if mistake:
            near = suggested_name(member.name)
            mend = "rename the host in the inventory" + (f", e.g. {near}" if near else "")
            yield Finding("host-name", member.name, "inventory_hostname", mistake, RULE, mend)


def shared_names(view: View) -> Found:
    """No two hosts may have one full or short name, and the endpoint's name may be no host's."""
    first: dict[str, str] = {}
    for member in view.site.members:
        for name in sorted({member.name, view.site.fqdn(member.name), member.name.split(".")[0]}):
            other = first.setdefault(name, member.name)
            if other != member.name:
                yield Finding(
                    "host-name",
                    member.name,
                    "inventory_hostname",
                    f"{name} also names {other}",
                    "a name of its own for each host",
                    "rename one of the two hosts",
                )
    endpoint = view.site.settings["kube_ha_name"]
    if endpoint in first:
        yield Finding(
            "host-name",
            INVENTORY,
            "kube_ha_name",
            f"{endpoint} names the host {first[endpoint]}",
            "a name that is the endpoint's alone",
            "choose another kube_ha_name, e.g. api.<domain>",
        )
