"""A reply freed of its dress: reasoning, tags, JSON, LaTeX and Markdown made plain prose."""

import ast
import html
import json
import re
from collections.abc import Iterator

from benchbar.scoring import marks
from benchbar.scoring.language import HEADINGS, NEUTRAL_WORDS, NO, YES

_REASONING = re.compile(
    r"<(?P<close>/?)(?:antml:)?(?:think|thinking|thoughts?|reasoning|scratchpad|analysis|reflection"
    r"|inner_monologue|cot)>|\[(?P<close2>/?)THINK\]|◁(?P<close3>/?)think▷"
    r"|<\|(?:begin|(?P<close4>end))_of_thought\|>",
    re.IGNORECASE,
)
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w+)\s*(?:<\|constrain\|>\w*)?<\|message\|>")
_CONTROL = re.compile(r"<\|[\w ]{1,30}\|>|\[/?(?:INST|SYS)\]|<!\[CDATA\[|\]\]>")
_TERMINAL = re.compile(r"\x1b\[[0-9;?]{0,20}[ -/]?[@-~]|[\x00-\x08\x0b\x0e-\x1f\x7f\ue000-\ue002]")
_PICTURES = re.compile("[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]")
_TICK = re.compile("[\u2705\u2713\u2714\u2611\U0001f44d]\ufe0f?")
_CROSS = re.compile("[\u274c\u2717\u2718\u2716\u274e\U0001f6ab\U0001f44e]\ufe0f?")
_ARROW = re.compile(
    '(?<=[0-9)\\]"])\\s?[\u2192\u21d2\u21e8\u2794\u279c-\u279e\u27a1\u27f6\u27f9]\ufe0f?'
)
"""An arrow behind a place: from there one goes on to a narrower one."""
_BOX = re.compile(r"^([ \t]*(?:[-*+•][ \t]+)?)\[(?:(?P<yes>[xX])|[ _]?)\](?=[ \t])", re.MULTILINE)
"""A box of a list, ticked or not: ``- [x]``."""
_CELL = re.compile(r"(?<=\|)[ \t]*(?:(?P<yes>yes|true)|no|false)[ \t]*(?=\||$)", re.I | re.M)
"""A cell of a table that says whether the rest of its row is the answer."""
_LEAST_SPACED = 8
_NOTE_MARK = re.compile(r"(?<=[\w.,;:?!)\"'>}$*`])(?:[¹²³⁰⁴-⁹]+|[†‡]|\[\^?\d{1,2}\])(?![\w(\[])")
_STRUCK = re.compile(r"~~(?=\S)[^~\n]{1,300}~~|<(del|s|strike)>[^<\n]{1,300}</\1>", re.IGNORECASE)
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w-]{0,30})(?:=(?P<is>[\w-]{1,40}))?(?P<rest>\s[^<>]{0,200})?/?>"
)
_ATTRIBUTE = re.compile(r"([\w-]{1,30})\s?=\s?(?:\"([^\"<>]{0,150})\"|'([^'<>]{0,150})')")
_VALUES = frozenset(("value", "text", "content", "answer"))
_INLINE = frozenset("b i u em strong span mark code q s sub sup small font a tt ins big".split())
_BLOCK = frozenset("p div br hr li ul ol pre blockquote table tr td th body html".split())
_LATEX_ANSWER = re.compile(r"\\(?:boxed|fbox|framebox)\s*\{")
_LATEX_WRAP = re.compile(
    r"\\(?:text|textbf|textit|textrm|texttt|textsf|mathrm|mathbf|mathit|mathsf|emph|underline"
    r"|operatorname|mbox)\s*\{"
)
_LITERAL_BREAK = re.compile(r"\\[nr](?![A-Za-z])")
_LATEX_SPACE = re.compile(r"\\(?:[()\[\],;:! ]|quad\b|qquad\b|newline\b)")
_LATEX_MATH = re.compile(
    r"\$\$?(?!\s|\.?\d)([^$\n]{1,300})(?<!\s)\$\$?(?!\d)|\$\$?(\d[\w:,. ()-]{0,20})\$\$?(?!\d)"
)
_NO_AMOUNT = re.compile(r"\$(?!\s?\.?\d)")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*[\w+-]*[ \t]*$", re.MULTILINE)
_LINE_MARK = re.compile(
    r"^[ \t]*(?:>[ \t]?){0,5}(?:#{1,6}[ \t]+|[-*+•‣◦][ \t]+)?(?:>[ \t]?){0,3}", re.MULTILINE
)
_RULE = re.compile(r"^[ \t]*(?:[-*_=|:][ \t]*){3,}$", re.MULTILINE)
_REASONS = frozenset(
    (
        "reasoning",
        "reason",
        "explanation",
        "explain",
        "thought",
        "thoughts",
        "thinking",
        "analysis",
        "rationale",
        "note",
        "notes",
        "steps",
        "justification",
        "context",
        "comment",
        "comments",
    )
)
_CHOSEN = re.compile("answer|final|response|result|output|solution")
_BRACE = re.compile(r"(?<!\\)[{}]")
_LONGEST_JSON = 20_000
_MOST_BOXES = 20


