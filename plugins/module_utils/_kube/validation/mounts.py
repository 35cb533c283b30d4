# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volume mounts and block devices of containers, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidateVolumeMounts, ValidateVolumeDevices,
validateMountPropagation, validateMountRecursiveReadOnly (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .field import named
from .review import Review
from .texts import relative_path, without_backsteps

PROPAGATIONS = ("Bidirectional", "HostToContainer", "None")
READ_ONLY = ("Disabled", "Enabled", "IfPossible")
BIND_OPTIONS = ("nodev", "noexec", "nosuid")


def check_mounts(review: Review, container: Mapping[str, Any], path: str) -> None:
    """Some paths lack the index of the mount, as upstream has them."""
    mounts = container.get("volumeMounts") or ()
    devices = {
        (item or {}).get("name") or "": (item or {}).get("devicePath") or ""
        for item in container.get("volumeDevices") or ()
    }
    seen: set[str] = set()
    for index, item in enumerate(mounts):
        _mount(review, item or {}, f"{path}[{index}]")
        _mount_among_others(review, item or {}, seen, devices, f"{path}[{index}]")
        _mount_options(review, item or {}, container, f"{path}[{index}]", path)
        seen.add((item or {}).get("mountPath") or "")


def _mount(review: Review, mount: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    name = mount.get("name") or ""
    if not name:
        errors.required(f"{path}.name")
    if name not in review.volumes:
        errors.not_found(f"{path}.name", name)
    if not mount.get("mountPath"):
        errors.required(f"{path}.mountPath")


def _mount_options(
    review: Review, mount: Mapping[str, Any], container: Mapping[str, Any], path: str, list_path: str
) -> None:
    errors = review.errors
    sub_path, expression = mount.get("subPath") or "", mount.get("subPathExpr") or ""
    if sub_path:
        errors.invalid_each(f"{list_path}.subPath", sub_path, relative_path(sub_path))
    if expression:
        if sub_path:
            errors.invalid(f"{path}.subPathExpr", expression, "subPathExpr and subPath are mutually exclusive")
        errors.invalid_each(f"{list_path}.subPathExpr", expression, relative_path(expression))
    if mount.get("mountPropagation") is not None:
        _propagation(review, mount["mountPropagation"], container, f"{list_path}.mountPropagation")
    if mount.get("recursiveReadOnly") is not None and review.rules.read_only_mounts:
        _recursive_read_only(review, mount, f"{list_path}.recursiveReadOnly")
    if mount.get("bindMountOptions") and review.rules.bind_mount_options:
        _bind_options(review, mount["bindMountOptions"], mount.get("name") or "", f"{path}.bindMountOptions")


def _mount_among_others(
    review: Review, mount: Mapping[str, Any], seen: set[str], devices: Mapping[str, str], path: str
) -> None:
    mount_path, name = mount.get("mountPath") or "", mount.get("name") or ""
    if mount_path in seen:
        review.errors.invalid(f"{path}.mountPath", mount_path, "must be unique")
    if name in devices:
        review.errors.invalid(f"{path}.name", name, "must not already exist in volumeDevices")
    if mount_path in devices.values():
        review.errors.invalid(f"{path}.mountPath", mount_path, "must not already exist as a path in volumeDevices")


def _propagation(review: Review, mode: str, container: Mapping[str, Any], path: str) -> None:
    if mode not in PROPAGATIONS:
        review.errors.unsupported(path, named(mode), PROPAGATIONS)
    if mode == "Bidirectional" and not (container.get("securityContext") or {}).get("privileged"):
        review.errors.forbidden(path, "Bidirectional mount propagation is available only to privileged containers")


def _recursive_read_only(review: Review, mount: Mapping[str, Any], path: str) -> None:
    mode = mount["recursiveReadOnly"]
    if mode not in READ_ONLY:
        review.errors.unsupported(path, named(mode), READ_ONLY)
    elif mode != "Disabled":
        if not mount.get("readOnly"):
            review.errors.forbidden(path, "may only be specified when readOnly is true")
        if mount.get("mountPropagation") not in (None, "None"):
            review.errors.forbidden(path, "may only be specified when mountPropagation is None or not specified")


def _bind_options(review: Review, options: Sequence[Any], name: str, path: str) -> None:
    seen: set[str] = set()
    for index, option in enumerate(options):
        if option not in BIND_OPTIONS:
            review.errors.unsupported(f"{path}[{index}]", option or "", BIND_OPTIONS)
        if option in seen:
            review.errors.duplicate(f"{path}[{index}]", option or "")
        seen.add(option)
    if review.volumes.get(name, {}).get("image") is not None:
        review.errors.invalid(path, list(options), "bindMountOptions may not be used with image volumes")


def check_devices(review: Review, container: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    mounts = {
        (item or {}).get("name") or "": (item or {}).get("mountPath") or ""
        for item in container.get("volumeMounts") or ()
    }
    names: set[str] = set()
    paths: set[str] = set()
    for index, item in enumerate(container["volumeDevices"]):
        device = item or {}
        place = f"{path}[{index}]"
        name, device_path = device.get("name") or "", device.get("devicePath") or ""
        _device_volume(review, name, names, place)
        if not device_path:
            errors.required(f"{place}.devicePath")
        if device_path in paths:
            errors.invalid(f"{place}.devicePath", device_path, "must be unique")
        if without_backsteps(device_path):
            errors.invalid(f"{place}.devicePath", device_path, "can not contain backsteps ('..')")
        else:
            paths.add(device_path)
        if name in mounts:
            errors.invalid(f"{place}.name", name, "must not already exist in volumeMounts")
        if device_path in mounts.values():
            errors.invalid(f"{place}.devicePath", device_path, "must not already exist as a path in volumeMounts")
        if name:
            names.add(name)


def _device_volume(review: Review, name: str, names: set[str], path: str) -> None:
    volume = review.volumes.get(name)
    if not name:
        review.errors.required(f"{path}.name")
    if name in names:
        review.errors.invalid(f"{path}.name", name, "must be unique")
    if volume is None:
        review.errors.not_found(f"{path}.name", name)
    elif volume.get("persistentVolumeClaim") is None and volume.get("ephemeral") is None:
        review.errors.invalid(
            f"{path}.name", name, "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
        )
