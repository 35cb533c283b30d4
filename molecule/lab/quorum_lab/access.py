"""How Ansible and people reach the hosts: keys, known hosts, and an inventory with nothing but connection settings."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quorum_lab import containers
from quorum_lab.certificates import Authority
from quorum_lab.process import run, write_file
from quorum_lab.settings import DEFAULT_SUBNET, Host, Settings

# 108 bytes of a socket's name without the file name that ssh and Ansible choose.
SOCKET_FOLDER_LENGTH = 79
USERS = ("root", "deploy")


@dataclass(frozen=True)
class Access:
    """The files of one lab that open its hosts."""

    settings: Settings

    @property
    def key(self) -> Path:
        return self.settings.state / "ssh" / "id_ed25519"

    @property
    def known_hosts(self) -> Path:
        return self.settings.state / "ssh" / "known_hosts"

    @property
    def password_file(self) -> Path:
        return self.settings.state / "deploy-password"

    def inventory(self, user: str) -> Path:
        return self.settings.state / f"connection-{user}.yml"

    def hosts(self, user: str) -> dict[str, dict[str, Any]]:
        """What the inventory says of each host; nothing when there is no lab."""
        return self._published(user).get("hosts", {})

    def variables(self, user: str) -> dict[str, Any]:
        """What the inventory says of all hosts, whether they run or not."""
        return self._published(user).get("vars", {})

    def _published(self, user: str) -> dict[str, Any]:
        path = self.inventory(user)
        if not path.exists():
            return {}
        found: dict[str, Any] = json.loads(path.read_text().removeprefix("---\n"))["all"]
        return found

    def prepare(self) -> None:
        """The key and the password of the user deploy exist; they live and die with the lab."""
        if not self.key.exists():
            self.key.parent.mkdir(parents=True, exist_ok=True)
            run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"lab-{self.settings.name}", "-f", str(self.key)])
        if not self.password_file.exists():
            write_file(self.password_file, secrets.token_hex(12), 0o600)

    def host_script(self) -> str:
        """A shell script that opens a host for the key and prints the host's own public keys."""
        public = self.key.with_suffix(".pub").read_text().strip()
        password = self.password_file.read_text()
        return f"""
open_for() {{
    install -d -m 700 -o "$1" -g "$1" "$2/.ssh"
    touch "$2/.ssh/authorized_keys"
    grep -qF '{public}' "$2/.ssh/authorized_keys" || echo '{public}' >> "$2/.ssh/authorized_keys"
    chown "$1:$1" "$2/.ssh/authorized_keys"
    chmod 600 "$2/.ssh/authorized_keys"
}}
open_for root /root
open_for deploy /home/deploy
printf 'deploy:%s\\n' {password} | chpasswd
cat /etc/ssh/ssh_host_*_key.pub
"""

    def remember(self, host: Host, host_keys: str) -> None:
        """The host's public keys, for the time when it does not run."""
        write_file(self._host_keys(host), host_keys)

    def publish(self, hosts: Iterable[Host]) -> None:
        """The known hosts and the inventories of both users describe those of the hosts that were opened once."""
        known = {host: self._host_keys(host).read_text() for host in hosts if self._host_keys(host).exists()}
        lines = [
            f"{host.address} {' '.join(line.split()[:2])}\n"
            for host, keys in known.items()
            for line in keys.splitlines()
        ]
        write_file(self.known_hosts, "".join(lines))
        for user in USERS:
            entries = {host.name: self._variables(host, user) for host in known}
            text = json.dumps({"all": {"hosts": entries, "vars": self._shared_variables()}}, indent=2)
            write_file(self.inventory(user), f"---\n{text}\n", 0o600)

    def _shared_variables(self) -> dict[str, Any]:
        """Where the lab has API servers of its own, no role makes any."""
        made = Authority(self.settings).kubeconfig.exists()
        return {**containers.variables(), **({"kube_bootstrap": "none"} if made else {})}

    def _host_keys(self, host: Host) -> Path:
        return self.settings.state / "ssh" / f"{host.name}.pub"

    def ssh_options(self) -> list[str]:
        return [
            *("-o", f"UserKnownHostsFile={self.known_hosts}", "-o", "StrictHostKeyChecking=yes"),
            *("-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=5"),
            # Ansible keeps connections open; one to a host that was killed must not hold up the next command.
            *("-o", "ServerAliveInterval=2", "-o", "ServerAliveCountMax=3"),
        ]

    def _control_path(self) -> dict[str, str]:
        """Connections that Ansible keeps open live with the lab, where the path is not too long for a socket's name."""
        folder = str(self.settings.state / "ssh")
        return {"ansible_control_path_dir": folder} if len(folder) <= SOCKET_FOLDER_LENGTH else {}

    def _variables(self, host: Host, user: str) -> dict[str, Any]:
        """Host variables, because they outrank what the group_vars of an example say."""
        variables: dict[str, Any] = {
            "ansible_host": host.address,
            "ansible_user": user,
            "ansible_ssh_private_key_file": str(self.key),
            "ansible_ssh_common_args": " ".join(self.ssh_options()),
            **self._control_path(),
            "ansible_python_interpreter": "/usr/bin/python3",
        }
        if user != "root":
            variables["ansible_become_password"] = self.password_file.read_text()
        if host.address6:
            variables["kube_node_ip"] = [host.address6]
        if host.address6 or str(self.settings.subnet) != DEFAULT_SUBNET:
            external, own = self.settings.balancer, self.settings.endpoint
            mode = "kube_ha_mode | default('keepalived')"
            variables["kube_ha_address"] = f"{{{{ '{external}' if {mode} == 'external' else '{own}' }}}}"
        return variables
