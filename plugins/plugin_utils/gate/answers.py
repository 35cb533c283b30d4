# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What kubernetes.core.k8s answers, object by object, with the API server's own sentences and without secrets."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...module_utils._kube.findings import Subject
from ...module_utils._kube.scopes import CLUSTER_WIDE
from ...module_utils._manifests import Document

CREATED = "create"
HIDDEN = "(hidden)"
_BODY = re.compile(r"""(?P<text>{.*})|(?P<literal>b'.*'|b".*")""", re.DOTALL)
_NO_KIND = re.compile(r"Failed to find exact match for (?P<version>.+)\.(?P<kind>[^.]+) by ")
_CHANGING = ("Failed to patch", "Failed to replace")
_UNANSWERED = (500, 503, 504)
# What an API server says that still holds a connection to a member of etcd that has gone, whatever the code.
_ETCD_AWAY = "rpc error: code = Unavailable"
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


class Refusal(NamedTuple):
    """Why the API server does not take an object: its sentence, HTTP code, and what it says of the kind of mistake.

    `of_change` says that the object is there, and only its change is refused.
    """

    message: str
    code: int = 0
    details: Mapping[str, Any] = {}
    of_change: bool = False

    @property
    def passing(self) -> bool:
        """Nothing is wrong with the object: the server, or the etcd behind it, could not answer this once."""
        return self.code in _UNANSWERED or _ETCD_AWAY in self.message


class Answer(NamedTuple):
    """What became of one object, or would in check mode.

    `needs` is the object of the same input without which the API server could not take this one, or took it only when
    it was asked again.
    """

    document: Document
    changed: bool
    method: str
    result: Mapping[str, Any]
    diff: Mapping[str, Any] | None
    warnings: tuple[str, ...]
    refusal: Refusal | None
    needs: str = ""

    def subject(self, namespace: str) -> Subject:
        """The object; `namespace` is for one that names none and has one."""
        value = self.document.value
        return Subject.of(value, self.document.source, "" if value.get("kind") in CLUSTER_WIDE else namespace)

    def as_new(self, document: Document) -> Answer:
        """The same answer as that of an object that is not there yet."""
        return self._replace(document=document, changed=True, method=CREATED, diff=_of_new(document))

    def told(self, namespace: str) -> dict[str, Any]:
        """The entry of `applied`."""
        return {
            **self.subject(namespace).as_dict(),
            "changed": self.changed,
            "method": self.method,
            "result": self.result,
            "error": self.refusal.message if self.refusal else "",
        }


def answers_of(documents: Sequence[Document], returned: Mapping[str, Any]) -> list[Answer]:
    """One answer for each document, in their order; a module that failed as a whole raises its message."""
    if returned.get("failed"):
        raise CallFailedError(str(returned.get("msg") or returned.get("module_stderr") or "no message"))
    entries = returned["result"]["results"] if len(documents) > 1 else [returned]
    return [_answer(document, entry) for document, entry in zip(documents, entries, strict=True)]


class CallFailedError(Exception):
    """kubernetes.core.k8s could not begin: no library, no configuration, no connection."""


def _answer(document: Document, entry: Mapping[str, Any]) -> Answer:
    error = entry.get("error")
    return Answer(
        document=document,
        changed=bool(entry.get("changed")),
        method=str(entry.get("method") or ""),
        result=without_secrets(entry.get("result") or {}),
        diff=_diff(document, entry),
        warnings=tuple(str(each) for each in entry.get("warnings") or ()),
        refusal=refusal_of(error) if error else None,
    )


def refusal_of(error: Mapping[str, Any]) -> Refusal:
    """The API server's Status out of kubernetes.core's message, which carries it as JSON or as the literal of bytes."""
    message = str(error.get("msg") or error.get("reason") or "refused without a word")
    if missing := _NO_KIND.match(message):
        return Refusal(f'no matches for kind "{missing["kind"]}" in version "{missing["version"]}"', 404)
    status = _status_in(message)
    if not isinstance(status, Mapping) or "message" not in status:
        return Refusal(message)
    of_change = message.startswith(_CHANGING)
    return Refusal(str(status["message"]), int(status.get("code") or 0), status.get("details") or {}, of_change)


def _status_in(message: str) -> Any:
    body = _BODY.search(message)
    try:
        return json.loads(body["text"] or ast.literal_eval(body["literal"])) if body else None
    except (SyntaxError, ValueError):
        return None


def without_secrets(value: Any) -> Any:
    """The same object with what a Secret holds hidden; its keys stay, since they are no secret."""
    if not isinstance(value, Mapping) or value.get("kind") != "Secret":
        return value
    hidden = {name: _hidden(value[name]) for name in ("data", "stringData") if name in value}
    return {**value, **hidden, "metadata": _without_last_applied(value.get("metadata"))}


def _hidden(entries: Any) -> Any:
    return dict.fromkeys(entries, HIDDEN) if isinstance(entries, Mapping) else entries


def _without_last_applied(metadata: Any) -> Any:
    annotations = metadata.get("annotations") if isinstance(metadata, Mapping) else None
    if not isinstance(annotations, Mapping) or _LAST_APPLIED not in annotations:
        return metadata
    return {**metadata, "annotations": {**annotations, _LAST_APPLIED: HIDDEN}}


def _diff(document: Document, entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What changes, as kubernetes.core tells it; a new object whole, one that goes by its name."""
    if not entry.get("changed"):
        return None
    kind = document.value.get("kind")
    if entry.get("method") == CREATED:
        return _of_new(document)
    if entry.get("method") == "delete":
        return {"before": {"kind": kind, "metadata": document.value.get("metadata")}, "after": {}}
    parts = entry.get("diff") or {}
    sides = {side: parts.get(side) or {} for side in ("before", "after")}
    if kind != "Secret":
        return sides
    return {side: without_secrets({"kind": kind, **value}) for side, value in sides.items()}


def _of_new(document: Document) -> Mapping[str, Any]:
    return {"before": {}, "after": without_secrets(document.value)}


def diffs_of(answers: Iterable[Answer], namespace: str) -> list[dict[str, Any]]:
    """Ansible's diffs of what changed, one for each object."""
    found = []
    for answer in answers:
        if answer.diff is not None:
            subject = answer.subject(namespace)
            header = " ".join(filter(None, (subject.kind, "/".join(filter(None, (subject.namespace, subject.name))))))
            found.append({"before_header": header, "after_header": header, **answer.diff})
    return found
