# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a play of the examples in a plugin's documentation."""

from __future__ import annotations

import json
import sys
import textwrap

for name, plugin in json.load(sys.stdin).items():
    print(f"- name: Run the examples of {name}\n  hosts: localhost\n  gather_facts: false\n  tasks:")
    print(textwrap.indent(plugin["examples"].strip("\n"), "    "))
