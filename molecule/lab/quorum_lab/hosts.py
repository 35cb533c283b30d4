"""The life of the hosts: up, down, kill, start, unplug, plug."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass

from quorum_lab import containers, machine
from quorum_lab.access import Access
from quorum_lab.engine import Engine, has_engine, network_interface, network_name, network_subnets, open_engine
from quorum_lab.errors import LabError
from quorum_lab.image import ensure_image
from quorum_lab.process import locked, run, say, write_file
from quorum_lab.settings import DISTROS, Host, Settings

BOOT_SECONDS = 90


@dataclass(frozen=True)
class HostStatus:
    """What `lab status` tells of one host."""

    name: str
    address: str
    state: str


def up(settings: Settings, names: Sequence[str], distro: str | None) -> None:
    """The named hosts run, are reachable over ssh and are described by the connection inventory."""
    wanted = [settings.host(name) for name in names]
    with locked(settings.lock, f"another command changes the lab {settings.name}"):
        engine = open_engine(settings, install=True)
        if settings.has_ip6:
            machine.require_ip6()
        _refuse_clashes(engine, settings)
        machine.raise_inotify_limit()
        image = ensure_image(engine, _distro(settings, distro), settings.cache)
        if settings.network not in map(network_name, engine.networks()):
            engine.create_network(settings)
        (settings.cache / "programs").mkdir(exist_ok=True)
        access = Access(settings)
        access.prepare()
        for host in wanted:
            _boot(engine, settings, host, image)
        _open(engine, settings, access, wanted)


def down(settings: Settings) -> None:
    """Nothing of this lab is left: containers, network, files. What other labs share (image, programs) stays."""
    if not has_engine(settings):
        say(f"there was no lab {settings.name}")
        return
    with locked(settings.lock, f"another command changes the lab {settings.name}"):
        engine = open_engine(settings)
        found = sorted(engine.states(settings.name))
        if found:
            engine.remove(*found)
        has_network = settings.network in map(network_name, engine.networks())
        if has_network:
            engine.run("network", "rm", settings.network)
        containers.remove_groups(settings)
        existed = found or has_network or settings.state.exists()
        shutil.rmtree(settings.state, ignore_errors=True)
        if engine.is_idle():
            machine.drop_namespace()
    say(f"lab {settings.name} is gone" if existed else f"there was no lab {settings.name}")


def kill(settings: Settings, name: str) -> None:
    """The host is dead at once, as by a pulled plug: not even the kernel's goodbye to its connections gets out."""
    engine, host = running_host(settings, name)
    _set_link(engine, host, "down")
    engine.run("kill", "--signal", "KILL", host.container)


def start(settings: Settings, name: str) -> None:
    """The host that was killed runs again with the disk it had."""
    engine = open_engine(settings)
    host = existing_host(engine, settings, name)
    if engine.states(settings.name)[host.container] != "running":
        engine.run("start", host.container)
    _await_boot(engine, settings, host)


def unplug(settings: Settings, name: str) -> None:
    """The host runs on with no carrier on its network interface."""
    _set_link(*running_host(settings, name), "down")


def plug(settings: Settings, name: str) -> None:
    """The host's network interface has its carrier again."""
    _set_link(*running_host(settings, name), "up")


def status(settings: Settings) -> list[HostStatus]:
    """Every host of the lab that was ever started."""
    engine = open_engine(settings)
    states = engine.states(settings.name)
    return [
        HostStatus(host.name, host.address, _state(engine, host, states[host.container]))
        for host in settings.hosts.values()
        if host.container in states
    ]


def existing_host(engine: Engine, settings: Settings, name: str) -> Host:
    host = settings.host(name)
    if host.container not in engine.states(settings.name):
        raise LabError(f"lab {settings.name} has no {name} (start it with `lab up --hosts {name}`)")
    return host


def running_host(settings: Settings, name: str) -> tuple[Engine, Host]:
    engine = open_engine(settings)
    host = existing_host(engine, settings, name)
    state = engine.states(settings.name)[host.container]
    if state != "running":
        raise LabError(f"{name} does not run: {state} (boot it with `lab start {name}`)")
    return engine, host


def running_hosts(engine: Engine, settings: Settings) -> list[Host]:
    states = engine.states(settings.name)
    return [host for host in settings.hosts.values() if states.get(host.container) == "running"]


