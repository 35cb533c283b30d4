"""The container images of a cluster, made from the programs that are here: no registry is needed."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from quorum_assets.archives import Image, write_archive
from quorum_assets.console import AssetError, say
from quorum_assets.downloads import install
from quorum_assets.golang import find_go, linker_flags
from quorum_assets.projects import COREDNS, COREDNS_OF, ETCD, KUBERNETES

REGISTRY = "registry.k8s.io"
# What containerd starts by the role's default, and what kubeadm of an older release asks for besides.
PAUSE = "3.10.2"
PAUSE_OF = {"v1.34": "3.10.1", "v1.35": "3.10.1"}
WEB = "quorum.invalid/web:1"

CONTROL_PLANE = ("kube-apiserver", "kube-controller-manager", "kube-scheduler")
PROGRAMS = (*CONTROL_PLANE, "kube-proxy", "coredns", "etcd", "etcdctl", "etcdutl")

SOURCES = Path(__file__).resolve().parents[1] / "container"
OWN_PROGRAMS = ("pause", "web")

# What kube-proxy starts, from this machine's packages.
PROXY_TOOLS = {"nft": "nftables", "xtables-nft-multi": "iptables"}
TABLES_LINKS = [f"ip{family}tables{verb}" for family in ("", "6") for verb in ("", "-restore", "-save")]


def versions_with(kubernetes: str) -> dict[str, str]:
    """Project → its version in the images of a Kubernetes."""
    minor = kubernetes.rpartition(".")[0]
    if minor not in COREDNS_OF:
        raise AssetError(f"which images Kubernetes {kubernetes} starts is not known (expected {', '.join(COREDNS_OF)})")
    return {KUBERNETES.name: kubernetes, ETCD.name: ETCD.version, COREDNS.name: COREDNS_OF[minor]}


def make(programs: Mapping[str, Path], versions: Mapping[str, str], folder: Path, cache: Path) -> None:
    """Every archive in the folder is of these programs; those that are stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    for file, image in described({**programs, **own_programs(cache)}, versions).items():
        target = folder / f"{file}.tar"
        record = folder / f".{file}.made-of"
        ingredients = fingerprint(image)
        if target.exists() and record.exists() and record.read_text() == ingredients:
            continue
        say(f"writing the image {image.name}")
        write_archive(image, target)
        record.write_text(ingredients)


def described(programs: Mapping[str, Path], versions: Mapping[str, str]) -> dict[str, Image]:
    """Name of the archive → image."""
    kubernetes, coredns = versions[KUBERNETES.name], versions[COREDNS.name]
    images = {
        name: Image(f"{REGISTRY}/{name}:{kubernetes}", [name], {f"usr/local/bin/{name}": programs[name]})
        for name in CONTROL_PLANE
    }
    etcd = {f"usr/local/bin/{name}": programs[name] for name in ETCD.programs}
    images["kube-proxy"] = proxy_image(f"{REGISTRY}/kube-proxy:{kubernetes}", programs["kube-proxy"])
    images["etcd"] = Image(f"{REGISTRY}/etcd:{versions[ETCD.name].removeprefix('v')}-0", ["etcd"], etcd)
    images["coredns"] = Image(f"{REGISTRY}/coredns/coredns:{coredns}", ["/coredns"], {"coredns": programs["coredns"]})
    for file, version in pauses(kubernetes).items():
        images[file] = Image(f"{REGISTRY}/pause:{version}", ["/pause"], {"pause": programs["pause"]})
    images["web"] = Image(WEB, ["/web"], {"web": programs["web"]})
    return images


def pauses(kubernetes: str) -> dict[str, str]:
    """Name of the archive → version of pause, all the same program."""
    older = PAUSE_OF.get(kubernetes.rpartition(".")[0])
    return {"pause": PAUSE} | ({f"pause-{older}": older} if older else {})


def own_programs(cache: Path) -> dict[str, Path]:
    """The programs whose sources lie beside this file, in a folder that is named after those sources."""
    digest = hashlib.sha256()
    for source in sorted(SOURCES.rglob("*")):
        if source.is_file():
            digest.update(source.read_bytes())
    folder = cache / f"container-{digest.hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    go = find_go(cache).with_caches(cache.parent / "build" / folder.name)
    for name in OWN_PROGRAMS:
        if not (folder / name).exists():
            unfinished = folder / f".{name}.new"
            go.run(SOURCES, ["build", "-trimpath", *linker_flags({}), "-o", str(unfinished), f"./{name}"])
            install(unfinished, folder / name)
    shutil.rmtree(cache.parent / "build" / folder.name, ignore_errors=True)
    return {name: folder / name for name in OWN_PROGRAMS}


def proxy_image(name: str, kube_proxy: Path) -> Image:
    """kube-proxy with nft, iptables and all libraries that these and iptables' extensions load."""
    tools = {name: _found(name, package) for name, package in PROXY_TOOLS.items()}
    extensions = sorted(_extensions_folder(tools["xtables-nft-multi"]).glob("*.so"))
    files = {"usr/local/bin/kube-proxy": kube_proxy}
    files |= {f"usr/sbin/{name}": path for name, path in tools.items()}
    files |= {str(path).lstrip("/"): path for path in extensions}
    files |= {path.lstrip("/"): Path(path) for path in libraries([*tools.values(), *extensions])}
    links = {f"usr/sbin/{name}": "xtables-nft-multi" for name in TABLES_LINKS}
    return Image(name, ["kube-proxy"], files, links)


def _found(program: str, package: str) -> Path:
    path = shutil.which(program, path="/usr/sbin:/usr/bin:/sbin:/bin")
    if path is None:
        raise AssetError(f"{program} is not here, and the image of kube-proxy needs it: install {package}")
    return Path(path)


def _extensions_folder(tables: Path) -> Path:
    for root in ("/usr/lib", "/lib", "/usr/lib64"):
        for folder in sorted(Path(root).glob("**/xtables")):
            if (folder / "libxt_comment.so").exists():
                return folder
    raise AssetError(f"the extensions of {tables} were not found below /usr/lib (expected a folder xtables)")


def libraries(programs: Iterable[Path]) -> list[str]:
    """The shared libraries that the loader would load for these, the loader itself among them, by the paths it uses."""
    said = subprocess.run(["ldd", *map(str, programs)], capture_output=True, text=True, check=False).stdout
    return sorted(set(re.findall(r"(?:=> |^\t)(/\S+) \(0x", said, re.MULTILINE)))


def fingerprint(image: Image) -> str:
    """Changes with everything that the archive is made of, without reading the large files."""
    files = {
        path: [str(source), source.stat().st_size, source.stat().st_mtime_ns] for path, source in image.files.items()
    }
    return json.dumps([image.name, list(image.entrypoint), files, dict(image.links)], sort_keys=True)
