"""Suites of items: their sizes, how they are built, how they are proved."""
