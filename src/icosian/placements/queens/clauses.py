"""n queens with conditions as clauses, and the proof that there is no placement."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from icosian._run.clock import Clock
from icosian.boards.board import Square
from icosian.clauses.solver import Questions
from icosian.clauses.trimming import Fact
from icosian.placements.bounds import ClauseBound, patient
from icosian.proofs.certificate import verify

if TYPE_CHECKING:
    from icosian.placements.queens.api import QueensProblem

Lines = list[list[Square]]


class QueensQuestions(Questions):
    """Questions about placements of queens: a literal says that one stands on a square."""

    def __init__(self, problem: QueensProblem, clock: Clock) -> None:
        super().__init__(clock)
        self._problem, n = problem, problem.n
        every = list(product(range(n), repeat=2))
        self.squares: list[Square] = [(r, c) for r, c in every if problem.allowed[r] >> c & 1]
        """The squares where a queen may stand."""
        self.number = {square: x for x, square in enumerate(self.squares, start=1)}
        """The literal of each."""
        self.variables = len(self.squares)
        self.given = []

    def _lines(self, *keys: Any) -> Lines:
        """Return the allowed squares of each line, by functions that name the line of a square."""
        lines: dict[Any, list[Square]] = {}
        for square in self.squares:
            for k, key in enumerate(keys):
                lines.setdefault((k, key(*square)), []).append(square)
        return list(lines.values())

    @cached_property
    def covers(self) -> list[Lines]:
        """Lines that cover the board and take one queen each."""
        n, regions = self._problem.n, self._problem.regions
        keys = [lambda r, _: r, lambda _, c: c]
        if regions is not None:
            keys.append(lambda r, c: regions[r * n + c])
        if self._problem.periodic:
            keys += [lambda r, c: (r + c) % n, lambda r, c: (r - c) % n]
        covers = [self._lines(key) for key in keys]
        return [[*lines, *([] for _ in range(n - len(lines)))] for lines in covers]

    @cached_property
    def lines(self) -> Lines:
        """Further lines, which take one queen at most."""
        if self._problem.periodic:
            return []
        if self._problem.regions is None:
            lines = self._lines(lambda r, c: r + c, lambda r, c: r - c)
        else:  # squares that touch are in a block of two rows and columns
            keys = [
                lambda r, c, i=i, j=j: ((r + i) // 2, (c + j) // 2)
                for i, j in product(range(2), repeat=2)
            ]
            lines = self._lines(*keys)
        return [line for line in lines if len(line) > 1]

    def facts(self) -> Iterator[Fact]:
        """Yield how many queens stand on each line."""
        for line in (line for cover in self.covers for line in cover):
            yield 1, [self.number[square] for square in line]
        for line in (*(line for cover in self.covers for line in cover), *self.lines):
            yield len(line) - 1, [-self.number[square] for square in line]

    def columns(self) -> tuple[int, ...]:
        """Return the placement of the last choice, checked."""
        queens = [self.squares[x - 1] for x in self.choice[: self.variables] if x > 0]
        if [row for row, _ in queens] != list(range(self._problem.n)) or any(
            self._problem.attacks(*pair) for pair in combinations(queens, 2)
        ):
            raise RuntimeError("the search returned queens that attack each other")
        return tuple(column for _, column in queens)

    def bound(self) -> ClauseBound | None:
        """Return the proof, checked, that there is no placement; None if there is one."""
        if (refuted := self.refutation()) is None:
            return None
        _, used, steps = refuted
        bound = ClauseBound(
            best=self._problem.n - 1,
            covers=tuple(tuple(map(tuple, cover)) for cover in self.covers),
            cliques=tuple(map(tuple, self.lines)),
            nodes=tuple(self.squares[x - 1] for x in used),
            **steps,
        )
        verify(bound, attack_graph(self._problem, self.squares), patient(self.clock))
        return bound


def attack_graph(problem: QueensProblem, squares: list[Square]) -> nx.Graph[Square]:
    """Return the graph of some squares, which are joined if queens on them attack each other."""
    G: nx.Graph[Square] = nx.Graph()
    G.add_nodes_from(squares)
    n, regions = problem.n, np.array(problem.regions or [0])
    rows, columns = np.array(squares, np.int64).reshape(-1, 2).T
    for k, (row, column) in enumerate(squares, start=1):
        down, across = rows[k:] - row, columns[k:] - column
        joined = (down == 0) | (across == 0)
        if problem.regions is not None:
            same = regions[rows[k:] * n + columns[k:]] == regions[row * n + column]
            joined |= same | (np.maximum(abs(down), abs(across)) == 1)
        else:
            lines = [down - across, down + across]
            joined |= np.any([(x % n if problem.periodic else x) == 0 for x in lines], axis=0)
        G.add_edges_from((squares[k - 1], squares[k + j]) for j in np.flatnonzero(joined))
    return G
