# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The volume filters: claims, volumes, classes, limits and zones."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.scheduling.clusters import (
    ZONE,
    node,
    pod,
    refusals,
    verdict,
)

BIND = "node(s) didn't find available persistent volumes to bind"
REACH = "node(s) didn't match PersistentVolume's node affinity"
SPACE = "node(s) did not have enough free storage"
ZONES = "node(s) had no available volume zone"

EAST, WEST, PLAIN = node("east", labels={ZONE: "east"}), node("west", labels={ZONE: "west"}), node("plain")
NODES = [EAST, WEST, PLAIN]
DRIVER = "csi.example.com"


def claim(name="data", storage_class="wait", volume="", phase="", annotations=None, **spec):
    bound = {"pv.kubernetes.io/bind-completed": "yes"} if volume else {}
    full = {"storageClassName": storage_class, "accessModes": ["ReadWriteOnce"], **spec}
    full.setdefault("resources", {"requests": {"storage": "1Gi"}})
    if volume:
        full["volumeName"] = volume
    metadata = {"name": name, "namespace": "default", "annotations": {**bound, **(annotations or {})}}
    return {"kind": "PersistentVolumeClaim", "metadata": metadata, "spec": full, "status": {"phase": phase}}


def volume(name="v", zone="", labels=None, phase="Available", storage_class="wait", **spec):
    full = {
        "capacity": {"storage": "2Gi"},
        "accessModes": ["ReadWriteOnce"],
        "storageClassName": storage_class,
        "csi": {"driver": DRIVER, "volumeHandle": name},
        **spec,
    }
    if zone:
        term = {"matchExpressions": [{"key": ZONE, "operator": "In", "values": [zone]}]}
        full["nodeAffinity"] = {"required": {"nodeSelectorTerms": [term]}}
    metadata = {"name": name, "labels": labels or {}}
    return {"kind": "PersistentVolume", "metadata": metadata, "spec": full, "status": {"phase": phase}}


def storage_class(name="wait", mode="WaitForFirstConsumer", provisioner="kubernetes.io/no-provisioner", **more):
    return {
        "kind": "StorageClass",
        "metadata": {"name": name},
        "provisioner": provisioner,
        "volumeBindingMode": mode,
        **more,
    }


def using(*names, **spec):
    volumes = [{"name": f"v{index}", "persistentVolumeClaim": {"claimName": name}} for index, name in enumerate(names)]
    return pod(volumes=volumes, **spec)


@pytest.mark.parametrize(
    ("objects", "rejection"),
    [
        pytest.param([], 'persistentvolumeclaim "data" not found', id="no claim"),
        pytest.param(
            [claim(volume="v", phase="Lost")],
            'persistentvolumeclaim "data" bound to non-existent persistentvolume "v"',
            id="a lost claim",
        ),
        pytest.param(
            [claim(storage_class="now"), storage_class("now", "Immediate")],
            "pod has unbound immediate PersistentVolumeClaims",
            id="an immediate class that hasn't bound",
        ),
        pytest.param(
            [claim(storage_class="none")], "pod has unbound immediate PersistentVolumeClaims", id="no such class"
        ),
        pytest.param([claim(volume="gone")], 'persistentvolume "gone" not found', id="a volume that is gone"),
    ],
)
def test_claims_that_reject_the_pod(objects, rejection):
    found = verdict(using("data"), [EAST, *objects])

    assert found["message"] == f"0/1 nodes are available: {rejection}. not found"


def test_up_to_1_33_a_rejected_pod_still_hears_of_preemption():
    found = verdict(using("data"), [EAST], version="1.33")

    assert found["message"] == (
        '0/1 nodes are available: persistentvolumeclaim "data" not found. preemption: 0/1 nodes are available: '
        "1 Preemption is not helpful for scheduling."
    )


@pytest.mark.parametrize(
    ("objects", "missing"),
    [
        pytest.param([], ["PersistentVolumeClaim default/data"], id="the claim"),
        pytest.param([claim(volume="v")], ["PersistentVolume v"], id="the volume"),
        pytest.param([claim()], ["StorageClass wait"], id="the class"),
    ],
)
def test_what_was_not_given_leaves_the_pod_open(objects, missing):
    found = verdict(using("data"), [EAST, *objects], complete=False)

    assert (found["schedulable"], found["missing"], found["message"]) == ("unknown", missing, "")


def test_a_node_that_is_refused_anyway_makes_it_a_no():
    found = verdict(using("data", nodeSelector={"no": "such"}), [EAST], complete=False)

    assert (found["schedulable"], found["missing"]) == ("no", [])


