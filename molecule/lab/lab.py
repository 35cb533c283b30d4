"""Real systemd hosts for tests and demonstrations, in a network of their own on this machine."""

from __future__ import annotations

import argparse
import json
import os
import sys

from quorum_lab import containers, hosts
from quorum_lab.access import USERS, Access
from quorum_lab.apiservers import apiservers as start_apiservers
from quorum_lab.apiservers import stub as start_stub
from quorum_lab.apiservers import unstub
from quorum_lab.balancer import balancer_down, balancer_up
from quorum_lab.engine import KEEP_CLOCK, open_engine
from quorum_lab.errors import LabError
from quorum_lab.image import remove_images
from quorum_lab.process import say
from quorum_lab.settings import DISTROS, HOST_BYTES, Settings, read_settings

EPILOG = """environment:
  QUORUM_LAB_NAME    which lab (default: quorum); labs with different names and subnets live side by side
  QUORUM_LAB_SUBNET  its network (default: 172.19.170.0/24); the hosts are .183-.187, the VIP .100, the balancer .200
  QUORUM_LAB_IPV6    yes: the hosts have IPv6 too, fd00:172:19:170::183 and so on, and the cluster's addresses are these
  QUORUM_LAB_ENGINE  podman or docker (default: what is found)
  QUORUM_LAB_USER    whom `connection` logs in: root (default) or deploy
  QUORUM_KUBE_CACHE  where state, programs and images' recipes live (default: ~/.cache/quorum.kube)
"""


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="lab", description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str, host: bool = False) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        if host:
            sub.add_argument("host", metavar="HOST", choices=list(HOST_BYTES), help=", ".join(HOST_BYTES))
        return sub

    sub = command("up", "start the hosts; does nothing to those that run")
    sub.add_argument("--hosts", default=",".join(HOST_BYTES), help="comma-separated; default: all five")
    sub.add_argument("--distro", choices=DISTROS, help=f"Debian release; default: the lab's own, else {DISTROS[0]}")
    command("down", "remove the hosts, the network and the files of this lab")
    command("programs", "fetch or make all programs and images that a cluster starts with; prints their folders")
    command("prune", "remove the images of hosts that no lab runs; they are built anew when they are needed")
    command("status", "tell the state of each host")
    sub = command("exec", "run a command in a host as root; without one, a shell", host=True)
    sub.add_argument("words", nargs=argparse.REMAINDER, metavar="-- CMD …")
    command("kill", "end a host at once, as by pulling its plug", host=True)
    command("start", "boot a killed host", host=True)
    command("unplug", "take a host's network cable out", host=True)
    command("plug", "put a host's network cable back", host=True)
    command("apiservers", "run etcd and real kube-apiservers on the masters; prints the path of an admin's kubeconfig")
    sub = command("stub", "let a server answer CODE to everything in the place of a host's API server", host=True)
    sub.add_argument("code", type=int, metavar="CODE", help="HTTP status, such as 200, 401, 429, 500")
    command("unstub", "give a host its API server back", host=True)
    sub = command("balancer", "start or remove a provider's balancer (.200) that forwards 6443 to the masters")
    sub.add_argument("direction", choices=("up", "down"))
    sub = command("connection", "print the path of an inventory with the connection settings of the hosts")
    user = os.environ.get("QUORUM_LAB_USER") or USERS[0]
    sub.add_argument("--user", choices=USERS, default=user, help="deploy uses sudo with a password")
    sub.add_argument("--list", action="store_true", help="print the inventory itself, as Ansible wants it of a script")
    sub = command("engine", "run a command of the container engine as the lab runs it, to look inside")
    sub.add_argument("words", nargs=argparse.REMAINDER, metavar="-- CMD …")
    return parser


def up(settings: Settings, options: argparse.Namespace) -> int:
    names = [name for name in options.hosts.split(",") if name]
    hosts.up(settings, names, options.distro)
    say(f"lab {settings.name} is up in {settings.subnet}: {', '.join(names)}")
    return 0


def status(settings: Settings, _options: argparse.Namespace) -> int:
    found = hosts.status(settings)
    for host in found:
        print(f"{host.name:10} {host.address:16} {host.state}")
    if not found:
        print(f"there is no lab {settings.name}")
    return 0 if found and all(host.state == "running" for host in found) else 1


def execute(settings: Settings, options: argparse.Namespace) -> int:
    engine, host = hosts.running_host(settings, options.host)
    words = options.words[1:] if options.words[:1] == ["--"] else options.words
    terminal = ["-t"] if sys.stdin.isatty() and sys.stdout.isatty() else []
    command = engine.command("exec", "-i", *terminal, host.container, *KEEP_CLOCK, *(words or ["bash", "-l"]))
    os.execvp(command[0], command)


def connection(settings: Settings, options: argparse.Namespace) -> int:
    access = Access(settings)
    if options.list:
        hosts_found = access.hosts(options.user)
        group = {"hosts": list(hosts_found), "vars": access.variables(options.user)}
        print(json.dumps({"all": group, "_meta": {"hostvars": hosts_found}}))
        return 0
    path = access.inventory(options.user)
    if not path.exists():
        raise LabError(f"there is no lab {settings.name} (start it with `lab up`)")
    print(path)
    return 0


def engine(settings: Settings, options: argparse.Namespace) -> int:
    words = options.words[1:] if options.words[:1] == ["--"] else options.words
    command = open_engine(settings).command(*words)
    os.execvp(command[0], command)


def apiservers(settings: Settings, _options: argparse.Namespace) -> int:
    print(start_apiservers(settings))
    return 0


def programs(settings: Settings, _options: argparse.Namespace) -> int:
    for folder in containers.fetch_programs(settings):
        print(folder)
    return 0


def stub(settings: Settings, options: argparse.Namespace) -> int:
    start_stub(settings, options.host, options.code)
    say(f"{options.host} answers {options.code} on port 6443")
    return 0


def balancer(settings: Settings, options: argparse.Namespace) -> int:
    (balancer_up if options.direction == "up" else balancer_down)(settings)
    say(f"balancer {options.direction}: {settings.balancer}")
    return 0


def down(settings: Settings, _options: argparse.Namespace) -> int:
    hosts.down(settings)
    return 0


def prune(settings: Settings, _options: argparse.Namespace) -> int:
    for image in remove_images(open_engine(settings)):
        say(f"removed {image}")
    return 0


def change_host(settings: Settings, options: argparse.Namespace) -> int:
    """The commands that do one thing to one host."""
    HOST_COMMANDS[options.command](settings, options.host)
    say(f"{options.command}: {options.host}")
    return 0


HOST_COMMANDS = {
    "kill": hosts.kill,
    "plug": hosts.plug,
    "start": hosts.start,
    "unplug": hosts.unplug,
    "unstub": unstub,
}
COMMANDS = {
    **dict.fromkeys(HOST_COMMANDS, change_host),
    "apiservers": apiservers,
    "balancer": balancer,
    "connection": connection,
    "down": down,
    "engine": engine,
    "exec": execute,
    "programs": programs,
    "prune": prune,
    "status": status,
    "stub": stub,
    "up": up,
}


def main() -> int:
    options = arguments().parse_args()
    return COMMANDS[options.command](read_settings(os.environ), options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except LabError as error:
        print(f"lab: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("lab: interrupted; run the same command again to go on", file=sys.stderr)
        sys.exit(130)
