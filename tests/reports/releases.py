# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Releases to make pages of: the examples, one that tries to break out of the page, and a large one."""

from __future__ import annotations

import copy
from datetime import date
from typing import Any

import yaml
from ansible_collections.quorum.kube.plugins.plugin_utils import policy, reports
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.gated import MANIFESTS, Gated, gated

DAY = date(2027, 1, 15)
WAIVER = '[{rules: "policy/memory-limited", reason: a job of an hour, until: 2027-06-30}]'


def judged(found: Gated, rules: Any, text: str = "") -> dict[str, Any]:
    """The result with a policy's findings and the lines of all; the text is that of a definition."""
    findings = policy.judge(policy.read(rules), found.result, found.documents, DAY)
    summary = {**found.result["summary"], **policy.counted(findings)}
    result = {**found.result, "findings": [each.as_dict() for each in findings], "summary": summary}
    return reports.located(result, {"definition": text} if text else None)


def examples() -> dict[str, Any]:
    """The manifests of the examples on the five hosts, by the policy for production, with one waiver."""
    found = gated([str(MANIFESTS)], survive=1, rollout=True)
    documents = [
        each._replace(value=_waived(each.value)) if each.value["kind"] == "CronJob" else each
        for each in found.documents
    ]
    return judged(found._replace(documents=documents), {"extends": "production"})


def placed() -> dict[str, Any]:
    """The examples with every replica on its node."""
    return judged(gated([str(MANIFESTS)], in_turn=True), {"extends": "baseline"})


def nothing() -> dict[str, Any]:
    """Nothing but a pod that is as it should be."""
    pod = container("web", {"limits": {"cpu": "1", "memory": "1Gi"}})
    return judged(gated(definition=pod), None)


LONGEST = "x" * 63
"""A label of DNS that nothing breaks."""


def long_names() -> dict[str, Any]:
    """Everything has the longest name that Kubernetes takes."""
    name = ".".join([LONGEST] * 3 + ["y" * 61])
    nodes = [node(number) for number in range(2)]
    for number, each in enumerate(nodes):
        each["metadata"] |= {
            "name": f"{name[:-1]}{number}",
            "labels": {"kubernetes.io/hostname": f"{LONGEST[:-1]}{number}"},
        }
    large = _deployment(3)
    named = [
        {**_deployment(number), "metadata": {"name": f"{name[:-1]}{number}", "namespace": LONGEST}} for number in (1, 3)
    ]
    named += [{**large, "metadata": {"name": LONGEST, "namespace": LONGEST}}]
    text = "---\n".join(yaml.safe_dump(each) for each in named)
    found = gated(definition=text, cluster=nodes, in_turn=True, survive=1, rollout=True)
    result = judged(found, _POLICY, text)
    for finding in result["findings"]:
        finding["object"]["source"]["file"] = f"{LONGEST}/{name}.yml"
    return result


HOSTILE = (
    '</script><script>document.title="owned"</script><img src=x onerror=\'document.title="owned"\'>&lt;b&gt;"\u2028'
)


def hostile() -> dict[str, Any]:
    """Everything that a manifest decides is an attempt to run a script."""
    pod = container(HOSTILE, {})
    pod["metadata"] = {"name": HOSTILE, "namespace": HOSTILE, "annotations": {HOSTILE: HOSTILE}}
    pod["spec"]["nodeSelector"] = {HOSTILE: HOSTILE}
    node = {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": HOSTILE, "labels": {}},
        "status": {"allocatable": {"cpu": "1", "memory": "1Gi", "pods": "9"}},
    }
    result = judged(gated(definition=pod, cluster=[node]), {"extends": "production"})
    for finding in result["findings"]:
        finding["object"]["source"]["file"] = HOSTILE
        finding["lines"] = {"first": 1, "last": 1, "line": 1, "text": [HOSTILE]}
        finding["fix"] = HOSTILE
    return result


def large(pods: int = 1000, nodes: int = 100) -> dict[str, Any]:
    """A thousand workloads of many kinds, every replica on its node of a hundred, with thousands of findings."""
    text = "---\n".join(yaml.safe_dump(each) for each in workloads(pods))
    cluster = [node(number) for number in range(nodes)]
    return judged(gated(definition=text, cluster=cluster, in_turn=True), _POLICY, text)


_POLICY = {"extends": "production", "rules": [{"name": "guaranteed", "require": {"qos": "Guaranteed"}}]}
_KINDS: list[dict[str, Any]] = [
    {},
    {"requests": {"cpu": "250m", "memory": "128Mi"}, "limits": {"memory": "256Mi"}},
    {"limits": {"cpu": "1", "memory": "1Gi"}},
    {"requests": {"cpu": "6", "memory": "20Gi"}},
]


def workloads(count: int) -> list[dict[str, Any]]:
    """Deployments in twenty namespaces; some want a zone, a taint or a disk."""
    return [_deployment(number) for number in range(count)]


def _deployment(number: int) -> dict[str, Any]:
    name = f"service-{number:04}"
    spec = container(name, _KINDS[number % 4])["spec"]
    if number % 5 == 0:
        spec["nodeSelector"] = {"topology.kubernetes.io/zone": f"zone-{number % 3}"}
    if number % 7 == 0:
        spec["tolerations"] = [{"key": "dedicated", "operator": "Exists"}]
    template = {"metadata": {"labels": {"app": name}}, "spec": spec}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": f"team-{number % 20:02}"},
        "spec": {"replicas": 1 + number % 3, "selector": {"matchLabels": {"app": name}}, "template": template},
    }


def node(number: int) -> dict[str, Any]:
    """A node in one of three zones; every tenth is kept for others."""
    name = f"node-{number:03}"
    labels = {"kubernetes.io/hostname": name, "topology.kubernetes.io/zone": f"zone-{number % 3}"}
    taints = [{"key": "dedicated", "value": "batch", "effect": "NoSchedule"}] if number % 10 == 0 else []
    size = {"cpu": str(4 + number % 5), "memory": f"{16 + number % 3 * 8}Gi", "pods": "110"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "spec": {"taints": taints},
        "status": {"allocatable": size},
    }


def container(name: str, resources: dict[str, Any]) -> dict[str, Any]:
    """A pod of one container."""
    spec = {"containers": [{"name": "main", "image": "registry.example.com/app:1.0", "resources": resources}]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "default"}, "spec": spec}


def _waived(value: Any) -> dict[str, Any]:
    changed: dict[str, Any] = copy.deepcopy(dict(value))
    changed["metadata"]["annotations"] = {"quorum.kube/waive": WAIVER}
    return changed
