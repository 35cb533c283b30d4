# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which objects are created and removed."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.steps import steps_of


def documents(*kinds):
    return [
        Document({"kind": kind, "metadata": {"name": str(number)}}, "f", 1, None) for number, kind in enumerate(kinds)
    ]


def told(steps):
    return [(step.name, [each.value["kind"] for each in step.documents]) for step in steps]


INPUT = documents(
    "ValidatingWebhookConfiguration",
    "Widget",
    "Job",
    "Service",
    "Deployment",
    "RoleBinding",
    "Role",
    "ConfigMap",
    "CustomResourceDefinition",
    "Namespace",
    "Ingress",
)
NEEDED = ["Role", "RoleBinding", "ConfigMap", "Service"]


def test_nothing_comes_before_what_it_needs():
    assert [
        ("namespaces", ["Namespace"]),
        ("definitions", ["CustomResourceDefinition"]),
        ("what workloads need", NEEDED),
        ("workloads", ["Job", "Deployment"]),
        ("everything else", ["Widget", "Ingress"]),
        ("interception", ["ValidatingWebhookConfiguration"]),
    ] == told(steps_of(INPUT))


def test_what_is_removed_goes_the_other_way_round():
    assert [
        ("interception", ["ValidatingWebhookConfiguration"]),
        ("everything else", ["Ingress", "Widget"]),
        ("workloads", ["Deployment", "Job"]),
        ("what workloads need", NEEDED[::-1]),
        ("definitions", ["CustomResourceDefinition"]),
        ("namespaces", ["Namespace"]),
    ] == told(steps_of(INPUT, absent=True))


def test_objects_of_one_kind_stay_in_the_order_of_the_input():
    steps = steps_of(documents("Secret", "ConfigMap", "Secret", "ConfigMap"))

    assert ["0", "2", "1", "3"] == [each.value["metadata"]["name"] for each in steps[0].documents]
