"""The search for all tours: conditions and symmetries as edges, and batches of checked orders."""

from __future__ import annotations

import hashlib
import math
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from icosian._kernels import forcing, listing as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import TimeIsUp
from icosian._run.pool import Lost, Queue, finished
from icosian.exceptions import IncompleteRun, InvalidArgument, InvalidTour, SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.solve.answer import answer
from icosian.tours.solve.edge_forcing import records

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian._run.pool import Pool
    from icosian.proofs.claim import Pairs
    from icosian.tours.problem import Problem

    Numbers = NDArray[np.int64]
    Path = tuple[int, ...]

__all__ = ["few", "kept_symmetries", "orders"]

PATIENCE = 100_000
"""The steps after which a search that has found nothing asks the provers; then four times more."""
_BUFFER, _VERTICES = 256, 1 << 20
"""The most tours that are fetched from the kernel at once, and the most vertices of them all."""
ALONE_SECONDS = 0.2
"""How long a search goes on here before it is shared out."""
PART_SECONDS = 0.2
"""How long a branch is searched before what is left of it is divided."""
AHEAD = 4
"""Branches under way for each worker."""
_FIXED, _REQUIRED, _FREE, _FORBIDDEN = 2, 1, 0, -1  # kinds of edges
_SPLITS, _WALKS = 3, 7  # places among the arrays of a run


def orders(
    asked: Problem,
    clock: Clock,
    permutations: Numbers | None = None,
    *,
    pool: Pool | None = None,
    resume: IncompleteRun | None = None,
) -> Iterator[Numbers]:
    """Yield all tours as orders of node numbers, some at a time, at first one.

    Parameters
    ----------
    asked : Problem
        The question.
    clock : Clock
        The clock of the search.
    permutations : int64 array, shape (symmetries, n), optional
        Symmetries of the graph as the images of its nodes, a group with the identity, which is not
        among them. Of the tours that are images of each other under those that keep the question,
        only the first is yielded.
    pool : Pool, optional
        Where branches of a longer search are searched; the order is the same.
    resume : IncompleteRun, optional
        What ended the same search; the tours that were yielded are not yielded again.

    Yields
    ------
    int64 array, shape (tours, n)
        Tours, checked.

    Raises
    ------
    TimeIsUp
        If the time is over, after what was found by then.
    IncompleteRun
        If the executor breaks and there is no other, after what was found by then.
    InvalidArgument
        If ``resume`` is of another search.
    """
    import numpy as np

    problem = asked
    if problem.closed and problem.size < (2 if problem.arrays.directed else 3):
        return
    if problem.size == 1:
        yield np.zeros((1, 1), np.int64)
        return
    if permutations is None:
        permutations = np.zeros((0, asked.size), np.int64)
    search = _Search(asked, permutations)
    if resume is None or pool is None:
        yield from search.batches(clock, pool)
        return
    listing = resume.ledger
    if not isinstance(listing, Listing) or listing.name != search.name:
        raise InvalidArgument(
            "resume is of another search: graph, ends and conditions must be the same"
        )
    yield from search.shared(listing.copy(), clock, pool)


def few(asked: Problem, clock: Clock, steps: int) -> int | None:
    """Return how many tours there are, if they are so few that they are soon listed.

    Parameters
    ----------
    asked : Problem
        The question, about a graph of at least three nodes, or for paths two.
    clock : Clock
        The clock.
    steps : int
        The most steps of the search.

    Returns
    -------
    int or None
        The number; None if the search takes more steps.

    Raises
    ------
    TimeIsUp
        If the time is over.
    """
    import numpy as np

    search = _Search(asked, np.zeros((0, asked.size), np.int64))
    return search.total(clock, steps)


def kept_symmetries(asked: Problem, permutations: Numbers) -> Numbers:
    """Return the symmetries of a graph that keep a question.

    Parameters
    ----------
    asked : Problem
        The question, about a graph that may have a tour.
    permutations : int64 array, shape (symmetries, n)
        Symmetries of the board, as for :func:`orders`.

    Returns
    -------
    int64 array, shape (kept, n)
        Those under which ``orders`` yields one tour of each class.
    """
    import numpy as np

    kept = [permutation for permutation, _ in _Search(asked, permutations).kept()]
    return np.array(kept, np.int64).reshape(-1, asked.size)


def _list_branch(
    search: _Search, path: Path, seconds: float, *, clock: Clock
) -> tuple[Numbers, list[Path], int]:
    """Search a branch for some time: a task for any process."""
    return search.branch(path, clock.within(seconds))


