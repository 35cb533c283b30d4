# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Groups that are missing, empty, or of a size that makes no quorum."""

from __future__ import annotations

import difflib

from ..findings import INVENTORY, WARNING, Finding
from ..inventory import GROUPS
from .view import Found, View

_ANSIBLES_OWN = ("all", "ungrouped")


def control_plane(view: View) -> Found:
    """There must be a control plane; one host alone is told."""
    members = view.site.control_plane
    if not members:
        others = [group for group in view.site.inventory.groups if group not in (*GROUPS, *_ANSIBLES_OWN)]
        near = difflib.get_close_matches("kube_control_plane", others, n=1)
        seen = ", ".join(near or others[:5]) or "none"
        state = "is empty" if "kube_control_plane" in view.site.inventory.groups else "is missing"
        yield Finding(
            "groups",
            INVENTORY,
            "kube_control_plane",
            f"the group {state}; other groups: {seen}",
            "the hosts that run kube-apiserver",
            "add the group kube_control_plane with one or, better, three hosts",
        )
    elif len(members) == 1:
        yield Finding(
            "groups",
            INVENTORY,
            "kube_control_plane",
            f"{members[0]} alone",
            "three hosts or more, to survive the loss of one",
            "add hosts to kube_control_plane",
            WARNING,
        )


def empty_groups(view: View) -> Found:
    """A group that is there but empty is a mistake; an absent one stands for the control plane."""
    for group in ("etcd", "kube_load_balancer"):
        if group in view.site.inventory.groups and not view.site.inventory.groups[group]:
            yield Finding(
                "groups",
                INVENTORY,
                group,
                "the group is empty",
                "hosts, or no such group (then the control plane)",
                f"add hosts to {group}, or remove the group",
            )


def even_etcd(view: View) -> Found:
    """An even number of members survives no more losses than one member less (etcd v3.6 documentation, faq.md)."""
    count = len(view.site.etcd)
    if count == 0 or count % 2 or view.site.settings["kube_etcd_even_members"]:
        return
    own_group = "etcd" in view.site.inventory.groups
    yield Finding(
        "even-members",
        INVENTORY,
        "etcd" if own_group else "kube_control_plane",
        f"{count} members",
        "an odd number: a quorum of an even one survives no more losses",
        f"make it {count - 1} or {count + 1} members, or set kube_etcd_even_members: true",
    )


def load_balancers(view: View) -> Found:
    """A single host that holds the virtual address has nobody to hand it to."""
    members = view.site.load_balancers
    if view.site.settings["kube_ha_mode"] == "keepalived" and len(members) == 1 and len(view.site.control_plane) > 1:
        yield Finding(
            "groups",
            INVENTORY,
            "kube_load_balancer",
            f"{members[0]} alone",
            "two hosts or more, to survive the loss of one",
            "add hosts to kube_load_balancer, or remove the group",
            WARNING,
        )
