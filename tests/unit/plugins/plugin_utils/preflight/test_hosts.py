# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the hosts tell, judged: every check with right and wrong input."""

from __future__ import annotations

import copy

import pytest
from ansible_collections.quorum.kube.plugins.plugin_utils.inventory import read
from ansible_collections.quorum.kube.plugins.plugin_utils.preflight import judge, questions
from ansible_collections.quorum.kube.plugins.plugin_utils.roles import role_options

ENDPOINT = "10.77.0.100"
ADDRESSES = {"m1": "10.77.0.11", "m2": "10.77.0.12", "m3": "10.77.0.13", "n1": "10.77.0.21", "n2": "10.77.0.22"}
GROUPS = {"kube_control_plane": ["m1", "m2", "m3"], "kube_node": ["n1", "n2"]}
SITE = {
    "kube_bootstrap": "none",
    "kube_cluster_name": "guide",
    "kube_ha_address": ENDPOINT,
    "kube_ha_name": "api.k8s.lan",
}
VRID = 31
FOREIGN_MAC = "02:00:00:00:00:99"
MIB = 1024 * 1024


def mac(name):
    return f"02:00:00:00:00:{list(ADDRESSES).index(name) + 1:02x}"


def address(text, prefix=24):
    return {"address": text, "prefix": prefix, "family": "ipv6" if ":" in text else "ipv4", "secondary": False}


def interface(name, hardware, *addresses, loopback=False):
    return {"name": name, "mac": hardware, "up": True, "loopback": loopback, "addresses": list(addresses)}


def socket(port, process, pid=7, where="0.0.0.0"):
    return {"protocol": "tcp", "address": where, "port": port, "process": process, "pid": pid}


def neighbour(text, *macs, own=False):
    return {"address": text, "interface": "eth0", "own": own, "macs": list(macs)}


def advert(source, vrid, *addresses, seen_on="eth0"):
    return {
        "source": source,
        "vrid": vrid,
        "version": 3,
        "priority": 100,
        "addresses": list(addresses),
        "interface": seen_on,
    }


def healthy(name):
    """A blank host of the site, as its probe tells it."""
    balances = name in GROUPS["kube_control_plane"]
    others = [neighbour(text, mac(other)) for other, text in ADDRESSES.items() if other != name]
    return {
        "hostname": name,
        "os": {"id": "debian", "version": "12", "name": "Debian GNU/Linux 12 (bookworm)", "family": "debian"},
        "memory_bytes": 2048 * MIB,
        "processors": 2,
        "swap": False,
        "cgroup": "v2",
        "interfaces": [
            interface("lo", "00:00:00:00:00:00", address("127.0.0.1", 8), loopback=True),
            interface("eth0", mac(name), address(ADDRESSES[name]), address("fe80::1", 64)),
        ],
        "listening": [socket(22, "sshd")],
        "resolution": {"hostname": ["127.0.1.1"], "localhost": ["127.0.0.1", "::1"]},
        "sshd": {
            "permit_root_login": "without-password",
            "pubkey_authentication": True,
            "ports": [22],
            "allow_users": [],
            "deny_users": [],
        },
        "neighbours": [neighbour(ENDPOINT), neighbour(ADDRESSES[name], own=True), *others] if balances else [],
        "vrrp": [],
        "connections": [],
        "clock": {"started": 1000.5, "ended": 1003.5, "synchronised": True},
        "controller_clock": {"started": 1000.0, "ended": 1004.0},
    }


def changed(value, path, new):
    """A copy in which the item at the path is another one."""
    result = copy.deepcopy(value)
    target = result
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = new
    return result


def holding(name, *addresses):
    return changed(healthy(name), ("interfaces", 1, "addresses"), [address(ADDRESSES[name]), *addresses])


def hearing(name, *adverts):
    return changed(healthy(name), ("vrrp",), list(adverts))


def seeing(name, *macs):
    return changed(healthy(name), ("neighbours", 0), neighbour(ENDPOINT, *macs))


def listening(name, *sockets):
    return changed(healthy(name), ("listening",), [socket(22, "sshd"), *sockets])


def clocked(name, started, ended, synchronised=True, sent=1000.0, answered=1004.0):
    return {
        **healthy(name),
        "clock": {"started": started, "ended": ended, "synchronised": synchronised},
        "controller_clock": {"started": sent, "ended": answered},
    }


