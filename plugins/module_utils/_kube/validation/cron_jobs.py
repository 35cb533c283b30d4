# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""CronJobs, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/batch/validation/validation.go` ValidateCronJobCreate (1.28 - 1.37).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Optional

from .cron_schedules import schedule_problem
from .field import Errors, named
from .jobs import check_job_spec
from .label_selectors import selector_shown
from .metadata import check_object_meta
from .review import Review
from .rules import Rules

_NAME_BYTES = 52
_ZONE_PART = re.compile(r"[A-Za-z0-9._\-+]+")
_LOCAL = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"
_POLICIES = ("Allow", "Forbid", "Replace")


def check_cron_job(rules: Rules, errors: Errors, cron_job: Mapping[str, Any]) -> None:
    review = Review(rules, errors)
    meta, spec = cron_job.get("metadata") or {}, cron_job.get("spec") or {}
    check_object_meta(review, meta, rules.dns_subdomain, scoped=True)
    late = not spec.get("schedule") and rules.generated_last
    if not late:
        _schedule(review, spec.get("schedule") or "", "spec.schedule")
    if spec.get("startingDeadlineSeconds") is not None:
        errors.non_negative("spec.startingDeadlineSeconds", spec["startingDeadlineSeconds"])
    _time_zone(review, spec.get("timeZone"), "spec.timeZone")
    policy = spec.get("concurrencyPolicy") or "Allow"
    if policy not in _POLICIES:
        errors.unsupported("spec.concurrencyPolicy", named(policy), _POLICIES)
    _job_template(review, (spec.get("jobTemplate") or {}).get("spec") or {}, "spec.jobTemplate.spec")
    for name in ("successfulJobsHistoryLimit", "failedJobsHistoryLimit"):
        if spec.get(name) is not None:
            errors.non_negative(f"spec.{name}", spec[name])
    if len((meta.get("name") or "").encode("utf-8", "surrogatepass")) > _NAME_BYTES:
        errors.invalid("metadata.name", meta["name"], f"must be no more than {_NAME_BYTES} characters")
    if late:
        errors.required("spec.schedule")


def _schedule(review: Review, schedule: str, path: str) -> None:
    if not schedule:
        review.errors.required(path)
        return
    problem = schedule_problem(schedule)
    if problem:
        review.errors.invalid(path, schedule, problem)
    if "TZ" in schedule:
        review.errors.invalid(path, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead")


def _time_zone(review: Review, zone: Optional[str], path: str) -> None:
    """Whether a zone of a right form exists is the server's to know: it carries its own list."""
    if zone is None:
        return
    if not zone:
        review.errors.invalid(path, named(zone), "timeZone must be nil or non-empty string")
        return
    for part in zone.split("/"):
        if part in (".", "..") or part.startswith("-") or not _ZONE_PART.fullmatch(part):
            review.errors.invalid(path, named(zone), f"unknown time zone {zone}")
            return
    if zone.lower() == "local":
        review.errors.invalid(path, named(zone), _LOCAL)
        if zone != "Local":
            review.errors.invalid(path, named(zone), f"unknown time zone {zone}")


def _job_template(review: Review, spec: Mapping[str, Any], path: str) -> None:
    check_job_spec(review, spec, path)
    if spec.get("selector") is not None:
        review.errors.invalid(f"{path}.selector", selector_shown(spec["selector"]), "`selector` will be auto-generated")
    if spec.get("manualSelector"):
        review.errors.unsupported(f"{path}.manualSelector", True, ("nil", "false"))
