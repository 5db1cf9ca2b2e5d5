"""Loop puzzles: Slitherlink, Masyu and Numberlink, decided by SAT with lazy cuts."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_flag, checked_int
from icosian._run.clock import Progress
from icosian._show import Shown
from icosian.boards.board import Board
from icosian.boards.text import FREE, Grid, text_of
from icosian.exceptions import InvalidArgument
from icosian.proofs import LoopRefutation
from icosian.puzzles.kinds import RULES, checked_kind
from icosian.puzzles.loop_rules import Cell, Edge, Numberlink, Rules, Slitherlink
from icosian.puzzles.loop_search import LoopHint, searching


class LoopPuzzle(Shown):
    """A Slitherlink, a Masyu or a Numberlink: edges of a board are to be found.

    In a *Slitherlink* one loop follows sides of cells, and a number says how many sides of its cell
    are in the loop. In a *Masyu* one loop visits cells: at a white pearl it goes straight on, and
    turns in the cell before or after; at a black one it turns, and goes straight on in the cells
    before and after. In a *Numberlink* paths join equal numbers and visit every cell once.

    Parameters
    ----------
    kind : str
        "slitherlink", "masyu" or "numberlink".
    rows : str or sequence of sequences of str
        The marks of the cells, row by row: "." or "_" if there is no clue, "#" for a wall; a number
        from 0 to 4, of hexagons to 6; "w" for a white pearl, "b" for a black one; the two ends of
        each path have a number, word or sign that no other cell has, or "?" if it is not given. "X"
        is a wall and "0" no clue where they cannot be clues; "0" is no clue of a Numberlink if it
        stands on more than two cells, and "." on none. A text has blanks between marks, which
        may be left out if all are single characters.
    hexagonal : bool
        Whether the cells are hexagons; then each row is half a cell further right than the one
        above.
    known : mapping of edge to bool, optional
        Edges that are known to be used, or not to be: pairs of nodes (row, column), which are
        corners in a Slitherlink, cells otherwise. Each row of hexagons begins one corner further
        right, and has two more for every cell.

    Raises
    ------
    InvalidArgument
        If the kind is not one of these, rows differ in length, there is no cell, a mark is not one
        of the kind, or a known edge is not one of the puzzle.

    See Also
    --------
    read_puzzle : Read one from a text.
    make_puzzle : Make one with exactly one solution.

    Notes
    -----
    A SAT solver decides whether there is a solution, and whether there is another one; if a choice
    of edges has several loops, the border of each must be crossed, unless one side has none. Every
    solution is checked by the rules. That there is none, or no other one, has a proof, a
    :class:`~icosian.proofs.LoopRefutation`.

    Examples
    --------
    >>> puzzle = LoopPuzzle("slitherlink", ["3.", ".1"])
    >>> print(puzzle)
    3 .
    . 1
    >>> puzzle.is_unique(), puzzle.count()
    (False, 2)
    """

    def __init__(
        self,
        kind: str,
        rows: str | Sequence[Sequence[str]],
        *,
        hexagonal: bool = False,
        known: Mapping[Edge, bool] | None = None,
    ) -> None:
        self.kind: Any = checked_kind(kind, RULES)
        """The kind."""
        self.rows = tuple(tuple(map(str, row)) for row in grid_of(kind, rows).rows)
        """The marks of the cells."""
        self.hexagonal = checked_flag(hexagonal, "hexagonal")
        """True if the cells are hexagons."""
        self.rules: Rules = RULES[kind](self.rows, known, hexagonal=self.hexagonal)
        """What the kind asks for on this board."""
        if not self.rules.cells:
            raise InvalidArgument("a loop puzzle needs at least one cell")

    @property
    def board(self) -> Board:
        """The board of the cells."""
        shape = len(self.rows), len(self.rows[0])
        walls = {(r, c) for r in range(shape[0]) for c in range(shape[1])}.difference(
            self.rules.cells
        )
        return Board(shape, holes=walls, hexagonal=self.hexagonal)

    @property
    def graph(self) -> nx.Graph[Cell]:
        """The graph whose edges may be used: of corners in a Slitherlink, of cells otherwise."""
        return self.rules.graph

    @property
    def clues(self) -> Mapping[Cell, str]:
        """The marks that are clues, by (row, column)."""
        return MappingProxyType(self.rules.clues)

    @property
    def known(self) -> Mapping[Edge, bool]:
        """The edges that are known to be used, or not to be."""
        return MappingProxyType(self.rules.known)

    def with_only(self, cells: Collection[Cell]) -> LoopPuzzle:
        """Return the puzzle with the clues of some cells only.

        Parameters
        ----------
        cells : collection of (row, column)
            Where clues stay.

        Returns
        -------
        LoopPuzzle
            A new puzzle. In a Numberlink the other ends stay ends, with any number: "?".

        Examples
        --------
        >>> print(LoopPuzzle("slitherlink", ["3.", ".1"]).with_only([(0, 0)]))
        3 .
        . .
        """
        gone = "?" if self.kind == "numberlink" else FREE
        return self.with_marks(dict.fromkeys(self.clues.keys() - set(cells), gone))

    def with_known(self, edges: Mapping[Edge, bool]) -> LoopPuzzle:
        """Return the puzzle with further edges that are known to be used, or not to be.

        Parameters
        ----------
        edges : mapping of edge to bool
            The edges.

        Returns
        -------
        LoopPuzzle
            A new puzzle, whose solutions have these edges, or do not.

        Raises
        ------
        InvalidArgument
            If one is not an edge of the puzzle, or the opposite is known.

        Examples
        --------
        >>> puzzle = LoopPuzzle("slitherlink", ["3.", ".1"])
        >>> puzzle.with_known({((1, 0), (1, 1)): True}).is_unique()
        True
        """
        known = dict(self.known)
        for (u, v), on in edges.items():
            edge = (u, v) if (v, u) not in known else (v, u)
            if known.setdefault(edge, on) != on:
                raise InvalidArgument(f"{u} - {v} is known already, and not so")
        return LoopPuzzle(self.kind, self.rows, hexagonal=self.hexagonal, known=known)

    def with_hint(self, hint: LoopHint) -> LoopPuzzle:
        """Return the puzzle with the edge of a hint."""
        return self.with_known({hint.edge: hint.is_used})

    def with_marks(self, marks: Mapping[Cell, str]) -> LoopPuzzle:
        """Return the puzzle with other marks on some cells."""
        rows = [
            [marks.get((r, c), mark) for c, mark in enumerate(row)]
            for r, row in enumerate(self.rows)
        ]
        return LoopPuzzle(self.kind, rows, hexagonal=self.hexagonal, known=self.known)

    def solve(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> LoopSolution:
        """Return a solution.

        Parameters
        ----------
        timeout : float, optional
            Time limit in seconds.
        progress : callable, optional
            Called about ten times a second with a :class:`Progress`.

        Returns
        -------
        LoopSolution
            The edges, checked by the rules.

        Raises
        ------
        NoLoop
            If there is none, with the proof; :meth:`conflict` says which clues contradict each
            other.
        SearchLimitReached
            If the time is over.
        """
        with searching(self, timeout, progress) as search:
            return LoopSolution(self, search.solution())

    def is_unique(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> bool:
        """Return True if there is exactly one solution.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        bool
            True if the solver finds no second solution after a search that is complete.

        Raises
        ------
        NoLoop
            If there is none at all.
        SearchLimitReached
            If the time is over.
        """
        with searching(self, timeout, progress) as search:
            return not search.has([search.other(search.solution()), *search.given])

    def prove_unique(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> LoopRefutation:
        """Return a proof that there is exactly one solution.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        LoopRefutation
            The solution, and why there is no other one; ``check`` compares it with the puzzle.

        Raises
        ------
        InvalidArgument
            If there is another one.
        NoLoop
            If there is none at all.
        SearchLimitReached
            If the time is over.

        Examples
        --------
        >>> puzzle = LoopPuzzle("slitherlink", ["3.1"])
        >>> puzzle.prove_unique().check(puzzle)
        """
        with searching(self, timeout, progress) as search:
            proof = search.refutation([search.solution()])
        if proof is None:
            raise InvalidArgument("there is nothing to prove: there is more than one solution")
        return proof

    def count(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> int:
        """Return how many solutions there are, found one after the other.

        Parameters
        ----------
        limit : int, optional
            Stop at so many.
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        int
            The number of solutions, at most the limit.

        Raises
        ------
        SearchLimitReached
            If the time is over.
        """
        most = math.inf if limit is None else checked_int(limit, "limit")
        with searching(self, timeout, progress) as search:
            number = 0
            excluded: list[int] = []
            while number < most and search.has([*excluded, *search.given]):
                number += 1
                excluded = [search.other(search.checked())]
            return number

    def conflict(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> LoopPuzzle:
        """Return clues that contradict each other, none of which can be left out.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        LoopPuzzle
            A puzzle with these clues and known edges only, which has no solution.

        Raises
        ------
        InvalidArgument
            If there is a solution.
        SearchLimitReached
            If the time is over.

        Examples
        --------
        >>> print(LoopPuzzle("slitherlink", ["32.", "3.0", "..."]).conflict())
        . 2 .
        . . 0
        . . .
        """
        with searching(self, timeout, progress) as search:
            if search.has(search.given):
                raise InvalidArgument("no clues contradict each other: there is a solution")
            clues, known = search.named(search.shortened(search.core()))
            core = self.with_only(clues)
            return LoopPuzzle(core.kind, core.rows, hexagonal=core.hexagonal, known=known)

    def hint(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> LoopHint:
        """Return an edge that is in all solutions or in none, with the fewest clues that force it.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        LoopHint
            The edge, and clues and known edges none of which can be left out: the fewest of those
            that were found.

        Raises
        ------
        InvalidArgument
            If no further edge is forced.
        NoLoop
            If there is no solution, with the proof.
        SearchLimitReached
            If the time is over.

        See Also
        --------
        with_hint : Draw it.

        Examples
        --------
        >>> puzzle = LoopPuzzle("slitherlink", ["3...", "..0.", "...."])
        >>> hint = puzzle.hint()
        >>> print(hint)
        (0, 0) - (0, 1) is used: forced by 3 on (0, 0).
        >>> puzzle = puzzle.with_hint(hint)
        """
        with searching(self, timeout, progress) as search:
            return search.hint()

    def __len__(self) -> int:
        return len(self.rules.cells)

    @property
    def _parts(self) -> tuple[Any, ...]:
        return self.kind, self.rows, self.hexagonal, frozenset(self.known.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoopPuzzle) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        return f"<{self.kind} of {len(self)} cells with {len(self.clues)} clues>"

    def __str__(self) -> str:
        width = max(len(mark) for row in self.rows for mark in row)
        return text_of(self.board, lambda cell: self.rows[cell[0]][cell[1]], width)


def grid_of(kind: str, source: Any, *, hexagonal: bool = False) -> Grid:
    """Return the marks of a loop puzzle as text, or as rows."""
    rules = RULES[checked_kind(kind, RULES)]
    words = rules is Numberlink
    grid = Grid.of(
        source,
        f"a {kind}",
        free=rules.free,
        holes=rules.holes,
        hexagonal=hexagonal,
        words=words,
        columns=words,
    )
    marks = [mark for row in grid.rows for mark in row]
    if rules is Numberlink and FREE not in marks and (zeros := marks.count("0")) > 1:
        if zeros > 2:  # they are no ends
            return replace(grid, rows=[[FREE if m == "0" else m for m in row] for row in grid.rows])
        if isinstance(source, str):
            raise InvalidArgument("two '0' may be empty cells or ends: write '.' for empty cells")
    return grid


class LoopSolution(Shown):
    """The loop, or the paths, that solve a puzzle.

    Parameters
    ----------
    puzzle : LoopPuzzle
        The puzzle.
    edges : iterable of edges
        The edges used.

    Raises
    ------
    InvalidArgument
        If they do not solve the puzzle, with the reason.

    See Also
    --------
    LoopPuzzle.solve : Find one.

    Examples
    --------
    >>> solution = LoopPuzzle("numberlink", ["1.1", "2.2"]).solve()
    >>> solution.lines
    [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)]]
    >>> print(solution)
    1─────1
    2─────2
    """

    def __init__(self, puzzle: LoopPuzzle, edges: Iterable[Edge]) -> None:
        self.puzzle = puzzle
        """The puzzle."""
        self.edges = frozenset((u, v) if u < v else (v, u) for u, v in edges)
        """The edges used."""
        if (reason := puzzle.rules.refusal(self.edges)) is not None:
            raise InvalidArgument(f"not a solution: {reason}")

    @property
    def lines(self) -> list[list[Cell]]:
        """The nodes of the loop, which ends where it begins, or of each path."""
        H = nx.Graph(sorted(self.edges))
        parts = map(sorted, nx.connected_components(H))
        lines = []
        for part in parts:
            first = next((v for v in part if H.degree[v] == 1), part[0])
            line = list(nx.dfs_preorder_nodes(H, first))
            lines.append(line if H.degree[first] == 1 else [*line, first])
        return lines

    def __len__(self) -> int:
        return len(self.puzzle)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LoopSolution):
            return False
        return self.puzzle == other.puzzle and self.edges == other.edges

    def __hash__(self) -> int:
        return hash(self.edges)

    def __repr__(self) -> str:
        return f"<solution of a {self.puzzle.kind} with {len(self.edges)} edges>"

    def __str__(self) -> str:
        return (_hexagons if self.puzzle.hexagonal else _squares)(self.puzzle, self.edges)


JOINTS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""What edges up, right, down and left, as bits, look like."""


