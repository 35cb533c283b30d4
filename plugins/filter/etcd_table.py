# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter `etcd_table`."""

from __future__ import annotations

DOCUMENTATION = r"""
name: etcd_table
short_description: The members of etcd as a table for people
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - One line a member, with its role, release, sizes in MiB, how far its revision is behind, and its alarms.
  - The days are those that are left to the first of its certificates that ends.
positional: days
options:
  _input:
    description: The RV(quorum.kube.etcd_cluster_info#module:members) of M(quorum.kube.etcd_cluster_info).
    type: list
    elements: dict
    required: true
  days:
    description: Days until the first certificate of a member ends, by its name.
    type: dict
    default: {}
"""

EXAMPLES = r"""
- name: Show the members
  ansible.builtin.debug:
    msg: "{{ etcd_cluster.members | quorum.kube.etcd_table({'master-1': 300}) }}"
"""

RETURN = r"""
_value:
  description: The lines.
  type: list
  elements: str
  sample:
    - "member    role      release  MiB  in use  behind  days  state"
    - "master-1  leader    3.6.14     2       1       0   300  well"
    - "master-2  follower  3.6.14     2       1       0     ?  well"
"""

from ..plugin_utils.inventory import plain

HEADINGS = ("member", "role", "release", "MiB", "in use", "behind", "days", "state")
RIGHT = {"MiB", "in use", "behind", "days"}


def role(member):
    if member["learner"]:
        return "learner"
    return "leader" if member["status"].get("leader") else "follower"


def row(member, newest, days):
    status = member["status"]
    name = member["name"] or ", ".join(member["peer_urls"])
    if not status:
        return (name, "-", "-", "-", "-", "-", str(days.get(name, "?")), member["ailment"])
    return (
        name,
        role(member),
        status["version"],
        str(-(-status["size"] >> 20)),
        str(-(-status["in_use"] >> 20)),
        str(newest - status["revision"]),
        str(days.get(name, "?")),
        member["ailment"] or "well",
    )


def etcd_table(members, days=None):
    found = plain(members)
    newest = max((member["status"]["revision"] for member in found if member["status"]), default=0)
    rows = [HEADINGS, *(row(member, newest, plain(days or {})) for member in found)]
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    return [line(cells, widths) for cells in rows]


def line(cells, widths):
    padded = [
        cell.rjust(width) if heading in RIGHT else cell.ljust(width)
        for heading, cell, width in zip(HEADINGS, cells, widths)
    ]
    return "  ".join(padded).rstrip()


class FilterModule:
    def filters(self):
        return {"etcd_table": etcd_table}
