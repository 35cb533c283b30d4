# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._kube import names
from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of

NEWEST = gates_of(None, None)

CHARACTERS = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)
VALUE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and "
    "must start and end "
    "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)
LABEL = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start "
    "and end with an "
    "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
SUBDOMAIN = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and "
    "must start and end "
    "with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
PREFIXED = " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"

KEYS = [
    ("app", ()),
    ("example.com/My_app.1", ()),
    ("a" * 63, ()),
    ("", ("name part must be non-empty", f"name part {CHARACTERS}")),
    ("example.com/", ("name part must be non-empty", f"name part {CHARACTERS}")),
    ("/app", ("prefix part must be non-empty",)),
    ("-app", (f"name part {CHARACTERS}",)),
    ("a b", (f"name part {CHARACTERS}",)),
    ("Example.com/app", (f"prefix part {SUBDOMAIN}",)),
    ("a" * 64, ("name part must be no more than 63 bytes",)),
    ("a" * 254 + "/app", ("prefix part must be no more than 253 bytes",)),
    ("a/b/c", (f"a valid label key {CHARACTERS}{PREFIXED}",)),
    ("app\n", (f"name part {CHARACTERS}",)),
    ("ä" * 32, ("name part must be no more than 63 bytes", f"name part {CHARACTERS}")),
]

VALUES = [
    ("", ()),
    ("My_value.1", ()),
    ("a" * 63, ()),
    ("a" * 64, ("must be no more than 63 bytes",)),
    ("-", (VALUE,)),
    ("a/b", (VALUE,)),
    (" " * 64, ("must be no more than 63 bytes", VALUE)),
]

LABELS = [
    ("web-1", ()),
    ("", (LABEL,)),
    ("Web", (LABEL,)),
    ("a.b", ("must not contain dots",)),
    ("a" * 64, ("must be no more than 63 characters",)),
    ("a" * 64 + ".b", ("must be no more than 63 characters", "must not contain dots")),
]

SUBDOMAINS = [
    ("web.example.com", ()),
    ("a..b", (SUBDOMAIN,)),
    ("a" * 254, ("must be no more than 253 characters",)),
]


@pytest.mark.parametrize("text, reasons", KEYS)
def test_label_keys(text, reasons):
    assert reasons == names.label_key(text, NEWEST)


@pytest.mark.parametrize("text, reasons", VALUES)
def test_label_values(text, reasons):
    assert reasons == names.label_value(text, NEWEST)


@pytest.mark.parametrize("text, reasons", LABELS)
def test_dns_labels(text, reasons):
    assert reasons == names.dns_label(text)


@pytest.mark.parametrize("text, reasons", SUBDOMAINS)
def test_dns_subdomains(text, reasons):
    assert reasons == names.dns_subdomain(text)


def test_texts_until_1_34_count_characters_and_speak_of_qualified_names():
    older = gates_of("1.34", None)

    assert ("name part must be no more than 63 characters",) == names.label_key("a" * 64, older)
    assert ("must be no more than 63 characters",) == names.label_value("a" * 64, older)
    assert (f"a qualified name {CHARACTERS}{PREFIXED}",) == names.label_key("a/b/c", older)


def test_a_generated_name_may_end_in_a_dash():
    assert ["wea", "w", "-", "web"] == [names.masked_prefix(name) for name in ("web-", "w", "-", "web")]
