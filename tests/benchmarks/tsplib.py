"""Instances of shortest tours: TSPLIB and HardTSPLIB with their optima, and seeded ones."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np
from instances import data

import icosian

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from icosian import Places

__all__ = ["Instance", "Known", "known", "uniform_places", "weighted"]

ABSENT = -1
"""The length in a matrix where there is no edge."""


class Known(NamedTuple):
    """A row of the index of instances."""

    name: str
    nodes: int
    directed: bool
    is_hard: bool
    optimum: int | None
    path: Path


@cache
def known() -> tuple[Known, ...]:
    """Return the instances in the folder ICOSIAN_DATA, none without it."""
    paths = {path.name.partition(".")[0]: path for path in data("tsp/*.*tsp.gz")}
    rows = []
    for index in data("tsp/index.tsv"):
        with index.open(encoding="utf-8") as lines:
            rows += csv.DictReader(lines, delimiter="\t")
    return tuple(
        Known(
            row["name"],
            int(row["nodes"]),
            row["type"] == "ATSP",
            row["name"].endswith("_hard"),
            int(row["optimum"]) if row["optimum"] else None,
            paths[row["name"]],
        )
        for row in rows
    )


@dataclass
class Instance:
    """What peers get, lengths alone, and what judges their tours."""

    name: str
    directed: bool
    matrix: NDArray[np.int64]
    """Shape (n, n), ABSENT on the diagonal and where there is no edge."""
    optimum: int | None = None
    """Never shown to a peer; if nobody has published it, that of the first proof."""

    @classmethod
    def of(cls, name: str, subject: Places | nx.Graph[Any], optimum: int | None = None) -> Instance:
        """Return the instance of places or of a weighted graph."""
        if isinstance(subject, nx.Graph):
            matrix = nx.to_numpy_array(subject, dtype=np.int64, nonedge=ABSENT)
            return cls(name, subject.is_directed(), matrix, optimum)
        matrix = subject.matrix().copy()
        np.fill_diagonal(matrix, ABSENT)
        return cls(name, subject.directed, matrix, optimum)

    def length(self, tour: list[int]) -> int:
        """Return the length of a tour after a look at each of its nodes and edges."""
        assert sorted(tour) == list(range(len(self.matrix)))
        lengths = self.matrix[tour, np.roll(tour, -1)]
        assert (lengths != ABSENT).all()
        return int(lengths.sum())

    @cached_property
    def edges(self) -> NDArray[np.int64]:
        """Return the arcs, or the edges as u < v, shape (m, 2)."""
        present = self.matrix != ABSENT
        return np.argwhere(present if self.directed else np.triu(present))

    @property
    def without_optimum(self) -> Instance:
        """Return what a peer gets."""
        return replace(self, optimum=None)

    @property
    def whole(self) -> NDArray[np.int64]:
        """Return the matrix of a complete graph, with 0 on its diagonal."""
        assert (self.matrix == ABSENT).sum() == len(self.matrix)
        return np.maximum(self.matrix, 0)


def uniform_places(n: int, seed: int = 1) -> Places:
    """Return places in a square at random, with rounded distances that fit in 16 bits."""
    points = np.random.default_rng(seed).integers(0, 10_000, (n, 2))
    return icosian.Places(points, "EUC_2D")


def weighted(G: nx.Graph[Any], seed: int = 1) -> nx.Graph[Any]:
    """Return the graph with weights from 1 to 100 at random."""
    H: nx.Graph[Any] = nx.Graph(G.edges)
    weights = np.random.default_rng(seed).integers(1, 101, H.size()).tolist()
    nx.set_edge_attributes(H, dict(zip(H.edges, weights, strict=True)), "weight")
    return H
