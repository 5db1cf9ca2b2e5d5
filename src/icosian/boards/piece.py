"""Pieces: vectors of moves and the number of steps along each."""

from __future__ import annotations

import itertools
import json
import operator
from collections.abc import Iterable
from functools import partial
from typing import Any, Self

import networkx as nx

from icosian._io.text import brief, parsed_json, reason_of, shown
from icosian._run.arguments import checked_flag, checked_int
from icosian.boards.board import MOST_DIMENSIONS
from icosian.boards.hexagonal import turns_of
from icosian.exceptions import InvalidArgument

Vector = tuple[int, ...]

STEPS: dict[str, tuple[int, int, int | None]] = {
    "knight": (1, 2, 1),
    "rook": (0, 1, None),
    "bishop": (1, 1, None),
    "wazir": (0, 1, 1),
    "ferz": (1, 1, 1),
    "dabbaba": (0, 2, 1),
    "alfil": (2, 2, 1),
    "threeleaper": (0, 3, 1),
    "camel": (1, 3, 1),
    "zebra": (2, 3, 1),
    "tripper": (3, 3, 1),
    "giraffe": (1, 4, 1),
    "stag": (2, 4, 1),
    "antelope": (3, 4, 1),
    "nightrider": (1, 2, None),
}
"""The pieces of one step: its two lengths, and its reach."""
NAMES = tuple(dict.fromkeys(("knight", "king", "queen", *STEPS)))
"""The pieces that have a name."""
LONGEST = 10**1000
"""The longest step: Python converts integers of up to 4,300 digits to text."""


