"""A provider's balancer: a box that holds .200 and forwards port 6443 to the masters without changing the source.

The masters' answers go back through the box, as a provider's network sees to. A connection that comes back to the
master it started from is lost there: the kernel drops packets from outside that claim the host's own address.
"""

from __future__ import annotations

from pathlib import Path

from quorum_lab import machine
from quorum_lab.engine import LABEL, Engine, open_engine
from quorum_lab.errors import LabError
from quorum_lab.hosts import running_hosts
from quorum_lab.process import locked
from quorum_lab.settings import Settings

PROGRAM = Path(__file__).resolve().parents[1] / "guest" / "balancer.py"
UNIT = "lab-balancer-route.service"

# What the hosts answer on port 6443 takes the way back through the box; all else goes straight. The way has an address
# of its own, because a host may hold the balancer's.
GATEWAY_BYTE = 201
ROUTE_UNIT = """\
[Unit]
Description=Lab: answers to the balancer's clients go back through the balancer
After=network.target

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/sbin/ip route replace table 6443 {subnet} via {gateway} dev eth0 onlink
ExecStart=/usr/sbin/ip route replace table 6443 100.64.0.0/10 via {gateway} dev eth0 onlink
ExecStart=-/usr/sbin/ip rule del priority 6443
ExecStart=/usr/sbin/ip rule add priority 6443 ipproto tcp sport 6443 lookup 6443
ExecStop=/usr/sbin/ip rule del priority 6443
ExecStop=/usr/sbin/ip route flush table 6443

[Install]
WantedBy=multi-user.target
"""


def balancer_up(settings: Settings) -> None:
    """The box runs and forwards to those masters whose port 6443 answers."""
    with locked(settings.lock, f"another command changes the lab {settings.name}"):
        engine = open_engine(settings)
        masters = [host for host in running_hosts(engine, settings) if host.is_master]
        if not masters:
            raise LabError(f"lab {settings.name} has no running master (start it with `lab up`)")
        if engine.states(settings.name).get(_container(settings)) != "running":
            _start(engine, settings, engine.container_image(masters[0].container))
        unit = ROUTE_UNIT.format(subnet=settings.subnet, gateway=settings.address(GATEWAY_BYTE))
        script = f"cat > /etc/systemd/system/{UNIT} <<'END'\n{unit}END\nsystemctl daemon-reload\n"
        for master in masters:
            engine.execute(master.container, f"{script}systemctl enable --quiet --now {UNIT}")


def balancer_down(settings: Settings) -> None:
    """The box is gone, and with it the way back on the masters that run."""
    with locked(settings.lock, f"another command changes the lab {settings.name}"):
        engine = open_engine(settings)
        engine.remove(_container(settings), check=False)
        for host in running_hosts(engine, settings):
            script = f"[ -e /etc/systemd/system/{UNIT} ] || exit 0\nsystemctl disable --quiet --now {UNIT}\n"
            engine.execute(host.container, f"{script}rm /etc/systemd/system/{UNIT}\nsystemctl daemon-reload")


def _container(settings: Settings) -> str:
    return f"{settings.name}-balancer"


def _start(engine: Engine, settings: Settings, image: str) -> None:
    container = _container(settings)
    engine.run("rm", "--force", container, check=False)
    masters = [host.address for host in settings.hosts.values() if host.is_master]
    engine.run(
        *("run", "--detach", "--name", container, "--hostname", "balancer", "--label", f"{LABEL}={settings.name}"),
        *("--privileged", "--network", settings.network, "--ip", settings.address(GATEWAY_BYTE)),
        *machine.resource_limits(),
        *("--volume", f"{PROGRAM}:/opt/lab/balancer.py:ro", image),
        *("python3", "-u", "/opt/lab/balancer.py", settings.balancer, *masters),
    )
