"""Pieces, their moves, what is known of their tours, and symmetries of boards by name."""

from __future__ import annotations

import itertools
import json
import math
import operator
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple, Self

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import EDGE, NODE, Holding
from icosian._io.text import brief, parse_json, reason_of, shown
from icosian._run.limits import check_flag, check_int, hinted
from icosian.boards.board import MOST_DIMENSIONS, Board, Square, board_of, lattice_length, turns_of
from icosian.exceptions import InvalidArgument

MOVE = 64
"""Bytes that a move takes among the arrays, while they are put in order."""
ENDLESS = 1 << 34
"""Moves that no memory holds."""


class Moves(NamedTuple):
    """Moves as parallel arrays of shape (k,), in the order of their sources."""

    source: NDArray[np.int64]
    """Indices into ``board.squares``."""
    target: NDArray[np.int64]
    """Indices into ``board.squares``."""
    steps: NDArray[np.int64]
    """Numbers of steps."""
    length: NDArray[np.float64]
    """Euclidean lengths."""


def moves(board: Board, piece: Piece) -> Moves:
    """Return the moves of a piece, each in one direction; parallel moves are possible."""
    vectors = _one_way(board, piece)
    cells = math.prod(board.shape)
    index = np.arange(cells)
    if board.holes:
        hole = np.zeros(cells, bool)
        hole[np.ravel_multi_index(tuple(zip(*board.holes, strict=True)), board.shape)] = True
        index = np.where(hole, -1, np.cumsum(~hole) - 1)
    holding = Holding(f"the list of moves on a board of {len(board):,} squares")
    batches, total = [], 0
    for vector, reach in vectors:
        for source, target, steps in _ride(board, index, vector, reach):
            batches.append((index[source], index[target], steps, steps * _length(vector, board)))
            total += len(source)
            holding.grow(MOVE * total)
    sizes = [len(source) for source, *_ in batches]
    source = np.concatenate([index[:0], *(batch[0] for batch in batches)])
    target = np.concatenate([index[:0], *(batch[1] for batch in batches)])
    by_source = np.argsort(source, kind="stable")  # networkx adds edges fastest in this order
    return Moves(
        source[by_source],
        target[by_source],
        np.repeat(np.array([batch[2] for batch in batches], np.int64), sizes)[by_source],
        np.repeat(np.array([batch[3] for batch in batches], np.float64), sizes)[by_source],
    )


