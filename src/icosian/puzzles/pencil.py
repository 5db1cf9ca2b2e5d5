"""What all puzzles are asked: solutions, their number, proofs, contradicting clues, hints."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from icosian._io.text import shown
from icosian._run.limits import Clock, TimeIsUp, Watch, check_int, hinted
from icosian._show import Shown
from icosian.clauses import Questions
from icosian.exceptions import InvalidArgument, SearchLimitReached

METHOD = "sat"

Answer = TypeVar("Answer")
Clue = TypeVar("Clue")
Reason = TypeVar("Reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    r"""A number that can be filled in, and the reason.

    Attributes
    ----------
    node : node
        Where the number stands.
    number : int or None
        The number; None for a step of a :class:`Zip` with several solutions, which may differ in
        it and in the direction of the step.
    is_forced : bool
        True if it stands there in every solution, or every solution has the step; False if there
        are several solutions, and nothing that is left is the same in all of them.
    reason : str
        The reason in words.
    step : tuple of node or None
        The step of a :class:`Zip` that leads to the node; its number is counted on the path.

    See Also
    --------
    icosian.Puzzle.hint : Find one.

    Examples
    --------
    >>> import icosian
    >>> hint = icosian.read_puzzle("1 . 3 .\n").hint()
    >>> hint.node, hint.number, hint.is_forced
    ((0, 1), 2, True)
    """

    node: Any
    number: int | None
    is_forced: bool
    reason: str
    step: tuple[Any, Any] | None = None
    _name: str

    def __str__(self) -> str:
        number = "" if self.number is None else f"{self.number} on "
        return f"{number}{self._name}: {self.reason}."


def left_of(clock: Clock) -> dict[str, Any]:
    """Return what is left of the time, as arguments of a search that is a part of another."""
    return {"timeout": max(0.0, clock.left), "progress": clock.progress}


def check_known(known: Any) -> Mapping[Any, Any]:
    """Return what is known if it is a mapping."""
    if not isinstance(known, Mapping):
        raise InvalidArgument(f"known must be a mapping, got {shown(known)}")
    return known


class PuzzleQuestions(Questions, Generic[Answer]):
    """Questions about a puzzle with some of its clues."""

    @abstractmethod
    def solution(self) -> Answer:
        """Return a solution; raise the error that there is none, with the proof."""

    @abstractmethod
    def found(self) -> Answer:
        """Return the solution of the last choice, checked."""

    @abstractmethod
    def literals(self, solution: Answer) -> list[int]:
        """Return literals that no other solution has all of."""

    def excluded(self, solution: Answer, literal: int | None = None) -> int:
        """Return a literal that excludes a solution, and what it excluded before."""
        return self.besides(self.literals(solution), literal)

    @abstractmethod
    def proof(self, besides: Sequence[Answer] = ()) -> Any:
        """Return why there is no solution but some that are known, None if there is one."""

    def exists(self) -> Exception:
        """Return the error that there is a solution, and so no contradiction."""
        return InvalidArgument("no clues contradict each other: there is a solution")


class PencilPuzzle(Shown, Generic[Answer, Clue, Reason]):
    """A puzzle with clues, whose kind says what they mean."""

    @abstractmethod
    def _asking(self, clock: Clock) -> PuzzleQuestions[Answer]:
        """Return the puzzle as questions."""

    @abstractmethod
    def _next_hint(self, solution: Answer, asked: PuzzleQuestions[Answer]) -> Clue:
        """Return a hint for the puzzle."""

    def _reduced(self, literals: Iterable[int], asked: Any) -> Self:
        """Return the puzzle with what some literals give only."""
        return self._knowing(asked.named(literals))

    @property
    @abstractmethod
    def known(self) -> Mapping[Any, Any]:
        """What is known: numbers on nodes, edges that are used, squares with queens, or not."""

    @abstractmethod
    def _knowing(self, known: Mapping[Any, Any]) -> Self:
        """Return the puzzle with something else that is known."""

    @abstractmethod
    def _place(self, name: Any) -> Any:
        """Return what a user calls so."""

    @abstractmethod
    def _name_of(self, place: Any) -> str:
        """Return what something is called."""

    def with_known(self, more: Mapping[Any, Any]) -> Self:
        r"""Return the puzzle with more that is known.

        Parameters
        ----------
        more : mapping
            Numbers on nodes; of a loop puzzle edges, True if they are used and False if not; of
            queens squares, True if they have a queen. Squares of a board also by their names.

        Returns
        -------
        Puzzle, LoopPuzzle or QueensPuzzle
            A new puzzle.

        Raises
        ------
        InvalidArgument, NotANode
            If something is not of the puzzle, or known otherwise.

        Examples
        --------
        >>> import icosian
        >>> print(icosian.read_puzzle("1 . 3\n. . .").with_known({"c1": 4}))
        1 . 3
        . . 4
        >>> puzzle = icosian.puzzles.LoopPuzzle("slitherlink", ["3.", ".1"])
        >>> puzzle.with_known({((1, 0), (1, 1)): True}).is_unique()
        True
        """
        return self._knowing(self._joined(more))

    def _joined(self, more: Mapping[Any, Any]) -> dict[Any, Any]:
        known = dict(self.known)
        for name, value in check_known(more).items():
            place = self._place(name)
            if (given := known.setdefault(place, value)) != value:
                what = f"{self._name_of(place)} is known already, and not so"
                raise InvalidArgument(f"{what}: as {given}, got {value}")
        return known

    @abstractmethod
    def with_hint(self, hint: Clue) -> Self:
        """Return the puzzle with a hint filled in."""

    @contextmanager
    def _asked(self, timeout: float | None, progress: Watch) -> Iterator[PuzzleQuestions[Answer]]:
        """Let questions end with the error that the time is over."""
        clock = Clock(timeout, progress)
        try:
            yield self._asking(clock)
        except TimeIsUp:
            reason = f"not decided: {clock.over}"
            raise SearchLimitReached(reason, stats=clock.stats(METHOD)) from None

    @hinted
    def solve(self, *, timeout: float | None = None, progress: Watch = None) -> Answer:
        """Return a solution.

        Parameters
        ----------
        timeout : float, optional
            Time limit in seconds.
        progress : callable or True, optional
            Called about ten times a second with a :class:`Progress`.

        Returns
        -------
        Solution, LoopSolution or QueensSolution
            The path, the loop, the paths or the queens, checked by the rules.

        Raises
        ------
        NoHamiltonianPath, NoLoop, NoPlacement
            If there is none; ``.proof`` says why and was checked.
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
        with self._asked(timeout, progress) as asked:
            return asked.solution()

    @hinted
    def is_unique(self, *, timeout: float | None = None, progress: Watch = None) -> bool:
        """Return True if there is exactly one solution.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        bool
            True if there is no second solution: for number puzzles that is proved; for loop puzzles
            the solver finds none in a search that is complete.

        Raises
        ------
        NoHamiltonianPath, NoLoop, NoPlacement
            If there is none at all.
        SearchLimitReached
            If the time is over.

        See Also
        --------
        count : The number of solutions.
        prove_unique : Return the proof.
        """
        with self._asked(timeout, progress) as asked:
            return self._is_unique(asked.solution(), asked)

    def _is_unique(self, solution: Answer, asked: PuzzleQuestions[Answer]) -> bool:
        return not asked.fits([asked.excluded(solution)])

    @hinted
    def prove_unique(self, *, timeout: float | None = None, progress: Watch = None) -> Reason:
        r"""Return a proof that there is exactly one solution.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        Proof, LoopRefutation or ClauseBound
            That there is no solution besides the one that its ``besides`` holds, checked;
            ``to_lrat`` writes it for other checkers. The proof about a number puzzle, or about
            queens, is about its graph.

        Raises
        ------
        InvalidArgument
            If there is another one.
        NoHamiltonianPath, NoLoop, NoPlacement
            If there is none at all.
        SearchLimitReached
            If the time is over.

        Examples
        --------
        >>> import icosian
        >>> puzzle = icosian.read_puzzle("1 . 3\n. . .\n7 . 9", kind="numbrix")
        >>> print(puzzle.prove_unique().explain())
        There is no Hamiltonian path ... besides the known one: ...
        >>> puzzle = icosian.puzzles.LoopPuzzle("slitherlink", ["3.1"])
        >>> puzzle.prove_unique().check(puzzle)
        """
        with self._asked(timeout, progress) as asked:
            proof: Reason | None = asked.proof([asked.solution()])
        if proof is not None:
            return proof
        raise InvalidArgument("there is nothing to prove: there is more than one solution")

    @hinted
    def count(
        self, *, limit: int | None = None, timeout: float | None = None, progress: Watch = None
    ) -> int:
        """Return how many solutions there are.

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

        See Also
        --------
        is_unique : Quicker where there are many.

        Notes
        -----
        Solutions are found one after the other, so the time grows with their number. Without a
        limit those of a Hidato or Numbrix are listed, or counted if only the ends of the path are
        given.
        """
        most = math.inf if limit is None else check_int(limit, "limit")
        with self._asked(timeout, progress) as asked:
            return self._count(most, asked)

    def _count(self, most: float, asked: PuzzleQuestions[Answer]) -> int:
        number, others = 0, list[int]()
        while number < most and asked.fits(others):
            number += 1
            others = [asked.excluded(asked.found(), *others)]
        return number

    @hinted
    def conflict(self, *, timeout: float | None = None, progress: Watch = None) -> Self:
        r"""Return clues that contradict each other, none of which can be left out.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        Puzzle, LoopPuzzle or QueensPuzzle
            A puzzle with these clues, and known edges or steps, only, which has no solution. It has
            none of them if the graph has no Hamiltonian path; a Zip keeps its first number and its
            last one.

        Raises
        ------
        HamiltonianPathExists, InvalidArgument
            If there is a solution; in the first, of number puzzles, ``.tour`` is it.
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
        >>> print(icosian.puzzles.LoopPuzzle("slitherlink", ["32.", "3.0", "..."]).conflict())
        . 2 .
        . . 0
        . . .
        """
        with self._asked(timeout, progress) as asked:
            if asked.has(asked.given):
                raise asked.exists()
            return self._reduced(asked.smallest(asked.core()), asked)

    @hinted
    def hint(self, *, timeout: float | None = None, progress: Watch = None) -> Clue:
        r"""Return what can be filled in next, and the reason.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        Hint, LoopHint or QueensHint
            A number, its node and the easiest reason that is found; of a Zip, a step; of a loop
            puzzle, the edge that the fewest clues and known edges force; of queens, the squares
            that the easiest way decides.

        Raises
        ------
        InvalidArgument
            If all numbers are given, all steps of a Zip are drawn, or no further edge of a loop
            puzzle is the same in all solutions.
        NoHamiltonianPath, NoLoop, NoPlacement
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
        with self._asked(timeout, progress) as asked:
            return self._next_hint(asked.solution(), asked)

    @hinted
    def hints(self, *, timeout: float | None = None, progress: Watch = None) -> list[Clue]:
        r"""Return hints one after the other, each filled in, until nothing is left to say.

        Parameters
        ----------
        timeout, progress : optional
            As for :meth:`solve`.

        Returns
        -------
        list of Hint, LoopHint or QueensHint
            The hints; their reasons say how hard the puzzle is.

        Raises
        ------
        NoHamiltonianPath, NoLoop, NoPlacement
            If the puzzle has no solution.
        SearchLimitReached
            If the time is over.

        Examples
        --------
        >>> import icosian
        >>> puzzle = icosian.read_puzzle("aabb\nacbb\nccdb\ncddd", kind="queens")
        >>> [hint.way for hint in puzzle.hints()]
        ['blocked', 'blocked', 'one line', 'blocked', 'one line', 'blocked', 'only square', ...]
        """
        clock = Clock(timeout, progress)
        puzzle, hints = self, list[Clue]()
        while True:
            try:
                hint = puzzle.hint(**left_of(clock))
            except InvalidArgument:
                return hints
            hints.append(hint)
            puzzle = puzzle.with_hint(hint)
