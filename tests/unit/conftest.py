# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets plain pytest find the collection's plugins by their full names, as ansible-test does.

On a Python for modules only, ansible-test hides the controller's code, and nothing needs to be found.
"""

from __future__ import annotations

try:
    from ansible.plugins.loader import init_plugin_loader
    from ansible.utils.collection_loader import AnsibleCollectionConfig
except ImportError:
    AnsibleCollectionConfig = None

if AnsibleCollectionConfig and AnsibleCollectionConfig.collection_finder is None:
    init_plugin_loader()
