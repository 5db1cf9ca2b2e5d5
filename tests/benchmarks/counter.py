"""Count the closed tours of a graph in a separate process, and print what that took.

``python counter.py WHO GRAPH BYTES SECONDS OPTIONS`` prints the processor's seconds, the peak of
memory in bytes, the number, and for icosian the most states of a half. GRAPH is a call of icosian
or networkx, OPTIONS are keywords of icosian's count. A count that needs more than BYTES fails, one
that needs more than SECONDS is ended. With an executor the seconds are those of the clock.
"""

from __future__ import annotations

import ctypes
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

import icosian
from icosian._kernels import _jit
from icosian._run.clock import Clock
from icosian.tours.count.layers import Half
from icosian.tours.count.orders import STATES, frontiers, greedy_orders, neighbor_masks

if TYPE_CHECKING:
    from collections.abc import Callable


largest = [0]
"""The most states of a half."""


def ours(G: nx.Graph[Any], options: dict[str, Any]) -> Callable[[], int]:
    """Return the count of icosian, its kernels being loaded."""
    _jit.INTERPRETED_SIZE = -1
    icosian.count_hamiltonian_cycles(icosian.king_graph(6))
    icosian.count_hamiltonian_cycles(icosian.knight_graph(6, 8))  # folds states
    counted: Any = Half.size.fget

    def size(half: Half) -> int:
        largest[0] = max(largest[0], number := counted(half))
        return int(number)

    largest[0] = 0
    Half.size = property(size)  # type: ignore[assignment]
    return lambda: icosian.count_hamiltonian_cycles(G, **options)


def graphillion(G: nx.Graph[Any]) -> Callable[[], int]:
    """Return the count of Graphillion, which is given the edges in the narrowest order of ours."""
    return _graphillion(G, _numbers(G))


def by_rows(G: nx.Graph[Any]) -> Callable[[], int]:
    """Return the count of Graphillion, which is given the edges in the order of the nodes."""
    return _graphillion(G, {v: k for k, v in enumerate(G)})


def _graphillion(G: nx.Graph[Any], number: dict[Any, int]) -> Callable[[], int]:
    from graphillion import GraphSet

    edges = sorted(tuple(sorted((number[u], number[v]))) for u, v in G.edges)
    GraphSet.set_universe(edges, traversal="as-is")
    return lambda: int(GraphSet.cycles(is_hamilton=True).len())


def textbook(G: nx.Graph[Any]) -> Callable[[], int]:
    """Return the textbook's search in C, compiled."""
    compiler = shutil.which("gcc")
    if compiler is None:
        raise ImportError("gcc is not installed")
    library = Path(tempfile.mkdtemp(), "tours.so")
    source = Path(__file__).with_name("tours.c")
    options = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, "-o", library, source], check=True)
    search = ctypes.CDLL(str(library)).count_tours
    search.restype = ctypes.c_uint64
    number = _numbers(G)
    near = (ctypes.c_uint64 * len(G))()
    for v in G:
        near[number[v]] = sum(1 << number[w] for w in G[v])
    return lambda: int(search(near, len(G)))


def _numbers(G: nx.Graph[Any]) -> dict[Any, int]:
    """Return the place of each node in an order with a narrow frontier."""
    nodes = list(G)
    place = {v: i for i, v in enumerate(nodes)}
    graph = [{place[w] for w in G[v]} for v in nodes]
    masks = neighbor_masks(graph)

    def width(order: list[int]) -> float:
        return sum(STATES**pending for pending in frontiers(masks, order)[1])

    best = min(greedy_orders(graph, Clock()), key=width)
    return {nodes[i]: k for k, i in enumerate(best)}


PEERS = {
    "graphillion": graphillion,
    "graphillion, by rows": by_rows,
    "textbook": textbook,
}


def limit(what: int, most: int) -> None:
    """Limit a resource, unless it is limited to less."""
    allowed = resource.getrlimit(what)[1]
    if allowed == resource.RLIM_INFINITY or allowed > most:
        resource.setrlimit(what, (most, allowed))


def peak() -> int:
    """Return the most bytes that this process has had.

    The resources used would count what the parent had when it made this process.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return 1024 * int(status.read_text("ascii", "replace").partition("VmHWM:")[2].split()[0])
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Read the command line, count, print."""
    who, code, most, seconds, options = sys.argv[1:]
    G = eval(code, {"nx": nx, **{name: getattr(icosian, name) for name in icosian.__all__}})
    chosen = eval(f"dict({options})", {"ThreadPoolExecutor": ThreadPoolExecutor})
    count = ours(G, chosen) if who == "icosian" else PEERS[who](G)
    now = time.perf_counter if "executor" in chosen else time.process_time
    limit(resource.RLIMIT_AS, int(most))
    limit(resource.RLIMIT_CPU, int(time.process_time() + float(seconds)))
    began = now()
    number = count()
    spent = now() - began
    print(spent, peak(), number, largest[0])


if __name__ == "__main__":
    main()
