"""Shortest tours: proofs next to exact solvers, tours in a given time next to heuristics.

Peers get lengths and a time limit, and never the optimum. Each tour is measured anew, and each
proof of icosian is checked, off the clock.
"""

from __future__ import annotations

import gzip
import math
import time
from dataclasses import dataclass
from functools import cache, partial
from statistics import median
from typing import TYPE_CHECKING, Any

import networkx as nx
from cases import (
    ANNEALING,
    CHRISTOFIDES,
    FAST_TSP,
    HIGHS,
    NEAREST,
    NEVER_INTERPRETED,
    ROUTING,
    SHORT_LKH,
    SHORTEST_CP_SAT,
    Case,
    peer,
)
from instances import random_regular
from lengths import Searcher, gets_ready, proves, race_lengths
from measure import NoAnswer, clock
from report import Goal, Length, Size
from tsplib import Instance, known, uniform_places, weighted

import icosian

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Contender
    from report import Figure
    from tsplib import Known

    from icosian import Places
    from icosian.tours import ShortestTour

    Subject = Places | nx.Graph[Any]
    Make = Callable[[], Subject]

__all__ = ["SHORTEST"]

SOLVERS = {SHORTEST_CP_SAT: 10.0, HIGHS: 10.0}
EACH = 10.0
"""The seconds for each instance of a set."""
PATIENCE = 150.0
"""The seconds after which icosian returns what it has."""
CHECKED = 2_000
"""The most places of a proof that is checked again here, as the library has done."""
LATE = 1.5
"""A tour after so many times its seconds, and what a call takes, is no tour in time."""
CALL = 0.05
answered: dict[str, ShortestTour] = {}
"""The last answers by the names of instances: proofs are checked in cases of their own."""


def solve(subject: Subject, **options: Any) -> ShortestTour:
    """Look for the shortest tour of places or of a graph."""
    if isinstance(subject, nx.Graph):
        return icosian.shortest_hamiltonian_cycle(subject, **options)
    return icosian.shortest_tour(subject, **options)


def optimum_of(name: str, published: int | None) -> int | None:
    """Return the optimum of an instance: the published one, or that of an earlier proof."""
    tour = answered.get(name)
    return tour.length if published is None and tour and tour.is_shortest else published


@cache
def load_kernels() -> None:
    """Solve a problem of each kind, so that no measured run compiles."""
    with NEVER_INTERPRETED:
        for n in (30, 150):
            solve(uniform_places(n, seed=2))
            solve(weighted(random_regular(n, 4, seed=2), seed=2))
        lengths = uniform_places(60, seed=2).matrix()
        lengths[0] += 1
        solve(icosian.Places.from_matrix(lengths))


def measured(tour: ShortestTour, subject: Subject) -> int:
    """Return the length of a tour after a look at each of its nodes and edges."""
    steps = list(zip(tour, [*tour[1:], tour[0]], strict=True))
    assert len(tour) == len(set(tour)) == len(subject)
    if isinstance(subject, nx.Graph):
        return sum(subject.edges[step]["weight"] for step in steps)
    return sum(subject.length(subject.index(u), subject.index(v)) for u, v in steps)


def check(tour: ShortestTour, subject: Subject, optimum: int | None, gap: float = 0) -> None:
    """Measure a tour again, check its proof, and compare both with the optimum."""
    assert measured(tour, subject) == tour.length
    assert optimum is None or optimum <= tour.length
    if tour.proof is not None:
        if len(subject) <= CHECKED:
            tour.proof.check(subject)
        assert tour.proof.bound == tour.bound <= tour.length
        assert optimum is None or tour.bound <= optimum
    if tour.gap > gap:
        raise NoAnswer(f"a gap of {tour.gap:.2%} when its time was up")
    assert tour.proof is not None or gap == math.inf


