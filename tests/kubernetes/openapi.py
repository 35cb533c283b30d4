# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fields that the real kube-apiserver publishes, written as our own table writes them."""

from __future__ import annotations

from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import KINDS
from ansible_collections.quorum.kube.tests.kubernetes.client import Client

SPECIAL = {"Quantity": "q", "IntOrString": "x", "Time": "t", "MicroTime": "t", "FieldsV1": "j"}
SCALARS = {"boolean": "b", "number": "f"}


def kind_of(schema: dict[str, Any], types: dict[str, Any]) -> str:
    """A field of the published schema as our table writes it."""
    reference = schema.get("$ref") or (schema.get("allOf") or [{}])[0].get("$ref")
    if reference:
        name = reference.rsplit("/", 1)[1]
        short = name.rsplit(".", 1)[1]
        return SPECIAL.get(short) or (short if "properties" in types[name] else "j")
    if schema.get("type") == "array":
        return "[" + kind_of(schema["items"], types)
    if schema.get("type") == "object":
        return "{" + kind_of(schema["additionalProperties"], types) if "additionalProperties" in schema else "j"
    if schema.get("type") == "integer":
        return "i" if schema.get("format") == "int32" else "l"
    if schema.get("type") == "string":
        return "y" if schema.get("format") == "byte" else "s"
    return SCALARS[schema["type"]]


def published(client: Client) -> dict[str, dict[str, str]]:
    """Every type that the judged kinds lead to, with its fields."""
    types: dict[str, Any] = {}
    for group in ("api/v1", "apis/apps/v1", "apis/batch/v1"):
        types.update(client.request("GET", f"/openapi/v3/{group}").body["components"]["schemas"])
    by_name = {name.rsplit(".", 1)[1]: schema for name, schema in types.items()}
    found: dict[str, dict[str, str]] = {}
    waiting = sorted(KINDS)
    while waiting:
        name = waiting.pop()
        if name not in found:
            fields = by_name[name].get("properties") or {}
            found[name] = {field: kind_of(schema, types) for field, schema in fields.items()}
            waiting += [kind for kind in (text.lstrip("[{") for text in found[name].values()) if kind[0].isupper()]
    return found
