"""Measure how late searches end: ``PYTHONPATH=src:tests python -m tests.campaigns.limits [PART]``.

Each public function that may take long is asked hard questions with a limit of half a second.
Printed is how much later each one ends, not counting compiling; names are matched in part.
"""

import random
import signal
import sys
import time
from collections.abc import Callable
from functools import cache, partial

import networkx as nx

import icosian
from icosian import exceptions, placements, routes, tours
from icosian._run.limits import Deadline

SECONDS, LATE, WAIT = 0.5, 0.3, 20
"""The time limit, how much later a search may end, and how long one is waited for."""


@cache
def knights(rows, columns=None):
    return icosian.knight_graph(rows, columns or rows)


@cache
def sparse(n, seed=1):
    """A cubic graph."""
    return nx.random_regular_graph(3, n, seed=seed)


@cache
def dense(n, p=0.5):
    return nx.gnp_random_graph(n, p, seed=2)


@cache
def without_cycle(n):
    """A generalized Petersen graph, which has no Hamiltonian cycle if n is 5 modulo 6."""
    ring, spokes = nx.cycle_graph(n).edges, ((k, n + k) for k in range(n))
    inner = ((n + k, n + (k + 2) % n) for k in range(n))
    return nx.Graph([*ring, *spokes, *inner])


def with_lengths(G, most):
    rng = random.Random(3)
    for *_, data in G.edges(data=True):
        data["weight"] = rng.randint(1, most)
    return G


@cache
def weighted(n, p=1.0, *, directed=False):
    return with_lengths(nx.gnp_random_graph(n, p, seed=4, directed=directed), 10**6)


@cache
def streets(side):
    return with_lengths(nx.grid_2d_graph(side, side), 1000)


@cache
def spots(n, dimension=10**6):
    rng = random.Random(6)
    return [(rng.randrange(dimension), rng.randrange(dimension)) for _ in range(n)]


@cache
def blank(kind, side):
    """A puzzle that says almost nothing."""
    if kind == "numbrix":
        rows = [["1", *["."] * (side - 1)], *([["."] * side] * (side - 1))]
    else:
        rows = [["."] * side] * side
        if kind == "slitherlink":
            rows = [["3", *["."] * (side - 1)], *rows[1:]]
        elif kind == "masyu":
            rows = [[".", "w", *["."] * (side - 2)], *rows[1:]]
    return icosian.read_puzzle("\n".join(map(" ".join, rows)), kind=kind)


def listed(find, *given, **limits):
    """Take all that a generator yields."""
    for _ in find(*given, **limits):
        pass


def method_call(name, make, **limits):
    """Return a call of a method of what is made then."""
    return lambda: getattr(make(), name)(**limits)


Question = Callable[..., Callable[[], object]]
"""From limits to a call."""


