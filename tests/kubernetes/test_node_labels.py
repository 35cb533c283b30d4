# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`node_labels` on a real API server: what is ours comes and goes, what others set stays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import urllib3
from ansible_collections.quorum.kube.plugins.module_utils import _nodes
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._labelling import ARGUMENT_SPEC, Told, label
from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs
from ansible_collections.quorum.kube.tests.kubernetes.reader import wait_for_right
from kubernetes.client import ApiException

pytestmark = pytest.mark.filterwarnings("ignore:Unverified HTTPS request")

SHOWN = "a node that kubectl get nodes shows"
RECORD = "node-labels.quorum.kube/inventory"
NOT_READY = {"key": "node.kubernetes.io/not-ready", "effect": "NoExecute", "timeAdded": "2026-01-01T00:00:00Z"}
CONTROL_PLANE = {"key": "node-role.kubernetes.io/control-plane", "effect": "NoSchedule"}
OLD_MASTER = {"key": "node-role.kubernetes.io/master", "effect": "NoSchedule"}
OURS = {"key": "dedicated", "value": "db", "effect": "NoSchedule"}
Manifest = dict[str, Any]


@pytest.fixture(scope="module")
def plane(programs: Programs) -> Iterator[ControlPlane]:
    with ControlPlane(programs, scheduler=False) as running:
        running.write_kubeconfig()
        yield running


@pytest.fixture
def client(plane: ControlPlane) -> Iterator[Client]:
    """The plane's client; no node is left of an earlier test."""
    yield plane.client
    must(plane.client.request("DELETE", "/api/v1/nodes"))


def create(client: Client, name: str, taints: tuple[Manifest, ...] = (), **labels: str) -> Manifest:
    manifest = {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, **labels}},
        "spec": {"taints": list(taints)},
    }
    return must(client.create(manifest))


def node(client: Client, name: str) -> Manifest:
    return must(client.request("GET", f"/api/v1/nodes/{name}"))


def patch(client: Client, name: str, body: Manifest) -> Manifest:
    kind = "application/merge-patch+json"
    return must(client.request("PATCH", f"/api/v1/nodes/{name}", body, content_type=kind))


def labels(client: Client, name: str) -> dict[str, str]:
    found = dict(node(client, name)["metadata"]["labels"])
    del found["kubernetes.io/hostname"]
    return found


def taints(client: Client, name: str) -> list[Manifest]:
    return list(node(client, name)["spec"].get("taints") or ())


def run(plane: ControlPlane, *, check: bool = False, **options: Any) -> Told:
    """The module's work with these options and the defaults of all others."""
    defaults = {name: option.get("default") for name, option in ARGUMENT_SPEC.items()}
    nodes = options.pop("nodes", None)
    if nodes is not None:
        suboptions = ARGUMENT_SPEC["nodes"]["options"]
        nodes = [{**dict.fromkeys(suboptions), **entry} for entry in nodes]
    return label({**defaults, "kubeconfig": str(plane.kubeconfig), "nodes": nodes, **options}, check)


def refusal(plane: ControlPlane, **options: Any) -> list[str]:
    with pytest.raises(InputError) as refused:
        run(plane, **options)
    return [str(problem) for problem in refused.value.problems]


def test_b1_a_label_that_is_no_longer_declared_goes_and_those_of_others_stay(
    plane: ControlPlane, client: Client
) -> None:
    create(client, "n", theirs="1")
    run(plane, name="n", labels={"a": "1", "b": "2"})
    assert {"theirs": "1", "a": "1", "b": "2"} == labels(client, "n")

    told = run(plane, name="n", labels={"a": "1"})

    assert {"theirs": "1", "a": "1"} == labels(client, "n")
    assert {
        "before_header": "n",
        "after_header": "n",
        "before": f'label b=2\nannotation {RECORD}={{"labels":["a","b"]}}\n',
        "after": f'annotation {RECORD}={{"labels":["a"]}}\n',
    } == told.diff
    assert told.result["changed"]


