"""How squares of a plane board are called: files from left to right, rank 1 at the bottom."""

__all__ = ["FILES", "square_name"]

FILES = "abcdefghijklmnopqrstuvwxyz"


def square_name(ranks: int, row: int, column: int) -> str:
    """Return the chess name of a square.

    Parameters
    ----------
    ranks : int
        The number of rows of the board.
    row, column : int
        The square, row 0 on top.

    Returns
    -------
    str
        File and rank, such as ``b1``.
    """
    return f"{FILES[column]}{ranks - row}"
