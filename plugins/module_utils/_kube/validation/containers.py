# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Containers of every role, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateContainerCommon, validateContainers,
validateInitContainers, validateEphemeralContainers (1.28 - 1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .environment import check_environment, check_environment_sources
from .field import named
from .mounts import check_devices, check_mounts
from .ports import check_host_ports_once, check_ports
from .probes import check_lifecycle, check_probes
from .resources import check_container_resources, name_shown
from .restarts import check_init_restart_policy, check_restart_policy
from .review import Review
from .security import check_container_security

PULL_POLICIES = ("Always", "IfNotPresent", "Never")
MESSAGE_POLICIES = ("File", "FallbackToLogsOnError")
_ONLY_SIDECARS = "may not be set for init containers without restartPolicy=Always"
_SIDECAR_FIELDS = ("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")
# What an ephemeral container may not have, in the order of the API's struct.
_NOT_EPHEMERAL = (
    "ports",
    "resources",
    "resizePolicy",
    "restartPolicy",
    "restartPolicyRules",
    "livenessProbe",
    "readinessProbe",
    "startupProbe",
    "lifecycle",
)
_RESTARTS = ("restartPolicy", "restartPolicyRules")
_NOT_EPHEMERAL_TEXT = "cannot be set for an Ephemeral Container"


def check_containers(review: Review, containers: Sequence[Any], path: str) -> None:
    """Regular containers."""
    errors = review.errors
    if not containers:
        errors.required(path)
        return
    names: set[str] = set()
    for index, item in enumerate(containers):
        container, place = item or {}, f"{path}[{index}]"
        _common(review, container, place)
        name = container.get("name") or ""
        if name in names:
            errors.duplicate(f"{place}.name", name)
        names.add(name)
        if container.get("lifecycle") is not None:
            check_lifecycle(review, container["lifecycle"], f"{place}.lifecycle")
        check_probes(review, container, place)
        check_restart_policy(review, container, place)
    check_host_ports_once(review, containers, path)


def check_init_containers(review: Review, containers: Sequence[Any], path: str) -> None:
    """Init containers, sidecars among them."""
    names = {(other or {}).get("name") or "" for other in review.spec.get("containers") or ()}
    for index, item in enumerate(containers):
        container, place = item or {}, f"{path}[{index}]"
        _common(review, container, place)
        check_init_restart_policy(review, container, place)
        name = container.get("name") or ""
        if name in names:
            review.errors.duplicate(f"{place}.name", name)
        elif name:
            names.add(name)
        check_host_ports_once(review, [container], path)
        _role_of_init_container(review, container, place)


def _role_of_init_container(review: Review, container: Mapping[str, Any], path: str) -> None:
    sidecar = container.get("restartPolicy") == "Always" and review.rules.sidecars
    if sidecar:
        if container.get("lifecycle") is not None:
            check_lifecycle(review, container["lifecycle"], f"{path}.lifecycle")
        check_probes(review, container, path)
        return
    for name in _SIDECAR_FIELDS:
        if _is_present(review, container, name):
            review.errors.forbidden(f"{path}.{name}", _ONLY_SIDECARS)
    if not review.rules.resize or not review.rules.resize_restarts_checked:
        return
    for index, policy in enumerate(container.get("resizePolicy") or ()):
        if (policy or {}).get("restartPolicy") == "RestartContainer":
            review.errors.invalid(
                f"{path}.resizePolicy[{index}].restartPolicy",
                named("RestartContainer"),
                "must not be set to 'RestartContainer' for non-sidecar initContainers",
            )


def _is_present(review: Review, container: Mapping[str, Any], name: str) -> bool:
    """A lifecycle of a stop signal alone is dropped with its gate (pkg/api/pod/util.go dropContainerStopSignals)."""
    value = container.get(name)
    if name != "lifecycle" or value is None or review.rules.stop_signals or value.get("stopSignal") is None:
        return value is not None
    return value.get("postStart") is not None or value.get("preStop") is not None


def check_ephemeral_containers(review: Review, containers: Sequence[Any], path: str) -> None:
    """They are refused on creation anyway; their own errors come before that."""
    errors = review.errors
    others = {
        (other or {}).get("name") or ""
        for role in ("containers", "initContainers")
        for other in review.spec.get(role) or ()
    }
    names = set(others)
    for index, item in enumerate(containers):
        container, place = item or {}, f"{path}[{index}]"
        _common(review, container, place, ephemeral=True)
        check_image_spaces(review, container, place)
        name, target = container.get("name") or "", container.get("targetContainerName") or ""
        if name in names:
            errors.duplicate(f"{place}.name", name)
        names.add(name)
        if target and target not in others:
            errors.not_found(f"{place}.targetContainerName", target)
        for field in _NOT_EPHEMERAL:
            if _is_set(review, container, field):
                errors.forbidden(f"{place}.{field}", _NOT_EPHEMERAL_TEXT)
        for position, mount in enumerate(container.get("volumeMounts") or ()):
            for field in ("subPath", "subPathExpr"):
                if (mount or {}).get(field):
                    errors.forbidden(f"{place}.volumeMounts[{position}].{field}", _NOT_EPHEMERAL_TEXT)


def _is_set(review: Review, container: Mapping[str, Any], field: str) -> bool:
    """Whether a field is anything but what Go has for nothing: an empty list is something, empty resources are not."""
    value = container.get(field)
    if field == "resources" and value is not None:
        return any(part is not None for part in value.values())
    if field in _RESTARTS and review.rules.restart_policies_listed and not review.rules.restart_rules:
        return False  # pkg/api/pod/util.go dropContainerRestartRules
    return _is_present(review, container, field)


def check_image_spaces(review: Review, container: Mapping[str, Any], path: str) -> None:
    """Refused on pods only: templates with such images were accepted once and still are."""
    image = container.get("image") or ""
    if image != image.strip():
        review.errors.invalid(f"{path}.image", image, "must not have leading or trailing whitespace")


def _common(review: Review, container: Mapping[str, Any], path: str, ephemeral: bool = False) -> None:
    get = container.get
    _name_and_image(review, container, path)
    if get("ports"):
        check_ports(review, container["ports"], f"{path}.ports", ephemeral)
    if get("env"):
        check_environment(review, container["env"], f"{path}.env")
    if get("envFrom"):
        check_environment_sources(review, container["envFrom"], f"{path}.envFrom")
    if get("volumeMounts"):
        check_mounts(review, container, f"{path}.volumeMounts")
    if get("volumeDevices"):
        check_devices(review, container, f"{path}.volumeDevices")
    check_pull_policy(review, get("imagePullPolicy"), f"{path}.imagePullPolicy")
    if get("resources"):
        check_container_resources(review, container["resources"], f"{path}.resources", ephemeral)
    if get("resizePolicy") and review.rules.resize:
        _resize_policy(review, container["resizePolicy"], f"{path}.resizePolicy")
    if get("securityContext"):
        check_container_security(review, container["securityContext"], f"{path}.securityContext")


def _name_and_image(review: Review, container: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    name = container.get("name") or ""
    if not name:
        errors.required(f"{path}.name")
    else:
        for reason in review.rules.dns_label(name):
            errors.invalid(f"{path}.name", name, reason)
    if not container.get("image"):
        errors.required(f"{path}.image")
    policy = container.get("terminationMessagePolicy") or "File"
    if policy not in MESSAGE_POLICIES:
        errors.unsupported(f"{path}.terminationMessagePolicy", named(policy), MESSAGE_POLICIES)


def check_pull_policy(review: Review, policy: Any, path: str) -> None:
    """An absent policy has been defaulted from the image's tag."""
    if policy and policy not in PULL_POLICIES:
        review.errors.unsupported(path, named(policy), PULL_POLICIES)


def _resize_policy(review: Review, policies: Sequence[Any], path: str) -> None:
    """All but the duplicate are told at the list, as upstream has them."""
    errors = review.errors
    never = (review.spec.get("restartPolicy") or "Always") == "Never"
    seen: set[str] = set()
    for index, item in enumerate(policies):
        resource, policy = (item or {}).get("resourceName") or "", (item or {}).get("restartPolicy") or ""
        if resource in seen:
            errors.duplicate(f"{path}[{index}]", name_shown(review, resource))
        seen.add(resource)
        if not resource:
            errors.required(path)
        elif resource not in ("cpu", "memory"):
            errors.unsupported(path, name_shown(review, resource), ("cpu", "memory"))
        if not policy:
            errors.required(path)
        elif policy not in ("NotRequired", "RestartContainer"):
            errors.unsupported(path, named(policy), ("NotRequired", "RestartContainer"))
        if never and policy != "NotRequired":
            what = "pod `restartPolicy`" if review.rules.resize_names_pod else "`restartPolicy`"
            errors.invalid(path, named(policy), f"must be 'NotRequired' when {what} is 'Never'")
