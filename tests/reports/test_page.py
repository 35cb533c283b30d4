# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""The HTML page in a real browser: nothing goes wrong, every filter works, and everything can be reached by keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import releases
from ansible_collections.quorum.kube.plugins.plugin_utils import reports
from browser import Browser

SIZES = {"desktop": (1280, 900), "telephone": (390, 844)}
TABS = ("findings", "placement", "classes", "plans")
MOST_BYTES = 1_500_000
Page = Callable[[str], Path]


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of a release by its name, made once."""
    folder = tmp_path_factory.mktemp("pages")

    def made(name: str) -> Path:
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(reports.render("html", getattr(releases, name)()), encoding="utf-8")
        return path

    return made


def texts(browser: Browser, selector: str) -> list[str]:
    """What the visible elements say."""
    listed = browser.value(
        f"JSON.stringify([...document.querySelectorAll({json.dumps(selector)})]"
        ".filter((e) => e.offsetParent !== null).map((e) => e.textContent))"
    )
    told: list[str] = json.loads(listed)
    return told


def count(browser: Browser, name: str) -> int:
    """The number on a tab."""
    return int(browser.value(f"document.querySelector('#tab-{name} .count').textContent").replace(",", ""))


def open_page(browser: Browser, path: Path, **options: Any) -> None:
    """Opens a page whose script ran to its end."""
    browser.open(path, **options)
    browser.until("'ready' in document.documentElement.dataset")


def test_the_tab_that_was_chosen_is_in_sight(chromium: Browser, page: Page) -> None:
    width, height = SIZES["telephone"]
    open_page(chromium, page("examples"), width=width, height=height)

    for name in (*TABS, TABS[0]):
        chromium.value(f"document.getElementById('tab-{name}').click()")
        place = json.loads(
            chromium.value(f"JSON.stringify(document.getElementById('tab-{name}').getBoundingClientRect())")
        )
        assert 0 <= place["left"] < place["right"] <= width, name


@pytest.mark.parametrize("release", ["examples", "placed", "nothing", "hostile", "large"])
def test_nothing_goes_wrong_and_nothing_is_fetched(chromium: Browser, page: Page, release: str) -> None:
    path = page(release)
    open_page(chromium, path)
    for tab in texts(chromium, "[role=tab]"):
        chromium.value(f"[...document.querySelectorAll('[role=tab]')].find((e) => e.textContent === {tab!r}).click()")

    assert [] == chromium.console
    assert [path.as_uri()] == chromium.requests


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tab", TABS)
def test_readable(chromium: Browser, page: Page, tab: str, size: str, dark: bool) -> None:
    width, height = SIZES[size]
    open_page(chromium, page("examples"), width=width, height=height, dark=dark)
    chromium.click(f"#tab-{tab}")

    told = chromium.value(READABLE)

    assert width == told["width"], f"the page scrolls sideways: {told['wide']}"
    assert [] == told["cut"]
    assert [] == told["small"]
    assert [] == told["pale"]


@pytest.mark.parametrize("size", SIZES)
def test_long_names_have_room(chromium: Browser, page: Page, size: str) -> None:
    width, height = SIZES[size]
    open_page(chromium, page("long_names"), width=width, height=height)

    for tab in TABS:
        chromium.click(f"#tab-{tab}")
        told = chromium.value(READABLE)
        assert [width, [], []] == [told["width"], told["wide"], told["cut"]], tab
    assert chromium.value("document.querySelector('.matrix tbody tr:nth-child(2)').clientHeight") < 40


@pytest.mark.parametrize("size", SIZES)
def test_large_numbers_have_room(chromium: Browser, page: Page, size: str) -> None:
    width, height = SIZES[size]
    open_page(chromium, page("large"), width=width, height=height)

    told = chromium.value(READABLE)

    assert [width, []] == [told["width"], told["cut"]]


# Every visible text with its size in pixels and its contrast by WCAG 2.2 (1.4.3: 4.5, and 3 for large text).
READABLE = r"""
(() => {
  const told = { width: document.documentElement.scrollWidth, wide: [], small: [], pale: [], cut: [] };
  const parsed = (text) => {
    const parts = (text.match(/[\d.]+/g) ?? []).map(Number);
    return [parts.slice(0, 3), parts[3] ?? 1];
  };
  const light = (rgb) => rgb.map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const [rgb, alpha] = parsed(getComputedStyle(element).backgroundColor);
      if (alpha === 1) return rgb;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const words = walker.currentNode.textContent.trim();
    const hidden = element.closest("script, style, noscript, [hidden], .skip, .unseen");
    if (!words || hidden || !element.checkVisibility() || element.closest(":disabled")) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    if (size < 10) told.small.push(`${words.slice(0, 30)}: ${size}`);
    const [one, other] = [light(parsed(style.color)[0]), light(behind(element))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (contrast < (large ? 3 : 4.5)) told.pale.push(`${words.slice(0, 30)}: ${contrast.toFixed(2)}`);
    if (element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".matrix, .source, .tabs")) {
      told.wide.push(words.slice(0, 30));
    }
  }
  for (const box of document.querySelectorAll(".overview > *, .tile, .chip, .tabs button, .lane, .plan, .said")) {
    if (box.checkVisibility() && box.scrollWidth > box.clientWidth + 1) told.cut.push(box.textContent.slice(0, 30));
  }
  return told;
})()
"""


def test_the_overview_says_what_the_result_says(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))

    summary = releases.examples()["summary"]
    numbers = [str(summary[name]) for name in ("errors", "warnings", "notes", "waived")]
    assert numbers == texts(chromium, ".tile b")
    assert ["Release refused"] == texts(chromium, "h1")
    assert ["1 BestEffort", "3 Burstable", "2 Guaranteed"] == texts(chromium, ".share:nth-of-type(1) li")


def test_a_release_that_passes(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("nothing"))

    assert ["Release accepted"] == texts(chromium, "h1")
    assert ["Nothing was found: every object may be applied."] == texts(chromium, "#findings .empty")


def test_severity_filter(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    chromium.click('.chip[data-filter="warning"]')

    assert {"Warning"} == set(texts(chromium, ".finding .tag"))
    assert len(texts(chromium, ".finding")) == count(chromium, "findings") == releases.examples()["summary"]["warnings"]
    chromium.click('.chip[data-filter="waived"]')
    assert {"Warning", "Waived"} == set(texts(chromium, ".finding .tag"))


def test_namespace_filter(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    chromium.value(
        "(() => { const e = document.getElementById('namespace'); e.value = 'research'; "
        "e.dispatchEvent(new Event('change')); })()"
    )

    assert {"Podresearch/trainingBurstable"} == set(texts(chromium, ".finding h2"))
    chromium.click("#tab-placement")
    assert ["training"] == texts(chromium, ".matrix tbody b")
    chromium.click("#tab-classes")
    assert ["research/training"] == texts(chromium, ".ladder b")


def test_class_filter_and_clear(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    before = count(chromium, "findings")
    chromium.click('.chip[data-filter="BestEffort"]')
    chromium.click("#tab-placement")

    assert ["nightly-report"] == texts(chromium, ".matrix tbody b")
    assert before > count(chromium, "findings") > 0
    chromium.click("#reset")
    assert before == count(chromium, "findings")
    assert not texts(chromium, "#reset")


def test_search(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    chromium.value("document.getElementById('words').focus()")
    chromium.type("NVIDIA")

    assert [1, 0] == [count(chromium, "findings"), count(chromium, "classes")]
    assert "1 finding shown" == chromium.value("document.getElementById('said').textContent")
    chromium.type(" nothing")
    assert ["No finding fits these filters."] == texts(chromium, "#findings .empty")


def test_the_reason_shows_under_the_pointer_and_the_focus(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    chromium.click("#tab-placement")
    chromium.point("td.cell.kept")
    chromium.until("!document.getElementById('tip').hidden")

    expected = "cache on master-1node(s) had untolerated taint(s)taint node-role.kubernetes.io/control-plane:NoSchedule"
    assert expected == chromium.value("document.getElementById('tip').textContent")
    chromium.press("Escape", 27)
    assert chromium.value("document.getElementById('tip').hidden")


def test_the_matrix_by_keys(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    chromium.click("#tab-placement")
    chromium.value("document.querySelector('.matrix [tabindex=\"0\"]').focus()")
    for key, code in (("ArrowDown", 40), ("ArrowRight", 39), ("End", 35)):
        chromium.press(key, code)

    assert "training on node-2: node affinity" == chromium.value("document.activeElement.ariaLabel")
    assert chromium.value("document.getElementById('tip').textContent").startswith("training on node-2node(s) didn't")
    assert 1 == chromium.value("document.querySelectorAll('.matrix [tabindex=\"0\"]').length")


def test_tabs_by_keys(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    chromium.value("document.getElementById('tab-findings').focus()")
    chromium.press("ArrowRight", 39)
    chromium.press("ArrowRight", 39)

    assert ["Classes6"] == texts(chromium, '[role=tab][aria-selected="true"]')
    assert texts(chromium, "#classes .ladder")


def test_everything_that_can_be_clicked_can_be_reached_by_keys(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    reached = set()
    for dummy in range(40):
        chromium.press("Tab", 9)
        reached.add(chromium.value("document.activeElement.textContent || document.activeElement.id"))

    wanted = set(texts(chromium, "button:not(:disabled):not([tabindex='-1'])")) | {"words"}
    assert set() == wanted - reached


def test_lines_of_the_manifest_and_the_fix(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    chromium.value("document.getElementById('words').focus()")
    chromium.type("nightly-report")
    chromium.click('.chip[data-filter="error"]')

    assert "nightly-report.yml:20" == texts(chromium, ".source figcaption")[0]
    assert "            - name: report" == texts(chromium, ".source li.here")[0]
    assert "Fixset resources.requests for cpu and memory" == texts(chromium, ".fix")[0]


def test_eviction_order(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    chromium.click("#tab-classes")

    assert ["shop/nightly-report", "shop/web", "monitoring/node-exporter"] == texts(chromium, ".ladder b")[:3]
    assert ["0 + no limit", "64Mi + 64Mi", "32Mi + 32Mi"] == texts(chromium, ".amount")[:3]


def test_eviction_order_of_a_node(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("placed"))
    chromium.click("#tab-classes")
    chromium.value(
        "(() => { const e = document.getElementById('node'); e.value = [...e.options].find((o) => o.text === 'node-1')"
        ".value; e.dispatchEvent(new Event('change')); })()"
    )

    on_it = [entry["pod"] for entry in releases.placed()["results"] if entry["node"] == "node-1"]
    shown = [name.rpartition("/")[2] for name in texts(chromium, ".ladder b")]
    assert sorted(on_it) == sorted(shown)
    assert ["1", "2"] == texts(chromium, ".ladder .rank")[:2]
    assert "node-1" == chromium.value("document.getElementById('node').selectedOptions[0].text")


def test_theme_button(chromium: Browser, page: Page) -> None:
    open_page(chromium, page("examples"))
    light = chromium.value("getComputedStyle(document.body).backgroundColor")
    chromium.click("#theme")

    assert light != chromium.value("getComputedStyle(document.body).backgroundColor")
    chromium.click("#theme")
    assert light == chromium.value("getComputedStyle(document.body).backgroundColor")


def test_a_manifest_cannot_break_out_of_the_page(chromium: Browser, page: Page) -> None:
    path = page("hostile")
    open_page(chromium, path)
    for name in TABS[:3]:
        chromium.click(f"#tab-{name}")
    chromium.click("#tab-placement")
    chromium.point("td.cell")

    assert chromium.value("document.title").startswith("Gate: refused")
    assert 0 == chromium.value("document.querySelectorAll('img, iframe, a[href]:not(.skip)').length")
    assert 2 == chromium.value("document.scripts.length")
    assert releases.HOSTILE in "".join(texts(chromium, ".matrix tbody b"))
    assert 1 == path.read_text(encoding="utf-8").count("</script>\n<script>")


def test_a_thousand_pods(chromium: Browser, page: Page) -> None:
    path = page("large")
    open_page(chromium, path)
    chromium.click("#tab-placement")

    assert path.stat().st_size <= MOST_BYTES
    assert count(chromium, "placement") >= 1000
    assert chromium.value("document.querySelectorAll('.matrix tbody tr').length") < 100
    chromium.value("document.querySelector('.matrix').scrollTop = 1e9")
    chromium.until("document.querySelector('.matrix tbody').textContent.includes('service-0999')")
    assert 100 == chromium.value("document.querySelectorAll('.matrix th.node').length")
    chromium.click("#tab-findings")
    shown = len(texts(chromium, ".finding"))
    chromium.click(".more")
    assert [40, 80] == [shown, len(texts(chromium, ".finding"))]
