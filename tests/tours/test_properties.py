"""The Hamiltonian properties of a graph, next to a list of all its simple paths."""

from itertools import combinations, permutations

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from networkx.generators.atlas import graph_atlas_g

import icosian
from icosian._run import limits
from icosian.tours import properties as module
from icosian.tours.properties import PROPERTIES, hamiltonicity
from tests import strategies


def simple_paths(G):
    """Return all paths of a graph, each in both directions."""
    paths = [(v,) for v in G]
    for path in paths:
        paths += [(*path, v) for v in G[path[-1]] if v not in path]
    return paths


def listed(G):
    """Return which properties a graph has, by their definitions and a list of all paths."""
    n, directed = len(G), G.is_directed()
    paths = simple_paths(G)
    ends = {(frozenset(path), path[0], path[-1]) for path in paths}
    whole = {(path[0], path[-1]) for path in paths if len(path) == n}
    least = 2 if directed else 3
    closed = {frozenset(p) for p in paths if len(p) >= least and G.has_edge(p[-1], p[0])}
    cycles = sum(len(p) == n >= least and G.has_edge(p[-1], p[0]) for p in paths)
    cycles //= n if directed else 2 * n
    nodes = frozenset(G)
    pairs = list((permutations if directed else combinations)(G, 2))
    parts = [nodes - {v} for v in G]
    two_colored = [
        some for k in range(n + 1) for some in combinations(G, k) if is_two_colored(G, set(some))
    ]

    def makes_a_cycle(u, v):
        H = G.copy()
        H.add_edge(u, v)
        return any(len(p) == n >= least and H.has_edge(p[-1], p[0]) for p in simple_paths(H))

    return {
        "hamiltonian": nodes in closed,
        "traceable": bool(whole),
        "uniquely_hamiltonian": cycles == 1,
        "hamiltonian_connected": all(pair in whole for pair in pairs),
        "hamilton_laceable": any(
            2 * len(some) == n
            and all(pair in whole for pair in pairs if len({*pair} & set(some)) == 1)
            for some in two_colored
        ),
        "homogeneously_traceable": {u for u, _ in whole} == nodes,
        "hypohamiltonian": nodes not in closed and all(part in closed for part in parts),
        "hypotraceable": not whole and all(any(s == part for s, *_ in ends) for part in parts),
        "maximally_non_hamiltonian": nodes not in closed
        and all(makes_a_cycle(u, v) for u, v in pairs if not G.has_edge(u, v)),
        "pancyclic": n >= 3 and {*range(3, n + 1)} <= {len(some) for some in closed},
    }


def is_two_colored(G, some):
    return all((u in some) != (v in some) for u, v, *_ in G.edges if u != v)


def check(G, verdict):
    """Check the witnesses of an answer."""
    name, tours, at, proof = verdict.name, verdict.tours, verdict.counterexample, verdict.proof
    for tour in tours.values():
        H = G.to_undirected() if name == "hamilton_laceable" else G  # an odd cycle
        icosian.check_tour(H.subgraph(tour), tour, closed=tour.is_closed)
    if verdict.answer == "yes":
        if name in {"hypohamiltonian", "hypotraceable"}:
            assert {v: set(G) - {v} for v in G} == {v: set(tour) for v, tour in tours.items()}
        elif name == "pancyclic":
            assert {k: len(tour) for k, tour in tours.items()} == {
                k: k for k in range(3, len(G) + 1)
            }
        elif name in {"hamiltonian_connected", "hamilton_laceable", "maximally_non_hamiltonian"}:
            assert all((tour[0], tour[-1]) == pair for pair, tour in tours.items() if pair)
        elif name == "homogeneously_traceable":
            assert {v: tour[0] for v, tour in tours.items()} == {v: v for v in G}
        elif name == "uniquely_hamiltonian":
            assert set(proof.besides) == {tuple(tours[None])}
        if proof is not None:
            proof.check(G)
    elif proof is not None and name in {"hypohamiltonian", "hypotraceable"} and at is not None:
        proof.check(G.subgraph(set(G) - {at}))
    elif proof is not None and name != "pancyclic":
        proof.check(G)
        if name in {"hamiltonian_connected", "hamilton_laceable"} and at is not None:
            assert (proof.start, proof.end) == at
    elif proof is not None and at == len(G):
        proof.check(G)


def decided(G, **options):
    found = hamiltonicity(G, **options)
    for verdict in found:
        check(G, verdict)
    return {verdict.name: bool(verdict) for verdict in found}


