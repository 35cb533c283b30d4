# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random pods, workloads and nodes for comparison with the real programs: one seed, one object, always the same.

Most of an object is what people write; `mistakes` says how often a value is wrong, and `strange_fields` adds fields of
any kind from the API's own schema.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Callable, Optional

from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.schema import fields_of

Object = dict[str, Any]
Fields = Mapping[str, Mapping[str, str]]

KEYS = (
    "app",
    "tier",
    "zone",
    "example.com/role",
    "kubernetes.io/hostname",
    "topology.kubernetes.io/zone",
    "kubernetes.io/arch",
)
BAD_KEYS = ("", "a b", "/a", "a/", "A.com/x", "a/b/c", "-a", "a-", "x" * 64, "exa_mple.com/a", "über", ".a", "a..b/c")
VALUES = ("", "web", "a", "v1.2", "amd64", "A_b-c.d", "10", "010", "x" * 63)
BAD_VALUES = ("-a", "a-", "a b", "x" * 64, "a/b", "ü", "<a>", 'quo"te', "back\\slash", "tab\tbed", "\x00", "\u2028")
NAMES = ("a", "web", "my-app", "a1", "0", "x" * 63)
BAD_NAMES = ("", "A", "a.b", "-a", "a_b", "x" * 64, "a b", "x" * 254)
CPUS = ("100m", "250m", "1", "2", "0", "0.5", "1500m", 1, 0.5, "100u")
MEMORIES = ("64Mi", "128Mi", "1Gi", "1G", "0", "1.5Gi", "128974848", "129e6", "0.1m", 1048576)
BAD_QUANTITIES = ("-1", "-100m", "-1Gi")
UNREADABLE_QUANTITIES = ("1x", "", "1Gb", "--1", "1 Gi", "abc", True, [])
STRANGE_RESOURCES = (
    "pods",
    "gpu",
    "a b",
    "storage",
    "requests.cpu",
    "requests.example.com/x",
    "hugepages-3x",
    "hugepages-1Gi",
    "x" * 64,
    "kubernetes.io/batch",
    "example.com/" + "y" * 60,
)
TOPOLOGY = ("kubernetes.io/hostname", "topology.kubernetes.io/zone", "rack")
EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")


