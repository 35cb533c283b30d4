#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: kubeadm_host
short_description: A host that kubeadm has made a member of the cluster
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Runs C(kubeadm init) or C(kubeadm join), and keeps in C(/var/lib/quorum.kube/kubeadm.json) what it has begun
    and done.
  - What a run before has begun and not done is repaired. An C(init) is gone through again with the certificates that
    it has made; a C(join) is taken back by C(kubeadm reset) first. Without a record nothing is taken back.
  - While kubeadm waits, the host is looked at. A kubelet that ends as soon as it starts, or an image that cannot be
    had, ends the wait.
  - A failure is one cause in one sentence, with the last lines of the log that shows it.
  - Two runs at the same time wait for each other; the second one finds the work done.
extends_documentation_fragment:
  - quorum.kube.attributes
attributes:
  check_mode:
    support: full
  diff_mode:
    support: none
    details:
      - What a host becomes has no text to compare.
  idempotent:
    support: full
options:
  action:
    description: Whether the host makes the cluster or joins it.
    type: str
    choices: [init, join]
    required: true
  documents:
    description: What kubeadm reads, as the filter P(quorum.kube.kubeadm_documents#filter) makes it.
    type: list
    elements: dict
    required: true
  endpoint:
    description: The name or address under which all hosts reach the API.
    type: str
    required: true
  endpoint_port:
    description: Its port.
    type: int
    default: 6443
  endpoint_required:
    description:
      - Whether the endpoint takes connections before there is an API server, as a balancer of our own does.
      - Then C(init) is refused where it does not.
    type: bool
    default: false
  pod_network:
    description:
      - What an earlier join has brought for the network of pods. It goes with a join that is taken back, because the
        node that is made anew has other addresses for its pods, and a pod that starts before they are set up would
        take one of the old.
      - The rules of kube-proxy go as well; C(kubeadm reset) leaves them, and the next kube-proxy may take their
        services for its own.
    type: dict
    suboptions:
      service:
        description: The unit that sets it up; it is stopped.
        type: str
        required: true
      bridge:
        description: The bridge of the pods.
        type: str
        required: true
      files:
        description: Files and folders.
        type: list
        elements: path
        required: true
  token:
    description: The bootstrap token of a join.
    type: str
  authority:
    description: The pin of the cluster's CA that a join holds to.
    type: str
  shared_files:
    description: What a new control plane shares with the others, as M(quorum.kube.kubeadm_admission) tells it.
    type: list
    elements: dict
    default: []
    suboptions:
      path:
        description: Where the file belongs.
        type: path
        required: true
      content:
        description: Its text.
        type: str
        required: true
      mode:
        description: Permissions in octal digits.
        type: str
        required: true
  cluster_name:
    description: The cluster's name, kept in the record.
    type: str
    default: kubernetes
  ignored_errors:
    description: Checks of kubeadm's that are not to stop it.
    type: list
    elements: str
    default: []
  bin_dir:
    description: Where kubeadm is.
    type: path
    default: /usr/local/bin
  timeout:
    description: Seconds that kubeadm may take at most.
    type: int
    default: 300
"""

EXAMPLES = r"""
- name: Make the cluster
  quorum.kube.kubeadm_host:
    action: init
    documents: "{{ settings | quorum.kube.kubeadm_documents('init') }}"
    endpoint: api.k8s.example.com
    endpoint_port: 8443
"""

RETURN = r"""
repaired:
  description: Whether something half done was repaired.
  returned: success
  type: bool
  sample: false
cause:
  description: Why kubeadm failed, in one sentence.
  returned: failure
  type: str
  sample: the image registry.k8s.io/kube-proxy:v1.37.2 is not on the host and cannot be pulled
log_name:
  description: Whose log RV(log) is.
  returned: failure
  type: str
  sample: kubelet
log:
  description: The last lines of that log.
  returned: failure
  type: list
  elements: str
"""

import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._cluster.documents import external_etcd, with_secrets
from ..module_utils._cluster_host import (
    etcd_holds_cluster,
    found,
    read_record,
    unreached,
    write_private,
    write_record,
)
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._kubeadm import Endpoint, run_kubeadm, take_back
from ..module_utils._module import run

LOCK = "/run/lock/quorum.kube-kubeadm"
VERBS = {"init": ["init", "--skip-token-print"], "join": ["join"]}
LEFT_BY_INIT = ("FileAvailable", "DirAvailable", "Port")


@contextmanager
def alone() -> Iterator[None]:
    """Waits until no other run works on this host."""
    with open(LOCK, "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def work(module: AnsibleModule) -> dict[str, Any]:
    if module.check_mode:
        return {"changed": True, "repaired": False}
    with alone():
        record = read_record()
        if record and record.get("done"):
            return {"changed": False, "repaired": False}
        half = record is not None
        ignored = list(module.params["ignored_errors"])
        if module.params["action"] == "init":
            before_init(module, half)
            ignored += left_by_init(module, ignored) if half else []
        elif half:
            refusal = take_back(program(module), module.params["pod_network"])
            if refusal:
                raise InputError([Problem("kubeadm reset", refusal, "the half done join to be taken back")])
        return carry_out(module, ignored, half)


def before_init(module: AnsibleModule, half: bool) -> None:
    """Refuses to make a cluster where nobody would reach it, or on top of another one's data."""
    options, problems = module.params, []
    reason = unreached(options["endpoint"], options["endpoint_port"]) if options["endpoint_required"] else ""
    if reason:
        expected = (
            "a balancer that takes connections there; correct kube_ha_address and kube_ha_name, or set up the balancer"
        )
        problems.append(Problem("the endpoint", reason, expected))
    external = external_etcd(options["documents"])
    if external and not half and etcd_holds_cluster(external["endpoints"], external):
        expected = "empty members, or a control plane of that cluster that serves; restore it, or empty etcd on purpose"
        problems.append(Problem("etcd", "it holds the objects of a cluster that was made before", expected))
    if problems:
        raise InputError(problems)


def left_by_init(module: AnsibleModule, ignored: list[str]) -> list[str]:
    """Those of kubeadm's checks that only what our own half done init has left makes fail.

    Every phase of init takes what it finds, such as the CA, and makes the rest anew.
    """
    path = written(module, module.params["documents"])
    arguments = ["init", "phase", "preflight", "--config", path]
    outcome = run_kubeadm(command(module, arguments, ignored), Endpoint(*endpoint(module)), 120)
    names = [line.split("[ERROR ", 1)[1].split("]", 1)[0] for line in outcome.output if "[ERROR " in line]
    return [name for name in names if name.startswith(LEFT_BY_INIT)]


def carry_out(module: AnsibleModule, ignored: list[str], half: bool) -> dict[str, Any]:
    options = module.params
    record = {"cluster": options["cluster_name"], "action": options["action"], "done": False}
    write_record(record)
    for file in options["shared_files"]:
        write_private(file["path"], file["content"], int(file["mode"], 8))
    token = (
        options["token"] or f"{secrets.token_hex(3)}.{secrets.token_hex(8)}"
    )  # kubeadm would make one that lives for a day
    path = written(module, with_secrets(options["documents"], token, options["authority"]))
    outcome = run_kubeadm(
        command(module, [*VERBS[options["action"]], "--config", path], ignored),
        Endpoint(*endpoint(module)),
        options["timeout"],
    )
    os.unlink(path)
    if outcome.failure:
        cause, log_name, log = outcome.failure
        told = "\n".join(f"  {line}" for line in log)
        msg = f"kubeadm {options['action']}: {cause}\n{log_name}:\n{told}"
        return {"failed": True, "changed": True, "msg": msg, "cause": cause, "log_name": log_name, "log": log}
    write_record({**record, "done": True, "authority": found().authority})
    return {"changed": True, "repaired": half}


def written(module: AnsibleModule, documents: list[dict[str, Any]]) -> str:
    """A file that root alone reads, in a folder that goes with the module."""
    path = os.path.join(module.tmpdir, "kubeadm.yaml")
    write_private(path, "\n---\n".join(json.dumps(document) for document in documents), 0o600)
    return path


def command(module: AnsibleModule, arguments: list[str], ignored: list[str]) -> list[str]:
    more = [f"--ignore-preflight-errors={','.join(ignored)}"] if ignored else []
    return [program(module), *arguments, *more]


def program(module: AnsibleModule) -> str:
    return os.path.join(module.params["bin_dir"], "kubeadm")


def endpoint(module: AnsibleModule) -> tuple[str, int]:
    return module.params["endpoint"], module.params["endpoint_port"]


def main() -> None:
    run(
        work,
        {
            "action": {"type": "str", "choices": ["init", "join"], "required": True},
            "documents": {"type": "list", "elements": "dict", "required": True},
            "endpoint": {"type": "str", "required": True},
            "endpoint_port": {"type": "int", "default": 6443},
            "endpoint_required": {"type": "bool", "default": False},
            "pod_network": {
                "type": "dict",
                "options": {
                    "service": {"type": "str", "required": True},
                    "bridge": {"type": "str", "required": True},
                    "files": {"type": "list", "elements": "path", "required": True},
                },
            },
            "token": {"type": "str", "no_log": True},
            "authority": {"type": "str"},
            "shared_files": {
                "type": "list",
                "elements": "dict",
                "default": [],
                "options": {
                    "path": {"type": "path", "required": True},
                    "content": {"type": "str", "required": True, "no_log": True},
                    "mode": {"type": "str", "required": True},
                },
            },
            "cluster_name": {"type": "str", "default": "kubernetes"},
            "ignored_errors": {"type": "list", "elements": "str", "default": []},
            "bin_dir": {"type": "path", "default": "/usr/local/bin"},
            "timeout": {"type": "int", "default": 300},
        },
        required_if=[("action", "join", ("token", "authority"))],
    )


if __name__ == "__main__":
    main()
