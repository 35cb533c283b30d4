# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether cloud-init renders the hosts file anew at each boot, and what turns that off. Private to this collection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

DROP_IN = "99-zz-quorum-kube-hosts.cfg"
DROP_IN_TEXT = """\
# The hosts file holds blocks of quorum.kube; cloud-init would render it anew at each boot without them.
manage_etc_hosts: false
"""

# What stands for the host's own names in cloud-init's templates.
PLACEHOLDERS = ("{{fqdn}}", "{{hostname}}")

_SETTING = re.compile(r"""^["']?manage_etc_hosts["']?\s*:\s*["']?([A-Za-z0-9]+)""", re.MULTILINE)


class Source(NamedTuple):
    """A file of cloud-init's configuration; `overrides` when it comes from the platform, above every file in /etc."""

    path: str
    text: str
    overrides: bool = False


class Setting(NamedTuple):
    """One place that says what becomes of the hosts file.

    `template`: rendered anew, `localhost`: its 127.0.1.1 line is written, `off`: nothing.
    """

    path: str
    line: int
    mode: str
    overrides: bool


def settings(sources: Sequence[Source]) -> tuple[Setting, ...]:
    """Every place that sets `manage_etc_hosts`, in the order of `sources`.

    The last one decides (cloud-init 24.1, cc_update_etc_hosts).
    """
    found: list[Setting] = []
    for source in sources:
        for match in _SETTING.finditer(source.text):
            line = source.text.count("\n", 0, match.start()) + 1
            found.append(Setting(source.path, line, _mode(match.group(1)), source.overrides))
    return tuple(found)


def _mode(value: str) -> str:
    word = value.lower()
    if word in ("true", "1", "on", "yes", "template"):
        return "template"
    return "localhost" if word == "localhost" else "off"
