"""Asking models and keeping what they say."""
