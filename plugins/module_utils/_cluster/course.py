# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is to be done with a host, from what is on it and who serves. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional

BLANK = "blank"
HALF = "half"
MEMBER = "member"
FOREIGN = "foreign"

NOTHING = "nothing"
INIT = "init"
JOIN = "join"
WAIT = "wait"
REFUSE = "refuse"

ENDPOINT = ""
"""Stands for the endpoint among those that serve, whose answer comes from one of the control planes."""


class Found(NamedTuple):
    """A host as it is.

    Attributes:
        traces: The files of kubeadm's that exist, such as `/etc/kubernetes/kubelet.conf`.
        authority: The pin of the host's own copy of the cluster's CA; empty without one.
        record: What this collection has kept of its own doing: `action` (`init`, `join`, `take_back`) and `done`; None
            when it has done nothing.
    """

    traces: Sequence[str]
    authority: str
    record: Optional[Mapping[str, Any]]


class Serving(NamedTuple):
    """An API server that answers: its host, its version, and the pin of its cluster's CA, empty when untold."""

    name: str
    version: str
    authority: str


class Course(NamedTuple):
    """What is to be done, why, and through which control plane."""

    action: str
    stage: str
    text: str
    through: str = ""


def stage(found: Found, serving: Sequence[Serving]) -> str:
    """Whether the host is blank, half made by us, a member of the cluster, or somebody else's.

    Without a record of ours a host is a member only when its CA is the one that the API servers tell: nothing else
    proves that it is not of another cluster.
    """
    if found.record is not None:
        return MEMBER if found.record.get("done") else HALF
    if not found.traces:
        return BLANK
    return MEMBER if found.authority and found.authority in [one.authority for one in serving] else FOREIGN


def course(name: str, control_plane: Sequence[str], found: Found, serving: Sequence[Serving]) -> Course:
    """The next step for one host.

    Only the first control plane makes a cluster, and only while no other one serves; all others join, or wait for it.
    A half done `init` is gone through again on its own host with the authority that it has made; a half done `join`
    is taken back and done anew.
    """
    now = stage(found, serving)
    others = [one for one in serving if one.name not in (name, ENDPOINT)]
    strangers = [one for one in serving if found.authority and one.authority not in ("", found.authority)]
    if now == FOREIGN:
        text = f"has {', '.join(found.traces)}, which is not of this cluster as far as can be told"
        return Course(REFUSE, now, text)
    if now == MEMBER and strangers:
        text = f"is of the cluster {found.authority}, and {strangers[0].name} serves {strangers[0].authority}"
        return Course(REFUSE, now, text)
    if now == MEMBER:
        return Course(NOTHING, now, "is a member", others[0].name if others else name)
    if now == HALF and found.record and found.record.get("action") == INIT:
        return Course(INIT, now, "has a half done init, which is gone through again")
    if others:
        text = "has a half done join, which is taken back and done anew" if now == HALF else "joins"
        return Course(JOIN, now, text, others[0].name)
    if now == BLANK and not serving and name == control_plane[0]:
        return Course(INIT, now, "is the first control plane, and no other one serves")
    return Course(WAIT, now, f"waits until one of {', '.join(control_plane)} serves")
