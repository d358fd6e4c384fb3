"""The words by which a reply says yes or no, and the words that turn one into the other.

Language as data: ``corrected.yesno`` and ``corrected.applying`` say what follows from each
list. Every pattern is tried on a stretch of bounded length or is itself bounded.
"""

import re
from typing import Literal, TypeAlias


def _pattern(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE | re.VERBOSE | re.MULTILINE)


Side: TypeAlias = Literal["yes", "no"]

PAIRS: dict[str, tuple[str, str]] = {
    "yes": ("Yes", "No"),
    "no": ("Yes", "No"),
    "entailment": ("Entailment", "Contradiction"),
    "contradiction": ("Entailment", "Contradiction"),
}
"""The two answers between which a right answer (folded) chooses, the affirming one first."""

OTHER: dict[str, Side] = {"yes": "no", "no": "yes"}
"""What is said by rejecting an answer."""


def pair(gold: str) -> tuple[str, str]:
    """Return the two answers of the vocabulary of a right answer, the affirming one first.

    Raises:
        KeyError: The right answer is none of yes, no, entailment, contradiction.
    """
    return PAIRS[gold.strip().lower()]


TICK_ALONE = _pattern(r"^\W*(?:(?P<yes>[✅✓✔☑👍])|(?P<no>[❌✗✘✖❎👎]))\W*$")
"""A mark that is a line's whole answer."""

CHECKED = _pattern(r"\[[ ]?[x✓✔][ ]?\]|[☑☒]")
UNCHECKED = _pattern(r"(?:\[[ ]?\]|☐)[^\n\[☐☑☒]{0,200}")
"""A box that is ticked, and one that is not, with what it offers."""

TICK = _pattern(r"[✅✓✔☑👍]")
CROSSED_LINE = _pattern(r"^[^\n]*[❌✗✘✖❎👎][^\n]*$")
"""Where some lines are ticked, a crossed one is rejected whole."""

CROSSED_NO = _pattern(
    r"[❌✗✘✖❎👎][^\w\n]*(?=(?:no|not|false|incorrect|inapplicable|does\snot|doesn't)\b)"
)
"""A cross that says the no behind it once more."""

ECHO = _pattern(
    r"""\b(?:yes(?:[ ]?[/|][ ]?|[ ]or[ ])no|no(?:[ ]?[/|][ ]?|[ ]or[ ])yes
    |y[ ]?/[ ]?n|true(?:[ ]?/[ ]?|[ ]or[ ])false
    |entailment(?:[ ]?[/,|][ ]?|[ ]or[ ])(?:a[ ])?contradiction
    |contradiction(?:[ ]?[/,|][ ]?|[ ]or[ ])(?:an[ ])?entailment)\b"""
)
"""Both answers side by side: the question said again, no answer."""

_NOT_KNOWING = r"""\b(?:i|we)(?:'m|\ am|\ are|\ do|\ can|'re)?(?:\ \w+ly)?(?:\ not|n't|not)
    (?:\ \w+ly)?\ (?:know|sure|certain)(?=\ ?(?:[.,;!)]|$))"""
NOT_KNOWING = _pattern(_NOT_KNOWING)
"""The reply's own not knowing, which unsays what its sentence said."""

UNDECIDED = _pattern(
    rf"""\byes[ ,]{{1,2}}and[ ,]{{1,2}}no\b(?=[\W_]*$|[.,;:!)"'])
    |\bneither\b[^.\n]{{0,60}}\bnor\b[ ]?[^.\n]{{0,30}}
     \b(?:contradict|false|refut|entail|true|yes|no\b)\w*
    |\b(?:may|might|could)\ or\ (?:may|might|could)\ not\b(?:\ \w+){{0,2}}
    |(?:\bnot|n't)\ (?:know|sure)\ (?:whether|if)\b
    |{_NOT_KNOWING}
    |\b(?:it|that|this|which|the\ answer|applicability)\ (?:all\ )?depends\b
    |\b(?:cannot|can't|can\ not|could\ not|couldn't|not\ possible\ to|impossible\ to|unable\ to)
     \ (?:be\ )?(?:\w+ly\ )?(?:determined?|decided?|tell|told|known?|answer(?:ed)?|conclude[d]?
     |sa(?:y|id)|establish(?:ed)?|infer(?:red)?|resolve[d]?|ascertain(?:ed)?|be\ certain|be\ sure)
     \b(?!\ (?:to|that|yes|no)\b)
    |\b(?:undetermined|undecided|indeterminate|inconclusive|undecidable)\b
    |\b(?:(?:not\ enough|insufficient|too\ little)\ (?:information|facts|detail|evidence|data))\b
    |\b(?:not\ (?:entirely\ |fully\ )?clear|unclear|uncertain|unknown|ambiguous|unsure|open)
     \ (?:whether|if)\b
    |\b(?:is|remains|it's|answer:)\ (?:unclear|uncertain|unknown|ambiguous|neutral)\b
    |^\W*(?:unclear|uncertain|unknown|ambiguous|neutral|maybe|perhaps|n/?a|unsure)\W*$"""
)
"""What says that the reply does not decide."""

