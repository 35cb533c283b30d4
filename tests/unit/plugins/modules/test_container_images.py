# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module container_images, with a client in the place of containerd's."""

from __future__ import annotations

import io
import json
import pathlib
import tarfile
from typing import Any

import pytest
from ansible.module_utils.testing import patch_module_args
from ansible_collections.quorum.kube.plugins.modules import container_images

PAUSE = "registry.test/pause:1"
DIGEST = "sha256:" + "a" * 64

# Answers `images list` from a file and notes every import.
CLIENT = """#!/bin/sh
shift 2
case "$1 $2" in
"images list") echo "REF TYPE DIGEST SIZE"; cat {folder}/known ;;
"images import")
    shift 2
    echo "$@" >> {folder}/imports
    test ! -e {folder}/refuse || {{ echo "ctr: no space left" >&2; exit 1; }} ;;
esac
"""


@pytest.fixture
def client(tmp_path: pathlib.Path) -> list[str]:
    path = tmp_path / "ctr"
    path.write_text(CLIENT.format(folder=tmp_path))
    path.chmod(0o755)
    (tmp_path / "known").write_text("")
    return [str(path)]


def run(capsys: pytest.CaptureFixture[str], **options: Any) -> dict[str, Any]:
    with patch_module_args(options), pytest.raises(SystemExit):
        container_images.main()
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    result.pop("invocation", None)
    return result


def archive(path: pathlib.Path, **files: Any) -> str:
    with tarfile.open(path, "w") as content:
        for name, value in files.items():
            text = json.dumps(value).encode()
            entry = tarfile.TarInfo(name.replace("_", "."))
            entry.size = len(text)
            content.addfile(entry, io.BytesIO(text))
    return str(path)


def layout(*names: str, digest: str = DIGEST) -> dict[str, Any]:
    notes = [{"io.containerd.image.name": name, "org.opencontainers.image.ref.name": "1"} for name in names]
    return {"manifests": [{"digest": digest, "annotations": note} for note in notes]}


@pytest.mark.parametrize(
    ("known", "imported", "present"),
    [
        pytest.param("", [PAUSE], [], id="containerd has nothing"),
        pytest.param(f"{PAUSE} type {DIGEST} 1\n", [], [PAUSE], id="containerd has it"),
        pytest.param(f"{PAUSE} type sha256:{'b' * 64} 1\n", [PAUSE], [], id="containerd has another of that name"),
        pytest.param(f"registry.test/other:1 type {DIGEST} 1\n", [PAUSE], [], id="containerd has it by another name"),
    ],
)
def test_an_archive_is_imported_unless_containerd_has_its_images(
    capsys: pytest.CaptureFixture[str],
    tmp_path: pathlib.Path,
    client: list[str],
    known: str,
    imported: list[str],
    present: list[str],
) -> None:
    path = archive(tmp_path / "pause.tar", index_json=layout(PAUSE))
    (tmp_path / "known").write_text(known)

    result = run(capsys, archives=[str(tmp_path / "*.tar")], command=client)

    imports = tmp_path / "imports"
    assert {"changed": bool(imported), "imported": imported, "present": present} == result
    assert ([f"--local {path}"] if imported else []) == (imports.read_text().splitlines() if imports.exists() else [])


def test_check_mode_on_a_host_without_containerd_counts_everything_as_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    path = archive(tmp_path / "pause.tar", index_json=layout(PAUSE))

    result = run(capsys, archives=[path], command=["/nowhere/ctr"], _ansible_check_mode=True)

    assert {"changed": True, "imported": [PAUSE], "present": []} == result


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("pause:1", "docker.io/library/pause:1"),
        ("group/pause:1", "docker.io/group/pause:1"),
        ("localhost/pause:1", "localhost/pause:1"),
        ("registry.test:5000/pause:1", "registry.test:5000/pause:1"),
    ],
)
def test_names_of_docker_save_are_those_that_containerd_gives_them(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, client: list[str], tag: str, expected: str
) -> None:
    path = archive(tmp_path / "saved.tar", manifest_json=[{"RepoTags": [tag]}])

    assert [expected] == run(capsys, archives=[path], command=client)["imported"]


@pytest.mark.parametrize("saved_first", [True, False])
def test_digests_of_a_layout_count_where_docker_save_writes_both(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, client: list[str], saved_first: bool
) -> None:
    files = [("manifest_json", [{"RepoTags": [PAUSE]}]), ("index_json", layout(PAUSE))]
    path = archive(tmp_path / "both.tar", **dict(files if saved_first else reversed(files)))
    (tmp_path / "known").write_text(f"{PAUSE} type sha256:{'b' * 64} 1\n")

    assert [PAUSE] == run(capsys, archives=[path], command=client)["imported"]


def test_an_import_that_fails_is_told_with_the_words_of_the_client(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, client: list[str]
) -> None:
    path = archive(tmp_path / "pause.tar", index_json=layout(PAUSE))
    (tmp_path / "refuse").touch()

    result = run(capsys, archives=[path], command=client)

    assert f"{path}: ctr: no space left (expected an archive that ctr imports)" == result["msg"]


def test_patterns_and_files_that_are_no_archives_are_errors(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, client: list[str]
) -> None:
    (tmp_path / "text.tar").write_text("no archive")
    nameless = archive(tmp_path / "nameless.img", index_json={"manifests": [{"digest": DIGEST}]})

    missing = run(capsys, archives=["/nowhere/*.tar", "/nowhere/b.tar"], command=client)
    text = run(capsys, archives=[str(tmp_path / "text.tar")], command=client)
    unnamed = run(capsys, archives=[nameless], command=client)

    assert ["/nowhere/*.tar is not on the host", "/nowhere/b.tar is not on the host"] == [
        problem["found"] for problem in missing["problems"]
    ]
    assert text["msg"].endswith("(expected an archive of container images)")
    assert (
        f"{nameless}: no image with a name (expected an archive of container images with their names)" == unnamed["msg"]
    )
