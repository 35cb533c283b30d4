# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each requirement with a workload that meets it and one that falls short."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils import policy
from ansible_collections.quorum.kube.plugins.plugin_utils.policy.requirements.images import Image, parsed
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.gated import gated

TODAY = date(2027, 1, 15)
SMALL = {"requests": {"cpu": "100m", "memory": "64Mi"}, "limits": {"cpu": "200m", "memory": "64Mi"}}
EQUAL = {"limits": {"cpu": "100m", "memory": "64Mi"}}
HOST = "kubernetes.io/hostname"


def workload(
    asked: dict[str, Any] | None = None, image: str = "nginx:1.29", replicas: int = 1, **spec: Any
) -> dict[str, Any]:
    """A Deployment of one container with some labels."""
    container = {"name": "web", "image": image, "resources": SMALL if asked is None else asked}
    template = {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [container], **spec}}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": "web"}}, "template": template},
    }


def spread(when: str = "DoNotSchedule", key: str = HOST, app: str = "web") -> list[dict[str, Any]]:
    """A topology spread constraint."""
    selector = {"matchLabels": {"app": app}}
    return [{"maxSkew": 1, "topologyKey": key, "whenUnsatisfiable": when, "labelSelector": selector}]


def node(name: str, cpu: str = "4") -> dict[str, Any]:
    """A node with room."""
    status = {"allocatable": {"cpu": cpu, "memory": "8Gi", "pods": "110"}}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {HOST: name}}, "status": status}


def breaches(require: dict[str, Any], value: dict[str, Any], severity: str = "error", **options: Any) -> list[str]:
    """What one rule says of one object, each with its severity."""
    read = policy.read([{"name": "it", "require": require, "severity": severity}])
    judged = gated(definition=value, **options)
    found = policy.judge(read, {**judged.result, "findings": []}, judged.documents, TODAY)
    return [f"{each.severity}: {each.field}: {each.message}" for each in found]


MET: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "qos": ({"qos": "Guaranteed"}, workload(EQUAL)),
    "one of several classes": ({"qos": ["Guaranteed", "Burstable"]}, workload()),
    "valid": ({"valid": True}, workload()),
    "schedulable": ({"schedulable": True}, workload()),
    "requests are set": ({"requests_set": True}, workload()),
    "limits stand for requests": ({"requests_set": True}, workload(EQUAL)),
    "requests of the whole pod": ({"requests_set": True}, workload({}, resources=SMALL)),
    "limits are set": ({"limits_set": ["memory"]}, workload()),
    "few requests": ({"max_requests": {"cpu": "100m"}}, workload()),
    "low limits": ({"max_limits": {"cpu": "0.2"}}, workload()),
    "limits near requests": ({"limit_to_request": {"cpu": 2, "memory": 1}}, workload()),
    "enough replicas": ({"min_replicas": 2}, workload(replicas=2)),
    "scaled to zero": ({"min_replicas": 2}, workload(replicas=0)),
    "spread over hosts": ({"spread_over": HOST}, workload(replicas=2, topologySpreadConstraints=spread())),
    "one replica need not be spread": ({"spread_over": HOST}, workload()),
    "a preference where it counts": (
        {"spread_over": {"key": HOST, "preferred": True}},
        workload(replicas=2, topologySpreadConstraints=spread("ScheduleAnyway")),
    ),
    "required anti-affinity": (
        {"spread_over": HOST},
        workload(
            replicas=2,
            affinity={
                "podAntiAffinity": {
                    "requiredDuringSchedulingIgnoredDuringExecution": [
                        {"topologyKey": HOST, "labelSelector": {"matchLabels": {"app": "web"}}}
                    ]
                }
            },
        ),
    ),
    "an image from the registry": ({"images": {"from": ["docker.io/library/*"], "tagged": True}}, workload()),
    "an image with a digest": (
        {"images": {"digest": True, "tagged": True}},
        workload(image="nginx@sha256:" + "a" * 64),
    ),
}


@pytest.mark.parametrize(("require", "value"), MET.values(), ids=MET)
def test_met(require: dict[str, Any], value: dict[str, Any]) -> None:
    assert [] == breaches(require, value)


