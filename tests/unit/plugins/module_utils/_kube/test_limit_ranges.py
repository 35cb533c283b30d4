# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.limit_ranges import limit_range, violations
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import qos_class
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.tests.unit.plugins.module_utils._kube.pods import amounts, container, sidecar

NEWEST = gates_of("1.37", None)


def ranged(*entries, name="limits"):
    return limit_range({"kind": "LimitRange", "metadata": {"name": name}, "spec": {"limits": list(entries)}})


def entry(kind="Container", **fields):
    return {"type": kind, **{name: amounts(value) for name, value in fields.items()}}


DEFAULTS = [
    (
        "what is missing is filled in",
        entry(default="1/1Gi", defaultRequest="100m/64Mi"),
        container(),
        ("100m/64Mi", "1/1Gi"),
    ),
    (
        "what is there stays",
        entry(default="1/1Gi", defaultRequest="100m/64Mi"),
        container(requests="2/-"),
        ("2/64Mi", "1/1Gi"),
    ),
    ("a limit is a request already", entry(defaultRequest="100m/64Mi"), container(limits="1/-"), ("1/64Mi", "1/-")),
    ("requests follow the default limit", entry(default="1/1Gi"), container(), ("1/1Gi", "1/1Gi")),
    ("limits follow the maximum", entry(max="2/2Gi"), container(), ("2/2Gi", "2/2Gi")),
    ("requests follow the minimum last", entry(min="50m/32Mi"), container(), ("50m/32Mi", None)),
    ("amounts are rounded up", entry(default="1u/-"), container(), ("1m/-", "1m/-")),
    ("pod entries give nothing", entry("Pod", max="2/2Gi"), container(), (None, None)),
]

REFUSED = [
    (entry(min="100m/-"), container(), ["minimum cpu usage per Container is 100m.  No request is specified"]),
    (entry(min="100m/-"), container(requests="50m/-"), ["minimum cpu usage per Container is 100m, but request is 50m"]),
    (
        entry(min="100m/-"),
        container(requests="200m/-", limits="50m/-"),
        ["minimum cpu usage per Container is 100m, but limit is 50m"],
    ),
    (entry(max="-/1Gi"), container(), ["maximum memory usage per Container is 1Gi.  No limit is specified"]),
    (entry(max="-/1Gi"), container(limits="-/2Gi"), ["maximum memory usage per Container is 1Gi, but limit is 2Gi"]),
    (
        entry(max="-/1Gi"),
        container(requests="-/2Gi", limits="-/1Gi"),
        ["maximum memory usage per Container is 1Gi, but request is 2Gi"],
    ),
    (
        entry(maxLimitRequestRatio="2/-"),
        container(requests="0/-", limits="1/-"),
        ["cpu max limit to request ratio per Container is 2, but no request is specified or request is 0"],
    ),
    (
        entry(maxLimitRequestRatio="2/-"),
        container(requests="1/-"),
        ["cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0"],
    ),
    (
        entry(maxLimitRequestRatio="2/-"),
        container(requests="300m/-", limits="1/-"),
        ["cpu max limit to request ratio per Container is 2, but provided ratio is 3.333333"],
    ),
    (entry(maxLimitRequestRatio="2500m/-"), container(requests="400m/-", limits="1/-"), []),
    (entry("Pod", max="1/-"), container(limits="600m/-"), ["maximum cpu usage per Pod is 1, but limit is 1200m"]),
    (entry(min="100m/-", max="1/-"), container(requests="100m/-", limits="1/-"), []),
    (entry("PersistentVolumeClaim", min="1/-"), container(), []),
]


@pytest.mark.parametrize("given, written, expected", [row[1:] for row in DEFAULTS], ids=[row[0] for row in DEFAULTS])
def test_containers_get_what_they_lack(given, written, expected):
    spec = default_pod_spec(
        {"containers": [written], "initContainers": [written]}, NEWEST, limit_ranges=[ranged(given)]
    )

    kinds = zip(("requests", "limits"), expected)
    resources = {kind: amounts(value) for kind, value in kinds if value is not None}
    assert [resources] * 2 == [spec[kind][0].get("resources", {}) for kind in ("containers", "initContainers")]


def test_the_first_range_goes_before_the_next():
    ranges = [ranged(entry(default="1/-")), ranged(entry(default="2/1Gi"))]

    spec = default_pod_spec({"containers": [container()]}, NEWEST, limit_ranges=ranges)
    assert amounts("1/1Gi") == spec["containers"][0]["resources"]["limits"]


def test_the_last_entry_of_one_range_goes_before_the_others():
    spec = default_pod_spec(
        {"containers": [container()]}, NEWEST, limit_ranges=[ranged(entry(default="1/-"), entry(default="2/-"))]
    )

    assert amounts("2/-") == spec["containers"][0]["resources"]["limits"]


def test_templates_get_nothing():
    spec = default_pod_spec(
        {"containers": [container()]}, NEWEST, template=True, limit_ranges=[ranged(entry(default="1/1Gi"))]
    )

    assert [container()] == spec["containers"]


@pytest.mark.parametrize("version, expected", [("1.36", None), ("1.37", amounts("1/1Gi"))])
def test_the_pod_level_sees_what_the_containers_got_from_1_37_on(version, expected):
    written = {"containers": [container()], "resources": {"requests": amounts("1/1Gi")}}

    spec = default_pod_spec(written, gates_of(version, None), limit_ranges=[ranged(entry(default="500m/512Mi"))])
    assert expected == spec["resources"].get("limits")


def test_the_class_follows():
    classes = []
    for ranges in ([], [ranged(entry(default="1/1Gi"))], [ranged(entry(default="1/1Gi", defaultRequest="100m/64Mi"))]):
        spec = default_pod_spec({"containers": [container()]}, NEWEST, limit_ranges=ranges)
        classes.append(qos_class(spec, NEWEST))

    assert ["BestEffort", "Guaranteed", "Burstable"] == classes


@pytest.mark.parametrize("given, written, expected", REFUSED)
def test_what_is_out_of_bounds_is_refused(given, written, expected):
    spec = {
        "containers": [written],
        **({"initContainers": [sidecar("s", limits="600m/-")]} if given["type"] == "Pod" else {}),
    }

    assert expected == violations(spec, [ranged(given)], NEWEST)


def test_regular_containers_are_refused_before_init_containers():
    spec = {"containers": [container("a", "50m/-")], "initContainers": [container("i", "60m/-")]}

    assert ["but request is 50m", "but request is 60m"] == [
        text.partition(", ")[2] for text in violations(spec, [ranged(entry(min="100m/-"))], NEWEST)
    ]
