"""Reading puzzles from text, and making them."""

from __future__ import annotations

import math
import os
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from random import Random
from typing import Any, Literal, overload

import networkx as nx

from icosian._io.tables import is_frame
from icosian._io.text import MOST_DRAWN, Text, file_named, shown
from icosian._run.limits import Clock, TimeIsUp, Watch, check_flag, check_int, check_seed, hinted
from icosian.boardgraphs.graph import board_graph, grid_graph, hex_graph
from icosian.boards.board import Board, Square, board_of
from icosian.boards.piece import Piece, piece_of
from icosian.boards.text import FREE, HOLE, Grid
from icosian.exceptions import InvalidArgument, InvalidProof, SearchLimitReached
from icosian.placements.queens_search import batches
from icosian.puzzles.loops import (
    NUMBER_KINDS,
    QUEENS,
    Cell,
    Edge,
    LoopKind,
    LoopPuzzle,
    LoopQuestions,
    NumberKind,
    check_kind,
    grid_of,
    piece_of_kind,
)
from icosian.puzzles.numbers import NumberQuestions, OrderQuestions, Puzzle, Zip
from icosian.puzzles.pencil import left_of
from icosian.puzzles.queens import QueensPuzzle, random_queens, random_regions
from icosian.tours.sample.functions import scrambled_hamiltonian_path

LONGEST = 9  # the most digits of a number


@overload
def read_puzzle(
    source: str | os.PathLike[str] | Iterable[Iterable[Any]],
    *,
    kind: NumberKind = "hidato",
    piece: str | Piece | None = None,
    hexagonal: bool = False,
) -> Puzzle: ...
@overload
def read_puzzle(
    source: str | os.PathLike[str] | Iterable[Iterable[Any]],
    *,
    kind: LoopKind,
    hexagonal: bool = False,
) -> LoopPuzzle: ...
@overload
def read_puzzle(
    source: str | os.PathLike[str] | Iterable[Iterable[Any]], *, kind: Literal["queens"]
) -> QueensPuzzle: ...
@hinted
def read_puzzle(
    source: str | os.PathLike[str] | Iterable[Iterable[Any]],
    *,
    kind: str = "hidato",
    piece: str | Piece | None = None,
    hexagonal: bool = False,
) -> Puzzle | LoopPuzzle | QueensPuzzle:
    r'''Read a Hidato, a Zip, a Slitherlink or another puzzle from a file or a text.

    Parameters
    ----------
    source : str, path-like, or rows of marks
        The file, decompressed if its name ends in ``.gz``; or the text itself if it has more than
        one line; or rows, also a DataFrame, with None or NaN for an empty square. A line is a row
        of the board, with spaces between its squares, which may be left out if all marks are single
        characters: a number is a clue, ``.``, ``_`` or ``0`` an empty square, ``#`` or ``X`` a
        wall. In a sheet with commas or semicolons an empty cell is an empty square. Where steps are
        to the four sides, there may also be walls between squares: ``|`` between two of a row,
        ``-`` on a line of its own below one.
    kind : {"hidato", "numbrix", "zip", "slitherlink", "masyu", "numberlink", "queens"}
        The kind of puzzle, also "numberlink-apart" and "numberlink-open". The numbers of a Zip are
        only an order. :class:`LoopPuzzle` states the marks of a Slitherlink, a Masyu and a
        Numberlink, and :class:`QueensPuzzle` those of queens in regions.
    piece : str or Piece, optional
        How consecutive numbers are joined: by default "king" for Hidato, "wazir" for Numbrix and
        Zip; "knight", or any other piece.
    hexagonal : bool
        Whether the squares are hexagons. Then each row begins half a hexagon further left or right
        than the row above, as its indentation shows, with spaces between marks, and steps are to
        the six neighbors.

    Returns
    -------
    Puzzle, LoopPuzzle or QueensPuzzle
        The graph of a number puzzle is that of the piece on the board; of hexagons, as
        :func:`hex_graph` has it.

    Raises
    ------
    InvalidArgument
        If the text is not such a grid, with the line and the reason, or a number is given twice or
        is too large for the board.
    OSError
        If the file cannot be read.

    See Also
    --------
    Puzzle : A puzzle on any graph.
    make_puzzle : Make one.

    Examples
    --------
    >>> puzzle = read_puzzle("""
    ... 1 . .
    ... . # .
    ... . . 5
    ... """)
    >>> puzzle.is_unique()
    False
    >>> honeycomb = read_puzzle("""
    ...   1 .
    ...  . . .
    ...   4 .
    ... """, hexagonal=True)
    >>> len(honeycomb), honeycomb.solve()[3]
    (7, (2, 0))
    >>> walled = read_puzzle("""
    ... 1 . .
    ... -
    ... . 3|.
    ... . . 2
    ... """, kind="zip")
    >>> walled.is_unique(), walled.graph.has_edge((0, 0), (1, 0))
    (True, False)
    >>> print(read_puzzle("3.\n.1\n", kind="slitherlink").solve())
    ┌───┐   ·
    │ 3 │
    │   │   ·
    │   │ 1
    └───┘   ·
    '''
    how: Any = {"hexagonal": check_flag(hexagonal, "hexagonal")}
    if not isinstance(source, str | os.PathLike):
        source = _text_of_rows(source)
    if isinstance(source, str) and "\n" in source:
        return parse_puzzle(source, kind, piece, **how)
    with file_named(source):
        return parse_puzzle(Text(source).whole(MOST_DRAWN), kind, piece, **how)


