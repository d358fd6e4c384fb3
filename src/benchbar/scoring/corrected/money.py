"""Reading amounts of dollars out of a reply: ``$13,425``, ``13.4k``, ``no tax``, in words.

Numbers that count, date, number or measure something else are no amounts. Of the amounts some
are parts of the reckoning: what an operator joins, an income, a deduction; those are told apart
from what the reply may have meant as its answer.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from benchbar.scoring import numerals
from benchbar.scoring.corrected.clauses import THINGS, Asked, Clause, clause
from benchbar.scoring.prose import Claim, Prose


def _pattern(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE | re.VERBOSE | re.MULTILINE | re.ASCII)


Part: TypeAlias = Literal["result", "plain", "beside", "operand", "other"]
"""What an amount is in its sentence: the outcome, of no known part, another thing, reckoned, or
no answer at all (of another person, of what is not so, per month)."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount that a reply names, as a claim, and its part in the sentence."""

    claim: Claim
    part: Part

    @property
    def dollars(self) -> Decimal:
        """The amount itself."""
        return Decimal(self.claim.value)


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_NO_AMOUNT = _pattern(
    rf"""(?:\b(?:sub)*(?:section|sec|paragraph|para|clause|title|chapter|form|schedule|line|step
      |page|rule|example|footnote|publication|table|tier|age|aged|confidence|year|question)s?\b\.?
      (?:\s(?:of|is|no\.?|number))?|§+|\#)[\s:="]{{0,3}}\d[\w-]*(?:\.\d+)?(?:\s?\(\w{{1,5}}\))*
    |(?<![\w$.,])\d[\w-]{{0,9}}(?:\(\w{{1,5}}\))+
    |\b\d+\s(?:U\.?\s?S\.?\s?C|C\.?F\.?R)\b\.?(?:\s?§*\s?\d[\w-]*)?
    |\b{_MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s\d{{4}}\b)?|\b{_MONTH}\s\d{{4}}\b
    |\b\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}\b\.?(?:,?\s\d{{4}}\b)?
    |\b\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?\b|\b\d{{4}}-\d\d-\d\d\b|\b\d+(?:st|nd|rd|th)\b
    |\b(?:19|20)\d\d\s?-\s?(?:19|20)?\d\d\b
    |^[ ]*\(?\d{{1,3}}[.)](?=[ ]\S)|\b[a-z]{{1,2}}-\d+\b"""
)
_SHARE = _pattern(r"(?<![\w$])-?\d[\d.,]{0,20}\s?(?:%|percent\b|per\s?cent\b|percentage\b|pct\b)")
_FIGURE = r"""(?:\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?
    |\d{1,3}(?:'\d{3}){1,4}(?:\.\d\d)?
    |\d{1,3}(?:\.\d{3}){1,4},\d\d|\d{1,3}(?:\.\d{3}){2,4}
    |(?<=\$)\s?\d{1,3}(?:\s\d{3}){1,4}(?:\.\d\d)?
    |\d{1,3}(?:[ ]\d{3}){1,4}(?:\.\d\d)?(?=\s?(?:\$|dollars|usd|[.]?$))
    |\d{1,12}(?:\.\d{1,6})?|\.\d{1,6})"""
_AMOUNT = _pattern(
    rf"""(?<![\w.,])(?P<minus>(?<![)\d])-|\bminus\s|\bnegative\s)?
    (?P<mark>(?:us\s?)?\$\s?|\busd?\s?\$?\s?)?(?P<minus2>-)?(?P<figure>{_FIGURE})(?![\d])
    (?P<scale>[ -]?(?:k|thousand|mn|million|m|bn|billion)\b)?
    (?P<behind>\s?(?:us\s?)?(?:dollars?\b|usd\b|\$|bucks\b)
      (?:,?\sand\s(?P<cents>\d{{1,2}})\scents\b)?)?"""
)
_WORDS = numerals.WORDS
_IN_WORDS = _pattern(
    rf"""(?P<minus>\bminus\s|\bnegative\s)?(?=\b[a-z])
    (?:(?P<millions>{_WORDS})\smillion\b[\s,]*(?:and\s)?)?
    (?:(?P<thousands>{_WORDS})[\s-]thousand\b[\s,]*(?:and\s)?)?
    (?P<ones>{_WORDS})?
    (?P<behind>\s?(?:us\s)?dollars?\b(?:,?\sand\s(?P<cents>{numerals.NUMBER})\s?cents?\b)?)?"""
)
_NO_TAX = r"""no\s(?:(?:federal|income|net|excise|employment|such|estate|gift)\s){0,3}
    (?:tax(?:es)?|liability|dues?|payment|amount|money)(?:\s(?:liability|bill|at\sall|whatsoever))?"""
