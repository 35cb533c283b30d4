from __future__ import annotations

import json
from ipaddress import ip_network
from types import SimpleNamespace

import pytest
from quorum_lab import machine
from quorum_lab.engine import network_subnets

ADDRESSES = [
    {"ifname": "eth0", "addr_info": [{"local": "10.1.2.3", "prefixlen": 16}]},
    {"ifname": "own0", "addr_info": [{"local": "10.2.0.1", "prefixlen": 24}]},
]
ROUTES = [
    {"dst": "default", "dev": "eth0"},
    {"dst": "10.1.0.0/16", "dev": "eth0"},
    {"dst": "10.2.0.0/24", "dev": "own0"},
    {"dst": "10.3.4.5", "dev": "tun0"},
    {"dst": "10.4.0.0/24", "dev": "lo", "table": "local"},
]


@pytest.mark.parametrize(
    ("subnet", "expected"),
    [
        pytest.param("10.9.0.0/24", [], id="a free network"),
        pytest.param("10.2.0.0/24", [], id="the lab's own bridge"),
        pytest.param("10.4.0.0/24", [], id="the kernel's table of local addresses"),
        pytest.param("10.3.4.0/24", ["a route to 10.3.4.5/32 goes through tun0"], id="a route to one host of it"),
        pytest.param(
            "10.1.7.0/24",
            ["interface eth0 has the address 10.1.2.3/16", "a route to 10.1.0.0/16 goes through eth0"],
            id="a part of the machine's own network",
        ),
    ],
)
def test_what_uses_the_network_is_told(monkeypatch, subnet, expected):
    answers = {"address": ADDRESSES, "route": ROUTES}
    monkeypatch.setattr(
        machine, "run", lambda command: SimpleNamespace(stdout=json.dumps(answers[command[3]])), raising=True
    )

    assert expected == machine.network_clashes(ip_network(subnet), {"own0"})


def test_what_uses_the_network_of_ip6_is_told(monkeypatch):
    answers = {
        "address": [{"ifname": "eth0", "addr_info": [{"local": "fd00:10:9:0::5", "prefixlen": 48}]}],
        "route": [{"dst": "default", "dev": "eth0"}, {"dst": "fe80::/64", "dev": "eth0"}],
    }
    asked = []

    def run(command):
        asked.append(command[2])
        return SimpleNamespace(stdout=json.dumps(answers[command[3]]))

    monkeypatch.setattr(machine, "run", run, raising=True)

    assert ["interface eth0 has the address fd00:10:9::5/48"] == machine.network_clashes(
        ip_network("fd00:10:9:0::/64"), set()
    )
    assert ["-6", "-6"] == asked


@pytest.mark.parametrize(
    ("network", "expected"),
    [
        pytest.param(
            {"subnets": [{"subnet": "10.0.0.0/24"}, {"subnet": "fd00::/64"}]}, ["10.0.0.0/24", "fd00::/64"], id="podman"
        ),
        pytest.param({"IPAM": {"Config": [{"Subnet": "10.0.1.0/24"}]}}, ["10.0.1.0/24"], id="docker"),
        pytest.param({"IPAM": {"Config": None}, "Name": "host"}, [], id="docker's network without addresses"),
    ],
)
def test_networks_of_both_engines_are_read(network, expected):
    assert [ip_network(text) for text in expected] == network_subnets(network)
