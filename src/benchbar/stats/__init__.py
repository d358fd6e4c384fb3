"""Estimates with honest intervals."""
