"""Queens, sets of nodes and colorings, pictures, and the rest of the interface.

Peers are a classic search in C, HiGHS, CP-SAT and matplotlib; the rest has none, and serves to
compare two checkouts.
"""

import pickle
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from families import flower_snark
from race import asks, once

import icosian

C, PYTHON, HIGHS, CP_SAT = "classic search, gcc -O3", "recursive generator", "HiGHS", "CP-SAT"
ALL_QUEENS = {10: 724, 12: 14200, 14: 365596, 15: 2279184, 16: 14772512}  # OEIS A000170
DOMINATION = {8: 5, 10: 5, 12: 6}  # OEIS A075458
INDEPENDENT = {0.05: 44, 0.1: 31, 0.2: 20, 0.5: 9, 0.9: 4}
"""Sizes of maximum independent sets, by the share of pairs that are joined."""
COLORS = {8: 9, 9: 10, 10: 11}  # OEIS A088202
LANES = ("16 lanes of 32 bits", 8), ("8 lanes of 32 bits", 8), ("no lanes", 1.5)
"""What a processor may have, and how many times as fast as the search in C a count is with it."""


def is_number(run):
    """Check a number of queens."""
    assert run.answer == ALL_QUEENS[run.subject]


def is_size(size, run):
    """Check the size of a set."""
    assert run.answer == size


def queens(lanes=None):
    """Return what makes the case of a count, with other lanes than the processor's, or none."""

    def ask(n):
        from icosian._kernels import lanes as module

        chosen = next((found for found in module.LANES if found.name == lanes), None)

        def count():
            with patch.object(module, "lanes_for", lambda _: chosen):
                return icosian.count_queens(n)

        return count

    return asks(ask if lanes else once(icosian.count_queens), is_number)


def generator(n):
    """List the placements of n queens as the textbook does."""
    return lambda: list(_generated(n))


def _generated(n):
    columns, used, falling, rising = [], set(), set(), set()

    def place(row):
        if row == n:
            yield tuple(columns)
            return
        for column in range(n):
            if column in used or row + column in falling or row - column in rising:
                continue
            columns.append(column)
            used.add(column)
            falling.add(row + column)
            rising.add(row - column)
            yield from place(row + 1)
            columns.pop()
            used.discard(column)
            falling.discard(row + column)
            rising.discard(row - column)

    yield from place(0)


def are_listed(run):
    """Compare the placements with ours."""
    if run.ours is not None and run.answer is not run.ours:
        assert [placement.columns for placement in run.ours] == run.answer


listed = asks(lambda n: lambda: list(icosian.all_queens(n)), are_listed)


def sized(function, size):
    """Return what makes the case of a set, of which the size is compared."""
    return asks(once(lambda G: len(function(G))), partial(is_size, size))


SMALLER, MATPLOTLIB, WRITER = 4, "matplotlib", "matplotlib, PillowWriter"


def as_svg(tour):
    """Write a tour by matplotlib."""
    from matplotlib.figure import Figure

    def write():
        figure = Figure(figsize=(5, 5))
        icosian.draw(tour, ax=figure.add_subplot())
        text = StringIO()
        figure.savefig(text, format="svg")
        return text.getvalue()

    return write


def is_small(run):
    """Check that the text of a small tour is a quarter as long as the peer's."""
    if run.ours is not None and len(run.subject) <= 64:
        assert SMALLER * len(run.ours) <= len(run.answer)


in_svg = asks(once(icosian.to_svg), is_small)


def film(make):
    """Write a GIF."""

    def write():
        with TemporaryDirectory() as folder:
            icosian.save(make(), Path(folder, "film.gif"))

    return write


def film_by_matplotlib(make):
    """Write the same animation, of about as many pixels."""
    from matplotlib.animation import PillowWriter
    from matplotlib.figure import Figure

    def write():
        ax = Figure((7.2, 7.2), dpi=100).add_axes((0.09, 0.09, 0.88, 0.88))
        animation = icosian.animate(make(), ax=ax)
        with TemporaryDirectory() as folder:
            animation.save(Path(folder, "film.gif"), writer=PillowWriter(fps=10))

    return write


def snark():
    """Return a snark and a proof."""
    G = flower_snark(51)
    return G, icosian.prove_no_hamiltonian_cycle(G)


def pickled(value):
    """Pickle and unpickle."""
    return pickle.loads(pickle.dumps(value))


EVERYTHING = "import icosian; [getattr(icosian, name) for name in icosian.__all__]"


def asked(function):
    """Return what makes the case of a function of the subject."""
    return asks(once(function))
