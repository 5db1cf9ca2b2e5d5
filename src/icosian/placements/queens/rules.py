"""The n-queens problem with its conditions: reading the arguments, and the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_flag
from icosian.boards.board import MOST_SQUARES, Board, Square
from icosian.boards.text import Grid
from icosian.exceptions import InvalidArgument, NoPlacement
from icosian.placements.bounds import CliqueCover
from icosian.placements.placement import Placement

Regions = str | Sequence[Sequence[Any]] | Mapping[Any, Any]


MOST_ROWS = 62
"""The largest board that is searched: a row is a word of bits."""


@dataclass(frozen=True, kw_only=True)
class QueensProblem:
    """A board of side n, and the conditions on its queens; all functions share it."""

    n: int
    fixed: frozenset[Square]
    forbid: frozenset[Square]
    periodic: bool
    regions: tuple[int, ...] | None
    """The number of each square's region, row by row."""

    @classmethod
    def of(
        cls,
        n: Any,
        fixed: Iterable[Any] = (),
        forbid: Iterable[Any] = (),
        *,
        periodic: bool = False,
        regions: Regions | None = None,
    ) -> QueensProblem:
        """Read the arguments of :func:`icosian.queens`, and check them."""
        whole = hasattr(n, "__index__") and not isinstance(n, bool)
        if not whole or n.__index__() < 1:
            raise InvalidArgument(f"n must be an integer of at least 1, got {n!r}")
        n = n.__index__()
        periodic = checked_flag(periodic, "periodic")
        if periodic and regions is not None:
            raise InvalidArgument("regions are for plain boards, not for periodic ones")
        problem = cls(
            n=n,
            fixed=_squares(n, fixed, "fixed"),
            forbid=_squares(n, forbid, "forbid"),
            periodic=periodic,
            regions=None if regions is None else _numbered(n, regions),
        )
        problem._check_fixed()
        return problem

    def _check_fixed(self) -> None:
        if both := sorted(self.fixed & self.forbid):
            raise InvalidArgument(f"{_name(self.n, both[0])} is both fixed and forbidden")
        for a, b in combinations(sorted(self.fixed), 2):
            if self.attacks(a, b):
                raise InvalidArgument(
                    f"the fixed queens on {_name(self.n, a)} and {_name(self.n, b)}"
                    f" {'break the rules' if self.regions else 'attack each other'}"
                )

    def check_searched(self) -> None:
        """Refuse a board whose rows do not fit into a word of bits."""
        if self.n > MOST_ROWS:
            raise InvalidArgument(
                f"boards are searched up to n = {MOST_ROWS}, got {self.n};"
                " queens(n) without conditions is for larger ones"
            )

    @property
    def is_plain(self) -> bool:
        """Whether there are no conditions on single squares."""
        return not self.fixed and not self.forbid and self.regions is None

    @property
    def is_hopeless(self) -> bool:
        """Whether there is no placement by a theorem."""
        if self.periodic:
            return math.gcd(self.n, 6) > 1
        return self.regions is None and self.n in (2, 3)

    def impossible(self) -> NoPlacement:
        """Return the error that says why there is no placement."""
        size = f"{self.n} x {self.n}"
        if self.periodic and self.is_hopeless:
            return NoPlacement(
                f"{self.n} queens do not fit on a {size} torus: they do only if the side has no"
                " factor 2 or 3 (Pólya 1918)"
            )
        if self.is_hopeless:
            squares = list(product(range(self.n), repeat=2))
            cliques = [squares] if self.n == 2 else _by_color(squares)
            bound = CliqueCover(cliques=tuple(map(tuple, cliques)))
            pairs = combinations(squares, 2)
            attacks = nx.Graph(pair for pair in pairs if self.attacks(*pair))
            bound.check(attacks)
            return NoPlacement(
                f"{self.n} queens do not fit on a {size} board. {bound.explain()}", proof=bound
            )
        conditions = [
            *(["fixed squares"] if self.fixed else []),
            *(["forbidden squares"] if self.forbid else []),
            *(["regions"] if self.regions else []),
        ]
        return NoPlacement(
            f"no placement of {self.n} queens on the {size} {'torus' * self.periodic or 'board'}"
            f" fits these {' and '.join(conditions)}: all were tried"
        )

    def attacks(self, a: Square, b: Square) -> bool:
        """Return whether two queens break the rules together."""
        down, across = b[0] - a[0], b[1] - a[1]
        if self.regions is not None:
            region_a, region_b = (self.regions[row * self.n + column] for row, column in (a, b))
            return (
                not down or not across or max(abs(down), abs(across)) == 1 or region_a == region_b
            )
        if self.periodic:
            return not (down and across and (down - across) % self.n and (down + across) % self.n)
        return not (down and across and abs(down) != abs(across))

    @cached_property
    def allowed(self) -> list[int]:
        """The columns of each row that are neither forbidden nor attacked, as bits."""
        if not self.fixed and not self.forbid:
            return [(1 << self.n) - 1] * self.n
        rows = []
        for row in range(self.n):
            free = [
                (row, column) in self.fixed
                or (
                    (row, column) not in self.forbid
                    and not any(self.attacks((row, column), queen) for queen in self.fixed)
                )
                for column in range(self.n)
            ]
            rows.append(sum(1 << column for column, is_free in enumerate(free) if is_free))
        return rows

    @cached_property
    def board(self) -> Board | None:
        """The board, or None if it has too many squares."""
        n = self.n
        return Board((n, n), periodic=self.periodic) if n * n <= MOST_SQUARES else None

    def placement(self, columns: tuple[int, ...]) -> Placement:
        """Return a placement on this board."""
        return Placement.of_columns(columns, self.board)

    def symmetries(self) -> list[Callable[[Any, Any], tuple[Any, Any]]]:
        """Return the rotations and reflections that keep the conditions, the identity first."""
        last = self.n - 1
        maps: list[Callable[[Any, Any], tuple[Any, Any]]] = [
            lambda r, c: (r, c),
            lambda r, c: (r, last - c),
            lambda r, c: (last - r, c),
            lambda r, c: (last - r, last - c),
            lambda r, c: (c, r),
            lambda r, c: (last - c, r),
            lambda r, c: (c, last - r),
            lambda r, c: (last - c, last - r),
        ]
        return [image for image in maps if self._is_kept_by(image)]

    def _is_kept_by(self, image: Callable[[Any, Any], tuple[Any, Any]]) -> bool:
        for squares in (self.fixed, self.forbid):
            if frozenset(image(*square) for square in squares) != squares:
                return False
        if self.regions is None:
            return True
        pairs = set()
        for square, region in enumerate(self.regions):
            row, column = image(*divmod(square, self.n))
            pairs.add((region, self.regions[row * self.n + column]))
        return len(pairs) == self.n  # every region goes to one region


