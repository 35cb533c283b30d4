# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What releases say differently of the same object; each row is one of the specification's differences."""

from __future__ import annotations

from typing import Any

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import Judge

KEY = (
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
    "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)


def pod(**spec: Any) -> dict[str, Any]:
    containers = [{"name": "a", "image": "b"}]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": containers, **spec}}


def lines(value: dict[str, Any], version: str, gates: dict[str, bool] | None = None) -> list[str]:
    return [error.text for error in Judge(gates_of(version, gates)).errors(value)]


def terms(*expressions: Any) -> dict[str, Any]:
    required = {"nodeSelectorTerms": [{"matchExpressions": list(expressions)}]}
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}


VALUE_PATH = (
    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]"
    ".matchExpressions[0].values[0]"
)
LONG = pod(nodeSelector={"n" * 64: "x"})
SIDECAR = pod(initContainers=[{"name": "s", "image": "b", "restartPolicy": "Sometimes"}])
GREATER = pod(tolerations=[{"key": "a", "operator": "Gt", "value": "1"}])
GPU = pod(containers=[{"name": "a", "image": "b", "resources": {"limits": {"gpu": "1"}, "requests": {"gpu": "1"}}}])
SPREAD = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
MERGED = pod(
    topologySpreadConstraints=[{**SPREAD, "labelSelector": {"matchLabels": {"a": "b"}}, "matchLabelKeys": ["a"]}]
)
MERGED["metadata"]["labels"] = {"a": "b"}
OWNED = pod()
OWNED["metadata"]["ownerReferences"] = [{"apiVersion": "v1", "kind": "", "name": "n", "uid": "u"}]

TWICE = "exists in both matchLabelKeys and labelSelector"
RESTART = 'spec.initContainers[0].restartPolicy: Unsupported value: "Sometimes": supported values: '
OPERATOR = 'spec.tolerations[0].operator: Unsupported value: "Gt": supported values: '

ROWS = [
    (
        "lengths in characters",
        LONG,
        "1.34",
        [f'spec.nodeSelector: Invalid value: "{"n" * 64}": name part must be no more than 63 characters'],
    ),
    (
        "lengths in bytes",
        LONG,
        "1.35",
        [f'spec.nodeSelector: Invalid value: "{"n" * 64}": name part must be no more than 63 bytes'],
    ),
    (
        "sidecars only always",
        SIDECAR,
        "1.33",
        [RESTART + '"Always"'],
    ),
    (
        "three restart policies",
        SIDECAR,
        "1.36",
        [RESTART + '"Always", "Never", "OnFailure"'],
    ),
    ("no sidecars", SIDECAR, "1.28", []),
    (
        "Gt is unknown",
        GREATER,
        "1.34",
        [OPERATOR + '"Equal", "Exists"'],
    ),
    (
        "Gt is known but off",
        GREATER,
        "1.35",
        [OPERATOR + '"Equal", "Exists", "Lt", "Gt"'],
    ),
    (
        "a merged label key stands at the list",
        MERGED,
        "1.34",
        [f'spec.topologySpreadConstraints[0][0]: Invalid value: "a": {TWICE}'],
    ),
    (
        "a label key stands at its own place",
        MERGED,
        "1.33",
        [f'spec.topologySpreadConstraints[0].matchLabelKeys[0]: Invalid value: "a": {TWICE}'],
    ),
    ("owners without an index", OWNED, "1.36", ['metadata.ownerReferences.kind: Invalid value: "": must not be empty']),
    ("owners with their index", OWNED, "1.37", ["metadata.ownerReferences[0].kind: Required value: must not be empty"]),
    ("no pod level before its gate", pod(resources={"limits": {"gpu": "1"}}), "1.33", []),
]


@pytest.mark.parametrize(("title", "value", "version", "expected"), ROWS, ids=[f"{row[2]}: {row[0]}" for row in ROWS])
def test_releases_differ(title: str, value: dict[str, Any], version: str, expected: list[str]) -> None:
    assert expected == lines(value, version)


