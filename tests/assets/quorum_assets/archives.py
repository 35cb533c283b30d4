"""Container images as OCI archives of one layer, written without a container engine (OCI image format 1.1)."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quorum_assets.downloads import arch

SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
BASE_FILES = {
    "etc/passwd": "root:x:0:0:root:/:/\nnobody:x:65534:65534:nobody:/:/\n",
    "etc/group": "root:x:0:\nnobody:x:65534:\n",
    "etc/nsswitch.conf": "hosts: files dns\n",
}


@dataclass(frozen=True)
class Image:
    """What an image holds: programs and libraries by their path in it, links by theirs, and what it starts."""

    name: str
    entrypoint: Sequence[str]
    files: Mapping[str, Path]
    links: Mapping[str, str] = field(default_factory=dict)


def write_archive(image: Image, target: Path) -> None:
    """The archive is complete under its name, or not there; equal contents make an equal file."""
    layer = target.with_name(f".{target.name}.layer")
    unfinished = target.with_name(f".{target.name}.new")
    try:
        _write_layer(image, layer)
        with layer.open("rb") as content:
            layer_digest = hashlib.file_digest(content, "sha256").hexdigest()
        size = layer.stat().st_size
        config = _json(
            {
                "architecture": arch(),
                "os": "linux",
                "config": {"Env": [f"PATH={SEARCH_PATH}"], "Entrypoint": list(image.entrypoint), "WorkingDir": "/"},
                "rootfs": {"type": "layers", "diff_ids": [f"sha256:{layer_digest}"]},
            }
        )
        manifest = _json(
            {
                "schemaVersion": 2,
                "mediaType": "application/vnd.oci.image.manifest.v1+json",
                "config": _descriptor("application/vnd.oci.image.config.v1+json", config),
                "layers": [
                    {
                        "mediaType": "application/vnd.oci.image.layer.v1.tar",
                        "digest": f"sha256:{layer_digest}",
                        "size": size,
                    }
                ],
            }
        )
        with tarfile.open(unfinished, "w") as archive:
            _add(archive, "oci-layout", _json({"imageLayoutVersion": "1.0.0"}))
            _add(archive, "index.json", _index(image.name, manifest))
            for blob in (config, manifest):
                _add(archive, f"blobs/sha256/{hashlib.sha256(blob).hexdigest()}", blob)
            _add_file(archive, f"blobs/sha256/{layer_digest}", layer, 0o644)
        unfinished.replace(target)
    finally:
        layer.unlink(missing_ok=True)
        unfinished.unlink(missing_ok=True)


def _index(name: str, manifest: bytes) -> bytes:
    """containerd's import takes the image's name from the first annotation."""
    entry = {
        **_descriptor("application/vnd.oci.image.manifest.v1+json", manifest),
        "platform": {"architecture": arch(), "os": "linux"},
        "annotations": {
            "io.containerd.image.name": name,
            "org.opencontainers.image.ref.name": name.rpartition(":")[2],
        },
    }
    return _json({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [entry]})


def _descriptor(media_type: str, blob: bytes) -> dict[str, object]:
    return {"mediaType": media_type, "digest": f"sha256:{hashlib.sha256(blob).hexdigest()}", "size": len(blob)}


def _write_layer(image: Image, target: Path) -> None:
    with tarfile.open(target, "w") as layer:
        paths = {*BASE_FILES, *image.files, *image.links}
        folders = {"tmp", *(str(folder) for path in paths for folder in Path(path).parents if str(folder) != ".")}
        for folder in sorted(folders):
            _add_folder(layer, folder, 0o1777 if folder == "tmp" else 0o755)
        for path, text in BASE_FILES.items():
            _add(layer, path, text.encode())
        for path, source in sorted(image.files.items()):
            _add_file(layer, path, source, 0o755)
        for path, aim in sorted(image.links.items()):
            entry = tarfile.TarInfo(path)
            entry.type, entry.linkname = tarfile.SYMTYPE, aim
            layer.addfile(entry)


def _add(archive: tarfile.TarFile, path: str, content: bytes) -> None:
    entry = tarfile.TarInfo(path)
    entry.size, entry.mode = len(content), 0o644
    archive.addfile(entry, io.BytesIO(content))


def _add_folder(archive: tarfile.TarFile, path: str, mode: int) -> None:
    entry = tarfile.TarInfo(path)
    entry.type, entry.mode = tarfile.DIRTYPE, mode
    archive.addfile(entry)


def _add_file(archive: tarfile.TarFile, path: str, source: Path, mode: int) -> None:
    entry = tarfile.TarInfo(path)
    entry.size, entry.mode = source.stat().st_size, mode
    with source.open("rb") as content:
        archive.addfile(entry, content)


def _json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
