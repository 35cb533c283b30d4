# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fields of volumes, mounts and claims (core/v1, Kubernetes 1.37).

One line a type, `field:kind` each; the kinds are explained in schema.py. Private to this collection.
"""

from __future__ import annotations

FIELDS = {
    "AWSElasticBlockStoreVolumeSource": "fsType:s partition:i readOnly:b volumeID:s",
    "AzureDiskVolumeSource": "cachingMode:s diskName:s diskURI:s fsType:s kind:s readOnly:b",
    "AzureFileVolumeSource": "readOnly:b secretName:s shareName:s",
    "CSIVolumeSource": "driver:s fsType:s nodePublishSecretRef:LocalObjectReference readOnly:b volumeAttributes:{s",
    "CephFSVolumeSource": "monitors:[s path:s readOnly:b secretFile:s secretRef:LocalObjectReference user:s",
    "CinderVolumeSource": "fsType:s readOnly:b secretRef:LocalObjectReference volumeID:s",
    "ClusterTrustBundleProjection": "labelSelector:LabelSelector name:s optional:b path:s signerName:s user:l",
    "ConfigMapProjection": "items:[KeyToPath name:s optional:b",
    "ConfigMapVolumeSource": "defaultMode:i defaultUser:l items:[KeyToPath name:s optional:b",
    "DownwardAPIProjection": "items:[DownwardAPIVolumeFile",
    "DownwardAPIVolumeFile": "fieldRef:ObjectFieldSelector mode:i path:s resourceFieldRef:ResourceFieldSelector user:l",
    "DownwardAPIVolumeSource": "defaultMode:i defaultUser:l items:[DownwardAPIVolumeFile",
    "EmptyDirVolumeSource": "medium:s mode:i sizeLimit:q",
    "EphemeralVolumeSource": "volumeClaimTemplate:PersistentVolumeClaimTemplate",
    "FCVolumeSource": "fsType:s lun:i readOnly:b targetWWNs:[s wwids:[s",
    "FlexVolumeSource": "driver:s fsType:s options:{s readOnly:b secretRef:LocalObjectReference",
    "FlockerVolumeSource": "datasetName:s datasetUUID:s",
    "GCEPersistentDiskVolumeSource": "fsType:s partition:i pdName:s readOnly:b",
    "GitRepoVolumeSource": "directory:s repository:s revision:s",
    "GlusterfsVolumeSource": "endpoints:s path:s readOnly:b",
    "HostPathVolumeSource": "path:s type:s",
    "ISCSIVolumeSource": (
        "chapAuthDiscovery:b chapAuthSession:b fsType:s initiatorName:s iqn:s iscsiInterface:s lun:i portals:[s "
        "readOnly:b secretRef:LocalObjectReference targetPortal:s"
    ),
    "ImageVolumeSource": "pullPolicy:s reference:s",
    "KeyToPath": "key:s mode:i path:s user:l",
    "ModifyVolumeStatus": "status:s targetVolumeAttributesClassName:s",
    "NFSVolumeSource": "path:s readOnly:b server:s",
    "PersistentVolumeClaim": (
        "apiVersion:s kind:s metadata:ObjectMeta spec:PersistentVolumeClaimSpec status:PersistentVolumeClaimStatus"
    ),
    "PersistentVolumeClaimCondition": "lastProbeTime:t lastTransitionTime:t message:s reason:s status:s type:s",
    "PersistentVolumeClaimSpec": (
        "accessModes:[s dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference "
        "resources:VolumeResourceRequirements selector:LabelSelector storageClassName:s "
        "volumeAttributesClassName:s volumeMode:s volumeName:s"
    ),
    "PersistentVolumeClaimStatus": (
        "accessModes:[s allocatedResourceStatuses:{s allocatedResources:{q capacity:{q "
        "conditions:[PersistentVolumeClaimCondition currentVolumeAttributesClassName:s "
        "healthStatus:VolumeHealthStatus modifyVolumeStatus:ModifyVolumeStatus phase:s"
    ),
    "PersistentVolumeClaimTemplate": "metadata:ObjectMeta spec:PersistentVolumeClaimSpec",
    "PersistentVolumeClaimVolumeSource": "claimName:s readOnly:b",
    "PhotonPersistentDiskVolumeSource": "fsType:s pdID:s",
    "PodCertificateProjection": (
        "certificateChainPath:s credentialBundlePath:s keyPath:s keyType:s maxExpirationSeconds:i signerName:s "
        "user:l userAnnotations:{s"
    ),
    "PortworxVolumeSource": "fsType:s readOnly:b volumeID:s",
    "ProjectedVolumeSource": "defaultMode:i defaultUser:l sources:[VolumeProjection",
    "QuobyteVolumeSource": "group:s readOnly:b registry:s tenant:s user:s volume:s",
    "RBDVolumeSource": "fsType:s image:s keyring:s monitors:[s pool:s readOnly:b secretRef:LocalObjectReference user:s",
    "ScaleIOVolumeSource": (
        "fsType:s gateway:s protectionDomain:s readOnly:b secretRef:LocalObjectReference sslEnabled:b "
        "storageMode:s storagePool:s system:s volumeName:s"
    ),
    "SecretProjection": "items:[KeyToPath name:s optional:b",
    "SecretVolumeSource": "defaultMode:i defaultUser:l items:[KeyToPath optional:b secretName:s",
    "ServiceAccountTokenProjection": "audience:s expirationSeconds:l path:s user:l",
    "StorageOSVolumeSource": "fsType:s readOnly:b secretRef:LocalObjectReference volumeName:s volumeNamespace:s",
    "TypedLocalObjectReference": "apiGroup:s kind:s name:s",
    "TypedObjectReference": "apiGroup:s kind:s name:s namespace:s",
    "Volume": (
        "awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource "
        "azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource "
        "configMap:ConfigMapVolumeSource csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource "
        "emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource fc:FCVolumeSource "
        "flexVolume:FlexVolumeSource flocker:FlockerVolumeSource gcePersistentDisk:GCEPersistentDiskVolumeSource "
        "gitRepo:GitRepoVolumeSource glusterfs:GlusterfsVolumeSource hostPath:HostPathVolumeSource "
        "image:ImageVolumeSource iscsi:ISCSIVolumeSource name:s nfs:NFSVolumeSource "
        "persistentVolumeClaim:PersistentVolumeClaimVolumeSource "
        "photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource "
        "projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource "
        "scaleIO:ScaleIOVolumeSource secret:SecretVolumeSource storageos:StorageOSVolumeSource "
        "vsphereVolume:VsphereVirtualDiskVolumeSource"
    ),
    "VolumeDevice": "devicePath:s name:s",
    "VolumeMount": (
        "bindMountOptions:[s mountPath:s mountPropagation:s name:s readOnly:b recursiveReadOnly:s subPath:s "
        "subPathExpr:s"
    ),
    "VolumeProjection": (
        "clusterTrustBundle:ClusterTrustBundleProjection configMap:ConfigMapProjection "
        "downwardAPI:DownwardAPIProjection podCertificate:PodCertificateProjection secret:SecretProjection "
        "serviceAccountToken:ServiceAccountTokenProjection"
    ),
    "VolumeResourceRequirements": "limits:{q requests:{q",
    "VsphereVirtualDiskVolumeSource": "fsType:s storagePolicyID:s storagePolicyName:s volumePath:s",
}