def test_a_bound_volume_is_reachable_where_its_affinity_says():
    objects = [claim(volume="v"), volume(zone="east", phase="Bound")]

    assert refusals(using("data"), [*NODES, *objects]) == {"west": REACH, "plain": REACH}
    found = refusals(using("data"), [*NODES, *objects], version="1.32")
    assert found == dict.fromkeys(["west", "plain"], "node(s) had volume node affinity conflict")


def test_the_node_s_name_does_not_matter_to_a_volume():
    term = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["other"]}]}
    bound = volume(phase="Bound", nodeAffinity={"required": {"nodeSelectorTerms": [term]}})

    assert refusals(using("data"), [EAST, claim(volume="v"), bound]) == {}


@pytest.mark.parametrize(
    ("offered", "refused"),
    [
        pytest.param([volume(zone="east")], ["west", "plain"], id="where the volume is"),
        pytest.param([volume(zone="east", phase="Released")], ["east", "west", "plain"], id="not available"),
        pytest.param([volume(capacity={"storage": "500Mi"})], ["east", "west", "plain"], id="too small"),
        pytest.param([volume(storage_class="other")], ["east", "west", "plain"], id="another class"),
        pytest.param([volume(accessModes=["ReadOnlyMany"])], ["east", "west", "plain"], id="other access modes"),
        pytest.param([volume(volumeMode="Block")], ["east", "west", "plain"], id="another mode"),
        pytest.param(
            [volume(claimRef={"name": "other", "namespace": "default"})], ["east", "west", "plain"], id="another's"
        ),
        pytest.param(
            [volume("reserved", "west", claimRef={"name": "data", "namespace": "default"}), volume("free", "east")],
            ["east", "plain"],
            id="one that is reserved for the claim goes before free ones",
        ),
    ],
)
def test_an_unbound_claim_takes_a_volume_on_the_node(offered, refused):
    found = refusals(using("data"), [*NODES, claim(), storage_class(), *offered])

    assert found == dict.fromkeys(refused, BIND)


def test_two_claims_need_two_volumes():
    objects = [
        storage_class(),
        claim("one"),
        claim("two"),
        volume("v1", "east"),
        volume("v2", "west"),
        volume("v3", "west"),
    ]

    assert list(refusals(using("one", "two"), [EAST, WEST, *objects])) == ["east"]


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        pytest.param({}, {}, id="anywhere"),
        pytest.param(
            {"allowedTopologies": [{"matchLabelExpressions": [{"key": ZONE, "values": ["east"]}]}]},
            {"west": BIND, "plain": BIND},
            id="in its topologies",
        ),
    ],
)
def test_a_class_that_provisions(more, refused):
    assert refusals(using("data"), [*NODES, claim(), storage_class(provisioner=DRIVER, **more)]) == refused


def test_a_driver_that_tracks_capacity_must_have_enough():
    driver = {"kind": "CSIDriver", "metadata": {"name": DRIVER}, "spec": {"storageCapacity": True}}
    capacity = {
        "kind": "CSIStorageCapacity",
        "metadata": {"name": "east"},
        "storageClassName": "wait",
        "capacity": "1Gi",
        "nodeTopology": {"matchLabels": {ZONE: "east"}},
    }
    objects = [claim(), storage_class(provisioner=DRIVER), driver, capacity]

    assert refusals(using("data"), [*NODES, *objects]) == {"west": SPACE, "plain": SPACE}


def test_a_claim_whose_node_has_been_chosen_goes_nowhere_else():
    chosen = claim(annotations={"volume.kubernetes.io/selected-node": "west"})

    found = refusals(using("data"), [*NODES, chosen, storage_class(provisioner=DRIVER)])

    assert found == {"east": BIND, "plain": BIND}


@pytest.mark.parametrize(
    ("labels", "refused"),
    [
        pytest.param({ZONE: "east"}, ["west"], id="a node without any zone label takes any volume"),
        pytest.param({ZONE: "east__west"}, [], id="several zones"),
        pytest.param(
            {"failure-domain.beta.kubernetes.io/zone": "west"}, ["east"], id="the old label meets the new one"
        ),
        pytest.param({"topology.kubernetes.io/region": "r1"}, ["east", "west"], id="a region that no node has"),
    ],
)
def test_zones_of_bound_volumes(labels, refused):
    bound = volume(labels=labels, phase="Bound")

    assert refusals(using("data"), [*NODES, claim(volume="v"), bound]) == dict.fromkeys(refused, ZONES)


def limits(name, count=None, driver=DRIVER):
    entry = {"name": driver, "nodeID": name, **({} if count is None else {"allocatable": {"count": count}})}
    return {"kind": "CSINode", "metadata": {"name": name}, "spec": {"drivers": [entry]}}


