# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs with exactly one fault each, inputs without any, and pods that no node takes: tables over one base."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Manifest = dict[str, Any]

NAMESPACE = "gate"
HOSTNAME = "kubernetes.io/hostname"
ZONE = "topology.kubernetes.io/zone"

TEMPLATE = "spec.template.spec"
CONTAINER = f"{TEMPLATE}.containers[0]"
DELETED = object()


def _named(version: str, kind: str, name: str, **fields: Any) -> Manifest:
    return {"apiVersion": version, "kind": kind, "metadata": {"name": name, "namespace": NAMESPACE}, **fields}


def node(name: str, cpu: str, zone: str, **spec: Any) -> Manifest:
    """A node that is ready for pods."""
    amounts = {"cpu": cpu, "memory": "8Gi", "pods": "110"}
    labels = {HOSTNAME: name, ZONE: zone, "kubernetes.io/os": "linux"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "spec": spec,
        "status": {"allocatable": amounts, "capacity": amounts},
    }


NODES = (
    node("east-1", "8", "east"),
    node("west-1", "8", "west"),
    node("for-db", "8", "east", taints=[{"key": "dedicated", "value": "db", "effect": "NoSchedule"}]),
)


def config_map(name: str) -> Manifest:
    """The object that stands beside each fault, and would be applied before it."""
    return _named("v1", "ConfigMap", name, data={"key": "value"})


def deployment(name: str = "web") -> Manifest:
    """A Deployment with nothing wrong in it."""
    labels = {"app": name}
    container = {
        "name": "main",
        "image": "registry.example/web:1.2.3",
        "resources": {"requests": {"cpu": "10m", "memory": "16Mi"}, "limits": {"memory": "16Mi"}},
        "ports": [{"containerPort": 8080}],
    }
    template = {"metadata": {"labels": labels}, "spec": {"containers": [container]}}
    spec = {"replicas": 2, "selector": {"matchLabels": labels}, "template": template}
    return _named("apps/v1", "Deployment", name, spec=spec)


def service(name: str = "web", **spec: Any) -> Manifest:
    """A Service for the pods of the Deployment of its name."""
    return _named("v1", "Service", name, spec={"selector": {"app": name}, "ports": [{"port": 80}], **spec})


def pod(name: str, **spec: Any) -> Manifest:
    """A small pod."""
    container = {"name": "main", "image": "i", "resources": {"requests": {"cpu": "10m", "memory": "16Mi"}}}
    return _named("v1", "Pod", name, spec={"containers": [container], **spec})


def budget(name: str, **spec: Any) -> Manifest:
    """A PodDisruptionBudget for the pods of the Deployment of its name."""
    return _named("policy/v1", "PodDisruptionBudget", name, spec={"selector": {"matchLabels": {"app": "web"}}, **spec})


def changed(manifest: Manifest, changes: Mapping[str, Any]) -> Manifest:
    """A copy with other values at dotted paths; `DELETED` takes a field away."""
    result = copy.deepcopy(manifest)
    for path, value in changes.items():
        steps = [int(step) if step.isdigit() else step for step in path.replace("]", "").replace("[", ".").split(".")]
        holder: Any = result
        for step, following in zip(steps, steps[1:], strict=False):
            if isinstance(holder, dict) and step not in holder:
                holder[step] = [{}] if isinstance(following, int) else {}
            holder = holder[step]
        if value is DELETED:
            del holder[steps[-1]]
        else:
            holder[steps[-1]] = value
    return result


class Fault(NamedTuple):
    """An input, the rule that has to refuse it, and a part of the sentence."""

    name: str
    rule: str
    sentence: str
    objects: tuple[Manifest, ...]


