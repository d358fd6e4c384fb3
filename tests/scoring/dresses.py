"""Manners of writing an answer, the same for every task: a dress never changes a verdict."""

import json
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
    "bold italics": lambda answer: f"***{answer}***",
    "bold code": lambda answer: f"**`{answer}`**",
    "double backticks": lambda answer: f"``{answer}``",
    "tilde fence": lambda answer: f"~~~\n{answer}\n~~~",
    "fence in prose": lambda answer: (
        f"Here it is:\n\n```\n{answer}\n```\n\nLet me know if that helps."
    ),
    "star list": lambda answer: f"* {answer}",
    "number list": lambda answer: f"1. {answer}",
    "bullet": lambda answer: f"• {answer}",
    "quote in list": lambda answer: f'- "{answer}"',
    "nested quote": lambda answer: f"> > {answer}",
    "quote with quotes": lambda answer: f'> "{answer}"',
    "heading answer": lambda answer: f"## Answer\n\n{answer}",
    "heading answer colon": lambda answer: f"### Answer:\n{answer}",
    "bold label line": lambda answer: f"**Answer**\n{answer}",
    "bold label colon outside": lambda answer: f"**Answer**: {answer}",
    "final label bold": lambda answer: f"**Final Answer:**\n\n{answer}",
    "final answer dashes": lambda answer: f"---\n\n**{answer}**\n\n---",
    "A:": lambda answer: f"A: {answer}",
    "Ans.": lambda answer: f"Ans. {answer}",
    "response": lambda answer: f"Response: {answer}",
    "result equals": lambda answer: f"answer = {answer}",
    "yaml": lambda answer: f"answer: {answer}",
    "yaml fence": lambda answer: f"```yaml\nanswer: {json.dumps(answer)}\nconfidence: 0.97\n```",
    "yaml block": lambda answer: f"```yaml\nanswer: |\n  {answer}\nconfidence: high\n```",
    "json": lambda answer: json.dumps({"answer": answer}),
    "json ascii off": lambda answer: json.dumps({"answer": answer}, ensure_ascii=False, indent=2),
    "json fence": lambda answer: (
        "```json\n" + json.dumps({"answer": answer, "confidence": 0.93}, indent=2) + "\n```"
    ),
    "json reasoning": lambda answer: json.dumps(
        {"reasoning": "I read the document from the top.", "answer": answer}
    ),
    "json list": lambda answer: json.dumps([{"answer": answer}]),
    "json nested": lambda answer: json.dumps({"result": {"final_answer": answer}, "status": "ok"}),
    "json in prose": lambda answer: (
        "Here is the JSON you wanted:\n" + json.dumps({"answer": answer}) + "\nDone."
    ),
    "json single quotes": lambda answer: "{'answer': '" + answer + "'}",
    "xml": lambda answer: f"<response><answer>{answer}</answer></response>",
    "xml cdata": lambda answer: f"<answer><![CDATA[{answer}]]></answer>",
    "tag reason": lambda answer: f"<reasoning>I look.</reasoning>\n<answer>{answer}</answer>",
    "final tag": lambda answer: f"<final>{answer}</final>",
    "html p": lambda answer: f"<p>{answer}</p>",
    "html strong": lambda answer: f"<strong>{answer}</strong>",
    "html doc": lambda answer: f"<html><body><p>The answer is <em>{answer}</em></p></body></html>",
    "blockquote tag": lambda answer: f"<blockquote>{answer}</blockquote>",
    "dollar": lambda answer: f"\\(\\boxed{{\\text{{{answer}}}}}\\)",
    "display math": lambda answer: f"\\[\n\\boxed{{\\textbf{{{answer}}}}}\n\\]",
    "fbox": lambda answer: f"\\fbox{{{answer}}}",
    "final answer is boxed": lambda answer: f"The final answer is: $\\boxed{{\\text{{{answer}}}}}$",
    "textbf": lambda answer: f"\\textbf{{{answer}}}",
    "german quotes": lambda answer: f"„{answer}“",
    "french quotes": lambda answer: f"« {answer} »",
    "french nbsp": lambda answer: f"«\u00a0{answer}\u00a0»",
    "swedish": lambda answer: f"”{answer}”",
    "single low": lambda answer: f"‚{answer}‘",
    "single guillemets": lambda answer: f"‹{answer}›",
    "double corner": lambda answer: f"『{answer}』",
    "fullwidth quotes": lambda answer: f"＂{answer}＂",
    "latex quotes": lambda answer: f"``{answer}''",
    "double single": lambda answer: f"''{answer}''",
    "quotes with period inside": lambda answer: f'"{answer.rstrip(".")}."',
    "nested quotes": lambda answer: f"\"'{answer}'\"",
    "parentheses": lambda answer: f"({answer})",
    "brackets": lambda answer: f"[{answer}]",
    "double brackets": lambda answer: f"[[{answer}]]",
    "hash answer": lambda answer: f"#### {answer}",
    "arrow": lambda answer: f"→ {answer}",
    "arrow ascii": lambda answer: f"=> {answer}",
    "check": lambda answer: f"✅ {answer}",
    "emoji after": lambda answer: f"{answer} 😊",
    "dash lead": lambda answer: f"— {answer}",
    "crlf": lambda answer: f"Answer:\r\n{answer}\r\n",
    "tabs": lambda answer: f"\t{answer}\t",
    "bom": lambda answer: f"\ufeff{answer}",
    "rtl": lambda answer: f"\u200f{answer}\u200e",
    "soft hyphen": lambda answer: f"\u00ad{answer}",
    "trailing backslash": lambda answer: f"{answer}\\",
    "eos": lambda answer: f"{answer}</s>",
    "im_end": lambda answer: f"{answer}<|im_end|>",
    "eot": lambda answer: f"{answer}<|eot_id|>",
    "assistant": lambda answer: f"assistant\n\n{answer}",
    "assistant colon": lambda answer: f"Assistant: {answer}",
    "inst": lambda answer: f"[/INST] {answer}",
    "start of turn": lambda answer: f"<start_of_turn>model\n{answer}<end_of_turn>",
    "magistral": lambda answer: f"[THINK]maybe 7[/THINK]{answer}",
    "thinking caps": lambda answer: f"<THINKING>\nmaybe 7, or 8\n</THINKING>\n\n{answer}",
    "scratchpad": lambda answer: f"<scratchpad>Perhaps line 3?</scratchpad>{answer}",
    "thinking header": lambda answer: (
        f"**Thinking:** I read the document from the top.\n\n**Answer:** {answer}"
    ),
    "step by step": lambda answer: (
        f"Let us think step by step.\n\nFirst I read it.\n\nSo the answer is: {answer}"
    ),
    "certainly": lambda answer: f"Certainly! {answer}",
    "sure colon": lambda answer: f"Sure, here you go: {answer}",
    "based on": lambda answer: f"Based on the document provided, the answer is:\n\n**{answer}**",
    "according to": lambda answer: f'According to the text above, it is "{answer}".',
    "twice": lambda answer: f"{answer}\n\n{answer}",
    "thrice": lambda answer: f"{answer}\n{answer}\n{answer}",
    "answer and final": lambda answer: f"The answer is {answer}.\n\nFinal answer: {answer}",
    "note after": lambda answer: f"{answer}\n\nNote: I copied this from the document.",
    "confidence after": lambda answer: f"{answer}\n\nConfidence: high",
    "confidence pct": lambda answer: f"{answer}\n\n(Confidence: 95%)",
    "explanation after": lambda answer: f"{answer}\n\nExplanation: this is what the document says.",
    "hope": lambda answer: (
        f"{answer}\n\nI hope that helps! Is there anything else you would like to know?"
    ),
    "disclaimer": lambda answer: (
        f"{answer}\n\n*Please note that I am an AI and this is not legal advice.*"
    ),
    "german": lambda answer: f"Die Antwort lautet: {answer}",
    "french": lambda answer: f"La réponse est : {answer}",
    "spanish": lambda answer: f"La respuesta es: {answer}",
    "chinese": lambda answer: f"答案是：{answer}",
    "japanese": lambda answer: f"答えは「{answer}」です。",
    "table two": lambda answer: f"| Question | Answer |\n|---|---|\n| What is asked | {answer} |",
    "csv header": lambda answer: f"answer\n{answer}",
    "python": lambda answer: f'print("{answer}")',
    "return": lambda answer: f'return "{answer}"',
    "link": lambda answer: f"[{answer}](#)",
    "superscript": lambda answer: f"{answer}¹",
    "footnote": lambda answer: f"{answer}[1]",
    "strike other": lambda answer: f"~~something else~~ {answer}",
    "highlight": lambda answer: f"=={answer}==",
    "details": lambda answer: f"<details><summary>Answer</summary>{answer}</details>",
    "ansi": lambda answer: f"\x1b[1m{answer}\x1b[0m",
    "harmony": lambda answer: (
        f"<|channel|>analysis<|message|>7?<|channel|>final<|message|>{answer}"
    ),
}
"""Dresses that the corrected grader sees through on every task."""

FRAMES = (
    "thinking, thinking unopened, introduced, closed, between, tag, tag in lines, final tag, "
    "heading answer, heading answer colon, harmony, scratchpad, german, french, spanish, "
    "chinese, based on, note after, confidence after, confidence pct, explanation after, "
    "hope, disclaimer, table, table two, twice, thrice, tag reason, final label bold, "
    "step by step, fence in prose, list entry, number list, block quote, html p, details, "
    "json, json reasoning, answer and final, assistant, im_end, crlf"
).split(", ")
"""Dresses of a whole reply, in which an answer may be dressed again."""

MARKS = (
    "bare, period, bold, italics, underscores, code, double quotes, curly quotes, "
    "single quotes, guillemets, low quotes, corner quotes, bold quotes, box, box of text, "
    "bold italics, bold code, html bold, html strong, textbf, highlight, final answer, "
    "colon, bold answer"
).split(", ")
"""Dresses of the answer alone."""
