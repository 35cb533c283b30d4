# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Versions of the API that are served no longer, the release without them, and what took their place.

Kubernetes staging/src/k8s.io/api, `zz_generated.prerelease-lifecycle.go` of each group and version (0.37.2), those of
apiextensions and apiregistration, and the guide to deprecated APIs for what is gone from there as well. Private to
this collection.
"""

from __future__ import annotations

from typing import NamedTuple, Optional

from ..releases import Gates

_TABLE = """
extensions/v1beta1 16 apps/v1 DaemonSet Deployment ReplicaSet
extensions/v1beta1 16 networking.k8s.io/v1 NetworkPolicy
extensions/v1beta1 16 - PodSecurityPolicy
extensions/v1beta1 22 networking.k8s.io/v1 Ingress
apps/v1beta1 16 apps/v1 ControllerRevision Deployment StatefulSet
apps/v1beta2 16 apps/v1 ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
admissionregistration.k8s.io/v1beta1 22 admissionregistration.k8s.io/v1 MutatingWebhookConfiguration
admissionregistration.k8s.io/v1beta1 22 admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration
admissionregistration.k8s.io/v1alpha1 32 admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy
admissionregistration.k8s.io/v1alpha1 32 admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1beta1 34 admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy
admissionregistration.k8s.io/v1beta1 34 admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding
apiextensions.k8s.io/v1beta1 22 apiextensions.k8s.io/v1 CustomResourceDefinition
apiregistration.k8s.io/v1beta1 22 apiregistration.k8s.io/v1 APIService
authentication.k8s.io/v1beta1 22 authentication.k8s.io/v1 TokenReview
authentication.k8s.io/v1alpha1 32 authentication.k8s.io/v1 SelfSubjectReview
authentication.k8s.io/v1beta1 33 authentication.k8s.io/v1 SelfSubjectReview
authorization.k8s.io/v1beta1 22 authorization.k8s.io/v1 LocalSubjectAccessReview SelfSubjectAccessReview
authorization.k8s.io/v1beta1 22 authorization.k8s.io/v1 SelfSubjectRulesReview SubjectAccessReview
autoscaling/v2beta1 25 autoscaling/v2 HorizontalPodAutoscaler
autoscaling/v2beta2 26 autoscaling/v2 HorizontalPodAutoscaler
batch/v1beta1 25 batch/v1 CronJob
batch/v2alpha1 21 batch/v1 CronJob
certificates.k8s.io/v1beta1 22 certificates.k8s.io/v1 CertificateSigningRequest
certificates.k8s.io/v1alpha1 37 certificates.k8s.io/v1 ClusterTrustBundle
coordination.k8s.io/v1beta1 22 coordination.k8s.io/v1 Lease
discovery.k8s.io/v1beta1 25 discovery.k8s.io/v1 EndpointSlice
events.k8s.io/v1beta1 25 events.k8s.io/v1 Event
flowcontrol.apiserver.k8s.io/v1beta1 26 flowcontrol.apiserver.k8s.io/v1 FlowSchema PriorityLevelConfiguration
flowcontrol.apiserver.k8s.io/v1beta2 29 flowcontrol.apiserver.k8s.io/v1 FlowSchema PriorityLevelConfiguration
flowcontrol.apiserver.k8s.io/v1beta3 32 flowcontrol.apiserver.k8s.io/v1 FlowSchema PriorityLevelConfiguration
networking.k8s.io/v1beta1 22 networking.k8s.io/v1 Ingress IngressClass
networking.k8s.io/v1beta1 37 networking.k8s.io/v1 IPAddress ServiceCIDR
node.k8s.io/v1beta1 25 node.k8s.io/v1 RuntimeClass
policy/v1beta1 25 policy/v1 PodDisruptionBudget
policy/v1beta1 25 - PodSecurityPolicy
rbac.authorization.k8s.io/v1beta1 22 rbac.authorization.k8s.io/v1 ClusterRole ClusterRoleBinding Role RoleBinding
scheduling.k8s.io/v1beta1 22 scheduling.k8s.io/v1 PriorityClass
storage.k8s.io/v1beta1 22 storage.k8s.io/v1 CSIDriver CSINode StorageClass VolumeAttachment
storage.k8s.io/v1alpha1 24 storage.k8s.io/v1 CSIStorageCapacity VolumeAttachment
storage.k8s.io/v1beta1 27 storage.k8s.io/v1 CSIStorageCapacity
storage.k8s.io/v1alpha1 35 storage.k8s.io/v1 VolumeAttributesClass
storage.k8s.io/v1beta1 37 storage.k8s.io/v1 VolumeAttributesClass
"""
"""Version, the first minor release of Kubernetes 1 without it, the version to use, and the kinds; `-` is none."""

_NO_SUCCESSOR = "-"
_INSTEAD = {"PodSecurityPolicy": "the labels of Pod Security admission on namespaces"}


class Retirement(NamedTuple):
    """Since which minor release a version of a kind is gone, and what to use."""

    minor: int
    instead: str

    def __str__(self) -> str:
        return f"gone since 1.{self.minor}: use {self.instead}"


def _parsed() -> dict[tuple[str, str], Retirement]:
    found = {}
    for line in _TABLE.split("\n"):
        if line:
            version, minor, successor, *kinds = line.split()
            for kind in kinds:
                instead = _INSTEAD[kind] if successor == _NO_SUCCESSOR else successor
                found[version, kind] = Retirement(int(minor), instead)
    return found


RETIREMENTS = _parsed()


def retirement(version: str, kind: str, gates: Gates) -> Optional[Retirement]:
    """Since when the release has not had this version of the kind; None where it has it, or never had."""
    found = RETIREMENTS.get((version, kind))
    return None if found is None or gates.release.minor < found.minor else found
