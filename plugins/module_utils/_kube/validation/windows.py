# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Windows and Linux pods may not have, as kube-apiserver refuses it. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` validateWindowsSecurityContextOptions,
validateWindowsHostProcessPod, validateOS, validateLinux, validateWindows (1.28 - 1.37).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .field import named
from .review import Review

_SPEC_BYTES = 64 * 1024
_DOMAIN_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
_DOMAIN = re.compile(f"{_DOMAIN_LABEL}(?:\\.{_DOMAIN_LABEL})*")
_NETBIOS = re.compile(r"""[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}""")
_BAD_USER = re.compile(r"""["/\\:;|=,+*?<>@\[\]]""")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_NOT_WINDOWS = "cannot be set for a windows pod"
_POD_FIELDS = (
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "fsGroup",
    "fsGroupChangePolicy",
    "sysctls",
    "runAsUser",
    "runAsGroup",
    "supplementalGroups",
    "supplementalGroupsPolicy",
    "seLinuxChangePolicy",
)
_HOST_FIELDS = ("hostUsers", "hostPID", "hostIPC", "shareProcessNamespace")
# Up to 1.36 the fields of the host were a part of the security context.
_MIXED_FIELDS = (*_POD_FIELDS[:2], *_HOST_FIELDS[:3], *_POD_FIELDS[2:6], *_HOST_FIELDS[3:], *_POD_FIELDS[6:])
_CONTAINER_FIELDS = (
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "capabilities",
    "readOnlyRootFilesystem",
    "privileged",
    "allowPrivilegeEscalation",
    "procMount",
    "runAsUser",
    "runAsGroup",
)


def check_windows_options(review: Review, options: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    name = options.get("gmsaCredentialSpecName")
    if name is not None:
        errors.invalid_each(f"{path}.gmsaCredentialSpecName", named(name), review.rules.dns_subdomain(name))
    credential = options.get("gmsaCredentialSpec")
    if credential is not None:
        place = f"{path}.gmsaCredentialSpec"
        if not credential:
            errors.invalid(place, named(credential), "gmsaCredentialSpec cannot be an empty string")
        elif len(credential.encode("utf-8", "surrogatepass")) > _SPEC_BYTES:
            errors.invalid(place, named(credential), "gmsaCredentialSpec size must be under 64 KiB")
    user = options.get("runAsUserName")
    if user is not None:
        for problem in _user_problems(user):
            errors.invalid(f"{path}.runAsUserName", named(user), problem)


def _user_problems(name: str) -> list[str]:
    """The reasons why `DOMAIN\\USER` is no user of Windows."""
    parts = name.split("\\")
    if not name:
        return ["runAsUserName cannot be an empty string"]
    if _CONTROL.search(name):
        return ["runAsUserName cannot contain control characters"]
    if len(parts) > 2:
        return ["runAsUserName cannot contain more than one backslash"]
    user, problems = parts[-1], []
    if len(parts) == 2:
        if len(parts[0].encode("utf-8", "surrogatepass")) >= 256:
            problems.append("runAsUserName's Domain length must be under 256 characters")
        if not _NETBIOS.fullmatch(parts[0]) and not _DOMAIN.fullmatch(parts[0]):
            problems.append("runAsUserName's Domain doesn't match the NetBios nor the DNS format")
    if not user:
        problems.append("runAsUserName's User cannot be empty")
    elif len(user.encode("utf-8", "surrogatepass")) > 104:
        problems.append("runAsUserName's User length must not be longer than 104 characters")
    if user and not user.strip(". "):
        problems.append("runAsUserName's User cannot contain only periods or spaces")
    if _BAD_USER.search(user):
        problems.append("""runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]""")
    return problems


def check_host_process(review: Review, path: str) -> None:
    """All containers of a pod are host processes of Windows, or none is."""
    errors = review.errors
    wanted = ((review.spec.get("securityContext") or {}).get("windowsOptions") or {}).get("hostProcess")
    containers = processes = 0
    for place, container in review.containers(path):
        containers += 1
        own = ((container.get("securityContext") or {}).get("windowsOptions") or {}).get("hostProcess")
        if wanted is not None and own is not None and wanted != own:
            errors.invalid(
                f"{place}.securityContext.windowsOptions.hostProcess",
                own,
                f"pod hostProcess value must be identical if both are specified, was {str(wanted).lower()}",
            )
        processes += bool(wanted if own is None else own)
    if not processes:
        return
    if processes != containers:
        errors.invalid(
            path, "", "If pod contains any hostProcess containers then all containers must be HostProcess containers"
        )
    if not review.spec.get("hostNetwork"):
        errors.invalid(
            f"{path}.hostNetwork", False, "hostNetwork must be true if pod contains any hostProcess containers"
        )


def check_operating_system(review: Review, os: Mapping[str, Any], path: str) -> None:
    """`spec.os`, and then what its system does not have."""
    name = os.get("name") or ""
    if not name:
        review.errors.required(f"{path}.os.name")
    elif name == "linux":
        _linux(review, path)
    elif name == "windows":
        _windows(review, path)
    else:
        review.errors.unsupported(f"{path}.os", named(name), ("linux", "windows"))


def _linux(review: Review, path: str) -> None:
    contexts = [(path, review.spec), *review.containers(path)]
    for place, holder in contexts:
        if (holder.get("securityContext") or {}).get("windowsOptions") is not None:
            review.errors.forbidden(
                f"{place}.securityContext.windowsOptions", "windows options cannot be set for a linux pod"
            )


def _windows(review: Review, path: str) -> None:
    spec, errors = review.spec, review.errors
    context = spec.get("securityContext") or {}
    for name in (*_POD_FIELDS, *_HOST_FIELDS) if review.rules.share_process_path else _MIXED_FIELDS:
        of_host = name in _HOST_FIELDS
        value = (spec if of_host else context).get(name)
        if value or (value is not None and name not in ("sysctls", "hostPID", "hostIPC")):
            errors.forbidden(f"{path}.{name}" if of_host else f"{path}.securityContext.{name}", _NOT_WINDOWS)
    for place, container in review.containers(path):
        context = container.get("securityContext") or {}
        for name in _CONTAINER_FIELDS:
            if context.get(name) is not None:
                errors.forbidden(f"{place}.securityContext.{name}", _NOT_WINDOWS)
