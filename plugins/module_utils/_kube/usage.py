# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What running pods use, from the user's own numbers or the kubelet's summary. Private to this collection.

Kubernetes `pkg/kubelet/eviction/helpers.go` containerUsage and localVolumeNames, `pkg/volume/util/util.go`
IsLocalEphemeralVolume and `staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1` (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Optional

from .errors import Problem
from .quantity import QuantityError, parse

Object = Mapping[str, Any]

ROOTFS, LOGS, VOLUMES = "rootfs", "logs", "volumes"
PLACES = (ROOTFS, LOGS, VOLUMES)
FIELDS = ("memory", *PLACES, *(f"{place}Inodes" for place in PLACES), "processes")


class Usage(NamedTuple):
    """What a pod uses: bytes of memory, processes, and bytes and inodes by place on disk."""

    memory: int = 0
    processes: int = 0
    disk: Mapping[str, int] = {}
    inodes: Mapping[str, int] = {}


def stated_usage(stated: object, spec: Object, place: str, problems: list[Problem]) -> Optional[Usage]:
    """The usage that a user states; `volumes` is the sum of the local volumes, or a mapping where only they count."""
    if stated is None:
        return None
    if not isinstance(stated, Mapping):
        problems.append(Problem(place, f"{type(stated).__name__} found", "a mapping"))
        return None
    unknown = [name for name in stated if name not in FIELDS]
    problems.extend(Problem(f"{place}.{name}", "no such usage", f"one of {', '.join(FIELDS)}") for name in unknown)

    def amount(name: str) -> int:
        value = stated.get(name)
        if isinstance(value, Mapping) and name.startswith(VOLUMES):
            local = set(local_volumes(spec))
            return sum(_amount(each, f"{place}.{name}.{key}", problems) for key, each in value.items() if key in local)
        return _amount(value, f"{place}.{name}", problems)

    disk = {name: amount(name) for name in PLACES}
    inodes = {name: amount(f"{name}Inodes") for name in PLACES}
    return Usage(amount("memory"), amount("processes"), disk, inodes)


def summarized_usage(summary: Object, spec: Object) -> Usage:
    """The usage that an entry of `pods` in the kubelet's summary tells."""
    containers = [entry for entry in summary.get("containers") or () if isinstance(entry, Mapping)]
    local = set(local_volumes(spec))
    volumes = [each for each in summary.get("volume") or () if isinstance(each, Mapping) and each.get("name") in local]
    filesystems = {
        ROOTFS: [_mapping(entry.get(ROOTFS)) for entry in containers],
        LOGS: [_mapping(entry.get(LOGS)) for entry in containers],
        VOLUMES: volumes,
    }
    return Usage(
        _count(_mapping(summary.get("memory")).get("workingSetBytes")),
        _count(_mapping(summary.get("process_stats")).get("process_count")),
        {place: sum(_count(each.get("usedBytes")) for each in found) for place, found in filesystems.items()},
        {place: sum(_count(each.get("inodesUsed")) for each in found) for place, found in filesystems.items()},
    )


def local_volumes(spec: Object) -> Iterator[str]:
    """The volumes that lie on the node's disk and count for it: hostPath, gitRepo, configMap and emptyDir on disk."""
    for volume in spec.get("volumes") or ():
        empty_dir = volume.get("emptyDir")
        on_disk = empty_dir is not None and not empty_dir.get("medium")
        if on_disk or any(volume.get(source) is not None for source in ("hostPath", "gitRepo", "configMap")):
            yield str(volume.get("name") or "")


def _amount(value: object, place: str, problems: list[Problem]) -> int:
    try:
        return parse(value).value()
    except QuantityError as error:
        problems.append(Problem(place, f'"{value}": {error}', "a quantity"))
        return 0


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _mapping(value: object) -> Object:
    return value if isinstance(value, Mapping) else {}
