# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Security contexts of pods and containers, as kube-apiserver refuses them. Private to this collection.

Rules: kubernetes `pkg/apis/core/validation/validation.go` ValidateSecurityContext, validatePodSpecSecurityContext,
validateSeccompProfileField, ValidateAppArmorProfileField, validateSysctls (1.28 - 1.37). A cluster that disallows
privileged containers altogether (`--allow-privileged=false`) refuses more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .field import Printed, go_json, named
from .review import Review
from .texts import relative_path, user_id
from .windows import check_windows_options

SECCOMP = ("Localhost", "RuntimeDefault", "Unconfined")
_PROFILE_BYTES = 4095
_SYSCTL_FORM = "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$"
_SYSCTL = re.compile(_SYSCTL_FORM[1:-1])
_IPC_SYSCTLS = frozenset(
    [
        "kernel.sem",
        "kernel.shmall",
        "kernel.shmmax",
        "kernel.shmmni",
        "kernel.shm_rmid_forced",
        "kernel.shm",
        "kernel.msgmax",
        "kernel.msgmnb",
        "kernel.msgmni",
        "kernel.msg",
    ]
)
_STRUCT = [
    "Capabilities",
    "Privileged",
    "SELinuxOptions",
    "WindowsOptions",
    "RunAsUser",
    "RunAsGroup",
    "RunAsNonRoot",
    "ReadOnlyRootFilesystem",
    "AllowPrivilegeEscalation",
    "ProcMount",
    "SeccompProfile",
    "AppArmorProfile",
]


def check_container_security(review: Review, context: Mapping[str, Any], path: str) -> None:
    errors, get = review.errors, context.get
    if get("runAsUser") is not None:
        errors.invalid_each(f"{path}.runAsUser", context["runAsUser"], user_id(context["runAsUser"]))
    if get("runAsGroup") is not None:
        errors.invalid_each(f"{path}.runAsGroup", context["runAsGroup"], user_id(context["runAsGroup"]))
    if get("procMount") is not None and review.rules.proc_mount:
        _proc_mount(review, context["procMount"], f"{path}.procMount")
    check_seccomp(review, get("seccompProfile"), f"{path}.seccompProfile")
    if get("allowPrivilegeEscalation") is False:
        _without_escalation(review, context, path)
    if get("windowsOptions") is not None:
        check_windows_options(review, context["windowsOptions"], f"{path}.windowsOptions")
    check_app_armor(review, get("appArmorProfile"), f"{path}.appArmorProfile")


def _proc_mount(review: Review, kind: str, path: str) -> None:
    if kind not in ("Default", "Unmasked"):
        review.errors.unsupported(path, named(kind), ("Default", "Unmasked"))
    if kind == "Unmasked" and review.host_users:
        review.errors.invalid(path, named(kind), "`hostUsers` must be false to use `Unmasked`")


def _without_escalation(review: Review, context: Mapping[str, Any], path: str) -> None:
    added = (context.get("capabilities") or {}).get("add") or ()
    problems = []
    if context.get("privileged"):
        problems.append("`privileged` to true")
    problems += ["`capabilities.Add` CAP_SYS_ADMIN" for name in added if name == "CAP_SYS_ADMIN"]
    for problem in problems:
        shown = Printed(context, go_json(_struct(context)))
        review.errors.invalid(path, shown, f"cannot set `allowPrivilegeEscalation` to false and {problem}")


def _struct(context: Mapping[str, Any]) -> Mapping[str, Any]:
    """The context in the order and spelling of upstream's internal struct, which has no JSON names."""
    names = {name: name[0].lower() + name[1:] for name in _STRUCT}
    names["SELinuxOptions"] = "seLinuxOptions"
    parts = {
        "Capabilities": (("Add", "add", None), ("Drop", "drop", None)),
        "SELinuxOptions": tuple((name, name.lower(), "") for name in ("User", "Role", "Type", "Level")),
        "WindowsOptions": (
            ("GMSACredentialSpecName", "gmsaCredentialSpecName", None),
            ("GMSACredentialSpec", "gmsaCredentialSpec", None),
            ("RunAsUserName", "runAsUserName", None),
            ("HostProcess", "hostProcess", None),
        ),
        "SeccompProfile": (("Type", "type", ""), ("LocalhostProfile", "localhostProfile", None)),
        "AppArmorProfile": (("Type", "type", ""), ("LocalhostProfile", "localhostProfile", None)),
    }
    shown = {}
    for name, key in names.items():
        value = context.get(key)
        if isinstance(value, dict):
            value = {inner: value.get(own, empty) for inner, own, empty in parts[name]}
        shown[name] = value
    return shown


