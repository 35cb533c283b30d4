# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sources of volumes that only few clusters use, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validate...VolumeSource (1.28 - 1.37).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .field import named
from .review import Review
from .texts import relative_path

_PARTITIONS = "must be between 1 and 255, inclusive"
_LUNS = "must be between 0 and 255, inclusive"
_IQN = re.compile(r"iqn\.[0-9]{4}-[0-9]{2}\.[A-Za-z0-9.-]+:[^,;*&$|\s]+\Z")
_EUI = re.compile(r"\Aeui.[a-zA-Z0-9]{16}\Z")
_NAA = re.compile(r"\Anaa.[a-zA-Z0-9]{32}\Z")
_REGISTRY = "must be a host:port pair or multiple pairs separated by commas"
_CACHING = ("None", "ReadOnly", "ReadWrite")
_DISKS = ("Dedicated", "Managed", "Shared")


def _required(review: Review, source: Mapping[str, Any], path: str, *names: str) -> None:
    for name in names:
        if not source.get(name):
            review.errors.required(f"{path}.{name}")


def check_git_repo(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "repository")
    folder = source.get("directory") or ""
    review.errors.invalid_each(f"{path}.directory", folder, relative_path(folder))


def check_gce_disk(review: Review, source: Mapping[str, Any], path: str) -> None:
    _disk(review, source, path, "pdName")


def check_aws_disk(review: Review, source: Mapping[str, Any], path: str) -> None:
    _disk(review, source, path, "volumeID")


def _disk(review: Review, source: Mapping[str, Any], path: str, name: str) -> None:
    _required(review, source, path, name)
    partition = source.get("partition") or 0
    if not 0 <= partition <= 255:
        review.errors.invalid(f"{path}.partition", partition, _PARTITIONS)


def check_nfs(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "server", "path")
    place = source.get("path") or ""
    if not place.startswith("/"):
        review.errors.invalid(f"{path}.path", place, "must be an absolute path")


def check_iscsi(review: Review, source: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    _required(review, source, path, "targetPortal", "iqn")
    if source.get("iqn"):
        _initiator(review, source["iqn"], f"{path}.iqn")
    lun = source.get("lun") or 0
    if not 0 <= lun <= 255:
        errors.invalid(f"{path}.lun", lun, _LUNS)
    if (source.get("chapAuthDiscovery") or source.get("chapAuthSession")) and source.get("secretRef") is None:
        errors.required(f"{path}.secretRef")
    if source.get("initiatorName") is not None:
        _initiator(review, source["initiatorName"], f"{path}.initiatorname")


def _initiator(review: Review, name: str, path: str) -> None:
    for prefix, form in (("iqn", _IQN), ("eui", _EUI), ("naa", _NAA)):
        if name.startswith(prefix):
            if not form.search(name):
                review.errors.invalid(path, name, "must be valid format")
            return
    review.errors.invalid(path, name, "must be valid format starting with iqn, eui, or naa")


def check_glusterfs(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "endpoints", "path")


def check_flocker(review: Review, source: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    name, uuid = source.get("datasetName") or "", source.get("datasetUUID") or ""
    if not name and not uuid:
        errors.required(path, "one of datasetName and datasetUUID is required")
    if name and uuid:
        errors.invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously")
    if "/" in name:
        errors.invalid(f"{path}.datasetName", name, "must not contain '/'")


def check_rbd(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "monitors", "image")


def check_cinder(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "volumeID")
    _secret(review, source, path)


def _secret(review: Review, source: Mapping[str, Any], path: str) -> None:
    secret = source.get("secretRef")
    if secret is not None and not secret.get("name"):
        review.errors.required(f"{path}.secretRef.name")


def check_ceph_fs(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "monitors")


def check_quobyte(review: Review, source: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    registry = source.get("registry") or ""
    if not registry:
        errors.required(f"{path}.registry", _REGISTRY)
    elif len(source.get("tenant") or "") >= 65:
        errors.required(f"{path}.tenant", "must be a UUID and may not exceed a length of 64 characters")
    else:
        for pair in registry.split(","):
            if not _is_host_and_port(pair):
                errors.invalid(f"{path}.registry", registry, _REGISTRY)
    _required(review, source, path, "volume")


def _is_host_and_port(pair: str) -> bool:
    """As Go's net.SplitHostPort takes it: the port may be anything, even nothing."""
    if pair.startswith("["):
        return re.fullmatch(r"\[[^\[\]]*\]:[^:\[\]]*", pair) is not None
    return pair.count(":") == 1 and not set("[]") & set(pair)


def check_fibre_channel(review: Review, source: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    names, ids = source.get("targetWWNs") or [], source.get("wwids") or []
    if not names and not ids:
        errors.required(f"{path}.targetWWNs", "must specify either targetWWNs or wwids, but not both")
    if names and ids:
        errors.invalid(f"{path}.targetWWNs", list(names), "targetWWNs and wwids can not be specified simultaneously")
    lun = source.get("lun")
    if names and lun is None:
        errors.required(f"{path}.lun", "lun is required if targetWWNs is specified")
    elif names and lun is not None and not 0 <= lun <= 255:
        errors.invalid(f"{path}.lun", lun, _LUNS)


def check_flex(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "driver")
    for key in source.get("options") or {}:
        domain = "." + key.split("/", 1)[0].lower()
        if domain.endswith((".kubernetes.io", ".k8s.io")):
            review.errors.invalid(f"{path}.options[{key}]", key, "kubernetes.io and k8s.io namespaces are reserved")


def check_azure_file(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "secretName", "shareName")


def check_azure_disk(review: Review, source: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    _required(review, source, path, "diskName", "diskURI")
    address = source.get("diskURI") or ""
    caching, kind = source.get("cachingMode"), source.get("kind")
    if caching is not None and caching not in _CACHING:
        errors.unsupported(f"{path}.cachingMode", named(caching), _CACHING)
    kind = "Shared" if kind is None else kind
    if kind not in _DISKS:
        errors.unsupported(f"{path}.kind", named(kind), _DISKS)
    if kind == "Managed" and not address.startswith("/subscriptions/"):
        form = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"
        errors.unsupported(f"{path}.diskURI", address, (form,))
    if kind != "Managed" and not address.startswith("https://"):
        form = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"
        errors.unsupported(f"{path}.diskURI", address, (form,))


def check_vsphere(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "volumePath")


def check_photon(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "pdID")


def check_portworx(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "volumeID")


def check_storage_os(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "volumeName")
    for name in ("volumeName", "volumeNamespace"):
        text = source.get(name) or ""
        if text:
            review.errors.invalid_each(f"{path}.{name}", text, review.rules.dns_label(text))
    _secret(review, source, path)


def check_scale_io(review: Review, source: Mapping[str, Any], path: str) -> None:
    _required(review, source, path, "gateway", "system", "volumeName")


def check_csi(review: Review, source: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    driver = source.get("driver") or ""
    if not driver:
        errors.required(f"{path}.driver")
    if driver or not review.rules.drivers_named_once:
        if len(driver.encode("utf-8", "surrogatepass")) > 63:
            errors.too_long(f"{path}.driver", 63)
        errors.invalid_each(f"{path}.driver", driver, review.rules.dns_subdomain(driver.lower()))
    secret = source.get("nodePublishSecretRef")
    if secret is None:
        return
    name = secret.get("name") or ""
    if not name:
        errors.required(f"{path}.nodePublishSecretRef.name")
    else:
        errors.invalid_each(f"{path}.name", name, review.rules.dns_subdomain(name))
