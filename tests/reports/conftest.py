# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A browser for all tests of the page, and pages to open in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from browser import Browser, browser, program


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser; without any on the machine the tests are left out."""
    path = program()
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium; CHROMIUM names one elsewhere)")
    with browser(path) as running:
        yield running
