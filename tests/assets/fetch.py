"""Finds or makes the real programs and container images that the tests run, and prints the folders that hold them.

Each program is looked for in this order: the folders of KUBERNETES_ASSETS (separated by colons); the cache, one folder
a version; the official builds, where they can be reached, checked against the SHA-256 sums that the projects publish
beside them, and against a file of pins (lines of SUM and URL) where QUORUM_KUBE_PINS names one; last a build from the
projects' Go modules, whose sums are pinned in modules.sum. What is there is never fetched again, a download goes on
where it stopped, and of two runs at once that want the same the second waits for the first.

`images` are all container images that a cluster of this Kubernetes version starts with, as archives made from the same
programs: no registry is asked. `cluster@1.36.3` and `images@1.36.3` are those of another Kubernetes.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from quorum_assets import images
from quorum_assets.console import AssetError, say
from quorum_assets.projects import KUBERNETES, PROJECTS, Project

DEFAULT_PROGRAMS = ("etcd", "etcdctl", "kube-apiserver", "kube-scheduler", "kubectl")
IMAGES = "images"
OWNERS = {program: project for project in PROJECTS for program in project.programs} | {IMAGES: KUBERNETES}
# What a host needs to be a node, and a control plane.
GROUPS = {
    "cluster": (
        *("kubeadm", "kubelet", "kubectl", "etcd", "etcdctl", "etcdutl"),
        *("containerd", "containerd-shim-runc-v2", "ctr", "bridge", "host-local", "loopback", "portmap"),
        IMAGES,
    )
}


@dataclass(frozen=True)
class Asset:
    """A program of a version; `given` when the command line named the version."""

    program: str
    project: Project
    version: str
    given: bool

    def folder(self, cache: Path) -> Path:
        return cache / f"{self.project.name}-{self.version}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="fetch", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "programs",
        nargs="*",
        metavar="PROGRAM[@VERSION]",
        help=f"as in etcd@3.5.33; {IMAGES}; cluster: all that a node needs; default: {' '.join(DEFAULT_PROGRAMS)}",
    )
    words = parser.parse_args(arguments).programs or list(DEFAULT_PROGRAMS)
    parsed = {word: asset_of(word) for each in words for word in members(each)}
    unknown = [word for word, asset in parsed.items() if asset is None]
    if unknown:
        parser.error(
            f"no such program: {', '.join(unknown)} (expected some of {', '.join(sorted((*OWNERS, *GROUPS)))})"
        )
    cache = cache_folder()
    programs = [asset for asset in parsed.values() if asset and asset.program != IMAGES]
    versions = [asset.version for asset in parsed.values() if asset and asset.program == IMAGES]
    # At once, since a build leaves nothing that the next build of the same project could use.
    of_images = [each for version in versions for each in programs_of_images(version)]
    folders = fetched([*programs, *of_images], cache)[: len(programs)]
    folders += [fetched_images(version, cache) for version in versions]
    for folder in dict.fromkeys(folders):
        print(folder)
    return 0


def members(word: str) -> tuple[str, ...]:
    """The words that a group stands for, a version of it being that of Kubernetes; others stand for themselves."""
    name, mark, version = word.partition("@")
    return tuple(f"{each}{mark}{version}" if OWNERS[each] is KUBERNETES else each for each in GROUPS.get(name, ())) or (
        word,
    )


def asset_of(word: str) -> Asset | None:
    """The program that the word names; None when there is none, or no such version."""
    program, mark, version = word.partition("@")
    project = OWNERS.get(program)
    if project is None or (mark and not re.fullmatch(r"\d+\.\d+\.\d+", version)):
        return None
    return Asset(program, project, f"v{version}" if mark else project.version, bool(mark))


def cache_folder() -> Path:
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("QUORUM_KUBE_CACHE") or home / "quorum.kube").absolute() / "programs"


def fetched(assets: Sequence[Asset], cache: Path) -> list[Path]:
    """The folders in which the programs are, in the order of the programs."""
    found = found_programs(assets, cache)
    missing = [asset for asset in assets if asset not in found]
    for folder in dict.fromkeys(asset.folder(cache) for asset in missing):
        with locked(cache, folder.name):
            fetch([asset for asset in missing if asset.folder(cache) == folder], cache)
    if missing:
        found = found_programs(assets, cache)
    return [found[asset] for asset in assets]


def found_programs(assets: Sequence[Asset], cache: Path) -> dict[Asset, Path]:
    """Program → folder, for those that are there and can be run; a version that was asked for comes from the cache."""
    given = [Path(text).absolute() for text in os.environ.get("KUBERNETES_ASSETS", "").split(":") if text]
    missing = [folder for folder in given if not folder.is_dir()]
    if missing:
        raise AssetError(f"KUBERNETES_ASSETS: {missing[0]} is no folder")
    found = {}
    for asset in assets:
        for folder in (*([] if asset.given else given), asset.folder(cache)):
            if os.access(folder / asset.program, os.X_OK):
                found[asset] = folder
                break
    return found


def fetch(assets: Sequence[Asset], cache: Path) -> None:
    """All programs, of one project and one version, are in the cache afterwards."""
    folder = assets[0].folder(cache)
    wanted = dict.fromkeys(asset.program for asset in assets)
    programs = [program for program in wanted if not os.access(folder / program, os.X_OK)]
    if programs:
        say(f"missing: {' '.join(programs)} of {folder.name}")
        assets[0].project.fetch(assets[0].version, programs, folder, cache)


def fetched_images(version: str, cache: Path) -> Path:
    """The folder of the archives, made from the programs of the cache, which are there."""
    folder = cache / f"{IMAGES}-{version}"
    programs = {asset.program: asset.folder(cache) / asset.program for asset in programs_of_images(version)}
    with locked(cache, folder.name):
        images.make(programs, images.versions_with(version), folder, cache)
    return folder


def programs_of_images(version: str) -> list[Asset]:
    """What the images of this Kubernetes are made of."""
    versions = images.versions_with(version)
    return [Asset(program, OWNERS[program], versions[OWNERS[program].name], True) for program in images.PROGRAMS]


@contextmanager
def locked(cache: Path, name: str) -> Iterator[None]:
    """Nobody else makes the folder of this name meanwhile."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / f".{name}.lock").open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting: another run makes {name}")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except AssetError as error:
        print(f"fetch: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("fetch: interrupted; run it again to go on", file=sys.stderr)
        sys.exit(130)
