# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

from ansible_collections.quorum.kube.plugins.plugin_utils.judgement import render, render_eviction

WEB = {"kind": "Deployment", "namespace": "shop", "name": "web"}
JOB = {"kind": "Job", "namespace": "shop", "name": "import"}
CLASSES = {
    "pods": [
        {**WEB, "qos_class": "Burstable", "reason": 'container "web" has no memory limit'},
        {**JOB, "qos_class": "BestEffort", "reason": "no container requests or limits cpu or memory"},
    ],
    "unreadable": [{"file": "broken.yml", "document": 1, "line": 3, "message": "a tab"}],
}
VALIDITY = {
    "objects": [
        {**WEB, "valid": True, "errors": [], "warnings": [{"text": "the selector selects nothing"}]},
        {
            **JOB,
            "valid": False,
            "errors": [{"text": "spec.template.spec.restartPolicy: Required value"}],
            "warnings": [],
        },
    ]
}


def placement(entry, schedulable, feasible, reasons, message="", waiting="", missing=()):
    return {
        **entry,
        "schedulable": schedulable,
        "feasible": feasible,
        "reasons": reasons,
        "message": message,
        "waiting": waiting,
        "missing": list(missing),
    }


SCHEDULE = {
    "results": [
        placement(WEB, "yes", ["node-1"], {"master-1": ["node(s) had untolerated taint(s)"]}),
        placement(
            JOB,
            "no",
            [],
            {"node-1": ["Insufficient cpu"], "master-1": ["Insufficient cpu"]},
            message="0/2 nodes are available: 2 Insufficient cpu.",
        ),
    ]
}


def test_everything_that_was_found_is_shown_under_its_own_heading():
    expected = """\
  pods of              class       valid   fits
  Deployment shop/web  Burstable   yes     on 1 of 2 nodes
  Job shop/import      BestEffort  no (1)  nowhere

why that class:
  Deployment shop/web
    container "web" has no memory limit
  Job shop/import
    no container requests or limits cpu or memory

refused by the API server:
  Job shop/import
    spec.template.spec.restartPolicy: Required value

legal, but a trap:
  Deployment shop/web
    the selector selects nothing

does not fit:
  Job shop/import
    0/2 nodes are available: 2 Insufficient cpu.
    master-1: Insufficient cpu
    node-1: Insufficient cpu

unreadable:
  broken.yml:3
    a tab"""

    assert expected == render(CLASSES, VALIDITY, SCHEDULE)


def test_what_waits_or_is_unknown_is_never_called_fitting():
    schedule = {
        "results": [
            placement(WEB, "unknown", [], {}, missing=["PersistentVolumeClaim shop/data"]),
            placement(JOB, "no", [], {}, waiting="Scheduling is blocked due to non-empty scheduling gates"),
        ]
    }

    text = render({"pods": CLASSES["pods"]}, {}, schedule)

    assert ["unknown", "waits"] == [line.split()[-1] for line in text.splitlines()[1:3]]
    assert "could be told with more:\n  Deployment shop/web\n    PersistentVolumeClaim shop/data" in text


def test_an_input_without_pods_says_so():
    assert "no pod was found" == render({}, {}, {})


def test_the_order_of_eviction_is_a_table_for_each_node():
    eviction = {
        "signal": "memory.available",
        "nodes": [
            {
                "name": "node-1",
                "silent": "",
                "pressures": ["MemoryPressure"],
                "over_limits": [{"namespace": "shop", "name": "logs", "message": "Pod exceeds its limit. "}],
                "order": [{"namespace": "shop", "name": "web", "reason": "uses 2Mi and requests 1Mi, 1Mi over"}],
                "never_evicted": [{"namespace": "kube-system", "name": "etcd-node-1"}],
            },
            {
                "name": "node-2",
                "silent": "its kubelet does not answer: 503 Service Unavailable",
                "pressures": [],
                "over_limits": [],
                "order": [],
                "never_evicted": [],
            },
        ],
    }

    expected = """\
when memory.available runs short:

node-1 (MemoryPressure now)
         pod                      why
  now    shop/logs                Pod exceeds its limit.
  1      shop/web                 uses 2Mi and requests 1Mi, 1Mi over
  never  kube-system/etcd-node-1  static, or of a critical priority

node-2
  its kubelet does not answer: 503 Service Unavailable"""

    assert expected == render_eviction(eviction)
