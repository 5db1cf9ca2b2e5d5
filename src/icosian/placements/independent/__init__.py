"""Independent sets: listed, counted, maximum."""