_EMPTY = re.compile(r"\n(?:[ \t]*\n){2,}")


def without_reasoning(text: str) -> tuple[str, bool]:
    """Cut thinking blocks out; also say whether the text ends inside one.

    A closing tag without an opening one ends reasoning that began with the reply.
    """
    kept: list[str] = []
    depth = at = 0
    for match in _REASONING.finditer(text):
        closing = any(match[f"close{n}"] for n in ("", 2, 3, 4))
        if not depth:
            kept.append(text[at : match.start()])
        if closing and not depth:
            kept.clear()
        depth = max(0, depth - 1) if closing else depth + 1
        at = match.end()
    if depth:
        return "".join(kept), True
    return _last_channel("".join(kept) + text[at:])


def _last_channel(text: str) -> tuple[str, bool]:
    """Keep the final channel of a reply in channels; without one it ends inside reasoning."""
    channels = list(_CHANNEL.finditer(text))
    if not channels:
        return text, False
    last = channels[-1]
    if last[1] in ("final", "commentary"):
        return _CONTROL.sub(" ", text[last.end() :]), False
    return "", True


def readable(text: str) -> str:
    """Return what a reader sees of a reply: no reasoning, no JSON, tags, LaTeX; plain marks.

    Tags, keys and boxes that mark an answer become a line ``answer: ...``. Markdown emphasis
    and code marks are left (see ``bare`` and ``quoted``); marks at the start of lines go.
    """
    text, _ = without_reasoning(text)
    if text[1:2] == text[3:4] == " ":
        text = _closed_up(text)
    text = marks.plain(_undecorated(_CONTROL.sub(" ", text)))
    if "&" in text:
        text = marks.plain(html.unescape(text))
    if "{" in text or "[" in text:
        text = _without_json(text)
    if "<" in text:
        text = _TAG.sub(_tag, text)
    if "\\" in text or "$" in text:
        text = _without_latex(_LITERAL_BREAK.sub("\n", text))
    shown = _LINE_MARK.sub("", _RULE.sub("", _FENCE.sub("", text))).strip()
    return _unwrapped(without_empty_rows(shown))


def without_empty_rows(text: str) -> str:
    """Leave one empty row of many: it tells as much as ten thousand, which take long to read."""
    return _EMPTY.sub("\n\n", text)


def _undecorated(text: str) -> str:
    """Drop what is only show: terminal colours, pictures, note marks; and words struck out."""
    if not text.isprintable():
        text = _TERMINAL.sub("", text)
    if not text.isascii():
        text = _ARROW.sub(" >", _CROSS.sub(NO, _TICK.sub(YES, text)))
        text = _PICTURES.sub(" ", text)
    if "[" in text:
        text = _BOX.sub(lambda match: match[1] + (YES if match["yes"] else NO), text)
    if "~~" in text or "</" in text:
        text = _STRUCK.sub(" ", text)
    return _NOTE_MARK.sub("", text)


def _closed_up(text: str) -> str:
    """Close up a reply that is printed letter by letter, with more than a blank between words."""
    words = text.split()
    if len(words) < _LEAST_SPACED or any(len(word) > 1 for word in words):
        return text
    return re.sub(r"(?<=\S) (?=\S)", "", text)


def _unwrapped(text: str) -> str:
    """Take off a pair of quotation marks that holds the whole reply, several lines of it."""
    inside = text[1:-1]
    if text[:1] == text[-1:] == '"' and "\n" in inside and '"' not in inside:
        return inside.strip()
    return text


def bare(text: str) -> str:
    """Drop emphasis, code marks, table bars, braces: for answers without quoted words."""
    for mark in ("**", "__", "*", "`", "{", "}"):
        text = text.replace(mark, "")
    if "|" in text:
        text = _CELL.sub(lambda match: YES if match["yes"] else NO, text).replace("|", " ")
    return text.replace("\\", " ")


