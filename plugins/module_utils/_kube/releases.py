# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which release of Kubernetes is asked about, and what is switched on in it. Private to this collection.

`_gates.py` says in which release each feature gate got which state; `CHANGES` here names what changed without a gate.
All differences between releases are asked of a `Gates`; nothing else compares version numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple, Optional

from ._gates import GATES, NEEDS
from .errors import InputError, Problem

OLDEST_MINOR, NEWEST_MINOR = 28, 37

# What changed without a feature gate, and the first minor release of Kubernetes 1 that has it.
CHANGES: dict[str, int] = {
    "absent values are named by the prefilter": 32,
    "app armor has fields": 30,
    "balanced allocation scores the improvement": 36,
    "budgets are charged until one is exhausted": 37,
    "claim templates of stateful sets are checked": 34,
    "dra without claims is silent": 37,
    "drivers without a name are told once": 35,
    "dynamic resources score": 35,
    "exclusions of namespaces hold again": 37,
    "exclusions of namespaces match all": 34,
    "filter order starts with the node name": 37,
    "generated validation speaks last": 37,
    "host ports of sidecars count": 34,
    "image volumes are known": 31,
    "image volumes divide the image score": 37,
    "image volumes have an image score": 36,
    "image volumes of templates need a reference": 37,
    "init container ephemeral storage limits evict": 37,
    "label keys are called so": 35,
    "lengths of labels in bytes": 35,
    "memory qos needs a policy": 37,
    "names of replication controllers in bytes": 35,
    "nodes left out are mentioned": 30,
    "nodes left out go unmentioned": 31,
    "numeric tolerations are known": 35,
    "oom score shares cannot be negative": 37,
    "owner references are indexed": 37,
    "pod eviction messages name the pod": 34,
    "pod level hugepages": 33,
    "preemption tells its node": 37,
    "prefilter failures hide node reasons": 29,
    "qos compares each container": 37,
    "repeated errors are told once": 37,
    "requests above the node are unresolvable": 34,
    "resize compares totals": 37,
    "resize policies name the pod": 36,
    "resizes may not restart init containers": 36,
    "restart policies of containers are listed": 34,
    "restart rules are counted": 36,
    "restarts of all containers are listed": 36,
    "rules of init containers need a policy": 35,
    "sentence ends once": 29,
    "service names of stateful sets are checked": 33,
    "shared processes stand in the specification": 37,
    "sidecar oom score follows the containers": 32,
    "sleeping for no time names its gate": 32,
    "taint failures are counted without the taint": 34,
    "templates of stateful sets are checked": 34,
    "tolerations with a value print the value": 32,
    "values in errors are JSON": 34,
    "values of required node affinity are checked": 32,
    "volume affinity failures name the volume": 33,
}
# The patch release that brought a change to the minor release above, where its first one was without.
PATCHES: dict[str, int] = {"taint failures are counted without the taint": 2}

_FORM = re.compile(r"v?1\.([0-9]{1,3})(?:\.([0-9]{1,4}))?")
_EXPECTED = f"a release from 1.{OLDEST_MINOR} to 1.{NEWEST_MINOR}, such as '1.{NEWEST_MINOR}' or '1.{NEWEST_MINOR}.2'"


class Release(NamedTuple):
    """A release of Kubernetes 1; without a patch level all of its patch releases are meant."""

    minor: int
    patch: Optional[int] = None

    def __str__(self) -> str:
        return f"1.{self.minor}" if self.patch is None else f"1.{self.minor}.{self.patch}"


NEWEST = Release(NEWEST_MINOR)


