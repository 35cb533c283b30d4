# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the next rollout of each workload comes to its end. Private to this collection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Optional

from ..workloads import PodTemplateRef
from .deployment_rollouts import roll_deployment
from .judging import Judging
from .rollout_course import Course
from .set_rollouts import roll_daemons, roll_ordinals

Roll = Callable[[Judging, PodTemplateRef], Optional[Course]]
_KINDS: dict[str, Roll] = {
    "DaemonSet": roll_daemons,
    "Deployment": roll_deployment,
    "StatefulSet": roll_ordinals,
}


def rollouts_of(judging: Judging, refs: list[PodTemplateRef]) -> Iterator[dict[str, Any]]:
    """One entry for each workload that replaces its own pods: whether that ends in the cluster as it is."""
    for ref in refs:
        roll = _KINDS.get(ref.kind)
        if roll is None or ref.replicas == 0:
            continue
        with judging.cluster.rehearsal():
            course = roll(judging, ref)
            if course is not None:
                yield {"kind": ref.kind, "namespace": ref.namespace, "name": ref.name, **course.told(judging)}
