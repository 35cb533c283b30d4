"""What the backup program of the members decides by itself; the scenarios run it against real members."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import pytest

PROGRAM = Path(__file__).resolve().parents[3] / "roles" / "etcd" / "files" / "etcd_backup.py"


def load():
    spec = importlib.util.spec_from_file_location("etcd_backup", PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


backup = load()


def snapshot(time, revision=1, cluster="kube"):
    return Path(f"/b/etcd-{cluster}-{time}-r{revision}.db")


def status(port, member, leader=1, revision=10, **more):
    header = {"cluster_id": 7, "member_id": member, "revision": revision}
    return {"Endpoint": f"https://h:{port}", "Status": {"header": header, "leader": leader, "dbSize": 1, **more}}


def test_the_newest_are_kept_by_the_time_in_their_names_e10(tmp_path):
    times = ["20261130T100000Z", "20261201T090000Z", "20251231T235959Z", "20261130T100001Z"]
    for age, time in enumerate(times):
        path = tmp_path / snapshot(time).name
        path.touch()
        backup.os.utime(path, (age, age))

    found = backup.snapshots(tmp_path.iterdir(), "kube")

    kept = [one.time for one in found if one not in backup.surplus(found, 2)]
    assert ["20261201T090000Z", "20261130T100001Z"] == kept


def test_of_one_second_the_higher_revision_is_newer_e10():
    found = backup.snapshots([snapshot("20261130T100000Z", 9), snapshot("20261130T100000Z", 10)], "kube")

    assert [10, 9] == [one.revision for one in found]


def test_the_newest_is_never_removed_e10():
    found = backup.snapshots([snapshot("20261130T100000Z"), snapshot("20261130T110000Z")], "kube")

    assert ["20261130T100000Z"] == [one.time for one in backup.surplus(found, 0)]


@pytest.mark.parametrize(
    "name",
    [
        "etcd-other-20261130T100000Z-r1.db",
        "etcd-kube-20261130T100000Z-r1.db.json",
        "etcd-kube-yesterday-r1.db",
        "snapshot.db",
        ".kube.part",
    ],
)
def test_files_that_are_not_this_clusters_snapshots_are_left_alone_e10(name):
    assert [] == backup.snapshots([Path("/b") / name], "kube")


def test_a_cluster_whose_name_begins_with_anothers_is_another():
    found = backup.snapshots([snapshot("20261130T100000Z"), snapshot("20261130T100000Z", cluster="kube-2")], "kube-2")

    assert [snapshot("20261130T100000Z", cluster="kube-2")] == [one.path for one in found]


def whole(pages=b"\0" * 4096):
    return pages + hashlib.sha256(pages).digest()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(whole(), "", id="whole"),
        pytest.param(
            whole()[:-1], "4127 bytes: it is cut, or no snapshot that etcd's server has sent", id="a byte short"
        ),
        pytest.param(whole()[:-32], "4096 bytes: it is cut, or no snapshot that etcd's server has sent", id="no sum"),
        pytest.param(
            whole()[512:], "its SHA-256 differs from the one at its end: it is cut or damaged", id="a page lost"
        ),
        pytest.param(b"", "0 bytes: it is cut, or no snapshot that etcd's server has sent", id="empty"),
    ],
)
def test_a_file_is_whole_or_the_reason_is_told(tmp_path, content, expected):
    path = tmp_path / "file"
    path.write_bytes(content)

    assert expected == backup.file_problem(path)


def test_the_members_of_the_source_are_read_from_the_pages_and_each_is_told_once():
    content = (
        b'\0junk2e828e11dff3e635{"id":3351397280139961909,"peerURLs":["https://10.0.0.11:2380"],"name":"m10",'
        b'"clientURLs":["https://10.0.0.11:2379"]}7625{"id":5,"peerURLs":["https://10.0.0.1:2380"],"isLearner":true}'
        b'\0{"id":3351397280139961909,"peerURLs":["https://10.0.0.11:2380"],"name":"m10",'
        b'"clientURLs":["https://10.0.0.11:2379"]}'
    )

    expected = [
        {"id": "5", "name": "", "peer_urls": ["https://10.0.0.1:2380"]},
        {"id": "2e828e11dff3e635", "name": "m10", "peer_urls": ["https://10.0.0.11:2380"]},
    ]
    assert expected == backup.embedded_members(content)


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        pytest.param([status(1, 1), status(2, 2), status(3, 3)], "https://h:3", id="a follower, this host's own first"),
        pytest.param(
            [status(1, 1, revision=12), status(2, 2)], "https://h:1", id="the furthest ahead, though it leads"
        ),
        pytest.param([status(2, 2, leader=0), status(1, 1)], "https://h:1", id="one without a leader is left out"),
        pytest.param([status(2, 2, isLearner=True), status(1, 1)], "https://h:1", id="no learner"),
        pytest.param(
            [status(2, 2, errors=["memberID:2 alarm:CORRUPT "]), status(1, 1)], "https://h:1", id="no corrupt one"
        ),
        pytest.param([status(2, 2, errors=["memberID:2 alarm:NOSPACE "])], "https://h:2", id="a full one can be saved"),
        pytest.param([status(1, 1, leader=0)], None, id="nobody"),
        pytest.param([], None, id="nobody answers"),
    ],
)
def test_a_snapshot_comes_from_a_healthy_member(statuses, expected):
    assert expected == backup.best_member(statuses, first="https://h:3")


def test_the_environment_of_etcds_programs_holds_none_of_their_variables_e23(monkeypatch):
    monkeypatch.setenv("ETCDCTL_ENDPOINTS", "http://elsewhere")
    monkeypatch.setenv("ETCD_NAME", "elsewhere")

    tools = backup.Tools({})

    assert [] == [name for name in tools.environment if name.startswith("ETCD")]


def test_a_program_that_is_missing_is_told_e14(tmp_path):
    tools = backup.Tools({"programs": str(tmp_path)})

    with pytest.raises(backup.BackupError, match=f"^{tmp_path}/etcd: No such file or directory$"):
        tools.tried()


def test_a_full_disk_is_told_with_the_numbers_e10(tmp_path, monkeypatch):
    monkeypatch.setattr(backup.shutil, "disk_usage", lambda _path: backup.shutil._ntuple_diskusage(0, 0, 5 << 20))

    with pytest.raises(backup.BackupError, match="5 MiB free, 10 MiB wanted for the snapshot and its drill"):
        backup.room(tmp_path, 10 << 20)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        pytest.param("it has failed and said nothing", " \n", id="nothing"),
        pytest.param("context deadline exceeded", "warning\nError: context deadline exceeded\n", id="a client's error"),
        pytest.param(
            'discovery failed: version "3.7.0" is not supported',
            '{"msg":"discovery failed","error":"version \\"3.7.0\\" is not supported","stacktrace":""}',
            id="a snapshot of a newer release, by the log of the member that was restored from it",
        ),
        pytest.param("12", "12", id="a number"),
    ],
)
def test_what_a_program_said_last_is_told_in_words(expected, text):
    assert expected == backup.last_line(text)