WORD = _pattern(
    r"""\b(?:(?P<yes>yes|yep|yup|yeah)
    |(?P<no>nope|nah|no(?=[\W_]*$|\s?[,;:!)\]"']|\.(?!\s?\d)|\s-+\s|\s\(|\s?is\b
      |-(?:because|since|as|the|it|she|he|this|that|a|an|there|section)\b
      |\s+(?:because|since|as|for\ the|it|the|she|he|they|this|that|there|section\s\d|sec\.?\s\d
        |§)\b|\s§))
    |(?P<no4>(?:absolutely|certainly|definitely|of\ course|surely|probably|clearly|obviously)\ not
      |(?:i\ (?:think|believe|guess)|apparently|presumably|it\ (?:appears|seems))\ not
      |not\ at\ all|by\ no\ means|i\ (?:don't|do\ not)\ (?:think|believe)\ so)(?=\s?[.,;!]|$)
    |(?P<yes4>i\ (?:think|believe)\ so)
    |in\ the\ (?:(?P<yes2>affirmative)|(?P<no2>negative))
    |(?P<yes3>entail(?:s|ed|ment|ing)?)|(?P<no3>contradict(?:s|ed|ion|ions|ory|ing)?))\b"""
)
"""Plain yes and no, also inside a sentence. Before a noun ("no evidence") no is no answer."""

_YES_ALONE = (
    r"y|t|true|affirmative|correct|absolutely|certainly|definitely|of\scourse|indeed"
    r"|ja|jawohl|oui|sí|si|sim|是|是的|对|對|适用|適用|はい"
)
_NO_ALONE = (
    "n|f|false|negative|incorrect|nein|non|não|否|不|不是|不对|不對|不适用|不適用|いいえ|falsch"
)
ALONE = _pattern(
    rf"""(?:^|[:=]|\b(?:answer|antwort|réponse|respuesta)\s(?:is|ist|est|es)\b)[ \t"'(\[]*
    (?:(?P<yes>{_YES_ALONE})|(?P<no>{_NO_ALONE}))[ \t"')\].!。]*$"""
)
"""Answers that are answers only where nothing else stands on their line but a label."""

AS_OBJECT = _pattern(
    r"""(?:\b(?:says?|saying|speaks?\sfor|(?<!is\s)(?<!was\s)(?<!'s\s)an?|for|to)\s|\b(?:supports?
    |justif(?:y|ies)|excludes?)\s)["']?$"""
)
"""What makes of a yes or no behind it something spoken of, where another opened the sentence."""

SAYS = _pattern(r"\bsays?\s[\"']?$")
"""What makes of a yes or no what somebody, or some place, says."""

OPENING = _pattern(
    r"""\A[\W_]*(?:(?P<yes>ja|oui|sí|是的|true|correct)
    |(?P<no>nein|non|不是|false|incorrect))\s?(?=[,.!;:，。-])"""
)
"""Answers, also in other languages, that are answers where they open a reply."""

TRUTH = _pattern(
    r"""\b(?:(?P<yes>true|correct|valid|accurate|supported|supports?|confirmed|established|holds
      |follows?(?!\s+that))
    |(?P<no>false|untrue|incorrect|invalid|inaccurate|unsupported|refuted|wrong|fails(?!\sto)))\b"""
)
STATEMENT = _pattern(
    r"\b(?:statement|hypothesis|claim|assertion|proposition|contention|conclusion)\b"
)
"""What must stand in the sentence for ``TRUTH`` to judge it."""

JUDGED = _pattern(
    r"""\b(?P<what>entail(?:ment|ed|s)|contradict(?:ion|ed|s|ory))
    (?:\s?[:=]\s?["']?(?:(?P<yes>yes|true)|(?P<no>no|false))\b(?=[\W_]*$)
    |\?\s(?:(?P<yes2>yes|true)|(?P<no2>no|false))\b)"""
)
"""An answer named as a label and then judged: ``Contradiction: true``."""

SHORT = _pattern(
    r"""(?:\b(?:it|this|the\ (?:sub)?section|the\ provision)|\b(?:sub)?section\s[\w()-]{1,30}
    |§\s?[\w()-]{1,30})\s(?:does|is|would|will|do|are)(?P<no>\snot|n't)?(?=\s?(?:[.!;]|$))"""
)
"""A verb that leaves the rest to the question: "It does not."""

