# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The two things that joining a cluster asks of a certificate, read from its DER. Private to this collection.

Hosts have Python and often no openssl.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
from collections.abc import Iterator
from typing import NamedTuple

_PEM = re.compile(r"-----BEGIN CERTIFICATE-----(.+?)-----END CERTIFICATE-----", re.DOTALL)
_VERSION = 0xA0
_EXTENSIONS = 0xA3
_OCTETS = 0x04
_DNS = 0x82
_ADDRESS = 0x87
_SUBJECT_ALT_NAME = bytes.fromhex("0603551d11")


class Element(NamedTuple):
    """One element of DER: its tag, its content, and the whole of it."""

    tag: int
    content: bytes
    whole: bytes


def public_key_hash(pem: str) -> str:
    """The pin of kubeadm's discovery: `sha256:` and the digest of the certificate's SubjectPublicKeyInfo (RFC 7469)."""
    fields = [element for element in _fields(pem) if element.tag != _VERSION]
    return "sha256:" + hashlib.sha256(fields[5].whole).hexdigest()


def alternative_names(pem: str) -> list[str]:
    """The DNS names and addresses of a certificate, in its order; none without the extension."""
    for element in _fields(pem):
        if element.tag == _EXTENSIONS:
            for extension in _elements(next(_elements(element.content)).content):
                if extension.content.startswith(_SUBJECT_ALT_NAME):
                    octets = [part for part in _elements(extension.content) if part.tag == _OCTETS]
                    return [_name(name) for name in _elements(next(_elements(octets[0].content)).content)]
    return []


def _name(element: Element) -> str:
    if element.tag == _ADDRESS:
        return str(ipaddress.ip_address(element.content))
    return element.content.decode("ascii", "replace") if element.tag == _DNS else ""


def _fields(pem: str) -> list[Element]:
    """The fields of the TBSCertificate (RFC 5280, section 4.1)."""
    match = _PEM.search(pem)
    if not match:
        raise ValueError("no certificate in PEM")
    certificate = next(_elements(base64.b64decode(match.group(1))))
    return list(_elements(next(_elements(certificate.content)).content))


def _elements(data: bytes) -> Iterator[Element]:
    position = 0
    while position < len(data):
        start, tag, length = position, data[position], data[position + 1]
        position += 2
        if length & 0x80:
            count = length & 0x7F
            length = int.from_bytes(data[position : position + count], "big")
            position += count
        yield Element(tag, data[position : position + length], data[start : position + length])
        position += length