def resolving(name, hostname, localhost):
    return changed(healthy(name), ("resolution",), {"hostname": hostname, "localhost": localhost})


def logging_in(name, **settings):
    return changed(healthy(name), ("sshd",), {**healthy(name)["sshd"], **settings})


def running(host, **system):
    return changed(healthy(host), ("os",), {**healthy(host)["os"], **system})


def unreachable(name):
    return {"unreachable": True, "msg": "Task failed: Failed to connect to the host via ssh: Connection timed out"}


def inventory(own=None, groups=None, **settings):
    hostvars = {name: {**SITE, "ansible_host": text, **settings} for name, text in ADDRESSES.items()}
    for name, variables in (own or {}).items():
        hostvars[name].update(variables)
    return read(hostvars, groups or GROUPS, more=role_options())


def told(site, probes):
    return [
        f"{finding.severity} {finding.check} {finding.host} {finding.variable}: {finding.found} ({finding.expected})"
        for finding in judge(site, probes)
    ]


def with_all(**probes):
    """The probes of all five hosts, blank but for those given; None leaves a host out, as --limit does."""
    merged = {**{name: healthy(name) for name in ADDRESSES}, **probes}
    return {name: probe for name, probe in merged.items() if probe is not None}


FREE = "(a free address, or one that a balancer of the inventory holds)"
ALONE = f"(virtual router {VRID} and {ENDPOINT} for this cluster alone)"
LOGIN = "(a host that Ansible can log in to)"
BALANCERS_SUBNET = "(exactly one interface in the subnet of kube_ha_address)"
OWN_CLOCKS = "(clocks that differ by 2 s at most)"
ROOT = "(a user that sshd lets in with a key)"

K3S = "k3s-agent (pid 7) on 0.0.0.0"

