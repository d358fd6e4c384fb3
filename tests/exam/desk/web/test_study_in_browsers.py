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
        links = [field.input_value() for field in lead.locator(".once input").all()]
        ada, ben, cleo = graders = [come_in(browser, link, asked) for link in links]

        shot(ada, "10-home")
        for grader in graders:
            grader.get_by_role("link", name="Begin the training").click()
            grader.get_by_role("button", name="I have read all of this").click()
        shot(ada, "11-wait")

        lead.locator("nav a[href='/study']").click()
        lead.get_by_role("link", name="open a calibration round").click()
        lead.locator("#essays").fill("6")
        lead.get_by_role("button", name="Open the round").click()
        shot(lead, "04-question")

        for grader in graders:
            grader.goto(served.address)
            grader.get_by_role("link", name="Put the essays in order").click()
            put_in_order(grader, scores)
        shot(ada, "12-ranks")
        for grader in graders:
            grader.get_by_role("button", name="Lock and go on to scores").click()
            grader.get_by_role("link", name="Score the next essay").click()
        shot(ada, "13-essay")
        for _ in range(6):
            for grader in graders:
                high = int(grader is ben and score_of(grader, scores) == 3)
                mark(grader, score_of(grader, scores) + high)
        shot(ada, "14-scores")
        for grader in graders:
            grader.get_by_role("button", name="Lock my scores").click()
            grader.get_by_text("Your scores are locked.").wait_for()

        lead.locator("nav a[href='/study']").click()
        shot(lead, "05-study")
        lead.get_by_role("link", name="open the discussion").click()
        shot(lead, "06-agreement")
        lead.get_by_role("button", name="Open the discussion").click()
        ben.goto(served.address)
        ben.get_by_role("link", name="To the discussion").click()
        shot(ben, "15-discussion")
        lead.get_by_role("button", name="Close the discussion").click()
        lead.get_by_role("button", name="Deal", exact=True).click()
        lead.get_by_text("The essays were dealt.").wait_for()
        shot(lead, "07-dealt")

        apart = 0
        for grader in graders:
            grader.goto(served.address)
            grader.get_by_role("link", name="Grade the next essay").click()
        working = list(graders)
        while working:
            for grader in list(working):
                score = score_of(grader, scores)
                far = grader is cleo and not apart and score <= 4
                apart += int(far)
                mark(grader, score + 2 * int(far))
                if "/pile" in grader.url:
                    working.remove(grader)
        shot(ada, "16-pile")

        lead.locator("nav a[href='/study']").click()
        lead.locator("[data-live]").wait_for()
        shot(lead, "08-drift")
        if lead.get_by_role("link", name="Settle").count():
            lead.get_by_role("link", name="Settle").click()
            lead.locator(".talked summary").click()
            shot(lead, "09-differences")
            lead.get_by_role("button", name="Send").click()
            mark(lead, score_of(lead, scores))
        lead.get_by_role("link", name="Results").click()
        lead.get_by_role("button", name="Lock the study").click()
        lead.get_by_role("button", name="Unblind").click()
        lead.get_by_text("The study is unblinded:").wait_for()
        shot(lead, "20-results")
        lead.get_by_role("link", name="Read the report").click()
        lead.get_by_text("Agreement was reached in calibration: 3 of 3 graders passed").wait_for()
        shot(lead, "22-report")
        lead.go_back()
        lead.get_by_role("link", name="Record").click()
        shot(lead, "21-record")

    own = [one for one in asked if not one.startswith(served.address)]
    assert own == []


def put_in_order(page: "Page", scores: dict[str, int]) -> None:
    """Put the essays in order, one by dragging, one by the keyboard, the others by their place."""
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


