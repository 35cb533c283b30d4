#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: container_images
short_description: Container images from archives on the host, where no registry is asked
description:
  - containerd has every image of the archives. An archive is read for the names and digests of its images alone;
    it is imported only when containerd does not have all of them as they are in it.
options:
  archives:
    description:
      - Archives on the host, with wildcards where wanted. Both the OCI layout and the one of C(docker save) are known.
    type: list
    elements: str
    required: true
  command:
    description: How containerd's client is called.
    type: list
    elements: str
    default: [ctr]
  namespace:
    description: containerd's own namespace. Kubernetes uses V(k8s.io).
    type: str
    default: k8s.io
notes:
  - In check mode on a host without containerd, all images count as missing.
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - RV(imported) tells what changes.
  idempotent:
    support: full
author:
  - The quorum.kube authors (@quorum-kube)
"""

EXAMPLES = r"""
- name: Give containerd the images of a control plane
  quorum.kube.container_images:
    archives: [/srv/images/*.tar]
"""

RETURN = r"""
imported:
  description: The images that containerd did not have as they are in the archives.
  returned: always
  type: list
  elements: str
  sample: ["registry.k8s.io/pause:3.10.2"]
present:
  description: The images of the archives that containerd had already.
  returned: always
  type: list
  elements: str
  sample: []
"""

import glob
import json
import os
import tarfile
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._module import run

NAME = "io.containerd.image.name"
SHORT_NAME = "org.opencontainers.image.ref.name"


def layout_images(index: dict[str, Any]) -> dict[str, str]:
    """Name → digest, of the index of an OCI layout."""
    found = {}
    for manifest in index.get("manifests", []):
        notes = manifest.get("annotations") or {}
        name = notes.get(NAME) or notes.get(SHORT_NAME, "")
        if "/" in name:
            found[name] = str(manifest["digest"])
    return found


def saved_images(manifests: list[dict[str, Any]]) -> dict[str, str]:
    """Name → nothing, of the list that `docker save` writes: the digests in it are not those of containerd."""
    names = [name for manifest in manifests for name in manifest.get("RepoTags") or []]
    return dict.fromkeys(map(whole_name, names), "")


def whole_name(name: str) -> str:
    """The name with the registry and the folder that Docker leaves out."""
    first, slash, dummy = name.partition("/")
    if not slash:
        return f"docker.io/library/{name}"
    return name if "." in first or ":" in first or first == "localhost" else f"docker.io/{name}"


def images_of(path: str) -> dict[str, str]:
    """Name → digest of every image in the archive; the digest is empty where the archive does not tell it."""
    found: dict[str, str] = {}
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                read = {"index.json": layout_images, "manifest.json": saved_images}.get(member.name)
                content = archive.extractfile(member) if read else None
                if read and content:
                    found = (
                        {**read(json.load(content)), **found}
                        if read is saved_images
                        else {**found, **read(json.load(content))}
                    )
    except (tarfile.TarError, ValueError) as error:
        raise InputError([Problem(path, str(error), "an archive of container images")]) from None
    if not found:
        raise InputError([Problem(path, "no image with a name", "an archive of container images with their names")])
    return found


def paths_of(patterns: list[str]) -> list[str]:
    """The files; a pattern without any is an error."""
    found = {pattern: sorted(glob.glob(pattern)) for pattern in patterns}
    missing = [pattern for pattern, paths in found.items() if not paths]
    if missing:
        raise InputError([Problem("archives", f"{pattern} is not on the host", "an archive") for pattern in missing])
    return list(dict.fromkeys(path for paths in found.values() for path in paths))


def known_images(module: AnsibleModule, client: list[str]) -> dict[str, str]:
    """Name → digest of what containerd has."""
    if module.check_mode and not module.get_bin_path(client[0]):
        return {}
    code, out, err = module.run_command([*client, "images", "list"])
    if code:
        if module.check_mode:
            return {}
        raise InputError([Problem("containerd", (err or out).strip(), "an answer to 'images list'")])
    rows = [line.split() for line in out.splitlines()[1:]]
    return {row[0]: row[2] for row in rows if len(row) > 2}


def is_known(name: str, digest: str, known: dict[str, str]) -> bool:
    return name in known and digest in ("", known[name])


def work(module: AnsibleModule) -> dict[str, Any]:
    client = [*module.params["command"], "--namespace", module.params["namespace"]]
    paths = paths_of(module.params["archives"])
    known = known_images(module, client)
    imported: list[str] = []
    present: list[str] = []
    for path in paths:
        images = images_of(path)
        missing = [name for name, digest in images.items() if not is_known(name, digest, known)]
        present += [name for name in images if name not in missing]
        imported += missing
        if missing and not module.check_mode:
            code, out, err = module.run_command([*client, "images", "import", "--local", path])
            if code:
                raise InputError(
                    [Problem(path, (err or out).strip(), f"an archive that {os.path.basename(client[0])} imports")]
                )
    return {"changed": bool(imported), "imported": imported, "present": present}


def main() -> None:
    run(
        work,
        {
            "archives": {"type": "list", "elements": "str", "required": True},
            "command": {"type": "list", "elements": "str", "default": ["ctr"]},
            "namespace": {"type": "str", "default": "k8s.io"},
        },
    )


if __name__ == "__main__":
    main()
