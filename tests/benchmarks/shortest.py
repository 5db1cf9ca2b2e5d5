"""Shortest tours, rounds on a map, path covers and longest paths, next to exact solvers.

Peers get lengths and a time limit, and never the optimum. Each tour is measured again, and each
proof of icosian is checked, off the clock.
"""

import csv
import gzip
import math
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import chain, pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from instances import data, random_regular
from peers import (
    ANNEALING,
    CHRISTOFIDES,
    COVER_CP_SAT,
    EULERIZE,
    FAST_TSP,
    HIGHS,
    INSERTION,
    LONGEST_CP_SAT,
    MAP_CHRISTOFIDES,
    MAP_GREEDY,
    MAP_ROUTING,
    NEAREST,
    PEERS,
    ROUTING,
    SHORT_LKH,
    SHORTEST_CP_SAT,
)
from race import Case, NoAnswer, Run, Spent, Stoppable, once, timed
from results import Goal, Length, Size

import icosian
from icosian.routes import postman_walk

SOLVERS = {SHORTEST_CP_SAT: 10.0, HIGHS: 10.0}
EACH = 10.0
"""The seconds for each instance of a set."""
PATIENCE = 150.0
"""The seconds after which icosian returns what it has."""
CHECKED = 2_000
"""The most places of a proof that is checked again here, as the library has done."""
LATE, CALL = 1.5, 0.05
"""A tour after so many times its seconds, and what a call takes, is no tour in time."""
ABSENT = -1
"""The length in a matrix where there is no edge."""


class Known(NamedTuple):
    """A row of the index of instances."""

    name: str
    nodes: int
    directed: bool
    optimum: int | None
    path: Path

    def read(self):
        """Read the instance."""
        return icosian.read_tsplib(self.path)


@cache
def known():
    """Return the instances of TSPLIB and HardTSPLIB in the folder ICOSIAN_DATA, if any."""
    paths = {path.name.partition(".")[0]: path for path in data("tsp/*.*tsp.gz")}
    return [
        Known(
            row["name"],
            int(row["nodes"]),
            row["type"] == "ATSP",
            int(row["optimum"]) if row["optimum"] else None,
            paths[row["name"]],
        )
        for index in data("tsp/index.tsv")
        for row in csv.DictReader(index.read_text("utf-8").splitlines(), delimiter="\t")
    ]


@dataclass
class Instance:
    """Places or a weighted graph; peers get the matrix of lengths alone."""

    directed: bool
    matrix: Any
    subject: Any = None

    @classmethod
    def of(cls, make):
        """Return the instance of what a call makes."""
        subject = make()
        if isinstance(subject, nx.Graph):
            matrix = nx.to_numpy_array(subject, dtype=np.int64, nonedge=ABSENT)
            return cls(subject.is_directed(), matrix, subject)
        matrix = subject.matrix().copy()
        np.fill_diagonal(matrix, ABSENT)
        return cls(subject.directed, matrix, subject)

    def length(self, tour):
        """Return the length of a tour of numbers of nodes after a look at each of its edges."""
        assert sorted(tour) == list(range(len(self.matrix)))
        lengths = self.matrix[tour, np.roll(tour, -1)]
        assert (lengths != ABSENT).all()
        return int(lengths.sum())

    @cached_property
    def edges(self):
        """The arcs, or the edges as u < v, shape (m, 2)."""
        present = self.matrix != ABSENT
        return np.argwhere(present if self.directed else np.triu(present))

    @property
    def whole(self):
        """The matrix of a complete graph, with 0 on its diagonal."""
        assert (self.matrix == ABSENT).sum() == len(self.matrix)
        return np.maximum(self.matrix, 0)

    def __getstate__(self):
        """Leave out what peers do not get."""
        return {"directed": self.directed, "matrix": self.matrix}


def uniform(n):
    """Return places in a square at random, with rounded distances that fit in 16 bits."""
    return icosian.Places(np.random.default_rng(1).integers(0, 10_000, (n, 2)), "EUC_2D")


