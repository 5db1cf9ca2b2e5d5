"""The n-queens problem: construction, enumeration, counting, completion."""
