"""The conditions of a question about places or stops, read and checked once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any

from icosian._io.text import shown
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.proofs.claim import Groups, Pairs, Places
from icosian.tours.conditions import (
    Chains,
    Named,
    checked_edges,
    checked_numbers,
    edge_key,
)
from icosian.tours.shortest.exact import Statement
from icosian.tours.shortest.optimize import LARGE
from icosian.tours.shortest.ordering import OrderedSelection, Ordering, relation
from icosian.tours.shortest.problem.cycle_problem import CycleForm, CycleProblem
from icosian.tours.shortest.problem.lengths import Unit
from icosian.tours.shortest.selection import Choice

SOME = {"groups", "prizes", "leave_out"}
ORDERED = {"order", "positions"}
APART: tuple[tuple[tuple[set[str], ...], str], ...] = (
    (({"closed"}, {"end"}), "a closed tour has no end, got end={end}"),
    (({"same"}, {"end"}), "start and end must differ, got {start} twice"),
    (
        ({"many"}, SOME | ORDERED),
        f"of at most {LARGE:,} places some may be left out, or have an order, got {{many}}",
    ),
    (
        ({"loose"}, SOME, ORDERED),
        "{start} starts a closed tour with an order that leaves out places: no step to use there",
    ),
)
"""What does not go together: something of each set. All other conditions go with each other."""


def check_together(start: Any = None, end: Any = None, **given: Any) -> None:
    """Refuse conditions that do not go together; what is false or empty is not given."""
    ends = {"start": start, "end": end}
    asked = {k for k, v in ends.items() if v is not None} | {k for k, v in given.items() if v}
    for several, sentence in APART:
        if all(asked & some for some in several):
            raise InvalidArgument(
                sentence.format_map({k: shown(v) for k, v in (ends | given).items()})
            )


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What a person asks of a tour of places or stops, checked."""

    closed: bool
    start: Any = None
    end: Any = None
    require: Pairs = ()
    forbid: Pairs = ()
    positions: Places = ()
    """The numbers of some places on the tour, from 1; that of a closed tour's start among them."""
    order: Chains
    choice: Choice
    """What may be left out; the start of a tour and places with a number may not."""
    either: Pairs = ()
    """Those to use of which one way is as good as the other."""
    named: frozenset[Any]
    """The places of prizes, groups and chains."""

    @classmethod
    def of(
        cls,
        named: Named,
        *,
        closed: bool,
        nodes: Sequence[Any] = (),
        directed: bool = False,
        start: Any = None,
        end: Any = None,
        groups: Any = (),
        prizes: Any = None,
        leave_out: Any = 0,
        order: Any = (),
        given: Groups = (),
        positions: Any = None,
        require: Any = (),
        forbid: Any = (),
    ) -> Conditions:
        """Check what a user asks for; only positions need to know all places.

        ``named`` returns the place that a user names for a role; chains that are ``given`` hold as
        well.
        """
        check_together(closed=closed, end=end)
        first, last = (
            None if v is None else named(v, role) for v, role in ((start, "start"), (end, "end"))
        )
        used, avoided = checked_edges(
            named, lambda u, v: u != v, require, forbid, directed=directed
        )
        choice = Choice.of(
            groups, prizes, leave_out, lambda v: named(v, "a place of groups or prizes:")
        )
        index = {v: k for k, v in enumerate(nodes)}
        numbers: dict[int, int] = {}
        if positions:
            known = {1: None if first is None else index[first]}
            numbers = checked_numbers(named, positions, index, known, closed=closed)
            first = nodes[numbers[1]] if 1 in numbers else None
        places = tuple((nodes[v], k) for k, v in sorted(numbers.items()) if closed or k > 1)
        chains = Chains.of(
            order,
            closed=closed,
            start=first,
            given=given,
            place=lambda v: named(v, "a place of the order:"),
        )
        ends = [] if closed else (first, last)
        replace(chains, chains=(*chains.chains, tuple(v for v, _ in places))).check_ends(*ends)
        mentioned = frozenset(chain(choice.prizes, *choice.groups, *chains.chains, chains.alone))
        if choice:
            stay = dict.fromkeys(v for v in (first, *dict(places)) if v is not None)
            choice = replace(choice, groups=(*choice.groups, *((v,) for v in stay)))
        return cls(
            closed=closed,
            start=first,
            end=last,
            require=used,
            either=() if directed else used,
            forbid=avoided,
            positions=places,
            order=chains,
            choice=choice,
            named=mentioned,
        )

    def check_size(self, size: int) -> None:
        """Refuse conditions that do not go together for so many places."""
        check_together(
            many=size if size > LARGE else 0,
            loose=self.closed and any(self.start in pair for pair in self.either),
            same=size > 1 and self.start is not None and self.start == self.end,
            start=self.start,
            end=self.end,
            order=self.order.chains,
            positions=self.positions,
            groups=self.choice.groups,
            prizes=self.choice.prizes,
            leave_out=self.choice.leave_out,
        )

    @property
    def is_ordered(self) -> bool:
        """True if the direction counts."""
        return bool(self.order or self.positions)

    def form(self, index: Callable[[Any], int], size: int, *, directed: bool) -> CycleForm:
        """Return how the question about so many places becomes one of shortest cycles."""
        ends = (None, None) if self.closed else (self.start, self.end)
        start, end = (None if v is None else index(v) for v in ends)
        require, forbid = (
            tuple((index(u), index(v)) for u, v in pairs) for pairs in (self.require, self.forbid)
        )
        form = CycleForm(
            places=size,
            directed=directed,
            closed=self.closed,
            start=start,
            end=end,
            require=require,
            forbid=forbid,
        )
        return form.in_order() if self.is_ordered else form

    def statement(
        self, form: CycleForm, unit: Unit, index: Callable[[Any], int], problem: CycleProblem
    ) -> Statement:
        """Return the question, which is about more than lengths, in lengths of a unit."""
        given = self.order, form, index, self.start, self.positions
        if not self.choice:
            return Ordering(form, problem, relation(*given))
        selection = self.choice.selection(form, problem, unit.size, index)
        if not self.is_ordered:
            return selection
        return OrderedSelection(selection, relation(*given, selection))

    def fields(self, index: Callable[[Any], Any] = lambda v: v) -> dict[str, Any]:
        """Return what a certificate says of it, by names or numbers of places."""
        pairs = {"require": self.require, "forbid": self.forbid}
        some = pairs | {"groups": self.choice.groups, "chains": self.order.chains}
        named = {name: tuple(tuple(map(index, one)) for one in rows) for name, rows in some.items()}
        prizes = tuple((index(v), prize) for v, prize in self.choice.plain_prizes)
        positions = tuple((index(v), k) for v, k in self.positions)
        more = {"leave_out": self.choice.leave_out, "prizes": prizes, "positions": positions}
        return {name: value for name, value in (named | more).items() if value}

    def check(self, tour: Sequence[Any], places: Collection[Any]) -> None:
        """Raise :exc:`InvalidTour` unless a tour of some of the places keeps to all of it."""
        if self.choice:
            self.choice.check(tour, places)
        elif len(tour) != len(places) or {*tour} != {*places}:
            raise InvalidTour("a place is not visited once")
        self.order.check(tour)
        if any(tour[k - 1 : k] != [v] for v, k in self.positions):
            raise InvalidTour("the tour does not have the numbers given")
        if not self.closed and not (self.start in (None, tour[0]) and self.end in (None, tour[-1])):
            raise InvalidTour("the tour does not have the ends given")

    def check_steps(self, tour: Sequence[Any], *, directed: bool) -> None:
        """Raise :exc:`InvalidTour` unless a tour uses and avoids the steps that it has to."""
        ring = [*tour, tour[0]] if self.closed else [*tour]
        steps = {edge_key(step, directed=directed) for step in pairwise(ring)}
        if not {edge_key(pair, directed=directed) for pair in self.require} <= steps:
            raise InvalidTour("the tour avoids an edge to use")
        if not steps.isdisjoint(edge_key(pair, directed=directed) for pair in self.forbid):
            raise InvalidTour("the tour uses an edge to avoid")
