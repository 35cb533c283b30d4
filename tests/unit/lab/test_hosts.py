from __future__ import annotations

import pytest
from quorum_lab import hosts
from quorum_lab.errors import LabError
from quorum_lab.settings import read_settings

OWN = {"name": "quorum-lab-quorum", "network_interface": "own0", "subnets": [{"subnet": "172.19.170.0/24"}]}
OTHER = {"name": "others", "network_interface": "other0", "subnets": [{"subnet": "172.19.0.0/16"}]}
FAR = {"name": "far", "network_interface": "far0", "subnets": [{"subnet": "10.0.0.0/8"}, {"subnet": "fd00:1::/64"}]}


class Networks:
    """A container engine that tells its networks, and that nobody may ask for anything else."""

    def __init__(self, *networks):
        self.networks = lambda: list(networks)


@pytest.fixture
def settings(tmp_path):
    return lambda **given: read_settings({"QUORUM_KUBE_CACHE": str(tmp_path), **given})


@pytest.fixture
def machine(monkeypatch):
    """The machine itself, which uses networks only where a test says so; it tells the interfaces that were ours."""
    told = {}

    def clashes(subnet, own_interfaces):
        told[str(subnet)] = own_interfaces - {""}
        return told.get("clashes", [])

    monkeypatch.setattr(hosts.machine, "network_clashes", clashes)
    return told


def start(monkeypatch, settings, *networks):
    """What `lab up` refuses, with everything that would change the machine out of reach."""
    monkeypatch.setattr(hosts, "open_engine", lambda *_args, **_options: Networks(*networks))
    monkeypatch.setattr(hosts.machine, "require_ip6", lambda: None)

    def changed(*args, **_options):
        raise AssertionError(f"changed before the clash was told: {args}")

    for place, name in ((hosts, "ensure_image"), (hosts.machine, "raise_inotify_limit"), (hosts.Access, "prepare")):
        monkeypatch.setattr(place, name, changed)
    with pytest.raises(LabError) as caught:
        hosts.up(settings, ["master-1"], None)
    return str(caught.value)


def test_a_network_of_the_engine_that_overlaps_is_told_before_anything_starts(monkeypatch, settings, machine):
    expected = (
        "172.19.170.0/24 is in use on this machine: the network others has 172.19.0.0/16; "
        "choose another with QUORUM_LAB_SUBNET (for example 172.19.180.0/24)"
    )

    assert expected == start(monkeypatch, settings(), FAR, OTHER)
    assert {"172.19.170.0/24": {"other0"}} == machine


def test_an_interface_of_the_machine_that_overlaps_is_told_before_anything_starts(monkeypatch, settings, machine):
    machine["clashes"] = ["interface eth0 has the address 172.19.170.7/24"]

    assert start(monkeypatch, settings()).startswith(
        "172.19.170.0/24 is in use on this machine: interface eth0 has the address 172.19.170.7/24; choose another"
    )


def test_a_network_of_ip6_that_overlaps_is_told_before_anything_starts(monkeypatch, settings, machine):
    other = {**OTHER, "subnets": [{"subnet": "fd00:172:19::/48"}]}

    assert start(monkeypatch, settings(QUORUM_LAB_IPV6="yes"), other).startswith(
        "172.19.170.0/24 and fd00:172:19:170::/64 is in use on this machine: the network others has fd00:172:19::/48; "
    )


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"QUORUM_LAB_SUBNET": "10.9.8.0/24"}, "172.19.170.0/24"),
        ({"QUORUM_LAB_IPV6": "yes"}, "172.19.170.0/24"),
    ],
)
def test_a_lab_that_runs_with_other_networks_is_not_changed(monkeypatch, settings, machine, given, found):
    expected = f"lab quorum exists with {found}: take it down first, or set another name"

    assert expected == start(monkeypatch, settings(**given), OWN)
