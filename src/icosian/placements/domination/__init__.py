"""Minimum dominating sets."""
