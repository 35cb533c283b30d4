# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Update strategies, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/apps/validation/validation.go` ValidateDeploymentStrategy, ValidateDaemonSetUpdateStrategy,
validateRollingUpdateStatefulSet with the defaults of `pkg/apis/apps/v1/defaults.go` (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

from ..selectors import go_integer
from .field import Printed, go_json
from .review import Review
from .texts import percent

Amount = Union[int, str]
_ROLLING = "RollingUpdate"


def check_deployment_strategy(review: Review, strategy: Mapping[str, Any], path: str) -> None:
    kind, rolling = strategy.get("type") or _ROLLING, strategy.get("rollingUpdate")
    errors = review.errors
    if kind == "Recreate":
        if rolling is not None:
            errors.forbidden(f"{path}.rollingUpdate", "may not be specified when strategy `type` is 'Recreate'")
    elif kind == _ROLLING:
        unavailable = _amount(rolling, "maxUnavailable", "25%")
        surge = _amount(rolling, "maxSurge", "25%")
        place = f"{path}.rollingUpdate"
        _check_amount(review, unavailable, f"{place}.maxUnavailable")
        _check_amount(review, surge, f"{place}.maxSurge")
        if not _number(unavailable) and not _number(surge):
            errors.invalid(f"{place}.maxUnavailable", _shown(unavailable), "may not be 0 when `maxSurge` is 0")
        _at_most_all(review, unavailable, f"{place}.maxUnavailable")
    else:
        shown = Printed(strategy, go_json({"Type": kind, "RollingUpdate": _struct(rolling)}))
        errors.unsupported(path, shown, ("Recreate", _ROLLING))


def check_daemon_strategy(review: Review, strategy: Mapping[str, Any], path: str) -> None:
    """Nodes are either left without a pod for a while or get a second one."""
    kind, rolling = strategy.get("type") or _ROLLING, strategy.get("rollingUpdate")
    errors = review.errors
    if kind == "OnDelete":
        return
    if kind != _ROLLING:
        shown = Printed(strategy, go_json({"Type": kind, "RollingUpdate": _struct(rolling)}))
        errors.unsupported(path, shown, (_ROLLING, "OnDelete"))
        return
    unavailable, surge = _amount(rolling, "maxUnavailable", 1), _amount(rolling, "maxSurge", 0)
    place = f"{path}.rollingUpdate"
    _check_amount(review, unavailable, f"{place}.maxUnavailable")
    _check_amount(review, surge, f"{place}.maxSurge")
    _at_most_all(review, unavailable, f"{place}.maxUnavailable")
    _at_most_all(review, surge, f"{place}.maxSurge")
    if _number(unavailable) and _number(surge):
        errors.invalid(f"{place}.maxSurge", _shown(surge), "may not be set when maxUnavailable is non-zero")
    elif not _number(unavailable) and not _number(surge):
        errors.required(f"{place}.maxUnavailable", "cannot be 0 when maxSurge is 0")


def check_set_strategy(review: Review, strategy: Mapping[str, Any], path: str) -> None:
    kind, rolling = strategy.get("type") or _ROLLING, strategy.get("rollingUpdate")
    errors = review.errors
    recreate = review.rules.recreate_of_sets
    if kind == _ROLLING:
        if rolling is not None:
            _set_rolling(review, rolling, f"{path}.rollingUpdate")
    elif kind == "OnDelete" or (kind == "Recreate" and recreate):
        if rolling is not None:
            shown = Printed(rolling, go_json(_set_struct(review, rolling)))
            errors.invalid(f"{path}.rollingUpdate", shown, f"only allowed for updateStrategy '{_ROLLING}'")
    else:
        shown = Printed(
            strategy,
            go_json({"Type": kind, "RollingUpdate": None if rolling is None else _set_struct(review, rolling)}),
        )
        kinds = f"'{_ROLLING}', 'OnDelete', or 'Recreate'" if recreate else f"'{_ROLLING}' or 'OnDelete'"
        errors.invalid(path, shown, f"must be {kinds}")


def _set_rolling(review: Review, rolling: Mapping[str, Any], path: str) -> None:
    review.errors.non_negative(f"{path}.partition", rolling.get("partition") or 0)
    unavailable = rolling.get("maxUnavailable")
    if unavailable is None or not review.rules.max_unavailable_of_sets:
        return
    place = f"{path}.maxUnavailable"
    _check_amount(review, unavailable, place)
    if not _number(unavailable):
        review.errors.invalid(place, _shown(unavailable), "cannot be 0")
    _at_most_all(review, unavailable, place)


def _set_struct(review: Review, rolling: Mapping[str, Any]) -> Mapping[str, Any]:
    unavailable = rolling.get("maxUnavailable") if review.rules.max_unavailable_of_sets else None
    return {"Partition": rolling.get("partition") or 0, "MaxUnavailable": unavailable}


def _struct(rolling: Any) -> Any:
    if rolling is None:
        return None
    return {"MaxUnavailable": _amount(rolling, "maxUnavailable", 0), "MaxSurge": _amount(rolling, "maxSurge", 0)}


def _amount(rolling: Any, name: str, default: Amount) -> Amount:
    value = (rolling or {}).get(name)
    return default if value is None else value


def _check_amount(review: Review, amount: Amount, path: str) -> None:
    if isinstance(amount, str):
        review.errors.invalid_each(path, _shown(amount), percent(amount))
    else:
        review.errors.non_negative(path, amount)


def _at_most_all(review: Review, amount: Amount, path: str) -> None:
    if isinstance(amount, str) and not percent(amount) and _number(amount) > 100:
        review.errors.invalid(path, _shown(amount), "must not be greater than 100%")


def _number(amount: Amount) -> int:
    """The number before a percent sign, or the number itself; a text that is neither is what Go's Atoi makes of it."""
    if not isinstance(amount, str):
        return int(amount)
    digits = amount if percent(amount) else amount[:-1]
    number = go_integer(digits)
    return 0 if number is None else number


def _shown(amount: Amount) -> Printed:
    return Printed(amount, go_json(amount))
