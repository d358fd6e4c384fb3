"""Hostile text made harmless to look at: invisible characters are shown, long text is cut."""

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})

LONGEST = 5_000
"""Characters of a reply that a page shows; the rest stays in the run's replies file."""


def visible(text: str) -> str:
    """Show control, direction and other invisible characters as ``‹U+202E›``.

    A reply can hold characters that move the cursor, reverse the text around them or hide it; a
    reader must see that they are there. Line ends and tabs stay.
    """
    return text.replace("\r\n", "\n").translate(_SHOWN)


class _Shown(dict[int, str]):
    """What each character is shown as, filled in as characters are met."""

    def __missing__(self, code: int) -> str:
        hidden = unicodedata.category(chr(code)) in _HIDDEN and chr(code) not in "\n\t"
        self[code] = f"‹U+{code:04X}›" if hidden else chr(code)
        return self[code]


_SHOWN = _Shown()


def excerpt(text: str, longest: int = LONGEST) -> tuple[str, str]:
    """Return the start of a text, made visible, and a note on what was cut (or "")."""
    note = ""
    if len(text) > longest:
        note = f"Cut here: {longest:,} of {len(text):,} characters shown."
    return visible(text[:longest]), note
