"""Prints what this host's kernel holds of every running container: oom_score_adj, its group's values and its pod's.

The groups are looked at where containerd sees them. What is unlimited in version 1 is -1, as it is written there. In
version 2 a container's CPU weight is left out: the runtime puts it on a curve of its own choice.
"""

import json
import pathlib
import subprocess

UNLIMITED = 2**63 - 4096
V1 = {"cpu": ["cpu.shares", "cpu.cfs_period_us", "cpu.cfs_quota_us"], "memory": ["memory.limit_in_bytes"]}
V2 = {"": ["cpu.weight", "cpu.max", "memory.max"]}
CTR = ("ctr", "--namespace", "k8s.io")


def main():
    containerd = said("pidof", "containerd").split()[0]
    root = pathlib.Path("/proc", containerd, "root/sys/fs/cgroup")
    version, files = ("v2", V2) if (root / "cgroup.controllers").exists() else ("v1", V1)
    containers = {}
    for line in said(*CTR, "tasks", "list").splitlines()[1:]:
        identity, process, state = line.split()
        labels = json.loads(said(*CTR, "containers", "info", identity))["Labels"]
        if state != "RUNNING" or labels["io.cri-containerd.kind"] != "container":
            continue
        group, pod = groups(root, process, files, 0), groups(root, process, files, 1)
        if version == "v2":
            del group["cpu.weight"]
        name = f"{labels['io.kubernetes.pod.name']}/{labels['io.kubernetes.container.name']}"
        containers[name] = {"oom_score_adj": oom_score_adj(process), "container": group, "pod": pod}
    print(json.dumps({"version": version, "containerd": oom_score_adj(containerd), "containers": containers}))


def groups(root, process, files, above):
    """The values of the process's group, or of one above it, from its own place below kubelet's."""
    lines = [line.split(":", 2) for line in pathlib.Path("/proc", process, "cgroup").read_text().splitlines()]
    places = {controller: path for _number, controllers, path in lines for controller in controllers.split(",")}
    values = {}
    for controller, names in files.items():
        parts = pathlib.PurePath(places[controller]).parts
        start = next(index for index, part in enumerate(parts) if part.startswith("kubepods"))
        folder = root.joinpath(controller, *parts[start : len(parts) - above])
        values.update((name, number((folder / name).read_text().strip())) for name in names)
    return values


def number(text):
    if not text.lstrip("-").isdecimal():
        return text
    return -1 if int(text) >= UNLIMITED else int(text)


def oom_score_adj(process):
    return int(pathlib.Path("/proc", process, "oom_score_adj").read_text())


def said(*command):
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


main()
