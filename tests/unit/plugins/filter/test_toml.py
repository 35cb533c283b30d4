# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter toml: what is written is read back by the standard library."""

from __future__ import annotations

import pytest
import tomllib
from ansible_collections.quorum.kube.plugins.filter.toml import toml

VALUES = {
    "version": 3,
    "ratio": 0.5,
    "imports": [],
    "plugins": {
        "io.containerd.cri.v1.runtime": {
            "disable_apparmor": True,
            "cni": {"bin_dirs": ["/opt/cni/bin", 'a "quoted"\\path'], "conf_dir": ""},
            "containerd": {"runtimes": {"runc": {"options": {"SystemdCgroup": False}}}},
        },
        "empty": {},
    },
    "Ünicode": "tab\tline\nend\x7f",
    "stages": [{"name": "a", "deep": {"b.c": 1}}, {}],
}


def test_what_is_written_is_read_back_as_it_was():
    assert VALUES == tomllib.loads(toml(VALUES))


def test_plain_values_come_before_the_tables_and_need_no_heading_of_their_own():
    expected = 'version = 3\n\n[plugins."io.containerd.cri.v1.images".pinned_images]\nsandbox = "pause"\n'

    assert expected == toml(
        {"plugins": {"io.containerd.cri.v1.images": {"pinned_images": {"sandbox": "pause"}}}, "version": 3}
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(
            {"a": {"b": None}}, "a.b: None has no form in TOML", id="a value without a form is named by its place"
        ),
        pytest.param(["a"], "expected a mapping, found list", id="no mapping"),
    ],
)
def test_what_toml_cannot_say_is_an_error(value, text):
    with pytest.raises(ValueError, match=text):
        toml(value)
