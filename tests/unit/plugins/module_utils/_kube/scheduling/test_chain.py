# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""All filters together: their order, and which of their refusals the removal of pods could cure."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    ZONE,
    node,
    pod,
    refusals,
    verdict,
)

WEB = {"app": "web"}
APP = {"matchLabels": WEB}
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
DRIVER = "csi.example.com"
LABELS = {HOSTNAME: "n", ZONE: "east"}
RESTART = [{"action": "RestartAllContainers", "exitCodes": {"operator": "In", "values": [1]}}]


def bound(name="data", **spec):
    """A claim with its volume."""
    metadata = {"name": name, "namespace": "default", "annotations": {"pv.kubernetes.io/bind-completed": "yes"}}
    fields = {"accessModes": ["ReadWriteOnce"], "csi": {"driver": DRIVER, "volumeHandle": name}, **spec}
    labels = fields.pop("labels", {})
    return [
        {
            "kind": "PersistentVolumeClaim",
            "metadata": metadata,
            "spec": {"accessModes": fields["accessModes"], "volumeName": name},
        },
        {"kind": "PersistentVolume", "metadata": {"name": name, "labels": labels}, "spec": fields},
    ]


def limit(count):
    entry = {"name": DRIVER, "nodeID": "n", "allocatable": {"count": count}}
    return {"kind": "CSINode", "metadata": {"name": "n"}, "spec": {"drivers": [entry]}}


def using(claim="data"):
    return {"name": claim, "persistentVolumeClaim": {"claimName": claim}}


def elsewhere(key):
    term = {"matchExpressions": [{"key": key, "operator": "Exists"}]}
    return {"nodeAffinity": {"required": {"nodeSelectorTerms": [term]}}}


def spread(key=ZONE):
    return [{"topologyKey": key, "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule", "labelSelector": APP}]


DISK = {"name": "disk", "gcePersistentDisk": {"pdName": "d"}}
ORDER = [
    ("cordoned", "node(s) were unschedulable"),
    ("tainted", "node(s) had untolerated taint(s)"),
    ("not chosen", "node(s) didn't match Pod's node affinity/selector"),
    ("a taken port", "node(s) didn't have free ports for the requested pod ports"),
    ("too small", "Insufficient cpu"),
    ("a mounted disk", "node(s) had no available disk"),
    ("too many volumes", "node(s) exceed max volume count"),
    ("a volume out of reach", "node(s) didn't match PersistentVolume's node affinity"),
    ("a volume of another zone", "node(s) had no available volume zone"),
    ("spread", "node(s) didn't match pod topology spread constraints"),
    ("affinity", "node(s) didn't match pod affinity rules"),
    ("a feature", "node(s) didn't match Pod's required features"),
]


def everything_wrong_but(mended):
    """A pod and a cluster of one node on which all of ORDER is wrong that isn't among the mended."""

    def wrong(what):
        return what not in mended

    container = {
        "name": "c",
        "image": "i",
        "ports": [{"containerPort": 80, "hostPort": 80}],
        "resources": {"requests": {"cpu": "2"}},
        "restartPolicyRules": RESTART,
    }
    term = {"topologyKey": ZONE, "labelSelector": {"matchLabels": {"app": "db"}}}
    asked = pod(
        labels=WEB,
        containers=[container],
        nodeSelector={"disk": "ssd"} if wrong("not chosen") else {},
        volumes=[DISK, using()],
        topologySpreadConstraints=spread(ZONE),
        affinity={"podAffinity": {REQUIRED: [term]}} if wrong("affinity") else {},
    )
    target = node(
        "n",
        labels=LABELS,
        taints=["a:NoSchedule"] if wrong("tainted") else (),
        cordoned=wrong("cordoned"),
        cpu="1" if wrong("too small") else "8",
    )
    target["status"]["declaredFeatures"] = [] if wrong("a feature") else ["RestartAllContainersOnContainerExits"]
    other = node("z", labels={HOSTNAME: "z", ZONE: "west"}, taints=["gone:NoSchedule"], cpu="8")
    placed = pod(
        "placed",
        on="n",
        labels=WEB if wrong("spread") else {},
        volumes=[DISK if wrong("a mounted disk") else {"name": "e", "emptyDir": {}}, using("other")],
        containers=[{**container, "resources": {}, "ports": container["ports"] if wrong("a taken port") else []}],
    )
    volumes = [
        *bound("other"),
        *bound(
            labels={ZONE: "west" if wrong("a volume of another zone") else "east"},
            **({"nodeAffinity": elsewhere("no-such")["nodeAffinity"]} if wrong("a volume out of reach") else {}),
        ),
    ]
    return asked, [target, other, placed, limit(1 if wrong("too many volumes") else 9), *volumes]


