# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects that pods name. Private to this collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..objects import mapping, mappings, text
from .entries import Member, Object

CONFIG_MAP, SECRET, CLAIM = "ConfigMap", "Secret", "PersistentVolumeClaim"


class Reference(NamedTuple):
    """An object of the pod's namespace that has to be there before its containers start."""

    kind: str
    name: str
    field: str


def references(member: Member) -> Iterator[Reference]:
    """What a pod names and needs: optional ones and those that come with it are left out."""
    for index, volume in enumerate(mappings(member.spec.get("volumes"))):
        yield from _of_volume(volume, member.field(f"volumes[{index}]"))
    for path, container in member.containers():
        yield from _of_container(container, path)


def claims(member: Member) -> Iterator[Reference]:
    """The claims that a pod names in its volumes; those of a StatefulSet's templates come into being with it."""
    own = {
        text(mapping(template.get("metadata")).get("name"))
        for template in mappings(member.entry.spec.get("volumeClaimTemplates"))
    }
    for index, volume in enumerate(mappings(member.spec.get("volumes"))):
        name = text(mapping(volume.get("persistentVolumeClaim")).get("claimName"))
        if name and volume.get("name") not in own:
            yield Reference(CLAIM, name, member.field(f"volumes[{index}].persistentVolumeClaim.claimName"))


def _of_volume(volume: Object, path: str) -> Iterator[Reference]:
    yield from _named(CONFIG_MAP, mapping(volume.get("configMap")), f"{path}.configMap", "name")
    yield from _named(SECRET, mapping(volume.get("secret")), f"{path}.secret", "secretName")
    for index, source in enumerate(mappings(mapping(volume.get("projected")).get("sources"))):
        below = f"{path}.projected.sources[{index}]"
        yield from _named(CONFIG_MAP, mapping(source.get("configMap")), f"{below}.configMap", "name")
        yield from _named(SECRET, mapping(source.get("secret")), f"{below}.secret", "name")


def _of_container(container: Object, path: str) -> Iterator[Reference]:
    for index, source in enumerate(mappings(container.get("envFrom"))):
        below = f"{path}.envFrom[{index}]"
        yield from _named(CONFIG_MAP, mapping(source.get("configMapRef")), f"{below}.configMapRef", "name")
        yield from _named(SECRET, mapping(source.get("secretRef")), f"{below}.secretRef", "name")
    for index, variable in enumerate(mappings(container.get("env"))):
        origin = variable.get("valueFrom")
        if isinstance(origin, dict):
            below = f"{path}.env[{index}].valueFrom"
            yield from _named(CONFIG_MAP, mapping(origin.get("configMapKeyRef")), f"{below}.configMapKeyRef", "name")
            yield from _named(SECRET, mapping(origin.get("secretKeyRef")), f"{below}.secretKeyRef", "name")


def _named(kind: str, source: Object, path: str, field: str) -> Iterator[Reference]:
    name = text(source.get(field))
    if name and source.get("optional") is not True:
        yield Reference(kind, name, f"{path}.{field}")
