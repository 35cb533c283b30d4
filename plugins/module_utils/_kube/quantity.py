# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Resource quantities on exact integers. Private to this collection.

Every rule is that of k8s.io/apimachinery `pkg/api/resource` (quantity.go, amount.go, suffix.go; 0.28 - 0.37). Upstream
keeps a number as int64 with a decimal scale or, where that overflows, as a big decimal. Both print and round alike but
for a few edges that a user can meet, so that a `Quantity` remembers which of the two it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Optional

from .amount import FAR_APART, MAX_INT64, MIN_INT64, added, aligned, round_away, scaled, scaled_negative, without_tens

DECIMAL_SI = "DecimalSI"
BINARY_SI = "BinarySI"
DECIMAL_EXPONENT = "DecimalExponent"

_NANO, _MILLI = -9, -3
_FAST_DIGITS = 18
_MAX_DIGITS = FAR_APART // 2

BAD_FORM = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
BAD_SUFFIX = "unable to parse quantity's suffix"
BAD_NUMBER = "unable to parse numeric part of quantity"

_SCANNER = re.compile(r"([+-]?)(0*)([0-9]*)(?:(\.)([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)")
_EXPONENT = re.compile(r"[+-]?[0-9]+")
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_DECIMAL_SUFFIX = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_BINARY_SUFFIX = {0: "", **{exponent: suffix for suffix, exponent in _BINARY.items()}}


class QuantityError(ValueError):
    """The API server's text for what is no quantity."""


class Quantity:
    """The exact number `mantissa` x 10^`exponent` with the format it is printed in; compared by value alone."""

    __slots__ = ("_text", "big", "exponent", "format", "mantissa")

    def __init__(
        self, mantissa: int, exponent: int = 0, format_: str = DECIMAL_SI, big: bool = False, text: Optional[str] = None
    ) -> None:
        self.mantissa = mantissa
        self.exponent = exponent
        self.format = format_
        self.big = big
        self._text = text

    def canonical(self) -> str:
        """The text in which the API server returns this quantity."""
        if self._text is None:
            self._text = _canonical(self)
        return self._text

    def value(self) -> int:
        """The number in whole units, rounded away from zero; at most what int64 holds."""
        return self._scaled(0)

    def milli_value(self) -> int:
        """The number in thousandths, rounded away from zero; at most what int64 holds."""
        return self._scaled(_MILLI)

    def _scaled(self, scale: int) -> int:
        count = scaled_negative if self.big and self.mantissa < 0 else scaled
        return count(self.mantissa, self.exponent, scale)

    def rounded_to_milli(self) -> Quantity:
        """The quantity as API defaulting stores it in a resource list (pkg/apis/core/v1 SetDefaults_ResourceList)."""
        if self.exponent >= _MILLI:
            return self
        return Quantity(round_away(self.mantissa, _MILLI - self.exponent), _MILLI, self.format, self.big)

    def sign(self) -> int:
        """-1, 0 or 1."""
        return (self.mantissa > 0) - (self.mantissa < 0)

    def compare(self, other: Quantity) -> int:
        """-1, 0 or 1 by exact value, whatever the formats."""
        mine, theirs, _exponent = aligned(self.mantissa, self.exponent, other.mantissa, other.exponent)
        return (mine > theirs) - (mine < theirs)

    def __add__(self, other: Quantity) -> Quantity:
        """The exact sum in this quantity's format, or in the other's where this one is zero."""
        format_ = self.format if self.mantissa else other.format
        mantissa, exponent = added(self.mantissa, self.exponent, other.mantissa, other.exponent)
        big = self.big or other.big or not MIN_INT64 <= mantissa <= MAX_INT64
        return Quantity(mantissa, exponent, format_, big)

    def __neg__(self) -> Quantity:
        return Quantity(-self.mantissa, self.exponent, self.format, self.big)

    def __sub__(self, other: Quantity) -> Quantity:
        """The exact difference; the format is chosen as in a sum."""
        return self + -other

    def __bool__(self) -> bool:
        return self.mantissa != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self.compare(other) == 0

    def __lt__(self, other: Quantity) -> bool:
        return self.compare(other) < 0

    def __le__(self, other: Quantity) -> bool:
        return self.compare(other) <= 0

    def __gt__(self, other: Quantity) -> bool:
        return self.compare(other) > 0

    def __ge__(self, other: Quantity) -> bool:
        return self.compare(other) >= 0

    def __hash__(self) -> int:
        return hash(without_tens(self.mantissa, self.exponent))

    def __str__(self) -> str:
        return self.canonical()

    def __repr__(self) -> str:
        return f"Quantity({self.canonical()!r})"


ZERO = Quantity(0, text="0")


def parse(value: object) -> Quantity:
    """The quantity that the API server reads from a decoded YAML or JSON value; null is zero.

    Numbers are read through their JSON text, as the API server reads them.
    """
    if isinstance(value, str):
        return _parsed(str(value))
    if value is None:
        return ZERO
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise QuantityError(BAD_FORM)
    return _parsed(_json_number(value))


def total(quantities: Iterable[Quantity]) -> Quantity:
    """The exact sum; its format is that of the first quantity that is not zero."""
    result = ZERO
    for quantity in quantities:
        result = result + quantity
    return result