def _text_of_rows(source: Any) -> str:
    """Return rows of marks as text; None, NaN and "" are empty squares, 1.0 is 1."""
    if is_frame(source):
        source = source.to_numpy().tolist()
    try:
        rows = [row.split() if isinstance(row, str) else list(row) for row in source]
    except TypeError:
        raise InvalidArgument(
            f"a puzzle is a file, a text or rows of marks, got {shown(source)}"
        ) from None
    return "\n".join(" ".join(map(_mark, row)) for row in rows) + "\n"


def _mark(value: Any) -> str:
    text = str(value)
    if text in ("", "None", "nan", "<NA>"):
        return FREE
    return text if isinstance(value, str) else text.removesuffix(".0")


def parse_puzzle(
    text: str, kind: str, piece: str | Piece | None, *, hexagonal: bool
) -> Puzzle | LoopPuzzle | QueensPuzzle:
    """Return the puzzle that a text draws."""
    _check_piece(kind, piece)
    if kind == QUEENS:
        if hexagonal:
            raise InvalidArgument("queens are on boards of squares, not of hexagons")
        return QueensPuzzle(text)
    if kind in NUMBER_KINDS:
        return _numbered(text, kind, piece, hexagonal=hexagonal)
    return LoopPuzzle(kind, grid_of(kind, text, hexagonal=hexagonal).rows, hexagonal=hexagonal)


def _check_piece(kind: str, piece: Any) -> None:
    if check_kind(kind) not in NUMBER_KINDS and piece is not None:
        raise InvalidArgument(f"piece is for number puzzles, not for kind={kind!r}")


