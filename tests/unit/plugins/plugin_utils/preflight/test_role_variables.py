# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Variables of the roles, judged before the first role runs."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from ansible.errors import AnsibleTemplateSyntaxError, AnsibleUndefinedVariable
from ansible_collections.quorum.kube.plugins.plugin_utils.inventory import read
from ansible_collections.quorum.kube.plugins.plugin_utils.preflight import judge_inventory
from ansible_collections.quorum.kube.plugins.plugin_utils.roles import role_options, role_prefixes

COLLECTION = Path(__file__).parents[5]
SITE = {"kube_ha_address": "10.77.0.100", "kube_ha_name": "api.k8s.lan"}
HOSTS = {"m1": "10.77.0.11", "m2": "10.77.0.12", "m3": "10.77.0.13"}
GROUPS = {"kube_control_plane": list(HOSTS)}
DEFAULTS = {
    name: option.spec["default"]
    for name, option in role_options().items()
    if option.spec.get("default") is not None and "{{" not in str(option.spec["default"])
}
UNREAD = "a variable that nothing reads"


class Templates(dict):
    """Variables of which some raise when they are read, as hostvars do."""

    def __getitem__(self, key):
        value = super().__getitem__(key)
        if isinstance(value, Exception):
            raise value
        return value


def told(variables, hosts=tuple(HOSTS)):
    hostvars = {
        name: Templates(SITE, ansible_host=address, **(variables if name in hosts else {}))
        for name, address in HOSTS.items()
    }
    findings = judge_inventory(read(hostvars, GROUPS, more=role_options()))[1]
    return [(finding.check, finding.host, finding.variable, finding.found, finding.expected) for finding in findings]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        pytest.param(
            {
                "etcd_quota_backend_bytes": "8",
                "haproxy_balance": "leastconn",
                "haproxy_check_fall": "3",
                "haproxy_log_connections": "no",
                "keepalived_interface": "eth0",
                "ssh_trust_pairs": [{"source": "m1", "target": "m2"}],
            },
            [],
            id="values as the roles take them",
        ),
        pytest.param(
            {"haproxy_check_fall": "three"},
            [("value", "inventory", "haproxy_check_fall", "'three'", "a whole number")],
            id="a text for a number",
        ),
        pytest.param(
            {"haproxy_log_connections": "perhaps"},
            [("value", "inventory", "haproxy_log_connections", "'perhaps'", "true or false")],
            id="a text for a choice of two",
        ),
        pytest.param(
            {"haproxy_balance": "random"},
            [("value", "inventory", "haproxy_balance", "'random'", "roundrobin or leastconn")],
            id="none of the choices",
        ),
        pytest.param(
            {"etcd_version": [1], "ssh_trust_user": {"name": "root"}},
            [
                ("value", "inventory", "etcd_version", "[1]", "a text"),
                ("value", "inventory", "ssh_trust_user", "{'name': 'root'}", "a text"),
            ],
            id="lists and mappings for texts",
        ),
        pytest.param(
            {"haproxy_bind_port": "xx"},
            [("value", "inventory", "haproxy_bind_port", "'xx'", "a whole number")],
            id="what a playbook passes has a form as well: extra variables go before it",
        ),
        pytest.param(
            {"haproxy_bind_addresses": ["::", ["*"], {}]},
            [
                ("value", "inventory", "haproxy_bind_addresses", "[1]: ['*']", "a text"),
                ("value", "inventory", "haproxy_bind_addresses", "[2]: {}", "a text"),
            ],
            id="each wrong item of a list",
        ),
        pytest.param(
            {"ssh_trust_pairs": [{"source": "m1", "target": "m2"}, {"source": "m1"}, "m1"]},
            [
                (
                    "value",
                    "inventory",
                    "ssh_trust_pairs",
                    "[1]: missing required arguments: target found in ssh_trust_pairs",
                    "a mapping of source (a text), target (a text)",
                ),
                (
                    "value",
                    "inventory",
                    "ssh_trust_pairs",
                    "[2]: 'm1'",
                    "a mapping of source (a text), target (a text)",
                ),
            ],
            id="items with fields",
        ),
        pytest.param(
            {"ssh_trust_pairs": [{"source": ["m1"], "target": "m2"}]},
            [
                (
                    "value",
                    "inventory",
                    "ssh_trust_pairs",
                    "[0]: {'source': ['m1'], 'target': 'm2'}",
                    "a mapping of source (a text), target (a text)",
                )
            ],
            id="a list for the text of a field",
        ),
        pytest.param(
            {"haproxy_check_fall": AnsibleUndefinedVariable("'haproxy_state' is undefined")},
            [],
            id="a value that a later task will know",
        ),
        pytest.param(
            {"haproxy_balance": AnsibleTemplateSyntaxError("unexpected end of template")},
            [("value", "inventory", "haproxy_balance", "unexpected end of template", "a template that Jinja can read")],
            id="a template that is none",
        ),
        pytest.param(
            {"haproxy_bnd_port": 3, "etcd_versoin": "3.6.14"},
            [
                ("spelling", "inventory", "etcd_versoin", UNREAD, "etcd_version"),
                ("spelling", "inventory", "haproxy_bnd_port", UNREAD, "haproxy_bind_port"),
            ],
            id="misspelt",
        ),
        pytest.param(
            {"haproxy_site_owner": "me", "hosts_of_mine": [], "container_runtime_class": "runc", "haproxy": 1},
            [],
            id="variables of the site's own",
        ),
    ],
)
def test_what_a_role_would_refuse_is_told_before_it(variables, expected):
    assert expected == told(variables)


def test_a_mistake_of_a_group_is_told_once():
    wrong = {"haproxy_check_fall": "x", "haproxy_bnd_port": 3}

    assert [
        ("spelling", "m1", "haproxy_bnd_port", f"{UNREAD} (as on 1 more)", "haproxy_bind_port"),
        ("value", "m1", "haproxy_check_fall", "'x' (as on 1 more)", "a whole number"),
    ] == told(wrong, ["m1", "m2"])


def test_a_secret_is_not_shown():
    assert [("value", "inventory", "etcd_ca_passphrase", "a value that is kept secret", "a text")] == told(
        {"etcd_ca_passphrase": ["s3cret"]}
    )


def test_a_long_value_is_cut():
    (row,) = told({"haproxy_check_fall": "long " * 100})

    assert len(row[3]) <= 120


def test_defaults_of_the_roles_are_right():
    assert [] == told(DEFAULTS)


def test_no_result_and_no_fact_of_a_role_is_taken_for_a_misspelt_option():
    files = [*COLLECTION.glob("roles/*/tasks/*.yml"), *COLLECTION.glob("playbooks/**/*.yml")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    words = set(re.findall(r"(?<![.\w])[a-z][a-z0-9_]+", text))
    results = {word: {} for word in words if word.startswith(role_prefixes()) and word not in role_options()}

    assert {"haproxy_state", "kubeadm_made", "etcd_cluster"} <= results.keys()
    assert [] == told(results)


def test_three_hundred_hosts_are_judged_in_a_moment():
    names = [f"n{number}" for number in range(300)]
    own = {**SITE, **DEFAULTS, "haproxy_bnd_port": 3}
    hostvars = {name: {**own, "ansible_host": f"10.77.{n // 200}.{n % 200 + 1}"} for n, name in enumerate(names)}
    inventory = read(hostvars, {"kube_control_plane": names[:3], "kube_node": names[3:]}, more=role_options())
    begun = time.process_time()

    judge_inventory(inventory)

    assert time.process_time() - begun < 5
