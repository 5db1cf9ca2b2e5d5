"""Dominating sets."""
