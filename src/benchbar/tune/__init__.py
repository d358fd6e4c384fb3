"""Fine-tuning: rows for other programs, jobs at OpenAI, adapters trained on this machine."""
