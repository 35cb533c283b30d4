# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The score plugins: what each gives the nodes of a small cluster, normalised and weighted, worked out by hand."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    HOSTNAME,
    ZONE,
    node,
    pod,
    scores,
)

MIB = 2**20
APP = {"matchLabels": {"app": "web"}}
NODES = [node(name, labels={HOSTNAME: name, ZONE: zone}) for name, zone in (("a1", "a"), ("a2", "a"), ("b1", "b"))]
BARE = node("bare", labels={HOSTNAME: "bare"})
WEB = {"app": "web"}


def given(plugin, asked, objects, **options):
    """Node → what the plugin gives; empty where it has nothing to say."""
    found = scores(asked, objects, **options)
    return {name: entry[plugin] for name, entry in found.items() if plugin in entry}


def preferred(side, *terms):
    return {side: {"preferredDuringSchedulingIgnoredDuringExecution": list(terms)}}


@pytest.mark.parametrize(
    ("toleration", "expected"),
    [
        pytest.param(None, {"n0": 300, "n1": 150, "n2": 0}, id="the fewer the better"),
        pytest.param({"key": "a", "operator": "Exists"}, {"n0": 300, "n1": 300, "n2": 0}, id="any effect"),
        pytest.param({"operator": "Exists", "effect": "PreferNoSchedule"}, dict.fromkeys(("n0", "n1", "n2"), 300)),
        pytest.param({"operator": "Exists", "effect": "NoSchedule"}, {"n0": 300, "n1": 150, "n2": 0}, id="not this"),
    ],
)
def test_soft_taints_that_are_not_tolerated(toleration, expected):
    nodes = [node("n0"), node("n1", taints=["a:PreferNoSchedule"])]
    nodes.append(node("n2", taints=["a:PreferNoSchedule", "b:PreferNoSchedule"]))

    assert expected == given("TaintToleration", pod(tolerations=[toleration] if toleration else []), nodes)


def test_weights_of_preferred_node_terms_add_up_to_a_share_of_the_highest():
    def term(weight, key):
        expressions = [{"key": key, "operator": "Exists"}] if key else []
        return {"weight": weight, "preference": {"matchExpressions": expressions}}

    nodes = [node("both", labels={"x": "", "y": ""}), node("x", labels={"x": ""}), node("none")]
    asked = pod(affinity=preferred("nodeAffinity", term(10, "x"), term(30, "y"), term(100, "")))

    assert {"both": 200, "x": 50, "none": 0} == given("NodeAffinity", asked, nodes)
    nobody = pod(affinity=preferred("nodeAffinity", term(10, "z")))
    assert {"both": 0, "x": 0, "none": 0} == given("NodeAffinity", nobody, nodes)


def near(weight, key=ZONE, selector=None):
    return {"weight": weight, "podAffinityTerm": {"topologyKey": key, "labelSelector": selector or APP}}


HARD = {"requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": ZONE, "labelSelector": APP}]}


@pytest.mark.parametrize(
    ("asked", "placed", "expected"),
    [
        pytest.param(
            pod(affinity={**preferred("podAffinity", near(10)), **preferred("podAntiAffinity", near(5, HOSTNAME))}),
            [pod("p", on="a1", labels=WEB)],
            {"a1": 100, "a2": 200, "b1": 0, "bare": 0},
            id="wishes of the pod: 5, 10 and nothing",
        ),
        pytest.param(
            pod(labels=WEB),
            [pod("p", on="a1", affinity=preferred("podAntiAffinity", near(1)))],
            {"a1": 0, "a2": 0, "b1": 200, "bare": 200},
            id="wishes of a placed pod",
        ),
        pytest.param(
            pod(labels=WEB),
            [pod("p", on="b1", affinity={"podAffinity": HARD})],
            {"a1": 0, "a2": 0, "b1": 200, "bare": 0},
            id="required affinity of a placed pod draws with weight 1",
        ),
        pytest.param(
            pod(labels=WEB),
            [
                pod("p", on="b1", affinity={"podAffinity": HARD}),
                pod("q", on="a1", affinity=preferred("podAffinity", near(3))),
            ],
            {"a1": 200, "a2": 200, "b1": 66, "bare": 0},
            id="a third is cut to an integer",
        ),
        pytest.param(pod(labels=WEB), [pod("p", on="a1", labels=WEB)], {}, id="nobody wishes anything"),
    ],
)
def test_affinity_between_pods(asked, placed, expected):
    assert expected == given("InterPodAffinity", asked, [*NODES, BARE, *placed])


