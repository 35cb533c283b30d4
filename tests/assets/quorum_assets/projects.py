"""The projects whose programs the tests run: versions, official builds, and the packages of a build of our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from quorum_assets.downloads import arch, download_archive, download_program
from quorum_assets.golang import PINNED_MODULES, Go, build, linker_flags, scratch_module

KUBERNETES_URL = "https://dl.k8s.io/release/{version}/bin/linux/{arch}/{program}"
ETCD_URL = "https://github.com/etcd-io/etcd/releases/download/{version}/{file}"
CONTAINERD_URL = "https://github.com/containerd/containerd/releases/download/{version}/{file}"
CNI_URL = "https://github.com/containernetworking/plugins/releases/download/{version}/{file}"
COREDNS_URL = "https://github.com/coredns/coredns/releases/download/{version}/{file}"


@dataclass(frozen=True)
class Project:
    """Programs that are published together."""

    name: str
    version: str
    programs: tuple[str, ...]
    download: Callable[[str, Sequence[str], Path], bool]
    prepare: Callable[[str, Path, Go], None]
    command: Callable[[str, str], list[str]]

    def fetch(self, version: str, programs: Sequence[str], folder: Path, cache: Path) -> None:
        """The programs of that version are in the folder: the official ones where they can be reached, else built."""
        folder.mkdir(parents=True, exist_ok=True)
        if not self.download(version, programs, folder):
            build(programs, folder, cache, partial(self.prepare, version), partial(self.command, version))


def download_kubernetes(version: str, programs: Sequence[str], folder: Path) -> bool:
    urls = {name: KUBERNETES_URL.format(version=version, arch=arch(), program=name) for name in programs}
    return all(download_program(url, folder / name) for name, url in urls.items())


def prepare_kubernetes(version: str, source: Path, go: Go) -> None:
    scratch_module(source, go, "k8s.io/kubernetes", version, staging=version.replace("v1.", "v0.", 1))


def kubernetes_command(version: str, program: str) -> list[str]:
    major, minor = version.removeprefix("v").split(".")[:2]
    component = "k8s.io/component-base/version"
    values = {
        f"{component}.gitVersion": version,
        f"{component}.gitMajor": major,
        f"{component}.gitMinor": minor,
        "k8s.io/client-go/pkg/version.gitVersion": version,
    }
    return [*linker_flags(values), f"k8s.io/kubernetes/cmd/{program}"]


def download_etcd(version: str, programs: Sequence[str], folder: Path) -> bool:
    name = f"etcd-{version}-linux-{arch()}"
    url = ETCD_URL.format(version=version, file=f"{name}.tar.gz")
    sums = ETCD_URL.format(version=version, file="SHA256SUMS")
    return download_archive(url, sums, {program: f"{name}/{program}" for program in programs}, folder)


def prepare_etcd(version: str, source: Path, go: Go) -> None:
    """A module of our own that requires etcd's three programs: each is a module."""
    (source / "go.mod").unlink(missing_ok=True)
    go.run(source, ["mod", "init", "quorum.invalid/etcd"])
    (source / "go.sum").write_text(PINNED_MODULES.read_text())
    go.run(source, ["get", *(f"go.etcd.io/etcd/{name}/v3@{version}" for name in ("server", "etcdctl", "etcdutl"))])


def etcd_command(_version: str, program: str) -> list[str]:
    return [*linker_flags({}), f"go.etcd.io/etcd/{'server' if program == 'etcd' else program}/v3"]


def download_containerd(version: str, programs: Sequence[str], folder: Path) -> bool:
    file = f"containerd-{version.removeprefix('v')}-linux-{arch()}.tar.gz"
    url = CONTAINERD_URL.format(version=version, file=file)
    return download_archive(url, f"{url}.sha256sum", {program: f"bin/{program}" for program in programs}, folder)


def prepare_containerd(version: str, source: Path, go: Go) -> None:
    scratch_module(source, go, "github.com/containerd/containerd/v2", version)


def containerd_command(version: str, program: str) -> list[str]:
    module = "github.com/containerd/containerd/v2"
    return [*linker_flags({f"{module}/version.Version": version}), f"{module}/cmd/{program}"]


def download_cni(version: str, programs: Sequence[str], folder: Path) -> bool:
    url = CNI_URL.format(version=version, file=f"cni-plugins-linux-{arch()}-{version}.tgz")
    return download_archive(url, f"{url}.sha256", {program: program for program in programs}, folder)


def prepare_cni(version: str, source: Path, go: Go) -> None:
    scratch_module(source, go, "github.com/containernetworking/plugins", version)


def cni_command(version: str, program: str) -> list[str]:
    module = "github.com/containernetworking/plugins"
    kinds = {"host-local": "ipam", "portmap": "meta"}
    values = {f"{module}/pkg/utils/buildversion.BuildVersion": version}
    return [*linker_flags(values), f"{module}/plugins/{kinds.get(program, 'main')}/{program}"]


def download_coredns(version: str, programs: Sequence[str], folder: Path) -> bool:
    url = COREDNS_URL.format(version=version, file=f"coredns_{version.removeprefix('v')}_linux_{arch()}.tgz")
    return download_archive(url, f"{url}.sha256", {program: program for program in programs}, folder)


def prepare_coredns(version: str, source: Path, go: Go) -> None:
    scratch_module(source, go, "github.com/coredns/coredns", version)


def coredns_command(_version: str, _program: str) -> list[str]:
    return [*linker_flags({}), "github.com/coredns/coredns"]


def program_of_module(name: str, version: str, module: str) -> Project:
    """A program that is always built: what the module needs has the sums that it names itself."""
    return Project(
        name,
        version,
        (name,),
        lambda _version, _programs, _folder: False,
        lambda wanted, source, go: scratch_module(source, go, module, wanted),
        lambda _version, program: [*linker_flags({}), f"{module}/cmd/{program}"],
    )


KUBERNETES = Project(
    "kubernetes",
    "v1.37.2",
    ("kube-apiserver", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubeadm", "kubectl", "kubelet"),
    download_kubernetes,
    prepare_kubernetes,
    kubernetes_command,
)
ETCD = Project("etcd", "v3.6.14", ("etcd", "etcdctl", "etcdutl"), download_etcd, prepare_etcd, etcd_command)
CONTAINERD = Project(
    "containerd",
    "v2.4.2",
    ("containerd", "containerd-shim-runc-v2", "ctr"),
    download_containerd,
    prepare_containerd,
    containerd_command,
)
CNI_PLUGINS = Project(
    "cni-plugins", "v1.10.0", ("bridge", "host-local", "loopback", "portmap"), download_cni, prepare_cni, cni_command
)
# The release that kubeadm of a Kubernetes deploys: its `upgrade` knows no other.
COREDNS_OF = {"v1.34": "v1.12.1", "v1.35": "v1.13.1", "v1.36": "v1.14.2", "v1.37": "v1.14.6"}
COREDNS = Project("coredns", COREDNS_OF["v1.37"], ("coredns",), download_coredns, prepare_coredns, coredns_command)
# What the benchmark of the gate compares it with.
OTHER_TOOLS = (
    program_of_module("kube-linter", "v0.8.3", "golang.stackrox.io/kube-linter"),
    program_of_module("kube-score", "v1.20.0", "github.com/zegl/kube-score"),
    program_of_module("kubeconform", "v0.8.0", "github.com/yannh/kubeconform"),
)

PROJECTS = (CNI_PLUGINS, CONTAINERD, COREDNS, ETCD, KUBERNETES, *OTHER_TOOLS)