def test_volumes_of_a_driver_are_counted_once_each():
    objects = [claim("a", volume="a"), claim("b", volume="b"), volume("a", phase="Bound"), volume("b", phase="Bound")]
    placed = {**using("a"), "metadata": {"name": "placed", "namespace": "default"}}
    placed["spec"] = {**placed["spec"], "nodeName": "east"}

    world = [EAST, limits("east", 1), placed, *objects]
    assert refusals(using("b"), world) == {"east": "node(s) exceed max volume count"}
    assert refusals(using("a"), world) == {}
    assert refusals(using("b"), [EAST, limits("east"), placed, *objects]) == {}


def test_an_attachment_that_no_pod_explains_counts_too():
    attachment = {
        "kind": "VolumeAttachment",
        "metadata": {"name": "x"},
        "spec": {"attacher": DRIVER, "nodeName": "east", "source": {"persistentVolumeName": "a"}},
    }
    objects = [claim("b", volume="b"), volume("a", phase="Bound"), volume("b", phase="Bound"), attachment]

    found = refusals(using("b"), [EAST, limits("east", 1), *objects])

    assert found == {"east": "node(s) exceed max volume count"}


@pytest.mark.parametrize(
    ("version", "refused"), [("1.37", {"west": f"{DRIVER} CSI driver is not installed on the node"}), ("1.36", {})]
)
def test_a_driver_that_must_be_on_the_node(version, refused):
    driver = {"kind": "CSIDriver", "metadata": {"name": DRIVER}, "spec": {"preventPodSchedulingIfMissing": True}}
    objects = [claim(volume="v"), volume(phase="Bound"), driver, limits("east"), limits("west", driver="other")]

    assert refusals(using("data"), [EAST, WEST, *objects], version=version) == refused


@pytest.mark.parametrize(
    ("wanted", "mounted", "conflict"),
    [
        pytest.param({"pdName": "d"}, {"pdName": "d"}, True, id="two writers"),
        pytest.param({"pdName": "d", "readOnly": True}, {"pdName": "d"}, True, id="a reader and a writer"),
        pytest.param({"pdName": "d", "readOnly": True}, {"pdName": "d", "readOnly": True}, False, id="two readers"),
        pytest.param({"pdName": "d"}, {"pdName": "e"}, False, id="two disks"),
    ],
)
def test_a_disk_of_one_writer(wanted, mounted, conflict):
    def disk(source):
        return {"volumes": [{"name": "disk", "gcePersistentDisk": source}]}

    found = refusals(pod(**disk(wanted)), [EAST, pod("placed", on="east", **disk(mounted))])

    assert found == ({"east": "node(s) had no available disk"} if conflict else {})


def test_a_claim_for_one_pod_alone():
    alone = claim(volume="v", accessModes=["ReadWriteOncePod"])
    placed = {**using("data"), "metadata": {"name": "placed", "namespace": "default"}}
    placed["spec"] = {**placed["spec"], "nodeName": "east"}

    found = refusals(using("data"), [EAST, WEST, alone, volume(phase="Bound"), placed])

    assert found == dict.fromkeys(
        ["east", "west"],
        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use "
        "by another pod",
    )


def test_resource_claims_stay_open():
    found = verdict(pod(resourceClaims=[{"name": "gpu"}]), [EAST])

    assert (found["schedulable"], found["missing"]) == ("unknown", ["devices for the resource claim gpu"])


@pytest.mark.parametrize(
    ("status", "schedulable"),
    [
        ({}, "unknown"),
        ({"declaredFeatures": []}, "no"),
        ({"declaredFeatures": ["RestartAllContainersOnContainerExits"]}, "yes"),
    ],
    ids=["a node that tells nothing", "a node without the feature", "a node with it"],
)
def test_declared_features(status, schedulable):
    telling = {**EAST, "status": {**EAST["status"], **status}}
    rules = [{"action": "RestartAllContainers", "exitCodes": {"operator": "In", "values": [1]}}]
    asked = pod(containers=[{"name": "c", "image": "i", "restartPolicyRules": rules}])

    assert verdict(asked, [telling])["schedulable"] == schedulable
    assert verdict(asked, [telling], version="1.35")["schedulable"] == "yes"


