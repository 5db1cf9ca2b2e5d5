"""Edges that are forced: by rules, by contraction, by learning."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import csr_from_edges, ring
from icosian._kernels import cdcl, forcing
from icosian._kernels._jit import Run
from icosian._run.limits import Clock
from icosian.exceptions import InvalidProof
from icosian.proofs import HOME, Cases, ForcedEdges, Proof, Step, Weights
from icosian.tours.certify.division import cut_labels, equal_places, pair_sums, side_of
from icosian.tours.instance import NormalForm, start_forcing
from icosian.tours.solve.clauses import Model, refutation
from icosian.tours.tour import check_proof

if TYPE_CHECKING:
    from icosian.tours.problem import Problem

CUT_EDGES = 1_000
"""Edges of the largest graph whose cuts of two and three edges are sought."""

Cut = tuple[tuple[int, ...], frozenset[int]]  # edges, and the vertices on one side


class Forcing:
    """A search that marks edges as used and unused; its tree has ``room`` entries."""

    def __init__(self, problem: Problem, clock: Clock, *, room: int, cuts: bool = True) -> None:
        self.problem = problem
        self._form = form = problem.form
        self.vertices = form.size
        self.edges = form.edges()
        self.room = room
        self.cuts: list[Cut] = []
        # A path's ends are arcs of the normal form, but not of the digraph.
        is_own = problem.closed or not problem.arrays.directed
        if cuts and is_own and len(self.edges) <= CUT_EDGES:
            self.cuts = _cuts(form, self.edges, clock)
        self.run = start_forcing(form, self.edges, [edges for edges, _ in self.cuts], room=room)

    def search(self, clock: Clock, limit: float = math.inf) -> int:
        """Advance the search by so many marks; return the kernel's status."""
        return clock.run("forcing", self.run, limit)

    def cycle(self) -> NDArray[np.int32]:
        """Return the vertices of the cycle that was found, in order."""
        mark = self.run.arrays()[0].edges[forcing.MARK :: forcing.EDGE]
        return ring(self.edges[mark == forcing.USED])

    def proof(self, clock: Clock) -> Proof:
        """Return the proof by the exhausted search: steps of forcing, or a tree of cases."""
        *_, tree, words = self.run.arrays()
        tree = tree[: words[forcing.RECORD]].tolist()
        if tree == [forcing.LEAF]:
            steps = self._steps()
            pointless = self._pointless()
            for before in ([], pointless):
                forced = self.problem.certificate(ForcedEdges, steps=(*before, *steps))
                if not (pointless or self.cuts) or _holds(forced, self.problem.G, clock):
                    return forced
        return self.cases([None if e == forcing.LEAF else self.pair(e) for e in tree], clock)

    def cases(self, tree: Iterable[tuple[Any, Any] | Weights | None], clock: Clock) -> Cases:
        """Return the unchecked proof by a tree of cases, with the cuts only if they are needed."""
        cases = self.problem.certificate(Cases, tree=tuple(tree))
        if not self.cuts or _holds(cases, self.problem.G, clock):
            return cases
        return replace(cases, sets=tuple(map(self._side, range(len(self.cuts)))))

    def pair(self, e: int) -> tuple[Any, Any]:
        """Return the two nodes of an edge that is not given; one of them may be home."""
        pair = self._form.decode_edge(*self.edges[e].tolist())
        if pair is None:
            raise RuntimeError("an edge that is given is never concluded")
        u, v = map(self._node, pair)
        return u, v

    def _node(self, number: int) -> Any:
        return HOME if number == self.problem.size else self.problem.nodes[number]

    def _side(self, k: int) -> frozenset[Any]:
        """Return the nodes on one side of a cut, the one that home is not on."""
        n, side = self.problem.size, self.cuts[k][1]
        if self.problem.arrays.directed:
            side = frozenset(v // 2 for v in side)
        away = n in side or (not self.problem.closed and self.problem.end in side)
        numbers = frozenset(range(n)) - side if away else side
        return frozenset(map(self.problem.nodes.__getitem__, numbers))

    def _steps(self) -> list[Step]:
        """Return the conclusions that lead to the contradiction at the root, in their order."""
        arrays = self.run.arrays()
        graph = forcing.RuledGraph(*(array.tolist() for array in arrays[0]))
        edges, words = graph.edges, arrays[-1].tolist()
        count = forcing.analyse(graph, words)
        mark, reason, place, queue = (
            edges[name :: forcing.EDGE]
            for name in (forcing.MARK, forcing.REASON, forcing.PLACE, forcing.QUEUE)
        )
        concluded = (
            e
            for e in queue[:count]
            if reason[e] != forcing.GIVEN and self._form.decode_edge(*self.edges[e].tolist())
        )
        needed = sorted(concluded, key=place.__getitem__)
        e, by, against = (words[k] for k in (forcing.CLASH, forcing.BY, forcing.AGAINST))
        steps: list[Step] = []
        for (why, value), group in groupby(needed, lambda f: (reason[f], mark[f])):
            steps.append(self._step(list(group), value == forcing.USED, why))
        if e >= 0:
            steps.append(self._step([e], used=True, why=by))
            if against == forcing.CLOSING:
                return steps
            by = against
        too_many = e >= 0 or graph.rows[forcing.ROW * by + forcing.USED_] > 2
        steps.append(self._step([], used=too_many, why=by))
        return steps

    def _pointless(self) -> list[Step]:
        """Return the steps that exclude edges which the normal form leaves out: past given ends."""
        G: Any = self.problem.G
        start, end = self.problem.start, self.problem.end
        if self.problem.closed or (start is None and end is None):
            return []
        s, e = (None if v is None else self._node(v) for v in (start, end))
        if not G.is_directed():
            both = s is not None and e is not None and G.has_edge(s, e)
            return [Step(edges=((s, e),))] if both else []
        number = self.problem.index  # == of two labels may be an array
        into = tuple((v, s) for v in (() if start is None else G.pred[s]) if number[v] != start)
        out_of = tuple(
            (e, v) for v in (() if end is None else G.succ[e]) if number[v] not in (start, end)
        )
        shortcut = (HOME, e) if s is None else (s, HOME)
        return [
            *([Step(edges=into, node=s)] if into else []),
            *([Step(edges=out_of, node=e)] if out_of else []),
            *([Step(edges=(shortcut,))] if s is None or e is None else []),
        ]

    def _step(self, edges: list[int], used: bool, why: int) -> Step:
        pairs = tuple(map(self.pair, edges))
        if why == forcing.CLOSING:
            return Step(edges=pairs, used=used)
        if why >= self.vertices:
            return Step(edges=pairs, used=used, border=self._side(why - self.vertices))
        if not self.problem.arrays.directed:
            return Step(edges=pairs, used=used, node=self._node(why))
        v = why // 2
        given = None if self.problem.closed else (self.problem.end, self.problem.start)[1 - why % 2]
        return Step(edges=pairs, used=used, node=HOME if v == given else self._node(v))


def _holds(proof: Proof, G: nx.Graph[Any], clock: Clock) -> bool:
    try:
        check_proof(G, proof, clock)
    except InvalidProof:
        return False
    return True


def _cuts(form: NormalForm, edges: NDArray[np.int32], clock: Clock) -> list[Cut]:
    """Return the cuts of two edges, and those of three around more than one vertex."""
    # 1. The labels of a cut sum to zero: two equal ones are a cut, and so are three edges of which
    #    one has the sum of the others.
    labels = cut_labels(form, clock)
    if labels is None:
        return []
    found = [pair for same in equal_places(labels) for pair in pairwise(same.tolist())]
    one, two, sums = pair_sums(labels)
    order = np.argsort(labels, kind="stable")
    at = np.searchsorted(labels, sums, sorter=order)
    last = order[np.minimum(at, len(order) - 1)]
    triples = np.column_stack((one, two, last))
    triples = triples[(labels[last] == sums) & (one < two) & (two < last)]
    # 2. Sums are zero by chance, too: keep what has its edges between one side and the other. Three
    #    edges around a vertex say what its own rule says.
    pairs = edges.tolist()
    around: list[set[int]] = [set() for _ in range(form.size)]
    for u, v in pairs:
        around[u].add(v)
        around[v].add(u)
    cuts = []
    for cut in (*found, *sorted(map(tuple, triples.tolist()))):
        clock.tick("forcing")
        ends = [pairs[e] for e in cut]
        is_around = len(cut) == 3 and set.intersection(*map(set, ends))
        if not is_around and (side := side_of(around, ends)):
            cuts.append((cut, side))
    return cuts


# -- Contraction of forced paths, and division at cuts of two edges
# A cycle of the whole consists of a cycle of each piece and of the edges given away on the way:
# every cycle uses those.

SMALLEST = 4
"""The vertices of the smallest form that is made; a smaller one need not be a graph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPiece:
    """A form that stands for a part of another one."""

    form: NormalForm
    """The form. A fixed edge of it may stand for a path."""
    names: NDArray[np.int64]
    """Its vertices in the whole, shape (form.size,); -1: a joint, for all that is elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPieces:
    """What is left to be solved of a form."""

    pieces: tuple[FormPiece, ...]
    """A cycle of each makes a cycle of the whole."""
    given: NDArray[np.int64]
    """Edges that every cycle of the whole uses, with those of paths and joints, shape (k, 2)."""

    def unite(self, cycles: list[NDArray[np.int32]]) -> NDArray[np.int32]:
        """Return a Hamiltonian cycle of the whole from one of each piece."""
        found = [self.given]
        for piece, cycle in zip(self.pieces, cycles, strict=True):
            pairs = np.column_stack((cycle, np.roll(cycle, -1))).astype(np.int64)
            found.append(_own(piece, pairs))
        return ring(np.concatenate(found))


def simplify_form(form: NormalForm, clock: Clock) -> FormPieces | None:
    """Take a form apart as far as rules and cuts of two edges lead; None if there is no cycle."""
    whole = FormPiece(form=form, names=np.arange(form.size, dtype=np.int64))
    fixed = np.flatnonzero(form.mate > np.arange(form.size))
    todo, done = [(whole, _contracted)], []
    given = [np.column_stack((fixed, form.mate[fixed])).astype(np.int64)]
    # Contracted paths can leave new cuts of two edges, and a division new edges that are forced, so
    # the two steps take turns on a piece until it is not divided any more.
    while todo:
        # 1. Take a step with a piece; no cycle of the piece, no cycle at all.
        clock.tick("reduction")
        piece, step = todo.pop()
        parts = step(piece.form, clock)
        if parts is None:
            return None
        # 2. Keep the edges that every cycle uses, by the names of the whole.
        given.append(_own(piece, parts.given))
        # 3. Decide on the next step of what came of it; a piece that stays whole is done.
        for part in parts.pieces:
            after = FormPiece(form=part.form, names=np.append(piece.names, -1)[part.names])
            if step is _contracted:
                todo.append((after, _divided))
            elif len(parts.pieces) > 1:
                todo.append((after, _contracted))
            else:
                done.append(after)
    done.sort(key=lambda piece: piece.form.size)
    return FormPieces(pieces=tuple(done), given=np.concatenate(given))


def _own(piece: FormPiece, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return edges of a piece by the names of the whole, without what only stands for others."""
    named = piece.names[pairs]
    fixed = piece.form.mate[pairs[:, 0]] == pairs[:, 1]
    kept: NDArray[np.int64] = named[~fixed & (named >= 0).all(axis=1)]
    return kept


def _contracted(form: NormalForm, clock: Clock) -> FormPieces | None:
    """Follow the rules; paths of used edges become fixed edges."""
    edges = form.edges()
    everything = np.arange(form.size, dtype=np.int64)
    run = start_forcing(form, edges, room=0)
    clock.tick("reduction")
    run[-1][forcing.PAUSE] = 1
    status = clock.run("reduction", run)
    if status == forcing.EXHAUSTED:
        return None
    mark = run.arrays()[0].edges[forcing.MARK :: forcing.EDGE]
    used = edges[mark == forcing.USED].astype(np.int64)
    if status == forcing.FOUND:
        return FormPieces(pieces=(), given=used)
    # A cycle of the rest passes each path of used edges once, so one fixed edge stands for it.
    ends, inside = _paths(form.size, used)
    vertices = everything[~inside]
    if len(vertices) < SMALLEST:
        used = used[:0]
        return FormPieces(pieces=(FormPiece(form=form, names=everything),), given=used)
    number = np.cumsum(~inside) - 1
    left = np.concatenate((edges[mark == forcing.OPEN], ends))
    piece = _form(len(vertices), number[left], number[ends])
    return FormPieces(pieces=(FormPiece(form=piece, names=vertices),), given=used)


def _paths(n: int, used: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the ends of the paths that edges form, and who is inside of one."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    graph = csr_array((np.ones(len(used), np.int8), (used[:, 0], used[:, 1])), shape=(n, n))
    _, path = connected_components(graph, directed=False)
    uses = np.bincount(used.ravel(), minlength=n)
    ends = np.flatnonzero(uses == 1)
    return ends[np.argsort(path[ends], kind="stable")].reshape(-1, 2), uses == 2


def _form(n: int, edges: NDArray[np.int64], fixed: NDArray[np.int64]) -> NormalForm:
    arrays = csr_from_edges(n, edges[:, 0], edges[:, 1])
    mate = np.full(n, -1, np.int32)
    mate[fixed[:, 0]], mate[fixed[:, 1]] = fixed[:, 1], fixed[:, 0]
    root = int(np.argmin(arrays.degrees))
    return NormalForm(indptr=arrays.indptr, indices=arrays.indices, mate=mate, root=root)


def _divided(form: NormalForm, clock: Clock) -> FormPieces | None:
    """Take a form apart at its cuts of two edges; a joint in each part stands for the others."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n, edges = form.size, form.edges().astype(np.int64)
    everything = np.arange(n, dtype=np.int64)
    whole = FormPieces(pieces=(FormPiece(form=form, names=everything),), given=edges[:0])
    # 1. A cycle uses all edges of a group: without any two of them the graph falls apart. Between
    #    two of them that follow each other it passes one part, and all of it.
    labels = cut_labels(form, clock)
    clock.tick("reduction", n)
    if labels is None or not (groups := equal_places(labels)) or (labels == 0).any():
        return whole
    cut = np.zeros(len(edges), bool)
    for group in groups:
        cut[group] = True
    inner = edges[~cut]
    graph = csr_array((np.ones(len(inner), np.int8), (inner[:, 0], inner[:, 1])), shape=(n, n))
    count, part = connected_components(graph, directed=False)
    # 2. In that part, the two ends of these edges are joined by a vertex for all that is elsewhere.
    joints: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for group in groups:
        ends = edges[group].ravel()
        for u, v in ends[np.argsort(part[ends], kind="stable")].reshape(-1, 2).tolist():
            joints[part[u]].append((u, v))
            if part[u] != part[v]:
                return whole  # labels that are equal by chance
    # 3. Make the parts; one whose two ends are the same vertex cannot be passed.
    members = np.split(np.argsort(part, kind="stable"), np.cumsum(np.bincount(part))[:-1])
    order = np.argsort(part[inner[:, 0]], kind="stable")
    sizes = np.bincount(part[inner[:, 0]], minlength=count)
    rows = np.split(inner[order], np.cumsum(sizes)[:-1])
    pieces = []
    for vertices, own, pairs in zip(members, rows, joints, strict=True):
        if len(vertices) > 1:
            if any(u == v for u, v in pairs):
                return None
            pieces.append(_joined(form, vertices, own, pairs))
    fixed = edges[~cut & (form.mate[edges[:, 0]] == edges[:, 1])]
    return FormPieces(pieces=tuple(pieces), given=np.concatenate((edges[cut], fixed)))


def _joined(
    form: NormalForm,
    vertices: NDArray[np.int64],
    edges: NDArray[np.int64],
    pairs: list[tuple[int, int]],
) -> FormPiece:
    """Return a part with a joint between the two vertices where a cut leaves it, for each cut."""
    number = np.full(form.size + 1, -1, np.int64)
    number[vertices] = np.arange(len(vertices))
    names = np.concatenate((vertices, np.full(len(pairs), -1)))
    joints = np.arange(len(vertices), len(names))
    ends = number[np.array(pairs, np.int64)]
    ways = np.column_stack((ends.T.ravel(), np.tile(joints, 2)))
    fixed = number[edges[form.mate[edges[:, 0]] == edges[:, 1]]]
    return FormPiece(
        form=_form(len(names), np.concatenate((number[edges], ways)), fixed), names=names
    )


# -- Conflict-driven clause learning for Hamiltonian cycles

MOST_POOLED = 1 << 29
"""Words of the largest pool that may be doubled: ``2 c + k`` is a number of 32 bits."""
SPARE = 100_000
"""Words of the log beyond those that a single step may need."""

FEW, MANY, LARGE = 2_000, 20_000, 5_000
"""Clauses kept at first, those of large graphs, and the vertices from which on a graph is large.
FHCP graph 971, in pieces of 1,848, is solved with few, 1001, one of 8,880, sooner with many."""


class Learning:
    """A search for a Hamiltonian cycle that learns clauses from its conflicts."""

    # [J. P. Marques-Silva, K. A. Sakallah, GRASP: a search algorithm for propositional
    # satisfiability, IEEE Transactions on Computers 48 (1999), 506-521; M. W. Moskewicz et al.,
    # Chaff: engineering an efficient SAT solver, Design Automation Conference (2001), 530-535]
    # ``walk`` is the longest path that is kept from closing: long ones teach long clauses, and no
    # length is best for all graphs. ``learnts`` clauses are kept at first. Edges are tried in their
    # order if ``seed`` is 0, else in a random one. The memory is below 400 bytes an edge.

    def __init__(
        self, form: NormalForm, *, walk: int = 200, learnts: int | None = None, seed: int = 0
    ) -> None:
        if learnts is None:
            learnts = FEW if form.size < LARGE else MANY
        self._begin = partial(_begin, form, walk=walk, learnts=learnts, seed=seed)
        self.run = self._begin()
        self._log: list[list[int]] = []

    def search(self, clock: Clock, limit: float = math.inf) -> int:
        """Advance by steps (a decision, or a look at a clause or vertex); return the status."""
        end = self.run.steps + limit
        while True:
            status = clock.run("cdcl", self.run, end - self.run.steps)
            if status == cdcl.FULL:
                self._make_room()
            elif status == cdcl.CROWDED:
                self._forget()
            else:
                return status

    def _make_room(self) -> None:
        """Enlarge the pool if it is full, and take over the log."""
        *others, clauses, record, s = self.run.arrays()
        pool = clauses.pool
        if len(pool) - s[cdcl.POOLED] < s[cdcl.EDGES] + 2 * cdcl.HEADER:
            if len(pool) > MOST_POOLED:
                raise MemoryError("too many clauses")
            clauses = clauses._replace(pool=np.concatenate((pool, np.zeros_like(pool))))
        self._log.append(record.log[: s[cdcl.LOGGED]].tolist())
        s[cdcl.LOGGED] = 0
        self.run = Run(cdcl.search, *others, clauses, record, s)

    def _forget(self) -> None:
        arrays = self.run.arrays()
        _, literals, _, clauses, record, s = arrays
        Run(cdcl.forget, literals.sign, *clauses, record.why, s).finish()
        self.run = Run(cdcl.search, *arrays)

    def cycle(self) -> NDArray[np.int32]:
        """Return the vertices of the cycle that was found, in order."""
        vertices = self.run.arrays()[0].vertices.reshape(-1, cdcl.VERTEX)[:-1]
        return ring(self._ends()[np.unique(vertices[:, [cdcl.FIRST, cdcl.SECOND]])])

    def _ends(self) -> NDArray[np.int64]:
        edges: NDArray[np.int64] = self.run.arrays()[0].edges.reshape(-1, cdcl.EDGE)
        return edges[:, [cdcl.A, cdcl.B]]

    def proof(self, problem: Problem, clock: Clock) -> Proof:
        """Return the unchecked proof by an exhausted search, which runs again with a log."""
        self.run, self._log = self._begin(record=True), []
        if self.search(clock) != cdcl.EXHAUSTED:
            raise RuntimeError("the same search ends in another way")
        self._make_room()
        model, number = Model(problem), problem.instance.number
        literals: list[int] = []
        for a, b in clock.paced("cdcl", self._ends().tolist()):
            pair = problem.form.decode_edge(a, b)
            k = 0 if pair is None else 1 + number[pair]  # 0 is always used, and so in no clause
            literals += [k, -k]
        # The ends given are vertices, home is maybe none: then it lies on the edge between them.
        given = {v for v in (problem.start, problem.end) if v is not None and not problem.closed}
        parts: dict[frozenset[int], None] = {}
        clauses = []
        for is_clause, entry in clock.paced("cdcl", self._entries()):
            if is_clause:
                clauses.append([literals[x] for x in entry])
            else:
                part = {v // 2 for v in entry} if problem.arrays.directed else set(entry)
                if given and given <= part:
                    part.add(model.size - 1)
                parts[frozenset(model.smaller(part))] = None
        sets = list(map(set, parts))
        borders = [model.border(part) for part in clock.paced("cdcl", sets, every=10)]
        return refutation(model, sets, borders, clauses, clock)

    def _entries(self) -> Iterator[tuple[bool, list[int]]]:
        """Yield the clauses and the sets of the log."""
        for words in self._log:
            i = 0
            while i < len(words):
                size = abs(words[i])
                yield words[i] > 0, words[i + 1 : i + 1 + size]
                i += 1 + size


def _begin(form: NormalForm, *, walk: int, learnts: int, seed: int, record: bool = False) -> Run:
    """Return the kernel before its first step."""
    n, m = form.size, len(form.indices) // 2
    degrees = form.degrees
    tails = np.repeat(np.arange(n), degrees)
    heads = form.indices.astype(np.int64)
    # The two arcs of an edge are next to each other in this order.
    order = np.argsort(np.minimum(tails, heads) * n + np.maximum(tails, heads), kind="stable")
    one, two = tails[order[::2]], heads[order[::2]]
    arcs = np.empty(2 * m, np.int32)
    arcs[order] = np.arange(2 * m) // 2
    vertices = np.zeros((n + 1, cdcl.VERTEX), np.int32)
    vertices[:, cdcl.BEGIN] = form.indptr
    vertices[:n, cdcl.LEFT] = degrees
    heap = np.arange(m, dtype=np.int32)
    if seed:
        heap = np.random.default_rng(seed).permutation(heap)
    edges = np.zeros((m, cdcl.EDGE), np.int32)
    edges[:, cdcl.A], edges[:, cdcl.B] = one, two
    edges[:, cdcl.PHASED] = 2 * np.arange(m) + 1
    edges[heap, cdcl.SPOT] = np.arange(m)
    fixed = form.mate[one] == two
    forced = (np.minimum(degrees[one], degrees[two]) <= 2) & ~fixed
    used = np.concatenate((np.flatnonzero(fixed), np.flatnonzero(forced)))
    edges[used, cdcl.PLACE] = np.arange(len(used))
    edges[used, cdcl.REASON] = cdcl.GIVEN
    sign = np.zeros(2 * m, np.int8)
    sign[2 * used], sign[2 * used + 1] = 1, -1
    trail = np.zeros(m, np.int32)
    trail[: len(used)] = 2 * used
    s = np.zeros(cdcl.WORDS, np.int64)
    s[cdcl.VERTICES], s[cdcl.EDGES], s[cdcl.WALK] = n, m, walk
    s[cdcl.TRAIL], s[cdcl.HEAPED] = len(used), m
    s[cdcl.MOST], s[cdcl.PATIENCE] = learnts, cdcl.RUN
    s[cdcl.RISE] = 1 << cdcl.SHIFT // 2
    if degrees.min() < 2:
        s[cdcl.PHASE] = cdcl.OVER
    if record:
        s[cdcl.RECORD], s[cdcl.ROOM] = 1, 2 * n + m
    return Run(
        cdcl.search,
        cdcl.Incidence(vertices.ravel(), arcs, edges.ravel()),
        cdcl.Literals(sign, trail),
        cdcl.Agenda(np.zeros(m, np.int64), heap, levels=np.zeros(2 * m + 2, np.int64)),
        cdcl.ClauseLists(
            watch=np.full(2 * m, cdcl.NONE, np.int32), pool=np.zeros(2 * m + 1000, np.int32)
        ),
        cdcl.Reasons(
            why=np.zeros(2 * m + cdcl.RANKS, np.int32),
            log=np.zeros(s[cdcl.ROOM] + SPARE if record else 1, np.int64),
        ),
        s,
    )
