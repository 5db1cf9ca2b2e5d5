"""From networkx graphs to arrays: the only gate."""
