"""Loop puzzles: Slitherlink, Masyu and Numberlink, decided by SAT with lazy cuts."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_flag
from icosian._run.clock import Clock
from icosian._show import Shown
from icosian.boards.board import Board
from icosian.boards.text import FREE, Grid, text_of
from icosian.clauses.trimming import Fact
from icosian.exceptions import InvalidArgument, InvalidProof, NoLoop
from icosian.proofs import LoopRefutation
from icosian.proofs.certificate import verify
from icosian.puzzles.kinds import RULES, checked_kind
from icosian.puzzles.loop_rules import (
    Cell,
    Edge,
    Numberlink,
    Rules,
    Slitherlink,
    in_words,
)
from icosian.puzzles.pencil import PencilPuzzle, PuzzleQuestions


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopHint:
    """An edge that is forced, and the clues that force it.

    Attributes
    ----------
    edge : pair of (row, column)
        The edge.
    is_used : bool
        True if it is in every solution, False if it is in none.
    clues : mapping of (row, column) to str
        Clues that force it, none of which can be left out.
    known : mapping of edge to bool
        Known edges that force it together with these clues.

    See Also
    --------
    LoopPuzzle.hint : Find one.
    """

    edge: Edge
    is_used: bool
    clues: Mapping[Cell, str]
    known: Mapping[Edge, bool]

    @property
    def reason(self) -> str:
        """The reason in words."""
        words = [f"{mark} on {cell}" for cell, mark in self.clues.items()]
        words += [f"{u} - {v} {in_words(on)}" for (u, v), on in self.known.items()]
        return f"forced by {', '.join(words)}" if words else "forced by the rules alone"

    def __str__(self) -> str:
        u, v = self.edge
        return f"{u} - {v} is {in_words(self.is_used)}: {self.reason}."


class LoopPuzzle(PencilPuzzle["LoopSolution", LoopHint, LoopRefutation]):
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

    def _asking(self, clock: Clock, effort: float = math.inf) -> LoopQuestions:
        return LoopQuestions(self, clock, effort)

    def _refuted(self, solution: LoopSolution, asked: Any) -> LoopRefutation | None:
        proof: LoopRefutation | None = asked.proof([solution])
        return proof

    def _reduced(self, literals: Iterable[int], asked: Any) -> LoopPuzzle:
        clues, known = asked.named(literals)
        core = self.with_only(clues)
        return LoopPuzzle(core.kind, core.rows, hexagonal=core.hexagonal, known=known)

    def _next_hint(self, solution: LoopSolution, asked: Any) -> LoopHint:
        on = {edge: edge in solution.edges for edge in map(_sorted, self.rules.edges)}
        if (found := asked.easiest(asked.of_edges(on))) is None:
            raise InvalidArgument("no further edge is the same in all solutions")
        clues, known = asked.named(found[1])
        ((edge, is_used),) = asked.named(found[:1])[1].items()
        return LoopHint(edge=edge, is_used=is_used, clues=clues, known=known)

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
        self.edges = frozenset(map(_sorted, edges))
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


def _sorted(edge: Edge) -> Edge:
    u, v = edge
    return (u, v) if u < v else (v, u)


class LoopQuestions(PuzzleQuestions[LoopSolution]):
    """Questions about a loop puzzle: a literal says that an edge is used, or that a clue holds."""

    def __init__(self, puzzle: LoopPuzzle, clock: Clock, effort: float = math.inf) -> None:
        super().__init__(clock, effort)
        self._puzzle, self._rules = puzzle, puzzle.rules
        first = self._rules.variables + 1
        self._cells = dict(enumerate(self._rules.clues, start=first))
        self.variables = self._rules.variables + len(self._cells)
        self.given = [*self._cells, *self.of_edges(self._rules.known)]
        self._parts: list[set[Cell]] = []  # those whose borders are cuts

    def of_edges(self, edges: Mapping[Edge, bool]) -> list[int]:
        """Return that some edges are used, or not."""
        return [self._rules.number[edge] * (1 if on else -1) for edge, on in edges.items()]

    def facts(self) -> Iterator[Fact]:
        """Yield what the rules say, and what each clue says if it holds."""
        yield from self._rules.facts()
        for x, cell in self._cells.items():
            clauses = self._rules.clauses(cell, self._rules.clues[cell])
            yield from ((1, [-x, *clause]) for clause in clauses)

    @property
    def used(self) -> list[Edge]:
        """The edges of the last choice."""
        edges = self._rules.edges
        return [edges[x - 1] for x in self.choice[: len(edges)] if x > 0]

    def cuts(self, supposed: Collection[int]) -> list[Fact]:
        """Return that borders between several loops are crossed."""
        holds = {self._cells[x]: x for x in supposed if x in self._cells}
        cuts = self._rules.cuts(self.used, holds)
        self._parts += [part for part, _ in cuts]
        return [fact for _, fact in cuts]

    def solution(self) -> LoopSolution:
        """Return a solution; raise the error that there is none, with the proof."""
        if self.has(self.given):
            return self.found()
        raise NoLoop("the puzzle has no solution", proof=self.proof())

    def found(self) -> LoopSolution:
        """Return the solution of the last choice, checked."""
        try:
            return LoopSolution(self._puzzle, self.used)
        except InvalidArgument as error:
            raise InvalidProof(f"the solver is wrong: {error}") from None

    def literals(self, solution: LoopSolution) -> list[int]:
        """Return the edges that are used."""
        return sorted(self._rules.number[edge] for edge in solution.edges)

    def exists(self) -> InvalidArgument:
        """Return the error that there is a solution, and so no contradiction."""
        return InvalidArgument("no clues contradict each other: there is a solution")

    def named(self, literals: Iterable[int]) -> tuple[dict[Cell, str], dict[Edge, bool]]:
        """Return the clues and the edges of some literals."""
        clues, edges = self._rules.clues, self._rules.edges
        cells = sorted(self._cells[x] for x in literals if x in self._cells)
        known = {edges[abs(x) - 1]: x > 0 for x in literals if x not in self._cells}
        return {cell: clues[cell] for cell in cells}, known

    def proof(self, besides: Sequence[LoopSolution] = ()) -> LoopRefutation | None:
        """Return why there is no solution but some that are known, None if there is one."""
        puzzle, rules, names = self._puzzle, self._rules, self._rules.names()
        known = [self.literals(one) for one in besides]
        refuted = self.refutation((1, [-x for x in literals]) for literals in known)
        if refuted is None:
            return None
        kept, used, steps = refuted
        proof = LoopRefutation(
            kind=puzzle.kind,
            rows=puzzle.rows,
            hexagonal=puzzle.hexagonal,
            known=tuple(rules.known.items()),
            besides=tuple(tuple(rules.edges[x - 1] for x in literals) for literals in known),
            borders=tuple(
                (frozenset(part), tuple(names[x - 1][0] for x in cut if x > len(rules.edges)))
                for part, (_, cut) in ((self._parts[k], self._cuts[k]) for k in kept)
            ),
            names=tuple(names[x - 1] for x in used),
            **steps,
        )
        verify(proof, puzzle, lambda: self.clock.tick("check"))
        return proof


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
