"""Graphs and tours in files."""
