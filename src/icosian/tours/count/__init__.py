"""Counting Hamiltonian cycles and paths."""
