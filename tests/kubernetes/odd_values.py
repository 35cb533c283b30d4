# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that nobody means to write: put anywhere into an object, they must lead to an answer and never to a traceback.

Run as a program it does so as often as wanted: `python -m ….odd_values 100000 [SEED]`.
"""

from __future__ import annotations

import copy
import json
import random
import resource
import sys
import time
from typing import Any


def nested(depth: int, as_list: bool) -> Any:
    value: Any = []
    for dummy in range(depth):
        value = [value] if as_list else {"a": value}
    return value


ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**31,
    2**63,
    -(2**63) - 1,
    10**400,
    0.1,
    1e308,
    float("inf"),
    float("nan"),
    "",
    " ",
    "\x00",
    "\ud800",
    "é\u0301",
    "\u202e",
    "🙂" * 300,
    "a" * 100_000,
    "1e99999999999",
    "9" * 5000,
    "metadata.labels['",
    "..",
    "/",
    [],
    [None],
    [[]],
    {},
    {"": ""},
    {None: 1},
    {1: 2},
    nested(90, True),
    nested(90, False),
    b"bytes",
    (1, 2),
    object(),
)


def places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every container and key below a value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in list(entries):
        found.append((value, key))
        places(item, found)
    return found


def spoil(value: dict[str, Any], source: random.Random) -> None:
    """Puts one to three odd values anywhere into the object."""
    for dummy in range(source.randint(1, 3)):
        found = places(value, [])
        owner, key = source.choice(found)
        odd = copy.deepcopy(source.choice(ODD))
        if isinstance(owner, dict) and source.random() < 0.1:
            owner[odd if isinstance(odd, (str, int, float, bool, type(None))) else "odd"] = odd
        else:
            owner[key] = odd


def main(count: int, seed: int) -> None:
    """Judges `count` spoilt objects by every module that takes manifests; ends with what it took."""
    from ansible_collections.quorum.kube.plugins.module_utils._kube.cgroups import Node
    from ansible_collections.quorum.kube.plugins.module_utils._kube.qos_report import told_documents
    from ansible_collections.quorum.kube.plugins.module_utils._kube.releases import gates_of
    from ansible_collections.quorum.kube.plugins.module_utils._kube.validation.report import Report
    from ansible_collections.quorum.kube.plugins.module_utils._manifests import Document, Documents
    from ansible_collections.quorum.kube.tests.kubernetes.generators import Generator

    source = random.Random(seed)
    gates = [gates_of(version, None) for version in ("1.28", "1.33", "1.37")]
    reports = [Report(each, {}, "default") for each in gates]
    began, refused = time.monotonic(), 0
    for number in range(seed, seed + count):
        draw = Generator(number)
        value = source.choice((draw.pod, draw.workload, draw.node))()
        spoil(value, source)
        document = Document(value, "", 1, None)
        which = number % len(gates)
        try:
            told = reports[which].told(document)
            json.dumps(told, default=str)
            if value.get("kind") != "Node":
                told_documents(Documents([document], [], {}), gates[which], {}, "default", Node())
        except Exception:
            print(f"seed {number}: {str(value)[:4000]}", file=sys.stderr)
            raise
        refused += not told["valid"]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    took = time.monotonic() - began
    print(f"{count} objects from seed {seed}: {refused} refused, none raised; {took:.0f} s, {peak} MiB")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
