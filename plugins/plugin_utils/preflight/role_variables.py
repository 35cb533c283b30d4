# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Variables of the roles that their role would refuse, after roles before it have changed hosts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from textwrap import shorten
from typing import Any

from ansible.module_utils.common.arg_spec import ArgumentSpecValidator

from ..findings import Finding, told_once
from ..inventory import Unreadable
from ..roles import COLLECTION, role_options, role_prefixes
from .spelling import NEAR, unread
from .view import Found, View

LONGEST = 120
"""How much of a value is shown."""

_FORMS = {
    "bool": "true or false",
    "dict": "a mapping",
    "float": "a number",
    "int": "a whole number",
    "list": "a list",
    "path": "a path",
    "str": "a text",
}


def role_values(view: View) -> Found:
    """Each value has the type and the choices of its option. One that only a later task can compute is left alone."""
    hosts, options = view.site.inventory.hosts, role_options()
    judged: dict[tuple[str, str], list[tuple[str, str]]] = {}
    findings = []
    for host in hosts:
        for name in sorted(host.variables.keys() & options.keys()):
            option, value = options[name], host.variables[name]
            if isinstance(value, Unreadable) and not value.is_broken:
                continue
            key = (name, repr(value))
            if key not in judged:
                judged[key] = list(_mistakes(name, option.spec, value))
            mend = f"correct {name}; ansible-doc --type role {COLLECTION}.{option.role} describes it"
            findings += [Finding("value", host.name, name, *mistake, mend) for mistake in judged[key]]
    yield from told_once(findings, len(hosts))


def misspelt(view: View) -> Found:
    """A variable near an option of the role whose name it begins with; others may be the site's own, or results."""
    hosts = view.site.inventory.hosts
    ours = {name for host in hosts for name in host.others if name.startswith(role_prefixes())}
    unknown = sorted(ours - role_options().keys())
    near = {name: _near(name) for name in unknown}
    findings = [
        unread(host.name, name, near[name]) for name in unknown for host in hosts if near[name] and name in host.others
    ]
    yield from told_once(findings, len(hosts))


def _near(name: str) -> list[str]:
    """Options of the role that are spelt nearly so, judged without the role's name, which they have in common."""
    prefix = next(prefix for prefix in role_prefixes() if name.startswith(prefix))
    rests = [option.removeprefix(prefix) for option in role_options() if option.startswith(prefix)]
    return [prefix + rest for rest in get_close_matches(name.removeprefix(prefix), rests, n=2, cutoff=NEAR)]


def _mistakes(name: str, spec: Mapping[str, Any], value: Any) -> Iterator[tuple[str, str]]:
    """What was found and what is expected; of a list, for each of its items."""
    if isinstance(value, Unreadable):
        yield value.reason, "a template that Jinja can read"
    elif spec.get("type") == "list" and isinstance(value, list):
        item_spec = _item(spec)
        for index, item in enumerate(value):
            reason = _refusal(name, item_spec, item)
            if reason:
                yield f"[{index}]: {reason}", _expected(item_spec)
    else:
        reason = _refusal(name, spec, value)
        if reason:
            yield reason, _expected(spec)


def _refusal(name: str, spec: Mapping[str, Any], value: Any) -> str:
    """What the role would find wrong, by the validator that it is run through, or an empty text.

    That one makes a text of anything; a list or a mapping in place of a text is refused here, as the role's tasks do.
    """
    reasons = ArgumentSpecValidator({name: spec}).validate({name: value}).error_messages
    if not reasons and not _has_container_for_text(spec, value):
        return ""
    if spec.get("no_log"):
        return "a value that is kept secret"
    shown = "; ".join(reasons) if reasons and "options" in spec and isinstance(value, Mapping) else repr(value)
    return shorten(shown, LONGEST, placeholder=" ...")


def _has_container_for_text(spec: Mapping[str, Any], value: Any) -> bool:
    kind = spec.get("type", "str")
    if kind == "list" and isinstance(value, list):
        return any(_has_container_for_text(_item(spec), item) for item in value)
    if kind == "dict" and isinstance(value, Mapping):
        options = spec.get("options") or {}
        return any(_has_container_for_text(options[key], item) for key, item in value.items() if key in options)
    return kind in ("str", "path") and isinstance(value, (list, Mapping))


def _item(spec: Mapping[str, Any]) -> Mapping[str, Any]:
    """The option that an item of a list would be by itself."""
    return {**spec, "type": spec.get("elements", "raw"), "elements": None}


def _expected(spec: Mapping[str, Any]) -> str:
    """The form of an option in words."""
    if spec.get("choices"):
        return " or ".join(str(choice) for choice in spec["choices"])
    form = _FORMS.get(spec.get("type", "str"), "another value")
    if spec.get("options"):
        return f"{form} of {', '.join(f'{key} ({_expected(sub)})' for key, sub in spec['options'].items())}"
    return form