@pytest.mark.parametrize("count", range(len(ORDER) + 1), ids=[*(what for what, _reason in ORDER), "nothing"])
def test_the_first_filter_that_refuses_a_node_gives_its_reason(count):
    asked, objects = everything_wrong_but({what for what, _reason in ORDER[:count]})

    found = refusals(asked, objects)

    assert (ORDER[count][1] if count < len(ORDER) else None) == found.get("n")


def plain(**spec):
    return pod(priority=0, **spec)


def near(side, key=ZONE):
    return {side: {REQUIRED: [{"topologyKey": key, "labelSelector": APP}]}}


PORT = [{"name": "c", "image": "i", "ports": [{"containerPort": 80, "hostPort": 80}]}]
HERE = node("n", labels=LABELS)
OTHER_ZONE = node("z", labels={HOSTNAME: "z", ZONE: "west"}, taints=["gone:NoSchedule"])
MISSING = {"kind": "CSIDriver", "metadata": {"name": DRIVER}, "spec": {"preventPodSchedulingIfMissing": True}}
FINAL = [
    pytest.param(plain(), [node("n", cordoned=True)], id="cordoned"),
    pytest.param(plain(), [node("n", taints=["a:NoExecute"])], id="taint"),
    pytest.param(plain(nodeSelector={"a": "b"}), [HERE], id="node selector"),
    pytest.param(plain(requests={"cpu": "65"}), [HERE], id="more than the whole node"),
    pytest.param(plain(volumes=[using()]), [HERE, *bound(**elsewhere("a"))], id="a volume out of reach"),
    pytest.param(plain(volumes=[using()]), [HERE, *bound(labels={ZONE: "west"})], id="a volume of another zone"),
    pytest.param(plain(affinity=near("podAffinity")), [HERE], id="affinity"),
    pytest.param(plain(topologySpreadConstraints=spread("rack")), [HERE], id="spread without the label"),
    pytest.param(
        plain(containers=[{"name": "c", "image": "i", "restartPolicyRules": RESTART}]),
        [{**HERE, "status": {**HERE["status"], "declaredFeatures": []}}],
        id="a feature",
    ),
]
CURABLE = [
    pytest.param(plain(containers=PORT), [HERE, pod("p", on="n", containers=PORT)], id="host port"),
    pytest.param(plain(), [node("n", cpu="1", pods="1"), pod("p", on="n")], id="pod slots"),
    pytest.param(
        plain(requests={"cpu": "2"}), [node("n", cpu="2"), pod("p", on="n", requests={"cpu": "1"})], id="cpu in use"
    ),
    pytest.param(plain(volumes=[DISK]), [HERE, pod("p", on="n", volumes=[DISK])], id="a mounted disk"),
    pytest.param(
        plain(volumes=[using()]),
        [HERE, limit(1), pod("p", on="n", volumes=[using("other")]), *bound(), *bound("other")],
        id="too many volumes",
    ),
    pytest.param(
        plain(volumes=[using()]), [HERE, MISSING, {**limit(1), "spec": {"drivers": []}}, *bound()], id="no driver"
    ),
    pytest.param(
        plain(volumes=[using()]),
        [HERE, pod("p", on="n", volumes=[using()]), *bound(accessModes=["ReadWriteOncePod"])],
        id="a claim for one pod",
    ),
    pytest.param(
        plain(affinity=near("podAntiAffinity")), [HERE, pod("p", on="n", labels=WEB)], id="anti-affinity of its own"
    ),
    pytest.param(
        plain(labels=WEB), [HERE, pod("p", on="n", affinity=near("podAntiAffinity"))], id="anti-affinity of others"
    ),
    pytest.param(
        plain(labels=WEB, topologySpreadConstraints=spread()),
        [HERE, OTHER_ZONE, pod("p", on="n", labels=WEB)],
        id="spread skew",
    ),
]


def preemption_on(asked, objects):
    """What preemption says of the node `n`; the other node is refused for good."""
    message = verdict(asked, objects)["message"]
    others = sum(each["kind"] == "Node" for each in objects) - 1
    said = message[message.index("preemption: ") :].partition(" nodes are available: ")[2]
    return said.rstrip(".").removesuffix(f", {others} Preemption is not helpful for scheduling")


@pytest.mark.parametrize(("asked", "objects"), FINAL)
def test_what_no_removal_of_pods_can_cure(asked, objects):
    assert "1 Preemption is not helpful for scheduling" == preemption_on(asked, objects)


@pytest.mark.parametrize(("asked", "objects"), CURABLE)
def test_what_the_removal_of_pods_could_cure(asked, objects):
    assert "1 No preemption victims found for incoming pod" == preemption_on(asked, objects)
