# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the modules that know a cluster from its objects have in common. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional

from ._kube.errors import InputError, Problem
from ._kube.scheduling.configuration import Profile
from ._kube.scheduling.profiles import profiles_of
from ._kube.scheduling.snapshot import Snapshot
from ._live import ACCESS_ARGUMENT_SPEC, LiveObjects, is_asked, live_objects
from ._manifests import Documents, load

SNAPSHOT_ARGUMENT_SPEC: dict[str, dict[str, Any]] = {
    "snapshot": {"type": "list", "elements": "path", "default": []},
    "cluster_objects": {"type": "list", "elements": "dict", "default": []},
    "snapshot_complete": {"type": "bool", "default": False},
    "scheduler_config": {"type": "raw"},
    "live": {"type": "bool"},
    **ACCESS_ARGUMENT_SPEC,
}
SNAPSHOT_REQUIRED_ONE_OF = [("snapshot", "cluster_objects", "live", "kubeconfig", "context", "host")]


class ClusterInput(NamedTuple):
    """The objects of a cluster and the profiles of its scheduler, what of them could not be read, and warnings."""

    snapshot: Snapshot
    profiles: Optional[dict[str, Profile]]
    unreadable: list[dict[str, Any]]
    warnings: list[str]


def read_snapshot(params: Mapping[str, Any]) -> ClusterInput:
    """The cluster behind a module's parameters; mistakes of the scheduler configuration raise one `InputError`."""
    profiles = _profiles(params["scheduler_config"])
    found = _loaded(params["snapshot"], "snapshot")
    live = live_objects(params) if _is_live(params) else LiveObjects([], [])
    objects = [*(document.value for document in found.documents), *params["cluster_objects"], *live.lists]
    snapshot = Snapshot(objects, complete=params["snapshot_complete"])
    if found.unreadable and not snapshot.of("Node"):
        raise InputError([_unread(entry) for entry in found.unreadable])
    snapshot.release = snapshot.release or live.release
    return ClusterInput(snapshot, profiles, found.unreadable, live.warnings)


def _unread(entry: Mapping[str, Any]) -> Problem:
    line = "" if entry["line"] is None else f":{entry['line']}"
    return Problem(f"snapshot: {entry['file']}{line}", entry["message"], "objects of a cluster, with their nodes")


def _is_live(params: Mapping[str, Any]) -> bool:
    """Whether a running cluster is asked: where `live` says so, otherwise where access is all that was given."""
    given = [name for name in ("snapshot", "cluster_objects") if params[name]]
    if params["live"] and given:
        expected = "either a cluster that is asked or objects that are given"
        raise InputError([Problem("live", f"true beside {' and '.join(given)}", expected)])
    return params["live"] if params["live"] is not None else not given and is_asked(params)


def _loaded(paths: Sequence[str], option: str) -> Documents:
    """The documents behind an option's paths; one that leads to nothing is told as that option's."""
    try:
        return load(paths)
    except InputError as error:
        named = [problem._replace(place=problem.place.replace("src", option, 1)) for problem in error.problems]
        raise InputError(named) from None


def _profiles(configuration: Any) -> Optional[dict[str, Profile]]:
    """The profiles of the configuration, which may be a path; None without one."""
    if configuration is None:
        return None
    if isinstance(configuration, str):
        read = _loaded([configuration], "scheduler_config")
        problems = [Problem(f"{each['file']}:{each['line']}", each["message"], "a mapping") for each in read.unreadable]
        if len(read.documents) != 1 and not problems:
            count = len(read.documents)
            problems = [Problem("scheduler_config", f"{count} documents", "one KubeSchedulerConfiguration")]
        if problems:
            raise InputError(problems)
        configuration = read.documents[0].value
    if not isinstance(configuration, Mapping):
        raise InputError([Problem("scheduler_config", f"{configuration}", "a mapping or the path of a file")])
    return profiles_of(configuration)
