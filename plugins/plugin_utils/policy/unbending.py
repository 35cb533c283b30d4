# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The findings that neither a policy nor a waiver can soften."""

from __future__ import annotations

WAIVER_EXPIRED, WAIVER_INVALID, WAIVER_UNUSED = "waiver-expired", "waiver-invalid", "waiver-unused"

UNBENDING = frozenset(["invalid", "unreadable", WAIVER_EXPIRED, WAIVER_INVALID])
"""What the API server refuses stays refused, and a waiver cannot excuse itself."""
