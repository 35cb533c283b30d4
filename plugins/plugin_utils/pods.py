# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of templates as pods of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.defaulting import default_pod_spec
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos import qos_class
from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import mistakes_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import Gates, gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.template_paths import parsed_paths
from ansible_collections.quorum.kube.plugins.module_utils._kube.workloads import pods_of


def plain(value: Any) -> Any:
    """The value in Python's own types: templates hand over lazy and tagged ones."""
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    for type_ in (bool, int, float, str):
        if isinstance(value, type_):
            return type_(value)
    return value


def stored_pod(
    value: Any, kubernetes_version: Any = None, feature_gates: Any = None, pod_template_paths: Any = None
) -> tuple[dict[str, Any], Gates]:
    """The defaulted specification of the one pod or pod template that a pod or workload is."""
    gates = gates_of(kubernetes_version, plain(feature_gates))
    if not isinstance(value, Mapping):
        raise ValueError(f"expected a pod or workload as a mapping, found {type(value).__name__}")
    document = plain(value)
    refs = pods_of(document, parsed_paths(plain(pod_template_paths)))
    if len(refs) != 1:
        kind = document.get("kind") or "a mapping without kind"
        raise ValueError(f"expected a pod or workload, found {kind}" + (f" with {len(refs)} pods" if refs else ""))
    mistakes = mistakes_of(refs[0])
    if mistakes:
        raise ValueError("; ".join(mistakes))
    return default_pod_spec(refs[0].spec, gates), gates


def pod_qos_class(value: Any, **options: Any) -> str:
    """The quality of service class of a pod or workload."""
    return qos_class(*stored_pod(value, **options))
