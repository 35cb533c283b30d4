# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table that people read."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.plugin_utils.findings import WARNING, Finding
from ansible_collections.quorum.kube.plugins.plugin_utils.table import summary, table

TWIN = Finding(
    "duplicate-address", "n2", "kube_node_ip", "10.77.0.11, which is m1's", "an address of its own", "correct it"
)
DOWN = Finding(
    "reach", "node-with-a-very-long-name.in.a.domain", "ansible_host", "no connection", "a login", "start it", WARNING
)
EVEN = Finding("even-members", "inventory", "etcd", "2 members", "an odd number", "make it 3")

EXPECTED = """\
         host                      variable      found                      expected               how to mend
-------  ------------------------  ------------  -------------------------  ---------------------  -----------
error    n2                        kube_node_ip  10.77.0.11, which is m1's  an address of its own  correct it
warning  node-with-a-very-long-na  ansible_host  no connection              a login                start it
         me.in.a.domain

preflight: 1 error and 1 warning; no host has been changed"""


def test_columns_are_aligned_and_long_cells_go_on_below():
    assert EXPECTED == table([TWIN, DOWN])


def test_errors_that_can_be_accepted_say_how():
    assert "To go on in spite of it, set kube_preflight_accept: [even-members]" == table([TWIN, EVEN]).splitlines()[-1]


def test_nothing_to_mend_is_one_line():
    assert "preflight: nothing to mend" == table([])


def test_warnings_alone_let_the_run_go_on():
    assert "preflight: 2 warnings; the run can go on" == summary([DOWN, DOWN])
