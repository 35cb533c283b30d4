"""The asset script against a server of its own on loopback; the builds are proven by running it."""

from __future__ import annotations

import hashlib
import http.server
import tarfile
import threading

import fetch
import pytest
from quorum_assets import downloads, golang, images, projects
from quorum_assets.console import AssetError

CONTENT = b"\x7fELF" + bytes(range(256)) * 64


class Files(http.server.BaseHTTPRequestHandler):
    files: dict[str, bytes] = {}
    asked: list[tuple[str, str | None]] = []

    def do_GET(self):
        asked_range = self.headers.get("Range")
        self.asked.append((self.path, asked_range))
        if self.path not in self.files:
            self.send_error(404)
            return
        body = self.files[self.path]
        start = int(asked_range.removeprefix("bytes=").rstrip("-")) if asked_range else 0
        if start >= len(body) and start:
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        self.wfile.write(body[start:])

    def log_message(self, *_arguments):
        pass


@pytest.fixture(name="fetch")
def script_against_a_server(monkeypatch, tmp_path):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setattr(downloads.time, "sleep", lambda _seconds: None)
    for name in ("ETCD_URL", "CONTAINERD_URL", "CNI_URL"):
        monkeypatch.setattr(projects, name, f"http://127.0.0.1:{server.server_port}/{{file}}")
    monkeypatch.setattr(projects, "KUBERNETES_URL", f"http://127.0.0.1:{server.server_port}/{{program}}")
    monkeypatch.setattr(projects, "build", lambda *_arguments: pytest.fail("a build was started"))
    monkeypatch.setenv("QUORUM_KUBE_CACHE", str(tmp_path))
    monkeypatch.delenv("KUBERNETES_ASSETS", raising=False)
    Files.asked = []
    yield fetch
    server.shutdown()
    thread.join()
    server.server_close()


def serve(content, sum_of=None):
    published = hashlib.sha256(sum_of or content).hexdigest().encode()
    Files.files = {"/kubectl": content, "/kubectl.sha256": published}


def test_an_official_build_with_the_published_sum_is_installed(fetch, tmp_path, capsys):
    serve(CONTENT)

    assert 0 == fetch.main(["kubectl"])

    folder = tmp_path / "programs" / f"kubernetes-{fetch.KUBERNETES.version}"
    assert f"{folder}\n" == capsys.readouterr().out
    assert (CONTENT, 0o755) == ((folder / "kubectl").read_bytes(), (folder / "kubectl").stat().st_mode & 0o777)
    assert ["kubectl"] == [path.name for path in folder.iterdir()]


def test_what_is_there_is_not_asked_for_again(fetch):
    serve(CONTENT)
    fetch.main(["kubectl"])
    Files.asked = []

    fetch.main(["kubectl"])

    assert [] == Files.asked


def test_a_download_goes_on_where_it_stopped(fetch, tmp_path):
    serve(CONTENT)
    folder = tmp_path / "programs" / f"kubernetes-{fetch.KUBERNETES.version}"
    folder.mkdir(parents=True)
    (folder / ".kubectl.part").write_bytes(CONTENT[:100])

    fetch.main(["kubectl"])

    assert [("/kubectl.sha256", None), ("/kubectl", "bytes=100-")] == Files.asked
    assert CONTENT == (folder / "kubectl").read_bytes()


def test_a_wrong_rest_of_an_earlier_download_is_thrown_away(fetch, tmp_path):
    serve(CONTENT)
    folder = tmp_path / "programs" / f"kubernetes-{fetch.KUBERNETES.version}"
    folder.mkdir(parents=True)
    (folder / ".kubectl.part").write_bytes(b"x" * (len(CONTENT) + 5))

    fetch.main(["kubectl"])

    assert CONTENT == (folder / "kubectl").read_bytes()


def test_a_program_with_another_sum_is_never_installed(fetch, tmp_path):
    serve(CONTENT, sum_of=b"other")

    with pytest.raises(AssetError, match="could not be downloaded with the sum"):
        fetch.main(["kubectl"])

    assert [] == list((tmp_path / "programs" / f"kubernetes-{fetch.KUBERNETES.version}").iterdir())


def test_a_pinned_sum_must_be_the_published_one(fetch, monkeypatch, tmp_path):
    serve(CONTENT)
    pins = tmp_path / "pins"
    url = projects.KUBERNETES_URL.format(program="kubectl")
    published = hashlib.sha256(CONTENT).hexdigest()
    monkeypatch.setenv("QUORUM_KUBE_PINS", str(pins))

    for text, found in (("", "none"), (f"{'0' * 64}  {url}\n", "0" * 64)):
        pins.write_text(text)
        with pytest.raises(AssetError, match=f"with the sum {published}, pinned in {pins} is {found}$"):
            fetch.main(["kubectl"])
    pins.write_text(f"{published}  {url}\n")

    assert 0 == fetch.main(["kubectl"])


@pytest.mark.parametrize(
    ("module", "project"),
    [
        ("github.com/containerd/containerd/v2", projects.CONTAINERD),
        ("github.com/containernetworking/plugins", projects.CNI_PLUGINS),
        ("github.com/coredns/coredns", projects.COREDNS),
        ("go.etcd.io/etcd/server/v3", projects.ETCD),
        ("k8s.io/kubernetes", projects.KUBERNETES),
    ],
)
def test_the_source_of_each_project_has_a_pinned_sum(module, project):
    assert f"\n{module} {project.version} h1:" in f"\n{golang.PINNED_MODULES.read_text()}"