def check_seccomp(review: Review, profile: Any, path: str) -> None:
    if profile is None:
        return
    errors, kind, file = review.errors, profile.get("type") or "", profile.get("localhostProfile")
    if not kind:
        errors.required(f"{path}.type", "type is required when seccompProfile is set")
    elif kind not in SECCOMP:
        errors.unsupported(f"{path}.type", named(kind), SECCOMP)
    place = f"{path}.localhostProfile"
    if kind == "Localhost":
        if file is None:
            errors.required(place, "must be set when seccomp type is Localhost")
        else:
            errors.invalid_each(place, file, relative_path(file))
    elif file is not None:
        shown = Printed(file, go_json({"Type": kind, "LocalhostProfile": file}))
        errors.invalid(place, shown, "can only be set when seccomp type is Localhost")


def check_app_armor(review: Review, profile: Any, path: str) -> None:
    if profile is None or not review.rules.app_armor_fields:
        return
    errors, kind, file = review.errors, profile.get("type") or "", profile.get("localhostProfile")
    place = f"{path}.localhostProfile"
    if kind == "Localhost":
        if file is None or not file:
            errors.required(place, "must be set when AppArmor type is Localhost")
            return
        if file != file.strip():
            errors.invalid(place, file, "must not be padded with whitespace")
        if len(file.encode("utf-8", "surrogatepass")) > _PROFILE_BYTES:
            errors.too_long(place, _PROFILE_BYTES)
    elif kind in SECCOMP:
        if file is not None:
            errors.invalid(place, named(file), "can only be set when AppArmor type is Localhost")
    elif not kind:
        errors.required(f"{path}.type", "type is required when appArmorProfile is set")
    else:
        errors.unsupported(f"{path}.type", named(kind), SECCOMP)


def check_pod_security(review: Review, context: Mapping[str, Any], path: str) -> None:
    errors = review.errors
    for name in ("fsGroup", "runAsUser", "runAsGroup"):
        number = context.get(name)
        if number is not None:
            errors.invalid_each(f"{path}.{name}", number, user_id(number))
    for index, number in enumerate(context.get("supplementalGroups") or ()):
        errors.invalid_each(f"{path}.supplementalGroups[{index}]", number or 0, user_id(number or 0))
    _sysctls(review, context.get("sysctls") or (), f"{path}.sysctls")
    _choice(review, context, "fsGroupChangePolicy", ("Always", "OnRootMismatch"), path)
    check_seccomp(review, context.get("seccompProfile"), f"{path}.seccompProfile")
    if context.get("windowsOptions") is not None:
        check_windows_options(review, context["windowsOptions"], f"{path}.windowsOptions")
    check_app_armor(review, context.get("appArmorProfile"), f"{path}.appArmorProfile")
    if review.rules.supplemental_groups_policy:
        _choice(review, context, "supplementalGroupsPolicy", ("Merge", "Strict"), path)
    if review.rules.selinux_change_policy:
        policies = ("MountOption", "Recursive") if review.rules.selinux_mount_option else ("Recursive",)
        _choice(review, context, "seLinuxChangePolicy", policies, path)


def _choice(review: Review, context: Mapping[str, Any], name: str, allowed: Sequence[str], path: str) -> None:
    value = context.get(name)
    if value is not None and value not in allowed:
        review.errors.unsupported(f"{path}.{name}", named(value), allowed)


def _sysctls(review: Review, sysctls: Sequence[Any], path: str) -> None:
    errors = review.errors
    seen: set[str] = set()
    for index, item in enumerate(sysctls):
        name, place = (item or {}).get("name") or "", f"{path}[{index}].name"
        if not name:
            errors.required(place)
        elif len(name) > 253 or not _SYSCTL.fullmatch(name):
            errors.invalid(place, name, f"must have at most 253 characters and match regex {_SYSCTL_FORM}")
        elif name in seen:
            errors.duplicate(place, name)
        dotted = _dotted(name)
        if review.spec.get("hostNetwork") and dotted.startswith("net."):
            errors.invalid(place, name, "may not be specified when 'hostNetwork' is true")
        elif review.spec.get("hostIPC") and (dotted in _IPC_SYSCTLS or dotted.startswith("fs.mqueue.")):
            errors.invalid(place, name, "may not be specified when 'hostIPC' is true")
        seen.add(name)


def _dotted(name: str) -> str:
    """Slashes become dots where the first separator is a slash (component-helpers `node/util/sysctl`)."""
    first = re.search(r"[./]", name)
    return name.translate(str.maketrans("./", "/.")) if first and first[0] == "/" else name