# What is wrong with one Deployment: the fault in words, its changes, the rule and a part of the sentence.
_OF_A_DEPLOYMENT: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("a name with capitals", {"metadata.name": "Web"}, "invalid", "RFC 1123"),
    ("a label with a space", {"metadata.labels": {"a": "b c"}}, "invalid", "a valid label"),
    ("a label key with two slashes", {"metadata.labels": {"a/b/c": "d"}}, "invalid", "a valid label key"),
    ("negative replicas", {"spec.replicas": -1}, "invalid", "must be greater than or equal to 0"),
    ("replicas in words", {"spec.replicas": "two"}, "invalid", ""),
    ("no selector", {"spec.selector": DELETED}, "invalid", "Required value"),
    ("a selector beside the labels", {"spec.selector.matchLabels": {"app": "x"}}, "invalid", "does not match"),
    ("no containers", {f"{TEMPLATE}.containers": []}, "invalid", "Required value"),
    ("a container without a name", {f"{CONTAINER}.name": DELETED}, "invalid", "Required value"),
    ("a container without an image", {f"{CONTAINER}.image": DELETED}, "invalid", "Required value"),
    ("a quantity that is none", {f"{CONTAINER}.resources.requests.cpu": "1x"}, "invalid", ""),
    ("a request above its limit", {f"{CONTAINER}.resources.requests.memory": "1Gi"}, "invalid", "less than or equal"),
    ("a port out of range", {f"{CONTAINER}.ports[0].containerPort": 70000}, "invalid", "between 1 and 65535"),
    ("an unknown protocol", {f"{CONTAINER}.ports[0].protocol": "HTTP"}, "invalid", "supported values"),
    ("an unknown pull policy", {f"{CONTAINER}.imagePullPolicy": "Sometimes"}, "invalid", "supported values"),
    ("a restart policy of jobs", {f"{TEMPLATE}.restartPolicy": "Never"}, "invalid", "supported values"),
    (
        "an operator in lower case",
        {
            f"{TEMPLATE}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms": [
                {"matchExpressions": [{"key": ZONE, "operator": "in", "values": ["east"]}]}
            ]
        },
        "invalid",
        "not a valid selector operator",
    ),
    (
        "a toleration with an unknown operator",
        {f"{TEMPLATE}.tolerations": [{"key": "a", "operator": "Equals", "value": "b"}]},
        "invalid",
        "supported values",
    ),
    (
        "anti-affinity without a topology key",
        {
            f"{TEMPLATE}.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {"matchLabels": {"app": "web"}}}
            ]
        },
        "invalid",
        "topologyKey",
    ),
    (
        "a spread without skew",
        {
            f"{TEMPLATE}.topologySpreadConstraints": [
                {"maxSkew": 0, "topologyKey": ZONE, "whenUnsatisfiable": "DoNotSchedule"}
            ]
        },
        "invalid",
        "must be greater than zero",
    ),
    ("a volume that no one defines", {f"{CONTAINER}.volumeMounts": [{"name": "x", "mountPath": "/x"}]}, "invalid", ""),
    ("a probe that asks in two ways", {f"{CONTAINER}.livenessProbe": {}}, "invalid", "must specify a handler"),
    ("neither surge nor loss", {"spec.strategy.rollingUpdate": {"maxSurge": 0, "maxUnavailable": 0}}, "invalid", ""),
    ("more cpu than any node has", {f"{CONTAINER}.resources.requests.cpu": "9"}, "unschedulable", "Insufficient cpu"),
    (
        "more memory than any node has",
        {f"{CONTAINER}.resources": {"requests": {"memory": "9Gi"}}},
        "unschedulable",
        "Insufficient memory",
    ),
    (
        "a resource that no node offers",
        {f"{CONTAINER}.resources": {"limits": {"example.com/gpu": "1"}}},
        "unschedulable",
        "Insufficient example.com/gpu",
    ),
    ("a zone that is not there", {f"{TEMPLATE}.nodeSelector": {ZONE: "north"}}, "unschedulable", "affinity/selector"),
    (
        "the tainted node without a toleration",
        {f"{TEMPLATE}.nodeSelector": {HOSTNAME: "for-db"}},
        "unschedulable",
        "untolerated taint",
    ),
    (
        "three replicas that shun each other on two nodes",
        {
            "spec.replicas": 3,
            f"{TEMPLATE}.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {"matchLabels": {"app": "web"}}, "topologyKey": HOSTNAME}
            ],
        },
        "unschedulable",
        "anti-affinity rules",
    ),
    (
        "affinity to pods that are not there",
        {
            f"{TEMPLATE}.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {"matchLabels": {"app": "nobody"}}, "topologyKey": HOSTNAME}
            ]
        },
        "unschedulable",
        "pod affinity rules",
    ),
    (
        "three replicas on one host port",
        {"spec.replicas": 3, f"{CONTAINER}.ports": [{"containerPort": 80, "hostPort": 8080}]},
        "unschedulable",
        "free ports",
    ),
    (
        "a selector against its own affinity",
        {
            f"{TEMPLATE}.nodeSelector": {ZONE: "east"},
            f"{TEMPLATE}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms": [
                {"matchExpressions": [{"key": ZONE, "operator": "In", "values": ["west"]}]}
            ],
        },
        "node-selection-contradiction",
        "",
    ),
    ("a priority class that is not there", {f"{TEMPLATE}.priorityClassName": "gold"}, "priority-class-missing", ""),
    ("a runtime class that is not there", {f"{TEMPLATE}.runtimeClassName": "gvisor"}, "runtime-class-missing", ""),
)


