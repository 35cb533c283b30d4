# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of a running cluster, read through kubernetes.core. Private to this collection.

Nothing but lists is asked for. kubernetes.core and its library are only needed by who asks: everything else of this
collection works without them, and so the options stand here as well.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Optional

from ._kube.errors import InputError, Mistakes, Problem
from ._kube.objects import text
from ._kube.saved import pruned, release_of
from ._kube.sharing import Sharing

try:
    from ansible_collections.kubernetes.core.plugins.module_utils.k8s.client import get_api_client
except ImportError:
    get_api_client = None

try:
    import kubernetes
    import urllib3

    HAS_LIBRARY = True
    ApiError: Any = kubernetes.client.ApiException
except ImportError:
    HAS_LIBRARY = False
    ApiError = OSError  # nothing is asked without the library

ACCESS_ARGUMENT_SPEC: dict[str, dict[str, Any]] = {
    "kubeconfig": {"type": "raw"},
    "context": {"type": "str"},
    "host": {"type": "str"},
    "api_key": {"type": "str", "no_log": True},
    "username": {"type": "str"},
    "password": {"type": "str", "no_log": True},
    "validate_certs": {"type": "bool", "aliases": ["verify_ssl"]},
    "ca_cert": {"type": "path", "aliases": ["ssl_ca_cert"]},
    "client_cert": {"type": "path", "aliases": ["cert_file"]},
    "client_key": {"type": "path", "aliases": ["key_file"], "no_log": False},
    "proxy": {"type": "str"},
    "no_proxy": {"type": "str"},
    "proxy_headers": {
        "type": "dict",
        "options": {
            "proxy_basic_auth": {"type": "str", "no_log": True},
            "basic_auth": {"type": "str", "no_log": True},
            "user_agent": {"type": "str"},
        },
    },
    "persist_config": {"type": "bool"},
    "impersonate_user": {"type": "str"},
    "impersonate_groups": {"type": "list", "elements": "str"},
}

KINDS = (
    ("v1", "Node"),
    ("v1", "Pod"),
    ("v1", "Namespace"),
    ("v1", "PersistentVolume"),
    ("v1", "PersistentVolumeClaim"),
    ("v1", "Service"),
    ("v1", "LimitRange"),
    ("v1", "ResourceQuota"),
    ("v1", "ServiceAccount"),
    ("autoscaling/v2", "HorizontalPodAutoscaler"),
    ("policy/v1", "PodDisruptionBudget"),
    ("scheduling.k8s.io/v1", "PriorityClass"),
    ("node.k8s.io/v1", "RuntimeClass"),
    ("storage.k8s.io/v1", "StorageClass"),
    ("storage.k8s.io/v1", "CSINode"),
    ("storage.k8s.io/v1", "CSIDriver"),
    ("storage.k8s.io/v1", "CSIStorageCapacity"),
    ("storage.k8s.io/v1", "VolumeAttachment"),
    ("resource.k8s.io/v1", "DeviceClass"),
)
"""What scheduling and the relations between objects depend on."""

PAGE = 500
ATTEMPTS = 10
_FORBIDDEN, _GONE = 403, 410
_BUSY = frozenset([429, 500, 503, 504])
_SECRET_FIELDS = frozenset(
    ["token", "password", "client-key-data", "access-token", "refresh-token", "id-token", "client-secret"]
)
_ASKED = "a cluster that can be asked through kubeconfig, context or host"


Page = list[dict[str, Any]]


class LiveObjects(NamedTuple):
    """One list for each kind that could be read, a sentence for each that could not, and the server's release."""

    lists: list[dict[str, Any]]
    warnings: list[str]
    release: str = ""


def is_asked(params: Mapping[str, Any]) -> bool:
    """Whether any option says how to reach a cluster."""
    return any(params[name] is not None for name in ACCESS_ARGUMENT_SPEC)


def live_objects(params: Mapping[str, Any]) -> LiveObjects:
    """What the cluster holds of `KINDS`. A kind that may not be listed is left out, except for nodes and pods.

    Raises one `InputError` where kubernetes.core or its library is missing, or the cluster cannot be asked.
    """
    found, sharing = LiveObjects([], []), Sharing()
    with cluster(params) as client:
        for version, kind in KINDS:
            items: Optional[Page] = None
            for page in pages_of_kind(client, version, kind, found.warnings):
                items = [] if items is None else items
                items += map(sharing.of, page)
            if items is not None:
                found.lists.append({"apiVersion": version, "kind": f"{kind}List", "items": items})
        return found._replace(release=release_of(client.client.version.get("kubernetes") or {}))


