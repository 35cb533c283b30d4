# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A client whose changes the API server's admission has seen when they return.

Admission reads classes, limits and quotas from caches that follow with a delay (KK plugin/pkg/admission, 1.37). One
watch a kind feeds such a cache and tells changes in their order: as soon as a mark that was made last has its effect on
a pod, everything before it has been seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ansible_collections.quorum.kube.tests.kubernetes.client import Answer, Client, collection_path, object_path

Manifest = dict[str, Any]

NAMESPACES = {"LimitRange": "mark-limits", "PriorityClass": "mark-priorities", "ResourceQuota": "mark-quotas"}
"""Where a mark of each kind is, and a pod tried; one of another namespace tells nothing of it."""

SECONDS = 20
"""Less than the 30 s for which admission remembers that a namespace has neither limits nor a quota."""


class FollowedClient(Client):
    """A client that returns from a change of what admission has in a cache when the cache has it as well."""

    def __init__(self, host: str, port: int, token: str) -> None:
        super().__init__(host, port, token)
        self._marks = 0

    def create(self, manifest: Manifest, *, dry_run: bool = False, strict: bool = False) -> Answer:
        answer = super().create(manifest, dry_run=dry_run, strict=strict)
        return answer if dry_run else self._followed(manifest, answer)

    def replace(self, manifest: Manifest, subresource: str = "") -> Answer:
        return self._followed(manifest, super().replace(manifest, subresource))

    def delete(self, manifest: Manifest) -> Answer:
        return self._followed(manifest, super().delete(manifest), deleted=True)

    def _followed(self, manifest: Manifest, answer: Answer, deleted: bool = False) -> Answer:
        kind = manifest["kind"]
        if not answer.accepted or kind not in (*MARKS, "RuntimeClass"):
            return answer
        if not self._marks:
            self._prepare()
        if kind in MARKS:
            self._mark(kind)
        elif deleted:
            self._wait_without(manifest["metadata"]["name"])
        return answer

    def _prepare(self) -> None:
        """A pod is tried where there is no mark yet: admission asks for what it does not know, and remembers that."""
        for name in NAMESPACES.values():
            self._post(_object("v1", "Namespace", name))
            self._post(_object("v1", "ServiceAccount", "default", name))
            assert self._tried(name).accepted, f"no pod is taken in {name}"

    def _wait_without(self, runtime_class: str) -> None:
        """For a class that its cache does not have, admission asks; so only one that was deleted is waited for."""
        place = NAMESPACES["PriorityClass"]
        _until(
            lambda: not self._tried(place, runtimeClassName=runtime_class).accepted,
            f"pods are still taken with the class {runtime_class}",
        )

    def _mark(self, kind: str) -> None:
        """A new mark takes the place of the one before, and a pod tells when admission has seen it."""
        self._marks += 1
        mark, spec, seen = MARKS[kind](f"mark-{self._marks}", self._marks)
        old = [each for each in self.list(kind, mark["apiVersion"]) if each["metadata"]["name"].startswith("mark-")]
        stored = self._post(mark)
        if "status" in mark:
            self.request("PUT", f"{object_path(mark)}/status", {**mark, "metadata": stored["metadata"]})
        for each in old:
            self.request("DELETE", object_path(each))
        _until(lambda: seen(self._tried(NAMESPACES[kind], **spec)), f"admission has not seen the last {kind}")

    def _post(self, manifest: Manifest) -> Manifest:
        answer = self.request("POST", collection_path(manifest), manifest)
        assert answer.accepted, answer.message
        return answer.body

    def _tried(self, namespace: str, **spec: Any) -> Answer:
        """What admission says of a small pod, which is not kept."""
        container = {"name": "c", "image": "i", "resources": {"requests": {"cpu": "1m"}}}
        pod = _object("v1", "Pod", "tried", namespace, spec={"containers": [container], **spec})
        return self.request("POST", collection_path(pod), pod, dryRun="All")


Mark = tuple[Manifest, Manifest, Callable[[Answer], bool]]
"""The object, what the pod has for its sake, and whether the answer to the pod tells of this object and no other."""


def _limit(name: str, number: int) -> Mark:
    limits = {"memory": f"{number}Mi"}
    spec = {"limits": [{"type": "Container", "default": limits}]}
    mark = _object("v1", "LimitRange", name, NAMESPACES["LimitRange"], spec=spec)
    return mark, {}, lambda answer: answer.body["spec"]["containers"][0]["resources"].get("limits") == limits


def _priority(name: str, number: int) -> Mark:
    mark = _object("scheduling.k8s.io/v1", "PriorityClass", name, value=number)
    return mark, {"priorityClassName": name}, lambda answer: answer.accepted


def _quota(name: str, number: int) -> Mark:
    hard = {"requests.cpu": str(number)}
    parts = {"spec": {"hard": hard}, "status": {"hard": hard, "used": hard}}
    mark = _object("v1", "ResourceQuota", name, NAMESPACES["ResourceQuota"], **parts)
    return mark, {}, lambda answer: f"exceeded quota: {name}," in answer.message


MARKS: dict[str, Callable[[str, int], Mark]] = {
    "LimitRange": _limit,
    "PriorityClass": _priority,
    "ResourceQuota": _quota,
}


def _object(version: str, kind: str, name: str, namespace: str = "", **parts: Any) -> Manifest:
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    return {"apiVersion": version, "kind": kind, "metadata": metadata, **parts}


def _until(holds: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < until, f"{otherwise} within {SECONDS} s"
        time.sleep(0.01)
