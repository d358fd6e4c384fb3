"""Manners of naming an amount of dollars that the corrected grader sees through, and what is none.

None of them has a rule of its own: they try whether the rules are general.
"""

from collections.abc import Iterator

import pytest

from benchbar.scoring import amounts
from tests.scoring import small_documents as made

DOCUMENT = made.statute("Section 90.  Dues on earnings.\n(a) There is a due of 28 percent.")
QUESTION = "How much tax does Ivo have to pay in 2015?"

REPLIES: list[tuple[str, str, list[str]]] = [
    (
        "$13,425",
        "correct",
        [
            "13425",
            "$13,425",
            "Ivo has to pay $13,425 in taxes for the year 2015.",
            "Ivo's tax for 2015 is $13,425.",
            "The tax liability is $13,425.",
            "Total tax liability: $13,425",
            "Ivo's total tax is approximately $13,425.",
            "**Answer: $13,425**",
            "Answer: 13425 dollars",
            "$13425.00",
            "13,425.00",
            "US$13,425",
            "13.425 thousand dollars",
            "Ivo owes thirteen thousand four hundred and twenty five dollars",
            "It works out to $13,425.",
            "It comes to $13,425 in all.",
            "The tax comes out to $13,425.",
            "Ivo's taxable income is $50,000. Under section 1(c), the tax is $5,535 plus "
            "28% of the excess over $22,100, i.e. $5,535 + 0.28 × ($50,000 − $22,100) = "
            "$5,535 + $7,812 = $13,347. With the surcharge of $78, it is $13,425.",
            "Step 1: income $50,000\nStep 2: deduction $3,000\nStep 3: tax $13,425",
            "1. Gross income: $60,000\n2. Standard deduction: $3,000\n3. Personal "
            "exemption: $2,000\n4. Taxable income: $55,000\n5. Tax: $13,425",
            "$$5535 + 7890 = 13425$$",
            "\\$5{,}535 + \\$7{,}890 = \\boxed{\\$13{,}425}",
            "5,535 + 7,890 = 13,425 dollars",
            "So Ivo pays $13,425, which is 28% of $47,946.",
            "The answer is 13425.",
            "The amount due is $13,425 (section 1(a)(3)).",
            "$13,425 (rounded from $13,424.88)",
            "Ivo must pay tax of $13,425 on taxable income of $49,946.",
            "On taxable income of $49,946 the tax is $13,425.",
            "After deducting $2,000 from $51,946, his taxable income is $49,946 and his "
            "tax is $13,425.",
            "Ivo owes $13,425 for 2015, not $12,000.",
            "I first calculated $25,000, but the correct figure is $13,425.",
            "Tax owed = $13,425",
            '{"answer": 13425, "unit": "USD"}',
            '{"tax_owed": "$13,425.00", "income": "$49,946"}',
            '{"income": 49946, "tax": 13425}',
            "<answer>$13,425</answer>",
            "The tax is:\n\n$13,425",
            "The tax for 2015:\n\n**$13,425**\n\nLet me know if you need 1 or 2 more examples.",
            "Final answer: 13,425 USD",
            "~$13,425",
            "≈ $13,425",
            "$13,425/year",
            "$13,425 per year",
            "$13,425.",
            "13425$",
            "$ 13425",
            "Ivo (65 years old, 2 children) owes $13,425.",
            "Income tax of $13,425.",
            "$13,425 = 28% of $47,946",
            "Therefore, $13,425 - this is the tax.",
            "Ivo owes the IRS $13,425 in 2015",
            "Since his income was $49,946 in 2015, he owes $13,425.",
            "The tax imposed on Ivo is equal to $13,425",
            "The total is $5,535 and $7,890, that is $13,425.",
            "Adding $5,535 and $7,890 gives $13,425.",
            "Subtracting the credit of $1,000 from $14,425 leaves $13,425.",
            "Tax before credits: $14,425. Credit: $1,000. Tax after credits: $13,425.",
            "The tax under section 1(a)(ii) is $13,425",
            "In total, Ivo has to pay $13,425, i.e. $5,535 in income tax and $7,890 in excise tax.",
            "| Step | Amount |\n|---|---|\n| Taxable income | $49,946 |\n| Tax at 28% | "
            "$13,425 |\n| **Total** | **$13,425** |",
            "To determine Ivo's tax for 2015, we use section 1(c).\n\nGross income: "
            "$60,000\nStandard deduction (section 63(c)): $3,000\nPersonal exemption "
            "(section 151): $2,000\nTaxable income: $60,000 - $3,000 - $2,000 = $55,000\n\n"
            "Under section 1(c)(ii), the tax is $3,315 plus 28% of the excess over "
            "$22,100: $3,315 + 0.28 × $32,900 = $12,527. Adding the additional tax of $898 "
            "gives $13,425.\n\nTherefore, Ivo has to pay **$13,425** in tax for 2015.",
            "Ivo has to pay $13,425.\n\nHere is the breakdown:\n- Taxable income: $55,000\n"
            "- Tax on first $22,100: $3,315\n- Tax on the remaining $32,900 at 28%: "
            "$9,212\n- Surtax: $898\n- Total: $13,425",
            "Step 1. AGI = 60000.\nStep 2. Deduction = 5000.\nStep 3. Taxable income = "
            "60000 - 5000 = 55000.\nStep 4. Tax = 3315 + 0.28*(55000-22100) + 898 = 3315 + "
            "9212 + 898 = 13425.\nThus, the answer is 13425.",
            "\\[\n\\text{Tax} = 3{,}315 + 0.28 \\times (55{,}000 - 22{,}100) + 898 = "
            "13{,}425\n\\]\n\nSo Ivo owes \\(\\$13{,}425\\).",
            "The tax is $13,425. This is because Ivo's taxable income of $55,000 exceeds "
            "$22,100 but does not exceed $53,500... so it is $3,315 plus 28% of $32,900 "
            "plus $898.",
            "Ivo, who is 65 and blind, gets 2 additional amounts of $600 each, i.e. "
            "$1,200. His taxable income is therefore $55,000 and his tax $13,425.",
            "Answer: $13,425\n\nNote: If Ivo had filed jointly, he would have paid $10,000.",
            "Ivo would pay $13,425 in 2015 (compared to $12,000 in 2014).",
            "Assuming Ivo is unmarried, his tax liability would be approximately $13,425.00 USD.",
            "So the total tax is $3,315 + $9,212 + $898, or $13,425.",
            "Ivo's employer pays $420 under section 3301 and Ivo's own tax is $13,425. "
            "Final answer: $13,425.",
            "**Tax owed:** $13,425 (i.e. $55,000 × 24.41%)",
            "The amount is 13,425.00.",
            "$13,425 is what Ivo has to pay.",
            "Thirteen thousand, four hundred twenty-five (13,425) dollars.",
            "He must pay a tax of 3315 + 9212 + 898 = 13425 dollars.",
            "Taxable income = $55,000; tax = $13,425",
            "Tax: $13,425; taxable income: $55,000",
            "Ivo's 2015 tax bill: $13,425.",
            "The sum of $12,527 and $898 is $13,425.",
            "So we have a final tax of $14,425 minus a credit of $1,000, which equals $13,425.",
            "Tax: 13,425",
            "tax_owed: 13425",
            "= $13,425",
            "=> $13,425",
            "→ $13,425",
            "$13,425 (USD)",
            "13.425,00 $",
            "13 425 $",
            "$13 425",
            "$13'425",
            "13425,00",
            "13,425.0",
            "$13,425 total",
            "a total tax of 13,425 dollars",
            "exactly $13,425",
            "$13,425 and no cents",
            "$13,425.00/100",
            "THE TAX IS $13,425",
            "approx. $13,425",
            "about thirteen thousand four hundred twenty-five dollars",
            "$13,425 in federal income tax",
            "$13,425, rounded to the nearest dollar",
            "$13,425 (13,424.6 before rounding)",
            "Ivo owes $13,425 for the 2015 tax year",
            "2015: $13,425",
            "Ivo (2015): $13,425",
            "13.425K",
            "$0.013425 million",
            "Ivo's tax = 0.15*22100 + 0.28*(58321.43-22100) = 13457 - 32 = 13425",
            "I get $13,425.",
            "We get 13425.",
            "we find that Ivo owes $13,425, since 28% of his income of $47,946 is $13,425",
            "Ivo must pay $13,425 to the IRS by April 15, 2016.",
            "Ivo's tax is $13,425, or 24.4% of $55,000.",
            "Ivo's tax is $13,425 (up from $12,000).",
            "$13,425 – that's the amount.",
            "\\$13,425",
            "$\\$13,425$",
            "\\(13{,}425\\)",
            "\\[\\boxed{13{,}425}\\]",
            "\\boxed{\\$13,425.00}",
            "\\boxed{13425 \\text{ dollars}}",
            "**$13,425.00**",
            "`$13,425`",
            "| Tax | $13,425 |",
            "<b>$13,425</b>",
            "&#36;13,425",
            "＄13,425",
            "＄１３，４２５",
            "13425.",
            "The answer: 13425.00 dollars.",
            "In 2015 Ivo owes $13,425. In 2014 he had owed $90,000.",
            "His tax for 2015 is $13,425; for 2014 it was $90,000.",
            "Ivo's tax is $13,425. Greta's is $92,000.",
            "Ivo has to pay $13,425. A couple would pay $92,000.",
            "The tax is $13,425. The standard deduction of section 63(c) is $3,000.",
            "The tax is $13,425. It would have been $90,000 without the credit.",
            "$1,118.75 a month, i.e. $13,425 a year",
            "$13,425, or $1,118.75 a month",
            "Since Greta earned only $3,000, Ivo pays $13,425.",
            "$13,425.\n\nQuestion: How much tax does Greta have to pay?\nAnswer: $92,300",
        ],
    ),
    (
        "$0",
        "correct",
        [
            "$0",
            "0",
            "Ivo does not owe any tax.",
            "Ivo owes no tax.",
            "Ivo pays no tax in 2015.",
            "Ivo doesn't have to pay any taxes.",
            "No tax is due.",
            "Zero dollars",
            "zero",
            "None.",
            "Nothing",
            "Ivo is not required to pay any tax.",
            "His tax is zero.",
            "Ivo has to pay $0 in tax.",
            "Ivo's taxable income is $0, so he owes no tax.",
            "Ivo owes 0 dollars",
            "No tax.",
            "There is no tax liability.",
            "Ivo would pay nothing because his income of $10,000 is below the threshold of "
            "$12,000.",
            "The tax is nil.",
            "$0.00",
            "Ivo need not pay any tax",
            "Ivo is exempt from tax.",
        ],
    ),
    (
        "$13,425",
        "wrong amount",
        [
            "$30,000",
            "Ivo owes $1,342.",
            "Ivo owes no tax.",
            "$13,425,000",
            "Ivo owes minus $13,425",
            "$1.3425",
            "$13,425k",
            "-13425",
            "He owes $26,850, twice $13,425.",
            "The tax is $1,118. Over twelve years that would be $13,425.",
            "Ivo pays $50,000. Greta's tax is $13,425.",
            "The tax is $50,000. If he were single, the tax would be $13,425.",
            "In 2014 he paid $13,425. In 2015 he pays $90,000.",
        ],
    ),
    (
        "$13,425",
        "multiple answers",
        [
            "$13,425 or $20,000",
            "$13,425 and $20,000",
            "Between $10,000 and $20,000",
            "$10,000-$20,000",
            "$10,000 to $20,000",
            "Either $13,425 or $13,000",
            "The tax may be $13,425. It may also be $20,000.",
        ],
    ),
    (
        "$13,425",
        "not found",
        [
            "$13,425 a month",
            "Greta's tax is $13,425.",
            "His income is $13,425.",
            "It would have been $13,425 if he had been single.",
            "Section 1(c) applies in 2015.",
            "There is nothing to go on here.",
            "Nothing in the statute tells.",
            "I can't say; no amount follows from the text.",
            "No tax can be computed.",
            "No amount is stated.",
            "I cannot pay taxes for you.",
            "It depends on 3 things.",
            "28%",
            "Ivo is 65 years old.",
            "See section 63(c)(2).",
            "I do not know.\n\nThe clerk counted seven.",
            "Hello",
            "Step 1. Step 2.",
        ],
    ),
]
"""Right answer, verdict, replies."""


def examples() -> Iterator[tuple[str, str, str]]:
    """Yield right answer, verdict and reply."""
    for gold, expected, replies in REPLIES:
        for reply in replies:
            yield gold, expected, reply


@pytest.mark.parametrize(("gold", "expected", "reply"), list(examples()))
def test_manner(gold: str, expected: str, reply: str) -> None:
    item = made.item(DOCUMENT, "sara", 1, gold=gold, asked=QUESTION, question=QUESTION)
    found = amounts.corrected(item, DOCUMENT, reply)
    assert (found.error or found.outcome) == expected
