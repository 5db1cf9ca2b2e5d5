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
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from instances import data, weighted
from peers import (
    ANNEALING,
    CHRISTOFIDES,
    COVER_CP_SAT,
    FAST_TSP,
    HIGHS,
    NEAREST,
    PEERS,
    ROUTING,
    SHORT_LKH,
    SHORTEST_CP_SAT,
)
from race import NoAnswer, Run, Spent, Stoppable, asks, once, timed
from results import Length, Size

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
    """Return the instances of TSPLIB and HardTSPLIB in the folder ICOSIAN_DATA, if any.

    The one with fixed edges is left out: peers are given lengths alone.
    """
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
        if "FIXED_EDGES" not in row["weights"]
    ]


@dataclass
class Instance:
    """Places or a weighted graph; peers get the matrix of lengths alone."""

    directed: bool
    matrix: Any
    subject: Any = None

    @classmethod
    def of(cls, subject):
        """Return the instance of a subject."""
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


def grouped(count):
    """Return five places a group in a square, each with the nearest of centers far apart."""
    spots = np.random.default_rng(1).integers(0, 10_000, (5 * count, 2))
    far = np.linalg.norm(spots[:, None] - spots, axis=2)
    centers = [0]
    while len(centers) < count:
        centers.append(int(far[centers].min(axis=0).argmax()))
    nearest = far[centers].argmin(axis=0)
    return icosian.Places(spots, "EUC_2D"), [np.flatnonzero(nearest == k) for k in range(count)]


