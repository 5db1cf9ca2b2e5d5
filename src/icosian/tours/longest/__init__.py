"""The longest path or cycle, and a bound that none is longer."""
