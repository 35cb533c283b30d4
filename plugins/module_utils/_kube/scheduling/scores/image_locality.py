# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""ImageLocality: nodes that have the pod's images already, weighed by size and by how many nodes have them."""

from __future__ import annotations

from collections.abc import Sequence

from ..ask import Ask
from ..bits import count_of, numbers_of
from ..scorer import MOST, Answer, Scorer

SMALLEST = 23 << 20
LARGEST_PER_IMAGE = 1000 << 20


def score(ask: Ask, numbers: Sequence[int]) -> Answer:
    found = ask.remembered("ImageLocality", _scores)
    return [found.get(number, 0) for number in numbers] if found else 0


def _scores(ask: Ask) -> dict[int, int]:
    """Image volumes count as images from 1.36 on, and from 1.37 on they raise the upper bound as well."""
    cluster, images, gates = ask.cluster, ask.shape.images, ask.gates
    counted = gates.enabled("ImageVolume") and gates.has("image volumes have an image score")
    volumes = [volume.image for volume in ask.shape.volumes if volume.image] if counted else []
    sums: dict[int, int] = {}
    for image in (*images, *volumes):
        size, nodes = cluster.images.get(_normalized(image), (0, 0))
        worth = int(size * (count_of(nodes) / len(cluster.nodes))) if nodes else 0
        for number in numbers_of(nodes) if worth else ():
            sums[number] = sums.get(number, 0) + worth
    count = len(images) + (len(volumes) if gates.has("image volumes divide the image score") else 0)
    largest = LARGEST_PER_IMAGE * count
    span = largest - SMALLEST
    return {number: MOST * (_clamped(total, largest) - SMALLEST) // span for number, total in sums.items()}


def _clamped(total: int, largest: int) -> int:
    return min(max(total, SMALLEST), largest)


def _normalized(image: str) -> str:
    """Names are compared as they are written, with `:latest` where there is no tag."""
    return image if image.rfind(":") > image.rfind("/") else f"{image}:latest"


SCORER = Scorer("ImageLocality", 1, score)
