"""The page of a tuning: its files, and how it looks and behaves in a real browser."""

import csv
import json
from pathlib import Path

import markupsafe
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from benchbar.errors import InputError
from benchbar.tune import report_page
from benchbar.tune.report import Report, report
from tests.browsing import in_a_browser
from tests.tune import made_tuning as made
from tests.tune.made_tuning import BASE, HOSTILE, TUNED, reasoned, right_if, run_of


def hostile(item: object, n: int) -> tuple[str, ...]:
    return (HOSTILE[n % len(HOSTILE)],)


def made_report(folder: Path, base: str = BASE) -> Report:
    """Every kind of measure, of replies that are right, wrong and hostile."""
    data = made.data_of(
        folder / "data", made.pages(20), made.sections(20), made.requests(20), made.amounts(12)
    )
    before = {
        "cite_to_text": hostile,
        "applies_to": reasoned(59, lambda n: n < 16, goes_on=True),
        "form": hostile,
        "sara": right_if(lambda n: n < 6, "$1,700"),
    }
    after = {
        "cite_to_text": right_if(lambda n: n > 1),
        "applies_to": reasoned(19, lambda n: n < 13, goes_on=False),
        "form": right_if(lambda n: n < 9, "line 10"),
        "sara": right_if(lambda n: n < 9, "$1,300"),
    }
    return report(
        [(run_of(folder / "b", data, base, before), run_of(folder / "t", data, TUNED, after))]
    )


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return made_report(tmp_path_factory.mktemp("tuning"), f"openai/{HOSTILE[0]}")


@pytest.fixture(scope="module")
def index(found: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return report_page.write(found, tmp_path_factory.mktemp("page") / "out")


def test_the_folder(found: Report, index: Path) -> None:
    folder = index.parent
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    assert names == [
        "figures/tuning-effects-share.svg", "figures/tuning-effects-words.svg",
        "figures/tuning-lookups-share.svg", "figures/tuning-words-words.svg", "index.html",
        "results.json", "tables/tuning.csv",
    ]  # fmt: skip
    with (folder / "tables/tuning.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    everything = (*found.lookups, *found.effects, *found.words)
    assert [row["measure"] for row in table] == [one.measure for one in everything]
    assert float(table[0]["after"]) == 0.9
    assert (float(table[0]["published_before"]), float(table[0]["published_after"])) == (0.32, 0.99)
    told = json.loads((folder / "results.json").read_text())
    assert len(told["effects"]) == len(found.effects) == 9
    text = index.read_text()
    for sentence in told["sentences"]:
        assert str(markupsafe.escape(sentence)) in text


def test_nothing_is_replaced_unasked(found: Report, tmp_path: Path) -> None:
    out = tmp_path / "out"
    report_page.write(found, out)
    with pytest.raises(InputError, match="exists"):
        report_page.write(found, out)
    report_page.write(found, out, force=True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="not a page of a tuning"):
        report_page.write(found, other, force=True)
    assert (other / "mine.txt").read_text() == "mine"


def test_a_report_of_one_test_has_its_page(tmp_path: Path) -> None:
    data = made.data_of(tmp_path / "data", made.pages(2))
    runs = [run_of(tmp_path / m, data, f"openai/{m}", right_if(bool)) for m in ("a", "b")]
    text = report_page.write(report([(runs[0], runs[1])]), tmp_path / "out").read_text()
    assert "Side effects" not in text
    assert "cite to text (Invented transcripts, 4k)" in text


@in_a_browser
def test_nothing_leaves_the_page_and_nothing_hostile_runs(
    index: Path, page: Page, asked: list[str]
) -> None:
    page.goto(index.as_uri())
    assert asked == [index.as_uri()]
    assert page.locator("script").count() == 1
    assert page.locator("iframe, link, img, object, embed").count() == 0
    assert "<script>alert(1)</script>" in page.locator(".lead").inner_text()


@in_a_browser
def test_the_page_is_accessible(index: Path, page: Page) -> None:
    page.goto(index.as_uri())
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
    page.emulate_media(color_scheme="dark")
    found = Axe().run(page, options={"runOnly": ["color-contrast"]})
    assert found.violations_count == 0, ("dark", found.generate_report())
    for table in page.locator("table").all():
        assert table.locator("caption").count() == 1
    assert page.locator(".plot > svg .mark").count() >= 20


@in_a_browser
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_scrolls_down_only(width: int, index: Path, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740})
    page = context.new_page()
    page.goto(index.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@in_a_browser
def test_texts_of_figures_stay_inside(index: Path, page: Page) -> None:
    for path in sorted((index.parent / "figures").iterdir()):
        page.goto(path.as_uri())
        edges = page.evaluate(
            "[...document.querySelectorAll('text')].map((text) => text.getBoundingClientRect())"
            ".map((box) => [box.right, box.bottom])"
        )
        box = page.locator("svg").bounding_box()
        assert box
        assert max(right for right, _ in edges) <= box["width"], path
        assert max(bottom for _, bottom in edges) <= box["height"], path
