# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives the host certificates for keys that it has made itself, signed on the controller."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ansible.errors import AnsibleActionFail
from ansible.plugins.action import ActionBase

from ..module_utils._etcd.certificates import USAGES, Wanted, reasons, wanted
from ..plugin_utils.authority import Authority, now, serial
from ..plugin_utils.inventory import plain

HOST_MODULE = "quorum.kube.etcd_key_files"
FILE = {
    "certificate": {"type": "path", "required": True},
    "key": {"type": "path", "required": True, "no_log": False},
    "owner": {"type": "str", "default": "root"},
    "common_name": {"type": "str", "required": True},
    "organization": {"type": "str", "default": ""},
    "names": {"type": "list", "elements": "str", "default": []},
    "addresses": {"type": "list", "elements": "str", "default": []},
    "usages": {"type": "list", "elements": "str", "choices": list(USAGES), "required": True},
}
SPEC = {
    "ca_certificate": {"type": "path", "required": True},
    "ca_key": {"type": "path", "no_log": False},
    "ca_key_content": {"type": "str", "no_log": True},
    "ca_passphrase": {"type": "str", "default": "", "no_log": True},
    "ca_path": {"type": "path", "required": True},
    "valid_days": {"type": "int", "default": 365},
    "renew_days": {"type": "int", "default": 90},
    "files": {"type": "list", "elements": "dict", "options": FILE, "required": True},
}
KEYS = ("ca_key", "ca_key_content")


class ActionModule(ActionBase):
    """Of a host, only public keys and certificates come to the controller, and only certificates go back.

    What a certificate says is decided on the controller: a host cannot ask for a name or a usage.
    """

    _supports_check_mode = True

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        result: dict[str, Any] = super().run(tmp, task_vars)
        dummy, options = self.validate_argument_spec(SPEC, mutually_exclusive=[KEYS], required_one_of=[KEYS])
        options = plain(options)
        check = bool(self._task.check_mode)
        if check and not Path(options["ca_certificate"]).exists():
            issued = [_entry(file, ["there is none"]) for file in options["files"]]
            return {**result, "changed": True, "issued": issued}
        authority = _authority(options)
        host = self._on_host(options, task_vars)
        issued, texts = _issue(authority, options, host["files"], sign=not check)
        bundle = authority.bundle if host["ca"] != authority.bundle else ""
        if (texts or bundle) and not check:
            self._on_host(options, task_vars, certificates=texts, ca=bundle)
        changed = bool(issued or bundle or host["changed"])
        return {**result, "changed": changed, "issued": issued, "ca_written": bool(bundle)}

    def _on_host(self, options: dict[str, Any], task_vars: Any, **given: Any) -> dict[str, Any]:
        pairs = [{key: file[key] for key in ("certificate", "key", "owner")} for file in options["files"]]
        arguments = {"files": pairs, "ca_path": options["ca_path"], **given}
        answer: dict[str, Any] = self._execute_module(HOST_MODULE, module_args=arguments, task_vars=task_vars)
        if answer.get("failed"):
            raise AnsibleActionFail(str(answer.get("msg", "the host's module has failed")), result=answer)
        return answer


def _authority(options: dict[str, Any]) -> Authority:
    text = options["ca_key_content"]
    key = Path(options["ca_key"]) if text is None else text
    return Authority(Path(options["ca_certificate"]), key, options["ca_passphrase"])


def _issue(
    authority: Authority, options: dict[str, Any], found: list[dict[str, str]], sign: bool
) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """What is made anew, with the reasons, and the new certificates by their path."""
    issued, texts = [], {}
    for file, there in zip(options["files"], found, strict=True):
        want: Wanted = wanted(file)
        why = reasons(authority.found(there["certificate"], there["public_key"]), want, now(), options["renew_days"])
        if not why:
            continue
        entry = _entry(file, why)
        if sign:
            text, ends = authority.sign(there["public_key"], want, options["valid_days"], now())
            texts[file["certificate"]] = text
            entry.update(serial=serial(text), ends=ends.date().isoformat())
        issued.append(entry)
    return issued, texts


def _entry(file: dict[str, Any], why: list[str]) -> dict[str, Any]:
    return {"certificate": file["certificate"], "reasons": why}
