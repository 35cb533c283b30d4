# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a site demands of its manifests beyond what Kubernetes does: rules, severities, waivers, and their tests."""

from __future__ import annotations

from .cases import CaseResult, run_cases
from .judging import counted, judge
from .model import Policy
from .reading import read

__all__ = ("CaseResult", "Policy", "counted", "judge", "read", "run_cases")