CONTAINER = "spec.template.spec.containers[0]"
FALLEN: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "qos": (
        {"qos": "Guaranteed"},
        workload(),
        [
            (
                'error: : is Burstable, not Guaranteed: container "web" has a cpu request (100m) that isn\'t its limit '
                "(200m)"
            )
        ],
    ),
    "valid": (
        {"valid": True},
        workload(replicas=-1),
        [
            "error: spec.replicas: spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        ],
    ),
    "schedulable": (
        {"schedulable": True},
        workload(nodeSelector={"disk": "ssd"}),
        [
            (
                "error: : 0/5 nodes are available: 2 node(s) didn't match Pod's node affinity/selector, 3 node(s) had "
                "untolerated taint(s). preemption: 0/5 nodes are available: 5 Preemption is not helpful for scheduling."
            )
        ],
    ),
    "schedulable that is not known": (
        {"schedulable": True},
        workload(volumes=[{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]),
        ["note: : depends on PersistentVolumeClaim default/data"],
    ),
    "schedulable that has to be proven": (
        {"schedulable": "proven"},
        workload(volumes=[{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]),
        ["error: : depends on PersistentVolumeClaim default/data"],
    ),
    "requests": (
        {"requests_set": True},
        workload({"requests": {"cpu": "1"}}),
        [f'error: {CONTAINER}.resources.requests: container "web" has no memory request'],
    ),
    "limits": (
        {"limits_set": True},
        workload({}),
        [f'error: {CONTAINER}.resources.limits: container "web" has no cpu and memory limit'],
    ),
    "many requests": (
        {"max_requests": {"cpu": "50m", "memory": "64Mi"}},
        workload(),
        ["error: : the request for cpu is 100m, at most 50m is allowed"],
    ),
    "no limit": (
        {"max_limits": {"memory": "1Gi"}},
        workload({}),
        ["error: : memory has no limit, at most 1Gi is allowed"],
    ),
    "limits far from requests": (
        {"limit_to_request": {"cpu": 1.5}},
        workload(),
        [
            (
                f'error: {CONTAINER}.resources: container "web" may use 200m of cpu and requests 100m: '
                "more than 1.5 times as much"
            )
        ],
    ),
    "replicas": ({"min_replicas": 3}, workload(), ["error: spec.replicas: runs 1 of at least 3 pods"]),
    "not spread": (
        {"spread_over": HOST},
        workload(replicas=2, topologySpreadConstraints=spread("ScheduleAnyway")),
        [f"error: spec.template.spec.topologySpreadConstraints: 2 replicas may all run in one {HOST}"],
    ),
    "others are spread": (
        {"spread_over": HOST},
        workload(replicas=2, topologySpreadConstraints=spread(app="other")),
        [f"error: spec.template.spec.topologySpreadConstraints: 2 replicas may all run in one {HOST}"],
    ),
    "images": (
        {"images": {"from": ["registry.example.com/*"], "forbidden": ["*/nginx"], "tagged": True}},
        workload(image="nginx"),
        [
            f'error: {CONTAINER}.image: container "web": nginx has no tag, which means latest',
            f'error: {CONTAINER}.image: container "web": nginx is forbidden by */nginx',
            f'error: {CONTAINER}.image: container "web": nginx is from docker.io/library/nginx',
        ],
    ),
}


@pytest.mark.parametrize(("require", "value", "expected"), FALLEN.values(), ids=FALLEN)
def test_fallen_short(require: dict[str, Any], value: dict[str, Any], expected: list[str]) -> None:
    assert expected == sorted(breaches(require, value))


def test_losses_are_survived() -> None:
    cluster = [node("a"), node("b")]

    assert [] == breaches({"survive_node_loss": 1}, workload(replicas=2), cluster=cluster, survive=1)


def test_losses_are_not_survived() -> None:
    cluster = [node("a"), node("b")]
    value = workload(replicas=2, topologySpreadConstraints=spread())

    (told,) = breaches({"survive_node_loss": 1}, value, severity="warning", cluster=cluster, survive=1)

    assert told.startswith("warning: : 2 of 2 losses leave pods without a node; without a: web-0: 0/2 nodes")


def test_losses_that_were_not_looked_at_are_told() -> None:
    assert ["note: : the loss of 1 node was not simulated"] == breaches({"survive_node_loss": 1}, workload())


IMAGES = {
    "nginx": Image("docker.io/library/nginx", "", ""),
    "nginx:1": Image("docker.io/library/nginx", "1", ""),
    "team/app:1": Image("docker.io/team/app", "1", ""),
    "localhost/app": Image("localhost/app", "", ""),
    "registry:5000/app": Image("registry:5000/app", "", ""),
    "index.docker.io/app@sha256:ab": Image("docker.io/library/app", "", "sha256:ab"),
    "quay.io/a/b:2@sha256:ab": Image("quay.io/a/b", "2", "sha256:ab"),
}


@pytest.mark.parametrize(("name", "expected"), IMAGES.items())
def test_parts_of_an_image(name: str, expected: Image) -> None:
    assert expected == parsed(name)
