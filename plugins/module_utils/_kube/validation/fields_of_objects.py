# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fields of the judged kinds, their metadata and status (core/v1, apps/v1, batch/v1, Kubernetes 1.37).

Of kinds that others go by, such as budgets and classes, what is written in manifests.

One line a type, `field:kind` each; the kinds are explained in schema.py. Private to this collection.
"""

from __future__ import annotations

FIELDS = {
    "AttachedVolume": "devicePath:s name:s",
    "ConfigMapNodeConfigSource": "kubeletConfigKey:s name:s namespace:s resourceVersion:s uid:s",
    "ContainerExtendedResourceRequest": "containerName:s requestName:s resourceName:s",
    "ContainerImage": "names:[s sizeBytes:l",
    "ContainerState": "running:ContainerStateRunning terminated:ContainerStateTerminated waiting:ContainerStateWaiting",
    "ContainerStateRunning": "startedAt:t",
    "ContainerStateTerminated": "containerID:s exitCode:i finishedAt:t message:s reason:s signal:i startedAt:t",
    "ContainerStateWaiting": "message:s reason:s",
    "ContainerStatus": (
        "allocatedResources:{q allocatedResourcesStatus:[ResourceStatus containerID:s image:s imageID:s "
        "lastState:ContainerState name:s ready:b resources:ResourceRequirements restartCount:i started:b "
        "state:ContainerState stopSignal:s user:ContainerUser volumeMounts:[VolumeMountStatus"
    ),
    "ContainerUser": "linux:LinuxContainerUser",
    "CronJob": "apiVersion:s kind:s metadata:ObjectMeta spec:CronJobSpec status:CronJobStatus",
    "CronJobSpec": (
        "concurrencyPolicy:s failedJobsHistoryLimit:i jobTemplate:JobTemplateSpec schedule:s "
        "startingDeadlineSeconds:l successfulJobsHistoryLimit:i suspend:b timeZone:s"
    ),
    "CronJobStatus": "active:[ObjectReference lastScheduleTime:t lastSuccessfulTime:t",
    "DaemonEndpoint": "Port:i",
    "DaemonSet": "apiVersion:s kind:s metadata:ObjectMeta spec:DaemonSetSpec status:DaemonSetStatus",
    "DaemonSetCondition": "lastTransitionTime:t message:s reason:s status:s type:s",
    "DaemonSetSpec": (
        "minReadySeconds:i revisionHistoryLimit:i selector:LabelSelector template:PodTemplateSpec "
        "updateStrategy:DaemonSetUpdateStrategy"
    ),
    "DaemonSetStatus": (
        "collisionCount:i conditions:[DaemonSetCondition currentNumberScheduled:i desiredNumberScheduled:i "
        "numberAvailable:i numberMisscheduled:i numberReady:i numberUnavailable:i observedGeneration:l "
        "updatedNumberScheduled:i"
    ),
    "DaemonSetUpdateStrategy": "rollingUpdate:RollingUpdateDaemonSet type:s",
    "Deployment": "apiVersion:s kind:s metadata:ObjectMeta spec:DeploymentSpec status:DeploymentStatus",
    "DeploymentCondition": "lastTransitionTime:t lastUpdateTime:t message:s reason:s status:s type:s",
    "DeploymentSpec": (
        "minReadySeconds:i paused:b progressDeadlineSeconds:i replicas:i revisionHistoryLimit:i "
        "selector:LabelSelector strategy:DeploymentStrategy template:PodTemplateSpec"
    ),
    "DeploymentStatus": (
        "availableReplicas:i collisionCount:i conditions:[DeploymentCondition observedGeneration:l "
        "readyReplicas:i replicas:i terminatingReplicas:i unavailableReplicas:i updatedReplicas:i"
    ),
    "DeploymentStrategy": "rollingUpdate:RollingUpdateDeployment type:s",
    "HostIP": "ip:s",
    "ImageVolumeStatus": "imageRef:s",
    "Job": "apiVersion:s kind:s metadata:ObjectMeta spec:JobSpec status:JobStatus",
    "JobCondition": "lastProbeTime:t lastTransitionTime:t message:s reason:s status:s type:s",
    "JobSchedulingConfiguration": (
        "disruptionMode:WorkloadPodGroupDisruptionMode resourceClaims:[WorkloadPodGroupResourceClaim "
        "schedulingConstraints:WorkloadPodGroupSchedulingConstraints "
        "schedulingPolicy:WorkloadPodGroupSchedulingPolicy"
    ),
    "JobSpec": (
        "activeDeadlineSeconds:l backoffLimit:i backoffLimitPerIndex:i completionMode:s completions:i "
        "managedBy:s manualSelector:b maxFailedIndexes:i parallelism:i podFailurePolicy:PodFailurePolicy "
        "podReplacementPolicy:s scheduling:JobSchedulingConfiguration selector:LabelSelector "
        "successPolicy:SuccessPolicy suspend:b template:PodTemplateSpec ttlSecondsAfterFinished:i"
    ),
    "JobStatus": (
        "active:i completedIndexes:s completionTime:t conditions:[JobCondition failed:i failedIndexes:s ready:i "
        "startTime:t succeeded:i terminating:i uncountedTerminatedPods:UncountedTerminatedPods"
    ),
    "JobTemplateSpec": "metadata:ObjectMeta spec:JobSpec",
    "LimitRange": "apiVersion:s kind:s metadata:ObjectMeta spec:LimitRangeSpec",
    "LimitRangeItem": "default:{q defaultRequest:{q max:{q maxLimitRequestRatio:{q min:{q type:s",
    "LimitRangeSpec": "limits:[LimitRangeItem",
    "LinuxContainerUser": "gid:l supplementalGroups:[l uid:l",
    "ManagedFieldsEntry": "apiVersion:s fieldsType:s fieldsV1:j manager:s operation:s subresource:s time:t",
    "Node": "apiVersion:s kind:s metadata:ObjectMeta spec:NodeSpec status:NodeStatus",
    "NodeAddress": "address:s type:s",
    "NodeAllocatableMappedResources": "name:s quantity:q",
    "NodeAllocatableOverheadResources": "name:s perContainer:q perPod:q",
    "NodeAllocatableResourceClaimStatus": (
        "containers:[s mapping:[NodeAllocatableMappedResources overhead:[NodeAllocatableOverheadResources "
        "resourceClaimName:s"
    ),
    "NodeCondition": "lastHeartbeatTime:t lastTransitionTime:t message:s reason:s status:s type:s",
    "NodeConfigSource": "configMap:ConfigMapNodeConfigSource",
    "NodeConfigStatus": "active:NodeConfigSource assigned:NodeConfigSource error:s lastKnownGood:NodeConfigSource",
    "NodeDaemonEndpoints": "kubeletEndpoint:DaemonEndpoint",
    "NodeFeatures": "supplementalGroupsPolicy:b",
    "NodePodPreemptionPolicy": "disableResizePreemption:[s",
    "NodeRuntimeHandler": "features:NodeRuntimeHandlerFeatures name:s",
    "NodeRuntimeHandlerFeatures": "recursiveReadOnlyMounts:b userNamespaces:b",
    "NodeSpec": (
        "configSource:NodeConfigSource externalID:s podCIDR:s podCIDRs:[s "
        "podPreemptionPolicy:NodePodPreemptionPolicy providerID:s taints:[Taint unschedulable:b"
    ),
    "NodeStatus": (
        "addresses:[NodeAddress allocatable:{q capacity:{q conditions:[NodeCondition config:NodeConfigStatus "
        "daemonEndpoints:NodeDaemonEndpoints declaredFeatures:[s features:NodeFeatures images:[ContainerImage "
        "nodeInfo:NodeSystemInfo phase:s runtimeHandlers:[NodeRuntimeHandler volumesAttached:[AttachedVolume "
        "volumesInUse:[s"
    ),
    "NodeSwapStatus": "capacity:l",
    "NodeSystemInfo": (
        "architecture:s bootID:s containerRuntimeVersion:s kernelVersion:s kubeProxyVersion:s kubeletVersion:s "
        "machineID:s operatingSystem:s osImage:s runningInUserNamespace:b swap:NodeSwapStatus systemUUID:s"
    ),
    "ObjectMeta": (
        "annotations:{s creationTimestamp:t deletionGracePeriodSeconds:l deletionTimestamp:t finalizers:[s "
        "generateName:s generation:l labels:{s managedFields:[ManagedFieldsEntry name:s namespace:s "
        "ownerReferences:[OwnerReference resourceVersion:s selfLink:s uid:s"
    ),
    "ObjectReference": "apiVersion:s fieldPath:s kind:s name:s namespace:s resourceVersion:s uid:s",
    "Overhead": "podFixed:{q",
    "OwnerReference": "apiVersion:s blockOwnerDeletion:b controller:b kind:s name:s uid:s",
    "PartialObjectMetadata": "apiVersion:s kind:s metadata:ObjectMeta",
    "Pod": "apiVersion:s kind:s metadata:ObjectMeta spec:PodSpec status:PodStatus",
    "PodCondition": "lastProbeTime:t lastTransitionTime:t message:s observedGeneration:l reason:s status:s type:s",
    "PodDisruptionBudget": "apiVersion:s kind:s metadata:ObjectMeta spec:PodDisruptionBudgetSpec",
    "PodDisruptionBudgetSpec": "maxUnavailable:x minAvailable:x selector:LabelSelector unhealthyPodEvictionPolicy:s",
    "PodExtendedResourceClaimStatus": "requestMappings:[ContainerExtendedResourceRequest resourceClaimName:s",
    "PodFailurePolicy": "rules:[PodFailurePolicyRule",
    "PodFailurePolicyOnExitCodesRequirement": "containerName:s operator:s values:[i",
    "PodFailurePolicyOnPodConditionsPattern": "status:s type:s",
    "PodFailurePolicyRule": (
        "action:s onExitCodes:PodFailurePolicyOnExitCodesRequirement "
        "onPodConditions:[PodFailurePolicyOnPodConditionsPattern"
    ),
    "PodIP": "ip:s",
    "PodResourceClaimStatus": "name:s resourceClaimName:s",
    "PodStatus": (
        "allocatedResources:{q conditions:[PodCondition containerStatuses:[ContainerStatus "
        "ephemeralContainerStatuses:[ContainerStatus extendedResourceClaimStatus:PodExtendedResourceClaimStatus "
        "hostIP:s hostIPs:[HostIP initContainerStatuses:[ContainerStatus message:s "
        "nodeAllocatableResourceClaimStatuses:[NodeAllocatableResourceClaimStatus nominatedNodeName:s "
        "observedGeneration:l phase:s podIP:s podIPs:[PodIP qosClass:s reason:s resize:s "
        "resourceClaimStatuses:[PodResourceClaimStatus resources:ResourceRequirements startTime:t "
        "volumeHealth:[PodVolumeHealth"
    ),
    "PodTemplate": "apiVersion:s kind:s metadata:ObjectMeta template:PodTemplateSpec",
    "PodTemplateSpec": "metadata:ObjectMeta spec:PodSpec",
    "PodVolumeHealth": "healthConditions:[VolumeHealthCondition lastTransitionTime:t name:s",
    "PriorityClass": (
        "apiVersion:s description:s globalDefault:b kind:s metadata:ObjectMeta preemptionPolicy:s value:i"
    ),
    "ReplicaSet": "apiVersion:s kind:s metadata:ObjectMeta spec:ReplicaSetSpec status:ReplicaSetStatus",
    "ReplicaSetCondition": "lastTransitionTime:t message:s reason:s status:s type:s",
    "ReplicaSetSpec": "minReadySeconds:i replicas:i selector:LabelSelector template:PodTemplateSpec",
    "ReplicaSetStatus": (
        "availableReplicas:i conditions:[ReplicaSetCondition fullyLabeledReplicas:i observedGeneration:l "
        "readyReplicas:i replicas:i terminatingReplicas:i"
    ),
    "ReplicationController": (
        "apiVersion:s kind:s metadata:ObjectMeta spec:ReplicationControllerSpec status:ReplicationControllerStatus"
    ),
    "ReplicationControllerCondition": "lastTransitionTime:t message:s reason:s status:s type:s",
    "ReplicationControllerSpec": "minReadySeconds:i replicas:i selector:{s template:PodTemplateSpec",
    "ReplicationControllerStatus": (
        "availableReplicas:i conditions:[ReplicationControllerCondition fullyLabeledReplicas:i "
        "observedGeneration:l readyReplicas:i replicas:i"
    ),
    "ResourceHealth": "health:s message:s resourceID:s",
    "ResourceStatus": "name:s resources:[ResourceHealth",
    "RollingUpdateDaemonSet": "maxSurge:x maxUnavailable:x",
    "RollingUpdateDeployment": "maxSurge:x maxUnavailable:x",
    "RollingUpdateStatefulSetStrategy": "maxUnavailable:x partition:i",
    "RuntimeClass": "apiVersion:s handler:s kind:s metadata:ObjectMeta overhead:Overhead scheduling:Scheduling",
    "Scheduling": "nodeSelector:{s tolerations:[Toleration",
    "StatefulSet": "apiVersion:s kind:s metadata:ObjectMeta spec:StatefulSetSpec status:StatefulSetStatus",
    "StatefulSetCondition": "lastTransitionTime:t message:s reason:s status:s type:s",
    "StatefulSetOrdinals": "start:i",
    "StatefulSetPersistentVolumeClaimRetentionPolicy": "whenDeleted:s whenScaled:s",
    "StatefulSetSpec": (
        "minReadySeconds:i ordinals:StatefulSetOrdinals "
        "persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy "
        "podManagementPolicy:s replicas:i revisionHistoryLimit:i selector:LabelSelector serviceName:s "
        "template:PodTemplateSpec updateStrategy:StatefulSetUpdateStrategy "
        "volumeClaimTemplates:[PersistentVolumeClaim"
    ),
    "StatefulSetStatus": (
        "availableReplicas:i collisionCount:i conditions:[StatefulSetCondition currentReplicas:i "
        "currentRevision:s observedGeneration:l readyReplicas:i replicas:i updateRevision:s updatedReplicas:i"
    ),
    "StatefulSetUpdateStrategy": "rollingUpdate:RollingUpdateStatefulSetStrategy type:s",
    "SuccessPolicy": "rules:[SuccessPolicyRule",
    "SuccessPolicyRule": "succeededCount:i succeededIndexes:s",
    "Taint": "effect:s key:s timeAdded:t value:s",
    "TopologyConstraint": "key:s",
    "UncountedTerminatedPods": "failed:[s succeeded:[s",
    "VolumeHealthCondition": "message:s reason:s status:s",
    "VolumeHealthStatus": "healthConditions:[VolumeHealthCondition lastTransitionTime:t",
    "VolumeMountStatus": "mountPath:s name:s readOnly:b recursiveReadOnly:s volumeStatus:VolumeStatus",
    "VolumeStatus": "image:ImageVolumeStatus",
    "WorkloadPodGroupDisruptionMode": ("all:j single:j"),
    "WorkloadPodGroupGangSchedulingPolicy": "minCount:i",
    "WorkloadPodGroupResourceClaim": "name:s resourceClaimName:s resourceClaimTemplateName:s",
    "WorkloadPodGroupSchedulingConstraints": "topology:[TopologyConstraint",
    "WorkloadPodGroupSchedulingPolicy": ("basic:j gang:WorkloadPodGroupGangSchedulingPolicy"),
}
