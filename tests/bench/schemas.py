# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON schemas of the kinds of an API server, made from what it publishes at /openapi/v2."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

LOCATION = "{{.ResourceKind}}{{.KindSuffix}}.json"
"""How kubeconform writes the name of a schema's file."""

_KINDS = "x-kubernetes-group-version-kind"
_REFERENCE = "#/definitions/"
# What the API server takes more of than its description says.
_WIDER = {
    "io.k8s.apimachinery.pkg.api.resource.Quantity": {"type": ["string", "number", "null"]},
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": {"type": ["string", "integer", "null"]},
}


def write_schemas(description: Mapping[str, Any], folder: Path) -> int:
    """A file for each kind with everything that it refers to; returns how many there are."""
    definitions = {
        name: _WIDER.get(name) or _nullable(definition) for name, definition in description["definitions"].items()
    }
    count = 0
    for name, definition in description["definitions"].items():
        reached = _reached(name, definitions)
        for kind in definition.get(_KINDS, ()):
            schema = {"$ref": _REFERENCE + name, "definitions": {each: definitions[each] for each in reached}}
            (folder / _file(kind)).write_text(json.dumps(schema))
            count += 1
    return count


def _file(kind: Mapping[str, str]) -> str:
    parts = (kind["kind"], kind["group"].partition(".")[0], kind["version"])
    return "-".join(part.lower() for part in parts if part) + ".json"


def _nullable(value: Any) -> Any:
    """The API server reads null as nothing."""
    if isinstance(value, list):
        return [_nullable(each) for each in value]
    if not isinstance(value, dict):
        return value
    wider = {name: _nullable(each) for name, each in value.items()}
    return {**wider, "type": [wider["type"], "null"]} if isinstance(wider.get("type"), str) else wider


def _reached(name: str, definitions: Mapping[str, Any]) -> list[str]:
    """The definition and all that it refers to, at any depth."""
    found = [name]
    for each in found:
        found += [other for other in dict.fromkeys(_references(definitions[each])) if other not in found]
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].removeprefix(_REFERENCE)
        for each in value.values():
            yield from _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)