def weighted(G):
    """Return the graph with weights from 1 to 100 at random."""
    H = nx.Graph(G.edges)
    weights = np.random.default_rng(1).integers(1, 101, H.size()).tolist()
    nx.set_edge_attributes(H, dict(zip(H.edges, weights, strict=True)), "weight")
    return H


def shortest(instance, **options):
    """Look for the shortest tour."""
    subject = instance.subject
    if isinstance(subject, nx.Graph):
        return partial(icosian.shortest_hamiltonian_cycle, subject, **options)
    return partial(icosian.shortest_tour, subject, **options)


def within_patience(instance, *, seconds=PATIENCE, gap=0):
    """Look for the shortest tour, or one within a gap, for a while."""
    return shortest(instance, gap=gap, timeout=seconds)


def tour_length(run, optimum):
    """Measure a tour, check its proof if it has one, and compare both with the optimum."""
    tour, subject = run.answer, run.subject.subject
    if isinstance(tour, list | np.ndarray):  # a peer's
        length = run.subject.length([int(v) for v in tour])
        assert optimum is None or optimum <= length
        return length
    place = {v: k for k, v in enumerate(subject)} if isinstance(subject, nx.Graph) else None
    length = run.subject.length([place[v] if place else subject.index(v) for v in tour])
    assert length == tour.length
    assert optimum is None or optimum <= length
    if tour.proof is not None:
        if len(subject) <= CHECKED:
            tour.proof.check(subject)
        assert tour.proof.bound == tour.bound <= length
        assert optimum is None or tour.bound <= optimum
    return length


def proved_within(optimum, gap, run):
    """Check that a tour is shortest, or within a gap; what we prove, peers have to reach."""
    if run.answer is None:
        raise NoAnswer("proved nothing")
    if run.ours is not None and run.ours.is_shortest:
        optimum = run.ours.length
    length = tour_length(run, optimum)
    if (left := getattr(run.answer, "gap", 0)) > gap:
        raise NoAnswer(f"a gap of {left:.2%} when its time was up")
    assert optimum is None or length <= optimum / (1 - gap)


def tour_of_many(places, *, gap):
    """Look for a tour of more places than a matrix holds."""
    return partial(icosian.shortest_tour, places, gap=gap, timeout=PATIENCE)


def is_proved_within(gap, run):
    """Check a tour of places and its bound."""
    tour, places = run.answer, run.subject
    order = [places.index(v) for v in tour]
    assert sorted(order) == list(range(len(places)))
    assert tour.length == sum(map(places.length, order, [*order[1:], order[0]]))
    if tour.gap > gap:
        raise NoAnswer(f"a gap of {tour.gap:.2%} when its time was up")


def errands(count):
    """Return places in a square, and pairs of them, one to be visited before the other."""
    spots = np.random.default_rng(1).integers(0, 10_000, (2 * count + 1, 2)).tolist()
    pairs = [(k, k + 1) for k in range(1, 2 * count, 2)]
    return icosian.Places(dict(enumerate(map(tuple, spots))), "manhattan"), pairs


def run_errands(subject, *, seconds):
    """Look for a short tour from place 0."""
    places, pairs = subject
    return partial(icosian.shortest_tour, places, start=0, order=pairs, timeout=seconds)


def are_run(run):
    """Return the length of a tour that visits each pair in its order."""
    places, pairs = run.subject
    tour = [int(v) for v in run.answer]
    assert sorted(tour) == list(range(len(places)))
    assert tour[0] == 0
    assert all(tour.index(pick) < tour.index(drop) for pick, drop in pairs)
    return Length(sum(map(places.length, tour, [*tour[1:], 0])), run.seconds, 1)


def found_in(optimum, seconds, run):
    """Return the length of a tour; ours has to come in time."""
    length = Length(tour_length(run, optimum), run.seconds, 1, optimum)
    if run.ours is None and run.seconds > LATE * seconds + CALL:
        raise NoAnswer(f"{length}: too late")
    return length


