# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts and restarts a member of a cluster that must not notice. Private to this collection."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from typing import Any, Optional

from ansible.module_utils.basic import AnsibleModule

from ._etcd.members import ailment, behind
from ._etcd.urls import PEER_PORT, client_url
from ._etcd_client import Endpoint, NoAnswerError, RefusedError, ask, until
from ._etcd_cluster import Cluster, Told, credentials, label, own_peer_url, read
from ._service import shown

TRANSFER = "/v3/maintenance/transfer-leadership"
LINES = 20
LAG = 1000  # entries of the log that a member in sync may be behind while others write
ALONE_SECONDS = 10


class StepError(Exception):
    """Why a member was not started or restarted, or is not in health afterwards."""


def gate(cluster: Cluster, url: str, members: int) -> Optional[Told]:
    """The host's own member, when every other one is in health.

    Raises:
        StepError: When stopping this member could leave the cluster without a quorum.
    """
    if cluster.members is None:
        if members == 1:
            return None
        raise StepError(f"nobody tells who the members are: {'; '.join(cluster.reasons)}")
    own = cluster.own(url)
    ill = [f"{label(one.member)}: {one.ailment}" for one in cluster.told if one is not own and one.ailment]
    if ill:
        raise StepError(f"{'; '.join(ill)} (expected every other member in health)")
    return own


def hand_over(params: Mapping[str, Any], cluster: Cluster, own: Optional[Told]) -> str:
    """Another member leads after the call; returns its name when it was this one that led.

    Raises:
        StepError: When no other member has taken over.
    """
    followers = [one for one in cluster.told if one is not own and not one.member.learner and not one.ailment]
    if own is None or not own.status or not own.status.leading or not followers:
        return ""
    heir = max(followers, key=lambda one: one.status.applied if one.status else 0)
    endpoint = Endpoint(own.member.client_urls[0], credentials(params))
    try:
        endpoint.call(TRANSFER, {"targetID": str(int(heir.member.id, 16))}, seconds=10)
    except (NoAnswerError, RefusedError) as error:
        raise StepError(f"the leadership was not handed over to {label(heir.member)}: {error}") from error
    if not until(lambda: _leader(endpoint) not in ("", own.member.id), 10):
        raise StepError(f"{label(own.member)} still leads 10 s after the leadership was handed over")
    return label(heir.member)


def _leader(endpoint: Endpoint) -> str:
    status = ask(endpoint).status
    return status.leader if status else ""


def begin(module: AnsibleModule, name: str, verb: str) -> None:
    """Asks systemd to start or restart the unit, and does not wait: a first member is ready when a quorum is."""
    module.run_command(["systemctl", "reset-failed", name])
    code, out, err = module.run_command(["systemctl", verb, "--no-block", name])
    if code:
        raise StepError(f"systemctl {verb}: {(err or out).strip()}")


class Watch:
    """Follows a member from its start until it is in health."""

    def __init__(self, module: AnsibleModule, name: str) -> None:
        self._module = module
        self._name = name
        self._params = module.params
        own = next(member["address"] for member in self._params["members"] if member["name"] == self._params["own"])
        self._others = [member for member in self._params["members"] if member["name"] != self._params["own"]]
        self._endpoint = Endpoint(client_url(own), credentials(self._params))

    def healthy(self, seconds: float) -> list[str]:
        """Waits for the member; returns the names of those that it waits for itself, when they are not there at all.

        Raises:
            StepError: When the process ends, or the time is over.
        """
        end = time.monotonic() + seconds
        alone_since = time.monotonic()
        while True:
            why = self._ailment()
            if not why:
                return []
            unit = shown(self._module, self._name)
            if unit.ended:
                raise StepError(f"the process ended: {unit}")
            missing = [member["name"] for member in self._others if not _listens(member["address"])]
            if not self._too_few(missing):
                alone_since = time.monotonic()
            elif time.monotonic() - alone_since > ALONE_SECONDS:
                return missing
            if time.monotonic() > end:
                raise StepError(f"{why}, {seconds:.0f} s after its start")
            time.sleep(0.2)

    def whole(self, seconds: float) -> None:
        """Waits until every member is in health and this one is in sync.

        Raises:
            StepError: With those that are not.
        """
        url = own_peer_url(self._params)
        end = time.monotonic() + seconds
        while True:
            cluster = read(self._params)
            ill = cluster.ill or _lag(cluster, url)
            if cluster.members is not None and not ill:
                return
            if time.monotonic() > end:
                raise StepError("; ".join(ill or cluster.reasons) + " (expected every member in health)")
            time.sleep(0.2)

    def _ailment(self) -> str:
        answer = ask(self._endpoint)
        return ailment(answer.status, answer.error)

    def _too_few(self, missing: list[str]) -> bool:
        there = len(self._others) + 1 - len(missing)
        return there < (len(self._others) + 1) // 2 + 1


def _lag(cluster: Cluster, url: str) -> list[str]:
    own = cluster.own(url)
    if own is None or own.status is None:
        return ["this member is not among those that the cluster knows"]
    entries = behind([one.status for one in cluster.told], own.status)
    return [f"{label(own.member)} is {entries} entries behind"] if entries > LAG else []


def _listens(address: str) -> bool:
    try:
        with socket.create_connection((address, PEER_PORT), timeout=1):
            return True
    except OSError:
        return False
