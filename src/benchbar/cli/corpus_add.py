"""What ``benchbar corpus add`` and ``fetch`` do, kind by kind."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchbar.cli.talk import progress
from benchbar.corpora import fetch, imports, lawxml, outline, store, uslm_corpus
from benchbar.corpora.uslm_corpus import Summary
from benchbar.errors import InputError
from benchbar.parallel import processes


def add_files(
    paths: Sequence[Path], kind: str, name: str, *, pseudonyms: bool, force: bool
) -> Iterator[str]:
    """Import files and yield lines that say what became of them."""
    if kind == "uslm":
        found = uslm_corpus.add_uslm(paths, name, force=force, spread=processes.executor(None))
        yield from told(found)
    elif kind == "transcript":
        from benchbar.cli.corpus_view import summary

        added = imports.add_transcripts(paths, name, force=force, pseudonyms=pseudonyms)
        for check in added.checks:
            yield from summary(check, samples=False)
        for replaced in added.replaced:
            listed = ", ".join(f"{n} {kind}" for kind, n in replaced.items())
            yield f"  replaced: {listed or 'nothing'}"
        if added.caveat:
            yield added.caveat
    elif _are_law(paths):
        corpus = lawxml.add_law(paths, name, force=force)
        for file in corpus.files:
            yield f"{file.name}: {file.lines} lines of law"
    else:
        from benchbar.cli.corpus_view import outlined

        for one in outline.add_documents(paths, name, force=force):
            yield from outlined(one, samples=False)


def _are_law(paths: Sequence[Path]) -> bool:
    """Say whether files, or what is in folders, are law as published, not the user's own."""
    law = [path for path in paths if lawxml.files_of_law(path)]
    if law and len(law) < len(paths):
        own = next(path for path in paths if path not in law)
        raise InputError(f"{own}: is no file of law as {law[0]} is; make a corpus of each sort")
    return bool(law)


def told(found: Summary) -> Iterator[str]:
    """Yield what became of USLM files."""
    kept = found.kept
    releases = ", ".join(found.releases) or "unknown release point"
    yield (
        f"{releases}: {kept.sections:,} sections kept, {kept.leaves:,} leaves, "
        f"{kept.definitions:,} unique definitions, {kept.tokens:,} tokens"
    )
    coarse = found.coarse
    yield (
        f"  by the paper's coarser rule for tables: {coarse.sections:,} sections, "
        f"{coarse.leaves:,} leaves, {coarse.definitions:,} unique definitions (the paper, of the "
        "whole Code: 43,916, 447,037 and 23,562; arXiv 2311.09693)"
    )
    for why, sections in found.excluded.items():
        some = ", ".join(sections[:3]) + (", ..." if len(sections) > 3 else "")
        yield f"  left out, {why}: {len(sections):,} ({some})"


def fetch_code(
    name: str,
    titles: Sequence[int],
    release_point: str | None,
    base_url: str | None,
    *,
    force: bool,
) -> Iterator[str]:
    """Download the U.S. Code, import it, and yield lines that say what became of it."""
    folder = store.home().parent / "downloads"
    with progress("downloading", unit="bytes") as tell:
        paths = fetch.fetch_uscode(
            titles or None,
            release_point,
            base_url=base_url or fetch.OFFICIAL,
            out=folder,
            progress=lambda _, done, total: tell(done, total or done),
        )
    found = uslm_corpus.add_uslm(paths, name, force=force, spread=processes.executor(None))
    yield from told(found)
