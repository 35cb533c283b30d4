# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generated clusters and pods that meet many scheduling rules at once; everything follows from one seed."""

from __future__ import annotations

import random
from typing import Any, Callable

Manifest = dict[str, Any]

NAMESPACES = {"default": {}, "team-a": {"team": "a", "env": "prod"}, "team-b": {"team": "b"}, "team-c": {"env": "test"}}
ZONES, REGIONS, DISKS = ("east", "west", "north"), ("r1", "r2"), ("ssd", "hdd")
APPS, TIERS = ("web", "api", "cache"), ("front", "back")
HOSTNAME, ZONE, REGION = "kubernetes.io/hostname", "topology.kubernetes.io/zone", "topology.kubernetes.io/region"
TAINTS = (
    {"key": "dedicated", "value": "gpu", "effect": "NoSchedule"},
    {"key": "dedicated", "value": "batch", "effect": "NoExecute"},
    {"key": "flaky", "effect": "NoSchedule"},
    {"key": "old", "value": "yes", "effect": "PreferNoSchedule"},
    {"key": "node.kubernetes.io/not-ready", "effect": "NoExecute"},
    {"key": "node.kubernetes.io/disk-pressure", "effect": "NoSchedule"},
)
IMAGES = {
    "registry.example/web:1": 300 << 20,
    "registry.example/api:latest": 900 << 20,
    "registry.example/big:2": 4 << 30,
}
PRIORITIES = {"low": -10, "mid": 50, "high": 1000}
DRIVER = "csi.example.com"


