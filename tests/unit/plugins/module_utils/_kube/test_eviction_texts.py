# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.eviction_texts import limit_text, pressure_text
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import amounts, container, sidecar

NEWEST = gates_of("1.37", None)
STORAGE = {"ephemeral-storage": "1Ki"}


def cache(size_limit, medium=""):
    return {
        "containers": [container()],
        "volumes": [{"name": "cache", "emptyDir": {"sizeLimit": size_limit, "medium": medium}}],
    }


def used(rootfs=0, logs=0, name="a"):
    return {"containers": [{"name": name, "rootfs": {"usedBytes": rootfs}, "logs": {"usedBytes": logs}}]}


VOLUME = 'Usage of EmptyDir volume "cache" exceeds the limit "1Ki". '
POD = "Pod ephemeral local storage usage exceeds the total limit of containers 1Ki. "
OWN = 'Container a exceeded its local ephemeral storage limit "1Ki". '

LIMITS = [
    ("a volume over its limit", cache("1Ki"), {"volume": [{"name": "cache", "usedBytes": 1025}]}, VOLUME),
    ("in memory too", cache("1Ki", "Memory"), {"volume": [{"name": "cache", "usedBytes": 1025}]}, VOLUME),
    ("a volume at its limit", cache("1Ki"), {"volume": [{"name": "cache", "usedBytes": 1024}]}, ""),
    ("a volume without a limit", cache(None), {"volume": [{"name": "cache", "usedBytes": 9999}]}, ""),
    ("a limit of zero", cache("0"), {"volume": [{"name": "cache", "usedBytes": 9999}]}, ""),
    ("the pod's total", {"containers": [container(limits=STORAGE)]}, {"ephemeral-storage": {"usedBytes": 1025}}, POD),
    ("a total without a limit", {"containers": [container()]}, {"ephemeral-storage": {"usedBytes": 1025}}, ""),
    ("a container", {"containers": [container(limits=STORAGE)]}, used(1000, 25), OWN),
    ("a container at its limit", {"containers": [container(limits=STORAGE)]}, used(1000, 24), ""),
    ("another container", {"containers": [container(limits=STORAGE)]}, used(9999, name="b"), ""),
]


@pytest.mark.parametrize("spec, summary, expected", [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_limits_of_local_storage(spec, summary, expected):
    assert expected == limit_text(spec, summary, False, NEWEST)


def test_the_writable_layer_does_not_count_on_a_disk_of_its_own():
    assert "" == limit_text({"containers": [container(limits=STORAGE)]}, used(9999, 24), True, NEWEST)


@pytest.mark.parametrize("version, expected", [("1.36", ""), ("1.37", OWN.replace("Container a", "Container s"))])
def test_sidecars_have_limits_from_1_37_on(version, expected):
    spec = {"containers": [container()], "initContainers": [sidecar("s", limits=STORAGE)]}

    assert expected == limit_text(spec, used(2000, name="s"), False, gates_of(version, None))


def test_with_its_gate_the_kernel_watches_volumes_in_memory():
    gates = gates_of("1.37", {"InPlacePodVerticalScalingMemoryBackedVolumes": True})

    assert "" == limit_text(cache("1Ki", "Memory"), {"volume": [{"name": "cache", "usedBytes": 1025}]}, False, gates)


PRESSURE = [
    ("nothing known", {"containers": [container()]}, None, "memory", ""),
    (
        "containers over their requests",
        {"containers": [container("a", "-/64Mi"), container("b", "-/64Mi")]},
        {
            "containers": [
                {"name": "a", "memory": {"workingSetBytes": 2**27}},
                {"name": "b", "memory": {"workingSetBytes": 1}},
            ]
        },
        "memory",
        "Container a was using 128Mi, request is 64Mi, has larger consumption of memory. ",
    ),
    (
        "storage",
        {"containers": [container()]},
        used(1000, 24),
        "ephemeral-storage",
        "Container a was using 1Ki, request is 0, has larger consumption of ephemeral-storage. ",
    ),
    ("inodes blame nobody", {"containers": [container()]}, used(1000, 24), "inodes", ""),
    (
        "the pod level",
        {"containers": [container()], "resources": {"requests": amounts("-/64Mi")}},
        {"memory": {"workingSetBytes": 2**26}, "containers": []},
        "memory",
        "Pod web was using 64Mi, request is 64Mi, has larger consumption of memory. ",
    ),
]


@pytest.mark.parametrize(
    "spec, summary, resource, expected", [row[1:] for row in PRESSURE], ids=[row[0] for row in PRESSURE]
)
def test_the_message_names_who_uses_more_than_it_requests(spec, summary, resource, expected):
    assert f"The node was low on resource: {resource}. {expected}" == pressure_text(
        "web", spec, summary, resource, NEWEST
    )


@pytest.mark.parametrize("version, blamed", [("1.33", ""), ("1.34", PRESSURE[-1][-1])])
def test_the_pod_is_blamed_from_1_34_on(version, blamed):
    dummy, spec, summary, resource, dummy = PRESSURE[-1]

    assert f"The node was low on resource: memory. {blamed}" == pressure_text(
        "web", spec, summary, resource, gates_of(version, {"PodLevelResources": True})
    )
