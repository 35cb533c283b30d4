# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The action `manifest` against a running API server and scheduler: one fault anywhere, and nothing is applied."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from ansible_collections.quorum.kube.tests.kubernetes import faults
from ansible_collections.quorum.kube.tests.kubernetes.client import RESOURCES, Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs
from ansible_collections.quorum.kube.tests.kubernetes.tasks import Tasks

SECONDS = 20
STANDING = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": faults.NAMESPACE}}
ALL_APPLIED = {"findings": {"*": "note"}}
"""A policy that lets everything pass which the API server accepts."""

Manifest = dict[str, Any]
Gate = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def plane(programs: Programs) -> Iterator[ControlPlane]:
    with ControlPlane(programs) as running:
        for value in (*faults.NODES, STANDING):
            must(running.client.create(value))
        yield running


@pytest.fixture(scope="module")
def gate(plane: ControlPlane) -> Iterator[Gate]:
    """Runs the action as a task on the controller; `kubernetes.core.k8s` is the real module."""
    with Tasks() as tasks:

        def run(objects: Any, check: bool = False, **options: Any) -> dict[str, Any]:
            cluster = {"kubeconfig": str(plane.kubeconfig), "kubernetes_version": plane.release}
            base = {"namespace": faults.NAMESPACE, "state": "present", **cluster}
            named = {"definition": objects, "wait": False, **base, **options}
            return tasks.run("quorum.kube.manifest", named, check=check)

        yield run


def standing(client: Client) -> dict[str, str]:
    """Every object of the kinds that the tables use, with its version: nothing was made, changed or removed."""
    kinds = [(version, kind) for version, kinds in RESOURCES.items() for kind in kinds if kind not in ("Event", "Node")]
    found = (each for version, kind in kinds for each in client.list(kind, version))
    return {
        f"{each['kind']} {each['metadata'].get('namespace')}/{each['metadata']['name']}": each["metadata"][
            "resourceVersion"
        ]
        for each in found
    }


def pod_of(client: Client, value: Manifest, done: Callable[[Manifest], bool]) -> Manifest:
    """The pod once the scheduler has said something of it."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        found = must(client.get(value))
        if done(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"the scheduler said nothing of {value['metadata']['name']} within {SECONDS} s")


def condition_of(pod: Manifest) -> str:
    """What the scheduler wrote into the pod's status, which is the sentence of its event."""
    conditions = pod.get("status", {}).get("conditions") or []
    return next((each["message"] for each in conditions if each["type"] == "PodScheduled" and "message" in each), "")


def rules_of(result: dict[str, Any], severity: str = "error") -> list[str]:
    return [each["rule"] for each in result["findings"] if each["severity"] == severity]


@pytest.fixture(scope="module")
def before(plane: ControlPlane) -> dict[str, str]:
    """What stands before the first fault, and has to stand after each."""
    return standing(plane.client)


@pytest.mark.parametrize("fault", list(faults.faults()), ids=lambda fault: fault.name)
def test_one_fault_and_nothing_is_applied(
    plane: ControlPlane, gate: Gate, before: dict[str, str], fault: faults.Fault
) -> None:
    result = gate(list(fault.objects))

    errors = [each for each in result["findings"] if each["severity"] == "error"]
    assert result["failed"] and not result["changed"]
    assert fault.rule in [each["rule"] for each in errors], errors
    told = [f"{each['field']}: {each['message']}" for each in errors if each["rule"] == fault.rule]
    assert any(fault.sentence in each for each in told), told
    assert "beside" not in {each["object"]["name"] for each in errors}
    assert before == standing(plane.client)


@pytest.mark.parametrize(("name", "text"), list(faults.texts()))
def test_what_cannot_be_read_keeps_the_rest_from_being_applied(
    plane: ControlPlane, gate: Gate, before: dict[str, str], name: str, text: str
) -> None:
    result = gate(text)

    assert ["unreadable"] == rules_of(result), name
    assert before == standing(plane.client)


