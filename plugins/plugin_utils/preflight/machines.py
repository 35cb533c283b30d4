# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The hosts themselves: system, memory, clock, names, the login of root."""

from __future__ import annotations

import ipaddress

from ..findings import ERROR, WARNING, Finding
from ..site import Member
from .cluster import makes_cluster
from .view import Found, View

TESTED = (("debian", "12"), ("debian", "13"))
MIB = 1024 * 1024
MEMORY_MIB = 512
"""What a balancer or a worker needs at least."""
CONTROL_PLANE_MEMORY_MIB, CONTROL_PLANE_PROCESSORS = 1700, 2
"""Below these kubeadm makes no control plane (kubernetes/kubernetes cmd/kubeadm/app/constants, 1.37)."""


def systems(view: View) -> Found:
    """Distributions of the Debian and Red Hat families have the packages and paths that the roles use."""
    tested = " or ".join(f"{name.capitalize()} {version}" for name, version in TESTED)
    for member, probe in view.answered():
        system = probe["os"]
        if (system["id"], system["version"]) in TESTED:
            continue
        yield Finding(
            "machine",
            member.name,
            "operating system",
            system["name"],
            tested if system["family"] else f"{tested}, or another of the Debian or Red Hat family",
            "use a tested system, or accept this one: kube_preflight_accept: [machine]",
            WARNING if system["family"] else ERROR,
        )


def memory(view: View) -> Found:
    """All memory of the host, in MiB, is at least `kube_preflight_memory_mib`, or else what the host's parts need."""
    for member, probe in view.answered():
        needed = CONTROL_PLANE_MEMORY_MIB if _becomes_control_plane(view, member) else MEMORY_MIB
        given = member.settings["kube_preflight_memory_mib"]
        wanted = needed if given is None else given
        if probe["memory_bytes"] < wanted * MIB:
            yield Finding(
                "memory",
                member.name,
                "kube_preflight_memory_mib",
                f"{probe['memory_bytes'] // MIB} MiB of memory",
                f"{wanted} MiB or more",
                "give the host more memory, or lower kube_preflight_memory_mib",
            )


def processors(view: View) -> Found:
    """A control plane has the processors that kubeadm asks for."""
    for member, probe in view.answered():
        if _becomes_control_plane(view, member) and probe["processors"] < CONTROL_PLANE_PROCESSORS:
            yield Finding(
                "processors",
                member.name,
                "kube_bootstrap",
                f"{probe['processors']} processor",
                f"{CONTROL_PLANE_PROCESSORS} or more for a control plane",
                "give the host more, or set kubeadm_ignored_errors: [NumCPU] and kube_preflight_accept: [processors]",
            )


def _becomes_control_plane(view: View, member: Member) -> bool:
    return makes_cluster(view.site) and member.name in view.site.control_plane


def clocks(view: View) -> Found:
    """The clocks agree, as far as can be told: what a probe took is counted as doubt, never as a difference.

    A probe that the controller sent at S and had back at E, and that read the host's clock as s at its start and as e
    at its end, bounds the host's offset from the controller: at least e - E, at most s - S. Each host is compared with
    the one whose offset is in the middle, so a wrong clock of the controller or of one host blames nobody else.
    """
    limit = view.site.settings["kube_preflight_clock_seconds"]
    offsets = []
    for member, probe in view.answered():
        host, controller = probe["clock"], probe["controller_clock"]
        least, most = sorted((host["ended"] - controller["ended"], host["started"] - controller["started"]))
        offsets.append((least, most, member.name, host["synchronised"]))
    if limit is None or not offsets:
        return
    middle = sorted(offsets, key=lambda offset: offset[0] + offset[1])[(len(offsets) - 1) // 2]
    for least, most, name, synchronised in offsets:
        ahead, behind = least - middle[1], middle[0] - most
        if max(ahead, behind) > limit:
            found = f"at least {max(ahead, behind):.0f} s {'ahead of' if ahead > behind else 'behind'} {middle[2]}"
            yield Finding(
                "clock",
                name,
                "kube_preflight_clock_seconds",
                found if synchronised is not False else f"{found}, and not synchronised",
                f"clocks that differ by {limit:g} s at most",
                "set the clock, and let chrony or systemd-timesyncd keep it",
            )


def local_names(view: View) -> Found:
    """`localhost` is this host, and the host's own name leads to no other host of the inventory."""
    owners = {str(address): member.name for member in view.site.members for address in member.addresses}
    for member, probe in view.answered():
        local = probe["resolution"]["localhost"]
        foreign = [text for text in local or () if not ipaddress.ip_address(text.partition("%")[0]).is_loopback]
        if not local or foreign:
            yield Finding(
                "local-names",
                member.name,
                "/etc/hosts",
                f"localhost is {', '.join(foreign) or 'not known'}",
                "127.0.0.1 and ::1",
                "put '127.0.0.1 localhost' first in /etc/hosts, and 'files' first for hosts in /etc/nsswitch.conf",
                WARNING,
            )
        strangers = {owners[text] for text in probe["resolution"]["hostname"] or () if text in owners} - {member.name}
        for stranger in sorted(strangers):
            yield Finding(
                "local-names",
                member.name,
                "/etc/hosts",
                f"its own name {probe['hostname']} leads to {stranger}",
                "an address of the host itself",
                "correct /etc/hosts or the DNS entry of the host",
                WARNING,
            )


def swapped_machines(view: View) -> Found:
    """A host that calls itself by another host's name is most likely that other host."""
    names = {name: member.name for member in view.site.members for name in (member.name, view.site.fqdn(member.name))}
    for member, probe in view.answered():
        other = names.get(probe["hostname"], member.name)
        if other != member.name:
            yield Finding(
                "local-names",
                member.name,
                "ansible_host",
                f"{member.ssh_address} calls itself {probe['hostname']}",
                f"the machine {member.name}",
                "correct ansible_host of the two hosts, or the host's own name",
                WARNING,
            )


def root_login(view: View) -> Found:
    """Where SSH trust is made for root, sshd must let root log in with a key."""
    for member, probe in view.answered():
        sshd = probe["sshd"]
        if sshd is None or (view.variable(member.name, "ssh_trust_user") or "root") != "root":
            continue
        denied = "root" in sshd["deny_users"] or (sshd["allow_users"] and "root" not in sshd["allow_users"])
        if sshd["permit_root_login"] in ("no", "forced-commands-only") or denied:
            found = (
                "sshd's AllowUsers or DenyUsers keeps root out"
                if denied
                else f"PermitRootLogin {sshd['permit_root_login']}"
            )
            yield Finding(
                "root-login",
                member.name,
                "ssh_trust_user",
                found,
                "a user that sshd lets in with a key",
                "set ssh_trust_user to another user, or PermitRootLogin prohibit-password",
            )
