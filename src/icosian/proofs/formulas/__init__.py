"""Refutations as formulas for outside checkers: OPB for pseudo-Boolean ones, LRAT for clauses."""
