from benchbar.corpora import repetition


def test_lines_that_occur_again_are_counted_each_time() -> None:
    assert repetition.repeated_share(["A.  Yes.", "a. yes.", "A.  No.", "Q.  Why?"]) == 0.5
    assert repetition.repeated_share([]) == 0.0


def test_runs_of_words_go_over_the_ends_of_lines_but_not_of_texts() -> None:
    lines = ["Q.  The truck, was it", "red?", "A.  The truck was it, red."]
    found = repetition.runs([lines, ["the truck"], ["was it red"]], words=5)
    assert found["the", "truck", "was", "it", "red"] == 2
    assert sum(found.values()) == 12 - 4
