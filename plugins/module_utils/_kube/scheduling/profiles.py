# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A KubeSchedulerConfiguration as profiles; what it says wrong is told all at once. Private to this collection.

KK scheduler/apis/config (v1 defaults and validation), as far as the filters and scores here depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import InputError, Problem
from ..objects import items, mapping, mappings, text, whole
from .chain import CHECKS
from .configuration import LEAST, MOST_ALLOCATED, RATIO, Profile, Strategy
from .scoring import SCORERS
from .terms import node_terms, preferred_node_terms, spread_constraints

POST_FILTERS = ("DefaultPreemption", "DynamicResources")
FILTERS = tuple(check.name for check in CHECKS)
SCORES = tuple(scorer.name for scorer in SCORERS)
KNOWN = frozenset((*FILTERS, *SCORES, *POST_FILTERS, "PrioritySort", "SchedulingGates", "DefaultBinder"))
PLACE = "scheduler_config"
LARGEST_SHAPE_SCORE = 10

Object = Mapping[str, Any]

_NAMED = {"list": "a list", "dict": "a mapping", "str": "a text"}
_PLUGINS = [{"name": str}]
_PROFILES = [
    {
        "schedulerName": str,
        "plugins": {"*": {"enabled": _PLUGINS, "disabled": _PLUGINS}},
        "pluginConfig": [{"name": str, "args": {"scoringStrategy": {"type": str, "resources": [{"name": str}]}}}],
    }
]
"""What has to have its type lest a part of a profile goes unread."""


def profiles_of(configuration: Object) -> dict[str, Profile]:
    """The profiles by scheduler name; a configuration without profiles has the default one."""
    problems: list[Problem] = []
    kind = configuration.get("kind", "KubeSchedulerConfiguration")
    if kind != "KubeSchedulerConfiguration":
        problems.append(Problem(f"{PLACE}.kind", f'"{kind}"', "KubeSchedulerConfiguration"))
    problems += _misshapen(configuration.get("profiles"), f"{PLACE}.profiles", _PROFILES)
    entries = list(mappings(configuration.get("profiles"))) or [{}]
    common = whole(configuration.get("percentageOfNodesToScore"))
    profiles = [_profile(entry, f"{PLACE}.profiles[{index}]", common, problems) for index, entry in enumerate(entries)]
    names = [profile.scheduler_name for profile in profiles]
    for name in sorted({name for name in names if names.count(name) > 1}):
        problems.append(Problem(f"{PLACE}.profiles", f'"{name}" twice', "a schedulerName of its own for each"))
    if problems:
        raise InputError(problems)
    return dict(zip(names, profiles))


def _misshapen(value: object, place: str, shape: Any) -> Iterator[Problem]:
    """What is of another type than the API reads there; an absent value is none."""
    if value is None or shape is None:
        return
    kind = shape if isinstance(shape, type) else type(shape)
    if not isinstance(value, kind):
        yield Problem(place, f"{value!r}", _NAMED[kind.__name__])
    elif isinstance(shape, list):
        for index, entry in enumerate(items(value)):
            yield from _misshapen(entry, f"{place}[{index}]", shape[0])
    elif isinstance(shape, dict):
        for name, entry in mapping(value).items():
            yield from _misshapen(entry, f"{place}.{name}", shape.get(name, shape.get("*")))


def _profile(entry: Object, place: str, percentage: int, problems: list[Problem]) -> Profile:
    plugins = mapping(entry.get("plugins"))
    weights: dict[str, int] = {}
    disabled = {
        point: _disabled(plugins, point, weights, place, problems) for point in ("filter", "score", "postFilter")
    }
    profile = Profile(
        scheduler_name=text(entry.get("schedulerName")) or "default-scheduler",
        no_filter=disabled["filter"],
        no_score=disabled["score"],
        no_post_filter=disabled["postFilter"],
        weights=weights,
        percentage_of_nodes=whole(entry.get("percentageOfNodesToScore")) or percentage,
    )
    for index, config in enumerate(mappings(entry.get("pluginConfig"))):
        read = _ARGUMENTS.get(text(config.get("name")))
        if read is not None:
            profile = read(profile, mapping(config.get("args")), f"{place}.pluginConfig[{index}].args", problems)
    return profile


