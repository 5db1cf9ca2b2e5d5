"""Making of puzzles: a random path whose numbers are taken away while it stays the only one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any, overload

import networkx as nx

from icosian._run.arguments import checked_int, checked_seed
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian.boardgraphs.graph import board_graph
from icosian.boards.board import Board
from icosian.boards.piece import Piece
from icosian.exceptions import InvalidArgument, InvalidProof, SearchLimitReached
from icosian.puzzles.fillings import Fillings
from icosian.puzzles.kinds import LoopKind, NumberKind, is_of_loops, piece_of_kind
from icosian.puzzles.loop_making import make_loop_puzzle
from icosian.puzzles.loops import LoopPuzzle
from icosian.puzzles.puzzle import Puzzle
from icosian.puzzles.zip import Zip
from icosian.tours.problem import Problem
from icosian.tours.sample.scramble import scrambled_hamiltonian_path
from icosian.tours.solve.answer import another
from icosian.tours.tour import Tour

METHOD = "making a puzzle"
EFFORT = 2_000
"""Steps of the SAT solver on one question; a number that takes more stays a clue."""
EXCHANGES = 400
"""Attempts to replace clues by fewer others."""
RENEWED = 10
"""Exchanges with one solver: it slows down with each path that it has to exclude."""
MOST_DROPPED = 3
"""Clues that an exchange takes away at most."""
EIGHTH = 8
"""Of so many nodes one has a number in a Zip."""


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
    progress: Callable[[Progress], object] | None = None,
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
    progress: Callable[[Progress], object] | None = None,
) -> LoopPuzzle: ...
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
    progress: Callable[[Progress], object] | None = None,
) -> Puzzle | LoopPuzzle:
    """Make a puzzle with exactly one solution.

    Parameters
    ----------
    rows : int or networkx graph
        The number of rows of a board; or any undirected graph, such as a board with holes. For a
        loop puzzle, a board of squares with steps to their sides or of hexagons: :func:`hex_graph`.
    columns : int, optional
        The number of columns, by default that of the rows.
    kind : {"hidato", "numbrix", "zip", "slitherlink", "masyu", "numberlink"}
        The kind of puzzle; the last three are loop puzzles, on a board of cells.
    clues : int, optional
        How many clues to give; the first and the last number are among them. By default as few as
        are left when no other one can be taken away; of a Zip one for eight nodes.
    piece : str or Piece, optional
        How consecutive numbers are joined: by default "king" for Hidato, "wazir" for Numbrix and
        Zip; "knight", or any other piece.
    seed : int, optional
        Seed of all random choices; the same arguments give the same puzzle.
    timeout : float, optional
        Time limit in seconds.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Puzzle or LoopPuzzle
        A puzzle whose solution is unique, which is proved and checked; that of a
        :class:`LoopPuzzle` according to the solver.

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

    Examples
    --------
    >>> import icosian
    >>> puzzle = icosian.make_puzzle(5, 6, clues=9, seed=1)
    >>> puzzle, puzzle.is_unique()
    (<puzzle of 30 nodes with 9 clues>, True)
    >>> icosian.make_puzzle(6, kind="slitherlink", seed=1).is_unique()
    True
    """
    if is_of_loops(kind) and piece is not None:
        raise InvalidArgument(f"piece is for number puzzles, not for kind={kind!r}")
    G = _graph(rows, columns, kind, piece)
    random = Random(checked_seed(seed))  # noqa: S311 - not a secret
    if is_of_loops(kind):
        return make_loop_puzzle(kind, G, random, clues=clues, timeout=timeout, progress=progress)
    least = min(2, len(G))
    wanted = None if clues is None else checked_int(clues, "clues", least)
    if wanted is not None and wanted > len(G):
        raise InvalidArgument(f"clues must be at most {len(G)}, one for each node, got {clues}")
    clock = Clock(timeout, progress)
    path = scrambled_hamiltonian_path(G, seed=seed, timeout=clock.allowed, progress=progress)
    if kind == "zip":
        return _walled(G, list(path), wanted or max(least, len(G) // EIGHTH), random, clock)
    making = _Making(G, list(path), random, clock)
    try:
        making.start()
        reached = wanted is None or making.reduce(wanted)
    except TimeIsUp:
        raise _unreached(making, clock, clock.over) from None
    if not reached:
        raise _unreached(making, clock, f"{wanted} clues were not reached in {EXCHANGES} exchanges")
    puzzle = making.puzzle(wanted)
    try:
        is_unique = puzzle.is_unique(timeout=max(0.0, clock.left), progress=progress)
    except SearchLimitReached:
        raise _unreached(making, clock, f"{clock.over} before the check") from None
    if not is_unique:
        raise InvalidProof("the puzzle has a second solution")
    return puzzle


def _graph(rows: Any, columns: Any, kind: Any, piece: Any) -> nx.Graph[Any]:
    """Return the graph that the first arguments describe."""
    joined = piece_of_kind(kind, piece)
    if not isinstance(rows, nx.Graph):
        shape = (rows, rows if columns is None else columns)
        return board_graph(Board(shape), joined)
    for name, value in (("columns", columns), ("piece", piece)):
        if value is not None:
            raise InvalidArgument(f"{name} is for boards, a graph has its own edges, got {value!r}")
    return rows


def _unreached(making: _Making, clock: Clock, reason: str) -> SearchLimitReached:
    """Return the error of a search for fewer clues, with the puzzle so far."""
    best = making.puzzle()
    return SearchLimitReached(
        f"{reason}: the best puzzle so far has {len(best.clues)} clues",
        stats=clock.stats(METHOD),
        best=best,
    )


def _walled(G: nx.Graph[Any], path: list[Any], clues: int, random: Random, clock: Clock) -> Zip:
    """Return a Zip with some numbers on a path, and walls that leave no other one."""
    n, H = len(path), G.copy()
    at = sorted({0, n - 1, *random.sample(range(1, n - 1), clues - 2)}) if n > 1 else [0]
    numbers = {path[k]: number for number, k in enumerate(at, start=1)}
    own = set(map(frozenset, pairwise(path)))

    def other() -> Tour | None:
        problem = Problem.of(H, closed=False, start=path[0], end=path[-1], order=[list(numbers)])
        return another(problem, [tuple(path)], clock) if problem.order else None

    walls: list[tuple[Any, Any]] = []
    while (found := other()) is not None:
        clock.stage = f"{len(walls)} walls"
        walls.append(random.choice([e for e in found.edges() if frozenset(e) not in own]))
        H.remove_edge(*walls[-1])
    random.shuffle(walls)
    for wall in walls:
        H.add_edge(*wall)
        if other() is not None:
            H.remove_edge(*wall)
    return Zip(H, numbers)


class _Making:
    """A path, and clues that make it the only one; the first and the last number are clues."""

    def __init__(self, G: nx.Graph[Any], path: list[Any], random: Random, clock: Clock) -> None:
        self._G, self._path, self._random, self._clock = G, path, random, clock
        self._clues = _numbered(path)

    def start(self) -> None:
        """Leave out clues of the first path."""
        self._renew()
        self._clues = self._fewest(self._path, self._other, [])

    def _renew(self) -> None:
        """Forget what was learned about paths that were given up."""
        self._fillings = Fillings(self._G, self._clock)
        self._other = self._fillings.others(self._path)

    def reduce(self, wanted: int) -> bool:
        """Exchange clues until no more are left than are wanted."""
        for k in range(EXCHANGES):
            if len(self._clues) <= wanted:
                return True
            if k % RENEWED == RENEWED - 1:
                self._renew()
            self._clock.stage = f"{len(self._clues)} clues"
            self._clock.done(k / EXCHANGES)
            self._exchange()
        return len(self._clues) <= wanted

    def _exchange(self) -> None:
        """Take some clues away, and make another solution of the rest the only one."""
        inner = [v for v in self._clues if v not in (self._path[0], self._path[-1])]
        dropped = self._random.sample(inner, min(self._random.randint(1, MOST_DROPPED), len(inner)))
        rest = {v: k for v, k in self._clues.items() if v not in dropped}
        if self._fillings.has(rest, self._other, EFFORT):
            path = self._fillings.path()
            other = self._fillings.others(path)
            clues = self._fewest(path, other, list(rest))
            if len(clues) <= len(self._clues):
                self._path, self._other, self._clues = path, other, clues

    def _fewest(self, path: list[Any], other: int, last: list[Any]) -> dict[Any, int]:
        """Return clues that make a path the only one; ``last`` are taken away after the others."""
        ends = {path[0], path[-1]}
        first = [v for v in path if v not in ends and v not in last]
        last = [v for v in last if v not in ends]
        self._random.shuffle(first)
        self._random.shuffle(last)
        return self._fillings.irreducible(
            _numbered(path),
            first + last,
            kept=ends,
            other=other,
            effort=EFFORT,
        )

    def puzzle(self, wanted: int | None = None) -> Puzzle:
        """Return the puzzle, with further clues of its solution if more are wanted."""
        more = [v for v in self._path if v not in self._clues]
        self._random.shuffle(more)
        spare = max(0, (wanted or 0) - len(self._clues))
        numbers = _numbered(self._path)
        return Puzzle(self._G, {**self._clues, **{v: numbers[v] for v in more[:spare]}})


def _numbered(path: list[Any]) -> dict[Any, int]:
    return dict(zip(path, range(1, len(path) + 1), strict=True))
