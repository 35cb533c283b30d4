# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/batch/validation/validation.go` ValidateJobCreate, validateJobSpec (1.28 - 1.37). Of a Job
without `manualSelector` the registry generates selector and labels (pkg/registry/batch/job/strategy.go).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .field import Errors, mapping, named
from .job_policies import check_failure_policy, check_success_policy, success_policy_shown
from .label_selectors import check_label_selector, selector_matches, selector_shown
from .metadata import check_object_meta, generated_name
from .pod import check_template
from .review import Review
from .rules import Rules

Object = Mapping[str, Any]
_INDEXED = "Indexed"
_NAME_LABELS = ("job-name", "batch.kubernetes.io/job-name")
_UID_LABELS = ("controller-uid", "batch.kubernetes.io/controller-uid")
_UID = "uid-of-the-job"
_MOST = 100_000
_HIGH = 10_000
_PATH = re.compile(r"[A-Za-z0-9/\-._~%!$&'()*+,;=:]+")


def check_job(rules: Rules, errors: Errors, job: Object) -> None:
    """A Job's own labels are its template's by default, generated ones included where the template has any."""
    review = Review(rules, errors)
    meta, spec = job.get("metadata") or {}, job.get("spec") or {}
    final = spec if spec.get("manualSelector") else _generated(meta, spec)
    labels = _labels(final) if _labels(spec) is not None else None
    check_object_meta(review, meta, rules.dns_subdomain, scoped=True, default_labels=labels)
    if final is not spec:
        _generated_labels_agree(review, meta, spec, final)
    completions = _completions(spec)
    check_job_spec(review, {**final, "completions": completions}, "spec")
    _selector(review, final)
    if spec.get("completionMode") == _INDEXED and completions and completions > 0:
        host = f"{meta.get('name') or ''}-{completions - 1}"
        if rules.dns_label(host):
            text = f"will not able to create pod with invalid DNS label: {host}"
            errors.invalid("metadata.name", meta.get("name") or "", text)


def _selector(review: Review, spec: Object) -> None:
    selector = spec.get("selector")
    if selector is None:
        review.errors.required("spec.selector")
    check_label_selector(review, selector, "spec.selector")
    labels = _labels(spec)
    if selector_matches(review, selector, labels) is False:
        review.errors.invalid(
            "spec.template.metadata.labels",
            mapping(labels, review.rules.json_values),
            "`selector` does not match template `labels`",
        )


def _labels(spec: Object) -> Any:
    return ((spec.get("template") or {}).get("metadata") or {}).get("labels")


def _completions(spec: Object) -> Any:
    """With neither completions nor parallelism both are one (pkg/apis/batch/v1/defaults.go)."""
    if spec.get("completions") is None and spec.get("parallelism") is None:
        return 1
    return spec.get("completions")


def _generated(meta: Object, spec: Object) -> Object:
    """The Job with the labels and the selector that its registry makes; the uid is not known before."""
    template, selector = spec.get("template") or {}, spec.get("selector") or {}
    own = template.get("metadata") or {}
    labels = {**_expected_labels(meta), **(own.get("labels") or {})}
    wanted = {_UID_LABELS[1]: _UID, **(selector.get("matchLabels") or {})}
    return {
        **spec,
        "template": {**template, "metadata": {**own, "labels": labels}},
        "selector": {**selector, "matchLabels": wanted},
    }


def _expected_labels(meta: Object) -> dict[str, str]:
    name = meta.get("name") or generated_name(meta)
    return {**dict.fromkeys(_NAME_LABELS, name), **dict.fromkeys(_UID_LABELS, _UID)}


def _generated_labels_agree(review: Review, meta: Object, spec: Object, final: Object) -> None:
    """Labels and selectors of another Job, as they stand in an exported one, are refused."""
    labels, expected = _labels(final), _expected_labels(meta)
    for label in (_UID_LABELS[0], _NAME_LABELS[0], _UID_LABELS[1], _NAME_LABELS[1]):
        if (labels[label] or "") != expected[label]:
            place = f"spec.template.metadata.labels[{label}]"
            review.errors.invalid(place, mapping(labels, review.rules.json_values), f"must be '{expected[label]}'")
    if selector_matches(review, final["selector"], expected) is False:
        review.errors.invalid("spec.selector", selector_shown(final["selector"]), "`selector` not auto-generated")


