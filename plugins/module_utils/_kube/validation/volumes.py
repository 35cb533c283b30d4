# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumes of a pod, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidateVolumes, validateVolumeSource (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Callable

from ..quantity import parse
from . import volume_sources as sources
from .claims import check_claim_template
from .containers import check_pull_policy
from .field import Errors, named
from .projected import check_config_map, check_downward_api, check_projected, check_secret
from .review import Review
from .texts import without_backsteps

Source = Callable[[Review, Mapping[str, Any], str], None]

HOST_PATHS = ("", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket")
_SECOND_TYPE = "may not specify more than 1 volume type"


def check_volumes(review: Review, volumes: Sequence[Any], path: str) -> None:
    """Only volumes without an error can be mounted; `review.volumes` holds them afterwards."""
    created = _claims_of_ephemeral_volumes(review, volumes)
    everything, names = review.errors, review.volumes
    for index, item in enumerate(volumes):
        volume, place = item or {}, f"{path}[{index}]"
        name = volume.get("name") or ""
        review.errors = Errors()
        _volume_source(review, volume, name, place)
        if not name:
            review.errors.required(f"{place}.name")
        else:
            review.errors.invalid_each(f"{place}.name", name, review.rules.dns_label(name))
        if name in names:
            review.errors.duplicate(f"{place}.name", name)
        if not review.errors:
            names[name] = volume
        everything.extend(review.errors)
        claim = (volume.get("persistentVolumeClaim") or {}).get("claimName") or ""
        if volume.get("persistentVolumeClaim") is not None and claim in created:
            everything.invalid(
                f"{place}.persistentVolumeClaim.claimName",
                claim,
                "must not reference a PVC that gets created for an ephemeral volume",
            )
    review.errors = everything


def _claims_of_ephemeral_volumes(review: Review, volumes: Sequence[Any]) -> set[str]:
    if not review.name:
        return set()
    ephemeral = (volume for volume in volumes if (volume or {}).get("ephemeral") is not None)
    return {f"{review.name}-{volume.get('name') or ''}" for volume in ephemeral}


def _volume_source(review: Review, volume: Mapping[str, Any], name: str, path: str) -> None:
    """Exactly one source; a volume that names none is an emptyDir by default."""
    found = 0
    for field, source in volume.items():
        if source is not None and field in _SOURCES:
            found += 1
    if found == 1:
        for field, source in volume.items():
            if source is not None and field in _SOURCES:
                _one_source(review, field, source, volume, path)
    elif found:
        _several_sources(review, volume, path)


def _several_sources(review: Review, volume: Mapping[str, Any], path: str) -> None:
    seen = False
    for field in _SOURCES:
        source = volume.get(field)
        if source is None:
            continue
        if seen and field != "emptyDir":
            review.errors.forbidden(f"{path}.{_FIELD_OF_SECOND.get(field, field)}", _SECOND_TYPE)
            if field == "iscsi":
                _iscsi_length(review, source, volume.get("name") or "", path)
        else:
            _one_source(review, field, source, volume, path)
        seen = True


def _one_source(review: Review, field: str, source: Mapping[str, Any], volume: Mapping[str, Any], path: str) -> None:
    _SOURCES[field](review, source, f"{path}.{_FIELD_OF_SOURCE.get(field, field)}")
    name = volume.get("name") or ""
    if field == "iscsi":
        _iscsi_length(review, source, name, path)
    elif field == "ephemeral" and review.name and name:
        claim = f"{review.name}-{name}"
        for reason in review.rules.dns_subdomain(claim):
            review.errors.invalid(f"{path}.name", name, f'PVC name "{claim}": {reason}')


def _iscsi_length(review: Review, source: Mapping[str, Any], name: str, path: str) -> None:
    if source.get("initiatorName") is not None and len(f"{name}:{source.get('targetPortal') or ''}") > 64:
        review.errors.invalid(
            f"{path}.name",
            name,
            "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is "
            "specified.",
        )


def _empty_dir(review: Review, source: Mapping[str, Any], path: str) -> None:
    if source.get("sizeLimit") is not None and parse(source["sizeLimit"]).sign() < 0:
        review.errors.forbidden(f"{path}.sizeLimit", "SizeLimit field must be a valid resource quantity")
    mode = source.get("mode")
    if mode is not None and review.rules.empty_dir_mode and not 0 <= mode <= 0o1777:
        review.errors.invalid(f"{path}.mode", mode, "must be a number between 0 and 01777 (octal), both inclusive")


def _host_path(review: Review, source: Mapping[str, Any], path: str) -> None:
    place = source.get("path") or ""
    if not place:
        review.errors.required(f"{path}.path")
        return
    review.errors.invalid_each(f"{path}.path", place, without_backsteps(place))
    kind = source.get("type")
    if kind is not None and kind not in HOST_PATHS:
        review.errors.unsupported(f"{path}.type", named(kind), HOST_PATHS)


def _claim(review: Review, source: Mapping[str, Any], path: str) -> None:
    if not source.get("claimName"):
        review.errors.required(f"{path}.claimName")


def _ephemeral(review: Review, source: Mapping[str, Any], path: str) -> None:
    template = source.get("volumeClaimTemplate")
    if template is None:
        review.errors.required(f"{path}.volumeClaimTemplate")
    else:
        check_claim_template(review, template, f"{path}.volumeClaimTemplate")


def _image(review: Review, source: Mapping[str, Any], path: str) -> None:
    if not source.get("reference") and (review.is_pod or review.rules.image_volume_templates):
        review.errors.required(f"{path}.reference")
    check_pull_policy(review, source.get("pullPolicy"), f"{path}.pullPolicy")


# In the order in which upstream looks at them: a second one is refused, and named.
_SOURCES: Mapping[str, Source] = {
    "emptyDir": _empty_dir,
    "hostPath": _host_path,
    "gitRepo": sources.check_git_repo,
    "gcePersistentDisk": sources.check_gce_disk,
    "awsElasticBlockStore": sources.check_aws_disk,
    "secret": check_secret,
    "nfs": sources.check_nfs,
    "iscsi": sources.check_iscsi,
    "glusterfs": sources.check_glusterfs,
    "flocker": sources.check_flocker,
    "persistentVolumeClaim": _claim,
    "rbd": sources.check_rbd,
    "cinder": sources.check_cinder,
    "cephfs": sources.check_ceph_fs,
    "quobyte": sources.check_quobyte,
    "downwardAPI": check_downward_api,
    "fc": sources.check_fibre_channel,
    "flexVolume": sources.check_flex,
    "configMap": check_config_map,
    "azureFile": sources.check_azure_file,
    "vsphereVolume": sources.check_vsphere,
    "photonPersistentDisk": sources.check_photon,
    "portworxVolume": sources.check_portworx,
    "azureDisk": sources.check_azure_disk,
    "storageos": sources.check_storage_os,
    "projected": check_projected,
    "scaleIO": sources.check_scale_io,
    "csi": sources.check_csi,
    "ephemeral": _ephemeral,
    "image": _image,
}
# Where upstream's path is not the field's name.
_FIELD_OF_SOURCE = {"gcePersistentDisk": "persistentDisk"}
_FIELD_OF_SECOND = {"cephfs": "cephFS", "downwardAPI": "downwarAPI"}
