"""The linear program with cuts, and the tree of cases: how far a bound can be raised."""