def test_a_version_that_is_not_published_is_an_error_and_no_build(fetch):
    Files.files = {}

    with pytest.raises(AssetError, match="HTTP 404"):
        fetch.main(["kubectl"])


def test_a_server_out_of_reach_means_a_build(fetch, monkeypatch):
    built = []
    monkeypatch.setattr(projects, "KUBERNETES_URL", "http://127.0.0.1:9/{program}")
    monkeypatch.setattr(projects, "build", lambda programs, *_arguments: built.append(programs))

    with pytest.raises(KeyError):  # the build of this test makes nothing
        fetch.main(["kubectl"])

    assert [["kubectl"]] == built


def test_tools_to_compare_with_are_always_built(fetch, monkeypatch):
    built = []
    monkeypatch.setattr(
        projects, "build", lambda programs, _folder, _cache, _prepare, command: built.append(command(*programs))
    )

    with pytest.raises(KeyError):  # the build of this test makes nothing
        fetch.main(["kube-score"])

    assert [["-ldflags", "-s -w", "github.com/zegl/kube-score/cmd/kube-score"]] == built
    assert [] == Files.asked


def test_kubernetes_assets_come_first_and_the_cache_fills_the_gaps(fetch, monkeypatch, tmp_path, capsys):
    serve(CONTENT)
    given = tmp_path / "given"
    given.mkdir()
    (given / "etcd").write_text("#!/bin/sh\n")
    (given / "etcd").chmod(0o755)
    monkeypatch.setenv("KUBERNETES_ASSETS", str(given))

    fetch.main(["etcd", "kubectl"])

    expected = [str(given), str(tmp_path / "programs" / f"kubernetes-{fetch.KUBERNETES.version}")]
    assert expected == capsys.readouterr().out.splitlines()


def test_etcd_of_a_wanted_version_has_a_folder_of_its_own(fetch, monkeypatch, tmp_path, capsys):
    given = tmp_path / "given"
    given.mkdir()
    (given / "etcd").write_text("#!/bin/sh\n")
    (given / "etcd").chmod(0o755)
    monkeypatch.setenv("KUBERNETES_ASSETS", str(given))
    packed = tmp_path / "etcd.tar.gz"
    name = f"etcd-v3.5.33-linux-{downloads.arch()}"
    with tarfile.open(packed, "w:gz") as archive:
        for program in ("etcd", "etcdctl"):
            archive.add(given / "etcd", f"{name}/{program}")
    sums = f"{hashlib.sha256(packed.read_bytes()).hexdigest()}  {name}.tar.gz\n"
    Files.files = {"/SHA256SUMS": sums.encode(), f"/{name}.tar.gz": packed.read_bytes()}

    fetch.main(["etcd", "etcd@3.5.33", "etcdctl@3.5.33"])

    folder = tmp_path / "programs" / "etcd-v3.5.33"
    assert [str(given), str(folder)] == capsys.readouterr().out.splitlines()
    assert ["etcd", "etcdctl"] == sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("word", ["etcd@3.5", "etcd@latest", "kubectl@1.37", "etcd@"])
def test_a_version_that_is_none_is_refused(fetch, word, capsys):
    with pytest.raises(SystemExit):
        fetch.main([word])

    assert f"no such program: {word}" in capsys.readouterr().err


def test_kubernetes_assets_that_is_no_folder_is_an_error(fetch, monkeypatch):
    monkeypatch.setenv("KUBERNETES_ASSETS", "/nowhere")

    with pytest.raises(AssetError, match="KUBERNETES_ASSETS: /nowhere is no folder"):
        fetch.main(["kubectl"])


def test_the_programs_are_built_with_the_version_they_report(fetch):
    flags = (
        "-s -w -X k8s.io/component-base/version.gitVersion=v1.37.2 -X k8s.io/component-base/version.gitMajor=1 "
        "-X k8s.io/component-base/version.gitMinor=37 -X k8s.io/client-go/pkg/version.gitVersion=v1.37.2"
    )

    assert ["-ldflags", flags, "k8s.io/kubernetes/cmd/kubelet"] == projects.kubernetes_command("v1.37.2", "kubelet")


def test_a_group_of_a_version_takes_its_kubernetes_and_the_dns_that_belongs_to_it(fetch):
    found = {word: fetch.asset_of(word) for word in fetch.members("cluster@1.36.3")}
    versions = {asset.program: asset.version for asset in (*found.values(), *fetch.programs_of_images("v1.36.3"))}

    assert {"kubeadm", "kubelet", "kubectl", "kube-apiserver", "kube-proxy", "images"} <= {
        program for program, version in versions.items() if version == "v1.36.3"
    }
    assert ("v1.14.2", fetch.OWNERS["etcd"].version) == (versions["coredns"], versions["etcd"])


def test_an_older_kubernetes_has_the_pause_that_its_kubeadm_asks_for_besides():
    assert {"pause": "3.10.2", "pause-3.10.1": "3.10.1"} == images.pauses("v1.34.4")
    assert {"pause": "3.10.2"} == images.pauses("v1.36.3")


def test_a_kubernetes_whose_images_nobody_described_is_refused(fetch):
    with pytest.raises(AssetError, match=r"which images Kubernetes v1\.30\.1 starts is not known \(expected v1\.34, "):
        fetch.main(["images@1.30.1"])
