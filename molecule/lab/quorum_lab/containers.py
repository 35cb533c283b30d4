"""What a host of the lab needs to be a node, beyond what a host on its own hardware needs.

containerd's layers cannot lie on the layers of the host's own container: they get a volume. Where the machine's cgroup
version 2 has no controllers (hybrid cgroups), containerd and kubelet run in a view of version 1, and where the limits
of a process cannot be raised, their units ask for less. The roles see none of it but ordinary variables.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from quorum_lab import machine
from quorum_lab.files import put
from quorum_lab.process import run, say
from quorum_lab.settings import Host, Settings

FETCH = Path(__file__).resolve().parents[3] / "tests" / "assets" / "fetch"
GUEST = Path(__file__).resolve().parents[1] / "guest"
PROGRAMS_MOUNT = "/opt/lab/programs"
VIEW = "/usr/local/sbin/cgroup-view"
CGROUPS = Path("/sys/fs/cgroup")
GROUP_SECONDS = 10

VIEW_UNIT = """\
[Unit]
Description=Lab: a view of cgroup version 1 for containerd and kubelet
Before=containerd.service kubelet.service

[Service]
Type=notify
NotifyAccess=all
ExecStart={view} hold {group}
"""

IN_VIEW = """\
[Unit]
Requires=lab-cgroup-view.service
After=lab-cgroup-view.service{after}

[Service]
ExecStart=
ExecStart={view} exec {command}
"""

SMALL_LIMITS = """\
[Service]
LimitNOFILE=20000
LimitNPROC=10000
LimitCORE=0
OOMScoreAdjust=0
"""

KUBELET = (
    "/usr/local/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS"
)


def fetch_programs(settings: Settings) -> list[str]:
    """The cache holds all programs and images that a cluster starts with; returns their folders."""
    machine.install_packages({"nft": "nftables", "xtables-nft-multi": "iptables"})
    say("looking for the programs and images of a cluster (the first time builds them, which takes minutes)")
    return run([str(FETCH), "cluster"], timeout=7200).stdout.splitlines()


def engine_options(settings: Settings) -> list[str]:
    """Options of the container engine: the programs, and a place where layers can lie."""
    return ["--volume", f"{settings.cache / 'programs'}:{PROGRAMS_MOUNT}:ro", "--volume", "/var/lib/containerd"]


def host_script(settings: Settings, host: Host) -> str:
    """A shell script after which containerd and kubelet can be installed on the host and run."""
    parts = []
    units = {"containerd": ("", "/usr/local/bin/containerd"), "kubelet": (" containerd.service", KUBELET)}
    if machine.needs_cgroup_view():
        unit = VIEW_UNIT.format(view=VIEW, group=_group(settings, host))
        parts.append(put(VIEW, (GUEST / "cgroup-view").read_text(), 0o755))
        parts.append(put("/etc/systemd/system/lab-cgroup-view.service", unit, 0o644))
        for name, (after, command) in units.items():
            text = IN_VIEW.format(view=VIEW, after=after, command=command)
            parts.append(put(f"/etc/systemd/system/{name}.service.d/90-lab-view.conf", text, 0o644))
    if machine.has_fixed_limits():
        drop_ins = [f"/etc/systemd/system/{name}.service.d/90-lab-limits.conf" for name in units]
        parts += [put(path, SMALL_LIMITS, 0o644) for path in drop_ins]
    return "\n".join([*parts, "systemctl daemon-reload"]) if parts else ""


def variables() -> dict[str, Any]:
    """Inventory variables: where the programs are, and what this machine cannot give to containerd and kubelet."""
    found: dict[str, Any] = {
        "kube_source": "local",
        "kube_source_dir": PROGRAMS_MOUNT,
        "kube_source_remote": True,
        "container_runtime_image_archives": ["{{ kube_source_dir }}/images-v{{ kube_version }}/*.tar"],
        # The host's own name space of the network does not hold this setting.
        "kubeadm_kube_proxy_configuration": {"conntrack": {"maxPerCore": 0, "min": 0}},
    }
    if machine.needs_cgroup_view():
        found |= {
            "container_runtime_systemd_cgroup": False,
            "kubeadm_kubelet_configuration": {"failCgroupV1": False, "cgroupDriver": "cgroupfs"},
            "kubeadm_ignored_errors": ["SystemVerification"],
        }
    if machine.has_fixed_limits():
        found["container_runtime_settings"] = {
            "plugins": {"io.containerd.cri.v1.runtime": {"restrict_oom_score_adj": True, "disable_apparmor": True}}
        }
    return found


def remove_groups(settings: Settings) -> None:
    """The groups of the lab's hosts are gone from the machine's trees; their processes end a little after the hosts."""
    if not machine.needs_cgroup_view():
        return
    deadline = time.monotonic() + GROUP_SECONDS
    while groups := _groups(settings):
        for group in groups:
            run(["find", str(group), "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"], check=False)
        if time.monotonic() > deadline:
            say(f"these groups are still in use: {' '.join(map(str, _groups(settings)))}")
            return
        time.sleep(0.1)


def _groups(settings: Settings) -> list[Path]:
    names = ["-name", f"{_group_prefix(settings)}*"]
    said = run(["find", str(CGROUPS), "-maxdepth", "6", "-type", "d", *names, "-prune"], check=False).stdout
    known = {_group(settings, host) for host in settings.hosts.values()}
    return [path for path in map(Path, said.splitlines()) if path.name in known]


def _group(settings: Settings, host: Host) -> str:
    return f"{_group_prefix(settings)}{host.name}"


def _group_prefix(settings: Settings) -> str:
    return f"quorum-lab-{settings.name}-"
