#!/usr/bin/python
# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later

from __future__ import annotations

DOCUMENTATION = r"""
module: kubeadm_host
short_description: A host that kubeadm has made a member of the cluster, or that is none any more
author:
  - The quorum.kube authors (@quorum-kube)
description:
  - Runs C(kubeadm init) or C(kubeadm join), and keeps in C(/var/lib/quorum.kube/kubeadm.json) what it has begun
    and done.
  - What a run before has begun and not done is repaired. An C(init) is gone through again with the certificates that
    it has made; a C(join) is taken back first. Without a record nothing is taken back.
  - To what is taken back belongs what C(kubeadm reset) leaves, the rules of kube-proxy and O(pod_network), but not the
    data of an etcd that kubeadm has not made.
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
    description: Whether the host makes the cluster, joins it, or has all of that taken back.
    type: str
    choices: [init, join, take_back]
    required: true
  documents:
    description:
      - What kubeadm reads, as the filter P(quorum.kube.kubeadm_documents#filter) makes it.
      - Needed by V(init) and V(join), as is O(endpoint).
    type: list
    elements: dict
  endpoint:
    description: The name or address under which all hosts reach the API.
    type: str
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
      - What an earlier join has brought for the network of pods. It is taken back as well, because a node that is made
        anew has other addresses for its pods, and a pod that starts before they are set up would take one of the old.
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
  cri_socket:
    description: The container runtime whose containers are taken back; needed where the host has several.
    type: str
    default: ""
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

import json
import os
import secrets
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils._cluster.documents import with_secrets
from ..module_utils._cluster_host import alone, begin, forget_record, found, read_record, write_private, write_record
from ..module_utils._kube.errors import InputError, Problem
from ..module_utils._kubeadm import Endpoint, left_by_init, obstacles, run_kubeadm, take_back
from ..module_utils._module import run

VERBS = {"init": ["init", "--skip-token-print"], "join": ["join"]}


def work(module: AnsibleModule) -> dict[str, Any]:
    options = module.params
    with alone():
        record = read_record()
        settled = record is None if options["action"] == "take_back" else record is not None and record.get("done")
        if settled or module.check_mode:
            return {"changed": not settled, "repaired": False}
        if options["action"] == "take_back":
            return undo(module)
        half = record is not None
        ignored = list(options["ignored_errors"])
        if options["action"] == "init":
            problems = obstacles(options["documents"], endpoint(module), options["endpoint_required"], half)
            if problems:
                raise InputError(problems)
            ignored += what_init_left(module, ignored) if half else []
        elif half:
            reset(module, "the half done join to be taken back")
        return carry_out(module, ignored, half)


def undo(module: AnsibleModule) -> dict[str, Any]:
    """From here until the end the host is half taken back, and no member any more."""
    begin(module.params["cluster_name"], "take_back")
    reset(module, "the host to be taken back")
    forget_record()
    return {"changed": True, "repaired": False}


def reset(module: AnsibleModule, expected: str) -> None:
    refusal = take_back(program(module), module.params["pod_network"], module.params["cri_socket"])
    if refusal:
        raise InputError([Problem("kubeadm reset", refusal, expected)])


def what_init_left(module: AnsibleModule, ignored: list[str]) -> list[str]:
    arguments = ["init", "phase", "preflight", "--config", written(module, module.params["documents"])]
    return left_by_init(command(module, arguments, ignored), endpoint(module))


def carry_out(module: AnsibleModule, ignored: list[str], half: bool) -> dict[str, Any]:
    options = module.params
    record = begin(options["cluster_name"], options["action"])
    for file in options["shared_files"]:
        write_private(file["path"], file["content"], int(file["mode"], 8))
    # Without one kubeadm would make a token that lives for a day.
    token = options["token"] or f"{secrets.token_hex(3)}.{secrets.token_hex(8)}"
    path = written(module, with_secrets(options["documents"], token, options["authority"]))
    arguments = command(module, [*VERBS[options["action"]], "--config", path], ignored)
    outcome = run_kubeadm(arguments, endpoint(module), options["timeout"])
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


def endpoint(module: AnsibleModule) -> Endpoint:
    return Endpoint(module.params["endpoint"], module.params["endpoint_port"])


def main() -> None:
    run(
        work,
        {
            "action": {"type": "str", "choices": ["init", "join", "take_back"], "required": True},
            "documents": {"type": "list", "elements": "dict"},
            "endpoint": {"type": "str"},
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
            "cri_socket": {"type": "str", "default": ""},
            "bin_dir": {"type": "path", "default": "/usr/local/bin"},
            "timeout": {"type": "int", "default": 300},
        },
        required_if=[
            ("action", "init", ("documents", "endpoint")),
            ("action", "join", ("documents", "endpoint", "token", "authority")),
        ],
    )


if __name__ == "__main__":
    main()
