# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The authority on the controller. What it signs is read back by openssl, not by itself."""

from __future__ import annotations

import subprocess
from datetime import timedelta

import pytest
from ansible.errors import AnsibleActionFail
from ansible_collections.quorum.kube.plugins.module_utils._etcd.certificates import Wanted, reasons
from ansible_collections.quorum.kube.plugins.plugin_utils.authority import Authority, now, serial

WANT = Wanted(
    "m1", "", frozenset({"m1", "m1.k8s.lan"}), frozenset({"10.77.0.1", "fd77::1"}), frozenset({"server", "client"})
)
CURVE = ("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")


def openssl(*arguments):
    done = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True, check=True)
    return done.stdout


def make(folder, name, passphrase="", days=365):
    """An authority of openssl's making: the paths of its certificate and its key."""
    certificate, key = folder / f"{name}.crt", folder / f"{name}.key"
    sealed = ("-aes256", "-pass", f"pass:{passphrase}") if passphrase else ()
    openssl("genpkey", *CURVE, *sealed, "-out", key)
    opened = ("-passin", f"pass:{passphrase}") if passphrase else ()
    usage = ("-addext", "keyUsage=critical,keyCertSign")
    openssl("req", "-x509", "-key", key, *opened, *usage, "-subj", f"/CN={name}", "-days", days, "-out", certificate)
    return certificate, key


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("authorities")


@pytest.fixture(scope="module")
def authority(folder):
    return Authority(*make(folder, "ours"), "")


@pytest.fixture(scope="module")
def public_key(folder):
    openssl("genpkey", *CURVE, "-out", folder / "host.key")
    return openssl("pkey", "-in", folder / "host.key", "-pubout")


def test_what_is_signed_says_what_is_wanted_and_nothing_more(authority, public_key, folder):
    text, dummy = authority.sign(public_key, WANT, 365, now())
    (folder / "leaf.crt").write_text(text)

    told = openssl("x509", "-in", folder / "leaf.crt", "-noout", "-text")

    assert openssl("verify", "-x509_strict", "-CAfile", folder / "ours.crt", folder / "leaf.crt").endswith(": OK\n")
    assert "DNS:m1, DNS:m1.k8s.lan, IP Address:10.77.0.1, IP Address:FD77:0:0:0:0:0:0:1" in told
    assert "TLS Web Client Authentication, TLS Web Server Authentication" in told
    assert "CA:FALSE" in told
    assert "Digital Signature\n" in told
    assert public_key == openssl("x509", "-in", folder / "leaf.crt", "-noout", "-pubkey")
    assert f"serial={serial(text)}\n" == openssl("x509", "-in", folder / "leaf.crt", "-noout", "-serial")
    assert [] == reasons(authority.found(text, public_key), WANT, now(), 364)


def test_a_certificate_ends_with_its_authority(folder, public_key):
    short = Authority(*make(folder, "short", days=10), "")

    ends = short.sign(public_key, WANT, 365, now())[1]

    assert ends - now() <= timedelta(days=10)


def test_another_authoritys_certificate_is_told_from_ours_though_it_has_its_name(authority, folder, public_key):
    (folder / "other").mkdir()
    other = Authority(*make(folder / "other", "ours"), "")

    found = authority.found(other.sign(public_key, WANT, 365, now())[0], public_key)

    assert ["the cluster's authority has not signed it"] == reasons(found, WANT, now(), 90)


def test_the_key_beside_a_certificate_must_be_its_own(authority, folder, public_key):
    text = authority.sign(public_key, WANT, 365, now())[0]
    other = openssl("pkey", "-in", folder / "ours.key", "-pubout")

    assert (False, False) == (authority.found(text, other).key_fits, authority.found(text, "").key_fits)


@pytest.mark.parametrize(
    "text", ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_what_is_no_certificate_is_none(authority, public_key, text):
    assert authority.found(text, public_key) is None


def test_in_a_bundle_the_certificate_of_the_key_signs(folder, public_key):
    old, old_key = make(folder, "old")
    new, new_key = make(folder, "new")
    bundle = folder / "bundle.crt"
    bundle.write_text(old.read_text() + new.read_text())

    before, after = Authority(bundle, old_key, ""), Authority(bundle, new_key, "")
    text = before.sign(public_key, WANT, 365, now())[0]

    assert (True, False) == (before.found(text, public_key).signed, after.found(text, public_key).signed)
    assert bundle.read_text() == after.bundle


@pytest.mark.parametrize(
    ("expected", "passphrase"),
    [
        ("expected its passphrase", "wrong"),
        ("expected a key without a passphrase, or its passphrase", ""),
    ],
)
def test_a_wrong_passphrase_is_refused_and_not_shown(folder, expected, passphrase):
    certificate, key = folder / "sealed.crt", folder / "sealed.key"
    if not key.exists():
        make(folder, "sealed", "right")

    with pytest.raises(AnsibleActionFail) as refused:
        Authority(certificate, key, passphrase)

    assert str(refused.value).startswith(f"{key}: the authority's key cannot be read ({expected})")


def test_a_key_that_is_kept_elsewhere_is_given_as_text_and_shown_in_no_refusal(folder, public_key):
    certificate, key = make(folder, "elsewhere", "right")

    given = Authority(certificate, key.read_text(), "right")
    with pytest.raises(AnsibleActionFail) as refused:
        Authority(certificate, key.read_text(), "wrong")

    assert [] == reasons(given.found(given.sign(public_key, WANT, 365, now())[0], public_key), WANT, now(), 90)
    assert str(refused.value).startswith("ca_key_content: the authority's key cannot be read (expected its passphrase)")


def test_a_key_of_another_authority_is_refused(folder):
    certificate, dummy = make(folder, "one")
    dummy, key = make(folder, "two")

    with pytest.raises(AnsibleActionFail, match="belongs to no certificate of"):
        Authority(certificate, key, "")


def test_a_file_that_is_missing_is_told(tmp_path):
    with pytest.raises(AnsibleActionFail, match="expected the authority's file on the controller"):
        Authority(tmp_path / "ca.crt", tmp_path / "ca.key", "")
