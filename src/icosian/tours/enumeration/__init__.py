"""Listing Hamiltonian cycles and paths."""
