# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pods that contradict their runtime class, which the API server forbids. Private to this collection.

KK plugin/pkg/admission/runtimeclass/admission.go (1.28 - 1.37) validateOverhead and setScheduling.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import IMPOSSIBLE, Finding
from ...objects import mapping, string_map, text
from ...quantity import QuantityError, parse
from ..check import Check
from ..entries import Member, Object
from ..view import View

RULE = "runtime-class-conflict"
FIX = "leave to the RuntimeClass what it sets"


def _run(view: View) -> Iterator[Finding]:
    classes = view.objects("RuntimeClass", "node.k8s.io")
    for member in view.having("runtimeClassName"):
        found = classes.get(("", text(member.spec.get("runtimeClassName"))))
        for field, message in _conflicts(member, found) if found is not None else ():
            yield Finding.certain(RULE, IMPOSSIBLE, member.subject, message, FIX, member.field(field))


def _conflicts(member: Member, runtime: Object) -> Iterator[tuple[str, str]]:
    name = text(member.spec.get("runtimeClassName"))
    wanted = string_map(mapping(runtime.get("scheduling")).get("nodeSelector"))
    for key, value in member.shape.node_selector.items():
        if wanted.get(key, value) != value:
            yield f"nodeSelector[{key}]", f"the pod selects {key}={value}, its RuntimeClass {name} {key}={wanted[key]}"
    overhead = mapping(member.spec.get("overhead"))
    if overhead and _thousandths(overhead) != _thousandths(mapping(mapping(runtime.get("overhead")).get("podFixed"))):
        yield "overhead", f"the pod states another overhead than its RuntimeClass {name}"


def _thousandths(amounts: Object) -> dict[str, int]:
    try:
        return {name: parse(amount).milli_value() for name, amount in amounts.items()}
    except QuantityError:
        return {}


CHECK = Check(RULE, _run)