_DUE = r"""(?:\s(?:is|are|was|were|be|being|would|will|to|has|have|become|becomes|falls))*
    \s(?:due|owed|owing|payable|imposed|required|assessed|levied|needed|left|arises|results|accrues
    |pay|paid)\b"""
_STOPS = (
    r"(?=\s*(?:$|[.,;:!)\n])|\s(?:for|at|under|because|since|as|by|to\sthe|in\s(?:the\s)?[\d~y])\b)"
)
_NOTHING = _pattern(
    rf"""\b(?:{_NO_TAX}|nothing|nil|none){_DUE}
    |\b(?:owes?|owed|owing|pays?|paying|incurs?|bears?)\s(?:{_NO_TAX}|nothing|nil|none)
      (?!\s(?:rate|return|credit|table|bracket|year|more|less|but|other|else|further)\b|\sof\b)\b
    |(?:\b(?:has|have|had|having|is|are|be|with|means|leaves|so|hence|thus|therefore)\b,?|[:=]|^)\s?
      (?!no\samount){_NO_TAX}{_STOPS}
    |(?:\b(?:answer|tax(?:es)?|liability|bill|dues?|total|it|that)\b(?:\s(?:is|was|are|be)|'s)|[:=]|^)\s?
      (?:exactly\s)?(?:nothing|nil|none){_STOPS}
    |(?<!\bi\s)(?<!\bwe\s)\b(?:(?:does|do|did|need|would|will|wo|should|must)(?:n't|\snot))\s
      (?:(?:have|need|be\srequired|be\sliable)\sto\s)?(?:owe|pay)(?:\s(?:any|a))?
      (?:\s(?:federal|income|additional))*\s(?:tax(?:es)?|anything|dues?|amount)\b
    |\b(?:is|are)(?:n't|\snot)\s(?:liable\sfor|required\sto\spay|subject\sto)\s(?:any\s)?
      (?:income\s)?(?:tax(?:es)?|anything)\b
    |\bexempt\sfrom\s(?:all\s|any\s|the\s)?(?:(?:federal|income)\s)*tax(?:es|ation)?\b"""
)
"""Manners of saying that the amount is zero: "no tax" and "nothing" as what is owed, paid, due or
had, or as the whole answer. What is said to be unknown is no amount."""

_GOES_ON = _pattern(
    r"""\s(?:a|all|and|as|at|because|but|by|dollars?|due|for|from|in|is|of|on|or|owed|per|plus|minus|so
    |since|tax|taxes|that|the|this|to|total|under|usd|was|were|which|with|would|x|times|equals?
    |gives?|instead|not|rather|after|before|altogether|less|exactly|if)\b"""
)
"""Words that may follow a bare number without making it the number of them."""

_FILL = r"""(?:[\s:=,("'~|-]|\b(?:of|is|was|are|were|be|being|equals?|in|for|about|approximately
    |roughly|around|only|just|exactly|totall?ing|at|the|an?|to|amount|would|will|should|therefore
    |thus|then|now|also|up|out|come|comes)\b){0,8}$"""
