# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands now, as text for a person: who holds the address, what each host sees, and what is not well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .node_states import HEADINGS, Nodes, node_problems, node_rows

OK = "ok"
API_BACKEND = "kube_api"
NOTHING = "-"
NO_NODES = Nodes()


class HostReport(NamedTuple):
    """What one host said; each part is empty when the host could not be asked or has nothing to say."""

    name: str
    reason: str
    held: bool
    units: Mapping[str, str]
    backends: Mapping[str, tuple[bool, str]]
    endpoint: Mapping[str, Any]
    logins: Mapping[str, str]

    @property
    def reachable(self) -> bool:
        return not self.reason


def host_report(name: str, results: Mapping[str, Any], lost: bool = False) -> HostReport:
    """The report of a host from the modules' results `host`, `haproxy`, `endpoint`, `logins`, any of them absent.

    `lost` says that the host has dropped out of the run before it could be asked.
    """
    host = results.get("host", {})
    haproxy = results.get("haproxy", {})
    return HostReport(
        name=name,
        reason=_reason(host, lost),
        held=bool(host.get("held")),
        units={unit: state["text"] for unit, state in host.get("units", {}).items()},
        backends={
            server["name"]: (bool(server["up"]), f"{server['status']}, {server['check']}")
            for server in haproxy.get("servers", [])
            if server["backend"] == API_BACKEND
        },
        endpoint=results.get("endpoint", {}),
        logins=results.get("logins", {}).get("logins", {}),
    )


def _reason(host: Mapping[str, Any], lost: bool) -> str:
    """Why nothing is known of a host: empty when it answered."""
    if host.get("unreachable"):
        return f"unreachable: {_first_line(host.get('msg', '')).rpartition('over ssh: ')[2]}"
    if "held" not in host:
        why = "failed or unreachable earlier in this run" if lost else "left out of this run"
        return f"not asked: {_first_line(host.get('msg', '')) or why}"
    return ""


def _first_line(text: Any) -> str:
    return " ".join(str(text).split("\n", maxsplit=1)[0].split())


def problems(site: Mapping[str, Any], reports: Sequence[HostReport], nodes: Nodes = NO_NODES) -> list[str]:
    """Everything that is not well, one line each; what several hosts say alike is one line. Empty when all is well."""
    found = [f"{report.name} is {report.reason}" for report in reports if not report.reachable]
    found += _holder_problems(site, reports)
    for report in reports:
        found += _unit_problems(site, report)
    found += _alike(
        ((text, report.name) for report in reports for text in _backend_problems(report)),
        "{text}, says haproxy on {names}",
    )
    found += _alike(
        (
            (_endpoint_text(report), report.name)
            for report in reports
            if report.endpoint.get("verdict", "fine") != "fine"
        ),
        "the endpoint from {names}: {text}",
    )
    for report in reports:
        failed = ((text, target) for target, text in report.logins.items() if text != OK)
        found += _alike(failed, report.name + " cannot log in to {names}: {text}")
    return [*found, *node_problems(site, nodes)]


def _alike(told: Iterable[tuple[str, str]], sentence: str) -> list[str]:
    """A sentence for each text, with everyone of whom it is said."""
    names: dict[str, list[str]] = {}
    for text, name in told:
        names.setdefault(text, []).append(name)
    return [sentence.format(text=text, names=", ".join(those)) for text, those in names.items()]


def _unit_problems(site: Mapping[str, Any], report: HostReport) -> list[str]:
    wanted = ("haproxy", "keepalived") if site["mode"] == "keepalived" and report.name in site["load_balancers"] else ()
    missing = [f"{unit} is not on {report.name}" for unit in wanted if report.reachable and unit not in report.units]
    return missing + [
        f"{unit} on {report.name} is {text}"
        for unit, text in report.units.items()
        if not text.startswith("active (") and (unit in wanted or (site["mode"] == "external" and unit == "haproxy"))
    ]


