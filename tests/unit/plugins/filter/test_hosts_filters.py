# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filters of the roles hosts and ssh_trust through Ansible's own engine."""

from __future__ import annotations

from typing import Any

import pytest
from ansible.parsing.dataloader import DataLoader
from ansible.template import Templar, trust_as_template

VARIABLES = {
    "topology": {
        "hosts": [{"name": "m1", "fqdn": "m1.lan", "addresses": ["10.0.0.1"]}],
        "mode": "keepalived",
        "external_lb_method": "local_proxy",
        "name": "api.lan",
        "address": "10.0.0.9",
    },
    "logins": [{"name": "m1", "logins": {"m2": "ok", "m3": "Permission denied"}}],
}
EXPRESSIONS: list[tuple[str, Any]] = [
    (
        "topology | quorum.kube.hosts_entries",
        [{"name": "m1", "addresses": ["10.0.0.1"]}, {"name": "api.lan", "addresses": ["10.0.0.9"], "type": "endpoint"}],
    ),
    ("topology | quorum.kube.trust_hosts", [{"name": "m1", "aliases": ["m1.lan"], "addresses": ["10.0.0.1"]}]),
    (
        "logins | quorum.kube.login_matrix",
        ["from / to  m2  m3", "m1         ok  FAIL", "m1 -> m3: Permission denied"],
    ),
    ("[] | quorum.kube.login_matrix", []),
]


@pytest.mark.parametrize(("expression", "expected"), EXPRESSIONS, ids=[text for text, _expected in EXPRESSIONS])
def test_filters_in_templates(expression: str, expected: Any) -> None:
    templar = Templar(loader=DataLoader(), variables=VARIABLES)

    assert expected == templar.template(trust_as_template("{{ " + expression + " }}"))