class Gates:
    """The feature gates of one release, with the user's own settings on top."""

    __slots__ = ("_set", "release", "settings")

    def __init__(self, release: Release = NEWEST, settings: Optional[Mapping[str, bool]] = None) -> None:
        self.release = release
        self.settings = dict(settings or {})
        self._set: dict[str, bool] = {}

    def enabled(self, name: str) -> bool:
        """Whether the feature is on; one that needs another is off without it. The name must be in the table."""
        state = self._set.get(name)
        if state is None:
            state = self._set[name] = self._state(name)
        return state

    def has(self, change: str) -> bool:
        """Whether the release has one of `CHANGES`; one without a patch level is as its newest patch release."""
        minor, patch = self.release
        if minor != CHANGES[change] or patch is None:
            return minor >= CHANGES[change]
        return patch >= PATCHES.get(change, 0)

    def _state(self, name: str) -> bool:
        stage = _stage(name, self.release.minor)
        if stage is None or not self.settings.get(name, stage.default):
            return False
        return all(self.enabled(needed) for needed in NEEDS.get(name, "").split() if _stage(needed, self.release.minor))


class _Stage(NamedTuple):
    """What a gate is in one release: its default, and whether it can still be set and still exists."""

    default: bool
    locked: bool
    removed: bool


def newest_gates() -> Gates:
    """The defaults of the newest release."""
    return gates_of(None, None)


def gates_of(version: object, settings: object) -> Gates:
    """The gates of a `kubernetes_version` (null: the newest) with `feature_gates` set; mistakes are raised at once."""
    problems: list[Problem] = []
    release = _release(version, problems)
    chosen = _settings(settings, release, problems)
    if problems:
        raise InputError(problems)
    return Gates(release, chosen)


def _release(version: object, problems: list[Problem]) -> Release:
    if version is None:
        return NEWEST
    match = _FORM.fullmatch(str(version).strip())
    if match is None or not OLDEST_MINOR <= int(match[1]) <= NEWEST_MINOR:
        quoting = "; 1.30 needs quotes in YAML, where it is the number 1.3" if str(version) == "1.3" else ""
        problems.append(
            Problem("kubernetes_version", f'"{version}" is no release that the gate knows', _EXPECTED + quoting)
        )
        return NEWEST
    return Release(int(match[1]), int(match[2]) if match[2] else None)


def _settings(settings: object, release: Release, problems: list[Problem]) -> dict[str, bool]:
    if settings is None:
        return {}
    if not isinstance(settings, Mapping):
        problems.append(
            Problem("feature_gates", f"{type(settings).__name__} found", "a mapping of gate names to true or false")
        )
        return {}
    chosen: dict[str, bool] = {}
    for name, value in settings.items():
        problem = _setting_problem(str(name), value, release)
        if problem is None:
            chosen[str(name)] = value
        else:
            problems.append(problem)
    return chosen


def _setting_problem(name: str, value: object, release: Release) -> Optional[Problem]:
    place = f"feature_gates.{name}"
    stage = _stage(name, release.minor) if name in GATES else None
    if stage is None or stage.removed:
        known = [gate for gate in GATES if (found := _stage(gate, release.minor)) and not found.removed]
        folded = {gate.lower(): gate for gate in known}
        near = [folded[match] for match in get_close_matches(name.lower(), folded, n=3, cutoff=0.7)]
        expected = "one of its feature gates" + (f"; near ones are {', '.join(near)}" if near else "")
        return Problem(place, f"Kubernetes {release} has no such feature gate", expected)
    if not isinstance(value, bool):
        return Problem(place, f'"{value}" is no boolean', "true or false")
    if stage.locked and value != stage.default:
        return Problem(
            place, f"locked to {str(stage.default).lower()} in Kubernetes {release}", "no setting of its own"
        )
    return None


@cache
def _stage(name: str, minor: int) -> Optional[_Stage]:
    """The state of a gate in a release, or None before it existed. A removed gate keeps its last default."""
    stage: Optional[_Stage] = None
    for step in GATES[name].split():
        since, state = step.split(":")
        if int(since) > minor:
            break
        removed = state == "removed"
        stage = _Stage(stage.default if removed and stage else "+" in state, "L" in state, removed)
    return stage
