# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the roles haproxy and keepalived compute and print, rendered by Ansible's own engine."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from ansible.parsing.dataloader import DataLoader
from ansible.template import Templar, trust_as_template

ROLES = Path(__file__).resolve().parents[3] / "roles"
HOSTS = [{"name": f"master-{last - 182}", "address": f"172.19.170.{last}"} for last in (183, 184, 185)]
HOSTS6 = [{"name": f"master-{last}", "address": f"fd77::{last}"} for last in (1, 2, 3)]
SHARED = {"inventory_hostname": "master-1", "ansible_managed": "Ansible managed", "ansible_check_mode": False}


def trusted(value):
    if isinstance(value, dict):
        return {key: trusted(one) for key, one in value.items()}
    if isinstance(value, list):
        return [trusted(one) for one in value]
    return trust_as_template(value) if isinstance(value, str) else value


def templar(role, **given):
    read = [trusted(yaml.safe_load((ROLES / role / part / "main.yml").read_text())) for part in ("defaults", "vars")]
    return Templar(loader=DataLoader(), variables={**SHARED, **read[0], **read[1], **given})


def rendered(role, template, **given):
    text = (ROLES / role / "templates" / template).read_text()
    return templar(role, **given).template(trust_as_template(text), escape_backslashes=False)


def value(role, name, **given):
    return templar(role, **given).template(trust_as_template("{{ " + name + " }}"))


def found(*paths):
    return {"stdout_lines": list(paths)}


def haproxy(**given):
    ca = "/etc/kubernetes/pki/ca.crt"
    return rendered(
        "haproxy",
        "haproxy.cfg.j2",
        **{"haproxy_backends": HOSTS, "haproxy_balancers": HOSTS, "__haproxy_found": found(ca), **given},
    )


def keepalived(**given):
    return rendered(
        "keepalived",
        "keepalived.conf.j2",
        **{
            "keepalived_hosts": HOSTS,
            "keepalived_virtual_address": "172.19.170.100",
            "keepalived_interface": "eth1",
            **given,
        },
    )


def lines(text, *starts):
    return [line.strip() for line in text.splitlines() if line.strip().startswith(starts)]


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        pytest.param(["*"], ["bind *:8443 tcp-ut 60s"], id="every IPv4 address"),
        pytest.param(["::"], ["bind [::]:8443 v4v6 tcp-ut 60s"], id="every address of both families"),
        pytest.param(
            ["172.19.170.100", "fd77::100"],
            ["bind 172.19.170.100:8443 tcp-ut 60s", "bind [fd77::100]:8443 tcp-ut 60s"],
            id="one address of each family",
        ),
    ],
)
def test_an_ip6_address_is_bound_in_brackets_and_nothing_follows_it_l7(addresses, expected):
    assert [*expected, "bind 127.0.0.1:8404"] == lines(haproxy(haproxy_bind_addresses=addresses), "bind ")


def test_ip6_servers_are_in_brackets_l7():
    text = haproxy(haproxy_backends=HOSTS6, haproxy_balancers=[], haproxy_fail_open=False)

    assert [f"server master-{last} [fd77::{last}]:6443" for last in (1, 2, 3)] == lines(text, "server ")


def test_members_follow_the_list_and_the_other_balancers_leave_this_one_out_l6():
    text = haproxy(haproxy_backends=[*HOSTS, {"name": "master-4", "address": "172.19.170.188", "port": 7443}])
    servers = lines(text, "server ")

    assert ["server master-4 172.19.170.188:7443", "server master-4 172.19.170.188:7443 tcp-ut 60s"] == [
        line for line in servers if "master-4" in line
    ]
    assert ["server master-2 172.19.170.184:8443", "server master-3 172.19.170.185:8443"] == servers[-2:]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({}, "verify required ca-file /etc/kubernetes/pki/ca.crt verifyhost kubernetes", id="verified"),
        pytest.param(
            {"haproxy_backend_server_name": ""},
            "verify required ca-file /etc/kubernetes/pki/ca.crt",
            id="any name of the authority",
        ),
        pytest.param(
            {"haproxy_check_client_pem": "/etc/haproxy/probe.pem"},
            "verify required ca-file /etc/kubernetes/pki/ca.crt verifyhost kubernetes crt /etc/haproxy/probe.pem",
            id="with a client certificate L11",
        ),
        pytest.param({"haproxy_backend_verify": "none"}, "verify none", id="not verified"),
        pytest.param({"__haproxy_found": found()}, "", id="before the authority exists"),
        pytest.param(
            {"__haproxy_found": found(), "haproxy_backend_verify": "none"}, "verify none", id="not verified and no file"
        ),
    ],
)
def test_the_check_asks_of_the_certificate_what_was_chosen(given, expected):
    text = haproxy(**given, haproxy_balancers=[])
    (line,) = lines(text, "default-server ")
    asked = line.removeprefix("default-server check").partition(" inter ")[0].strip()

    assert (expected, bool(expected)) == (asked, "http-check expect status 200" in text)


