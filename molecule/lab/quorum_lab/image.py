"""The image of a host: Debian with systemd, sshd and Python, and nothing that a role of ours would install.

The base comes from an image registry where one answers, else from debootstrap. The image is kept by the engine under a
tag that is made from the recipe's content, so it is built once for each recipe, release and package mirror.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from quorum_lab import machine
from quorum_lab.engine import Engine
from quorum_lab.errors import LabError
from quorum_lab.process import locked, run, say

REGISTRY = "docker.io"
REGISTRY_PROBE = "https://registry-1.docker.io/v2/"
RELEASES = {"bookworm": "12", "trixie": "13"}

PACKAGES = (
    *("systemd", "systemd-sysv", "dbus", "openssh-server", "sudo", "python3", "python3-apt", "ca-certificates", "curl"),
    *("iproute2", "iputils-ping", "iputils-arping", "kmod", "netbase", "nftables", "openssl", "procps"),
)

# Downloaded but not installed: five hosts times many scenarios would ask the mirror each time.
DOWNLOADED = (
    *("conntrack", "etcd-client", "etcd-server", "ethtool", "haproxy", "iptables", "keepalived", "runc", "socat"),
)

BOOT_SCRIPT = """\
#!/bin/sh
# The engine mounts three files into every container. They become ordinary files, as on a machine of its own:
# what a role writes stays over a reboot, and a rename onto them works.
for file in /etc/hostname /etc/resolv.conf /etc/hosts; do
    grep -q " $file " /proc/self/mountinfo || continue
    cp "$file" /run/lab-boot-file
    umount "$file"
    [ -s "$file" ] || [ "$file" = /etc/hosts ] || cat /run/lab-boot-file > "$file"
    chmod 644 "$file"
done
hostname -F /etc/hostname

# Settings that all containers share with the machine can be read but not changed.
for tree in fs kernel vm; do
    mount --bind "/proc/sys/$tree" "/proc/sys/$tree"
    mount -o remount,bind,ro "/proc/sys/$tree"
done

[ -s /etc/hosts ] || cat > /etc/hosts <<HOSTS
127.0.0.1\tlocalhost
127.0.1.1\t$(hostname)

# The following lines are desirable for IPv6 capable hosts
::1     localhost ip6-localhost ip6-loopback
ff02::1 ip6-allnodes
ff02::2 ip6-allrouters
HOSTS
chmod 644 /etc/hosts
ssh-keygen -A
"""

BOOT_UNIT = """\
[Unit]
Description=Lab host: ordinary files, read-only settings of the machine, SSH host keys
DefaultDependencies=no
After=systemd-remount-fs.service systemd-tmpfiles-setup.service
Before=sysinit.target systemd-sysctl.service ssh.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/lab-boot

