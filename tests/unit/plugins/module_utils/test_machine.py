# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host tells of the roles that have set something up, by the very files that these roles write."""

from __future__ import annotations

import fnmatch
import pathlib

import pytest
import yaml
from ansible_collections.quorum.kube.plugins.module_utils import _machine

ROLES = pathlib.Path(__file__).parents[4] / "roles"


def of_role(role, variable):
    return yaml.safe_load((ROLES / role / "vars" / "main.yml").read_text())[variable]


UNIT_OF_A_WAY = "/etc/systemd/system/quorum-kube-lb-forward.service"
BLOCK_OF_A_WAY = "127.0.0.1 localhost\n# BEGIN quorum.kube external_lb\n192.0.2.1 api\n"


@pytest.mark.parametrize(
    ("files", "hosts", "expected"),
    [
        pytest.param([], "127.0.0.1 localhost\n", [], id="a blank host"),
        pytest.param(["/etc/systemd/system/haproxy.service"], "", [], id="a haproxy of the distribution"),
        pytest.param([of_role("haproxy", "__haproxy_drop_in")], "", ["haproxy"], id="haproxy"),
        pytest.param([of_role("keepalived", "__keepalived_drop_in")], "", ["keepalived"], id="keepalived"),
        pytest.param([UNIT_OF_A_WAY], "", ["external_lb"], id="a way with a unit"),
        pytest.param([], BLOCK_OF_A_WAY, ["external_lb"], id="a way in the hosts file"),
    ],
)
def test_a_role_is_told_while_something_of_it_is_there(monkeypatch, files, hosts, expected):
    monkeypatch.setattr(_machine.glob, "glob", lambda pattern: fnmatch.filter(files, pattern))
    monkeypatch.setattr(_machine, "text_of", lambda path: hosts)

    assert expected == _machine.set_up()