class Piece:
    """A piece: the vectors of its moves, and the number of steps that it may take along each.

    ``|`` unites pieces. A piece with reach 1 is a leaper: it jumps over the squares between. A
    piece with a larger reach is a rider: it repeats its step, and stops before a hole and at the
    edge of the board; on a wrapped axis, when it is back at its square.

    Parameters
    ----------
    vectors : iterable of tuples of int
        The steps, all of the same dimension, none of them zero. The graph of a board is
        undirected, so a step and its reverse make the same edges.
    reach : int or None
        The largest number of steps in a move; None for no limit.

    Raises
    ------
    InvalidArgument
        If there are no vectors, one is zero, their dimensions differ, or the reach is below 1.

    See Also
    --------
    board_graph : The graph of a piece's moves on a board.

    Examples
    --------
    >>> rook, bishop, queen = map(Piece.named, ("rook", "bishop", "queen"))
    >>> queen == rook | bishop
    True
    >>> Piece.leaper(1, 2) == Piece.named("knight")
    True
    """

    __slots__ = ("moves",)

    moves: tuple[tuple[Vector, int | None], ...]
    """Pairs of a vector and its reach (None for no limit), sorted by vector."""

    def __init__(self, vectors: Iterable[Iterable[int]], *, reach: int | None = 1) -> None:
        try:
            steps = sorted({tuple(map(operator.index, vector)) for vector in vectors})
        except TypeError:
            raise InvalidArgument(
                f"a piece moves along tuples of integers, got {shown(vectors)}"
            ) from None
        if not steps or not all(map(any, steps)):
            raise InvalidArgument(
                f"a piece needs at least one vector and none of zeros, got {shown(steps)}"
            )
        if len(set(map(len, steps))) > 1:
            raise InvalidArgument(
                f"the vectors of a piece must have one dimension, got {shown(steps)}"
            )
        if any(abs(x) > LONGEST for step in steps for x in step):
            raise InvalidArgument(
                f"the steps of a piece have at most 1,000 digits, got {shown(steps)}"
            )
        if reach is not None:
            reach = checked_int(reach, "reach", suffix=" or None")
        self.moves = tuple((step, reach) for step in steps)

    @classmethod
    def _of(cls, moves: Iterable[tuple[Vector, int | None]]) -> Self:
        piece = cls.__new__(cls)
        piece.moves = tuple(sorted(moves, key=operator.itemgetter(0)))
        return piece

    @classmethod
    def leaper(cls, a: int, b: int, *, dimensions: int = 2, hexagonal: bool = False) -> Self:
        """Return the (a, b)-leaper: a squares along one axis and b along another.

        Parameters
        ----------
        a, b : int
            The two lengths, at least 0 and not both 0.
        dimensions : int
            The dimension of the board, at most 12.
        hexagonal : bool
            Whether the board is of hexagons: a cells in one of the six directions, and b in one
            next to it.

        Returns
        -------
        Piece
            The leaper.

        Raises
        ------
        InvalidArgument
            If a length is not such an integer, or there are fewer axes than lengths.

        Examples
        --------
        >>> len(Piece.leaper(1, 2).moves), len(Piece.leaper(1, 2, dimensions=3).moves)
        (8, 24)
        >>> len(Piece.leaper(1, 2, hexagonal=True).moves)
        12
        """
        return cls.rider(a, b, dimensions=dimensions, hexagonal=hexagonal, reach=1)

    @classmethod
    def rider(
        cls,
        a: int,
        b: int,
        *,
        dimensions: int = 2,
        hexagonal: bool = False,
        reach: int | None = None,
    ) -> Self:
        """Return the (a, b)-rider: the leaper's step repeated, such as the nightrider (1, 2).

        Parameters
        ----------
        a, b : int
            The two lengths, at least 0 and not both 0.
        dimensions : int
            The dimension of the board, at most 12.
        hexagonal : bool
            As for :meth:`leaper`.
        reach : int or None
            The largest number of steps in a move; None for no limit.

        Returns
        -------
        Piece
            The rider.

        Raises
        ------
        InvalidArgument
            If a length is not such an integer, or there are fewer axes than lengths.

        Examples
        --------
        >>> Piece.rider(0, 1) == Piece.named("rook")
        True
        """
        axes = _checked_dimensions(dimensions, hexagonal=hexagonal)
        lengths = [checked_int(length, "a step of a leaper", 0) for length in (a, b)]
        steps = [length for length in lengths if length]
        if not steps:
            raise InvalidArgument("a leaper must move: (0, 0) is not a step")
        if len(steps) > axes:
            raise InvalidArgument(f"a leaper with two lengths needs two axes, got {axes}")
        if hexagonal:
            return cls(turns_of(*lengths), reach=reach)
        vectors = []
        for chosen in itertools.permutations(range(axes), len(steps)):
            for signs in itertools.product((1, -1), repeat=len(steps)):
                signed = dict(zip(chosen, map(operator.mul, steps, signs), strict=True))
                vectors.append(tuple(signed.get(axis, 0) for axis in range(axes)))
        return cls(vectors, reach=reach)

    @classmethod
    def named(cls, name: str, *, dimensions: int = 2, hexagonal: bool = False) -> Self:
        """Return the piece with a name, of chess or of fairy chess.

        Parameters
        ----------
        name : str
            "knight", "king", "queen", "rook" or "bishop"; or, with its step, a leaper: "wazir"
            (0, 1), "ferz" (1, 1), "dabbaba" (0, 2), "alfil" (2, 2), "threeleaper" (0, 3), "camel"
            (1, 3), "zebra" (2, 3), "tripper" (3, 3), "giraffe" (1, 4), "stag" (2, 4), "antelope"
            (3, 4); or "nightrider", which repeats a knight's step. The names are those of
            problemists [1]_.
        dimensions : int
            The dimension of the board, at most 12.
        hexagonal : bool
            Whether the board is of hexagons. The pieces of chess move as in Gliński's hexagonal
            chess [2]_: a rook in six directions, a bishop in the six between them, king and queen
            in all twelve; a knight has twelve moves. Others are leapers as in :meth:`leaper`.

        Returns
        -------
        Piece
            The piece. In higher dimensions a rook moves along one axis, a bishop along the
            diagonals of two axes, king and queen along every diagonal.

        Raises
        ------
        InvalidArgument
            If the name is unknown, or the piece needs more axes.

        References
        ----------
        .. [1] Anthony Dickins, A Guide to Fairy Chess, third edition, Dover, 1971.
        .. [2] David B. Pritchard, The Classified Encyclopedia of Chess Variants, 2007, chapter 22.

        Examples
        --------
        >>> len(Piece.named("king").moves), len(Piece.named("king", dimensions=3).moves)
        (8, 26)
        >>> Piece.named("camel") == Piece.leaper(1, 3)
        True
        """
        axes = _checked_dimensions(dimensions, hexagonal=hexagonal)
        if not isinstance(name, str) or name not in NAMES:
            raise InvalidArgument(
                f"a piece is {', '.join(NAMES)}, or a Piece such as Piece.leaper(2, 5),"
                f" got {shown(name)}"
            )
        if name in STEPS:
            a, b, reach = STEPS[name]
            return cls.rider(a, b, dimensions=axes, hexagonal=hexagonal, reach=reach)
        around: Iterable[Vector] = filter(any, itertools.product((-1, 0, 1), repeat=axes))
        if hexagonal:
            around = [*turns_of(0, 1), *turns_of(1, 1)]
        return cls(around, reach=1 if name == "king" else None)

    @property
    def dimensions(self) -> int:
        """The dimension of the vectors."""
        return len(self.moves[0][0])

    def __or__(self, other: object) -> Piece:
        if not isinstance(other, Piece):
            return NotImplemented
        if other.dimensions != self.dimensions:
            raise InvalidArgument(
                "only pieces of the same dimension unite,"
                f" got {self.dimensions} and {other.dimensions}"
            )
        united = dict(self.moves)
        for step, reach in other.moves:
            own = united.get(step, 0)
            united[step] = None if own is None or reach is None else max(own, reach)
        return Piece._of(united.items())

    def __eq__(self, other: object) -> bool:
        return self.moves == other.moves if isinstance(other, Piece) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.moves)

    @property
    def name(self) -> str | None:
        """The name of the piece, of squares or of hexagons, None if it has none."""
        axes, hexagonal = self.dimensions, self.dimensions == 2 and not self.is_of_squares
        named = partial(Piece.named, dimensions=axes, hexagonal=hexagonal)
        return next((name for name in NAMES if axes > 1 and self == named(name)), None)

    @property
    def is_of_squares(self) -> bool:
        """True if the moves have the symmetry of a square, which those on hexagons never have."""
        moves = {(*vector, reach) for vector, reach in self.moves}
        return self.dimensions == 2 and all(
            {(c, -r, reach), (c, r, reach)} <= moves for (r, c), reach in self.moves
        )

    def __repr__(self) -> str:
        if (name := self.name) is not None:
            plane = "" if self.dimensions == 2 else f", dimensions={self.dimensions}"
            plane = plane if self.dimensions > 2 or self.is_of_squares else ", hexagonal=True"
            return f"Piece.named({name!r}{plane})"
        reaches = {reach for _, reach in self.moves}
        if len(reaches) == 1:
            return f"Piece({[step for step, _ in self.moves]}, reach={reaches.pop()})"
        return " | ".join(
            f"Piece({[step for step, r in self.moves if r == reach]}, reach={reach})"
            for reach in sorted(reaches, key=lambda reach: (reach is None, reach))
        )

    def to_json(self) -> str:
        """Return the piece as JSON text, as stored in ``G.graph``.

        Returns
        -------
        str
            A list of pairs of a vector and its reach.

        Examples
        --------
        >>> Piece([(0, 1)], reach=None).to_json()
        '[[[0, 1], null]]'
        """
        return json.dumps(self.moves)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the output of :meth:`to_json`.

        Parameters
        ----------
        text : str
            JSON text.

        Returns
        -------
        Piece
            The piece.

        Raises
        ------
        InvalidArgument
            If the text does not describe a piece.

        Examples
        --------
        >>> Piece.from_json(Piece.named("queen").to_json()) == Piece.named("queen")
        True
        """
        try:
            parts = [cls([vector], reach=reach).moves[0] for vector, reach in parsed_json(text)]
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidArgument(f"not the description of a piece: {reason_of(error)}") from None
        if not parts or len({len(vector) for vector, _ in parts}) > 1:
            raise InvalidArgument(f"not the description of a piece: {brief(text)}")
        return cls._of(parts)


def _checked_dimensions(dimensions: Any, *, hexagonal: bool = False) -> int:
    number = checked_int(dimensions, "dimensions")
    if checked_flag(hexagonal, "hexagonal") and number != 2:
        raise InvalidArgument(f"a hexagonal board has two axes, got dimensions={shown(number)}")
    if number > MOST_DIMENSIONS:
        raise InvalidArgument(f"a board has at most {MOST_DIMENSIONS} axes, got {shown(number)}")
    return number


def piece_of(G: nx.Graph[Any]) -> Piece | None:
    """Return the piece that ``G.graph`` describes, or None if it describes none."""
    text = G.graph.get("piece")
    try:
        return Piece.from_json(text) if isinstance(text, str) else None
    except InvalidArgument:
        return None