def _disabled(
    plugins: Object, point: str, weights: dict[str, int], place: str, problems: list[Problem]
) -> frozenset[str]:
    """The plugins that are off at an extension point: there or at multiPoint, unless enabled there again."""
    known = {"filter": FILTERS, "score": SCORES, "postFilter": POST_FILTERS}[point]
    off: set[str] = set()
    for level in ("multiPoint", point):
        sets = mapping(plugins.get(level))
        for name, _weight in _named(sets.get("disabled")):
            off |= set(known) if name == "*" else {name}
        for name, weight in _named(sets.get("enabled")):
            off.discard(name)
            if weight:
                weights[name] = weight
            if name not in KNOWN:
                problems.append(
                    Problem(f"{place}.plugins.{level}", f'the plugin "{name}"', "a plugin of kube-scheduler itself")
                )
    return frozenset(off)


def _named(value: object) -> Iterator[tuple[str, int]]:
    return ((text(entry.get("name")), whole(entry.get("weight"))) for entry in mappings(value))


def _node_affinity(profile: Profile, args: Object, _place: str, _problems: list[Problem]) -> Profile:
    added = mapping(args.get("addedAffinity"))
    required = added.get("requiredDuringSchedulingIgnoredDuringExecution")
    return profile._replace(
        added_affinity=None if required is None else node_terms(required),
        added_preferences=preferred_node_terms(added.get("preferredDuringSchedulingIgnoredDuringExecution")),
    )


def _resources_fit(profile: Profile, args: Object, place: str, problems: list[Problem]) -> Profile:
    strategy = mapping(args.get("scoringStrategy"))
    kind = text(strategy.get("type")) or LEAST
    if kind not in (LEAST, MOST_ALLOCATED, RATIO):
        expected = f"{LEAST}, {MOST_ALLOCATED} or {RATIO}"
        problems.append(Problem(f"{place}.scoringStrategy.type", f'"{kind}"', expected))
    shape = _shape(mapping(strategy.get("requestedToCapacityRatio")).get("shape"))
    if kind == RATIO and not shape:
        where = f"{place}.scoringStrategy.requestedToCapacityRatio.shape"
        problems.append(Problem(where, "no points", "at least one point with utilization and score"))
    return profile._replace(
        ignored_resources=frozenset(text(name) for name in items(args.get("ignoredResources"))),
        ignored_groups=frozenset(text(name) for name in items(args.get("ignoredResourceGroups"))),
        strategy=Strategy(kind, _weighted(strategy.get("resources")) or profile.strategy.resources, shape),
    )


def _balanced(profile: Profile, args: Object, _place: str, _problems: list[Problem]) -> Profile:
    return profile._replace(balanced=_weighted(args.get("resources")) or profile.balanced)


def _inter_pod_affinity(profile: Profile, args: Object, _place: str, _problems: list[Problem]) -> Profile:
    return profile._replace(
        hard_pod_affinity_weight=whole(args.get("hardPodAffinityWeight"), 1),
        ignores_preferences_of_others=args.get("ignorePreferredTermsOfExistingPods") is True,
    )


def _spread(profile: Profile, args: Object, place: str, problems: list[Problem]) -> Profile:
    constraints = spread_constraints(args.get("defaultConstraints"), {}, merge_keys=False, inclusion_policies=True)
    if any(mapping(entry).get("labelSelector") for entry in items(args.get("defaultConstraints"))):
        where = f"{place}.defaultConstraints"
        problems.append(Problem(where, "a labelSelector", "none, as it comes from services and controllers"))
    defaulting = text(args.get("defaultingType")) or "System"
    if defaulting not in ("List", "System"):
        problems.append(Problem(f"{place}.defaultingType", f'"{defaulting}"', "List or System"))
    return profile._replace(default_constraints=constraints if defaulting == "List" else None)


def _volume_binding(profile: Profile, args: Object, _place: str, _problems: list[Problem]) -> Profile:
    return profile._replace(storage_shape=_shape(args.get("shape")) or profile.storage_shape)


def _shape(points: object) -> tuple[tuple[int, int], ...]:
    """Utilisation in percent, and scores of 0 to 10 brought to percent."""
    found = ((whole(point.get("utilization")), whole(point.get("score"))) for point in mappings(points))
    return tuple((utilization, score * 100 // LARGEST_SHAPE_SCORE) for utilization, score in found)


def _weighted(resources: object) -> tuple[tuple[str, int], ...]:
    return tuple((text(entry.get("name")), whole(entry.get("weight"), 1) or 1) for entry in mappings(resources))


_ARGUMENTS = {
    "InterPodAffinity": _inter_pod_affinity,
    "NodeAffinity": _node_affinity,
    "NodeResourcesBalancedAllocation": _balanced,
    "NodeResourcesFit": _resources_fit,
    "PodTopologySpread": _spread,
    "VolumeBinding": _volume_binding,
}
