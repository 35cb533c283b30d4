# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible.errors import AnsibleError
from ansible.parsing.dataloader import DataLoader
from ansible.template import Templar, trust_as_template

POD = {"kind": "Pod", "spec": {"containers": [{"name": "a", "resources": {"limits": {"cpu": 0.5, "memory": "1Gi"}}}]}}

EXPRESSIONS = [
    (
        "'1.5Gi' | quorum.kube.quantity",
        {"canonical": "1536Mi", "value": 1610612736, "milli_value": 1610612736000, "format": "BinarySI"},
    ),
    ("0.5 | quorum.kube.quantity | dict2items | length", 4),
    ("['1Gi', '1G', 5] | quorum.kube.quantity_sum", "2073741829"),
    ("'1Gi' | quorum.kube.quantity_sub('1Mi')", "1023Mi"),
    ("['1', '2', '0.5'] | map('quorum.kube.quantity_compare', '1000m')", [0, 1, -1]),
    ("pod | quorum.kube.qos_class", "Guaranteed"),
    ("pod | quorum.kube.qos_class(kubernetes_version='1.28')", "Guaranteed"),
    ("level | quorum.kube.qos_class", "Guaranteed"),
    ("level | quorum.kube.qos_class(feature_gates={'PodLevelResources': false})", "BestEffort"),
    ("custom | quorum.kube.qos_class(pod_template_paths={'Training': 'spec.pod'})", "BestEffort"),
    ("pod | quorum.kube.pod_requests", {"cpu": "500m", "memory": "1Gi"}),
    (
        "[pod is quorum.kube.guaranteed, pod is quorum.kube.burstable, pod is quorum.kube.best_effort]",
        [True, False, False],
    ),
    ("{'key': 'app', 'value': 'web'} | quorum.kube.label_errors", []),
    ("{'key': '/app'} | quorum.kube.label_errors", ["prefix part must be non-empty"]),
    ("{'value': 'a' * 64} | quorum.kube.label_errors('1.34')", ["must be no more than 63 characters"]),
]

REFUSED = [
    ("'1Gb' | quorum.kube.quantity", '"1Gb": quantities must match the regular expression'),
    ("['1', 'x'] | quorum.kube.quantity_sum", '"x": quantities must match the regular expression'),
    ("'12' | quorum.kube.quantity_sum", "expected a list of quantities, found"),
    ("'text' | quorum.kube.qos_class", "expected a pod or workload as a mapping, found"),
    ("{'kind': 'Service'} | quorum.kube.qos_class", "expected a pod or workload, found Service"),
    ("{} | quorum.kube.pod_requests", "expected a pod or workload, found a mapping without kind"),
    (
        "{'kind': 'List', 'items': [pod, pod]} | quorum.kube.qos_class",
        "expected a pod or workload, found List with 2 pods",
    ),
    ("wrong | quorum.kube.qos_class", "spec.containers: Invalid value"),
    ("pod | quorum.kube.qos_class(kubernetes_version='1.99')", 'kubernetes_version: "1.99" is no release'),
    ("pod | quorum.kube.qos_class(feature_gates={'PodLevelResorces': true})", "near ones are PodLevelResources"),
    ("5 | quorum.kube.label_errors", "expected a mapping with key and value"),
    ("{'key': 5} | quorum.kube.label_errors", "key: 5 is no text (quote it)"),
]

VARIABLES = {
    "pod": POD,
    "level": {
        "kind": "Pod",
        "spec": {"containers": [{"name": "a"}], "resources": {"limits": {"cpu": 1, "memory": "1Gi"}}},
    },
    "custom": {"kind": "Training", "spec": {"pod": {"containers": [{"name": "a"}]}}},
    "wrong": {"kind": "Pod", "spec": {"containers": "none"}},
}


def rendered(expression):
    templar = Templar(loader=DataLoader(), variables=VARIABLES)
    return templar.template(trust_as_template("{{ " + expression + " }}"))


@pytest.mark.parametrize("expression, expected", EXPRESSIONS, ids=[row[0] for row in EXPRESSIONS])
def test_filters_and_tests_work_in_templates(expression, expected):
    assert expected == rendered(expression)


@pytest.mark.parametrize("expression, text", REFUSED, ids=[row[0] for row in REFUSED])
def test_what_they_cannot_take_is_named(expression, text):
    with pytest.raises(AnsibleError) as refused:
        rendered(expression)

    assert text in str(refused.value)