def check_job_spec(review: Review, spec: Object, path: str) -> None:
    """Of a Job, or of a CronJob's template."""
    errors, rules = review.errors, review.rules
    for name in ("parallelism", "completions", "activeDeadlineSeconds", "backoffLimit", "ttlSecondsAfterFinished"):
        if spec.get(name) is not None:
            errors.non_negative(f"{path}.{name}", spec[name])
    if rules.job_per_index:
        _per_index(review, spec, path)
    if spec.get("managedBy") is not None and rules.job_managed_by:
        _managed_by(review, spec["managedBy"], f"{path}.managedBy")
    _completion_mode(review, spec, path)
    policy = spec.get("podFailurePolicy")
    if policy is not None:
        check_failure_policy(review, spec, policy, f"{path}.podFailurePolicy")
    if spec.get("successPolicy") is not None and rules.job_success:
        if spec.get("completionMode") != _INDEXED:
            shown = success_policy_shown(spec["successPolicy"])
            errors.invalid(f"{path}.successPolicy", shown, "requires indexed completion mode")
        else:
            check_success_policy(review, spec["successPolicy"], spec.get("completions"), f"{path}.successPolicy")
    if spec.get("podReplacementPolicy") is not None and rules.job_replacement:
        allowed = ("Failed",) if policy is not None else ("Failed", "TerminatingOrFailed")
        if spec["podReplacementPolicy"] not in allowed:
            errors.unsupported(f"{path}.podReplacementPolicy", named(spec["podReplacementPolicy"]), allowed)
    check_template(rules, errors, spec.get("template"), f"{path}.template")
    _restart_policy(review, spec, policy, f"{path}.template.spec.restartPolicy")


def _restart_policy(review: Review, spec: Object, failure_policy: Any, path: str) -> None:
    restart = ((spec.get("template") or {}).get("spec") or {}).get("restartPolicy") or "Always"
    if restart == "Always":
        review.errors.required(path, 'valid values: "OnFailure", "Never"')
    elif restart not in ("OnFailure", "Never"):
        review.errors.unsupported(path, named(restart), ("OnFailure", "Never"))
    elif failure_policy is not None and restart != "Never":
        review.errors.invalid(path, named(restart), 'only "Never" is supported when podFailurePolicy is specified')


def _per_index(review: Review, spec: Object, path: str) -> None:
    errors = review.errors
    limit, failed = spec.get("backoffLimitPerIndex"), spec.get("maxFailedIndexes")
    if limit is not None:
        errors.non_negative(f"{path}.backoffLimitPerIndex", limit)
    if failed is not None:
        errors.non_negative(f"{path}.maxFailedIndexes", failed)
        if limit is None:
            errors.required(f"{path}.backoffLimitPerIndex", "when maxFailedIndexes is specified")


def _managed_by(review: Review, name: str, path: str) -> None:
    """A path with a domain before it, of at most 63 bytes."""
    errors = review.errors
    host, slash, rest = name.partition("/")
    if not name:
        errors.required(path)
    elif not slash or not host or not rest:
        errors.invalid(path, name, 'must be a domain-prefixed path (such as "acme.io/foo")')
    else:
        errors.invalid_each(path, host, review.rules.dns_subdomain(host))
        if not _PATH.fullmatch(rest):
            errors.invalid(path, rest, f"Invalid path (regex used for validation is '{_PATH.pattern}')")
    if len(name.encode("utf-8", "surrogatepass")) > 63:
        errors.too_long(path, 63)


def _completion_mode(review: Review, spec: Object, path: str) -> None:
    errors = review.errors
    mode = spec.get("completionMode")
    mode = "NonIndexed" if mode is None else mode
    if mode not in ("NonIndexed", _INDEXED):
        errors.unsupported(f"{path}.completionMode", named(mode), ("NonIndexed", _INDEXED))
    if mode == _INDEXED:
        _indexed(review, spec, path)
    if mode == "NonIndexed" and review.rules.job_per_index:
        for name in ("backoffLimitPerIndex", "maxFailedIndexes"):
            if spec.get(name) is not None:
                errors.invalid(f"{path}.{name}", spec[name], "requires indexed completion mode")


def _indexed(review: Review, spec: Object, path: str) -> None:
    errors = review.errors
    completions, parallelism = spec.get("completions"), spec.get("parallelism")
    failed = spec.get("maxFailedIndexes") if review.rules.job_per_index else None
    if completions is None:
        errors.required(f"{path}.completions", "when completion mode is Indexed")
    if parallelism is not None and parallelism > _MOST:
        text = f"must be less than or equal to {_MOST} when completion mode is Indexed"
        errors.invalid(f"{path}.parallelism", parallelism, text)
    if completions is not None and failed is not None and failed > completions:
        errors.invalid(f"{path}.maxFailedIndexes", failed, "must be less than or equal to completions")
    if failed is not None and failed > _MOST:
        errors.invalid(f"{path}.maxFailedIndexes", failed, f"must be less than or equal to {_MOST}")
    if completions is None or completions <= _MOST or spec.get("backoffLimitPerIndex") is None:
        return
    if failed is None:
        errors.required(f"{path}.maxFailedIndexes", f"must be specified when completions is above {_MOST}")
    for name, value in (("parallelism", parallelism), ("maxFailedIndexes", failed)):
        if value is not None and value > _HIGH:
            errors.invalid(
                f"{path}.{name}",
                value,
                f"must be less than or equal to {_HIGH} when completions are above {_MOST} and used with backoff limit "
                "per index",
            )