def test_names_of_resources_were_not_quoted() -> None:
    path = "spec.containers[0].resources.limits[gpu]: Invalid value: "
    text = "must be a standard resource type or fully qualified"

    assert f"{path}gpu: {text}" == lines(GPU, "1.33")[0]
    assert f'{path}"gpu": {text}' == lines(GPU, "1.34")[0]


def test_a_gate_switches_numbers_of_tolerations_on() -> None:
    gates = {"TaintTolerationComparisonOperators": True}
    wrong = pod(tolerations=[{"key": "a", "operator": "Gt", "value": "09"}])

    assert [] == lines(GREATER, "1.37", gates)
    assert [
        'spec.tolerations[0].value: Invalid value: "09": must be a valid decimal integer in canonical form'
    ] == lines(wrong, "1.37", gates)


def test_the_key_text_of_older_releases() -> None:
    value = pod(nodeSelector={"a/b/c": "x"})
    tail = KEY[len("name part ") :] + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"

    assert [f'spec.nodeSelector: Invalid value: "a/b/c": a qualified name {tail}'] == lines(value, "1.34")
    assert [f'spec.nodeSelector: Invalid value: "a/b/c": a valid label key {tail}'] == lines(value, "1.35")


@pytest.mark.parametrize("minor", range(28, 38))
def test_every_release_judges_every_table(minor: int) -> None:
    """No release is without an answer, and a plain pod is accepted in all."""
    assert [] == lines(pod(), f"1.{minor}")


def workload(kind: str, spec: Any, **more: Any) -> dict[str, Any]:
    template = {"metadata": {"labels": {"a": "b"}}, "spec": spec}
    body = {"selector": {"matchLabels": {"a": "b"}}, "template": template, **more}
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": "w"}, "spec": body}


PLAIN = {"name": "a", "image": "b"}
RESTARTING = {"resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]}
RULE = {"action": "Restart", "exitCodes": {"operator": "In", "values": [1]}}
CLAIM = {"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"]}}
VALUE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)
LABEL = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
RESIZE = "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when "
RULES = "spec.containers[0].restartPolicyRules: "
SLEEP = (
    "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 0: must be greater than 0 and less than "
    "terminationGracePeriodSeconds (30)"
)
SHARED = "Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled"
EMPTY = "value must be empty when `operator` is 'Exists'"
FROM = [
    (
        "an image volume of a template needs a reference",
        37,
        workload("Deployment", {"containers": [PLAIN], "volumes": [{"name": "v", "image": {}}]}),
        [],
        ["spec.template.spec.volumes[0].image.reference: Required value"],
    ),
    (
        "shared processes stand in the specification",
        37,
        pod(hostPID=True, shareProcessNamespace=True),
        [f"spec.securityContext.shareProcessNamespace: {SHARED}"],
        [f"spec.shareProcessNamespace: {SHARED}"],
    ),
    (
        "policies of resizes name the pod",
        36,
        pod(restartPolicy="Never", containers=[{**PLAIN, **RESTARTING}]),
        [f"{RESIZE}`restartPolicy` is 'Never'"],
        [f"{RESIZE}pod `restartPolicy` is 'Never'"],
    ),
    (
        "a resize does not restart init containers",
        36,
        pod(initContainers=[{**PLAIN, "name": "i", **RESTARTING}]),
        [],
        [
            (
                'spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": must not be '
                "set to 'RestartContainer' for non-sidecar initContainers"
            )
        ],
    ),
    (
        "rules of restarts are counted",
        36,
        pod(containers=[{**PLAIN, "restartPolicy": "Never", "restartPolicyRules": [RULE] * 21}]),
        [f"{RULES}Too long: may not be more than 20 bytes"],
        [f"{RULES}Too many: 21: must have at most 20 items"],
    ),
    (
        "sleeping for no time names its gate",
        32,
        pod(containers=[{**PLAIN, "lifecycle": {"preStop": {"sleep": {"seconds": 0}}}}]),
        [SLEEP],
        [f"{SLEEP}. Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep."],
    ),
    (
        "names of a StatefulSet's service are looked at",
        33,
        workload("StatefulSet", {"containers": [PLAIN]}, serviceName="A_b"),
        [],
        [f'spec.serviceName: Invalid value: "A_b": {LABEL}'],
    ),
    (
        "claims of a StatefulSet are looked at",
        34,
        workload("StatefulSet", {"containers": [PLAIN]}, serviceName="a", volumeClaimTemplates=[CLAIM]),
        [],
        ["spec.volumeClaimTemplates[0].spec.resources[storage]: Required value"],
    ),
    (
        "the template of a StatefulSet is looked at",
        34,
        workload("StatefulSet", {"containers": [{"name": "a"}]}, serviceName="a"),
        [],
        ["spec.template.spec.containers[0].image: Required value"],
    ),
    (
        "a toleration of any value shows its value alone",
        32,
        pod(tolerations=[{"key": "a", "operator": "Exists", "value": "x"}]),
        [
            (
                'spec.tolerations[0].operator: Invalid value: core.Toleration{Key:"a", Operator:"Exists", Value:"x", '
                f'Effect:"", TolerationSeconds:(*int64)(nil)}}: {EMPTY}'
            )
        ],
        [f'spec.tolerations[0].operator: Invalid value: "x": {EMPTY}'],
    ),
    (
        "AppArmor has fields",
        30,
        pod(securityContext={"appArmorProfile": {"type": "X"}}),
        [],
        [
            (
                'spec.securityContext.appArmorProfile.type: Unsupported value: "X": supported values: "Localhost", '
                '"RuntimeDefault", "Unconfined"'
            )
        ],
    ),
    (
        "values of required node affinity are looked at",
        32,
        pod(affinity=terms({"key": "zone", "operator": "In", "values": ["-x"]})),
        [],
        [f'{VALUE_PATH}: Invalid value: "-x": {VALUE}'],
    ),
]


