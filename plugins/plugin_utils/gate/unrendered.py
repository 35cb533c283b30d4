# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders whose files only become manifests by another program."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from ...module_utils._kube.errors import Problem
from ...module_utils._kube.workloads import group_of
from ...module_utils._manifests import Documents

CHART = ("a Helm chart that is not rendered", "helm template {}")
KUSTOMIZATION = ("a kustomization that is not built", "kustomize build {}")
MARKS = {"Chart.yaml": CHART, "kustomization.yaml": KUSTOMIZATION, "kustomization.yml": KUSTOMIZATION}
GROUP = "kustomize.config.k8s.io"
EXPECTED = "what `{}` prints, in a file"


def unrendered(src: Sequence[str], documents: Documents) -> Iterator[Problem]:
    """One for each chart or kustomization that was read as if it were manifests; what lies below one goes with it."""
    files = {str(entry["file"]) for entry in documents.unreadable}
    files |= {each.file for each in documents.documents if group_of(each.value) == GROUP}
    told: list[str] = []
    for file in sorted(files):
        folder, name = os.path.split(file)
        if name in MARKS and not any(_is_within(folder, above) for above in told):
            told.append(folder)
            what, command = MARKS[name]
            expected = EXPECTED.format(command.format(folder or "."))
            yield Problem(_place(src, file), f"{folder or 'the working folder'} is {what} ({name})", expected)


def _place(src: Sequence[str], file: str) -> str:
    """The entry that led to the file; the option as a whole for a pattern."""
    paths = (os.path.expanduser(path) for path in src)
    return next((f"src[{index}]" for index, path in enumerate(paths) if _is_within(file, path)), "src")


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))
