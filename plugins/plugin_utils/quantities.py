# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of templates as quantities."""

from __future__ import annotations

from typing import Any

from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import Quantity, QuantityError, parse


def read(value: Any) -> Quantity:
    """The quantity that a value is; the error names the value before the API's own text."""
    try:
        return parse(value)
    except QuantityError as error:
        raise ValueError(f'"{value}": {error}') from None
