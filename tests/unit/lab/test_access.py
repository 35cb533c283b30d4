from __future__ import annotations

import pytest
from quorum_lab.access import Access
from quorum_lab.settings import read_settings


def access(tmp_path, subnet):
    settings = read_settings({"QUORUM_KUBE_CACHE": str(tmp_path), "QUORUM_LAB_SUBNET": subnet})
    opened = Access(settings)
    opened.password_file.parent.mkdir(parents=True)
    opened.password_file.write_text("secret")
    return opened


def test_known_hosts_and_inventory_name_the_hosts_that_were_opened(tmp_path):
    opened = access(tmp_path, "10.0.0.0/24")
    hosts = opened.settings.hosts
    opened.remember(hosts["node-1"], "ssh-ed25519 AAAA root@node-1\nssh-rsa BBBB root@node-1\n")

    opened.publish(hosts.values())

    assert "10.0.0.186 ssh-ed25519 AAAA\n10.0.0.186 ssh-rsa BBBB\n" == opened.known_hosts.read_text()
    assert ["node-1"] == list(opened.hosts("root"))
    assert "10.0.0.186" == opened.hosts("root")["node-1"]["ansible_host"]


@pytest.mark.parametrize(("user", "expected"), [("root", None), ("deploy", "secret")])
def test_only_the_user_without_rights_gets_a_sudo_password(tmp_path, user, expected):
    opened = access(tmp_path, "10.0.0.0/24")
    opened.remember(opened.settings.host("node-1"), "ssh-ed25519 AAAA\n")

    opened.publish(opened.settings.hosts.values())

    assert (user, expected) == (
        opened.hosts(user)["node-1"]["ansible_user"],
        opened.hosts(user)["node-1"].get("ansible_become_password"),
    )


@pytest.mark.parametrize(
    ("subnet", "expected"),
    [
        pytest.param("172.19.170.0/24", None, id="the guides' own network needs no other address"),
        pytest.param(
            "10.0.0.0/24",
            "{{ '10.0.0.200' if kube_ha_mode | default('keepalived') == 'external' else '10.0.0.100' }}",
            id="another network brings its VIP and its balancer",
        ),
    ],
)
def test_the_address_of_the_api_follows_the_network(tmp_path, subnet, expected):
    opened = access(tmp_path, subnet)

    assert expected == opened._variables(opened.settings.host("node-1"), "root").get("kube_ha_address")


def test_without_a_lab_the_inventory_is_empty(tmp_path):
    assert {} == access(tmp_path, "10.0.0.0/24").hosts("root")
