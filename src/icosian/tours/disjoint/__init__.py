"""Hamiltonian cycles without a common edge, and decompositions into them."""
