"""Files from the projects' servers, checked against the SHA-256 sums that the projects publish beside them, and against
those of a file of pins where QUORUM_KUBE_PINS names one."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tarfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from quorum_assets.console import AssetError, say

PROBE_SECONDS = 4
ARCH = {"x86_64": "amd64", "aarch64": "arm64"}


def arch() -> str:
    """This machine's architecture as the projects call it."""
    machine = platform.machine()
    if machine not in ARCH:
        raise AssetError(f"no programs for {machine} (expected {' or '.join(ARCH)})")
    return ARCH[machine]


def install(source: Path, target: Path) -> None:
    """The program is complete and can be run under its name, or is not there at all."""
    source.chmod(0o755)
    source.replace(target)


def download_program(url: str, target: Path) -> bool:
    """One program with its sum at URL.sha256; False when the server cannot be reached."""
    published = read_url(f"{url}.sha256")
    if published is None:
        return False
    unfinished = target.with_name(f".{target.name}.part")
    download(url, unfinished, agreed(url, published.split()[0]))
    install(unfinished, target)
    return True


def download_archive(url: str, sums_url: str, members: Mapping[str, str], folder: Path) -> bool:
    """Programs (name → member of the archive) are in the folder; False when the server cannot be reached."""
    published = read_url(sums_url)
    if published is None:
        return False
    file = url.rpartition("/")[2]
    sums = {words[1].lstrip("*"): words[0] for words in map(str.split, published.splitlines()) if len(words) == 2}
    if file not in sums:
        raise AssetError(f"{sums_url} has no sum for {file}")
    archive = folder / f".{file}.part"
    download(url, archive, agreed(url, sums[file]))
    with tarfile.open(archive) as unpacked:
        known = {name.removeprefix("./"): name for name in unpacked.getnames()}
        for program, member in members.items():
            content = unpacked.extractfile(known[member]) if member in known else None
            if content is None:
                raise AssetError(f"{file} holds no {member}")
            unfinished = folder / f".{program}.new"
            with unfinished.open("wb") as output:
                shutil.copyfileobj(content, output)
            install(unfinished, folder / program)
    archive.unlink()
    return True


def agreed(url: str, published: str) -> str:
    """The sum that the project publishes; with a file of pins, only when that has the same one."""
    pins = os.environ.get("QUORUM_KUBE_PINS", "")
    if not pins:
        return published
    known = {words[1]: words[0] for words in map(str.split, Path(pins).read_text().splitlines()) if len(words) == 2}
    if known.get(url) != published:
        raise AssetError(f"{url}: published with the sum {published}, pinned in {pins} is {known.get(url, 'none')}")
    return published


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
            _receive(url, partial)
        except OSError as error:
            say(f"{partial.name}: {error}; attempt {attempt} of 3")
            time.sleep(attempt)
            continue
        if hashlib.sha256(partial.read_bytes()).hexdigest() == sha256:
            return
        say(f"{partial.name}: the sum differs from the published one; attempt {attempt} of 3")
        partial.unlink()
    raise AssetError(f"{url} could not be downloaded with the sum {sha256}")


def _receive(url: str, partial: Path) -> None:
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
