"""Text and its limits, memory, atomic writes."""
