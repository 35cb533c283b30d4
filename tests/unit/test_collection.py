# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the collection says of itself as a whole: its tables name everything there is, and its links lead somewhere."""

from __future__ import annotations

import fnmatch
import re
from pathlib import Path

import pytest
import yaml
from ansible_collections.quorum.kube.plugins.plugin_utils.variables import VARIABLES

ROOT = Path(__file__).resolve().parents[2]
IGNORED = yaml.safe_load((ROOT / "galaxy.yml").read_text(encoding="utf-8"))["build_ignore"]
FENCED = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)")


def is_left_out(path: str) -> bool:
    """Whether a build leaves the file out, as ansible-galaxy does: a pattern fits it, or a folder on the way to it."""
    parts = path.split("/")
    ways = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    return any(fnmatch.fnmatch(way, pattern) for way in ways for pattern in IGNORED)


PAGES = sorted({page for where in ("", "docs/", "molecule/", "roles/*/") for page in ROOT.glob(f"{where}*.md")})


def anchors(page: Path) -> set[str]:
    """The anchors that a code host makes of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_to_something_that_comes_with_it(page):
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    packed = not is_left_out(page.relative_to(ROOT).as_posix())
    dead = []
    for path, anchor in LINK.findall(text):
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (packed and is_left_out(target.relative_to(ROOT).as_posix())):
            dead.append(path)
        elif anchor and anchor not in anchors(target):
            dead.append(f"{path}#{anchor}")

    assert [] == dead


def test_a_build_from_a_checkout_leaves_its_secrets_out():
    secrets = ["private-cloud/inventory/.kube/guide.conf", "public-cloud/inventory/.etcd-ca/guide/ca.key"]

    assert [] == [path for path in secrets if not is_left_out(f"examples/{path}")]


def test_every_variable_is_in_the_table_of_variables():
    rows = re.findall(r"^\| (`kube_[^|]*) \|", (ROOT / "docs/variables.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert list(VARIABLES) == sorted(name for row in rows for name in re.findall(r"kube_\w+", row))


def test_the_readme_names_every_playbook_and_every_page():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    playbooks = [path.stem for path in ROOT.glob("playbooks/*.yml")]
    pages = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md")]

    assert [] == [name for name in playbooks if not re.search(rf"`(quorum\.kube)?\.{name}`", readme)]
    assert [] == [page for page in pages if f"({page})" not in readme]


def test_every_module_is_in_the_action_group():
    runtime = yaml.safe_load((ROOT / "meta/runtime.yml").read_text(encoding="utf-8"))

    assert sorted(path.stem for path in ROOT.glob("plugins/modules/*.py")) == runtime["action_groups"]["kube"]


def test_the_readme_and_the_execution_environment_name_the_same_python_packages():
    section = (
        (ROOT / "README.md").read_text(encoding="utf-8").partition("## External requirements")[2].partition("\n## ")[0]
    )
    packages = (ROOT / "meta/ee-requirements.txt").read_text(encoding="utf-8").split()

    assert packages == sorted(set(re.findall(r"`([a-z]+)`", section)) - {"ansible", "kube_source"})
