"""Independent sets."""