def proved(name, make, peers, most, optimum=None, *, gap=0, goals=()):
    """Return the case of a shortest tour and its proof, or of one within a gap."""
    check = partial(proved_within, optimum, gap)
    options = {"gap": gap} if gap else {}
    goals = (Goal(seconds=most), *goals)
    return Case(name, partial(Instance.of, make), within_patience, check, peers, goals, options)


def found(name, make, seconds, peers, optimum=None):
    """Return the case of a short tour in so many seconds; some peers take their time."""
    return Case(
        f"{name}, a tour in {seconds:g} s",
        partial(Instance.of, make),
        shortest,
        partial(found_in, optimum, seconds),
        peers,
        (Goal(FAST_TSP, 1 / 1.003),),
        {"timeout": seconds},
        most=3,
    )


@cache
def seconds_of(who, chosen):
    """Return the seconds of a contender for each instance of a set, infinite if it failed."""
    seconds = []
    for row in chosen:
        instance = Instance.of(row.read)
        try:
            if who == "icosian":
                spent = timed(within_patience(instance, seconds=EACH))
            else:
                spent = Stoppable(PEERS[who], instance, {"seconds": EACH}, EACH).first()
            proved_within(row.optimum, 0, Run(instance, spent.answer, spent.seconds, None))
            seconds.append(spent.seconds)
        except (NoAnswer, TimeoutError):
            seconds.append(math.inf)
    return seconds


def each(who, pick, chosen):
    """Solve each instance of a set once; the seconds are picked from all."""

    def call():
        seconds = seconds_of(who, chosen)
        if (picked := pick(seconds)) == math.inf:
            done = sum(time < math.inf for time in seconds)
            raise NoAnswer(f"{done} of {len(seconds)}, in {EACH:g} s each")
        return Spent(picked, 0, None)

    return call


def of_set(title, chosen, what, pick, most):
    """Return the case of a set."""
    ask, *peers = (partial(each, who, pick) for who in ("icosian", *SOLVERS))
    goals = (Goal(seconds=most),) if most else ()
    name = f"{len(chosen)} of {title}: {what}"
    return Case(
        name, lambda: chosen, ask, None, dict(zip(SOLVERS, peers, strict=True)), goals, most=1
    )


@cache
def answered(make):
    """Return an instance and its answer."""
    instance = Instance.of(make)
    return instance.subject, within_patience(instance)()


def packed(subject):
    """Compress a proof."""
    return lambda: gzip.compress(subject[1].proof.to_json().encode(), mtime=0)


HARD = tuple(row for row in known() if row.name.endswith("_hard"))
SMALL = tuple(row for row in known() if not row.directed and row not in HARD and row.nodes <= 100)
BESIDE = {"kroA100": (Goal(SHORTEST_CP_SAT, 10), Goal(HIGHS, 10))}
REGULAR, KNIGHT, GRID = (
    *("weighted 4-regular, 1,000 nodes", "weighted knight 20 x 20", "weighted grid 30 x 30"),
)
THOUSAND, TEN_THOUSAND = "uniform, 1,000 places", "uniform, 10,000 places"
MADE = {
    REGULAR: lambda: weighted(random_regular(1_000, 4)),
    KNIGHT: lambda: weighted(icosian.knight_graph(20)),
    GRID: lambda: weighted(nx.grid_2d_graph(30, 30)),
    THOUSAND: partial(uniform, 1_000),
    TEN_THOUSAND: partial(uniform, 10_000),
}
QUICK = {FAST_TSP: 5.0}
IN_TIME = {
    0.1: QUICK,
    1.0: QUICK | {SHORT_LKH: 20.0, ROUTING: 5.0, NEAREST: 5.0, ANNEALING: 5.0, CHRISTOFIDES: 5.0},
}


def wanted(row):
    """Return the seconds that an instance of TSPLIB may take."""
    return 5 if row.directed else 10 if row.nodes <= 318 else 60