def wish(key=ZONE, skew=1):
    return {"topologyKey": key, "maxSkew": skew, "whenUnsatisfiable": "ScheduleAnyway", "labelSelector": APP}


@pytest.mark.parametrize(
    ("constraints", "expected"),
    [
        pytest.param([wish()], {"a1": 0, "a2": 0, "b1": 200, "bare": 0}, id="2 x ln 4, rounded to 3, and 0"),
        pytest.param([wish(skew=3)], {"a1": 80, "a2": 80, "b1": 200, "bare": 0}, id="the skew evens out: 5 and 2"),
        pytest.param([wish(HOSTNAME)], {"a1": 0, "a2": 200, "b1": 200, "bare": 200}, id="hosts are nodes: 2 x ln 6"),
        pytest.param(
            [wish(), wish(HOSTNAME)],
            {"a1": 0, "a2": 100, "b1": 200, "bare": 0},
            id="both: 3+3 as one sum of 2 x ln 4 and 2 x ln 5, 3, and 0",
        ),
    ],
)
def test_spread_that_is_wished_for(constraints, expected):
    placed = [pod(f"p{number}", on="a1", labels=WEB) for number in range(2)]

    found = given("PodTopologySpread", pod(labels=WEB, topologySpreadConstraints=constraints), [*NODES, BARE, *placed])

    assert expected == found


BY_DEFAULT = {"a1": 132, "a2": 176, "b1": 200}
"""With a pod on a1: that has ln 5 + 2 by host and ln 4 + 4 by zone, 9; a2 has 2 and ln 4 + 4, 7; b1 has 2 and 4, 6."""


def test_hosts_and_zones_are_spread_over_by_default_where_a_service_selects_the_pod():
    service = {"kind": "Service", "metadata": {"name": "web"}, "spec": {"selector": WEB}}
    objects = [*NODES, pod("p", on="a1", labels=WEB)]

    assert BY_DEFAULT == given("PodTopologySpread", pod(labels=WEB), [*objects, service])
    assert {} == given("PodTopologySpread", pod(labels=WEB), objects)


@pytest.mark.parametrize(
    ("kind", "selector", "revision"),
    [
        ("Deployment", {"matchLabels": WEB}, {"pod-template-hash": "new"}),
        ("ReplicaSet", {"matchLabels": WEB}, {}),
        ("ReplicationController", WEB, {}),
        ("StatefulSet", {"matchLabels": WEB}, {"controller-revision-hash": "any"}),
    ],
)
def test_and_where_a_controller_does(kind, selector, revision):
    template = {"metadata": {"labels": WEB}, "spec": pod()["spec"]}
    asked = {
        "apiVersion": "v1" if kind == "ReplicationController" else "apps/v1",
        "kind": kind,
        "metadata": {"name": "web"},
        "spec": {"replicas": 1, "selector": selector, "template": template},
    }

    assert BY_DEFAULT == given("PodTopologySpread", asked, [*NODES, pod("p", on="a1", labels={**WEB, **revision})])


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        pytest.param({"requests": {"cpu": "1", "memory": "1Gi"}}, 81, id="75 and 87"),
        pytest.param({}, 97, id="100m and 200Mi where nothing is requested: 97 and 97"),
        pytest.param({"requests": {"cpu": "0", "memory": "0"}}, 100, id="a zero is a request"),
        pytest.param({"resources": {"requests": {"cpu": "2", "memory": "4Gi"}}}, 97, id="the pod level is not seen"),
    ],
)
def test_what_is_left_of_cpu_and_memory(spec, expected):
    assert {"n": expected} == given("NodeResourcesFit", pod(**spec), [node("n", cpu="4", memory="8Gi")])


def test_placed_pods_without_requests_are_assumed_to_take_something():
    objects = [node("n", cpu="4", memory="8Gi"), pod("p", on="n")]

    assert {"n": 95} == given("NodeResourcesFit", pod(), objects)
    assert {"n": 97} == given("NodeResourcesFit", pod(), [node("n", cpu="4")])


