"""Puzzle: a graph in which some nodes have their number on a Hamiltonian path."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_graph
from icosian._run.clock import Clock, Progress, SearchStats, TimeIsUp
from icosian._show import Shown
from icosian.boards.board import Board, board_of
from icosian.boards.lookup import node_of
from icosian.exceptions import (
    HamiltonianPathExists,
    InvalidArgument,
    NoHamiltonianPath,
    SearchLimitReached,
)
from icosian.proofs import Proof
from icosian.puzzles.fillings import Fillings, grid
from icosian.puzzles.hint import Hint, next_hint
from icosian.tours.conditions import checked_numbers
from icosian.tours.count.api import count_hamiltonian_paths
from icosian.tours.solve.api import (
    hamiltonian_path,
    has_unique_hamiltonian_path,
    prove_no_hamiltonian_path,
)
from icosian.tours.tour import Tour


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


class Puzzle(Shown):
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
        if not len(checked_graph(G)):
            raise nx.NetworkXPointlessConcept("the null graph has neither paths nor puzzles")
        self.graph = G
        """The graph."""
        index = {v: i for i, v in enumerate(G)}
        numbers = checked_numbers(partial(node_of, G), clues, index, {}, closed=False)
        nodes = list(G)
        self._clues = {nodes[v]: k for k, v in sorted(numbers.items())}

    @property
    def clues(self) -> Mapping[Any, int]:
        """The numbers given, in their order."""
        return MappingProxyType(self._clues)

    @property
    def board(self) -> Board | None:
        """The board whose squares the nodes are, or None."""
        board = board_of(self.graph)
        return board if board is not None and all(v in board for v in self.graph) else None

    @property
    def _largest(self) -> int:
        """The largest number."""
        return len(self)

    @property
    def _is_twofold(self) -> bool:
        """True if each solution is another one when it is read backwards."""
        n = len(self.graph)
        both_ways = all(2 * k == n + 1 for k in self._clues.values())
        return both_ways and n > 1 and not self.graph.is_directed()

    @property
    def _question(self) -> dict[str, Any]:
        """What the solution is asked for besides the graph."""
        return {"positions": self._clues}

    def with_hint(self, hint: Hint) -> Puzzle:
        """Return the puzzle with the number of a hint filled in."""
        return self.with_clues({} if hint.number is None else {hint.node: hint.number})

    def with_clues(self, more: Mapping[Any, int]) -> Puzzle:
        r"""Return the puzzle with further numbers filled in.

        Parameters
        ----------
        more : mapping of node to int
            The numbers; on a board nodes may also be names of squares.

        Returns
        -------
        Puzzle
            A new puzzle.

        Raises
        ------
        InvalidArgument, NotANode
            As for :class:`Puzzle`.

        Examples
        --------
        >>> import icosian
        >>> print(icosian.read_puzzle("1 . 3\n. . .").with_clues({"c1": 4}))
        1 . 3
        . . 4
        """
        further = Puzzle(self.graph, more).clues
        for node, number in further.items():
            if (given := self._clues.get(node, number)) != number:
                raise InvalidArgument(f"{node!r} is given the numbers {given} and {number}")
        return self._with({**self._clues, **further})

    def solve(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Solution:
        """Return a solution.

        Parameters
        ----------
        timeout, progress : optional
            As for :func:`hamiltonian_path`.

        Returns
        -------
        Solution
            A path with the given numbers, checked against the graph.

        Raises
        ------
        NoHamiltonianPath
            If there is none; ``.proof`` says why and was checked against the graph.
        SearchLimitReached
            If the time is over.

        See Also
        --------
        is_unique : Return True if there is no other one.
        conflict : Say which clues contradict each other.

        Notes
        -----
        A SAT solver decides; see :func:`hamiltonian_cycle`. Where every fifth square has a number,
        boards of 12 x 12 squares take hundredths of a second; with very few numbers they may take
        long.
        """
        tour = hamiltonian_path(self.graph, **self._question, timeout=timeout, progress=progress)
        return Solution(tour.nodes, clues=self._clues, G=self.graph, stats=tour.stats)

    def count(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> int:
        """Return how many solutions there are.

        Parameters
        ----------
        timeout, progress : optional
            As for :func:`count_hamiltonian_paths`.

        Returns
        -------
        int
            The number of ways to fill in the numbers.

        Raises
        ------
        SearchLimitReached
            If the time is over.

        See Also
        --------
        is_unique : Quicker where there are many.

        Notes
        -----
        Solutions are listed, so the time grows with their number, unless only the ends of the
        path are given. Each of a Zip is found by one more question.
        """
        return self._count(timeout=timeout, progress=progress)

    def _count(self, **limits: Any) -> int:
        """Return how many solutions there are."""
        paths = count_hamiltonian_paths(self.graph, positions=self._clues, **limits)
        return 2 * paths if self._is_twofold else paths

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
            As for :func:`has_unique_hamiltonian_path`.

        Returns
        -------
        bool
            True if it is proved that there is no second solution.

        Raises
        ------
        NoHamiltonianPath
            If there is none at all.
        SearchLimitReached
            If the time is over.

        See Also
        --------
        count : The number of solutions.
        prove_unique : Return the proof.
        """
        unique = has_unique_hamiltonian_path(
            self.graph, **self._question, timeout=timeout, progress=progress
        )
        return unique and not self._is_twofold

    def prove_unique(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Proof:
        r"""Return a proof that there is exactly one solution.

        Parameters
        ----------
        timeout, progress : optional
            As for :func:`prove_no_hamiltonian_path`.

        Returns
        -------
        Proof
            That there is no solution besides the one that its ``besides`` holds, checked against
            the graph; ``to_lrat(puzzle.graph)`` writes it for other checkers.

        Raises
        ------
        InvalidArgument
            If there is another one.
        NoHamiltonianPath
            If there is none at all.
        SearchLimitReached
            If the time is over.

        Examples
        --------
        >>> import icosian
        >>> puzzle = icosian.read_puzzle("1 . 3\n. . .\n7 . 9", kind="numbrix")
        >>> print(puzzle.prove_unique().explain())
        There is no Hamiltonian path ... besides the known one: ...
        """
        clock = Clock(timeout, progress)
        known = self.solve(timeout=timeout, progress=progress)
        limits: dict[str, Any] = {"timeout": max(0.0, clock.left), "progress": progress}
        try:
            if not self._is_twofold:
                return prove_no_hamiltonian_path(
                    self.graph, **self._question, besides=[known], **limits
                )
        except HamiltonianPathExists:
            pass
        raise InvalidArgument("there is nothing to prove: there is more than one solution")

    def conflict(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Puzzle:
        r"""Return clues that contradict each other, none of which can be left out.

        Parameters
        ----------
        timeout : float, optional
            Time limit in seconds.
        progress : callable, optional
            Called about ten times a second with a :class:`Progress`.

        Returns
        -------
        Puzzle
            A puzzle with these clues only, which has no solution. It has none of them if the graph
            has no Hamiltonian path; a Zip keeps its first and its last one.

        Raises
        ------
        HamiltonianPathExists
            If there is a solution; ``.tour`` is it.
        SearchLimitReached
            If the time is over.

        Notes
        -----
        Clues are left out one after the other as long as a SAT solver finds no solution: at once on
        boards of 8 x 8 squares, while 12 x 12 may take long. Other sets of clues may contradict
        each other as well.

        Examples
        --------
        >>> import icosian
        >>> puzzle = icosian.read_puzzle("1 . 3\n. . .\n9 . 4")
        >>> print(puzzle.conflict())
        . . 3
        . . .
        . . 4
        >>> puzzle.conflict().solve()
        Traceback (most recent call last):
        icosian.exceptions.NoHamiltonianPath: There is no Hamiltonian path with c3 as number 3, ...
        """
        clock = Clock(timeout, progress)
        try:
            core = self._core(clock)
        except TimeIsUp:
            raise SearchLimitReached(
                f"no contradiction found: {clock.over}", stats=clock.stats("sat")
            ) from None
        puzzle = self if core is None else self._with(core)
        try:
            found = puzzle.solve(timeout=max(0.0, clock.left), progress=progress)
        except NoHamiltonianPath:
            return puzzle
        raise HamiltonianPathExists(found)

    def _core(self, clock: Clock) -> dict[Any, int] | None:
        """Return clues that contradict each other, None if there are none."""
        return Fillings(self.graph, clock).conflict(self._clues)

    def _with(self, clues: Mapping[Any, int]) -> Puzzle:
        """Return the puzzle with other clues."""
        return Puzzle(self.graph, clues)

    def hint(
        self,
        *,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Hint:
        r"""Return a number that can be filled in next, and the reason.

        Parameters
        ----------
        timeout : float, optional
            Time limit in seconds.
        progress : callable, optional
            Called about ten times a second with a :class:`Progress`.

        Returns
        -------
        Hint
            The number, its node, and why it stands there: the easiest reason that is found.

        Raises
        ------
        InvalidArgument
            If all numbers are given, or all steps of a Zip are drawn.
        NoHamiltonianPath
            If the puzzle has no solution; ``.proof`` says why.
        SearchLimitReached
            If the time is over.

        See Also
        --------
        with_hint : Fill it in.

        Examples
        --------
        >>> import icosian
        >>> puzzle = icosian.read_puzzle("1 . 8\n. 3 .\n. . 6")
        >>> hint = puzzle.hint()
        >>> print(hint)
        7 on c2: the only place for 7, one step after 6 on c1 and one step before 8 on c3.
        >>> puzzle = puzzle.with_hint(hint)
        """
        clock = Clock(timeout, progress)
        solution = self.solve(timeout=clock.allowed, progress=progress)
        try:
            return self._next_hint(solution, clock)
        except TimeIsUp:
            raise SearchLimitReached(
                f"no hint found: {clock.over}", stats=clock.stats("hint")
            ) from None

    def _next_hint(self, solution: Solution, clock: Clock) -> Hint:
        """Return a hint for the puzzle that a path solves."""
        return next_hint(self.graph, solution, clock)

    def __len__(self) -> int:
        return len(self.graph)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        same = self._question == other._question
        return same and nx.utils.graphs_equal(self.graph, other.graph)

    def __hash__(self) -> int:
        return hash(tuple(self._clues.items()))

    def __repr__(self) -> str:
        return f"<puzzle of {len(self)} nodes with {len(self._clues)} clues>"

    def __str__(self) -> str:
        return grid(self)
