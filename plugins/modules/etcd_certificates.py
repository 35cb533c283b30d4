#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documentation of the action `etcd_certificates`, which decides and signs on the controller."""

from __future__ import annotations

DOCUMENTATION = r"""
module: etcd_certificates
short_description: Certificates of a host, for keys that never leave it
description:
  - The host makes the keys that it lacks. What each certificate says is decided on the controller, which signs it with
    the authority's key. Of the host it takes the public key alone, so a host cannot ask for a name or a usage.
  - A certificate is made anew when there is none, when it ends within O(renew_days), when its names, addresses or
    usages are not those that are wanted, when another authority has signed it, or when the key beside it is another's.
    A key that is there is kept, so a certificate is replaced in one step and nobody ever reads half of a pair.
requirements:
  - cryptography on the controller
  - openssl on the host
options:
  ca_certificate:
    description:
      - Path of the authority's certificate on the controller.
        In a bundle the one of O(ca_key) signs, and all are trusted.
    type: path
    required: true
  ca_key:
    description: Path of the authority's key on the controller. Either this or O(ca_key_content) is needed.
    type: path
  ca_key_content:
    description: The key itself, where it is kept elsewhere. It is written nowhere.
    type: str
  ca_passphrase:
    description: The key's passphrase. Empty when it has none.
    type: str
    default: ""
  ca_path:
    description: Where the host keeps the authority's certificates.
    type: path
    required: true
  valid_days:
    description: Days that a new certificate is valid, at most until the authority's own ends.
    type: int
    default: 365
  renew_days:
    description: A certificate that ends in less than so many days is made anew.
    type: int
    default: 90
  files:
    description: The certificates and their keys.
    type: list
    elements: dict
    required: true
    suboptions:
      certificate:
        description: Path of the certificate on the host.
        type: path
        required: true
      key:
        description: Path of its key on the host.
        type: path
        required: true
      owner:
        description: The user that may read the key.
        type: str
        default: root
      common_name:
        description: Whom the certificate names.
        type: str
        required: true
      organization:
        description: The organization in its subject. Empty for none.
        type: str
        default: ""
      names:
        description: Names under which its holder is reached.
        type: list
        elements: str
        default: []
      addresses:
        description: Addresses under which its holder is reached.
        type: list
        elements: str
        default: []
      usages:
        description: What its holder may be.
        type: list
        elements: str
        choices: [server, client]
        required: true
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - RV(issued) tells the reason for each certificate.
  idempotent:
    support: full
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Give the API server its client certificate
  quorum.kube.etcd_certificates:
    ca_certificate: /srv/etcd-ca/ca.crt
    ca_key: /srv/etcd-ca/ca.key
    ca_path: /etc/kubernetes/etcd/ca.crt
    files:
      - certificate: /etc/kubernetes/etcd/client.crt
        key: /etc/kubernetes/etcd/client.key
        common_name: kube-apiserver-etcd-client
        usages: [client]
"""

RETURN = r"""
issued:
  description: The certificates that were made, each with every reason.
  returned: success
  type: list
  elements: dict
  sample:
    - certificate: /etc/etcd/pki/server.crt
      reasons: ["it lacks etcd.example.com"]
      serial: 4F2A99C0
      ends: "2027-11-30"
ca_written:
  description: Whether the host's file of the authority's certificates was written.
  returned: success
  type: bool
  sample: false
"""
