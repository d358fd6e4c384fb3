"""A whole study in real browsers: a lead and three graders at once, from invitation to report."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browsing import in_a_browser
from tests.exam.desk.web import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHOTS = os.environ.get("BENCHBAR_SHOTS", "")
"""A folder for pictures of the pages, to be looked at."""


def shot(page: "Page", name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def come_in(browser: "Browser", link: str, asked: list[str]) -> "Page":
    """Open a browser of one's own and come in by a link."""
    page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: asked.append(f"error: {error}"))
    page.on("console", lambda said: asked.append(f"console: {said.text}"))
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(link)
    page.get_by_role("button", name="Come in").click()
    return page


def score_of(page: "Page", scores: dict[str, int]) -> int:
    return scores[serving.opening(page.locator(".marking .essay-text").inner_text())]


def mark(page: "Page", score: int) -> None:
    """Mark the essay that is shown, by the keyboard, and go on."""
    page.wait_for_load_state()
    page.locator("body").press(str(score))
    page.locator("[data-points]").first.fill("1.5")
    page.locator("#comment").fill("Read twice.")
    before = page.url
    page.locator("#comment").press("Control+Enter")
    page.wait_for_url(lambda url: url != before)


@in_a_browser
def test_a_study_from_invitation_to_report(
    browser: "Browser", where: str, tmp_path: Path, asked: list[str]
) -> None:
    study = serving.small_study(tmp_path / "study")
    scores = serving.intended(study)
    with serving.serve(where) as served:
        lead = come_in(browser, served.link, asked)
        graders = [come_in(browser, link, asked) for link in set_up(lead, study)]
        train(lead, graders)
        rank(graders, scores, served.address)
        score(graders, scores)
        talk(lead, graders[1], served.address)
        grade(graders, scores, served.address)
        assert settle(lead, scores) > 0
        end(lead)
    assert [one for one in asked if not one.startswith(served.address)] == []


def set_up(lead: "Page", study: Path) -> list[str]:
    """Take the materials in, change options, add three graders; return their links."""
    shot(lead, "01-setup")
    lead.locator("#folder").set_input_files(study)
    lead.get_by_role("button", name="Take the folder in").click()
    lead.get_by_text("The materials are in.").wait_for()
    lead.locator("#second_readers").fill("1")
    lead.locator("#drift_every").fill("4")
    lead.locator("#why").fill("every essay is read twice")
    lead.get_by_role("button", name="Change the options").click()
    lead.get_by_text("The options were changed").wait_for()
    shot(lead, "02-setup-begun")
    lead.get_by_role("link", name="Add graders").click()
    lead.locator("#names").fill("Ada Alder\nBen Birch\nCleo Cedar")
    lead.get_by_role("button", name="Add", exact=True).click()
    shot(lead, "03-links")
    return [field.input_value() for field in lead.locator(".once input").all()]


def train(lead: "Page", graders: list["Page"]) -> None:
    """Let all go through the training, and open a round of six essays."""
    shot(graders[0], "10-home")
    for grader in graders:
        grader.get_by_role("link", name="Begin the training").click()
        grader.get_by_role("button", name="I have read all of this").click()
    shot(graders[0], "11-wait")
    lead.locator("nav a[href='/study']").click()
    lead.get_by_role("link", name="open a calibration round").click()
    lead.locator("#essays").fill("6")
    lead.get_by_role("button", name="Open the round").click()
    shot(lead, "04-question")


def rank(graders: list["Page"], scores: dict[str, int], address: str) -> None:
    """Put the essays in order, all at once, and lock the orders."""
    for grader in graders:
        grader.goto(address)
        grader.get_by_role("link", name="Put the essays in order").click()
        put_in_order(grader, scores)
    shot(graders[0], "12-ranks")
    for grader in graders:
        grader.get_by_role("button", name="Lock and go on to scores").click()
        grader.get_by_role("link", name="Score the next essay").click()


