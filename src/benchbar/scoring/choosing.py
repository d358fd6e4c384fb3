"""The words in which replies speak of the choices of a question: language as data.

``corrected.letters``, ``corrected.ranks`` and ``corrected.choice`` say what follows from each
list. Every pattern is tried on a stretch of bounded length or is itself bounded.
"""

import re


def _pattern(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE | re.VERBOSE | re.MULTILINE)


NOUN = r"(?:options?|choices?|alternatives?|letters?|picks?|selections?)"

OPENER = _pattern(
    rf"""(?:(?<!first\ )(?<!second\ )(?<!third\ )(?<!1st\ )(?<!2nd\ )(?<!3rd\ )
    (?<!best\ )(?<!likely\ )(?<!top\ )
    \b(?:(?:the\s)?(?:correct|best|right)\s)?(?:answer\s|response\s)?{NOUN}\s{{0,2}}[:=]?\s{{0,2}}
    |\banswers?\s|选项?\s?|選項?\s?)["'(\[<\s]{{0,3}}\Z"""
)
"""What belongs to a letter behind it: ``option C``, ``answer choice (C)``."""

ANNOUNCED = _pattern(
    rf"""(?:\b(?:{NOUN}|answers?|response|solution|result|ans|antwort|lösung|r[ée]ponse|respuesta
      |risposta|resposta|antwoord|svar|odpowied[źz]|cevap|jawaban|vastaus|ответ|відповідь|الإجابة
        |الجواب)
      (?:\s(?:is|are|to\sthis|would\sbe|must\sbe|should\sbe|was|ist|lautet|est|es|la|è|é|e|är|er
        |jest
        |adalah|on|the|corrett[ao]|corret[ao]|correct[ae]?|correcte|juste|bonne|right|best
          |richtig\w*|final|choice|option|letter|opción|option|lettre
        |opção|letra|lettera|buchstabe|therefore|thus|clearly|likely|probably|definitely)){{0,5}}
    |\b(?:choose|chose|select|selected|pick|picked|go\swith|going\swith|settle\son|opt\sfor|mark
      |wähle|elijo
      |choisis|scelgo|escolho)
    |(?:答案|答え|正解|정답|답|选择?|選擇?|उत्तर)(?:\s?(?:是|为|為|は|은|는|应该是|應該是|है))?)
    (?:\s?(?:[:=]|->|=>|-))?[\s"'(\[<]{{0,4}}\Z"""
)
"""What makes an answer of the letter behind it, however small it is written."""

NAMES = _pattern(
    r"""\b(?:vitamins?|hepatitis|plan|exhibits?|schedules?|parts?|forms?|classes|class|company
      |companies|party
    |parties|corporation|corp|person|persons|state|states|country|county|city|lot|lots|parcel|tract
    |blackacre|unit|building|appendix|annex|attachment|section|title|article|articles|chapter
      |subpart|count|counts
    |grade|type|model|group|witness|defendant|plaintiff|driver|buyer|seller|bank|team|table|figure
    |case|step|element|prong|factor|serie|series|v|vs)\.?\s\Z"""
)
"""What makes a name of the letter behind it: ``Exhibit A``, ``Company B``."""

LAW = _pattern(
    r"""(?:[\w)\]]|\b(?:rules?|sections?|subsections?|sec|paragraphs?|subparagraphs?|clauses?
      |subdivisions?
    |subd|par|art|articles?|fre|frcp|ucc|u\.\s?c\.\s?c|u\.\s?s\.\s?c)\b\.?\s?[\w.-]{0,12}\s?
      |§+\s?[\w.-]{0,12}\s?)\Z"""
)
"""What makes a letter in brackets the label of a law: ``Rule 12(b)``."""

VERBS = _pattern(
    r"""\s(?:is|isn't|was|were|because|since|as|would|could|might|may|cannot|can|must|and|or|over
      |seems|seemed
    |looks|appears|misstates?|misreads?|correctly|incorrectly|accurately|wrongly|fails?|states?
      |says?|has|but|nor
    |vs|than|then|follows|for|here|ignores?|overlooks?|confuses?|conflates?|overstates?|does
      |doesn't|did|relies
    |assumes?|applies|describes?|reflects?|captures?|gets|goes|wins|fits|remains?|should|will|if
      |not|to|on
    |(?:first|second|third)(?=\W{0,2}(?:[,;.]|$|and\b))
    |\((?:my\s)?(?:first|second|third|1st|2nd|3rd|correct|right|best|wrong|incorrect))\b"""
)
"""What follows A where it is a letter, not the article."""

