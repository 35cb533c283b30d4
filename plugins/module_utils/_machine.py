# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads this host: interfaces, listeners, clock, name service. Changes nothing. Private to this collection."""

from __future__ import annotations

import contextlib
import ctypes
import glob
import os
import platform
import re
import socket
import struct
import threading
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ._net import machine, netlink
from ._net.listeners import Listener, listeners
from ._net.vrrp import is_configured

_SET_UP = {
    "external_lb": "quorum-kube-lb-*.service",
    "haproxy": "haproxy.service.d/quorum-kube.conf",
    "keepalived": "keepalived.service.d/quorum-kube.conf",
}
_ROUTER = "/etc/keepalived/keepalived.conf"
_WAY_BY_NAME = "# BEGIN quorum.kube external_lb"
_UNSYNCHRONISED = 0x40
_CLOCK_ERROR = 5
_STATUS_OFFSET = 5 * ctypes.sizeof(ctypes.c_long)


def text_of(path: str) -> str:
    """The file's text, or an empty one when it is not there or not to be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def set_up() -> list[str]:
    """The roles of the endpoint that have something on the host; one way of external_lb is in /etc/hosts alone."""
    by_name = _WAY_BY_NAME in text_of("/etc/hosts")
    return [
        name
        for name, files in _SET_UP.items()
        if glob.glob(f"/etc/systemd/system/{files}") or (by_name and name == "external_lb")
    ]


def runs_router(module: AnsibleModule, vrid: int, address: str) -> bool:
    """Whether keepalived runs here, set up by this collection as that virtual router with that address."""
    ours = "keepalived" in set_up() and is_configured(text_of(_ROUTER), vrid, address)
    return ours and module.run_command(["systemctl", "is-active", "--quiet", "keepalived"])[0] == 0


def system() -> dict[str, Any]:
    """The distribution, Python, memory and processors, and what kubelet asks of a host."""
    return {
        "os": machine.os_release(text_of("/etc/os-release") or text_of("/usr/lib/os-release")),
        "python": platform.python_version(),
        "memory_bytes": machine.memory_bytes(text_of("/proc/meminfo")),
        "processors": len(os.sched_getaffinity(0)),
        "swap": len(text_of("/proc/swaps").splitlines()) > 1,
        "cgroup": machine.cgroup_version(text_of("/proc/mounts")),
    }


def sshd(module: AnsibleModule) -> Optional[dict[str, Any]]:
    """What the running configuration says of root; None without sshd, or without the right to read its keys."""
    program = module.get_bin_path("sshd", opt_dirs=["/usr/sbin", "/usr/local/sbin"])
    if program is None or os.geteuid() != 0:
        return None
    code, text, dummy = module.run_command([program, "-T", "-C", "user=root,host=localhost,addr=127.0.0.1"])
    return machine.sshd_settings(text) if code == 0 else None


def interfaces() -> list[dict[str, Any]]:
    """All interfaces with their addresses, asked of the kernel."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as kernel:
        kernel.settimeout(5)
        return netlink.interfaces(*(_dump(kernel, kind) for kind in (netlink.DUMP_LINKS, netlink.DUMP_ADDRESSES)))


def _dump(kernel: socket.socket, kind: int) -> bytes:
    kernel.send(netlink.dump_request(kind))
    parts = b""
    while True:
        part = kernel.recv(1 << 17)
        parts += part
        if netlink.is_last(part):
            return parts


def listening() -> list[dict[str, Any]]:
    """Every waiting socket, with its process where this user may see it."""
    found: list[Listener] = []
    for protocol in ("tcp", "udp"):
        for table in (protocol, f"{protocol}6"):
            found += listeners(protocol, text_of(f"/proc/net/{table}"))
    owners = _owners({listener.inode for listener in found})
    sockets = []
    for protocol, address, port, inode in sorted(set(found), key=lambda one: (one.protocol, one.port, one.address)):
        pid = owners.get(inode)
        process = text_of(f"/proc/{pid}/comm").strip() if pid else ""
        sockets.append({"protocol": protocol, "address": address, "port": port, "process": process, "pid": pid})
    return sockets


def _owners(inodes: set[int]) -> dict[int, int]:
    """The process that holds each socket: the one with the lowest number, which is the oldest in general."""
    found: dict[int, int] = {}
    for pid in sorted(int(name) for name in os.listdir("/proc") if name.isdecimal()):
        try:
            entries = os.listdir(f"/proc/{pid}/fd")
        except OSError:
            continue
        for entry in entries:
            try:
                target = os.readlink(f"/proc/{pid}/fd/{entry}")
            except OSError:
                continue
            held = re.fullmatch(r"socket:\[(\d+)\]", target)
            if held and int(held.group(1)) in inodes:
                found.setdefault(int(held.group(1)), pid)
    return found


def clock_synchronised() -> Optional[bool]:
    """Whether the kernel's clock follows a time source (man 2 adjtimex); None when the kernel does not say."""
    state = ctypes.create_string_buffer(512)
    try:
        answer = ctypes.CDLL(None).adjtimex(state)
    except (AttributeError, OSError):
        return None
    if answer < 0:
        return None
    status = struct.unpack_from("=i", state.raw, _STATUS_OFFSET)[0]
    return answer != _CLOCK_ERROR and not status & _UNSYNCHRONISED


def resolved(names: list[str], seconds: float) -> dict[str, Optional[list[str]]]:
    """The addresses of each name as programs of this host see them; None when no answer comes in time."""
    found: dict[str, Optional[list[str]]] = dict.fromkeys(names)

    def resolve(name: str) -> None:
        addresses: set[str] = set()
        with contextlib.suppress(OSError, UnicodeError):
            addresses = {str(entry[4][0]) for entry in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)}
        found[name] = sorted(addresses)

    threads = [threading.Thread(target=resolve, args=(name,), daemon=True) for name in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
    return dict(found)


def cloud_init_texts() -> list[str]:
    """cloud-init's configuration in the order in which it is read; a later file wins."""
    return [text_of(path) for path in ("/etc/cloud/cloud.cfg", *sorted(glob.glob("/etc/cloud/cloud.cfg.d/*.cfg")))]
