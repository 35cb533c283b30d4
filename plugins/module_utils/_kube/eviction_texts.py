# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kubelet writes into the status of a pod that it evicts. Private to this collection.

Kubernetes `pkg/kubelet/eviction` eviction_manager.go localStorageEviction, helpers.go evictionMessage (1.28 - 1.37).
Both read the kubelet's summary, because a sum over the pod doesn't say which container or volume it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Optional

from .quantity import BINARY_SI, Quantity, parse
from .releases import Gates
from .requests import is_pod_level_set, pod_limits
from .resource_names import EPHEMERAL_STORAGE, MEMORY
from .resources import LIMITS, REQUESTS, containers, init_containers, is_sidecar, resources_of

Object = Mapping[str, Any]


def limit_text(spec: Object, summary: Object, dedicated_image_fs: bool, gates: Gates) -> str:
    """Why the pod is evicted for exceeding its own limits, before any pressure is looked at; empty if it doesn't."""
    return (
        _volume_text(spec, summary, gates)
        or _pod_text(spec, summary, gates)
        or _container_text(spec, summary, dedicated_image_fs, gates)
    )


def pressure_text(
    name: str, spec: Object, summary: Optional[Object], resource: str, gates: Gates, threshold: str = ""
) -> str:
    """The message of an eviction under pressure, with the sentence on the threshold where there is one."""
    parts = [f"The node was low on resource: {resource}. ", threshold]
    if summary is not None:
        parts += _pod_offence(name, spec, summary, resource, gates)
        parts += _container_offences(spec, summary, resource)
    return "".join(parts)


def _volume_text(spec: Object, summary: Object, gates: Gates) -> str:
    used = {each.get("name"): each.get("usedBytes") for each in _mappings(summary.get("volume"))}
    by_kernel = gates.enabled("InPlacePodVerticalScalingMemoryBackedVolumes")
    for volume in _mappings(spec.get("volumes")):
        empty_dir = volume.get("emptyDir")
        if empty_dir is None or (by_kernel and empty_dir.get("medium") == "Memory"):
            continue
        limit, usage = parse(empty_dir.get("sizeLimit")), _size(used.get(volume.get("name")))
        if limit.sign() > 0 and usage is not None and usage > limit:
            return f'Usage of EmptyDir volume "{volume.get("name")}" exceeds the limit "{limit.canonical()}". '
    return ""


def _pod_text(spec: Object, summary: Object, gates: Gates) -> str:
    limit = pod_limits(spec, gates).get(EPHEMERAL_STORAGE)
    usage = _size(_used(summary, "ephemeral-storage", "usedBytes"))
    if limit is None or usage is None or usage <= limit:
        return ""
    return f"Pod ephemeral local storage usage exceeds the total limit of containers {limit.canonical()}. "


def _container_text(spec: Object, summary: Object, dedicated_image_fs: bool, gates: Gates) -> str:
    limited = list(containers(spec))
    if gates.has("init container ephemeral storage limits evict"):
        limited += [container for container in init_containers(spec) if is_sidecar(container)]
    limits = {each.get("name"): parse(resources_of(each, LIMITS).get(EPHEMERAL_STORAGE)) for each in limited}
    for entry in _mappings(summary.get("containers")):
        limit = limits.get(entry.get("name"))
        used = _count(_used(entry, "logs", "usedBytes"))
        used += 0 if dedicated_image_fs else _count(_used(entry, "rootfs", "usedBytes"))
        if limit and limit < Quantity(used):
            return f'Container {entry.get("name")} exceeded its local ephemeral storage limit "{limit.canonical()}". '
    return ""


def _pod_offence(name: str, spec: Object, summary: Object, resource: str, gates: Gates) -> Iterator[str]:
    if resource == MEMORY and gates.has("pod eviction messages name the pod") and is_pod_level_set(spec, gates):
        requests = resources_of(spec, REQUESTS)
        if MEMORY in requests and summary.get("memory") is not None:
            usage = Quantity(_count(_used(summary, "memory", "workingSetBytes")), format_=BINARY_SI)
            yield _offence("Pod", name, usage, parse(requests[MEMORY]), resource)


def _container_offences(spec: Object, summary: Object, resource: str) -> Iterator[str]:
    known = {each.get("name"): each for each in (*init_containers(spec), *containers(spec))}
    for entry in _mappings(summary.get("containers")):
        container, usage = known.get(entry.get("name")), _usage(entry, resource)
        if container is not None and usage is not None:
            asked = parse(resources_of(container, REQUESTS).get(resource))
            if usage > asked:
                yield _offence("Container", str(entry.get("name")), usage, asked, resource)


def _offence(what: str, name: str, usage: Quantity, asked: Quantity, resource: str) -> str:
    return (
        f"{what} {name} was using {usage.canonical()}, request is {asked.canonical()}, "
        f"has larger consumption of {resource}. "
    )


def _usage(entry: Object, resource: str) -> Optional[Quantity]:
    if resource == MEMORY:
        return _size(_used(entry, "memory", "workingSetBytes"))
    parts = (
        [_used(entry, place, "usedBytes") for place in ("rootfs", "logs")] if resource == EPHEMERAL_STORAGE else [None]
    )
    return None if None in parts else _size(sum(map(_count, parts)))


def _size(value: object) -> Optional[Quantity]:
    return Quantity(value, format_=BINARY_SI) if isinstance(value, int) and not isinstance(value, bool) else None


def _used(holder: Object, place: str, field: str) -> Any:
    inner = holder.get(place)
    return inner.get(field) if isinstance(inner, Mapping) else None


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _mappings(value: Any) -> list[Object]:
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, (list, tuple)) else []
