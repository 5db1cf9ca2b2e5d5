"""Chess names of squares: files from left to right, rank 1 at the bottom."""

FILES = "abcdefghijklmnopqrstuvwxyz"


def square_name(ranks: int, row: int, column: int) -> str:
    """Return file and rank, such as ``b1``, of a square of a board with ``ranks`` rows."""
    return f"{FILES[column]}{ranks - row}"
