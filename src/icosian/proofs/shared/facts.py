"""Statements "at least so many of these literals hold", and unit propagation on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._io.memory import Holding
from icosian.exceptions import InvalidProof

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.paths import Paths


LITERAL, WATCHED = 8, 72
"""Bytes that a literal of a statement takes, and one that is watched."""
TICK = 1_000
"""Literals propagated between two ticks."""


def literals_of(clause: Iterable[Any], known: Sequence[int], what: str) -> list[int]:
    """Return a clause on the k-th items as literals: number k is 2 k, its denial 2 k + 1."""
    literals = []
    for literal in clause:
        if type(literal) is not int or not 1 <= abs(literal) <= len(known):
            raise InvalidProof(f"{literal!r} is not the number of {what} in the list")
        literals.append(2 * known[abs(literal) - 1] + (literal < 0))
    return list(dict.fromkeys(literals))


class Facts:
    """Statements "at least ``least`` of these literals hold", and unit propagation on them."""

    # A literal and its denial are the numbers 2 k and 2 k + 1. Of a statement the first least + 1
    # literals are watched: only if one of them fails and no other can take its place, the rest of
    # them is forced. So nothing but failed literals has to be taken back. ``paths`` are those of
    # used edges, none of which may close too early; they ask for statements that no port takes more
    # edges than it needs. The reason why a literal holds is the number of a statement, ``~e`` if
    # edge e would close a path, or 0, a statement without literals, for a supposition.

    def __init__(self, variables: int, tick: Tick, paths: Paths | None = None) -> None:
        self.contradictory = False
        self._tick = tick
        self._paths = paths
        self._failed = [False] * (2 * variables)
        self._rows: list[list[int]] = [[]]
        self._watchers: list[list[tuple[int, list[int], int]]] = [[] for _ in self._failed]
        self._holding: list[int] = []  # literals, in the order in which they were concluded
        self._reasons: list[int] = []  # why each of them holds
        self._concluded = 0
        self._size = 0
        self._memory = Holding("the list of statements of a check")

    def add(self, least: int, literals: list[int]) -> None:
        """Add a statement; call :meth:`conclude` before the next question."""
        possible = [literal for literal in literals if not self._failed[literal]]
        number = len(self._rows)
        self._rows.append(possible)
        self._size += WATCHED * (2 + max(0, min(least, len(possible)))) + LITERAL * len(possible)
        self._memory.grow(self._size)
        if len(possible) < least:
            self.contradictory = self._clashes(number)
        elif len(possible) == least:
            self._hold(possible, number)
        elif least > 0:
            for literal in possible[: least + 1]:
                self._watchers[literal].append((least, possible, number))

    def conclude(self) -> None:
        """Draw the conclusions for good."""
        if not self.contradictory:
            self.contradictory = self._clashes(self._clash(self._concluded))
            self._concluded = len(self._holding)

    def refute(self, clauses: Iterable[list[int]]) -> None:
        """Raise :exc:`InvalidProof` unless the clauses follow in order, up to a contradiction."""
        self.conclude()
        for k, clause in enumerate(clauses, start=1):
            self._tick()
            if not self.imply(clause):
                raise InvalidProof(f"clause {k} does not follow from what comes before it")
            self.add(1, clause)
            self.conclude()
        if not self.contradictory:
            raise InvalidProof("the clauses do not end in a contradiction")

    def imply(self, clause: list[int]) -> bool:
        """Return True if denying all literals of a clause leads to a contradiction."""
        if self.contradictory:
            return True
        before, joined = len(self._holding), 0 if self._paths is None else len(self._paths)
        clashes = self._clashes(self._deny(clause))
        for literal in self._holding[before:]:
            self._failed[literal ^ 1] = False
        del self._holding[before:], self._reasons[before:]
        if self._paths is not None:
            self._paths.take_back(joined)
        return clashes

    def _clashes(self, reason: int | None) -> bool:
        """Return True if there is a reason for a clash."""
        return reason is not None

    def _deny(self, clause: list[int]) -> int | None:
        """Suppose that no literal of a clause holds; return the reason why this clashes."""
        for literal in clause:
            if self._failed[literal ^ 1]:
                return self._reasons[self._holding.index(literal)]
            if not self._failed[literal]:
                self._hold([literal ^ 1], 0)
                clash = self._clash(len(self._holding) - 1)
                if clash is not None:
                    return clash
        return None

    def _hold(self, literals: Iterable[int], reason: int) -> None:
        for literal in literals:
            if not self._failed[literal ^ 1]:
                self._failed[literal ^ 1] = True
                self._holding.append(literal)
                self._reasons.append(reason)

    def _clash(self, first: int) -> int | None:
        """Draw the conclusions from the literals that hold, from one of them on, until a clash."""
        joined = first
        while (clash := self._count(first)) is None and self._paths is not None:
            first = len(self._holding)
            while len(self._holding) == first:
                if joined == first:
                    return None
                literal = self._holding[joined]
                joined += 1
                # The counts at its ports have not clashed, so a used edge finds them free.
                closing = None if literal & 1 else self._paths.join(literal >> 1)
                if closing is not None:
                    if self._failed[2 * closing + 1]:
                        return ~closing
                    self._hold([2 * closing + 1], ~closing)
        return clash

    def _count(self, first: int) -> int | None:
        """Draw the conclusions that statements allow."""
        failed, watchers, holding = self._failed, self._watchers, self._holding
        reasons = self._reasons
        while first < len(holding):
            literal = holding[first] ^ 1
            first += 1
            if first % TICK == 0:
                self._tick()
            watching = watchers[literal]
            k = len(watching)
            while k:
                k -= 1
                statement = watching[k]
                least, row, number = statement
                for place in range(least + 1, len(row)):
                    other = row[place]
                    if not failed[other]:
                        row[row.index(literal)], row[place] = other, literal
                        watchers[other].append(statement)
                        watching[k] = watching[-1]
                        watching.pop()
                        break
                else:
                    for other in row[: least + 1]:
                        if other != literal:
                            if failed[other]:
                                return number
                            if not failed[other ^ 1]:
                                failed[other ^ 1] = True
                                holding.append(other)
                                reasons.append(number)
        return None