_ADVERB = r"""(?:(?:clearly|likely|probably|definitely|therefore|thus|indeed|also|actually|still
  |simply
    |plainly|both|all|each|certainly|obviously|undoubtedly|arguably|by\sfar)\s)?"""
_IS = rf"""(?:is|are|was|were|seems?|appears?|looks?|remains?|must|would|should|has|have)\s
    (?:to\s)?(?:be\s|like\s)?{_ADVERB}"""
_IT = (
    r"(?:\s?[:,.-]{0,2}\s?(?:(?:but\s)?(?:this|that)"
    r"(?:\s(?:choice|option|answer|one))?\s)?)"
)

RIGHT_AFTER = _pattern(
    rf"""(?:{_IT}{_IS}(?:the\s|my\s|our\s)?(?:
      (?:single\s|only\s)?(?:best|correct|right|strongest|credited|better|accurate
        |most\s(?:accurate|appropriate
        |likely|plausible|persuasive|defensible|correct|precise)|proper)
        (?:\s(?:or\sbest\s)?(?:answer|choice|option|response|one|statement|argument|pick
          |of\sthe\s(?:four|choices|options)))?
      |(?:final\s)?(?:answer|choice|pick|selection|one)|only\s(?:answer|choice|option
        |one)\b[^.,;\n]{{0,40}}
      |what\sI\s(?:would\s)?(?:choose|pick|select))(?!\s?(?:but|if|only\sif|in\spart|\w+\sif)\b)
    |\s(?:best|correctly|accurately|properly|most\saccurately)\s
      (?:states?|describes?|reflects?|captures?|fits?|applies|identifies|expresses|summari[sz]es
        |answers|explains|matches)\b
    |\s(?:wins|it\sis)\b
    |(?:\s?[:.,(-]{{1,3}}|(?<=[.)\]:]))\s?(?:correct|right|true|best\s(?:answer|choice|option)
      |yes)\b(?!\s(?:that|but|to|of)\b|\s?:))"""
)
"""What says behind a letter that it is the answer."""

WRONG_AFTER = _pattern(
    rf"""(?:{_IT}(?:(?:is|are|was|were|seems?|appears?|looks?)n't\b|(?:can|does|do|did|could
      |would)(?:n't|\snot)\b|cannot\b
      |{_IS}(?:not\b|the\s(?:most\s)?(?:tempting|wrong|incorrect|distractor|trap|weakest
        |next\sbest|second\sbest)
        |(?:an?\s)?(?:distractor|trap|red\sherring|misstatement|overstatement|wrong|incorrect
          |inaccurate|false|inapplicable|irrelevant
        |overbroad|overly\s\w+|too\s\w+|misplaced|misleading|untenable|unsupported|tempting
          |attractive|weak\w*
        |eliminated|excluded|rejected|out\b|mistaken|only\s(?:partly|partially)|partly|partially
          |half))
      |(?:can|may|should|must)\sbe\s(?:eliminated|ruled\sout|discarded|rejected|excluded
        |dismissed|crossed\sout)
      |(?:would|could|might|may)\sbe\s(?:\w+\s){{1,4}}?(?:only\s)?(?:if|had|were|under|in|at
        |where|when|but|on)\b
      |\s?\b(?:misstates?|misreads?|misapplies|mischaracteri[sz]es?|ignores?|overlooks?|fails?
        |confuses?|conflates?|overstates?
        |understates?|contradicts?|assumes|incorrectly|wrongly|mistakenly|goes\stoo\sfar|sounds
          |relies\son\sthe\swrong
        |gets\s\w+\s(?:\w+\s)?wrong)\b)
    |(?:\s?[:.,(-]{{1,3}}|(?<=[.)\]:]))\s?(?:incorrect|wrong|false|inaccurate|not\s(?:correct
      |right)|eliminated?|no\b|too\s\w+|misstates?|irrelevant
      |inapplicable|tempting)\b(?!\s?:|\s(?:answers?|choices?|options?)\b))"""
)
"""What says behind a letter that it is not the answer."""

