# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report for terminals."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.plugin_utils import reports
from ansible_collections.quorum.kube.plugins.plugin_utils.reports import standing
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.gated import MANIFESTS, gated
from ansible_collections.quorum.kube.tests.unit.plugins.plugin_utils.reports.findings import finding, result, waived

WHOLE = """\
Deployment shop/web  web.yml
  4  error    invalid  spec.replicas
              must be at least 2
              fix: set it to 2
  4  note     trap  spec.replicas
              one is none
              fix: set it to 2

Deployment shop/old  old.yml
  4  waived   trap  spec.replicas
              one is none
              fix: set it to 2
              waived until 2027-01-31: until the move

0 pod templates
gate: refused (1 error, 1 note, 1 waived)
"""


def test_whole_report() -> None:
    told = result(
        finding(file="old.yml", name="old", waived=waived()),
        finding(severity="note"),
        finding("invalid", "error", message="spec.replicas: must be at least 2"),
    )

    assert reports.render("text", told) == WHOLE


def test_pods_in_a_table() -> None:
    lines = reports.render("text", gated([str(MANIFESTS)]).result).splitlines()

    start = lines.index("pods of                             class       valid  runs on")
    assert [
        "Pod shop/cache                      Guaranteed  yes    2 of 5 nodes",
        "Pod research/training               Burstable   no     no node",
        "CronJob shop/nightly-report         BestEffort  yes    2 of 5 nodes",
        "DaemonSet monitoring/node-exporter  Burstable   yes    5 of 5 nodes",
        "StatefulSet shop/db                 Guaranteed  yes    2 of 5 nodes",
        "Deployment shop/web                 Burstable   yes    2 of 5 nodes",
    ] == lines[start + 1 : start + 7]
    assert "6 pod templates: 2 Guaranteed, 3 Burstable, 1 BestEffort" == lines[-2]


CASES = {
    "1 case of 2 rules, all as expected": {"cases": 1, "rules": 2, "unexpected": 0},
    "3 cases of 1 rule, 2 otherwise than expected": {"cases": 3, "rules": 1, "unexpected": 2},
}


@pytest.mark.parametrize(("line", "tested"), CASES.items(), ids=CASES)
def test_the_cases_of_a_policy_are_counted(line: str, tested: dict[str, int]) -> None:
    told = result()
    alone = {**told, "summary": {**told["summary"], "policy_test": tested}}
    beside = {**alone, "summary": {**alone["summary"], "pods": 1}}

    assert f"{line}\ngate: accepted (nothing to mend)\n" == reports.render("text", alone)
    assert f"{line}\n1 pod template\ngate: accepted (nothing to mend)\n" == reports.render("text", beside)


def test_of_many_pods_those_that_fit_are_counted() -> None:
    pod = {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a", "image": "a"}]}}
    pods = [{**pod, "metadata": {"name": f"p{number}"}} for number in range(150)]
    pods[7] = {**pods[7], "spec": {**pod["spec"], "nodeSelector": {"disk": "ssd"}}}

    lines = reports.render("text", gated(definition=pods).result).splitlines()

    start = lines.index("pods of         class       valid  runs on")
    assert ["Pod default/p7  BestEffort  yes    no node", "149 more are valid and fit", ""] == lines[
        start + 1 : start + 4
    ]


def test_nothing_to_say() -> None:
    assert reports.render("text", result()) == "0 pod templates\ngate: accepted (nothing to mend)\n"


def test_colours_only_where_they_are_asked_for() -> None:
    told = result(finding("invalid", "error"))

    assert "\x1b[" not in reports.render("text", told)
    assert "\x1b[31;1merror  \x1b[0m" in reports.render("text", told, colour=True)


def test_a_name_cannot_command_the_terminal() -> None:
    told = reports.render("text", result(finding(name="a\x1b[2Jb", message="c\x07\r\x9bd")))

    assert {"\n"} == {character for character in told if ord(character) < 32 or 127 <= ord(character) < 160}
    assert "a\\x1b[2Jb" in told


def test_lines_keep_to_the_width() -> None:
    told = reports.render("text", result(finding(message="word " * 100)), width=80)

    assert max(map(len, told.splitlines())) <= 80


def test_an_unknown_format_names_the_near_one() -> None:
    with pytest.raises(InputError) as caught:
        reports.render("htm", result())

    assert 'report.format: "htm" is no format (expected html)' == str(caught.value)


def test_long_names_leave_tables_readable() -> None:
    longest = "-".join(["x" * 62] * 4)
    pod = {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": longest, "namespace": "y" * 63}}
    pod["spec"] = {"containers": [{"name": "c", "image": "i"}]}
    told = gated(definition=pod, in_turn=True).result
    told["eviction"] = standing.eviction(told)

    lines = reports.render("text", told, width=80).splitlines()

    table = lines[next(number for number, line in enumerate(lines) if line.startswith("pods of")) :]
    assert [] == [line for line in table if len(line) > 80]
    assert [
        f"Pod {'y' * 19}…{'x' * 23}  BestEffort  yes    2 of 5 nodes",
        f"node-1  {'y' * 17}…{'x' * 17}  may use all there…thing; priority 0",
    ] == [line for line in lines if "…" in line]


def test_a_long_name_and_a_long_field_stand_in_lines_of_their_own() -> None:
    field = f"spec.{'template.' * 12}spec"
    lines = reports.render("text", result(finding(name="w" * 80, field=field))).splitlines()

    assert [f"Deployment shop/{'w' * 80}", "  web.yml", "  4  warning  trap", f"                {field}"] == lines[:4]


def test_the_first_to_be_evicted_on_each_node() -> None:
    entry = {"namespace": "shop", "name": "web-0", "reason": "requests 1Gi and may use no more; priority 0"}
    nodes = [{"node": f"node-{number:02}", "order": [entry] * 2, "never_evicted": []} for number in range(12)]
    nodes.append({"node": "node-12", "order": [], "never_evicted": [{"namespace": "shop", "name": "dns"}]})

    lines = reports.render("text", result(eviction=nodes)).splitlines()

    assert "node     evicted first  because it" == lines[0]
    assert "node-00  shop/web-0     requests 1Gi and may use no more; priority 0" == lines[1]
    assert "2 more nodes are in the JSON report" == lines[11]
