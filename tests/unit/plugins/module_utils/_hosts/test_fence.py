# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks in other people's files."""

from __future__ import annotations

import pytest
from ansible_collections.quorum.kube.plugins.module_utils._hosts.fence import lines_of, owned, put, take, text_of
from ansible_collections.quorum.kube.plugins.module_utils._kube.errors import InputError

PUT = {
    "an empty file gets the block alone": ("", "# BEGIN quorum.kube x\none\n# END quorum.kube x\n"),
    "a block goes to the end": ("a\n", "a\n# BEGIN quorum.kube x\none\n# END quorum.kube x\n"),
    "a last line without an ending gets a block without an ending": (
        "a",
        "a\n# BEGIN quorum.kube x\none\n# END quorum.kube x",
    ),
    "the file's carriage returns are the block's": (
        "a\r\nb\r\n",
        "a\r\nb\r\n# BEGIN quorum.kube x\r\none\r\n# END quorum.kube x\r\n",
    ),
    "other separators are no line ends": (
        "a\x0b\x85b\n",
        "a\x0b\x85b\n# BEGIN quorum.kube x\none\n# END quorum.kube x\n",
    ),
    "odd bytes stay": ("caf\udce9\n", "caf\udce9\n# BEGIN quorum.kube x\none\n# END quorum.kube x\n"),
}


@pytest.mark.parametrize(("before", "after"), PUT.values(), ids=PUT)
def test_put_and_take_are_each_other_s_inverse(before: str, after: str) -> None:
    assert after == text_of(put(lines_of(before), "x", ["one"], None))

    fenced = take(lines_of(after), "x", "f")
    assert before == text_of(fenced.outside)
    assert after == text_of(put(fenced.outside, "x", ["one"], fenced.at))


BROKEN = {
    "begin without end": ("# BEGIN quorum.kube x\na\n", ["f:1"]),
    "end without begin": ("a\n# END quorum.kube x\n", ["f:2"]),
    "begin twice": ("# BEGIN quorum.kube x\n# BEGIN quorum.kube x\n# END quorum.kube x\n", ["f:1"]),
    "both ends wrong": ("# END quorum.kube x\n# BEGIN quorum.kube x\n", ["f:1", "f:2"]),
}


@pytest.mark.parametrize(("text", "places"), BROKEN.values(), ids=BROKEN)
def test_half_a_fence_is_refused_with_its_line(text: str, places: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        take(lines_of(text), "x", "f")

    assert places == [problem.place for problem in caught.value.problems]


def test_a_block_of_another_name_is_outside() -> None:
    text = "# BEGIN quorum.kube y\nb\n# END quorum.kube y\nc\n"

    assert text == text_of(take(lines_of(text), "x", "f").outside)
    assert frozenset({0, 1, 2}) == owned(lines_of(text))


def test_two_blocks_become_one_where_the_first_stood() -> None:
    block = "# BEGIN quorum.kube x\none\n# END quorum.kube x\n"
    fenced = take(lines_of(f"a\n{block}b\n{block}"), "x", "f")

    assert ("a\nb\n", 1) == (text_of(fenced.outside), fenced.at)
