# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attributes that the collection's modules share."""

from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
options: {}
attributes:
  check_mode:
    description: Can run in check mode and tell what would change without changing it.
  diff_mode:
    description: Tells what changed, or would change, in diff mode.
  idempotent:
    description: A second run with the same options changes nothing.
"""

    INFO_MODULE = r"""
options: {}
attributes:
  check_mode:
    description: Can run in check mode and tell what would change without changing it.
    support: full
    details:
      - This action does not modify state.
  diff_mode:
    description: Tells what changed, or would change, in diff mode.
    support: N/A
    details:
      - This action does not modify state.
  idempotent:
    description: A second run with the same options changes nothing.
    support: full
    details:
      - This action does not modify state.
"""
