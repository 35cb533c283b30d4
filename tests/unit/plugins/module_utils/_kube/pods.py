# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pod specifications for tests, as short as a table needs them, and any of them for properties."""

from __future__ import annotations

from hypothesis import strategies as st


def container(name="a", requests=None, limits=None, **fields):
    """A container whose requests and limits are written `cpu/memory`, a dash for none; other resources as mappings."""
    resources = {
        kind: amounts(value) for kind, value in (("requests", requests), ("limits", limits)) if value is not None
    }
    return {"name": name, "image": "nginx", **({"resources": resources} if resources else {}), **fields}


def amounts(value):
    """`500m/64Mi` as a resource list."""
    if isinstance(value, dict):
        return value
    return {name: text for name, text in zip(("cpu", "memory"), value.split("/")) if text != "-"}


def sidecar(name="s", requests=None, limits=None):
    """A sidecar."""
    return container(name, requests, limits, restartPolicy="Always")


quantities = st.sampled_from(["0", "100m", "0.1", "1", "1000m", "64Mi", "67108864", "1Gi", "1G", 0, 1, 0.5])
resource_lists = st.dictionaries(st.sampled_from(["cpu", "memory", "ephemeral-storage", "example.com/gpu"]), quantities)
containers = st.builds(container, st.sampled_from("abc"), resource_lists, resource_lists)
sidecars = st.builds(sidecar, st.sampled_from("stu"), resource_lists, resource_lists)
specs = st.fixed_dictionaries(
    {"containers": st.lists(containers, min_size=1, max_size=3)},
    optional={
        "initContainers": st.lists(st.one_of(containers, sidecars), max_size=3),
        "overhead": resource_lists,
        "resources": st.fixed_dictionaries({}, optional={"requests": resource_lists, "limits": resource_lists}),
    },
)
