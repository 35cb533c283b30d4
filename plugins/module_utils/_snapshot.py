# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the modules that know a cluster from its objects have in common. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional

from ._kube.errors import InputError, Mistakes, Problem
from ._kube.scheduling.configuration import Profile
from ._kube.scheduling.profiles import profiles_of
from ._kube.scheduling.snapshot import Snapshot
from ._live import ACCESS_ARGUMENT_SPEC, check_access, is_asked, live_objects
from ._manifests import Documents, load_many

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


class Given(NamedTuple):
    """What the options give of a cluster, and whether a running one has to be asked for the rest."""

    snapshot: Snapshot
    profiles: Optional[dict[str, Profile]]
    unreadable: list[dict[str, Any]]
    live: bool


def read_snapshot(params: Mapping[str, Any]) -> ClusterInput:
    """The cluster behind a module's parameters; their mistakes raise one `InputError` before anyone is asked."""
    return with_live(read_given(params), params)


def read_given(params: Mapping[str, Any]) -> Given:
    """What can be known without asking anyone; all mistakes raise one `InputError`."""
    mistakes = Mistakes()
    profiles = mistakes.of(lambda: _profiles(params["scheduler_config"]), None)
    found = mistakes.of(lambda: _loaded(params["snapshot"], "snapshot"), Documents([], [], {}))
    live = mistakes.of(lambda: _is_live(params), False)
    if live:
        mistakes.of(lambda: check_access(params), None)
    objects = [*(document.value for document in found.documents), *params["cluster_objects"]]
    snapshot = Snapshot(objects, complete=params["snapshot_complete"])
    if not snapshot.of("Node"):
        mistakes.problems += [_unread(entry) for entry in found.unreadable]
    mistakes.tell()
    return Given(snapshot, profiles, found.unreadable, live)


def with_live(given: Given, params: Mapping[str, Any]) -> ClusterInput:
    """The same with what the running cluster says, if it has to be asked."""
    if not given.live:
        return ClusterInput(given.snapshot, given.profiles, given.unreadable, [])
    live = live_objects(params)
    snapshot = Snapshot(live.lists, complete=params["snapshot_complete"])
    snapshot.release = live.release
    return ClusterInput(snapshot, given.profiles, given.unreadable, live.warnings)


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
        return load_many(paths)
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
