"""Existence theorems on knight's tours, against searches on small boards."""

import itertools

import networkx as nx
import pytest
from together import together

import icosian
from icosian import knight_graph
from icosian.boards import piece as theorems
from icosian.boards.board import Board


def test_the_theorems_agree_with_the_evidence():
    for m in range(1, 7):
        for n in range(m, 7):
            if m * n > 1:
                G = knight_graph(m, n)
                for closed, ask in ((True, G.hamiltonian_cycle), (False, G.hamiltonian_path)):
                    granted = theorems.grants_knights_tour(Board((m, n)), closed=closed)
                    if granted:
                        ask()
                    else:
                        with pytest.raises(icosian.IcosianError) as caught:
                            ask()
                        caught.value.proof.check(G)


def test_a_theorem_about_another_graph_does_no_harm():
    G = knight_graph(4, 6)
    assert theorems.is_hopeless(G, closed=True)
    G.add_edges_from(list(zip(list(G), list(G)[1:] + list(G)[:1], strict=True)))
    assert theorems.is_hopeless(G, closed=True)  # it says that it is a knight's graph
    assert icosian.is_hamiltonian_cycle(G, G.hamiltonian_cycle())
    for other in (icosian.king_graph(3), nx.path_graph(9), knight_graph(8)):
        assert not theorems.is_hopeless(other, closed=True)


@together("start", list(itertools.product(range(5), repeat=2)))
def test_an_open_tour_of_5_x_5_starts_on_the_color_of_the_corners(start):
    G = knight_graph(5)
    if theorems.grants_knights_tour(Board((5, 5)), closed=False, start=start):
        assert G.hamiltonian_path(start)[0] == start
    else:
        with pytest.raises(icosian.NoHamiltonianPath):
            G.hamiltonian_path(start)
