# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The only AnsibleModule shell: parameters in, one exit out. Private to this collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable

from ansible.module_utils.basic import AnsibleModule

from ._kube.errors import InputError

Result = Mapping[str, Any]


def run(
    work: Callable[[AnsibleModule], Result],
    argument_spec: Mapping[str, Any],
    **options: Any,
) -> None:
    """Runs `work` and leaves the module with its result; mistakes of the user end it with every problem named.

    A result that holds `failed: true` ends the module as failed and keeps all its other keys.
    """
    module = AnsibleModule(argument_spec=dict(argument_spec), supports_check_mode=True, **options)
    try:
        result = dict(work(module))
    except InputError as error:
        module.fail_json(msg=str(error), problems=[problem._asdict() for problem in error.problems])
    except OSError as error:
        module.fail_json(msg=f"{error.filename or 'the host'}: {error.strerror or error}")
    if result.pop("failed", False):
        module.fail_json(**{"msg": "the input holds errors", **result})
    module.exit_json(**{"changed": False, **result})
