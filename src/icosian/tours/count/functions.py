"""How many Hamiltonian cycles and paths there are, also up to symmetry."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._kernels import states as kernels
from icosian._run.limits import (
    Clock,
    Limits,
    TimeIsUp,
    Watch,
    Workers,
    check_flag,
    check_memory,
    hinted,
)
from icosian._run.pool import Pool, check_resume, open_pool
from icosian.exceptions import IncompleteRun, InvalidArgument, SearchLimitReached
from icosian.proofs import Middle
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.count.degree_slices import CycleCount
from icosian.tours.count.exchange import Checkpoint, is_stored
from icosian.tours.count.layers import METHOD, Half, Memory, join_halves
from icosian.tours.count.plans import (
    STAR,
    Plan,
    best_order,
    given_orders,
    given_plans,
    promising_plans,
    spectral_order,
)
from icosian.tours.enumeration import FewTours, kept_symmetries, tour_batches
from icosian.tours.problem import Problem, conditions_in
from icosian.tours.solve.outcome import count_few_numbered
from icosian.tours.symmetries import problem_symmetries

Counting = Callable[[Problem], int]


def kept_counter(
    asked: Problem, count: Counting, clock: Clock, memory: int
) -> Callable[[Sequence[int]], int]:
    """Return what counts the tours of a problem that a symmetry keeps, which keeps the problem."""
    # A cycle that a symmetry keeps is either rotated or reflected by it. If rotated, all orbits of
    # the symmetry have the same length, and the cycle covers a cycle through all orbits. If
    # reflected, the symmetry is an involution, and half of the cycle is a path through all orbits.
    # Both are counted on the smaller graph of the orbits.
    problem, squares = asked.unconditional, asked.nodes
    graph = problem.form.subdivided()
    orders = given_orders(problem, graph)
    if problem.board is None:
        orders += spectral_order(graph)
    sides = _sides(graph)

    def kept(symmetry: Sequence[int]) -> int:
        moved = dict(zip(squares, (squares[w] for w in symmetry), strict=True))
        quotients = _quotients(graph, _image(problem, graph, moved), orders, sides)
        return sum(quotient.cycles(count, clock, Memory(memory)) for quotient in quotients)

    return kept


def class_count(
    asked: Problem,
    permutations: NDArray[np.int64],
    number: int,
    count: Counting,
    clock: Clock,
    memory: int,
) -> int:
    """Return the number of classes of tours of a problem that has at least two."""
    kept = kept_counter(asked, count, clock, memory)
    symmetries = kept_symmetries(asked, permutations)
    total = number
    for symmetry, conjugates in _conjugacy_classes(symmetries):
        total += conjugates * kept(symmetry)
    classes, rest = divmod(total, len(symmetries) + 1)
    if rest:
        raise RuntimeError("the tours that the symmetries keep do not sum up to whole classes")
    return classes


def symmetric_count(
    asked: Problem, image: NDArray[np.int64], count: Counting, clock: Clock, memory: int
) -> int | None:
    """Return the number of tours that the symmetry asked for keeps, None if they are to be listed.

    The symmetry has to keep the other conditions, too.
    """
    if proof := cheap_proof(asked.unconditional, clock):
        proof.check(asked.unconditional.G)
        return 0
    number = 1 if asked.is_tiny else FewTours(asked, clock).count(clock, FEW * asked.size)
    free = asked.asking(symmetry=())
    if number is None and len(kept_symmetries(free, image[None])):
        return kept_counter(free, count, clock, memory)(image.tolist())
    return number


def _quotients(
    graph: Sequence[set[int]],
    image: Sequence[int],
    orders: Sequence[Sequence[int]],
    sides: Sequence[int] | None,
) -> Iterator[Quotient]:
    """Yield quotient graphs whose cycles are those that a symmetry keeps."""
    found = [q for order in orders if (q := divide_by_rotation(graph, image, order, sides))]
    if found:  # prefer representatives with few odd voltages
        yield min(found, key=Quotient.odd_ends)
    if quotient := divide_by_reflection(graph, image, orders[0]):
        yield quotient


def _sides(graph: Sequence[set[int]]) -> list[int] | None:
    """Return the color of each vertex, 0 or 1, or None if the graph is not bipartite."""
    G = nx.Graph([(v, w) for v, near in enumerate(graph) for w in near])
    try:
        return [side for _, side in sorted(nx.bipartite.color(G).items())]
    except nx.NetworkXError:
        return None


def _image(problem: Problem, graph: Sequence[set[int]], moved: dict[Any, Any]) -> list[int]:
    """Return the images of the vertices of the normal form."""
    number = problem.index

    def image(node: Any) -> int:
        if isinstance(node, Middle):
            tail, head = (moved.get(v, v) for v in (node.tail, node.head))
            # In an undirected graph, the image may be stored in the other direction.
            return number.get(Middle(tail, head)) or number[Middle(head, tail)]
        return number[moved.get(node, node)]

    images = [*map(image, problem.nodes), problem.size]  # the extra vertex is fixed
    if problem.arrays.directed:
        images = [2 * v + side for v in images for side in range(2)]
    size = problem.form.size
    del images[size:]
    # The others are in the middle of fixed edges.
    middles = {frozenset(graph[v]): v for v in range(size, len(graph))}
    images += [middles[frozenset(images[w] for w in graph[v])] for v in range(size, len(graph))]
    return images


def _conjugacy_classes(symmetries: NDArray[np.int64]) -> Iterator[tuple[list[int], int]]:
    """Yield a member of each conjugacy class, and the size of the class."""
    group = np.vstack((symmetries, np.arange(symmetries.shape[1])))
    inverses = np.argsort(group, axis=1)
    seen: set[bytes] = set()
    for symmetry in symmetries:
        if symmetry.tobytes() not in seen:
            # h g h^-1 maps v to h[g[h^-1[v]]]
            images = np.take_along_axis(group, symmetry[inverses], axis=1)
            conjugates = {image.tobytes() for image in images}
            seen |= conjugates
            yield symmetry.tolist(), len(conjugates)


# -- Cycles that are invariant under a symmetry, counted in the graph of its orbits
# A cycle that a symmetry rotates projects to a cycle through all orbits; one that it reflects
# projects to a path. The quotient may have parallel edges, each with a *voltage*: the power of the
# symmetry that the edge applies.

Edge = tuple[int, int]

WIDEST = kernels.WIDE
"""The widest frontier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotient:
    """A multigraph with voltages modulo a number, as orbit pairs (a, b), a <= b."""

    size: int
    modulus: int
    edges: dict[Edge, list[int]]

    def cycles(self, count: Callable[[Problem], int], clock: Clock, memory: Memory) -> int:
        """Return the number of Hamiltonian cycles whose voltages sum to a unit of the modulus."""
        # 1. Moduli that are not powers of 2: list the cycles and add up voltages.
        if self.modulus & self.modulus - 1:
            return self._listed(clock)
        # 2. Two halves of the edges. Modulus 1, where all cycles count: those of the simple graph,
        #    and further parallel edges, of which the others use one. Powers of 2: even and odd
        #    voltages, of which a cycle uses an odd number.
        if self.modulus == 1:
            first = Counter(dict.fromkeys(self.edges, 1))
            second = Counter({e: len(s) - 1 for e, s in self.edges.items() if len(s) > 1})
        else:
            first, second = (
                Counter({e: k for e, s in self.edges.items() if (k := sum(x % 2 == r for x in s))})
                for r in range(2)
            )
        number: int | None = 0
        if second:
            ends = (*second, *(e for e, k in first.items() if k > 1))
            separator = sorted({v for e in ends for v in e})
            if len(separator) == self.size:  # a half could close a cycle
                return self._split().cycles(count, clock, memory) // 2
            number = self._joined(first, second, separator, clock, memory)
        if number is None:
            return self._listed(clock)
        return number + (count(self._simple()) if self.modulus == 1 else 0)

    def odd_ends(self) -> int:
        """Return the number of vertices that have edges of odd voltage."""
        return len(
            {v for e, voltages in self.edges.items() if any(s % 2 for s in voltages) for v in e}
        )

    def _simple(self) -> Problem:
        """Return the problem of the graph without loops and parallel edges."""
        G: nx.Graph[Any] = nx.Graph()
        G.add_nodes_from(range(self.size))
        G.add_edges_from((a, b) for a, b in self.edges if a != b)
        return Problem.of(G, closed=True)

    def _split(self) -> Quotient:
        """Split vertex 0 in two, joined by a path, so that every cycle occurs twice."""
        n = self.size
        edges = {(0, n + 1): [0], (n, n + 1): [0]}
        for (a, b), voltages in self.edges.items():
            if a == b:
                edges[a, n] = voltages
                continue
            edges[a, b] = voltages
            if a == 0:
                edges[b, n] = [-s for s in voltages]
        return Quotient(size=n + 2, modulus=self.modulus, edges=edges)

    def _listed(self, clock: Clock) -> int:
        """Count by listing the cycles of the graph without parallel edges."""
        if self.size < 3:
            return self._split()._listed(clock) // 2  # noqa: SLF001 - the same class
        ways = {e: Counter(voltages) for e, voltages in self.edges.items()}
        ways |= {(b, a): Counter(-s for s in voltages) for (a, b), voltages in self.edges.items()}
        number = 0
        for found in tour_batches(self._simple(), clock):
            for order in found.tolist():
                sums = Counter({0: 1})
                for edge in pairwise([*order, order[0]]):
                    further: Counter[int] = Counter()
                    for x, k in sums.items():
                        for y, way in ways[edge].items():
                            further[(x + y) % self.modulus] += k * way
                    sums = further
                number += sum(k for x, k in sums.items() if math.gcd(x, self.modulus) == 1)
        return number

    def _joined(
        self,
        first: Counter[Edge],
        second: Counter[Edge],
        separator: Sequence[int],
        clock: Clock,
        memory: Memory,
    ) -> int | None:
        """Count cycles with edges of the second half, an odd number for an even modulus."""
        # A state has half as many edges as the sum of its degrees.
        graph: list[set[int]] = [set() for _ in range(self.size)]
        for a, b in first:
            graph[a].add(b)
            graph[b].add(a)
        order, width = best_order(graph, separator, clock)
        width = max(width, len(separator) + 1)
        if width > WIDEST:
            return None
        slots = kernels.NARROW if width <= kernels.NARROW else kernels.WIDE
        one, other = (
            Half(self._near(edges, others, separator), slots, clock, memory)
            for edges, others in ((first, second), (second, first))
        )
        for a, near in _stars(second, separator):
            other.choose(a, near)
        edges_used = _edges_used(other)
        kept = edges_used > 0 if self.modulus == 1 else edges_used % 2 == 1
        other.layer = other.layer.reshape(-1, other.row)[kept].ravel()
        for v in order:
            one.choose(v)
        for a, near in _stars(first, separator):
            min(one, other, key=lambda half: half.size).choose(a, near)
        if not (one.size and other.size):
            return 0
        return join_halves(one, [(other, separator)], separator, clock, memory)

    def _near(
        self, edges: Counter[Edge], others: Counter[Edge], separator: Sequence[int]
    ) -> list[set[int]]:
        """Return the neighbors of each vertex in a half; two extra vertices never enter."""
        n = self.size
        near: list[set[int]] = [set() for _ in range(n + 2)]
        free = Counter[int]()
        for (a, b), k in edges.items():
            near[a].add(b)
            near[b].add(a)
            free.update({a: k - 1, b: k - 1})
        for (a, b), k in others.items():
            free.update({a: k, b: k})
        for v in separator:
            near[v].update(range(n, n + min(2, free[v])))
        return near


