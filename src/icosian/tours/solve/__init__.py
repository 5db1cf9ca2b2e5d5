"""Finding a Hamiltonian cycle or path, or proving that there is none."""
