"""Manners of writing that the corrected grader sees through, and wrong answers it does not.

None of them has a rule of its own: they try whether the rules are general.
"""

from collections.abc import Iterator

import pytest

from benchbar.records import Document, Reply
from benchbar.scoring import cites, terms, text
from benchbar.scoring.judge import judge
from tests.scoring import small_documents as made

TWO_PAGES = made.transcript(
    """Page 68:
1: Q.    State your name for the record.
2: A.    Harlan Voss.
3: Q.    Did you see the truck at 10:30?
4: A.    Yes.

Page 69:
1: Q.    And on March 10, 2004, did you
2: inspect the brakes of the truck?
3: A.    I inspected the brakes twice.
4: MR. TULL:  Objection; vague."""
)
ONE_PAGE = made.transcript(
    """1: Q.    State your name for the record.
2: A.    Harlan Voss.
3: Q.    Did you see the truck at 10:30?
4: A.    Yes.
5: Q.    How many brakes did you inspect that day?
6: A.    I inspected both of them twice."""
)
TERMS = made.statute(
    """Section 5217.  Definition of cleight.
(a) General rule.~The term "cleight" means-
  (1) any baitisolist, or
  (2) any roussiont.
(b) Definition of baitisolist
  (1) General rule.~The term "baitisolist" means-
    (A) any ballinated, or
    (B) any caset.
  (2) The term "ballinated" means-
    (A) any pelvimore, or
    (B) any turrigan."""
)
FERRIES = made.statute(
    """§ 812. Mooring of ferries.
(a) General rule.~A ferry shall be moored—
  (1) at a licensed pier, or
  (2) in the case of a storm—
    (A) at any pier, and
    (B) under the harbour master's orders.
  The harbour master may grant a delay.
(b) Exceptions.
  (1) In general.~Subsection (a) shall not apply to a rowing boat.
  (2) Rowing boat.~The term “rowing boat” means a boat moved by oars alone.

§ 813. Harbour dues.
(a) Every ferry shall pay 31 dollars a day, and
(b) every barge shall pay 4.5 percent of its freight.""",
    title="46",
)
GRADERS = {
    "text_to_cite": cites,
    "defined_to_cite": cites,
    "cite_to_text": text,
    "cite_to_amended": text,
    "cite_to_defined": terms,
}
UNAMENDED = "(a) Every ferry shall pay 30 dollars a day, and"

