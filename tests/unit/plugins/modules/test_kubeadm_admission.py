# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module kubeadm_admission as Ansible runs it on a control plane, with a kubeadm and a kubectl of a few lines."""

from __future__ import annotations

import pathlib

import pytest
from ansible_collections.quorum.kube.plugins.modules import kubeadm_admission
from ansible_collections.quorum.kube.tests.unit.plugins.modules.cluster_host import ClusterHost

ADMIN = "--kubeconfig /etc/kubernetes/admin.conf"
CREATED = f"kubeadm token create --ttl=30m --description quorum.kube: node-1 {ADMIN}"
TOKEN = "abcdef.0123456789abcdef"
# kubeadm prints one document after the other, without a list around them.
TOKENS = """\
{
    "kind": "BootstrapToken",
    "token": "aaaaaa.0123456789abcdef",
    "description": "quorum.kube: node-1"
}
{
    "kind": "BootstrapToken",
    "token": "bbbbbb.0123456789abcdef",
    "description": "quorum.kube: node-12"
}
{
    "kind": "BootstrapToken",
    "token": "cccccc.0123456789abcdef"
}
{
    "kind": "BootstrapToken",
    "token": "dddddd.0123456789abcdef",
    "description": "quorum.kube: node-1"
}
"""


@pytest.fixture
def host(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> ClusterHost:
    monkeypatch.setattr(kubeadm_admission, "PKI", str(tmp_path / "pki"))
    monkeypatch.setattr(kubeadm_admission, "AUTHORITY", tmp_path / "pki/ca.crt")
    host = ClusterHost(tmp_path, kubeadm_admission, capsys)
    host.has_program("kubectl")
    host.has_program("kubeadm", "echo 'W1130 21:00:00.000000    1 a warning of kubeadm'", f"echo {TOKEN}")
    return host


def test_a_worker_gets_a_token_of_its_own_and_the_pin_and_no_key(host: ClusterHost) -> None:
    pin = host.has_certificate("pki/ca")

    assert {"changed": True, "token": TOKEN, "authority": pin, "files": []} == host.run(name="node-1")
    assert [CREATED] == host.calls


def test_a_control_plane_gets_what_all_of_them_share(host: ClusterHost) -> None:
    host.has_certificate("pki/ca")
    for name in ("sa.key", "sa.pub", "front-proxy-ca.crt", "front-proxy-ca.key", "apiserver.key", "etcd/server.key"):
        host.writes(f"pki/{name}", f"the text of {name}\n")

    files = host.run(name="node-1", control_plane=True)["files"]

    expected = {
        "ca.crt": "0644",
        "ca.key": "0600",
        "front-proxy-ca.crt": "0644",
        "front-proxy-ca.key": "0600",
        "sa.key": "0600",
        "sa.pub": "0644",
    }
    assert expected == {file["path"].partition("/pki/")[2]: file["mode"] for file in files}
    assert [host.reads(file["path"]) for file in files] == [file["content"] for file in files]


def test_the_authority_of_kubeadms_own_etcd_is_shared_where_there_is_one(host: ClusterHost) -> None:
    host.has_certificate("pki/ca")
    host.has_certificate("pki/etcd/ca")

    files = host.run(name="node-1", control_plane=True)["files"]

    assert ["ca.crt", "ca.key", "etcd/ca.crt", "etcd/ca.key"] == [file["path"].partition("/pki/")[2] for file in files]


def test_the_node_of_a_join_that_is_made_again_is_forgotten_first(host: ClusterHost) -> None:
    host.run(name="node-1", forget_node=True)

    assert [f"kubectl delete node node-1 --ignore-not-found --wait=false {ADMIN}", CREATED] == host.calls


def test_only_the_tokens_of_the_host_itself_are_taken_back(host: ClusterHost) -> None:
    host.writes("tokens", TOKENS)
    host.has_program("kubeadm", '[ "$2" != list ] || cat tokens')

    assert {"changed": True} == host.run(name="node-1", state="absent")
    assert [f"kubeadm token list -o json {ADMIN}", f"kubeadm token delete aaaaaa dddddd {ADMIN}"] == host.calls


def test_without_a_token_there_is_nothing_to_take_back(host: ClusterHost) -> None:
    host.has_program("kubeadm")

    assert {"changed": False} == host.run(name="node-1", state="absent")
    assert [f"kubeadm token list -o json {ADMIN}"] == host.calls


def test_check_mode_makes_no_token(host: ClusterHost) -> None:
    pin = host.has_certificate("pki/ca")

    told = host.run(name="node-1", control_plane=True, forget_node=True, _ansible_check_mode=True)

    assert ({"changed": True, "token": "", "authority": pin, "files": []}, []) == (told, host.calls)


def test_a_cluster_that_does_not_answer_is_told_in_kubeadms_words(host: ClusterHost) -> None:
    host.has_program("kubeadm", "echo 'dial tcp 172.19.170.100:8443: connect: no route to host' >&2", "exit 1")

    told = host.run(name="node-1")

    expected = (
        "kubeadm token create: dial tcp 172.19.170.100:8443: connect: no route to host "
        "(expected the cluster to answer its administrator)"
    )
    assert (True, expected) == (told["failed"], told["msg"])