def test_b7_a_second_run_changes_nothing_and_check_mode_tells_the_truth(plane: ControlPlane, client: Client) -> None:
    create(client, "n")
    wanted = {"labels": {"a": "1"}, "annotations": {"example.com/b": "two words"}, "taints": [OURS]}
    before = node(client, "n")

    foretold = run(plane, check=True, name="n", **wanted)
    assert before == node(client, "n")
    done = run(plane, name="n", **wanted)
    after = node(client, "n")
    again = run(plane, name="n", **wanted)

    assert [True, True, False] == [told.result["changed"] for told in (foretold, done, again)]
    assert foretold.diff == done.diff
    assert {"before": "", "after": ""} == again.diff
    assert after == node(client, "n")
    for part in ("labels", "annotations", "taints"):
        assert foretold.result[part] == done.result[part] == again.result[part]
    assert [OURS] == taints(client, "n")


def test_b3_restricted_and_role_keys_are_set_by_an_administrator(plane: ControlPlane, client: Client) -> None:
    create(client, "n")
    wanted = {
        "node-role.kubernetes.io/infra": "",
        "node-restriction.kubernetes.io/x": "1",
        "topology.kubernetes.io/zone": "a",
    }

    run(plane, name="n", labels=wanted)

    assert wanted == labels(client, "n")


def test_a_key_of_someone_else_is_told_and_left_equal_or_not(plane: ControlPlane, client: Client) -> None:
    create(client, "n", (OURS, NOT_READY), equal="1", other="theirs")
    wanted = {"equal": "1", "other": "ours", "new": "x"}

    told = run(plane, name="n", labels=wanted, taints=["dedicated=web:NoSchedule"])

    assert [
        {"node": "n", "kind": "label", "key": "equal", "wanted": "1", "found": "1", "owner": ""},
        {"node": "n", "kind": "label", "key": "other", "wanted": "ours", "found": "theirs", "owner": ""},
        {"node": "n", "kind": "taint", "key": "dedicated:NoSchedule", "wanted": "web", "found": "db", "owner": ""},
    ] == told.result["conflicts"]
    assert "the label equal of n was set by someone else and is left as it is" in told.warnings
    run(plane, name="n")
    assert {"equal": "1", "other": "theirs"} == labels(client, "n")
    assert [OURS, NOT_READY] == taints(client, "n")
    assert RECORD not in node(client, "n")["metadata"].get("annotations", {})


def test_conflicts_may_be_a_failure_or_be_taken(plane: ControlPlane, client: Client) -> None:
    create(client, "n", key="theirs")

    assert ['node n: label key: "theirs" is someone else\'s (expected a key of ours, or conflicts: take)'] == refusal(
        plane, name="n", labels={"key": "ours", "new": "x"}, conflicts="fail"
    )
    assert {"key": "theirs"} == labels(client, "n")
    run(plane, name="n", labels={"key": "ours"}, conflicts="take")
    assert {"key": "ours"} == labels(client, "n")
    told = run(plane, name="n", labels={"key": "mine"}, owner="other", conflicts="take")
    assert ["inventory"] == [conflict["owner"] for conflict in told.result["conflicts"]]
    assert {"key": "ours"} == labels(client, "n")


def test_two_owners_keep_records_of_their_own(plane: ControlPlane, client: Client) -> None:
    create(client, "n")
    run(plane, name="n", labels={"a": "1"})
    run(plane, name="n", labels={"b": "1"}, owner="storage")

    run(plane, name="n", state="absent")

    assert {"b": "1"} == labels(client, "n")
    assert ["node-labels.quorum.kube/storage"] == list(node(client, "n")["metadata"]["annotations"])


def test_taints_of_others_keep_their_place_and_all_their_fields(plane: ControlPlane, client: Client) -> None:
    create(client, "n", (NOT_READY,))

    run(plane, name="n", taints=[OURS, {"key": "dedicated", "value": "db", "effect": "NoExecute"}])
    assert [NOT_READY, OURS, {**OURS, "effect": "NoExecute"}] == taints(client, "n")
    run(plane, name="n", taints=["dedicated=web:NoSchedule"])
    assert [NOT_READY, {**OURS, "value": "web"}] == taints(client, "n")
    run(plane, name="n")
    assert [NOT_READY] == taints(client, "n")


