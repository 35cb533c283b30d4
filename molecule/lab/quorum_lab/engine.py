"""The container engine: podman, or docker where only that exists. The few places where the two differ are here."""

from __future__ import annotations

import ipaddress
import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quorum_lab import machine
from quorum_lab.errors import LabError
from quorum_lab.process import run, say, write_file
from quorum_lab.settings import GATEWAY_BYTE, Host, Network, Settings

LABEL = "quorum.kube.lab"
PODMAN_PACKAGES = {
    "podman": "podman",
    "crun": "crun",
    "conmon": "conmon",
    "netavark": "netavark",
    "iptables": "iptables",
    "ip": "iproute2",
    "nsenter": "util-linux",
    "ssh-keygen": "openssh-client",
}
DOCKER_PACKAGES = {"ip": "iproute2", "nsenter": "util-linux", "ssh-keygen": "openssh-client"}

# A privileged container could set the machine's clock.
KEEP_CLOCK = ("setpriv", "--bounding-set", "-sys_time", "--")

# Where cgroups cannot do what podman asks by default.
PODMAN_CONFIGURATION = """\
[containers]
pids_limit = 0
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
"""


@dataclass(frozen=True)
class Engine:
    """Calls of the engine's command line, all of them in the right mount namespace."""

    kind: str
    prefix: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]

    def command(self, *arguments: str) -> list[str]:
        """The command line as it can be given to any program that starts others."""
        variables = [f"{name}={value}" for name, value in self.environment]
        return [*(["env", *variables] if variables else []), *self.prefix, self.kind, *arguments]

    def run(
        self, *arguments: str, stdin: str | None = None, check: bool = True, timeout: float | None = 600
    ) -> subprocess.CompletedProcess[str]:
        return run(self.command(*arguments), stdin=stdin, check=check, timeout=timeout)

    def execute(self, container: str, script: str, *, check: bool = True, timeout: float = 120) -> str:
        """What the shell script prints that runs as root in the container."""
        return self.run("exec", "-i", container, "sh", "-eu", stdin=script, check=check, timeout=timeout).stdout

    def states(self, lab: str) -> dict[str, str]:
        """Container name → state (created, running, exited …) of every container of the lab."""
        listed = self.run("ps", "--all", "--quiet", "--filter", f"label={LABEL}={lab}").stdout.split()
        columns = "{{.Name}}\t{{.State.Status}}"
        # A container that another command removes meanwhile is not in the answer, and no error.
        said = self.run("container", "inspect", "--format", columns, *listed, check=False).stdout if listed else ""
        return {name.lstrip("/"): state for name, state in (line.split("\t") for line in said.splitlines())}

    def is_idle(self) -> bool:
        """No lab has a host."""
        return not self.run("ps", "--all", "--quiet", "--filter", f"label={LABEL}").stdout.strip()

    def has_image(self, image: str) -> bool:
        return self.run("image", "inspect", image, check=False).returncode == 0

    def container_image(self, container: str) -> str:
        return self.run("container", "inspect", "--format", "{{.Config.Image}}", container).stdout.strip()

    def networks(self) -> list[dict[str, Any]]:
        names = self.run("network", "ls", "--quiet").stdout.split()
        found: list[dict[str, Any]] = json.loads(self.run("network", "inspect", *names).stdout) if names else []
        return found

    def create_network(self, settings: Settings) -> None:
        """The lab's bridge, with the machine as gateway and no name server of the engine's in between."""
        own = (
            ["--disable-dns"] if self.kind == "podman" else ["-o", f"com.docker.network.bridge.name={settings.bridge}"]
        )
        address = ["--subnet", str(settings.subnet), "--gateway", settings.gateway]
        if settings.has_ip6:
            address += ["--ipv6", "--subnet", str(settings.subnet6), "--gateway", settings.address6(GATEWAY_BYTE)]
        self.run("network", "create", "--label", f"{LABEL}={settings.name}", *own, *address, settings.network)

    def start_host(self, settings: Settings, host: Host, image: str, options: Sequence[str]) -> None:
        """The host boots; its name, its addresses and its container stay the same for the lab's life."""
        if self.kind == "podman":
            own = ["--systemd=always", "--no-hosts"]
        else:
            own = ["--cgroupns=private", "--tmpfs", "/run", "--tmpfs", "/run/lock", "-e", "container=docker"]
        self.run(
            *("run", "--detach", "--name", host.container, "--hostname", host.name),
            *("--label", f"{LABEL}={settings.name}", "--privileged", "--stop-signal", "SIGRTMIN+3"),
            *("--network", settings.network, "--ip", host.address, "--mac-address", host.mac),
            *(["--ip6", host.address6] if host.address6 else []),
            *own,
            *options,
            *(image, *KEEP_CLOCK, "/sbin/init"),
        )

    def remove(self, *containers: str, check: bool = True) -> None:
        """The containers are gone at once, and what was stored with them."""
        at_once = ["--time", "0"] if self.kind == "podman" else []
        self.run("rm", "--force", "--volumes", *at_once, *containers, check=check)


def network_subnets(network: dict[str, Any]) -> list[Network]:
    """The networks, of both families, of what `network inspect` says."""
    podman = [entry.get("subnet") for entry in network.get("subnets") or []]
    docker = [entry.get("Subnet") for entry in (network.get("IPAM") or {}).get("Config") or []]
    return [ipaddress.ip_network(text) for text in podman + docker if text]


def network_name(network: dict[str, Any]) -> str:
    return str(network.get("name") or network.get("Name"))


def network_interface(network: dict[str, Any]) -> str | None:
    """The bridge's interface name of what `network inspect` says."""
    return network.get("network_interface") or (network.get("Options") or {}).get("com.docker.network.bridge.name")


def open_engine(settings: Settings, *, install: bool = False) -> Engine:
    """The engine that was asked for or found; with `install` it and what it needs are installed when missing."""
    machine.require_root()
    kind = settings.engine or _found_engine()
    if install:
        machine.install_packages(PODMAN_PACKAGES if kind == "podman" else DOCKER_PACKAGES)
    if not shutil.which(kind):
        raise LabError(f"{kind} is not installed (`lab up` installs podman)")
    if kind == "docker":
        return Engine("docker", (), ())
    prefix = machine.engine_namespace()
    plain = prefix or not machine.has_pids_controller()
    return Engine("podman", tuple(prefix), _podman_environment(settings.cache) if plain else ())


def has_engine(settings: Settings) -> bool:
    """Where there is no engine, there is no lab."""
    return shutil.which(settings.engine or _found_engine()) is not None


def _podman_environment(cache: Path) -> tuple[tuple[str, str], ...]:
    path = cache / "lab" / "containers.conf"
    if not path.exists() or path.read_text() != PODMAN_CONFIGURATION:
        write_file(path, PODMAN_CONFIGURATION)
    return (("CONTAINERS_CONF", os.fspath(path)),)


def _found_engine() -> str:
    if shutil.which("podman"):
        return "podman"
    if shutil.which("docker") and run(["docker", "info"], check=False, timeout=20).returncode == 0:
        say("podman is not here and docker answers: the lab uses docker")
        return "docker"
    return "podman"