def _numbered(text: str, kind: str, piece: str | Piece | None, *, hexagonal: bool) -> Puzzle:
    """Return the puzzle that a grid of numbers draws."""
    joined = piece_of_kind(kind, piece)
    made = Zip if kind == "zip" else Puzzle
    grid = Grid.of(text, "a puzzle", hexagonal=hexagonal, walls=True, words=True, columns=True)
    rule = f"a square is a number, '{FREE}' if it is empty, or '{HOLE}' if it is a wall"
    grid.check(rule, _is_number)
    shape, holes = (len(grid.rows), len(grid.rows[0])), grid.squares(HOLE)
    marks = {(r, c): mark for r, row in enumerate(grid.rows) for c, mark in enumerate(row)}
    clues = {square: int(mark) for square, mark in marks.items() if mark not in (FREE, HOLE)}
    if not hexagonal:
        G = board_graph(Board(shape, holes=holes), joined)
        if grid.walls and piece_of(G) != Piece.named("wazir", dimensions=2):
            raise InvalidArgument("walls between squares are for kind='zip' and piece='wazir'")
        G.remove_edges_from(grid.walls)
        return made(G, clues)
    if grid.walls:
        raise InvalidArgument("walls between squares are for boards of squares, not of hexagons")
    if piece is not None:
        raise InvalidArgument(f"hexagons have steps to their six neighbors, got piece {piece!r}")
    return made(hex_graph(*shape, holes=holes), clues)


def _is_number(mark: str) -> bool:
    return mark.isascii() and mark.isdigit() and len(mark) <= LONGEST


# -- Making of puzzles: a random solution whose clues are taken away while it stays the only one

METHOD = "making a puzzle"
EFFORT = 2_000  # steps of the SAT solver on one question; a clue that takes more stays
EXCHANGES = 400  # attempts to replace clues by fewer others
MOST_DROPPED = 3  # clues that an exchange takes away at most
EIGHTH = 8  # of so many nodes one has a number in a Zip
LOOPS = 20  # loops that are tried for so few clues
FEW = 0.05  # how often a cell joins the region that touches more than one of its cells
REPAIRS = 60  # squares that change their region before other queens are tried
BOARDS = 200  # sets of queens that are tried
LEAST = 3  # the rows and columns of the smallest board with enough loops for every kind