ACTIVE = _pattern(
    r"""\b(?:(?P<no>inapplicable|non-?applicable|unapplicable|irrelevant
    |(?:has|have|is\sof)\sno\s(?:application|bearing|relevance)|has\snothing\sto\sdo\swith)|(?P<yes>appl(?:y|ies|icable)
    |(?:be|is|are|been|being)\sapplied|covered(?=\s?(?:[.,!]|$))|pertains?|(?:extends?|relevant)(?=\s+to\b)))\b"""
)
"""What a section does or is to somebody, who may follow behind "to"."""

DIRECT = _pattern(
    r"\b(?P<yes>covers?|governs?|concerns?|affects?|reach(?:es)?|binds?|includes?|encompass(?:es)?)\b"
)
"""What a section does to somebody, who must follow."""

PASSIVE = _pattern(
    r"""\b(?:(?P<yes>subject\sto|(?:covered|governed|affected|reached|bound|caught)\sby
      |(?:falls?|comes?|fits?|is|falling|lies?)\s(?:\w+ly\s)?(?:under|within|into)
      (?:\sthe\s(?:scope|reach|ambit|coverage)\sof)?
      |within\sthe\s(?:scope|reach|ambit|coverage)\sof)
    |(?P<no>(?:falls?|is|lies?|falling)\s(?:\w+ly\s)?(?:outside|beyond)
      (?:\sof)?(?:\sthe\s(?:scope|reach|ambit|coverage)\sof)?
      |(?:outside|beyond)\sthe\s(?:scope|reach|ambit|coverage)\sof
      |exempt(?:ed)?\s(?:from|under)|excluded\s(?:from|by)))\b"""
)
"""What somebody is to a section, which must follow."""

NEGATOR = _pattern(
    r"""\bneither\b[^,.;\n]{0,80}\bnor\b|\b(?:not|cannot|never|none|nothing|neither|nor|nobody|without
    |no(?![,.;:!])|fail(?:s|ed)?\s(?:to)|unlikely|hardly|doubt(?:ful)?|untrue|(?:false|incorrect
    |wrong|mistaken|mistake|error)(?=\s(?:that|to)\b))\b|n't\b
    |\b(?:do|does|did|is|are|was|would|could|ca|wo)nt\b"""
)
"""What turns the yes of its clause into no, and no into yes."""

NO_NEGATOR = _pattern(
    r"""\b(?:(?:no|without(?:\sa(?:ny)?)?|beyond|little|not)\s(?:any\s|a\s)?(?:\w+\s)?(?:doubt|question
      |hesitation|problem|difficulty|trouble|obstacles?|hindrance|bar|objections?|reservations?
      |qualms|alternative|escap(?:e|ing)|denying|avoiding|way\s(?:around|round|past|out))
    |not\s(?:only|just|merely)|no\smatter)\b
    |(?:\b(?:not|never|no)|n't)\s(?:be\s|an?\s|in\s|\w+ly\s)?(?:wrong|incorrect|mistaken|mistake
      |error|false|untrue)\b"""
)
"""What only looks like it: a hindrance or a mistake that is denied."""

TAKES_BACK = _pattern(r"\bnot\s(?:the\s)?(?:right|correct|it|answer)\b")
"""A "not" that speaks of the answer before it (``language.WITHDRAWS``)."""

CLAUSE = _pattern(
    r"""(?<!\bsec)(?<!\bpar)(?<!\bpara)\.|[^\w\s'"()§.-]|\s\((?!(?!(?:no|yes)\))[a-z\d]{1,4}\))|\s-+\s|\b(?:but|because|since|so|therefore|thus|hence|and|means|meaning
    |while|whereas|although|though|however|then|yet|as)\b"""
)
"""Where the clause begins to which a word belongs: behind the last of these; labels are none."""

ASIDE = _pattern(
    r",[^,.\n]{1,60},(?P<verb>\s(?:(?:is|are|was|does|do|would|will|can|could|be|being)\s)*)$"
)
"""Words between commas right before a verb: "does not, however, apply"."""

BY_THE_SPEAKER = _pattern(
    r"""\b(?:(?:if|unless)\s(?:i|we)(?:'m|'ve|'d)?\b(?!\s(?:assume|suppose|take|treat|count)\b)
      [^.,;:?!\n§\d]{0,80}|if\smemory\sserves[^.,;:?!\n§\d]{0,20})(?=[.,;:?!\n]|$)"""
)
"""A condition about the speaker sets none: "unless I'm mistaken", "if I read it correctly"."""

