# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of certificate signers and trust bundles. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/names.go` ValidateSignerName, ValidateClusterTrustBundleName (1.29 - 1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable

from .field import quoted
from .review import Review

_DOMAIN_BYTES = 253
_NAME_BYTES = 571


def check_signer(review: Review, name: str, path: str) -> None:
    """A domain and a path, such as `example.com/my-signer`."""
    errors = review.errors
    if not name:
        errors.required(path)
        return
    parts = name.split("/")
    if len(parts) != 2:
        errors.invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")
        return
    domain, rest = parts
    if len(domain) > _DOMAIN_BYTES:
        errors.too_long(path, _DOMAIN_BYTES)
    _labels(review, domain, review.rules.dns_label, path)
    if "." not in domain:
        errors.invalid(path, domain, "should be a domain with at least two segments separated by dots")
    _labels(review, rest, review.rules.dns_subdomain, path)
    if len(name) > _NAME_BYTES:
        errors.too_long(path, _NAME_BYTES)


def _labels(review: Review, text: str, check: Callable[[str], Sequence[str]], path: str) -> None:
    """The first bad label alone is told."""
    for label in text.split("."):
        reasons = check(label)
        if reasons:
            review.errors.invalid_each(
                path, text, (f"validating label {quoted(label)}: {reason}" for reason in reasons)
            )
            return


def trust_bundle_name(review: Review, name: str) -> Sequence[str]:
    """The reasons against a bundle's name; one of a signer begins with the signer's name, colons for slashes."""
    signer, colon, rest = name.rpartition(":")
    if not colon:
        return review.rules.dns_subdomain(name)
    if not signer:
        return ('ClusterTrustBundle without signer name must not have ":" in its name',)
    if "/" in signer:
        prefix = signer.replace("/", ":") + ":"
        signer = signer.replace(":", "/")
        return (f"ClusterTrustBundle for signerName {signer} must be named with prefix {prefix}",)
    return review.rules.dns_subdomain(rest)
