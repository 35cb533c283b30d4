# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's dump of links and addresses, as recorded in a network namespace."""

from __future__ import annotations

import base64
import zlib

from ansible_collections.quorum.kube.plugins.module_utils._net import netlink

LINKS = (
    "eNrtmM9PE0EUx78z2+0vKhRsBAEtKOIPUIsSD0gVFWMwhkQ96MHERtuoiaFqrF487NFDD/wBxPQP8eTJgwcPHIz6BxgTPXnwVt/MvK3LUlqgbW"
    "KxL6Hf19mZt7Mzbz6vy1sbiENCAFgM0wcClvIXdAsQgoXHeSCMXfhmATb1Vmajl/WS7hlGgD4F6SndHsZp1iHW/axp1iSPO4JyWelRHj/Dep51"
    "jvUsfpdDpLPc/yLHGdFxbIxyvIPcfpI1pTWIedbLPO/DWqP8nMaXFf8D+rFTLEu72GqLYYLWVLIfxFL+aSFXyCFlDaJI7a9pnYWnv/D9waN+Ez"
    "WuVbM4ba3K1WpxSjJKOaGjOQmascqlhWsSw7fMmF/8DHM8wj/PMlmpx/RVvjMTgXNdQN3utgSfjrVjMt83nquK4Z+3f51QY32cn2dqXtcWcO9l"
    "7ufvNy0sjKNjW7FZyvHtnqpElZE2NHwxhu664wM45wRwwbkT8rNb6Oy1OAkjlJW55w9ThoN/+S034PdXG5rf88xvw9nm8dvoxvwG81v4+C3q8D"
    "s6NJlevGv4XS6bE9UIv2Wb8Vs2md8rog9dtK73nj3KPsgBRSHpetzTt9fj93n83ZWZKsaafJJ4r79b+BgyeZYqKLV5P4MEMbWfIf4e4Vhd1Gx2"
    "NkY76/pBuuLms8mDbtYezocEhPOOY5zQmvT8Dghjivvv4bzrZx3g9r2sx7j/oH5yfQ7iSof1KoWxj8/RBOukjhOjc5KtrEcSyznXH8HKfdcfxW"
    "rK9Q9UalWMcn865vJgjPUQ63hLautWbZO1Fd7a+mp5fW1VuVGrtura1mBtFVXm3Y611b+HmSbtpWgyp+rF2+y8/4Xa+sleX1tVHsq4+65gIZt/"
    "uTRVp7Zim7VVNundSDZYW4OZgeM3k82rrf/7u1Gc6mWE1vUF/TAze2BrhEQ01/NPVFs7cP0qcb30psP1jrXXO1M1rgeqcD21w7n+Of1j9cuNDt"
    "dbyXWrTblevNLhesfai+sJ9X+vNVwH/gCLhgf3"
)
ADDRESSES = (
    "eNrzYWBgEGFgYmAE0n4cDAxMHA3/QGwOoEg9AwMjB1AORLMzMDPk5IPEORgawHrYGP5DgacPEwMIB6CbJdEA5EHM4vJl4AaZBaI5gWallmQYMD"
    "CQal4jsnk8UPN40M1rJNI8rgaIX0XAIiiAEZt+mFtZGbjBOjzQzXNoArsPZN7fchTzBJHN8wKa5QU1rwmsngHoA4Q5IAAA+9BDJw=="
)


def recorded(text):
    return zlib.decompress(base64.b64decode(text))


def test_interfaces_come_with_their_addresses_in_the_order_of_the_kernel():
    assert [
        {
            "name": "lo",
            "index": 1,
            "mac": "00:00:00:00:00:00",
            "mtu": 65536,
            "kind": "",
            "up": True,
            "running": True,
            "loopback": True,
            "addresses": [
                {"address": "127.0.0.1", "prefix": 8, "family": "ipv4", "secondary": False},
                {"address": "::1", "prefix": 128, "family": "ipv6", "secondary": False},
            ],
        },
        {
            "name": "eth0",
            "index": 2,
            "mac": "0a:1b:2c:3d:4e:5f",
            "mtu": 1500,
            "kind": "bridge",
            "up": True,
            "running": False,
            "loopback": False,
            "addresses": [
                {"address": "10.77.0.11", "prefix": 24, "family": "ipv4", "secondary": False},
                {"address": "10.77.0.12", "prefix": 24, "family": "ipv4", "secondary": True},
                {"address": "fd77::11", "prefix": 64, "family": "ipv6", "secondary": False},
            ],
        },
        {
            "name": "down1",
            "index": 3,
            "mac": "06:60:18:2d:53:1f",
            "mtu": 1500,
            "kind": "veth",
            "up": False,
            "running": False,
            "loopback": False,
            "addresses": [],
        },
        {
            "name": "down0",
            "index": 4,
            "mac": "da:3d:ed:d4:db:52",
            "mtu": 1500,
            "kind": "veth",
            "up": False,
            "running": False,
            "loopback": False,
            "addresses": [],
        },
    ] == netlink.interfaces(recorded(LINKS), recorded(ADDRESSES))


def test_the_end_of_a_dump_is_seen():
    assert netlink.is_last(recorded(LINKS))
    assert not netlink.is_last(recorded(LINKS)[:500])


def test_a_cut_dump_gives_what_is_whole():
    assert [] == netlink.interfaces(recorded(LINKS)[:10], b"")


def test_requests_carry_the_size_that_the_kernel_wants():
    assert (32, 24) == tuple(len(netlink.dump_request(kind)) for kind in (netlink.DUMP_LINKS, netlink.DUMP_ADDRESSES))