[Install]
WantedBy=sysinit.target
"""

RECIPE = """\
export DEBIAN_FRONTEND=noninteractive
rm -f /etc/apt/apt.conf.d/docker-* /usr/sbin/policy-rc.d /etc/apt/sources.list /etc/apt/sources.list.d/*
cat > /etc/apt/sources.list.d/debian.sources <<'END'
@SOURCES@
END
cat > /etc/apt/apt.conf.d/90lab <<'END'
@APT@
END
apt-get -q update
apt-get -q -y --no-install-recommends install @PACKAGES@
apt-get clean
apt-get -q -y --download-only install @DOWNLOADED@

cat > /usr/local/sbin/lab-boot <<'END'
@BOOT_SCRIPT@
END
chmod 755 /usr/local/sbin/lab-boot
cat > /etc/systemd/system/lab-boot.service <<'END'
@BOOT_UNIT@
END
systemctl enable lab-boot.service ssh.service
systemctl disable apt-daily.timer apt-daily-upgrade.timer
systemctl mask getty.target systemd-logind.service systemd-modules-load.service systemd-binfmt.service \
    proc-sys-fs-binfmt_misc.automount dev-hugepages.mount sys-fs-fuse-connections.mount sys-kernel-debug.mount \
    sys-kernel-tracing.mount
mkdir -p /etc/systemd/journald.conf.d
printf '[Journal]\nReadKMsg=no\n' > /etc/systemd/journald.conf.d/lab.conf
useradd -m -s /bin/bash -G sudo deploy
install -d -m 700 /root/.ssh
rm -f /etc/ssh/ssh_host_*
: > /etc/machine-id
rm -f /var/lib/dbus/machine-id
"""


def ensure_image(engine: Engine, distro: str, cache: Path) -> str:
    """The name of an image that is there afterwards."""
    recipe = _recipe(distro)
    image = f"localhost/quorum-kube-host:{distro}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
    if engine.has_image(image):
        return image
    with locked(cache / "lab" / f".image-{distro}.lock", "another lab builds the same image"):
        if not engine.has_image(image):
            _build(engine, distro, recipe, image, cache)
    return image


def remove_images(engine: Engine) -> list[str]:
    """The images that are gone afterwards: all of ours that no host runs."""
    columns = "{{.Repository}}:{{.Tag}}"
    found = engine.run("images", "--format", columns, "--filter", "reference=localhost/quorum-kube-*").stdout.split()
    return [image for image in found if engine.run("rmi", image, check=False).returncode == 0]


def _recipe(distro: str) -> str:
    parts = {
        "@SOURCES@": _apt_sources(distro, _machine_sources(), _machine_release()),
        "@APT@": _apt_configuration(),
        "@PACKAGES@": " ".join(PACKAGES),
        "@DOWNLOADED@": " ".join(DOWNLOADED),
        "@BOOT_SCRIPT@": BOOT_SCRIPT.rstrip(),
        "@BOOT_UNIT@": BOOT_UNIT.rstrip(),
    }
    recipe = RECIPE
    for mark, text in parts.items():
        recipe = recipe.replace(mark, text)
    return recipe


def _build(engine: Engine, distro: str, recipe: str, image: str, cache: Path) -> None:
    base = _registry_image(engine, distro) or _bootstrapped_image(engine, distro, cache)
    say(f"building the image of a {distro} host (about a minute, once)")
    builder = f"quorum-lab-build-{distro}-{os.getpid()}"
    try:
        # `chroot` would not do: packages of the recipe want /proc and /dev, and the network of the machine.
        options = ["--network", "host", "--privileged", *machine.resource_limits()]
        engine.run("run", "--interactive", "--name", builder, *options, base, "sh", "-eu", stdin=recipe, timeout=1200)
        engine.run("commit", builder, image)
    finally:
        engine.run("rm", "--force", builder, check=False)


def _registry_image(engine: Engine, distro: str) -> str | None:
    if not _answers(REGISTRY_PROBE):
        return None
    name = f"{REGISTRY}/library/debian:{RELEASES[distro]}"
    say(f"pulling {name}")
    if engine.run("pull", "--quiet", name, check=False, timeout=300).returncode:
        say("the registry answers but does not serve the image")
        return None
    return name


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=3).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def _bootstrapped_image(engine: Engine, distro: str, cache: Path) -> str:
    name = f"localhost/quorum-kube-base:{distro}"
    if engine.has_image(name):
        return name
    machine.install_packages({"debootstrap": "debootstrap"})
    mirror = _mirror(_machine_sources(), _machine_release())[0]
    say(f"no image registry answers: making {distro} with debootstrap (about a minute, once)")
    # Not in /tmp, which may be mounted without devices.
    with tempfile.TemporaryDirectory(prefix=".image-", dir=cache / "lab") as folder:
        root = Path(folder, "root")
        done = run(["debootstrap", "--variant=minbase", distro, str(root), mirror], check=False, timeout=1800)
        if done.returncode:
            raise LabError("\n  ".join(["debootstrap failed:", *done.stdout.splitlines()[-12:], done.stderr.strip()]))
        shutil.rmtree(root / "var/cache/apt/archives", ignore_errors=True)
        for file in ("hostname", "hosts", "resolv.conf"):
            (root / "etc" / file).unlink(missing_ok=True)
        archive = Path(folder, "root.tar")
        run(["tar", "-C", str(root), "--numeric-owner", "-cf", str(archive), "."])
        engine.run("import", str(archive), name)
    return name


def _machine_release() -> str:
    """The machine's own release name, or an empty text when it is no Debian."""
    try:
        text = Path("/etc/os-release").read_text()
    except OSError:
        return ""
    values = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', text, re.MULTILINE))
    return values.get("VERSION_CODENAME", "") if values.get("ID") == "debian" else ""


def _machine_sources() -> list[tuple[str, str]]:
    """(URI, suite) of every package source that apt on this machine uses."""
    pairs = []
    for path in sorted([Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]):
        if path.suffix not in (".list", ".sources") or not path.is_file():
            continue
        text = path.read_text(errors="replace")
        pairs += _one_line_sources(text) if path.suffix == ".list" else _deb822_sources(text)
    return pairs


def _one_line_sources(text: str) -> list[tuple[str, str]]:
    return re.findall(r"^deb\s+(?:\[[^]]*]\s+)?(https?://\S+)\s+(\S+)", text, re.MULTILINE)


def _deb822_sources(text: str) -> list[tuple[str, str]]:
    pairs = []
    for stanza in re.split(r"\n\s*\n", text):
        fields = {name.lower(): value.split() for name, value in re.findall(r"^(\w+):\s*(.*)$", stanza, re.MULTILINE)}
        if "deb" in fields.get("types", []) and fields.get("enabled", ["yes"]) != ["no"]:
            pairs += [(uri, suite) for uri in fields.get("uris", []) for suite in fields.get("suites", [])]
    return [(uri, suite) for uri, suite in pairs if uri.startswith("http")]


def _mirror(sources: list[tuple[str, str]], release: str) -> tuple[str, str]:
    """The URIs of Debian and of its security updates: the machine's own where it is a Debian, else the public ones."""
    main = [uri for uri, suite in sources if release and suite == release]
    security = [uri for uri, suite in sources if release and suite == f"{release}-security"]
    return (
        main[0] if main else "http://deb.debian.org/debian",
        security[0] if security else "http://deb.debian.org/debian-security",
    )


def _apt_sources(distro: str, sources: list[tuple[str, str]], release: str) -> str:
    main, security = _mirror(sources, release)
    stanzas = [(main, f"{distro} {distro}-updates"), (security, f"{distro}-security")]
    keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
    return "\n\n".join(
        f"Types: deb\nURIs: {uri}\nSuites: {suites}\nComponents: main\nSigned-By: {keyring}" for uri, suites in stanzas
    )


def _apt_configuration() -> str:
    """Proxy and transport settings of this machine's apt, which the hosts behind it need as well."""
    wanted = re.compile(r'^Acquire::(https?::(?!Proxy-Auto-Detect|User-Agent)\S*|Check-\S*|ForceIPv4) "[^"]+";$')
    lines = run(["apt-config", "dump"], check=False).stdout.splitlines() if shutil.which("apt-config") else []
    kept = [line for line in lines if wanted.match(line)]
    for scheme in ("http", "https"):
        proxy = os.environ.get(f"{scheme}_proxy")
        if proxy:
            kept.append(f'Acquire::{scheme}::Proxy "{proxy}";')
    return "\n".join(['Acquire::Retries "3";', *kept])
