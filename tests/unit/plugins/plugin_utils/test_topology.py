# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The inventory's mistakes, and the mapping that playbooks get."""

from __future__ import annotations

import copy

import pytest
from ansible.errors import AnsibleUndefinedVariable
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.plugin_utils.inventory import cluster_hosts, read
from ansible_collections.quorum.kube.plugins.plugin_utils.preflight import judge_inventory
from ansible_collections.quorum.kube.plugins.plugin_utils.topology import topology

SITE = {
    "kube_bootstrap": "none",
    "kube_cluster_name": "guide",
    "kube_domain": "k8s.lan",
    "kube_ha_address": "10.77.0.100",
    "kube_ha_mode": "keepalived",
    "kube_ha_name": "api.k8s.lan",
}
ADDRESSES = {"m1": "10.77.0.11", "m2": "10.77.0.12", "m3": "10.77.0.13", "n1": "10.77.0.21", "n2": "10.77.0.22"}
GROUPS = {
    "all": list(ADDRESSES),
    "ungrouped": [],
    "kube_control_plane": ["m1", "m2", "m3"],
    "kube_node": ["n1", "n2"],
}


class Undefined(dict):
    """Variables of which one fails when it is read, as a template of an undefined variable does."""

    def __getitem__(self, key):
        value = super().__getitem__(key)
        if value == "{{ nowhere }}":
            raise AnsibleUndefinedVariable("'nowhere' is undefined")
        return value


def five_hosts():
    return {name: {**SITE, "ansible_host": address} for name, address in ADDRESSES.items()}


def changed(hosts=(), **variables):
    hostvars = five_hosts()
    for name in hosts or hostvars:
        for variable, value in variables.items():
            if value is None:
                hostvars[name].pop(variable, None)
            else:
                hostvars[name][variable] = value
    return hostvars


def regrouped(**groups):
    merged = {**copy.deepcopy(GROUPS), **groups}
    return {name: members for name, members in merged.items() if members is not None}


def told(hostvars, groups):
    """Every finding of the inventory as one line without its way to mend."""
    return [
        f"{finding.severity} {finding.check} {finding.host} {finding.variable}: {finding.found} ({finding.expected})"
        for finding in judge_inventory(read(hostvars, groups))[1]
    ]


RULE = "(lower-case letters, digits, '-' and '.' (RFC 1123), not digits alone)"


def renamed(old, new):
    hostvars = five_hosts()
    hostvars[new] = hostvars.pop(old)
    return hostvars, {group: [new if name == old else name for name in names] for group, names in GROUPS.items()}


def test_the_five_hosts_of_the_guides_are_one_mapping():
    found = topology(changed(kube_bootstrap=None), GROUPS)

    hosts = found.pop("hosts")
    assert {
        "cluster_name": "guide",
        "domain": "k8s.lan",
        "mode": "keepalived",
        "address": "10.77.0.100",
        "address_only": False,
        "name": "api.k8s.lan",
        "port": 8443,
        "api_port": 6443,
        "vrid": 31,
        "bootstrap": "kubeadm",
        "etcd_mode": "external",
        "version": "1.37.2",
        "pod_subnet": "10.244.0.0/16",
        "service_subnet": "10.96.0.0/16",
        "network": "none",
        "external_lb_method": "local_proxy",
        "control_plane": ["m1", "m2", "m3"],
        "load_balancers": ["m1", "m2", "m3"],
        "etcd": ["m1", "m2", "m3"],
        "nodes": ["n1", "n2"],
    } == found
    assert ["m1", "m2", "m3", "n1", "n2"] == [host["name"] for host in hosts]
    assert {
        "name": "n2",
        "short_name": "n2",
        "node_name": "n2",
        "fqdn": "n2.k8s.lan",
        "address": "10.77.0.22",
        "addresses": ["10.77.0.22"],
        "ssh_address": "10.77.0.22",
        "ssh_port": 22,
        "groups": ["kube_node"],
    } == hosts[-1]


