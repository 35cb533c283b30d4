"""Which lab is meant: its name, its network, its hosts and where its state lies."""

from __future__ import annotations

import ipaddress
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from quorum_lab.errors import LabError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

DEFAULT_NAME = "quorum"
DEFAULT_SUBNET = "172.19.170.0/24"
DISTROS = ("bookworm", "trixie")

# The guides' five hosts by the last byte of their address, and the two addresses of the API beside them.
HOST_BYTES = {"master-1": 183, "master-2": 184, "master-3": 185, "node-1": 186, "node-2": 187}
GATEWAY_BYTE = 1
VIP_BYTE = 100
BALANCER_BYTE = 200

API_NAME = "api.k8s.example.com"
DOMAIN = "k8s.example.com"


@dataclass(frozen=True)
class Host:
    """One host of the lab; its container carries the lab's name in front."""

    name: str
    address: str
    mac: str
    container: str
    address6: str = ""

    @property
    def is_master(self) -> bool:
        return self.name.startswith("master-")


@dataclass(frozen=True)
class Settings:
    """Everything that the environment decides about a lab."""

    name: str
    subnet: ipaddress.IPv4Network
    cache: Path
    engine: str
    has_ip6: bool = False

    @property
    def subnet6(self) -> ipaddress.IPv6Network:
        """The same digits, so no two labs share it: fd00:172:19:170::/64 beside 172.19.170.0/24."""
        groups = str(self.subnet.network_address).split(".")[:3]
        return ipaddress.IPv6Network(f"fd00:{':'.join(groups)}::/64")

    @property
    def networks(self) -> list[Network]:
        """The lab's network of each family, that of the cluster's own addresses last."""
        return [self.subnet, self.subnet6] if self.has_ip6 else [self.subnet]

    @property
    def state(self) -> Path:
        return self.cache / "lab" / self.name

    @property
    def lock(self) -> Path:
        """Beside the state, because the state goes away while others wait for the lock."""
        return self.cache / "lab" / f".{self.name}.lock"

    @property
    def network(self) -> str:
        return f"quorum-lab-{self.name}"

    @property
    def bridge(self) -> str:
        """The bridge's interface name: at most 15 characters, the same for the same lab."""
        return f"qlab-{zlib.crc32(self.name.encode()):08x}"

    @property
    def gateway(self) -> str:
        return self.address(GATEWAY_BYTE)

    @property
    def vip(self) -> str:
        return self.address(VIP_BYTE)

    @property
    def endpoint(self) -> str:
        """The address that the masters' keepalived holds, of the family of the cluster's addresses."""
        return self.address6(VIP_BYTE) if self.has_ip6 else self.vip

    @property
    def balancer(self) -> str:
        return self.address(BALANCER_BYTE)

    @property
    def hosts(self) -> dict[str, Host]:
        return {name: self._host(name, byte) for name, byte in HOST_BYTES.items()}

    def address(self, byte: int) -> str:
        return str(self.subnet.network_address + byte)

    def address6(self, byte: int) -> str:
        """The address with the same digits, ::183 for 183."""
        return str(self.subnet6.network_address + int(str(byte), 16))

    def host(self, name: str) -> Host:
        try:
            return self.hosts[name]
        except KeyError:
            raise LabError(f"no such host: {name} (expected one of {', '.join(HOST_BYTES)})") from None

    def _host(self, name: str, byte: int) -> Host:
        address = self.subnet.network_address + byte
        mac = ":".join(f"{part:02x}" for part in (0x02, 0x42, *address.packed))
        return Host(name, str(address), mac, f"{self.name}-{name}", self.address6(byte) if self.has_ip6 else "")


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings that the variables QUORUM_LAB_… and QUORUM_KUBE_CACHE ask for."""
    name = environ.get("QUORUM_LAB_NAME") or DEFAULT_NAME
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", name):
        raise LabError(f'QUORUM_LAB_NAME: "{name}" (expected a lower-case letter, then at most 30 of a-z, 0-9 and -)')
    engine = environ.get("QUORUM_LAB_ENGINE", "")
    if engine not in ("", "podman", "docker"):
        raise LabError(f'QUORUM_LAB_ENGINE: "{engine}" (expected podman or docker)')
    ip6 = environ.get("QUORUM_LAB_IPV6", "")
    if ip6 not in ("", "yes"):
        raise LabError(f'QUORUM_LAB_IPV6: "{ip6}" (expected yes or nothing)')
    home = Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    cache = Path(environ.get("QUORUM_KUBE_CACHE") or home / "quorum.kube")
    subnet = _subnet(environ.get("QUORUM_LAB_SUBNET") or DEFAULT_SUBNET)
    return Settings(name, subnet, cache.absolute(), engine, has_ip6=ip6 == "yes")


def _subnet(text: str) -> ipaddress.IPv4Network:
    expected = "expected an IPv4 network of 256 addresses such as 172.19.180.0/24"
    try:
        subnet = ipaddress.IPv4Network(text)
    except ValueError as error:
        raise LabError(f'QUORUM_LAB_SUBNET: "{text}": {error} ({expected})') from None
    if subnet.prefixlen != 24:
        raise LabError(f'QUORUM_LAB_SUBNET: "{text}" ({expected})')
    return subnet
