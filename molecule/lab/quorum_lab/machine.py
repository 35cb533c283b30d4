"""The machine under the lab: what it can do, and the little that is prepared on it.

Only two things outlive the labs: packages that were missing, and fs.inotify.max_user_instances when it was too low.
A machine with hybrid cgroups gets a mount namespace for the container engine alone; its other mounts stay as they are.
"""

from __future__ import annotations

import fcntl
import ipaddress
import json
import os
import re
import resource
import shutil
from pathlib import Path
from typing import IO

from quorum_lab.errors import LabError
from quorum_lab.process import locked, run, say
from quorum_lab.settings import Network

RUNTIME_DIR = Path("/run/quorum.kube")
NAMESPACE = RUNTIME_DIR / "engine.mnt"
LOCK = Path("/run/quorum.kube.lock")
APT_LOCK = Path("/run/quorum.kube.apt")
INOTIFY_INSTANCES = Path("/proc/sys/fs/inotify/max_user_instances")
INOTIFY_NEEDED = 1024
IP6_SWITCH = Path("/proc/sys/net/ipv6/conf/default/disable_ipv6")
CAP_SYS_RESOURCE = 24


class Users:
    """The commands that use the namespace now: each holds a shared lock to its end."""

    def __init__(self) -> None:
        self._handle: IO[str] | None = None

    def join(self) -> None:
        if self._handle is None:
            self._handle = LOCK.with_suffix(".users").open("a")
            fcntl.flock(self._handle, fcntl.LOCK_SH)

    def is_alone(self) -> bool:
        if self._handle is None:
            return False
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(self._handle, fcntl.LOCK_SH)
            return False
        return True


_USERS = Users()


def require_root() -> None:
    if os.geteuid() != 0:
        raise LabError("the lab makes a bridge and hosts that need root; run it with sudo")


