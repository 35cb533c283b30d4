# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""One object of any judged kind: what kube-apiserver would say when it is created. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Optional

from ..objects import text
from ..releases import Gates
from .any_object import refuse_version
from .controllers import (
    check_daemon_set,
    check_deployment,
    check_replica_set,
    check_replication_controller,
    check_stateful_set,
)
from .cron_jobs import check_cron_job
from .field import Errors
from .jobs import check_job
from .metadata import check_object_meta
from .nodes import check_node
from .pod import check_pod, check_template
from .retired_versions import retirement
from .review import Review
from .rules import Rules
from .schema import Shapes, shape_errors

Check = Callable[[Rules, Errors, Mapping[str, Any]], None]


def _check_pod_template(rules: Rules, errors: Errors, template: Mapping[str, Any]) -> None:
    check_object_meta(Review(rules, errors), template.get("metadata") or {}, rules.dns_subdomain, scoped=True)
    check_template(rules, errors, template.get("template"), "template")


_CHECKS: dict[tuple[str, str], Check] = {
    ("apps/v1", "DaemonSet"): check_daemon_set,
    ("apps/v1", "Deployment"): check_deployment,
    ("apps/v1", "ReplicaSet"): check_replica_set,
    ("apps/v1", "StatefulSet"): check_stateful_set,
    ("batch/v1", "CronJob"): check_cron_job,
    ("batch/v1", "Job"): check_job,
    ("v1", "Node"): check_node,
    ("v1", "Pod"): check_pod,
    ("v1", "PodTemplate"): _check_pod_template,
    ("v1", "ReplicationController"): check_replication_controller,
}
KINDS = frozenset(kind for _version, kind in _CHECKS)


class Judge:
    """Judges the objects of one input by the rules of one release."""

    def __init__(self, gates: Gates, shapes: Optional[Shapes] = None) -> None:
        self.rules = Rules(gates)
        self._shapes = shapes

    def errors(self, document: Mapping[str, Any]) -> Errors:
        """Everything that kube-apiserver refuses; nothing is validated where a type is wrong, as in the server."""
        errors = Errors()
        kind = document.get("kind")
        check = self._check(document)
        if check is None or not isinstance(kind, str):
            self._not_served(errors, document.get("apiVersion"), kind)
            return errors
        if self._shapes is None:
            errors.has_unknown_fields = shape_errors(document, kind, errors)
        else:
            found, errors.has_unknown_fields = self._shapes.of(document, kind)
            errors.extend(found)
        if errors:
            errors.readable = False
            return errors
        check(self.rules, errors, document)
        return self._told(errors)

    def template_errors(self, template: Any, path: str) -> Errors:
        """The same for a pod template of a custom resource."""
        errors = Errors()
        shape_errors(template, "PodTemplateSpec", errors)
        if errors:
            below = Errors()
            below.readable = False
            for error in errors:
                below.add(error.type, f"{path}.{error.field}", error.value, error.message)
            return below
        check_template(self.rules, errors, template, path)
        return self._told(errors)

    def _told(self, errors: Errors) -> Errors:
        """A line that repeats is told once from 1.37 on (apiserver registry/rest/validate.go)."""
        return errors.once() if self.rules.repeated_once else errors

    def _not_served(self, errors: Errors, version: Any, kind: Any) -> None:
        """An old or unknown version of a kind."""
        gone = retirement(text(version), text(kind), self.rules.gates)
        served = [known for known, name in _CHECKS if name == kind]
        refuse_version(errors, version or "", kind, gone or (f"it is served in {served[0]}" if served else ""))

    def knows(self, document: Mapping[str, Any]) -> bool:
        """Whether this is one of the API's own kinds that are judged, at a version that is served."""
        return self._check(document) is not None

    @staticmethod
    def _check(document: Mapping[str, Any]) -> Optional[Check]:
        version, kind = document.get("apiVersion"), document.get("kind")
        return _CHECKS.get((version, kind)) if isinstance(version, str) and isinstance(kind, str) else None