REPLIES: list[tuple[Document, str, str, dict[str, list[str]]]] = [
    (
        TWO_PAGES,
        "text_to_cite",
        "line 3 of page 69",
        {
            "correct": [
                "The requested line appears at **Page 69, Line 3**.",
                "Page: 69; Line: 3",
                "(69, 3)",
                "[69:3]",
                "69-3",
                "69 / 3",
                "Page 69 / Line 3",
                "pg. 69, ln. 3",
                "P69 L3",
                "p69:l3",
                "Page number = 69, line number = 3",
                "page=69\nline=3",
                "page: 69\nline: 3",
                "- Page number: **69**\n- Line number: **3**",
                "The page is sixty-nine and the line is three.",
                "Page Sixty Nine, Line Three",
                "at 69:03",
                "Line 3 (page 69)",
                "3 (page 69)",
                "page 69 (line 3)",
                "Page 69, Lines 3-3",
                "The text is found on the 3rd line of page 69",
                "the third line of the sixty-ninth page",
                "Let me check.\n\nPage 68:\nline 1: State your name\nline 2: Harlan "
                "Voss\n\nPage 69:\nline 1: And on March 10\nline 2: inspect\nline 3: I "
                "inspected the brakes twice <- match\n\n**Answer: Page 69, Line 3**",
                "Page 69, line 3. (Note that page 68, line 3 is a different question.)",
                "I first thought page 68, line 3, but the correct location is page 69, line 3.",
                "It's on page 69. Specifically, line 3.",
                "Page 69\n\nLine 3",
                '{"answer": {"page": 69, "line": 3}}',
                '{"answer": "69:3", "confidence": 0.95}',
                '[{"page":69,"line":3}]',
                "The answer is 69, 3",
                "69, line 3",
                "Lines: 3\nPages: 69",
                "answer: page 69 line 3\nconfidence: 100%",
                "I am 95% sure it is page 69, line 3.",
                "Page 69, line 3 (lines run from 1 to 25).",
                "The line is number 3 on page 69, in a deposition of 2 pages.",
                "69:2 is wrong; the answer is 69:3.",
                "Seite 69, Zeile 3",
                "página 69, línea 3",
                "Page 69, line 3, as opposed to page 69, line 4.",
                "Neither 69:2 nor 69:4; it is 69:3.",
                "The answer is not page 69 line 2. It's page 69 line 3.",
                "page 69 at line 3",
                "69 at 3",
                "Tr. at 69:3.",
                "Tr. p. 69, ll. 3",
                "**Page number:** 69  \n**Line number:** 3",
                "| Item | Value |\n|---|---|\n| Page | 69 |\n| Line | 3 |",
                "# Answer\n\nPage **69**, Line **3**",
                "$$\\text{Page } 69,\\ \\text{Line } 3$$",
                "69. 3\n\n1. The brakes were inspected twice.",
                '"The text stands on page 69, line 3."',
            ],
            "wrong line": [
                "page 69, line 13",
                "page 96, line 3",
                "I first thought page 69, line 3, but the correct location is page 69, line 2.",
                "69:3 is wrong; the answer is 69:2.",
            ],
            "multiple answers": [
                "page 69, line 3 and page 68, line 3",
                "It could be page 69, line 3, or possibly page 69, line 4.",
                "Pages 68-69, line 3",
                "Page 69, lines 1-3",
                "line 3 of page 68 and line 3 of page 69",
            ],
            "not found": [
                "I don't see it in the transcript.",
            ],
        },
    ),
    (
        ONE_PAGE,
        "text_to_cite",
        "line 6",
        {
            "correct": [
                "#6",
                "No. 6",
                "L6",
                "line no. 6",
                "6)",
                "(6)",
                "[6]",
                "'6'",
                "The answer: 6",
                "Answer: **6**",
                "Line Number: 6",
                "It is 6",
                "The line number of the given text is 6.",
                "6th",
                "number six",
                "It would be line six (6).",
                '{"line_number": 6}',
                "\\boxed{6}",
                "Line: 6",
                "The text is at line 6, the last of the 6 lines.",
                "Counting from the top: 1, 2, 3, 4, 5, 6. So the answer is 6.",
                "Lines 1 through 5 do not contain it. Line 6 does.",
                "Line 5 asks about the brakes. The next line, line 6, is the text.",
                "It is 6, not 5.",
                "line 06",
                "6: A.",
                "The line number is 6 (six).",
                "6 - A. I inspected both of them twice.",
                'The text "A. I inspected both of them twice." appears on line 6 of the '
                "transcript, immediately after the question on line 5.",
                "I see it in line 6\nline 5 asks how many brakes there were that day ❌",
                "The answer is line 6.\nSteps: my answer was at line 5 at first.",
                "It says so in line 6 (the answer to line 5).",
            ],
            "wrong line": [
                "7",
                "Line five",
                "It is 5, not 6.",
            ],
            "multiple answers": [
                "5 and 6",
                "5, 6",
                "5 or 6",
                "6 (or maybe 5)",
                "Lines 5 and 6",
            ],
        },
    ),
    (
        TERMS,
        "text_to_cite",
        "section 5217(b)(1)(A)",
        {
            "correct": [
                "Section 5217(b)(1)(A) - any ballinated",
                "§§ 5217(b)(1)(A)",
                "Sec 5217 (b)(1)(A)",
                "SECTION 5217(b)(1)(A)",
                "section 5217 (b) (1) (A).",
                "Section 5217, subsec. (b), para. (1), subpara. (A)",
                "The citation is section 5217, paragraph (1)(A) of subsection (b).",
                "§ 5217(b)( 1 )( A )",
                "section 5217\xa0(b)\u2009(1)\u2009(A)",
                "section 5217(b)\n(1)(A)",
                "\\S 5217(b)(1)(A)",
                "$\\S\\,5217(b)(1)(A)$",
                "\\boxed{\\text{section } 5217\\text{(b)(1)(A)}}",
                "26 USC 5217(b)(1)(A)",
                "I.R.C. § 5217(b)(1)(A)",
                "Title 26, section 5217(b)(1)(A)",
                "26 U.S.C. 5217(b)(1)(A) (2018)",
                "U.S. Code § 5217(b)(1)(A)",
                "<answer>5217(b)(1)(A)</answer>",
                "<citation>section 5217(b)(1)(A)</citation>",
                "The text is located under subsection (b), paragraph (1), subparagraph (A) of "
                "Section 5217, i.e., section 5217(b)(1)(A).",
                "Looking at section 5217:\n- (a)(1) is baitisolist\n- (b)(1)(A) is "
                "ballinated\n\nSo: section 5217(b)(1)(A)",
                "Section 5217(b)(2)(A) says pelvimore, which doesn't match. Section "
                "5217(b)(1)(A) matches.",
                "5217 (b)(1)(A)",
                'section 5217(b)(1)(A), under "Definition of baitisolist"',
                'In section 5217(b)(1)(A), the statute says "any ballinated".',
                "section 5217-b-1-A",
                "section 5217 b 1 A",
                "section 5217, b, 1, A",
                "section 5217(b)(1)(A) [General rule]",
                "Section 5217(b)(1)(A); section 5217(b) is the parent of it.",
                "I considered section 5217(b)(2)(A) and rejected it. Section 5217(b)(1)(A) is "
                "the answer.",
            ],
            "section number omitted": [
                "Section (b)(1)(A)",
                "subsection (b)(1)(A)",
                "paragraph (b)(1)(A)",
            ],
            "not parallel": [
                "section 5217(b)(A)",
                "Section 5217(b)",
            ],
            "incorrect format": [
                "section 5217(B)(1)(A)",
            ],
            "multiple answers": [
                "section 5217(b)(1)(A) through (B)",
                "sections 5217(b)(1)(A) and 5217(b)(2)(A)",
                "It is in section 5217(b)(1)(A), or perhaps section 5217(b)(1)(B).",
            ],
            "wrong subparagraph": [
                "Section 5217(b)(1)(A) is close, but the answer is section 5217(b)(1)(B).",
            ],
            "wrong section": [
                "section 5271(b)(1)(A)",
            ],
            "not found": [
                "There is no such text in section 5217.",
            ],
        },
    ),
    (
        TERMS,
        "cite_to_text",
        "section 5217(b)(1)(A)",
        {
            "correct": [
                "The exact text of section 5217(b)(1)(A) is:\n\nany ballinated, or",
                "Section 5217(b)(1)(A) states: any ballinated, or",
                "*any ballinated, or*",
                "__any ballinated__",
                '(b)(1)(A): "any ballinated, or"',
                "5217(b)(1)(A) any ballinated, or",
                "subparagraph (A): any ballinated",
                "The exact text is 'any ballinated, or'.",
                "The exact text is ‘any ballinated, or’.",
                "<text>any ballinated, or</text>",
                '{"answer": "(A) any ballinated, or"}',
                'text: "any ballinated, or"',
                "$\\boxed{\\text{any ballinated, or}}$",
                'Sure! Here you go: "any ballinated, or"',
                '"any ballinated, or" is the exact text.',
                "any ballinated, or (section 5217(b)(1)(A))",
                "> **(A)** any ballinated, or",
                "**(A) any ballinated, or**",
                "1. (A) any ballinated, or",
                "any ballinated,",
                "any ballinated, or\n\nNote: this is one of two alternatives, the other being "
                '"any caset".',
                "The provision reads “any ballinated, or.”",
                "any  ballinated ,or",
                "ANY BALLINATED, OR",
                "…any ballinated, or…",
                '"...any ballinated, or"',
            ],
            "superset": [
                'The term "baitisolist" means- (A) any ballinated, or',
                '(1) General rule. The term "baitisolist" means-\n(A) any ballinated, or\n(B) '
                "any caset.",
                "any ballinated, or any caset",
                "any ballinated or thing",
            ],
            "wrong subparagraph": [
                'The exact text is "any caset."',
                "(B) any caset.",
            ],
            "not parallel": [
                "(1) any baitisolist, or",
            ],
            "not found": [
                "any ballinater, or",
            ],
            "subset": [
                "ballinated",
            ],
            "wrong paragraph": [
                "any pelvimore",
            ],
        },
    ),
    (
        TWO_PAGES,
        "cite_to_text",
        "line 1 of page 69",
        {
            "correct": [
                "Q. And on March 10, 2004, did you",
                "1: Q. And on March 10, 2004, did you",
                "1 Q. And on March 10, 2004, did you",
                "69:1 Q. And on March 10, 2004, did you",
                "69:1: Q. And on March 10, 2004, did you",
                'p. 69, l. 1: "Q. And on March 10, 2004, did you"',
                'Page 69, Line 1: "Q. And on March 10, 2004, did you"',
                "`1: Q.    And on March 10, 2004, did you`",
                "**Page 69, line 1:** Q. And on March 10, 2004, did you",
                "Line 1: Q. And on March 10, 2004, did you",
                "Q: And on March 10, 2004, did you",
                "Q And on March 10, 2004, did you",
            ],
            "superset": [
                "Q. And on March 10, 2004, did you inspect the brakes of the truck?",
                "1: Q.    And on March 10, 2004, did you\n2: inspect the brakes of the truck?",
                "The text is:\n\n```\n1: Q.    And on March 10, 2004, did you\n2: inspect the "
                "brakes of the truck?\n```",
            ],
            "not found": [
                "Q. And on March 11, 2004, did you",
            ],
            "subset": [
                "And on March 10",
            ],
            "wrong line": [
                "1: Q.    State your name for the record.",
            ],
        },
    ),
    (
        TERMS,
        "cite_to_defined",
        "section 5217(b)(1)",
        {
            "correct": [
                "The defined term is 'baitisolist.'",
                '"Baitisolist" is defined at section 5217(b)(1).',
                "Section 5217(b)(1) defines baitisolist.",
                'Section 5217(b)(1) defines the term "baitisolist", not "ballinated".',
                "baitisolist (section 5217(b)(1))",
                "The term is baitisolist, which means any ballinated or any caset.",
                'Answer: "baitisolist"',
                "<term>baitisolist</term>",
                "Term: baitisolist",
                "It defines “baitisolist.”",
                "*baitisolist*",
                "`baitisolist`",
                "- **Term:** baitisolist\n- **Location:** section 5217(b)(1)",
                'baitisolist\n\nExplanation: the paragraph says The term "baitisolist" means '
                "any ballinated.",
                "I believe the term is baitisolist.",
                'The term "baitisolist" is defined, in contrast to "ballinated" in (b)(2).',
            ],
            "wrong paragraph": [
                'The term defined is "ballinated".',
                'At first glance "baitisolist", but the correct term is "ballinated".',
            ],
            "not parallel": [
                '"cleight"',
            ],
            "multiple answers": [
                'The terms "baitisolist" and "ballinated"',
                "baitisolist, ballinated",
            ],
            "not found": [
                "baitisolis",
                "bait",
            ],
        },
    ),
    (
        FERRIES,
        "text_to_cite",
        "section 812(b)(1)",
        {
            "correct": [
                'The text "In general. Subsection (a) shall not apply to a rowing boat." is '
                "found at section 812(b)(1).",
                "Section 812(b)(1) provides that subsection (a) shall not apply to a rowing boat.",
                "Section 812(b)(1), which provides an exception to subsection (a) of section 812.",
                'To find the citation:\n1. The text is under "Exceptions", which is section '
                "812(b).\n2. It's paragraph (1).\n\nThe exact citation is **section "
                "812(b)(1)**.",
                "Step 1: section 812(a) is the general rule.\nStep 2: section 812(b)(2) "
                "defines rowing boat.\nStep 3: section 812(b)(1) has the text.\n\n**section "
                "812(b)(1)**",
                "It is paragraph (1) of subsection (b) of section 812 of title 46.",
                "Title 46, § 812(b)(1)",
                "46 U.S.C. § 812(b)(1).",
                "46 USC 812(b)(1)",
                "46 U.S.C.A. § 812(b)(1)",
                "Section 812(b)(1) [Exceptions; In general]",
                "section 812, (b)(1)",
                "section 812: (b)(1)",
                "812 (b)(1)",
                "s. 812(b)(1)",
                "s 812(b)(1)",
                "Sect. 812(b)(1)",
                "Section 812 subsection (b) paragraph 1",
                "section 812(b)(1)\n",
                "&sect; 812(b)(1)",
                "&#167; 812(b)(1)",
                "section 812(b)(1), not 812(b)(2)",
                "section 812(b)(1) (not (b)(2))",
                "The citation is 812(b)(1) and not 812(b)(2).",
                "Is it section 812(b)(2)? No. It is section 812(b)(1).",
                "Section 812(b)(2)? No, section 812(b)(1).",
                "section 812(b)(1) is the answer; section 812(b)(2) merely defines the term.",
                "The answer is section 812(b)(1), because section 812(b)(2) only defines the term.",
                "My initial answer was section 812(b)(2). On reflection, it should be section "
                "812(b)(1).",
                "I don't think it's section 812(b)(2); it's section 812(b)(1).",
                "citation: section 812(b)(1)\nreasoning: section 812(b)(2) is the definition.",
                '```json\n{"answer": "section 812(b)(1)", "reasoning": "Not section '
                '812(b)(2)."}\n```',
                "{'answer': 'section 812(b)(1)'}",
                'answer = "section 812(b)(1)"',
                "<b>section 812(b)(1)</b>",
                "section&nbsp;812(b)(1)",
                "Answer: section 812 and section 812(b)(1)",
                "Paragraph 812(b)(1)",
            ],
            "wrong section": [
                "Title 47, § 812(b)(1)",
            ],
            "wrong paragraph": [
                "It's section 812(b)(2).",
                "Initially I thought section 812(b)(1), but it is section 812(b)(2).",
                "<think>section 812(b)(1)</think> section 812(b)(2)",
                "section 812(b)(1)? No, section 812(b)(2).",
            ],
            "not parallel": [
                "section 812(b)",
            ],
            "multiple answers": [
                "section 812(b)(1)-(2)",
                "§§ 812(b)(1), 812(b)(2)",
                "section 812(b)(1)/(2)",
                "section 812(b)(1) & (2)",
            ],
        },
    ),
    (
        FERRIES,
        "defined_to_cite",
        "section 812(b)(2)",
        {
            "correct": [
                'The term "rowing boat" is defined in section 812(b)(2).',
                'Section 812(b)(2) defines "rowing boat" as a boat moved by oars alone.',
                '"Rowing boat" is defined at section 812(b)(2), although it is first used in '
                "section 812(b)(1).",
                "It's defined in paragraph (2) of section 812(b).",
                "Section 812(b)(2): The term “rowing boat” means a boat moved by oars alone.",
            ],
            "wrong paragraph": [
                "The term is defined in section 812(b)(1).",
            ],
        },
    ),
    (
        FERRIES,
        "cite_to_text",
        "section 812(b)(1)",
        {
            "correct": [
                "(1) In general. Subsection (a) shall not apply to a rowing boat.",
                "In general.—Subsection (a) shall not apply to a rowing boat.",
                "(1) IN GENERAL. Subsection (a) shall not apply to a rowing boat.",
                "**(1) In general.** Subsection (a) shall not apply to a rowing boat.",
                "Subsection (a) shall not apply to a rowing boat.",
                '"Subsection (a) shall not apply to a rowing boat."',
                'The exact text of just section 812(b)(1) above is:\n\n"(1) In general. '
                'Subsection (a) shall not apply to a rowing boat."',
                "The exact text of just section 812(b)(1) above is: In general. Subsection (a) "
                "shall not apply to a rowing boat.",
                "(b)(1) In general. Subsection (a) shall not apply to a rowing boat.",
                'Section 812(b)(1): "In general. Subsection (a) shall not apply to a rowing boat."',
                "§ 812(b)(1) In general. Subsection (a) shall not apply to a rowing boat.",
                "> (1) In general.\n> Subsection (a) shall not apply to a rowing boat.",
                "(1) In general.\nSubsection (a) shall not apply to a rowing boat.",
                "Here's the exact text of section 812(b)(1):\n\n```\n(1) In general. "
                "Subsection (a) shall not apply to a rowing boat.\n```\n\nNote that this "
                "refers to subsection (a) above.",
                'I think it reads "Subsection (a) shall not apply to a rowing boat."',
            ],
            "superset": [
                "(b) Exceptions.\n(1) In general. Subsection (a) shall not apply to a rowing boat.",
                "(1) In general. Subsection (a) shall not apply to a rowing boat.\n(2) Rowing "
                "boat. The term “rowing boat” means a boat moved by oars alone.",
                "(1) In general. Subsection (a) shall not apply to a rowing boat. (2) Rowing "
                "boat. The term “rowing boat” means a boat moved by oars alone.",
                '"(b) Exceptions. (1) In general. Subsection (a) shall not apply to '
                'a rowing boat."',
            ],
            "not found": [
                "Subsection (a) does not apply to a rowing boat.",
                "Subsection (b) shall not apply to a rowing boat.",
                "The exact text of section 812(b)(1) is not included above.",
                "This provision creates an exception for rowing boats.",
            ],
            "wrong paragraph": [
                "(2) Rowing boat. The term “rowing boat” means a boat moved by oars alone.",
            ],
            "subset": [
                "Subsection (a) shall not apply",
                "In general.",
            ],
        },
    ),
    (
        FERRIES,
        "cite_to_amended",
        "section 813(a)",
        {
            "correct": [
                "(a) Every ferry shall pay 31 dollars a day, and",
                "Every ferry shall pay 31 dollars a day",
            ],
            "omitted amendment": [
                "(a) Every ferry shall pay 30 dollars a day, and",
                'The exact text of just section 813(a) above is "Every ferry shall pay 30 '
                'dollars a day, and".',
            ],
            "not found": [
                "Every ferry shall pay thirty-one dollars a day",
            ],
        },
    ),
    (
        FERRIES,
        "cite_to_defined",
        "section 812(b)(2)",
        {
            "correct": [
                "rowing boat",
                "Rowing boat.",
                '"rowing boat"',
                "The term defined at section 812(b)(2) above is “rowing boat.”",
                "The defined term is rowing boat",
                "rowing boat — a boat moved by oars alone",
                '"rowing boat" - means a boat moved by oars alone',
                'The term "rowing boat" is defined as a boat moved by oars alone.',
                "Rowing boat is defined as a boat moved by oars alone.",
                "the “rowing boat”",
                "Rowing Boat",
                "Section 812(b)(2) defines the term 'rowing boat'.",
                "ROWING BOAT",
                "rowing boat (defined as a boat moved by oars alone)",
                "The term is: rowing boat",
                "A rowing boat.",
            ],
            "child of correct": [
                "boat",
                "oars",
            ],
            "not found": [
                "rowing boats",
                "small rowing boat",
                'The term is "row boat".',
            ],
            "child of wrong": [
                "ferry",
            ],
        },
    ),
    (
        TWO_PAGES,
        "cite_to_text",
        "line 4 of page 69",
        {
            "correct": [
                "MR. TULL: Objection; vague.",
                '"MR. TULL: Objection; vague."',
                "4: MR. TULL:  Objection; vague.",
                "The exact text of line 4 of page 69 is: MR. TULL: Objection; vague.",
                "Mr. Tull: Objection; vague.",
                "MR. TULL: Objection, vague.",
                'Line 4 of page 69: "MR. TULL: Objection; vague."',
                "Page 69, line 4 reads:\n\n4: MR. TULL:  Objection; vague.",
                "On page 69:\n1: Q. And on March 10, 2004, did you\n2: inspect the brakes of "
                "the truck?\n3: A. I inspected the brakes twice.\n4: MR. TULL: Objection; "
                'vague.\n\nSo the exact text of line 4 is:\n"MR. TULL: Objection; vague."',
                'Counting down page 69: line 1 is "Q. And on March 10, 2004, did you", line 2 '
                'is "inspect the brakes of the truck?", line 3 is "A. I inspected the brakes '
                'twice." Line 4 is therefore "MR. TULL: Objection; vague."',
            ],
            "superset": [
                "MR. TULL: Objection; vague.\nand beyond the scope of it.",
            ],
            "subset": [
                "Objection; vague.",
                "MR. TULL",
            ],
            "not found": [
                "MR. TULL: Objection; form.",
            ],
            "wrong line": [
                'Counting down page 69, the answer is "A. I inspected the brakes twice."',
            ],
        },
    ),
]


def examples() -> Iterator[tuple[Document, str, str, str, str]]:
    """Yield document, task, cite asked about, verdict and reply."""
    for document, task, target, replies in REPLIES:
        for expected, given in replies.items():
            for reply in given:
                yield document, task, target, expected, reply


@pytest.mark.parametrize(("document", "task", "target", "expected", "reply"), list(examples()))
def test_manner(document: Document, task: str, target: str, expected: str, reply: str) -> None:
    unamended = UNAMENDED if task == "cite_to_amended" else None
    item = made.item(document, task, made.place_of(document, target), unamended=unamended)
    grader = GRADERS[task]
    _, corrected = judge(
        item,
        document,
        Reply(id=item.id, turns=(reply,)),
        published=grader.published,
        corrected=grader.corrected,
    )
    assert (corrected.error or corrected.outcome) == expected
