# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which releases of Kubernetes this collection makes, and which of them go together. Private to this collection."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

from .._kube.errors import Problem

OLDEST = (1, 34)
NEWEST = (1, 37)

_FORM = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?")


class Release(NamedTuple):
    """A release with its patch; compares as releases follow each other."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


def parse_release(text: str) -> Optional[Release]:
    """The release of `1.37.2`, `v1.37.2` or `v1.37.2+vendor`; None when the text names none."""
    match = _FORM.fullmatch(text.strip())
    return Release(*(int(part) for part in match.groups())) if match else None


def supported(release: Release) -> bool:
    """Whether the roles make clusters of this release."""
    return OLDEST <= release[:2] <= NEWEST


def skew_problems(wanted: Release, installed: str, serving: str, control_plane: bool) -> list[Problem]:
    """Why a host must not be given the programs of `wanted`.

    `installed` is the version of the host's kubelet and `serving` that of the API servers, empty without one.
    A kubelet is never newer than the API servers, and kubeadm joins hosts of its own minor release or the one before
    (kubernetes.io/releases/version-skew-policy, kubeadm/create-cluster-kubeadm "Version skew policy"); control planes
    are joined with the very release that the others serve. A change of release is no matter of joining.
    """
    problems = []
    kubelet, server = parse_release(installed), parse_release(serving)
    if kubelet and kubelet != wanted:
        problems.append(Problem("kube_version", f"{wanted}, and kubelet {kubelet} is on the host", f"{kubelet}"))
    if server and not _may_join(wanted, server, control_plane):
        expected = str(server) if control_plane else f"{server}, or at most one minor release older"
        problems.append(Problem("kube_version", f"{wanted}, and the cluster serves {server}", expected))
    return problems


def _may_join(wanted: Release, server: Release, control_plane: bool) -> bool:
    if control_plane:
        return wanted == server
    return wanted <= server and wanted.major == server.major and wanted.minor >= server.minor - 1
