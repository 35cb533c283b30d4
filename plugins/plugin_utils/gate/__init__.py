# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gate: a whole input is read once, judged by every part of the collection, and applied if nothing is against it.

`reading` holds the options, `target` the cluster that they are about, `judging` the order of the judges, `verdicts`
what the engine says as findings, `steps` the order in which objects can be applied, `applying` the calls of
kubernetes.core, `watching` the rollout after them.
"""

from __future__ import annotations
