"""What public functions share: hints at what is meant, checks of arguments, and limits."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast
from unicodedata import normalize

import networkx as nx

from icosian._io.memory import free_memory
from icosian._io.text import ELSEWHERE, check_spellings, is_missing, shown
from icosian._run.clock import Clock, Relay, Workers, check_executor
from icosian.exceptions import InvalidArgument, UnknownKeyword

Function = TypeVar("Function", bound=Callable[..., Any])

TEXT = str, bytes
LIMITS = {"limit", "k", "n", "count", "most", "best"}
ALIKE = (
    {"closed", "cycle", "is_closed"},
    {"places", "nodes", "stops", "points"},
    {"start", "source", "from", "origin"},
    {"end", "target", "to", "destination"},
    {"timeout", "time_limit", "max_time", "seconds"},
    {"executor", "threads", "jobs", "n_jobs", "workers"},
    {"weight", "length", "cost", "distance"},
    LIMITS,
    {"periodic", "torus", "wrap"},
)
"""Words that mean one thing."""


def hinted(function: Function, results: Callable[..., Any] | None = None) -> Function:
    """Name the argument that is meant where a caller names another; show progress for ``True``.

    What yields its results one by one says what they become, by ``icosian._show.one_by_one``.
    """
    explained, relay = _explained, Relay
    has_progress = "progress" in (function.__kwdefaults__ or ())

    def call(*args: Any, **given: Any) -> Any:
        shown = None
        if has_progress and given.get("progress") is True:
            shown = given["progress"] = relay()
        try:
            if shown is None or results is not None:
                found = function(*args, **given)
            else:
                with shown:
                    found = function(*args, **given)
        except TypeError as error:
            # The call itself failed if no frame is below this one.
            if error.__traceback__ and error.__traceback__.tb_next is None:
                raise explained(function, given, error, results is not None) from None
            raise
        return found if results is None else results(found, function.__name__, args, shown)

    # A copy with the names of the function's module, where doctest looks for it.
    own = FunctionType(call.__code__, function.__globals__, closure=call.__closure__)
    return cast("Function", wraps(function)(own))


def _explained(
    function: Any, given: Mapping[str, Any], error: TypeError, yields: bool
) -> TypeError:
    """Return the error about an unknown argument, or another error as it is."""
    from inspect import signature

    from icosian._io.tables import NOT_ASKED

    own = [name for name in signature(function).parameters if name != "self"]
    wrong = next((name for name in given if name not in own), None)
    if wrong is None:
        return error
    meant = near(wrong, own) or alike(wrong, own)
    hint = f"did you mean {meant[0]!r}?" if meant else f"it has {', '.join(own)}"
    if NOT_ASKED.fullmatch(wrong):
        hint = ELSEWHERE
    elif not meant and wrong in LIMITS and yields:
        hint = f"itertools.islice({function.__name__}(...), {given[wrong]!r}) takes the first ones"
    return UnknownKeyword(f"{function.__name__}() has no argument {wrong!r}; {hint}")


def alike(word: str, known: Iterable[str]) -> list[str]:
    """Return those words that mean what this one does."""
    return [v for some in ALIKE if word in some for v in known if v in some]


USUAL = {
    name: answer
    for names, answer in {
        "shortest_path shortest_route astar_path": "dijkstra(G, source)",
        "tsp concorde held_karp christofides lin_kernighan two_opt nearest_neighbor greedy_tsp"
        " simulated_annealing_tsp threshold_accepting_tsp asadpour_atsp": "shortest_tour(places)",
        "traveling_salesman_problem": "traveling_salesman(G, stops)",
        "chinese_postman chinese_postman_problem route_inspection": "routes.postman_walk(G)",
        "rural_postman rural_postman_problem": "routes.postman_walk(G, streets)",
        "hamiltonian_path_exists has_hamiltonian_path": "hamiltonian_path(G)",
        "has_hamiltonian_cycle": "is_hamiltonian(G)",
        "number_of_hamiltonian_cycles": "count_hamiltonian_cycles(G)",
        "number_of_hamiltonian_paths": "count_hamiltonian_paths(G)",
        "circumference": "longest_cycle(G)",
        "snake_in_the_box longest_chordless_path": "longest_induced_path(G)",
        "coil_in_the_box longest_chordless_cycle": "longest_induced_cycle(G)",
        "chromatic_number coloring greedy_color k_coloring": "minimum_coloring(G)",
        "chromatic_index edge_chromatic_number edge_coloring": "minimum_coloring(L), L ="
        " networkx.line_graph(G)",
        "clique_cover clique_cover_number": "minimum_coloring(networkx.complement(G))",
        "vertex_cover minimum_vertex_cover": "all nodes but those of maximum_independent_set(G)",
        "clique max_clique maximum_clique": "maximum_independent_set(networkx.complement(G))",
        "clique_number": "len(maximum_independent_set(networkx.complement(G)))",
        "independence_number stability_number": "len(maximum_independent_set(G))",
        "domination_number": "len(minimum_dominating_set(G))",
        "connected_domination_number": "len(minimum_dominating_set(G, connected=True))",
        "min_weighted_dominating_set": "minimum_dominating_set(G, weight=name)",
        "total_domination_number": "len(minimum_dominating_set(G, total=True))",
        "perfect_matching max_matching maximum_matching": "networkx.max_weight_matching(G, True)",
        "sudoku steiner_tree treewidth pathwidth bandwidth max_cut maximum_cut isomorphism"
        " automorphism_group feedback_vertex_set orienteering": ELSEWHERE,
        "vrp cvrp vehicle_routing": ELSEWHERE,
    }.items()
    for name in names.split()
}
"""What answers a question that is often called so elsewhere."""


def missing(name: str, rooms: Iterable[ModuleType]) -> str:
    """Return where a name is that the package does not have at its top, or what is like it."""
    if usual := USUAL.get(name):
        return f"; {'' if usual == ELSEWHERE else 'this is '}{usual}"
    listed = {room.__name__: getattr(room, "__all__", ()) for room in rooms}
    homes = [f"{room}.{name}" for room, names in listed.items() if name in names]
    if not homes:
        found = near(name, sorted({v for names in listed.values() for v in names}))
        has_it = f"; networkx has it, networkx.{name}" * callable(getattr(nx, name, None))
        return f"; did you mean {found[0]!r}?" if found else has_it
    return f"; it is {' and '.join(homes)}"


def near(name: str, names: Iterable[str]) -> list[str]:
    """Return the names that are spelled almost alike, the nearest first."""
    from difflib import get_close_matches

    is_short = len(name) < 3 and not name.isdecimal()
    return get_close_matches(name, list(names), cutoff=0.6 if is_short else 0.7)


MOST_NAMES = 10_000
"""Of more nodes, none is looked for that is spelled almost alike: 0.1 s."""


def meant(name: Any, nodes: Iterable[Any]) -> str:
    """Return a hint at the nodes that are spelled like a name, or almost."""
    known = {shown(v).strip("'"): shown(v) for v in nodes}
    word = shown(name).strip("'")
    plain = {v: normalize("NFC", v) for v in (*known, word)}
    found = [v for v in known if plain[v] == plain[word]]
    how = ", in other Unicode characters" * (found not in ([], [word]))
    found = found or [v for v in known if plain[v].casefold() == plain[word].casefold()]
    found = found or (near(word, known) if len(known) <= MOST_NAMES else [])
    return f"; did you mean {' or '.join(known[v] for v in found)}{how}?" if found else ""


# -- Checks of arguments that many public functions share

_TAKEN = (
    "icosian.shortest_tour(G) takes coordinates or a matrix of distances,"
    " icosian.route_map_from_matrix(G) makes a graph of a matrix"
)
CONVERSIONS = {
    "dict": "icosian.shortest_tour(G) takes coordinates by name;"
    " networkx.Graph(G) makes one of a dictionary of neighbors",
    "list": f"{_TAKEN}; networkx.Graph(G) makes one of a list of edges",
    "Places": "icosian.shortest_tour(G) takes places",
    "DataFrame": f"{_TAKEN}; icosian.route_map(G) one of a table of roads",
    "numpy": _TAKEN,
    "scipy": "networkx.from_scipy_sparse_array(G) makes one",
    "igraph": "G.to_networkx() makes one",
    "networkit": "networkit.nxadapter.nk2nx(G) makes one",
}
"""How graphs of other kinds are converted, by the name of their type or their package."""


def check_graph(G: Any, what: str = "a networkx graph", name: str = "G") -> nx.Graph[Any]:
    """Return an argument that must be a networkx graph; others are told how to make one."""
    if not isinstance(G, nx.Graph):
        kind = type(G)
        package = kind.__module__.partition(".")[0]
        how = CONVERSIONS.get(kind.__name__, CONVERSIONS.get(package))
        hint = f"; {how}" if how else ""
        raise InvalidArgument(f"{name} must be {what}, got {kind.__name__}{hint}")
    kinds = {*map(type, G)}
    if any(issubclass(kind, str) for kind in kinds):
        check_spellings(G)
    if not kinds <= {int, str, tuple} and (lost := [v for v in G if is_missing(v)]):
        raise InvalidArgument(f"{name} has the node {shown(lost[0])}, a missing value, not a name")
    return G


def check_int(value: Any, name: str, least: int = 1, suffix: str = "") -> int:
    """Return an integer of at least ``least``, maybe of NumPy, as a Python integer."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or isinstance(value, bool):
        raise InvalidArgument(
            f"{name} must be an integer of at least {least}{suffix}, got {shown(value)}"
        )
    return number


