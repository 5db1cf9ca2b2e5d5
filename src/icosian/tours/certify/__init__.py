"""Finding certificates that there is no Hamiltonian cycle or path."""