OPEN_BEFORE = _pattern(r"\b(?:if|whether|unless|suppose|assuming|how|which|what|in\sorder)\b")
"""What makes a clause one that asserts nothing."""

STATED = _pattern(
    r"\b(?:statement|hypothesis|claim|assertion|proposition|contention)\s(?:is\s)?that\b"
)
"""What repeats a statement without making it."""

POSSIBLE = _pattern(r"\b(?:may|might|could)\s(?:(?:also|well|not|perhaps|possibly)\s)*(?:be\s)?$")
"""What makes of a verb a mere possibility."""

OPEN_AFTER = _pattern(
    r"""(?:\s(?:to|for)\s[^,.;\n]{1,40}?)??[\s,]*(?:only\s)?
    (?:if|when|where|unless|provided|had|were|in\sthe\sevent|in\scase|to\sthe\sextent)\b"""
)
"""What makes an answer a condition: "would apply if"."""

MET = _pattern(
    r""",\s(?:which|and|as)\s(?:\w+\s){1,2}?(?:is|are|was|does|do|did|has|have)(?=\s?(?:[.,;:!]|$))"""
)
"""What says that the condition holds: "if a q55 is a b44, which it is"."""

EXCEPT = _pattern(r"[\s,]*unless\b")
"""An answer with a proviso is an answer."""

INFINITIVE = _pattern(r"\bto\s(?:be\s)?$")
HELD_TO = _pattern(
    r"""\b(?:said|seem|seems|appear|appears|appeared|deemed|fails?|failed|held|understood|found
    |likely|unlikely|considered|shown|happens?|taken|determined|concluded|thought)\b"""
)
"""With these a verb in the infinitive asserts; else it states a purpose: "for it to apply"."""

OBJECT = _pattern(
    r"""\s(?:only\s|also\s|directly\s|solely\s|exclusively\s|just\s)*(?:to|with\sregard\sto)\s(?:only\s)?
    (?P<object>[^,.;:\n()]{1,60})"""
)
NOT_OBJECT = _pattern(
    r"[^.;\n]{0,60}?[\s,]+(?:(?:and|but|rather\sthan)\s)?not\s(?:to\s|for\s)?(?P<object>[^,.;:\n()]{1,40})"
)
"""To whom it applies, and to whom not."""

OBJECT_END = _pattern(
    r"\b(?:because|since|as|for|who|which|and|but|under|if|when|in|so|or|by|that|than|only)\b"
)
SELF = frozenset(
    "her him them she he they it this these that here taxpayer person individual case facts "
    "situation everyone everybody anyone".split()
)
"""Words for the person or the facts that the question is about."""

TRANSITIVE = _pattern(
    r"""\s(?:the|an?|this|these|our|its)\b|\s(?:sub)?(?:section|law|rule|provision|paragraph
    |definition|term|part|statute|test|standard)s?\b|\s§"""
)
"""What follows where somebody else applies the law, or looks for the applicable part."""

LABEL = _pattern(r"""["'\s]{0,2}[:=]["'\s]{0,3}(?:yes|no|true|false|y|n)\b""")
"""What follows where the words are the label of an answer: "applies: no"."""

OTHER_SUBJECT = _pattern(r"\b(?:exceptions?|exclusions?|exemptions?|limitations?|provisos?)\b")
"""What may apply or not and settles nothing."""

ASKS = _pattern(r"[^.!?\n]{0,200}\?")
PRONOUN = _pattern(
    r"\W*(?:(?:so|therefore|thus|hence)\W+)?(?:it|this|that)(?:\s(?:is|was)|'s)(?:\snot)?\s$"
)
"""A sentence "it is true" judges the statement, too."""

SECTION_MEANT = _pattern(
    r"\s*(?:the\s|this\s|that\s)?(?:it|its|section|subsection|provision|rule)\b"
)
CITE = _pattern(
    r"""(?:\b(?:sub)*(?:section|sec|paragraph|para|par|clause)s?\b\.?\s?|§+\s?)
    (?P<number>\d[\w-]{0,9})?(?P<labels>(?:\s?\(\w{1,5}\)){0,8})
    |\b(?P<number2>\d{2,6}[A-Za-z]?)(?P<labels2>(?:\s?\(\w{1,5}\)){1,8})"""
)
LABEL_ALONE = _pattern(r"(?<![\w)])(?P<labels>(?:\([a-z\d]{1,4}\)){1,8})")
INVERTED = _pattern(r"\s(?:would|will|is|are|was|were)\s(?:be\s)?(?:[a-z]+\s){0,3}")
"""A predicate in front of its subject: "applicable would be (b)"."""

NOT_CITE = _pattern(r"\b(?:not|rather\sthan|instead\sof|unlike|than)\s(?:under\s|in\s|by\s)?$")