def install_packages(programs: dict[str, str]) -> None:
    """Every program (name → Debian package) is there; what is missing is installed with apt and told in one line."""
    missing = sorted({package for program, package in programs.items() if not _has_program(program)})
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise LabError(f"missing programs, and no apt-get to install them: {', '.join(missing)}")
    say(f"installing with apt: {' '.join(missing)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    options = ["-o", "DPkg::Lock::Timeout=300", "-y", "--no-install-recommends"]
    with locked(APT_LOCK, "another run installs packages"):
        run(["apt-get", "-q", "update"], env=environment, timeout=600)
        run(["apt-get", "-q", "install", *options, *missing], env=environment, timeout=1200)


def _has_program(program: str) -> bool:
    return bool(shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin:/usr/lib/podman"))


def raise_inotify_limit() -> None:
    """Every systemd takes instances from one pool of the machine; the kernel's 128 end with the fifth host."""
    found = int(INOTIFY_INSTANCES.read_text())
    if found >= INOTIFY_NEEDED:
        return
    try:
        INOTIFY_INSTANCES.write_text(str(INOTIFY_NEEDED))
    except OSError as error:
        say(f"fs.inotify.max_user_instances is {found} and cannot be raised: {error.strerror}")
    else:
        say(
            f"raised fs.inotify.max_user_instances from {found} to {INOTIFY_NEEDED} until the next boot of this machine"
        )


def resource_limits() -> list[str]:
    """Options for the container engine on a machine where the limits of a process cannot be raised."""
    if not has_fixed_limits():
        return []
    options = []
    for name, limit, wanted in (("nofile", resource.RLIMIT_NOFILE, 20000), ("nproc", resource.RLIMIT_NPROC, 10000)):
        hard = resource.getrlimit(limit)[1]
        value = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        options += ["--ulimit", f"{name}={value}:{value}"]
    return options


def has_fixed_limits() -> bool:
    """The limits of a process, and how soon the kernel ends it for memory, cannot be raised here."""
    return not _has_capability(CAP_SYS_RESOURCE)


def _has_capability(number: int) -> bool:
    found = re.search(r"^CapEff:\s*([0-9a-f]+)$", Path("/proc/self/status").read_text(), re.MULTILINE)
    return found is not None and bool(int(found.group(1), 16) >> number & 1)


def has_pure_cgroup2() -> bool:
    return ("/sys/fs/cgroup", "cgroup2") in _mounts()


def has_pids_controller() -> bool:
    """False where the one cgroup2 tree cannot count processes, and a container engine must not ask it to."""
    controllers = Path("/sys/fs/cgroup/cgroup.controllers")
    return controllers.exists() and "pids" in controllers.read_text().split()


def needs_cgroup_view() -> bool:
    """The controllers that containers need are not in the tree of version 2 that the hosts see."""
    controllers = Path("/sys/fs/cgroup/cgroup.controllers")
    return not (controllers.exists() and {"cpu", "memory"} <= set(controllers.read_text().split()))


def _mounts() -> list[tuple[str, str]]:
    """Mount point and file system type of every mount, the later ones on top."""
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    return [(line.split()[4], line.split(" - ")[1].split()[0]) for line in lines]


def engine_namespace() -> list[str]:
    """The command to put before the engine's own: empty, or one that enters the namespace with a pure cgroup2 mount.

    It is one lasting namespace for all labs, because podman keeps the network namespaces of its containers as mounts.
    """
    if has_pure_cgroup2():
        return []
    with locked(LOCK, "another lab prepares this machine"):
        _USERS.join()
        if (str(NAMESPACE), "nsfs") not in _mounts():
            say("this machine has hybrid cgroups: the lab gets a mount namespace with cgroup2 of its own")
            _make_namespace()
    return ["nsenter", f"--mount={NAMESPACE}", "--"]


def drop_namespace() -> None:
    """The namespace is gone, unless another command of any lab uses it right now."""
    with locked(LOCK, "another lab prepares this machine"):
        if (str(NAMESPACE), "nsfs") in _mounts() and _USERS.is_alone():
            run(["umount", str(NAMESPACE)])
            run(["umount", str(RUNTIME_DIR)])
            shutil.rmtree(RUNTIME_DIR)


def _make_namespace() -> None:
    RUNTIME_DIR.mkdir(exist_ok=True)
    if str(RUNTIME_DIR) not in [target for target, dummy in _mounts()]:
        run(["mount", "--bind", str(RUNTIME_DIR), str(RUNTIME_DIR)])
    run(["mount", "--make-private", str(RUNTIME_DIR)])
    NAMESPACE.touch()
    script = "umount -R /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup"
    command = ["unshare", f"--mount={NAMESPACE}", "--propagation", "private", "sh", "-c", script]
    # A namespace can only be bound below one with a lower number, and the numbers come from ranges of each processor.
    attempts = [command, *(["taskset", "-c", str(cpu), *command] for cpu in sorted(os.sched_getaffinity(0)))]
    for attempt in attempts:
        last = run(attempt, check=False)
        if last.returncode == 0:
            return
    raise LabError(f"cannot make a mount namespace for the container engine: {last.stderr.strip()}")


def require_ip6() -> None:
    """The hosts of a lab can have IPv6 addresses."""
    found = IP6_SWITCH.read_text().strip() if IP6_SWITCH.exists() else "not there"
    if found != "0":
        raise LabError(f"QUORUM_LAB_IPV6: {IP6_SWITCH} is {found} (expected 0: new interfaces have IPv6)")


def network_clashes(subnet: Network, own_interfaces: set[str]) -> list[str]:
    """What of this machine already uses a part of the network, one sentence each."""
    clashes = []
    family = f"-{subnet.version}"
    for link in json.loads(run(["ip", "-json", family, "address"]).stdout):
        for entry in link.get("addr_info", []):
            address = ipaddress.ip_interface(f"{entry['local']}/{entry['prefixlen']}")
            if link.get("ifname") not in own_interfaces and address.network.overlaps(subnet):
                clashes.append(f"interface {link['ifname']} has the address {address}")
    for route in json.loads(run(["ip", "-json", family, "route", "show", "table", "all"]).stdout):
        if route["dst"] == "default" or route.get("table") == "local" or route.get("dev") in own_interfaces:
            continue
        target = ipaddress.ip_network(route["dst"], strict=False)
        if target.overlaps(subnet) and target.prefixlen > 0:
            clashes.append(f"a route to {target} goes through {route.get('dev', 'another table')}")
    return clashes
