# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The watcher that the role external_lb puts on masters for the method redirect."""

from __future__ import annotations

import pathlib
import types

import pytest

FILE = pathlib.Path(__file__).resolve().parents[3] / "roles" / "external_lb" / "files" / "quorum-kube-lb-redirect"


@pytest.fixture(scope="module")
def watcher():
    module = types.ModuleType("lb_redirect")
    exec(compile(FILE.read_text(encoding="utf-8"), str(FILE), "exec"), module.__dict__)
    return module


def settings(balancer="172.19.170.200", own="172.19.170.183"):
    return {"balancer": {"address": balancer, "port": 6443}, "own": {"address": own, "port": 6443}}


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ("+", "-"),
        ("++", "-+"),
        ("+-++", "---+"),
        ("++--", "-+++"),
        ("++---", "-+++-"),
        ("++--+--", "-++++++"),
        ("++---+", "-+++--"),
        ("++---++", "-+++--+"),
    ],
)
def test_the_redirect_follows_the_api_server_only_after_it_was_seen_in_a_row(watcher, seen, expected):
    state = watcher.Hysteresis(rise=2, fall=3)

    assert expected == "".join("+" if state.see(mark == "+") else "-" for mark in seen)


def test_L12_the_rule_is_there_only_while_the_redirect_is_on_and_what_keeps_old_connections_stays(watcher):
    common = [
        "add table inet quorum_kube_lb_redirect",
        "add chain inet quorum_kube_lb_redirect local",
        "flush chain inet quorum_kube_lb_redirect local",
        "add chain inet quorum_kube_lb_redirect output { type nat hook output priority -100; }",
        "flush chain inet quorum_kube_lb_redirect output",
        "add rule inet quorum_kube_lb_redirect output ct state new jump local",
        "add chain inet quorum_kube_lb_redirect prerouting { type nat hook prerouting priority -100; }",
        "flush chain inet quorum_kube_lb_redirect prerouting",
        "add rule inet quorum_kube_lb_redirect prerouting ct state new jump local",
    ]
    rule = "ip daddr 172.19.170.200 tcp dport 6443 dnat ip to 172.19.170.183:6443"

    assert common == watcher.rules(settings(), on=False).splitlines()
    assert [*common, f"add rule inet quorum_kube_lb_redirect local {rule}"] == watcher.rules(
        settings(), on=True
    ).splitlines()


def test_ipv6_targets_are_in_brackets(watcher):
    assert watcher.rules(settings("fd77::200", "fd77::183"), on=True).endswith(
        "local ip6 daddr fd77::200 tcp dport 6443 dnat ip6 to [fd77::183]:6443\n"
    )


def test_an_api_server_that_is_not_there_is_not_ready_and_the_reason_is_told(watcher):
    given = {**settings(own="127.0.0.1"), "ca_path": "", "timeout": 1.0, "path": "/readyz"}
    given["own"]["port"] = 9

    assert "refused" in watcher.state_of_api(given)