SHORTEST = [
    *(
        of_set(title, chosen, what, pick, most)
        for title, chosen, limits in (
            ("TSPLIB to 100 places", SMALL, (0.2, 3)),
            ("HardTSPLIB to 25 places", HARD, (0, 0)),
        )
        if chosen
        for (what, pick), most in zip((("median", median), ("slowest", max)), limits, strict=True)
    ),
    *(
        proved(
            f"{row.name}, proved",
            *(row.read, SOLVERS, wanted(row), row.optimum),
            goals=BESIDE.get(row.name, ()),
        )
        for row in known()
        if row.directed or row.nodes >= 100
    ),
    *(
        proved(f"{name}, proved", MADE[name], peers, most)
        for name, peers, most in (
            (THOUSAND, {}, 120),
            (REGULAR, SOLVERS, 10),
            (KNIGHT, SOLVERS, 2),
            (GRID, SOLVERS, 60),
        )
    ),
    *(
        proved(f"{name}, within {gap:.0%}".replace("%", " %"), make, peers, most, gap=gap)
        for name, make, peers, most, gap in (
            *((row.name, row.read, SOLVERS, 3, 0.01) for row in known() if row.name == "rat783"),
            (THOUSAND, MADE[THOUSAND], SOLVERS, 3, 0.01),
            (TEN_THOUSAND, MADE[TEN_THOUSAND], {}, 60, 0.03),
        )
    ),
    Case(
        "uniform, 50,000 places, within 5 %",
        partial(uniform, 50_000),
        tour_of_many,
        partial(is_proved_within, 0.05),
        goals=(Goal(seconds=120),),
        options={"gap": 0.05},
        most=1,
    ),
    *(
        Case(
            f"{count} pick-ups before their deliveries, a tour in 5 s",
            partial(errands, count),
            run_errands,
            are_run,
            {INSERTION: PATIENCE},
            (Goal(INSERTION, 1),),
            {"seconds": 5.0},
            most=1,
        )
        for count in (50, 200)
    ),
    Case(
        f"{THOUSAND}: the proof checked",
        partial(answered, MADE[THOUSAND]),
        lambda pair: partial(pair[1].proof.check, pair[0]),
        goals=(Goal(seconds=5),),
    ),
    Case(
        f"{THOUSAND}: the proof as JSON, gzip",
        partial(answered, MADE[THOUSAND]),
        packed,
        lambda run: Size(len(run.answer) / 1000),
        goals=(Goal(kilobytes=150),),
        most=1,
    ),
    *(
        found(name, make, seconds, peers, optimum)
        for name, make, optimum in (
            *(
                (row.name, row.read, row.optimum)
                for row in known()
                if row.nodes >= 280 and not row.directed
            ),
            (THOUSAND, MADE[THOUSAND], None),
        )
        for seconds, peers in IN_TIME.items()
    ),
]


def grid(side):
    """Return streets at right angles, with lengths from 1 to 100 at random."""
    G = nx.grid_2d_graph(side, side)
    lengths = np.random.default_rng(1).integers(1, 101, G.size()).tolist()
    nx.set_edge_attributes(G, dict(zip(G.edges, lengths, strict=True)), "weight")
    return G


def streets(side):
    """Return crooked streets: a grid with shifted crossings, a fifth of its streets closed."""
    random = np.random.default_rng(2)
    G = nx.grid_2d_graph(side, side)
    shifts = random.uniform(-0.3, 0.3, (len(G), 2)).tolist()
    place = {v: (v[0] + x, v[1] + y) for v, (x, y) in zip(G, shifts, strict=True)}
    edges = list(G.edges)
    G.remove_edges_from(edges[k] for k in np.flatnonzero(random.random(len(edges)) < 0.2).tolist())
    G = G.subgraph(max(nx.connected_components(G), key=len)).copy()
    for u, v, edge in G.edges(data=True):
        edge["weight"] = round(100 * math.dist(place[u], place[v]))
    return G


@cache
def asked(make, side, stops):
    """Return a map and stops on it at random."""
    G = make(side)
    nodes = list(G)
    chosen = np.random.default_rng(3).choice(len(nodes), stops, replace=False)
    return G, [nodes[k] for k in chosen.tolist()]


