# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Kubernetes takes as a name, a label key or a label value, in the API's own words. Private to this collection.

Each validator returns the reasons against a text, in upstream's order; an empty list means it is valid
(k8s.io/apimachinery `pkg/api/validate/content`, `pkg/util/validation/validation.go`). Lengths count bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .releases import Gates

_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = _LABEL + "(\\." + _LABEL + ")*"
_KEY_NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
_VALUE = "(" + _KEY_NAME + ")?"

_MATCHES = {pattern: re.compile(pattern).fullmatch for pattern in (_LABEL, _SUBDOMAIN, _KEY_NAME, _VALUE)}

_CHARACTERS = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
)
_LABEL_TEXT = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
    "and must start and end with an alphanumeric character"
)
_SUBDOMAIN_TEXT = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
    "and must start and end with an alphanumeric character"
)
_VALUE_TEXT = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
    "and must start and end with an alphanumeric character"
)

_LABEL_LENGTH = 63
_SUBDOMAIN_LENGTH = 253


def regex_reason(text: str, pattern: str, *examples: str) -> str:
    """The API's sentence about a pattern that a text doesn't follow (validation.go RegexError, its commas included)."""
    if not examples:
        return f"{text} (regex used for validation is '{pattern}')"
    shown = " or ".join(f"'{example}', " for example in examples)
    return f"{text} (e.g. {shown}regex used for validation is '{pattern}')"


def length_reason(limit: int, unit: str = "characters") -> str:
    """The API's sentence about a text that is too long."""
    return f"must be no more than {limit} {unit}"


@lru_cache(maxsize=4096)
def dns_label(text: str) -> tuple[str, ...]:
    """The reasons why `text` is no RFC 1123 label, such as a container's name."""
    reasons = _too_long(text, _LABEL_LENGTH)
    if not _MATCHES[_LABEL](text):
        if _MATCHES[_SUBDOMAIN](text):
            return (*reasons, "must not contain dots")
        return (*reasons, regex_reason(_LABEL_TEXT, _LABEL, "my-name", "123-abc"))
    return reasons


@lru_cache(maxsize=4096)
def dns_subdomain(text: str, unit: str = "characters") -> tuple[str, ...]:
    """The reasons why `text` is no RFC 1123 subdomain, such as a Pod's name."""
    reasons = _too_long(text, _SUBDOMAIN_LENGTH, unit)
    if not _MATCHES[_SUBDOMAIN](text):
        return (*reasons, regex_reason(_SUBDOMAIN_TEXT, _SUBDOMAIN, "example.com"))
    return reasons


def label_key(text: str, gates: Gates) -> tuple[str, ...]:
    """The reasons why `text` is no label key, which is what Kubernetes calls a qualified name."""
    return _label_key(text, gates.has("lengths of labels in bytes"), gates.has("label keys are called so"))


def label_value(text: str, gates: Gates) -> tuple[str, ...]:
    """The reasons why `text` is no label value; empty text is one."""
    return _label_value(text, gates.has("lengths of labels in bytes"))


def masked_prefix(name: str) -> str:
    """A `generateName` as validation sees it: a final dash is a letter (generic.go maskTrailingDash)."""
    return name[:-2] + "a" if len(name) > 1 and name.endswith("-") else name


@lru_cache(maxsize=4096)
def _label_key(text: str, in_bytes: bool, called_label_key: bool) -> tuple[str, ...]:
    unit = "bytes" if in_bytes else "characters"
    about_characters = regex_reason(_CHARACTERS, _KEY_NAME, "MyName", "my.name", "123-abc")
    prefix, slash, name = text.rpartition("/")
    if "/" in prefix:
        what = "a valid label key" if called_label_key else "a qualified name"
        return (f"{what} {about_characters} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",)
    reasons: list[str] = []
    if slash and not prefix:
        reasons.append("prefix part must be non-empty")
    elif slash:
        reasons.extend(f"prefix part {reason}" for reason in dns_subdomain(prefix, unit))
    if not name:
        reasons.append("name part must be non-empty")
    else:
        reasons.extend(f"name part {reason}" for reason in _too_long(name, _LABEL_LENGTH, unit))
    if not _MATCHES[_KEY_NAME](name):
        reasons.append(f"name part {about_characters}")
    return tuple(reasons)


@lru_cache(maxsize=4096)
def _label_value(text: str, in_bytes: bool) -> tuple[str, ...]:
    reasons = _too_long(text, _LABEL_LENGTH, "bytes" if in_bytes else "characters")
    if not _MATCHES[_VALUE](text):
        return (*reasons, regex_reason(_VALUE_TEXT, _VALUE, "MyValue", "my_value", "12345"))
    return reasons


def _too_long(text: str, limit: int, unit: str = "characters") -> tuple[str, ...]:
    if len(text) > limit or (not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > limit):
        return (length_reason(limit, unit),)
    return ()