def test_what_is_good_is_applied_once_and_runs_where_it_was_said(plane: ControlPlane, gate: Gate) -> None:
    objects = list(faults.good())
    before = standing(plane.client)

    checked = gate(objects, check=True)
    after_check = standing(plane.client)
    applied = gate(objects)
    again = gate(objects)

    assert 50 <= len(objects)
    assert [] == rules_of(applied), applied["findings"]
    assert (True, True, False) == (checked["changed"], applied["changed"], again["changed"])
    assert before == after_check
    assert len(objects) == len(applied["applied"]) == len(standing(plane.client)) - len(before)
    assert len(objects) == len(checked["diff"])
    feasible = {each["name"]: each["feasible"] for each in applied["results"]}
    for value in objects:
        if value["kind"] == "Pod":
            placed = pod_of(plane.client, value, lambda pod: bool(pod["spec"].get("nodeName")))
            assert placed["spec"]["nodeName"] in feasible[value["metadata"]["name"]]


def test_a_secret_is_in_no_result(gate: Gate) -> None:
    secret = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "hidden"},
        "stringData": {"password": "battery staple"},
    }

    first, second = gate(secret), gate(changed_password(secret))

    assert first["changed"] and second["changed"]
    assert "battery" not in str(first) + str(second)
    assert "YmF0dGVye" not in str(first) + str(second)
    assert [{"password": "(hidden)"}] == [each["after"]["stringData"] for each in first["diff"]]


def changed_password(secret: Manifest) -> Manifest:
    return {**secret, "stringData": {"password": "another battery"}}


def test_pending_pods_are_explained_in_the_words_of_their_event(plane: ControlPlane, gate: Gate) -> None:
    objects = list(faults.pending())

    refused = gate(objects)
    result = gate(objects, policy=ALL_APPLIED, wait=True, wait_timeout=4, wait_sleep=1)

    assert not refused["changed"] and "unschedulable" in rules_of(refused)
    assert ["rollout-hangs"] * len(objects) == rules_of(result)
    told = {each["name"]: each["pods"][0] for each in result["hanging"]}
    for value in objects:
        name = value["metadata"]["name"]
        sentence = condition_of(pod_of(plane.client, value, lambda pod: bool(condition_of(pod))))
        assert (name, sentence) == (name, told[name]["message"])
        if name != "gated":
            assert (name, sentence) == (name, told[name]["explanation"])


def test_a_release_makes_its_own_namespace_definitions_and_accounts(plane: ControlPlane, gate: Gate) -> None:
    group = "gate.example"
    names = {"kind": "Gadget", "plural": "gadgets", "singular": "gadget", "listKind": "GadgetList"}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object"}}}
    objects = [
        {"apiVersion": f"{group}/v1", "kind": "Gadget", "metadata": {"name": "one", "namespace": "fresh"}},
        {**faults.deployment(), "metadata": {"name": "web", "namespace": "fresh"}},
        {**faults.config_map("c"), "metadata": {"name": "c", "namespace": "fresh"}},
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": f"gadgets.{group}"},
            "spec": {"group": group, "names": names, "scope": "Namespaced", "versions": [version]},
        },
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "fresh"}},
    ]
    kinds = ["Namespace", "CustomResourceDefinition", "ConfigMap", "Deployment", "Gadget"]

    faulty = gate([*objects, {**faults.service(type="Internal"), "metadata": {"name": "s", "namespace": "fresh"}}])
    applied = gate(objects)
    removed = gate(objects, state="absent")

    assert ["not-asked"] == rules_of(faulty, "note"), faulty["findings"]
    assert ["refused"] == rules_of(faulty)
    assert kinds == [each["kind"] for each in applied["applied"]]
    assert kinds[::-1] == [each["kind"] for each in removed["applied"]]
    assert applied["changed"] and removed["changed"]
    assert "Failed" not in applied["msg"] and not applied["failed"] and not removed["failed"]


