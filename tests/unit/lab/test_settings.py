from __future__ import annotations

from pathlib import Path

import pytest
from quorum_lab.errors import LabError
from quorum_lab.settings import Host, read_settings


def test_without_variables_the_lab_is_the_guides_network():
    settings = read_settings({"QUORUM_KUBE_CACHE": "/cache"})

    assert ("quorum", "172.19.170.100", "172.19.170.200", "172.19.170.1") == (
        settings.name,
        settings.vip,
        settings.balancer,
        settings.gateway,
    )
    assert {
        "master-1": "172.19.170.183",
        "master-2": "172.19.170.184",
        "master-3": "172.19.170.185",
        "node-1": "172.19.170.186",
        "node-2": "172.19.170.187",
    } == {host.name: host.address for host in settings.hosts.values()}
    assert Path("/cache/lab/quorum") == settings.state


def test_hosts_of_another_lab_have_its_name_and_addresses():
    settings = read_settings({"QUORUM_LAB_NAME": "second", "QUORUM_LAB_SUBNET": "10.9.8.0/24"})

    assert Host("node-2", "10.9.8.187", "02:42:0a:09:08:bb", "second-node-2") == settings.host("node-2")


def test_with_ip6_every_host_has_an_address_of_the_same_digits_and_the_endpoint_is_one():
    settings = read_settings({"QUORUM_LAB_IPV6": "yes"})

    assert ["172.19.170.0/24", "fd00:172:19:170::/64"] == list(map(str, settings.networks))
    assert ("fd00:172:19:170::183", "fd00:172:19:170::100") == (settings.host("master-1").address6, settings.endpoint)


def test_without_ip6_there_is_one_network_and_the_endpoint_is_in_it():
    settings = read_settings({})

    assert (["172.19.170.0/24"], "172.19.170.100", "") == (
        list(map(str, settings.networks)),
        settings.endpoint,
        settings.host("master-1").address6,
    )


def test_bridges_of_two_labs_differ_and_fit_into_an_interface_name():
    bridges = {read_settings({"QUORUM_LAB_NAME": name}).bridge for name in ("a", "b", "a" * 31)}

    assert 3 == len(bridges)
    assert all(len(bridge) <= 15 for bridge in bridges)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"QUORUM_LAB_NAME": "Big"}, 'QUORUM_LAB_NAME: "Big" (expected a lower-case letter'),
        ({"QUORUM_LAB_NAME": "a/../b"}, 'QUORUM_LAB_NAME: "a/../b" (expected a lower-case letter'),
        ({"QUORUM_LAB_ENGINE": "lxc"}, 'QUORUM_LAB_ENGINE: "lxc" (expected podman or docker)'),
        ({"QUORUM_LAB_SUBNET": "10.0.0.1/24"}, 'QUORUM_LAB_SUBNET: "10.0.0.1/24": 10.0.0.1/24 has host bits set'),
        ({"QUORUM_LAB_SUBNET": "10.0.0.0/16"}, 'QUORUM_LAB_SUBNET: "10.0.0.0/16" (expected an IPv4 network of 256'),
        ({"QUORUM_LAB_IPV6": "1"}, 'QUORUM_LAB_IPV6: "1" (expected yes or nothing)'),
        ({"QUORUM_LAB_SUBNET": "fd00::/64"}, 'QUORUM_LAB_SUBNET: "fd00::/64"'),
    ],
)
def test_a_wrong_variable_is_named_with_what_is_expected(variables, expected):
    with pytest.raises(LabError) as caught:
        read_settings(variables)

    assert str(caught.value).startswith(expected)


def test_an_unknown_host_is_refused_with_the_known_ones():
    with pytest.raises(LabError, match=r"no such host: x \(expected one of master-1, "):
        read_settings({}).host("x")
