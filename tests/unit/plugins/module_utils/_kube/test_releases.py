# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import NEWEST, Release, gates_of

STATES = [
    ("1.28", "SidecarContainers", False),
    ("1.29", "SidecarContainers", True),
    ("1.37", "SidecarContainers", True),
    ("1.31", "PodLevelResources", False),
    ("1.33", "PodLevelResources", False),
    ("1.34", "PodLevelResources", True),
    ("1.36", "PodLevelResourcesFixDefaulting", False),
    ("1.37", "PodLevelResourcesFixDefaulting", True),
    ("1.32", "InPlacePodVerticalScaling", False),
    ("1.33", "InPlacePodVerticalScaling", True),
    ("1.35", "InPlacePodLevelResourcesVerticalScaling", False),
    ("1.36", "InPlacePodLevelResourcesVerticalScaling", True),
    ("1.30", "MatchLabelKeysInPodAffinity", False),
    ("1.31", "MatchLabelKeysInPodAffinity", True),
    ("1.33", "MatchLabelKeysInPodTopologySpreadSelectorMerge", False),
    ("1.34", "MatchLabelKeysInPodTopologySpreadSelectorMerge", True),
    ("1.33", "DynamicResourceAllocation", False),
    ("1.34", "DynamicResourceAllocation", True),
    ("1.35", "DRAExtendedResource", False),
    ("1.36", "DRAExtendedResource", True),
    ("1.37", "TaintTolerationComparisonOperators", False),
    ("1.35", "NodeDeclaredFeatures", False),
    ("1.36", "NodeDeclaredFeatures", True),
    ("1.36", "VolumeLimitScaling", False),
    ("1.37", "VolumeLimitScaling", True),
    ("1.36", "StorageCapacityScoring", False),
    ("1.37", "StorageCapacityScoring", True),
    ("1.37", "GenericWorkload", False),
    ("1.36", "MemoryQoS", False),
    ("1.37", "MemoryQoS", True),
    ("1.37", "HugepageAwareEviction", True),
]


@pytest.mark.parametrize("version, gate, on", STATES)
def test_a_gate_has_the_state_of_its_release(version, gate, on):
    assert on is gates_of(version, None).enabled(gate)


@pytest.mark.parametrize(
    "version, release",
    [
        (None, NEWEST),
        ("1.37", Release(37)),
        ("1.37.2", Release(37, 2)),
        ("v1.30.14", Release(30, 14)),
        (1.34, Release(34)),
    ],
)
def test_versions_name_a_release(version, release):
    assert release == gates_of(version, None).release


@pytest.mark.parametrize("version", ["1.27", "1.38", "2.0", "latest", "", "1.37.x", "1.3"])
def test_other_versions_are_refused_with_what_is_known(version):
    with pytest.raises(InputError) as refused:
        gates_of(version, None)

    assert f'kubernetes_version: "{version}" is no release that the gate knows' in str(refused.value)
    assert "a release from 1.28 to 1.37" in str(refused.value)


def test_the_number_that_yaml_makes_of_a_release_is_explained():
    with pytest.raises(InputError, match=r"1\.30 needs quotes in YAML"):
        gates_of("1.3", None)


def test_all_mistakes_are_told_at_once_with_near_names():
    settings = {
        "PodLevelResorces": True,
        "SidecarContainers": True,
        "InPlacePodVerticalScaling": False,
        "MemoryQoS": "on",
    }

    with pytest.raises(InputError) as refused:
        gates_of("1.36", settings)

    near = "one of its feature gates; near ones are PodLevelResources, PodLevelResourceManagers"
    assert (
        f"feature_gates.PodLevelResorces: Kubernetes 1.36 has no such feature gate (expected {near})",
        "feature_gates.InPlacePodVerticalScaling: locked to true in Kubernetes 1.36 (expected no setting of its own)",
        'feature_gates.MemoryQoS: "on" is no boolean (expected true or false)',
    ) == tuple(map(str, refused.value.problems))


def test_a_removed_gate_cannot_be_set_but_keeps_its_state():
    assert gates_of("1.37", None).enabled("SidecarContainers")
    with pytest.raises(InputError, match=r"Kubernetes 1\.37 has no such feature gate"):
        gates_of("1.37", {"SidecarContainers": True})


def test_a_gate_is_off_while_one_that_it_needs_is_off():
    gates = gates_of("1.37", {"PodLevelResources": False})

    assert [False, False, False] == [
        gates.enabled(name)
        for name in ("PodLevelResources", "PodLevelResourcesFixDefaulting", "InPlacePodLevelResourcesVerticalScaling")
    ]


def test_changes_without_a_gate_begin_with_their_release():
    assert [False, True] == [gates_of(version, None).has("lengths of labels in bytes") for version in ("1.34", "1.35")]


def test_a_change_that_a_patch_release_brought_begins_with_it():
    asked = ("1.33.13", "1.34.0", "1.34.1", "1.34.2", "1.34", "1.35.0")
    found = [gates_of(version, None).has("taint failures are counted without the taint") for version in asked]

    assert [False, False, False, True, True, True] == found
