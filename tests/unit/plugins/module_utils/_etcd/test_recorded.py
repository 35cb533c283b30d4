# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What real members of each line of etcd have answered, read as the modules and the backup program read it.

`recorded/record.py` records the answers anew.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._etcd.members import (
    ailment,
    by_peer_url,
    leader_of,
    members,
    status,
)
from ansible_collections.quorum.kube.plugins.module_utils._etcd.membership import View, joining
from ansible_collections.quorum.kube.plugins.module_utils._etcd.versions import NEWEST, parse_version
from ansible_collections.quorum.kube.plugins.module_utils._etcd_client import Answer, RefusedError, _parsed
from ansible_collections.quorum.kube.plugins.module_utils._etcd_cluster import Told
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError
from ansible_collections.quorum.kube.plugins.modules import etcd_space
from ansible_collections.quorum.kube.plugins.modules.etcd_member import NOT_YET

FOLDER = Path(__file__).parent / "recorded"
RELEASES = sorted(path.stem for path in FOLDER.glob("*.json"))
PROGRAM = Path(__file__).resolve().parents[5] / "roles" / "etcd" / "files" / "etcd_backup.py"
DOWN = "http://127.0.0.1:23990: Connection refused"


@pytest.fixture(params=RELEASES)
def release(request):
    return request.param


@pytest.fixture
def told(release):
    return json.loads((FOLDER / f"{release}.json").read_text())


@pytest.fixture
def backup():
    spec = importlib.util.spec_from_file_location("etcd_backup", PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def statuses(answers):
    return {name: status(answer) if answer else None for name, answer in answers.items()}


def cluster(part):
    """The members with their answers, as they are read by asking each."""
    found = members(part["members"])
    asked = statuses(part["statuses"])
    told = tuple(
        Told(member, Answer(asked.get(member.name), "" if asked.get(member.name) else DOWN)) for member in found.members
    )
    return SimpleNamespace(members=found, told=told, reasons=())


def test_every_line_of_releases_is_recorded_in_its_newest_patch():
    assert [str(version) for dummy, version in sorted(NEWEST.items())] == RELEASES


def test_members_that_are_well(release, told):
    found, asked = members(told["well"]["members"]), statuses(told["well"]["statuses"])

    assert [("m1", 23791, False), ("m10", 23991, False), ("m2", 23891, False)] == [
        (member.name, int(member.peer_urls[0].rpartition(":")[2]), member.learner) for member in found.members
    ]
    assert ["", "", ""] == [ailment(one) for one in asked.values()]
    assert {release} == {one.version for one in asked.values()}
    assert {member.id for member in found.members} == {one.id for one in asked.values()}
    assert {found.cluster_id} == {one.cluster_id for one in asked.values()}
    assert [leader_of(list(asked.values()))] == [one.id for one in asked.values() if one.leading]
    assert {6} == {one.revision for one in asked.values()}
    assert all(one.size >= one.in_use > 0 for one in asked.values())


def test_E3_a_member_is_found_by_its_whole_peer_url(told):
    found = members(told["well"]["members"]).members

    assert "m1" == by_peer_url(found, "http://127.0.0.1:23791").name
    assert by_peer_url(found, "http://127.0.0.1:2379") is None


def test_a_learner_has_no_name_until_it_starts_and_no_vote_until_it_is_promoted(told):
    before, after = members(told["learner"]["members"]), members(told["learner"]["started"])
    new, started = (by_peer_url(found.members, "http://127.0.0.1:24091") for found in (before, after))

    assert ("", (), True) == (new.name, new.client_urls, new.learner)
    assert new._replace(name="m3", client_urls=("http://127.0.0.1:24090",)) == started
    assert (3, 2) == (len(after.voters), after.quorum)
    learner = status(told["learner"]["statuses"]["m3"])
    assert (True, "") == (learner.learner, ailment(learner))


@pytest.mark.parametrize("refusal", ["promotion", "hasty addition"])
def test_what_the_cluster_is_not_ready_for_is_asked_again(told, refusal):
    refused = told["learner"][refusal]

    with pytest.raises(RefusedError) as error:
        _parsed("https://h", refused["status"], json.dumps(refused["answer"]))

    assert any(reason in str(error.value) for reason in NOT_YET)


@pytest.mark.parametrize(
    ("refusal", "reason"), [("compacted", "has been compacted"), ("unknown member", "member not found")]
)
def test_what_is_done_already_is_told_in_words_that_are_known(told, refusal, reason):
    refused = told["refusals"][refusal]

    with pytest.raises(RefusedError, match=reason):
        _parsed("https://h", refused["status"], json.dumps(refused["answer"]))


def test_E21_the_member_that_is_full_is_known_by_its_alarm(told):
    found = cluster({**told["well"], **told["full"]})

    assert {"m2"} == {room.name for room in etcd_space.rooms(found) if room.full}
    assert [] == etcd_space.well(found)
    assert all("NOSPACE" in one.ailment for one in found.told)
    assert "mvcc: database space exceeded" in told["full"]["write"]["answer"]["message"]


def test_E9_with_one_member_down_the_others_are_well_and_it_can_be_replaced(release, told):
    found = cluster(told["one down"])
    healthy = {one.member.id for one in found.told if not one.ailment}
    view = View(found.members, healthy, healthy, parse_version(release))

    assert {"m10": DOWN} == {one.member.name: one.ailment for one in found.told if one.ailment}
    assert ["remove", "add", "start", "promote"] == [
        step.verb for step in joining(view, "m10", "http://127.0.0.1:23991", has_data=False)
    ]


def test_E9_with_two_members_down_the_last_one_tells_the_members_and_no_leader(release, told):
    found = cluster(told["two down"])
    view = View(found.members, set(), {found.told[0].member.id}, parse_version(release))

    assert "it knows no leader" == found.told[0].ailment
    assert told["two down"]["linearizable members"] is None or "status" in told["two down"]["linearizable members"]
    with pytest.raises(InputError, match="quorum is lost: 0 of 3 voting members healthy, quorum 2"):
        joining(view, "m10", "http://127.0.0.1:23991", has_data=False)


def test_E13_a_snapshot_is_taken_from_a_follower_that_is_well(told, backup):
    well = told["well"]["etcdctl"]["endpoint status"]
    leading = {
        entry["Endpoint"] for entry in well if entry["Status"]["leader"] == entry["Status"]["header"]["member_id"]
    }

    assert 1 == len(leading)
    assert backup.best_member(well) not in leading
    assert "http://127.0.0.1:24090" != backup.best_member(told["learner"]["etcdctl"]["endpoint status"])
    assert backup.best_member(told["full"]["etcdctl"]["endpoint status"]) is not None
    assert "http://127.0.0.1:23990" not in {
        entry["Endpoint"] for entry in told["one down"]["etcdctl"]["endpoint status"]
    }
    assert backup.best_member(told["one down"]["etcdctl"]["endpoint status"]) is not None
    assert backup.best_member(told["two down"]["etcdctl"]["endpoint status"]) is None


def test_E13_etcdctl_and_the_gateway_tell_the_same_members(told):
    spoken = told["well"]["etcdctl"]["member list"]

    assert {(f"{member['ID']:x}", member["name"]) for member in spoken["members"]} == {
        (member.id, member.name) for member in members(told["well"]["members"]).members
    }


def test_a_snapshot_tells_its_revision_and_its_keys(told):
    assert (6, 1) <= (told["snapshot"]["revision"], told["snapshot"]["totalKey"])