def _squares(puzzle: LoopPuzzle, edges: Collection[Edge]) -> str:
    """Return a text of edges between squares or their corners."""
    doubled = isinstance(puzzle.rules, Slitherlink)
    marks = puzzle.clues if puzzle.kind == "numberlink" else {}
    width = 4 if doubled else max(2, *map(len, marks.values())) + 1 if marks else 2
    text = []
    for r in range(len(puzzle.rows) + doubled):
        line = between = ""
        for c in range(len(puzzle.rows[0]) + doubled):
            ways = ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
            used = (((r, c), w) in edges or (w, (r, c)) in edges for w in ways)
            bits = sum(is_used << k for k, is_used in enumerate(used))
            joint = JOINTS[bits] if (r, c) in puzzle.graph else " "
            line += marks.get((r, c), joint).ljust(width, "─" if bits & 2 else " ")
            between += f"{'│' if bits & 4 else ' '} {puzzle.clues.get((r, c), ' ')} "
        text += [line.rstrip(), between.rstrip()] if doubled else [line.rstrip()]
    return "\n".join(text[: 2 * len(puzzle.rows) + 1])


def _hexagons(puzzle: LoopPuzzle, edges: Collection[Edge]) -> str:
    """Return a text of edges between hexagons or their corners."""
    # Cells of a row are two steps apart, and each row begins a step further right.
    corners = isinstance(puzzle.rules, Slitherlink)
    step = 2 + max(map(len, puzzle.clues.values()), default=1) // 4 * 2
    texts: list[tuple[int, int, str]] = []
    for (r, c), (s, d) in sorted(edges):
        if corners:
            texts.append((r + s, (c + d) * step // 2, "│" if r != s else "/\\"[(c - r) % 2]))
        else:
            text = "─" * (2 * step - 1) if r == s else "\\" if c == d else "/"
            texts.append((r + s, (2 * (c + d) + r + s) * step // 2, text))
    for r, c in puzzle.rules.cells:
        mark = puzzle.clues.get((r, c), " " if corners else "·")
        texts.append((2 * r + corners, step * (2 * c + r + corners), mark))
    first = min(middle - len(text) // 2 for _, middle, text in texts)
    lines = [""] * (2 * len(puzzle.rows) + corners)
    for y, middle, text in sorted(texts):
        lines[y] = lines[y].ljust(middle - len(text) // 2 - first) + text
    return "\n".join(line.rstrip() for line in lines).strip("\n")
