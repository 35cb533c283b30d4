# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the real kube-apiserver warns of is told by the gate too, in the same words."""

from __future__ import annotations

import json
import re

from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document
from ansible_collections.quorum.kube.tests.kubernetes.client import Client
from ansible_collections.quorum.kube.tests.kubernetes.generators import Generator

# The server's warnings about placement and resources; others are not the gate's theme.
TOLD = re.compile(r"null labelSelector|fractional byte value|DNS label is recommended|deprecated since v1\.1[47]")
FEWEST = 400
"""Pods among which there are warnings."""
WARNING = re.compile(r'299 - "(.*)"$')


def test_warnings_of_the_server(client: Client, release: str, seed: int, count: int) -> None:
    report = Report(gates_of(release, None), {}, "default")
    missing, told = [], 0
    asked = max(count // 3, FEWEST)
    for number in range(seed, seed + asked):
        pod = Generator(number, mistakes=0.0).pod()
        answer = client.create(pod, dry_run=True)
        own = {f"{each['field']}: {each['message']}" for each in report.told(Document(pod, "", 1, None))["warnings"]}
        for header in answer.warnings if answer.accepted else ():
            text = json.loads(f'"{WARNING.sub(chr(92) + "1", header)}"')
            if TOLD.search(text):
                told += 1
                missing += [(number, text)] if text not in own else []
    print(f"seeds {seed} to {seed + asked - 1}, warnings compared: {told}")

    assert told > 0
    assert [] == missing[:5]
