"""etcd and real kube-apiservers as units of the masters, and a stub in the place of one of them."""

from __future__ import annotations

import ssl
import time
import urllib.error
import urllib.request
from pathlib import Path

from quorum_lab import machine
from quorum_lab.access import Access
from quorum_lab.certificates import Authority
from quorum_lab.containers import FETCH, PROGRAMS_MOUNT
from quorum_lab.engine import Engine, open_engine
from quorum_lab.errors import LabError
from quorum_lab.files import put
from quorum_lab.hosts import running_host, running_hosts
from quorum_lab.process import locked, run, say
from quorum_lab.settings import Host, Settings

STUB = Path(__file__).resolve().parents[1] / "guest" / "stub.py"
FOLDER = "/etc/lab"
CA_PATH = "/etc/kubernetes/pki/ca.crt"
READY_SECONDS = 180

# Ports of its own: an etcd that a role makes wants 2379 and 2380.
ETCD_UNIT = """\
[Unit]
Description=Lab: etcd behind the API servers
After=network.target

[Service]
Type=notify
ExecStart={etcd} --name {name} --data-dir /var/lib/lab-etcd \\
    --listen-client-urls http://{address}:12379 --advertise-client-urls http://{address}:12379 \\
    --listen-peer-urls http://{address}:12380 --initial-advertise-peer-urls http://{address}:12380 \\
    --initial-cluster {members} --initial-cluster-token lab --unsafe-no-fsync --log-level warn
Restart=always
RestartSec=1
TimeoutStartSec=infinity

[Install]
WantedBy=multi-user.target
"""

APISERVER_UNIT = """\
[Unit]
Description=Lab: kube-apiserver
After=lab-etcd.service network.target

[Service]
Type=notify
ExecStart={apiserver} --etcd-servers={endpoints} --secure-port=6443 --advertise-address={address} \\
    --tls-cert-file={folder}/apiserver.crt --tls-private-key-file={folder}/apiserver.key --client-ca-file={ca} \\
    --service-account-issuer=https://kubernetes.default.svc.cluster.local \\
    --service-account-key-file={folder}/sa.key --service-account-signing-key-file={folder}/sa.key \\
    --service-cluster-ip-range=10.96.0.0/16 --authorization-mode=Node,RBAC --allow-privileged=true \\
    --disable-admission-plugins=ServiceAccount
Restart=always
RestartSec=1
TimeoutStartSec=infinity

[Install]
WantedBy=multi-user.target
"""

STUB_UNIT = """\
[Unit]
Description=Lab: a server in the place of kube-apiserver that gives one answer to everything
Conflicts=lab-apiserver.service

[Service]
ExecStart=/usr/bin/python3 {folder}/stub.py {folder}/apiserver.crt {folder}/apiserver.key {folder}/stub-code
Restart=always
RestartSec=1
"""


def apiservers(settings: Settings) -> Path:
    """The masters that run have an API server that is ready, every host has their CA; returns an admin's kubeconfig."""
    machine.install_packages({"openssl": "openssl"})
    with locked(settings.lock, f"another command changes the lab {settings.name}"):
        engine = open_engine(settings)
        hosts = running_hosts(engine, settings)
        masters = [host for host in hosts if host.is_master]
        if not masters:
            raise LabError(f"lab {settings.name} has no running master (start it with `lab up`)")
        programs = _programs(settings)
        authority = _prepared(settings)
        for host in hosts:
            engine.execute(host.container, put(CA_PATH, authority.ca.read_text(), 0o644))
        for master in masters:
            _install(engine, authority, master, masters, programs)
        _await_ready(authority, masters)
    return authority.kubeconfig


def stub(settings: Settings, name: str, code: int) -> None:
    """Port 6443 of the host answers every request with this status over TLS, until `unstub`."""
    if not 200 <= code <= 599:
        raise LabError(f"{code} is not an HTTP status that a server ends an answer with (expected 200 to 599)")
    engine, host = running_host(settings, name)
    authority = _prepared(settings)
    script = [
        put(CA_PATH, authority.ca.read_text(), 0o644),
        _server_files(authority, host),
        put(f"{FOLDER}/stub.py", STUB.read_text(), 0o644),
        put(f"{FOLDER}/stub-code", f"{code}\n", 0o644),
        put("/etc/systemd/system/lab-stub.service", STUB_UNIT.format(folder=FOLDER), 0o644),
        "systemctl daemon-reload",
        "systemctl start lab-stub.service",
    ]
    engine.execute(host.container, "\n".join(script))
    _await_port(host)


