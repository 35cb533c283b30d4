# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Host names by RFC 1123, as kube-apiserver accepts them for nodes."""

from __future__ import annotations

import re

from .addresses import parse_address

_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
LONGEST_LABEL = 63
LONGEST_NAME = 253


def name_mistake(name: str) -> str:
    """What makes the text no host name, or an empty text when it is one.

    The rule is IsDNS1123Subdomain (kubernetes/apimachinery pkg/util/validation/validation.go) with RFC 1123's limit of
    63 characters a label. A name of digits only is refused although the API accepts it: YAML reads it as a number.
    """
    if parse_address(name) is not None:
        return "an address instead of a name"
    if len(name) > LONGEST_NAME:
        return f"{len(name)} characters"
    labels = name.split(".")
    if labels[0].isdigit():
        return "digits only"
    for label in labels:
        mistake = _label_mistake(label)
        if mistake:
            return mistake
    return ""


def suggested_name(name: str) -> str:
    """The nearest name that the rule accepts, or an empty text when nothing is left of it."""
    cleaned = re.sub(r"[^a-z0-9.-]", "-", name.lower())
    labels = [label.strip("-")[:LONGEST_LABEL].rstrip("-") for label in cleaned.split(".")]
    near = ".".join(label for label in labels if label)
    if near and near.split(".", maxsplit=1)[0].isdigit():
        near = f"node-{near}"
    return near if near and not name_mistake(near) else ""


def _label_mistake(label: str) -> str:
    if not label:
        return "an empty label"
    if len(label) > LONGEST_LABEL:
        return f"a label of {len(label)} characters"
    strange = sorted(set(re.findall(r"[^a-z0-9-]", label)))
    if strange:
        upper = all(character.isupper() for character in strange)
        return "upper-case letters" if upper else "the character " + " ".join(repr(character) for character in strange)
    return "" if _LABEL.fullmatch(label) else "a hyphen at the edge of a label"
