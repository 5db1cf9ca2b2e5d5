"""Compare the speed of two versions: ``python tests/benchmarks/compare.py OLD/src NEW/src``.

Each version runs in an interpreter of its own, which stays; the runs of a case alternate between
the two, after a warm-up run that also compiles. Cases use the public interface only. Printed are
medians and the ratio new / old; cases that are slower by more than the tolerance, in the median and
in the least time, are measured again with more runs before they are called slower. The kernels are
cached in a temporary folder, so that a second comparison starts sooner.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

TOLERANCE = 0.10
SECONDS, LEAST, MOST = 2.5, 3, 25
"""For how long, and how often, each version runs a case."""
SHORT = 0.02
"""A run of less is repeated until it takes so long."""
HERE = Path(__file__).resolve().parent


def cases() -> dict[str, Callable[[], Callable[[], object]]]:
    """Return what prepares each case; what that returns is timed."""
    import networkx as nx

    sys.path[:0] = [str(HERE), str(HERE.parent)]
    from families import flower_snark, random_dot_product
    from instances import holed_board, planted_digraph, random_cubic

    import icosian

    def outcome(call: Callable[[], object]) -> Callable[[], object]:
        def run() -> object:
            try:
                return call()
            except icosian.NoHamiltonianCycle as error:
                return error.proof

        return run

    def cycle(make: Callable[[], Any]) -> Callable[[], Callable[[], object]]:
        def prepare() -> Callable[[], object]:
            G = make()
            return outcome(lambda: icosian.hamiltonian_cycle(G))

        return prepare

    def on(
        make: Callable[[], Any], ask: Callable[[Any], object]
    ) -> Callable[[], Callable[[], object]]:
        def prepare() -> Callable[[], object]:
            subject = make()
            return lambda: ask(subject)

        return prepare

    def proof() -> tuple[Any, Any]:
        G = flower_snark(51)
        return G, icosian.prove_no_hamiltonian_cycle(G)

    def film(tour: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            icosian.save(tour, Path(folder, "tour.gif"))

    def weighted() -> Any:
        G = nx.grid_2d_graph(100, 100)
        for k, (_, _, data) in enumerate(G.edges(data=True)):
            data["weight"] = k * 7 % 9 + 1
        return G

    knight, tour = icosian.knight_graph, icosian.knights_tour
    middle, far = (50, 50), (99, 99)
    tutte = nx.tutte_graph
    return {
        "make: knight_graph(100)": on(lambda: 100, knight),
        "find: knight 8 x 8": cycle(lambda: knight(8)),
        "find: knight 30 x 30": cycle(lambda: knight(30)),
        "find: knight 100 x 100": cycle(lambda: knight(100)),
        "find: open tour 20 x 20, given ends": on(
            lambda: knight(20), lambda G: G.hamiltonian_path("a1", "b1")
        ),
        "find: random cubic, 10,000 nodes": cycle(lambda: random_cubic(10_000)),
        "find: digraph, 3,000 nodes": cycle(lambda: planted_digraph(3_000, 3)),
        "find: grid 100 x 100": cycle(lambda: nx.grid_2d_graph(100, 100)),
        "find: 40 x 40 with 400 holes": cycle(lambda: holed_board(40, 400, 6)),
        "find: knights_tour(1000)": on(lambda: 1000, tour),
        "find: positions of a 6 x 6 path": on(
            lambda: knight(6),
            lambda G: icosian.hamiltonian_path(G, positions={(0, 0): 1, (5, 4): 20}),
        ),
        "prove: Petersen": cycle(nx.petersen_graph),
        "prove: Tutte": cycle(tutte),
        "prove: knight 4 x 30": cycle(lambda: knight(4, 30)),
        "prove: flower snark J51": cycle(lambda: flower_snark(51)),
        "prove: dot product of snarks": cycle(lambda: random_dot_product(200, 1)),
        "prove: 20 x 20 with 120 holes": cycle(lambda: holed_board(20, 120, 7)),
        "check: proof of J51": on(proof, lambda pair: pair[1].check(pair[0])),
        "check: 100 x 100 tour": on(
            lambda: (knight(100), list(tour(100))),
            lambda pair: icosian.is_hamiltonian_path(*pair),
        ),
        "count: knight 6 x 6": on(lambda: knight(6), icosian.count_hamiltonian_cycles),
        "count: knight 6 x 8": on(lambda: knight(6, 8), icosian.count_hamiltonian_cycles),
        "count: king 7 x 7, classes": on(
            lambda: icosian.king_graph(7),
            lambda G: icosian.count_hamiltonian_cycles(G, distinct=True),
        ),
        "count: open tours 5 x 6": on(lambda: knight(5, 6), icosian.count_hamiltonian_paths),
        "list: knight 3 x 10": on(
            lambda: knight(3, 10), lambda G: list(icosian.hamiltonian_cycles(G))
        ),
        "sample: knight 6 x 6": on(
            lambda: knight(6), lambda G: icosian.random_hamiltonian_cycle(G, seed=3)
        ),
        "placements: count_queens(16)": on(lambda: 16, icosian.count_queens),
        "placements: all_queens(10)": on(lambda: 10, lambda n: list(icosian.all_queens(n))),
        "placements: 10 x 10 queens dominated": on(
            lambda: icosian.queen_graph(10), icosian.minimum_dominating_set
        ),
        "placements: 9 x 9 queens colored": on(
            lambda: icosian.queen_graph(9), icosian.minimum_coloring
        ),
        "placements: independent kings 10 x 10": on(
            lambda: icosian.king_graph(10), icosian.maximum_independent_set
        ),
        "dijkstra: grid 100 x 100": on(
            weighted, lambda G: icosian.dijkstra(G, middle).distances[far]
        ),
        "dijkstra: prepared": on(
            lambda: icosian.prepare(weighted()), lambda P: P.dijkstra(middle).distances[far]
        ),
        "dijkstra: dictionaries": on(weighted, lambda G: icosian.dijkstra(G, middle).to_dicts()),
        "drawing: SVG 8 x 8": on(lambda: tour(8), icosian.to_svg),
        "drawing: SVG 100 x 100": on(lambda: tour(100), icosian.to_svg),
        "drawing: page of a tour": on(lambda: tour(8), lambda t: t.to_html()),
        "drawing: GIF 8 x 8": on(lambda: tour(8), film),
        "pickle: tour 100 x 100": on(
            lambda: knight(100).hamiltonian_cycle(),
            lambda t: pickle.loads(pickle.dumps(t)),
        ),
        "pickle: graph 50 x 50": on(lambda: knight(50), lambda G: pickle.loads(pickle.dumps(G))),
        "JSON: proof of J51": on(
            lambda: proof()[1], lambda p: icosian.proofs.Proof.from_json(p.to_json())
        ),
    }


PROCESSES = {
    "process: python -c pass": ("-c", "pass"),
    "process: import icosian": ("-c", "import icosian"),
    "process: import, knight_graph(8)": ("-c", "import icosian; icosian.knight_graph(8)"),
    "process: all names": ("-c", "import icosian; [getattr(icosian, n) for n in icosian.__all__]"),
    "process: icosian --help": ("-m", "icosian", "--help"),
    "process: icosian tour 8x8": ("-m", "icosian", "tour", "8x8"),
    "process: icosian prove 4x6": ("-m", "icosian", "prove", "4x6", "--closed"),
    "process: icosian count 6x6": ("-m", "icosian", "count", "6x6", "--closed"),
    "process: icosian tour 250x250": ("-m", "icosian", "tour", "250x250"),
}
"""Whole processes, their kernels in the cache."""


def serve() -> None:
    """Answer lines of a case and a number of calls with the seconds of a call."""
    answers, sys.stdout = sys.stdout, sys.stderr
    known = cases()
    ready: dict[str, Callable[[], object]] = {}
    print(json.dumps(list(known)), file=answers, flush=True)
    for line in sys.stdin:
        name, calls = json.loads(line)
        try:
            if name not in ready:
                ready.clear()  # graphs of earlier cases are freed
                ready[name] = known[name]()
            run = ready[name]
            began = time.perf_counter()
            for _ in range(calls):
                run()
            answer: object = (time.perf_counter() - began) / calls
        except Exception as error:  # noqa: BLE001 - a case that fails is reported
            answer = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), file=answers, flush=True)


def digest(source: Path) -> str:
    """Return a name for what a folder holds: a changed kernel never meets an old cache."""
    found = hashlib.sha256(str(source).encode())
    for path in sorted(source.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


class Version:
    """One of the two versions, with its interpreter."""

    def __init__(self, source: Path, python: str) -> None:
        cache = Path(tempfile.gettempdir(), "icosian-compare", digest(source))
        self._line = [python]
        self._env = os.environ | {
            "PYTHONPATH": str(source),
            "NUMBA_CACHE_DIR": str(cache),
            "PYTHONPYCACHEPREFIX": str(cache / "bytecode"),
        }
        self._server = subprocess.Popen(
            [python, __file__, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self._env,
            text=True,
        )
        self.names: list[str] = self._read()

    def _read(self) -> Any:
        assert self._server.stdout is not None
        return json.loads(self._server.stdout.readline())

    def seconds(self, name: str, calls: int = 1) -> float:
        """Run a case, and return the seconds of a call."""
        if name in PROCESSES:
            began = time.perf_counter()
            subprocess.run(
                [*self._line, *PROCESSES[name]], env=self._env, check=False, capture_output=True
            )
            return time.perf_counter() - began
        assert self._server.stdin is not None
        print(json.dumps((name, calls)), file=self._server.stdin, flush=True)
        answer = self._read()
        if isinstance(answer, str):
            raise TypeError(answer)
        return float(answer)

    def compile(self, names: list[str]) -> None:
        """Run cases once, without waiting; :meth:`wait` waits for them."""
        self._pending = [name for name in names if name not in PROCESSES]
        assert self._server.stdin is not None
        for name in self._pending:
            print(json.dumps((name, 1)), file=self._server.stdin, flush=True)

    def wait(self) -> None:
        """Wait until all cases have been run once."""
        for _ in self._pending:
            self._read()

    def close(self) -> None:
        """End the interpreter."""
        self._server.communicate()


def compared(name: str, old: Version, new: Version, seconds: float) -> tuple[list[float], ...]:
    """Return the seconds of both versions."""
    for version in (old, new):
        version.seconds(name)  # the warm-up
    first = max(old.seconds(name), new.seconds(name))
    calls = 1 if name in PROCESSES else max(1, int(SHORT / first))
    runs = min(MOST, max(LEAST, int(seconds / (first * calls))))
    times: tuple[list[float], ...] = [], []
    for turn in range(runs):
        order = (0, 1) if turn % 2 else (1, 0)
        for k in order:
            times[k].append((old, new)[k].seconds(name, calls))
    return times


def ratios(times: tuple[list[float], ...]) -> tuple[float, float]:
    """Return new / old of the medians, and of the least times."""
    old, new = times
    return median(new) / median(old), min(new) / min(old)


def main() -> None:
    """Compare, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path, help="the folder src of the old version")
    parser.add_argument("new", type=Path, help="the folder src of the new version")
    parser.add_argument("cases", nargs="*", help="parts of names; all if none")
    parser.add_argument("--python", default=sys.executable, help="the interpreter of both")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for a case and version")
    options = parser.parse_args()
    began = time.monotonic()
    old, new = (Version(path.resolve(), options.python) for path in (options.old, options.new))
    names = [name for name in (*old.names, *PROCESSES) if _is_wanted(name, options.cases)]
    for version in (old, new):  # both at once, nothing is measured yet
        version.compile(names)
    for version in (old, new):
        version.wait()
    print(
        f"Kernels are compiled after {(time.monotonic() - began) / 60:.1f} minutes.\n", flush=True
    )
    slower, broken, medians = [], [], []
    print("| case | old | new | new / old | least times | runs |\n|---|---|---|---|---|---|")
    for name in names:
        try:
            times = compared(name, old, new, options.seconds)
            if min(ratios(times)) > 1 + TOLERANCE:  # noise?
                times = compared(name, old, new, 3 * options.seconds)
        except TypeError as error:
            broken.append(name)
            print(f"| {name} | {error} | | | | |", flush=True)
            continue
        ratio, least = ratios(times)
        medians.append(ratio)
        mark = ""
        if min(ratio, least) > 1 + TOLERANCE:
            slower.append(name)
            mark = " **slower**"
        before, after = (f"{1000 * median(seconds):.4g} ms" for seconds in times)
        row = name, before, after, f"{ratio:.2f}{mark}", f"{least:.2f}", str(len(times[0]))
        print(f"| {' | '.join(row)} |", flush=True)
    for version in (old, new):
        version.close()
    print(
        f"\n{len(medians)} cases in {(time.monotonic() - began) / 60:.1f} minutes, median of the "
        f"ratios {median(medians) if medians else 0:.3f}; slower by more than {TOLERANCE:.0%}: "
        f"{', '.join(slower) or 'none'}."
    )
    if slower or broken:
        raise SystemExit(1)


def _is_wanted(name: str, parts: list[str]) -> bool:
    return not parts or any(part in name for part in parts)


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["--serve"] else main()