def unstub(settings: Settings, name: str) -> None:
    """Port 6443 of the host is the API server's again, if it has one."""
    engine, host = running_host(settings, name)
    engine.execute(host.container, "systemctl stop lab-stub.service")
    installed = ("exec", host.container, "test", "-e", "/etc/systemd/system/lab-apiserver.service")
    if engine.run(*installed, check=False).returncode == 0:
        engine.execute(host.container, "systemctl start --no-block lab-apiserver.service")
        _await_ready(Authority(settings), [host])


def _prepared(settings: Settings) -> Authority:
    """The authority exists, and the inventory says that the API servers are the lab's."""
    authority = Authority(settings)
    authority.prepare()
    Access(settings).publish(settings.hosts.values())
    return authority


def _programs(settings: Settings) -> dict[str, str]:
    """Program → its path inside the hosts, which see the cache of programs read-only."""
    names = ("etcd", "kube-apiserver")
    folders = [Path(line) for line in run([str(FETCH), *names], timeout=7200).stdout.splitlines()]
    mounted = settings.cache / "programs"
    found = {}
    for name in names:
        path = next(folder / name for folder in folders if (folder / name).exists())
        if not path.is_relative_to(mounted):
            raise LabError(f"the hosts cannot see {path}; copy it below {mounted} or unset KUBERNETES_ASSETS")
        found[name] = f"{PROGRAMS_MOUNT}/{path.relative_to(mounted)}"
    return found


def _install(engine: Engine, authority: Authority, host: Host, masters: list[Host], programs: dict[str, str]) -> None:
    etcd_unit = ETCD_UNIT.format(
        etcd=programs["etcd"],
        name=host.name,
        address=host.address,
        members=",".join(f"{master.name}=http://{master.address}:12380" for master in masters),
    )
    apiserver_unit = APISERVER_UNIT.format(
        apiserver=programs["kube-apiserver"],
        address=host.address,
        endpoints=",".join(f"http://{master.address}:12379" for master in masters),
        folder=FOLDER,
        ca=CA_PATH,
    )
    script = [
        _server_files(authority, host),
        put(f"{FOLDER}/sa.key", authority.service_account_key.read_text(), 0o600),
        put("/etc/systemd/system/lab-etcd.service", etcd_unit, 0o644),
        put("/etc/systemd/system/lab-apiserver.service", apiserver_unit, 0o644),
        "systemctl daemon-reload",
        "systemctl enable --quiet lab-etcd.service lab-apiserver.service",
        "systemctl start --no-block lab-etcd.service lab-apiserver.service",
    ]
    engine.execute(host.container, "\n".join(script))


def _server_files(authority: Authority, host: Host) -> str:
    certificate, key = authority.server(host)
    return "\n".join(
        [
            put(f"{FOLDER}/apiserver.crt", certificate.read_text(), 0o644),
            put(f"{FOLDER}/apiserver.key", key.read_text(), 0o600),
        ]
    )


def _await_ready(authority: Authority, hosts: list[Host]) -> None:
    """Every API server answers /readyz with 200 over verified TLS."""
    say(f"waiting for the API servers of {', '.join(host.name for host in hosts)}")
    context = ssl.create_default_context(cafile=str(authority.ca))
    deadline = time.monotonic() + READY_SECONDS
    waiting = {host.name: f"https://{host.address}:6443/readyz" for host in hosts}
    last = {}
    while waiting:
        for name, url in list(waiting.items()):
            last[name] = _answer(url, context)
            if last[name] == "200":
                del waiting[name]
        if time.monotonic() > deadline:
            told = "; ".join(f"{name}: {last[name]}" for name in waiting)
            raise LabError(
                f"not ready after {READY_SECONDS} s: {told} (look: lab exec HOST -- journalctl -u lab-apiserver)"
            )
        time.sleep(0.3)


def _await_port(host: Host) -> None:
    context = ssl._create_unverified_context()
    for dummy in range(100):
        if _answer(f"https://{host.address}:6443/", context).isdigit():
            return
        time.sleep(0.1)
    raise LabError(f"the stub on {host.name} does not answer (look: lab exec {host.name} -- journalctl -u lab-stub)")


def _answer(url: str, context: ssl.SSLContext) -> str:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
    try:
        with opener.open(url, timeout=3) as answer:
            return str(answer.status)
    except urllib.error.HTTPError as error:
        return str(error.code)
    except OSError as error:
        return str(getattr(error, "reason", error))
