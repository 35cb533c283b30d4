# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects that keep pods running, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/apps/validation/validation.go` and ValidateReplicationController of
`pkg/apis/core/validation/validation.go` (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from .claims import check_claim_spec
from .field import Errors, mapping, named
from .label_selectors import check_label_selector, selector_matches, selector_shown
from .metadata import check_annotations, check_labels, check_object_meta, generated_name
from .pod import check_template
from .review import Review
from .rollouts import check_daemon_strategy, check_deployment_strategy, check_set_strategy
from .rules import Rules

Object = Mapping[str, Any]
MISMATCH = "`selector` does not match template `labels`"


def check_deployment(rules: Rules, errors: Errors, deployment: Object) -> None:
    review, spec = _begin(rules, errors, deployment)
    errors.non_negative("spec.replicas", _replicas(spec))
    _selector_and_template(review, spec, "ReplicaSet")
    check_deployment_strategy(review, spec.get("strategy") or {}, "spec.strategy")
    seconds = spec.get("minReadySeconds") or 0
    errors.non_negative("spec.minReadySeconds", seconds)
    _optional(errors, spec, "revisionHistoryLimit")
    deadline = spec.get("progressDeadlineSeconds")
    deadline = 600 if deadline is None else deadline
    errors.non_negative("spec.progressDeadlineSeconds", deadline)
    if deadline <= seconds:
        errors.invalid("spec.progressDeadlineSeconds", deadline, "must be greater than minReadySeconds")


def check_replica_set(rules: Rules, errors: Errors, replica_set: Object) -> None:
    review, spec = _begin(rules, errors, replica_set)
    errors.non_negative("spec.replicas", _replicas(spec))
    errors.non_negative("spec.minReadySeconds", spec.get("minReadySeconds") or 0)
    _selector_and_template(review, spec, "ReplicaSet")


def check_replication_controller(rules: Rules, errors: Errors, controller: Object) -> None:
    """Its selector and its own labels are the template's by default (pkg/apis/core/v1/defaults.go)."""
    late = Errors() if rules.generated_last else errors
    spec = controller.get("spec") or {}
    template = spec.get("template")
    labels = ((template or {}).get("metadata") or {}).get("labels")
    meta = controller.get("metadata") or {}
    _name_of_controller(rules, late, meta)
    check_object_meta(Review(rules, errors), meta, _any_name, scoped=True, default_labels=labels)
    late.non_negative("spec.replicas", _replicas(spec))
    late.non_negative("spec.minReadySeconds", spec.get("minReadySeconds") or 0)
    selector = spec.get("selector") or labels or {}
    if not selector:
        errors.required("spec.selector")
    if template is None:
        errors.required("spec.template")
    else:
        if any((labels or {}).get(key) != (value or "") for key, value in selector.items()):
            errors.invalid("spec.template.metadata.labels", mapping(labels, rules.json_values), MISMATCH)
        _restarting_template(Review(rules, errors), template, "ReplicationController")
    if late is not errors:
        errors.extend(late)


def _name_of_controller(rules: Rules, errors: Errors, meta: Object) -> None:
    """Only the name itself is looked at, never `generateName` (ValidateObjectMetaWithOpts)."""
    name = meta.get("name") or generated_name(meta)
    if name:
        errors.invalid_each("metadata.name", name, rules.long_name(name))


def _any_name(name: str) -> tuple[str, ...]:
    return ()


def check_daemon_set(rules: Rules, errors: Errors, daemon_set: Object) -> None:
    review, spec = _begin(rules, errors, daemon_set)
    selector = spec.get("selector")
    check_label_selector(review, selector, "spec.selector")
    template = spec.get("template") or {}
    matches = _matches(review, selector, template)
    if matches is False:
        labels = (template.get("metadata") or {}).get("labels")
        errors.invalid("spec.template.metadata.labels", mapping(labels, rules.json_values), MISMATCH)
    if selector is not None and _is_empty(selector):
        errors.invalid("spec.selector", selector_shown(selector), "empty selector is invalid for daemonset")
    _restarting_template(review, template, "DaemonSet")
    errors.non_negative("spec.minReadySeconds", spec.get("minReadySeconds") or 0)
    check_daemon_strategy(review, spec.get("updateStrategy") or {}, "spec.updateStrategy")
    _optional(errors, spec, "revisionHistoryLimit")


def check_stateful_set(rules: Rules, errors: Errors, stateful_set: Object) -> None:
    review = Review(rules, errors)
    spec = stateful_set.get("spec") or {}
    check_object_meta(review, stateful_set.get("metadata") or {}, rules.dns_label, scoped=True)
    policy = spec.get("podManagementPolicy") or "OrderedReady"
    if policy not in ("OrderedReady", "Parallel"):
        errors.invalid("spec.podManagementPolicy", named(policy), "must be 'OrderedReady' or 'Parallel'")
    check_set_strategy(review, spec.get("updateStrategy") or {}, "spec.updateStrategy")
    _retention(review, spec.get("persistentVolumeClaimRetentionPolicy"), "spec.persistentVolumeClaimRetentionPolicy")
    for index, claim in enumerate(spec.get("volumeClaimTemplates") or ()):
        if rules.claim_templates_checked:
            check_claim_spec(review, (claim or {}).get("spec") or {}, f"spec.volumeClaimTemplates[{index}].spec")
    errors.non_negative("spec.replicas", _replicas(spec))
    errors.non_negative("spec.minReadySeconds", spec.get("minReadySeconds") or 0)
    errors.non_negative("spec.ordinals.start", (spec.get("ordinals") or {}).get("start") or 0)
    name = spec.get("serviceName") or ""
    if name and rules.service_names_checked:
        errors.invalid_each("spec.serviceName", name, rules.dns_label(name))
    _stateful_template(review, spec)


def _stateful_template(review: Review, spec: Object) -> None:
    """Labels and annotations of the template are looked at twice, as upstream does."""
    errors, selector = review.errors, spec.get("selector")
    _selector(review, selector, "statefulset")
    template = _with_claims(spec)
    matches = _matches(review, selector, template)
    if matches is None:
        errors.invalid("spec.selector", selector_shown(selector), "")
    else:
        _labels_match(review, template, matches)
        if review.rules.stateful_templates_checked:
            check_template(review.rules, errors, template, "spec.template")
        meta = template.get("metadata") or {}
        check_labels(review, meta.get("labels") or {}, "spec.template.labels")
        check_annotations(review, meta.get("annotations") or {}, "spec.template.annotations")
        if meta.get("annotations"):
            _pod_annotations_again(review, template)
    _restart_always(review, template, "StatefulSet")


def _pod_annotations_again(review: Review, template: Object) -> None:
    from .annotations import check_pod_annotations

    again = Review(review.rules, review.errors)
    again.spec, again.annotations = (
        template.get("spec") or {},
        (template.get("metadata") or {}).get("annotations") or {},
    )
    check_pod_annotations(again, "spec.template.annotations")


def _with_claims(spec: Object) -> Object:
    """The template as its pods get it: hostname and subdomain are the set's, and each claim is a volume."""
    template = spec.get("template") or {}
    pod = template.get("spec") or {}
    claims = spec.get("volumeClaimTemplates") or ()
    if not claims and not pod.get("subdomain") and not pod.get("hostname"):
        return template
    pod = {name: value for name, value in pod.items() if name not in ("hostname", "subdomain")}
    names = {((claim or {}).get("metadata") or {}).get("name") or "": True for claim in claims}
    if names:
        volumes = [{"name": name, "persistentVolumeClaim": {"claimName": name}} for name in names]
        volumes += [volume for volume in pod.get("volumes") or () if ((volume or {}).get("name") or "") not in names]
        pod["volumes"] = volumes
    return {**template, "spec": pod}


def _begin(rules: Rules, errors: Errors, owner: Object) -> tuple[Review, Object]:
    review = Review(rules, errors)
    check_object_meta(review, owner.get("metadata") or {}, rules.dns_subdomain, scoped=True)
    return review, owner.get("spec") or {}


def _replicas(spec: Object) -> int:
    return int(1 if spec.get("replicas") is None else spec["replicas"])


def _optional(errors: Errors, spec: Object, name: str) -> None:
    if spec.get(name) is not None:
        errors.non_negative(f"spec.{name}", spec[name])


def _selector_and_template(review: Review, spec: Object, kind: str) -> None:
    selector, template = spec.get("selector"), spec.get("template") or {}
    _selector(review, selector, "deployment")
    matches = _matches(review, selector, template)
    if matches is None:
        review.errors.invalid("spec.selector", selector_shown(selector), "invalid label selector")
    else:
        _labels_match(review, template, matches)
        _restarting_template(review, template, kind)


def _selector(review: Review, selector: Any, kind: str) -> None:
    if selector is None:
        review.errors.required("spec.selector")
        return
    check_label_selector(review, selector, "spec.selector")
    if _is_empty(selector):
        review.errors.invalid("spec.selector", selector_shown(selector), f"empty selector is invalid for {kind}")


def _is_empty(selector: Object) -> bool:
    return not selector.get("matchLabels") and not selector.get("matchExpressions")


def _matches(review: Review, selector: Any, template: Object) -> Optional[bool]:
    """Whether the selector selects the template's labels; None where it cannot be read at all."""
    return selector_matches(review, selector, (template.get("metadata") or {}).get("labels"))


def _labels_match(review: Review, template: Object, matches: bool) -> None:
    if not matches:
        labels = (template.get("metadata") or {}).get("labels")
        review.errors.invalid("spec.template.metadata.labels", mapping(labels, review.rules.json_values), MISMATCH)


def _restarting_template(review: Review, template: Object, kind: str) -> None:
    check_template(review.rules, review.errors, template, "spec.template")
    _restart_always(review, template, kind)


def _restart_always(review: Review, template: Object, kind: str) -> None:
    pod = template.get("spec") or {}
    policy = pod.get("restartPolicy") or "Always"
    if policy != "Always":
        review.errors.unsupported("spec.template.spec.restartPolicy", named(policy), ("Always",))
    if pod.get("activeDeadlineSeconds") is not None:
        review.errors.forbidden(
            "spec.template.spec.activeDeadlineSeconds", f"activeDeadlineSeconds in {kind} is not Supported"
        )


def _retention(review: Review, policy: Any, path: str) -> None:
    for name in ("whenDeleted", "whenScaled"):
        value = (policy or {}).get(name) or "Retain"
        if value not in ("Retain", "Delete"):
            review.errors.unsupported(f"{path}.{name}", named(value), ("Retain", "Delete"))