@contextlib.contextmanager
def cluster(params: Mapping[str, Any]) -> Iterator[Any]:
    """kubernetes.core's client; whatever keeps the cluster from being asked ends the block as one `InputError`."""
    check_access(params)
    urllib3.disable_warnings(urllib3.exceptions.InsecureRequestWarning)  # who set validate_certs knows
    try:
        yield get_api_client(**{name: params[name] for name in ACCESS_ARGUMENT_SPEC})
    except InputError:
        raise
    except kubernetes.client.ApiException as error:
        raise _refused(f"the API server answers {error.status} {error.reason}") from None
    except (kubernetes.config.ConfigException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
        raise _refused(str(error)) from None
    except Exception as error:
        if type(error).__name__ == "CoreException":  # its class moves between releases of kubernetes.core
            raise _refused(str(error)) from None
        raise


def secrets_of(params: Mapping[str, Any]) -> set[str]:
    """What must not be printed of a kubeconfig that is given as a mapping."""
    return set(_secrets(params["kubeconfig"]))


def _secrets(value: Any) -> Iterator[str]:
    for name, entry in value.items() if isinstance(value, Mapping) else ():
        if name in _SECRET_FIELDS and isinstance(entry, str) and entry:
            yield entry
        yield from _secrets(entry)
    for entry in value if isinstance(value, list) else ():
        yield from _secrets(entry)


def check_access(params: Mapping[str, Any]) -> None:
    """Raises one `InputError` with what keeps any cluster from being asked: libraries, the file of a kubeconfig."""
    mistakes = Mistakes()
    mistakes.of(_needs_libraries, None)
    mistakes.of(lambda: _needs_files(params["kubeconfig"]), None)
    mistakes.tell()


def _needs_libraries() -> None:
    missing = [
        Problem("live", f"{what} is missing on the host that runs the module", f"what {command} installs")
        for what, present, command in (
            (
                "the collection kubernetes.core",
                get_api_client is not None,
                "ansible-galaxy collection install kubernetes.core",
            ),
            ("the Python library kubernetes", HAS_LIBRARY, "pip install kubernetes"),
        )
        if not present
    ]
    if missing:
        raise InputError(missing)


def _needs_files(kubeconfig: Any) -> None:
    """Refuses paths of which none leads to a file; what is not given is found by the library."""
    paths = kubeconfig.split(os.pathsep) if isinstance(kubeconfig, str) and kubeconfig else []
    if paths and not any(os.path.exists(os.path.expanduser(path)) for path in paths):
        raise InputError([Problem("kubeconfig", f"{kubeconfig} leads to no file", "the path of a kubeconfig")])


def pages_of_kind(client: Any, version: str, kind: str, warnings: list[str]) -> Iterator[Page]:
    """The objects of a kind in the whole cluster, a page at a time, as far as a snapshot keeps them.

    No page comes of a kind that the release does not serve, and none, but a warning, of one that may not be listed:
    it is as unknown as one that was not given.
    """
    try:
        resource = client.resource(kind, version)
    except (kubernetes.dynamic.exceptions.ResourceNotFoundError, kubernetes.dynamic.exceptions.NotFoundError):
        return
    try:
        for page in _pages(resource):
            yield [pruned({"apiVersion": version, "kind": kind, **item}) for item in page]
    except kubernetes.client.ApiException as error:
        if error.status != _FORBIDDEN or kind in ("Node", "Pod"):
            raise _refused(f"the list of {resource.name}: {error.status} {error.reason}") from None
        warnings.append(
            f"{resource.name} may not be listed: what depends on them stays unknown (the API server answers 403)"
        )


def objects_of(client: Any, version: str, kind: str, **where: str) -> list[dict[str, Any]]:
    """The objects of a kind, as `namespace` or `field_selector` narrow them; a kind that is not served has none."""
    try:
        resource = client.resource(kind, version)
    except kubernetes.dynamic.exceptions.ResourceNotFoundError:
        return []
    return [{"apiVersion": version, "kind": kind, **item} for page in _pages(resource, **where) for item in page]


def _pages(resource: Any, **where: str) -> Iterator[Page]:
    """All objects, a page at a time.

    When the server has forgotten the state that the first page was of, the rest is of a newer one, which it offers
    (apiserver storage/etcd3/errors.go, 1.28 - 1.37): no list is ever asked for whole, however large it is.
    """
    following = ""
    while True:
        more = {"_continue": following} if following else {}
        try:
            answer = _asked(resource, {"limit": PAGE, **where, **more})
        except ApiError as error:
            offered = _offered(error)
            if offered in ("", following):
                raise
            following = offered
            continue
        yield answer.get("items") or []
        following = (answer.get("metadata") or {}).get("continue") or ""
        if not following:
            return


def _asked(resource: Any, options: Mapping[str, Any], attempts: int = ATTEMPTS) -> dict[str, Any]:
    """One page. Where the server says when to come again, as an overloaded one does, it is asked again then."""
    try:
        answer: dict[str, Any] = json.loads(resource.get(serialize=False, **options).data)
    except ApiError as error:
        seconds = str((error.headers or {}).get("Retry-After", ""))
        if attempts == 1 or error.status not in _BUSY or not seconds.isdecimal():
            raise
    else:
        return answer
    time.sleep(int(seconds))
    return _asked(resource, options, attempts - 1)


def _offered(error: Any) -> str:
    """Where a list goes on whose state the server has forgotten; empty where it says nothing of that."""
    if error.status != _GONE:
        return ""
    try:
        return text(json.loads(error.body)["metadata"]["continue"])
    except (KeyError, TypeError, ValueError):
        return ""


def _refused(found: str) -> InputError:
    return InputError([Problem("the live cluster", found, _ASKED)])
