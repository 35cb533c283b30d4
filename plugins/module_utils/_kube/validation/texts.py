# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Formats of texts: ports, variables, keys, headers, addresses, paths. Private to this collection.

Each function returns the API's reasons against a text, none where it is valid (k8s.io/apimachinery
`pkg/util/validation/{validation,ip}.go`, 0.28 - 0.37).
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Optional, Union

from ..names import length_reason, regex_reason
from .rules import Reasons

PORTS = "must be between 1 and 65535, inclusive"
IDS = "must be between 0 and 2147483647, inclusive"

_PORT_NAME = re.compile(r"[-a-z0-9]+")
_VARIABLE = "[-._a-zA-Z][-._a-zA-Z0-9]*"
_KEY = "[-._a-zA-Z0-9]+"
_HEADER = "[-A-Za-z0-9]+"
_PERCENT = "[0-9]+%"
_UNDERSCORED = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
_UNDERSCORED_DOMAIN = _UNDERSCORED + "(\\." + _UNDERSCORED + ")*"
_MATCHES = {
    pattern: re.compile(pattern).fullmatch for pattern in (_VARIABLE, _KEY, _HEADER, _PERCENT, _UNDERSCORED_DOMAIN)
}


def number_of_port(port: int) -> Reasons:
    return () if 1 <= port <= 65535 else (PORTS,)


@lru_cache(maxsize=4096)
def port_name(name: str) -> Reasons:
    """IANA service names: at most 15 characters with a letter among them."""
    reasons: list[str] = []
    if _bytes(name) > 15:
        reasons.append(length_reason(15))
    if not _PORT_NAME.fullmatch(name):
        reasons.append("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)")
    if not re.search("[a-z]", name):
        reasons.append("must contain at least one letter (a-z)")
    if "--" in name:
        reasons.append("must not contain consecutive hyphens")
    if name.startswith("-") or name.endswith("-"):
        reasons.append("must not begin or end with a hyphen")
    return tuple(reasons)


@lru_cache(maxsize=4096)
def variable(name: str, relaxed: bool) -> Reasons:
    """The name of an environment variable; `relaxed` is RelaxedEnvironmentVariableValidation, on since 1.32."""
    if relaxed:
        if not name:
            return ("environment variable name must be non-empty",)
        if name.isascii() and name.isprintable() and "=" not in name:
            return ()
        return ("a valid environment variable name must consist only of printable ASCII characters other than '='",)
    reasons = _dotted(name)
    if _MATCHES[_VARIABLE](name):
        return reasons
    text = (
        "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', "
        "and must not start with a digit"
    )
    return (regex_reason(text, _VARIABLE, "my.env-name", "MY_ENV.NAME", "MyEnvName1"), *reasons)


@lru_cache(maxsize=4096)
def config_key(key: str) -> Reasons:
    """A key of a ConfigMap or Secret."""
    reasons = (length_reason(253),) if _bytes(key) > 253 else ()
    if not _MATCHES[_KEY](key):
        text = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
        reasons = (*reasons, regex_reason(text, _KEY, "key.name", "KEY_NAME", "key-name"))
    return (*reasons, *_dotted(key))


def header_name(name: str) -> Reasons:
    if _MATCHES[_HEADER](name):
        return ()
    return (
        regex_reason("a valid HTTP header must consist of alphanumeric characters or '-'", _HEADER, "X-Header-Name"),
    )


def percent(text: str) -> Reasons:
    if _MATCHES[_PERCENT](text):
        return ()
    return (
        regex_reason(
            "a valid percent string must be a numeric string followed by an ending '%'", _PERCENT, "1%", "93%"
        ),
    )


def underscored_domain(text: str) -> Reasons:
    """A DNS search domain, which may hold underscores since 1.32 (RelaxedDNSSearchValidation)."""
    reasons = (length_reason(253),) if _bytes(text) > 253 else ()
    if _MATCHES[_UNDERSCORED_DOMAIN](text):
        return reasons
    about = (
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', "
        "and must start and end with an alphanumeric character"
    )
    return (*reasons, regex_reason(about, _UNDERSCORED_DOMAIN, "example.com"))


def user_id(number: int) -> Reasons:
    """Of users and groups alike."""
    return () if 0 <= number <= 2147483647 else (IDS,)


def address(text: str, strict: bool) -> Reasons:
    """An IP address; leading zeros and IPv4 in IPv6 are refused since 1.36 (StrictIPCIDRValidation)."""
    parsed = _address(text)
    if parsed is None:
        return ("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",)
    if not strict:
        return ()
    if isinstance(parsed, IPv4Address) and str(parsed) != text:
        return ("must not have leading 0s",)
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return ("must not be an IPv4-mapped IPv6 address",)
    return ()


def network(text: str, strict: bool) -> Reasons:
    """An IP network such as 10.0.0.0/24; leading zeros and bits beyond the prefix are refused since 1.36."""
    host, slash, length = text.partition("/")
    parsed = _address(host)
    bits = int(length) if length.isascii() and length.isdigit() and len(length) < 5 else 999
    if parsed is None or not slash or bits > parsed.max_prefixlen:
        return ("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",)
    if not strict:
        return ()
    if length != str(bits) or (isinstance(parsed, IPv4Address) and str(parsed) != host):
        return ("must not have leading 0s in IP or prefix length",)
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return ("must not have an IPv4-mapped IPv6 address",)
    if int(parsed) & ((1 << (parsed.max_prefixlen - bits)) - 1):
        return ("must not have bits set beyond the prefix length",)
    return ()


def _address(text: str) -> Optional[Union[IPv4Address, IPv6Address]]:
    try:
        if ":" in text:
            return None if "%" in text else IPv6Address(text)
        parts = text.split(".")
        if not text.isascii() or not all(part.isdigit() and len(part) < 9 for part in parts):
            return None
        return IPv4Address(".".join(str(int(part)) for part in parts))
    except (AddressValueError, ValueError):
        return None


def relative_path(path: str) -> Reasons:
    """A path below a volume's root."""
    return (("must be a relative path",) if path.startswith("/") else ()) + without_backsteps(path)


def without_backsteps(path: str) -> Reasons:
    return ("must not contain '..'",) if ".." in path.split("/") else ()


def plain_relative_path(path: str) -> Reasons:
    """A path of a file in a volume: relative, and no name begins with two dots, which the kubelet keeps for itself."""
    reserved = path.startswith("..") and not path.startswith("../")
    return relative_path(path) + (("must not start with '..'",) if reserved else ())


def _dotted(text: str) -> Reasons:
    if text in (".", ".."):
        return (f"must not be '{text}'",)
    return ("must not start with '..'",) if text.startswith("..") else ()


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