RBAC = "rbac.authorization.k8s.io"
_CRON_JOB = _named(
    "batch/v1",
    "CronJob",
    "night",
    spec={
        "schedule": "0 3 * * *",
        "jobTemplate": {"spec": {"template": {"spec": {**pod("p")["spec"], "restartPolicy": "Never"}}}},
    },
)
_LIMITS = _named(
    "v1", "LimitRange", "small", spec={"limits": [{"type": "Container", "max": {"memory": "8Mi", "cpu": "1"}}]}
)
_QUOTA = _named("v1", "ResourceQuota", "one-pod", spec={"hard": {"pods": "1"}})
_ROLE = _named(f"{RBAC}/v1", "Role", "reader", rules=[{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}])
_BINDING = _named(f"{RBAC}/v1", "RoleBinding", "reader", roleRef={"apiGroup": RBAC, "kind": "Role", "name": "reader"})

# What is wrong with other objects: the fault in words, the rule, a part of the sentence, and the objects.
_OF_OTHERS: tuple[tuple[str, str, str, tuple[Manifest, ...]], ...] = (
    ("a kind that is not served", "refused", "no matches for kind", (_named("x.example/v1", "Widget", "w"),)),
    ("a version that is gone", "invalid", "no matches", (changed(deployment(), {"apiVersion": "apps/v1beta2"}),)),
    ("a service without ports", "refused", "spec.ports", (deployment(), service(ports=[]))),
    ("a service port out of range", "refused", "1 and 65535", (deployment(), service(ports=[{"port": 70000}]))),
    ("a service of an unknown type", "refused", "supported values", (deployment(), service(type="Internal"))),
    ("a key that a map cannot have", "refused", "config key", (changed(config_map("c"), {"data": {"a b": "c"}}),)),
    (
        "a namespace that is not there",
        "namespace-missing",
        "",
        (changed(config_map("c"), {"metadata.namespace": "nowhere"}),),
    ),
    ("a budget of two kinds", "refused", "", (deployment(), budget("web", minAvailable=1, maxUnavailable=1))),
    ("a budget in words", "refused", "", (deployment(), budget("web", minAvailable="most"))),
    ("a role without verbs", "refused", "verbs", (changed(_ROLE, {"rules[0].verbs": []}),)),
    ("a binding to no role", "refused", "roleRef.name", (_ROLE, changed(_BINDING, {"roleRef.name": ""}))),
    ("a secret that is no base64", "refused", "", (_named("v1", "Secret", "s", data={"a": "%"}),)),
    (
        "a claim without a size",
        "refused",
        "spec.resources",
        (_named("v1", "PersistentVolumeClaim", "p", spec={"accessModes": ["ReadWriteOnce"]}),),
    ),
    ("a schedule of four fields", "invalid", "", (changed(_CRON_JOB, {"spec.schedule": "0 3 * *"}),)),
    ("a pod above its limit range", "limit-range-refuses", "", (_LIMITS, deployment())),
    ("more pods than the quota allows", "quota-exceeded", "", (_QUOTA, deployment())),
)

# Texts that are no manifests.
_UNREADABLE: tuple[tuple[str, str], ...] = (
    ("a key that stands twice", "kind: Pod\nkind: Job\n"),
    ("a tab", "kind: Pod\nmetadata:\n\tname: a\n"),
    ("a document that is a list", "- kind: Pod\n"),
    ("a document without a kind", "metadata: {name: a}\n"),
)


def faults() -> Iterator[Fault]:
    """Every fault, each with a good object that must not be applied for its sake."""
    for name, changes, rule, sentence in _OF_A_DEPLOYMENT:
        yield Fault(name, rule, sentence, (config_map("beside"), changed(deployment(), changes)))
    for name, rule, sentence, objects in _OF_OTHERS:
        yield Fault(name, rule, sentence, (config_map("beside"), *objects))


def texts() -> Iterator[tuple[str, str]]:
    """Every unreadable document behind a good one."""
    for name, text in _UNREADABLE:
        yield (
            name,
            f"{{apiVersion: v1, kind: ConfigMap, metadata: {{name: beside, namespace: {NAMESPACE}}}}}\n---\n{text}",
        )


