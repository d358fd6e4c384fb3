"""Small invented statutes for tests, made from a plain outline."""

from benchbar.records import Document, Line

THINGS = "ferry orchard canal quarry archive dairy mill kiln harbour granary".split()


def section(number: str, *, rows: int = 6, title: str = "90") -> Document:
    """Return an invented section with a definition and ``rows`` other leaves."""
    n = int(number)
    thing = THINGS[n % len(THINGS)]
    texts = [f"§ {number}. Licensing of each {thing}.", f"(a) Definition of {thing} {n}."]
    texts.append(f"  (1) In general. The term “{thing} {n}” means a {thing} kept under permit {n}.")
    texts.append("(b) Duties. The keeper shall—")
    texts += [
        f"  ({k + 1}) inspect {thing} {n * 31 + k * 17} within {k + 2} days of order {n + k};"
        for k in range(rows)
    ]
    texts.append("  The Board may grant a delay.")
    cites = ["", "(a)", "(a)(1)", "(b)", *(f"(b)({k + 1})" for k in range(rows)), "flush"]
    headers = [len(texts[0]) - len(f"§ {number}. "), 13 + len(thing) + len(number) + 2, 11, 7]
    lines, start = [], 0
    for text, path, header in zip(texts, cites, headers + [0] * len(texts), strict=False):
        shown = start + len(text) - len(text.lstrip())
        label = 0 if path == "flush" else len(text.lstrip().split(" ")[0]) + 1
        label += len(number) + 2 if text.startswith("§") else 0
        words, end = shown + label, start + len(text)
        terms = (f"{thing} {n}",) if path == "(a)(1)" else ()
        cite = "flush" if path == "flush" else f"section {number}{path}"
        leaf = path.startswith(("(a)(1)", "(b)(", "flush"))
        plain = min(words + header + (1 if header and path not in ("", "(a)") else 0), end)
        lines.append(Line(cite, shown, words, plain, end, leaf, terms))
        start = end + 1
    return Document(
        f"/us/invented/t{title}/s{number}", "statute", "\n".join(texts), tuple(lines), "invented",
        title, number,
    )  # fmt: skip
