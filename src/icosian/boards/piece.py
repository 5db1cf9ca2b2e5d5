"""The piece: the vectors it moves along, and how far."""

from __future__ import annotations

import itertools
import json
import operator
from typing import TYPE_CHECKING, Any, Self

from icosian._io.text import brief, parsed_json, stumble
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

__all__ = ["Piece", "piece_of"]

Vector = tuple[int, ...]


class Piece:
    """What a chess piece can do: vectors, and how many steps it may take along each.

    Pieces unite with ``|``. Reach 1 is a leaper: it jumps over whatever lies between. A larger
    reach is a rider: it takes the same step again and again, and stops before a hole and where
    the board ends; on a wrapped axis, when it is back where it started.

    Parameters
    ----------
    vectors : iterable of tuples of int
        The steps, all of the same dimension, none of them zero. A board's graph is undirected, so
        a step and its reverse make the same edges.
    reach : int or None
        How many steps in one move; None for as many as the board allows.

    Raises
    ------
    InvalidArgument
        If there is no vector, one is zero, dimensions differ, or the reach is below 1.

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
    """Pairs of a vector and its reach (None without limit), sorted by vector."""

    def __init__(self, vectors: Iterable[Iterable[int]], *, reach: int | None = 1) -> None:
        try:
            steps = sorted({tuple(map(operator.index, vector)) for vector in vectors})
        except TypeError:
            raise InvalidArgument(
                f"a piece moves along tuples of integers, got {vectors!r}"
            ) from None
        if not steps or not all(map(any, steps)):
            raise InvalidArgument(
                f"a piece needs at least one vector and none of zeros, got {steps}"
            )
        if len(set(map(len, steps))) > 1:
            raise InvalidArgument(f"the vectors of a piece must have one dimension, got {steps}")
        if reach is not None and (
            isinstance(reach, bool) or not isinstance(reach, int) or reach < 1
        ):
            raise InvalidArgument(f"reach must be an integer of at least 1 or None, got {reach!r}")
        self.moves = tuple((step, reach) for step in steps)

    @classmethod
    def _of(cls, moves: Iterable[tuple[Vector, int | None]]) -> Self:
        piece = cls.__new__(cls)
        piece.moves = tuple(sorted(moves, key=operator.itemgetter(0)))
        return piece

    @classmethod
    def leaper(cls, a: int, b: int, *, dimensions: int = 2) -> Self:
        """Return the (a, b)-leaper: a along one axis and b along another, in any direction.

        Parameters
        ----------
        a, b : int
            The two lengths, at least 0 and not both 0.
        dimensions : int
            The dimension of the board.

        Returns
        -------
        Piece
            The leaper.

        Raises
        ------
        InvalidArgument
            If a length is no such integer, or one axis cannot hold two steps.

        Examples
        --------
        >>> len(Piece.leaper(1, 2).moves), len(Piece.leaper(1, 2, dimensions=3).moves)
        (8, 24)
        """
        return cls.rider(a, b, dimensions=dimensions, reach=1)

    @classmethod
    def rider(cls, a: int, b: int, *, dimensions: int = 2, reach: int | None = None) -> Self:
        """Return the (a, b)-rider: the leaper's step repeated, such as the nightrider (1, 2).

        Parameters
        ----------
        a, b : int
            The two lengths, at least 0 and not both 0.
        dimensions : int
            The dimension of the board.
        reach : int or None
            How many steps in one move; None without limit.

        Returns
        -------
        Piece
            The rider.

        Raises
        ------
        InvalidArgument
            If a length is no such integer, or one axis cannot hold two steps.

        Examples
        --------
        >>> Piece.rider(0, 1) == Piece.named("rook")
        True
        """
        _check_dimensions(dimensions)
        for length in (a, b):
            if isinstance(length, bool) or not isinstance(length, int) or length < 0:
                raise InvalidArgument(
                    f"a leaper's steps are integers of at least 0, got {length!r}"
                )
        steps = [length for length in (a, b) if length]
        if not steps:
            raise InvalidArgument("a leaper must move: (0, 0) is no step")
        if len(steps) > dimensions:
            raise InvalidArgument(f"an ({a}, {b})-leaper needs two axes, got {dimensions}")
        absolute = set(itertools.permutations(steps + [0] * (dimensions - len(steps))))
        signs = itertools.product((1, -1), repeat=dimensions)
        return cls(
            {tuple(map(operator.mul, *pair)) for pair in itertools.product(absolute, signs)},
            reach=reach,
        )

    @classmethod
    def named(cls, name: str, *, dimensions: int = 2) -> Self:
        """Return a chess piece by its name.

        Parameters
        ----------
        name : {"knight", "king", "queen", "rook", "bishop"}
            The piece.
        dimensions : int
            The dimension of the board.

        Returns
        -------
        Piece
            The piece. In higher dimensions a rook rides along one axis, a bishop along the
            diagonals of two, king and queen along every diagonal.

        Raises
        ------
        InvalidArgument
            If the name is unknown, or the piece needs more axes.

        Examples
        --------
        >>> len(Piece.named("king").moves), len(Piece.named("king", dimensions=3).moves)
        (8, 26)
        """
        _check_dimensions(dimensions)
        if name == "knight":
            return cls.leaper(1, 2, dimensions=dimensions)
        if name == "rook":
            return cls.rider(0, 1, dimensions=dimensions)
        if name == "bishop":
            return cls.rider(1, 1, dimensions=dimensions)
        if name in ("king", "queen"):
            around = [
                step for step in itertools.product((-1, 0, 1), repeat=dimensions) if any(step)
            ]
            return cls(around, reach=1 if name == "king" else None)
        raise InvalidArgument(
            f"a piece is knight, king, queen, rook, bishop or a Piece, got {name!r}"
        )

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

    def __repr__(self) -> str:
        for name in ("knight", "king", "queen", "rook", "bishop"):
            if self.dimensions > 1 and self == Piece.named(name, dimensions=self.dimensions):
                plane = "" if self.dimensions == 2 else f", dimensions={self.dimensions}"
                return f"Piece.named({name!r}{plane})"
        reaches = {reach for _, reach in self.moves}
        if len(reaches) == 1:
            return f"Piece({[step for step, _ in self.moves]}, reach={reaches.pop()})"
        return " | ".join(
            f"Piece({[step for step, r in self.moves if r == reach]}, reach={reach})"
            for reach in sorted(reaches, key=lambda reach: (reach is None, reach))
        )

    def to_json(self) -> str:
        """Return the piece as JSON text, as it is kept in ``G.graph``.

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
        """Read what :meth:`to_json` wrote.

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
            If the text is no such list.

        Examples
        --------
        >>> Piece.from_json(Piece.named("queen").to_json()) == Piece.named("queen")
        True
        """
        try:
            parts = [cls([vector], reach=reach).moves[0] for vector, reach in parsed_json(text)]
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidArgument(f"no description of a piece: {stumble(error)}") from None
        if not parts or len({len(vector) for vector, _ in parts}) > 1:
            raise InvalidArgument(f"no description of a piece: {brief(text)}")
        return cls._of(parts)


def _check_dimensions(dimensions: int) -> None:
    whole = isinstance(dimensions, int) and not isinstance(dimensions, bool)
    if not whole or dimensions < 1:
        raise InvalidArgument(f"dimensions must be an integer of at least 1, got {dimensions!r}")


def piece_of(G: nx.Graph[Any]) -> Piece | None:
    """Return the piece whose moves a graph was made from.

    Parameters
    ----------
    G : networkx graph
        Any graph.

    Returns
    -------
    Piece or None
        None where the graph does not say.
    """
    text = G.graph.get("piece")
    try:
        return Piece.from_json(text) if isinstance(text, str) else None
    except InvalidArgument:
        return None
