# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The hosts file around the block."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._hosts.entries import parse_entries
from ansible_collections.quorum.kube.plugins.module_utils._hosts.hosts_text import with_block, without_block
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

ENTRIES = parse_entries(
    [{"name": "m1", "addresses": ["10.0.0.1"]}, {"name": "m2", "addresses": ["10.0.0.2", "fd00::2"]}], "k8s.lan"
)
BLOCK = """\
# BEGIN quorum.kube hosts
10.0.0.1 m1.k8s.lan m1
10.0.0.2 m2.k8s.lan m2
fd00::2 m2.k8s.lan m2
# END quorum.kube hosts
"""
LOCAL = "127.0.0.1\tlocalhost app.local\n::1 localhost ip6-localhost ip6-loopback\n"
WAS = "#quorum.kube hosts was: "
WAS_NEXT = "#quorum.kube hosts was, before it became the next line: "

FILES = {
    "an empty file": ("", BLOCK),
    "H1 localhost lines are untouched": (LOCAL, LOCAL + BLOCK),
    "H9 the own name leaves 127.0.1.1": (
        f"{LOCAL}127.0.1.1 m1.old m1\n",
        f"{LOCAL}{WAS_NEXT}127.0.1.1 m1.old m1\n127.0.1.1 m1.old\n{BLOCK}",
    ),
    "H9 nothing but the own name is left out as a whole": (
        "127.0.1.1 m1.k8s.lan M1 # vm\n",
        f"{WAS}127.0.1.1 m1.k8s.lan M1 # vm\n{BLOCK}",
    ),
    "H9 the own name leaves a localhost line, localhost stays": (
        "127.0.0.1 m1 localhost  # x\n",
        f"{WAS_NEXT}127.0.0.1 m1 localhost  # x\n127.0.0.1 localhost  # x\n{BLOCK}",
    ),
    "the block stands before a line that shares a name": (
        "# top\n10.0.0.2 m2\nlast\n",
        f"# top\n{BLOCK}10.0.0.2 m2\nlast\n",
    ),
    "another block of ours is no conflict and stays whole": (
        "# BEGIN quorum.kube external_lb\n10.0.0.9 m2\n# END quorum.kube external_lb\n",
        f"# BEGIN quorum.kube external_lb\n10.0.0.9 m2\n# END quorum.kube external_lb\n{BLOCK}",
    ),
    "comments, empty lines and nonsense are no conflicts": (
        "# 10.0.0.9 m1\n\nnonsense m1\n",
        f"# 10.0.0.9 m1\n\nnonsense m1\n{BLOCK}",
    ),
    "no ending, carriage returns and odd bytes stay": (
        "\udcff\r\n127.0.1.1 m1\r\n# x",
        f"\udcff\r\n{WAS}127.0.1.1 m1\r\n# x\r\n" + BLOCK.replace("\n", "\r\n")[:-2],
    ),
}


@pytest.mark.parametrize(("before", "after"), FILES.values(), ids=FILES)
def test_the_block_comes_stays_and_goes(before: str, after: str) -> None:
    assert after == with_block(before, "hosts", ENTRIES, "m1").text
    assert after == with_block(after, "hosts", ENTRIES, "m1").text
    assert before == without_block(after, "hosts")


OLD = "10.0.0.9 m2 db.lan\n10.0.0.8 m1.k8s.lan m3\n10.0.0.2 m1\n127.0.0.1 localhost m2\n"


def test_every_conflict_is_refused_with_its_line() -> None:
    with pytest.raises(InputError) as caught:
        with_block(OLD, "hosts", ENTRIES, "m1", "/etc/hosts")

    expected = [
        ("/etc/hosts:1", "m2 has the address 10.0.0.9 in the line '10.0.0.9 m2 db.lan'"),
        ("/etc/hosts:2", "m1.k8s.lan has the address 10.0.0.8 in the line '10.0.0.8 m1.k8s.lan m3'"),
        ("/etc/hosts:3", "m1 has the address 10.0.0.2 in the line '10.0.0.2 m1'"),
        ("/etc/hosts:4", "m2 has the address 127.0.0.1 in the line '127.0.0.1 localhost m2'"),
    ]
    assert expected == [(problem.place, problem.found) for problem in caught.value.problems]
    assert caught.value.problems[0].expected.startswith("10.0.0.2 and fd00::2; ")