@pytest.mark.parametrize(("title", "minor", "value", "before", "since"), FROM, ids=[row[0] for row in FROM])
def test_a_release_begins_to_say_it(
    title: str, minor: int, value: dict[str, Any], before: list[str], since: list[str]
) -> None:
    gates = {"ContainerRestartRules": True} if RULES in since[0] else None

    assert [before, since] == [lines(value, f"1.{each}", gates) for each in (minor - 1, minor)]


def test_huge_pages_of_the_pod_level_came_one_release_after_it() -> None:
    value = pod(
        containers=[{**PLAIN, "resources": {"requests": {"cpu": "1"}}}],
        resources={"limits": {"hugepages-2Mi": "2Mi", "cpu": "1"}},
    )
    refused = (
        'spec.resources.limits[hugepages-2Mi]: Unsupported value: hugepages-2Mi: supported values: "cpu", "memory"'
    )

    assert [[refused], []] == [lines(value, version, {"PodLevelResources": True}) for version in ("1.32", "1.33")]


def test_numbers_of_tolerations_beyond_64_bits_tell_what_go_says() -> None:
    found = pod(tolerations=[{"key": "a", "operator": "Lt", "value": "9223372036854775808"}])

    assert [
        (
            'spec.tolerations[0].value: Invalid value: "9223372036854775808": strconv.ParseInt: parsing '
            '"9223372036854775808": value out of range'
        )
    ] == lines(found, "1.37", {"TaintTolerationComparisonOperators": True})


def test_a_line_that_repeats_is_told_once_from_1_37_on() -> None:
    found = pod(
        containers=[{**PLAIN, "resources": {"requests": {"cpu": "1", "hugepages-2Mi": "64Mi", "example.com/d": "2"}}}]
    )
    line = "spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources"

    assert [[line] * 2, [line]] == [lines(found, version) for version in ("1.36", "1.37")]


@pytest.mark.parametrize(
    ("value", "until"),
    [
        (
            pod(os={"name": "windows"}, hostPID=True, securityContext={"runAsUser": 1}),
            ["spec.hostPID", "spec.securityContext.runAsUser"],
        ),
        (
            {"apiVersion": "v1", "kind": "ReplicationController", "metadata": {"name": "w"}, "spec": {"replicas": -1}},
            ["spec.replicas", "spec.selector", "spec.template"],
        ),
    ],
    ids=["hosts of Windows pods", "amounts of a ReplicationController"],
)
def test_what_was_told_first_is_told_last_from_1_37_on(value: dict[str, Any], until: list[str]) -> None:
    first, *others = until

    assert [until, [*others, first]] == [
        [line.partition(":")[0] for line in lines(value, version)] for version in ("1.36", "1.37")
    ]