@dataclass(slots=True, kw_only=True)
class Listing:
    """A search in branches: what is searched, what is to be searched, and what is to be yielded.

    The paths of branches are words over 0 and 1, none of which begins another: their order as words
    is the order of the search.

    Attributes
    ----------
    name : str
        What tells the search from others.
    paths : dict of path to float
        Branches to be searched, and for how many seconds before they are divided.
    found : dict of path to array
        Tours that wait for others that come before them.
    """

    name: str
    paths: dict[Path, float] = field(default_factory=dict)
    found: dict[Path, Numbers] = field(default_factory=dict)

    def finish(self, path: Path, found: Numbers, left: list[Path]) -> dict[Path, float]:
        """Note what came of a branch, and return what is left of it."""
        seconds = self.paths.pop(path, PART_SECONDS)
        if left == [path]:  # not even the way to it was done
            seconds *= 2
        if len(found):
            self.found[path] = found
        new = dict.fromkeys(left, seconds)
        self.paths |= new
        return new

    def next(self) -> Iterator[Numbers]:
        """Yield the tours before which no other comes any more."""
        first = min(self.paths, default=None)
        for path in sorted(self.found):
            if first is not None and path >= first:
                return
            yield self.found.pop(path)

    def copy(self) -> Listing:
        """Return another one of the same, for an error may be handed back more than once."""
        return replace(self, paths=dict(self.paths), found=dict(self.found))


