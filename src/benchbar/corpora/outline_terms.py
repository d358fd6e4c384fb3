"""The terms that a line of a contract or statute defines, in every usual form of definition."""

import re

_QUOTED = r"[\"“”]([^\"“”\n]{1,80}?)[,;]?[\"“”]"
_BOLD = r"\*\*[\"“”]?([^*\"“”\n]{1,80}?)[\"“”]?[.:]?\*\*[.:]?"
_VERB = (
    r"(?!\s?(?:shall|will|is|are) (?:also )?(?:be )?(?:construed|read|deemed|interpreted))"
    r"(?:(?:shall|will|do|does|has|have|is|are|when|where|where used|as used|used|with respect"
    r"|in relation|for (?:the )?purposes|unless|if|also|each|both|collectively|respectively)\b"
    r"[^.;\"“”]{0,90}?)?\s*\b(?:means?|includes?|refers? to|the meanings?|a meaning"
    r"|defined (?:as|in|under|by|to)|the (?:following|same|respective) meanings?|denotes?)\b"
)
_LIST = rf"{_QUOTED}(?:(?:,|,?\s(?:and|or|and/or))\s{_QUOTED}){{0,3}}"
_MEANS = re.compile(rf"{_LIST}(?:\s?\([^()]{{0,80}}\))?,?\s{{0,2}}{_VERB}", re.IGNORECASE)
_BOLD_MEANS = re.compile(rf"{_BOLD}(?:\s?\([^()]{{0,80}}\))?,?\s{{0,2}}{_VERB}", re.IGNORECASE)
_BOLD_OPENS = re.compile(rf"{_BOLD}()\s*[:–—-]?\s+(?=\S)")
_PARENTHESES = re.compile(rf"\(([^()\"“”]{{0,60}}{_QUOTED}[^()]{{0,120}})\)")
_NAMING = re.compile(
    r"(?:(?:each|any|together|collectively|individually|here\w+|referred to|as|such|this|these"
    r"|those|the|an?|in|and|or|being|called|known|both|jointly|its?|all)\b[^\"“”]{0,60})?\s*",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(r"\s*(?:$|[,;]|and\b|or\b|as amended|\))", re.IGNORECASE)
_HEREINAFTER = re.compile(
    rf"\b(?:hereinafter|hereafter|herein)\b[^.;\"“”]{{0,40}}{_QUOTED}", re.IGNORECASE
)
_SINGLE = re.compile(r"‘([^‘’\n]{1,80}?)’(?!\w)")
_EACH_QUOTED = re.compile(_QUOTED)
_QUOTED_OPENS = re.compile(
    rf"\W{{0,3}}{_LIST}(?:\s?\([^()]{{0,80}}\))?(?:\s*[:–—]|\s+-|(?=\s{{3,}}))\s*(?=\S)"
)
_TITLE = r"[A-Z][\w’'&/-]*(?:\s(?:of|and|or|the|for|to|in|[A-Z0-9][\w’'&/-]*)){0,6}"
_NO_TERM = (
    r"(?:In|For|Unless|Where|When|If|As|Any|Each|No|All|An?|The|References?|Note|Provided|See)\b"
    r"|(?:Defined )?(?:Terms?|Words?|Expressions?)\s{2,}"
)
_NO_WORD = (
    r"(?!(?:is|are|was|were|shall|may|must|will|has|have|do|does|can|means?|includes?"
    r"|by|all|any|such|no|this|that|these|which|who)\b)"
)
_UNQUOTED = re.compile(
    rf"(?!{_NO_TERM})(?:({_TITLE})(?:,?\s(?:shall\s|will\s)?(?:means?|includes?|has the meaning"
    r"|have the meaning|refers to|is defined as)\b)"
    rf"|([A-Z][\w’'&/-]*(?:\s{_NO_WORD}[\w’'&/-]+){{0,5}}?)(?:\s?\([^()]{{0,80}}\))?"
    r"(?:\s+(?:shall\s)?means?\b|:\s+(?=\S)|\s?—\s?(?=\S)|\s[–-]\s+(?=\S)|\s{3,}(?=\S)))"
)
_GAP = re.compile(r"(?<=[^\s.:;,–—-])\s{3,}(?=\S)")
_SAYS = re.compile(r"(?:shall\s|will\s)?(?:mean|include|has|have|refer|denote|is|are)", re.I)


def terms_of(text: str, *, in_definitions: bool = False) -> tuple[str, ...]:
    """Return the terms that a line defines, in order, each once.

    Args:
        text: The line without its label; Markdown's bold marks may stand in it.
        in_definitions: Whether the line stands under a heading such as "Definitions", where a
            term may open a line without quotation marks.
    """
    text = _SINGLE.sub(r"“\1”", text)
    found: list[tuple[int, str]] = []
    for match in _MEANS.finditer(text):
        found += [(match.start(), term) for term in match.groups() if term]
    found += [(match.start(), match[1]) for match in _BOLD_MEANS.finditer(text)]
    for match in _PARENTHESES.finditer(text):
        front, *_, back = re.split(r"[\"“”]", match[1])
        if _NAMING.fullmatch(front) and _AFTER_NAME.match(back):
            found += [(match.start(), one[1]) for one in _EACH_QUOTED.finditer(match[1])]
    found += [(match.start(), match[1]) for match in _HEREINAFTER.finditer(text)]
    if listed := _QUOTED_OPENS.match(text):
        found += [(0, term) for term in listed.groups() if term]
    if in_definitions and not found:
        opening = _BOLD_OPENS.match(text) or _UNQUOTED.match(text)
        found += [(0, opening[1] or opening[2])] if opening else []
    ordered = (term.strip(" ,.;:*") for _, term in sorted(found))
    return tuple(dict.fromkeys(term for term in ordered if term))


def opens_definition(text: str, *, in_definitions: bool) -> bool:
    """Say whether a paragraph begins with a term that it defines."""
    text = _SINGLE.sub(r"“\1”", text)
    bare = text.lstrip("*_ ")
    if not bare.startswith(('"', "“")) and not text.startswith("**") and not in_definitions:
        return False
    terms = terms_of(text, in_definitions=in_definitions)
    return bool(terms) and bare.lstrip('"“').startswith(terms[0])


def without_columns(text: str) -> str:
    """Return an entry of a list in two columns as running text, with a colon for the gap."""
    gap = _GAP.search(text)
    if gap is None or _SAYS.match(text[gap.end() :]):
        return text
    return f"{text[: gap.start()]}: {text[gap.end() :]}"
