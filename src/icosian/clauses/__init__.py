"""Clauses: SAT solvers with counts and suppositions, and proofs from what they learn."""