def test_b6_untainting_the_control_plane_on_off_and_on(plane: ControlPlane, client: Client) -> None:
    create(client, "m", (CONTROL_PLANE, NOT_READY, OLD_MASTER))
    absent = ["node-role.kubernetes.io/control-plane:NoSchedule", "node-role.kubernetes.io/master"]

    for _round in range(2):
        run(plane, name="m", absent_taints=absent)
        assert [NOT_READY] == taints(client, "m")
        assert not run(plane, name="m", absent_taints=absent).result["changed"]
        run(plane, name="m")
        assert [NOT_READY, CONTROL_PLANE, OLD_MASTER] == taints(client, "m")


def test_a_change_meanwhile_is_read_again_and_kept(
    plane: ControlPlane, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(client, "n")
    sent = []
    original = _nodes.Nodes.patch

    def interfere(self: _nodes.Nodes, name: str, body: Manifest) -> Manifest:
        sent.append(body)
        if len(sent) < 3:
            found = taints(client, "n")
            added = {**NOT_READY, "key": f"node.kubernetes.io/added-{len(sent)}"}
            patch(client, "n", {"spec": {"taints": [*found, added]}})
        return original(self, name, body)

    monkeypatch.setattr(_nodes.Nodes, "patch", interfere)
    run(plane, name="n", taints=[OURS])

    assert 3 == len(sent)
    assert ["node.kubernetes.io/added-1", "node.kubernetes.io/added-2", "dedicated"] == [
        taint["key"] for taint in taints(client, "n")
    ]


def test_an_answer_that_was_lost_is_a_change_all_the_same(
    plane: ControlPlane, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(client, "n")
    original = _nodes.Nodes.patch
    lost = []

    def lose(self: _nodes.Nodes, name: str, body: Manifest) -> Manifest:
        answer = original(self, name, body)
        if not lost:
            lost.append(answer)
            raise urllib3.exceptions.ProtocolError("Connection aborted.")
        return answer

    monkeypatch.setattr(_nodes.Nodes, "patch", lose)
    told = run(plane, name="n", labels={"a": "1"})

    assert 1 == len(lost)
    assert told.result["changed"]
    assert {"a": "1"} == labels(client, "n")


def test_a_server_that_is_away_for_a_moment_is_asked_again(
    plane: ControlPlane, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(client, "n")
    original = _nodes.Nodes.patch
    refused = []

    def away(self: _nodes.Nodes, name: str, body: Manifest) -> Manifest:
        if len(refused) < 2:
            refused.append(name)
            raise ApiException(status=503, reason="Service Unavailable")
        return original(self, name, body)

    monkeypatch.setattr(_nodes.Nodes, "patch", away)
    run(plane, name="n", labels={"a": "1"})

    assert ["n", "n"] == refused
    assert {"a": "1"} == labels(client, "n")


def test_a_node_that_is_deleted_meanwhile_is_named(
    plane: ControlPlane, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("gone", "n"):
        create(client, name)
    original = _nodes.Nodes.settle_all

    def delete(self: _nodes.Nodes, *arguments: Any) -> Any:
        must(client.request("DELETE", "/api/v1/nodes/gone"))
        return original(self, *arguments)

    monkeypatch.setattr(_nodes.Nodes, "settle_all", delete)
    told = run(plane, nodes=[{"name": name, "labels": {"a": "1"}} for name in ("gone", "n")])

    assert told.result["failed"]
    assert told.result["msg"].startswith('node gone: 404 Not Found: nodes "gone" not found')
    assert {"a": "1"} == labels(client, "n")


def test_the_module_itself_through_ansible(plane: ControlPlane, client: Client) -> None:
    create(client, "n", equal="1")
    options = {"name": "n", "labels": {"a": "1", "equal": "1"}, "kubeconfig": str(plane.kubeconfig)}
    run_module = [sys.executable, "-m", "ansible", "adhoc", "localhost", "-i", "localhost,", "-c", "local", "--diff"]
    run_module += ["-e", f"ansible_python_interpreter={sys.executable}", "-m", "quorum.kube.node_labels"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("K8S_AUTH_")}
    environment["ANSIBLE_STDOUT_CALLBACK"] = "ansible.builtin.minimal"

    ran = subprocess.run(
        [*run_module, "-a", json.dumps(options)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    result = json.loads(ran.stdout[ran.stdout.index("=> ") + 3 :])

    assert 0 == ran.returncode
    assert "+label a=1" in ran.stdout
    assert (True, {"kubernetes.io/hostname": "n", "equal": "1", "a": "1"}) == (result["changed"], result["labels"])
    assert "the label equal of n was set by someone else" in " ".join(
        ran.stdout.split() + ran.stderr.split() + result.get("warnings", [])
    )


def test_many_writers_lose_nothing(plane: ControlPlane, client: Client) -> None:
    create(client, "n")
    owners = [f"owner-{number}" for number in range(6)]
    threads = [
        threading.Thread(
            target=run, args=(plane,), kwargs={"name": "n", "owner": owner, "taints": [f"{owner}:NoSchedule"]}
        )
        for owner in owners
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert owners == sorted(taint["key"] for taint in taints(client, "n"))


def test_all_mistakes_are_told_before_anything_is_sent(plane: ControlPlane, client: Client) -> None:
    create(client, "n")
    found = refusal(
        plane,
        nodes=[
            {"name": "n", "labels": {"good": "1", "bad key": "1", "number": 1, "value": "a b"}},
            {"name": "n", "taints": ["nonsense", {"key": "a", "effect": "Never"}]},
        ],
        owner="a b",
    )

    assert 7 == len(found), found
    assert "nodes[0] (n).labels[number]: 1 (expected a text; quote it)" in found
    assert {} == labels(client, "n")


def test_what_preflight_accepts_the_server_accepts_and_the_other_way_round(plane: ControlPlane, client: Client) -> None:
    create(client, "n")
    values = ["", "a", "a b", "-a", "a" * 63, "a" * 64, "ä", "true", "1.5", "a_b-c.d", "a/b"]
    keys = ["a", "", "a b", "example.com/a", "/a", "example.com/", "Ex.com/a", "a/b/c", "a" * 63, "a" * 64]
    for key, value in [(key, "v") for key in keys] + [("k", value) for value in values]:
        body = {"metadata": {"labels": {key: value}}}
        kind = "application/merge-patch+json"
        answer = client.request("PATCH", "/api/v1/nodes/n", body, content_type=kind, dryRun="All")
        try:
            run(plane, check=True, name="n", labels={key: value})
            ours = []
        except InputError as error:
            ours = [f"{problem.place}: {problem.found}" for problem in error.problems]
        theirs = [f"labels: {cause['message']}" for cause in answer.causes]

        assert theirs == ours, (key, value)


def test_a_wrong_name_is_told_from_a_node_that_has_not_joined(plane: ControlPlane, client: Client) -> None:
    create(client, "node-1.example.com")
    address = {"status": {"addresses": [{"type": "InternalIP", "address": "10.0.0.9"}]}}
    create(client, "worker-9")
    must(client.request("PATCH", "/api/v1/nodes/worker-9/status", address, content_type="application/merge-patch+json"))

    found = refusal(
        plane,
        nodes=[{"name": "node-1"}, {"name": "w9", "address": "10.0.0.9"}, {"name": "worker-8", "address": "10.0.0.8"}],
    )
    skipped = run(plane, nodes=[{"name": "worker-9", "labels": {"a": "1"}}, {"name": "worker-8"}], unjoined="skip")

    assert [
        "node node-1: no such node, but node-1.example.com (expected the name node-1.example.com)",
        "node w9: no such node; 10.0.0.9 is the node worker-9 (expected the name worker-9)",
        f"node worker-8: it has not joined the cluster; near it are worker-9 (expected {SHOWN})",
    ] == found
    assert ["worker-8"] == skipped.result["unjoined"]
    assert ["node worker-8: it has not joined the cluster"] == skipped.warnings
    assert {"a": "1"} == labels(client, "worker-9")


def test_a_node_that_joins_meanwhile_is_waited_for(plane: ControlPlane, client: Client) -> None:
    late = threading.Timer(1.5, lambda: run_client(plane, "late"))
    late.start()
    try:
        run(plane, name="late", labels={"a": "1"}, wait=20)
    finally:
        late.join()

    assert {"a": "1"} == labels(client, "late")


def test_a_wrong_name_is_not_waited_for(plane: ControlPlane, client: Client) -> None:
    create(client, "node-1.example.com")
    start = time.monotonic()

    found = refusal(plane, nodes=[{"name": "node-1"}, {"name": "late"}], wait=60)

    assert 2 == len(found)
    assert time.monotonic() - start < 30


def test_no_nodes_are_none_and_not_all(plane: ControlPlane, client: Client) -> None:
    create(client, "n")
    run(plane, name="n", labels={"a": "1"})

    for state in ("present", "absent"):
        told = run(plane, nodes=[], state=state)
        assert {"changed": False, "nodes": [], "conflicts": [], "unjoined": []} == told.result

    assert {"a": "1"} == labels(client, "n")


def run_client(plane: ControlPlane, name: str) -> None:
    """Creates a node over a connection of its own, since one connection serves one thread."""
    own = plane.new_client()
    create(own, name)
    own.close()


def test_all_of_an_owner_is_taken_back_from_the_whole_cluster(plane: ControlPlane, client: Client) -> None:
    for name in ("a", "b", "c"):
        create(client, name, (CONTROL_PLANE,))
    run(
        plane,
        nodes=[
            {"name": name, "labels": {"x": "1"}, "absent_taints": ["node-role.kubernetes.io/control-plane"]}
            for name in "ab"
        ],
    )
    before = node(client, "c")

    told = run(plane, state="absent")

    assert ["a", "b"] == [entry["name"] for entry in told.result["nodes"]]
    assert before == node(client, "c")
    for name in "ab":
        assert ({}, [CONTROL_PLANE]) == (labels(client, name), taints(client, name))
    assert not run(plane, state="absent").result["changed"]


def test_a_record_that_nobody_wrote_so_stops_before_anything_is_sent(plane: ControlPlane, client: Client) -> None:
    create(client, "n")
    patch(client, "n", {"metadata": {"annotations": {RECORD: "{"}}})

    found = refusal(plane, name="n", labels={"a": "1"})

    assert 1 == len(found)
    assert f"node n: metadata.annotations[{RECORD}]: {{ (expected a record as this collection writes it" in found[0]


def test_one_refused_node_does_not_stop_the_others(plane: ControlPlane, client: Client) -> None:
    """A user who may patch one node of two."""
    for name in ("allowed", "denied"):
        create(client, name)
    group = "rbac.authorization.k8s.io"
    rules = [
        {"apiGroups": [""], "resources": ["nodes"], "verbs": ["list", "get"]},
        {"apiGroups": [""], "resources": ["nodes"], "verbs": ["patch"], "resourceNames": ["allowed"]},
    ]
    reference = {"apiGroup": group, "kind": "ClusterRole", "name": "labeller"}
    for path, body in (
        ("clusterroles", {"kind": "ClusterRole", "rules": rules}),
        (
            "clusterrolebindings",
            {
                "kind": "ClusterRoleBinding",
                "roleRef": reference,
                "subjects": [{"kind": "User", "name": "labeller", "apiGroup": group}],
            },
        ),
    ):
        manifest = {"apiVersion": f"{group}/v1", "metadata": {"name": "labeller"}, **body}
        must(client.request("POST", f"/apis/{group}/v1/{path}", manifest))
    wait_for_right(client, "labeller", "patch", "nodes", "allowed")

    wishes = [{"name": name, "labels": {"a": "1"}} for name in ("denied", "allowed")]
    told = run(plane, nodes=wishes, impersonate_user="labeller")

    assert told.result["failed"] and told.result["changed"]
    assert told.result["msg"].startswith('node denied: 403 Forbidden: nodes "denied" is forbidden')
    assert ({"a": "1"}, {}) == (labels(client, "allowed"), labels(client, "denied"))
