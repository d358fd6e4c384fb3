"""The report in a real browser: nothing leaves the page, nothing hostile runs, all can read it."""

import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from benchbar import jsonl
from benchbar.records import Cell, Reply, Verdict
from benchbar.report import leaderboard_page
from benchbar.report.html import write_report
from benchbar.report.leaderboard import boards
from tests.browsing import in_a_browser
from tests.report.made_run import READER, SLOPPY, TESTS, make_items, make_run, regrade
from tests.report.test_leaderboard import made, named

pytestmark = in_a_browser

WORSE = (
    "<script>document.title = 'run'</script>",
    "<svg onload=\"document.title='run'\"><iframe src='https://example.org/'></iframe>",
    "</pre></bdi></article></main><img src=x onerror=\"document.title='run'\">",
    "javascript:document.title='run' \u202etfel ot thgir\u2066",
    "</style><style>* { display: none }</style><link rel=stylesheet href=//example.org/a.css>",
    "<b>" * 3_500_000,
)
"""Replies that try to run something, to fetch something, or to break the page; one of 10 MB."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on two runs, one of two models in two trials, with hostile replies in it."""
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
    items = [item for item in make_items(8) if (item.corpus, item.task) in TESTS[:3]]
    other = msgspec.structs.replace(SLOPPY, seed=8)
    first = make_run(folders[0], items=items, cells=(READER, SLOPPY), trials=2)
    second = make_run(folders[1], items=items, cells=(other,))
    replies = list(jsonl.read(first / "replies.jsonl", Reply))
    places = [place for place, reply in enumerate(replies) if reply.cell == READER.key]
    for place, text in zip(places, WORSE, strict=False):
        replies[place] = msgspec.structs.replace(replies[place], turns=(text,), reasoning=text)
    jsonl.write(first / "replies.jsonl", replies)
    regrade(first, jsonl.read(first / "verdicts.jsonl", Verdict))
    out = folders[0] / "report"
    write_report([first, second], out)
    return out