def _stars(edges: Counter[Edge], separator: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield all edges within the separator, a few of one vertex at a time."""
    for time in range(max(edges.values())):
        for v in separator:
            near = [b for (a, b), k in edges.items() if a == v and b in separator and k > time]
            for i in range(0, len(near), STAR):
                yield v, near[i : i + STAR]


def _edges_used(half: Half) -> NDArray[np.int64]:
    """Return the number of edges of each state of a half: half the sum of its degrees."""
    words: NDArray[np.int64] = kernels.degree_word(half.layer[:: half.row], half.slots)
    degrees = np.zeros_like(words)
    for i in range(half.slots):
        degrees += (words >> half.slots + i & 1) + 2 * (words >> i & 1)
    return degrees // 2


def divide_by_rotation(
    graph: Sequence[set[int]],
    image: Sequence[int],
    order: Sequence[int],
    sides: Sequence[int] | None,
) -> Quotient | None:
    """Return the quotient whose cycles lift to those an automorphism rotates, or None."""
    # Vertices are the orbits, each represented by its first vertex in ``order``. Each orbit of
    # edges is an edge, whose voltage is the power of the automorphism at its other end. None if the
    # orbits differ in length, or the bipartition forbids a rotation.
    orbits = _orbits(image, order)
    m = len(orbits[0])
    if any(len(orbit) != m for orbit in orbits):
        return None
    # For even m, a closed walk through all orbits leads to the image under an odd power.
    if sides and m % 2 == 0 and (len(orbits) + sides[0] + sides[image[0]]) % 2:
        return None
    place = {v: (i, s) for i, orbit in enumerate(orbits) for s, v in enumerate(orbit)}
    edges: dict[Edge, list[int]] = {}
    for i, (v, *_) in enumerate(orbits):
        for j, s in sorted(place[w] for w in graph[v]):
            if i < j or len(orbits) == 1:  # loops are used only if there is no other orbit
                edges.setdefault((i, j), []).append(s)
    return Quotient(size=len(orbits), modulus=m, edges=edges)


def divide_by_reflection(
    graph: Sequence[set[int]], image: Sequence[int], order: Sequence[int]
) -> Quotient | None:
    """Return the quotient whose cycles are halves of those an automorphism reflects, or None."""
    # Vertices are the orbits and the *axis*, where the half paths end: next to a fixed vertex, or
    # to two neighbors that are images of each other.
    orbits = _orbits(image, order)
    axis = len(orbits)
    fixed = [i for i, orbit in enumerate(orbits) if len(orbit) == 1]
    if max(map(len, orbits)) != 2 or len(fixed) > 2:
        return None
    place = {v: i for i, orbit in enumerate(orbits) for v in orbit}
    edges: dict[Edge, list[int]] = {}
    for i, (v, *others) in enumerate(orbits):
        for j in sorted(place[w] for w in graph[v]) if others else ():
            if i == j:
                edges[i, axis] = [0]
            elif i < j or j in fixed:
                edges.setdefault((min(i, j), max(i, j)), []).append(0)
    for k, i in enumerate(fixed, start=axis + 1):  # every half ends there
        edges[i, k] = edges[axis, k] = [0]
    return Quotient(size=axis + 1 + len(fixed), modulus=1, edges=edges)


def _orbits(image: Sequence[int], order: Iterable[int]) -> list[list[int]]:
    """Return the orbits of a permutation, each from its first member, image by image."""
    seen: set[int] = set()
    orbits = []
    for v in order:
        if v not in seen:
            orbit = [v]
            while (w := image[orbit[-1]]) != v:
                orbit.append(w)
            seen.update(orbit)
            orbits.append(orbit)
    return orbits


# -- Counting Hamiltonian cycles and paths: a frontier dynamic program that meets in the middle
# A short search lists the tours if they are few. Otherwise :mod:`.plans` cuts the graph in halves
# and runs the best plans, :mod:`.layers` makes the states of each half and joins them,
# :mod:`.exchange` shares them among the workers of an executor, and :mod:`.degree_slices` divides
# counts that are too large for the memory.

BRIEF, FEW = 10, 100
"""Steps per node of the search that lists a small number of tours, before and after plans."""
FIRST, LISTED = 1_000, 0.25
"""It takes at most so many steps, and this part of the expected states more. As measured on graphs
of 10 to 200 nodes, that adds at most a fifth to the time of plans and states."""

LISTED_CLASSES = 20
"""Tours for each symmetry that are listed rather than counted for all symmetries."""
NUMBERED = 20
"""Tours with given positions that a SAT solver looks for; more are listed."""


@hinted
def count_hamiltonian_cycles(
    G: nx.Graph[Any],
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    executor: Workers = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> int:
    """Return how many Hamiltonian cycles a graph has.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    require, forbid : iterable of (node, node), optional
        Count only cycles that use all required and no forbidden edges; in a digraph the direction
        matters.
    positions : mapping of node to int, optional
        Count only cycles on which nodes have these numbers, from 1; one node must have number 1.
        More than a few tours are listed, so their number should not be large.
    symmetric : str or mapping of nodes, optional
        Count only cycles that this symmetry maps to themselves, as for :func:`hamiltonian_cycle`.
    distinct : bool
        Count cycles up to the symmetries that keep the conditions: the rotations and reflections
        of the board, not the shifts of a torus, or all automorphisms of a graph without one.
    memory_limit : int, optional
        Bytes that the count may use, by default half of the free memory. If all states together
        need more, they are counted in slices, one after the other.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        The workers of a larger count own the states in turn, each with its share of the memory. By
        default the count runs on the calling thread. The executor is not shut down. A callable
        makes an executor, and another one if that breaks.
    checkpoint : path, optional
        A folder in which the progress is stored from time to time and when the count is
        interrupted, or whenever workers hand on their states. The same call resumes from it, on any
        machine, even after a power cut. At the end the folder holds the number.
    resume : IncompleteRun, optional
        The error that the same call raised before; finished slices are not counted again.
    timeout : float, optional
        Time limit in seconds. Compiling the kernels, once on a machine, does not count.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    int
        The exact number. Cycles with the same edges count once: neither the start nor, in an
        undirected graph, the direction matters.

    Raises
    ------
    IncompleteRun
        If the executor breaks and cannot be replaced.
    SearchLimitReached
        If the time is over, the memory too small, or the frontier of the graph too wide; also for
        ``distinct`` if there are more than 50,000 symmetries and more than 300,000 tours.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument is not valid, before any work; also if the checkpoint is damaged or of
        another problem.

    See Also
    --------
    count_hamiltonian_paths : Open tours.
    hamiltonian_cycle : One of them.

    Notes
    -----
    A search of up to a hundred steps a node lists the tours if they are few. Otherwise vertices are
    eliminated one after the other. Of the edges chosen so far only the state of the *frontier*
    matters, the vertices that have both chosen and undecided edges: which of them are ends of
    paths, and which ends belong to the same path. Each state is kept once, with the number of edge
    sets that lead to it [1]_, [2]_. Two such dynamic programs, from two sides of the graph, meet
    in a separator; several plans compete at first. Time and memory grow exponentially with the
    width of the frontier, which may be up to 31, but only linearly with the length of a graph. A
    digraph is twice as wide. The 8 x 8 board of knights takes a minute and 1 GB.

    Slices fix how many edges of the first half some vertices of the separator have; with two such
    vertices the largest slice needs a third of the memory. Workers take some of the states through
    a few steps, by what these leave unchanged, and hand them on. A checkpoint holds the states of a
    layer or, if the memory is short, the finished slices. The number does not depend on any of
    these.

    For ``distinct``, the tours that each symmetry keeps are counted too, in the graph of its
    orbits, as for ``symmetric`` alone; where tours are few for their symmetries, and where both are
    given, they are listed. A board has the symmetries of
    its squares; its graph may have more, which ``nx.Graph(G.edges)`` has instead. Neither
    attributes nor parallel edges of a graph matter to its automorphisms. If nodes have
    ``positions``, more than the start of a cycle, symmetries keep each of these nodes, and given
    ends of a path as well; otherwise they may swap the ends of an undirected path.

    References
    ----------
    .. [1] Donald E. Knuth, The Art of Computer Programming, volume 4, pre-fascicle 8a,
       Hamiltonian Paths and Cycles, 2025.
    .. [2] Brendan D. McKay, Knight's tours of an 8 x 8 chessboard, technical report
       TR-CS-97-03, Australian National University, 1997.

    Examples
    --------
    The dodecahedron of the Icosian Game, and the 6 x 6 board:

    >>> import networkx as nx, icosian
    >>> icosian.count_hamiltonian_cycles(nx.dodecahedral_graph())
    30
    >>> icosian.count_hamiltonian_cycles(icosian.knight_graph(6))
    9862
    >>> icosian.count_hamiltonian_cycles(icosian.knight_graph(6), distinct=True)
    1245

    Some look the same after a half turn, and 10 after a quarter turn, 5 of them up to reflection:

    >>> board = icosian.knight_graph(6)
    >>> board.count_hamiltonian_cycles(symmetric="half-turn")
    78
    >>> board.count_hamiltonian_cycles(symmetric="quarter-turn", distinct=True)
    5

    The 4-cube has 1344 cycles, or 9 up to symmetry (OEIS A159344):

    >>> G = nx.hypercube_graph(4)
    >>> icosian.count_hamiltonian_cycles(G), icosian.count_hamiltonian_cycles(G, distinct=True)
    (1344, 9)
    """
    limits, asked = Limits.of(locals()), Problem.of(G, closed=True, **conditions_in(locals()))
    return _count(asked, limits, distinct, memory_limit, checkpoint, resume)


@hinted
def count_hamiltonian_paths(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    memory_limit: int | None = None,
    executor: Workers = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> int:
    """Return how many Hamiltonian paths a graph has.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start, end : node, optional
        The ends of the paths; on a board also names of squares. Free by default,
        or as a drawn board marks them.
    require, forbid, positions, symmetric, distinct, memory_limit, executor, checkpoint : optional
        As for :func:`count_hamiltonian_cycles`.
    resume, timeout, progress : optional
        As for :func:`count_hamiltonian_cycles`.

    Returns
    -------
    int
        The exact number. In an undirected graph a path and its reverse count once, so the numbers
        of the paths from each node sum up to twice the number of all.

    Raises
    ------
    IncompleteRun
        If the executor breaks and cannot be replaced.
    SearchLimitReached
        If the time is over, the memory too small, or the frontier of the graph too wide; also for
        ``distinct`` if there are more than 50,000 symmetries and more than 300,000 tours.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument is not valid, before any work; also if the checkpoint is damaged or of
        another problem.

    See Also
    --------
    count_hamiltonian_cycles : Closed tours, and notes on the method.
    hamiltonian_path : One of them.

    Notes
    -----
    If an end is free, paths are cycles through a new vertex joined to all others. It stays on the
    frontier, so there are many times as many states as for cycles.

    Examples
    --------
    Paths of a knight on 5 x 5 squares, and those from a corner:

    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> icosian.count_hamiltonian_paths(G), icosian.count_hamiltonian_paths(G, "a1")
    (864, 304)
    >>> icosian.count_hamiltonian_paths(G, positions={"a1": 1, "c3": 13})
    48
    """
    limits, asked = Limits.of(locals()), Problem.of(G, closed=False, **conditions_in(locals()))
    return _count(asked, limits, distinct, memory_limit, checkpoint, resume)


def _count(
    asked: Problem,
    limits: Limits,
    distinct: bool,
    memory_limit: int | None,
    folder: str | os.PathLike[str] | None,
    resume: IncompleteRun | None,
) -> int:
    """Check the other arguments of a public function and count."""
    clock, executor, is_numbered = limits.clock, limits.executor, bool(asked.conditions.positions)
    check_resume(resume, executor, folder, "checkpoint")
    memory_limit = check_memory(memory_limit)
    check_flag(distinct, "distinct")
    try:
        group = problem_symmetries(asked, clock) if distinct else None
        image, count = asked.symmetry, partial(_number, clock=clock, memory_limit=memory_limit)
        is_listed = is_numbered or image is not None or not (group is None or group.is_listed)
        if is_listed and folder is not None:
            why = f"{group.order} symmetries" if group else "symmetric="
            why = "positions" if is_numbered else why
            raise InvalidArgument(f"a count with {why} lists the tours and has no checkpoint")
        with open_pool(executor) as pool:
            if is_listed:
                few = None
                if group is None and image is None:
                    few = count_few_numbered(asked, clock, NUMBERED)
                elif group is None and image is not None and resume is None:
                    few = symmetric_count(asked, image, count, clock, memory_limit)
                found = tour_batches(asked, clock, group, pool=pool, resume=resume)
                return sum(map(len, found)) if few is None else few
            number = _number(asked, clock, memory_limit, pool, folder, resume)
        if group is None or number < 2:
            return number
        if number < LISTED_CLASSES * group.order:
            return sum(map(len, tour_batches(asked, clock, group)))
        return class_count(asked, group.images, number, count, clock, memory_limit)
    except IncompleteRun:
        raise
    except (TimeIsUp, SearchLimitReached) as error:
        stats = clock.stats(METHOD)
        why = str(error) or clock.over
        go_on = f"; the same call goes on from {folder}" if is_stored(folder) else ""
        raise SearchLimitReached(f"not counted: {why}{go_on}", stats=stats) from None


def _number(
    asked: Problem,
    clock: Clock,
    memory_limit: int,
    pool: Pool | None = None,
    folder: str | os.PathLike[str] | None = None,
    resume: IncompleteRun | None = None,
) -> int:
    """Return how many tours keep the conditions: none by a proof, few by a list, else by states."""
    problem = asked.unconditional
    graph = [] if problem.is_tiny else problem.form.subdivided()
    checkpoint = Checkpoint(folder, graph)
    if proof := cheap_proof(problem, clock):
        proof.check(problem.G)
        checkpoint.finish(0)
        return 0
    if problem.is_tiny:
        return 1  # no cheap proof, so a path
    given: list[Plan] = []
    if resume is None and checkpoint.is_new:
        few, most = FewTours(asked, clock), FEW * asked.size
        number = few.count(clock, min(most, max(FIRST, BRIEF * asked.size)))
        if number is None:
            given = given_plans(problem, graph, clock)
            number = few.count(clock, int(min(most, FIRST + LISTED * given[0].score)))
        if number is not None:
            checkpoint.finish(number)
            return number
    plans = partial(promising_plans, problem, graph, clock, given)
    count = CycleCount(
        graph=graph, clock=clock, limit=memory_limit, pool=pool, checkpoint=checkpoint
    )
    return count.run(plans, resume)