def test_volumes_of_images_are_dropped_with_their_mounts_where_they_are_off() -> None:
    mount = {"name": "files", "mountPath": "/files"}
    found = pod(
        volumes=[{"name": "files", "image": {}}, {"name": "rest", "secret": {}}],
        containers=[{"name": "a", "image": "b", "volumeMounts": [mount, {"name": "rest"}]}],
    )
    later = [
        "spec.volumes[0].image.reference: Required value",
        "spec.volumes[1].secret.secretName: Required value",
        'spec.containers[0].volumeMounts[0].name: Not found: "files"',
        'spec.containers[0].volumeMounts[1].name: Not found: "rest"',
        "spec.containers[0].volumeMounts[1].mountPath: Required value",
    ]
    earlier = [
        "spec.volumes[0].secret.secretName: Required value",
        'spec.containers[0].volumeMounts[0].name: Not found: "rest"',
        "spec.containers[0].volumeMounts[0].mountPath: Required value",
    ]

    assert [earlier, later, later] == [
        lines(found, "1.34"),
        lines(found, "1.35"),
        lines(found, "1.34", {"ImageVolume": True}),
    ]


def test_a_csi_driver_without_a_name_is_told_twice_up_to_1_34() -> None:
    found = pod(volumes=[{"name": "v", "csi": {}}])
    once = "spec.volumes[0].csi.driver: Required value"
    form = (
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start "
        "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
        "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
    )

    assert [[once, f'spec.volumes[0].csi.driver: Invalid value: "": {form}'], [once]] == [
        lines(found, version) for version in ("1.34", "1.35")
    ]


def test_restarts_of_ephemeral_containers_are_dropped_where_their_rules_are_off() -> None:
    debug = {"name": "d", "image": "b", "terminationMessagePolicy": "File", "imagePullPolicy": "Always"}
    found = pod(ephemeralContainers=[{**debug, "restartPolicy": "Never", "restartPolicyRules": []}])
    create = "spec.ephemeralContainers: Forbidden: cannot be set on create"
    restarts = [
        f"spec.ephemeralContainers[0].{field}: Forbidden: cannot be set for an Ephemeral Container"
        for field in ("restartPolicy", "restartPolicyRules")
    ]

    assert [[create], [*restarts, create]] == [lines(found, version) for version in ("1.34", "1.35")]


def test_rules_of_init_containers_need_a_policy_from_1_35_on() -> None:
    rule = {"action": "Restart", "exitCodes": {"operator": "In", "values": [1]}}
    found = pod(initContainers=[{"name": "i", "image": "b", "restartPolicyRules": [rule]}])
    needed = (
        "spec.initContainers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used"
    )

    assert [[], [needed]] == [lines(found, version, {"ContainerRestartRules": True}) for version in ("1.34", "1.35")]


def test_the_restart_of_all_containers_is_listed_from_1_36_on() -> None:
    rule = {"action": "Stop", "exitCodes": {"operator": "In", "values": [1]}}
    found = pod(containers=[{"name": "a", "image": "b", "restartPolicy": "Never", "restartPolicyRules": [rule]}])
    refused = 'spec.containers[0].restartPolicyRules[0].action: Unsupported value: "Stop": supported values: "Restart"'
    gates = {"RestartAllContainersOnContainerExits": True, "NodeDeclaredFeatures": True}

    assert [[refused], [f'{refused}, "RestartAllContainers"']] == [
        lines(found, version, gates) for version in ("1.35", "1.36")
    ]


def test_names_of_replication_controllers_are_measured_in_bytes_from_1_35_on() -> None:
    name = "x" * 254
    template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [PLAIN]}}
    found = {
        "apiVersion": "v1",
        "kind": "ReplicationController",
        "metadata": {"name": name},
        "spec": {"selector": {"a": "b"}, "template": template},
    }

    assert [
        [f'metadata.name: Invalid value: "{name}": must be no more than 253 {unit}'] for unit in ("characters", "bytes")
    ] == [lines(found, version) for version in ("1.34", "1.35")]
