"""Boards: squares, cells of a hexagon, holes, symmetries, and what names nodes of boards."""

from __future__ import annotations

import itertools
import json
import math
import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from numbers import Integral
from typing import Any, Self

import networkx as nx

from icosian._io.memory import afford
from icosian._io.text import parse_json, reason_of, shown
from icosian._run.limits import check_flag, hinted, meant
from icosian._show import Shown
from icosian.boards.text import FILES, HOLE, Grid, square_name, text_of
from icosian.exceptions import InvalidArgument, NotANode

Cell = tuple[int, ...]


STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""The steps to the six neighbors of a cell, each 60 degrees from the one before."""
RISE = math.sqrt(3) / 2
"""The distance of two rows, where neighbors are 1 apart."""


def lattice_length(vector: Sequence[int]) -> float:
    """Return the length of a vector, where neighbors are 1 apart."""
    rows, columns = vector
    return math.hypot(columns + rows / 2, RISE * rows)


def turns_of(a: int, b: int) -> list[tuple[int, int]]:
    """Return the steps that go a cells in a direction and b in one next to it."""
    pairs = [pair for u, v in pairwise((*STEPS, STEPS[0])) for pair in ((u, v), (v, u))]
    return [(a * u[0] + b * v[0], a * u[1] + b * v[1]) for u, v in pairs]


def lattice_symmetries(cells: Sequence[Cell]) -> list[dict[Cell, Cell]]:
    """Return the rotations and reflections of the lattice that keep a set of cells."""
    least = _corner(cells)
    members = set(cells)
    found: dict[tuple[Cell, ...], dict[Cell, Cell]] = {}
    # A rotation by 60 degrees takes (0, 1) to (1, 0); a reflection exchanges the two.
    for reflected in (False, True):
        (a, b), (c, d) = ((1, 0), (0, 1)) if not reflected else ((0, 1), (1, 0))
        for _ in range(6):
            turned = [(a * row + b * column, c * row + d * column) for row, column in cells]
            down, right = (x - y for x, y in zip(least, _corner(turned), strict=True))
            images = tuple((row + down, column + right) for row, column in turned)
            if members.issuperset(images):
                found.setdefault(images, dict(zip(cells, images, strict=True)))
            a, b, c, d = a + c, b + d, -a, -b
    return list(found.values())


def _corner(cells: Sequence[Cell]) -> Cell:
    """Return the least row and the least column."""
    return tuple(min(cell[axis] for cell in cells) if cells else 0 for axis in (0, 1))


# -- Boards: shape, holes, wrapped axes, names of squares, symmetries

Square = tuple[int, ...]

MOST_SQUARES = 2**31 - 1
"""Squares are numbered with 32 bits."""
SQUARE = 56
"""The least bytes that a square takes in a list: one of a single axis."""
MOST_DIMENSIONS = 12
"""In 12 dimensions a king has 3^12 - 1 moves, a knight 528."""
_MARKS = {"start": "S", "end": "E"}
"""The ends of a path, as text marks them."""


@dataclass(frozen=True)
class Board(Shown):
    """A rectangular board of any dimension, possibly with holes and wrapped axes.

    A square is the tuple of its coordinates; on a plane board ``(row, column)``, with row 0 on
    top, as printed. The squares of a plane board of at most 26 columns also have chess names: files
    ``a`` to ``z`` from left to right, rank 1 at the bottom.

    Parameters
    ----------
    shape : sequence of int
        The length of each axis, at least 1.
    periodic : bool or sequence of bool
        The axes that wrap around: all, none, or one flag for each axis.
    holes : iterable of squares or names
        Squares that are missing.
    hexagonal : bool
        Whether the squares are hexagons, each row half a hexagon further right than the one above.
        Such a board has two axes, neither of which wraps.

    Raises
    ------
    InvalidArgument
        If there are more than 12 sides, a side is not an integer of at least 1, the number of
        flags is not that of the axes, a hole is not on the board, or a hexagonal board has other
        axes.

    See Also
    --------
    board_graph : The graph of a piece's moves on a board.
    hex_graph : The graph of a hexagonal board.

    Examples
    --------
    >>> board = Board((3, 4), holes=["a1"])
    >>> str(board).split()
    ['....', '....', '#...']
    >>> len(board), board.square("b1"), board.name((0, 3))
    (11, (2, 1), 'd3')
    >>> Board.from_text(str(board)) == board
    True
    """

    shape: tuple[int, ...]
    periodic: tuple[bool, ...] = (False,)
    holes: frozenset[Square] = frozenset()
    hexagonal: bool = False
    start: Square | None = field(default=None, init=False, repr=False, compare=False)
    end: Square | None = field(default=None, init=False, repr=False, compare=False)

    @hinted
    def __init__(
        self,
        shape: Sequence[int],
        *,
        periodic: bool | Sequence[bool] = False,
        holes: Iterable[Square | str] = (),
        hexagonal: bool = False,
    ) -> None:
        sides = _sides(shape)
        object.__setattr__(self, "shape", sides)
        object.__setattr__(self, "periodic", _flags(periodic, len(sides)))
        object.__setattr__(self, "hexagonal", check_flag(hexagonal, "hexagonal"))
        if self.hexagonal and (len(sides) != 2 or any(self.periodic)):
            wraps = " that wraps" if any(self.periodic) else ""
            raise InvalidArgument(
                "a hexagonal board has two axes, neither of which wraps,"
                f" got a {self.size} board{wraps}"
            )
        object.__setattr__(self, "holes", frozenset())
        try:
            missing = list(holes)
        except TypeError:
            raise InvalidArgument(f"holes are a list of squares, got {shown(holes)}") from None
        object.__setattr__(self, "holes", frozenset(map(self.square, missing)))

    @classmethod
    @hinted
    def from_text(
        cls, text: str, *, periodic: bool | Sequence[bool] = False, hexagonal: bool = False
    ) -> Self:
        r"""Read a plane board from text.

        Parameters
        ----------
        text : str
            One line for each row, all of the same length, with blanks between squares or without:
            ``.``, ``_`` or ``0`` is a square, ``#`` or ``X`` a hole. ``S`` and ``E`` are the
            squares that the board has as ``start`` and ``end``, where a path on its graph starts
            and ends unless other ends are given.
        periodic : bool or sequence of bool
            As for :class:`Board`.
        hexagonal : bool
            As for :class:`Board`. Then there are blanks between squares, and each row begins half a
            hexagon further left or right than the row above, as its indentation shows.

        Returns
        -------
        Board
            The board that the text draws.

        Raises
        ------
        InvalidArgument
            If there are no rows, their lengths differ, there is another character, or two squares
            are the start or the end.

        Examples
        --------
        >>> Board.from_text("..#\n...").holes
        frozenset({(0, 2)})
        >>> maze = Board.from_text("S X .\n. . E")
        >>> maze.start, maze.end, maze.holes
        ((0, 0), (1, 2), frozenset({(0, 1)}))
        """
        if not isinstance(text, str):
            raise InvalidArgument(f"a board as text is a string, got {shown(text)}")
        grid = Grid.of(text, "a board", hexagonal=check_flag(hexagonal, "hexagonal"))
        known = "a square is '.', '_' or '0', a hole '#' or 'X', an end of a path 'S' or 'E'"
        grid.check(known, ["S", "E"].__contains__)
        shape, holes = (len(grid.rows), len(grid.rows[0])), grid.squares(HOLE)
        board = cls(shape, periodic=periodic, holes=holes, hexagonal=hexagonal)
        for name, letter in _MARKS.items():
            found = grid.squares(letter)
            if len(found) > 1:
                raise InvalidArgument(
                    f"{letter!r} stands on one square, the {name}, got {len(found)}"
                )
            if found:
                object.__setattr__(board, name, found[0])
        return board

    @property
    def dimensions(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares in row-major order: the last coordinate changes fastest."""
        afford(SQUARE * len(self), f"a list of {len(self):,} squares")
        cells = itertools.product(*map(range, self.shape))
        free = (cell for cell in cells if cell not in self.holes) if self.holes else cells
        return tuple(free)

    def __len__(self) -> int:
        return math.prod(self.shape) - len(self.holes)

    def __contains__(self, square: object) -> bool:
        return self._on_board(square) and square not in self.holes

    def _on_board(self, square: object) -> bool:
        if not isinstance(square, tuple) or len(square) != len(self.shape):
            return False
        for x, side in zip(square, self.shape, strict=True):
            if type(x) is not int and not isinstance(x, Integral):  # the second is slow
                return False
            if not 0 <= int(x) < side:
                return False
        return True

    def square(self, name: Any) -> Square:
        """Return the square with a chess name or a sequence of coordinates.

        Parameters
        ----------
        name : str or sequence of int
            A name such as ``"b1"`` (plane boards of at most 26 columns) or coordinates.

        Returns
        -------
        tuple of int
            The square.

        Raises
        ------
        InvalidArgument
            If there is no such square, or it is a hole.

        Examples
        --------
        >>> Board((8, 8)).square("b1")
        (7, 1)
        """
        if isinstance(name, str):
            square = self._named(name)
        else:
            try:
                square = tuple(int(operator.index(x)) for x in name)
            except TypeError:
                raise InvalidArgument(
                    f"a square is a tuple of {self.dimensions} integers"
                    f"{' or a name such as b1' if self.dimensions == 2 else ''}, got {shown(name)}"
                ) from None
        if not self._on_board(square):
            raise InvalidArgument(f"{shown(name)} is not on the {self.size} board")
        if square in self.holes:
            raise InvalidArgument(f"{shown(name)} is a hole of the {self.size} board")
        return square

    def _named(self, name: str) -> Square:
        if not self.has_names:
            raise InvalidArgument(
                f"only plane boards of at most {len(FILES)} columns name their squares,"
                f" got {shown(name)} on a {self.size} board"
            )
        match = re.fullmatch(r"([a-z])([1-9][0-9]{0,9})", name.strip().lower(), re.ASCII)
        if not match:
            raise InvalidArgument(
                f"the name of a square is a letter and a number such as b1, got {shown(name)}"
            )
        return self.shape[0] - int(match[2]), FILES.index(match[1])

    def name(self, square: Square | str) -> str:
        """Return the chess name of a square, the inverse of :meth:`square`.

        Parameters
        ----------
        square : tuple of int or str
            A square of a plane board of at most 26 columns.

        Returns
        -------
        str
            File and rank.

        Raises
        ------
        InvalidArgument
            If the squares have no names, or the square is not on the board.

        Examples
        --------
        >>> Board((8, 8)).name((7, 1))
        'b1'
        """
        if not self.has_names:
            raise InvalidArgument(
                f"only plane boards of at most {len(FILES)} columns name their squares,"
                f" not {self.size} boards"
            )
        row, column = self.square(square)
        return square_name(self.shape[0], row, column)

    @property
    def has_names(self) -> bool:
        """True if the squares have chess names: on plane boards of at most 26 columns."""
        return self.dimensions == 2 and self.shape[1] <= len(FILES)

    @property
    def size(self) -> str:
        """The sides as text, such as ``8 x 8``."""
        return " x ".join(map(str, self.shape))

    def __str__(self) -> str:
        if self.dimensions != 2:
            return f"{self.size} board"
        rows, columns = self.shape
        if self.hexagonal:
            return text_of(self, lambda square: "#" if square in self.holes else ".")
        return "\n".join(
            "".join("#" if (r, c) in self.holes else "." for c in range(columns))
            for r in range(rows)
        )

    def symmetries(self) -> list[dict[Square, Square]]:
        """Return the rotations and reflections of the board as permutations of its squares.

        Returns
        -------
        list of dict
            The identity first. A rectangle has 4, a square 8, a cube of dimension d has 2^d d!;
            holes and wrapped axes leave fewer. A hexagon has 12. Translations of a wrapped board
            are not included.

        Notes
        -----
        These are the signed permutations of the axes that preserve the board: an axis may be
        exchanged with another of the same length and kind, and each may be reversed.

        Examples
        --------
        >>> len(Board((8, 8)).symmetries()), len(Board((3, 8)).symmetries())
        (8, 4)
        >>> len(Board((3, 3, 3)).symmetries())
        48
        >>> len(Board((3, 3), holes=[(0, 0)]).symmetries())
        2
        """
        if self.hexagonal:
            return lattice_symmetries(self.squares)
        kinds = list(zip(self.shape, self.periodic, strict=True))
        found: list[dict[Square, Square]] = []
        seen = set()
        for order in itertools.permutations(range(self.dimensions)):
            if any(kinds[axis] != kinds[i] for i, axis in enumerate(order)):
                continue
            for flips in itertools.product((False, True), repeat=self.dimensions):

                def image(square: Square, order: Any = order, flips: Any = flips) -> Square:
                    return tuple(
                        side - 1 - square[axis] if flip else square[axis]
                        for axis, flip, side in zip(order, flips, self.shape, strict=True)
                    )

                if any(image(hole) not in self.holes for hole in self.holes):
                    continue
                images = tuple(map(image, self.squares))
                if images not in seen:  # with sides of length 1, maps coincide
                    seen.add(images)
                    found.append(dict(zip(self.squares, images, strict=True)))
        return found

    def to_json(self) -> str:
        """Return the board as JSON text, as stored in ``G.graph``.

        Returns
        -------
        str
            An object with ``shape`` and, unless trivial, ``periodic``, ``holes``,
            ``hexagonal``, ``start`` and ``end``.

        Examples
        --------
        >>> Board((2, 3), periodic=(True, False)).to_json()
        '{"shape": [2, 3], "periodic": [true, false]}'
        """
        recipe: dict[str, Any] = {"shape": self.shape}
        if any(self.periodic):
            recipe["periodic"] = self.periodic
        if self.holes:
            recipe["holes"] = sorted(self.holes)
        if self.hexagonal:
            recipe["hexagonal"] = True
        recipe |= {role: at for role in _MARKS if (at := getattr(self, role)) is not None}
        return json.dumps(recipe)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the output of :meth:`to_json`.

        Parameters
        ----------
        text : str
            JSON text.

        Returns
        -------
        Board
            The board.

        Raises
        ------
        InvalidArgument
            If the text does not describe a board.

        Examples
        --------
        >>> Board.from_json('{"shape": [2, 3]}') == Board((2, 3))
        True
        """
        try:
            recipe = parse_json(text)
            names = "periodic", "holes", "hexagonal"
            board = cls(recipe["shape"], **{name: recipe[name] for name in names if name in recipe})
            for role in _MARKS.keys() & recipe.keys():
                object.__setattr__(board, role, board.square(recipe[role]))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InvalidArgument(f"not the description of a board: {reason_of(error)}") from None
        return board


def _sides(shape: Any) -> tuple[int, ...]:
    try:
        sides = () if isinstance(shape, str | bytes) else tuple(shape)
    except TypeError:
        sides = ()
    if not sides:
        raise InvalidArgument(
            f"the shape of a board is a tuple of integers, at least one, got {shown(shape)}"
        )
    if len(sides) > MOST_DIMENSIONS:
        raise InvalidArgument(f"a board has at most {MOST_DIMENSIONS} sides, got {len(sides):,}")
    try:
        whole = tuple(map(operator.index, sides))
    except TypeError:
        whole = (0,)
    if min(whole) < 1 or any(isinstance(side, bool) for side in sides):
        raise InvalidArgument(
            f"board sides must be integers of at least 1, got {' x '.join(map(shown, sides))}"
        )
    if math.prod(whole) > MOST_SQUARES:
        raise InvalidArgument(
            f"a board has at most {MOST_SQUARES:,} squares, got {' x '.join(map(shown, whole))}"
        )
    return whole


def _flags(periodic: Any, dimensions: int) -> tuple[bool, ...]:
    try:
        several = hasattr(periodic, "__len__") and not isinstance(periodic, str | bytes)
        flags = list(periodic) if several else [periodic] * dimensions
        if len(flags) == dimensions:
            return tuple(check_flag(flag, "periodic") for flag in flags)
    except (TypeError, InvalidArgument):
        pass
    raise InvalidArgument(
        f"periodic is True, False or one of them for each of the {dimensions} axes,"
        f" got {shown(periodic)}"
    )


# -- Look up the board of a graph, and its nodes, also by the names of squares


def board_of(G: nx.Graph[Any] | None, nodes: Iterable[Any] = ()) -> Board | None:
    """Return the board that ``G.graph`` describes, None if there is none with all these nodes."""
    text = None if G is None else G.graph.get("board")
    board = _recalled(text) if isinstance(text, str) else None
    return board if board is not None and all(v in board for v in nodes) else None


@lru_cache(maxsize=64)
def _recalled(text: str) -> Board | None:
    try:
        return Board.from_json(text)
    except InvalidArgument:
        return None


def node_of(G: nx.Graph[Any], node: Any, role: str) -> Any:
    """Return a node given by itself or as a square of the board, by coordinates or by name."""
    if node in G:
        return node
    reason = f"{role} {shown(node)} is not a node of the graph"
    board = board_of(G)
    if board is not None:
        try:
            square = board.square(node)
        except InvalidArgument as error:
            reason = f"{role}: {error}"
        else:
            if square in G:
                return square
    else:
        try:
            hash(node)
            reason += meant(node, G)
        except TypeError:
            reason = f"{role} {shown(node)} is unhashable, so it cannot be a node"
    raise NotANode(reason)


def ranks_of(G: nx.Graph[Any], nodes: Iterable[Any]) -> int | None:
    """Return the number of rows of a plane board whose squares have names and hold these nodes."""
    board = board_of(G, nodes)
    return board.shape[0] if board is not None and board.has_names else None


def node_name(G: nx.Graph[Any], node: Any) -> str:
    """Return what a node is called in an error: the name of a square on a board."""
    board = board_of(G, [node])
    return board.name(node) if board is not None and board.has_names else shown(node)