class Generator:
    """Draws objects from one seed; strange fields are among those `served`, by type, where that is given."""

    def __init__(self, seed: int, mistakes: float | None = None, served: Optional[Fields] = None) -> None:
        self.random = random.Random(seed)
        self._served = served
        self.mistakes = self.random.choice((0.0, 0.01, 0.05, 0.2)) if mistakes is None else mistakes

    # -- choices

    def one(self, values: Sequence[Any]) -> Any:
        return self.random.choice(values)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def wrong(self) -> bool:
        return self.random.random() < self.mistakes

    def good_or_bad(self, good: Sequence[Any], bad: Sequence[Any]) -> Any:
        return self.one(bad if self.wrong() else good)

    def some(self, make: Callable[[], Any], most: int = 3, least: int = 0) -> list[Any]:
        return [make() for dummy in range(self.random.randint(least, most))]

    def maybe(self, owner: Object, name: str, share: float, make: Callable[[], Any]) -> None:
        if self.chance(share):
            owner[name] = make()

    # -- words

    def key(self) -> str:
        return self.good_or_bad(KEYS, BAD_KEYS)

    def value(self) -> str:
        return self.good_or_bad(VALUES, BAD_VALUES)

    def name(self) -> str:
        return self.good_or_bad(NAMES, BAD_NAMES)

    def labels(self) -> Object:
        return {self.key(): self.value() for dummy in range(self.random.randint(0, 3))}

    def number(self, low: int, high: int) -> int:
        return self.one((-1, 0, 2**31 - 1, -(2**31))) if self.wrong() else self.random.randint(low, high)

    def quantity(self, resource: str) -> Any:
        if self.wrong():
            return self.one(BAD_QUANTITIES) if self.chance(0.9) else self.one(UNREADABLE_QUANTITIES)
        if resource == "cpu":
            return self.one(CPUS)
        if "memory" in resource or "storage" in resource:
            return self.one(MEMORIES)
        if resource.startswith("hugepages-"):
            return self.one(("2Mi", "4Mi", "64Mi", "0"))
        return self.one((1, "2", "0", "4"))

    # -- resources

    def resource_list(self, pod_level: bool = False) -> Object:
        names = ["cpu"] * 4 + ["memory"] * 4 + ["hugepages-2Mi"]
        names += [] if pod_level else ["ephemeral-storage", "example.com/dongle"]
        result = {}
        for dummy in range(self.random.randint(0, 3)):
            resource = self.one(names)
            if self.wrong():
                resource = self.one(STRANGE_RESOURCES)
            result[resource] = self.quantity(resource)
        return result

    def resources(self, pod_level: bool = False) -> Object:
        result: Object = {}
        style = self.random.random()
        if style < 0.25:
            return result
        limits = self.resource_list(pod_level)
        if style < 0.5:
            result["limits"] = limits
            if self.chance(0.5):
                result["requests"] = dict(limits)
        elif style < 0.75:
            result["requests"] = self.resource_list(pod_level)
        else:
            result["limits"] = limits
            result["requests"] = self.resource_list(pod_level)
        if self.chance(0.3):
            complete = {"cpu": self.one(CPUS), "memory": self.one(MEMORIES)}
            result.setdefault("limits", {}).update(complete)
            if self.chance(0.5):
                result.setdefault("requests", {}).update(complete)
        return result

    def fitting_resources(self) -> Object:
        """Resources in which no request exceeds its limit; often the same in both."""
        result: Object = {}
        pairs = {"cpu": (("100m", "1"), ("250m", "250m"), ("0", "500m"), (1, "1"), ("0", "0")), "memory": ()}
        pairs["memory"] = (("64Mi", "128Mi"), ("1Gi", "1024Mi"), ("0", "1Gi"), (1048576, "1Mi"), ("0.1m", "1"))
        for name, choices in pairs.items():
            request, limit = self.one(choices)
            style = self.random.random()
            if style < 0.75:
                result.setdefault("limits", {})[name] = limit
            if 0.45 < style < 0.9:
                result.setdefault("requests", {})[name] = limit if self.chance(0.5) else request
        return result

    # -- selectors and placement

    def expression(self, operators: Sequence[str]) -> Object:
        operator = self.good_or_bad(operators, ("Gt", "Exist", "", "in", "NotIn ", "<"))
        values: list[str] = []
        if operator in ("In", "NotIn"):
            values = self.some(self.value, 2, 0 if self.wrong() else 1)
        elif operator in ("Gt", "Lt"):
            values = [self.one(("1", "3", "many", "010"))] * (self.random.randint(0, 2) if self.wrong() else 1)
        elif self.wrong():
            values = [self.value()]
        result: Object = {"key": self.key(), "operator": operator}
        if values or self.chance(0.2):
            result["values"] = values
        return result

    def label_selector(self) -> Any:
        if self.chance(0.08):
            return None
        result: Object = {}
        self.maybe(result, "matchLabels", 0.6, self.labels)
        operators = ("In", "NotIn", "Exists", "DoesNotExist")
        self.maybe(result, "matchExpressions", 0.4, lambda: self.some(lambda: self.expression(operators), 2))
        return result

    def node_term(self) -> Object:
        result: Object = {}
        operators = ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")
        self.maybe(result, "matchExpressions", 0.8, lambda: self.some(lambda: self.expression(operators), 2))
        self.maybe(result, "matchFields", 0.2, lambda: self.some(self.field_expression, 2))
        return result

    def field_expression(self) -> Object:
        return {
            "key": self.good_or_bad(("metadata.name",), ("metadata.uid", "", "name")),
            "operator": self.good_or_bad(("In", "NotIn"), ("Exists", "Gt", "")),
            "values": [self.name() for dummy in range(self.random.randint(0, 2) if self.wrong() else 1)],
        }

    def node_affinity(self) -> Object:
        result: Object = {}
        self.maybe(
            result,
            "requiredDuringSchedulingIgnoredDuringExecution",
            0.7,
            lambda: {"nodeSelectorTerms": self.some(self.node_term, 2, 0 if self.wrong() else 1)},
        )
        self.maybe(
            result,
            "preferredDuringSchedulingIgnoredDuringExecution",
            0.5,
            lambda: self.some(lambda: {"weight": self.weight(), "preference": self.node_term()}, 2),
        )
        return result

    def weight(self) -> int:
        return self.one((0, -3, 101, 1000)) if self.wrong() else self.random.randint(1, 100)

    def pod_term(self) -> Object:
        result: Object = {"topologyKey": self.good_or_bad(TOPOLOGY, BAD_KEYS)}
        self.maybe(result, "labelSelector", 0.85, self.label_selector)
        self.maybe(result, "namespaceSelector", 0.2, self.label_selector)
        self.maybe(result, "namespaces", 0.2, lambda: self.some(self.name, 2))
        self.maybe(result, "matchLabelKeys", 0.15, lambda: self.some(self.key, 2))
        self.maybe(result, "mismatchLabelKeys", 0.1, lambda: self.some(self.key, 2))
        return result

    def pod_affinity(self) -> Object:
        result: Object = {}
        self.maybe(result, "requiredDuringSchedulingIgnoredDuringExecution", 0.6, lambda: self.some(self.pod_term, 2))
        self.maybe(
            result,
            "preferredDuringSchedulingIgnoredDuringExecution",
            0.5,
            lambda: self.some(lambda: {"weight": self.weight(), "podAffinityTerm": self.pod_term()}, 2),
        )
        return result

    def affinity(self) -> Object:
        result: Object = {}
        self.maybe(result, "nodeAffinity", 0.5, self.node_affinity)
        self.maybe(result, "podAffinity", 0.4, self.pod_affinity)
        self.maybe(result, "podAntiAffinity", 0.4, self.pod_affinity)
        return result

    def spread(self) -> Object:
        result: Object = {
            "maxSkew": self.number(1, 3),
            "topologyKey": self.good_or_bad(TOPOLOGY, ("", "a b")),
            "whenUnsatisfiable": self.good_or_bad(("DoNotSchedule", "ScheduleAnyway"), ("", "Never")),
        }
        self.maybe(result, "labelSelector", 0.85, self.label_selector)
        self.maybe(result, "minDomains", 0.2, lambda: self.number(1, 3))
        policies = ("Honor", "Ignore")
        self.maybe(result, "nodeAffinityPolicy", 0.2, lambda: self.good_or_bad(policies, ("", "honor")))
        self.maybe(result, "nodeTaintsPolicy", 0.2, lambda: self.good_or_bad(policies, ("", "None")))
        self.maybe(result, "matchLabelKeys", 0.2, lambda: self.some(self.key, 2))
        return result

    def toleration(self) -> Object:
        result: Object = {}
        operator = self.good_or_bad(("Equal", "Exists", "Exists", ""), ("Gt", "Lt", "In", "exists"))
        if operator or self.chance(0.3):
            result["operator"] = operator
        if operator != "Exists" or self.chance(0.7):
            result["key"] = "" if self.wrong() else self.key()
        if (operator != "Exists" and self.chance(0.8)) or self.wrong():
            result["value"] = self.value()
        self.maybe(result, "effect", 0.7, lambda: self.good_or_bad(EFFECTS, ("", "NoEffect")))
        if (result.get("effect") == "NoExecute" and self.chance(0.5)) or self.wrong():
            result["tolerationSeconds"] = self.one((0, 300, -1))
        return result

    def taint(self) -> Object:
        result = {"key": self.key(), "effect": self.good_or_bad(EFFECTS, ("", "Soft"))}
        self.maybe(result, "value", 0.6, self.value)
        return result

    # -- containers

    def port(self) -> Object:
        result: Object = {"containerPort": self.one((0, 70000, -1)) if self.wrong() else self.random.randint(1, 9000)}
        self.maybe(
            result,
            "name",
            0.4,
            lambda: self.good_or_bad(("http", "web", "m-1"), ("", "HTTP", "-a", "1", "a--b", "x" * 16)),
        )
        self.maybe(
            result, "hostPort", 0.2, lambda: self.one((0, 99999, 80)) if self.wrong() else self.one((80, 443, 8080))
        )
        self.maybe(result, "protocol", 0.4, lambda: self.good_or_bad(("TCP", "UDP", "SCTP"), ("tcp", "HTTP", "")))
        self.maybe(result, "hostIP", 0.1, lambda: self.one(("", "127.0.0.1", "::", "0.0.0.0")))
        return result

    def handler(self) -> Object:
        result: Object = {}
        kinds = {
            "exec": lambda: {"command": [] if self.wrong() else ["true"]},
            "httpGet": self.http_get,
            "tcpSocket": lambda: {"port": self.port_reference()},
            "grpc": lambda: {"port": self.number(1, 9000)},
        }
        for kind in self.random.sample(sorted(kinds), 0 if self.wrong() else 2 if self.wrong() else 1):
            result[kind] = kinds[kind]()
        return result

    def http_get(self) -> Object:
        result: Object = {"port": self.port_reference()}
        self.maybe(result, "path", 0.5, lambda: "/healthz")
        self.maybe(result, "scheme", 0.3, lambda: self.good_or_bad(("HTTP", "HTTPS"), ("http", "FTP")))
        self.maybe(
            result,
            "httpHeaders",
            0.2,
            lambda: [{"name": self.good_or_bad(("X-A", "Host"), ("", "a b")), "value": "1"}],
        )
        return result

    def port_reference(self) -> Any:
        return self.good_or_bad(("http", 80, 8080), (0, -1, 99999, "", "HTTP", "1", "a" * 16))

    def probe(self) -> Object:
        result = self.handler()
        for name in ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "failureThreshold"):
            self.maybe(result, name, 0.2, lambda: self.number(1, 30))
        self.maybe(result, "successThreshold", 0.2, lambda: 2 if self.wrong() else 1)
        self.maybe(result, "terminationGracePeriodSeconds", 0.1, lambda: self.number(1, 30))
        return result

    def variable(self) -> Object:
        result: Object = {"name": self.good_or_bad(("A", "PATH", "my.env", "_x"), ("", "1A", "a=b", "ü", "..", "a b"))}
        if self.chance(0.6):
            result["value"] = self.one(("", "1", "$(A)"))
        if self.chance(0.35):
            result["valueFrom"] = self.variable_source()
        return result

    def variable_source(self) -> Object:
        keys = ("key", "a.b", "KEY_1")
        bad_keys = ("", "a b", "..", "../a", "x" * 254)
        kinds: dict[str, Callable[[], Object]] = {
            "fieldRef": lambda: {"fieldPath": self.field_path()},
            "resourceFieldRef": self.resource_reference,
            "configMapKeyRef": lambda: {"name": self.name(), "key": self.good_or_bad(keys, bad_keys)},
            "secretKeyRef": lambda: {"name": self.name(), "key": self.good_or_bad(keys, bad_keys)},
        }
        count = self.random.randint(0, 2) if self.wrong() else 1
        return {kind: kinds[kind]() for kind in self.random.sample(sorted(kinds), count)}

    def field_path(self) -> str:
        return self.good_or_bad(
            ("metadata.name", "status.podIP", "metadata.labels['app']", "spec.nodeName", "metadata.annotations['a/b']"),
            (
                "",
                "metadata.labels",
                "spec.image",
                "metadata.labels['']",
                "spec.host",
                "status.phase",
                "metadata.name['a']",
            ),
        )

    def resource_reference(self) -> Object:
        result: Object = {
            "resource": self.good_or_bad(
                ("limits.cpu", "requests.memory", "limits.hugepages-2Mi", "requests.ephemeral-storage"),
                ("", "cpu", "limits.gpu"),
            )
        }
        self.maybe(result, "divisor", 0.4, lambda: self.good_or_bad(("1", "1m", "1Mi", "0"), ("2", "3Mi", "100m")))
        self.maybe(result, "containerName", 0.5, lambda: "a")
        return result

    def container(self, role: str = "containers", volumes: Sequence[str] = ()) -> Object:
        result: Object = {
            "name": self.name(),
            "image": self.good_or_bad(("nginx", "a:1", "b:latest"), ("", " a", "a ")),
        }
        self.maybe(result, "resources", 0.75, self.resources)
        self.maybe(result, "ports", 0.3, lambda: self.some(self.port, 2))
        self.maybe(result, "env", 0.3, lambda: self.some(self.variable, 3))
        self.maybe(result, "envFrom", 0.1, lambda: self.some(self.environment_source, 2))
        self.maybe(
            result,
            "imagePullPolicy",
            0.2,
            lambda: self.good_or_bad(("Always", "IfNotPresent", "Never"), ("", "always")),
        )
        self.maybe(
            result,
            "terminationMessagePolicy",
            0.1,
            lambda: self.good_or_bad(("File", "FallbackToLogsOnError"), ("", "Stdout")),
        )
        self.maybe(result, "volumeMounts", 0.3, lambda: self.some(lambda: self.mount(volumes), 2))
        self.maybe(result, "securityContext", 0.2, self.security)
        if role == "initContainers":
            self.maybe(
                result,
                "restartPolicy",
                0.4,
                lambda: self.good_or_bad(("Always",), ("Never", "OnFailure", "", "Sometimes")),
            )
        elif self.wrong():
            result["restartPolicy"] = self.one(("Always", "Never", "Sometimes"))
        probes = 0.15 if role == "containers" or result.get("restartPolicy") == "Always" else self.mistakes
        for kind in ("livenessProbe", "readinessProbe", "startupProbe"):
            self.maybe(result, kind, probes, self.probe)
        self.maybe(result, "lifecycle", probes, self.lifecycle)
        self.maybe(
            result,
            "resizePolicy",
            0.05,
            lambda: [
                {
                    "resourceName": self.good_or_bad(("cpu", "memory"), ("", "gpu")),
                    "restartPolicy": self.good_or_bad(("NotRequired", "RestartContainer"), ("", "Never")),
                }
                for dummy in range(self.random.randint(1, 2))
            ],
        )
        return result

    def lifecycle(self) -> Object:
        hooks: dict[str, Callable[[], Object]] = {
            "exec": lambda: {"command": ["true"]},
            "httpGet": self.http_get,
            "sleep": lambda: {"seconds": self.one((1, 5, 0, -1, 60) if self.wrong() else (1, 5))},
        }
        kind = self.one(sorted(hooks))
        return {self.one(("preStop", "postStart")): {kind: hooks[kind]()}}

    def environment_source(self) -> Object:
        result: Object = {}
        for kind in self.random.sample(("configMapRef", "secretRef"), self.random.randint(0, 2) if self.wrong() else 1):
            result[kind] = {"name": self.name()}
        self.maybe(result, "prefix", 0.2, lambda: self.good_or_bad(("P_", "A"), ("1=", "ü")))
        return result

    def mount(self, volumes: Sequence[str]) -> Object:
        name = self.one(volumes) if volumes and not self.wrong() else self.name()
        result: Object = {"name": name, "mountPath": self.good_or_bad(("/a", "/b", "/c"), ("", "/a", "b:c"))}
        self.maybe(result, "subPath", 0.1, lambda: self.good_or_bad(("a", "a/b"), ("/a", "../a", "a/../b")))
        self.maybe(result, "subPathExpr", 0.05, lambda: self.good_or_bad(("$(A)",), ("/a", "..")))
        self.maybe(result, "readOnly", 0.2, lambda: True)
        self.maybe(
            result,
            "mountPropagation",
            0.05,
            lambda: self.good_or_bad(("None", "HostToContainer"), ("Bidirectional", "Both")),
        )
        self.maybe(
            result, "recursiveReadOnly", 0.05, lambda: self.good_or_bad(("Disabled", "IfPossible"), ("Enabled", "Yes"))
        )
        return result

    def security(self) -> Object:
        result: Object = {}
        self.maybe(result, "runAsUser", 0.4, lambda: self.one((-1, 2**32)) if self.wrong() else 1000)
        self.maybe(result, "runAsGroup", 0.2, lambda: self.one((-1, 2**31)) if self.wrong() else 1000)
        self.maybe(result, "allowPrivilegeEscalation", 0.4, lambda: self.chance(0.3))
        self.maybe(result, "privileged", 0.2, lambda: self.chance(0.5))
        self.maybe(
            result, "capabilities", 0.3, lambda: {"add": [self.one(("NET_ADMIN", "CAP_SYS_ADMIN"))], "drop": ["ALL"]}
        )
        self.maybe(result, "procMount", 0.1, lambda: self.good_or_bad(("Default",), ("Unmasked", "Other", "")))
        self.maybe(result, "seccompProfile", 0.2, self.profile)
        self.maybe(result, "appArmorProfile", 0.2, self.profile)
        self.maybe(result, "readOnlyRootFilesystem", 0.2, lambda: True)
        return result

    def profile(self) -> Object:
        kind = self.good_or_bad(("RuntimeDefault", "Unconfined", "Localhost"), ("", "Other"))
        result = {"type": kind}
        if (kind == "Localhost") != self.wrong():
            result["localhostProfile"] = self.good_or_bad(("a/b.json",), ("", "/a", "../a", " a"))
        return result

    # -- volumes

    def volume(self) -> Object:
        kinds: dict[str, Callable[[], Any]] = {
            "emptyDir": lambda: self.one(({}, {"medium": "Memory"}, {"sizeLimit": self.quantity("memory")})),
            "hostPath": lambda: {
                "path": self.good_or_bad(("/a",), ("", "/a/../b")),
                "type": self.good_or_bad(("", "Directory", "File"), ("Folder",)),
            },
            "secret": lambda: {"secretName": self.name(), "items": self.some(self.key_to_path, 2)},
            "configMap": lambda: {"name": self.name(), "defaultMode": self.one((420, 511, 512, -1))},
            "persistentVolumeClaim": lambda: {"claimName": self.name()},
            "projected": lambda: {"sources": self.some(self.projection, 3)},
            "downwardAPI": lambda: {"items": self.some(self.downward_file, 2)},
            "csi": lambda: {"driver": self.good_or_bad(("csi.example.com", "D"), ("", "a_b", "x" * 64))},
            "nfs": lambda: {"server": self.name(), "path": self.good_or_bad(("/a",), ("", "a"))},
            "ephemeral": lambda: {
                "volumeClaimTemplate": {"metadata": {"labels": self.labels()}, "spec": self.claim_spec()}
            },
            "image": lambda: {"reference": self.good_or_bad(("a:1",), ("",))},
        }
        result: Object = {"name": self.name()}
        count = self.random.randint(0, 2) if self.wrong() else 1
        for kind in self.random.sample(sorted(kinds), count):
            result[kind] = kinds[kind]()
        return result

    def claim_spec(self) -> Object:
        modes = ("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod")
        result: Object = {
            "accessModes": [self.good_or_bad(modes[:1] if self.chance(0.8) else modes, ("", "ReadWrite"))],
            "resources": {"requests": {"storage": self.good_or_bad(("1Gi", "10G"), ("0", "-1"))}},
        }
        self.maybe(result, "storageClassName", 0.3, self.name)
        self.maybe(result, "volumeMode", 0.2, lambda: self.good_or_bad(("Block", "Filesystem"), ("", "File")))
        if self.wrong():
            result.pop(self.one(("accessModes", "resources")))
        return result

    def key_to_path(self) -> Object:
        result: Object = {"key": self.good_or_bad(("a",), ("",)), "path": self.file_path()}
        self.maybe(result, "mode", 0.2, lambda: self.one((256, 512, -1)))
        return result

    def file_path(self) -> str:
        return self.good_or_bad(("a", "b/c", "d"), ("", "/a", "../a", "..a", "a/../b"))

    def downward_file(self) -> Object:
        result: Object = {"path": self.file_path()}
        if not self.wrong():
            field = self.good_or_bad(("metadata.name", "metadata.labels", "metadata.labels['a']"), ("status.podIP", ""))
            result["fieldRef"] = {"fieldPath": field}
        if self.wrong() or "fieldRef" not in result:
            result["resourceFieldRef"] = self.resource_reference()
        return result

    def projection(self) -> Object:
        kinds: dict[str, Callable[[], Object]] = {
            "secret": lambda: {"name": self.name(), "items": self.some(self.key_to_path, 2)},
            "configMap": lambda: {"name": self.name(), "items": self.some(self.key_to_path, 2)},
            "downwardAPI": lambda: {"items": self.some(self.downward_file, 2)},
            "serviceAccountToken": lambda: {
                "path": self.file_path(),
                "expirationSeconds": self.one((600, 3600, 599, 2**33)),
            },
            "clusterTrustBundle": lambda: {
                self.one(("name", "signerName")): self.good_or_bad(("example.com/a", "a"), ("", "a:b", "A")),
                "path": self.file_path(),
            },
        }
        count = self.random.randint(0, 2) if self.wrong() else 1
        return {kind: kinds[kind]() for kind in self.random.sample(sorted(kinds), count)}

    # -- pods and what makes them

    def pod_spec(self) -> Object:
        volumes = self.some(self.volume, 3) if self.chance(0.35) else []
        names = [volume["name"] for volume in volumes]
        spec: Object = {"containers": self.containers("containers", names, 0 if self.wrong() else 1)}
        if volumes:
            spec["volumes"] = volumes
        self.maybe(spec, "initContainers", 0.35, lambda: self.containers("initContainers", names, 0))
        self.maybe(spec, "resources", 0.2, lambda: self.resources(pod_level=True))
        self.maybe(spec, "nodeSelector", 0.25, self.labels)
        self.maybe(spec, "affinity", 0.4, self.affinity)
        self.maybe(spec, "tolerations", 0.35, lambda: self.some(self.toleration, 3))
        self.maybe(spec, "topologySpreadConstraints", 0.3, lambda: self.some(self.spread, 3))
        self.maybe(spec, "schedulingGates", 0.08, lambda: self.some(lambda: {"name": self.key()}, 2))
        self.maybe(spec, "securityContext", 0.15, self.pod_security)
        self.maybe(spec, "dnsPolicy", 0.1, lambda: self.good_or_bad(("Default", "ClusterFirst"), ("None", "Other", "")))
        self.maybe(spec, "dnsConfig", 0.08, self.dns_config)
        self.maybe(spec, "hostNetwork", 0.1, lambda: True)
        self.maybe(
            spec, "restartPolicy", 0.2, lambda: self.good_or_bad(("Always", "Never", "OnFailure"), ("", "always"))
        )
        self.maybe(spec, "terminationGracePeriodSeconds", 0.15, lambda: self.one((0, 30, 60, -1)))
        self.maybe(spec, "activeDeadlineSeconds", 0.05, lambda: self.number(1, 100))
        self.maybe(spec, "hostname", 0.08, self.name)
        self.maybe(spec, "subdomain", 0.05, self.name)
        self.maybe(spec, "nodeName", 0.05, self.name)
        self.maybe(
            spec, "preemptionPolicy", 0.05, lambda: self.good_or_bad(("PreemptLowerPriority",), ("", "Sometimes"))
        )
        self.maybe(spec, "os", 0.05, lambda: {"name": self.good_or_bad(("linux", "windows"), ("", "plan9"))})
        self.maybe(spec, "hostAliases", 0.05, lambda: self.some(self.host_alias, 2))
        self.maybe(spec, "readinessGates", 0.03, lambda: self.some(lambda: {"conditionType": self.key()}, 2))
        self.maybe(spec, "serviceAccountName", 1 if "projected" in str(volumes) else 0.1, self.account)
        self.maybe(spec, "hostUsers", 0.05, lambda: self.chance(0.5))
        return spec

    def account(self) -> str:
        return self.name() or "default"

    def containers(self, role: str, volumes: Sequence[str], least: int) -> list[Object]:
        found = self.some(lambda: self.container(role, volumes), 3, least)
        prefix = "i" if role == "initContainers" else "c"
        for index, container in enumerate(found):
            if not self.wrong():
                container["name"] = f"{prefix}{index}"
        return found

    def pod_security(self) -> Object:
        result: Object = {}
        self.maybe(result, "runAsUser", 0.4, lambda: self.one((-1, 2**32)) if self.wrong() else 1000)
        self.maybe(result, "fsGroup", 0.4, lambda: self.one((-1, 2**32)) if self.wrong() else 1000)
        self.maybe(result, "supplementalGroups", 0.2, lambda: [1, -1] if self.wrong() else [1])
        self.maybe(
            result, "fsGroupChangePolicy", 0.2, lambda: self.good_or_bad(("Always", "OnRootMismatch"), ("", "Never"))
        )
        self.maybe(result, "supplementalGroupsPolicy", 0.1, lambda: self.good_or_bad(("Merge", "Strict"), ("", "All")))
        self.maybe(
            result, "seLinuxChangePolicy", 0.1, lambda: self.good_or_bad(("Recursive",), ("MountOption", "", "A"))
        )
        self.maybe(result, "seccompProfile", 0.2, self.profile)
        self.maybe(result, "appArmorProfile", 0.2, self.profile)
        names = ("net.ipv4.ip_forward", "kernel.shm_rmid_forced", "net/core/somaxconn")
        self.maybe(
            result,
            "sysctls",
            0.3,
            lambda: self.some(lambda: {"name": self.good_or_bad(names, ("", "A", "a..b")), "value": "1"}, 2),
        )
        return result

    def dns_config(self) -> Object:
        result: Object = {}
        addresses = ("10.0.0.1", "fd00::1")
        bad = ("", "10.0.0.256", "a", "010.0.0.1", "::ffff:1.2.3.4", "1.2.3")
        self.maybe(result, "nameservers", 0.7, lambda: self.some(lambda: self.good_or_bad(addresses, bad), 4))
        domains = ("example.com", "a.b.", "_tcp.a", ".")
        self.maybe(
            result, "searches", 0.5, lambda: self.some(lambda: self.good_or_bad(domains, ("", "A", "a b", "..")), 3)
        )
        self.maybe(result, "options", 0.3, lambda: [{"name": self.good_or_bad(("ndots",), ("",)), "value": "2"}])
        return result

    def host_alias(self) -> Object:
        return {
            "ip": self.good_or_bad(("10.0.0.1", "::1"), ("", "a", "01.2.3.4")),
            "hostnames": self.some(self.name, 2),
        }

    def metadata(self, name: str) -> Object:
        meta: Object = {"name": self.good_or_bad((name,), ("", "A", "a_b", "x" * 254)) if self.chance(0.3) else name}
        self.maybe(meta, "labels", 0.6, self.labels)
        self.maybe(meta, "annotations", 0.2, lambda: {self.good_or_bad(("a", "B.c/d"), ("", "a b")): "x"})
        self.maybe(meta, "finalizers", 0.03, lambda: [self.good_or_bad(("a.b/c", "orphan"), ("x", "", "a b"))])
        return meta

    def template(self) -> Object:
        spec = self.pod_spec()
        return {"metadata": {"labels": {"app": "web", **self.labels()}}, "spec": spec}

    def pod(self) -> Object:
        return {"apiVersion": "v1", "kind": "Pod", "metadata": self.metadata("generated"), "spec": self.pod_spec()}

    def node(self) -> Object:
        capacity = {
            "cpu": self.quantity("cpu"),
            "memory": self.quantity("memory"),
            "pods": self.one((110, "10", "0.5")),
        }
        self.maybe(capacity, "example.com/dongle", 0.3, lambda: self.one((1, "2", "500m", "-1")))
        return {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": self.metadata("generated"),
            "spec": {"taints": self.some(self.taint, 3)},
            "status": {self.one(("capacity", "allocatable")): capacity},
        }

    def workload(self) -> Object:
        kind = self.one(sorted(_WORKLOADS))
        version, make = _WORKLOADS[kind]
        return {"apiVersion": version, "kind": kind, "metadata": self.metadata("generated"), **make(self)}

    def selector(self) -> Any:
        if self.wrong():
            return self.one((None, {}, {"matchLabels": {"app": "other"}}, self.label_selector()))
        return {"matchLabels": {"app": "web"}}

    def amount(self) -> Any:
        return self.good_or_bad((0, 1, 2, "25%", "100%"), (-1, "a", "101%", "-1%", "5", ""))

    # -- anything at all

    def strange_fields(self, value: Object, type_name: str, count: int) -> None:
        """Sets fields of any kind that the schema knows, `count` of them, somewhere below an object of this type."""
        for dummy in range(count):
            place, kind = value, type_name
            for _depth in range(8):
                fields = self._fields(kind)
                name = self.one(sorted(fields))
                inner = fields[name]
                if name in ("apiVersion", "kind", "status", "metadata", "managedFields", "namespace", "timeZone"):
                    break
                below = place.get(name)
                if isinstance(below, list) and below and isinstance(below[0], dict) and inner[1:2].isupper():
                    place, kind = self.one(below), inner[1:]
                elif isinstance(below, dict) and inner[0].isupper():
                    place, kind = below, inner
                else:
                    place[name] = self.of_kind(inner, 0)
                    break

    def _fields(self, kind: str) -> Mapping[str, str]:
        """The fields of a type that both sides know."""
        own = fields_of(kind)
        if self._served is None:
            return own
        return {name: own[name] for name in own if name in self._served.get(kind, ())}

    def of_kind(self, kind: str, depth: int) -> Any:
        """A value of a kind of the schema, right in type and random in all else."""
        if kind[0] == "[":
            return [self.of_kind(kind[1:], depth + 1) for dummy in range(self.random.randint(0, 2))]
        if kind[0] == "{":
            return {self.key(): self.of_kind(kind[1:], depth + 1) for dummy in range(self.random.randint(0, 2))}
        if kind[0].isupper():
            fields = self._fields(kind)
            chosen = (
                self.random.sample(sorted(fields), min(len(fields), self.random.randint(0, 3))) if depth < 5 else []
            )
            return {name: self.of_kind(fields[name], depth + 1) for name in chosen}
        values: dict[str, Sequence[Any]] = {
            "b": (True, False),
            "i": (0, 1, 2, -1, 80, 70000, 2**31 - 1),
            "l": (0, 1, -1, 600, 2**40),
            "q": ("0", "1", "1Mi", "-1", "500m"),
            "s": ("", "a", "A b", "x.y", "/a", "../a", "Always", "None", "10.0.0.1", "<&>", "é"),
            "t": ("2026-01-02T03:04:05Z",),
            "x": (0, 80, -1, "http", "25%", "A", ""),
            "y": ("", "aGk="),
            "j": ({},),
        }
        return self.one(values[kind])


