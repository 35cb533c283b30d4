# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact decimal amounts: an integer mantissa times a power of ten. Private to this collection.

Rounding is that of k8s.io/apimachinery `pkg/api/resource` (amount.go, scale_int.go).
"""

from __future__ import annotations

MAX_INT64 = (1 << 63) - 1
MIN_INT64 = -MAX_INT64 - 1
# Digits further apart than this are not added up: Python prints at most 4,300 of them.
FAR_APART = 2000


def ten_to(places: int) -> int:
    """10^`places`."""
    return int(10**places)


def round_away(number: int, places: int) -> int:
    """`number` / 10^`places`, rounded away from zero."""
    if places > FAR_APART:
        return (number > 0) - (number < 0)
    quotient, rest = divmod(abs(number), ten_to(places))
    quotient += rest > 0
    return -quotient if number < 0 else quotient


def aligned(left: int, left_exponent: int, right: int, right_exponent: int) -> tuple[int, int, int]:
    """Both mantissas at one exponent; where they are too far apart to be printed, the smaller is nothing."""
    if left_exponent == right_exponent:
        return left, right, left_exponent
    gap = left_exponent - right_exponent
    if not left or (right and gap < -FAR_APART):
        return 0, right, right_exponent
    if not right or gap > FAR_APART:
        return left, 0, left_exponent
    if gap > 0:
        return left * ten_to(gap), right, right_exponent
    return left, right * ten_to(-gap), left_exponent


def added(left: int, left_exponent: int, right: int, right_exponent: int) -> tuple[int, int]:
    """The sum as mantissa and exponent, exact up to more digits than any manifest has."""
    mine, theirs, exponent = aligned(left, left_exponent, right, right_exponent)
    mantissa = mine + theirs
    if mantissa.bit_length() > 3 * FAR_APART:
        return round_away(mantissa, FAR_APART // 2), exponent + FAR_APART // 2
    return mantissa, exponent


def without_tens(mantissa: int, exponent: int) -> tuple[int, int]:
    """The same amount with all factors of ten in the exponent; zero is (0, 0)."""
    if not mantissa:
        return 0, 0
    while mantissa % 10 == 0:
        mantissa //= 10
        exponent += 1
    return mantissa, exponent


def scaled(mantissa: int, exponent: int, scale: int) -> int:
    """The amount in units of 10^`scale`, rounded away from zero and kept within int64."""
    places = exponent - scale
    number = round_away(mantissa, -places) if places < 0 else mantissa * ten_to(min(places, 20))
    return max(MIN_INT64, min(MAX_INT64, number))


def scaled_negative(mantissa: int, exponent: int, scale: int) -> int:
    """Upstream's `scaledValue` of a negative big decimal: cut to 64 bits, then rounded up (`-0.1Ki` is -101)."""
    places = scale - exponent
    if places < 0:
        return max(MIN_INT64, mantissa * ten_to(min(-places, 20)))
    cut = (mantissa + (1 << 63)) % (1 << 64) - (1 << 63)
    number, rest = divmod(abs(cut), ten_to(min(places, 20)))
    return (-number if cut < 0 else number) + (rest > 0)