def walk(subject, *, gap=0, **_):
    """Look for a shortest closed walk through stops."""
    G, stops = subject
    return partial(icosian.traveling_salesman, G, stops, gap=gap, timeout=PATIENCE)


def walk_length(run):
    """Return the length of a walk after a look at its stops and edges."""
    G, stops = run.subject
    steps = list(run.answer)
    assert steps[0] == steps[-1]
    assert set(stops) <= set(steps)
    return sum(G.edges[step]["weight"] for step in pairwise(steps))


def is_walk(gap, run):
    """Check a walk; that of a peer may be of any length."""
    length = walk_length(run)
    if run.ours is None:
        assert length == run.answer.length
        if run.answer.gap > gap:
            raise NoAnswer(f"a gap of {run.answer.gap:.2%} when its time was up")


def walk_of_length(run):
    """Return the length of a walk, next to that of ours, which is proved."""
    is_walk(0, run)
    length = walk_length(run)
    return Length(length, run.seconds, 1, run.ours.length if run.ours else length)


def around(what, *place, peers=(), gap=0, goals=()):
    """Return the case of a round that is proved."""
    peers, options = dict.fromkeys(peers, PATIENCE), {"gap": gap} if gap else {}
    return Case(what, partial(asked, *place), walk, partial(is_walk, gap), peers, goals, options)


def round_proof(subject):
    """Check a proof in plain Python."""
    return partial(walk(subject)().proof.check, subject[0])


@cache
def patrol(make, side, count):
    """Return a map and so many of its streets at random, None for all."""
    G = make(side)
    edges = sorted(G.edges)
    chosen = np.random.default_rng(4).choice(len(edges), count or 0, replace=False)
    return G, [edges[k] for k in chosen.tolist()] if count else None


def along(subject, *, weight="weight", **_):
    """Look for a shortest closed walk along streets."""
    G, edges = subject
    return partial(postman_walk, G, edges, weight=weight, timeout=PATIENCE)


def is_along(run):
    """Check that our walk along streets is proved, and that of a peer no shorter."""
    if run.ours is not None:
        assert run.answer >= run.ours.length
    elif not run.answer.is_shortest:
        raise NoAnswer(f"a gap of {run.answer.gap:.2%} when its time was up")


NETWORKX = MAP_CHRISTOFIDES, MAP_GREEDY
HUNDRED = "100 stops, a grid of 3,600 crossings"
ROUNDS = [
    *(
        around(
            f"200 stops, {name} of 3,600 crossings, proved",
            *(make, 60, 200),
            goals=(Goal(seconds=3),),
        )
        for name, make in (("a grid", grid), ("crooked streets", streets))
    ),
    Case(
        "200 stops, a grid of 3,600 crossings: the proof checked",
        partial(asked, grid, 60, 200),
        round_proof,
    ),
    around(
        "1,000 stops, a grid of 100,000 crossings, within 1 %",
        *(grid, 316, 1_000),
        gap=0.01,
        goals=(Goal(seconds=30),),
    ),
    around(
        f"{HUNDRED}, proved", *(grid, 60, 100), peers=NETWORKX, goals=(Goal(MAP_CHRISTOFIDES, 50),)
    ),
    Case(
        f"{HUNDRED}, the length",
        partial(asked, grid, 60, 100),
        walk,
        walk_of_length,
        dict.fromkeys((*NETWORKX, MAP_ROUTING), PATIENCE),
        (Goal(MAP_CHRISTOFIDES, 1),),
        {"seconds": 5.0},
        most=3,
    ),
    *(
        Case(f"{what}, proved", partial(patrol, *place), along, is_along, {}, (Goal(seconds=most),))
        for what, place, most in (
            ("all streets, a grid of 3,600 crossings", (grid, 60, None), 10),
            ("all of 111,919 crooked streets", (streets, 265, None), 60),
            ("200 of 5,700 crooked streets", (streets, 60, 200), 30),
        )
    ),
    Case(
        "all streets, 1,600 crossings, each counts 1, proved",
        partial(patrol, streets, 40, None),
        along,
        is_along,
        {EULERIZE: PATIENCE},
        (Goal(EULERIZE, 20),),
        {"weight": None},
    ),
]


