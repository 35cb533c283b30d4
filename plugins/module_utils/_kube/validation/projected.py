# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumes made of files: secrets, config maps, fields of the pod, tokens, bundles. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateProjectionSources, validateKeyToPath,
validateDownwardAPIVolumeFile (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from .environment import check_field_reference, check_resource_reference
from .label_selectors import check_label_selector
from .review import Review
from .signers import check_signer, trust_bundle_name
from .texts import plain_relative_path, user_id

FIELD_PATHS = ("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid")
KEY_TYPES = ("RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519")
_MODES = "must be a number between 0 and 0777 (octal), both inclusive"
_OWN_SECONDS, _MOST_SECONDS = 24 * 60 * 60, 91 * 24 * 60 * 60
_CONFLICT = "conflicting duplicate paths"


def check_secret(review: Review, source: Mapping[str, Any], path: str) -> None:
    if not source.get("secretName"):
        review.errors.required(f"{path}.secretName")
    _files(review, source, path)


def check_config_map(review: Review, source: Mapping[str, Any], path: str) -> None:
    if not source.get("name"):
        review.errors.required(f"{path}.name")
    _files(review, source, path)


def check_downward_api(review: Review, source: Mapping[str, Any], path: str) -> None:
    """The errors of its files lack their index, as upstream has them."""
    _mode(review, source.get("defaultMode"), f"{path}.defaultMode")
    _user(review, source.get("defaultUser"), f"{path}.defaultUser")
    for item in source.get("items") or ():
        _downward_file(review, item or {}, path)


def _files(review: Review, source: Mapping[str, Any], path: str) -> None:
    _mode(review, source.get("defaultMode"), f"{path}.defaultMode")
    _user(review, source.get("defaultUser"), f"{path}.defaultUser")
    for index, item in enumerate(source.get("items") or ()):
        _key_to_path(review, item or {}, f"{path}.items[{index}]")


def _key_to_path(review: Review, item: Mapping[str, Any], path: str) -> None:
    for name in ("key", "path"):
        if not item.get(name):
            review.errors.required(f"{path}.{name}")
    _file_path(review, item.get("path") or "", f"{path}.path")
    _mode(review, item.get("mode"), f"{path}.mode")
    _user(review, item.get("user"), f"{path}.user")


def _downward_file(review: Review, item: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    if not item.get("path"):
        errors.required(f"{path}.path")
    _file_path(review, item.get("path") or "", f"{path}.path")
    field, resource = item.get("fieldRef"), item.get("resourceFieldRef")
    if field is not None:
        check_field_reference(review, field, FIELD_PATHS, f"{path}.fieldRef")
        if resource is not None:
            errors.invalid(path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously")
    elif resource is not None:
        check_resource_reference(review, resource, f"{path}.resourceFieldRef", in_volume=True)
    else:
        errors.required(path, "one of fieldRef and resourceFieldRef is required")
    _mode(review, item.get("mode"), f"{path}.mode")
    _user(review, item.get("user"), f"{path}.user")


def _file_path(review: Review, text: str, path: str) -> None:
    for reason in plain_relative_path(text):
        review.errors.invalid(path, text, reason)


def _mode(review: Review, mode: Optional[int], path: str) -> None:
    if mode is not None and not 0 <= mode <= 0o777:
        review.errors.invalid(path, mode, _MODES)


def _user(review: Review, user: Optional[int], path: str) -> None:
    if user is not None and review.rules.volume_users:
        review.errors.invalid_each(path, user, user_id(user))


def check_projected(review: Review, source: Mapping[str, Any], path: str) -> None:
    """Several sources in one volume; no two may write the same file."""
    _mode(review, source.get("defaultMode"), f"{path}.defaultMode")
    _user(review, source.get("defaultUser"), f"{path}.defaultUser")
    paths: set[str] = set()
    for index, item in enumerate(source.get("sources") or ()):
        _projection(review, item or {}, f"{path}.sources[{index}]", path, paths)


def _projection(review: Review, item: Mapping[str, Any], path: str, volume: str, paths: set[str]) -> None:
    found = 0
    for kind in ("secret", "configMap"):
        source = item.get(kind)
        if source is not None:
            found += 1
            _projected_keys(review, source, f"{path}.{kind}", volume, paths)
    if item.get("downwardAPI") is not None:
        found += 1
        for file in item["downwardAPI"].get("items") or ():
            _downward_file(review, file or {}, f"{path}.downwardAPI")
            _once(review, (file or {}).get("path") or "", (file or {}).get("path") or "", volume, paths)
    if item.get("serviceAccountToken") is not None:
        found += 1
        _token(review, item["serviceAccountToken"], f"{path}.serviceAccountToken", volume)
    if item.get("clusterTrustBundle") is not None and review.rules.trust_bundles:
        found += 1
        _trust_bundle(review, item["clusterTrustBundle"], f"{path}.clusterTrustBundle")
        text = item["clusterTrustBundle"].get("path") or ""
        if text in paths:
            review.errors.invalid(volume, text, _CONFLICT)
        paths.add(text)
    if item.get("podCertificate") is not None and review.rules.pod_certificates:
        found += 1
        _certificate(review, item["podCertificate"], f"{path}.podCertificate", volume, paths)
    if found > 1:
        review.errors.forbidden(path, "may not specify more than 1 volume type per source")


def _projected_keys(review: Review, source: Mapping[str, Any], path: str, volume: str, paths: set[str]) -> None:
    name = source.get("name") or ""
    if not name:
        review.errors.required(f"{path}.name")
    for index, item in enumerate(source.get("items") or ()):
        _key_to_path(review, item or {}, f"{path}.items[{index}]")
        _once(review, (item or {}).get("path") or "", name, volume, paths)


def _once(review: Review, text: str, shown: str, volume: str, paths: set[str]) -> None:
    if not text:
        return
    if text in paths:
        review.errors.invalid(volume, shown, _CONFLICT)
    paths.add(text)


def _token(review: Review, source: Mapping[str, Any], path: str, volume: str) -> None:
    """The errors of its path stand at the volume, as upstream has them."""
    errors = review.errors
    seconds = source.get("expirationSeconds")
    seconds = 3600 if seconds is None else seconds
    if seconds < 600:
        errors.invalid(f"{path}.expirationSeconds", seconds, "may not specify a duration less than 10 minutes")
    if seconds > 1 << 32:
        errors.invalid(f"{path}.expirationSeconds", seconds, "may not specify a duration larger than 2^32 seconds")
    text = source.get("path") or ""
    if not text:
        errors.required(f"{volume}.path")
    else:
        _file_path(review, text, f"{volume}.path")
    _user(review, source.get("user"), f"{path}.user")


def _trust_bundle(review: Review, source: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    name, signer = source.get("name"), source.get("signerName")
    if name is not None and signer is not None:
        errors.invalid(path, source, "only one of name and signerName may be used")
    elif name is not None:
        if not name:
            errors.required(f"{path}.name", "must be a valid object name")
        for reason in trust_bundle_name(review, name):
            errors.invalid(f"{path}.name", name, f"not a valid clustertrustbundlename: {reason}")
        if source.get("labelSelector") is not None:
            errors.invalid(
                f"{path}.labelSelector", source["labelSelector"], "labelSelector must be unset if name is specified"
            )
    elif signer is not None:
        if not signer:
            errors.required(f"{path}.signerName", "must be a valid signer name")
        check_signer(review, signer, f"{path}.signerName")
        check_label_selector(review, source.get("labelSelector"), f"{path}.labelSelector")
    else:
        errors.required(path, "either name or signerName must be specified")
    if not source.get("path"):
        errors.required(f"{path}.path")
    _user(review, source.get("user"), f"{path}.user")
    _file_path(review, source.get("path") or "", f"{path}.path")


def _certificate(review: Review, source: Mapping[str, Any], path: str, volume: str, paths: set[str]) -> None:
    errors = review.errors
    signer = source.get("signerName") or ""
    check_signer(review, signer, f"{path}.signerName")
    _user(review, source.get("user"), f"{path}.user")
    kind = source.get("keyType") or ""
    if kind not in KEY_TYPES:
        errors.unsupported(f"{path}.keyType", kind, KEY_TYPES)
    _expiration(review, source.get("maxExpirationSeconds"), signer, f"{path}.maxExpirationSeconds")
    names = [name for name in ("credentialBundlePath", "keyPath", "certificateChainPath") if source.get(name)]
    for name in names:
        _file_path(review, source[name], f"{path}.{name}")
        _once(review, source[name], source[name], volume, paths)
    if not names:
        errors.required(path, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath")


def _expiration(review: Review, seconds: Optional[int], signer: str, path: str) -> None:
    if seconds is None:
        return
    host = signer.split("/", 1)[0]
    most = _OWN_SECONDS if host == "kubernetes.io" or host.endswith(".kubernetes.io") else _MOST_SECONDS
    if seconds < 3600:
        review.errors.invalid(path, seconds, "if provided, maxExpirationSeconds must be >= 3600")
    if seconds > most:
        review.errors.invalid(path, seconds, f"if provided, maxExpirationSeconds must be <= {most}")
