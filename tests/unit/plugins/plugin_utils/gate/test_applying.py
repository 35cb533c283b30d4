# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The calls of kubernetes.core.k8s: which there are, what stops them, and what their answers come to."""

from __future__ import annotations

import json

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.applying import apply, dry_run, findings_of
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import read_request

from .options import options

NAMESPACE = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop"}}
CONFIG = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "shop"}}
POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "shop"}, "spec": {}}
WIDGET = {"apiVersion": "x.example/v1", "kind": "Widget", "metadata": {"name": "w", "namespace": "shop"}}
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.x.example"},
    "spec": {"group": "x.example", "names": {"kind": "Widget"}},
}
NO_NAMESPACE = {
    "message": 'namespaces "shop" not found',
    "code": 404,
    "details": {"name": "shop", "kind": "namespaces"},
}
NO_WIDGET = "Failed to find exact match for x.example/v1.Widget by [kind, name, singularName, shortNames]"


class Cluster:
    """Answers for kubernetes.core.k8s: refusals by kind and namespace, everything else is created."""

    def __init__(self, refusals):
        self.calls = []
        self._refusals = refusals

    def __call__(self, arguments, check):
        objects = arguments["resource_definition"]
        self.calls.append((check, arguments["state"], [each["kind"] for each in objects], arguments["wait"]))
        entries = [self._entry(each, arguments["state"]) for each in objects]
        return entries[0] if len(entries) == 1 else {"result": {"results": entries}}

    def _entry(self, value, state):
        refusal = self._refusals.get((value["kind"], value["metadata"].get("namespace")))
        if refusal is None:
            return {"changed": True, "method": "delete" if state == "absent" else "create", "result": value}
        told = refusal if isinstance(refusal, str) else f"Failed to create object: {json.dumps(refusal)}"
        return {"changed": False, "result": {}, "error": {"msg": told}}


def request(*objects, **more):
    given = {"definition": list(objects), "cluster_objects": [], "snapshot": [], "live": False, **more}
    return read_request({**options(), "state": "gated", **given})._replace(
        params={**options(), "state": "present", **more}
    )


def told(found):
    return [(each.rule, each.severity, each.object.kind, each.message) for each in found]


def test_a_dry_run_is_one_call_and_another_for_what_has_no_namespace_yet():
    asked = request(POD, CONFIG, NAMESPACE)
    cluster = Cluster({("ConfigMap", "shop"): NO_NAMESPACE, ("Pod", "shop"): NO_NAMESPACE})

    outcome = dry_run(asked, cluster)

    assert [
        (True, "present", ["Namespace", "ConfigMap", "Pod"], False),
        (True, "present", ["ConfigMap", "Pod"], False),
    ] == cluster.calls
    assert [True] * 3 == [answer.changed for answer in outcome.answers]
    assert ["shop", "shop"] == [each.document.value["metadata"]["namespace"] for each in outcome.answers[1:]]
    assert [] == list(findings_of(outcome, asked))


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        ([("refused", "error", "Pod", "spec.containers: Required value")], ("spec.containers: Required value", 422)),
        ([], ("exceeded quota", 403)),
    ],
)
def test_in_the_stand_in_only_what_is_wrong_with_the_object_itself_counts(wanted, refusal):
    asked = request(POD, NAMESPACE)
    message, code = refusal
    cluster = Cluster({("Pod", "shop"): NO_NAMESPACE, ("Pod", "default"): {"message": message, "code": code}})

    assert wanted == told(findings_of(dry_run(asked, cluster), asked))


AWAY = "Invalid value: 30080: rpc error: code = Unavailable desc = error reading from server"


@pytest.mark.parametrize(
    ("first", "calls", "wanted"),
    [
        pytest.param({"message": AWAY, "code": 422}, [["ConfigMap", "Pod"], ["Pod"]], [], id="etcd has gone"),
        pytest.param({"message": "not ready", "code": 503}, [["ConfigMap", "Pod"], ["Pod"]], [], id="not ready"),
        pytest.param(
            {"message": "no", "code": 422}, [["ConfigMap", "Pod"]], [("refused", "error", "Pod", "no")], id="refused"
        ),
    ],
)
def test_what_the_server_could_not_answer_once_is_asked_again_once(first, calls, wanted):
    asked = request(CONFIG, POD)
    refusals = {("Pod", "shop"): first}
    cluster = Cluster(refusals)

    def execute(arguments, check):
        answered = cluster(arguments, check)
        refusals.clear()
        return answered

    assert wanted == told(findings_of(dry_run(asked, execute), asked))
    assert calls == [kinds for check, state, kinds, wait in cluster.calls]


def test_a_namespace_that_nobody_creates_is_an_error():
    asked = request(POD)

    found = told(findings_of(dry_run(asked, Cluster({("Pod", "shop"): NO_NAMESPACE})), asked))

    assert [("refused", "error", "Pod", 'namespaces "shop" not found')] == found