def _refuse_clashes(engine: Engine, settings: Settings) -> None:
    """A network that exists and overlaps is an error before anything is changed."""
    own_interfaces: set[str] = set()
    clashes = []
    for network in engine.networks():
        subnets = network_subnets(network)
        if network_name(network) == settings.network:
            if set(settings.networks) != set(subnets):
                known = ", ".join(map(str, subnets))
                raise LabError(f"lab {settings.name} exists with {known}: take it down first, or set another name")
            own_interfaces.add(network_interface(network) or "")
        else:
            name = network_name(network)
            overlapping = [known for known in subnets if any(map(known.overlaps, settings.networks))]
            clashes += [f"the network {name} has {known}" for known in overlapping]
            if overlapping:
                own_interfaces.add(network_interface(network) or "")
    for subnet in settings.networks:
        clashes += machine.network_clashes(subnet, own_interfaces)
    if clashes:
        wanted = " and ".join(map(str, settings.networks))
        advice = "choose another with QUORUM_LAB_SUBNET (for example 172.19.180.0/24)"
        raise LabError(f"{wanted} is in use on this machine: {'; '.join(clashes)}; {advice}")


def _distro(settings: Settings, wanted: str | None) -> str:
    """The release that was asked for or that the lab already runs; all hosts of a lab run the same."""
    record = settings.state / "distro"
    found = record.read_text() if record.exists() else wanted or DISTROS[0]
    if wanted and wanted != found:
        raise LabError(f"the hosts of lab {settings.name} run {found}, not {wanted}: take it down first")
    write_file(record, found)
    return found


def _boot(engine: Engine, settings: Settings, host: Host, image: str) -> None:
    state = engine.states(settings.name).get(host.container)
    if state == "running":
        return
    say(f"starting {host.name} ({host.address})")
    if state in ("exited", "stopped"):
        engine.run("start", host.container)
        return
    if state:
        engine.run("rm", "--force", host.container)
    engine.start_host(settings, host, image, [*machine.resource_limits(), *containers.engine_options(settings)])


def _open(engine: Engine, settings: Settings, access: Access, wanted: Sequence[Host]) -> None:
    """The wanted hosts and the others that run can be logged in to; those that were killed stay known."""
    for host in dict.fromkeys([*wanted, *running_hosts(engine, settings)]):
        _await_boot(engine, settings, host)
        script = f"{containers.host_script(settings, host)}\n{access.host_script()}"
        access.remember(host, engine.execute(host.container, script))
    states = engine.states(settings.name)
    access.publish(host for host in settings.hosts.values() if host.container in states)


def _await_boot(engine: Engine, settings: Settings, host: Host) -> None:
    """systemd says `running`; units that failed are told, and nothing waits longer than BOOT_SECONDS."""
    deadline = time.monotonic() + BOOT_SECONDS
    while True:
        done = engine.run("exec", host.container, "systemctl", "is-system-running", check=False)
        said = done.stdout.strip() or done.stderr.strip()
        if said in ("running", "degraded"):
            break
        ended = done.returncode and engine.states(settings.name).get(host.container) != "running"
        if ended or time.monotonic() > deadline:
            problem = "ended at once" if ended else f"did not boot within {BOOT_SECONDS} s ({said})"
            logs = engine.run("logs", host.container, check=False)
            raise LabError("\n  ".join([f"{host.name} {problem}:", *(logs.stdout + logs.stderr).splitlines()[-10:]]))
        time.sleep(0.2)
    if said == "degraded":
        failed = engine.execute(host.container, "systemctl list-units --failed --plain --no-legend", check=False)
        say(f"{host.name} runs, with failed units: {', '.join(line.split()[0] for line in failed.splitlines())}")


def _set_link(engine: Engine, host: Host, direction: str) -> None:
    run(["ip", "link", "set", _link(engine, host)["ifname"], direction])


def _link(engine: Engine, host: Host) -> dict[str, str]:
    """The machine's end of the cable to the host's eth0."""
    index = int(engine.execute(host.container, "cat /sys/class/net/eth0/iflink"))
    for link in json.loads(run(["ip", "-json", "link"]).stdout):
        if link["ifindex"] == index:
            return dict(link)
    raise LabError(f"{host.name}: the machine has no interface {index} that leads to its eth0")


def _state(engine: Engine, host: Host, state: str) -> str:
    if state != "running":
        return state
    return "unplugged" if "UP" not in _link(engine, host)["flags"] else "running"