def least_memory(board: Board, piece: Piece) -> int:
    """Return how many bytes the graph of a piece's moves takes at least."""
    vectors = _one_way(board, piece)
    least = NODE * len(board)
    if board.holes:  # they may be in the way of all moves
        return least
    count = 0
    for vector, reach in vectors:
        for more in _counted(board, vector, reach):
            count += more
            if count > ENDLESS:
                break
    lines = {tuple(x // math.gcd(*vector) for x in vector) for vector, _ in vectors}
    is_simple = len(lines) == len(vectors) and not any(board.periodic)
    return least + count * (EDGE if is_simple else MOVE)  # several moves may be one edge


def _counted(board: Board, vector: Vector, reach: int | None) -> Iterator[int]:
    """Yield how many moves of 1, 2, ... steps a board without holes has along one vector."""
    axes = list(zip(vector, board.shape, board.periodic, strict=True))
    period = math.lcm(*(side // math.gcd(dx, side) for dx, side, wraps in axes if wraps))
    plane = [(abs(dx), side) for dx, side, wraps in axes if not wraps]
    ahead = math.prod(side for _, side, wraps in axes if wraps)
    ends = any(dx for dx, _ in plane)
    steps = 0
    while (reach is None or steps < reach) and (ends or steps + 1 < period):
        steps += 1
        count = ahead * math.prod(max(0, side - steps * dx) for dx, side in plane)
        if not count:
            return
        yield count


def _ride(
    board: Board, index: NDArray[np.int64], vector: Vector, reach: int | None
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], int]]:
    """Yield sources and targets of the moves along one vector, after 1, 2, ... steps.

    A ride ends before a hole, at the edge of the board, and before it returns to its source.
    """
    axes = list(zip(vector, board.shape, board.periodic, strict=True))
    if any(abs(dx) >= side and not wraps for dx, side, wraps in axes):
        return
    start = np.flatnonzero(index >= 0)
    position = list(np.unravel_index(start, board.shape))
    steps = 0
    while reach is None or steps < reach:
        steps += 1
        alive = np.ones(len(start), bool)
        for axis, (dx, side, wraps) in enumerate(axes):
            if wraps:
                position[axis] = (position[axis] + dx % side) % side
            elif dx:
                position[axis] = position[axis] + dx
                alive &= (position[axis] >= 0) & (position[axis] < side)
        start, position = start[alive], [x[alive] for x in position]
        target = np.ravel_multi_index(tuple(position), board.shape)
        alive = (index[target] >= 0) & (target != start)
        start, position = start[alive], [x[alive] for x in position]
        if not len(start):
            return
        yield start, target[alive], steps


def _length(vector: Vector, board: Board) -> float:
    try:
        return lattice_length(vector) if board.hexagonal else math.hypot(*vector)
    except OverflowError:  # an integer beyond floating point numbers
        return math.inf


def _one_way(board: Board, piece: Piece) -> list[tuple[Vector, int | None]]:
    """Keep one of each vector and its reverse, with the longer reach of the two."""
    if piece.dimensions != board.dimensions:
        raise InvalidArgument(
            f"a piece of dimension {piece.dimensions} cannot move on a {board.size} board"
        )
    reaches: dict[Vector, int | None] = {}
    for vector, reach in piece.moves:
        forward = max(vector, tuple(-x for x in vector))
        known = reaches.get(forward, 0)
        reaches[forward] = None if known is None or reach is None else max(known, reach)
    return list(reaches.items())


# -- Pieces: vectors of moves and the number of steps along each

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
            reach = check_int(reach, "reach", suffix=" or None")
        self.moves = tuple((step, reach) for step in steps)

    @classmethod
    def _of(cls, moves: Iterable[tuple[Vector, int | None]]) -> Self:
        piece = cls.__new__(cls)
        piece.moves = tuple(sorted(moves, key=operator.itemgetter(0)))
        return piece

    @classmethod
    @hinted
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
    @hinted
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
        lengths = [check_int(length, "a step of a leaper", 0) for length in (a, b)]
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
    @hinted
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
            parts = [cls([vector], reach=reach).moves[0] for vector, reach in parse_json(text)]
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidArgument(f"not the description of a piece: {reason_of(error)}") from None
        if not parts or len({len(vector) for vector, _ in parts}) > 1:
            raise InvalidArgument(f"not the description of a piece: {brief(text)}")
        return cls._of(parts)


def _checked_dimensions(dimensions: Any, *, hexagonal: bool = False) -> int:
    number = check_int(dimensions, "dimensions")
    if check_flag(hexagonal, "hexagonal") and number != 2:
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


# -- Theorems on which boards have knight's tours: they choose what is tried first, and whether the
# tour of a huge board is put together. No answer rests on them: tours and proofs are checked.


def grants_knights_tour(
    board: Board, *, closed: bool, start: tuple[int, ...] | None = None
) -> bool:
    """Return True if a theorem guarantees a knight's tour of a plane board without holes.

    References
    ----------
    .. [1] Allen J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics
       Magazine 64 (1991), 325-332.
    .. [2] Chia and Ong, Generalized knight's tours on rectangular chessboards,
       Discrete Applied Mathematics 150 (2005), 80-98.

    Examples
    --------
    >>> from icosian import Board
    >>> [n for n in range(3, 13) if not grants_knights_tour(Board((3, n)), closed=True)]
    [3, 4, 5, 6, 7, 8, 9, 11]
    """
    m, n = sorted(board.shape)
    if closed:
        return not (m * n % 2 or m in {1, 2, 4} or (m == 3 and n in {4, 6, 8}))
    if m <= 2 or (m, n) in {(3, 3), (3, 5), (3, 6), (4, 4)}:
        return False
    return start is None or m * n % 2 == 0 or sum(start) % 2 == 0


def is_hopeless(G: nx.Graph[Any], *, closed: bool) -> bool:
    """Return True if a theorem excludes a tour, unless edges of the graph have been changed."""
    board = board_of(G)
    if board is None or board.dimensions != 2 or board.holes or any(board.periodic):
        return False
    if len(G) != len(board) or grants_knights_tour(board, closed=closed):
        return False
    return piece_of(G) == Piece.named("knight")


# -- Symmetries of graphs that know their board


def square_symmetries(G: nx.Graph[Any]) -> list[dict[Square, Square]]:
    """Return the symmetries of a graph's board, the identity first, whatever its edges are.

    There are none if the graph does not know its board, or has nodes that are not its squares.
    Squares that the graph lacks are holes.
    """
    board = board_of(G)
    if board is None or not set(board.squares) >= set(G):
        return []
    kept = [image for image in board.symmetries() if all(image[v] in G for v in G)]
    found = [{v: image[v] for v in G} for image in kept]
    return list({tuple(image.values()): image for image in found}.values())


SYMMETRIES: dict[str, Callable[[int, int, int, int], Square]] = {
    "half-turn": lambda r, c, h, w: (h - 1 - r, w - 1 - c),
    "quarter-turn": lambda r, c, h, w: (c, h - 1 - r),  # noqa: ARG005 - as for others
    "left-right": lambda r, c, h, w: (r, w - 1 - c),  # noqa: ARG005
    "top-bottom": lambda r, c, h, w: (h - 1 - r, c),  # noqa: ARG005
    "diagonal": lambda r, c, h, w: (c, r),  # noqa: ARG005 - that from the top left
    "antidiagonal": lambda r, c, h, w: (w - 1 - c, h - 1 - r),
}
"""Where the symmetries of a plane board of h rows and w columns map row r, column c."""


def board_symmetry(G: nx.Graph[Any], name: str) -> dict[Square, Square]:
    """Return the symmetry of a graph's board that has a name, if it maps the squares to squares."""
    board = board_of(G)
    if name not in SYMMETRIES:
        raise InvalidArgument(
            f"symmetric must be {', '.join(SYMMETRIES)} or a mapping of nodes, got {shown(name)}"
        )
    if board is None or board.dimensions != 2 or board.hexagonal:
        raise InvalidArgument(
            f"symmetric={name!r} is a symmetry of plane boards of squares; of other graphs, pass a"
            " mapping of the nodes to their images"
        )
    image = {v: SYMMETRIES[name](*v, *board.shape) for v in G}
    if not set(image.values()) == set(G):
        raise InvalidArgument(f"symmetric={name!r} does not map the board to itself")
    return image


def graph_symmetries(G: nx.Graph[Any]) -> list[dict[Square, Square]]:
    """Return those symmetries of a graph's board that keep the edges of the graph."""
    images, edges = square_symmetries(G), G.edges()
    return [image for image in images if all(G.has_edge(image[u], image[v]) for u, v in edges)]


def walls(G: nx.Graph[Any]) -> list[tuple[Any, Any]]:
    """Return the squares next to each other that a wazir's graph of a plane board does not join."""
    board = board_of(G)
    if board is None or board.dimensions != 2 or any(board.periodic) or board.hexagonal:
        return []
    if piece_of(G) != Piece.named("wazir", dimensions=2):
        return []
    squares = [v for v in G if v in board]
    sides = [((r, c), (r + i, c + 1 - i)) for r, c in squares for i in (0, 1)]
    return [(u, v) for u, v in sides if v in G and not G.has_edge(u, v)]