def put_in_order(page: "Page", scores: dict[str, int]) -> None:
    """Put the essays in order by typing their places; ``test_web_ranking`` drags them."""
    page.locator(".order").wait_for()
    told = {
        link.get_attribute("href"): link.inner_text() for link in page.locator(".order .read").all()
    }
    quality = {
        code: scores[serving.opening(page.locator(f"{where} .essay-text").text_content() or "")]
        for where, code in told.items()
    }
    order = sorted(quality, key=lambda code: (-quality[code], code))
    for place, code in enumerate(order):
        field = page.get_by_role("textbox", name=f"Place of {code}")
        field.fill(str(place + 1))
        field.press("Enter")
    rows = page.locator(".order li")
    assert rows.evaluate_all("rows => rows.map(row => row.dataset.code)") == order


def score(graders: list["Page"], scores: dict[str, int]) -> None:
    """Score the round; the second grader is a point high once, so that any six essays agree."""
    shot(graders[0], "13-essay")
    high = 0
    for _ in range(6):
        for grader in graders:
            meant = score_of(grader, scores)
            by_one = int(grader is graders[1] and not high and meant <= 3)
            high += by_one
            mark(grader, meant + by_one)
    shot(graders[0], "14-scores")
    for grader in graders:
        grader.get_by_role("button", name="Lock my scores").click()
        grader.get_by_text("Your scores are locked.").wait_for()


def talk(lead: "Page", grader: "Page", address: str) -> None:
    """Open the discussion, look at it, close it, and deal the essays."""
    lead.locator("nav a[href='/study']").click()
    shot(lead, "05-study")
    lead.get_by_role("link", name="open the discussion").click()
    shot(lead, "06-agreement")
    lead.get_by_role("button", name="Open the discussion").click()
    grader.goto(address)
    grader.get_by_role("link", name="To the discussion").click()
    shot(grader, "15-discussion")
    lead.get_by_role("button", name="Close the discussion").click()
    lead.get_by_role("button", name="Deal", exact=True).click()
    lead.get_by_text("The essays were dealt.").wait_for()
    shot(lead, "07-dealt")


def grade(graders: list["Page"], scores: dict[str, int], address: str) -> None:
    """Mark all piles, in turns; the third grader misjudges two essays, of which one is new."""
    far = 0
    for grader in graders:
        grader.goto(address)
        grader.get_by_role("link", name="Grade the next essay").click()
    working = list(graders)
    while working:
        for grader in list(working):
            meant = score_of(grader, scores)
            high = grader is graders[2] and far < 2 and meant <= 4
            far += int(high)
            mark(grader, meant + 2 * int(high))
            if "/pile" in grader.url:
                working.remove(grader)
    shot(graders[0], "16-pile")


def settle(lead: "Page", scores: dict[str, int]) -> int:
    """Settle what readers differ on; return how many essays that were."""
    lead.locator("nav a[href='/study']").click()
    lead.locator("[data-live]").wait_for()
    shot(lead, "08-drift")
    settled = 0
    lead.locator("nav a[href='/differences']").click()
    while lead.locator(".talked").count():
        lead.locator(".talked summary").first.click()
        shot(lead, "09-differences")
        lead.locator("select[name=person]").first.select_option(label="Lead (you)")
        lead.get_by_role("button", name="Send").first.click()
        mark(lead, score_of(lead, scores))
        settled += 1
    return settled


def end(lead: "Page") -> None:
    """Lock, unblind, read the report."""
    lead.locator("nav a[href='/results']").click()
    lead.get_by_role("button", name="Lock the study").click()
    lead.get_by_role("button", name="Unblind").click()
    lead.get_by_text("The study is unblinded:").wait_for()
    shot(lead, "20-results")
    lead.get_by_role("link", name="Read the report").click()
    reached = lead.get_by_text("Agreement was reached in calibration: 3 of 3 graders passed")
    reached.first.wait_for()
    shot(lead, "22-report")
    lead.go_back()
    lead.locator("nav a[href='/record']").click()
    shot(lead, "21-record")