CASES = {
    "blank hosts have no findings": (inventory(), with_all(), []),
    "no host was asked": (inventory(), {}, []),
    "N9 one host is down and the others go on": (
        inventory(),
        with_all(n2=unreachable("n2")),
        [f"warning reach n2 ansible_host: no connection to 10.77.0.22 port 22: Connection timed out {LOGIN}"],
    ),
    "no host answers at all": (
        inventory(),
        {"m1": unreachable("m1"), "m2": unreachable("m2")},
        [
            f"error reach m1 ansible_host: no connection to 10.77.0.11 port 22: Connection timed out {LOGIN}",
            f"error reach m2 ansible_host: no connection to 10.77.0.12 port 22: Connection timed out {LOGIN}",
        ],
    ),
    "S9 the sudo password is wrong": (
        inventory(),
        with_all(n1={"failed": True, "msg": "Task failed: Incorrect sudo password", "controller_clock": {}}),
        [
            (
                "error reach n1 ansible_become: Incorrect sudo password "
                "(a login that can become root, and Python 3.9 or newer)"
            )
        ],
    ),
    "N6 the address is on no interface": (
        inventory(own={"n1": {"kube_node_ip": "10.88.0.21"}}),
        with_all(),
        [
            (
                "error address-on-host n1 kube_node_ip: 10.88.0.21, but the host has 10.77.0.21 "
                "(an address on an interface of the host)"
            )
        ],
    ),
    "N6 a host with many addresses is told in a line": (
        inventory(own={"n1": {"kube_node_ip": "10.88.0.21"}}),
        with_all(
            n1=changed(
                healthy("n1"), ("interfaces", 1, "addresses"), [address(f"10.9.0.{last}") for last in range(1, 8)]
            )
        ),
        [
            (
                "error address-on-host n1 kube_node_ip: 10.88.0.21, but the host has 10.9.0.1, 10.9.0.2, 10.9.0.3 "
                "and 4 more (an address on an interface of the host)"
            )
        ],
    ),
    "a host whose ansible_host is a list could not be asked, and sudo has no part in it": (
        inventory(own={"n1": {"ansible_host": ["10.77.0.21"], "kube_node_ip": "10.77.0.21"}}),
        with_all(n1={"failed": True, "msg": "Config 'host' for 'ssh' connection plugin has an invalid value"}),
        ["error value n1 ansible_host: ['10.77.0.21'] (one name or address)"],
    ),
    "N6 another address to log in to is fine": (
        inventory(own={"n1": {"ansible_host": "192.0.2.1", "kube_node_ip": "10.77.0.21"}}),
        with_all(),
        [],
    ),
    "L15 the virtual address is outside all subnets": (
        inventory(kube_ha_address="10.99.0.100", kube_ha_vrid=VRID),
        {"m1": healthy("m1"), "n1": healthy("n1")},
        [
            "error endpoint-subnet m1 kube_ha_address: 10.99.0.100: "
            "no interface is in it; there are 10.77.0.11/24 on eth0 " + BALANCERS_SUBNET
        ],
    ),
    "K5 two interfaces are in the subnet": (
        inventory(),
        with_all(
            m2=changed(
                healthy("m2"),
                ("interfaces",),
                [*healthy("m2")["interfaces"], interface("eth1", "02:00:00:00:01:02", address("10.77.0.52"))],
            )
        ),
        [f"error endpoint-subnet m2 kube_ha_address: {ENDPOINT}: eth0 and eth1 are in it {BALANCERS_SUBNET}"],
    ),
    "K5 the interface is named by hand": (
        inventory(kube_ha_address="10.99.0.100", kube_ha_vrid=VRID, keepalived_interface="eth0"),
        with_all(),
        [],
    ),
    "L15 the provider's address is on an interface": (
        inventory(kube_ha_mode="external"),
        with_all(m1=holding("m1", address(ENDPOINT, 32))),
        [
            (
                f"error mode m1 kube_ha_mode: external, but eth0 has {ENDPOINT} "
                "(the address of a balancer outside the hosts)"
            )
        ],
    ),
    "the interface that local_address makes may have the provider's address": (
        inventory(kube_ha_mode="external", kube_external_lb_method="local_address"),
        with_all(
            m1=changed(
                healthy("m1"),
                ("interfaces",),
                [*healthy("m1")["interfaces"], interface("quorum0", "02:00:00:00:02:01", address(ENDPOINT, 32))],
            )
        ),
        [],
    ),
    "the provider's address answers on the wire, as it should": (
        inventory(kube_ha_mode="external"),
        with_all(m1=seeing("m1", FOREIGN_MAC)),
        [],
    ),
    "K15 the virtual address answers from a foreign machine": (
        inventory(),
        with_all(m1=seeing("m1", FOREIGN_MAC), m2=seeing("m2", FOREIGN_MAC)),
        [
            (
                f"error address-taken m1 kube_ha_address: {ENDPOINT} answers from MAC {FOREIGN_MAC} on eth0, "
                f"which is no host of this inventory that answers {FREE}"
            )
        ],
    ),
    "K15 a node has the virtual address": (
        inventory(),
        with_all(n1=holding("n1", address(ENDPOINT)), m1=seeing("m1", mac("n1"))),
        [f"error address-taken n1 kube_ha_address: {ENDPOINT} is on an interface of n1, which is no balancer {FREE}"],
    ),
    "K15 a node outside the limit has the virtual address": (
        inventory(),
        {"m2": seeing("m2", mac("n1"))},
        [
            (
                f"error address-taken m2 kube_ha_address: {ENDPOINT} answers from MAC {mac('n1')} on eth0, "
                f"which is n1, no balancer and outside this run {FREE}"
            )
        ],
    ),
    "R10 a host that is no balancer any more still holds the address by our keepalived": (
        inventory(),
        with_all(
            n1=changed(holding("n1", address(ENDPOINT, 32)), ("set_up",), ["haproxy", "keepalived"]),
            m1=seeing("m1", mac("n1")),
        ),
        [
            (
                f"warning address-taken n1 kube_ha_address: {ENDPOINT}, which it holds although it is no balancer "
                "any more (a balancer of the inventory that holds it)"
            )
        ],
    ),
    "K15 a balancer of ours holds it": (
        inventory(),
        with_all(m1=holding("m1", address(ENDPOINT, 32)), m2=seeing("m2", mac("m1")), m3=seeing("m3", mac("m1"))),
        [],
    ),
    "K15 a balancer outside the limit holds it": (inventory(), {"m2": seeing("m2", mac("m1"))}, []),
    "K15 a gateway that answers for every host is no balancer": (
        inventory(),
        {
            "m2": changed(
                healthy("m2"),
                ("neighbours",),
                [neighbour(text, FOREIGN_MAC) for text in (ENDPOINT, ADDRESSES["m1"], ADDRESSES["m3"])],
            )
        },
        [
            (
                f"error address-taken m2 kube_ha_address: {ENDPOINT} answers from MAC {FOREIGN_MAC} on eth0, "
                f"which is no host of this inventory that answers {FREE}"
            )
        ],
    ),
    "K11 two balancers hold the address": (
        inventory(),
        with_all(m1=holding("m1", address(ENDPOINT, 32)), m2=holding("m2", address(ENDPOINT, 32))),
        [
            (
                f"error two-holders inventory kube_ha_address: m1, m2 hold {ENDPOINT} at once: "
                "IP protocol 112 is blocked between them (one holder)"
            )
        ],
    ),
    "K11 two balancers outside the limit hold the address": (
        inventory(),
        {"m2": seeing("m2", mac("m1"), mac("m3"))},
        [
            (
                f"error two-holders inventory kube_ha_address: m1, m3 hold {ENDPOINT} at once: "
                "IP protocol 112 is blocked between them (one holder)"
            )
        ],
    ),
    "K13 a foreign router with our number is heard": (
        inventory(),
        with_all(
            m1=hearing("m1", advert("10.77.0.9", VRID, "10.77.0.90")),
            m2=hearing("m2", advert("10.77.0.9", VRID, "10.77.0.90")),
        ),
        [f"error vrrp-heard m1 kube_ha_vrid: 10.77.0.9 is virtual router {VRID} for 10.77.0.90, heard on eth0 {ALONE}"],
    ),
    "K13 a foreign router announces our address": (
        inventory(),
        with_all(m1=hearing("m1", advert("10.77.0.9", 5, ENDPOINT))),
        [f"error vrrp-heard m1 kube_ha_vrid: 10.77.0.9 is virtual router 5 for {ENDPOINT}, heard on eth0 {ALONE}"],
    ),
    "K13 a foreign router with another number": (
        inventory(),
        with_all(m1=hearing("m1", advert("10.77.0.9", 5, "10.77.0.90"))),
        [],
    ),
    "K13 a foreign router in another network": (
        inventory(),
        with_all(m1=hearing("m1", advert("10.88.0.9", VRID, "10.88.0.90", seen_on="eth1"))),
        [],
    ),
    "K13 our own routers are heard, also under --limit": (
        inventory(),
        {"m2": hearing("m2", advert("10.77.0.11", VRID, ENDPOINT))},
        [],
    ),
    "K13 our number was set by the role's variable": (
        inventory(keepalived_vrid=5),
        with_all(m1=hearing("m1", advert("10.77.0.9", VRID, "10.77.0.90"))),
        [],
    ),
    "K13 nothing of ours speaks VRRP in a public cloud": (
        inventory(kube_ha_mode="external"),
        with_all(m1=hearing("m1", advert("10.77.0.9", VRID, ENDPOINT))),
        [],
    ),
    "L2 the balancer's port is taken": (
        inventory(),
        with_all(m1=listening("m1", socket(8443, "nginx", 12), socket(8443, "nginx", 12, "::"))),
        [
            (
                "error port-taken m1 kube_ha_port: port 8443 is taken by nginx (pid 12) on 0.0.0.0, "
                "nginx (pid 12) on :: (free, or haproxy's)"
            )
        ],
    ),
    "L2 the status port is taken": (
        inventory(haproxy_status_port=9000),
        with_all(m1=listening("m1", socket(9000, "php", 13), socket(8404, "php", 13))),
        ["error port-taken m1 haproxy_status_port: port 9000 is taken by php (pid 13) on 0.0.0.0 (free, or haproxy's)"],
    ),
    "L2 our own services have their ports": (
        inventory(),
        with_all(
            m1=listening(
                "m1", socket(8443, "haproxy"), socket(8404, "haproxy"), socket(6443, "kube-apiserver", 9, "::")
            )
        ),
        [],
    ),
    "L2 haproxy has the API server's port": (
        inventory(),
        with_all(m1=listening("m1", socket(6443, "haproxy", 14))),
        [
            (
                "error port-taken m1 kube_control_plane: port 6443 is taken by haproxy (pid 14) on 0.0.0.0 "
                "(free, or kube-apiserver's)"
            )
        ],
    ),
    "L2 both share the port by explicit choice": (
        inventory(kube_ha_port=6443, kube_ha_address_only=True),
        with_all(
            m1=listening("m1", socket(6443, "haproxy", 14, ENDPOINT), socket(6443, "kube-apiserver", 9, "10.77.0.11"))
        ),
        [],
    ),
    "L2 a process that nobody may see": (
        inventory(),
        with_all(m1=listening("m1", socket(8443, "", None))),
        ["error port-taken m1 kube_ha_port: port 8443 is taken by an unseen process on 0.0.0.0 (free, or haproxy's)"],
    ),
    "L2 a node may use the balancer's port": (inventory(), with_all(n1=listening("n1", socket(8443, "nginx"))), []),
    "L2 the port of a host's own haproxy is taken": (
        inventory(kube_ha_mode="external"),
        with_all(
            m1=listening("m1", socket(8443, "nginx", 12)),
            n1=listening("n1", socket(6443, "nginx", 12)),
            n2=listening("n2", socket(8443, "nginx", 12)),
        ),
        [
            (
                "error port-taken m1 kube_external_lb_shared_port: port 8443 is taken by nginx (pid 12) on 0.0.0.0 "
                "(free, or haproxy's)"
            ),
            "error port-taken n1 kube_ha_port: port 6443 is taken by nginx (pid 12) on 0.0.0.0 (free, or haproxy's)",
        ],
    ),
    "L15 an address of our own beside the provider's": (
        inventory(kube_ha_mode="external", keepalived_virtual_address="10.77.0.101"),
        with_all(),
        [
            (
                "error mode m1 keepalived_virtual_address: 10.77.0.101 with kube_ha_mode: external "
                "(one balancer: keepalived's or the provider's)"
            )
        ],
    ),
    "L15 the way around the balancer uses its port": (
        inventory(kube_ha_mode="external", kube_external_lb_shared_port=6443),
        {},
        [
            (
                "error mode inventory kube_external_lb_shared_port: 6443 "
                "(a port that neither the balancer nor an API server uses)"
            )
        ],
    ),
    "an untested member of the family": (
        inventory(),
        with_all(n1=running("n1", id="ubuntu", version="24.04", name="Ubuntu 24.04")),
        ["warning machine n1 operating system: Ubuntu 24.04 (Debian 12 or Debian 13)"],
    ),
    "an untested system that the site accepts": (
        inventory(kube_preflight_accept=["machine"]),
        with_all(n1=running("n1", id="ubuntu", version="24.04", name="Ubuntu 24.04")),
        [],
    ),
    "another distribution": (
        inventory(),
        with_all(n1=running("n1", id="nixos", version="26.05", name="NixOS 26.05", family="")),
        [
            (
                "error machine n1 operating system: NixOS 26.05 "
                "(Debian 12 or Debian 13, or another of the Debian or Red Hat family)"
            )
        ],
    ),
    "R6 memory at the limit": (
        inventory(kube_preflight_memory_mib=512),
        with_all(n1=changed(healthy("n1"), ("memory_bytes",), 512 * MIB)),
        [],
    ),
    "R6 memory below the limit": (
        inventory(kube_preflight_memory_mib=512),
        with_all(n1=changed(healthy("n1"), ("memory_bytes",), 512 * MIB - 1)),
        ["error memory n1 kube_preflight_memory_mib: 511 MiB of memory (512 MiB or more)"],
    ),
    "R6 memory above the limit of this host alone": (
        inventory(own={"n1": {"kube_preflight_memory_mib": 4096}}),
        with_all(n1=changed(healthy("n1"), ("memory_bytes",), 4097 * MIB)),
        [],
    ),
    "R6 a balancer needs little": (inventory(), with_all(m1=changed(healthy("m1"), ("memory_bytes",), 512 * MIB)), []),
    "R6 a control plane needs what kubeadm asks for": (
        inventory(kube_bootstrap="kubeadm"),
        with_all(
            m1={**healthy("m1"), "memory_bytes": 1700 * MIB - 1, "processors": 1},
            m2={**healthy("m2"), "memory_bytes": 1700 * MIB},
            n1={**healthy("n1"), "memory_bytes": 512 * MIB, "processors": 1},
        ),
        [
            "error memory m1 kube_preflight_memory_mib: 1699 MiB of memory (1700 MiB or more)",
            "error processors m1 kube_bootstrap: 1 processor (2 or more for a control plane)",
        ],
    ),
    "a clock is ahead": (
        inventory(),
        with_all(n1=clocked("n1", 1037.5, 1040.5)),
        [f"error clock n1 kube_preflight_clock_seconds: at least 36 s ahead of m3 {OWN_CLOCKS}"],
    ),
    "a clock is behind and nobody keeps it": (
        inventory(),
        with_all(n1=clocked("n1", 900.5, 903.5, synchronised=False)),
        [f"error clock n1 kube_preflight_clock_seconds: at least 99 s behind m2, and not synchronised {OWN_CLOCKS}"],
    ),
    "a slow connection is no wrong clock": (
        inventory(),
        with_all(n1=clocked("n1", 1030.0, 1033.0, sent=1000.0, answered=1034.0)),
        [],
    ),
    "the controller's clock is wrong, the hosts agree": (
        inventory(),
        {name: clocked(name, 5000.5, 5003.5) for name in ADDRESSES},
        [],
    ),
    "a clock within the limit": (
        inventory(kube_preflight_clock_seconds=60),
        with_all(n1=clocked("n1", 1037.5, 1040.5)),
        [],
    ),
    "H10 localhost is elsewhere": (
        inventory(),
        with_all(n1=resolving("n1", ["127.0.1.1"], ["10.77.0.250"])),
        ["warning local-names n1 /etc/hosts: localhost is 10.77.0.250 (127.0.0.1 and ::1)"],
    ),
    "H10 localhost is not known": (
        inventory(),
        with_all(n1=resolving("n1", [], [])),
        ["warning local-names n1 /etc/hosts: localhost is not known (127.0.0.1 and ::1)"],
    ),
    "H10 the name service does not answer": (
        inventory(),
        with_all(n1=resolving("n1", None, None)),
        ["warning local-names n1 /etc/hosts: localhost is not known (127.0.0.1 and ::1)"],
    ),
    "H9 the host's own name leads to another host": (
        inventory(),
        with_all(n1=resolving("n1", ["10.77.0.22"], ["127.0.0.1"])),
        ["warning local-names n1 /etc/hosts: its own name n1 leads to n2 (an address of the host itself)"],
    ),
    "H9 the host's own name on 127.0.1.1 is for the role hosts": (
        inventory(),
        with_all(n1=resolving("n1", ["127.0.1.1"], ["127.0.0.1"])),
        [],
    ),
    "two machines are swapped in the inventory": (
        inventory(),
        with_all(n1=changed(healthy("n1"), ("hostname",), "n2")),
        ["warning local-names n1 ansible_host: 10.77.0.21 calls itself n2 (the machine n1)"],
    ),
    "S9 root may not log in": (
        inventory(),
        with_all(n1=logging_in("n1", permit_root_login="no")),
        [f"error root-login n1 ssh_trust_user: PermitRootLogin no {ROOT}"],
    ),
    "S9 root is on no list": (
        inventory(),
        with_all(n1=logging_in("n1", allow_users=["deploy"])),
        [f"error root-login n1 ssh_trust_user: sshd's AllowUsers or DenyUsers keeps root out {ROOT}"],
    ),
    "S9 the trust is another user's": (
        inventory(ssh_trust_user="deploy"),
        with_all(n1=logging_in("n1", permit_root_login="no")),
        [],
    ),
    "S9 sshd cannot be asked": (inventory(), with_all(n1=changed(healthy("n1"), ("sshd",), None)), []),
    "a host that becomes a node swaps": (
        inventory(kube_bootstrap="kubeadm"),
        with_all(n1=changed(healthy("n1"), ("swap",), True)),
        ["error swap n1 swap: on (off)"],
    ),
    "a host that swaps and becomes no node": (inventory(), with_all(n1=changed(healthy("n1"), ("swap",), True)), []),
    "a host that swaps, which the site accepts": (
        inventory(kube_bootstrap="kubeadm", kube_preflight_accept=["swap"]),
        with_all(n1=changed(healthy("n1"), ("swap",), True)),
        ["warning swap n1 swap: on (off)"],
    ),
    "kubelet of 1.35 and later wants cgroup v2": (
        inventory(kube_bootstrap="kubeadm", kube_version="1.35.0"),
        with_all(n1=changed(healthy("n1"), ("cgroup",), "v1")),
        ["error cgroup n1 kube_version: 1.35.0 on a host with cgroup v1 (cgroup v2)"],
    ),
    "kubelet of 1.34 takes cgroup v1": (
        inventory(kube_bootstrap="kubeadm", kube_version="1.34.9"),
        with_all(n1=changed(healthy("n1"), ("cgroup",), "v1")),
        [],
    ),
    "the ports of a cluster have their processes, by the kernel's short names": (
        inventory(kube_bootstrap="kubeadm"),
        with_all(
            m1=listening(
                "m1",
                socket(6443, "kube-apiserver"),
                socket(10250, "kubelet"),
                socket(10256, "kube-proxy"),
                socket(10257, "kube-controller"),
                socket(10259, "kube-scheduler"),
            )
        ),
        [],
    ),
    "another program has a port of etcd": (
        inventory(kube_bootstrap="kubeadm"),
        with_all(m1=listening("m1", socket(2379, "etcd"), socket(2380, "etcd"), socket(2381, "nginx", 12))),
        ["error port-taken m1 etcd: port 2381 is taken by nginx (pid 12) on 0.0.0.0 (free, or etcd's)"],
    ),
    "nobody wants etcd's ports where others make the cluster": (
        inventory(),
        with_all(m1=listening("m1", socket(2379, "nginx", 12))),
        [],
    ),
    "another program has kubelet's port": (
        inventory(kube_bootstrap="kubeadm"),
        with_all(n1=listening("n1", socket(10250, "k3s-agent"))),
        [f"error port-taken n1 kube_bootstrap: port 10250 is taken by {K3S} (free, or kubelet's)"],
    ),
    "the mistakes of the inventory are there as well, errors first": (
        inventory(own={"n2": {"ansible_host": "10.77.0.21"}}),
        with_all(n1=running("n1", id="ubuntu", version="24.04", name="Ubuntu 24.04")),
        [
            "error duplicate-address n2 kube_node_ip: 10.77.0.21, which is n1's (an address of its own for each host)",
            (
                "error address-on-host n2 kube_node_ip: 10.77.0.21, but the host has 10.77.0.22 "
                "(an address on an interface of the host)"
            ),
            "warning machine n1 operating system: Ubuntu 24.04 (Debian 12 or Debian 13)",
        ],
    ),
}


