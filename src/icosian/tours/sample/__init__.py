"""Hamiltonian cycles and paths drawn uniformly at random."""
