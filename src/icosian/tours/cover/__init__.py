"""Path covers: the fewest disjoint paths that visit all nodes."""
