# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""An autoscaler by a share of requests that the pods do not state. Private to this collection.

KK pkg/controller/podautoscaler/replica_calculator.go calculatePodRequests (1.28 - 1.37): one container without the
request is enough for `missing request for cpu`, and nothing is scaled by that metric.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import DEAD, Finding
from ...objects import mapping, mappings, text
from ...requests import pod_level
from ...resources import REQUESTS, containers, init_containers, is_sidecar, resources_of
from ..autoscalers import Autoscaler, autoscalers, place_of_member
from ..check import Check
from ..entries import Member, Object
from ..view import View

RULE = "autoscaler-without-requests"
FIX = "state the request in every container, or give the metric an averageValue"
FIX_OF_NAME = "name a container of the pods; one that is only added when they are created is not known here"


def _run(view: View) -> Iterator[Finding]:
    """Of a workload that the input has more than once, every one has to lack the request.

    A note where a LimitRange that is not known may give it.
    """
    targets: dict[tuple[str, str, str], list[Member]] = {}
    for member in view.members:
        targets.setdefault(place_of_member(member), []).append(member)
    for each in autoscalers(view):
        members = targets.get(each.target, [])
        for resource, container, field in _shares(each) if members else ():
            yield from _of(view, each, members, resource, container, field)


def _of(
    view: View, autoscaler: Autoscaler, members: list[Member], resource: str, container: str, field: str
) -> Iterator[Finding]:
    subject, member = autoscaler.entry.subject, members[-1]
    found = [_without(view, each, resource, container) for each in members]
    if container and not any(_has(each, container) for each in members):
        message = f"it scales by the container {container}, which {member.title} does not have"
        yield Finding.certain(RULE, DEAD, subject, message, FIX_OF_NAME, field, note=True)
    elif all(found):
        message = (
            f"it scales by a share of the {resource} request, which {member.title} does not state "
            f"in {', '.join(found[-1])}: missing request for {resource}, and nothing is scaled by it"
        )
        note = not view.knows_limits(member.namespace)
        yield Finding.certain(RULE, DEAD, subject, message, FIX, field, note=note)


def _has(member: Member, name: str) -> bool:
    return any(container.get("name") == name for _path, container in member.containers())


def _shares(autoscaler: Autoscaler) -> Iterator[tuple[str, str, str]]:
    """The metrics that are a share of a request: its resource, the container that alone counts, and its place."""
    spec = autoscaler.entry.spec
    if autoscaler.entry.value.get("apiVersion") == "autoscaling/v1":
        yield "cpu", "", "spec.targetCPUUtilizationPercentage"
        return
    if not spec.get("metrics"):
        yield "cpu", "", "spec.metrics"
    for index, metric in enumerate(mappings(spec.get("metrics"))):
        for kind in ("resource", "containerResource"):
            source = mapping(metric.get(kind))
            target = mapping(source.get("target"))
            if target.get("averageUtilization") is not None or source.get("targetAverageUtilization") is not None:
                yield text(source.get("name")), text(source.get("container")), f"spec.metrics[{index}].{kind}"


def _without(view: View, member: Member, resource: str, container: str) -> list[str]:
    """The containers that have no such request when they are created."""
    spec = view.admitted(member)
    if not container and resource in pod_level(spec, REQUESTS, view.gates):
        return []
    return [
        text(each.get("name"))
        for each in _counted(spec)
        if container in ("", each.get("name")) and resource not in resources_of(each, REQUESTS)
    ]


def _counted(spec: Object) -> Iterator[Object]:
    yield from containers(spec)
    yield from (each for each in init_containers(spec) if is_sidecar(each))


CHECK = Check(RULE, _run)
