"""Checks of arguments that many public functions share."""

from __future__ import annotations

import operator
import sys
from typing import Any

import networkx as nx

from icosian._io.memory import free_memory
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument

CONVERSIONS = {
    "dict": "networkx.Graph(G) makes one of a dictionary of neighbors",
    "list": "networkx.Graph(G) makes one of a list of edges,"
    " networkx.from_numpy_array(numpy.array(G)) of the rows of a matrix",
    "DataFrame": "icosian.route_map(G) makes one of a table of roads,"
    " route_map_from_matrix(G) of distances; shortest_tour(G) takes places",
    "numpy": "networkx.from_numpy_array(G) makes one",
    "scipy": "networkx.from_scipy_sparse_array(G) makes one",
    "igraph": "G.to_networkx() makes one",
    "networkit": "networkit.nxadapter.nk2nx(G) makes one",
}
"""How graphs of other kinds are converted, by the name of their type or their package."""


def checked_graph(G: Any, what: str = "a networkx graph", name: str = "G") -> nx.Graph[Any]:
    """Return an argument that must be a networkx graph; others are told how to make one."""
    if not isinstance(G, nx.Graph):
        kind = type(G)
        package = kind.__module__.partition(".")[0]
        how = CONVERSIONS.get(kind.__name__, CONVERSIONS.get(package))
        hint = f"; {how}" if how else ""
        raise InvalidArgument(f"{name} must be {what}, got {kind.__name__}{hint}")
    return G


def checked_int(value: Any, name: str, least: int = 1, suffix: str = "") -> int:
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


def checked_seed(seed: int | None) -> int:
    """Return a seed of at least 0 as a Python integer; None is 0, so that calls are repeatable."""
    return 0 if seed is None else checked_int(seed, "seed", 0)


def checked_flag(value: Any, name: str) -> bool:
    """Return an argument that must be True or False, maybe of NumPy, as a Python bool."""
    numpy = sys.modules.get("numpy")
    if not isinstance(value, bool) and not (numpy and isinstance(value, numpy.bool_)):
        raise InvalidArgument(f"{name} must be True or False, got {shown(value)}")
    return bool(value)


def rows_of(values: Any) -> list[tuple[Any, ...]]:
    """Return sequences of nodes as tuples; text would be taken apart, so it is a TypeError."""
    rows = list(values)
    if any(isinstance(row, str | bytes) for row in (values, *rows)):
        raise TypeError("text is not a sequence of nodes")
    return list(map(tuple, rows))


def checked_memory(limit: int | None) -> int:
    """Return a limit of memory in bytes; None is half of the free memory."""
    return free_memory() // 2 if limit is None else checked_int(limit, "memory_limit")


# -- Random states of the kernels, made from a seed


def random_state(seed: int) -> int:
    """Return a number from 1 to 2^32 - 1 that mixes the lowest 128 bits of a seed (splitmix64)."""
    x = (seed + 1) * 0x9E3779B97F4A7C15
    x ^= x >> 64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return int((x ^ (x >> 31)) & 0xFFFFFFFF) or 1
