"""The tree of cases: complete, with weights for every leaf, also when it is stopped."""

from itertools import count

import networkx as nx
import pytest
from icosian.tours.longest.branching import LinearProgram, Node, Tree
from tours.longest.networks import network_of

from icosian._run.clock import Clock, TimeIsUp
from icosian.tours.longest.improvement import Best, cycle_through
from icosian.tours.longest.network import Case
from icosian.tours.shortest.relaxation.linear_program import SolverFailure


def planted(G, clock=None, **question):
    """Return a tree that begins with a short cycle."""
    network = network_of(G, **question)
    best = Best(network)
    best.offer(cycle_through(network, max(network.edges), network.edges))
    reports = []
    tree = Tree(network, best, count(1), clock or Clock(), lambda *now: reports.append(now))
    return tree, best, reports


def leaves_under(tree, shape):
    """Return how many leaves the preorder of a tree has, or None if it is not one tree."""
    open_cases = 1
    for entry in shape:
        if not open_cases:
            return None
        open_cases += 1 if isinstance(entry, tuple) else -1
    return None if open_cases else sum(isinstance(entry, int) for entry in shape)


def test_a_tree_ends_with_the_longest_cycle_and_proves_it():
    tree, best, reports = planted(nx.petersen_graph(), closed=True)
    tree.search()
    assert best.value == 9
    assert tree.close() == 9
    leaves, shape = tree.leaves()
    assert leaves_under(tree, shape) == len(leaves) > 1
    assert all(leaf.split is None for leaf in leaves)
    assert [bound for _, bound in reports] == sorted((b for _, b in reports), reverse=True)


def test_a_tree_that_is_stopped_proves_what_it_can():
    tree, best, _ = planted(nx.petersen_graph(), Clock(0), closed=True)
    with pytest.raises(TimeIsUp):
        tree.search()
    assert tree.close() == 10
    assert best.value == 5


def test_a_case_without_a_choice_is_a_failure_and_no_endless_search():
    tree, _, _ = planted(nx.cycle_graph(4), closed=True)
    part = tree.network.part(Case(used=tree.network.edges), -1)
    program = LinearProgram(tree.network, part, 0)
    with pytest.raises(SolverFailure, match="no choice is left"):
        tree._split(program, part)


def test_a_node_splits_into_two_cases():
    node = Node(Case(), 9.0)
    node.branch((3,))
    yes, no = node.children
    assert yes.case == Case(visited=frozenset([3]))
    assert no.case == Case(avoided=frozenset([3]))
    yes.branch((1, 2))
    assert [child.case.used for child in yes.children] == [{(1, 2)}, set()]
    assert yes.children[1].case.unused == {(1, 2)}
    assert yes.children[1].case.visited == {3}


def test_a_place_whose_loss_leaves_small_blocks_is_split_on_first():
    G = nx.compose(nx.cycle_graph(4), nx.relabel_nodes(nx.cycle_graph(4), {0: 0, 1: 5, 2: 6, 3: 7}))
    G = nx.convert_node_labels_to_integers(G)
    G.add_edges_from([(1, 3), (4, 6)])
    G.add_edge(1, 4)  # one block, which falls apart without its node 0
    tree, _, _ = planted(G, closed=True)
    part = tree.network.part(Case(), 2)
    assert tree._root(part) == 0
