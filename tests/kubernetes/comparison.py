# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the real API server and the gate say of the same object, and how the two differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.document import Judge
from ansible_collections.quorum.kube.tests.kubernetes.client import Answer, Client

_UID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Said by the server alone (docs/differences.md): the control plane of the tests runs without the ServiceAccount
# admission, which gives every pod an account first; users of files of a second type are not dropped with their gate.
_SERVER_ALONE = re.compile(
    r"must not be specified when serviceAccountName is not set$|^[^ ]*\.(user|defaultUser): Invalid value: \d"
)
_NODE_AMOUNTS = ("status.capacity.", "status.allocatable.")
# Errors found while upstream walks a map come in no order: those that speak of its keys or of its values.
_UNORDERED = re.compile(
    r"(labels|annotations|nodeSelector|matchLabels|options|limits|requests|selector|overhead|resources)(\[.*\])?(\.\w+)?$"
)


def server_lines(answer: Answer) -> list[str]:
    """The field errors of a refusal, each as the server prints it, in its order; uids that it drew are one word."""
    lines = (f"{cause.get('field')}: {cause.get('message')}" for cause in answer.causes)
    return [_UID.sub("uid-of-the-job", line) for line in lines if not _SERVER_ALONE.search(line)]


def validity_difference(client: Client, judge: Judge, manifest: dict[str, Any]) -> str:
    """How the gate's verdict differs from the server's; empty where it doesn't, or where admission alone refused."""
    return compare(client.create(manifest, dry_run=True), judge, manifest)


def compare(answer: Answer, judge: Judge, manifest: dict[str, Any]) -> str:
    own = [error.text for error in judge.errors(manifest)]
    if answer.accepted:
        return _listed("the server accepts it, the gate says", own) if own else ""
    if answer.status in (403, 404) or answer.status >= 500:
        return ""
    if answer.status == 400:
        return "" if own else f"the server cannot read it, the gate accepts it: {answer.message}"
    theirs = server_lines(answer)
    if not own:
        return _listed("the gate accepts it, the server says", theirs)
    if Counter(own) != Counter(theirs):
        missing, extra = Counter(theirs) - Counter(own), Counter(own) - Counter(theirs)
        return _listed("only the server says", list(missing.elements())) + _listed(
            "only the gate says", list(extra.elements())
        )
    if _ordered(own) != _ordered(theirs):
        return _listed("the server's order is", _ordered(theirs)) + _listed("the gate's order is", _ordered(own))
    return ""


def _ordered(lines: Sequence[str]) -> list[str]:
    paths = [(line.split(": ", 1)[0], line) for line in lines]
    return [line for path, line in paths if not path.startswith(_NODE_AMOUNTS) and not _UNORDERED.search(path)]


def _listed(title: str, lines: Sequence[str]) -> str:
    return "".join([f"{title}:\n", *(f"    {line}\n" for line in lines)]) if lines else ""
