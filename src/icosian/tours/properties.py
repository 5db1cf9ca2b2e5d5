"""Hamiltonian properties of a graph, each decided when it is asked for, with its witnesses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from html import escape
from itertools import combinations, permutations
from typing import Any, Literal, NamedTuple

import networkx as nx

from icosian._io.memory import afford
from icosian._io.text import plural
from icosian._run.limits import Clock, TimeIsUp, Watch, check_seed, hinted
from icosian.boards.board import node_name
from icosian.exceptions import InvalidArgument, InvalidProof, SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.problem import Problem
from icosian.tours.shortest.functions import shortest_tour
from icosian.tours.solve.outcome import answer, other_tour
from icosian.tours.tour import Tour, check_tour

FIRST, GROWTH = 50_000, 8
"""Steps for each of several questions, and how many times as many in each further round."""
SHORT = 200_000
"""Steps of the search along paths for a cycle of some length."""
SEEDS = 6
"""Hamiltonian cycles whose chords are looked at for cycles of other lengths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a graph has a property, and why.

    Its truth value is the answer; where that is not known, it raises
    :exc:`~icosian.SearchLimitReached`.

    Attributes
    ----------
    name : str
        The property.
    answer : {"yes", "no", "gave up"}
        The answer; "gave up" if the time was over before.
    reason : str
        The answer in words.
    tours : dict
        The tours that show a yes, checked: of each node, pair of nodes or length, or of None, the
        whole graph. For a no, the tours that are one too many.
    counterexample : node, pair of nodes, int or None
        For a no, where the property fails: without which node or from which one, between which
        two, or at which length. None if it fails for the whole graph.
    proof : Proof or None
        The certificate, checked, that a tour is missing: for a no at the counterexample; for a yes
        of a property that no tour may have, of the whole graph. For a missing length for which
        there were too many paths to try them all, it is about ``Places.from_matrix(rows)``, with 1
        for an edge, 2 for none and 0 on the diagonal; else None.

    See Also
    --------
    hamiltonicity : The properties of a graph.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> verdict = icosian.hamiltonicity(nx.petersen_graph()).hypohamiltonian
    >>> bool(verdict), verdict.tours[7].is_closed, len(verdict.tours[7])
    (True, True, 9)
    """

    name: str
    answer: Literal["yes", "no", "gave up"]
    reason: str
    tours: Mapping[Any, Tour] = field(default_factory=dict, repr=False)
    counterexample: Any = None
    proof: Any = field(default=None, repr=False)

    def __bool__(self) -> bool:
        if self.answer == "gave up":
            raise SearchLimitReached(f"{self.name}: {self.reason}")
        return self.answer == "yes"

    def __str__(self) -> str:
        return f"{self.name:<25}  {self.answer:<8}  {self.reason}"


class TourQuestion(NamedTuple):
    """A Hamiltonian cycle or path of the graph, or of what is left without a node, by number."""

    closed: bool
    start: int | None = None
    end: int | None = None
    without: int | None = None
    exists: bool = True
    """True if there has to be one."""

    @property
    def at(self) -> Any:
        """What it is about: a node, the ends of a path, or None for the whole graph."""
        if self.end is not None:
            return self.start, self.end
        return self.start if self.without is None else self.without

    def __str__(self) -> str:
        return f"Hamiltonian {'cycle' if self.closed else 'path'}"


class Requirement(NamedTuple):
    """The questions whose answers a property needs, and the reason for its yes where all hold."""

    asked: list[TourQuestion]
    reason: str


CYCLE, PATH = TourQuestion(closed=True), TourQuestion(closed=False)
Found = dict[str, Any]
"""The fields of a verdict, but for its name; the answer is no unless another one is given."""


def verdict(asked: Callable[[Any], Requirement | Found]) -> cached_property[Verdict]:
    """Make a property of what it asks for: questions, or an answer that needs none."""

    def decide(self: Hamiltonicity) -> Verdict:
        return self._verdict(asked.__name__, partial(asked, self))

    decide.__doc__ = asked.__doc__  # the type of what it asks is not that of the property
    return cached_property(decide)


class Hamiltonicity:
    """The Hamiltonian properties of a graph: a :class:`Verdict` each, decided when it is read.

    ``print`` and a loop decide all of them, and a notebook shows them as a table. The repr shows
    what is decided.

    Parameters
    ----------
    G, timeout, seed, progress
        As for :func:`hamiltonicity`.

    See Also
    --------
    hamiltonicity : Make one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> found = icosian.hamiltonicity(nx.cycle_graph(4))
    >>> found.pancyclic.counterexample, bool(found.uniquely_hamiltonian)
    (3, True)
    >>> found
    <hamiltonicity of 4 nodes: uniquely_hamiltonian yes, pancyclic no>
    """

    def __init__(
        self,
        G: nx.Graph[Any],
        *,
        timeout: float | None = None,
        seed: int | None = None,
        progress: Watch = None,
    ) -> None:
        self._seed, self._limits = check_seed(seed), (timeout, progress)
        self._clock = Clock(*self._limits)
        self.graph = G
        """The graph."""
        self._cycles, self._open = Problem.of(G, closed=True), Problem.of(G, closed=False)
        self._size, self._directed = self._open.size, self._open.arrays.directed
        self._known: dict[TourQuestion, Tour | Proof] = {}
        self._paths = _PathStore(self._open)

    @verdict
    def hamiltonian(self) -> Requirement:
        """It has a Hamiltonian cycle; this has at least 3 nodes, in a digraph 2."""
        return Requirement([CYCLE], f"there is a {CYCLE}")

    @verdict
    def traceable(self) -> Requirement:
        """It has a Hamiltonian path."""
        return Requirement([PATH], f"there is a {PATH}")

    @verdict
    def uniquely_hamiltonian(self) -> Found:
        """It has one Hamiltonian cycle, ``tours[None]``; ``tours["other"]`` is another one."""
        first = self._answer(CYCLE)
        if isinstance(first, Proof):
            return {"reason": f"there is no {CYCLE}", "proof": first}
        other = other_tour(self._cycles, first, self._clock, seed=self._seed)
        if isinstance(other, Tour):
            return {"reason": "there are two cycles", "tours": {None: first, "other": other}}
        reason = "there is no other cycle"
        return {"answer": "yes", "reason": reason, "tours": {None: first}, "proof": other}

    @verdict
    def hamiltonian_connected(self) -> Requirement:
        """Hamiltonian paths join all pairs of nodes, in a digraph both ways."""
        return _joined(self._pairs())

    @verdict
    def hamilton_laceable(self) -> Requirement | Found:
        """It is bipartite with parts of one size, and Hamiltonian paths join all pairs of them.

        In a digraph both ways. Where it is not bipartite, ``tours[None]`` is an odd cycle.
        """
        graph = self._paths.graph.to_undirected()
        if not nx.is_connected(graph):
            return {"reason": "it is not connected"}
        try:
            color = nx.bipartite.color(graph)
        except nx.NetworkXError:
            odd = next(cycle for cycle in nx.cycle_basis(graph) if len(cycle) % 2)
            tours = {None: _as_cycle(nx.Graph(self.graph), self._named(odd))}
            return {"reason": "it has an odd cycle, so it is not bipartite", "tours": tours}
        ones = sum(color.values())
        if 2 * ones != self._size:
            return {"reason": f"its parts have {ones} and {self._size - ones} nodes"}
        return _joined([ends for ends in self._pairs() if color[ends.start] != color[ends.end]])

    @verdict
    def homogeneously_traceable(self) -> Requirement:
        """A Hamiltonian path begins at each node."""
        each = [PATH._replace(start=v) for v in range(self._size)]
        return Requirement([PATH, *each], f"there are {PATH}s from each node")

    @verdict
    def hypohamiltonian(self) -> Requirement | Found:
        """It has no Hamiltonian cycle, but has one without each of its nodes."""
        return self._without(CYCLE)

    @verdict
    def hypotraceable(self) -> Requirement | Found:
        """It has no Hamiltonian path, but has one without each of its nodes."""
        return self._without(PATH)

    @verdict
    def maximally_non_hamiltonian(self) -> Requirement | Found:
        """It has no Hamiltonian cycle, but has one with each missing edge, or arc, if any.

        The edge makes a cycle of a Hamiltonian path, an arc one from its head to its tail.
        """
        none = CYCLE._replace(exists=False)
        reason = f"there is no {CYCLE}, but each further edge makes one"
        with suppress(SearchLimitReached, TimeIsUp), self._clock.ration(FIRST):
            if isinstance(self._answer(CYCLE), Tour):  # which needs no list of pairs
                return Requirement([none], reason)
        has_edge = self._paths.graph.has_edge
        missing = [ends for ends in self._pairs() if not has_edge(ends.end, ends.start)]
        if missing and self._cycles.is_tiny:
            return {"reason": "two nodes have no cycle", "counterexample": self._named((0, 1))}
        return Requirement([none, *missing], reason)

    @verdict
    def pancyclic(self) -> Found:
        """It has cycles of all lengths from 3 to its number of nodes, which is 3 or more."""
        n, tours = self._size, dict[int, Tour]()
        if n < 3:
            return {"reason": "it has fewer than 3 nodes", "counterexample": 3}
        cycles = _CycleStore(self._cycles, self._paths.graph, self._clock)
        for k in dict.fromkeys((3, n, *range(4, n))):  # a triangle is what is missing most often
            found = self._answer(CYCLE) if k == n else cycles.find(k)
            if not isinstance(found, Tour):
                return {"reason": f"no cycle has length {k}", "counterexample": k, "proof": found}
            tours[k] = found
            if k == n:
                cycles.add([self._cycles.index[v] for v in found])
        return {"answer": "yes", "reason": f"it has cycles of all lengths to {n}", "tours": tours}

    def __iter__(self) -> Iterator[Verdict]:
        """Yield the verdicts on all properties."""
        return (getattr(self, name) for name in PROPERTIES)

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def __repr__(self) -> str:
        done = [self.__dict__[name] for name in PROPERTIES if name in self.__dict__]
        said = ", ".join(f"{one.name} {one.answer}" for one in done) or "nothing is decided yet"
        return f"<hamiltonicity of {plural(self._size, 'node')}: {said}>"

    def _repr_html_(self) -> str:
        rows = ((one.name, one.answer, one.reason) for one in self)
        cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    # -- Deciding

    def _pairs(self) -> list[TourQuestion]:
        """Return that a path joins each two nodes, in a digraph each to each."""
        afford(4 * self._size**3, f"a path between each two of {self._size:,} nodes")
        pairs = (permutations if self._directed else combinations)(range(self._size), 2)
        return [PATH._replace(start=u, end=v) for u, v in pairs]

    def _without(self, asked: TourQuestion) -> Requirement | Found:
        """Return that there is no tour, but one without each node."""
        if self._size == 1:
            return {"reason": "without its node nothing is left", "counterexample": self._named(0)}
        parts = [asked._replace(without=v) for v in range(self._size)]
        reason = f"there is no {asked}, but one without each node"
        return Requirement([asked._replace(exists=False), *parts], reason)

    def _verdict(self, name: str, decide: Callable[[], Requirement | Found]) -> Verdict:
        """Decide a property within its time."""
        clock = self._clock = Clock(*self._limits)
        try:
            found = decide()
            if isinstance(found, Requirement):
                found = self._all(*found)
        except (SearchLimitReached, TimeIsUp):
            found = {"answer": "gave up", "reason": clock.over}
        except InvalidArgument as error:  # there is no memory for so many tours
            found = {"answer": "gave up", "reason": str(error)}
        return Verdict(**Found(name=name, answer="no") | found)

    def _all(self, asked: list[TourQuestion], reason: str) -> Found:
        """Answer questions until one is not as it has to be, hard ones after the others."""
        tours, proof, waiting, steps = dict[Any, Tour](), None, asked, FIRST
        clock = self._clock
        while waiting:
            late = []
            for one in waiting:
                clock.tick("hamiltonicity")
                try:
                    with clock.ration(steps):
                        found = self._answer(one)
                except (SearchLimitReached, TimeIsUp):
                    if clock.left <= 0:
                        raise
                    late.append(one)
                    continue
                at = self._named(one.at)
                if isinstance(found, Proof) and one.exists:
                    missing = f"there is no {one}{self._where(one)}"
                    return {"reason": missing, "counterexample": at, "proof": found}
                if isinstance(found, Proof):
                    proof = found
                elif one.exists:
                    tours[at] = found
                else:
                    return {"reason": f"there is a {one}", "tours": {at: found}}
            waiting, steps = late, GROWTH * steps
        if len(asked) > 1:  # the tour of the whole graph was found for the sake of the others
            tours.pop(None, None)
        return {"answer": "yes", "reason": reason, "tours": tours, "proof": proof}

    def _answer(self, asked: TourQuestion) -> Tour | Proof:
        """Return a checked tour or proof, known or found now."""
        key, nodes = asked._replace(exists=True), self._open.nodes
        if key not in self._known:
            problem, is_whole = self._problem(asked), asked.without is None
            if is_whole and not asked.closed:
                path = self._paths.find(asked.start, asked.end, self._clock)
                if path is not None:
                    return problem.tour([nodes[v] for v in path], None)
            found = self._known[key] = answer(problem, self._clock, seed=self._seed)
            if is_whole and isinstance(found, Tour):
                self._paths.new.append([self._open.index[v] for v in found])
        return self._known[key]

    def _problem(self, asked: TourQuestion) -> Problem:
        """Return a question as a search takes it."""
        if asked.without is None:
            start, end = map(self._named, (asked.start, asked.end))
            return self._cycles if asked.closed else self._open.asking(start=start, end=end)
        others = set(range(self._size)) - {asked.without}
        H = self.graph.subgraph(map(self._named, sorted(others)))
        return Problem.of(H, closed=asked.closed)

    def _named(self, at: Any) -> Any:
        """Return a node, or several, by name."""
        if isinstance(at, tuple | list):
            return type(at)(map(self._named, at))
        return None if at is None else self._open.nodes[at]

    def _where(self, asked: TourQuestion) -> str:
        """Return in words which nodes a question is about."""
        given = ((" without ", asked.without), (" from ", asked.start), (" to ", asked.end))
        names = ((word, self._named(v)) for word, v in given if v is not None)
        return "".join(word + node_name(self.graph, v) for word, v in names)


def _joined(pairs: list[TourQuestion]) -> Requirement:
    """Return that paths join some pairs of nodes."""
    reason = f"there are {PATH}s between {plural(len(pairs), 'pair')} of nodes"
    return Requirement([PATH, *pairs], reason if pairs else f"there is a {PATH}")


PROPERTIES = [name for name, one in vars(Hamiltonicity).items() if isinstance(one, cached_property)]
"""The names of the properties."""


class _PathStore:
    """Hamiltonian paths by their ends, and those that moves make of them."""

    def __init__(self, problem: Problem) -> None:
        self.graph: Any = nx.DiGraph() if problem.arrays.directed else nx.Graph()
        self.graph.add_nodes_from(range(problem.size))
        arcs = zip(problem.arrays.sources().tolist(), problem.arrays.indices.tolist(), strict=True)
        self.graph.add_edges_from(arcs)
        self.new: list[list[int]] = []
        """Those that no others were made of yet."""
        self._known: dict[tuple[int | None, int | None], list[int]] = {}

    def find(self, start: int | None, end: int | None, clock: Clock) -> list[int] | None:
        """Return a path with the ends given, if one is known."""
        if start is None and self.new:
            return self.new[0]
        while self.new and (start, end) not in self._known:
            clock.tick("paths")
            path = self.new.pop()
            self._add(path)
            for other in self._moved(path):
                self._add(other)
                self.new.append(other)
        return self._known.get((start, end))

    def _add(self, path: list[int]) -> None:
        for one in [path] if self.graph.is_directed() else [path, path[::-1]]:
            for ends in ((one[0], one[-1]), (one[0], None), (None, None)):
                self._known.setdefault(ends, one)

    def _moved(self, path: list[int]) -> Iterator[list[int]]:
        """Yield paths of which a move at an end makes one whose ends are new."""
        directed, known = self.graph.is_directed(), self._known
        after = self.graph.adj
        for p, near in ((path, after), (path[::-1], self.graph.pred if directed else after)):
            place = {v: k for k, v in enumerate(p)}
            for i in map(place.__getitem__, near[p[-1]]):
                if not directed:  # turn what follows node i round (Posa)
                    if (p[0], p[i + 1]) not in known:
                        yield p[: i + 1] + p[:i:-1]
                    continue
                # The rest from node i on is a cycle, which may be entered at another node j.
                for j in map(place.__getitem__, near[p[i - 1]]) if i else range(len(p)):
                    ends = p[0 if i else j], p[j - 1]
                    if j > i and (ends if p is path else ends[::-1]) not in known:
                        moved = p[:i] + p[j:] + p[i:j]
                        yield moved if p is path else moved[::-1]


class _CycleStore:
    """Cycles of a graph by their lengths: known ones, found, or proved to be missing."""

    def __init__(self, problem: Problem, graph: Any, clock: Clock) -> None:
        self.problem, self.graph, self.clock = problem, graph, clock
        self._known: dict[int, list[int]] = {}
        self._seeds = iter(range(1, SEEDS))

    def add(self, cycle: list[int]) -> None:
        """Note a cycle, and those that chords of it make, of other lengths."""
        waiting = [cycle]
        while waiting:
            self.clock.tick("cycles")
            cycle = waiting.pop()
            self._known.setdefault(len(cycle), cycle)
            place = {v: k for k, v in enumerate(cycle)}
            for i, u in enumerate(cycle):
                for j in (place[v] for v in self.graph[u] if v in place):
                    # The arc from i to j skips what lies between, or closes it.
                    other = cycle[j : i + 1] if j < i else cycle[: i + 1] + cycle[j:]
                    if len(other) > 2 and len(other) not in self._known:
                        self._known[len(other)] = other
                        waiting.append(other)

    def find(self, length: int) -> Tour | Proof | None:
        """Return a cycle, or the proof that there is none; None if all paths were tried."""
        while length not in self._known and self._known and (seed := next(self._seeds, None)):
            tour: Any = answer(self.problem, self.clock, seed=seed)
            self.add([self.problem.index[v] for v in tour])
        found: list[int] | Proof | None = self._known.get(length)
        if found is None:
            found, is_certain = self._walk(length)
            if not is_certain:
                found = self._measure(length)
        if isinstance(found, list):
            self.add(found)
            return _as_cycle(self.problem.G, [self.problem.nodes[v] for v in found])
        if found is None and has_cycle(self.graph, length, lambda: self.clock.tick("check")):
            raise InvalidProof(f"there is a cycle of length {length}, which a search missed")
        return found

    def _walk(self, length: int) -> tuple[list[int] | None, bool]:
        """Try all paths from the least node of a cycle; return it, and whether that is certain."""
        back, steps = self.graph.pred if self.graph.is_directed() else self.graph.adj, 0
        for root in self.graph:
            self.clock.tick("cycles", 1)
            left, queue = {root: 0}, [root]  # steps that are left to the root
            for u in queue:
                near = back[u] if left[u] < length - 1 else ()
                new = [v for v in near if v > root and v not in left]
                left |= dict.fromkeys(new, left[u] + 1)
                queue += new
            path, rows = [root], [iter(self.graph[root])]
            while rows:
                v = next(rows[-1], None)
                if v is None:
                    path.pop()
                    rows.pop()
                elif left.get(v, length) <= length - len(path) and v not in path:
                    path.append(v)
                    rows.append(iter(self.graph[v]))
                    if len(path) == length:
                        return path, True
                    steps += 1
                    self.clock.tick("cycles", 1)
                    if steps > SHORT:
                        return None, False
        return None, True

    def _measure(self, length: int) -> list[int] | Proof:
        """Look for a shortest tour of so many places or more, and for its proof."""
        graph, left = self.graph, self.clock.left
        tour = shortest_tour(
            [[2 - graph.has_edge(u, v) - 2 * (len({u, v}) < 2) for v in graph] for u in graph],
            leave_out=len(graph) - length,
            timeout=None if left == math.inf else max(0.0, left),
            progress=self.clock.progress,
        )
        if tour.length > length >= (tour.bound or 0):
            raise TimeIsUp
        return list(tour) if tour.length == length else tour.proof


def has_cycle(graph: Any, length: int, tick: Callable[[], object]) -> bool:
    """Return True if two paths of half the length make a cycle: the check of a search."""
    ways = graph, graph.reverse() if graph.is_directed() else graph
    for root in graph:
        tick()
        there, back = (nx.single_source_shortest_path_length(H, root, length) for H in ways)
        near = {v for v in there if there[v] + back.get(v, length) <= length}
        inside: list[dict[int, list[set[int]]]] = []  # of paths, by their ends
        for H, steps in zip(ways, (length // 2, length - length // 2), strict=True):
            paths: list[tuple[int, ...]] = [(root,)]
            for _ in range(steps):
                paths = [(*p, v) for p in paths for v in H[p[-1]] if v in near and v not in p]
            inside.append({})
            for path in paths:
                inside[-1].setdefault(path[-1], []).append({*path[1:-1]})
        first, second = inside
        if any(a.isdisjoint(b) for v in first for a in first[v] for b in second.get(v, ())):
            return True
    return False


def _as_cycle(G: nx.Graph[Any], nodes: list[Any]) -> Tour:
    """Return a cycle through some nodes of a graph, checked."""
    part = G.subgraph(nodes)
    check_tour(part, nodes, closed=True)
    return Tour(nodes, is_closed=True, G=part)


@hinted
def hamiltonicity(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Hamiltonicity:
    """Return which Hamiltonian properties a graph has, each decided when it is read.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not; it must not change meanwhile. Self-loops and parallel edges do
        not matter.
    timeout : float, optional
        Seconds for each property. One that needs more has the answer "gave up".
    seed : int, optional
        Seed of all random choices; the answers do not depend on it, their witnesses may.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Hamiltonicity
        Attributes ``hamiltonian``, ``traceable``, ``uniquely_hamiltonian``,
        ``hamiltonian_connected``, ``hamilton_laceable``, ``homogeneously_traceable``,
        ``hypohamiltonian``, ``hypotraceable``, ``maximally_non_hamiltonian`` and ``pancyclic``:
        each a :class:`~icosian.tours.Verdict` with its answer, tours and proof, all checked
        against ``G``; without the counterexample, if that is a node that is left out.

    Raises
    ------
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; also for the null graph.

    See Also
    --------
    hamiltonian_cycle, hamiltonian_path : The tours themselves, with conditions.
    has_unique_hamiltonian_cycle : Uniqueness with conditions.
    longest_cycle, longest_path : Where there is no tour.

    Notes
    -----
    A property asks for one tour or for many: of all nodes, from each node [1]_, between each two
    nodes or each two in different parts [2]_, with each missing edge [3]_, without each node
    [4]_, or of each number of nodes [5]_. What one property has found is kept for the others. A
    path settles more pairs of nodes by moves at its ends; the chords of a cycle give shorter ones.
    What is left are searches, each with a budget of steps that grows until all are answered or one
    says no. Most take milliseconds where there are some tens of nodes; each is NP-complete.

    That no cycle has a length is found by trying all paths, and checked by paths of half that
    length. If these are too many, a shortest tour of so many nodes decides, with a proof.

    References
    ----------
    .. [1] G. Chartrand, R. J. Gould, S. F. Kapoor, On homogeneously traceable nonhamiltonian
       graphs, Annals of the New York Academy of Sciences 319 (1979), 130-135.
    .. [2] G. J. Simmons, Almost all n-dimensional rectangular lattices are Hamilton-laceable,
       Congressus Numerantium 21 (1978), 649-661.
    .. [3] L. Clark, R. Entringer, Smallest maximally nonhamiltonian graphs, Periodica Mathematica
       Hungarica 14 (1983), 57-68.
    .. [4] C. Thomassen, Hypohamiltonian and hypotraceable graphs, Discrete Mathematics 9 (1974),
       91-96.
    .. [5] J. A. Bondy, Pancyclic graphs I, Journal of Combinatorial Theory B 11 (1971), 80-84.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> print(icosian.hamiltonicity(nx.petersen_graph()))
    hamiltonian                no        there is no Hamiltonian cycle
    traceable                  yes       there is a Hamiltonian path
    uniquely_hamiltonian       no        there is no Hamiltonian cycle
    hamiltonian_connected      no        there is no Hamiltonian path from 0 to 1
    hamilton_laceable          no        it has an odd cycle, so it is not bipartite
    homogeneously_traceable    yes       there are Hamiltonian paths from each node
    hypohamiltonian            yes       there is no Hamiltonian cycle, but one without each node
    hypotraceable              no        there is a Hamiltonian path
    maximally_non_hamiltonian  yes       ...
    pancyclic                  no        no cycle has length 3

    One alone, with its witnesses:

    >>> cube = icosian.hamiltonicity(nx.hypercube_graph(3)).hamilton_laceable
    >>> cube.answer, len(cube.tours), cube.tours[(0, 0, 0), (1, 1, 1)]
    ('yes', 16, <open tour of 8 nodes from (0, 0, 0) to (1, 1, 1)>)
    """
    return Hamiltonicity(G, timeout=timeout, seed=seed, progress=progress)