class World:
    """One random cluster and any number of random pods for it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.with_volumes = self._maybe(0.4)
        self.with_priorities = self._maybe(0.3)
        self.ample = self._maybe(0.65)
        self.nodes = [f"node-{number}" for number in range(self.random.randint(1, 8))]
        self._made = 0
        self._places: dict[str, str] = {}

    def _maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def _some(self, values: Any, most: int = 2) -> list[Any]:
        values = list(values)
        return self.random.sample(values, self.random.randint(1, min(most, len(values))))

    def cluster(self) -> list[Manifest]:
        """Priority classes, storage, nodes, then the pods on them."""
        found = [
            _object("scheduling.k8s.io/v1", "PriorityClass", name, value=value) for name, value in PRIORITIES.items()
        ]
        found.append(_object("scheduling.k8s.io/v1", "PriorityClass", "polite", value=500, preemptionPolicy="Never"))
        found += [self._node(name) for name in self.nodes]
        if self.with_volumes:
            found += self._storage()
        found += [self._placed() for dummy in range(self.random.randint(0, 4 * len(self.nodes)))]
        if self.with_priorities and self._maybe(0.5):
            found.append(self._budget())
        return found

    def _node(self, name: str) -> Manifest:
        choose = self.random.choice
        labels = {"gen": choice, "size": "x"} if (choice := choose(["1", "2", "3", "010", "many", ""])) else {}
        for key, values, chance in ((ZONE, ZONES, 0.85), (REGION, REGIONS, 0.6), ("disk", DISKS, 0.6)):
            if self._maybe(chance):
                labels[key] = choose(values)
        if self._maybe(0.92):
            labels[HOSTNAME] = name
        allocatable = {"cpu": choose(["1", "2", "4", "1500m"]), "memory": choose(["1Gi", "4Gi", "3000M"])}
        if self._maybe(0.95):
            allocatable["pods"] = choose(["2", "5", "20"])
        if self._maybe(0.5):
            allocatable["ephemeral-storage"] = choose(["1Gi", "10Gi"])
        if self._maybe(0.3):
            allocatable["example.com/gpu"] = choose(["1", "4"])
        if self._maybe(0.2):
            allocatable["hugepages-2Mi"] = "64Mi"
        if self.ample:
            more = {"cpu": "64", "memory": "100Gi", "pods": "110", "ephemeral-storage": "500Gi"}
            allocatable.update(more, **{"example.com/gpu": "50", "hugepages-2Mi": "8Gi"})
        spec: Manifest = {}
        if self._maybe(0.15 if self.ample else 0.35):
            spec["taints"] = self._some(TAINTS, 3)
        if self._maybe(0.05):
            spec["unschedulable"] = True
        images = [{"names": [image], "sizeBytes": size} for image, size in IMAGES.items() if self._maybe(0.4)]
        status = {"allocatable": allocatable, "capacity": allocatable, "images": images}
        return _object("v1", "Node", name, labels=labels, spec=spec, status=status)

    def _placed(self) -> Manifest:
        pod = self._base("placed")
        pod["spec"]["nodeName"] = self.random.choice(self.nodes)
        self._with(pod, 0.25, self._anti_affinity)
        self._with(pod, 0.1, self._affinity)
        self._with(pod, 0.15, self._preferences)
        self._with(pod, 0.15, self._ports)
        if self.with_priorities and self._maybe(0.8):
            pod["spec"]["priorityClassName"] = self.random.choice(["low", "mid"])
        if self.with_volumes:
            self._with(pod, 0.3, self._volumes)
        if self._maybe(0.1):
            pod["metadata"]["deletionTimestamp"] = "soon"
        minute = self.random.randrange(60)
        pod["status"] = {"startTime": f"2026-01-01T00:{minute:02d}:00Z"}
        if self._maybe(0.08):
            pod["status"]["phase"] = self.random.choice(["Succeeded", "Failed"])
        return pod

    def pod(self) -> Manifest:
        """A pod to ask about."""
        pod = self._base("asked")
        features: list[tuple[float, Callable[[Manifest], None]]] = [
            (0.3, self._node_selector),
            (0.3, self._node_affinity),
            (0.4, self._tolerations),
            (0.2, self._ports),
            (0.3, self._affinity),
            (0.35, self._anti_affinity),
            (0.35, self._spread),
            (0.3, self._preferences),
            (0.5 if self.with_volumes else 0.02, self._volumes),
        ]
        for chance, feature in features:
            self._with(pod, chance * 0.7, feature)
        if self.with_priorities and self._maybe(0.6):
            pod["spec"]["priorityClassName"] = self.random.choice([*PRIORITIES, "polite"])
        return pod

    def _with(self, pod: Manifest, chance: float, feature: Callable[[Manifest], None]) -> None:
        if self._maybe(chance):
            feature(pod)

    def _base(self, prefix: str) -> Manifest:
        self._made += 1
        choose = self.random.choice
        labels = {"app": choose(APPS)} if self._maybe(0.9) else {}
        if self._maybe(0.5):
            labels["tier"] = choose(TIERS)
        containers = [self._container(f"c{number}") for number in range(1 if self._maybe(0.7) else 2)]
        spec: Manifest = {"containers": containers, "terminationGracePeriodSeconds": 0}
        if self._maybe(0.2):
            spec["initContainers"] = [self._container("init")]
            if self._maybe(0.5):
                spec["initContainers"][0]["restartPolicy"] = "Always"
        if self._maybe(0.1):
            spec["resources"] = {"requests": {"cpu": choose(["9", "12"]), "memory": "12Gi"}}
        return _object(
            "v1", "Pod", f"{prefix}-{self._made}", namespace=choose(list(NAMESPACES)), labels=labels, spec=spec
        )

    def _container(self, name: str) -> Manifest:
        choose = self.random.choice
        requests: Manifest = {}
        if self._maybe(0.6):
            requests["cpu"] = choose(["50m", "250m", "1", "1500m", "3", "0.1m"])
        if self._maybe(0.5):
            requests["memory"] = choose(["64Mi", "500M", "1Gi", "3Gi", "0"])
        if self._maybe(0.1):
            requests["ephemeral-storage"] = choose(["100Mi", "5Gi"])
        limits: Manifest = {}
        if self._maybe(0.12):
            limits["example.com/gpu"] = choose(["1", "2"])
        if self._maybe(0.06):
            limits["hugepages-2Mi"] = "32Mi"
            requests.setdefault("cpu", "10m")
        resources = {"requests": requests, "limits": limits}
        return {"name": name, "image": choose(list(IMAGES)), "resources": resources}

    def _expression(self, for_nodes: bool) -> Manifest:
        choose = self.random.choice
        pool = {"gen": ["1", "2", "3"], "disk": [*DISKS, ""], ZONE: list(ZONES), "absent": ["x"]}
        if not for_nodes:
            pool = {"app": list(APPS), "tier": list(TIERS)}
        key = choose(list(pool))
        operators = ["In", "NotIn", "Exists", "DoesNotExist"]
        if for_nodes and self._maybe(0.25):
            return {"key": "gen", "operator": choose(["Gt", "Lt"]), "values": [choose(["1", "2", "10"])]}
        operator = choose(operators)
        values = self._some(pool[key]) if operator in ("In", "NotIn") else []
        return {"key": key, "operator": operator, **({"values": values} if values else {})}

    def _node_selector(self, pod: Manifest) -> None:
        key, values = self.random.choice([("disk", DISKS), (ZONE, ZONES), ("gen", ("2", "")), (HOSTNAME, self.nodes)])
        pod["spec"]["nodeSelector"] = {key: self.random.choice(values)}

    def _node_term(self) -> Manifest:
        term: Manifest = {}
        if self._maybe(0.85):
            term["matchExpressions"] = [self._expression(True) for dummy in range(self.random.randint(1, 2))]
        if self._maybe(0.2):
            name = self.random.choice([*self.nodes, "gone"])
            term["matchFields"] = [
                {"key": "metadata.name", "operator": self.random.choice(["In", "In", "NotIn"]), "values": [name]}
            ]
        return term

    def _node_affinity(self, pod: Manifest) -> None:
        terms = [self._node_term() for dummy in range(self.random.randint(1, 2))]
        affinity = pod["spec"].setdefault("affinity", {})
        affinity["nodeAffinity"] = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}

    def _tolerations(self, pod: Manifest) -> None:
        found = []
        for taint in self._some(TAINTS, 4):
            operator = self.random.choice(["Equal", "Exists", None])
            toleration = {"key": taint["key"]}
            if operator:
                toleration["operator"] = operator
            if operator != "Exists" and taint.get("value"):
                toleration["value"] = taint["value"]
            if self._maybe(0.5):
                toleration["effect"] = taint["effect"]
            found.append(toleration)
        if self._maybe(0.2):
            found = [{"operator": "Exists"}]
        pod["spec"]["tolerations"] = found

    def _ports(self, pod: Manifest) -> None:
        port = {"containerPort": self.random.choice([80, 53]), "hostPort": self.random.choice([80, 8080, 53])}
        if self._maybe(0.4):
            port["hostIP"] = self.random.choice(["127.0.0.1", "0.0.0.0", "10.0.0.1", "::"])
        if self._maybe(0.3):
            port["protocol"] = "UDP"
        pod["spec"]["containers"][0]["ports"] = [port]

    def _selector(self) -> Manifest | None:
        if self._maybe(0.05):
            return {} if self._maybe(0.6) else None
        if self._maybe(0.6):
            return {"matchLabels": {"app": self.random.choice(APPS)}}
        return {"matchExpressions": [self._expression(False)]}

    def _term(self) -> Manifest:
        term: Manifest = {"topologyKey": self.random.choice([HOSTNAME, ZONE, REGION, "disk"])}
        selector = self._selector()
        if selector is not None:
            term["labelSelector"] = selector
            if self._maybe(0.1) and "tier" not in str(selector):
                term[self.random.choice(["matchLabelKeys", "mismatchLabelKeys"])] = ["tier"]
        if self._maybe(0.3):
            term["namespaces"] = self._some(NAMESPACES)
        if self._maybe(0.3):
            choices: list[Manifest] = [
                {},
                {"matchLabels": {"env": "prod"}},
                {"matchExpressions": [{"key": "team", "operator": "Exists"}]},
                {"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["a"]}]},
                {"matchExpressions": [{"key": "env", "operator": "DoesNotExist"}]},
            ]
            term["namespaceSelector"] = self.random.choice(choices)
        return term

    def _terms(self, pod: Manifest, side: str) -> None:
        terms = [self._term() for dummy in range(1 if self._maybe(0.75) else 2)]
        affinity = pod["spec"].setdefault("affinity", {}).setdefault(side, {})
        affinity["requiredDuringSchedulingIgnoredDuringExecution"] = terms

    def _affinity(self, pod: Manifest) -> None:
        self._terms(pod, "podAffinity")

    def _anti_affinity(self, pod: Manifest) -> None:
        self._terms(pod, "podAntiAffinity")

    def _preferences(self, pod: Manifest) -> None:
        affinity = pod["spec"].setdefault("affinity", {})
        preferred = "preferredDuringSchedulingIgnoredDuringExecution"
        if self._maybe(0.6):
            entries = [{"weight": self.random.randint(1, 100), "preference": self._node_term()} for dummy in range(2)]
            affinity.setdefault("nodeAffinity", {})[preferred] = entries
        for side in ("podAffinity", "podAntiAffinity"):
            if self._maybe(0.5):
                entry = {"weight": self.random.randint(1, 100), "podAffinityTerm": self._term()}
                affinity.setdefault(side, {})[preferred] = [entry]

    def _spread(self, pod: Manifest) -> None:
        found, used = [], set()
        for dummy in range(1 if self._maybe(0.6) else 2):
            key = self.random.choice([HOSTNAME, ZONE, REGION])
            action = "DoNotSchedule" if self._maybe(0.7) else "ScheduleAnyway"
            if (key, action) in used:
                continue
            used.add((key, action))
            constraint: Manifest = {
                "topologyKey": key,
                "maxSkew": self.random.randint(1, 3),
                "whenUnsatisfiable": action,
            }
            selector = self._selector()
            if selector is not None:
                constraint["labelSelector"] = selector
                if self._maybe(0.15) and "tier" not in str(selector):
                    constraint["matchLabelKeys"] = ["tier"]
            if action == "DoNotSchedule" and self._maybe(0.3):
                constraint["minDomains"] = self.random.randint(1, 4)
            for policy in ("nodeAffinityPolicy", "nodeTaintsPolicy"):
                if self._maybe(0.3):
                    constraint[policy] = self.random.choice(["Honor", "Ignore"])
            found.append(constraint)
        pod["spec"]["topologySpreadConstraints"] = found

    def _budget(self) -> Manifest:
        spec = {"selector": {"matchLabels": {"app": self.random.choice(APPS)}}, "minAvailable": 1}
        status = {"disruptionsAllowed": self.random.randint(0, 1), "observedGeneration": 1}
        counts = {"currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1}
        name = self.random.choice(list(NAMESPACES))
        return _object(
            "policy/v1", "PodDisruptionBudget", "kept", namespace=name, spec=spec, status={**status, **counts}
        )

    def _storage(self) -> list[Manifest]:
        choose = self.random.choice
        classes = [
            _object("storage.k8s.io/v1", "StorageClass", "now", provisioner=DRIVER, volumeBindingMode="Immediate"),
            _object(
                "storage.k8s.io/v1",
                "StorageClass",
                "wait",
                provisioner=DRIVER,
                volumeBindingMode="WaitForFirstConsumer",
            ),
            _object(
                "storage.k8s.io/v1",
                "StorageClass",
                "local",
                provisioner="kubernetes.io/no-provisioner",
                volumeBindingMode="WaitForFirstConsumer",
            ),
        ]
        if self._maybe(0.4):
            expressions = [{"key": ZONE, "values": self._some(ZONES)}]
            classes[1]["allowedTopologies"] = [{"matchLabelExpressions": expressions}]
        driver = {"attachRequired": True}
        if self._maybe(0.3):
            driver["preventPodSchedulingIfMissing"] = True
        if self._maybe(0.3):
            driver["storageCapacity"] = True
        found = [*classes, _object("storage.k8s.io/v1", "CSIDriver", DRIVER, spec=driver)]
        for name in self.nodes:
            if self._maybe(0.7):
                entry: Manifest = {"name": DRIVER, "nodeID": name}
                if self._maybe(0.6):
                    entry["allocatable"] = {"count": choose([1, 2, 3])}
                drivers = [entry] if self._maybe(0.8) else []
                found.append(_object("storage.k8s.io/v1", "CSINode", name, spec={"drivers": drivers}))
        if driver.get("storageCapacity"):
            found += [self._capacity(f"capacity-{number}") for number in range(2)]
        return [*found, *self._volume_objects()]

    def _capacity(self, name: str) -> Manifest:
        return _object(
            "storage.k8s.io/v1",
            "CSIStorageCapacity",
            name,
            namespace="default",
            storageClassName="wait",
            capacity=self.random.choice(["1Gi", "20Gi"]),
            nodeTopology={"matchLabels": {ZONE: self.random.choice(ZONES)}},
        )

    def _volume_objects(self) -> list[Manifest]:
        choose = self.random.choice
        found = []
        for number in range(6):
            bound = number < 3
            spec: Manifest = {
                "capacity": {"storage": choose(["1Gi", "2Gi", "5Gi"])},
                "accessModes": [choose(["ReadWriteOnce", "ReadWriteOncePod"]) if bound else "ReadWriteOnce"],
                "storageClassName": choose(["now", "wait"]) if bound else "local",
                "csi": {"driver": DRIVER, "volumeHandle": f"handle-{number}"},
            }
            if self._maybe(0.6):
                spec["nodeAffinity"] = {
                    "required": {"nodeSelectorTerms": [self._node_term() or {"matchExpressions": []}]}
                }
                if not any(spec["nodeAffinity"]["required"]["nodeSelectorTerms"]):
                    del spec["nodeAffinity"]
            labels = {ZONE: choose(["east", "west__north", "west____north"])} if self._maybe(0.3) else {}
            name, namespace = f"volume-{number}", choose(list(NAMESPACES))
            status = {"phase": "Bound" if bound else choose(["Available", "Available", "Released"])}
            if bound:
                spec["claimRef"] = {"kind": "PersistentVolumeClaim", "namespace": namespace, "name": f"claim-{number}"}
            if not bound or self._maybe(0.95):
                found.append(_object("v1", "PersistentVolume", name, labels=labels, spec=spec, status=status))
            claim: Manifest = {
                "accessModes": spec["accessModes"],
                "resources": {"requests": {"storage": "1Gi" if bound else choose(["1Gi", "2Gi", "9Gi"])}},
                "storageClassName": spec["storageClassName"] if bound else choose(["local", "local", "wait", "now"]),
            }
            annotations = {}
            if bound:
                claim["volumeName"] = name
                annotations = {"pv.kubernetes.io/bind-completed": "yes"}
            found.append(
                _object(
                    "v1",
                    "PersistentVolumeClaim",
                    f"claim-{number}",
                    namespace=namespace,
                    annotations=annotations,
                    spec=claim,
                    status={"phase": "Bound" if bound else "Pending"},
                )
            )
            self._places[f"claim-{number}"] = namespace
        return found

    def _volumes(self, pod: Manifest) -> None:
        names = list(self._places) or ["nowhere"]
        if self._maybe(0.04):
            names = ["nowhere"]
        volumes: list[Manifest] = []
        for number, name in enumerate(self._some(names)):
            volumes.append({"name": f"v{number}", "persistentVolumeClaim": {"claimName": name}})
        namespace = self._places.get(volumes[0]["persistentVolumeClaim"]["claimName"])
        if namespace:
            pod["metadata"]["namespace"] = namespace
            volumes = [v for v in volumes if self._places.get(v["persistentVolumeClaim"]["claimName"]) == namespace]
        if self._maybe(0.2):
            volumes.append({"name": "disk", "gcePersistentDisk": {"pdName": "pd", "readOnly": self._maybe(0.5)}})
        pod["spec"]["volumes"] = volumes


def _object(version: str, kind: str, name: str, **fields: Any) -> Manifest:
    metadata = {"name": name}
    for key in ("namespace", "labels", "annotations"):
        if fields.get(key):
            metadata[key] = fields.pop(key)
        else:
            fields.pop(key, None)
    return {"apiVersion": version, "kind": kind, "metadata": metadata, **fields}
