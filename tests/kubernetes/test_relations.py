# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What relations call impossible or blocked because the API server refuses it is refused by the real one.

The tables of the unit tests are asked: the object of each error is refused after everything else has been created, and
the inputs in which nothing is found are accepted. Of workloads their pods and claims are created, as controllers do.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import PodTemplateRef, is_workload, pods_of
from ansible_collections.quorum.kube.tests.kubernetes.client import CLUSTER_SCOPED, RESOURCES, Answer, Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs

Manifest = dict[str, Any]

TABLES = Path(__file__).resolve().parents[1] / "unit/plugins/module_utils/_kube/relations/tables"
REFUSED = (
    "autoscaler-bounds",
    "limit-range-refuses",
    "namespace-missing",
    "priority-class-missing",
    "quota-exceeded",
    "quota-needs-amounts",
    "runtime-class-conflict",
    "runtime-class-missing",
    "service-account-missing",
)
ALWAYS_THERE = "default"
CONFLICT = 409
CREATED_LATER = ("CronJob",)
UNKNOWN = "(is|are) known|cannot be read|run already"


def cases(wrong: bool) -> list[Any]:
    """The cases in which there is an error, or nothing at all.

    A note depends on what nobody has created, and nothing is found either where nothing is known: such inputs and those
    that nobody can read are left out.
    """
    found = []
    for rule in REFUSED:
        for case in yaml.safe_load((TABLES / f"{rule}.yml").read_text(encoding="utf-8")):
            errors = [each["object"] for each in case["expected"] if each["severity"] == "error"]
            if errors if wrong else not case["expected"] and not re.search(UNKNOWN, case["case"]):
                found.append(pytest.param(case, errors, id=f"{rule}: {case['case']}"))
    return found


@pytest.fixture(scope="module")
def plane(programs: Programs) -> Iterator[ControlPlane]:
    """A control plane that asks for service accounts, too."""
    with ControlPlane(programs, scheduler=False, admission_off="TaintNodesByCondition") as running:
        must(running.client.create(account(ALWAYS_THERE)))
        yield running


