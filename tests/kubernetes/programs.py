# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the real programs of a Kubernetes release lie on this machine."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

NEEDED = ("etcd", "kube-apiserver", "kube-scheduler")


class Programs(NamedTuple):
    """One set of programs that belong together."""

    release: str
    etcd: Path
    kube_apiserver: Path
    kube_scheduler: Path


class ProgramsMissing(Exception):
    """This machine has no complete set; the text names the folders that were looked through."""


def find(release: str = "") -> Programs:
    """The programs of `release` (`1.37` or `1.37.2`), by default of the newest release present.

    The folders of `KUBERNETES_ASSETS`, separated by colons, go before the cache; which release lies in them is asked of
    the program itself when it runs, so that `release` is not looked at then.
    """
    assets = [Path(text) for text in os.environ.get("KUBERNETES_ASSETS", "").split(":") if text]
    if assets:
        return _from_folders(assets, "")
    root = Path(os.environ.get("QUORUM_KUBE_CACHE") or _cache_home() / "quorum.kube") / "programs"
    kubernetes = [folder for folder in _versions(root, "kubernetes-v") if _is_of(folder, release)]
    etcd = _versions(root, "etcd-v")
    if not kubernetes or not etcd:
        raise ProgramsMissing(
            f"no kubernetes-v{release or '*'} with etcd-v* under {root}, and KUBERNETES_ASSETS is unset"
        )
    return _from_folders([kubernetes[-1], etcd[-1]], kubernetes[-1].name[len("kubernetes-v") :])


def _from_folders(folders: Sequence[Path], release: str) -> Programs:
    """Each program from the first of the folders that has it."""
    found = {
        name: next((folder / name for folder in folders if os.access(folder / name, os.X_OK)), None) for name in NEEDED
    }
    missing = [name for name, path in found.items() if path is None]
    if missing:
        raise ProgramsMissing(f"{', '.join(missing)}: no program in {', '.join(map(str, folders))}")
    etcd, apiserver, scheduler = (path for path in found.values() if path is not None)
    return Programs(release, etcd, apiserver, scheduler)


def _cache_home() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _versions(root: Path, prefix: str) -> list[Path]:
    folders = (path for path in root.glob(prefix + "*") if re.fullmatch(r"\d+(\.\d+)*", path.name[len(prefix) :]))
    return sorted(folders, key=lambda path: [int(part) for part in path.name[len(prefix) :].split(".")])


def _is_of(folder: Path, release: str) -> bool:
    version = folder.name[len("kubernetes-v") :]
    return version == release or version.startswith(release + ".") or not release
