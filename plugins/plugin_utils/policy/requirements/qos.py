# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""`qos`: the quality of service classes that pods may have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import CLASSES

from ..reader import Reader
from .requirement import Breach, Workload


class Qos(NamedTuple):
    """The pods are of one of the classes."""

    classes: tuple[str, ...]
    losses: frozenset[int] = frozenset()

    def breaches(self, workload: Workload) -> Iterator[Breach]:
        """One, with the smallest change that makes the pod Guaranteed where that is a way out."""
        pod = workload.pod
        if pod is not None and pod["qos_class"] not in self.classes:
            wanted = " or ".join(self.classes)
            yield Breach(f"is {pod['qos_class']}, not {wanted}: {pod['reason']}", _fix(pod, self.classes))


def _fix(pod: Any, classes: tuple[str, ...]) -> str:
    if "Burstable" in classes and pod["qos_class"] == "BestEffort":
        return "request cpu or memory in one container at least"
    if "Guaranteed" not in classes:
        return ""
    return "; ".join(f"set {change['field']} to {change['to']}" for change in pod["to_guaranteed"])


def read(reader: Reader, value: Any, place: str) -> Qos | None:
    """A class or a list of classes."""
    classes = reader.choices(value, place, CLASSES)
    return Qos(classes) if classes else None
