# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a running cluster is asked, with which options, and what is said where that is not possible."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest
from ansible_collections.quorum.kube.plugins.module_utils import _live, _snapshot
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError, Problem
from ansible_collections.quorum.kube.plugins.module_utils._schedule import SCHEDULE_ARGUMENT_SPEC, schedule

DEFAULTS = {
    "src": [],
    "namespace": "default",
    "kubernetes_version": None,
    "feature_gates": None,
    "pod_template_paths": None,
    **{name: option.get("default") for name, option in SCHEDULE_ARGUMENT_SPEC.items()},
}
GALAXY = "ansible-galaxy collection install"
POD = {"kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
NODE = {"kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"pods": "1"}}}


def bare(options):
    """Types and aliases alone: what a user can write."""
    kept = {
        name: {"type": option.get("type", "str"), "aliases": option.get("aliases", [])}
        for name, option in options.items()
    }
    nested = {name: bare(option["options"]) for name, option in options.items() if "options" in option}
    return kept, nested


def test_the_options_are_those_of_kubernetes_core():
    name = "ansible_collections.kubernetes.core.plugins.module_utils.args_common"
    theirs = pytest.importorskip(name, exc_type=ImportError, reason="the collection kubernetes.core is not installed")

    assert bare(theirs.AUTH_ARG_SPEC) == bare(_live.ACCESS_ARGUMENT_SPEC)


def test_without_kubernetes_core_only_a_running_cluster_cannot_be_asked(monkeypatch):
    monkeypatch.setattr(_live, "get_api_client", None)
    monkeypatch.setattr(_live, "HAS_LIBRARY", False)

    given = schedule({**DEFAULTS, "definition": POD, "cluster_objects": [NODE], "kubeconfig": "/nowhere"})
    with pytest.raises(InputError) as refused:
        schedule({**DEFAULTS, "definition": POD, "kubeconfig": "/nowhere"})

    assert {"yes": 1, "no": 0, "unknown": 0, "waiting": 0} == given["summary"]
    missing = "is missing on the host that runs the module"
    assert [
        Problem("live", f"the collection kubernetes.core {missing}", f"what {GALAXY} kubernetes.core installs"),
        Problem("live", f"the Python library kubernetes {missing}", "what pip install kubernetes installs"),
        Problem("kubeconfig", "/nowhere leads to no file", "the path of a kubeconfig"),
    ] == list(refused.value.problems)


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        (False, {"cluster_objects": [NODE]}),
        (False, {"cluster_objects": [NODE], "context": "c"}),
        (False, {"live": False, "context": "c", "cluster_objects": [NODE]}),
        (True, {"live": True}),
        (True, {"host": "https://example.com"}),
        (True, {"kubeconfig": {}}),
    ],
)
def test_when_a_running_cluster_is_asked(monkeypatch, asked, options):
    calls = []

    def lists(params):
        calls.append(params)
        return _live.LiveObjects([{"kind": "NodeList", "items": [NODE]}], ["a warning"])

    monkeypatch.setattr(_snapshot, "live_objects", lists)
    monkeypatch.setattr(_snapshot, "check_access", lambda _params: None)

    found = schedule({**DEFAULTS, "definition": POD, **options})

    assert asked is bool(calls)
    assert (["a warning"] if asked else None) == found.get("warnings")
    assert ["n"] == found["results"][0]["feasible"]


def test_objects_and_a_running_cluster_exclude_each_other():
    with pytest.raises(InputError, match="live: true beside cluster_objects"):
        schedule({**DEFAULTS, "definition": POD, "cluster_objects": [NODE], "live": True})


def test_secrets_of_a_kubeconfig_mapping():
    users = [{"name": "u", "user": {"token": "t", "exec": {"env": []}, "auth-provider": {"config": {"id-token": "i"}}}}]

    assert {"t", "i"} == _live.secrets_of({"kubeconfig": {"users": users, "clusters": [{"name": "c"}]}})
    assert set() == _live.secrets_of({"kubeconfig": "/path"})


class Answer(NamedTuple):
    data: bytes


class Refusal(Exception):
    def __init__(self, status, body="", **headers):
        super().__init__(status)
        self.status, self.body, self.headers = status, body, headers


class Pods:
    """A list whose pages are answers or refusals; remembers what it was asked."""

    def __init__(self, monkeypatch, *pages):
        self.pages, self.asked = list(pages), []
        monkeypatch.setattr(_live, "ApiError", Refusal)

    def get(self, **options):
        self.asked.append(options)
        page = self.pages.pop(0)
        if isinstance(page, Refusal):
            raise page
        return Answer(json.dumps(page).encode())


def page(*names, following=None):
    return {"items": [{"metadata": {"name": name}} for name in names] or None, "metadata": {"continue": following}}


def names(pods):
    return [item["metadata"]["name"] for found in _live._pages(pods) for item in found]


def test_a_list_goes_on_where_the_server_offers_it_after_it_forgot_the_first_page(monkeypatch):
    gone = Refusal(410, json.dumps({"metadata": {"continue": "newer"}}))
    pods = Pods(monkeypatch, page("a", following="older"), gone, page("b", following="more"), page())

    assert ["a", "b"] == names(pods)
    every = {"limit": _live.PAGE, "serialize": False}
    tokens = [{}, {"_continue": "older"}, {"_continue": "newer"}, {"_continue": "more"}]
    assert [{**every, **token} for token in tokens] == pods.asked


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal(410, "{}"),
        Refusal(410, "no JSON"),
        Refusal(410, json.dumps({"metadata": {"continue": "older"}})),
        Refusal(500, json.dumps({"metadata": {"continue": "newer"}})),
    ],
)
def test_a_list_that_cannot_go_on_is_refused(monkeypatch, refusal):
    with pytest.raises(Refusal):
        names(Pods(monkeypatch, page("a", following="older"), refusal))


def busy(status, seconds):
    return Refusal(status, **{"Retry-After": seconds})


def test_a_busy_server_is_asked_again_when_it_says(monkeypatch):
    slept = []
    monkeypatch.setattr(_live.time, "sleep", slept.append)

    assert ["a"] == names(Pods(monkeypatch, busy(504, "1"), busy(429, "7"), page("a")))
    assert [1, 7] == slept


@pytest.mark.parametrize(
    ("refusal", "times"),
    [(busy(504, "0"), _live.ATTEMPTS), (busy(403, "1"), 1), (Refusal(504), 1), (busy(504, "soon"), 1)],
)
def test_a_server_that_stays_busy_or_says_nothing_of_later_is_not_asked_for_ever(monkeypatch, refusal, times):
    monkeypatch.setattr(_live.time, "sleep", lambda seconds: None)
    pods = Pods(monkeypatch, *[refusal] * 20)

    with pytest.raises(Refusal):
        names(pods)
    assert times == len(pods.asked)