def _deployment(draw: Generator) -> Object:
    spec: Object = {"selector": draw.selector(), "template": draw.template()}
    draw.maybe(spec, "replicas", 0.5, lambda: draw.number(0, 3))
    draw.maybe(spec, "minReadySeconds", 0.2, lambda: draw.number(0, 700))
    draw.maybe(spec, "progressDeadlineSeconds", 0.2, lambda: draw.number(1, 700))
    rolling = {"maxUnavailable": draw.amount(), "maxSurge": draw.amount()}
    strategy: Object = {"type": draw.good_or_bad(("RollingUpdate", "Recreate"), ("", "Rolling"))}
    draw.maybe(strategy, "rollingUpdate", 0.5, lambda: rolling)
    draw.maybe(spec, "strategy", 0.4, lambda: strategy)
    return {"spec": spec}


def _stateful_set(draw: Generator) -> Object:
    spec: Object = {"selector": draw.selector(), "template": draw.template(), "serviceName": draw.name()}
    draw.maybe(spec, "replicas", 0.5, lambda: draw.number(0, 3))
    draw.maybe(spec, "podManagementPolicy", 0.3, lambda: draw.good_or_bad(("Parallel", "OrderedReady"), ("", "All")))
    strategy: Object = {"type": draw.good_or_bad(("RollingUpdate", "OnDelete"), ("", "Recreate", "Rolling"))}
    draw.maybe(
        strategy, "rollingUpdate", 0.5, lambda: {"partition": draw.number(0, 3), "maxUnavailable": draw.amount()}
    )
    draw.maybe(spec, "updateStrategy", 0.4, lambda: strategy)
    draw.maybe(
        spec, "volumeClaimTemplates", 0.4, lambda: [{"metadata": {"name": draw.name()}, "spec": draw.claim_spec()}]
    )
    return {"spec": spec}


