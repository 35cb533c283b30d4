# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures of the tests against the real programs: `control_plane` is started once a session."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator

import pytest
from ansible_collections.quorum.kube.tests.kubernetes import totals
from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs, ProgramsMissing, find


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("kubernetes", "comparison with the real Kubernetes programs")
    group.addoption("--pods", type=int, default=int(os.environ.get("N", "1500")), help="generated pods per comparison")
    group.addoption("--seed", type=int, default=int(os.environ.get("SEED", "0")), help="first seed; 0 takes a new one")
    group.addoption("--release", default=os.environ.get("QUORUM_KUBE_RELEASE", ""), help="release of the programs")


@pytest.fixture(scope="session")
def programs(pytestconfig: pytest.Config) -> Programs:
    """The real programs, or the tests are left out with the reason; where they are said to be, they must be."""
    try:
        return find(pytestconfig.getoption("release"))
    except ProgramsMissing as reason:
        if os.environ.get("KUBERNETES_ASSETS"):
            pytest.fail(f"KUBERNETES_ASSETS: {reason}", pytrace=False)
        pytest.skip(f"the real programs are missing: {reason}")


@pytest.fixture(scope="session")
def control_plane(programs: Programs) -> Iterator[ControlPlane]:
    """etcd, kube-apiserver and kube-scheduler, running for the whole session."""
    with ControlPlane(programs) as running:
        yield running


@pytest.fixture(scope="session")
def client(control_plane: ControlPlane) -> Client:
    return control_plane.client


@pytest.fixture(scope="session")
def release(control_plane: ControlPlane) -> str:
    """The version that the running API server tells, such as `1.37.2`."""
    return control_plane.release


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """The first seed of this run; a failure prints the one it needs."""
    return int(pytestconfig.getoption("seed")) or random.Random(time.time_ns()).randrange(1, 10**9)


@pytest.fixture(scope="session")
def count(pytestconfig: pytest.Config) -> int:
    """How many generated objects each comparison asks about."""
    return int(pytestconfig.getoption("pods"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the session compared, in numbers."""
    told = totals.lines()
    if told:
        terminalreporter.section("compared with the real programs")
    for line in told:
        terminalreporter.line(line)


def pytest_report_header(config: pytest.Config) -> str:
    return f"generated objects: {config.getoption('pods')} (--pods or N)"