@pytest.mark.parametrize(
    ("port", "selinux", "expected"),
    [
        pytest.param(16443, True, True, id="a port of its own"),
        pytest.param(8443, True, True, id="8443 is free, but 6443 of the API servers is not"),
        pytest.param(16443, False, False, id="SELinux is off"),
    ],
)
def test_selinux_is_told_of_ports_that_it_does_not_know_l10(port, selinux, expected):
    switch = found("/sys/fs/selinux/enforce") if selinux else found()
    given = {"haproxy_backends": HOSTS, "haproxy_bind_port": port, "__haproxy_found": switch}

    assert expected == value("haproxy", "__haproxy_selinux_needed", **given)


def test_the_socket_lies_where_selinux_expects_it_l10():
    assert ["stats socket /run/haproxy/admin.sock mode 660 level admin"] == lines(haproxy(), "stats socket")


@pytest.mark.parametrize(
    ("backends", "port", "expected"),
    [
        pytest.param(HOSTS, 6443, ["172.19.170.183"], id="the port of the host's own API server"),
        pytest.param(HOSTS, 8443, [], id="another port"),
        pytest.param(HOSTS[1:], 6443, [], id="a host without an API server"),
        pytest.param([{**HOSTS[0], "port": 7443}], 6443, [], id="an API server on a port of its own"),
    ],
)
def test_the_port_of_the_hosts_own_api_server_is_a_clash_l2(backends, port, expected):
    assert expected == value("haproxy", "__haproxy_clashes", haproxy_backends=backends, haproxy_bind_port=port)


def test_priorities_do_not_depend_on_the_order_of_the_inventory_k7():
    one, other = keepalived(), keepalived(keepalived_hosts=HOSTS[::-1])

    assert lines(one, "priority ") == lines(other, "priority ") == ["priority 254"]


def test_the_script_lies_where_selinux_lets_it_run_and_its_user_is_named_k4_k9():
    text = keepalived()

    assert [
        "enable_script_security",
        "script_user keepalived_script",
        'script "/usr/libexec/keepalived/check_balancer 8404"',
    ] == lines(text, "enable_script", "script_user", 'script "')


def test_a_single_host_has_no_peers_to_send_to_alone():
    text = keepalived(keepalived_hosts=HOSTS[:1], keepalived_vrid=7)

    assert ["virtual_router_id 7", "virtual_ipaddress {", "172.19.170.100/32"] == lines(
        text, "unicast", "virtual", "172.19"
    )


def test_an_ip6_address_has_ip6_peers_l7():
    text = keepalived(keepalived_hosts=HOSTS6, keepalived_virtual_address="fd77::100", keepalived_vrid=5)

    assert ["unicast_src_ip fd77::1", "fd77::2", "fd77::3", "fd77::100/128"] == lines(text, "fd77", "unicast_src")


def test_strict_mode_that_forbids_pings_and_unicast_is_not_set_k10():
    assert "strict" not in keepalived()


@pytest.mark.parametrize("role", ["haproxy", "keepalived"])
@pytest.mark.parametrize(
    ("traces", "expected"),
    [
        pytest.param([], False, id="a blank host"),
        pytest.param(["config_path"], False, id="a configuration of the host's own"),
        pytest.param(["config_path", "before"], True, id="killed before the package was installed"),
        pytest.param(["package_record", "config_path"], True, id="killed before the configuration was written"),
    ],
)
def test_a_host_on_which_a_run_was_killed_can_be_taken_back(role, traces, expected):
    names = {"config_path": f"{role}_config_path"}
    paths = [value(role, names.get(trace, f"__{role}_{trace}")) for trace in traces]

    assert expected == value(role, f"__{role}_ours", **{f"__{role}_found": found(*paths)})
