"""Forwards port 6443 of its address to the backends that answer, in turn, with the client's address left as it is.

    balancer.py OWN-ADDRESS BACKEND …

A backend is taken out after two failed connections, one a second, and comes back with the first that works. They come
from an address of 100.64.0.0/10, as Alibaba's do: a backend may hold the balancer's address itself.
"""

from __future__ import annotations

import pathlib
import socket
import subprocess
import sys
import time

PORT = 6443
CHECKS_FROM = "100.64.0.1"


def answers(address: str) -> bool:
    try:
        socket.create_connection((address, PORT), timeout=1, source_address=(CHECKS_FROM, 0)).close()
    except OSError:
        return False
    return True


def forward(own: str, backends: list[str]) -> None:
    """One nft transaction: connections that exist keep their backend, new ones go to these."""
    turns = ", ".join(f"{turn} : {backend}" for turn, backend in enumerate(backends))
    target = f"dnat to numgen inc mod {len(backends)} map {{ {turns} }}" if backends else "drop"
    rules = f"""
table ip slb
delete table ip slb
table ip slb {{
    chain forward_new {{
        type nat hook prerouting priority dstnat;
        ip daddr {own} tcp dport {PORT} {target}
    }}
}}
"""
    subprocess.run(["nft", "-f", "-"], input=rules, text=True, check=True)
    print(f"backends: {' '.join(backends) or 'none'}", flush=True)


def main() -> None:
    own, *backends = sys.argv[1:]
    for setting, value in (("ip_forward", "1"), ("conf/all/send_redirects", "0"), ("conf/eth0/send_redirects", "0")):
        pathlib.Path("/proc/sys/net/ipv4", setting).write_text(value)
    for address, link in ((own, "eth0"), (CHECKS_FROM, "lo")):
        subprocess.run(["ip", "address", "replace", f"{address}/32", "dev", link], check=True)
    failures = dict.fromkeys(backends, 2)
    active = None
    while True:
        for backend in backends:
            failures[backend] = 0 if answers(backend) else failures[backend] + 1
        alive = [backend for backend in backends if failures[backend] < 2]
        if alive != active:
            forward(own, alive)
            active = alive
        time.sleep(1)


main()
