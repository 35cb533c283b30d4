"""What hosts get so that they can be nodes, on machines of different abilities."""

from __future__ import annotations

import json

import pytest
from quorum_lab import containers, machine
from quorum_lab.access import Access
from quorum_lab.settings import read_settings

DROP_INS = "/etc/systemd/system/kubelet.service.d"


@pytest.fixture(name="settings")
def settings_of_a_lab(tmp_path):
    return read_settings({"QUORUM_KUBE_CACHE": str(tmp_path), "QUORUM_LAB_NAME": "one"})


@pytest.fixture(name="able")
def machine_of_an_ability(monkeypatch):
    def able(view, limits):
        monkeypatch.setattr(machine, "needs_cgroup_view", lambda: view)
        monkeypatch.setattr(machine, "has_fixed_limits", lambda: limits)

    return able


def test_a_machine_that_can_do_everything_adds_no_unit_and_no_setting(settings, able):
    able(view=False, limits=False)

    assert "" == containers.host_script(settings, settings.host("node-1"))
    expected = {
        *("kube_source", "kube_source_dir", "kube_source_remote", "container_runtime_image_archives"),
        "kubeadm_kube_proxy_configuration",
    }
    assert expected == set(containers.variables())


def test_without_controllers_containerd_and_kubelet_run_in_the_view_of_the_hosts_own_group(settings, able):
    able(view=True, limits=False)

    script = containers.host_script(settings, settings.host("node-1"))

    assert "ExecStart=/usr/local/sbin/cgroup-view hold quorum-lab-one-node-1\n" in script
    assert f"mv {DROP_INS}/90-lab-view.conf.new {DROP_INS}/90-lab-view.conf\n" in script
    assert "exec /usr/local/bin/kubelet $KUBELET_KUBECONFIG_ARGS" in script
    assert "LimitNOFILE" not in script
    assert {"failCgroupV1": False, "cgroupDriver": "cgroupfs"} == containers.variables()[
        "kubeadm_kubelet_configuration"
    ]
    assert containers.variables()["container_runtime_systemd_cgroup"] is False


def test_fixed_limits_are_asked_for_by_no_unit_and_set_by_no_container(settings, able):
    able(view=False, limits=True)

    script = containers.host_script(settings, settings.host("node-1"))

    assert 2 == script.count("LimitNOFILE=20000")
    assert "cgroup-view" not in script
    runtime = containers.variables()["container_runtime_settings"]["plugins"]["io.containerd.cri.v1.runtime"]
    assert runtime["restrict_oom_score_adj"] is True


def test_variables_are_those_of_all_hosts_and_not_of_those_that_run(settings, able):
    able(view=False, limits=False)
    access = Access(settings)
    access.password_file.parent.mkdir(parents=True)
    access.password_file.write_text("secret")
    access.remember(settings.host("node-1"), "ssh-ed25519 AAAA\n")
    access.publish([settings.host("node-1")])

    published = json.loads(access.inventory("root").read_text().removeprefix("---\n"))["all"]

    assert ["node-1"] == list(published["hosts"])
    assert containers.variables() == published["vars"] == access.variables("root")


def test_groups_of_this_lab_alone_are_removed(settings, able, monkeypatch, tmp_path):
    able(view=True, limits=False)
    monkeypatch.setattr(containers, "CGROUPS", tmp_path / "cgroup")
    kept = ["memory/quorum-lab-one-node-9", "memory/quorum-lab-two-node-1", "memory/quorum-lab-one-node-1-else"]
    for path in (*kept, "memory/deep/quorum-lab-one-node-1/kubepods/pod1", "cpu/quorum-lab-one-master-3"):
        (tmp_path / "cgroup" / path).mkdir(parents=True)

    containers.remove_groups(settings)

    left = {str(path.relative_to(tmp_path / "cgroup")) for path in (tmp_path / "cgroup").rglob("*")}
    assert {*kept, "memory", "memory/deep", "cpu"} == left


def test_groups_that_stay_in_use_are_told(settings, able, monkeypatch, tmp_path, capsys):
    able(view=True, limits=False)
    monkeypatch.setattr(containers, "CGROUPS", tmp_path)
    monkeypatch.setattr(containers, "GROUP_SECONDS", 0)
    group = tmp_path / "quorum-lab-one-node-1"
    (group / "file").mkdir(parents=True)
    (group / "file" / "busy").touch()

    containers.remove_groups(settings)

    assert f"these groups are still in use: {group}" in capsys.readouterr().err
