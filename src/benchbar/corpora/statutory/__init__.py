"""How the invented code is drafted: language as data, and the machinery that turns it to law."""