# What is right with a pod: its name, and what its specification has.
_SPREAD = {"maxSkew": 1, "topologyKey": ZONE, "labelSelector": {"matchLabels": {"app": "x"}}}
_NODE_TERMS = "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
_GOOD_PODS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("plain", {}),
    ("in-the-east", {"nodeSelector": {ZONE: "east"}}),
    ("on-one-node", {"nodeSelector": {HOSTNAME: "west-1"}}),
    ("tolerant", {"tolerations": [{"key": "dedicated", "operator": "Exists"}], "nodeSelector": {HOSTNAME: "for-db"}}),
    ("tolerant-of-all", {"tolerations": [{"operator": "Exists"}], "nodeSelector": {HOSTNAME: "for-db"}}),
    ("by-in", {_NODE_TERMS: [{"matchExpressions": [{"key": ZONE, "operator": "In", "values": ["west", "north"]}]}]}),
    ("by-not-in", {_NODE_TERMS: [{"matchExpressions": [{"key": ZONE, "operator": "NotIn", "values": ["west"]}]}]}),
    ("by-exists", {_NODE_TERMS: [{"matchExpressions": [{"key": HOSTNAME, "operator": "Exists"}]}]}),
    ("by-absence", {_NODE_TERMS: [{"matchExpressions": [{"key": "gpu", "operator": "DoesNotExist"}]}]}),
    (
        "by-field",
        {_NODE_TERMS: [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["east-1"]}]}]},
    ),
    (
        "by-either",
        {
            _NODE_TERMS: [
                {"matchExpressions": [{"key": ZONE, "operator": "In", "values": ["north"]}]},
                {"matchExpressions": [{"key": ZONE, "operator": "In", "values": ["east"]}]},
            ]
        },
    ),
    ("spread", {"topologySpreadConstraints": [{**_SPREAD, "whenUnsatisfiable": "DoNotSchedule"}]}),
    ("spread-gently", {"topologySpreadConstraints": [{**_SPREAD, "whenUnsatisfiable": "ScheduleAnyway"}]}),
    ("host-network", {"hostNetwork": True}),
    ("host-port", {"containers[0].ports": [{"containerPort": 80, "hostPort": 8081}]}),
    ("guaranteed", {"containers[0].resources": {"limits": {"cpu": "10m", "memory": "16Mi"}}}),
    ("best-effort", {"containers[0].resources": {}}),
    ("with-init", {"initContainers": [{"name": "first", "image": "i"}]}),
    ("with-sidecar", {"initContainers": [{"name": "side", "image": "i", "restartPolicy": "Always"}]}),
    ("with-empty-dir", {"volumes": [{"name": "tmp", "emptyDir": {}}]}),
    ("important", {"priorityClassName": "system-cluster-critical"}),
    ("patient", {"terminationGracePeriodSeconds": 600}),
    ("once", {"restartPolicy": "Never", "activeDeadlineSeconds": 60}),
    ("windows-free", {"os": {"name": "linux"}}),
    ("with-dns", {"dnsPolicy": "None", "dnsConfig": {"nameservers": ["192.0.2.1"]}}),
    ("as-nobody", {"securityContext": {"runAsUser": 65534, "runAsNonRoot": True}}),
)


def good() -> Iterator[Manifest]:
    """Objects with nothing wrong in them; every pod among them finds a node."""
    yield from (_ROLE, _BINDING, service(), budget("web", maxUnavailable=1), _CRON_JOB)
    yield from (config_map(f"good-{number}") for number in range(5))
    yield from (deployment(name) for name in ("web", "api", "worker"))
    for number in range(4):
        yield changed(deployment(f"scaled-{number}"), {"spec.replicas": number})
    yield _named("v1", "ServiceAccount", "robot")
    yield _named("v1", "Secret", "password", stringData={"password": "correct horse"})
    for number in range(5):
        yield service(f"lone-{number}", clusterIP="None", selector={"app": "web"})
    for name, spec in _GOOD_PODS:
        yield changed(pod(name), {f"spec.{path}": value for path, value in spec.items()})


# Pods that no node takes, by what keeps them from it.
_PENDING_PODS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("too-large", {"containers[0].resources.requests.cpu": "9"}),
    ("too-much-memory", {"containers[0].resources.requests.memory": "9Gi"}),
    ("too-large-in-two-ways", {"containers[0].resources.requests": {"cpu": "9", "memory": "9Gi"}}),
    ("no-such-zone", {"nodeSelector": {ZONE: "north"}}),
    ("no-such-label", {_NODE_TERMS: [{"matchExpressions": [{"key": "gpu", "operator": "Exists"}]}]}),
    ("tainted", {"nodeSelector": {HOSTNAME: "for-db"}}),
    ("wrong-toleration", {"nodeSelector": {HOSTNAME: "for-db"}, "tolerations": [{"key": "dedicated", "value": "web"}]}),
    ("no-such-resource", {"containers[0].resources": {"limits": {"example.com/gpu": "1"}}}),
    ("gated", {"schedulingGates": [{"name": "example.com/wait"}]}),
    (
        "alone-among-others",
        {
            "affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {"matchLabels": {"app": "nobody"}}, "topologyKey": HOSTNAME}
            ]
        },
    ),
    (
        "large-beside-a-sidecar",
        {
            "initContainers": [
                {"name": "s", "image": "i", "restartPolicy": "Always", "resources": {"requests": {"cpu": "8"}}}
            ]
        },
    ),
    ("large-first", {"initContainers": [{"name": "s", "image": "i", "resources": {"requests": {"cpu": "10"}}}]}),
)


def pending() -> Iterator[Manifest]:
    """Pods that stay pending, each for a reason of its own."""
    for name, spec in _PENDING_PODS:
        yield changed(pod(name), {f"spec.{path}": value for path, value in spec.items()})
