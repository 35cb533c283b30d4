# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What becomes of workloads after they were applied, and why one hangs."""

from __future__ import annotations

from collections.abc import Iterator

from ...module_utils._kube.findings import Finding
from .applying import Outcome
from .reading import Request


def watch(request: Request, changes: Outcome) -> Iterator[Finding]:
    yield from ()