@pytest.mark.parametrize(
    ("version", "spec", "expected"),
    [
        pytest.param("1.35", {"requests": {"cpu": "2"}}, {"n": 75}, id="balance with the pod"),
        pytest.param("1.36", {"requests": {"cpu": "2"}}, {"n": 62}, id="its improvement"),
        pytest.param("1.36", {"requests": {"cpu": "2", "memory": "4Gi"}}, {"n": 75}, id="as balanced as before"),
        pytest.param("1.37", {"resources": {"requests": {"cpu": "2"}}}, {"n": 62}, id="the pod level counts"),
        pytest.param("1.37", {}, {}, id="nothing is requested"),
    ],
)
def test_cpu_and_memory_fill_up_alike(version, spec, expected):
    objects = [node("n", cpu="4", memory="8Gi")]

    assert expected == given("NodeResourcesBalancedAllocation", pod(**spec), objects, version=version)


def having(name, *images):
    entries = [{"names": [image], "sizeBytes": size * MIB} for image, size in images]
    found = node(name)
    return {**found, "status": {**found["status"], "images": entries}}


def running(*images, volume=""):
    containers = [{"name": f"c{number}", "image": image} for number, image in enumerate(images)]
    volumes = [{"name": "v", "image": {"reference": volume}}] if volume else []
    return pod(containers=containers, **({"volumes": volumes} if volumes else {}))


@pytest.mark.parametrize(
    ("version", "asked", "expected"),
    [
        pytest.param("1.37", running("web"), 23, id="500Mi on one of two nodes are worth 250Mi of 1000Mi"),
        pytest.param("1.37", running("web:latest"), 23, id="the tag is filled in"),
        pytest.param("1.37", running("web:1"), 0, id="another tag"),
        pytest.param("1.37", running("registry:5000/web"), 0, id="a port is no tag, a name is compared as it stands"),
        pytest.param("1.37", running("web", "other"), 11, id="the bound grows with the containers"),
        pytest.param("1.37", running("small"), 0, id="less than 23Mi"),
        pytest.param("1.35", running("other", volume="web"), 0, id="images of volumes do not count"),
        pytest.param("1.36", running("other", volume="web"), 23, id="they do"),
        pytest.param("1.37", running("other", volume="web"), 11, id="and raise the bound"),
    ],
)
def test_images_that_are_there_already(version, asked, expected):
    nodes = [having("n1", ("web:latest", 500), ("small:latest", 40)), node("n2")]

    found = given("ImageLocality", asked, nodes, version=version)

    assert {"n1": expected, "n2": 0} == found


@pytest.mark.parametrize(
    ("version", "expected"),
    [("1.37", {"east": 90, "west": 50}), ("1.36", {})],
    ids=["10 and 50 of 100 are used", "no score before"],
)
def test_storage_that_stays_emptier(version, expected):
    driver = "csi.example.com"
    claim = {
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data", "namespace": "default"},
        "spec": {"storageClassName": "wait", "resources": {"requests": {"storage": "1Gi"}}},
    }
    storage_class = {
        "kind": "StorageClass",
        "metadata": {"name": "wait"},
        "provisioner": driver,
        "volumeBindingMode": "WaitForFirstConsumer",
    }
    capacities = [
        {
            "kind": "CSIStorageCapacity",
            "metadata": {"name": zone},
            "storageClassName": "wait",
            "capacity": amount,
            "nodeTopology": {"matchLabels": {ZONE: zone}},
        }
        for zone, amount in (("east", "10Gi"), ("west", "2Gi"))
    ]
    tracking = {"kind": "CSIDriver", "metadata": {"name": driver}, "spec": {"storageCapacity": True}}
    nodes = [node(zone, labels={ZONE: zone}) for zone in ("east", "west")]
    asked = pod(volumes=[{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}])

    found = given("VolumeBinding", asked, [*nodes, claim, storage_class, tracking, *capacities], version=version)

    assert expected == found


@pytest.mark.parametrize(("version", "expected"), [("1.35", {"n": 0}), ("1.34", {})])
def test_devices_score_from_1_35_on(version, expected):
    assert expected == given("DynamicResources", pod(), [node("n")], version=version)