def test_a_host_of_a_single_group_is_one_of_the_cluster_h12():
    hostvars = {
        **five_hosts(),
        "e1": {**SITE, "ansible_host": "10.77.0.31"},
        "b1": {**SITE, "ansible_host": "10.77.0.32"},
    }

    found = topology(hostvars, regrouped(etcd=["e1"], kube_load_balancer=["b1"]))["hosts"]

    assert {"m1", "m2", "m3", "n1", "n2", "e1", "b1"} == {host["name"] for host in found}


def test_cluster_traffic_uses_node_ip_and_ssh_uses_ansible_host_n6():
    hostvars = changed(["m2"], kube_node_ip="10.77.0.12,fd77::12", ansible_host="10.88.0.12", ansible_port=2222)

    found = topology(hostvars, GROUPS)["hosts"][1]

    assert ("10.77.0.12", ["10.77.0.12", "fd77::12"]) == (found["address"], found["addresses"])
    assert ("10.88.0.12", 2222) == (found["ssh_address"], found["ssh_port"])


def test_a_full_name_in_the_inventory_is_kept():
    hostvars, groups = renamed("m1", "m1.other.lan")

    found = topology(hostvars, groups)["hosts"][0]

    assert ("m1.other.lan", "m1", "m1.other.lan") == (found["name"], found["short_name"], found["fqdn"])


def test_every_group_counts_and_each_host_once_h12_h16():
    groups = regrouped(etcd=["m1", "m2", "e1"], kube_load_balancer=["l1", "l2"])
    hostvars = {**five_hosts(), "e1": {**SITE, "ansible_host": "10.77.0.31"}}
    hostvars.update({"l1": {**SITE, "ansible_host": "10.77.0.41"}, "l2": {**SITE, "ansible_host": "10.77.0.42"}})

    found = topology(hostvars, groups)

    assert ["m1", "m2", "m3", "n1", "n2", "e1", "l1", "l2"] == [host["name"] for host in found["hosts"]]
    assert ["kube_control_plane", "etcd"] == found["hosts"][0]["groups"]
    assert (["m1", "m2", "e1"], ["l1", "l2"], 6443) == (found["etcd"], found["load_balancers"], found["port"])


def test_all_mistakes_are_raised_at_once():
    hostvars = changed(["m1"], kube_node_ip="10.77.0.300")
    hostvars["n2"]["ansible_host"] = "10.77.0.12"

    with pytest.raises(InputError) as caught:
        topology(hostvars, regrouped(etcd=["m1", "m2"]))

    assert [
        (
            "m1: kube_node_ip: '10.77.0.300' (expected an IPv4 or IPv6 address without a prefix length; "
            "correct kube_node_ip)"
        ),
        (
            "inventory: etcd: 2 members (expected an odd number: a quorum of an even one survives no more losses; "
            "make it 1 or 3 members, or set kube_etcd_even_members: true)"
        ),
        (
            "n2: kube_node_ip: 10.77.0.12, which is m2's (expected an address of its own for each host; "
            "correct kube_node_ip or ansible_host of one of the two)"
        ),
    ] == str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("n1", "k8s-master-01", [], id="N3 hyphens and digits are fine"),
        pytest.param("n1", "vm_10_205", ["the character '_'"], id="N1 underscore"),
        pytest.param("n1", "101", ["digits only"], id="N4 numeric"),
        pytest.param("n1", "101.k8s.lan", ["digits only"], id="N4 numeric first label"),
        pytest.param("n1", "Node-1", ["upper-case letters"], id="upper case"),
        pytest.param("n1", "10.77.0.21", ["an address instead of a name"], id="address as name"),
        pytest.param("n1", "-n1", ["a hyphen at the edge of a label"], id="leading hyphen"),
        pytest.param("n1", "n1-.lan", ["a hyphen at the edge of a label"], id="trailing hyphen"),
        pytest.param("n1", "n1..lan", ["an empty label"], id="empty label"),
        pytest.param("n1", "n" * 63, [], id="63 characters"),
        pytest.param("n1", "n" * 64, ["a label of 64 characters"], id="64 characters"),
        pytest.param("n1", ".".join(["n" * 63] * 4)[:254], ["254 characters"], id="254 characters in all"),
    ],
)
def test_a_name_that_the_api_refuses_is_told(old, new, expected):
    assert [f"error host-name {new} inventory_hostname: {found} {RULE}" for found in expected] == told(
        *renamed(old, new)
    )