@pytest.mark.parametrize(("site", "probes", "expected"), CASES.values(), ids=CASES.keys())
def test_each_mistake_of_the_hosts_is_told_once(site, probes, expected):
    assert expected == told(site, probes)


NOTHING = {"neighbours": [], "vrrp_seconds": 0}


@pytest.mark.parametrize(
    ("site", "expected"),
    [
        pytest.param(
            inventory(),
            {
                **{
                    name: {"neighbours": [ENDPOINT, *ADDRESSES.values()], "vrrp_seconds": 3.0}
                    for name in ("m1", "m2", "m3")
                },
                "n1": NOTHING,
                "n2": NOTHING,
            },
            id="balancers listen to the wire",
        ),
        pytest.param(
            inventory(groups={**GROUPS, "kube_load_balancer": ["n1"]}, kube_preflight_listen_seconds=1),
            {
                **dict.fromkeys(("m1", "m2", "m3", "n2"), NOTHING),
                "n1": {"neighbours": [ENDPOINT, *ADDRESSES.values()], "vrrp_seconds": 1.0},
            },
            id="a balancer of its own",
        ),
        pytest.param(inventory(kube_ha_mode="external"), dict.fromkeys(ADDRESSES, NOTHING), id="a public cloud"),
        pytest.param(
            inventory(kube_ha_address="here"), dict.fromkeys(ADDRESSES, NOTHING), id="a wrong address is not asked for"
        ),
    ],
)
def test_balancers_are_asked_for_the_wire(site, expected):
    asked = questions(site)

    assert expected == {name: {key: asked[name][key] for key in NOTHING} for name in asked}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param({}, {"vrid": 31, "address": ENDPOINT, "seconds": 1.2}, id="less where it is the router already"),
        pytest.param({"kube_preflight_listen_seconds": 3}, None, id="as long as the inventory says"),
    ],
)
def test_a_balancer_that_is_a_router_listens(settings, expected):
    assert expected == questions(inventory(**settings))["m1"].get("vrrp_own")
