# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube.quantity import (
    BAD_FORM,
    BAD_NUMBER,
    BAD_SUFFIX,
    BINARY_SI,
    DECIMAL_EXPONENT,
    DECIMAL_SI,
    MAX_INT64,
    ZERO,
    QuantityError,
    parse,
    total,
)
from hypothesis import given
from hypothesis import strategies as st

# Printed by k8s.io/apimachinery 0.37.2; where upstream overflows, the nearest number of 64 bits stands instead.
PARSED = [
    ("1", "1", 1, 1000, DECIMAL_SI),
    ("0", "0", 0, 0, DECIMAL_SI),
    ("100m", "100m", 1, 100, DECIMAL_SI),
    ("1500m", "1500m", 2, 1500, DECIMAL_SI),
    ("0.1m", "100u", 1, 1, DECIMAL_SI),
    ("0.5", "500m", 1, 500, DECIMAL_SI),
    (".5", "500m", 1, 500, DECIMAL_SI),
    ("1.", "1.", 1, 1000, DECIMAL_SI),
    ("1.500", "1.500", 2, 1500, DECIMAL_SI),
    ("005", "005", 5, 5000, DECIMAL_SI),
    ("+5", "+5", 5, 5000, DECIMAL_SI),
    ("-1", "-1", -1, -1000, DECIMAL_SI),
    ("-1.5", "-1500m", -2, -1500, DECIMAL_SI),
    ("1000", "1k", 1000, 1000000, DECIMAL_SI),
    ("1k", "1k", 1000, 1000000, DECIMAL_SI),
    ("1000k", "1M", 1000000, 1000000000, DECIMAL_SI),
    ("1M", "1M", 1000000, 1000000000, DECIMAL_SI),
    ("1G", "1G", 1000000000, 1000000000000, DECIMAL_SI),
    ("1T", "1T", 1000000000000, 1000000000000000, DECIMAL_SI),
    ("1P", "1P", 1000000000000000, 1000000000000000000, DECIMAL_SI),
    ("1E", "1E", 1000000000000000000, MAX_INT64, DECIMAL_SI),
    ("12E", "12E", MAX_INT64, MAX_INT64, DECIMAL_SI),
    ("1000E", "1", MAX_INT64, MAX_INT64, DECIMAL_SI),
    ("1e3", "1e3", 1000, 1000000, DECIMAL_EXPONENT),
    ("1E3", "1E3", 1000, 1000000, DECIMAL_EXPONENT),
    ("1e+3", "1e+3", 1000, 1000000, DECIMAL_EXPONENT),
    ("1e-1", "100e-3", 1, 100, DECIMAL_EXPONENT),
    ("1e-3", "1e-3", 1, 1, DECIMAL_EXPONENT),
    ("1.5e3", "1500", 1500, 1500000, DECIMAL_EXPONENT),
    ("1e21", "1e21", MAX_INT64, MAX_INT64, DECIMAL_EXPONENT),
    ("1e19", "10e18", MAX_INT64, MAX_INT64, DECIMAL_EXPONENT),
    ("1e99999999999", "10e1215752190", MAX_INT64, MAX_INT64, DECIMAL_EXPONENT),
    ("99999999999999999999", "99999999999999999999", MAX_INT64, MAX_INT64, DECIMAL_SI),
    ("1Ki", "1Ki", 1024, 1024000, BINARY_SI),
    ("1Mi", "1Mi", 1048576, 1048576000, BINARY_SI),
    ("1Gi", "1Gi", 1073741824, 1073741824000, BINARY_SI),
    ("1Ti", "1Ti", 1099511627776, 1099511627776000, BINARY_SI),
    ("1Pi", "1Pi", 1125899906842624, 1125899906842624000, BINARY_SI),
    ("1Ei", "1Ei", 1152921504606846976, MAX_INT64, BINARY_SI),
    ("7Ei", "7Ei", 8070450532247928832, MAX_INT64, BINARY_SI),
    ("8Ei", "9223372036854775807", 9223372036854775807, MAX_INT64, BINARY_SI),
    ("9Ei", "9223372036854775807", 9223372036854775807, MAX_INT64, BINARY_SI),
    ("10Ei", "9223372036854775807", 9223372036854775807, MAX_INT64, BINARY_SI),
    ("1000Ki", "1000Ki", 1024000, 1024000000, BINARY_SI),
    ("1024Ki", "1Mi", 1048576, 1048576000, BINARY_SI),
    ("1025Ki", "1025Ki", 1049600, 1049600000, BINARY_SI),
    ("1.5Gi", "1536Mi", 1610612736, 1610612736000, BINARY_SI),
    ("0.3Ki", "307200m", 308, 307200, BINARY_SI),
    ("1.3Gi", "1395864371200m", 1395864372, 1395864371200, BINARY_SI),
    ("0.5Ki", "512", 512, 512000, BINARY_SI),
    ("512", "512", 512, 512000, DECIMAL_SI),
    ("1048576", "1048576", 1048576, 1048576000, DECIMAL_SI),
    ("-512Mi", "-512Mi", -536870912, -536870912000, BINARY_SI),
    ("-7Pi", "-7Pi", -1729382255, -1729382256909, BINARY_SI),
    ("-0.1Ki", "-102400m", -101, -102400, BINARY_SI),
    ("0.000000000001Ki", "2n", 1, 1, DECIMAL_SI),
    ("1n", "1n", 1, 1, DECIMAL_SI),
    ("0.1n", "1n", 1, 1, DECIMAL_SI),
    ("1u", "1u", 1, 1, DECIMAL_SI),
    ("100u", "100u", 1, 1, DECIMAL_SI),
    ("1.0000000001", "1000000001n", 2, 1001, DECIMAL_SI),
    ("+", "0", 0, 0, DECIMAL_SI),
    ("-", "0", 0, 0, DECIMAL_SI),
    (".", "0", 0, 0, DECIMAL_SI),
    ("Mi", "0", 0, 0, BINARY_SI),
    ("m", "0", 0, 0, DECIMAL_SI),
    ("E", "0", 0, 0, DECIMAL_SI),
    ("e3", "0", 0, 0, DECIMAL_EXPONENT),
    ("Ki", "0", 0, 0, BINARY_SI),
    ("Gi", "0", 0, 0, BINARY_SI),
    ("Ti", "0", 0, 0, BINARY_SI),
    ("512m", "512m", 1, 512, DECIMAL_SI),
    ("0Ki", "0", 0, 0, BINARY_SI),
    ("00", "0", 0, 0, DECIMAL_SI),
    ("-0", "0", 0, 0, DECIMAL_SI),
    ("123456789012345678", "123456789012345678", 123456789012345678, MAX_INT64, DECIMAL_SI),
    ("1234567890123456789", "1234567890123456789", 1234567890123456789, MAX_INT64, DECIMAL_SI),
    ("0.1Gi", "107374182400m", 107374183, 107374182400, BINARY_SI),
    ("2.5Gi", "2560Mi", 2684354560, 2684354560000, BINARY_SI),
    ("1000m", "1", 1, 1000, DECIMAL_SI),
    ("999m", "999m", 1, 999, DECIMAL_SI),
    ("1e6", "1e6", 1000000, 1000000000, DECIMAL_EXPONENT),
    ("10e3", "10e3", 10000, 10000000, DECIMAL_EXPONENT),
    ("100e-3", "100e-3", 1, 100, DECIMAL_EXPONENT),
]