_LABEL = re.compile(
    r"(?P<mark>\*{1,3}|_{1,3}|`)(?P<label>[^*_`\n]{1,60}?)(?:(?P<colon>:)(?P=mark)|(?P=mark)(?=\s?:))"
)
_TITLE = re.compile(r"^[ \t]*(\*{1,3}|_{1,3})([^*_\n]{1,40})\1[ \t]*$", re.MULTILINE)
_EMPHASIS = re.compile(r"\*{1,3}|`{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=[\w.,;:!?)\"'])_{1,3}(?!\w)|\"{2,}")
_QUOTE_RUN = re.compile(r'"(?:\s?["\'](?!\w))+|"{2,}')


def quoted(text: str) -> str:
    """Turn emphasis and code marks into quotation marks: all of them set words apart.

    An emphasised label (``**Answer:** ...``) sets nothing apart but itself, and stays plain.
    """
    text = _TITLE.sub(_titled, text)
    text = _LABEL.sub(lambda match: match["label"] + (match["colon"] or ""), text)
    shown = _QUOTE_RUN.sub('"', _EMPHASIS.sub('"', text))
    return without_empty_rows(shown.replace("|", "\n")) if "|" in shown else shown


def _titled(match: re.Match[str]) -> str:
    """Read an emphasised line: words that stand over an answer are a label."""
    return f"{match[2]}:" if marks.fold(match[2]) in HEADINGS else match[0]


def _tag(match: re.Match[str]) -> str:
    """Read a tag: emphasis is nothing, a block a line break, all else a named answer.

    What the attributes of an empty element say is its content: ``<answer line="6"/>``.
    """
    name = (match["is"] or match["name"]).lower()
    if name in _INLINE:
        return ""
    if match["close"] or name in _BLOCK:
        return "\n"
    empty = match[0].endswith("/>") or match.string.startswith("</", match.end())
    said = (
        one[1] + one[2] if one[0].lower() in _VALUES else f"{_cue(one[0])} {one[1]}{one[2]}"
        for one in (_ATTRIBUTE.findall(match["rest"] or "") if empty else ())
    )
    return f"\n{_cue(name)}: {', '.join(said)}"


def _cue(name: str) -> str:
    """Return a key or tag name as prose; names that mark the reply's answer all say ``answer``."""
    words = name.lower().replace("_", " ").replace("-", " ").strip()
    rest = _CHOSEN.sub(" ", words)
    own = rest != words and NEUTRAL_WORDS.issuperset(rest.split())
    return "answer" if own else words


def _without_latex(text: str) -> str:
    """Replace LaTeX commands by what they show; a box marks the answer."""
    text = _LATEX_MATH.sub(r"\1\2", text)
    text = _unboxed(text)
    text = _LATEX_SPACE.sub(" ", _LATEX_WRAP.sub("", text))
    for shown in "$%&#_{}":
        text = text.replace(f"\\{shown}", shown)
    return _NO_AMOUNT.sub("", text.replace("\\S", "§"))


def _unboxed(text: str) -> str:
    """Put what stands in each box on a line of its own."""
    boxes = list(_LATEX_ANSWER.finditer(text))[-_MOST_BOXES:]
    for box in reversed(boxes):
        end = _closing(text, box.end())
        inside, behind = text[box.end() : end], text[end + 1 :].lstrip("$ .,")
        text = f"{text[: box.start()]}\nanswer: {inside}\n{behind}"
    return text


def _closing(text: str, start: int) -> int:
    """Return where the brace that is open at ``start`` closes, or the end of the text."""
    depth = 1
    for match in _BRACE.finditer(text, start, start + _LONGEST_JSON):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)


def _without_json(text: str) -> str:
    """Replace a JSON value, alone or in prose, by lines ``key: value``, reasons first."""
    starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    end = max(text.rfind("}"), text.rfind("]")) + 1
    start = min(starts)
    if not 0 < end - start <= _LONGEST_JSON:
        return text
    value = _value(text[start:end])
    if not isinstance(value, (dict, list)) or not value:
        return text
    lines = sorted(_entries(value, ""), key=lambda entry: entry[0] not in _REASONS)
    if not any(name for name, _ in lines):
        return text
    shown = "\n".join(f"{_cue(name)}: {shown}" for name, shown in lines)
    return f"{text[:start]}\n{shown}\n{text[end:]}"


def _value(text: str) -> object:
    """Read JSON, or the same with single quotes as Python writes it; None if it is neither."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        pass
    try:
        found: object = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return found if isinstance(found, dict) and all(isinstance(key, str) for key in found) else None


def _entries(value: object, name: str) -> Iterator[tuple[str, str]]:
    """Yield key and value of every plain value inside a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _entries(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _entries(inner, name)
    elif value is not None and not isinstance(value, bool):
        yield name.lower(), str(value)
