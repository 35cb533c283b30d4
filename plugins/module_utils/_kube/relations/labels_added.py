# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Labels that controllers add to the pods of a template. Private to this collection.

KK pkg/apis/{apps,batch}/types.go and pkg/controller/{daemon,deployment,job,statefulset} (1.28 - 1.37).
"""

from __future__ import annotations

from ..scheduling.replicas import REVISION_LABELS
from ..selectors import Selector

POD_NAME = "statefulset.kubernetes.io/pod-name"
POD_INDEX = "apps.kubernetes.io/pod-index"
REVISIONS = frozenset(label for labels in REVISION_LABELS.values() for label in labels)
ADDED = REVISIONS | {
    POD_INDEX,
    POD_NAME,
    "batch.kubernetes.io/controller-uid",
    "batch.kubernetes.io/job-completion-index",
    "batch.kubernetes.io/job-name",
    "controller-uid",
    "job-name",
    "pod-template-generation",
}


def without_added(selector: Selector) -> Selector:
    """The selector without what it asks of labels that a controller adds."""
    if selector is None or ADDED.isdisjoint(requirement.key for requirement in selector):
        return selector
    return tuple(requirement for requirement in selector if requirement.key not in ADDED)