class _Search:
    """The question as a problem of the kernel, and back.

    Parameters
    ----------
    asked : Problem
        The question, about a graph of at least two nodes.
    permutations : int64 array, shape (symmetries, n)
        Symmetries of the graph.
    """

    def __init__(self, asked: Problem, permutations: Numbers) -> None:
        import numpy as np

        self.asked = asked
        self.problem = problem = asked
        if problem.size == 2 and problem.start is not None:
            # The other end is the other node; two vertices are no cycle of the normal form.
            self.problem = problem = replace(problem, end=None)
        self.number = {v: k for k, v in enumerate(problem.nodes)}
        self.required, self.forbidden = map(self._given, (asked.require, asked.forbid))
        self.nodes = np.array([self.number[v] for v, _ in asked.positions], np.int64)
        self.places = np.array([k - 1 for _, k in asked.positions], np.int64)
        arrays = problem.arrays
        self.known = np.sort(self._keys(np.column_stack((arrays.sources(), arrays.indices))))
        self.form = problem.form
        self.most = max(1, min(_BUFFER, _VERTICES // self.form.size))
        ends = self.form.edges()
        self.ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]  # by the order of nodes alone
        self.kinds = self._kinds()
        self.due, self.may = self._times()
        if len(self.nodes):
            self.kinds[self._is_never_passed() & (self.kinds != _FIXED)] = _FORBIDDEN
        self.permutations = permutations

    def batches(self, clock: Clock, pool: Pool | None = None) -> Iterator[Numbers]:
        """Run the kernel, and yield what it lists.

        What finds nothing for a while asks the provers now and then whether there is anything. A
        search that is not over soon is shared out.
        """
        if (run := self._run()) is None:
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
                yield self._fetched(run)
                room = min(16 * room, self.most)
            if late is not None:
                raise late
            if pool is not None and status != forcing.EXHAUSTED and clock.seconds > ALONE_SECONDS:
                listing = Listing(name=self.name)
                listing.finish((), self._none(), self._branches(run, ()))
                yield from self.shared(listing, clock, pool)
                return
            patience *= 4

    def total(self, clock: Clock, steps: int) -> int | None:
        """Return how many tours a run lists, or None if so many steps do not tell."""
        if (run := self._run()) is None:
            return 0
        number = 0
        while run.steps < steps:
            run[-1][kernels.ROOM], run[-1][kernels.LISTED] = self.most, 0
            status = clock.run("listing", run, steps - run.steps)
            number += len(self._fetched(run))
            if status == forcing.EXHAUSTED:
                return number
        return None

    def _is_proved_empty(self, clock: Clock) -> bool:
        """Whether the provers know, in as much time as was spent already, that there is no tour."""
        with suppress(SearchLimitReached):
            return isinstance(answer(self.asked, clock.within(clock.seconds)), Proof)
        return False

    def _given(self, pairs: Pairs) -> Numbers:
        """Return the keys of pairs of nodes."""
        import numpy as np

        numbers = [(self.number[u], self.number[v]) for u, v in pairs]
        return self._keys(np.array(numbers, np.int64).reshape(-1, 2))

    def _keys(self, pairs: NDArray[Any]) -> Numbers:
        """Return a number for each pair of numbers, in an undirected graph for both orders."""
        import numpy as np

        tails, heads = np.moveaxis(pairs.astype(np.int64), -1, 0)
        if not self.problem.arrays.directed:
            tails, heads = np.minimum(tails, heads), np.maximum(tails, heads)
        keys: Numbers = tails * self.problem.size + heads
        return keys

    def _kinds(self) -> Numbers:
        """Return what the question says of the edges of the normal form."""
        import numpy as np

        kinds = np.where(self.form.mate[self.ends[:, 0]] == self.ends[:, 1], _FIXED, _FREE)
        if len(self.required) or len(self.forbidden):
            decoded = [self.form.decode_edge(a, b) for a, b in self.ends.tolist()]
            away = self.problem.size  # no other key is that large
            pairs = np.array([pair or (away, away) for pair in decoded])
            keys = self._keys(pairs)
            real = (pairs < away).all(axis=1)
            kinds[real & np.isin(keys, self.required)] = _REQUIRED
            kinds[real & np.isin(keys, self.forbidden)] = _FORBIDDEN
        return kinds

    def branch(
        self, path: Path, clock: Clock, vertices: int = _VERTICES
    ) -> tuple[Numbers, list[Path], int]:
        """List the tours of a branch of the search until the time is over.

        Parameters
        ----------
        path : tuple of int
            The way to it: for each split 0 if its edge is used, 1 if not.
        clock : Clock
            The clock.
        vertices : int
            How many vertices all its tours may have.

        Returns
        -------
        int64 array, shape (tours, n), list of tuples, and int
            Tours, checked; the paths of the branches that are left, in their order; the steps.
        """
        import numpy as np

        found = [self._none()]
        if (run := self._run(path)) is None:
            return found[0], [], 0
        left: list[Path] | None = None
        with suppress(TimeIsUp):
            while left is None and sum(part.size for part in found) < vertices:
                run[-1][kernels.ROOM], run[-1][kernels.LISTED] = self.most, 0
                if clock.run("listing", run) == forcing.EXHAUSTED:
                    left = []
                found.append(self._fetched(run))
                run[-1][kernels.LISTED] = 0
        found.append(self._fetched(run))
        if left is None:
            left = self._branches(run, path)
        return np.concatenate(found), left, run.steps

    def shared(self, listing: Listing, clock: Clock, pool: Pool) -> Iterator[Numbers]:
        """Have branches searched by a pool, and yield their tours in the order of the search.

        Parameters
        ----------
        listing : Listing
            The branches.
        clock : Clock
            The clock.
        pool : Pool
            Where they are searched.

        Yields
        ------
        int64 array, shape (tours, n)
            Tours, checked.

        Raises
        ------
        IncompleteRun
            If the executor breaks and there is no other; its ledger is the listing.
        """
        queue: Queue[Path] = Queue()
        for path, seconds in listing.paths.items():
            queue.add(path, (self, path, seconds))
        steps = finished(_list_branch, queue, clock, pool, AHEAD * pool.workers)
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
                f"the tours that follow are not listed, for the executor broke: {error};"
                " to go on with a new one, hand this error back as resume=",
                ledger=listing,
            ) from None

    @cached_property
    def name(self) -> str:
        """What tells this search from all others."""
        arrays = self.ends, self.kinds, self.permutations, self.due, self.may
        text = b"|".join([str(self.form.reading()).encode(), *(a.tobytes() for a in arrays)])
        return hashlib.sha256(text).hexdigest()

    def _none(self) -> Numbers:
        import numpy as np

        return np.zeros((0, self.problem.size), np.int64)

    def _fetched(self, run: Run) -> Numbers:
        """Return the tours that a run has listed, checked."""
        import numpy as np

        count, size = int(run[-1][kernels.LISTED]), self.form.size
        walks = np.array(run[_WALKS][: count * size], np.int64)
        found = self._orders(walks.reshape(count, size))
        self._check(found)
        return found

    @staticmethod
    def _branches(run: Run, path: Path) -> list[Path]:
        """Return the paths of the branches that a run has left, in the order of the search."""
        splits, s = run[_SPLITS], run[-1]
        depth = int(s[forcing.DEPTH])
        if s[forcing.SERVED] < s[forcing.VERTICES] or depth < len(path):
            return [path]  # it is still on its way
        taken = [int(splits[kernels.SPLIT_ * d + kernels.SECOND]) for d in range(1, depth + 1)]
        left = [] if s[forcing.PHASE] == forcing.RETREAT else [tuple(taken)]
        return left + [(*taken[:d], 1) for d in range(depth - 1, len(path) - 1, -1) if not taken[d]]

    def _run(self, path: Path = ()) -> Run | None:
        """Return the kernel before its first step, or None if the conditions exclude all tours.

        Parameters
        ----------
        path : tuple of int
            The way to the branch that is searched, as for :meth:`branch`.
        """
        import numpy as np

        size = self.form.size
        edges, rows, lists, words = records(self.form, self.ends)
        s = np.concatenate((words, np.zeros(kernels.WORDS - len(words), np.int64)))
        s[kernels.ROOT], s[kernels.LAST], _ = self.form.reading()
        required = np.flatnonzero(self.kinds == _REQUIRED).tolist()
        if len(required) < len(self.required):  # where a given end is, no path passes
            return None
        for e in required:
            mark = edges[forcing.EDGE * e + forcing.MARK]
            if mark != forcing.OPEN or not forcing.use(edges, rows, lists, s, e):
                return None
        for e in np.flatnonzero(self.kinds == _FORBIDDEN).tolist():
            if edges[forcing.EDGE * e + forcing.MARK] == forcing.OPEN:
                forcing.drop(edges, rows, lists, s, e)
        splits = np.zeros(kernels.SPLIT_ * (len(self.ends) + 2), np.int64)
        s[kernels.FLOOR] = len(path)
        for d, second in enumerate(path, start=1):
            splits[kernels.SPLIT_ * d + kernels.SECOND] = second
        return Run(
            kernels.list_cycles,
            edges,
            rows,
            lists,
            splits,
            self._images(),
            self.due,
            self.may.ravel().astype(np.int8),
            np.zeros(self.most * size, np.int64),  # the walks
            s,
        )

    def _images(self) -> Numbers:
        """Return what symmetries that keep the question put in the places of the edges."""
        import numpy as np

        return np.concatenate([np.zeros(0, np.int64), *(places for _, places in self.kept())])

    def kept(self) -> Iterator[tuple[Numbers, Numbers]]:
        """Yield the symmetries that keep the question, and what they put in the edges' places."""
        import numpy as np

        base = np.array([self.form.size, 1])
        keys = self.ends @ base
        for permutation in self.permutations:
            moved = np.append(permutation, self.problem.size)  # home stays
            if self.problem.arrays.directed:
                moved = np.column_stack((2 * moved, 2 * moved + 1)).ravel()
            moved_keys = np.sort(moved[self.ends], axis=1) @ base
            places = np.searchsorted(keys, moved_keys) % len(keys)
            if (
                (keys[places] == moved_keys).all()
                and (self.kinds[places] == self.kinds).all()
                and (permutation[self.nodes] == self.nodes).all()
            ):
                yield permutation, places

    def _times(self) -> tuple[Numbers, NDArray[np.bool]]:
        """Return when vertices are due on a walk, -1 for any time, and which may be passed when."""
        import numpy as np
        from scipy.sparse import csr_array

        if not len(self.nodes):
            return np.zeros(0, np.int64), np.zeros((0, 0), bool)
        form, size = self.form, self.form.size
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
        may = np.ones((size, size), bool)
        for times in (range(size), range(0, -size, -1)):  # by walks from the root, and back to it
            reached = np.zeros(size, bool)
            for t in times:
                reached = (near @ reached > 0) & (due < 0)
                if held[t] >= 0:
                    reached = np.arange(size) == held[t]
                may[:, t] &= reached
        return due, may

    def _is_never_passed(self) -> NDArray[np.bool]:
        """Whether no walk in time, in either direction, takes an edge."""
        import numpy as np

        one, other = (self.may[self.ends[:, k]] for k in (0, 1))
        ahead, back = one & np.roll(other, -1, axis=1), other & np.roll(one, -1, axis=1)
        return np.logical_not((ahead | back).any(axis=1))

    def _orders(self, walks: Numbers) -> Numbers:
        """Return the tours that walks are, in the direction in which the numbers given are true.

        The search has seen to these numbers path by path, so a few are true in neither.
        """
        import numpy as np

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
        """Check that these are tours that keep the conditions, by other means than the search."""
        import numpy as np

        problem = self.problem
        if not (np.sort(found, axis=1) == np.arange(problem.size)).all():
            raise InvalidTour("a tour does not visit every node once")
        steps = np.stack((found, np.roll(found, -1, axis=1)), axis=-1)
        used = self._keys(steps if problem.closed else steps[:, :-1])
        places = np.searchsorted(self.known, used).clip(max=len(self.known) - 1)
        if not (self.known[places] == used).all():
            raise InvalidTour("a tour goes where no edge is")
        if np.isin(used, self.forbidden).any():
            raise InvalidTour("a tour uses an edge to avoid")
        if (np.isin(used, self.required).sum(axis=1) < len(self.required)).any():
            raise InvalidTour("a tour avoids an edge to use")
        for v, place in ((problem.start, 0), (None if problem.closed else problem.end, -1)):
            if v is not None and not (found[:, place] == v).all():
                raise InvalidTour("a tour does not have the ends given")
