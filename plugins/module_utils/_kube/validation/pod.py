# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A pod's specification as a whole, in the order in which kube-apiserver looks at it. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidatePodCreate, ValidatePodSpec, ValidatePodTemplateSpec
(1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from ..defaulting import without_image_volumes
from .annotations import check_pod_annotations, check_profiles_agree
from .claims import check_resource_claims
from .containers import check_containers, check_ephemeral_containers, check_image_spaces, check_init_containers
from .environment import check_file_references
from .field import Errors, named
from .metadata import check_annotations, check_labels, check_object_meta
from .network import check_dns_config, check_host_aliases, check_hostname_override
from .node_affinity import check_node_affinity
from .pod_affinity import check_pod_affinity
from .pod_resources import check_pod_resources
from .ports import check_host_network_ports
from .resources import check_overhead
from .review import Review
from .rules import Rules
from .scheduling import check_eviction_responders, check_scheduling_gates, check_scheduling_group
from .security import check_pod_security
from .taints import check_tolerations
from .topology_spread import check_topology_spread
from .volumes import check_volumes
from .windows import check_host_process, check_operating_system

DNS_POLICIES = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")
RESTART_POLICIES = ("Always", "OnFailure", "Never")
PREEMPTION_POLICIES = ("PreemptLowerPriority", "Never")
_SECONDS = "must be between 1 and 2147483647, inclusive"


def check_pod(rules: Rules, errors: Errors, pod: Mapping[str, Any]) -> None:
    """A pod that is created."""
    review = Review(rules, errors, is_pod=True)
    meta = pod.get("metadata") or {}
    spec = review.spec = without_image_volumes(pod.get("spec") or {}, rules.gates)
    review.labels, review.annotations = meta.get("labels") or {}, meta.get("annotations") or {}
    review.name = meta.get("name") or ""
    check_object_meta(review, meta, rules.dns_subdomain, scoped=True)
    check_pod_annotations(review, "metadata.annotations")
    _spec(review, "spec")
    for role in ("containers", "initContainers"):
        for index, container in enumerate(spec.get(role) or ()):
            check_image_spaces(review, container or {}, f"spec.{role}[{index}]")
    if spec.get("ephemeralContainers"):
        errors.forbidden("spec.ephemeralContainers", "cannot be set on create")
    if spec.get("nodeName") and spec.get("schedulingGates"):
        errors.forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared")
    check_profiles_agree(review, "spec")


def check_template(rules: Rules, errors: Errors, template: Optional[Mapping[str, Any]], path: str) -> None:
    """A pod template at `path`; rules that need a pod's own defaults come when its pods are created."""
    review = Review(rules, errors)
    template = template or {}
    meta = template.get("metadata") or {}
    review.spec = without_image_volumes(template.get("spec") or {}, rules.gates)
    review.labels, review.annotations = meta.get("labels") or {}, meta.get("annotations") or {}
    check_labels(review, review.labels, f"{path}.labels")
    check_annotations(review, review.annotations, f"{path}.annotations")
    check_pod_annotations(review, f"{path}.annotations")
    _spec(review, f"{path}.spec")
    check_profiles_agree(review, f"{path}.spec")
    if review.spec.get("ephemeralContainers"):
        errors.forbidden(f"{path}.spec.ephemeralContainers", "ephemeral containers not allowed in pod template")


def _spec(review: Review, path: str) -> None:
    spec, rules = review.spec, review.rules
    check_volumes(review, spec.get("volumes") or (), f"{path}.volumes")
    if rules.resource_claims:
        claims = spec.get("resourceClaims") or ()
        review.claims = [claim["name"] for claim in claims if claim and claim.get("name")]
        check_resource_claims(review, claims, f"{path}.resourceClaims")
    check_containers(review, spec.get("containers") or (), f"{path}.containers")
    check_init_containers(review, spec.get("initContainers") or (), f"{path}.initContainers")
    check_ephemeral_containers(review, spec.get("ephemeralContainers") or (), f"{path}.ephemeralContainers")
    if spec.get("resources") is not None and rules.pod_level_resources:
        check_pod_resources(review, path)
    _runtime(review, path)
    _placement(review, path)
    _identity(review, path)
    _scheduling(review, path)
    if rules.environment_files:
        check_file_references(review, path)


def _runtime(review: Review, path: str) -> None:
    spec, errors = review.spec, review.errors
    if spec.get("hostNetwork"):
        check_host_network_ports(review, spec.get("containers") or (), f"{path}.containers")
    policy = spec.get("restartPolicy") or "Always"
    if policy not in RESTART_POLICIES:
        errors.unsupported(f"{path}.restartPolicy", named(policy), RESTART_POLICIES)
    policy = spec.get("dnsPolicy") or "ClusterFirst"
    if policy not in DNS_POLICIES:
        errors.unsupported(f"{path}.dnsPolicy", named(policy), DNS_POLICIES)
    if spec.get("nodeSelector"):
        check_labels(review, spec["nodeSelector"], f"{path}.nodeSelector")
    if spec.get("securityContext"):
        check_pod_security(review, spec["securityContext"], f"{path}.securityContext")
    if spec.get("shareProcessNamespace") and spec.get("hostPID"):
        place = path if review.rules.share_process_path else f"{path}.securityContext"
        errors.invalid(
            f"{place}.shareProcessNamespace", True, "ShareProcessNamespace and HostPID cannot both be enabled"
        )


def _placement(review: Review, path: str) -> None:
    spec = review.spec
    affinity = spec.get("affinity")
    if affinity:
        if affinity.get("nodeAffinity") is not None:
            check_node_affinity(review, affinity["nodeAffinity"], f"{path}.affinity.nodeAffinity")
        for kind in ("podAffinity", "podAntiAffinity"):
            if affinity.get(kind) is not None:
                check_pod_affinity(review, affinity[kind], f"{path}.affinity.{kind}")
    check_dns_config(review, spec.get("dnsConfig"), f"{path}.dnsConfig")
    for index, gate in enumerate(spec.get("readinessGates") or ()):
        name = (gate or {}).get("conditionType") or ""
        review.errors.invalid_each(f"{path}.readinessGates[{index}].conditionType", name, review.rules.label_key(name))
    check_scheduling_gates(review, spec.get("schedulingGates") or (), f"{path}.schedulingGates")
    if spec.get("topologySpreadConstraints"):
        check_topology_spread(review, spec["topologySpreadConstraints"], f"{path}.topologySpreadConstraints")
    check_host_process(review, path)
    if not review.host_users:
        _without_host_users(review, path)
    check_hostname_override(review, path)


def _without_host_users(review: Review, path: str) -> None:
    spec, errors, text = review.spec, review.errors, "when `hostUsers` is false"
    if spec.get("hostNetwork") and not review.rules.user_namespaces_on_host_network:
        errors.forbidden(f"{path}.hostNetwork", text)
    for field, shown in (("hostPID", "HostPID"), ("hostIPC", "HostIPC")):
        if spec.get(field):
            errors.forbidden(f"{path}.{shown}", text)
    for place, container in review.containers(path):
        if container.get("volumeDevices"):
            errors.forbidden(f"{place}.volumeDevices", text)


def _identity(review: Review, path: str) -> None:
    spec, errors, rules = review.spec, review.errors, review.rules
    account, older = spec.get("serviceAccountName") or "", spec.get("serviceAccount") or ""
    account = account or older
    if account:
        errors.invalid_each(f"{path}.serviceAccountName", account, rules.dns_subdomain(account))
    name = spec.get("nodeName") or ""
    if name:
        errors.invalid_each(f"{path}.nodeName", name, rules.dns_subdomain(name))
    seconds = spec.get("activeDeadlineSeconds")
    if seconds is not None and not 1 <= seconds <= 2147483647:
        errors.invalid(f"{path}.activeDeadlineSeconds", seconds, _SECONDS)
    for field in ("hostname", "subdomain"):
        text = spec.get(field) or ""
        if text:
            errors.invalid_each(f"{path}.{field}", text, rules.dns_label(text))


def _scheduling(review: Review, path: str) -> None:
    spec, errors, rules = review.spec, review.errors, review.rules
    if spec.get("tolerations"):
        check_tolerations(review, spec["tolerations"], f"{path}.tolerations")
    check_host_aliases(review, spec.get("hostAliases") or (), f"{path}.hostAliases")
    name = spec.get("priorityClassName") or ""
    if name:
        errors.invalid_each(f"{path}.priorityClassName", name, rules.dns_subdomain(name))
    if spec.get("runtimeClassName") is not None:
        name = spec["runtimeClassName"]
        errors.invalid_each(f"{path}.runtimeClassName", name, rules.dns_subdomain(name))
    policy = spec.get("preemptionPolicy")
    if policy is not None and not policy:
        errors.required(f"{path}.preemptionPolicy")
    elif policy is not None and policy not in PREEMPTION_POLICIES:
        errors.unsupported(f"{path}.preemptionPolicy", named(policy), PREEMPTION_POLICIES)
    if spec.get("overhead") is not None:
        check_overhead(review, spec["overhead"], f"{path}.overhead")
    if spec.get("os") is not None:
        check_operating_system(review, spec["os"], path)
    if rules.scheduling_group:
        check_scheduling_group(review, path)
    if rules.eviction_responders:
        check_eviction_responders(review, path)
