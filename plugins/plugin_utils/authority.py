# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""An authority: reads certificates, signs those of other people's keys."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from ansible.errors import AnsibleActionFail

from ..module_utils._etcd.certificates import Found, Wanted

try:
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.x509.oid import ExtendedKeyUsageOID, ExtensionOID, NameOID

    MISSING = ""
except ImportError as error:
    MISSING = str(error)
else:
    USAGES = {"server": ExtendedKeyUsageOID.SERVER_AUTH, "client": ExtendedKeyUsageOID.CLIENT_AUTH}

BACKDATED = timedelta(hours=1)  # a host whose clock is behind takes a new certificate at once


class Authority:
    """A certificate and its key, which is given as a file or as its text.

    In a bundle the certificate of the key signs, and the others are trusted besides.

    Raises:
        AnsibleActionFail: When a file cannot be read, the passphrase is not the key's, or the key is another's.
    """

    def __init__(self, certificate: Path, key: Path | str, passphrase: str) -> None:
        if MISSING:
            raise AnsibleActionFail(f"the controller's Python lacks cryptography: {MISSING}")
        self.bundle = _text(certificate)
        self._key = _private_key(key, passphrase)
        public = _public(self._key.public_key())
        trusted = x509.load_pem_x509_certificates(self.bundle.encode())
        own = [one for one in trusted if _public(one.public_key()) == public]
        if not own:
            raise AnsibleActionFail(f"{_place(key)}: the key belongs to no certificate of {certificate}")
        self._certificate = own[0]

    def found(self, certificate: str, public_key: str) -> Found | None:
        """What a certificate says; None when the text holds none."""
        try:
            read = x509.load_pem_x509_certificate(certificate.encode())
        except ValueError:
            return None
        own = bool(public_key) and _public(read.public_key()) == public_key.strip()
        said = Wanted(
            common_name=_attribute(read, NameOID.COMMON_NAME),
            organization=_attribute(read, NameOID.ORGANIZATION_NAME),
            **_subjects(read),
            usages=_usages(read),
        )
        return Found(said, self._has_signed(read), own, read.not_valid_before_utc, read.not_valid_after_utc)

    def sign(self, public_key: str, wanted: Wanted, days: int, now: datetime) -> tuple[str, datetime]:
        """A certificate for the key that says what is wanted, and when it ends: not after the authority's own."""
        ends = min(now + timedelta(days=days), self._certificate.not_valid_after_utc)
        key = serialization.load_pem_public_key(public_key.encode())
        builder = (
            x509.CertificateBuilder()
            .subject_name(_name(wanted))
            .issuer_name(self._certificate.subject)
            .public_key(key)  # type: ignore[arg-type]
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - BACKDATED)
            .not_valid_after(ends)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_key_usage(), critical=True)
            .add_extension(x509.ExtendedKeyUsage([USAGES[usage] for usage in sorted(wanted.usages)]), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)  # type: ignore[arg-type]
            .add_extension(_authority_identifier(self._certificate), critical=False)
        )
        alternatives = _alternatives(wanted)
        if alternatives:
            builder = builder.add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        made = builder.sign(self._key, hashes.SHA256())
        return made.public_bytes(serialization.Encoding.PEM).decode(), ends

    def _has_signed(self, certificate: Any) -> bool:
        try:
            certificate.verify_directly_issued_by(self._certificate)
        except (ValueError, TypeError, InvalidSignature):
            return False
        return True


def serial(certificate: str) -> str:
    """A certificate's serial number in hexadecimal, as openssl tells it."""
    digits = f"{x509.load_pem_x509_certificate(certificate.encode()).serial_number:X}"
    return digits.zfill(len(digits) + len(digits) % 2)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise AnsibleActionFail(
            f"{path}: {error.strerror} (expected the authority's file on the controller)"
        ) from error


def _place(key: Path | str) -> str:
    return str(key) if isinstance(key, Path) else "ca_key_content"


def _private_key(key: Path | str, passphrase: str) -> Any:
    password = passphrase.encode() if passphrase else None
    text = _text(key) if isinstance(key, Path) else key
    try:
        return serialization.load_pem_private_key(text.encode(), password)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        expected = "its passphrase" if passphrase else "a key without a passphrase, or its passphrase"
        raise AnsibleActionFail(f"{_place(key)}: the authority's key cannot be read (expected {expected})") from error


def _public(key: Any) -> str:
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return str(key.public_bytes(serialization.Encoding.PEM, form).decode().strip())


def _attribute(certificate: Any, oid: Any) -> str:
    return next((str(entry.value) for entry in certificate.subject.get_attributes_for_oid(oid)), "")


def _subjects(certificate: Any) -> dict[str, frozenset[str]]:
    try:
        entries = certificate.extensions.get_extension_for_oid(ExtensionOID.SUBJECT_ALTERNATIVE_NAME).value
    except x509.ExtensionNotFound:
        return {"names": frozenset(), "addresses": frozenset()}
    return {
        "names": frozenset(entries.get_values_for_type(x509.DNSName)),
        "addresses": frozenset(map(str, entries.get_values_for_type(x509.IPAddress))),
    }


def _usages(certificate: Any) -> frozenset[str]:
    try:
        told = certificate.extensions.get_extension_for_oid(ExtensionOID.EXTENDED_KEY_USAGE).value
    except x509.ExtensionNotFound:
        return frozenset()
    return frozenset(usage for usage, oid in USAGES.items() if oid in told)


def _name(wanted: Wanted) -> Any:
    entries = [x509.NameAttribute(NameOID.COMMON_NAME, wanted.common_name)]
    if wanted.organization:
        entries.insert(0, x509.NameAttribute(NameOID.ORGANIZATION_NAME, wanted.organization))
    return x509.Name(entries)


def _alternatives(wanted: Wanted) -> list[Any]:
    names: Iterable[Any] = map(x509.DNSName, sorted(wanted.names))
    return [*names, *(x509.IPAddress(ipaddress.ip_address(address)) for address in sorted(wanted.addresses))]


def _authority_identifier(certificate: Any) -> Any:
    try:
        known = certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    except x509.ExtensionNotFound:
        return x509.AuthorityKeyIdentifier.from_issuer_public_key(certificate.public_key())
    return x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(known)


def _key_usage() -> Any:
    others = dict.fromkeys(
        (
            "content_commitment",
            "key_encipherment",
            "data_encipherment",
            "key_agreement",
            "key_cert_sign",
            "crl_sign",
            "encipher_only",
            "decipher_only",
        ),
        False,
    )
    return x509.KeyUsage(digital_signature=True, **others)


def now() -> datetime:
    return datetime.now(timezone.utc).replace(microsecond=0)
