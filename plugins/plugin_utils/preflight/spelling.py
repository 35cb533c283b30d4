# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Variables that nothing reads, most likely misspelt."""

from __future__ import annotations

import difflib

from ..findings import ACCEPTABLE, ERROR, INVENTORY, WARNING, Finding
from ..variables import VARIABLES
from .view import Found, View


def unknown_variables(view: View) -> Found:
    """A `kube_*` variable near one of ours is a mistake; another one is told, since it may be the site's own."""
    holders: dict[str, list[str]] = {}
    for host in view.site.inventory.hosts:
        for name in host.variables:
            if name.startswith("kube_") and name not in VARIABLES:
                holders.setdefault(name, []).append(host.name)
    everywhere = len(view.site.inventory.hosts)
    for name in sorted(holders):
        near = difflib.get_close_matches(name, VARIABLES, n=2, cutoff=0.85)
        where = INVENTORY if len(holders[name]) == everywhere else holders[name][0]
        yield Finding(
            "spelling",
            where,
            name,
            "a variable that nothing reads",
            " or ".join(near) if near else "a variable of quorum.kube, or a name without kube_",
            "correct the spelling, or rename the variable",
            ERROR if near else WARNING,
        )


def unknown_checks(view: View) -> Found:
    """What `kube_preflight_accept` names must be a check that can be accepted."""
    for name in view.site.settings["kube_preflight_accept"] or ():
        if name not in ACCEPTABLE:
            near = difflib.get_close_matches(name, ACCEPTABLE, n=2)
            yield Finding(
                "spelling",
                INVENTORY,
                "kube_preflight_accept",
                f"{name!r}, which is no check that can be accepted",
                " or ".join(near or ACCEPTABLE),
                "name one of these checks",
            )
