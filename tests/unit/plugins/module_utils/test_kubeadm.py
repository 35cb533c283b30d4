# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is taken back of a join that a killed run has left, seen from the programs that are called."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils import _kubeadm

NETWORK = {"service": "routes", "bridge": "cni0", "files": ["/etc/cni/net.d/10.conflist"]}
OF_THE_NETWORK = [
    "systemctl stop routes",
    "ip link delete cni0",
    "nft delete table ip kube-proxy",
    "nft delete table ip6 kube-proxy",
    "rm --recursive --force /etc/cni/net.d/10.conflist",
]
RESET = "kubeadm reset --force --cleanup-tmp-dir"


@pytest.fixture
def called(tmp_path, monkeypatch):
    """Stands in for the host's programs; a call makes the list of what was called longer."""
    calls = tmp_path / "calls"

    def programs(*failing):
        for name in ("kubeadm", "systemctl", "ip", "nft", "rm"):
            program = tmp_path / name
            end = f"echo {name} cannot >&2; exit 1" if name in failing else "exit 0"
            program.write_text(f'#!/bin/sh\necho "{name} $*" >>{calls}\n{end}\n')
            program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        return lambda: calls.read_text().splitlines()

    monkeypatch.setattr(_kubeadm, "OWN_ETCD", tmp_path / "etcd.yaml")
    return programs


@pytest.mark.parametrize(
    ("own_etcd", "network", "expected"),
    [
        pytest.param(False, None, [f"{RESET} --skip-phases=remove-etcd-member"], id="the member of others is spared"),
        pytest.param(True, None, [RESET], id="the member of kubeadm goes"),
        pytest.param(True, NETWORK, [RESET, *OF_THE_NETWORK], id="the network of pods goes as well"),
    ],
)
def test_a_half_done_join_is_taken_back(called, tmp_path, own_etcd, network, expected):
    calls = called()
    if own_etcd:
        (tmp_path / "etcd.yaml").touch()

    assert "" == _kubeadm.take_back("kubeadm", network)
    assert expected == calls()


def test_what_is_not_there_does_not_stop_it(called):
    calls = called("systemctl", "ip", "nft")

    assert "" == _kubeadm.take_back("kubeadm", NETWORK)
    assert OF_THE_NETWORK == calls()[1:]


def test_a_program_that_the_host_lacks_does_not_stop_it(called, tmp_path):
    called()
    (tmp_path / "nft").unlink()

    assert "" == _kubeadm.take_back("kubeadm", NETWORK)


def test_nothing_else_is_touched_when_kubeadm_refuses(called):
    calls = called("kubeadm")

    assert "kubeadm cannot" == _kubeadm.take_back("kubeadm", NETWORK)
    assert 1 == len(calls())