REFUSED = [
    ("", BAD_FORM),
    ("1Gb", BAD_FORM),
    ("6GiB", BAD_FORM),
    ("100MB", BAD_FORM),
    ("1,5", BAD_FORM),
    ("1_000", BAD_FORM),
    ("0x10", BAD_FORM),
    ("1.2.3", BAD_FORM),
    ("1 Gi", BAD_FORM),
    ("NaN", BAD_FORM),
    ("1Mi\n", BAD_FORM),
    ("1\u0661", BAD_FORM),
    (True, BAD_FORM),
    ([], BAD_FORM),
    ({"cpu": 1}, BAD_FORM),
    (float("nan"), BAD_FORM),
    (float("inf"), BAD_FORM),
    (10**400, BAD_FORM),
    ("K", BAD_SUFFIX),
    ("1K", BAD_SUFFIX),
    ("1i", BAD_SUFFIX),
    ("1mi", BAD_SUFFIX),
    ("1e", BAD_SUFFIX),
    ("1ee3", BAD_SUFFIX),
    ("--1", BAD_SUFFIX),
    ("1Ki1", BAD_SUFFIX),
    ("1e99999999999999999999", BAD_SUFFIX),
    ("Pi", BAD_NUMBER),
    ("Ei", BAD_NUMBER),
    ("e-25", BAD_NUMBER),
    ("1" * 1_000_000, BAD_NUMBER),
]

NUMBERS = [
    (1, "1"),
    (1000, "1k"),
    (0.5, "500m"),
    (1000.0, "1k"),
    (0.1, "100m"),
    (1e-7, "100e-9"),
    (1e21, "1e+21"),
    (2**64, "18446744073709552k"),
    (None, "0"),
    (" 1Gi ", "1Gi"),
]