def test_a_custom_resource_waits_for_its_definition_in_the_same_input():
    sentence = 'no matches for kind "Widget" in version "x.example/v1"'
    with_definition, without = request(WIDGET, DEFINITION), request(WIDGET)
    cluster = Cluster({("Widget", "shop"): NO_WIDGET})

    noted = told(findings_of(dry_run(with_definition, cluster), with_definition))
    refused = told(findings_of(dry_run(without, cluster), without))

    needed = "the API server can be asked only when the definition widgets.x.example of the same input is in place"
    assert [("not-asked", "note", "Widget", f"{needed}: {sentence}")] == noted
    assert [("refused", "error", "Widget", sentence)] == refused


def late(sentence, times, code=403):
    """A cluster that refuses the pod so many times, and then takes it."""
    refusals = {("Pod", "shop"): {"message": sentence, "code": code}}
    cluster = Cluster(refusals)

    def execute(arguments, check):
        if sum("Pod" in kinds for _check, _state, kinds, _wait in cluster.calls) == times:
            refusals.clear()
        return cluster(arguments, check)

    return cluster, execute


HIGH = {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "high"}, "value": 1}
NO_CLASS = 'pods "p" is forbidden: no PriorityClass with name high was found'


def test_what_was_applied_a_moment_ago_is_asked_for_again():
    asked, pauses = request(POD, HIGH), []
    cluster, execute = late(NO_CLASS, 2)

    outcome = apply(asked, execute, pauses.append)

    assert [["PriorityClass"], ["Pod"], ["Pod"], ["Pod"]] == [kinds for _check, _state, kinds, _wait in cluster.calls]
    assert [1.0, 1.0] == pauses
    assert [None, None] == [answer.refusal for answer in outcome.answers]
    message = (
        "the API server that was asked did not know the PriorityClass high at once, which had been applied just before"
    )
    assert [("seen-late", "note", "Pod", message)] == told(findings_of(outcome, asked))


def test_what_stays_refused_is_an_error_that_says_how_often_it_was_asked():
    asked, pauses = request(POD, HIGH), []
    cluster, execute = late(NO_CLASS, 99)

    outcome = apply(asked, execute, pauses.append)

    assert 10 == sum("Pod" in kinds for _check, _state, kinds, _wait in cluster.calls) == len(pauses) + 1
    message = f"{NO_CLASS} (asked 10 times, since the PriorityClass high had been applied just before)"
    assert [("refused", "error", "Pod", message)] == told(findings_of(outcome, asked))


@pytest.mark.parametrize(
    "sentence", [NO_CLASS, "exceeded quota: small, requested: pods=1, used: pods=1, limited: pods=1"]
)
def test_nothing_is_asked_again_for_what_the_input_does_not_bring(sentence):
    asked = request(POD, CONFIG)
    _cluster, execute = late(sentence, 99)

    outcome = apply(asked, execute, pytest.fail)

    assert [("refused", "error", "Pod", sentence)] == told(findings_of(outcome, asked))


def test_after_a_refusal_its_step_is_finished_and_no_other_is_begun():
    asked = request(WIDGET, POD, {**POD, "kind": "Job", "apiVersion": "batch/v1"}, CONFIG)
    cluster = Cluster({("Pod", "shop"): {"message": "exceeded quota", "code": 403}})

    outcome = apply(asked, cluster)

    assert [["ConfigMap"], ["Pod", "Job"]] == [kinds for _check, _state, kinds, _wait in cluster.calls]
    assert [True, False, True] == [answer.changed for answer in outcome.answers]
    assert ["Widget"] == [each.value["kind"] for each in outcome.left]
    assert [("refused", "error", "Pod", "exceeded quota")] == told(findings_of(outcome, asked))


def test_definitions_are_waited_for_and_nothing_else_while_applying():
    cluster = Cluster({})

    apply(request(WIDGET, DEFINITION), cluster)

    assert [(["CustomResourceDefinition"], True), (["Widget"], False)] == [each[2:] for each in cluster.calls]


def test_a_kind_that_is_not_served_any_more_has_nothing_to_remove():
    asked = request(WIDGET, CONFIG, state="absent")
    cluster = Cluster({("Widget", "shop"): NO_WIDGET})

    outcome = apply(asked, cluster)

    assert [["Widget"], ["ConfigMap"]] == [kinds for _check, _state, kinds, _wait in cluster.calls]
    assert [None, None] == [answer.refusal for answer in outcome.answers]


def test_a_call_that_breaks_off_is_told_with_what_had_been_changed_before():
    asked = request(POD, CONFIG, WIDGET)

    def broken(arguments, check):
        if arguments["resource_definition"] == [POD]:
            return {"failed": True, "msg": "connection reset"}
        return Cluster({})(arguments, check)

    outcome = apply(asked, broken)

    assert [("ConfigMap", True), ("Pod", False)] == [
        (each.document.value["kind"], each.changed) for each in outcome.answers
    ]
    assert ["Widget"] == [each.value["kind"] for each in outcome.left]
    message = "the call ended without an answer, the object may or may not be there: connection reset"
    assert [("refused", "error", "Pod", message)] == told(findings_of(outcome, asked))
