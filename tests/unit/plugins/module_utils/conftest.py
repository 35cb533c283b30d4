# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Properties are judged by what they find, not by how busy the machine is."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("quorum.kube", deadline=None)
settings.load_profile("quorum.kube")
