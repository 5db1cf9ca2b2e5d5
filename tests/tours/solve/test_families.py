"""The finder on families of graphs, feasible and not: what comes out is evidence, and the same."""

import pathlib
import random

import networkx as nx
import pytest
from families import flower_snark, generalized_petersen, renamed
from together import together

import icosian

CUBIC = (
    (pathlib.Path(__file__).parents[2] / "data/graphs/nonham_cubic_bridgeless_n10-16.g6")
    .read_text("ascii")
    .split()
)
COMPLETE = ("forcing", "frontier", "cdcl", "sat", "backtrack")


def has_cycle(G, **options):
    """Return whether a cycle is found; it is one of the graph, and a proof of none holds."""
    try:
        tour = icosian.hamiltonian_cycle(G, **options)
    except icosian.NoHamiltonianCycle as error:
        error.proof.check(G)
        return False
    assert icosian.is_hamiltonian_cycle(G, tour)
    return True


def board(piece, shape, **options):
    return icosian.board_graph(icosian.Board(shape, **options), piece)


def without_dominoes(G, number, rng):
    """Return a graph without some pairs of nodes that an edge of a given cycle joins."""
    tour = list(icosian.hamiltonian_cycle(G, seed=1))
    H = G.copy()
    for k in rng.sample(range(len(tour) // 2), number):
        H.remove_nodes_from(tour[2 * k : 2 * k + 2])
    return H


def bypassed(G, rng, number):
    """Return a graph with a cycle: new edges lead past pairs of nodes that are taken out."""
    tour = list(icosian.hamiltonian_cycle(G, seed=1))
    H = G.copy()
    for k in rng.sample(range(1, len(tour) // 4), number):
        before, one, two, after = tour[4 * k - 1 : 4 * k + 3]
        H.remove_nodes_from([one, two])
        H.add_edge(before, after)
    return H


def random_digraph(n, arcs, rng, *, planted):
    G = nx.DiGraph()
    G.add_nodes_from(range(n))
    if planted:
        nx.add_cycle(G, rng.sample(range(n), n))
    G.add_edges_from(rng.sample(range(n), 2) for _ in range(arcs))
    return G


def hubs(parts, rng, *, corner):
    """Return ladders of 2 x 5 in a circle, each entered at a corner and left at another.

    A path leads through a ladder to corner 9, but not to corner 4, which has the same colour. Four
    more nodes are joined to a third of all; some of their edges lead from a ladder to the next.
    """
    G = nx.Graph()
    for k in range(parts):
        G.update(nx.relabel_nodes(nx.ladder_graph(5), lambda v, k=k: (k, v)))
        G.add_edge((k, corner), ((k + 1) % parts, 0))
    body = list(G)
    for h in range(4):
        near = [*rng.sample(body, len(body) // 3), (3 * h, corner), (3 * h + 1, 0)]
        G.add_edges_from((("hub", h), v) for v in near)
    return G


def chain(parts):
    """Return graphs in a circle, each joined to the next by an edge: cuts of two edges."""
    whole = nx.Graph()
    for k, (G, u, v) in enumerate(parts):
        whole.update(nx.relabel_nodes(G, lambda w, k=k: (k, w)))
        after, first = (k + 1) % len(parts), parts[(k + 1) % len(parts)][1]
        whole.add_edge((k, v), (after, first))
        assert u != v
    return whole


def part(n, rng, *, feasible):
    """Return a cubic graph less an edge, and the ends of that edge, which a path joins or not."""
    if feasible:
        G = nx.circulant_graph(n, [1, n // 2])
        tour = icosian.hamiltonian_cycle(G, seed=rng.randrange(1000))
        u, v = tour[0], tour[-1]
    else:
        G = nx.petersen_graph()
        u, v = rng.choice(list(G.edges()))
    G.remove_edge(u, v)
    return G, u, v


def three_cut(G, rng):
    """Replace a node of degree three by a Petersen graph less one: no cycle gets through it."""
    v = rng.choice([v for v in G if G.degree(v) == 3])
    petersen = nx.relabel_nodes(nx.petersen_graph(), lambda w: ("petersen", w))
    ends = list(petersen["petersen", 0])
    petersen.remove_node(("petersen", 0))
    H = nx.compose(G, petersen)
    H.add_edges_from(zip(ends, G[v], strict=True))
    H.remove_node(v)
    return H


@together("seed", range(8))
def test_boards_with_holes_get_an_answer_with_evidence(seed):
    rng = random.Random(seed)
    G = icosian.knight_graph(rng.choice([8, 10, 12]))
    assert has_cycle(bypassed(G, rng, 3))
    H = without_dominoes(G, rng.randrange(1, 12), rng)
    verdict = has_cycle(H)
    assert has_cycle(nx.convert_node_labels_to_integers(H)) == verdict
    H.remove_node(rng.choice(list(H)))
    assert not has_cycle(H)  # one colour is in the majority


@pytest.mark.parametrize("n", [100, pytest.param(1000, marks=pytest.mark.exhaustive)])
def test_random_cubic_graphs_have_tours_and_a_petersen_graph_takes_them_away(n):
    # Robinson and Wormald, Random Structures and Algorithms 3 (1992), 117-125.
    G = nx.random_regular_graph(3, n, seed=n)
    assert has_cycle(G)
    assert not has_cycle(three_cut(G, random.Random(n)))


@together("n", [*range(5, 18), 77, 78])
def test_generalized_petersen_graphs_are_answered_as_the_literature_says(n):
    assert has_cycle(generalized_petersen(n, 2)) == (n % 6 != 5)
    if n > 6:
        assert has_cycle(generalized_petersen(n, 3))


@pytest.mark.parametrize("name", ["board", "cubic", "digraph", "chain", "hubs"])
def test_the_same_seed_gives_the_same_tour(name):
    rng = random.Random(5)
    G = {
        "board": lambda: icosian.leaper_graph(2, 3, 10),
        "cubic": lambda: nx.random_regular_graph(3, 600, seed=1),
        "digraph": lambda: random_digraph(200, 300, rng, planted=True),
        "chain": lambda: chain([part(30, rng, feasible=True) for _ in range(8)]),
        "hubs": lambda: hubs(12, rng, corner=4),
    }[name]()
    answers = []
    for _ in range(2):
        try:
            answers.append(icosian.hamiltonian_cycle(G, seed=3))
        except icosian.NoHamiltonianCycle as error:
            answers.append(str(error.proof))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("seed", range(6))
def test_other_labels_and_another_order_give_the_same_verdict(seed):
    rng = random.Random(seed)
    G = [
        lambda: nx.random_regular_graph(3, 40, seed=seed),
        lambda: three_cut(nx.random_regular_graph(3, 40, seed=seed), rng),
        lambda: random_digraph(40, 90, rng, planted=False),
        lambda: flower_snark(9),
        lambda: without_dominoes(icosian.knight_graph(8), 8, rng),
        lambda: chain([part(12, rng, feasible=k != 3) for k in range(5)]),
    ][seed]()
    assert has_cycle(G) == has_cycle(renamed(G, seed))
