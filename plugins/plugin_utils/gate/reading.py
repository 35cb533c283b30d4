# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of the gate, and the input behind them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...module_utils._judging import ARGUMENT_SPEC, REQUIRED_ONE_OF, Input, byte_option, read_input
from ...module_utils._kube.cgroups import Node
from ...module_utils._kube.errors import InputError, Problem
from ...module_utils._kube.releases import NEWEST_MINOR, OLDEST_MINOR
from ...module_utils._live import is_asked
from ...module_utils._schedule import SCHEDULE_ARGUMENT_SPEC
from ...module_utils._snapshot import ClusterInput, read_snapshot
from ..reports import FORMATS
from .own_pods import without_own_pods

GATED, PRESENT, ABSENT = "gated", "present", "absent"

PASSED_THROUGH: dict[str, dict[str, Any]] = {
    "apply": {"type": "bool", "default": False},
    "append_hash": {"type": "bool", "default": False},
    "delete_options": {"type": "dict"},
    "force": {"type": "bool", "default": False},
    "hidden_fields": {"type": "list", "elements": "str"},
    "merge_type": {"type": "list", "elements": "str", "choices": ["merge", "strategic-merge"]},
    "server_side_apply": {"type": "dict"},
}
"""Options of kubernetes.core.k8s that it gets as they are."""

GATE_ARGUMENT_SPEC: dict[str, dict[str, Any]] = {
    **ARGUMENT_SPEC,
    **SCHEDULE_ARGUMENT_SPEC,
    **PASSED_THROUGH,
    "mode": {"type": "str", "choices": ["each", "sequence"], "default": "sequence"},
    "node_memory": {"type": "str"},
    "node_swap": {"type": "str"},
    "policy": {"type": "raw"},
    "policy_test": {"type": "bool", "default": False},
    "report": {"type": "list", "elements": "raw", "default": []},
    "state": {"type": "str", "choices": [ABSENT, GATED, PRESENT], "default": GATED},
    "wait": {"type": "bool", "default": True},
    "wait_sleep": {"type": "int", "default": 2},
    "wait_timeout": {"type": "int", "default": 300},
}
__all__ = ["GATE_ARGUMENT_SPEC", "REQUIRED_ONE_OF"]


_RELEASE = re.compile(r"1\.([0-9]{1,3})(\.[0-9]{1,4})?")
FORMAT_OF_SUFFIX = {".html": "html", ".json": "json", ".sarif": "sarif", ".txt": "text", ".xml": "junit"}


class WantedReport(NamedTuple):
    """A report to be written: its format and its file."""

    format: str
    path: str


class Request(NamedTuple):
    """What is to be judged, the cluster that it is for (None: none was given), and the nodes' memory."""

    params: Mapping[str, Any]
    manifests: Input
    cluster: ClusterInput | None
    node: Node
    reports: tuple[WantedReport, ...] = ()

    @property
    def state(self) -> str:
        return str(self.params["state"])


def read_request(params: Mapping[str, Any]) -> Request:
    """Everything behind the options, each file read once; mistakes of the options raise one `InputError`.

    The rules are those of the release that the cluster tells, unless the options name one.
    """
    reports = tuple(wanted_reports(params["report"]))
    node = Node(*(byte_option(params, name) for name in ("node_memory", "node_swap")))
    cluster = _cluster(params)
    version = params["kubernetes_version"] or (known_release(cluster.snapshot.release) if cluster else None)
    manifests = read_input({**params, "kubernetes_version": version}, lambda document: True)
    _refuse_nothing(params, manifests)
    if cluster is not None:
        workloads = [document.value for document in manifests.documents.documents]
        cluster = cluster._replace(snapshot=without_own_pods(cluster.snapshot, workloads, manifests.namespace))
    return Request(params, manifests, cluster, node, reports)


def _refuse_nothing(params: Mapping[str, Any], manifests: Input) -> None:
    """An input without any object is a mistake on the way to the gate; only cases of a policy need none."""
    documents = manifests.documents
    if not (documents.documents or documents.unreadable or params["policy_test"]):
        place = "definition" if params["definition"] is not None else "src"
        raise InputError([Problem(place, "no object", "at least one manifest")])


def known_release(told: str) -> str | None:
    """The release that a server tells, without what a vendor adds; None for one whose rules are not known."""
    match = _RELEASE.match(told)
    if match is None or not OLDEST_MINOR <= int(match[1]) <= NEWEST_MINOR:
        return None
    return match[0]


def _cluster(params: Mapping[str, Any]) -> ClusterInput | None:
    """The cluster that the input is judged against: the one that it is applied to, unless a snapshot was given."""
    given = params["snapshot"] or params["cluster_objects"]
    asked = params["live"] or (params["live"] is None and (is_asked(params) or params["state"] == PRESENT))
    if params["state"] == ABSENT or not (given or asked):
        return None
    return read_snapshot(params if given else {**params, "live": True})


def wanted_reports(entries: Iterable[Any]) -> list[WantedReport]:
    """Formats and paths; an entry that is only a path has the format of its suffix. All mistakes are told at once."""
    found, problems = [], []
    for index, entry in enumerate(entries):
        place = f"report[{index}]"
        named = {"path": entry} if isinstance(entry, str) else entry if isinstance(entry, Mapping) else {}
        path = os.path.expanduser(named["path"]) if isinstance(named.get("path"), str) else ""
        suffix = os.path.splitext(path)[1].lower()
        wanted = named.get("format") or FORMAT_OF_SUFFIX.get(suffix)
        unknown = [name for name in named if name not in ("format", "path")]
        if not path:
            problems.append(Problem(place, f"{entry!r}", "a path, or a mapping with format and path"))
        elif unknown:
            problems.append(Problem(f"{place}.{unknown[0]}", "no such option", "format and path"))
        elif not isinstance(wanted, str) or wanted not in FORMATS:
            expected = f"format: {', '.join(FORMATS)}; or a path that ends in {', '.join(FORMAT_OF_SUFFIX)}"
            problems.append(Problem(place, f"{named.get('format') or path!r} is no format", expected))
        else:
            found.append(WantedReport(wanted, path))
    if problems:
        raise InputError(problems)
    return found
