# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fields of a pod specification and what lies below, volumes apart (core/v1, Kubernetes 1.37).

One line a type, `field:kind` each; the kinds are explained in schema.py. Private to this collection.
"""

from __future__ import annotations

FIELDS = {
    "Affinity": "nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity",
    "AppArmorProfile": "localhostProfile:s type:s",
    "Capabilities": "add:[s drop:[s",
    "ConfigMapEnvSource": "name:s optional:b",
    "ConfigMapKeySelector": "key:s name:s optional:b",
    "Container": (
        "args:[s command:[s env:[EnvVar envFrom:[EnvFromSource image:s imagePullPolicy:s lifecycle:Lifecycle "
        "livenessProbe:Probe name:s ports:[ContainerPort readinessProbe:Probe "
        "resizePolicy:[ContainerResizePolicy resources:ResourceRequirements restartPolicy:s "
        "restartPolicyRules:[ContainerRestartRule securityContext:SecurityContext startupProbe:Probe stdin:b "
        "stdinOnce:b terminationMessagePath:s terminationMessagePolicy:s tty:b volumeDevices:[VolumeDevice "
        "volumeMounts:[VolumeMount workingDir:s"
    ),
    "ContainerPort": "containerPort:i hostIP:s hostPort:i name:s protocol:s",
    "ContainerResizePolicy": "resourceName:s restartPolicy:s",
    "ContainerRestartRule": "action:s exitCodes:ContainerRestartRuleOnExitCodes",
    "ContainerRestartRuleOnExitCodes": "operator:s values:[i",
    "EnvFromSource": "configMapRef:ConfigMapEnvSource prefix:s secretRef:SecretEnvSource",
    "EnvVar": "name:s value:s valueFrom:EnvVarSource",
    "EnvVarSource": (
        "configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector fileKeyRef:FileKeySelector "
        "resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector"
    ),
    "EphemeralContainer": (
        "args:[s command:[s env:[EnvVar envFrom:[EnvFromSource image:s imagePullPolicy:s lifecycle:Lifecycle "
        "livenessProbe:Probe name:s ports:[ContainerPort readinessProbe:Probe "
        "resizePolicy:[ContainerResizePolicy resources:ResourceRequirements restartPolicy:s "
        "restartPolicyRules:[ContainerRestartRule securityContext:SecurityContext startupProbe:Probe stdin:b "
        "stdinOnce:b targetContainerName:s terminationMessagePath:s terminationMessagePolicy:s tty:b "
        "volumeDevices:[VolumeDevice volumeMounts:[VolumeMount workingDir:s"
    ),
    "EvictionResponder": "name:s priority:i",
    "ExecAction": "command:[s",
    "FileKeySelector": "key:s optional:b path:s volumeName:s",
    "GRPCAction": "mode:s port:i service:s",
    "HTTPGetAction": "host:s httpHeaders:[HTTPHeader path:s port:x protocol:s scheme:s",
    "HTTPHeader": "name:s value:s",
    "HostAlias": "hostnames:[s ip:s",
    "LabelSelector": "matchExpressions:[LabelSelectorRequirement matchLabels:{s",
    "LabelSelectorRequirement": "key:s operator:s values:[s",
    "Lifecycle": "postStart:LifecycleHandler preStop:LifecycleHandler stopSignal:s",
    "LifecycleHandler": "exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction tcpSocket:TCPSocketAction",
    "LocalObjectReference": "name:s",
    "NodeAffinity": (
        "preferredDuringSchedulingIgnoredDuringExecution:[PreferredSchedulingTerm "
        "requiredDuringSchedulingIgnoredDuringExecution:NodeSelector"
    ),
    "NodeSelector": "nodeSelectorTerms:[NodeSelectorTerm",
    "NodeSelectorRequirement": "key:s operator:s values:[s",
    "NodeSelectorTerm": "matchExpressions:[NodeSelectorRequirement matchFields:[NodeSelectorRequirement",
    "ObjectFieldSelector": "apiVersion:s fieldPath:s",
    "PodAffinity": (
        "preferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm "
        "requiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm"
    ),
    "PodAffinityTerm": (
        "labelSelector:LabelSelector matchLabelKeys:[s mismatchLabelKeys:[s namespaceSelector:LabelSelector "
        "namespaces:[s topologyKey:s"
    ),
    "PodAntiAffinity": (
        "preferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm "
        "requiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm"
    ),
    "PodDNSConfig": "nameservers:[s options:[PodDNSConfigOption searches:[s",
    "PodDNSConfigOption": "name:s value:s",
    "PodOS": "name:s",
    "PodReadinessGate": "conditionType:s",
    "PodResourceClaim": "name:s resourceClaimName:s resourceClaimTemplateName:s",
    "PodSchedulingGate": "name:s",
    "PodSchedulingGroup": "podGroupName:s",
    "PodSecurityContext": (
        "appArmorProfile:AppArmorProfile fsGroup:l fsGroupChangePolicy:s runAsGroup:l runAsNonRoot:b runAsUser:l "
        "seLinuxChangePolicy:s seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile supplementalGroups:[l "
        "supplementalGroupsPolicy:s sysctls:[Sysctl windowsOptions:WindowsSecurityContextOptions"
    ),
    "PodSpec": (
        "activeDeadlineSeconds:l affinity:Affinity automountServiceAccountToken:b containers:[Container "
        "dnsConfig:PodDNSConfig dnsPolicy:s enableServiceLinks:b ephemeralContainers:[EphemeralContainer "
        "evictionResponders:[EvictionResponder hostAliases:[HostAlias hostIPC:b hostNetwork:b hostPID:b "
        "hostUsers:b hostname:s hostnameOverride:s imagePullSecrets:[LocalObjectReference "
        "initContainers:[Container nodeName:s nodeSelector:{s os:PodOS overhead:{q preemptionPolicy:s priority:i "
        "priorityClassName:s readinessGates:[PodReadinessGate resourceClaims:[PodResourceClaim "
        "resources:ResourceRequirements restartPolicy:s runtimeClassName:s schedulerName:s "
        "schedulingGates:[PodSchedulingGate schedulingGroup:PodSchedulingGroup "
        "securityContext:PodSecurityContext serviceAccount:s serviceAccountName:s setHostnameAsFQDN:b "
        "shareProcessNamespace:b subdomain:s terminationGracePeriodSeconds:l tolerations:[Toleration "
        "topologySpreadConstraints:[TopologySpreadConstraint volumes:[Volume"
    ),
    "PreferredSchedulingTerm": "preference:NodeSelectorTerm weight:i",
    "Probe": (
        "exec:ExecAction failureThreshold:i grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds:i "
        "periodSeconds:i successThreshold:i tcpSocket:TCPSocketAction terminationGracePeriodSeconds:l "
        "timeoutSeconds:i"
    ),
    "ResourceClaim": "name:s request:s",
    "ResourceFieldSelector": "containerName:s divisor:q resource:s",
    "ResourceRequirements": "claims:[ResourceClaim limits:{q requests:{q",
    "SELinuxOptions": "level:s role:s type:s user:s",
    "SeccompProfile": "localhostProfile:s type:s",
    "SecretEnvSource": "name:s optional:b",
    "SecretKeySelector": "key:s name:s optional:b",
    "SecurityContext": (
        "allowPrivilegeEscalation:b appArmorProfile:AppArmorProfile capabilities:Capabilities privileged:b "
        "procMount:s readOnlyRootFilesystem:b runAsGroup:l runAsNonRoot:b runAsUser:l "
        "seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile "
        "windowsOptions:WindowsSecurityContextOptions"
    ),
    "SleepAction": "seconds:l",
    "Sysctl": "name:s value:s",
    "TCPSocketAction": "host:s port:x",
    "Toleration": "effect:s key:s operator:s tolerationSeconds:l value:s",
    "TopologySpreadConstraint": (
        "labelSelector:LabelSelector matchLabelKeys:[s maxSkew:i minDomains:i nodeAffinityPolicy:s "
        "nodeTaintsPolicy:s topologyKey:s whenUnsatisfiable:s"
    ),
    "WeightedPodAffinityTerm": "podAffinityTerm:PodAffinityTerm weight:i",
    "WindowsSecurityContextOptions": "gmsaCredentialSpec:s gmsaCredentialSpecName:s hostProcess:b runAsUserName:s",
}