_BESIDE = _pattern(
    rf"""(?:\b(?:{THINGS}|payments?|earned|earns|gross|paid|received|receives|made|subtract(?:s|ed|ing)?
      |deduct(?:s|ed|ing)?|add(?:s|ed|ing)?){_FILL}
    |\b(?:on|from|over|above|below|exceed(?:s|ing|ed)?|less|minus|plus|first|next|remaining|than
      |per|times|by|of|(?:of|from)\swhich|against|until|after|before)\s
      (?:(?:the|an?|her|his|their|its|first|next|that|about)\s)*$)"""
)
_RESULT = _pattern(
    rf"""(?:\b(?:total|owes?|owed|pays?|paying|tax(?:es)?|liability|due|answer|result|sum|gives?
    |yields?|equals?|amounts\sto|amount\s(?:is|of|due)|comes?\sto|leaves)\b|[=≈]|=>|->){_FILL}"""
)
_SHARE_OF = _pattern(r"%\s(?:of|on|x|×)\s(?:(?:the|his|her|their|its|that)\s)?$")
_OPERATOR = r"(?:[-+×*x/÷]|\b(?:plus|minus|times|and)\b)"
_JOINED_BEHIND = _pattern(rf"\s?\)?\s?{_OPERATOR}\s?\(?\s?(?=[$\d(~%.])")
_JOINED_BEFORE = _pattern(rf"[\d)~%]\s?\)?\s?{_OPERATOR}\s?\(?\s?$")
_LESS_BEHIND = _pattern(r"\s(?:minus|plus|less)\s(?:[a-z]+\s){1,5}(?=\$)")
_BESIDE_BEHIND = _pattern(
    r"""\s(?:more|less|higher|lower|greater|smaller)\b|\s(?:before|prior\sto)\s(?:rounding|credits?|deductions?|tax(?:es)?)\b
    |\s(?:of|in)\s(?:[a-z]+\s){0,2}(?:income|earnings|wages|salary|deductions?|exemptions?|gains?)\b"""
)
_RECKONS = _pattern(r"[+×*÷]|\b(?:plus|minus|times)\b")
_COMES_TO = _pattern(r"[=≈→]|\b(?:equals?|gives?|totall?(?:ing|s)?|comes?\sto|makes?|yields?|is)\b")
_ANSWERED = _pattern(r"""(?:^|[:=≈]|\b(?:is|owes?|pays?|pay|answer)\b)[\s"'(\[]*$""")
_ENDS = _pattern(r"""["'\])\s]*(?:[.!;,](?!\d)|$)""")
_ORDINAL = _pattern(r"(?:th|first|second|third)$")
_SCALES = {"k": 1_000, "t": 1_000, "m": 1_000_000, "b": 1_000_000_000}
_SPACED_STAR = re.compile(r"(?<=[\d)%])\s?\*\s?(?=[\d$(.])")
_TURNS_OUT = re.compile(
    r"\b(?:work|come|turn|figure|came|worked|turned|figured|total)(?:s|ed)?\sout\b", re.IGNORECASE
)
_NUMBER = re.compile(r"\d[\d.,]*|\b(?:no|nothing|thousand|hundred)\b")
_MOST = 100
_MOST_NUMBERS = 4 * _MOST
_LONG = 2 * _MOST_NUMBERS
_NEAR = 100


def last_numbers(text: str) -> str:
    """Return the end of a reply that names more numbers than are weighed; all of any other."""
    if len(text) < _LONG:
        return text
    starts = [match.start() for match in _NUMBER.finditer(text)]
    return text[starts[-_MOST_NUMBERS] :] if len(starts) > _MOST_NUMBERS else text


def readable(text: str) -> str:
    """Keep the stars that multiply, for emphasis takes stars with it; drop "out" of "works out"."""
    return _TURNS_OUT.sub(lambda match: match[0][:-3] + "   ", _SPACED_STAR.sub(" × ", text))


def amounts(prose: Prose, asked: Asked) -> list[Amount]:
    """Return the amounts that a reply names, in order, each with its part in the sentence."""
    nothing: list[Claim] = []

    def zero(match: re.Match[str]) -> str:
        nothing.append(Claim("0", *match.span()))
        return "~" * len(match[0])

    text = _NOTHING.sub(zero, prose.text)
    text = _SHARE.sub(lambda match: "%" * len(match[0]), text)
    text = _NO_AMOUNT.sub(lambda match: "~" * len(match[0]), text)
    found = sorted([*_figures(text), *_in_words(text), *nothing], key=lambda claim: claim.start)
    found = found[-_MOST:]
    earlier = [0, *(claim.end for claim in found)]
    return [
        Amount(claim, _part(text, claim, _clause(prose, text, claim, end), asked))
        for claim, end in zip(found, earlier, strict=False)
    ]


def _figures(text: str) -> Iterator[Claim]:
    """Yield the amounts in figures; a bare number only if nothing says that it is another."""
    for match in _AMOUNT.finditer(text):
        value = _decimal(match["figure"])
        if scale := (match["scale"] or "").strip(" -").lower():
            value *= _SCALES[scale[0]]
        if match["cents"]:
            value += Decimal(match["cents"]) / 100
        if not (match["mark"] or match["behind"] or _is_bare_amount(text, match, value)):
            continue
        if match["minus"] or match["minus2"]:
            value = -value
        yield Claim(format(value.normalize(), "f"), *match.span())