def test_claims_that_are_going_or_wait_for_their_volume():
    going = claim(volume="v")
    going["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"

    found = verdict(using("data"), [EAST, going, volume(phase="Bound")])

    assert found["message"] == ('0/1 nodes are available: persistentvolumeclaim "data" is being deleted. not found')


LEAVING = volume(zone="east")
LEAVING["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("wanted", "offered", "found"),
    [
        pytest.param(claim(), LEAVING, False, id="a volume that is going"),
        pytest.param(claim(selector={"matchLabels": {"tier": "fast"}}), volume(), False, id="not selected"),
        pytest.param(
            claim(selector={"matchLabels": {"tier": "fast"}}), volume(labels={"tier": "fast"}), True, id="selected"
        ),
        pytest.param(claim(volumeAttributesClassName="gold"), volume(), False, id="other attributes"),
        pytest.param(
            claim(volumeAttributesClassName="gold"), volume(volumeAttributesClassName="gold"), True, id="the same ones"
        ),
        pytest.param(claim(volumeMode="Filesystem"), volume(), True, id="a file system is the default"),
        pytest.param(claim(resources={"requests": {"storage": "2Gi"}}), volume(), True, id="equality is enough"),
    ],
)
def test_which_volume_a_claim_can_take(wanted, offered, found):
    assert refusals(using("data"), [EAST, wanted, storage_class(), offered]) == ({} if found else {"east": BIND})


def test_the_smallest_claim_takes_the_smallest_volume_first():
    """In the order of the pod the larger claim comes first; by size both find one."""
    large, small = claim("large", resources={"requests": {"storage": "5Gi"}}), claim("small")
    volumes = [volume("v10", capacity={"storage": "10Gi"}), volume("v2", capacity={"storage": "2Gi"})]

    assert refusals(using("large", "small"), [EAST, storage_class(), large, small, *volumes]) == {}
    assert refusals(using("large", "small"), [EAST, storage_class(), large, small, volumes[0]]) == {"east": BIND}


@pytest.mark.parametrize(
    ("wanted", "mounted", "conflict"),
    [
        pytest.param(
            {"awsElasticBlockStore": {"volumeID": "v", "readOnly": True}},
            {"awsElasticBlockStore": {"volumeID": "v", "readOnly": True}},
            True,
            id="EBS: even two readers",
        ),
        pytest.param(
            {"iscsi": {"iqn": "q", "targetPortal": "a", "lun": 0, "readOnly": True}},
            {"iscsi": {"iqn": "q", "targetPortal": "b", "lun": 1}},
            True,
            id="iSCSI: the name alone",
        ),
        pytest.param(
            {"iscsi": {"iqn": "q", "targetPortal": "a", "lun": 0, "readOnly": True}},
            {"iscsi": {"iqn": "q", "targetPortal": "a", "lun": 0, "readOnly": True}},
            False,
            id="iSCSI: two readers",
        ),
        pytest.param(
            {"rbd": {"monitors": ["m", "n"], "image": "i", "pool": "p"}},
            {"rbd": {"monitors": ["n"], "image": "i", "pool": "p", "readOnly": True}},
            True,
            id="RBD: a monitor in common",
        ),
        pytest.param(
            {"rbd": {"monitors": ["m"], "image": "i", "pool": "p"}},
            {"rbd": {"monitors": ["m"], "image": "i", "pool": "q"}},
            False,
            id="RBD: another pool",
        ),
    ],
)
def test_disks_of_other_kinds(wanted, mounted, conflict):
    def disk(source):
        return {"volumes": [{"name": "disk", **source}]}

    found = refusals(pod(**disk(wanted)), [EAST, pod("placed", on="east", **disk(mounted))])

    assert found == ({"east": "node(s) had no available disk"} if conflict else {})


def test_a_volume_of_a_region_and_a_zone_needs_both():
    region = "topology.kubernetes.io/region"
    nodes = [node(name, labels={ZONE: "z", region: name}) for name in ("r1", "r2")]
    bound = volume(labels={ZONE: "z", region: "r1"}, phase="Bound")

    assert refusals(using("data"), [*nodes, claim(volume="v"), bound]) == {"r2": ZONES}


def test_in_1_28_a_rejected_pod_heard_of_its_nodes_as_well():
    found = verdict(using("data"), [EAST], version="1.28")

    rejection = 'persistentvolumeclaim "data" not found'
    assert found["message"] == (
        f"0/1 nodes are available: {rejection}. 1 {rejection}. preemption: 0/1 nodes are available: "
        "1 Preemption is not helpful for scheduling.."
    )


@pytest.mark.parametrize(("gate", "refused"), [(True, ["east"]), (False, [])])
def test_options_of_mounts_are_a_feature_while_their_gate_is_on(gate, refused):
    telling = {**EAST, "status": {**EAST["status"], "declaredFeatures": []}}
    mount = {"name": "v", "mountPath": "/v", "bindMountOptions": ["noexec"]}
    asked = pod(
        volumes=[{"name": "v", "emptyDir": {}}], containers=[{"name": "c", "image": "i", "volumeMounts": [mount]}]
    )

    assert list(refusals(asked, [telling], feature_gates={"VolumeBindMountOptions": gate})) == refused


def test_a_user_namespace_on_the_network_of_the_host_is_a_feature():
    telling = {**EAST, "status": {**EAST["status"], "declaredFeatures": []}}

    assert refusals(pod(hostNetwork=True, hostUsers=False), [telling]) == {
        "east": "node(s) didn't match Pod's required features"
    }
