# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import copy

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.guarantee import to_guaranteed
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import qos_class
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import amounts, container, specs
from hypothesis import given
from hypothesis import strategies as st

GATES = {version: gates_of(version, None) for version in ("1.33", "1.36", "1.37")}

CHANGES = [
    ("nothing to do", {"containers": [container(limits="1/1Gi")]}, []),
    (
        "requests rise to limits",
        {"containers": [container(requests="100m/64Mi", limits="200m/128Mi")]},
        [
            ("containers[0].resources.requests.cpu", "100m", "200m"),
            ("containers[0].resources.requests.memory", "64Mi", "128Mi"),
        ],
    ),
    (
        "requests become limits",
        {"containers": [container(requests="100m/64Mi")]},
        [("containers[0].resources.limits.cpu", None, "100m"), ("containers[0].resources.limits.memory", None, "64Mi")],
    ),
    (
        "where there is nothing, the scheduler's assumption",
        {"containers": [container(limits="1/1Gi")], "initContainers": [container("i")]},
        [
            ("initContainers[0].resources.limits.cpu", None, "100m"),
            ("initContainers[0].resources.limits.memory", None, "200Mi"),
        ],
    ),
    (
        "an explicit zero request is changed as well",
        {"containers": [container(requests="0/64Mi", limits="-/64Mi")]},
        [("containers[0].resources.limits.cpu", None, "100m"), ("containers[0].resources.requests.cpu", "0", "100m")],
    ),
    (
        "at the pod level alone where that decides",
        {"containers": [container(requests="100m/128Mi")], "resources": {"limits": amounts("1/1Gi")}},
        [("resources.requests.cpu", None, "1"), ("resources.requests.memory", None, "1Gi")],
    ),
    (
        "never below what a container may use",
        {"containers": [container(limits="2/1Gi"), container("b")], "resources": {"requests": amounts("1/-")}},
        [
            ("resources.limits.cpu", None, "2"),
            ("resources.requests.cpu", "1", "2"),
            ("resources.limits.memory", None, "1Gi"),
        ],
    ),
]


@pytest.mark.parametrize("spec, expected", [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_the_smallest_changes(spec, expected):
    assert expected == [tuple(change) for change in to_guaranteed(spec, GATES["1.37"])]


def applied(spec, changes):
    """The specification with the changes made, as a user would make them."""
    result = copy.deepcopy(spec)
    for change in changes:
        *path, name = change.field.replace("]", "").replace("[", ".").split(".")
        holder = result
        for step in path:
            holder = holder[int(step)] if isinstance(holder, list) else holder.setdefault(step, {})
        holder[name] = change.after
    return result


@given(specs, st.sampled_from(sorted(GATES)))
def test_the_changes_make_the_pod_guaranteed(spec, version):
    gates = GATES[version]
    before = copy.deepcopy(spec)

    changed = applied(spec, to_guaranteed(spec, gates))

    assert before == spec
    assert "Guaranteed" == qos_class(default_pod_spec(changed, gates), gates)


@given(specs, st.sampled_from(sorted(GATES)), st.data())
def test_no_change_is_idle(spec, version, data):
    gates = GATES[version]
    changes = to_guaranteed(spec, gates)
    if changes:
        left_out = data.draw(st.sampled_from(changes))
        changed = applied(spec, [change for change in changes if change != left_out])

        assert "Guaranteed" != qos_class(default_pod_spec(changed, gates), gates)
