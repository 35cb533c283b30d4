# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module kernel_requirements against a kernel of files."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import pytest
from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.testing import patch_module_args
from ansible_collections.quorum.kube.plugins.modules import kernel_requirements

FORWARDING = "net.ipv4.ip_forward"


class Kernel:
    """A root of files in the place of /proc, /sys, /lib/modules and /etc, and a modprobe that knows some modules."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        self.loadable: set[str] = set()
        self.loaded: list[str] = []

    def write(self, path: str, text: str) -> None:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def read(self, path: str) -> str:
        file = self.root / path.lstrip("/")
        return file.read_text() if file.exists() else ""

    def modprobe(self, command: list[str]) -> tuple[int, str, str]:
        name = command[-1]
        if name not in self.loadable:
            return 1, "", f"modprobe: FATAL: Module {name} not found\n"
        self.loaded.append(name)
        if name == "br_netfilter":
            self.write("/proc/sys/net/bridge/bridge-nf-call-iptables", "0\n")
        return 0, "", ""


@pytest.fixture
def kernel(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    made = Kernel(tmp_path)
    made.write("/proc/filesystems", "nodev\tsysfs\n\text4\n")
    made.write(f"/lib/modules/{os.uname().release}/modules.builtin", "kernel/net/bridge/some-thing.ko\n")
    made.write("/proc/sys/net/ipv4/ip_forward", "0\n")
    made.write("/etc/sysctl.d/README", "")
    root = str(tmp_path)
    opened, isdir, exists = open, os.path.isdir, os.path.exists

    def inside(path: Any) -> Any:
        within = str(path).startswith(("/proc/", "/sys/", "/lib/modules/", "/etc/"))
        return root + str(path) if within else path

    monkeypatch.setattr(kernel_requirements, "text_of", made.read)
    monkeypatch.setattr(
        kernel_requirements, "open", lambda path, *rest, **named: opened(inside(path), *rest, **named), raising=False
    )
    monkeypatch.setattr(kernel_requirements.os.path, "isdir", lambda path: isdir(inside(path)))
    monkeypatch.setattr(kernel_requirements.os.path, "exists", lambda path: exists(inside(path)))
    for name in ("makedirs", "unlink"):
        original = getattr(os, name)
        monkeypatch.setattr(
            kernel_requirements.os,
            name,
            lambda path, *rest, original=original, **named: original(inside(path), *rest, **named),
        )
    monkeypatch.setattr(AnsibleModule, "get_bin_path", lambda _self, name, **_named: f"/sbin/{name}")
    monkeypatch.setattr(AnsibleModule, "run_command", lambda _self, command: made.modprobe(command))
    return made


def run(capsys: pytest.CaptureFixture[str], **options: Any) -> dict[str, Any]:
    with patch_module_args({"name": "90-test", **options}), pytest.raises(SystemExit):
        kernel_requirements.main()
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    result.pop("invocation", None)
    return result


def test_what_is_missing_is_loaded_set_and_written_down_once(
    capsys: pytest.CaptureFixture[str], kernel: Kernel
) -> None:
    kernel.loadable = {"br_netfilter"}
    settings = {"net.bridge.bridge-nf-call-iptables": 1, FORWARDING: 1}

    first = run(capsys, modules=["br_netfilter"], settings=settings)
    second = run(capsys, modules=["br_netfilter"], settings=settings)

    assert {
        "changed": True,
        "steps": [
            "load br_netfilter",
            "net.bridge.bridge-nf-call-iptables 0 -> 1",
            f"{FORWARDING} 0 -> 1",
            "write /etc/modules-load.d/90-test.conf",
            "write /etc/sysctl.d/90-test.conf",
        ],
        "unavailable": [],
    } == first
    assert {"changed": False, "steps": [], "unavailable": []} == second
    assert "1" == kernel.read("/proc/sys/net/ipv4/ip_forward")
    assert "br_netfilter" == kernel.read("/etc/modules-load.d/90-test.conf").splitlines()[-1]
    assert f"-{FORWARDING} = 1" == kernel.read("/etc/sysctl.d/90-test.conf").splitlines()[-1]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        pytest.param("/sys/module/br_netfilter/refcnt", "br_netfilter", id="loaded"),
        pytest.param("/sys/module/dm_mod/refcnt", "dm-mod", id="loaded, and called with the other dash"),
        pytest.param("/proc/sys/net/bridge/bridge-nf-call-iptables", "br_netfilter", id="built in, seen by settings"),
        pytest.param("/nothing", "ext4", id="a file system of this kernel"),
        pytest.param("/nothing", "some_thing", id="listed among what is built in"),
    ],
)
def test_a_module_that_is_there_is_not_loaded(
    capsys: pytest.CaptureFixture[str], kernel: Kernel, path: str, name: str
) -> None:
    kernel.write(path, "1\n")

    result = run(capsys, modules=[name])

    assert (["write /etc/modules-load.d/90-test.conf"], []) == (result["steps"], kernel.loaded)


def test_what_the_kernel_does_not_have_or_not_allow_is_told_and_no_failure(
    capsys: pytest.CaptureFixture[str], kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_requirements, "give", lambda _name, _value: "Read-only file system")

    result = run(capsys, modules=["overlay"], settings={FORWARDING: 1, "net.bridge.bridge-nf-call-iptables": 1})

    assert [
        "kernel module overlay: modprobe: FATAL: Module overlay not found",
        f"{FORWARDING}: Read-only file system",
        "net.bridge.bridge-nf-call-iptables: the kernel does not know it",
    ] == result["unavailable"]


def test_a_name_that_leads_elsewhere_is_refused(capsys: pytest.CaptureFixture[str], kernel: Kernel) -> None:
    result = run(capsys, name="../90-bridges", settings={FORWARDING: 1})

    assert "name: '../90-bridges' (expected the name of a file, such as 90-bridges)" == result["msg"]
    assert "0\n" == kernel.read("/proc/sys/net/ipv4/ip_forward")


def test_check_mode_changes_neither_kernel_nor_files(capsys: pytest.CaptureFixture[str], kernel: Kernel) -> None:
    kernel.loadable = {"overlay"}

    result = run(capsys, modules=["overlay"], settings={FORWARDING: 1}, _ansible_check_mode=True)

    assert ["load overlay", f"{FORWARDING} 0 -> 1"] == result["steps"][:2]
    assert ([], "0\n", "") == (
        kernel.loaded,
        kernel.read("/proc/sys/net/ipv4/ip_forward"),
        kernel.read("/etc/sysctl.d/90-test.conf"),
    )


def test_absent_removes_the_files_and_leaves_the_kernel_as_it_is(
    capsys: pytest.CaptureFixture[str], kernel: Kernel
) -> None:
    run(capsys, settings={FORWARDING: 1})

    first = run(capsys, state="absent")
    second = run(capsys, state="absent")

    assert (["remove /etc/sysctl.d/90-test.conf"], []) == (first["steps"], second["steps"])
    assert ("1", "") == (kernel.read("/proc/sys/net/ipv4/ip_forward"), kernel.read("/etc/sysctl.d/90-test.conf"))
