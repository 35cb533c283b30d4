"""An image's archive, read back as a container engine reads it."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile

import pytest
from quorum_assets import images
from quorum_assets.archives import Image, write_archive


@pytest.fixture(name="image")
def image_of_one_program(tmp_path):
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF")
    return Image("registry.test/group/name:1.2", ["name"], {"usr/sbin/name": program}, {"usr/sbin/other": "name"})


def blobs(path):
    with tarfile.open(path) as archive:
        return {entry.name: archive.extractfile(entry).read() for entry in archive}


def test_every_blob_is_found_by_the_digest_that_names_it(image, tmp_path):
    write_archive(image, tmp_path / "image.tar")

    found = blobs(tmp_path / "image.tar")
    index = json.loads(found["index.json"])["manifests"][0]
    manifest = json.loads(found["blobs/sha256/" + index["digest"].removeprefix("sha256:")])
    described = [index, manifest["config"], *manifest["layers"]]
    assert ["registry.test/group/name:1.2", "1.2"] == list(index["annotations"].values())
    assert {"oci-layout", "index.json", *("blobs/" + each["digest"].replace(":", "/") for each in described)} == set(
        found
    )
    for each in described:
        blob = found["blobs/" + each["digest"].replace(":", "/")]
        assert (each["digest"], each["size"]) == (f"sha256:{hashlib.sha256(blob).hexdigest()}", len(blob))


def test_the_layer_holds_programs_links_folders_and_the_names_of_users(image, tmp_path):
    write_archive(image, tmp_path / "image.tar")

    layer = max(blobs(tmp_path / "image.tar").values(), key=len)
    with tarfile.open(fileobj=io.BytesIO(layer)) as unpacked:
        found = {entry.name: (entry.type, oct(entry.mode), entry.linkname, entry.uid) for entry in unpacked}
    folder, file = tarfile.DIRTYPE, tarfile.REGTYPE
    assert {
        **dict.fromkeys(("etc", "usr", "usr/sbin"), (folder, "0o755", "", 0)),
        **dict.fromkeys(("etc/passwd", "etc/group", "etc/nsswitch.conf"), (file, "0o644", "", 0)),
        "tmp": (folder, "0o1777", "", 0),
        "usr/sbin/name": (file, "0o755", "", 0),
        "usr/sbin/other": (tarfile.SYMTYPE, "0o644", "name", 0),
    } == found


def test_equal_contents_make_an_equal_file_and_nothing_is_left_beside_it(image, tmp_path):
    folder = tmp_path / "archives"
    folder.mkdir()

    write_archive(image, folder / "one.tar")
    write_archive(image, folder / "two.tar")

    assert (folder / "one.tar").read_bytes() == (folder / "two.tar").read_bytes()
    assert ["one.tar", "two.tar"] == sorted(path.name for path in folder.iterdir())


def test_an_archive_is_made_again_only_when_its_programs_change(image, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(images, "described", lambda _programs, _versions: {"name": image})
    monkeypatch.setattr(images, "own_programs", lambda _cache: {})
    told = []

    for content in (b"\x7fELF", b"\x7fELF", b"\x7fELF2"):
        if image.files["usr/sbin/name"].read_bytes() != content:
            image.files["usr/sbin/name"].write_bytes(content)
        images.make({}, {}, tmp_path / "images", tmp_path)
        told.append("writing the image" in capsys.readouterr().err)

    assert [True, False, True] == told
