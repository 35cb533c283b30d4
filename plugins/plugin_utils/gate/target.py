# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cluster that an input is for, and the release by whose rules it is judged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...module_utils._judging import Input
from ...module_utils._kube.errors import InputError, Mistakes, Problem
from ...module_utils._kube.releases import NEWEST_MINOR, OLDEST_MINOR, gates_of
from ...module_utils._live import is_asked
from ...module_utils._snapshot import ClusterInput, Given, read_given, with_live
from .own_pods import without_own_pods

ABSENT, PRESENT = "absent", "present"
NEEDS_CLUSTER = ("rollout", "scheduler_config", "scores", "snapshot_complete", "survive")
"""Options that ask about a cluster, or say something of it."""
NO_CLUSTER = "there is no cluster to answer it"
CLUSTER = "a snapshot, cluster_objects, or access to a cluster beside it"
_RELEASE = re.compile(r"1\.([0-9]{1,3})(\.[0-9]{1,4})?")


def read_target(params: Mapping[str, Any]) -> Given | None:
    """What is given of the cluster that the input is judged against, without asking it; None where there is none.

    That is the one that it is applied to, unless a snapshot was given. All mistakes raise one `InputError`.
    """
    if params["state"] == ABSENT:
        return None
    given = params["snapshot"] or params["cluster_objects"]
    live = params["live"] or (params["live"] is None and (is_asked(params) or params["state"] == PRESENT))
    mistakes = Mistakes()
    mistakes.problems += _of_options(params, bool(given or live))
    found = mistakes.of(lambda: read_given(params if given else {**params, "live": live}), None)
    mistakes.tell()
    return found if given or live else None


def _of_options(params: Mapping[str, Any], has_cluster: bool) -> Iterator[Problem]:
    if params["survive"] is not None and params["survive"] < 1:
        yield Problem("survive", str(params["survive"]), "a number from 1 on")
    for name in NEEDS_CLUSTER if not has_cluster else ():
        if params[name] is not None and params[name] is not False:
            yield Problem(name, NO_CLUSTER, CLUSTER)


def offline(params: Mapping[str, Any], target: Given | None) -> dict[str, Any]:
    """The options with the release that a saved cluster tells, where they name none.

    Where only the running cluster will tell it, they keep of the feature gates what no release has.
    """
    version = params["kubernetes_version"]
    if version or target is None:
        return {**params}
    if not target.live:
        return {**params, "kubernetes_version": known_release(target.snapshot.release)}
    return {**params, "feature_gates": _hopeless(params["feature_gates"])}


def asked(params: Mapping[str, Any], target: Given, manifests: Input) -> tuple[ClusterInput, Input]:
    """The cluster as it is, without the pods that the input's own workloads run there, and the input by its release."""
    cluster = with_live(target, params)
    if target.live and not params["kubernetes_version"]:
        gates = gates_of(known_release(cluster.snapshot.release), params["feature_gates"])
        manifests = manifests._replace(gates=gates)
    workloads = [document.value for document in manifests.documents.documents]
    snapshot = without_own_pods(cluster.snapshot, workloads, manifests.namespace)
    return cluster._replace(snapshot=snapshot), manifests


def known_release(told: str) -> str | None:
    """The release that a server tells, without what a vendor adds; None for one whose rules are not known."""
    match = _RELEASE.match(told)
    if match is None or not OLDEST_MINOR <= int(match[1]) <= NEWEST_MINOR:
        return None
    return match[0]


def _hopeless(settings: Any) -> Any:
    """The feature gates that are wrong whatever the release."""
    if not isinstance(settings, Mapping):
        return settings
    releases = range(OLDEST_MINOR, NEWEST_MINOR + 1)
    return {
        name: value
        for name, value in settings.items()
        if not any(_is_right(f"1.{minor}", {name: value}) for minor in releases)
    }


def _is_right(version: str, settings: Mapping[str, Any]) -> bool:
    try:
        gates_of(version, settings)
    except InputError:
        return False
    return True