def check_seed(seed: int | None) -> int:
    """Return a seed of at least 0 as a Python integer; None is 0, so that calls are repeatable."""
    return 0 if seed is None else check_int(seed, "seed", 0)


def check_flag(value: Any, name: str) -> bool:
    """Return an argument that must be True or False, maybe of NumPy, as a Python bool."""
    numpy = sys.modules.get("numpy")
    if not isinstance(value, bool) and not (numpy and isinstance(value, numpy.bool_)):
        raise InvalidArgument(f"{name} must be True or False, got {shown(value)}")
    return bool(value)


def rows_of(values: Any) -> list[tuple[Any, ...]]:
    """Return sequences of nodes as tuples; text would be taken apart, so it is a TypeError."""
    rows = list(values)
    if isinstance(values, TEXT) or any(isinstance(row, TEXT) for row in rows):
        raise TypeError("text is not a sequence of nodes")
    return list(map(tuple, rows))


def check_memory(limit: int | None) -> int:
    """Return a limit of memory in bytes; None is half of the free memory."""
    return free_memory() // 2 if limit is None else check_int(limit, "memory_limit")


# -- The limits of a call


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When a search ends, its seed, and who helps."""

    clock: Clock
    gap: float = 0.0
    seed: int = 0
    executor: Workers = None

    @classmethod
    def of(cls, arguments: Mapping[str, Any]) -> Limits:
        """Check those of the arguments of a function that are limits."""
        given = arguments.get
        executor, gap = given("executor"), given("gap", 0.0)
        check_executor(executor)
        number = isinstance(gap, int | float | Fraction) and not isinstance(gap, bool)
        if not number or not 0 <= gap < math.inf:
            raise InvalidArgument(f"gap must be a number of at least 0, got {shown(gap)}")
        if gap > 1:
            raise InvalidArgument(f"gap is a share of the length, 0.05 for 5 %, got {shown(gap)}")
        seed, clock = check_seed(given("seed")), Clock(given("timeout"), given("progress"))
        return cls(clock=clock, gap=float(gap), seed=seed, executor=executor)


# -- Random states of the kernels, made from a seed


def random_state(seed: int) -> int:
    """Return a number from 1 to 2^32 - 1 that mixes the lowest 128 bits of a seed (splitmix64)."""
    x = (seed + 1) * 0x9E3779B97F4A7C15
    x ^= x >> 64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return int((x ^ (x >> 31)) & 0xFFFFFFFF) or 1
