# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The nodes of the cluster as the summary shows them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

HEADINGS = ("node", "state", "version", "labels", "taints")
NO_NETWORK = " (kube_network is none: bring a network, such as by kube_network_manifests)"


class NodeState(NamedTuple):
    """One node; `complaint` is what kubelet says of itself, empty while the node is ready."""

    name: str
    complaint: str
    cordoned: bool
    version: str
    labels: int
    taints: tuple[str, ...]

    @property
    def state(self) -> str:
        return ("not ready" if self.complaint else "ready") + (", cordoned" if self.cordoned else "")


class Nodes(NamedTuple):
    """The nodes by name, and why they could not be read; neither where nobody was asked, or there is no cluster."""

    states: tuple[NodeState, ...] = ()
    refusal: str = ""


def read_nodes(answers: Iterable[Mapping[str, Any]]) -> Nodes:
    """From the results of `kubectl get nodes --output=json`; one that was answered is enough.

    A command that was not run, as there is no kubeconfig, says so in words.
    """
    refusals = []
    for answer in answers:
        if answer.get("stdout", "").startswith("{"):
            items = json.loads(answer["stdout"])["items"]
            return Nodes(tuple(_state(item) for item in sorted(items, key=lambda item: item["metadata"]["name"])))
        if answer.get("rc"):
            refusals.append(" ".join(str(answer.get("stderr") or answer.get("msg", "")).splitlines()[-1:]))
    return Nodes(refusal=(refusals or [""])[0])


def _state(item: Mapping[str, Any]) -> NodeState:
    conditions = item.get("status", {}).get("conditions", [])
    ready = next((one for one in conditions if one["type"] == "Ready"), {"status": "Unknown"})
    complaint = "" if ready["status"] == "True" else ready.get("message") or "kubelet has not said anything yet"
    return NodeState(
        name=item["metadata"]["name"],
        complaint=complaint,
        cordoned=bool(item["spec"].get("unschedulable")),
        version=item.get("status", {}).get("nodeInfo", {}).get("kubeletVersion", ""),
        labels=len(item["metadata"].get("labels", {})),
        taints=tuple(_taint(taint) for taint in item["spec"].get("taints", [])),
    )


def _taint(taint: Mapping[str, str]) -> str:
    value = f"={taint['value']}" if taint.get("value") else ""
    return f"{taint['key']}{value}:{taint['effect']}"


def node_problems(site: Mapping[str, Any], nodes: Nodes) -> Iterator[str]:
    """What is not well with the nodes, a line each."""
    if nodes.refusal:
        yield f"the cluster does not tell its nodes: {nodes.refusal}"
    for node in nodes.states:
        if node.complaint:
            hint = NO_NETWORK if site["network"] == "none" and "network" in node.complaint else ""
            yield f"the node {node.name} is not ready: {node.complaint}{hint}"
    known = {node.name for node in nodes.states}
    for host in site["hosts"] if known else ():
        if host["name"] in (*site["control_plane"], *site["nodes"]) and host["node_name"] not in known:
            yield f"{host['name']} is no node of the cluster"


def node_rows(nodes: Nodes) -> Sequence[Sequence[str]]:
    """The cells of the table, without its headings."""
    return [
        [node.name, node.state, node.version, str(node.labels), ", ".join(node.taints) or "-"] for node in nodes.states
    ]
