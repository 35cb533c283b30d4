# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""An object that the input has more than once. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import FRAGILE, STYLE, Finding
from ...objects import mapping
from ..check import Check
from ..entries import Entry, Identity
from ..view import View

RULE = "duplicate-object"
HOOK = "helm.sh/hook"
"""Helm runs hooks one after another and may delete them in between."""
FIX = "keep one of them"


def _run(view: View) -> Iterator[Finding]:
    first: dict[Identity, Entry] = {}
    for entry in view.entries:
        if HOOK in mapping(mapping(entry.value.get("metadata")).get("annotations")):
            continue
        earlier = first.setdefault(entry.identity, entry)
        if earlier is not entry and entry.name:
            same = earlier.value == entry.value
            subject = earlier.subject
            place = f"{subject.file}, document {subject.document}"
            effect = "the same" if same else "with other content: which of them stands depends on the order"
            message = f"{entry.title} is in {place} as well, {effect}"
            yield Finding.certain(RULE, STYLE if same else FRAGILE, entry.subject, message, FIX, "metadata.name")


CHECK = Check(RULE, _run)
