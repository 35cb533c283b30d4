# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every variable that a playbook or an example uses is one that preflight knows."""

from __future__ import annotations

import pathlib
import re

import yaml
from ansible_collections.quorum.kube.plugins.plugin_utils.inventory import GROUPS
from ansible_collections.quorum.kube.plugins.plugin_utils.variables import VARIABLES

HAPROXY_BACKEND = "kube_api"
ROOT = pathlib.Path(__file__).parents[4]


def test_playbooks_and_examples_use_no_variable_that_preflight_calls_misspelt():
    texts = [path.read_text() for path in (*ROOT.glob("playbooks/*.yml"), *ROOT.glob("examples/*/inventory/**/*.yml"))]
    used = {name for text in texts for name in re.findall(r"\bkube_\w+", text)} - {HAPROXY_BACKEND}

    assert texts
    assert set() == used - set(VARIABLES) - set(GROUPS)


def test_variables_are_in_the_order_of_the_alphabet():
    assert sorted(VARIABLES) == list(VARIABLES)


def test_the_playbook_of_the_gate_takes_the_same_variables():
    (play,) = yaml.safe_load((ROOT / "playbooks" / "gate.yml").read_text())
    known = next(task["vars"]["__gate_known"] for task in play["tasks"] if "__gate_known" in task.get("vars", {}))

    assert sorted(name for name in VARIABLES if name.startswith("kube_gate_")) == known