WRONG_BEFORE = _pattern(
    r"""\b(?:eliminat\w+|discard\w*|cross(?:ed|ing)?\s(?:out|off)|toss(?:ed|ing)?(?:\sout)?
      |ruled?\sout|ruling\sout|drop(?:ped|ping)?|reject\w*
    |(?:wrong|incorrect|eliminated|rejected|other)\s(?:answers?|choices?|options?)(?:\s(?:are
      |is))?\s?:?
    |(?:wrong|incorrect|eliminated|rejected)\s?:|over)\s["'(]{0,2}\Z"""
)
"""What says the same before it."""

MAYBE_BEFORE = _pattern(
    r"""\b(?:torn\sbetween|toss-?up\sbetween|between|leaning\s(?:between)|either
      |narrowed?\s(?:it\s)?(?:down\s)?to|down\sto)\s["'(]{0,2}\Z"""
)
"""What names letters between which nothing is chosen yet."""

ORDINALS: tuple[tuple[str, ...], ...] = (
    ("first", "1st", "primary", "top", "1", "one", "i"),
    ("second", "2nd", "secondary", "2", "two", "ii", "runner-up", "runner up"),
    ("third", "3rd", "tertiary", "3", "three", "iii"),
)
"""Words for each rank."""

RANK = _pattern(
    rf"""(?<![\w.])(?:
    (?P<word>first|second|third|1st|2nd|3rd|primary|secondary|tertiary|top|runner[-\s]up)
      (?:(?:[-\s](?:best|ranked|most\slikely|most\sprobable|most\splausible|likeliest|place))?
      (?:\s(?:{NOUN}|answer|preference|guess|place|rank|ranking))(?:'s)?\b
        |[-\s](?:best|ranked|most\slikely|most\sprobable|most\splausible|likeliest|place)\b
          |(?=\s?[:=])|(?<=up)\b
        |(?=[ \t]{{0,2}}\n[ \t]{{0,2}}["'(]?(?-i:[A-H])(?!\w))
        |(?=\s(?:is\s|would\sbe\s|to\s)?["'(]?(?-i:[A-H])(?!\w))|(?=,?\s(?:and\s|&\s)?(?:second
          |third|2nd|3rd)\b))
    |rank\s?[:=]\s?(?P<ranked>[123])\b
    |(?:rank|{NOUN}|preference|answer|guess)\s?(?:no\.\s?|number\s|\#)?(?P<number>[123]|one|two
      |three)\b
    |\#(?P<sharp>[123])\b
    |^\W{{0,4}}(?P<point>[123])\s?(?:[.):=-]|(?=\s{{0,3}}\n)|(?=\s\W?[A-H]\W?\s?(?:\n|$)))
    |(?<=[\s:(,;])(?P<inline>[123])\s?[.):]\s?(?=\W{{0,2}}(?-i:[A-H])(?!\w))
    )(?P<colon>[\s"']{{0,2}}[:=]|\s-)?"""
)
"""A label of a rank: ``First Choice:``, ``2nd best``, ``1.``."""

RANK_ALONE = _pattern(
    r"""(?:\s?[,(-]?\s?(?:is|as|would\sbe|comes?|ranks?)?\s?(?:my\s|the\s|in\s)?)
    (?P<word>first|second|third|1st|2nd|3rd|last)(?:\s(?:choice|place|pick|option|best
      |answer))?(?=\s?(?:[,;.)]|$|\sand\b|\n))"""
)
"""A rank behind its letter: ``C first, A second``."""

LINE_VERDICT = _pattern(
    r"""[^\n.]{1,120}?\s[-(]{1,2}\s?(?:(?P<no>wrong|incorrect|false|no|not\s(?:correct|right))
      |(?P<yes>right|correct|yes|true))\b
    [^\w\n]{0,4}(?=$|\s[a-z])"""
)
"""A verdict at the end of the line that a letter opens: ``A: burglary - wrong``."""

OTHERS = _pattern(
    r"""\b(?:most|many|some|other|the|a)\s(?:careless\s|hasty\s|weak\s)?(?:students?|examinees?
      |test[-\s]?takers?|candidates?|applicants?
    |people|readers?|lawyers?)\s(?:(?:would|might|will|may|could|often|wrongly)\s){0,2}(?:choose
      |pick|select|go\sfor|mark|fall\sfor)s?\b
    |\b(?:answer\s)?key\s(?:says|gives|has|lists)\b"""
)
"""What gives a choice to others, in a word that ``claims`` does not know."""
