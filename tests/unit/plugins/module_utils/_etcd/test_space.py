# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is defragmented, when, and in which order."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.module_utils._etcd.space import Room, steps

MIB = 1 << 20


def room(name, size=100, in_use=90, leads=False, full=False):
    return Room(f"id-{name}", name, size * MIB, in_use * MIB, leads, full)


def told(found):
    return [f"{step.verb} {step.member.name}" for step in found]


def test_an_alarm_is_healed_in_the_safe_order_with_the_leader_last_e21():
    rooms = [room("m1", leads=True), room("m2", full=True), room("m3")]

    expected = ["compact m2", "defragment m2", "defragment m3", "defragment m1", "disarm m2"]
    assert expected == told(steps(rooms, 50, 0))


def test_every_alarm_is_disarmed_after_all_members_have_room_e21():
    rooms = [room("m1", full=True), room("m2", full=True, leads=True)]

    expected = ["compact m1", "defragment m1", "defragment m2", "disarm m1", "disarm m2"]
    assert expected == told(steps(rooms, 50, 0))


def test_only_files_with_enough_to_give_back_are_defragmented_the_leader_last():
    rooms = [room("m1", 100, 40, leads=True), room("m2", 100, 50), room("m3", 100, 51)]

    assert ["defragment m2", "defragment m1"] == told(steps(rooms, 50, 0))


def test_small_files_are_left_alone():
    assert [] == told(steps([room("m1", 10, 1)], 50, 16 * MIB))


def test_a_member_without_a_file_is_left_alone():
    assert [] == told(steps([room("m1", 0, 0)], 50, 0))