def _by_color(squares: list[Square]) -> list[list[Square]]:
    """Return the light and the dark squares."""
    return [[square for square in squares if sum(square) % 2 == color] for color in (0, 1)]


def _name(n: int, square: Square) -> str:
    board = Board((n, n))
    return board.name(square) if board.has_names else str(square)


def _squares(n: int, squares: Iterable[Any], name: str) -> frozenset[Square]:
    if isinstance(squares, str) or not hasattr(squares, "__iter__"):
        raise InvalidArgument(f"{name} is a list of squares, got {squares!r}")
    listed = list(squares)
    if not listed:
        return frozenset()
    board = Board((n, n))
    return frozenset(map(board.square, listed))


def _numbered(n: int, regions: Regions) -> tuple[int, ...]:
    """Return the number of each square's region."""
    if isinstance(regions, Mapping):
        board = Board((n, n))
        labels = {board.square(square): label for square, label in regions.items()}
        if missing := [square for square in board.squares if square not in labels]:
            raise InvalidArgument(
                f"the regions must cover the board: {_name(n, missing[0])} is in none"
            )
        flat = [labels[square] for square in board.squares]
    else:
        if isinstance(regions, str) and "\n" not in regions.strip():
            regions = regions.split()
        rows = Grid.of(regions, "regions", free="", holes="", words=True).rows
        if len(rows) != n or len(rows[0]) != n:
            raise InvalidArgument(
                f"the regions must cover the board: {n} rows of {n} labels, got {len(rows)} of"
                f" {len(rows[0])}"
            )
        flat = [label for row in rows for label in row]
    try:
        numbers = {label: k for k, label in enumerate(dict.fromkeys(flat))}
    except TypeError as error:
        raise InvalidArgument(f"a region's label must be hashable: {error}") from None
    if len(numbers) != n:
        raise InvalidArgument(f"{n} queens need {n} regions, got {len(numbers)}")
    return tuple(numbers[label] for label in flat)
