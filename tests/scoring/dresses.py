"""Manners of writing an answer, the same for every task: a dress never changes a verdict."""

from collections.abc import Callable

Dress = Callable[[str], str]

BOTH: dict[str, Dress] = {
    "bare": lambda answer: answer,
    "period": lambda answer: f"{answer.rstrip('.')}.",
    "double quotes": lambda answer: f'"{answer}"',
    "spaces around": lambda answer: f"  {answer} \n",
    "colon": lambda answer: f"Answer: {answer}",
    "newline": lambda answer: f"{answer}\n",
}
"""Dresses that both graders see through, on every task but a statute's cite in quotes."""

CORRECTED: dict[str, Dress] = {
    **BOTH,
    "bold": lambda answer: f"**{answer}**",
    "italics": lambda answer: f"*{answer}*",
    "underscores": lambda answer: f"__{answer}__",
    "code": lambda answer: f"`{answer}`",
    "fence": lambda answer: f"```\n{answer}\n```",
    "fence with language": lambda answer: f"```text\n{answer}\n```",
    "block quote": lambda answer: f"> {answer}",
    "heading": lambda answer: f"## {answer}",
    "list entry": lambda answer: f"- {answer}",
    "curly quotes": lambda answer: f"“{answer}”",
    "single quotes": lambda answer: f"'{answer}'",
    "guillemets": lambda answer: f"«{answer}»",
    "low quotes": lambda answer: f"„{answer}“",
    "corner quotes": lambda answer: f"「{answer}」",
    "bold quotes": lambda answer: f'**"{answer}"**',
    "sentence with quotes": lambda answer: f'The answer is "{answer}".',
    "sentence with bold": lambda answer: f"The answer is **{answer}**.",
    "sentence": lambda answer: f"The answer is {answer}",
    "final answer": lambda answer: f"Final answer: {answer}",
    "box": lambda answer: f"$\\boxed{{{answer}}}$",
    "box of text": lambda answer: f"\\boxed{{\\text{{{answer}}}}}",
    "bold answer": lambda answer: f"**Answer:** {answer}",
    "tag": lambda answer: f"<answer>{answer}</answer>",
    "tag in lines": lambda answer: f"<answer>\n{answer}\n</answer>",
    "thinking": lambda answer: f"<think>It may be 7 or section 1(a).</think>\n{answer}",
    "thinking unopened": lambda answer: f"Perhaps 7? Or section 1(a).\n</think>\n\n{answer}",
    "introduced": lambda answer: f"Here is what you asked for:\n\n{answer}",
    "closed": lambda answer: f"{answer}\n\nLet me know if you need anything else!",
    "between": lambda answer: f"Sure! Here it is:\n\n{answer}\n\nI hope this helps.",
    "therefore": lambda answer: f'I read it twice. Therefore, the answer is: "{answer}"',
    "html bold": lambda answer: f"<b>{answer}</b>",
    "entity quotes": lambda answer: f"&quot;{answer}&quot;",
    "hard spaces": lambda answer: answer.replace(" ", "\u00a0"),
    "zero width": lambda answer: f"\u200b{answer}\ufeff",
    "table": lambda answer: f"| Answer |\n|---|\n| {answer} |",
    "harmony": lambda answer: (
        f"<|channel|>analysis<|message|>7?<|channel|>final<|message|>{answer}"
    ),
}
"""Dresses that the corrected grader sees through on every task."""
