# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gate's options as they are when nobody sets any."""

from __future__ import annotations

from ansible_collections.quorum.kube.plugins.plugin_utils.gate.reading import GATE_ARGUMENT_SPEC


def options(**more):
    """Every option with its default, or with what is given."""
    return {**{name: option.get("default") for name, option in GATE_ARGUMENT_SPEC.items()}, **more}
