"""Number puzzles: Hidato, Numbrix and others, whose solution is a Hamiltonian path, and Zip."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import count, pairwise
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar

import networkx as nx

from icosian._io.text import plural, shown
from icosian._run.limits import Clock, SearchStats, check_graph
from icosian.boards.board import Board, Square, board_of, node_name, node_of
from icosian.boards.piece import piece_of, walls
from icosian.boards.text import BELOW, FREE, HOLE, SIDE, text_of
from icosian.clauses import Fact
from icosian.exceptions import HamiltonianPathExists, InvalidArgument, NoHamiltonianPath
from icosian.proofs import Ordered, Proof
from icosian.proofs.claim import Claim, Places
from icosian.puzzles.pencil import Hint, PencilPuzzle, PuzzleQuestions, left_of
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.count.functions import count_hamiltonian_paths
from icosian.tours.problem import Naming, Problem, check_numbers, read_used_edges
from icosian.tours.solve.clauses import OrderedModel, PositionVariables
from icosian.tours.solve.functions import hamiltonian_path, prove_no_hamiltonian_path
from icosian.tours.tour import Tour, check_tour

FEW = 4  # the most other places of a number that a reason lists one by one
SAID = {
    "with a node in the middle of each edge to use, ": "",
    "without the edges to avoid": "without this step",
}
"""What a proof says of the steps that it is about, and what a hint does."""
SEVERAL = "there are several solutions, and this"


class Solution(Tour[Any]):
    r"""The path that solves a puzzle; its picture shows the clues in bold.

    It is a :class:`Tour` in every other respect.

    Parameters
    ----------
    nodes : sequence of nodes
        In the order of their numbers.
    clues : mapping of node to int
        The numbers that were given.
    G : networkx graph, optional
        The graph it belongs to.
    stats : SearchStats, optional
        How it was found.

    See Also
    --------
    icosian.Puzzle.solve : Find one.

    Examples
    --------
    >>> import icosian
    >>> solution = icosian.read_puzzle("1 . 3\n. . .").solve()
    >>> solution.clues
    mappingproxy({(0, 0): 1, (0, 2): 3})
    """

    def __init__(
        self,
        nodes: Sequence[Any],
        *,
        clues: Mapping[Any, int],
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
    ) -> None:
        super().__init__(nodes, is_closed=False, G=G, stats=stats)
        self._clues = dict(clues)

    @property
    def clues(self) -> Mapping[Any, int]:
        """The numbers that were given."""
        return MappingProxyType(self._clues)


_APART = {"wazir": "side by side", "king": "side by side or corner to corner"}


class Puzzle(PencilPuzzle[Solution, Hint, Proof]):
    """A graph with numbers on some nodes, to be completed to a Hamiltonian path.

    The numbers 1, 2, ... follow the path; consecutive numbers stand on adjacent nodes. On a board
    this is a Hidato where a king moves, a Numbrix where a wazir does, and a knight's Hidato.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    clues : mapping of node to int
        The numbers given, from 1; on a board nodes may also be names of squares.

    Raises
    ------
    InvalidArgument
        If a number is not from 1 to the number of nodes, or is given twice.
    NotANode
        If a clue is not on a node of the graph.
    networkx.NetworkXPointlessConcept
        If the graph has no nodes.

    See Also
    --------
    read_puzzle : Read one from a grid of numbers.
    make_puzzle : Make one with exactly one solution.

    Examples
    --------
    >>> import icosian
    >>> puzzle = Puzzle(icosian.king_graph(3), {"a3": 1, "b2": 3, "c1": 6, "c3": 8})
    >>> print(puzzle)
    1 . 8
    . 3 .
    . . 6
    >>> print(puzzle.solve())
    1 9 8
    2 3 7
    4 5 6
    >>> puzzle.is_unique(), Puzzle(puzzle.graph, {"a3": 1}).count()
    (True, 138)
    """

    def __init__(self, G: nx.Graph[Any], clues: Mapping[Any, int]) -> None:
        if not len(check_graph(G)):
            raise nx.NetworkXPointlessConcept("the null graph has neither paths nor puzzles")
        self.graph = G
        """The graph."""
        index, nodes = {v: i for i, v in enumerate(G)}, list(G)
        numbers = check_numbers(Naming.on(G), clues, index, {})
        self._clues = {nodes[v]: k for k, v in sorted(numbers.items())}

    @property
    def clues(self) -> Mapping[Any, int]:
        """The numbers given, in their order."""
        return MappingProxyType(self._clues)

    known = clues

    @property
    def task(self) -> str:
        """What to do, in words."""
        piece = piece_of(self.graph)
        name = "" if piece is None else str(piece.name)
        apart = "on nodes that are joined" if piece is None else f"a {name}'s move apart"
        return f"Write the numbers 1 to {len(self)}, consecutive ones {_APART.get(name, apart)}"

    @property
    def board(self) -> Board | None:
        """The board whose squares the nodes are, or None."""
        return board_of(self.graph, self.graph)

    @property
    def _largest(self) -> int:
        return len(self)

    @property
    def _is_twofold(self) -> bool:
        """True if each solution is another one when it is read backwards."""
        n = len(self.graph)
        both_ways = all(2 * k == n + 1 for k in self._clues.values())
        return both_ways and n > 1 and not self.graph.is_directed()

    @property
    def question(self) -> dict[str, Any]:
        """What :func:`hamiltonian_path` is asked besides the graph."""
        return {"positions": self._clues}

    def with_hint(self, hint: Hint) -> Self:
        """Return the puzzle with the number of a hint filled in."""
        return self.with_known({} if hint.number is None else {hint.node: hint.number})

    def _place(self, name: Any) -> Any:
        return node_of(self.graph, name, "known")

    def _name_of(self, place: Any) -> str:
        return node_name(self.graph, place)

    def _knowing(self, known: Mapping[Any, int]) -> Self:
        return type(self)(self.graph, known)

    def _asking(self, clock: Clock) -> PuzzleQuestions[Solution]:
        return NumberQuestions(self, clock)

    def _is_unique(self, solution: Solution, asked: PuzzleQuestions[Solution]) -> bool:
        return len(self) == 1 or asked.proof([solution]) is not None

    def _count(self, most: float, asked: PuzzleQuestions[Solution]) -> int:
        if most < math.inf or "order" in self.question:
            return super()._count(most, asked)
        paths = count_hamiltonian_paths(self.graph, positions=self._clues, **left_of(asked.clock))
        return 2 * paths if self._is_twofold else paths

    def _next_hint(self, solution: Solution, asked: Any) -> Hint:
        walks = _ClueWalks(self, solution, asked.clock)
        narrow = NumberQuestions(self, asked.clock, positions=tuple(self._clues.items()))
        return walks.hint() or walks.searched(narrow)

    def __len__(self) -> int:
        return len(self.graph)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        same = self.question == other.question
        return same and nx.utils.graphs_equal(self.graph, other.graph)

    def __hash__(self) -> int:
        return hash(tuple(self._clues.items()))

    def __repr__(self) -> str:
        return f"<puzzle of {plural(len(self), 'node')} with {plural(len(self._clues), 'clue')}>"

    def __str__(self) -> str:
        board = self.board
        if board is None or board.dimensions != 2:
            clues = ", ".join(f"{k} on {shown(v)}" for v, k in self._clues.items())
            return f"{len(self)} nodes: {clues or 'no clues'}"

        def mark(square: Square) -> str:
            return str(self._clues.get(square, FREE)) if square in self.graph else HOLE

        width = len(str(self._largest))
        lines = [list(line) for line in text_of(board, mark, width).splitlines()]
        below = [[" "] * len(line) for line in lines]
        for (row, column), (other, _) in walls(self.graph):
            begin = column * (width + 1)
            if row == other:
                lines[row][begin + width] = SIDE
            else:
                below[row][begin : begin + width] = BELOW * width
        rows = ("".join(line).rstrip() for pair in zip(lines, below, strict=True) for line in pair)
        return "\n".join(filter(None, rows))


class Zip(Puzzle):
    r"""A graph with numbers on some nodes, which a Hamiltonian path passes in their order.

    The path begins at the least number and ends at the greatest. On a board it goes to the four
    sides, and not through walls, which are edges that the graph does not have.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    clues : mapping of node to int
        The numbers, at least two; on a board nodes may also be names of squares.
    steps : iterable of (node, node)
        Edges of the path that are drawn already.

    Raises
    ------
    InvalidArgument, NotANode, networkx.NetworkXPointlessConcept
        As for :class:`icosian.Puzzle`; also if a step is not an edge.

    See Also
    --------
    icosian.Puzzle : All nodes are numbered.

    Examples
    --------
    >>> import icosian
    >>> puzzle = icosian.read_puzzle("1 . .\n-\n. 3|.\n. . 2", kind="zip")
    >>> print(puzzle.solve())
    1 2 3
    8 9 4
    7 6 5
    >>> puzzle.is_unique()
    True
    >>> print(puzzle.hint())
    2 on b3: the path goes there from a3, for without this step, no edge leads from the ...
    """

    task = (
        "Draw one path from the least number to the greatest, through every square once, and the"
        " numbers in their order"
    )

    def __init__(
        self, G: nx.Graph[Any], clues: Mapping[Any, int], *, steps: Iterable[tuple[Any, Any]] = ()
    ) -> None:
        super().__init__(G, clues)
        if len(self._clues) < min(2, len(G)):
            raise InvalidArgument("a Zip has a number where its path begins and one where it ends")
        self.steps = tuple(read_used_edges(Naming.on(G), steps, "steps").values())
        """Edges of the path that are drawn already."""

    @property
    def question(self) -> dict[str, Any]:
        """What :func:`hamiltonian_path` is asked besides the graph."""
        places = list(self._clues)
        return {"start": places[0], "end": places[-1], "order": [places], "require": self.steps}

    @property
    def _largest(self) -> int:
        return max(self._clues.values(), default=1)

    @property
    def _is_twofold(self) -> bool:
        return False

    def with_hint(self, hint: Hint) -> Self:
        """Return the puzzle with the step of a hint drawn."""
        more = () if hint.step is None else (hint.step,)
        return type(self)(self.graph, self._clues, steps=(*self.steps, *more))

    def _knowing(self, known: Mapping[Any, int]) -> Self:
        return type(self)(self.graph, known, steps=self.steps)

    def _reduced(self, literals: Iterable[int], asked: Any) -> Self:
        clues, steps = asked.named(literals)
        return type(self)(self.graph, clues, steps=steps)

    def _asking(self, clock: Clock) -> OrderQuestions:
        return OrderQuestions(self, clock)

    def _next_hint(self, solution: Solution, asked: Any) -> Hint:
        drawn = {frozenset(step) for step in self.steps}
        steps = [step for step in solution.edges() if frozenset(step) not in drawn]
        if not steps:
            raise InvalidArgument("there is no hint where all steps are drawn")
        # 1. A step without which simple conditions exclude a path.
        problem = Problem.of(self.graph, closed=False, **self.question)
        for step in steps:
            if cheap_proof(problem.asking(forbid=(step,)).unconditional, asked.clock):
                return self._forced(step, solution, self._reason(step, asked.clock), asked)
        # 2. A step that all solutions share.
        numbers = [asked.model.edge(step) for step in steps]
        for x, _ in asked.backbone(numbers):
            reason = "for a search finds no solution without this step"
            return self._forced(steps[numbers.index(x)], solution, reason, asked)
        return self._step(steps[0], solution, f"but {SEVERAL} is one of them", is_forced=False)

    def _reason(self, step: tuple[Any, Any], clock: Clock) -> str:
        """Return why there is no solution without a step."""
        try:
            hamiltonian_path(self.graph, **self.question, forbid=[step], **left_of(clock))
        except NoHamiltonianPath as error:
            why = error.proof.explain().partition(": ")[2]
            for words, others in SAID.items():
                why = why.replace(words, others)
            return f"for {why}"
        raise AssertionError

    def _forced(self, step: Any, path: Solution, reason: str, asked: OrderQuestions) -> Hint:
        """Return a step of all solutions; if there are several they may differ in all else."""
        hint = self._step(step, path, reason)
        if not asked.fits([asked.excluded(path)]):
            return hint
        ends = " - ".join(node_name(self.graph, v) for v in step)
        reason = f"a step of each of several solutions, {reason.rstrip('.')}"
        return replace(hint, number=None, reason=reason, _name=ends)

    def _step(self, step: Any, path: Solution, reason: str, *, is_forced: bool = True) -> Hint:
        origin, name = (node_name(self.graph, v) for v in step)
        return Hint(
            node=step[1],
            number=path.nodes.index(step[1]) + 1,
            is_forced=is_forced,
            reason=f"the path goes there from {origin}, {reason.rstrip('.')}",
            step=step,
            _name=name,
        )


# -- Questions to a SAT solver

Numbered = TypeVar("Numbered", bound=Puzzle)


class PathQuestions(PuzzleQuestions[Solution], Generic[Numbered]):
    """Questions about the paths that solve a puzzle."""

    def __init__(self, puzzle: Numbered, clock: Clock, effort: float = math.inf) -> None:
        super().__init__(clock, effort)
        self._puzzle = puzzle

    def solution(self) -> Solution:
        """Return a solution; raise the error that there is none, with the proof."""
        puzzle = self._puzzle
        tour = hamiltonian_path(puzzle.graph, **puzzle.question, **left_of(self.clock))
        return Solution(tour.nodes, clues=puzzle.clues, G=puzzle.graph, stats=tour.stats)

    def found(self) -> Solution:
        """Return the solution of the last choice, checked."""
        puzzle, nodes = self._puzzle, self.path()
        check_tour(puzzle.graph, nodes, closed=False)
        return Solution(nodes, clues=puzzle.clues, G=puzzle.graph)

    def path(self) -> list[Any]:
        """Return the nodes of the last choice in their order."""
        raise NotImplementedError

    def proof(self, besides: Sequence[Solution] = ()) -> Proof | None:
        """Return why there is no solution but some that are known, None if there is one."""
        puzzle = self._puzzle
        if besides and puzzle._is_twofold:  # noqa: SLF001 - our own
            return None
        question = {**puzzle.question, **left_of(self.clock)}
        try:
            return prove_no_hamiltonian_path(puzzle.graph, **question, besides=besides)
        except HamiltonianPathExists:
            return None

    def exists(self) -> HamiltonianPathExists:
        """Return the error that there is a solution, and so no contradiction."""
        return HamiltonianPathExists(self.found())


class NumberQuestions(PathQuestions[Puzzle]):
    """Questions about paths with numbers: a literal says that a node has a number.

    Positions hold in every answer. Walks from them leave few literals, and no reason.
    """

    def __init__(
        self, puzzle: Puzzle, clock: Clock, effort: float = math.inf, *, positions: Places = ()
    ) -> None:
        super().__init__(puzzle, clock, effort)
        self._claim = Claim(closed=False, positions=positions)

    @cached_property
    def _model(self) -> PositionVariables:
        return PositionVariables(self._puzzle.graph, self._claim, lambda: self.clock.tick("sat"))

    @cached_property
    def places(self) -> dict[tuple[Any, int], int]:
        """The literal of each node and number; clues that no walk leads to have theirs too."""
        nodes = self._model.nodes
        named = {(nodes[v], k + 1): x for (v, k), x in self._model.variables.items()}
        for place in self._puzzle.clues.items():
            named.setdefault(place, len(named) + 1)
        return named

    @property
    def variables(self) -> int:  # type: ignore[override]
        """The number of variables."""
        return len(self.places)

    @property
    def given(self) -> list[int]:  # type: ignore[override]
        """The clues."""
        return [self.places[place] for place in self._puzzle.clues.items()]

    def facts(self) -> Iterator[Fact]:
        """Yield what all paths meet, and that no walk leads to the other clues."""
        yield from self._model.facts()
        yield from ((1, [-x]) for x in range(len(self._model.variables) + 1, self.variables + 1))

    def path(self) -> list[Any]:
        """Return the nodes of the last choice in their order."""
        chosen = {x for x in self.choice if x > 0}
        found = {k: v for (v, k), x in self.places.items() if x in chosen}
        return [found[k] for k in sorted(found)]

    def literals(self, solution: Sequence[Any]) -> list[int]:
        """Return the numbers on a path."""
        return [self.places[v, k] for k, v in enumerate(solution, start=1)]

    def named(self, literals: Iterable[int]) -> dict[Any, int]:
        """Return numbers as clues, in their order."""
        said = set(literals)
        clues = [place for place, x in self.places.items() if x in said]
        return dict(sorted(clues, key=lambda place: place[1]))


class _ClueOrder(OrderedModel):
    """The paths whose clues keep to their order, with a literal for each of the inner clues."""

    def __init__(self, problem: Problem, question: Ordered) -> None:
        super().__init__(problem, question)
        self.guards = dict(zip(self.places, count(self.variables + 1), strict=False))
        self.variables += len(self.guards)

    def unless(self, one: int, other: int) -> list[int]:
        """Return literals one of which holds if two nodes need not keep to their order."""
        return [-self.guards[one], -self.guards[other]]


class OrderQuestions(PathQuestions[Zip]):
    """Questions about the paths of a Zip: a literal says that an edge is used, or a clue holds."""

    @cached_property
    def model(self) -> _ClueOrder:
        """The edges, and the order of the clues."""
        asked = {**self._puzzle.question, "require": ()}
        problem = Problem.of(self._puzzle.graph, closed=False, **asked)
        evidence: dict[str, Any] = dict.fromkeys(("sets", "edges", "clauses"), ())
        question = problem.certificate(Ordered, chains=problem.conditions.chains, **evidence)
        return _ClueOrder(problem, question)

    @property
    def variables(self) -> int:  # type: ignore[override]
        """The number of variables."""
        return self.model.variables

    @property
    def given(self) -> list[int]:  # type: ignore[override]
        """The inner clues, and the steps that are drawn."""
        return [*self.model.guards.values(), *map(self.model.edge, self._puzzle.steps)]

    def facts(self) -> Iterable[Fact]:
        """Return what all paths meet."""
        return self.model.facts() if len(self._puzzle) > 1 else ()

    def cuts(self) -> list[Fact]:
        """Return that the border of each of several cycles is crossed."""
        model = self.model
        cycles = model.cycles(self.choice) if len(self._puzzle) > 1 else []
        some = cycles[:-1] if len(cycles) < 3 else cycles  # two have the same border
        return [fact for cycle in some for fact in model.border(model.smaller(cycle))]

    def path(self) -> list[Any]:
        """Return the nodes of the last choice in their order."""
        problem = self.model.problem
        if problem.size == 1:
            return problem.nodes
        (cycle,) = self.model.cycles(self.choice)
        return [problem.nodes[v] for v in problem.instance.tour(cycle)]

    def literals(self, solution: Sequence[Any]) -> list[int]:
        """Return the edges of a path."""
        return list(map(self.model.edge, pairwise(solution)))

    def named(self, literals: Iterable[int]) -> tuple[dict[Any, int], list[tuple[Any, Any]]]:
        """Return the clues, also the first and the last one, and the steps of some literals."""
        said, model, puzzle = set(literals), self.model, self._puzzle
        left_out = {model.problem.nodes[v] for v, x in model.guards.items() if x not in said}
        clues = {v: k for v, k in puzzle.clues.items() if v not in left_out}
        return clues, [step for step in puzzle.steps if model.edge(step) in said]


# -- Hints that walks show


class _ClueWalks:
    """What the clues leave: the nodes that may have each number."""

    def __init__(self, puzzle: Puzzle, solution: Solution, clock: Clock) -> None:
        self._G, self._solution, self._clock = puzzle.graph, solution, clock
        self._clues = {k: v for v, k in solution.clues.items()}
        self._open = [k for k in range(1, len(solution) + 1) if k not in self._clues]
        if not self._open:
            raise InvalidArgument("there is no hint where all numbers are given")
        self._fits, _ = self._walked({})

    def _walked(self, more: dict[Any, int]) -> tuple[dict[int, set[Any]], str]:
        """Return the nodes that may have each number, and the contradiction if there is one."""
        claim = Claim(closed=False, positions=(*self._solution.clues.items(), *more.items()))
        table = PositionVariables(self._G, claim, lambda: self._clock.tick("hint"))
        if table.empty is not None:
            return {}, f"{table.empty + 1} has no place"
        fits = {k: {table.nodes[v] for v in some} for k, some in enumerate(table.fits, start=1)}
        unused = set(table.nodes).difference(*fits.values())
        if unused:
            return fits, f"{self._name(min(unused, key=table.nodes.index))} has no number"
        return fits, ""

    def hint(self) -> Hint | None:
        """Return the hint with the easiest reason, if walks show one."""
        return self._single_place() or self._single_number() or self._refuted()

    def _single_place(self) -> Hint | None:
        """Return a number with one place, the one nearest to given numbers."""
        singles = [k for k in self._open if len(self._fits[k]) == 1]
        if not singles:
            return None
        k = min(singles, key=lambda k: (self._steps_around(k), k))
        around = " and ".join(self._around(k))
        return self._hint(k, ", ".join(filter(None, (f"the only place for {k}", around))))

    def _single_number(self) -> Hint | None:
        """Return the number of a node that can have no other one."""
        for k in self._open:
            node = self._solution[k - 1]
            if not any(node in self._fits[other] for other in self._open if other != k):
                return self._hint(k, f"{k} is the only number that can stand there")
        return None

    def _refuted(self) -> Hint | None:
        """Return a number whose other places leave something without place or number."""
        for k in self._by_choice():
            others = self._others(k)
            if len(others) > FEW:
                return None
            reasons = []
            for v in others:
                _, contradiction = self._walked({v: k})
                if not contradiction:
                    break
                reasons.append(f"with {k} on {self._name(v)}, {contradiction}")
            else:
                return self._hint(k, "; ".join(reasons))
        return None

    def searched(self, asked: NumberQuestions) -> Hint:
        """Return a number that all solutions share, as a search shows; else any number."""
        order = self._by_choice()
        literals = [asked.places[self._solution[k - 1], k] for k in order]
        for x, _ in asked.backbone(literals):
            k = order[literals.index(x)]
            others = self._others(k)
            places = _listed([self._name(v) for v in others[:FEW]])
            more = f" and {len(others) - FEW} other places" if len(others) > FEW else ""
            return self._hint(k, f"a search finds no solution with {k} on {places}{more}")
        return self._hint(order[0], f"{SEVERAL} number is from one of them", is_forced=False)

    def _by_choice(self) -> list[int]:
        """Return the open numbers, those with the fewest places first."""
        return sorted(self._open, key=lambda k: (len(self._fits[k]), self._steps_around(k), k))

    def _others(self, k: int) -> list[Any]:
        """Return the other places of a number, in the order of the solution."""
        return [v for v in self._solution if v in self._fits[k] and v != self._solution[k - 1]]

    def _neighbors(self, k: int) -> tuple[int | None, int | None]:
        """Return the given numbers before and after another one."""
        before = max((j for j in self._clues if j < k), default=None)
        return before, min((j for j in self._clues if j > k), default=None)

    def _steps_around(self, k: int) -> int:
        return sum(len(self._solution) if j is None else abs(j - k) for j in self._neighbors(k))

    def _around(self, k: int) -> list[str]:
        """Say how far a number is from others, so that one place is left for it.

        These are the numbers given before and after it, if that is not enough also the first or the
        last one, to which walks have to lead.
        """
        words, more, places = [], [], set(self._G)
        before, after = self._neighbors(k)
        for side, j, last in (("after", before, 1), ("before", after, len(self._solution))):
            if j is not None:
                words.append(f"{_steps(abs(k - j))} {side} {j} on {self._name(self._clues[j])}")
                places &= self._ends(j, k)
            elif k != last:
                more.append(f"{_steps(abs(k - last))} {side} {last}, wherever that is")
        return words if len(places) == 1 else words + more

    def _ends(self, given: int, k: int) -> set[Any]:
        """Return where walks over free nodes from a given number are at another one."""
        G: Any = self._G
        near = G.pred if k < given and G.is_directed() else G.adj
        reached, taken = {self._clues[given]}, {*self._clues.values()}
        for _ in range(abs(k - given)):
            reached = set().union(*(near[v].keys() - {v} for v in reached)) - taken
        return reached

    def _hint(self, k: int, reason: str, *, is_forced: bool = True) -> Hint:
        node = self._solution[k - 1]
        name = self._name(node)
        return Hint(node=node, number=k, is_forced=is_forced, reason=reason, _name=name)

    def _name(self, node: Any) -> str:
        return node_name(self._G, node)


def _steps(number: int) -> str:
    return "one step" if number == 1 else f"{number} steps"


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