class Questions(dict[str, list[tuple[str, Question]]]):
    """Hard questions of each function, with what they are about; of a part of the size in tests."""

    def __init__(self, part: float = 1.0) -> None:
        super().__init__()
        self._part = part
        self._of_tours()
        self._of_placements()
        self._of_lengths()
        self._of_puzzles()

    def _size(self, n: int, least: int = 8) -> int:
        return max(least, round(n * self._part))

    def _ask(self, names, what, make, *more, lists=False, **own):
        """Add a question of some functions about what is made when it is asked."""

        def question(find, **limits):
            def call():
                given = [item() if callable(item) else item for item in (make, *more)]
                return (partial(listed, find) if lists else find)(*given, **own, **limits)

            return call

        for name in names.split():
            room = next(
                room for room in (icosian, tours, routes, placements) if name in room.__all__
            )
            one = partial(question, getattr(room, name))
            self.setdefault(name, []).append((what, one))

    def _of_tours(self):
        ask, size = self._ask, self._size
        cycles = "hamiltonian_cycle has_unique_hamiltonian_cycle prove_no_hamiltonian_cycle"
        paths = "hamiltonian_path has_unique_hamiltonian_path prove_no_hamiltonian_path"
        for what, make in self._graphs().items():
            ask(f"{cycles} {paths} is_hamiltonian is_traceable", what, make)
            ask("count_hamiltonian_cycles count_hamiltonian_paths", what, make)
            ask("hamiltonian_cycles hamiltonian_paths", what, make, lists=True)
            ask("random_hamiltonian_cycle random_hamiltonian_path", what, make)
            ask("scrambled_hamiltonian_cycle scrambled_hamiltonian_path", what, make, steps=10**9)
            ask("longest_cycle longest_path minimum_path_cover", what, make)
            ask("longest_induced_cycle longest_induced_path", what, make)
            ask("induced_cycles induced_paths", what, make, lists=True)
            ask("edge_disjoint_hamiltonian_cycles", what, make)
            ask("hamiltonicity", what, make, lists=True)
            ask("longest_paths minimum_path_covers", what, make, lists=True)
        board = partial(knights, 8)
        every = "hamiltonian_cycles hamiltonian_paths"
        ask(every, "distinct, 8 x 8", board, lists=True, distinct=True)
        ask("count_hamiltonian_cycles random_hamiltonian_cycle", "8 x 8", board)
        ask("count_hamiltonian_cycles", "distinct, 8 x 8", board, distinct=True)
        side = size(60)
        ask("hamiltonian_decomposition", "torus", lambda: icosian.grid_graph(side, periodic=True))
        side = 2 * size(150)
        wide = partial(knights, side, side + 1)
        ask("close_path", "knights", wide, lambda: icosian.warnsdorff_path(wide(), (0, 0)))

    def _graphs(self) -> dict[str, Callable[[], nx.Graph]]:
        size = self._size
        return {
            "no cycle, 202 nodes": partial(without_cycle, 101),
            "no cycle, 5,006 nodes": partial(without_cycle, 6 * size(417) + 5),
            "cubic, 10,000 nodes": partial(sparse, 2 * size(5_000)),
            "dense, 500 nodes": partial(dense, size(500)),
            "knights, 100 x 100": partial(knights, 2 * size(50)),
        }

    def _of_placements(self):
        ask, size = self._ask, self._size
        best = "maximum_independent_set minimum_dominating_set minimum_coloring"
        for what, make in self._graphs().items():
            ask(f"{best} independence_polynomial", what, make)
            ask("count_independent_sets place", what, make, 12)
            ask("independent_sets", what, make, 12, lists=True)
            ask("minimum_dominating_sets", what, make, lists=True)
        given = {"fixed": [(8, 36), (20, 3)], "forbid": [(2, 2)]}
        ask("queens has_unique_queens", "60, two fixed", 60, **given)
        ask("count_queens", "20", 20)
        ask("count_queens", "20, with conditions", 20, forbid=["a1"])
        ask("count_queens", "torus", 23, periodic=True)
        for n in (16, 30):
            ask("all_queens", f"{n}", n, lists=True)
            ask("all_queens", f"{n}, distinct", n, lists=True, distinct=True)
        queens = partial(icosian.queen_graph, 14)
        ask("independent_sets", "queens, 14", queens, 14, lists=True)
        ask("count_independent_sets", "queens, 14", queens, 14)
        ask("independence_polynomial", "long grid", partial(nx.grid_2d_graph, 12, size(300)))
        ask("minimum_dominating_set", "queens, 20", partial(icosian.queen_graph, size(20)))
        ask("minimum_dominating_sets", "queens, 12", partial(icosian.queen_graph, 12), lists=True)
        ask("minimum_coloring", "queens, 30", partial(icosian.queen_graph, size(30)))
        ask("maximum_independent_set", "cubic, 300", partial(sparse, 300))
        ask("place", "cubic, 300", partial(sparse, 300), 135)

    def _of_lengths(self):
        ask, size = self._ask, self._size
        for n in (200, 3_000, 20_000):
            ask("shortest_tour", f"{n:,} places", partial(spots, size(n)))
        for n in (100, 1_000):
            k = 5 * size(n // 5)
            places, groups = partial(spots, k), [range(j, j + 5) for j in range(0, k, 5)]
            ask("shortest_tours", f"{n:,} places", places, lists=True)
            order = [(1, 2, 3), (7, 5)]
            ask("shortest_tour", f"{n:,} places with an order", places, start=0, order=order)
            ask("shortest_tour", f"{n:,} places in groups", places, groups=groups)
            G, D = (partial(weighted, k, 60 / k, directed=directed) for directed in (False, True))
            ask("shortest_hamiltonian_cycle shortest_hamiltonian_path", f"{n:,} nodes", G)
            ask("shortest_hamiltonian_cycle", f"{n:,} nodes, directed", D)
            both = "shortest_hamiltonian_cycles shortest_hamiltonian_paths"
            ask(both, f"{n:,} nodes", G, lists=True)
            ask("bottleneck_hamiltonian_cycle bottleneck_hamiltonian_path", f"{n:,} nodes", G)
            ask("longest_cycle longest_path", f"{n:,} nodes, weighted", G, weight="weight")
        for side in (30, 150):
            what, town = f"streets, {side} x {side}", partial(streets, size(side))
            ask("postman_walk", what, town)
            ask("traveling_salesman", what, town, lambda town=town: [*town()][:800])

    def _of_puzzles(self):
        names = ("solve", "count", "is_unique", "prove_unique", "hint", "hints", "conflict")
        sides = (("numbrix", (10, 40)), ("slitherlink", (12, 40)), ("masyu", (10, 40)))
        for kind, side in ((kind, side) for kind, some in sides for side in some):
            for name in names:
                one = partial(method_call, name, partial(blank, kind, self._size(side)))
                self.setdefault(f"Puzzle.{name}", []).append((f"{kind}, {side} x {side}", one))
        for kind in ("hidato", "zip", "slitherlink", "masyu", "numberlink", "queens"):
            self._ask("make_puzzle", kind, self._size(30), kind=kind, seed=1)


class Overdue(BaseException):
    """The search is so late that nobody waits for it."""


def overdue(*_):
    raise Overdue


def outcome(question):
    """Return what came out, in a word, and how late, without compiling and other programs."""
    signal.alarm(WAIT)
    began, cpu = Deadline(), time.process_time()
    try:
        said = type(question()).__name__
    except exceptions.SearchLimitReached:
        said = "limit"
    except (Exception, Overdue) as error:  # noqa: BLE001 - foreign ones are what is looked for
        said = type(error).__name__
    finally:
        signal.alarm(0)
    late = began.seconds - SECONDS
    share = (time.process_time() - cpu) / (began.seconds + began.compile_seconds)
    return said, late * min(1.0, share) if late > 0 else late


def main():
    signal.signal(signal.SIGALRM, overdue)
    parts = [part.lower() for part in sys.argv[1:]] or [""]
    for name, ones in Questions().items():
        for what, one in ones:
            if not any(part in f"{name} {what}".lower() for part in parts):
                continue
            ask = one(timeout=SECONDS)
            for _ in range(2):  # the first one makes the input, and may compile
                said, late = outcome(ask)
                if late > WAIT / 2:
                    break
            mark = "!!" if late > LATE else "  "
            print(f"{mark} {late:6.2f} s  {name:30} {what:28} {said}", flush=True)


if __name__ == "__main__":
    main()
