# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds of every judgement, on generated objects."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import Judge
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document
from ansible_collections.quorum.kube.tests.kubernetes.generators import Generator

GATES = gates_of(None, None)
JUDGE = Judge(GATES)
OBJECTS = 200


def generated(kind: str) -> list[dict[str, Any]]:
    return [getattr(Generator(seed, mistakes=0.2), kind)() for seed in range(OBJECTS)]


def texts(value: dict[str, Any]) -> list[str]:
    return [error.text for error in JUDGE.errors(value)]


def reordered(value: Any) -> Any:
    """The same object with the keys of every mapping the other way round."""
    if isinstance(value, dict):
        return {key: reordered(item) for key, item in reversed(value.items())}
    return [reordered(item) for item in value] if isinstance(value, list) else value


KINDS = ["pod", "workload", "node"]


@pytest.mark.parametrize("kind", KINDS)
def test_judging_changes_nothing(kind: str) -> None:
    report = Report(GATES, {}, "default")
    for value in generated(kind):
        before = copy.deepcopy(value)
        report.told(Document(value, "", 1, None))

        assert before == value


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_keys_does_not_matter(kind: str) -> None:
    for value in generated(kind):
        assert Counter(texts(value)) == Counter(texts(reordered(value)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_judge_remembers_nothing(kind: str) -> None:
    values = generated(kind)
    alone = [[error.text for error in Judge(GATES).errors(value)] for value in values[:20]]

    assert alone == [texts(value) for value in values[:20]]


@pytest.mark.parametrize("kind", KINDS)
def test_no_line_is_told_twice(kind: str) -> None:
    for value in generated(kind):
        found = texts(value)

        assert len(found) == len(set(found))


def test_null_is_as_good_as_absent() -> None:
    for value in generated("pod"):
        for name in ("affinity", "tolerations", "topologySpreadConstraints", "volumes", "securityContext"):
            without = copy.deepcopy(value)
            without["spec"].pop(name, None)

            assert texts(without) == texts({**without, "spec": {**without["spec"], name: None}})


def test_what_a_pod_lacks_its_template_lacks_too() -> None:
    """A pod without mistakes is a template without mistakes: templates never know more errors of the same fields."""
    for seed in range(OBJECTS):
        spec = Generator(seed, mistakes=0.0).pod()["spec"]
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec}
        template = {"apiVersion": "v1", "kind": "PodTemplate", "metadata": {"name": "t"}, "template": {"spec": spec}}
        if not texts(pod):
            assert [] == texts(template)
