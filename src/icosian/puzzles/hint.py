"""Hints: a number that can be filled in next, with the easiest reason that is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from icosian.exceptions import InvalidArgument, NoHamiltonianPath
from icosian.proofs.claim import Claim
from icosian.tours.solve.api import hamiltonian_path
from icosian.tours.solve.sat import Timetable

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

    from icosian._run.clock import Clock
    from icosian.puzzles.puzzle import Solution


FEW = 4
"""The most other places of a number that a reason lists one by one."""


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


def next_hint(G: nx.Graph[Any], solution: Solution, clock: Clock) -> Hint:
    """Return a hint for the puzzle that a path solves."""
    return _Deduction(G, solution, clock).hint()


class _Deduction:
    """What the clues leave: the nodes that may have each number."""

    def __init__(self, G: nx.Graph[Any], solution: Solution, clock: Clock) -> None:
        self._G, self._solution, self._clock = G, solution, clock
        self._clues = {k: v for v, k in solution.clues.items()}
        self._open = [k for k in range(1, len(solution) + 1) if k not in self._clues]
        if not self._open:
            raise InvalidArgument("there is no hint where all numbers are given")
        self._fits, _ = self._left({})
        board = solution.board
        self._board = board if board is not None and board.has_names else None

    def _left(self, more: dict[Any, int]) -> tuple[dict[int, set[Any]], str]:
        """Return the nodes that may have each number, and the contradiction if there is one."""
        places = (*self._solution.clues.items(), *more.items())
        claim = Claim(closed=False, positions=places)
        table = Timetable(self._G, claim, lambda: self._clock.tick("hint"))
        if table.empty is not None:
            return {}, f"{table.empty + 1} has no place"
        fits = {k: {table.nodes[v] for v in some} for k, some in enumerate(table.fits, start=1)}
        unused = set(table.nodes).difference(*fits.values())
        if unused:
            return fits, f"{self._name(min(unused, key=table.nodes.index))} has no number"
        return fits, ""

    def hint(self) -> Hint:
        """Return the hint with the easiest reason."""
        return self._single_place() or self._single_number() or self._refuted() or self._searched()

    def _single_place(self) -> Hint | None:
        """Return a number with one place, the one nearest to given numbers."""
        singles = [k for k in self._open if len(self._fits[k]) == 1]
        if not singles:
            return None
        k = min(singles, key=lambda k: (self._steps_around(k), k))
        return self._forced(k, f"the only place for {k}, {' and '.join(self._around(k))}")

    def _single_number(self) -> Hint | None:
        """Return the number of a node that can have no other one."""
        for k in self._open:
            node = self._solution[k - 1]
            if not any(node in self._fits[other] for other in self._open if other != k):
                return self._forced(k, f"{k} is the only number that can stand there")
        return None

    def _refuted(self) -> Hint | None:
        """Return a number whose other places leave something without place or number."""
        for k in self._by_choice():
            others = self._others(k)
            if len(others) > FEW:
                return None
            reasons = []
            for v in others:
                _, contradiction = self._left({v: k})
                if not contradiction:
                    break
                reasons.append(f"with {k} on {self._name(v)}, {contradiction}")
            else:
                return self._forced(k, "; ".join(reasons))
        return None

    def _searched(self) -> Hint:
        """Return a number whose other places have no solution, as proofs show; else any number."""
        doubtful = set[int]()
        for k in self._by_choice():
            if k in doubtful:
                continue
            others = self._others(k)
            for v in others:
                try:
                    second = hamiltonian_path(
                        self._G,
                        positions={**self._solution.clues, v: k},
                        timeout=max(0.0, self._clock.left),
                        progress=self._clock.progress,
                    )
                except NoHamiltonianPath:
                    continue
                pairs = enumerate(zip(self._solution, second, strict=True), start=1)
                doubtful |= {j for j, (one, other) in pairs if one != other}
                break
            else:
                places = _listed([self._name(v) for v in others[:FEW]])
                more = f" and {len(others) - FEW} other places" if len(others) > FEW else ""
                return self._forced(k, f"a search finds no solution with {k} on {places}{more}")
        k = self._by_choice()[0]
        reason = "there are several solutions, and this number is from one of them"
        return self._made(k, reason, is_forced=False)

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
        """Say how far a number is from those given before and after it."""
        before, after = self._neighbors(k)
        words = []
        if before is not None:
            words.append(
                f"{_steps(k - before)} after {before} on {self._name(self._clues[before])}"
            )
        if after is not None:
            words.append(f"{_steps(after - k)} before {after} on {self._name(self._clues[after])}")
        return words or ["whatever the others are"]

    def _forced(self, k: int, reason: str) -> Hint:
        return self._made(k, reason, is_forced=True)

    def _made(self, k: int, reason: str, *, is_forced: bool) -> Hint:
        node = self._solution[k - 1]
        name = self._name(node)
        return Hint(node=node, number=k, is_forced=is_forced, reason=reason, _name=name)

    def _name(self, node: Any) -> str:
        return repr(node) if self._board is None else self._board.name(node)


def _steps(number: int) -> str:
    return "one step" if number == 1 else f"{number} steps"


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
