# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is to be done with a host."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._cluster.course import Found, Serving, course

MASTERS = ["m1", "m2", "m3"]
OURS = "sha256:aa"
THEIRS = "sha256:bb"
MADE = ["/etc/kubernetes/kubelet.conf"]


def blank():
    return Found([], "", None)


def begun(action):
    return Found(MADE, OURS, {"action": action, "done": False})


def done():
    return Found(MADE, OURS, {"action": "join", "done": True})


def unrecorded(authority=OURS):
    return Found(MADE, authority, None)


def serves(*names, authority=OURS):
    return [Serving(name, "v1.37.2", authority) for name in names]


@pytest.mark.parametrize(
    ("name", "found", "serving", "expected"),
    [
        pytest.param("m1", blank(), [], ("init", "blank", ""), id="the first control plane makes the cluster"),
        pytest.param("m2", blank(), [], ("wait", "blank", ""), id="another one waits, under --limit too"),
        pytest.param("n1", blank(), [], ("wait", "blank", ""), id="a worker waits"),
        pytest.param(
            "n1", blank(), serves("m2", "m3", ""), ("join", "blank", "m2"), id="a worker joins through who serves"
        ),
        pytest.param(
            "m1", blank(), serves("m2", ""), ("join", "blank", "m2"), id="a first control plane made anew joins"
        ),
        pytest.param(
            "m1", blank(), serves(""), ("wait", "blank", ""), id="no second cluster while the endpoint answers"
        ),
        pytest.param("m1", begun("init"), [], ("init", "half", ""), id="an init that was killed is gone through again"),
        pytest.param("m1", begun("init"), serves("m1", ""), ("init", "half", ""), id="also when its API server is up"),
        pytest.param(
            "m2", begun("join"), serves("m1", "m2"), ("join", "half", "m1"), id="a join that was killed is redone"
        ),
        pytest.param("m1", begun("join"), [], ("wait", "half", ""), id="a half done join never becomes an init"),
        pytest.param("m1", done(), serves("m1", "m2"), ("nothing", "member", "m2"), id="a member stays as it is"),
        pytest.param("m1", done(), [], ("nothing", "member", "m1"), id="also while nobody serves"),
        pytest.param(
            "n1", unrecorded(), serves("m1"), ("nothing", "member", "m1"), id="a member that others have made"
        ),
        pytest.param("n1", unrecorded(THEIRS), serves("m1"), ("refuse", "foreign", ""), id="another cluster's node"),
        pytest.param("m1", unrecorded(), [], ("refuse", "foreign", ""), id="nobody tells whose node it is"),
        pytest.param(
            "m1", done(), serves("m2", authority=THEIRS), ("refuse", "member", ""), id="two clusters in one inventory"
        ),
        pytest.param(
            "m1", done(), serves("m2", authority=""), ("nothing", "member", "m2"), id="an authority that is untold"
        ),
    ],
)
def test_the_next_step_of_a_host(name, found, serving, expected):
    step = course(name, MASTERS, found, serving)

    assert expected == (step.action, step.stage, step.through)


def test_a_foreign_host_is_told_by_what_is_on_it():
    text = "has /etc/kubernetes/kubelet.conf, which is not of this cluster as far as can be told"

    assert text == course("n1", MASTERS, unrecorded(THEIRS), serves("m1")).text