SUMS = [
    ("1Gi", "1G", "2073741824", "73741824"),
    ("0", "1Gi", "1Gi", "-1Gi"),
    ("1Gi", "0", "1Gi", "1Gi"),
    ("1Gi", "1500m", "1073741825500m", "1073741822500m"),
    ("1", "1m", "1001m", "999m"),
    ("1e3", "1k", "2e3", "0"),
    ("1.500", "0", "1500m", "1500m"),
    ("9Ei", "1", "8Ei", "9223372036854775806"),
    ("1Gi", "1e99999999999", "9223372036854775807", "-8Ei"),
]

COMPARED = [
    ("1000m", "1", 0),
    ("1Gi", "1G", 1),
    ("0.1m", "1m", -1),
    ("1.0000000001", "1", 1),
    ("-1", "1", -1),
    ("0", "0Ki", 0),
    ("1e1000000000", "1e999999999", 1),
    ("-1e1000000000", "1n", -1),
    ("1n", "0", 1),
]

written = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "", "-", "+"]),
    st.integers(0, 10**8),
    st.one_of(st.just(""), st.integers(0, 10**9).map(".{}".format)),
    st.sampled_from(["", "n", "u", "m", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti", "Pi", "e3", "E-3", "e+6"]),
)


@pytest.mark.parametrize("text, canonical, value, milli, format_", PARSED, ids=[row[0] for row in PARSED])
def test_a_quantity_reads_as_the_api_reads_it(text, canonical, value, milli, format_):
    found = parse(text)

    assert (canonical, value, milli, format_) == (found.canonical(), found.value(), found.milli_value(), found.format)


@pytest.mark.parametrize("value, text", REFUSED, ids=lambda value: repr(value)[:30])
def test_what_is_no_quantity_is_refused_with_the_api_text(value, text):
    with pytest.raises(QuantityError) as refused:
        parse(value)

    assert text == str(refused.value)


@pytest.mark.parametrize("value, canonical", NUMBERS, ids=repr)
def test_numbers_of_yaml_read_as_their_json_text(value, canonical):
    assert canonical == parse(value).canonical()


@pytest.mark.parametrize("left, right, added, subtracted", SUMS)
def test_sums_are_exact_and_keep_the_format_of_the_left_one(left, right, added, subtracted):
    assert (added, subtracted) == ((parse(left) + parse(right)).canonical(), (parse(left) - parse(right)).canonical())


@pytest.mark.parametrize("left, right, order", COMPARED)
def test_comparison_is_by_exact_value(left, right, order):
    mine, theirs = parse(left), parse(right)

    assert (order, -order, order == 0) == (mine.compare(theirs), theirs.compare(mine), mine == theirs)


def test_rounding_to_milli_goes_up_and_keeps_what_needs_none():
    assert ["1m", "1m", "1.500", "1001m"] == [
        parse(text).rounded_to_milli().canonical() for text in ("100u", "0.1m", "1.500", "1.0000000001")
    ]


def test_nothing_adds_up_to_zero():
    assert ("0", 0) == (total([]).canonical(), ZERO.value())


@given(written)
def test_the_canonical_text_reads_back_as_the_same_quantity(text):
    found = parse(text)

    assert found == parse(found.canonical())
    assert parse(found.canonical()).canonical() == found.canonical()


@given(written, written)
def test_adding_and_subtracting_the_same_changes_nothing(left, right):
    assert parse(left) == parse(left) + parse(right) - parse(right)


@given(st.lists(written, max_size=6), st.randoms())
def test_the_order_of_a_sum_does_not_matter(texts, randomly):
    shuffled = randomly.sample(texts, len(texts))

    assert total(map(parse, texts)) == total(map(parse, shuffled))


@given(written, written)
def test_equal_quantities_hash_alike(left, right):
    mine, theirs = parse(left), parse(right)

    assert mine != theirs or hash(mine) == hash(theirs)
    assert hash(parse("1000m")) == hash(parse("1"))


@given(st.one_of(st.text(), st.text("0123456789.+-eEinumkKMGTP", max_size=12)))
def test_any_text_is_a_quantity_or_an_error_of_the_api(text):
    try:
        found = parse(text)
    except QuantityError as error:
        assert str(error) in (BAD_FORM, BAD_NUMBER, BAD_SUFFIX)
    else:
        assert -MAX_INT64 - 1 <= found.value() <= MAX_INT64