def test_a_release_brings_what_admission_wants_of_its_pods(plane: ControlPlane, gate: Gate) -> None:
    """A quota that is there already takes only pods with a request, which they get from the limits of the release."""
    place = {"namespace": "classes"}
    quota = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "amounts", **place}}
    must(plane.client.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "classes"}}))
    must(plane.client.create({**quota, "spec": {"hard": {"requests.cpu": "1"}}}))
    amounts = {"hard": {"requests.cpu": "1"}, "used": {"requests.cpu": "0"}}
    must(plane.client.replace({**quota, "status": amounts, "spec": {"hard": amounts["hard"]}}, "status"))
    limits = [{"type": "Container", "defaultRequest": {"cpu": "10m"}}]
    ranked = faults.changed(faults.pod("ranked", priorityClassName="high"), {"metadata.namespace": "classes"})
    walled = faults.changed(faults.pod("walled", runtimeClassName="vm"), {"metadata.namespace": "classes"})
    plain = faults.changed(
        faults.pod("plain"), {"metadata": {"name": "plain", **place}, "spec.containers[0].resources": {}}
    )
    objects = [
        ranked,
        walled,
        plain,
        {"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "some", **place}, "spec": {"limits": limits}},
        {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "high"}, "value": 7},
        {
            "apiVersion": "node.k8s.io/v1",
            "kind": "RuntimeClass",
            "metadata": {"name": "vm"},
            "handler": "kata",
            "overhead": {"podFixed": {"cpu": "20m"}},
        },
    ]

    checked, applied, again = gate(objects, check=True), gate(objects), gate(objects)

    assert ["not-asked"] * 3 == [each["rule"] for each in checked["findings"] if each["rule"] == "not-asked"], checked
    assert (True, True, False) == (checked["changed"], applied["changed"], again["changed"]), applied["msg"]
    stored = {name: must(plane.client.get(each)) for name, each in zip("rwp", (ranked, walled, plain), strict=True)}
    assert 7 == stored["r"]["spec"]["priority"]
    assert {"cpu": "20m"} == stored["w"]["spec"]["overhead"]
    assert {"cpu": "10m"} == stored["p"]["spec"]["containers"][0]["resources"]["requests"]


def test_a_refusal_in_the_middle_is_told_with_what_had_been_changed(plane: ControlPlane, gate: Gate) -> None:
    """A quota lets the dry run of each pod pass, and refuses the second for good."""
    narrow = {"name": "one", "namespace": "narrow"}
    quota = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": narrow, "spec": {"hard": {"pods": "1"}}}
    must(plane.client.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "narrow"}}))
    must(plane.client.create(quota))
    must(plane.client.replace({**quota, "status": {"hard": {"pods": "1"}, "used": {"pods": "0"}}}, "status"))
    pods = [{**faults.pod(name), "metadata": {"name": name, "namespace": "narrow"}} for name in ("first", "second")]
    custom = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "Ingress",
        "metadata": {"name": "later", "namespace": "narrow"},
        "spec": {"defaultBackend": {"service": {"name": "web", "port": {"number": 80}}}},
    }

    result = gate([custom, *pods], policy=ALL_APPLIED)

    assert result["failed"] and result["changed"]
    assert [("first", True, False), ("second", False, True)] == [
        (each["name"], each["changed"], bool(each["error"])) for each in result["applied"]
    ]
    assert "exceeded quota: one" in result["applied"][1]["error"]
    assert result["msg"].endswith("1 of 3 objects had been changed when it stopped: 1 refused, 1 not begun")


def test_pods_of_the_release_itself_do_not_stand_in_its_way(plane: ControlPlane, gate: Gate) -> None:
    """A StatefulSet whose pod fills its node already can be applied again."""
    labels = {"app": "full"}
    selection = {"nodeSelector": {faults.HOSTNAME: "for-db"}, "tolerations": [{"operator": "Exists"}]}
    template = {"metadata": {"labels": labels}, "spec": {**faults.pod("p")["spec"], **selection}}
    template = faults.changed(template, {"spec.containers[0].resources.requests.cpu": "5"})
    spec = {"replicas": 1, "serviceName": "full", "selector": {"matchLabels": labels}, "template": template}
    value = {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "full"}, "spec": spec}
    applied = gate(value)
    owner = {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "full", "controller": True}
    owner["uid"] = next(each["result"]["metadata"]["uid"] for each in applied["applied"])
    own = {**faults.pod("full-0"), "spec": {**template["spec"], "nodeName": "for-db"}}
    own["metadata"] = {"name": "full-0", "namespace": faults.NAMESPACE, "ownerReferences": [owner]}
    must(plane.client.create(own))
    stranger = faults.changed(value, {"metadata.name": "other"})

    again, other = gate(value), gate(stranger)

    assert [] == rules_of(again), again["findings"]
    assert ["unschedulable"] == rules_of(other)


def test_a_cluster_that_cannot_be_asked_is_one_clear_error(gate: Gate) -> None:
    result = gate(faults.pod("p"), kubeconfig="/nowhere/kubeconfig")

    assert result["failed"] and result["msg"].startswith("kubeconfig: /nowhere/kubeconfig leads to no file")
