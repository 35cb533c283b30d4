# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module container_runtime_info, with programs of a few lines."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import pytest
from ansible.module_utils.testing import patch_module_args
from ansible_collections.quorum.kube.plugins.modules import container_runtime_info


def run(capsys: pytest.CaptureFixture[str], **options: Any) -> dict[str, Any]:
    with patch_module_args(options), pytest.raises(SystemExit):
        container_runtime_info.main()
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    result.pop("invocation", None)
    return result


def program(path: pathlib.Path, *lines: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)


def test_versions_are_those_that_the_programs_tell_in_their_own_ways(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    program(tmp_path / "bin/containerd", "echo containerd github.com/containerd/containerd/v2 v2.4.2 0a1b2c3")
    program(tmp_path / "bin/ctr", "echo ctr github.com/containerd/containerd/v2 v2.4.2-rc.1")
    program(tmp_path / "bin/containerd-shim-runc-v2", "echo 'containerd-shim-runc-v2:'", "echo '  Version:  v2.4.2'")
    program(tmp_path / "cni/bridge", "echo CNI bridge plugin v1.10.0 >&2", "echo CNI protocol versions: 0.1.0 >&2")
    program(tmp_path / "cni/portmap", "exit 1")
    program(tmp_path / "bin/runc", "echo runc version 1.1.15+ds1", "echo spec: 1.0.2-dev")

    result = run(
        capsys,
        bin_dir=str(tmp_path / "bin"),
        cni_bin_dir=str(tmp_path / "cni"),
        cni_plugins=["bridge", "loopback", "portmap"],
        oci_runtime=str(tmp_path / "bin/runc"),
        paths=[str(tmp_path / "bin"), str(tmp_path / "etc")],
    )

    assert {
        "changed": False,
        "programs": {"containerd": "2.4.2", "containerd-shim-runc-v2": "2.4.2", "ctr": "2.4.2-rc.1"},
        "plugins": {"bridge": "1.10.0", "loopback": "", "portmap": ""},
        "oci_runtime": str(tmp_path / "bin/runc"),
        "oci_runtime_version": "1.1.15",
        "paths": [str(tmp_path / "bin")],
        "machine": os.uname().machine,
    } == result


def test_a_blank_host_has_nothing_and_that_is_no_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    result = run(capsys, bin_dir=str(tmp_path), cni_bin_dir=str(tmp_path), oci_runtime="no-such-program")

    assert ({""}, {""}, "", "") == (
        set(result["programs"].values()),
        set(result["plugins"].values()),
        result["oci_runtime"],
        result["oci_runtime_version"],
    )


def test_the_version_of_crun_is_not_that_of_the_specification(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    program(tmp_path / "bin/crun", "echo crun version 1.21", "echo commit: 10269840aa07fb7e6b7e1acff6198692d8ff5c88")
    program(tmp_path / "bin/old", "echo crun version UNKNOWN", "echo spec: 1.0.0")

    told = [run(capsys, oci_runtime=str(tmp_path / "bin" / name))["oci_runtime_version"] for name in ("crun", "old")]

    assert ["1.21", ""] == told
