"""All Hamiltonian cycles and paths, one by one."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import afford
from icosian._kernels import forcing, listing as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, Limits, TimeIsUp, Watch, Workers, check_flag
from icosian._run.pool import Lost, Pool, Queue, check_resume, open_pool, run_jobs
from icosian._show import one_by_one
from icosian.exceptions import IncompleteRun, InvalidArgument, InvalidTour, SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.instance import records
from icosian.tours.problem import Problem, conditions_in
from icosian.tours.solve.outcome import answer
from icosian.tours.symmetries import MOST_LISTED, SymmetryGroup, problem_symmetries
from icosian.tours.tour import N, Tour

Numbers = NDArray[np.int64]
Path = tuple[int, ...]

PATIENCE = 100_000
"""Steps without a tour before the provers are asked; then four times as many each time."""
_BUFFER, _VERTICES = 256, 1 << 20
"""The most tours that are fetched from the kernel at once, and the most vertices of all of them."""
ALONE_SECONDS = 0.2
"""Seconds of search on this thread before a pool is used."""
PART_SECONDS = 0.2
"""Seconds of search before the rest of a branch is divided."""
AHEAD = 4
"""Branches submitted for each worker."""
MOST_STORED = 300_000
"""The most tours that are stored, if the group is too large to be listed."""
_FIXED, _REQUIRED, _FREE, _FORBIDDEN = 2, 1, 0, -1  # kinds of edges
_SPLITS, _LISTED = 1, 2  # places among the arrays of a run


def tour_batches(
    asked: Problem,
    clock: Clock,
    group: SymmetryGroup | None = None,
    *,
    pool: Pool | None = None,
    resume: IncompleteRun | None = None,
) -> Iterator[Numbers]:
    """Yield all tours as checked batches of node numbers, shape (tours, n), the first alone.

    Of each class under a group, yield only the first tour.
    """
    if asked.closed and asked.size < (2 if asked.arrays.directed else 3):
        return
    if asked.size == 1:
        yield np.zeros((1, 1), np.int64)
        return
    search = _Enumeration(asked, clock, None if group is None else group.images)
    if resume is None or pool is None:
        if group is None or group.is_listed:
            yield from search.batches(clock, pool)
        else:
            yield from _first_of_orbits(asked, clock, group)
        return
    listing = resume.ledger
    if not isinstance(listing, Listing) or listing.name != search.name:
        raise InvalidArgument(
            "resume is from another search: graph, ends and conditions must be the same"
        )
    # An error may be passed to resume more than once.
    listing = replace(listing, paths=dict(listing.paths), found=dict(listing.found))
    yield from search.shared(listing, clock, pool)


class FewTours:
    """A search that lists tours to count them."""

    def __init__(self, asked: Problem, clock: Clock) -> None:
        self._search = _Enumeration(asked, clock)
        self._run = self._search.begin()
        self._number = 0

    def count(self, clock: Clock, steps: int) -> int | None:
        """Return the number of tours if the first so many steps list them all, else None."""
        run, search = self._run, self._search
        if run is None:
            return 0
        while run.steps < steps:
            run[-1][kernels.ROOM], run[-1][kernels.LISTED] = search.most, 0
            status = clock.run("listing", run, steps - run.steps)
            self._number += len(search.fetch(run))
            if status == forcing.EXHAUSTED:
                return self._number
        return None


def _first_of_orbits(asked: Problem, clock: Clock, group: SymmetryGroup) -> Iterator[Numbers]:
    """Yield the first tour of each class under a group by its generators: all are stored."""
    if asked.symmetry is not None:  # which of them keep the symmetric tours is not known
        raise SearchLimitReached(
            f"the graph has {group.order} symmetries, and symmetric tours up to symmetry are listed"
            f" for at most {MOST_LISTED}",
            stats=clock.stats("listing"),
        )
    seen: set[bytes] = set()
    for found in tour_batches(asked, clock):
        for k, tour in enumerate(canonical(asked, found)):
            new = {tour.tobytes()} - seen
            if new:
                yield found[k : k + 1]
            while new:
                seen |= new
                rows = np.frombuffer(b"".join(new), np.int64).reshape(-1, asked.size)
                new = set()
                for move in group.images:
                    new.update(image.tobytes() for image in canonical(asked, move[rows]))
                    new -= seen
                    clock.tick("listing", len(rows))
                    if len(seen) + len(new) > MOST_STORED:
                        raise SearchLimitReached(
                            f"the graph has {group.order} symmetries and more than {MOST_STORED}"
                            f" tours: of more than {MOST_LISTED} symmetries, all tours are stored",
                            stats=clock.stats("listing"),
                        )


def canonical(asked: Problem, found: Numbers) -> Numbers:
    """Return tours such that those with the same edges are equal."""
    back = found[:, ::-1]
    if asked.closed:
        places = found.argmin(axis=1)[:, None] + np.arange(asked.size)
        found = np.take_along_axis(found, places % asked.size, axis=1)
        back = np.roll(found[:, ::-1], 1, axis=1)
    if asked.arrays.directed:
        return found
    second = int(asked.closed)
    return np.where((back[:, second] < found[:, second])[:, None], back, found)


def kept_symmetries(asked: Problem, permutations: Numbers) -> Numbers:
    """Return the symmetries, shape (kept, n), that keep a problem and its conditions."""
    kept, _ = _Enumeration(asked, Clock(), permutations).kept
    return kept


@dataclass(slots=True, kw_only=True)
class Listing:
    """The state of a search in branches: open branches, and tours waiting for earlier ones."""

    # A path is a word over 0 (edge used) and 1 (unused), and no path is a prefix of another: their
    # lexicographic order is the order of the search. Instances are pickled in IncompleteRun.

    name: str  # identifies the search
    paths: dict[Path, float] = field(default_factory=dict)  # open branches, seconds before dividing
    found: dict[Path, Numbers] = field(default_factory=dict)  # tours that wait for earlier ones

    def finish(self, path: Path, found: Numbers, left: list[Path]) -> dict[Path, float]:
        """Record the result of a branch, and return what is left of it."""
        seconds = self.paths.pop(path, PART_SECONDS)
        if left == [path]:  # the time did not even suffice to reach it
            seconds *= 2
        if len(found):
            self.found[path] = found
        new = dict.fromkeys(left, seconds)
        self.paths |= new
        return new

    def next(self) -> Iterator[Numbers]:
        """Yield the tours that no open branch precedes."""
        first = min(self.paths, default=None)
        for path in sorted(self.found):
            if first is not None and path >= first:
                return
            yield self.found.pop(path)


class _Enumeration:
    """A problem with conditions and symmetries, as arrays of the kernel."""

    def __init__(self, asked: Problem, clock: Clock, permutations: Numbers | None = None) -> None:
        self.asked = asked
        self.problem = problem = asked
        if problem.size == 2 and problem.start is not None:
            # The other end is implied; the normal form has no cycles of two vertices.
            self.problem = problem = problem.asking(end=None)
        given, positions = problem.instance, asked.conditions.positions
        self.required, self.forbidden = (
            self._keys(np.array(pairs, np.int64).reshape(-1, 2))
            for pairs in (given.require, given.forbid)
        )
        self.nodes = np.array([problem.index[v] for v, _ in positions], np.int64)
        self.places = np.array([k - 1 for _, k in positions], np.int64)
        arrays = problem.arrays
        self.known = np.sort(self._keys(np.column_stack((arrays.sources(), arrays.indices))))
        self.form = problem.form
        self.most = max(1, min(_BUFFER, _VERTICES // self.form.size))
        ends = self.form.edges()
        self.ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]  # depends on the order of nodes only
        self.kinds = self._kinds()
        self.due, self.may = self._times(clock)
        if len(self.nodes):
            # Edges that no walk in time takes, in either direction.
            then = np.roll(self.may, -1, axis=1)
            parts = np.array_split(self.ends, 1 + len(then) * len(ends) // _VERTICES)
            taken = [
                (self.may[u] & then[v] | self.may[v] & then[u]).any(axis=1)
                for u, v in map(np.transpose, clock.paced("listing", parts, 1))
            ]
            self.kinds[~np.concatenate(taken) & (self.kinds != _FIXED)] = _FORBIDDEN
        self.permutations = self._none() if permutations is None else permutations

    def batches(self, clock: Clock, pool: Pool | None = None) -> Iterator[Numbers]:
        """Run the kernel and yield its tours; move a long search to the pool."""
        if (run := self.begin()) is None:
            return
        room, patience, status = 1, PATIENCE, forcing.MORE
        while status != forcing.EXHAUSTED:
            run[-1][kernels.ROOM] = room
            run[-1][kernels.LISTED] = 0
            late = None
            try:
                impatient = room == 1 or pool is not None
                status = clock.run("listing", run, patience if impatient else math.inf)
                if status == forcing.MORE and room == 1 and self._is_proved_empty(clock):
                    return
                if status != forcing.EXHAUSTED:
                    clock.tick("listing")
            except TimeIsUp as error:
                late = error
            if run[-1][kernels.LISTED]:
                yield self.fetch(run)
                room = min(16 * room, self.most)
            if late is not None:
                raise late
            if pool is not None and status != forcing.EXHAUSTED and clock.seconds > ALONE_SECONDS:
                listing = Listing(name=self.name)
                listing.finish((), self._none(), self._branches(run, ()))
                yield from self.shared(listing, clock, pool)
                return
            patience *= 4

    def _is_proved_empty(self, clock: Clock) -> bool:
        """Return True if the provers, given the time spent so far, prove that no tour exists."""
        with suppress(SearchLimitReached, InvalidArgument):  # there may be too little memory
            return isinstance(answer(self.asked, clock.within(clock.seconds)), Proof)
        return False

    def _keys(self, pairs: NDArray[Any]) -> Numbers:
        """Return one integer for each pair, the same for both directions if undirected."""
        pairs = pairs.astype(np.int64)
        tails, heads = pairs[..., 0], pairs[..., 1]
        if not self.problem.arrays.directed:
            tails, heads = np.minimum(tails, heads), np.maximum(tails, heads)
        keys: Numbers = tails * self.problem.size + heads
        return keys

    def _kinds(self) -> Numbers:
        """Return the kind of each edge of the normal form under the conditions."""
        kinds = np.where(self.form.mate[self.ends[:, 0]] == self.ends[:, 1], _FIXED, _FREE)
        if len(self.required) or len(self.forbidden):
            decoded = [self.form.decode_edge(a, b) for a, b in self.ends.tolist()]
            away = self.problem.size  # larger than any node
            pairs = np.array([pair or (away, away) for pair in decoded])
            keys = self._keys(pairs)
            real = (pairs < away).all(axis=1)
            kinds[real & np.isin(keys, self.required)] = _REQUIRED
            kinds[real & np.isin(keys, self.forbidden)] = _FORBIDDEN
        return kinds

    def list_branch(
        self, path: Path, seconds: float, vertices: int = _VERTICES, *, clock: Clock
    ) -> tuple[Numbers, list[Path], int]:
        """List the tours of a branch for some seconds; return them, the rest, the steps."""
        clock, found = clock.within(seconds), [self._none()]
        if (run := self.begin(path)) is None:
            return found[0], [], 0
        left: list[Path] | None = None
        with suppress(TimeIsUp):
            while left is None and sum(part.size for part in found) < vertices:
                run[-1][kernels.ROOM], run[-1][kernels.LISTED] = self.most, 0
                if clock.run("listing", run) == forcing.EXHAUSTED:
                    left = []
                found.append(self.fetch(run))
                run[-1][kernels.LISTED] = 0
        found.append(self.fetch(run))
        if left is None:
            left = self._branches(run, path)
        return np.concatenate(found), left, run.steps

    def shared(self, listing: Listing, clock: Clock, pool: Pool) -> Iterator[Numbers]:
        """Search the branches on a pool, and yield their tours in the order of the search."""
        queue: Queue[Path] = Queue()
        for path, seconds in listing.paths.items():
            queue.add(path, (self, path, seconds))
        steps = run_jobs(_Enumeration.list_branch, queue, clock, pool, AHEAD * pool.workers)
        try:
            with closing(steps) as done:
                for step in done:
                    spent = 0
                    if step is not None:
                        path, value = step
                        if isinstance(value, Lost):
                            raise value
                        found, left, spent = value
                        for new, seconds in listing.finish(path, found, left).items():
                            queue.add(new, (self, new, seconds))
                    yield from listing.next()
                    clock.tick("listing", spent)
        except Lost as error:
            raise IncompleteRun(
                f"the remaining tours are not listed because the executor broke: {error};"
                " to continue with a new executor, pass this error as resume=",
                ledger=listing,
            ) from None

    @cached_property
    def name(self) -> str:
        """The hash that identifies this search."""
        arrays = self.ends, self.kinds, self.permutations, self.due, self.may, self.mirror
        text = b"|".join([str(self.form.reading()).encode(), *(a.tobytes() for a in arrays)])
        return hashlib.sha256(text).hexdigest()

    def _none(self) -> Numbers:
        return np.zeros((0, self.problem.size), np.int64)

    def fetch(self, run: Run) -> Numbers:
        """Return the tours that a run has listed, checked."""
        count, size = int(run[-1][kernels.LISTED]), self.form.size
        walks = np.array(run[_LISTED].walks[: count * size], np.int64)
        found = self._orders(walks.reshape(count, size))
        self._check(found)
        return found

    @staticmethod
    def _branches(run: Run, path: Path) -> list[Path]:
        """Return the paths of the branches that a run has left, in the order of the search."""
        splits, s = run[_SPLITS], run[-1]
        depth = int(s[forcing.DEPTH])
        if s[forcing.SERVED] < s[forcing.VERTICES] or depth < len(path):
            return [path]  # the branch was not reached
        taken = [int(splits[kernels.SPLIT_ * d + kernels.SECOND]) for d in range(1, depth + 1)]
        left = [] if s[forcing.PHASE] == forcing.RETREAT else [tuple(taken)]
        return left + [(*taken[:d], 1) for d in range(depth - 1, len(path) - 1, -1) if not taken[d]]

    def begin(self, path: Path = ()) -> Run | None:
        """Return the kernel before its first step, or None if the conditions exclude all tours."""
        size = self.form.size
        graph, words = records(self.form, self.ends)
        s = np.concatenate((words, np.zeros(kernels.WORDS - len(words), np.int64)))
        s[kernels.ROOT], s[kernels.LAST], _ = self.form.reading()
        required = np.flatnonzero(self.kinds == _REQUIRED).tolist()
        if len(required) < len(self.required):  # a required edge is not in the normal form
            return None
        mark = graph.edges[forcing.MARK :: forcing.EDGE]  # as it is at any time
        for e in required:
            if mark[e] != forcing.OPEN or not forcing.use(graph, s, e):
                return None
        for e in np.flatnonzero(self.kinds == _FORBIDDEN).tolist():
            if mark[e] == forcing.OPEN:
                forcing.drop(graph, s, e)
        # The kernel marks images of what is marked from here on.
        for e, image in enumerate(self.mirror.tolist()):
            if image < 0 and mark[e] == forcing.OPEN:
                forcing.drop(graph, s, e)
            elif image < 0 and mark[e] == forcing.USED:
                return None
            elif image >= 0 and self.kinds[e] == _FIXED and self.kinds[image] != _FIXED:
                is_open = mark[image] == forcing.OPEN
                if mark[image] == forcing.UNUSED or (is_open and not forcing.use(graph, s, image)):
                    return None
        splits = np.zeros(kernels.SPLIT_ * (len(self.ends) + 2), np.int64)
        s[kernels.FLOOR] = len(path)
        for d, second in enumerate(path, start=1):
            splits[kernels.SPLIT_ * d + kernels.SECOND] = second
        return Run(
            kernels.list_cycles,
            graph,
            splits,
            kernels.ListedCycles(
                images=self.kept[1].ravel(),
                mirror=self.mirror,
                due=self.due,
                may=self.may.ravel().view(np.int8),
                walks=np.zeros(self.most * size, np.int64),
            ),
            s,
        )

    @cached_property
    def mirror(self) -> Numbers:
        """The edge on which the symmetry of the tours maps each, or -1; empty if any are meant."""
        image = self.problem.symmetry
        return np.zeros(0, np.int64) if image is None else self._moved(image[None])[0]

    def _moved(self, permutations: Numbers) -> Numbers:
        """Return the edges on which permutations of the nodes map each, or -1, by rows."""
        base = np.array([self.form.size, 1])
        keys = self.ends @ base
        moved = np.insert(permutations, self.problem.size, self.problem.size, axis=1)  # home
        if self.problem.arrays.directed:
            moved = np.stack((2 * moved, 2 * moved + 1), axis=2).reshape(-1, 2 * moved.shape[1])
        moved_keys = np.sort(moved[:, self.ends], axis=2) @ base
        places = np.searchsorted(keys, moved_keys) % len(keys)
        found: Numbers = np.where(keys[places] == moved_keys, places, -1)
        return found

    @cached_property
    def kept(self) -> tuple[Numbers, Numbers]:
        """The symmetries that keep the problem, and their permutations of the edges, by rows."""
        if not len(self.permutations):
            return self.permutations, np.zeros((0, len(self.ends)), np.int64)
        places = self._moved(self.permutations)
        given = self.nodes
        if len(given) and not self.problem.closed:
            ends = [v for v in (self.problem.start, self.problem.end) if v is not None]
            given = np.concatenate((given, np.array(ends, np.int64)))
        kept = (
            (places >= 0).all(axis=1)
            & (self.kinds[places] == self.kinds).all(axis=1)
            & (self.permutations[:, given] == given).all(axis=1)
        )
        if (image := self.problem.symmetry) is not None:  # an image of a kept tour is kept as well
            back = np.argsort(self.permutations, axis=1)
            turned = np.take_along_axis(self.permutations, image[back], axis=1)
            powers, power = {image.tobytes()}, image
            while (power := image[power]).tobytes() not in powers:
                powers.add(power.tobytes())
            kept &= np.array([row.tobytes() in powers for row in turned], bool)
        return self.permutations[kept], places[kept]

    def _times(self, clock: Clock) -> tuple[Numbers, NDArray[np.bool]]:
        """Return when vertices are due on a walk (-1: any time), and which may be passed when."""
        if not len(self.nodes):
            return np.zeros(0, np.int64), np.zeros((0, 0), bool)
        from scipy.sparse import csr_array

        form, size = self.form, self.form.size
        afford(3 * size**2, f"tours of {self.problem.size:,} nodes with positions")
        root, last, part = self.form.reading()
        vertices, times = self.nodes, part.start + part.step * self.places
        if self.problem.arrays.directed:
            vertices = 2 * vertices + 1 - part.start  # out(v) if the walk begins with it
        due, held = np.full(size, -1, np.int64), np.full(size, -1, np.int64)
        due[vertices], held[times] = times, vertices
        due[root], held[0] = 0, root
        if last >= 0:
            due[last], held[-1] = size - 1, last
        ones = np.ones(len(form.indices), np.int64)
        near = csr_array((ones, form.indices, form.indptr), shape=(size, size))
        may = np.zeros((size, size), bool)
        # Forward from the root, and backward.
        for times, met in ((range(size), np.logical_or), (range(0, -size, -1), np.logical_and)):
            reached = np.zeros(size, bool)
            for t in clock.paced("listing", times, 100):
                reached = (near @ reached > 0) & (due < 0)
                if held[t] >= 0:
                    reached = np.arange(size) == held[t]
                met(may[t], reached, out=may[t])
        return due, np.ascontiguousarray(may.T)

    def _orders(self, walks: Numbers) -> Numbers:
        """Return the tours of walks, in the direction in which the given positions hold."""
        problem = self.problem
        *_, part = self.form.reading()
        found: Numbers = walks[:, part] // part.step
        if not len(self.nodes):
            return found
        fits = (found[:, self.places] == self.nodes).all(axis=1)
        if not problem.arrays.directed and (problem.closed or problem.start is None is problem.end):
            turned = np.roll(found[:, ::-1], 1 if problem.closed else 0, axis=1)
            found[~fits] = turned[~fits]
            fits = (found[:, self.places] == self.nodes).all(axis=1)
        fitting: Numbers = found[fits]
        return fitting

    def _check(self, found: Numbers) -> None:
        """Raise InvalidTour unless these are tours that keep the conditions."""
        problem = self.problem
        if not (np.sort(found, axis=1) == np.arange(problem.size)).all():
            raise InvalidTour("a tour does not visit every node once")
        steps = np.stack((found, np.roll(found, -1, axis=1)), axis=-1)
        used = self._keys(steps if problem.closed else steps[:, :-1])
        places = np.searchsorted(self.known, used).clip(max=len(self.known) - 1)
        if not (self.known[places] == used).all():
            raise InvalidTour("a tour uses a pair of nodes that is not an edge")
        if np.isin(used, self.forbidden).any():
            raise InvalidTour("a tour uses a forbidden edge")
        if (np.isin(used, self.required).sum(axis=1) < len(self.required)).any():
            raise InvalidTour("a tour lacks a required edge")
        if (image := problem.symmetry) is not None:
            pairs = steps if problem.closed else steps[:, :-1]
            if not (np.sort(self._keys(image[pairs])) == np.sort(used)).all():
                raise InvalidTour("a symmetry does not keep a tour")
        for v, place in ((problem.start, 0), (None if problem.closed else problem.end, -1)):
            if v is not None and not (found[:, place] == v).all():
                raise InvalidTour("a tour does not have the given ends")


# -- Enumeration of the Hamiltonian cycles and paths of a graph


@one_by_one
def hamiltonian_cycles(
    G: nx.Graph[N],
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    executor: Workers = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Iterator[Tour[N]]:
    """Generate the Hamiltonian cycles of a graph, each once.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not; self-loops and parallel edges do not matter. It must not change
        during the iteration.
    require, forbid : iterable of (node, node), optional
        Edges that the tours must use, and edges that they must not use; in a digraph the direction
        matters.
    positions : mapping of node to int, optional
        Numbers of nodes on the tour, from 1; one node must have number 1.
    symmetric : str or mapping of nodes, optional
        A symmetry that maps each tour to itself, as for :func:`hamiltonian_cycle`.
    distinct : bool
        Generate only one tour of each class under the symmetries that keep the conditions: the
        rotations and reflections of the board, not the shifts of a torus, or all automorphisms of a
        graph without one.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where branches of a longer search are searched; the order of the tours is the same. The
        executor is not shut down. A callable makes an executor, and another one if that breaks.
    resume : IncompleteRun, optional
        The error that ended the same call before: the remaining tours are generated.
    timeout : float, optional
        Time limit in seconds from the call; the time between two tours counts too.
    progress : callable or True, optional
        Called about ten times a second of search with a :class:`Progress`.

    Yields
    ------
    Tour
        Every cycle once, checked against ``G``; in an undirected graph both directions are the
        same cycle. Tours begin at the node of number 1, or else at the first node of the graph.
        Nothing is searched ahead of the first few.

    Raises
    ------
    InvalidArgument, NotANode, networkx.NetworkXPointlessConcept
        If an argument is not valid, at the call.
    IncompleteRun
        If the executor breaks and cannot be replaced, after all tours found by then.
    SearchLimitReached
        If the time is over, after all tours found by then; also for ``distinct`` if there are too
        many symmetries and tours.

    See Also
    --------
    hamiltonian_cycle : One, or the proof that there is none.
    hamiltonian_paths : The same for paths.
    backtrack : A plain search, step by step.

    Notes
    -----
    The search marks edges as used or unused. It applies the rules of
    :class:`icosian.proofs.ForcedEdges` (two edges at every node, no cycle that closes early) as
    long as they decide anything, then branches on an edge of the node with the fewest ways to be
    completed: an idea of Selby's, and Algorithm H of Knuth [1]_. Time is exponential in the worst
    case, and a few microseconds a tour where there are many; each branching visits all nodes.
    Memory is linear in the number of edges. With ``positions``, the search also checks that each
    node can be reached in time from those with a given position; memory is then quadratic, and
    branching follows the tour.

    The tours come in the order of this search: tours with the edge of a branching come before those
    without. That edge depends on the order of the nodes of ``G`` and nothing else. ``distinct``
    keeps the first tour of each class. Up to 50,000 symmetries are listed; of more, only generators
    are used, and up to 300,000 tours are stored.

    References
    ----------
    .. [1] Donald E. Knuth, The Art of Computer Programming, pre-fascicle 8a, 7.2.2.4, Hamiltonian
       Paths and Cycles.

    Examples
    --------
    The 6 x 6 board has 9862 closed knight's tours (OEIS A001230), the 3 x 10 board 16:

    >>> import icosian
    >>> G = icosian.knight_graph(3, 10)
    >>> len(list(hamiltonian_cycles(G))), len(list(hamiltonian_cycles(G, distinct=True)))
    (16, 6)

    The icosahedron has 1280 cycles, in 17 classes under its 120 symmetries:

    >>> import networkx as nx
    >>> G = nx.icosahedral_graph()
    >>> len(list(hamiltonian_cycles(G))), len(list(hamiltonian_cycles(G, distinct=True)))
    (1280, 17)

    Every edge of a dodecahedron is in two thirds of its 30 cycles, since it is cubic and looks the
    same from all edges:

    >>> G = nx.dodecahedral_graph()
    >>> len(list(hamiltonian_cycles(G))), len(list(hamiltonian_cycles(G, require=[(0, 1)])))
    (30, 20)
    """
    asked = Problem.of(G, closed=True, **conditions_in(locals()))
    return _tours(asked, distinct, resume, Limits.of(locals()))


@one_by_one
def hamiltonian_paths(
    G: nx.Graph[N],
    start: Any = None,
    end: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    symmetric: str | Mapping[Any, Any] | None = None,
    distinct: bool = False,
    executor: Workers = None,
    resume: IncompleteRun | None = None,
    timeout: float | None = None,
    progress: Watch = None,
) -> Iterator[Tour[N]]:
    """Generate the Hamiltonian paths of a graph, each once.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not; self-loops and parallel edges do not matter. It must not change
        during the iteration.
    start, end : node, optional
        The ends of the paths; on a board also the names of squares. Free by default,
        or as a drawn board marks them.
    require, forbid, positions, symmetric, distinct, executor, resume, timeout, progress : optional
        As for :func:`hamiltonian_cycles`.

    Yields
    ------
    Tour
        Every path once, checked against ``G``, from the start and to the end where these are given.
        In an undirected graph a path and its reverse are the same: without given ends, it begins at
        that end which comes first in the graph, or where ``positions`` make it begin.

    Raises
    ------
    InvalidArgument, NotANode, networkx.NetworkXPointlessConcept
        If an argument is not valid, at the call.
    IncompleteRun
        If the executor breaks and cannot be replaced, after all tours found by then.
    SearchLimitReached
        If the time is over, after all tours found by then.

    See Also
    --------
    hamiltonian_path : One, or the proof that there is none.
    hamiltonian_cycles : The same for cycles, with notes on the method and the order.

    Examples
    --------
    The 5 x 5 board has 1728 open knight's tours (OEIS A165134), or 864 if a tour and its reverse
    are one; 304 leave a corner:

    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> len(list(hamiltonian_paths(G))), len(list(hamiltonian_paths(G, "a1")))
    (864, 304)

    A Hidato has one solution:

    >>> board = icosian.king_graph(3)
    >>> print(*hamiltonian_paths(board, "a3", positions={"b2": 3, "c1": 6, "c3": 8}))
    1 9 8
    2 3 7
    4 5 6
    """
    asked = Problem.of(G, closed=False, **conditions_in(locals()))
    return _tours(asked, distinct, resume, Limits.of(locals()))


def _tours(
    asked: Problem, distinct: bool, resume: IncompleteRun | None, limits: Limits
) -> Iterator[Tour]:
    """Check what the conditions leave to be checked, and return the iterator."""
    check_resume(resume, limits.executor)
    return _generated(asked, check_flag(distinct, "distinct"), resume, limits)


def _generated(
    asked: Problem, distinct: bool, resume: IncompleteRun | None, limits: Limits
) -> Iterator[Tour]:
    G, nodes, closed, clock = asked.G, asked.nodes, asked.closed, limits.clock
    number = 0
    try:
        with open_pool(limits.executor) as pool:
            group = problem_symmetries(asked, clock) if distinct else None
            for found in tour_batches(asked, clock, group, pool=pool, resume=resume):
                stats = clock.stats("listing")
                number += len(found)
                for order in found.tolist():
                    yield Tour([nodes[v] for v in order], is_closed=closed, G=G, stats=stats)
    except TimeIsUp:
        raise SearchLimitReached(
            f"not all tours are listed after {clock.seconds:.3g} s and {clock.steps} steps: "
            f"{number} so far",
            stats=clock.stats("listing"),
        ) from None
