"""What every kind of result says of its value, and of the bound that is proved."""

from types import SimpleNamespace

import networkx as nx
import pytest
from together import together

from icosian import Coloring, Placement, Places
from icosian.routes import Walk
from icosian.tours import BottleneckTour, DisjointCycles, LongestTour, PathCover, ShortestTour

BEST = {"length": 8, "bound": 8, "is_optimal": True}
LINE = Places({"x": (0, 0), "y": (4, 0), "z": (9, 0)}, "manhattan")
TWO = [("a", "b", "c"), ("d",)]


def tour(nodes="xyz", *, closed=True, kind=ShortestTour, **known):
    return kind(nodes, is_closed=closed, **{"length": 8} | known)


def proved(value):
    return {"proof": SimpleNamespace(value=value)}


@together(
    ("result", "explanation", "short"),
    [
        (
            tour(**BEST),
            "Length 8, proved to be the shortest.",
            "<shortest closed tour of 3 nodes from 'x', length 8>",
        ),
        (
            tour(length=8.0, bound=7.0, note="Read from a file."),
            "Length 8.0; no tour is shorter than 7.0 (gap 12.50%). Read from a file.",
            "<closed tour of 3 nodes from 'x', length 8.0, gap 12.50%>",
        ),
        (
            tour(length=2.0, bound=1.999999998, is_optimal=True),
            "Length 2.0, proved to be the shortest up to 1e-09.",
            "<shortest closed tour of 3 nodes from 'x', length 2.0, up to 1e-09>",
        ),
        (
            tour("xy", places=LINE, lost=3, cost=11),
            "Length 8 and 3 for 1 place left out: 11 in all; nothing is proved.",
            "<closed tour of 2 nodes from 'x', length 8, gap inf%>",
        ),
        (
            tour("xy", places=LINE, **BEST, proof=SimpleNamespace(besides=["zyx"])),
            "Length 8, 1 place left out, proved to be the shortest but for those before it.",
            "<shortest closed tour of 2 nodes from 'x', length 8>",
        ),
        (
            tour(kind=BottleneckTour, bound=4),
            "Longest edge 8; no tour has only edges shorter than 4 (gap 50.00%).",
            "<closed tour of 3 nodes from 'x', longest edge 8, gap 50.00%>",
        ),
        (
            tour(kind=LongestTour, closed=False, bound=16),
            "A path of length 8; none is longer than 16 (gap 100.00%).",
            "<open tour of 3 nodes from 'x' to 'z', length 8, gap 100.00%>",
        ),
        (
            tour(kind=LongestTour, **BEST),
            "A cycle of length 8, proved to be the longest.",
            "<longest closed tour of 3 nodes from 'x', length 8>",
        ),
        (
            tour(["abc", "cba"], kind=Walk, bound=6),
            "Length 8; no walk is shorter than 6 (gap 25.00%).",
            "<closed walk of 2 stops from 'a', length 8, gap 25.00%>",
        ),
        (
            tour(["ab"], kind=Walk, closed=False, **BEST, extra=0),
            "Length 8, proved to be the shortest.",
            "<shortest open walk along streets from 'a' to 'b', length 8>",
        ),
        (
            PathCover(TWO),
            "2 paths; no cover has fewer than 1.",
            "<cover of 4 nodes by 2 paths, at least 1>",
        ),
        (
            PathCover(TWO, bound=2),
            "2 paths, proved to be the fewest.",
            "<cover of 4 nodes by 2 paths>",
        ),
        (
            DisjointCycles([[0, 1, 2]], bound=3),
            "1 Hamiltonian cycle without a common edge; no more than 3 exist.",
            "<1 disjoint cycles of 3 nodes>",
        ),
        (
            DisjointCycles([[0, 1, 2]], G=nx.cycle_graph(3)),
            "1 Hamiltonian cycle with all edges.",
            "<1 disjoint cycles of 3 nodes>",
        ),
        (
            Placement([0, 2], **proved(2)),
            "2 nodes, proved to be the best.",
            "<placement of 2: 0 2>",
        ),
        (
            Coloring({0: 5, 1: 7}, **proved(1)),
            "2 colors; the bound is 1.",
            "<coloring of 2 nodes with 2 colors>",
        ),
    ],
)
def test_a_result_says_its_value_and_what_is_proved(result, explanation, short):
    assert (result.explain(), repr(result)) == (explanation, short)
    assert result.is_optimal == ("proved to be" in explanation)


@pytest.mark.parametrize("kind", [ShortestTour, LongestTour, Walk])
@together(
    ("length", "bound", "gap"),
    [
        (10, 9, 0.1),
        (-10, -11, 0.1),
        (4, 5, 0.25),
        (0, 0, 0),
        (0, -1, float("inf")),
        (5, None, float("inf")),
    ],
)
def test_the_gap_is_the_part_of_the_length_between_it_and_the_bound(kind, length, bound, gap):
    assert tour(["ab"], kind=kind, closed=False, length=length, bound=bound).gap == gap
