"""The lab's own certificate authority: the API servers' certificates and an administrator's, made on this machine."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

from quorum_lab.process import run, write_file
from quorum_lab.settings import API_NAME, DOMAIN, Host, Settings

CA_CONFIGURATION = """\
[req]
distinguished_name = name
x509_extensions = authority
prompt = no
[name]
CN = kubernetes
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,digitalSignature,keyCertSign,cRLSign
subjectKeyIdentifier = hash
"""

LEAF_EXTENSIONS = """\
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = {usage}
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
"""

NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
DAYS = ("-days", "365")


@dataclass(frozen=True)
class Authority:
    """The folder of one lab's certificates; what is there is never made again."""

    settings: Settings

    @property
    def folder(self) -> Path:
        return self.settings.state / "pki"

    @property
    def ca(self) -> Path:
        return self.folder / "ca.crt"

    @property
    def service_account_key(self) -> Path:
        return self.folder / "sa.key"

    @property
    def kubeconfig(self) -> Path:
        return self.settings.state / "kubeconfig"

    def prepare(self) -> None:
        """The authority, the key of the service accounts and the administrator's kubeconfig exist."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.ca.exists():
            configuration = self.folder / "ca.cnf"
            write_file(configuration, CA_CONFIGURATION)
            key = self.folder / "ca.key"
            made = self.folder / "ca.new"
            files = ["-config", str(configuration), "-keyout", str(key), "-out", str(made)]
            run(["openssl", "req", "-x509", *NEW_KEY, *DAYS, *files])
            made.replace(self.ca)
        if not self.service_account_key.exists():
            made = self.folder / "sa.new"
            run(["openssl", "genrsa", "-out", str(made), "2048"])
            made.replace(self.service_account_key)
        self._write_kubeconfig()

    def server(self, host: Host) -> tuple[Path, Path]:
        """Certificate and key of the API server on this host, good for every way that leads to it."""
        settings = self.settings
        names = [API_NAME, "localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"]
        names += ["kubernetes.default.svc.cluster.local"]
        names += [name for other in settings.hosts for name in (other, f"{other}.{DOMAIN}")]
        addresses = ["127.0.0.1", "::1", "10.96.0.1", settings.vip, settings.balancer]
        addresses += [other.address for other in settings.hosts.values()]
        if settings.has_ip6:
            addresses += [settings.endpoint, *(other.address6 for other in settings.hosts.values())]
        alternatives = [f"DNS:{name}" for name in names] + [f"IP:{address}" for address in addresses]
        extensions = LEAF_EXTENSIONS.format(usage="serverAuth") + f"subjectAltName = {','.join(alternatives)}\n"
        return self._leaf(f"apiserver-{host.name}", "/CN=kube-apiserver", extensions)

    def _leaf(self, name: str, subject: str, extensions: str) -> tuple[Path, Path]:
        certificate, key = self.folder / f"{name}.crt", self.folder / f"{name}.key"
        if certificate.exists():
            return certificate, key
        request, extension_file, made = (self.folder / f"{name}.{suffix}" for suffix in ("csr", "ext", "new"))
        write_file(extension_file, extensions)
        run(["openssl", "req", "-new", *NEW_KEY, "-subj", subject, "-keyout", str(key), "-out", str(request)])
        authority = ["-CA", str(self.ca), "-CAkey", str(self.folder / "ca.key"), "-CAcreateserial"]
        files = ["-in", str(request), "-out", str(made), "-extfile", str(extension_file)]
        run(["openssl", "x509", "-req", *authority, *DAYS, *files])
        made.replace(certificate)
        return certificate, key

    def _write_kubeconfig(self) -> None:
        extensions = LEAF_EXTENSIONS.format(usage="clientAuth")
        certificate, key = self._leaf("admin", "/O=system:masters/CN=lab-admin", extensions)
        encoded = {path: base64.b64encode(path.read_bytes()).decode() for path in (self.ca, certificate, key)}
        master = next(iter(self.settings.hosts.values()))
        text = f"""\
apiVersion: v1
kind: Config
current-context: lab
contexts:
- name: lab
  context: {{cluster: lab, user: admin}}
clusters:
- name: lab
  cluster:
    server: https://{master.address}:6443
    certificate-authority-data: {encoded[self.ca]}
users:
- name: admin
  user:
    client-certificate-data: {encoded[certificate]}
    client-key-data: {encoded[key]}
"""
        write_file(self.kubeconfig, text, 0o600)
