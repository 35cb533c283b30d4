# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The SARIF report against the schema of the standard, which `.ci/reports` takes from a package that ships it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import releases
from ansible_collections.quorum.kube.plugins.plugin_utils import reports

RELEASES = ("examples", "nothing", "hostile")


@pytest.fixture(scope="session")
def validator() -> Any:
    """What knows the schema."""
    path = os.environ.get("SARIF_SCHEMA")
    if not path:
        pytest.skip("SARIF_SCHEMA names no schema of SARIF 2.1.0 (`make reports` fetches one where there is npm)")
    schema = json.loads(Path(path).read_text(encoding="utf-8"))
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)


@pytest.mark.parametrize("release", RELEASES)
def test_valid(validator: Any, release: str) -> None:
    log = json.loads(reports.render("sarif", getattr(releases, release)()))

    assert [] == [f"{list(error.path)}: {error.message}" for error in validator.iter_errors(log)]


def test_the_schema_refuses_what_is_wrong(validator: Any) -> None:
    log = json.loads(reports.render("sarif", releases.examples()))
    log["runs"][0]["results"][0]["level"] = "fatal"

    assert not validator.is_valid(log)