def proved(
    name: str,
    make: Make,
    limits: dict[str, float],
    optimum: int | None = None,
    gap: float = 0,
    patience: float = PATIENCE,
) -> dict[str, Contender]:
    """Find the shortest tour and prove it, or one within a gap."""
    subject = make()
    optimum = optimum_of(name, optimum)
    instance = Instance.of(name, subject, optimum) if limits else None
    load_kernels()

    def ours() -> float:
        began = time.perf_counter()
        tour = solve(subject, gap=gap, timeout=patience)
        seconds = time.perf_counter() - began
        if not gap:
            answered[name] = tour
        check(tour, subject, optimum, gap)
        if instance and tour.is_shortest:  # what the peers are judged by
            instance.optimum = tour.length
        return seconds

    verb = partial(proves, gap=gap)
    return {
        "icosian": ours,
        **{who: peer(who, verb, instance, limit) for who, limit in limits.items()},
    }


@dataclass(frozen=True)
class Each:
    """A contender that solves each instance of a set once; its seconds are picked from all."""

    seconds: Callable[[], list[float]]
    pick: Callable[[list[float]], float]

    def __call__(self) -> float:
        seconds = self.seconds()
        if (picked := self.pick(seconds)) == math.inf:
            done = sum(time < math.inf for time in seconds)
            raise NoAnswer(f"{done} of {len(seconds)}, in {EACH:g} s each")
        return picked


def all_proved(chosen: tuple[Known, ...], pick: Callable[[list[float]], float]) -> dict[str, Each]:
    """Solve each instance of a set, and return the median or the longest time."""
    return {who: Each(partial(seconds_of, who, chosen), pick) for who in ("icosian", *SOLVERS)}


@cache
def seconds_of(who: str, chosen: tuple[Known, ...]) -> list[float]:
    """Return the seconds of a contender for each instance of a set, infinite if it failed."""
    return [seconds_for(who, row) for row in chosen]


def seconds_for(who: str, row: Known) -> float:
    """Return the seconds for an instance."""
    if who == "icosian":
        contender = proved(row.name, reading(row), {}, row.optimum, patience=EACH)[who]
    else:
        subject = icosian.read_tsplib(row.path)
        instance = Instance.of(row.name, subject, optimum_of(row.name, row.optimum))
        contender = peer(who, partial(proves, seconds=EACH), instance, EACH)
    try:
        return contender()
    except NoAnswer:
        return math.inf


def found(
    name: str, make: Make, seconds: float, limits: dict[str, float], optimum: int | None = None
) -> dict[str, Callable[[], Length]]:
    """Find a short tour in so many seconds; peers that cannot be told take their time."""
    subject = make()
    optimum = optimum_of(name, optimum)
    instance = Instance.of(name, subject, optimum)
    load_kernels()

    def ours() -> Length:
        began = time.perf_counter()
        tour = solve(subject, timeout=seconds)
        spent = time.perf_counter() - began
        check(tour, subject, optimum, math.inf)
        if spent > LATE * seconds + CALL:
            raise NoAnswer(f"{Length(tour.length, spent, 1, optimum)}: too late")
        return Length(tour.length, spent, 1, optimum)

    verb = partial(gets_ready, seconds)
    return {
        "icosian": ours,
        **{who: peer(who, verb, instance, limit, Searcher) for who, limit in limits.items()},
    }


def answer(name: str, make: Make) -> tuple[ShortestTour, Subject]:
    """Return the answer to an instance, from an earlier case if there was one."""
    subject = make()
    if name not in answered:
        load_kernels()
        answered[name] = solve(subject, timeout=PATIENCE)
    return answered[name], subject


def checked(name: str, make: Make) -> dict[str, Contender]:
    """Check a proof in plain Python."""
    tour, subject = answer(name, make)
    return {"icosian": lambda: clock(lambda: tour.proof.check(subject))}


def packed(name: str, make: Make) -> dict[str, Callable[[], Size]]:
    """Compress a proof."""
    proof = answer(name, make)[0].proof
    return {"icosian": lambda: Size(len(gzip.compress(proof.to_json().encode(), mtime=0)) / 1000)}


def weigh(
    contenders: dict[str, Callable[[], Size]], *_: Any
) -> tuple[dict[str, Figure | str], dict[str, str]]:
    """Let contenders state their sizes."""
    return {name: contender() for name, contender in contenders.items()}, {}


def reading(row: Known) -> Make:
    """Return what reads an instance."""
    return lambda: icosian.read_tsplib(row.path)


def seconds_wanted(row: Known) -> float:
    """Return the goal of an instance of TSPLIB."""
    if row.directed:
        return 5
    return 10 if row.nodes <= 318 else 60


