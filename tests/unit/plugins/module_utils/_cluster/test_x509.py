# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Certificates, compared with what openssl says of them."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._cluster.x509 import alternative_names, public_key_hash

CERTIFICATE = """
-----BEGIN CERTIFICATE-----
MIIBzjCCAXOgAwIBAgIUFViU9VnoZ5zoL/ppFKAkx2W5Q9YwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOa3ViZS1hcGlzZXJ2ZXIwIBcNMjYxMTMwMTc0NzA5WhgPMjEy
NjExMDYxNzQ3MDlaMBkxFzAVBgNVBAMMDmt1YmUtYXBpc2VydmVyMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEJWN+6Uvm3EUxTrsi1EU9KVRmA3w/uMHxjDE/4jtW
t3XhVyT7S1L+fHlEPsp0hm1zkD4L/iKSsbsVJQP8cy51JaOBljCBkzAdBgNVHQ4E
FgQUlXfuJ2Q1aYbv9Fcv4JK1AL91v0swHwYDVR0jBBgwFoAUlXfuJ2Q1aYbv9Fcv
4JK1AL91v0swDwYDVR0TAQH/BAUwAwEB/zBABgNVHREEOTA3ghNhcGkuazhzLmV4
YW1wbGUuY29tgghtYXN0ZXItMYcErBOqZIcQ/XcAAAAAAAAAAAAAAAABgzAKBggq
hkjOPQQDAgNJADBGAiEA/SUqMCnkiJK0GyByPUCqpIxoE7I6ze2N/BwcEGY2E98C
IQCuoZiqLgfhrD5EmtyBWkekXcrmZJMJpoGnk7pwFc5W4A==
-----END CERTIFICATE-----
"""


def test_the_pin_is_the_hash_of_the_public_key():
    pin = "sha256:6bf2008af32e01a8135db19ec976a8c6c959deeb866197bbab2cd15930b00982"

    assert pin == public_key_hash("text before\n" + CERTIFICATE)


def test_names_and_addresses_of_both_families_are_read():
    expected = ["api.k8s.example.com", "master-1", "172.19.170.100", "fd77::183"]

    assert expected == alternative_names(CERTIFICATE)


def test_what_is_no_certificate_is_refused():
    with pytest.raises(ValueError, match="no certificate in PEM"):
        public_key_hash("-----BEGIN PRIVATE KEY-----")