def _daemon_set(draw: Generator) -> Object:
    spec: Object = {"selector": draw.selector(), "template": draw.template()}
    strategy: Object = {"type": draw.good_or_bad(("RollingUpdate", "OnDelete"), ("", "Rolling"))}
    draw.maybe(strategy, "rollingUpdate", 0.6, lambda: {"maxUnavailable": draw.amount(), "maxSurge": draw.amount()})
    draw.maybe(spec, "updateStrategy", 0.4, lambda: strategy)
    return {"spec": spec}


def _replica_set(draw: Generator) -> Object:
    return {"spec": {"selector": draw.selector(), "template": draw.template(), "replicas": draw.number(0, 3)}}


def _replication_controller(draw: Generator) -> Object:
    spec: Object = {"template": draw.template(), "replicas": draw.number(0, 3)}
    draw.maybe(spec, "selector", 0.5, lambda: draw.good_or_bad(({"app": "web"},), ({"app": "x"}, {})))
    return {"spec": spec}


def _job_spec(draw: Generator) -> Object:
    template = draw.template()
    if not draw.wrong():
        template["spec"]["restartPolicy"] = draw.one(("Never", "OnFailure"))
    spec: Object = {"template": template}
    for name in (
        "parallelism",
        "completions",
        "backoffLimit",
        "activeDeadlineSeconds",
        "maxFailedIndexes",
        "backoffLimitPerIndex",
    ):
        draw.maybe(spec, name, 0.2, lambda: draw.number(1, 5))
    draw.maybe(spec, "completionMode", 0.3, lambda: draw.good_or_bad(("Indexed", "NonIndexed"), ("", "All")))
    return spec


