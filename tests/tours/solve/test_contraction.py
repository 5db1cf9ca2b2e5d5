"""Contraction and division: the pieces have a cycle each exactly if the whole has one."""

import networkx as nx
import numpy as np
from hypothesis import given, settings, strategies as st
from naive import has_tour
from strategies import graphs

import icosian
from icosian._run.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.solve.forced_edges import simplify_form


def cycle_of(form):
    """Return a cycle of a normal form that uses its fixed edges, by plain search, or None."""
    near = [form.indices[form.indptr[v] : form.indptr[v + 1]].tolist() for v in range(form.size)]
    path, used = [0], {0}

    def fits(v, w):
        """Whether v - w may be next: a vertex with a fixed edge uses it on one of its sides."""
        return w == form.mate[v] or form.mate[v] < 0 or path[-2:-1] == [form.mate[v]] or v == 0

    def extend():
        v = path[-1]
        if len(path) == form.size:
            whole = path if path[0] in near[v] else []
            return bool(whole) and uses_fixed(path)
        for w in near[v]:
            if w not in used and fits(v, w):
                path.append(w)
                used.add(w)
                if extend():
                    return True
                used.discard(path.pop())
        return False

    def uses_fixed(cycle):
        pairs = {frozenset(pair) for pair in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
        return all(m < 0 or frozenset((v, m)) in pairs for v, m in enumerate(form.mate.tolist()))

    return np.array(path, np.int32) if extend() else None


def check_pieces(G, **question):
    """Check that the pieces of a question are worth the whole, and that their cycles unite."""
    problem = Problem.of(G, **question)
    form = problem.form
    if form.size < 3 or (np.diff(form.indptr) < 2).any():
        return
    expected = has_tour(G, **question)
    pieces = simplify_form(form, Clock())
    if pieces is None:
        assert not expected
        return
    cycles = [cycle_of(piece.form) for piece in pieces.pieces]
    found = all(cycle is not None for cycle in cycles)
    assert found == expected
    if found:
        order = [problem.nodes[v] for v in form.decode(pieces.unite(cycles)).tolist()]
        valid = icosian.is_hamiltonian_cycle if problem.closed else icosian.is_hamiltonian_path
        assert valid(G, order)


@settings(deadline=None)
@given(graphs())
def test_pieces_have_cycles_exactly_if_a_small_graph_has_one(G):
    check_pieces(G, closed=True)


@settings(deadline=None)
@given(graphs(), st.data())
def test_pieces_of_a_question_about_a_path_have_cycles_exactly_if_there_is_one(G, data):
    start, end = (data.draw(st.sampled_from([None, *G])) for _ in range(2))
    if start is None or start != end:
        check_pieces(G, closed=False, start=start, end=end)


@settings(deadline=None)
@given(st.lists(st.integers(4, 6), min_size=2, max_size=3), st.randoms(use_true_random=False))
def test_graphs_in_a_ring_are_taken_apart(sizes, random):
    """Random graphs with two ends each, joined in a ring by single edges."""
    G = nx.Graph()
    doors = []
    for k, size in enumerate(sizes):
        part = nx.gnp_random_graph(size, 0.7, seed=random.randrange(1 << 30))
        G.add_nodes_from((k, v) for v in part)
        G.add_edges_from(((k, u), (k, v)) for u, v in part.edges)
        doors.append(((k, 0), (k, 1)))
    for (_, leave), (enter, _) in zip(doors, doors[1:] + doors[:1], strict=True):
        G.add_edge(leave, enter)
    check_pieces(G, closed=True)


def test_a_chain_of_prisms_falls_into_its_links():
    links = 5
    G = nx.disjoint_union_all([nx.circular_ladder_graph(5)] * links)
    for k in range(links):
        G.remove_edge(10 * k, 10 * k + 1)
        G.add_edge(10 * k + 1, (10 * k + 10) % (10 * links))
    form = Problem.of(G, closed=True).form
    pieces = simplify_form(form, Clock())
    assert len(pieces.pieces) == links
    assert all(piece.form.size <= 11 for piece in pieces.pieces)
    tour = icosian.hamiltonian_cycle(G)
    assert icosian.is_hamiltonian_cycle(G, tour)


def test_subdivided_edges_are_contracted():
    G = nx.dodecahedral_graph()
    for u, v in [(0, 1), (2, 3), (4, 17)]:
        G.remove_edge(u, v)
        nx.add_path(G, [u, *((u, v, k) for k in range(10)), v])
    form = Problem.of(G, closed=True).form
    (piece,) = simplify_form(form, Clock()).pieces
    assert piece.form.size <= 20
    assert (piece.form.mate >= 0).sum() >= 6
    assert icosian.is_hamiltonian_cycle(G, icosian.hamiltonian_cycle(G))


def test_what_the_rules_refute_has_no_pieces():
    K23 = nx.complete_bipartite_graph(2, 3)
    assert simplify_form(Problem.of(K23, closed=True).form, Clock()) is None