def account(namespace: str) -> Manifest:
    """The account that the controller manager puts into every namespace."""
    return {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": namespace}}


class World:
    """What a case creates; all of it is gone afterwards."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._created: list[Manifest] = []

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_reason: object) -> None:
        for manifest in reversed(self._created):
            if manifest["kind"] != "Namespace":  # nobody finishes the deletion of a namespace here
                self._client.delete(manifest)

    def create(self, value: Manifest, now: bool = False) -> list[Answer]:
        """The answers to an object, or to what comes of a workload; `now` has a CronJob run."""
        return [self._create(manifest) for manifest in manifests_of(value, now)]

    def _create(self, manifest: Manifest) -> Answer:
        answer = self._client.create(manifest)
        if manifest["kind"] in ("Namespace", "PersistentVolumeClaim") and answer.status == CONFLICT:
            return self._client.get(manifest)
        if answer.accepted:
            self._created.append(manifest)
            if manifest["kind"] == "Namespace":
                must(self._client.create(account(manifest["metadata"]["name"])))
        if answer.accepted and manifest["kind"] == "ResourceQuota":
            hard = manifest["spec"]["hard"]
            status = {"hard": hard, "used": {**dict.fromkeys(hard, "0"), **manifest.get("status", {}).get("used", {})}}
            must(self._client.replace({**answer.body, **head(manifest), "status": status}, "status"))
        return answer


def head(manifest: Manifest) -> Manifest:
    return {name: manifest[name] for name in ("apiVersion", "kind")}


def manifests_of(value: Manifest, now: bool = False) -> Iterator[Manifest]:
    """The object itself, or what its controller makes, with what the API asks for and the tables leave out."""
    value = copy.deepcopy(value)
    known = RESOURCES.get(value["apiVersion"], {})
    if (value["kind"] in CREATED_LATER and not now) or value["kind"] not in known:
        return
    if not is_workload(value):
        if value["kind"] == "Service":
            value["spec"] = {"ports": [{"port": 80}], **value.get("spec", {})}
        if value["kind"] not in CLUSTER_SCOPED:
            value["metadata"].setdefault("namespace", ALWAYS_THERE)
        yield value
        return
    for ref in pods_of(value):
        for container in [*ref.spec["containers"], *ref.spec.get("initContainers", ())]:
            container.setdefault("image", "image")
        if value["kind"] == "Deployment" and "selector" in value["spec"]:
            meta = {"name": f"{ref.name}-hash", "namespace": ref.namespace}
            spec = {"replicas": 0, "selector": value["spec"]["selector"], "template": value["spec"]["template"]}
            yield {"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": meta, "spec": spec}
        for number in range(ref.replicas or 0):
            name, labels = f"{ref.name}-{number}", ref.metadata.get("labels") or {}
            yield from claims_of(value, ref, name)
            meta = {"name": name, "namespace": ref.namespace, "labels": labels}
            yield {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": ref.spec}


def claims_of(value: Manifest, ref: PodTemplateRef, pod: str) -> Iterator[Manifest]:
    """The claims that are made for a pod."""
    for template in value["spec"].get("volumeClaimTemplates", ()):
        meta = {"name": f"{template['metadata']['name']}-{pod}", "namespace": ref.namespace}
        yield {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": meta, "spec": template["spec"]}
    for volume in ref.spec.get("volumes", ()):
        if "ephemeral" in volume:
            meta = {"name": f"{pod}-{volume['name']}", "namespace": ref.namespace}
            spec = volume["ephemeral"]["volumeClaimTemplate"]["spec"]
            yield {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": meta, "spec": spec}


def namespaces(objects: list[Manifest]) -> list[str]:
    """The namespaces that are named and that nobody creates."""
    own = {value["metadata"]["name"] for value in objects if value["kind"] == "Namespace"}
    named = {value["metadata"].get("namespace", ALWAYS_THERE) for value in objects if value["kind"] in kinds()}
    return sorted(name for name in named - own - {ALWAYS_THERE} if not name.startswith("kube-"))


def kinds() -> set[str]:
    return {kind for names in RESOURCES.values() for kind in names if kind not in CLUSTER_SCOPED}


def title(value: Manifest) -> str:
    """How the tables tell an object."""
    meta = value["metadata"]
    return f"{value['kind']} {meta.get('namespace', ALWAYS_THERE)}/{meta['name']}"


@pytest.mark.parametrize(("case", "errors"), cases(wrong=True))
def test_the_api_server_refuses_what_is_an_error(plane: ControlPlane, case: Manifest, errors: list[str]) -> None:
    with World(plane.client) as world:
        for value in case.get("cluster", []):
            world.create(value)
        for value in sorted(case["input"], key=lambda value: title(value) in errors):
            answers = world.create(value, now=title(value) in errors)
            if title(value) in errors:
                assert not all(answer.accepted for answer in answers), f"{title(value)} was accepted"


@pytest.mark.parametrize(("case", "errors"), cases(wrong=False))
def test_the_api_server_accepts_what_is_none(plane: ControlPlane, case: Manifest, errors: list[str]) -> None:
    objects = [*case.get("cluster", []), *case["input"]]
    with World(plane.client) as world:
        for name in namespaces(objects):
            world.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
        for value in objects:
            for answer in world.create(value):
                assert answer.accepted, f"{title(value)}: {answer.message}"


def test_a_pod_under_two_budgets_is_never_evicted(plane: ControlPlane) -> None:
    labels = {"app": "web"}
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "web", "namespace": ALWAYS_THERE, "labels": labels},
        "spec": {"containers": [{"name": "c", "image": "i"}], "nodeName": "node-1"},
    }
    budgets = [
        {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": {"name": name, "namespace": ALWAYS_THERE},
            "spec": {"maxUnavailable": 1, "selector": {"matchLabels": labels}},
        }
        for name in ("one", "two")
    ]
    with World(plane.client) as world:
        for value in (pod, *budgets):
            assert all(answer.accepted for answer in world.create(value))
        pod["metadata"]["name"] = "web-0"
        running = {**must(plane.client.get(pod)), **head(pod), "status": {"phase": "Running"}}
        must(plane.client.replace(running, "status"))
        eviction = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": pod["metadata"]}
        path = f"/api/v1/namespaces/{ALWAYS_THERE}/pods/web-0/eviction"
        answer = plane.client.request("POST", path, eviction)
    assert (500, True) == (answer.status, "more than one PodDisruptionBudget" in answer.message), answer