def _decimal(figure: str) -> Decimal:
    """Return the value of a number with separators of either style."""
    figure = "".join(figure.replace("'", "").split())
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d\d|\d{1,3}(?:\.\d{3}){2,}", figure):
        figure = figure.replace(".", "").replace(",", ".")
    return Decimal(figure.replace(",", ""))


def _is_bare_amount(text: str, match: re.Match[str], value: Decimal) -> bool:
    """Say whether a number without currency may be an amount: no count, year, rate."""
    behind = text[match.end() : match.end() + _NEAR]
    if 0 < value < 1 or (
        behind[:1] == " " and behind[1:2].isalpha() and not _GOES_ON.match(behind)
    ):
        return False
    if behind[:1].isalpha() or behind[:2].lstrip("-").isalpha():
        return False
    large = match["scale"] or value >= 1000 or "," in match["figure"] or "." in match["figure"]
    if large and not re.fullmatch(r"(?:19|20)\d\d", match[0]):
        return True
    front = text[max(0, match.start() - _NEAR) : match.start()]
    stands = _ANSWERED.search(front.rpartition("\n")[2] if "\n" in front else front)
    return stands is not None and _ENDS.match(behind) is not None


def _in_words(text: str) -> Iterator[Claim]:
    """Yield the amounts in words: of dollars, of thousands, or where an answer stands."""
    at = 0
    while start := _FIRST_WORD.search(text, at):
        match = _IN_WORDS.match(text, start.start())
        at = max(start.end(), match.end() if match else 0)
        if match is None or not (match["millions"] or match["thousands"] or match["ones"]):
            continue
        if match["behind"] or _may_stand(text, match):
            yield Claim(format(_value(match).normalize(), "f"), *match.span())


_FIRST_WORD = _pattern(rf"(?:\b(?:minus|negative)\s)?{_WORDS}")


def _may_stand(text: str, match: re.Match[str]) -> bool:
    """Say whether a number in words alone is an amount."""
    front = text[max(0, match.start() - _NEAR) : match.start()].rpartition("\n")[2]
    behind = text[match.end() : match.end() + _NEAR]
    if match["millions"] or match["thousands"]:
        return not behind[1:2].isalpha() or _GOES_ON.match(behind) is not None
    stands = _ANSWERED.search(front) and _ENDS.match(behind)
    return stands is not None and _ORDINAL.search(match[0]) is None


def _value(match: re.Match[str]) -> Decimal:
    """Return the value of a number in words, cents and sign included."""
    parts = ((match["millions"], 1_000_000), (match["thousands"], 1_000), (match["ones"], 1))
    total = Decimal(sum(numerals.value(words) * scale for words, scale in parts if words))
    if match["cents"]:
        total += Decimal(numerals.value(match["cents"])) / 100
    return -total if match["minus"] else total


def _clause(prose: Prose, text: str, claim: Claim, earlier: int) -> Clause:
    """Return the clause of an amount; "owes nothing" says itself who owes it."""
    span = prose.span(prose.sentence(claim.start))
    if text[claim.start] == "~":
        return clause(prose.text, claim.end, claim.end, span, earlier)
    return clause(text, claim.start, claim.end, span, earlier)


def _part(text: str, claim: Claim, words: Clause, asked: Asked) -> Part:
    """Say what an amount is in its sentence, whose, and of what."""
    front = text[max(0, claim.start - _NEAR) : claim.start].rpartition("\n")[2]
    behind = text[claim.end : claim.end + 2 * _NEAR].partition("\n")[0]
    joined = (
        _JOINED_BEHIND.match(behind) or _LESS_BEHIND.match(behind) or _JOINED_BEFORE.search(front)
    )
    if joined and (_RECKONS.search(joined[0]) or _COMES_TO.search(behind)):
        return "operand"
    subject = words.subject(asked)
    if subject == "other person" or words.in_parts() or words.unreal():
        return "other"
    if text[claim.start] == "~":
        return "result"
    beside = subject == "others" or words.aside(asked)
    if beside or _SHARE_OF.search(front) or _BESIDE_BEHIND.match(behind):
        return "beside"
    if subject and words.governed():
        return "result" if subject == "tax" else "other"
    if _RESULT.search(front):
        return "result"
    return "beside" if _BESIDE.search(front) else "plain"
