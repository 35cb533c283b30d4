# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kubelets of a running cluster say of their pods, by way of the API server. Private to this collection."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from ._kube.errors import InputError, Problem
from ._kube.objects import mapping, mappings, text
from ._kube.saved import release_of
from ._live import ApiError, cluster, objects_of

SUMMARY = "/api/v1/nodes/{name}/proxy/stats/summary"


class NodeState(NamedTuple):
    """A node, its pods, and its kubelet's summary; `silent` says why there is none."""

    name: str
    pods: list[dict[str, Any]]
    memory: str
    pressures: tuple[str, ...]
    summary: Mapping[str, Any]
    silent: str = ""


class Kubelets(NamedTuple):
    """The nodes that were asked for, and the release of the cluster."""

    nodes: list[NodeState]
    release: str


def ask_kubelets(params: Mapping[str, Any], wanted: list[str]) -> Kubelets:
    """Every wanted node, or all of them; a kubelet that does not answer is told and the others go on.

    A wanted node that does not exist raises one `InputError`.
    """
    with cluster(params) as client:
        nodes = {text(each["metadata"]["name"]): each for each in objects_of(client, "v1", "Node")}
        problems = [
            Problem(f"nodes[{index}]", f"there is no node {name}", f"one of {', '.join(sorted(nodes)) or 'none'}")
            for index, name in enumerate(wanted)
            if name not in nodes
        ]
        if problems:
            raise InputError(problems)
        states = [_state(client, name, nodes[name]) for name in (wanted or sorted(nodes))]
        return Kubelets(states, release_of(client.client.version.get("kubernetes") or {}))


def _state(client: Any, name: str, node: Mapping[str, Any]) -> NodeState:
    pods = objects_of(client, "v1", "Pod", field_selector=f"spec.nodeName={name}")
    status = mapping(node.get("status"))
    memory = text(mapping(status.get("capacity")).get("memory"))
    try:
        answer = client.client.request("get", SUMMARY.format(name=quote(name)), serialize=False)
        summary, silent = json.loads(answer.data), ""
    except ApiError as error:
        summary, silent = {}, f"its kubelet does not answer: {error.status} {_reason(error)}"
    except ValueError:
        summary, silent = {}, "its kubelet answers with something else than a summary"
    return NodeState(name, pods, memory, tuple(_pressures(status)), summary, silent)


def _pressures(status: Mapping[str, Any]) -> Iterator[str]:
    """Conditions under which the kubelet evicts now."""
    for each in mappings(status.get("conditions")):
        kind = text(each.get("type"))
        if kind.endswith("Pressure") and each.get("status") == "True":
            yield kind


def _reason(error: Any) -> str:
    """The Status's sentence where there is one."""
    try:
        return text(json.loads(error.body)["message"])
    except (KeyError, TypeError, ValueError):
        return text(error.reason)
