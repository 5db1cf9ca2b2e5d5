"""Layouts and films of boards, tours, proofs, routes and placements."""
