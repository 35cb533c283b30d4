# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the modules that judge manifests have in common: their options. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Optional

from ._kube.errors import InputError, Mistakes, Problem
from ._kube.names import dns_label
from ._kube.quantity import QuantityError, parse
from ._kube.releases import Gates, gates_of, newest_gates
from ._kube.template_paths import Path, parsed_paths
from ._kube.workloads import TemplatePaths, is_workload
from ._manifests import Documents, Understood, load

ARGUMENT_SPEC: dict[str, dict[str, Any]] = {
    "src": {"type": "list", "elements": "path", "default": []},
    "definition": {"type": "raw"},
    "namespace": {"type": "str", "default": "default"},
    "kubernetes_version": {"type": "str"},
    "feature_gates": {"type": "dict"},
    "pod_template_paths": {"type": "dict"},
}
REQUIRED_ONE_OF = [("src", "definition")]


class Input(NamedTuple):
    """The manifests of a module run and the release that they are judged by."""

    documents: Documents
    gates: Gates
    template_paths: TemplatePaths
    namespace: str


def read_input(params: Mapping[str, Any], understood: Understood = lambda document: False) -> Input:
    """The input behind a module's parameters; kinds that are `understood` count beside those that hold pods.

    The mistakes of all of them raise one `InputError`.
    """
    mistakes, namespace = Mistakes(), params["namespace"]
    if dns_label(namespace):
        mistakes.problems.append(Problem("namespace", f'"{namespace}"', "the name of a namespace, such as shop-2"))
    gates = mistakes.of(lambda: gates_of(params["kubernetes_version"], params["feature_gates"]), newest_gates())
    none: dict[str, tuple[Path, ...]] = {}
    paths = mistakes.of(lambda: parsed_paths(params["pod_template_paths"]), none)
    documents = mistakes.of(lambda: _loaded(params, paths, understood), Documents([], [], {}))
    mistakes.tell()
    return Input(documents, gates, paths, namespace)


def _loaded(params: Mapping[str, Any], paths: TemplatePaths, understood: Understood) -> Documents:
    return load(
        params["src"], params["definition"], lambda document: is_workload(document, paths) or understood(document)
    )


def byte_option(params: Mapping[str, Any], name: str) -> Optional[int]:
    """The bytes of an option that is a quantity and more than zero; None where it isn't set."""
    value = params[name]
    if value is None:
        return None
    try:
        amount = parse(value).value()
    except QuantityError as error:
        raise InputError([Problem(name, f'"{value}": {error}', "a quantity such as 16Gi")]) from None
    if amount <= 0:
        raise InputError([Problem(name, f'"{value}" is not more than zero', "a quantity such as 16Gi")])
    return amount
