# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cluster that was saved answers as the running one does, and its file holds no secret."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from ansible_collections.quorum.kube.plugins.module_utils import _live, _saving
from ansible_collections.quorum.kube.tests.kubernetes import faults
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import ControlPlane, must
from ansible_collections.quorum.kube.tests.kubernetes.programs import Programs
from ansible_collections.quorum.kube.tests.kubernetes.reader import GROUP, documented_role, give_role
from ansible_collections.quorum.kube.tests.kubernetes.tasks import Tasks

NAMESPACE = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": faults.NAMESPACE}}
SECRETIVE = faults.changed(
    faults.pod("secretive", nodeName="east-1"),
    {
        "spec.containers[0].env": [{"name": "PASSWORD", "value": "battery-staple"}],
        "spec.containers[0].args": ["--token=battery-staple"],
        "metadata.annotations": {"vault.example/token": "battery-staple"},
    },
)


@pytest.fixture(scope="module")
def plane(programs: Programs) -> Iterator[ControlPlane]:
    with ControlPlane(programs) as running:
        for value in (*faults.NODES, NAMESPACE, SECRETIVE):
            must(running.client.create(value))
        yield running


def told(result: dict[str, Any]) -> dict[str, Any]:
    assert "findings" in result, result
    return {name: result[name] for name in ("findings", "results", "pods", "nodes", "summary")}


def test_a_saved_cluster_answers_as_the_running_one(plane: ControlPlane, tmp_path: Path) -> None:
    path = tmp_path / "cluster.json"
    manifests = [faults.deployment(), *faults.pending()]
    with Tasks() as tasks:
        checked = tasks.run("quorum.kube.snapshot", access(plane, path=str(path)), check=True)
        assert not path.exists()
        saved = tasks.run("quorum.kube.snapshot", access(plane, path=str(path)))
        again = tasks.run("quorum.kube.snapshot", access(plane, path=str(path)))
        live = tasks.run("quorum.kube.manifest", access(plane, definition=manifests))
        offline = tasks.run("quorum.kube.manifest", {"definition": manifests, "snapshot": [str(path)]})

    assert (True, True, False) == (checked["changed"], saved["changed"], again["changed"])
    assert (len(faults.NODES), 1, plane.release) == (saved["counts"]["Node"], saved["counts"]["Pod"], saved["release"])
    assert told(live) == told(offline)
    assert "battery-staple" not in path.read_text()
    assert "secretive" in path.read_text()


def access(plane: ControlPlane, **options: Any) -> dict[str, Any]:
    return {"kubeconfig": str(plane.kubeconfig), **options}


@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
def test_pages_come_to_the_same_file(plane: ControlPlane, monkeypatch: pytest.MonkeyPatch) -> None:
    params = {**dict.fromkeys(_live.ACCESS_ARGUMENT_SPEC), "kubeconfig": str(plane.kubeconfig)}
    whole, paged = io.BytesIO(), io.BytesIO()

    counts = _saving.save(params, whole).counts
    monkeypatch.setattr(_live, "PAGE", 1)

    assert counts == _saving.save(params, paged).counts
    assert objects(whole) == objects(paged)


def objects(file: io.BytesIO) -> list[str]:
    found = (yaml.safe_load(line) for line in file.getvalue().splitlines())
    return [f"{item['kind']} {item['metadata']['name']}" for each in found for item in each.get("items", ())]


def test_the_role_in_the_documentation_is_enough_and_only_reads(plane: ControlPlane) -> None:
    give_role(plane.client, {"kind": "User", "name": "gate", "apiGroup": GROUP})
    params = {**dict.fromkeys(_live.ACCESS_ARGUMENT_SPEC), "kubeconfig": str(plane.kubeconfig)}

    saved = _saving.save({**params, "impersonate_user": "gate"}, io.BytesIO())

    assert [] == saved.warnings
    assert _saving.save(params, io.BytesIO()).counts.keys() == saved.counts.keys()
    assert {"list"} == {verb for rule in documented_role()["rules"] for verb in rule["verbs"]}