@pytest.mark.parametrize(
    "n", [*range(1, 6), *(pytest.param(n, marks=pytest.mark.slow) for n in (6, 7))]
)
def test_all_graphs_to_7_nodes_are_classified_as_by_a_list_of_their_paths(n):
    for G in graph_atlas_g():
        if len(G) == n and (n < 7 or nx.is_connected(G)):
            assert decided(G) == listed(G), sorted(G.edges)


@given(strategies.graphs(5))
def test_graphs_of_all_kinds_are_classified_as_by_a_list_of_their_paths(G):
    assert decided(G) == listed(G)


# -- Published members


def coxeter_graph():
    """Return Coxeter's graph: 7 nodes with 3 neighbors each, which lie on three rings."""
    rings = [((s, k), (s, (k + s) % 7)) for s in (1, 2, 3) for k in range(7)]
    return nx.Graph(rings + [(k, (s, k)) for s in (1, 2, 3) for k in range(7)])


def flower_snark(k):
    """Return the flower snark of Isaacs with 4k nodes."""
    G = nx.Graph([(("a", i), (s, i)) for s in "bcd" for i in range(k)])
    G.add_edges_from((("b", i), ("b", (i + 1) % k)) for i in range(k))
    G.add_edges_from(((s, i), (s, i + 1)) for s in "cd" for i in range(k - 1))
    G.add_edges_from([(("c", k - 1), ("d", 0)), (("d", k - 1), ("c", 0))])
    return G


def herschel_graph():
    """Return Herschel's graph."""
    rows = {0: (1, 3, 4), 1: (2, 5, 6), 2: (3, 7), 3: (8, 9), 4: (5, 9), 5: (10,), 6: (7, 10)}
    rows |= {7: (8,), 8: (10,), 9: (10,)}
    return nx.Graph((u, v) for u, row in rows.items() for v in row)


