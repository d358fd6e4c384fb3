"""The command that makes the items of a DATA folder again, read off its manifest."""

import shlex
from collections.abc import Iterable

from benchbar.errors import InputError
from benchbar.suites.data import Manifest, test_of
from benchbar.suites.forms import USERS_CORPUS
from benchbar.suites.order import Order
from benchbar.suites.sara import EXAMPLE_CORPUS
from benchbar.suites.spec import SUITES, suite
from benchbar.tasks import form, sara

_OPTIONS = {
    "lines_per_page": "--lines-per-page",
    "pages": "--pages",
    "shapes": "--shape",
    "numbering": "--numbering",
    "least_edits": "--min-edits",
}
"""The flags of ``build`` for what the manifest records."""

_BY_WINDOW = "by window"
"""What the manifest says where pages or shapes were left to the size."""


def build_command(manifest: Manifest) -> str:
    """Return the command that makes the same items, or say why there is none."""
    if manifest.suite == sara.SUITE:
        return _sara_command(manifest)
    if manifest.suite == form.SUITE:
        users = any(f"/{USERS_CORPUS}." in name for name in manifest.files)
        return line("benchbar build", [form.SUITE], [("--from", "FILE")] if users else [], [])
    if manifest.suite not in SUITES or "lines_per_page" not in manifest.options:
        return "# these items were imported, not built: import the same files again"
    tests = {
        test: entry.records for name, entry in manifest.files.items() if (test := test_of(name))
    }
    splits = list(dict.fromkeys(test[3] for test in tests))
    corpora = list(dict.fromkeys(test[1] for test in tests))
    given: list[tuple[str, object]] = [("--window", window) for window in manifest.budgets]
    given.append(("--split", "both" if len(splits) == 2 else splits[0]))
    own = suite(manifest.suite)
    counts = {split: max(n for test, n in tests.items() if test[3] == split) for split in splits}
    defaults = {"test": own.test_items, "train": own.train_items}
    if any(counts[split] != defaults[split] for split in splits):
        if len({*counts.values()}) > 1:
            told = ", ".join(f"--split {split} --items {n}" for split, n in counts.items())
            return f"# no one command makes these items: build each split by itself ({told})"
        given.append(("--items", max(counts.values())))
    given += [("--seed", manifest.seed), ("--corpus", ",".join(corpora))]
    tasks = list(dict.fromkeys(test[2] for test in tests))
    if _leaves_out(corpora, tests):
        given.append(("--task", ",".join(tasks)))
    given += [
        (flag, manifest.options[name])
        for name, flag in _OPTIONS.items()
        if name in manifest.options and manifest.options[name] != _BY_WINDOW
    ]
    short = any(n != counts[test[3]] for test, n in tests.items())
    return line("benchbar build", [manifest.suite], given, ["--allow-short"] if short else [])


def _sara_command(manifest: Manifest) -> str:
    """Return the command that makes items of a data set of cases."""
    example = any(f"/{EXAMPLE_CORPUS}." in name for name in manifest.files)
    given = [
        (f"--{name.replace('_', '-')}", manifest.options[name])
        for name in (sara.WITHIN_PERCENT, sara.WITHIN_DOLLARS)
        if name in manifest.options
    ]
    flags = ["--allow-short"] if manifest.options.get("left_out") else []
    source = ["--example"] if example else ["--from", "FOLDER"]
    return line("benchbar build", [sara.SUITE, *source], given, flags)


def _leaves_out(corpora: Iterable[str], tests: Iterable[tuple[str, str, str, str]]) -> bool:
    """Say whether the tests are others than the corpora are given unless tests are named."""
    made = {(corpus, task) for _, corpus, task, _ in tests}
    order = Order(windows=())
    for corpus in corpora:
        try:
            allowed = order.tests(corpus)
        except InputError:  # a corpus of the user that is not on this machine
            return True
        if {(corpus, task) for task in allowed} != {one for one in made if one[0] == corpus}:
            return True
    return False


def choosing(
    windows: Iterable[str], corpora: Iterable[str], tasks: Iterable[str], limit: int | None
) -> list[tuple[str, object]]:
    """Return the flags that choose some of the items there are."""
    named = (("--window", windows), ("--corpus", corpora), ("--task", tasks))
    given: list[tuple[str, object]] = [(flag, name) for flag, names in named for name in names]
    return given if limit is None else [*given, ("--limit", limit)]


def line(
    command: str, arguments: Iterable[str], given: Iterable[tuple[str, object]],
    flags: Iterable[str], *, out: str = "DATA",
) -> str:  # fmt: skip
    """Return a command with its arguments, options, flags and where it writes."""
    options = [part for flag, value in given for part in (flag, shlex.quote(str(value)))]
    return " ".join([command, *arguments, *options, *flags, "--out", out])
