"""The published settings, and how many sittings they make."""

import pytest

from benchbar.errors import InputError
from benchbar.exam.presets import PRESETS, Session, preset_of, tailored
from benchbar.exam.prompts import PROMPTS


@pytest.mark.parametrize(
    ("name", "sessions", "settings"),
    [("katz", 18, 6), ("replication", 50, 10), ("tailoring", 10, 2)],
)
def test_numbers_of_sessions(name: str, sessions: int, settings: int) -> None:
    found = list(PRESETS[name].sessions())
    assert len(found) == len(set(found)) == sessions
    assert len({(one.prompt, one.temperature) for one in found}) == settings
    assert {one.trial for one in found} == set(range(1, PRESETS[name].trials + 1))
    assert [prompt.name for prompt in PRESETS[name].asked()] == list(PRESETS[name].prompts)


def test_temperatures_are_those_of_the_studies() -> None:
    assert PRESETS["katz"].temperatures == (0, 0.5, 1)
    assert PRESETS["replication"].temperatures == (0, 0.25, 0.5, 0.7, 1)
    assert next(PRESETS["katz"].sessions()) == Session("ranked", 0.0, 1)
    assert not any(preset.shuffled for preset in PRESETS.values())


def test_tailoring_takes_the_best_setting_of_an_earlier_run() -> None:
    best = tailored("ranked-with-reasons", 0.25)
    assert best.prompts == ("plain", "few-shot-with-reasons")
    assert {one.temperature for one in best.sessions()} == {0.25}
    assert tailored("ranked", 0.5) == PRESETS["tailoring"]
    assert set(best.prompts) <= set(PROMPTS)
    with pytest.raises(InputError, match="worked examples go with a ranked prompt"):
        tailored("plain", 0.5)


def test_unknown_presets_are_named() -> None:
    assert preset_of("katz") is PRESETS["katz"]
    with pytest.raises(InputError, match="choose from katz, replication, tailoring"):
        preset_of("kats")