def test_line_numbers_are_those_of_the_file_with_the_block_in_it() -> None:
    with pytest.raises(InputError) as caught:
        with_block(f"127.0.1.1 m1\n{BLOCK}10.0.0.9 m2\n", "hosts", ENTRIES, "m1", "f")

    assert ["f:7"] == [problem.place for problem in caught.value.problems]


def test_conflicts_are_commented_out_on_request_and_restored() -> None:
    outcome = with_block(OLD, "hosts", ENTRIES, "m1", comment=True)

    expected = (
        f"{WAS_NEXT}10.0.0.9 m2 db.lan\n10.0.0.9 db.lan\n{WAS_NEXT}10.0.0.8 m1.k8s.lan m3\n10.0.0.8 m3\n"
        f"{WAS}10.0.0.2 m1\n{WAS_NEXT}127.0.0.1 localhost m2\n127.0.0.1 localhost\n{BLOCK}"
    )
    assert expected == outcome.text
    assert [(1, ("m2",)), (2, ("m1.k8s.lan",)), (3, ("m1",)), (4, ("m2",))] == [
        (t.line, t.names) for t in outcome.touched
    ]
    assert expected == with_block(expected, "hosts", ENTRIES, "m1", comment=True).text
    assert OLD == without_block(expected, "hosts")


def test_h7_a_template_s_placeholders_are_the_own_name() -> None:
    template = "{# The value '{{hostname}}' #}\n127.0.1.1 {{fqdn}} {{hostname}}\n127.0.0.1 localhost\n"

    outcome = with_block(template, "hosts", ENTRIES, "m1", "f", True, ("{{fqdn}}", "{{hostname}}"))

    assert template.replace("127.0.1.1", WAS + "127.0.1.1") + BLOCK == outcome.text
    assert template == without_block(outcome.text, "hosts")


def test_h14_a_changed_domain_replaces_the_old_lines_where_they_stood() -> None:
    moved = parse_entries([{"name": "m1", "addresses": ["10.0.0.1"]}], "corp.example")

    text = with_block(f"a\n{BLOCK}b\n", "hosts", moved, "m1").text

    assert "a\n# BEGIN quorum.kube hosts\n10.0.0.1 m1.corp.example m1\n# END quorum.kube hosts\nb\n" == text


def test_a_line_that_another_changed_in_the_meantime_is_kept() -> None:
    text = f"{WAS_NEXT}10.0.0.9 m2 db.lan\n10.0.0.7 other\n"

    assert "10.0.0.9 m2 db.lan\n10.0.0.7 other\n" == without_block(text, "hosts")


WARNINGS = {
    "the same address with another name": (
        "10.0.0.2 old-name\n",
        ["f:1: 10.0.0.2 is the address of m2.k8s.lan, but has other names: old-name"],
    ),
    "H10 localhost at a foreign address": (
        "10.77.0.250 localhost\n127.0.0.1 localhost\n",
        ["f:1: localhost has the address 10.77.0.250, which is not a loopback address"],
    ),
    "odd bytes are spelled out": (
        "10.0.0.2 caf\udce9\n",
        ["f:1: 10.0.0.2 is the address of m2.k8s.lan, but has other names: caf\\xe9"],
    ),
    "a quiet file": (LOCAL, []),
}


@pytest.mark.parametrize(("text", "warnings"), WARNINGS.values(), ids=WARNINGS)
def test_warnings(text: str, warnings: list[str]) -> None:
    outcome = with_block(text, "hosts", ENTRIES, "m1", "f")

    assert warnings == list(outcome.warnings)
    assert text + BLOCK == outcome.text
