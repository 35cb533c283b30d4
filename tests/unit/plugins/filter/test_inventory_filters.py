# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filters, as the real template engine calls them."""

from __future__ import annotations

import pytest
from ansible.errors import AnsibleTemplateError
from ansible.parsing.dataloader import DataLoader
from ansible.template import Templar, trust_as_template

NAMES = {
    "groups": {"kube_control_plane": ["m1", "m2", "m3"]},
    "hostvars": {
        f"m{number}": {
            "ansible_host": f"10.77.0.1{number}",
            "kube_ha_address": "10.77.0.100",
            "kube_ha_name": "api.k8s.lan",
        }
        for number in (1, 2, 3)
    },
    "interfaces": [
        {"name": "eth0", "up": True, "loopback": False, "addresses": [{"address": "10.77.0.11", "prefix": 24}]}
    ],
}


def test_a_value_that_the_inventory_cannot_give_is_one_mistake_among_others():
    hostvars = {
        **NAMES["hostvars"],
        "m2": {**NAMES["hostvars"]["m2"], "kube_node_ip": trust_as_template("{{ nowhere }}")},
    }
    hostvars["m3"] = {**hostvars["m3"], "kube_node_ip": "here"}
    templar = Templar(loader=DataLoader(), variables={**NAMES, "hostvars": hostvars})

    with pytest.raises(AnsibleTemplateError) as caught:
        templar.template(trust_as_template("{{ hostvars | quorum.kube.topology(groups) }}"))

    assert "m2: kube_node_ip: 'nowhere' is undefined (expected" in str(caught.value)
    assert "m3: kube_node_ip: 'here' (expected" in str(caught.value)


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{ (hostvars | quorum.kube.topology(groups)).load_balancers }}", ["m1", "m2", "m3"]),
        ("{{ groups | quorum.kube.cluster_hosts }}", ["m1", "m2", "m3"]),
        ("{{ groups | quorum.kube.cluster_hosts(['kube_node']) }}", []),
        ("{{ 'guide' | quorum.kube.vrid('172.19.170.100') }}", 77),
        ("{{ ['m2', 'm1'] | quorum.kube.vrrp_priorities }}", {"m1": 254, "m2": 248}),
        ("{{ '10.77.0.100' | quorum.kube.interface_for(interfaces) }}", "eth0"),
        ("{{ hostvars | quorum.kube.inventory_nodes(groups) | map(attribute='kind') | unique }}", ["Node"]),
        ("{{ hostvars | quorum.kube.declared_nodes(groups, ['m2']) | map(attribute='name') }}", ["m2"]),
    ],
)
def test_filters_give_plain_values_through_the_engine(template, expected):
    templar = Templar(loader=DataLoader(), variables=NAMES)

    assert expected == templar.template(trust_as_template(template))