def clustered(row):
    """Return the places of an instance in groups as in GTSPLIB [1]_: near centers far apart.

    .. [1] M. Fischetti, J. J. Salazar, P. Toth, A branch-and-cut algorithm for the symmetric
       generalized traveling salesman problem, Operations Research 45 (1997), 378-394.
    """
    places = row.read()
    far = places.matrix().copy()
    np.fill_diagonal(far, 0)
    centers = [int(far[0].argmax())]
    while len(centers) < -(-len(places) // 5):
        centers.append(int(far[centers].min(axis=0).argmax()))
    nearest = far[centers].argmin(axis=0)
    return places, [np.flatnonzero(nearest == k) for k in range(len(centers))]


CLUSTERED = {
    "kroA100": 9711,
    "lin105": 8213,
    "ch130": 2828,
    "gr137": 36417,
    "ch150": 2750,
    "d198": 10557,
    "a280": 1079,
}
"""The optimal lengths of instances in such groups, from the paper, the three of ch and gr from
GTSPLIB."""


@cache
def sequential():
    """Return the sequential ordering problems of TSPLIB in the folder ICOSIAN_DATA, if any."""
    paths = {path.name.removesuffix(".sop.gz"): path for path in data("sop/*.sop.gz")}
    return [
        Known(
            row["name"],
            int(row["nodes"]),
            directed=True,
            optimum=int(row["optimum"].split()[0]),
            path=paths[row["name"]],
        )
        for index in data("sop/index.tsv")
        for row in csv.DictReader(index.read_text("utf-8").splitlines(), delimiter="\t")
    ]


def keep_order(places, *, seconds):
    """Look for a short tour in the order that a file states."""
    return partial(icosian.shortest_tour, places, timeout=seconds)


def is_in_order(optimum, run):
    """Return the length of a tour that keeps to an order."""
    places, tour = run.subject, list(run.answer)
    rank = {v: k for k, v in enumerate(tour)}
    assert rank.keys() == set(places.nodes)
    assert all(rank[u] < rank[v] for some in places.order for u, v in pairwise(some))
    order = [places.index(v) for v in tour]
    return Length(sum(map(places.length, order, order[1:])), run.seconds, 1, optimum)


def lettering(count, *, closed):
    """Return the ends of strokes: sides of letters, or whole outlines, of a font of matplotlib."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    lines, font, outlines = 0, FontProperties(family="DejaVu Sans"), []
    while len(outlines) < count:
        letters = TextPath(
            (0, -14 * lines), "The quick brown fox jumps over the lazy dog", 10, font
        )
        outlines += letters.to_polygons(closed_only=False)
        lines += 1
    if closed:
        return [[shape[0].tolist()] * 2 for shape in outlines[:count]]
    sides = (side for shape in outlines for side in zip(shape[::2], shape[1::2], strict=False))
    return [[a.tolist(), b.tolist()] for a, b in sides][:count]


def draw_strokes(strokes, *, seconds):
    """Look for a short way through strokes from the origin and back; an end of each comes first."""
    ends = [(0.0, 0.0), *(tuple(end) for stroke in strokes for end in stroke)]
    pairs = [(2 * k + 1, 2 * k + 2) for k in range(len(strokes))]

    def draw():
        tour = icosian.shortest_tour(ends, start=0, require=pairs, timeout=seconds)
        return [divmod(v - 1, 2) for v in [int(v) for v in tour][1::2]]

    return draw


def are_drawn(run):
    """Return the length with the pen up, in thousandths, from the origin and back."""
    pen, length = np.zeros(2), 0.0
    assert sorted(k for k, _ in run.answer) == list(range(len(run.subject)))
    for k, side in run.answer:
        start, end = np.array(run.subject[k])[[side, 1 - side]]
        length += float(np.linalg.norm(start - pen))
        pen = end
    return Length(1000 * (length + float(np.linalg.norm(pen))), run.seconds, 1)


def pick_one_each(subject, *, seconds):
    """Look for a short tour through one place of each group."""
    places, groups = subject
    groups = [[places.nodes[v] for v in group.tolist()] for group in groups]
    return partial(icosian.shortest_tour, places, groups=groups, timeout=seconds)


def are_picked(gap, optimum, run):
    """Return the length of a tour that visits each group, if its bound is close."""
    (places, groups), tour = run.subject, run.answer
    if tour is None:
        raise NoAnswer("no tour")
    order = [places.index(v) for v in tour] if run.ours is None else [int(v) for v in tour]
    assert all(set(order).intersection(group.tolist()) for group in groups)
    length = sum(map(places.length, order, [*order[1:], order[0]]))
    if (left := getattr(tour, "gap", 0)) > gap:
        raise NoAnswer(f"a gap of {left:.2%} when its time was up")
    return Length(length, run.seconds, 1, optimum)


def is_in_time(optimum, seconds, run):
    """Return the length of a tour; ours has to come in time."""
    length = Length(tour_length(run, optimum), run.seconds, 1, optimum)
    if run.ours is None and run.seconds > LATE * seconds + CALL:
        raise NoAnswer(f"{length}: too late")
    return length


def proved(optimum=None, *, gap=0):
    """Return what makes the case of a shortest tour and its proof, or of one within a gap."""
    options = {"gap": gap} if gap else {}
    return asks(within_patience, partial(proved_within, optimum, gap), options=options)


def of_many(gap):
    """Return what makes the case of more places than a matrix holds."""
    return asks(tour_of_many, partial(is_proved_within, gap), options={"gap": gap}, most=1)


def found_in(optimum, seconds):
    """Return what makes the case of a short tour in so many seconds; some peers take their time."""
    check = partial(is_in_time, optimum, seconds)
    return asks(shortest, check, options={"timeout": seconds}, most=3)


def one_of_each(gap, optimum=None):
    """Return what makes the case of one place of each group, and a bound within a gap."""
    check = partial(are_picked, gap, optimum)
    return asks(pick_one_each, check, options={"seconds": 30.0}, most=1)


def in_order(optimum):
    """Return what makes the case of a tour in an order, in some seconds."""
    return asks(keep_order, partial(is_in_order, optimum), options={"seconds": 5.0}, most=1)


drawn_in_order = asks(draw_strokes, are_drawn, options={"seconds": 2.0}, most=1)


errands_run = asks(run_errands, are_run, options={"seconds": 5.0}, most=1)


@cache
def seconds_of(who, chosen):
    """Return the seconds of a contender for each instance of a set, infinite if it failed."""
    seconds = []
    for row in chosen:
        instance = Instance.of(row.read())
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


def of_set(pick):
    """Return what makes the case of a set."""
    ask, *peers = (partial(each, who, pick) for who in ("icosian", *SOLVERS))
    return asks(ask, peers=dict(zip(SOLVERS, peers, strict=True)), most=1)


@cache
def answered(n):
    """Return places and their shortest tour."""
    instance = Instance.of(uniform(n))
    return instance.subject, within_patience(instance)()


def proof_check(subject):
    """Check a proof."""
    return partial(subject[1].proof.check, subject[0])


def packed(subject):
    """Compress a proof."""
    return lambda: gzip.compress(subject[1].proof.to_json().encode(), mtime=0)


def size_of(run):
    """Return the size of a file."""
    return Size(len(run.answer) / 1000)


HARD = tuple(row for row in known() if row.name.endswith("_hard"))
SMALL = tuple(row for row in known() if not row.directed and row not in HARD and row.nodes <= 100)
BESIDE = {"kroA100": {SHORTEST_CP_SAT: 10, HIGHS: 10}}
THOUSAND = "uniform, 1,000 places"
QUICK = {FAST_TSP: 5.0}
IN_TIME = {
    0.1: QUICK,
    1.0: QUICK | {SHORT_LKH: 20.0, ROUTING: 5.0, NEAREST: 5.0, ANNEALING: 5.0, CHRISTOFIDES: 5.0},
}
QUICKLY = [
    *((r.name, r.read, r.optimum) for r in known() if r.nodes >= 280 and not r.directed),
    (THOUSAND, partial(uniform, 1_000), None),
]
"""What has a tour in so many seconds: the name, what makes it, and the optimum."""


def grid(side):
    """Return streets at right angles, with lengths from 1 to 100 at random."""
    return weighted(nx.grid_2d_graph(side, side), 100)


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


def around(*, gap=0):
    """Return what makes the case of a round that is proved."""
    return asks(walk, partial(is_walk, gap), options={"gap": gap} if gap else {})


def round_proof(subject):
    """Check a proof in plain Python."""
    return partial(walk(subject)().proof.check, subject[0])


@cache
def patrol(make, side, count):
    """Return a map and so many of its streets at random, None for all."""
    G = make(side)
    edges = sorted(G.edges)
    chosen = np.random.default_rng(4).choice(len(edges), count or 0, replace=False)
    return G, [edges[k] for k in chosen.tolist()] if count else G.edges


def mixed(side):
    """Return crooked streets of which a third is one-way, but none without a way back."""
    random = np.random.default_rng(5)
    G = streets(side)
    D = nx.DiGraph()
    for u, v, length in G.edges(data="weight"):
        ways = [[(u, v), (v, u)], [(u, v)], [(v, u)]][random.choice(3, p=(2 / 3, 1 / 6, 1 / 6))]
        D.add_edges_from(ways, weight=length)
    return D.subgraph(max(nx.strongly_connected_components(D), key=len)).copy(), None


def along(subject, *, weight="weight", either=False, **_):
    """Look for a shortest closed walk along streets."""
    G, edges = subject
    return partial(postman_walk, G, edges, either=either, weight=weight, timeout=PATIENCE)


def is_along(run):
    """Check that our walk along streets is proved, and that of a peer no shorter."""
    if run.answer is None:
        raise NoAnswer("proved nothing")
    if run.ours is not None:
        assert run.answer >= run.ours.length
    elif not run.answer.is_shortest:
        raise NoAnswer(f"a gap of {run.answer.gap:.2%} when its time was up")


patrolled = asks(along, is_along)


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


covered, COVER_PEER = asks(once(icosian.minimum_path_cover), is_cover), {COVER_CP_SAT: 10.0}


def longest(G, *, closed, induced=False):
    """Look for a longest cycle or path."""
    if induced:
        return partial(icosian.longest_induced_cycle if closed else icosian.longest_induced_path, G)
    return partial(icosian.longest_cycle if closed else icosian.longest_path, G)


def longest_of(kind, **options):
    """Return what makes the case of a longest cycle or path."""
    return asks(longest, is_longest, options={"closed": kind == "cycle", **options})


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
INDUCED = (
    ("hypercube, dimension 5", partial(nx.hypercube_graph, 5)),
    ("hypercube, dimension 6", partial(nx.hypercube_graph, 6)),
    ("random graph, 40 nodes, degree 4", partial(nx.gnm_random_graph, 40, 80, seed=1)),
    ("random graph, 60 nodes, degree 4", partial(nx.gnm_random_graph, 60, 120, seed=1)),
    ("random graph, 60 nodes, degree 8", partial(nx.gnm_random_graph, 60, 240, seed=1)),
)
LONGEST = (
    ("Tutte's graph", nx.tutte_graph),
    ("9 x 9 grid", partial(nx.grid_2d_graph, 9, 9)),
    ("random graph, 88 nodes", partial(largest, nx.gnp_random_graph, 100, 0.025, seed=2)),
    ("random graph, 175 nodes", partial(largest, nx.gnp_random_graph, 200, 0.012, seed=2)),
    ("geometric graph, 42 nodes", partial(largest, geometric, 150, 0.1, seed=4)),
    ("geometric graph, 156 nodes", partial(largest, geometric, 300, 0.07, seed=4)),
)