def is_cover(run):
    """Check a path cover, and our proof that no fewer paths do."""
    G, paths = run.subject, run.answer
    if paths is None:
        raise NoAnswer("proved nothing")
    if run.ours is None:
        assert paths.is_optimal
        paths.proof.check(G)
    else:
        assert len(paths) == len(run.ours)
        assert sorted(chain.from_iterable(paths)) == sorted(G)
        assert all(G.has_edge(u, v) for path in paths for u, v in pairwise(path))


def is_longest(run):
    """Check a longest cycle or path; a peer only says how many nodes it has."""
    if run.answer is None:
        raise NoAnswer("proved nothing")
    if run.ours is None:
        assert run.answer.is_longest
        run.answer.proof.check(run.subject)
    else:
        assert run.answer == run.ours.size


def longest(G, *, closed):
    """Look for a longest cycle or path."""
    return partial(icosian.longest_cycle if closed else icosian.longest_path, G)


def acyclic(n, arcs):
    """Return a random acyclic digraph."""
    G = nx.gnm_random_graph(n, arcs, seed=1, directed=True)
    G.remove_edges_from([(u, v) for u, v in G.edges if u > v])
    return G


def sparse(n, degree, **options):
    """Return a random graph of a mean degree."""
    return nx.fast_gnp_random_graph(n, degree / n, seed=1, **options)


def largest(make, *sizes, seed):
    """Return the largest component of a graph."""
    G = make(*sizes, seed=seed)
    return G.subgraph(max(nx.connected_components(G), key=len)).copy()


geometric = nx.random_geometric_graph
PARTIAL = [
    *(
        Case(
            f"path cover, {name}",
            make,
            once(icosian.minimum_path_cover),
            is_cover,
            {COVER_CP_SAT: 10.0} if most else {},
            (Goal(seconds=most),) if most else (),
        )
        for name, most, make in (
            ("random graph, 100 nodes, degree 2.5", 0.5, partial(sparse, 100, 2.5)),
            ("random graph, 200 nodes, degree 2.5", 0.5, partial(sparse, 200, 2.5)),
            ("random graph, 300 nodes, degree 3", 3, partial(sparse, 300, 3)),
            ("geometric graph, 300 nodes", 3, partial(geometric, 300, 0.07, seed=4)),
            ("random digraph, 200 nodes, degree 2", 0.5, partial(sparse, 200, 2, directed=True)),
            ("random graph, 1,000 nodes, degree 3", 0, partial(sparse, 1_000, 3)),
            ("random tree, 100,000 nodes", *(0, partial(nx.random_labeled_tree, 100_000, seed=3))),
            ("acyclic digraph, 50,000 nodes", 0, partial(acyclic, 50_000, 300_000)),
        )
    ),
    *(
        Case(
            f"longest {kind}, {name}",
            make,
            longest,
            is_longest,
            {LONGEST_CP_SAT: 10.0},
            (Goal(seconds=2), Goal(LONGEST_CP_SAT, 1)),
            {"closed": kind == "cycle"},
        )
        for name, make in (
            ("Tutte's graph", nx.tutte_graph),
            ("9 x 9 grid", partial(nx.grid_2d_graph, 9, 9)),
            ("random graph, 88 nodes", partial(largest, nx.gnp_random_graph, 100, 0.025, seed=2)),
            ("random graph, 175 nodes", partial(largest, nx.gnp_random_graph, 200, 0.012, seed=2)),
            ("geometric graph, 42 nodes", partial(largest, geometric, 150, 0.1, seed=4)),
            ("geometric graph, 156 nodes", partial(largest, geometric, 300, 0.07, seed=4)),
        )
        for kind in ("cycle", "path")
    ),
]

GROUPS = {"Shortest tours": SHORTEST, "Rounds on a map": ROUNDS, "Partial answers": PARTIAL}