def _job(draw: Generator) -> Object:
    return {"spec": _job_spec(draw)}


def _cron_job(draw: Generator) -> Object:
    schedules = ("*/5 * * * *", "@daily", "0 0 1 1 mon", "1,2-4/2 * ? jan-mar 0")
    bad = (
        "",
        "* * * *",
        "61 * * * *",
        "a * * * *",
        "@often",
        "@every 1x",
        "TZ=UTC * * * * *",
        "5-1 * * * *",
        "*/0 * * * *",
    )
    spec: Object = {"schedule": draw.good_or_bad(schedules, bad), "jobTemplate": {"spec": _job_spec(draw)}}
    draw.maybe(spec, "concurrencyPolicy", 0.3, lambda: draw.good_or_bad(("Allow", "Forbid", "Replace"), ("", "Never")))
    draw.maybe(spec, "timeZone", 0.2, lambda: draw.good_or_bad(("Etc/UTC",), ("", "local", "../a")))
    return {"spec": spec}


def _pod_template(draw: Generator) -> Object:
    return {"template": draw.template()}


_WORKLOADS: dict[str, tuple[str, Callable[[Generator], Object]]] = {
    "CronJob": ("batch/v1", _cron_job),
    "DaemonSet": ("apps/v1", _daemon_set),
    "Deployment": ("apps/v1", _deployment),
    "Job": ("batch/v1", _job),
    "PodTemplate": ("v1", _pod_template),
    "ReplicaSet": ("apps/v1", _replica_set),
    "ReplicationController": ("v1", _replication_controller),
    "StatefulSet": ("apps/v1", _stateful_set),
}
