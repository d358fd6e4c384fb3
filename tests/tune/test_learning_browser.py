"""The page of a learning curve in a real browser: it stands alone, and can be read by all."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchbar.tune import learning_page
from benchbar.tune.learning import LearningCurve, learning_curve
from tests.browsing import StandsAlone, in_a_browser
from tests.tune import made_tuning as made
from tests.tune.made_learning import runs_of, two_tests
from tests.tune.made_tuning import HOSTILE

pytestmark = in_a_browser


def hostile(found: LearningCurve) -> LearningCurve:
    """Give runs, models, tests and notes the worst of names."""
    worst = {test: test._replace(corpus=" ".join(HOSTILE)) for test in found.tests}
    stages = (
        replace(
            stage,
            run=f"{name} {'x' * 90}",
            model=name,
            tests={worst[test]: estimate for test, estimate in stage.tests.items()},
        )
        for stage, name in zip(found.stages, HOSTILE, strict=False)
    )
    return replace(
        found, base=HOSTILE[0], notes=HOSTILE, tests=tuple(worst.values()), stages=tuple(stages)
    )


@pytest.fixture(scope="module")
def made_curves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, LearningCurve]:
    folder = tmp_path_factory.mktemp("curves")
    one = made.data_of(folder / "one", made.pages(6))
    two = two_tests(folder / "two")
    right = ((0, 0), (630, 3), (1_250_000, 6))
    curves = {
        "one": learning_curve(runs_of(folder / "of-one", one, *right)),
        "two": learning_curve(runs_of(folder / "of-two", two, *right)),
    }
    return curves | {"hostile": hostile(curves["two"])}


@pytest.fixture(scope="module")
def made_pages(
    made_curves: dict[str, LearningCurve], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    out = tmp_path_factory.mktemp("pages")
    return {name: learning_page.write(curve, out / name) for name, curve in made_curves.items()}


class TestPages(StandsAlone):
    """Pages of one test and of several, with hostile names among them."""

    @pytest.fixture
    def made(self, made_pages: dict[str, Path]) -> dict[str, Path]:
        return made_pages


def test_figures_and_tables_say_what_they_show(made_pages: dict[str, Path], page: Page) -> None:
    for path in made_pages.values():
        page.goto(path.as_uri())
        for table in page.locator("table").all():
            assert table.locator("caption").count() == 1
        for figure in page.locator(".plot > svg").all():
            assert "with 95% intervals" in (figure.locator("title").first.text_content() or "")
            assert figure.get_by_role("img").count() == 3


@pytest.mark.parametrize("name", ["one", "two", "hostile"])
def test_texts_of_figures_stay_inside(name: str, made_pages: dict[str, Path], page: Page) -> None:
    page.goto((made_pages[name].parent / "figures/curve.svg").as_uri())
    edges = page.evaluate(
        "[...document.querySelectorAll('text')].map((text) => text.getBoundingClientRect())"
        ".map((box) => [box.left, box.top, box.right, box.bottom])"
    )
    box = page.locator("svg").bounding_box()
    assert box
    assert len(edges) > 10
    assert min(min(left, top) for left, top, _, _ in edges) >= 0
    assert max(right for _, _, right, _ in edges) <= box["width"]
    assert max(bottom for _, _, _, bottom in edges) <= box["height"]


@pytest.mark.parametrize("width", [390, 1280])
def test_what_stands_below_a_figure_does_not_overlap(
    width: int, made_pages: dict[str, Path], page: Page
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(made_pages["two"].as_uri())
    for figure in page.locator(".plot > svg").all():
        boxes = [text.bounding_box() for text in figure.locator("text.tick").all()]
        kept = [box for box in boxes if box]
        assert len(kept) == len(boxes) >= 9
        for place, one in enumerate(kept):
            for other in kept[:place]:
                apart = (
                    one["x"] >= other["x"] + other["width"]
                    or other["x"] >= one["x"] + one["width"]
                    or one["y"] >= other["y"] + other["height"] - 2
                    or other["y"] >= one["y"] + one["height"] - 2
                )
                assert apart, (one, other)
