"""The bar exam: questions, prompts, scores, and what a score means among people."""
