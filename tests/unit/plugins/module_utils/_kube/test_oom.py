# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.oom import oom_score_adj
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import qos_class
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import (
    amounts,
    container,
    sidecar,
    specs,
)
from hypothesis import given
from hypothesis import strategies as st

GATES = {version: gates_of(version, None) for version in ("1.31", "1.32", "1.36", "1.37")}
GIB = 2**30

SCORES = [
    ("best effort", {"containers": [container()]}, 1000),
    ("guaranteed", {"containers": [container(limits="1/1Gi")]}, -997),
    ("A.10: a fraction is dropped from what is subtracted", {"containers": [container(requests="-/3Gi")]}, 813),
    ("without a memory request it stays below best effort", {"containers": [container(requests="1/-")]}, 999),
    ("a tiny request", {"containers": [container(requests="-/1Mi")]}, 999),
    ("the whole machine", {"containers": [container(requests="-/16Gi")]}, 3),
    ("more than the machine", {"containers": [container(requests="-/32Gi")]}, 3),
    ("node critical", {"containers": [container()], "priorityClassName": "system-node-critical"}, -997),
    ("cluster critical", {"containers": [container()], "priorityClassName": "system-cluster-critical"}, 1000),
    (
        "the pod level shares what it requests beyond the containers",
        {"containers": [container(requests="-/1Gi"), container("b")], "resources": {"requests": amounts("-/5Gi")}},
        1000 - 1000 * 3 * GIB // (16 * GIB),
    ),
    (
        "a pod level without memory shares nothing",
        {
            "containers": [container(requests="-/1Gi")],
            "resources": {"requests": {"hugepages-2Mi": "2Mi"}, "limits": {"hugepages-2Mi": "2Mi"}},
        },
        1000 - 1000 // 16,
    ),
]


def score(spec, version, memory=16 * GIB):
    gates = GATES[version]
    stored = default_pod_spec(spec, gates)
    return oom_score_adj(stored["containers"][0], stored, qos_class(stored, gates), memory, gates)


@pytest.mark.parametrize("spec, expected", [row[1:] for row in SCORES], ids=[row[0] for row in SCORES])
def test_the_score_of_a_container(spec, expected):
    assert expected == score(spec, "1.37")


@pytest.mark.parametrize("version, expected", [("1.31", 938), ("1.32", 750), ("1.37", 750)])
def test_a_sidecar_is_protected_like_the_smallest_container(version, expected):
    spec = {
        "containers": [container("a", "-/4Gi"), container("b", "-/8Gi")],
        "initContainers": [sidecar("s", "-/1Gi")],
    }

    found = oom_score_adj(spec["initContainers"][0], spec, "Burstable", 16 * GIB, GATES[version], sidecar=True)

    assert expected == found


@pytest.mark.parametrize("version, expected", [("1.36", 969), ("1.37", 938)])
def test_until_1_36_a_share_may_be_negative(version, expected):
    spec = {"containers": [container(requests="-/1Gi")], "resources": {"requests": amounts("-/512Mi")}}

    assert expected == oom_score_adj(spec["containers"][0], spec, "Burstable", 16 * GIB, GATES[version])


@given(specs, st.integers(1, 2**50), st.sampled_from(sorted(GATES)))
def test_burstable_containers_stay_between_the_other_classes(spec, memory, version):
    gates = GATES[version]
    stored = default_pod_spec(spec, gates)
    if qos_class(stored, gates) == "Burstable":
        assert 3 <= score(spec, version, memory) <= 999 or version == "1.36"
