# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is taken back of what kubeadm has made, seen from the programs that are called."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils import _kubeadm

NETWORK = {"service": "routes", "bridge": "cni0", "files": ["/etc/cni/net.d/10.conflist"]}
OF_THE_NETWORK = ["systemctl stop routes", "ip link delete cni0", "rm --recursive --force /etc/cni/net.d/10.conflist"]
OF_THE_SERVICES = [
    "nft delete table ip kube-proxy",
    "nft delete table ip6 kube-proxy",
    "iptables-save -t nat",
    "iptables-save -t filter",
    "iptables-save -t mangle",
    "ip link delete kube-ipvs0",
]
RESET = "kubeadm reset --force --cleanup-tmp-dir"
SPARED = f"{RESET} --skip-phases=remove-etcd-member"
OURS = ["*nat", "-A POSTROUTING -j MASQUERADE", "COMMIT"]
WITH_SERVICES = [*OURS[:1], ":KUBE-SERVICES - [0:0]", "-A OUTPUT -j KUBE-SERVICES", *OURS[1:]]


@pytest.fixture
def called(tmp_path, monkeypatch):
    """Stands in for the host's programs; a call makes the list of what was called longer."""
    calls = tmp_path / "calls"

    def programs(*failing, **scripts):
        for name in ("kubeadm", "systemctl", "ip", "nft", "iptables-save", "iptables-restore", "rm"):
            program = tmp_path / name
            end = f"echo {name} cannot >&2; exit 1" if name in failing else scripts.get(name.replace("-", "_"), "")
            program.write_text(f'#!/bin/sh\necho "{name} $*" >>{calls}\n{end}\n')
            program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        return lambda: calls.read_text().splitlines()

    monkeypatch.setattr(_kubeadm, "OWN_ETCD", tmp_path / "etcd.yaml")
    return programs


@pytest.fixture
def take_back(tmp_path):
    return lambda *arguments: _kubeadm.take_back(str(tmp_path / "kubeadm"), *arguments)


@pytest.mark.parametrize(
    ("own_etcd", "given", "expected"),
    [
        pytest.param(False, (None,), [SPARED, *OF_THE_SERVICES], id="the member of others is spared"),
        pytest.param(True, (None,), [RESET, *OF_THE_SERVICES], id="the member of kubeadm goes"),
        pytest.param(True, (NETWORK,), [RESET, *OF_THE_SERVICES, *OF_THE_NETWORK], id="the network of pods goes"),
        pytest.param(
            True, (None, "unix:///run/a"), [f"{RESET} --cri-socket=unix:///run/a", *OF_THE_SERVICES], id="a runtime"
        ),
    ],
)
def test_what_kubeadm_has_made_is_taken_back(called, take_back, tmp_path, own_etcd, given, expected):
    calls = called()
    if own_etcd:
        (tmp_path / "etcd.yaml").touch()

    assert "" == take_back(*given)
    assert expected == calls()


def test_rules_of_others_stay(called, take_back, tmp_path):
    rules = "\n".join(WITH_SERVICES)
    calls = called(
        iptables_save=f'[ "$2" != nat ] || echo "{rules}"', iptables_restore=f"/bin/cat >{tmp_path}/restored"
    )

    assert "" == take_back(None)
    assert "iptables-restore -T nat" in calls()
    assert "iptables-restore -T filter" not in calls()
    assert OURS == (tmp_path / "restored").read_text().splitlines()


def test_what_is_not_there_does_not_stop_it(called, take_back):
    calls = called("systemctl", "ip", "nft", "iptables-save")

    assert "" == take_back(NETWORK)
    assert [*OF_THE_SERVICES, *OF_THE_NETWORK] == calls()[1:]


@pytest.mark.parametrize("missing", ["nft", "kubeadm"])
def test_a_program_that_the_host_lacks_does_not_stop_it(called, take_back, tmp_path, missing):
    called()
    (tmp_path / missing).unlink()

    assert "" == take_back(NETWORK)


def test_nothing_else_is_touched_when_kubeadm_refuses(called, take_back):
    calls = called("kubeadm")

    assert "kubeadm cannot" == take_back(NETWORK)
    assert 1 == len(calls())
