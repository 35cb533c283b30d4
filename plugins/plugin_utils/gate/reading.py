# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of the gate, and the input behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from ...module_utils._judging import ARGUMENT_SPEC, REQUIRED_ONE_OF, Input, byte_option, read_input
from ...module_utils._kube.cgroups import Node
from ...module_utils._kube.errors import InputError, Mistakes, Problem
from ...module_utils._kube.releases import newest_gates
from ...module_utils._manifests import Documents
from ...module_utils._schedule import SCHEDULE_ARGUMENT_SPEC
from ...module_utils._snapshot import ClusterInput
from ..policy import Policy
from ..policy import read as read_policy
from .report_files import WantedReport, wanted_reports
from .target import ABSENT, PRESENT, asked, offline, read_target
from .unrendered import unrendered

GATED = "gated"

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
__all__ = ["ABSENT", "GATE_ARGUMENT_SPEC", "PRESENT", "REQUIRED_ONE_OF"]

MEMORIES = ("node_memory", "node_swap")
NOTHING = Input(Documents([], [], {}), newest_gates(), {}, "")


class Request(NamedTuple):
    """What is to be judged, the cluster that it is for (None: none was given), and what it is judged by."""

    params: Mapping[str, Any]
    manifests: Input
    cluster: ClusterInput | None
    node: Node
    policy: Policy
    reports: tuple[WantedReport, ...] = ()

    @property
    def state(self) -> str:
        return str(self.params["state"])


def read_request(params: Mapping[str, Any]) -> Request:
    """Everything behind the options, each file read once.

    The mistakes of all options raise one `InputError` before a cluster is asked. The rules are those of the release
    that the cluster tells, unless the options name one.
    """
    mistakes = Mistakes()
    node = Node(*[mistakes.of(partial(byte_option, params, name), None) for name in MEMORIES])
    policy = mistakes.of(lambda: _policy(params), Policy())
    target = mistakes.of(lambda: read_target(params), None)
    manifests = mistakes.of(lambda: _manifests(offline(params, target)), NOTHING)
    reports = wanted_reports(params["report"], _read(params, manifests.documents), mistakes)
    mistakes.tell()
    cluster = None
    if target is not None:
        cluster, manifests = asked(params, target, manifests)
    return Request(params, manifests, cluster, node, policy, reports)


def _policy(params: Mapping[str, Any]) -> Policy:
    policy = read_policy(params["policy"])
    if params["policy_test"] and not policy.test_cases:
        raise InputError([Problem("policy_test", "the policy has no case", "cases beside its rules, or false")])
    return policy


def _manifests(params: Mapping[str, Any]) -> Input:
    """An input without any object is a mistake on the way to the gate; only cases of a policy need none."""
    manifests = read_input(params, lambda document: True)
    documents = manifests.documents
    problems = list(unrendered(params["src"], documents))
    if not (documents.documents or documents.unreadable or params["policy_test"]):
        place = "definition" if params["definition"] is not None else "src"
        problems.append(Problem(place, "no object", "at least one manifest"))
    if problems:
        raise InputError(problems)
    return manifests


def _read(params: Mapping[str, Any], documents: Documents) -> Iterator[str]:
    """The files that the gate reads."""
    yield from (document.file for document in documents.documents)
    yield from (str(entry["file"]) for entry in documents.unreadable)
    yield from (each for each in (params["policy"], params["scheduler_config"]) if isinstance(each, str))
    yield from params["snapshot"]
