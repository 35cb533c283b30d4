# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the rules of validation depend on: one release with its gates, asked once. Private to this collection."""

from __future__ import annotations

from functools import lru_cache
from typing import Callable

from .. import names
from ..releases import Gates
from ..resource_names import is_extended

Reasons = tuple[str, ...]
_CACHED = 8192


class Rules:
    """The validators and switches of one release; made once for a whole input."""

    def __init__(self, gates: Gates) -> None:
        on, has = gates.enabled, gates.has
        self.gates = gates
        self.label_key: Callable[[str], Reasons] = lru_cache(_CACHED)(lambda text: names.label_key(text, gates))
        self.label_value: Callable[[str], Reasons] = lru_cache(_CACHED)(lambda text: names.label_value(text, gates))
        self.is_extended: Callable[[str], bool] = lru_cache(_CACHED)(lambda name: is_extended(name, gates))
        self.dns_label: Callable[[str], Reasons] = names.dns_label
        self.dns_subdomain: Callable[[str], Reasons] = names.dns_subdomain
        self.node_affinity_values = has("values of required node affinity are checked")
        self.match_label_keys_in_affinity = on("MatchLabelKeysInPodAffinity")
        self.spread_keys = on("MatchLabelKeysInPodTopologySpread")
        self.spread_keys_merged = on("MatchLabelKeysInPodTopologySpreadSelectorMerge")
        self.node_inclusion_policy = on("NodeInclusionPolicyInPodTopologySpread")
        self.min_domains = on("MinDomainsInPodTopologySpread")
        self.numeric_tolerations = on("TaintTolerationComparisonOperators")
        self.knows_numeric_tolerations = has("numeric tolerations are known")
        self.exists_value_whole = not has("tolerations with a value print the value")
        self.json_values = has("values in errors are JSON")
        self.relaxed_environment = on("RelaxedEnvironmentVariableValidation")
        self.environment_files = on("EnvFiles")
        self.sidecars = on("SidecarContainers")
        self.restart_rules = on("ContainerRestartRules")
        self.restart_policies_listed = has("restart policies of containers are listed")
        self.restart_all = on("RestartAllContainersOnContainerExits")
        self.resize = on("InPlacePodVerticalScaling")
        self.pod_level_resources = on("PodLevelResources")
        self.resource_claims = on("DynamicResourceAllocation")
        self.user_namespaces = on("UserNamespacesSupport")
        self.user_namespaces_on_host_network = on("UserNamespacesHostNetworkSupport")
        self.read_only_mounts = on("RecursiveReadOnlyMounts")
        self.bind_mount_options = on("VolumeBindMountOptions")
        self.hostname_override = on("HostnameOverride")
        self.strict_addresses = on("StrictIPCIDRValidation")
        self.stop_signals = on("ContainerStopSignals")
        self.sleep_action = on("PodLifecycleSleepAction")
        self.sleep_zero = on("PodLifecycleSleepActionAllowZero")
        self.http_protocol = on("H2CContainerProbe")
        self.grpc_mode = on("GRPCContainerProbeTLS")
        self.empty_dir_mode = on("EmptyDirVolumeMode")
        self.volume_users = on("AtomicWriteVolumeUserFields")
        self.trust_bundles = on("ClusterTrustBundleProjection")
        self.pod_certificates = on("PodCertificateRequest")
        self.app_armor_fields = has("app armor has fields")
        self.proc_mount = on("ProcMountType")
        self.supplemental_groups_policy = on("SupplementalGroupsPolicy")
        self.selinux_change_policy = on("SELinuxChangePolicy")
        self.selinux_mount_option = on("SELinuxMount")
        self.scheduling_group = on("GenericWorkload")
        self.eviction_responders = on("EvictionRequestAPI")
        self.relaxed_dns_search = on("RelaxedDNSSearchValidation")
        self.attributes_classes = on("VolumeAttributesClass")
        unit = "bytes" if has("names of replication controllers in bytes") else "characters"
        self.long_name: Callable[[str], Reasons] = lambda name: names.dns_subdomain(name, unit)
        self.declared_features = on("NodeDeclaredFeatures")
        self.stateful_templates_checked = has("templates of stateful sets are checked")
        self.resize_names_pod = has("resize policies name the pod")
        self.resize_restarts_checked = has("resizes may not restart init containers")
        self.restart_rules_counted = has("restart rules are counted")
        self.restart_all_listed = has("restarts of all containers are listed")
        self.init_rules_need_policy = has("rules of init containers need a policy")
        self.drivers_named_once = has("drivers without a name are told once")
        self.sleep_names_gate = has("sleeping for no time names its gate")
        self.service_names_checked = has("service names of stateful sets are checked")
        self.claim_templates_checked = has("claim templates of stateful sets are checked")
        self.deletion_cost = on("PodDeletionCost")
        self.max_unavailable_of_sets = on("MaxUnavailableStatefulSet")
        self.recreate_of_sets = on("StatefulSetRecreateStrategy")
        self.job_managed_by = on("JobManagedBy")
        self.job_per_index = on("JobBackoffLimitPerIndex")
        self.job_replacement = on("JobPodReplacementPolicy")
        self.job_success = on("JobSuccessPolicy")
        self.generated_last = has("generated validation speaks last")
        self.repeated_once = has("repeated errors are told once")
        self.owners_are_indexed = has("owner references are indexed")
        self.share_process_path = has("shared processes stand in the specification")
        self.image_volume_templates = has("image volumes of templates need a reference")
