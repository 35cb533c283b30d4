# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who has the rights that the documentation says a reader of the cluster needs, and no other."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import yaml
from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.control_plane import must

GROUP = "rbac.authorization.k8s.io"
SECONDS = 20
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "snapshot.md"


def documented_role() -> dict[str, Any]:
    """The ClusterRole that stands in the documentation."""
    found = re.search(r"```yaml\n(apiVersion: rbac.*?)```", DOCUMENTATION.read_text(), re.DOTALL)
    if found is None:
        raise AssertionError(f"{DOCUMENTATION.name} has no ClusterRole")
    role: dict[str, Any] = yaml.safe_load(found[1])
    return role


def give_role(client: Client, subject: dict[str, Any]) -> None:
    """The subject has the documented role in the whole cluster, and the API server knows it."""
    role = documented_role()
    name = role["metadata"]["name"]
    binding = {
        "apiVersion": f"{GROUP}/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": name},
        "roleRef": {"apiGroup": GROUP, "kind": "ClusterRole", "name": name},
        "subjects": [subject],
    }
    for path, body in (("clusterroles", role), ("clusterrolebindings", binding)):
        must(client.request("POST", f"/apis/{GROUP}/v1/{path}", body))
    user = (
        f"system:serviceaccount:{subject['namespace']}:{subject['name']}" if "namespace" in subject else subject["name"]
    )
    wait_for_right(client, user, "list", "nodes")


def wait_for_right(client: Client, user: str, verb: str, resource: str, name: str = "") -> None:
    """Returns when the user may do it: the authorizer reads roles and bindings from caches that follow with a delay."""
    wanted = {"verb": verb, "resource": resource, "name": name}
    group = "authorization.k8s.io"
    review = {"apiVersion": f"{group}/v1", "kind": "SubjectAccessReview"}
    review["spec"] = {"user": user, "resourceAttributes": wanted}
    until = time.monotonic() + SECONDS
    while not must(client.request("POST", f"/apis/{group}/v1/subjectaccessreviews", review))["status"]["allowed"]:
        assert time.monotonic() < until, f"{user} may not {verb} {resource} within {SECONDS} s"
        time.sleep(0.01)


def reader_token(client: Client, name: str = "gate") -> str:
    """The token of a service account that has the documented role and nothing else."""
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": name, "namespace": "default"}}
    must(client.create(account))
    give_role(client, {"kind": "ServiceAccount", "name": name, "namespace": "default"})
    wanted = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {"expirationSeconds": 86400}}
    told = must(client.request("POST", f"/api/v1/namespaces/default/serviceaccounts/{name}/token", wanted))
    return str(told["status"]["token"])
