# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names and addresses that a pod brings with it, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validatePodDNSConfig, ValidateHostAliases,
validatePodHostName (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

from .review import Review
from .texts import address, underscored_domain

_NAMESERVERS = 3
_SEARCHES = 32
_SEARCH_CHARACTERS = 2048
_HOSTNAME_BYTES = 64


def check_dns_config(review: Review, config: Optional[Mapping[str, Any]], path: str) -> None:
    """Policy `None` needs a configuration with a name server."""
    errors = review.errors
    if review.spec.get("dnsPolicy") == "None":
        if config is None:
            errors.required(path, "must provide `dnsConfig` when `dnsPolicy` is None")
            return
        if not config.get("nameservers"):
            errors.required(f"{path}.nameservers", "must provide at least one DNS nameserver when `dnsPolicy` is None")
            return
    if not config:
        return
    servers = [server or "" for server in config.get("nameservers") or ()]
    if len(servers) > _NAMESERVERS:
        errors.invalid(f"{path}.nameservers", servers, f"must not have more than {_NAMESERVERS} nameservers")
    for index, server in enumerate(servers):
        errors.invalid_each(f"{path}.nameservers[{index}]", server, address(server, review.rules.strict_addresses))
    _searches(review, [search or "" for search in config.get("searches") or ()], f"{path}.searches")
    for index, option in enumerate(config.get("options") or ()):
        if not (option or {}).get("name"):
            errors.required(f"{path}.options[{index}]", "must not be empty")


def _searches(review: Review, searches: Sequence[str], path: str) -> None:
    errors = review.errors
    if len(searches) > _SEARCHES:
        errors.invalid(path, list(searches), f"must not have more than {_SEARCHES} search paths")
    if len(" ".join(searches).encode("utf-8", "surrogatepass")) > _SEARCH_CHARACTERS:
        errors.invalid(
            path,
            list(searches),
            f"must not have more than {_SEARCH_CHARACTERS} characters (including spaces) in the search list",
        )
    relaxed = review.rules.relaxed_dns_search
    for index, search in enumerate(searches):
        if relaxed and search == ".":
            continue
        domain = search.removesuffix(".")
        reasons = underscored_domain(domain) if relaxed else review.rules.dns_subdomain(domain)
        errors.invalid_each(f"{path}[{index}]", domain, reasons)


def check_host_aliases(review: Review, aliases: Sequence[Any], path: str) -> None:
    for index, item in enumerate(aliases):
        alias = item or {}
        host = alias.get("ip") or ""
        review.errors.invalid_each(f"{path}[{index}].ip", host, address(host, review.rules.strict_addresses))
        for position, name in enumerate(alias.get("hostnames") or ()):
            place = f"{path}[{index}].hostnames[{position}]"
            review.errors.invalid_each(place, name or "", review.rules.dns_subdomain(name or ""))


def check_hostname_override(review: Review, path: str) -> None:
    name, errors, place = review.spec.get("hostnameOverride"), review.errors, f"{path}.hostnameOverride"
    if name is None or not review.rules.hostname_override:
        return
    if review.spec.get("setHostnameAsFQDN"):
        errors.forbidden(place, "may not be specified when setHostnameAsFQDN is true")
    if review.spec.get("hostNetwork"):
        errors.forbidden(place, "may not be specified when hostNetwork is true")
    if len(name.encode("utf-8", "surrogatepass")) > _HOSTNAME_BYTES:
        errors.too_long(place, _HOSTNAME_BYTES)
    errors.invalid_each(place, name, review.rules.dns_subdomain(name))