KNOWN = {row.name: row for row in known()}
SMALL = tuple(row for row in known() if not (row.directed or row.is_hard or row.nodes > 100))
HARD = tuple(row for row in known() if row.is_hard)
BESIDE = {"kroA100": (Goal(SHORTEST_CP_SAT, 10), Goal(HIGHS, 10))}
THOUSAND, TEN_THOUSAND = "uniform, 1,000 places", "uniform, 10,000 places"
MADE: dict[str, Make] = {
    "weighted 4-regular, 1,000 nodes": lambda: weighted(random_regular(1_000, 4)),
    "weighted knight 20 x 20": lambda: weighted(icosian.knight_graph(20)),
    "weighted grid 30 x 30": lambda: weighted(nx.grid_2d_graph(30, 30)),
    THOUSAND: partial(uniform_places, 1_000),
    TEN_THOUSAND: partial(uniform_places, 10_000),
}

SETS = [
    Case(f"{title}: {what}", partial(all_proved, chosen, pick), goals)
    for title, chosen, limits in (
        (
            f"{len(SMALL)} of TSPLIB to 100 places",
            SMALL,
            ((Goal(seconds=0.2),), (Goal(seconds=3),)),
        ),
        (f"{len(HARD)} of HardTSPLIB to 25 places", HARD, ((), ())),
    )
    if chosen
    for (what, pick), goals in zip((("median", median), ("slowest", max)), limits, strict=True)
]
PROVED = [
    *(
        Case(
            f"{row.name}, proved",
            partial(proved, row.name, reading(row), SOLVERS, row.optimum),
            (Goal(seconds=seconds_wanted(row)), *BESIDE.get(row.name, ())),
        )
        for row in known()
        if row.directed or row.nodes >= 100
    ),
    Case(
        f"{THOUSAND}, proved",
        partial(proved, THOUSAND, MADE[THOUSAND], {}),
        (Goal(seconds=120),),
    ),
    *(
        Case(f"{name}, proved", partial(proved, name, MADE[name], SOLVERS), (Goal(seconds=most),))
        for name, most in (
            ("weighted 4-regular, 1,000 nodes", 10),
            ("weighted knight 20 x 20", 2),
            ("weighted grid 30 x 30", 60),
        )
    ),
]
BOUNDED = [
    *(
        Case(
            f"{name}, within 1 %",
            partial(proved, name, make, {SHORTEST_CP_SAT: 10.0, HIGHS: 10.0}, gap=0.01),
            (Goal(seconds=3),),
        )
        for name, make in (
            *((name, reading(KNOWN[name])) for name in ("rat783",) if name in KNOWN),
            (THOUSAND, MADE[THOUSAND]),
        )
    ),
    Case(
        f"{TEN_THOUSAND}, within 3 %",
        partial(proved, TEN_THOUSAND, MADE[TEN_THOUSAND], {}, gap=0.03),
        (Goal(seconds=60),),
    ),
]
CERTIFICATES = [
    Case(
        f"{THOUSAND}: the proof checked",
        partial(checked, THOUSAND, MADE[THOUSAND]),
        (Goal(seconds=5),),
    ),
    Case(
        f"{THOUSAND}: the proof as JSON, gzip",
        partial(packed, THOUSAND, MADE[THOUSAND]),
        (Goal(kilobytes=150),),
        weigh,
    ),
]
IN_TIME = {
    0.1: {FAST_TSP: 5.0},
    1.0: {
        FAST_TSP: 5.0,
        SHORT_LKH: 20.0,
        ROUTING: 5.0,
        NEAREST: 5.0,
        ANNEALING: 5.0,
        CHRISTOFIDES: 5.0,
    },
}
FOUND = [
    Case(
        f"{name}, a tour in {seconds:g} s",
        partial(found, name, make, seconds, limits, optimum),
        (Goal(FAST_TSP, 1 / 1.003),),
        race_lengths,
    )
    for name, make, optimum in (
        *(
            (row.name, reading(row), row.optimum)
            for row in known()
            if row.nodes >= 280 and not row.directed
        ),
        (THOUSAND, MADE[THOUSAND], None),
    )
    for seconds, limits in IN_TIME.items()
]
SHORTEST = SETS + PROVED + BOUNDED + CERTIFICATES + FOUND
