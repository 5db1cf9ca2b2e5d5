"""Audits of the formulas that exports write, in code that the writers do not use."""
