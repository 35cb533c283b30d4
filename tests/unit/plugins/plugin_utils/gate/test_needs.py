# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""For the sake of which object of the input something is refused, by the API server's own sentences."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.answers import Refusal
from ansible_collections.quorum.kube.plugins.plugin_utils.gate.needs import needed_of

POD = {"kind": "Pod", "metadata": {"name": "p", "namespace": "shop"}}
HERE, ELSEWHERE = "shop", "other"

TABLE = [
    ("the PriorityClass high", 403, "no PriorityClass with name high was found", "PriorityClass", "high", ""),
    ("", 403, "no PriorityClass with name high was found", "PriorityClass", "higher", ""),
    ("the RuntimeClass vm", 403, 'pod rejected: RuntimeClass "vm" not found', "RuntimeClass", "vm", ""),
    (
        "the RuntimeClass vm",
        403,
        "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
        "RuntimeClass",
        "vm",
        "",
    ),
    (
        "the ServiceAccount robot",
        403,
        'error looking up service account shop/robot: serviceaccount "robot" not found',
        "ServiceAccount",
        "robot",
        HERE,
    ),
    (
        "the ClusterRole reader",
        404,
        'clusterroles.rbac.authorization.k8s.io "reader" not found',
        "ClusterRole",
        "reader",
        "",
    ),
    ("the Namespace shop", 403, 'violates PodSecurity "restricted:latest": host namespaces', "Namespace", HERE, ""),
    ("", 403, 'violates PodSecurity "restricted:latest": host namespaces', "Namespace", ELSEWHERE, ""),
    (
        "the ResourceQuota q",
        403,
        "exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1",
        "ResourceQuota",
        "q",
        HERE,
    ),
    ("", 403, "exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1", "ResourceQuota", "q2", HERE),
    ("", 403, "exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1", "ResourceQuota", "q", ELSEWHERE),
    ("the ResourceQuota q", 403, "status unknown for quota: q, resources: pods", "ResourceQuota", "q", HERE),
    ("the LimitRange l", 403, "failed quota: q: must specify requests.cpu for: c", "LimitRange", "l", HERE),
    ("", 403, "failed quota: q: must specify requests.cpu for: c", "LimitRange", "l", ELSEWHERE),
    ("the LimitRange l", 403, "maximum cpu usage per Container is 1, but limit is 2", "LimitRange", "l", HERE),
    ("the LimitRange l", 403, "minimum memory usage per Pod is 1Gi.  No request is specified", "LimitRange", "l", HERE),
    (
        "the LimitRange l",
        403,
        "cpu max limit to request ratio per Container is 2, but provided ratio is 4.000000",
        "LimitRange",
        "l",
        HERE,
    ),
    ("", 403, "maximum cpu usage per Container is 1, but limit is 2", "ConfigMap", "l", HERE),
    ("", 422, "spec.volumes[0].name: Not found: high", "PriorityClass", "high", ""),
]


@pytest.mark.parametrize(("wanted", "code", "sentence", "kind", "name", "namespace"), TABLE)
def test_the_object_that_is_needed(wanted, code, sentence, kind, name, namespace):
    message = f'pods "p" is forbidden: {sentence}'
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    other = Document({"kind": kind, "metadata": metadata}, "all.yml", 1, None)

    assert wanted == needed_of(Refusal(message, code), POD, [other], "default")


def test_objects_that_name_no_namespace_are_in_that_of_the_input():
    quota = Document({"kind": "ResourceQuota", "metadata": {"name": "q"}}, "all.yml", 1, None)
    pod = {"kind": "Pod", "metadata": {"name": "p"}}
    refusal = Refusal('pods "p" is forbidden: status unknown for quota: q, resources: pods', 403)

    assert ("the ResourceQuota q", "") == (
        needed_of(refusal, pod, [quota], "shop"),
        needed_of(refusal, {**pod, "metadata": {"name": "p", "namespace": "other"}}, [quota], "shop"),
    )