def test_the_mend_of_a_name_is_a_name_that_works_n1():
    findings = judge_inventory(read(*renamed("n1", "VM_10_205")))[1]

    assert ["rename the host in the inventory, e.g. vm-10-205"] == [finding.mend for finding in findings]


OWN_ADDRESS = "(an address of its own for each host)"
ODD = "(an odd number: a quorum of an even one survives no more losses)"
UNDECIDED = "set for some hosts, but not for n2 (one value for all hosts)"


@pytest.mark.parametrize(
    ("hostvars", "groups", "expected"),
    [
        pytest.param(five_hosts(), GROUPS, [], id="the right inventory has no findings"),
        pytest.param(
            changed(["n2"], ansible_host="10.77.0.11"),
            GROUPS,
            [f"error duplicate-address n2 kube_node_ip: 10.77.0.11, which is m1's {OWN_ADDRESS}"],
            id="N13 one address for two hosts",
        ),
        pytest.param(
            changed(["m1", "n2"], ansible_host="10.88.0.1", kube_node_ip=None),
            GROUPS,
            [f"error duplicate-address n2 kube_node_ip: 10.88.0.1, which is m1's {OWN_ADDRESS}"],
            id="N13 one login for two hosts",
        ),
        pytest.param(
            {**five_hosts(), "n2": {**SITE, "ansible_host": "10.77.0.11", "kube_node_ip": "10.77.0.22"}},
            GROUPS,
            [
                (
                    "error duplicate-address n2 ansible_host: 10.77.0.11 port 22, where m1 is "
                    "(a host of its own behind each name)"
                )
            ],
            id="N13 two addresses but one login",
        ),
        pytest.param(
            five_hosts(),
            regrouped(etcd=["m1", "m2"]),
            [f"error even-members inventory etcd: 2 members {ODD}"],
            id="N7 etcd of two",
        ),
        pytest.param(
            five_hosts(),
            regrouped(etcd=["m1", "m2", "n1", "n2"]),
            [f"error even-members inventory etcd: 4 members {ODD}"],
            id="N7 etcd of four",
        ),
        pytest.param(
            changed(kube_etcd_even_members=True),
            regrouped(etcd=["m1", "m2"]),
            [],
            id="N7 etcd of two by explicit choice",
        ),
        pytest.param(
            five_hosts(),
            regrouped(etcd=[]),
            ["error groups inventory etcd: the group is empty (hosts, or no such group (then the control plane))"],
            id="N7 empty etcd",
        ),
        pytest.param(five_hosts(), regrouped(etcd=["n1", "n2", "m1"]), [], id="N10 etcd on other hosts"),
        pytest.param(
            five_hosts(), regrouped(etcd=["m1", "m2", "m3"]), [], id="N10 etcd as a child group of the masters"
        ),
        pytest.param(
            five_hosts(),
            regrouped(kube_control_plane=["m1", "m2"]),
            [
                (
                    "error even-members inventory kube_control_plane: 2 members "
                    "(an odd number: a quorum of an even one survives no more losses)"
                )
            ],
            id="N7 absent etcd counts the control plane",
        ),
        pytest.param(
            five_hosts(),
            regrouped(kube_control_plane=None, kube_control_planes=["m1", "m2", "m3"]),
            [
                (
                    "error groups inventory kube_control_plane: the group is missing; "
                    "other groups: kube_control_planes "
                    "(the hosts that run kube-apiserver)"
                )
            ],
            id="no control plane, but a group with a near name",
        ),
        pytest.param(
            {},
            {"all": [], "ungrouped": [], "kube_control_plane": []},
            [
                (
                    "error groups inventory kube_control_plane: the group is empty; other groups: none "
                    "(the hosts that run kube-apiserver)"
                )
            ],
            id="an inventory without hosts",
        ),
        pytest.param(
            five_hosts(),
            regrouped(kube_control_plane=["m1"]),
            ["warning groups inventory kube_control_plane: m1 alone (three hosts or more, to survive the loss of one)"],
            id="one master is told",
        ),
        pytest.param(
            five_hosts(),
            regrouped(kube_load_balancer=[]),
            [
                (
                    "error groups inventory kube_load_balancer: the group is empty "
                    "(hosts, or no such group (then the control plane))"
                )
            ],
            id="empty balancer group",
        ),
        pytest.param(
            five_hosts(),
            regrouped(kube_load_balancer=["n1"]),
            ["warning groups inventory kube_load_balancer: n1 alone (two hosts or more, to survive the loss of one)"],
            id="one balancer is told",
        ),
        pytest.param(
            changed(kube_ha_address="10.77.0.12"),
            GROUPS,
            [
                (
                    "error endpoint-address inventory kube_ha_address: 10.77.0.12, the address of m2 "
                    "(an address that no host has)"
                )
            ],
            id="the virtual address is a host's",
        ),
        pytest.param(
            changed(kube_ha_address="fd77::100"),
            regrouped(kube_node=None),
            [
                f"error address-family m{number} kube_node_ip: 10.77.0.1{number} (IPv4) "
                "(IPv6 first, as kube_ha_address (fd77::100) is)"
                for number in (1, 2, 3)
            ],
            id="families are mixed",
        ),
        pytest.param(
            changed(kube_ha_address="10.77.0.100/24"),
            GROUPS,
            [
                (
                    "error value inventory kube_ha_address: '10.77.0.100/24' "
                    "(an IPv4 or IPv6 address without a prefix length)"
                )
            ],
            id="an address with a prefix length",
        ),
        pytest.param(
            changed(kube_ha_address=None),
            GROUPS,
            ["error value inventory kube_ha_address: nothing (a value)"],
            id="no endpoint",
        ),
        pytest.param(
            changed(["n2"], kube_ha_address="10.77.0.101"),
            GROUPS,
            [
                (
                    "error value inventory kube_ha_address: '10.77.0.100' on m1, '10.77.0.101' on n2 "
                    "(one value for all hosts)"
                )
            ],
            id="a setting of the site differs",
        ),
        pytest.param(
            changed(["n2"], kube_domain=None),
            GROUPS,
            [f"error value inventory kube_domain: {UNDECIDED}"],
            id="a setting of the site for some hosts only",
        ),
        pytest.param(
            changed(["n1"], ansible_host="jump.example.com"),
            GROUPS,
            [
                (
                    "error node-address n1 kube_node_ip: no address; ansible_host is 'jump.example.com' "
                    "(the address under which the other hosts reach it)"
                )
            ],
            id="N6 a name to log in to is no address",
        ),
        pytest.param(
            changed(["n1"], ansible_host=["10.77.0.21"]),
            GROUPS,
            ["error value n1 ansible_host: ['10.77.0.21'] (one name or address)"],
            id="a list of places to log in to is a mistake of its own",
        ),
        pytest.param(changed(kube_source_dir=""), GROUPS, [], id="a default that is written out is right"),
        pytest.param(
            changed(kube_source_dir="programs"),
            GROUPS,
            ["error value inventory kube_source_dir: 'programs' (the whole path of a folder, from /)"],
            id="a folder without its path",
        ),
        pytest.param(
            changed(["m1", "m2"], kube_ha_adress="10.77.0.100"),
            GROUPS,
            ["error spelling m1 kube_ha_adress: a variable that nothing reads (as on 1 more) (kube_ha_address)"],
            id="a misspelt variable of a group",
        ),
        pytest.param(
            changed(["n1"], ansible_host="127.0.0.1"),
            GROUPS,
            [
                (
                    "error node-address n1 kube_node_ip: 127.0.0.1, a loopback address "
                    "(the address under which the other hosts reach it)"
                )
            ],
            id="H9 a loopback address is nobody's",
        ),
        pytest.param(
            changed(["n1"], kube_node_ip="fe80::1"),
            GROUPS,
            ["error value n1 kube_node_ip: fe80::1, a link-local address (an address that every host can reach)"],
            id="a link-local address",
        ),
        pytest.param(
            {**five_hosts(), "n1": Undefined(**SITE, kube_node_ip="{{ nowhere }}")},
            GROUPS,
            ["error value n1 kube_node_ip: 'nowhere' is undefined (a value that the inventory alone gives)"],
            id="a value that the inventory cannot give",
        ),
        pytest.param(
            {**five_hosts(), "n1": Undefined(**{**SITE, "kube_ha_name": "{{ nowhere }}"}, ansible_host="10.77.0.21")},
            GROUPS,
            ["error value n1 kube_ha_name: 'nowhere' is undefined (a value that the inventory alone gives)"],
            id="a value of the site that the inventory cannot give for one host",
        ),
        pytest.param(
            changed(kube_ha_port=6443),
            GROUPS,
            [
                (
                    "error shared-port inventory kube_ha_port: 6443, which kube-apiserver has on m1, m2, m3 "
                    "(a port of haproxy's own on the control plane)"
                )
            ],
            id="L2 the API server's port on the masters",
        ),
        pytest.param(
            changed(kube_ha_port=6443, kube_ha_address_only=True),
            GROUPS,
            [],
            id="L2 the API server's port by explicit choice",
        ),
        pytest.param(
            changed(kube_ha_port=6443),
            regrouped(kube_load_balancer=["n1", "n2"]),
            [],
            id="L2 the API server's port on hosts of its own",
        ),
        pytest.param(
            changed(kube_ha_port="84430"),
            GROUPS,
            ["error value inventory kube_ha_port: '84430' (a whole number from 1 to 65535)"],
            id="a port out of range",
        ),
        pytest.param(changed(kube_ha_port="9443"), GROUPS, [], id="a port from the command line is a text"),
        pytest.param(
            changed(kube_ha_vrid=256),
            GROUPS,
            ["error value inventory kube_ha_vrid: 256 (a whole number from 1 to 255)"],
            id="a router number out of range",
        ),
        pytest.param(
            changed(kube_ha_mode="external", kube_ha_vrid=51),
            GROUPS,
            [
                (
                    "error mode inventory kube_ha_vrid: 51 with kube_ha_mode: external "
                    "(one balancer: keepalived's or the provider's)"
                )
            ],
            id="L15 two balancers at once",
        ),
        pytest.param(
            changed(kube_ha_mode="slb"),
            GROUPS,
            ["error value inventory kube_ha_mode: 'slb' (keepalived or external)"],
            id="no such mode",
        ),
        pytest.param(changed(kube_bootstrap="kubeadm"), GROUPS, [], id="kubeadm makes the cluster"),
        pytest.param(
            changed(kube_bootstrap="kubeadm", kube_version=1.37),
            GROUPS,
            [
                (
                    "error value inventory kube_version: 1.37 "
                    "(a whole release in quotes from 1.34 to 1.37, such as '1.37.2')"
                )
            ],
            id="a release that YAML reads as a number",
        ),
        pytest.param(
            changed(kube_bootstrap="kubeadm", kube_pod_subnet="10.77.0.0/16", kube_service_subnet="10.77.128.0/20"),
            GROUPS,
            [
                (
                    "error subnet inventory kube_service_subnet: 10.77.128.0/20, which overlaps kube_pod_subnet "
                    "10.77.0.0/16 (subnets apart from each other)"
                ),
                (
                    "error subnet inventory kube_pod_subnet: 10.77.0.0/16, in which is 10.77.0.100 of the endpoint "
                    "(a subnet without any address of a host)"
                ),
            ],
            id="subnets that overlap",
        ),
        pytest.param(
            changed(kube_bootstrap="kubeadm", kube_pod_subnet="10.244.0.0/22", kube_service_subnet="10.0.0.0/11"),
            GROUPS,
            [
                "error subnet inventory kube_service_subnet: 10.0.0.0/11 (a prefix of /12 or longer)",
                "error subnet inventory kube_pod_subnet: 10.244.0.0/22, room for 4 nodes (a /24 for each of 5 hosts)",
            ][::-1],
            id="subnets of a wrong size",
        ),
        pytest.param(
            changed(kube_bootstrap="kubeadm", kube_pod_subnet="10.244.0.1/16", kube_network="cilium"),
            GROUPS,
            [
                "error value inventory kube_network: 'cilium' (none or routed)",
                (
                    "error value inventory kube_pod_subnet: '10.244.0.1/16' "
                    "(a subnet such as 10.244.0.0/16, without bits beyond its prefix)"
                ),
            ],
            id="a subnet with bits of a host, and a network that nobody makes",
        ),
        pytest.param(
            changed(kube_node_labels={"rack": 7}),
            GROUPS,
            ["error value inventory kube_node_labels: rack: 7 (texts; numbers, true and false need quotes)"],
            id="a wrong value of every host",
        ),
        pytest.param(
            changed(["n1", "n2"], kube_node_labels={"rack": 7}),
            GROUPS,
            ["error value n1 kube_node_labels: rack: 7 (as on 1 more) (texts; numbers, true and false need quotes)"],
            id="a wrong value of a group",
        ),
        pytest.param(
            changed(kube_ha_adress="10.77.0.100"),
            GROUPS,
            ["error spelling inventory kube_ha_adress: a variable that nothing reads (kube_ha_address)"],
            id="a misspelt variable",
        ),
        pytest.param(
            changed(["n1"], kube_rack="a"),
            GROUPS,
            [
                (
                    "warning spelling n1 kube_rack: a variable that nothing reads "
                    "(a variable of quorum.kube, or a name without kube_)"
                )
            ],
            id="a variable of the site's own",
        ),
        pytest.param(
            changed(kube_ha_adress="10.77.0.100", kube_preflight_accept=["spelling"]),
            GROUPS,
            ["warning spelling inventory kube_ha_adress: a variable that nothing reads (kube_ha_address)"],
            id="an accepted check warns",
        ),
        pytest.param(
            changed(kube_preflight_accept=["clocks"]),
            GROUPS,
            [
                (
                    "error spelling inventory kube_preflight_accept: 'clocks', which is no check that can be accepted "
                    "(clock)"
                )
            ],
            id="accepting a check that does not exist",
        ),
        pytest.param(
            changed(kube_ha_name="m1.k8s.lan"),
            GROUPS,
            [
                (
                    "error host-name inventory kube_ha_name: m1.k8s.lan names the host m1 "
                    "(a name that is the endpoint's alone)"
                )
            ],
            id="the endpoint has a host's name",
        ),
        pytest.param(
            {**five_hosts(), "m1.other.lan": {**SITE, "ansible_host": "10.77.0.23"}},
            regrouped(kube_node=["n1", "n2", "m1.other.lan"]),
            ["error host-name m1.other.lan inventory_hostname: m1 also names m1 (a name of its own for each host)"],
            id="two hosts with one short name",
        ),
    ],
)
def test_each_mistake_of_the_inventory_is_told_once(hostvars, groups, expected):
    assert expected == told(hostvars, groups)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        pytest.param(["kube_load_balancer"], ["m1", "m2", "m3"], id="absent balancers are the control plane"),
        pytest.param(["etcd"], ["m1", "m2", "m3"], id="absent etcd is the control plane"),
        pytest.param(["kube_node", "etcd"], ["n1", "n2", "m1", "m2", "m3"], id="each once, group after group"),
        pytest.param(["kube_gpu"], [], id="another absent group is empty"),
    ],
)
def test_groups_name_their_hosts(wanted, expected):
    assert expected == cluster_hosts(GROUPS, wanted)


def test_an_empty_group_does_not_stand_for_the_control_plane_n7():
    assert [] == cluster_hosts(regrouped(etcd=[]), ["etcd"])


@pytest.mark.parametrize(
    ("expected", "groups"),
    [
        pytest.param("none", {}, id="no group etcd, and others make the cluster"),
        pytest.param("external", {"etcd": ["m1", "m2", "m3"]}, id="a group etcd"),
    ],
)
def test_the_role_makes_etcd_when_somebody_wants_it(expected, groups):
    assert expected == topology(five_hosts(), regrouped(**groups))["etcd_mode"]
