# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Variables that nothing reads, most likely misspelt."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from ..findings import ACCEPTABLE, ERROR, INVENTORY, WARNING, Finding, told_once
from ..variables import VARIABLES
from .view import Found, View

NEAR = 0.85
"""How alike two names are, by difflib's measure, when one of them is most likely the other misspelt."""


def unknown_variables(view: View) -> Found:
    """A `kube_*` variable near one of ours is a mistake; another one is told, since it may be the site's own."""
    hosts = view.site.inventory.hosts
    unknown = sorted({name for host in hosts for name in host.variables if name.startswith("kube_")} - set(VARIABLES))
    near = {name: difflib.get_close_matches(name, VARIABLES, n=2, cutoff=NEAR) for name in unknown}
    findings = [unread(host.name, name, near[name]) for name in unknown for host in hosts if name in host.variables]
    yield from told_once(findings, len(hosts))


def unread(host: str, name: str, near: Sequence[str]) -> Finding:
    """A variable that nothing reads, and those that may be meant."""
    return Finding(
        "spelling",
        host,
        name,
        "a variable that nothing reads",
        " or ".join(near) or "a variable of quorum.kube, or a name without kube_",
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