def _json_number(number: float) -> str:
    """The text that Go's JSON writer gives a number; what exceeds 64 bits has become a float on the way."""
    if isinstance(number, int) and not abs(number) >> 64:
        return str(number)
    try:
        number = float(number)
    except OverflowError:
        return "inf"
    if number and not 1e-6 <= abs(number) < 1e21:
        return re.sub(r"e([+-])0([0-9])$", r"e\1\2", repr(number)).replace(".0e", "e")
    text = repr(number)
    if "e" in text:
        return format(Decimal(text), "f")
    return text.removesuffix(".0")


@lru_cache(maxsize=16384)
def _parsed(text: str) -> Quantity:
    text = text.strip(" ")
    match = _SCANNER.fullmatch(text)
    if not text or match is None:
        raise QuantityError(BAD_FORM)
    sign, zeros, whole, point, decimals, suffix = match.groups(default="")
    base, exponent, format_ = _suffix(suffix)
    number = whole or "0"
    if len(number) + len(decimals) > _MAX_DIGITS:
        raise QuantityError(BAD_NUMBER)
    fast = _fast(text, sign, number + decimals, len(decimals), (base, exponent, format_))
    if fast is not None:
        return fast
    if not (zeros or whole or decimals) or (point and not decimals and not zeros and not whole):
        raise QuantityError(BAD_NUMBER)
    return _slow(sign == "-", int(number + decimals), -len(decimals), (base, exponent, format_))


def _suffix(suffix: str) -> tuple[int, int, str]:
    if suffix in _DECIMAL:
        return 10, _DECIMAL[suffix], DECIMAL_SI
    if suffix in _BINARY:
        return 2, _BINARY[suffix], BINARY_SI
    digits = suffix[1:]
    if suffix[0] in "eE" and _EXPONENT.fullmatch(digits) and MIN_INT64 <= int(digits[:40]) <= MAX_INT64:
        return 10, (int(digits) + (1 << 31)) % (1 << 32) - (1 << 31), DECIMAL_EXPONENT
    raise QuantityError(BAD_SUFFIX)


def _fast(text: str, sign: str, digits: str, decimals: int, unit: tuple[int, int, str]) -> Optional[Quantity]:
    """The int64 form, or None where upstream leaves it; text it holds to be canonical is kept (`1.500`, `+5`)."""
    base, exponent, format_ = unit
    factor, scale = 1, exponent - decimals
    precision = _FAST_DIGITS - len(digits)
    if base == 2:
        factor, scale = 1 << exponent, 0
        precision = -1 if decimals else 15 - len(digits) - exponent * 3 // 10 - 1
    if precision < 0 or scale < _NANO:
        return None
    number = int(digits)
    if number * factor > MAX_INT64:
        return None
    canonical = number & 7 != 0 if base == 2 else scale % 3 == 0 and digits[-3:] != "000" and digits[0] != "0"
    mantissa = -number * factor if sign == "-" else number * factor
    return Quantity(mantissa, scale, format_, text=text if canonical else None)


def _slow(negative: bool, mantissa: int, exponent: int, unit: tuple[int, int, str]) -> Quantity:
    """The big decimal form: rounded away from zero to nano, binary values capped at int64."""
    base, shift, format_ = unit
    if base == 10:
        exponent += shift
    else:
        mantissa <<= shift
    if exponent < _NANO:
        mantissa, exponent = round_away(mantissa, _NANO - exponent), _NANO
    elif exponent < _FAST_DIGITS:
        mantissa, exponent = mantissa * 10 ** (exponent - _NANO), _NANO
    if base == 2:
        if mantissa > MAX_INT64 * 10**-exponent:
            mantissa, exponent = MAX_INT64, 0
        elif 0 < mantissa < 10**-exponent:
            format_ = DECIMAL_SI
    return Quantity(-mantissa if negative else mantissa, exponent, format_, big=True)


def _canonical(quantity: Quantity) -> str:
    if not quantity.mantissa:
        return "0"
    if quantity.format == BINARY_SI:
        whole = _whole(quantity)
        if whole is not None and not -1024 < whole < 1024:
            power = 0
            while whole % 1024 == 0:
                whole //= 1024
                power += 10
            return f"{whole}{_BINARY_SUFFIX.get(power, '')}"
    mantissa, exponent = without_tens(quantity.mantissa, quantity.exponent)
    places = exponent % 3
    mantissa, exponent = mantissa * 10**places, exponent - places
    if quantity.format == DECIMAL_EXPONENT:
        return f"{mantissa}e{exponent}" if exponent else str(mantissa)
    return f"{mantissa}{_DECIMAL_SUFFIX.get(exponent, '')}"


def _whole(quantity: Quantity) -> Optional[int]:
    """The number as an integer, or None where it has a fraction; what has too many digits stops at 64 bits."""
    if quantity.exponent > _MAX_DIGITS:
        return quantity.value()
    if quantity.exponent >= 0:
        return int(quantity.mantissa * 10**quantity.exponent)
    number, rest = divmod(quantity.mantissa, 10**-quantity.exponent)
    return None if rest else number