@overload
def make_puzzle(
    rows: int | nx.Graph[Any],
    columns: int | None = None,
    *,
    kind: NumberKind = "hidato",
    clues: int | None = None,
    piece: str | Piece | None = None,
    seed: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Puzzle: ...
@overload
def make_puzzle(
    rows: int | nx.Graph[Any],
    columns: int | None = None,
    *,
    kind: LoopKind,
    clues: int | None = None,
    seed: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> LoopPuzzle: ...
@overload
def make_puzzle(
    rows: int | nx.Graph[Any],
    columns: int | None = None,
    *,
    kind: Literal["queens"],
    seed: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> QueensPuzzle: ...
@hinted
def make_puzzle(
    rows: int | nx.Graph[Any],
    columns: int | None = None,
    *,
    kind: str = "hidato",
    clues: int | None = None,
    piece: str | Piece | None = None,
    seed: int | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Puzzle | LoopPuzzle | QueensPuzzle:
    """Make a puzzle with exactly one solution.

    Parameters
    ----------
    rows : int or networkx graph
        The number of rows of a board; or any undirected graph, such as a board with holes. For a
        loop puzzle, a board of squares with steps to their sides or of hexagons: :func:`hex_graph`.
    columns : int, optional
        The number of columns, by default that of the rows.
    kind : {"hidato", "numbrix", "zip", "slitherlink", "masyu", "numberlink", "queens"}
        The kind of puzzle, also "numberlink-apart" and "numberlink-open"; a Slitherlink, a Masyu or
        a Numberlink is on a board of cells, and queens are on a square board.
    clues : int, optional
        How many clues to give; the first and the last number are among them. By default as few as
        are left when no other one can be taken away; of a Zip one for eight nodes. Queens have no
        clues but their regions.
    piece : str or Piece, optional
        How consecutive numbers are joined: by default "king" for Hidato, "wazir" for Numbrix and
        Zip; "knight", or any other piece.
    seed : int, optional
        Seed of all random choices; the same arguments give the same puzzle.
    timeout : float, optional
        Time limit in seconds.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Puzzle, LoopPuzzle or QueensPuzzle
        A puzzle whose solution is unique, which is proved and checked; that of a
        :class:`LoopPuzzle` or :class:`QueensPuzzle` according to the solver. How hard it is, the
        ways of its ``hints()`` say.

    Raises
    ------
    NoHamiltonianPath
        If the board has no such path.
    SearchLimitReached
        If so few clues are not reached in 400 exchanges, or the time is over; ``.best`` is the
        puzzle with the fewest clues so far, whose solution is unique according to the solver.
    InvalidArgument
        If an argument breaks its rule, before any work.
    networkx.NetworkXNotImplemented
        If the graph is directed.

    See Also
    --------
    read_puzzle : Read a puzzle.
    scrambled_hamiltonian_path : The path that is the solution at first.

    Notes
    -----
    A SAT solver looks for a second solution without one clue after the other, in random order. If
    there is none, the clues that it did not use are left out too. If more clues remain than were
    asked for, up to three of them are taken away, another solution of the rest takes the place of
    the first, and numbers of it are added and taken away in the same way; the new puzzle is kept
    unless it has more clues. Boards of 8 x 8 squares take about a second without ``clues``.

    The numbers of a Zip stand at random places of the path. As long as there is another path in
    their order, an edge of it is taken away: a wall. At the end those walls are left out that are
    not needed.

    The loop of a Slitherlink or a Masyu is the border of a random region, and the paths of a
    Numberlink are pieces of a random Hamiltonian path. Clues are taken away, or paths joined, while
    the solution is the only one. If more clues remain than were asked for, other loops are tried,
    20 in all.

    Regions grow around random queens that do not touch. As long as there are other queens, one of
    their squares changes its region for that of a neighbor; regions stay in one piece.

    Examples
    --------
    >>> import icosian
    >>> puzzle = icosian.make_puzzle(5, 6, clues=9, seed=1)
    >>> puzzle, puzzle.is_unique()
    (<puzzle of 30 nodes with 9 clues>, True)
    >>> icosian.make_puzzle(6, kind="slitherlink", seed=1).is_unique()
    True
    >>> icosian.make_puzzle(8, kind="queens", seed=1).is_unique()
    True
    """
    _check_piece(kind, piece)
    G = _graph(rows, columns, kind, piece)
    random = Random(check_seed(seed))  # noqa: S311 - not a secret
    clock = Clock(timeout, progress)
    making = MAKERS.get(kind, _LoopMaking)(kind, G, clues, random, clock)
    wanted = making.wanted
    best: Puzzle | LoopPuzzle | QueensPuzzle | None = None
    try:
        for puzzle in making.puzzles():
            if best is None or len(puzzle.clues) < len(best.clues):
                best = puzzle
            if wanted is not None and len(best.clues) <= wanted:
                break
        if best is not None and (wanted is None or len(best.clues) <= wanted):
            if best.is_unique(**left_of(clock)):
                return best
            raise InvalidProof("the puzzle has a second solution")
        reason = f"{wanted or 'so few'} clues were not reached {making.tries}"
    except (TimeIsUp, SearchLimitReached):
        reason = clock.over
    got = "" if best is None else f": the best puzzle so far has {len(best.clues)} clues"
    raise SearchLimitReached(reason + got, stats=clock.stats(METHOD), best=best)


def _graph(rows: Any, columns: Any, kind: Any, piece: Any) -> nx.Graph[Any]:
    joined = piece_of_kind(kind, piece)
    if not isinstance(rows, nx.Graph):
        shape = (rows, rows if columns is None else columns)
        return board_graph(Board(shape), joined)
    for name, value in (("columns", columns), ("piece", piece)):
        if value is not None:
            raise InvalidArgument(f"{name} is for boards, a graph has edges, got {shown(value)}")
    return rows


@dataclass
class _Making:
    """The making of a puzzle."""

    kind: str
    G: nx.Graph[Any]
    clues: int | None
    random: Random
    clock: Clock
    tries = f"with {LOOPS} loops"
    """How long fewer clues are tried, in words."""
    least = 1
    """The fewest clues that may be wanted."""

    def __post_init__(self) -> None:
        self.wanted = None if self.clues is None else check_int(self.clues, "clues", self.least)
        """How many clues are wanted; None for as few as are left."""

    def puzzles(self) -> Iterator[Puzzle | LoopPuzzle | QueensPuzzle]:
        """Yield puzzles whose solution is the only one, until it is no use to go on."""
        raise NotImplementedError

    def path(self) -> list[Any]:
        """Return a random Hamiltonian path."""
        seed = self.random.getrandbits(30)
        return list(scrambled_hamiltonian_path(self.G, seed=seed, **left_of(self.clock)))

    def spare(self, others: Sequence[Any], number: int) -> list[Any]:
        """Return some of the other clues if there are fewer than are wanted."""
        more = max(0, (self.wanted or 0) - number)
        return self.random.sample(others, min(more, len(others)))


class _NumberMaking(_Making):
    """Clues that make a path the only one; the first and the last number are clues."""

    tries = f"in {EXCHANGES} exchanges"

    def __post_init__(self) -> None:
        n = len(self.G)
        self.least = min(2, n)
        super().__post_init__()
        if self.wanted is not None and self.wanted > n:
            raise InvalidArgument(
                f"clues must be at most {n}, one for each node, got {self.wanted}"
            )

    def puzzles(self) -> Iterator[Puzzle]:
        """Leave out clues of a path, then exchange some for fewer others."""
        path = self.path()
        puzzle = Puzzle(self.G, {v: k for k, v in enumerate(path, start=1)})
        yield puzzle
        asked = NumberQuestions(Puzzle(self.G, {}), self.clock, EFFORT)
        other = asked.besides(asked.literals(path))
        for k in range(EXCHANGES + 1):
            self.clock.stage = f"{len(puzzle.clues)} clues"
            self.clock.done(k / EXCHANGES)
            # 1. Take some clues away, all at first, and make another solution the only one.
            found = path
            if k:
                inner = [v for v in puzzle.clues if v not in (path[0], path[-1])]
                most = min(self.random.randint(1, MOST_DROPPED), len(inner))
                dropped = self.random.sample(inner, most)
                kept = [place for place in puzzle.clues.items() if place[0] not in dropped]
                if not asked.has([other, *map(asked.places.__getitem__, kept)]):
                    continue
                found = asked.path()
                other = asked.besides(asked.literals(found))
            # 2. Without one number after the other, is it still the only one?
            numbers = {v: k for k, v in enumerate(found, start=1)}
            inner = self.random.sample(found[1:-1], max(0, len(found) - 2))
            ends = found[0], found[-1]
            first, last, *order = (asked.places[v, numbers[v]] for v in (*ends, *inner))
            clues = asked.named(asked.smallest([*order, first, last], [other], [first, last]))
            if not k or len(clues) <= len(puzzle.clues):
                path, puzzle = found, Puzzle(self.G, clues)
                more = self.spare([v for v in path if v not in clues], len(clues))
                yield Puzzle(self.G, {**clues, **{v: numbers[v] for v in more}})
            if self.wanted is None:
                return


class _ZipMaking(_NumberMaking):
    """Some numbers on a path, and walls that leave no other one."""

    def puzzles(self) -> Iterator[Zip]:
        """Add walls until the path is the only one, and leave out those that are not needed."""
        path, random = self.path(), self.random
        n = len(path)
        self.wanted = self.wanted or max(self.least, n // EIGHTH)
        at = [0, *random.sample(range(1, n - 1), self.wanted - 2), n - 1] if n > 1 else [0]
        numbers = {path[k]: number for number, k in enumerate(sorted(at), start=1)}
        asked = OrderQuestions(Zip(self.G, numbers), self.clock)
        more = [asked.besides(asked.literals(path)), *asked.given]
        own, walls = set(asked.literals(path)), list[int]()
        while asked.has([*more, *walls]):
            self.clock.stage = f"{len(walls)} walls"
            walls.append(-random.choice([x for x in asked.literals(asked.path()) if x not in own]))
        walls = asked.smallest(random.sample(walls, len(walls)), more)
        H = self.G.copy()
        H.remove_edges_from([edge for edge in H.edges if -asked.model.edge(edge) in walls])
        yield Zip(H, numbers)


class _LoopMaking(_Making):
    """A random loop, or random paths, and clues that allow no other solution."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.blank = _blank(self.kind, self.G)

    def puzzles(self) -> Iterator[LoopPuzzle]:
        """Try several loops, as long as fewer clues are wanted."""
        for _ in range(LOOPS):
            puzzle = self.linked() if self.blank.rules.has_paths else self.looped()
            if puzzle is not None:
                yield puzzle
                if self.wanted is None:
                    return

    def looped(self) -> LoopPuzzle | None:
        """Return a puzzle of one loop, None if all clues together have a second solution."""
        blank, random = self.blank, self.random
        # 1. A random loop.
        edges = _loop(blank.rules.faces(), random)
        # 2. All clues that it allows. A second loop that meets them may allow more: then that one.
        before: dict[Cell, str] = {}
        while True:
            all_ = blank.rules.clues_of(edges)
            if all_ == before:
                return None
            asked = LoopQuestions(blank.with_marks(all_), self.clock, EFFORT)
            other = asked.besides(sorted(blank.rules.number[edge] for edge in edges))
            answer = asked.has([other, *asked.given])
            if answer is not True:
                break
            before, edges = all_, set(asked.used)
        if answer is None:
            return None
        # 3. Without one after the other, is it still the only loop?
        order = random.sample(asked.given, len(asked.given))
        cells, _ = asked.named(asked.smallest(order, [other]))
        more = self.spare(sorted(all_.keys() - cells), len(cells))
        return blank.with_marks({v: all_[v] for v in (*cells, *more)})

    def linked(self) -> LoopPuzzle | None:
        """Return a puzzle of paths: pieces of one path through all cells, joined one by one."""
        path = self.path()
        begins = list(range(0, len(path) - 1, 2))  # of two cells: their ends leave no choice
        puzzle = self.pieces(path, begins)
        if puzzle is None:
            return None  # a cell between two ends may be elsewhere on hexagons
        for begin in self.random.sample(begins[1:], len(begins) - 1):
            if len(puzzle.clues) <= (self.wanted or 0):
                break
            fewer = [k for k in begins if k != begin]
            if (joined := self.pieces(path, fewer)) is not None:
                puzzle, begins = joined, fewer
        return puzzle

    def pieces(self, path: Sequence[Cell], begins: Sequence[int]) -> LoopPuzzle | None:
        """Return a puzzle of pieces of a path, None if there may be another solution."""
        pieces = [path[k:end] for k, end in pairwise([*begins, len(path)])]
        ends = {v: str(k) for k, piece in enumerate(pieces, 1) for v in (piece[0], piece[-1])}
        puzzle = self.blank.with_marks(ends)
        asked = LoopQuestions(puzzle, self.clock, EFFORT)
        number = puzzle.rules.number
        edges = [edge for piece in pieces for edge in pairwise(piece)]
        if puzzle.rules.refusal(edges) is not None:
            return None  # a path touches itself
        other = asked.besides(number[edge] for edge in edges)
        return puzzle if asked.has([other, *asked.given]) is False else None


class _QueensMaking(_Making):
    """Regions around random queens that allow no others."""

    tries = f"with {BOARDS} boards"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.clues is not None:
            raise InvalidArgument("queens have no clues but their regions: leave out clues")
        board = board_of(self.G)
        n = math.isqrt(len(self.G))
        if board is None or board.shape != (n, n) or any(board.periodic) or board.hexagonal:
            given = f", got {self.G if board is None else board.size}"
            raise InvalidArgument(
                f"queens in regions are on a flat square board without holes{given}"
            )
        self.n, self.sides = n, grid_graph(n)

    def puzzles(self) -> Iterator[QueensPuzzle]:
        """Try several sets of queens, until regions are found."""
        for _ in range(BOARDS):
            if (puzzle := self.placed()) is not None:
                yield puzzle
                return

    def placed(self) -> QueensPuzzle | None:
        """Return a puzzle, None if it still has several solutions after many repairs."""
        queens = tuple(random_queens(self.n, self.random))
        regions = random_regions(queens, self.random)
        letters = string.ascii_letters
        names = letters if self.n <= len(letters) else list(map(str, range(self.n)))
        for _ in range(REPAIRS):
            puzzle = QueensPuzzle({v: names[k] for v, k in regions.items()})
            found = islice(batches(puzzle.problem, self.clock), 2)
            placed = (tuple(enumerate(columns)) for some in found for columns in some.tolist())
            others = [one for one in placed if one != queens]
            if not others:
                return puzzle
            squares = sorted({v for one in others for v in one}.difference(queens))
            move = self.move(regions, squares)
            if move is None:
                return None
            regions |= dict([move])
        return None

    def move(
        self, regions: Mapping[Square, int], squares: Sequence[Square]
    ) -> tuple[Square, int] | None:
        """Return one of the squares, and a region beside it that it can join."""
        for v in self.random.sample(squares, len(squares)):
            self.clock.tick(METHOD)
            own = [w for w in regions if w != v and regions[w] == regions[v]]
            near = sorted({regions[w] for w in self.sides[v]} - {regions[v]})
            if near and own and nx.is_connected(self.sides.subgraph(own)):
                return v, self.random.choice(near)
        return None


MAKERS: dict[str, type[_Making]] = {
    **dict.fromkeys(NUMBER_KINDS, _NumberMaking),
    "zip": _ZipMaking,
    QUEENS: _QueensMaking,
}
"""How puzzles of a kind are made, if not as those of loops."""


def _blank(kind: str, G: nx.Graph[Any]) -> LoopPuzzle:
    """Return a puzzle without clues on the squares, or hexagons, of a graph."""
    board, piece = board_of(G), piece_of(G)
    if board is None or not (board.hexagonal or piece == Piece.named("wazir", dimensions=2)):
        raise InvalidArgument(
            "a new loop puzzle is on a board with steps to the sides of its cells"
        )
    if any(board.periodic) or min(board.shape) < LEAST:
        raise InvalidArgument(
            f"a new loop puzzle is on a flat board of at least {LEAST} rows and columns,"
            f" got {board.size}"
        )
    rows, columns = board.shape
    marks = [[FREE if (r, c) in G else HOLE for c in range(columns)] for r in range(rows)]
    return LoopPuzzle(kind, marks, hexagonal=board.hexagonal)


def _loop(faces: list[set[Edge]], random: Random) -> set[Edge]:
    """Return a loop around faces in one piece, most of which touch few others."""
    if not faces:
        raise InvalidArgument("the board has no loop")
    first = random.choice(range(len(faces)))
    corners = [{v for edge in face for v in edge} for face in faces]
    edges, nodes, inside = set(faces[first]), set(corners[first]), {first}
    grown = True
    while grown:
        grown = False
        for k in random.sample(range(len(faces)), len(faces)):
            shared = len(faces[k] & edges)
            if k in inside or not shared:
                continue
            # What it touches must be one path, so that one loop is around it too.
            touched = len(corners[k] & nodes)
            if touched == shared + 1 and (shared == 1 or random.random() < FEW):
                edges ^= faces[k]
                nodes -= corners[k]
                nodes.update(v for edge in faces[k] & edges for v in edge)
                inside.add(k)
                grown = True
    return edges