def _backend_problems(report: HostReport) -> list[str]:
    return [f"{backend} is {text}" for backend, (up, text) in report.backends.items() if not up]


def _answers(report: HostReport) -> bool:
    return report.endpoint.get("verdict") == "fine"


def _endpoint_text(report: HostReport) -> str:
    return str(report.endpoint.get("text", "not counted"))


def _holder_problems(site: Mapping[str, Any], reports: Sequence[HostReport]) -> list[str]:
    if site["mode"] != "keepalived":
        return []
    balancers = [report for report in reports if report.name in site["load_balancers"]]
    asked = [report for report in balancers if report.reachable]
    holders = [report.name for report in asked if report.held]
    if len(holders) > 1:
        return [f"{site['address']} is held by {' and '.join(holders)} at once; does something drop IP protocol 112?"]
    if not holders and asked:
        beyond = [report.name for report in balancers if not report.reachable]
        return [
            f"{site['address']} is held by no host that was asked"
            + (f" ({', '.join(beyond)} could not be)" if beyond else "")
        ]
    return []


def render(site: Mapping[str, Any], reports: Sequence[HostReport], nodes: Nodes = NO_NODES) -> str:
    """The whole summary."""
    told = problems(site, reports, nodes)
    ways = {"keepalived": "keepalived", "external": f"the provider's balancer, {site['external_lb_method']}"}
    place = f"{site['name'] or site['address']} ({site['address']}) port {site['port']}"
    head = f"{site['cluster_name']}: {place}, {ways[site['mode']]}"
    sections = [
        [head, *_holder(site, reports)],
        table(["host", "haproxy", "keepalived", "the endpoint from there"], [_row(report) for report in reports]),
        _matrix("API servers as each haproxy sees them", {report.name: _states(report) for report in reports}),
        _matrix("logins, from the left to the top", {report.name: _logins(report) for report in reports}),
        table(HEADINGS, node_rows(nodes)) if nodes.states else [],
        ["all is well"] if not told else [f"not well ({len(told)}):", *(f"  {line}" for line in told)],
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def _holder(site: Mapping[str, Any], reports: Sequence[HostReport]) -> list[str]:
    if site["mode"] != "keepalived":
        return []
    holders = [report.name for report in reports if report.held and report.name in site["load_balancers"]]
    return [f"held by {' and '.join(holders) if holders else 'nobody that was asked'}"]


def _row(report: HostReport) -> list[str]:
    if not report.reachable:
        return [report.name, report.reason]
    median = report.endpoint.get("latency_ms", {}).get("median")
    counted = re.split(r"\. | \(|;", report.endpoint.get("text", NOTHING))[0]
    answers = f"{counted}, {median:.0f} ms" if median is not None else counted
    return [report.name, report.units.get("haproxy", NOTHING), report.units.get("keepalived", NOTHING), answers]


def _states(report: HostReport) -> dict[str, str]:
    return {name: text.split(",")[0] if up else "DOWN" for name, (up, text) in report.backends.items()}


def _logins(report: HostReport) -> dict[str, str]:
    return {target: OK if text == OK else "FAIL" for target, text in report.logins.items()}


def _matrix(title: str, rows: Mapping[str, Mapping[str, str]]) -> list[str]:
    """A row for each host that has anything to say; nothing at all when none has."""
    told = {name: row for name, row in rows.items() if row}
    if not told:
        return []
    named = {column for row in told.values() for column in row}
    columns = [name for name in rows if name in named] + sorted(named - set(rows))
    body = [[name, *(row.get(column, NOTHING) for column in columns)] for name, row in told.items()]
    return [title, *table(["", *columns], body)]


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned columns, indented by two. A short row's last cell may run over the columns that it leaves out."""
    full = [row for row in [headings, *rows] if len(row) == len(headings)]
    widths = [max(len(row[column]) for row in full) for column in range(len(headings))]
    widths[0] = max(len(row[0]) for row in [headings, *rows])
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in [headings, *rows]
    ]
