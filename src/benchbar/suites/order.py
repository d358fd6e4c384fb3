"""An order: what is to be built. It alone decides the bytes of DATA."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from benchbar.corpora import store, synthetic
from benchbar.errors import InputError
from benchbar.records import Split
from benchbar.suites.items import Form, Options, most_tokens
from benchbar.suites.spec import Window, suite

BUILT_IN: dict[str, Form] = {
    "synthetic": "synthetic",
    "transcripts": "transcript",
    "code": "statute",
}
"""The built-in corpora, built when none is named, and the form of each."""

_LEAST_LINE_TOKENS = 3
_SHAPE = re.compile(r"([2-9]|[1-9][0-9]+)x([2-8])")
"""Width and depth: with one level there is one definition only, and labels end at the eighth."""


def built_in(tasks: Collection[str]) -> tuple[str, ...]:
    """Return the built-in corpora of which some of these tests are made; all if none is named."""
    blt = suite("blt")
    return tuple(
        corpus
        for corpus in BUILT_IN
        if not {*tasks} & blt.all_tests.keys()
        or any(task in (*blt.tests[corpus], *blt.named.get(corpus, ())) for task in tasks)
    )


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be built.

    Attributes:
        windows: Names of sizes.
        corpora: Names of built-in and of imported corpora.
        tasks: Only these tasks; all that a corpus allows if empty.
        items: How many items of each split, in order.
        seed: Another seed gives other items.
        options: What changes the items.
        suite: Name of the suite.
    """

    windows: tuple[str, ...]
    corpora: tuple[str, ...] = tuple(BUILT_IN)
    tasks: tuple[str, ...] = ()
    items: tuple[tuple[Split, int], ...] = (("test", 100), ("train", 1_000))
    seed: int = 0
    options: Options = Options()
    suite: str = "blt"

    def form(self, corpus: str) -> Form:
        """Return the form of a corpus.

        Raises:
            InputError: There is no such corpus.
        """
        return BUILT_IN[corpus] if corpus in BUILT_IN else store.load(corpus).kind

    def tests(self, corpus: str) -> tuple[str, ...]:
        """Return the tests to be made of a corpus.

        Raises:
            InputError: No such corpus or task, or the corpus allows none of the tasks.
        """
        row = corpus if corpus in BUILT_IN else self.form(corpus)
        whole = suite(self.suite)
        for task in self.tasks:
            if task not in whole.all_tests:
                raise InputError(f"no task {task!r}: choose from {', '.join(whole.all_tests)}")
        if not self.tasks:
            return whole.tests[row]
        allowed = (*whole.tests[row], *whole.named.get(row, ()))
        chosen = tuple(task for task in allowed if task in self.tasks)
        if not chosen:
            raise InputError(
                f"corpus {corpus!r} allows none of the tasks named; it allows {', '.join(allowed)}"
            )
        return chosen

    def window(self, name: str) -> Window:
        """Return the sizes of a window.

        Raises:
            InputError: There is no such window.
        """
        return suite(self.suite).window(name)

    def own_items(self, split: Split) -> int:
        """Return the suite's own number of items of a split."""
        whole = suite(self.suite)
        return whole.test_items if split == "test" else whole.train_items

    def prompts(self, corpus: str) -> int:
        """Return how many prompts of a corpus are ordered in each window."""
        return len(self.tests(corpus)) * sum(count for _, count in self.items)

    def _check_shapes(self) -> None:
        """Make sure that synthetic sections can have the shapes ordered.

        Raises:
            InputError: There are none, a shape is none, or makes sections longer than a prompt.
        """
        if self.options.shapes and "synthetic" not in self.corpora:
            raise InputError(
                "--shape is for synthetic sections, and none are built: leave it out, or build "
                "them, too, with --corpus synthetic"
            )
        for shape in self.options.shapes:
            found = _SHAPE.fullmatch(shape)
            if found is None:
                raise InputError(
                    f"--shape {shape}: no shape: give width x depth, such as 2x3, from 2x2 and "
                    "at most eight levels deep"
                )
            width, depth = map(int, found.groups())
            for window in self.windows:
                most = most_tokens(self.window(window))
                if width**depth > most or synthetic.size(width, depth, "spread") > most:
                    raise InputError(
                        f"--shape {shape}: sections of this shape do not fit a {window} prompt: "
                        "choose a smaller one, or take a larger --window"
                    )

    def check(self) -> None:
        """Make sure that the order can be met, as far as can be said before any text is made.

        Raises:
            InputError: It cannot; says what to change.
        """
        if not self.windows:
            raise InputError("no window named: give one with --window, such as --window 4k")
        for corpus in self.corpora:
            self.tests(corpus)
        if self.options.numbering == "original":
            for corpus in self.corpora:
                if corpus in BUILT_IN or self.form(corpus) != "transcript":
                    raise InputError(
                        f"corpus {corpus!r} has no pages and lines of a reporter: leave out "
                        "--numbering, or name transcripts of yours with --corpus"
                    )
        self._check_shapes()
        pages, lines = self.options.pages or 1, self.options.lines_per_page
        for window in self.windows:
            budget = self.window(window).budget
            if pages * lines * _LEAST_LINE_TOKENS > budget:
                raise InputError(
                    f"{pages} pages of {lines} lines cannot fit the {budget} tokens of a {window} "
                    "prompt: lower --pages or --lines-per-page, or take a larger --window"
                )
