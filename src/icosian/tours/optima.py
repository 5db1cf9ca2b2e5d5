"""All longest paths and all minimum path covers: how many, and one by one, by a frontier search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Generic, TypeVar

import networkx as nx

from icosian._io.text import plural
from icosian._run.limits import Clock, Limits, TimeIsUp, Watch, hinted
from icosian.exceptions import InvalidProof, SearchLimitReached
from icosian.tours.count.plans import best_order
from icosian.tours.cover.functions import cover_of
from icosian.tours.cover.path_cover import PathCover
from icosian.tours.longest.functions import LongestTour, longest
from icosian.tours.problem import Problem, conditions_in
from icosian.tours.tour import check_cover, check_tour

Best = TypeVar("Best", LongestTour, PathCover)
Arc = tuple[int, int]

# Arcs are chosen node by node. Of the paths so far only matters how they meet the frontier, the
# nodes with chosen and undecided arcs. There a node is free, or full, or the end of a path: then
# its code is the number of its mate, the other end, or ENDED if that has left the frontier. In a
# digraph the first node of a path has the code of its mate and an offset.
FREE, FULL, ENDED = -3, -2, -1
WHOLE = 3
"""In place of the number of ends that have left the frontier: the only path is complete."""
State = tuple[int, tuple[int, ...]]
"""How many ends of the only path have left the frontier, and the codes of the nodes on it."""
Step = tuple[int, State, Arc | None]
"""What a step costs, where it leads, and the arc that it chooses."""


class BestPaths:
    """The paths of least cost that a choice of arcs makes.

    That is one path, whose cost is the number of nodes that it leaves out, or are several that
    visit all nodes, whose cost is the number of their ends.
    """

    def __init__(self, problem: Problem, most: int, clock: Clock, *, single: bool) -> None:
        arrays, self.clock, self.most, self.single = problem.arrays, clock, most, single
        self.size, self.offset = arrays.size, arrays.directed * (arrays.size + 1)
        self.start, self.end = problem.start, problem.end
        self._last: State = (WHOLE if single else 0, ())
        self.layers: list[dict[State, list[tuple[State, Arc | None]]]] = []
        """For each step the states of least cost, and from which ones they come by which arc."""
        self._states: dict[State, tuple[int, int]] = {(0, ()): (0, 1)}  # costs and numbers
        self._nodes: list[int] = []
        arcs = set(zip(arrays.sources().tolist(), arrays.indices.tolist(), strict=True))
        near: list[set[int]] = [set() for _ in range(self.size)]
        for u, v in arcs:
            near[u].add(v)
            near[v].add(u)
        order, _ = best_order([set(row) for row in near], (), clock)
        for v in order:
            self._enter(v)
            for w in sorted(near[v]):
                near[w].discard(v)
                self._enter(w)
                for arc in ((v, w), (w, v)) if self.offset else ((v, w),):
                    if arc in arcs:
                        self._choose(arc)
            self._leave(v)
        found = self._states.get(self._last)
        if found is None or found[0] != most:
            raise InvalidProof(f"the least cost {most} that was proved is not that of all paths")
        self.number = found[1]
        """How many choices have the least cost."""

    def __iter__(self) -> Iterator[list[Arc]]:
        """Yield the arcs of each choice."""
        waiting: list[tuple[int, State, list[Arc]]] = [(len(self.layers), self._last, [])]
        while waiting:
            k, state, arcs = waiting.pop()
            if not k:
                yield arcs
                continue
            for before, arc in self.layers[k - 1][state]:
                waiting.append((k - 1, before, arcs if arc is None else [*arcs, arc]))

    def _begins(self, code: int) -> bool:
        """Return True if a node with this code is the first one of a path in a digraph."""
        return code >= self.size

    def _mate(self, code: int) -> int:
        """Return the other end of the path that a node with this code ends, or ENDED."""
        return code - self.offset if code >= self.size else code

    def _enter(self, v: int) -> None:
        if v not in self._nodes:
            self._nodes.append(v)
            self._step(lambda state: [(0, (state[0], (*state[1], FREE)), None)])

    def _choose(self, arc: Arc) -> None:
        u, v = map(self._nodes.index, arc)

        def choices(state: State) -> list[Step]:
            joined = self._joined(state, u, v)
            steps: list[Step] = [(0, state, None)]
            return steps if joined is None else [*steps, (0, joined, arc)]

        self._step(choices)

    def _joined(self, state: State, u: int, v: int) -> State | None:
        """Return the state with an arc between two places of the frontier, if it may be."""
        ended, codes = state
        tail, head, place = codes[u], codes[v], self._nodes.index
        if ended == WHOLE or FULL in (tail, head):
            return None
        if self.offset and (self._begins(tail) or not (head == FREE or self._begins(head))):
            return None
        # The path that ends at the tail begins at p; the one from the head on ends at q.
        p = self._nodes[u] if tail == FREE else tail
        q = self._nodes[v] if head == FREE else self._mate(head)
        if p == self._nodes[v]:
            return None  # a cycle
        new = list(codes)
        new[u] = new[v] = FULL
        if p != ENDED:
            new[place(p)] = q + self.offset
        if q != ENDED:
            new[place(q)] = p
        if self.single and p == q == ENDED:
            return (WHOLE, tuple(new)) if max(new) < ENDED else None
        return ended, tuple(new)

    def _leave(self, v: int) -> None:
        """Take a node out of the frontier, whose arcs are all decided."""
        at, offset = self._nodes.index(v), self.offset
        del self._nodes[at]
        given = [end for end in (self.start, self.end) if end is not None]

        def steps(state: State) -> list[Step]:
            ended, codes = state
            code, rest = codes[at], [*codes[:at], *codes[at + 1 :]]
            cost = (1 if self.single else 2) * (code == FREE)
            if code in (FREE, FULL):
                return [] if v in given else [(cost, (ended, tuple(rest)), None)]
            is_first, mate = self._begins(code), self._mate(code)
            if mate != ENDED:
                rest[self._nodes.index(mate)] = ENDED + offset * (not is_first)
            if not self.single:
                return [(1, (0, tuple(rest)), None)]
            if (v not in given and len(given) == 2) or (
                offset and v == (self.end if is_first else self.start)
            ):
                return []
            if ended == 2 or (mate == ENDED and any(c > FULL for c in rest)):
                return []
            return [(0, (WHOLE if mate == ENDED else ended + 1, tuple(rest)), None)]

        self._step(steps)

    def _step(self, steps: Callable[[State], list[Step]]) -> None:
        layer: dict[State, list[tuple[State, Arc | None]]] = {}
        states: dict[State, tuple[int, int]] = {}
        for state, (cost, number) in self.clock.paced("frontier", self._states.items()):
            for more, new, arc in steps(state):
                if (total := cost + more) > self.most:
                    continue
                least, count = states.get(new, (total + 1, 0))
                if total < least:
                    states[new], layer[new] = (total, number), [(state, arc)]
                elif total == least:
                    states[new] = total, count + number
                    layer[new].append((state, arc))
        self._states = states
        self.layers.append(layer)


class Optima(Generic[Best]):
    """All best answers to a question: how many there are, and one by one in a loop.

    Parameters
    ----------
    number : int
        How many there are.
    found : iterable
        What makes each answer; a loop may run again.
    make : callable
        Makes an answer of that, and checks it.

    See Also
    --------
    longest_paths, minimum_path_covers : Make them.

    Examples
    --------
    >>> import networkx as nx
    >>> longest_paths(nx.star_graph(4))
    <6 best answers, such as <longest open tour of 3 nodes from 1 to 2, length 3>>
    """

    def __init__(self, number: int, found: Iterable[Any], make: Callable[[Any], Any]) -> None:
        self.number = number
        """How many there are."""
        self._found, self._make = found, make

    def __iter__(self) -> Iterator[Best]:
        """Yield all of them, each checked, in an order that does not depend on chance."""
        return map(self._make, self._found)

    def __reduce__(self) -> str:
        raise TypeError("best answers are found as they are read, and not pickled: pickle a list")

    def __repr__(self) -> str:
        return f"<{plural(self.number, 'best answer')}, such as {next(iter(self))!r}>"


def _frontier(problem: Problem, most: int, clock: Clock, best: Any, *, single: bool) -> BestPaths:
    """Return the paths of a cost that is proved to be the least."""
    with suppress(TimeIsUp):
        if best.is_optimal:
            return BestPaths(problem, most, clock, single=single)
    raise SearchLimitReached(
        f"{clock.over} before all of the {best.words.best} were found; one is {best!r}",
        stats=clock.stats("frontier"),
    )


def _paths(problem: Problem, arcs: list[Arc], *, alone: bool) -> list[list[Any]]:
    """Return the paths that arcs make, or those of single nodes too, the longest first."""
    H: Any = nx.DiGraph() if problem.arrays.directed else nx.Graph()
    H.add_nodes_from(range(problem.size) if alone else sorted({v for arc in arcs for v in arc}))
    H.add_edges_from(arcs)
    paths = []
    for part in map(sorted, nx.connected_components(H.to_undirected(as_view=True))):
        before = H.pred if problem.arrays.directed else None
        first = next(v for v in part if (not before[v] if before else H.degree(v) < 2))
        path = list(nx.dfs_preorder_nodes(H, first))
        if path[-1] == problem.start or (path[0] == problem.end is not None):
            path.reverse()
        paths.append([problem.nodes[v] for v in path])
    return sorted(paths, key=len, reverse=True)


@hinted
def longest_paths(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Optima[LongestTour]:
    """Return all longest paths: how many there are, and each in a loop.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. It must not change meanwhile. The length is the number of nodes.
    start, end : node, optional
        The ends of the paths; on a board also names of squares.
    timeout : float, optional
        Seconds after which to give up; a loop over what was counted has no limit.
    seed, progress : optional
        As for :func:`longest_path`.

    Returns
    -------
    Optima
        Its ``number``, an exact integer, and an iterator of :class:`LongestTour`, each checked,
        with the proof that none is longer. In an undirected graph a path and its reverse are one.

    Raises
    ------
    NoPath
        If no path joins the ends given; ``.proof`` was checked against ``G``.
    SearchLimitReached
        If the time is over before the number is known.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    longest_path : One of them, for larger graphs, also by weights.
    hamiltonian_paths : All paths through all nodes, also up to symmetry.

    Notes
    -----
    First the length is found and proved. Then a frontier search (Simpath [1]_) goes through the
    arcs, node by node, and keeps of the states of the paths so far those that leave out no more
    nodes than a longest path does; steps that lead to the end are the paths. Its memory is
    exponential in the width of the frontier: grids of 8 x 8 and sparse graphs of 40 nodes take
    seconds.

    References
    ----------
    .. [1] Donald E. Knuth, The Art of Computer Programming 4A, 7.1.4, exercise 225.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> paths = icosian.tours.longest_paths(icosian.knight_graph(3, 3))
    >>> paths.number, len(next(iter(paths)))
    (8, 8)
    >>> icosian.tours.longest_paths(nx.petersen_graph()).number       # these are Hamiltonian
    120
    """
    limits = Limits.of(locals())
    asked = conditions_in(locals())
    problem = Problem.of(G, closed=False, **asked)
    best = longest(G, None, limits, closed=False, **asked)
    clock, single = limits.clock, len(best) == 1
    known = {"length": best.length, "bound": best.bound, "is_optimal": True, "proof": best.proof}

    def make(arcs: list[Arc]) -> LongestTour:
        (nodes,) = [[problem.nodes[arcs[0][0]]]] if single else _paths(problem, arcs, alone=False)
        check_tour(G.subgraph(nodes), nodes, closed=False)
        return LongestTour(nodes, is_closed=False, G=G, stats=clock.stats("frontier"), **known)

    if single:  # any node, unless an end is given
        is_free = problem.start is None and problem.end is None
        places = range(problem.size) if is_free else [problem.index[best[0]]]
        return Optima(len(places), [[(v, v)] for v in places], make)
    found = _frontier(problem, problem.size - len(best), clock, best, single=True)
    return Optima(found.number, found, make)


@hinted
def minimum_path_covers(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Optima[PathCover]:
    """Return all covers of the nodes by the fewest disjoint paths: how many, and each in a loop.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. It must not change meanwhile.
    timeout : float, optional
        Seconds after which to give up; a loop over what was counted has no limit.
    seed, progress : optional
        As for :func:`minimum_path_cover`.

    Returns
    -------
    Optima
        Its ``number``, an exact integer, and an iterator of :class:`PathCover`, each checked, with
        the proof that none has fewer paths. Covers are sets of paths without a direction, unless
        the graph is directed.

    Raises
    ------
    SearchLimitReached
        If the time is over before the number is known.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    minimum_path_cover : One of them, for larger graphs.
    longest_paths : Paths through some nodes, with notes on the method.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> covers = icosian.tours.minimum_path_covers(nx.star_graph(3))
    >>> [[path.nodes for path in cover] for cover in covers]
    [[(2, 0, 3), (1,)], [(1, 0, 3), (2,)], [(1, 0, 2), (3,)]]
    """
    limits = Limits.of(locals())
    problem, clock = Problem.of(G, closed=False), limits.clock
    best = cover_of(problem, clock, limits.seed)

    def make(arcs: list[Arc]) -> PathCover:
        paths = _paths(problem, arcs, alone=True)
        check_cover(G, paths)
        stats = clock.stats("frontier")
        return PathCover(paths, bound=best.bound, proof=best.proof, G=G, stats=stats)

    found = _frontier(problem, 2 * len(best), clock, best, single=False)
    return Optima(found.number, found, make)