LONG = "openai-api/local/meta_llama_Llama_3.1_405B_Instruct_Turbo_FP8_quantized_long_name"
ENDLESS = f"x/{'y' * 300}"


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on models with long names, many enough to have their table in short."""
    items = [item for item in make_items(4) if (item.corpus, item.task) in TESTS[:3]]
    cells = (Cell(LONG), Cell(LONG, temperature=1.0), Cell(ENDLESS), SLOPPY, READER)
    out = tmp_path_factory.mktemp("long")
    first = make_run(out, items=items, cells=cells, trials=2)
    (out / "other").mkdir()
    second = make_run(out / "other", items=items, cells=(Cell(LONG), SLOPPY))
    write_report([first, second], out / "report")
    return out / "report"


def kinds(report: Path) -> list[Path]:
    """One page of each kind; of pages of replies, one with hostile ones."""
    hostile = next(
        path
        for path in sorted((report / "items").glob("reader*.html"))
        if "thgir" in path.read_text(encoding="utf-8")
    )
    return [
        report / "index.html",
        sorted((report / "runs").iterdir())[0],
        hostile,
        report / "items" / "index.html",
        sorted((report / "groups").iterdir())[0],
        sorted((report / "documents").iterdir())[0],
    ]


def test_nothing_leaves_the_page_and_nothing_hostile_runs(
    report: Path, page: Page, asked: list[str]
) -> None:
    paths = sorted(report.rglob("*.html"))
    for path in paths:
        page.goto(path.as_uri())
        assert page.title() != "run"
        assert page.locator("script").count() == 1
        assert page.locator("iframe, link, img, object, embed").count() == 0
    assert asked == [path.as_uri() for path in paths]


def test_hostile_replies_are_shown_as_text(report: Path, page: Page) -> None:
    page.goto(kinds(report)[2].as_uri())
    text = page.locator("main").text_content() or ""
    for reply in WORSE[:3]:
        assert reply in text
    assert "‹U+202E›tfel ot thgir‹U+2066›" in text
    assert "Cut here: 5,000 of 10,500,000 characters shown." in text
    assert page.locator("main footer").count() == 0


def test_every_kind_of_page_is_accessible(report: Path, page: Page) -> None:
    for path in kinds(report):
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        found = Axe().run(page, options={"resultTypes": ["violations"]})
        assert found.violations_count == 0, (path, found.generate_report())
        page.emulate_media(color_scheme="dark")
        found = Axe().run(page, options={"runOnly": ["color-contrast"]})
        assert found.violations_count == 0, ("dark", path, found.generate_report())
        page.emulate_media(color_scheme="light")


def test_pages_of_many_models_are_accessible(long_names: Path, page: Page) -> None:
    for path in (long_names / "index.html", *sorted((long_names / "runs").iterdir())):
        page.goto(path.as_uri())
        for opened in ("false", "true"):
            page.evaluate(
                f"document.querySelectorAll('details').forEach(one => {{ one.open = {opened} }})"
            )
            found = Axe().run(page, options={"resultTypes": ["violations"]})
            assert found.violations_count == 0, (path, opened, found.generate_report())


@pytest.mark.parametrize("script", [True, False])
def test_a_phone_scrolls_down_only(report: Path, browser: Browser, script: bool) -> None:
    phone = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=script)
    page = phone.new_page()
    for path in kinds(report):
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    phone.close()


@pytest.mark.parametrize("width", [360, 1200])
def test_long_names_break(long_names: Path, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    folders = ("items", "groups", "documents", "runs")
    found = [path for folder in folders for path in sorted((long_names / folder).iterdir())[::4]]
    names = [long_names / "items" / "index.html", *(long_names / "items").glob("yyy*-1.html")]
    for path in [long_names / "index.html", *names, *found]:
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.goto((long_names / "index.html").as_uri())
    cells = page.locator("table.short th.who")
    assert cells.count() > 4
    for cell in cells.all():
        assert 100 < (cell.bounding_box() or {"width": 0})["width"] < 330


def test_texts_of_figures_stay_inside(long_names: Path, page: Page) -> None:
    paths = sorted((long_names / "figures").glob("*.svg"))
    assert any(ENDLESS[:50] in path.read_text(encoding="utf-8") for path in paths)
    for path in paths:
        page.goto(path.as_uri())
        edges = page.evaluate(
            "[...document.querySelectorAll('text')].map((text) => text.getBoundingClientRect())"
            ".map((box) => [box.right, box.bottom])"
        )
        box = page.locator("svg").bounding_box()
        assert box
        assert max(right for right, _ in edges) <= box["width"], path
        assert max(bottom for _, bottom in edges) <= box["height"], path


def test_a_leaderboard_stands_in_cards_on_a_phone(tmp_path: Path, page: Page) -> None:
    files = {
        "a/report": made(named(LONG, (95, 96)), named("torn", (10, 10), missing=4)),
        "b/report": made(named(LONG, (50, 52)), named(ENDLESS, (50, 52))),
    }
    ranked = boards(files, "corrected")
    there = leaderboard_page.write(tmp_path / "board", ranked, files, "corrected")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(there.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not page.locator("table.headline").first.is_visible()
    cards = page.locator(".cards li")
    assert [one.is_visible() for one in cards.all()] == [True] * 4
    for card in cards.all():
        assert card.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert f"{LONG} (b/report)" in page.locator(".cards").first.inner_text()
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 1400, "height": 740})
    assert page.locator("table.headline").first.is_visible()
    assert not cards.first.is_visible()


def test_the_page_is_whole_without_its_script(report: Path, browser: Browser) -> None:
    plain = browser.new_context(java_script_enabled=False)
    page = plain.new_page()
    page.goto((report / "index.html").as_uri())
    assert page.locator(".plot > svg").first.is_visible()
    page.locator("table.outcomes a").first.click()
    assert page.locator("article").count() > 0
    page.get_by_role("link", name=re.compile("^right")).first.click()
    assert page.locator("h2:target").inner_text().startswith("Right")
    plain.close()


def test_print_is_dark_on_white_and_holds_all(report: Path, page: Page) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(kinds(report)[1].as_uri())
    paint = "getComputedStyle(document.body)"
    assert page.evaluate(f"{paint}.backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(f"{paint}.color") == "rgb(0, 0, 0)"
    for control in ("button.colours", ".find", "nav", ".skip"):
        assert not page.locator(control).first.is_visible()
    assert page.pdf(format="A4").count(b"/Type /Page\n") > 2


def test_print_is_white_after_dark_colours(report: Path, page: Page) -> None:
    page.goto((report / "index.html").as_uri())
    page.get_by_role("button", name="Dark colours").click()
    scheme = "getComputedStyle(document.documentElement).colorScheme"
    assert page.evaluate(scheme) == "dark"
    page.emulate_media(media="print")
    assert page.evaluate(scheme) == "light"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_print_opens_what_is_folded_and_shuts_it_again(long_names: Path, page: Page) -> None:
    page.goto(max((long_names / "runs").iterdir(), key=lambda one: one.stat().st_size).as_uri())
    shut = page.locator("details.fold:not([open])")
    before = shut.count()
    assert before > 5
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shut.count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert shut.count() == before


def test_no_table_runs_off_the_paper(long_names: Path, page: Page) -> None:
    paper = 680 * 4 // 3  # a browser prints a page of A4 as small as that
    page.set_viewport_size({"width": paper, "height": 900})
    page.emulate_media(media="print")
    for path in (long_names / "index.html", *(long_names / "runs").iterdir()):
        page.goto(path.as_uri())
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        ends = page.evaluate(
            "[...document.querySelectorAll('table')].map(one => one.getBoundingClientRect().right)"
        )
        assert max(ends) <= paper


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext to read a PDF with")
def test_a_table_over_several_pages_has_its_head_on_each(tmp_path: Path, page: Page) -> None:
    cells = tuple(msgspec.structs.replace(SLOPPY, seed=seed) for seed in range(20))
    run = make_run(tmp_path, per_test=2, cells=cells)
    page.goto(write_report([run], tmp_path / "report").as_uri())
    pdf = tmp_path / "page.pdf"
    page.pdf(path=pdf, format="A4")
    done = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True)
    sheets = done.stdout.decode().split("\f")
    assert sum("Why no answer" in sheet for sheet in sheets) >= 3


def test_colours_are_switched_and_kept(report: Path, page: Page) -> None:
    page.goto((report / "index.html").as_uri())
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark colours").click()
    dark = page.evaluate(ground)
    assert light != dark
    page.reload()
    assert page.evaluate(ground) == dark
    page.get_by_role("button", name="Light colours").click()
    assert page.evaluate(ground) == light


def test_figures_answer_to_the_keyboard(report: Path, page: Page) -> None:
    page.goto((report / "index.html").as_uri())
    marks = page.locator(".plot > svg").first.locator("a.mark")
    marks.first.focus()
    tip = page.locator(".tip")
    said = tip.inner_text()
    assert tip.is_visible()
    assert re.search(r": \d+\.\d \[\d+\.\d, \d+\.\d\] %$", said)
    page.keyboard.press("ArrowDown")
    assert tip.inner_text() != said
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == tip.inner_text()
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/items/"))


def test_only_links_of_figures_take_the_focus(report: Path, page: Page) -> None:
    page.goto(kinds(report)[1].as_uri())
    silent = page.locator(".plot > svg g.mark")
    assert silent.count() > 2
    for mark in silent.all():
        assert not mark.evaluate("(one) => { one.focus(); return document.activeElement === one; }")
        assert "GPT-4, as published: " in (mark.get_attribute("aria-label") or "")
    silent.first.dispatch_event("pointerenter")
    assert page.locator(".tip").inner_text() == silent.first.get_attribute("aria-label")


def test_a_series_is_switched_off_and_on(report: Path, page: Page) -> None:
    page.goto((report / "index.html").as_uri())
    figure = page.locator("figure.plot").first
    marks = figure.locator(":scope > svg .mark.s1")
    there = marks.count()
    assert there == 3
    button = figure.locator(".legend button").nth(1)
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
    assert not any(mark.is_visible() for mark in marks.all())
    button.click()
    assert all(mark.is_visible() for mark in marks.all())


def test_tables_are_sorted_and_filtered(report: Path, page: Page) -> None:
    page.goto((report / "index.html").as_uri())
    table = page.locator("table.outcomes")
    head = table.get_by_role("columnheader", name="Wrong")

    def column() -> list[int]:
        return [int(text) for text in table.locator("tbody tr td:nth-child(5)").all_inner_texts()]

    head.get_by_role("button").press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert column() == sorted(column())
    head.get_by_role("button").press("Enter")
    assert column() == sorted(column(), reverse=True)
    page.get_by_label("Rows with").first.fill("text to cite")
    rows = [row for row in table.locator("tbody tr").all() if row.is_visible()]
    assert len(rows) == 6
    assert all("text to cite" in row.inner_text() for row in rows)
    for typed, expected in (
        ("transcripts sloppy", 4),
        ("  SLOPPY transcripts ", 4),
        ('"text to cite" sloppy transcripts', 2),
        ("sloppy nowhere", 0),
        ("", 9),
    ):
        page.get_by_label("Rows with").first.fill(typed)
        rows = [row for row in table.locator("tbody tr").all() if row.is_visible()]
        assert len(rows) == expected, typed
        assert all("sloppy" in row.inner_text() for row in rows) or not typed


def test_replies_are_chosen_by_outcome(report: Path, page: Page) -> None:
    page.goto(sorted((report / "items").glob(f"{SLOPPY.key}*to_cite*.html"))[0].as_uri())
    shown = page.locator("article:visible")
    everything = shown.count()
    page.get_by_role("button", name=re.compile("^Right")).click()
    assert 0 < shown.count() < everything
    assert {one.get_attribute("data-outcome") for one in shown.all()} == {"correct"}
    page.get_by_role("button", name=re.compile("^All")).click()
    assert shown.count() == everything


def test_figures_stand_in_files_too(report: Path, page: Page, asked: list[str]) -> None:
    files = sorted((report / "figures").glob("*.svg"))[::3]
    assert len(files) > 5
    for path in files:
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.tagName") == "svg"
        assert page.locator("a, script").count() == 0
    assert asked == [path.as_uri() for path in files]