def thomassen_graph():
    """Return Thomassen's graph of 34 nodes: four Petersen graphs without a node."""
    # Each lacks node 0, whose neighbors are 1, 4 and 5. Two pairs share a node 1; edges join the
    # nodes 4 and 5 of one pair with those of the other.
    G = nx.Graph([((k, v), (k + 2, v)) for k in (0, 1) for v in (4, 5)])
    for k in range(4):
        shared = {v: "ab"[k // 2] if v == 1 else (k, v) for v in range(1, 10)}
        part = nx.petersen_graph().subgraph(range(1, 10))
        G.add_edges_from((shared[u], shared[v]) for u, v in part.edges)
    return G


MEMBERS = {
    # Thomassen 1974: the Petersen graph. Clark, Entringer 1983: it is maximally non-Hamiltonian.
    "Petersen": (
        nx.petersen_graph(),
        {"traceable", "homogeneously_traceable", "hypohamiltonian", "maximally_non_hamiltonian"},
    ),
    # Bondy 1972: Coxeter's graph is hypohamiltonian. Clark, Entringer 1983: it is also maximal.
    "Coxeter": (
        coxeter_graph(),
        {"traceable", "homogeneously_traceable", "hypohamiltonian", "maximally_non_hamiltonian"},
    ),
    # Fiorini 1983, and Clark, Entringer 1983: the same of Isaacs' snarks.
    "flower snark": (
        flower_snark(5),
        {"traceable", "homogeneously_traceable", "hypohamiltonian", "maximally_non_hamiltonian"},
    ),
    # Thomassen 1974.
    "Thomassen": (thomassen_graph(), {"hypotraceable"}),
    # Simmons 1978: hypercubes, grids with an even number of nodes but for narrow ones.
    "cube": (
        nx.hypercube_graph(3),
        {"hamiltonian", "traceable", "hamilton_laceable", "homogeneously_traceable"},
    ),
    "tesseract": (
        nx.hypercube_graph(4),
        {"hamiltonian", "traceable", "hamilton_laceable", "homogeneously_traceable"},
    ),
    "grid": (
        nx.grid_2d_graph(4, 5),
        {"hamiltonian", "traceable", "hamilton_laceable", "homogeneously_traceable"},
    ),
    # By the definitions.
    "complete": (
        nx.complete_graph(6),
        {
            *("hamiltonian", "traceable", "hamiltonian_connected", "homogeneously_traceable"),
            "pancyclic",
        },
    ),
    "ring": (
        nx.cycle_graph(7),
        {"hamiltonian", "traceable", "uniquely_hamiltonian", "homogeneously_traceable"},
    ),
    "directed ring": (
        nx.cycle_graph(7, nx.DiGraph),
        {"hamiltonian", "traceable", "uniquely_hamiltonian", "homogeneously_traceable"},
    ),
    "star": (nx.star_graph(4), set()),
    # Computed by a list of all paths, as for the graphs above; its girth is 5.
    "dodecahedron": (
        nx.dodecahedral_graph(),
        {"hamiltonian", "traceable", "homogeneously_traceable"},
    ),
    # Kirkman 1856: it is bipartite with parts of 5 and 6 nodes.
    "Herschel": (herschel_graph(), {"traceable"}),
}


def test_no_path_of_all_nodes_joins_some_nodes_of_a_dodecahedron():
    G = nx.dodecahedral_graph()
    verdict = hamiltonicity(G).hamiltonian_connected
    u, v = verdict.counterexample
    paths = [(u,)]
    while paths:  # the plain search, which shares nothing with the proof
        path = paths.pop()
        assert len(path) < len(G) or path[-1] != v
        paths += [(*path, w) for w in G[path[-1]] if w not in path and (w != v or len(path) == 19)]
    verdict.proof.check(G)


# -- What is asked, and what is not


@pytest.mark.parametrize("name", PROPERTIES)
def test_what_takes_too_long_gives_up_and_is_neither_yes_nor_no(name):
    verdict = getattr(hamiltonicity(nx.hypercube_graph(4), timeout=0), name)
    assert verdict.answer == "gave up"
    with pytest.raises(icosian.SearchLimitReached, match=f"{name}: the 0 s are over"):
        bool(verdict)


def test_a_callback_may_stop_a_search(monkeypatch):
    def stop(progress):
        raise icosian.exceptions.StopSearch

    monkeypatch.setattr(limits, "REPORT_SECONDS", 0)
    verdict = hamiltonicity(nx.complete_graph(5), progress=stop).hamiltonian_connected
    assert (verdict.answer, verdict.reason[:7]) == ("gave up", "stopped")


@pytest.mark.slow
def test_a_hard_question_waits_for_those_that_say_no(monkeypatch):
    monkeypatch.setattr(module, "FIRST", 1)
    assert decided(coxeter_graph()) == dict.fromkeys(PROPERTIES, False) | dict.fromkeys(
        MEMBERS["Coxeter"][1], True
    )


@pytest.mark.parametrize(("chords", "missing"), [([(0, 2)], 4), ([(0, 2), (0, 3)], None)])
def test_a_length_that_takes_long_is_decided_by_a_shortest_tour(chords, missing, monkeypatch):
    monkeypatch.setattr(module, "SHORT", -1)
    monkeypatch.setattr(module._CycleStore, "add", lambda self, cycle: None)
    G = nx.cycle_graph(6)
    G.add_edges_from(chords)
    verdict = hamiltonicity(G).pancyclic
    check(G, verdict)
    assert verdict.counterexample == missing
    if missing:
        matrix = [[2 - G.has_edge(u, v) - 2 * (u == v) for v in G] for u in G]
        verdict.proof.check(icosian.Places.from_matrix(matrix))
        assert verdict.proof.bound > missing


@pytest.mark.parametrize(("bad", "error"), [({"timeout": -1}, "timeout"), ({"seed": "a"}, "seed")])
def test_bad_arguments_are_refused_before_any_work(bad, error):
    with pytest.raises(icosian.InvalidArgument, match=error):
        hamiltonicity(nx.path_graph(3), **bad)


@given(strategies.graphs(6))
def test_the_order_of_the_nodes_changes_no_answer(G):
    H = G.__class__()
    H.add_nodes_from(reversed(list(G)))
    H.add_edges_from(G.edges)
    assert decided(H) == decided(G, seed=3)


@given(strategies.graphs(6), st.integers(3, 6))
def test_the_check_of_a_missing_length_sees_each_cycle(G, length):
    H = (nx.DiGraph if G.is_directed() else nx.Graph)((u, v) for u, v, *_ in G.edges if u != v)
    expected = any(len(cycle) == length for cycle in nx.simple_cycles(H))
    assert module.has_cycle(H, length, lambda: None) == expected


def test_a_cycle_that_the_search_misses_is_no_silent_no(monkeypatch):
    monkeypatch.setattr(module._CycleStore, "_walk", lambda self, length: (None, True))
    with pytest.raises(icosian.InvalidProof, match="a cycle of length 3"):
        _ = hamiltonicity(nx.complete_graph(4)).pancyclic
