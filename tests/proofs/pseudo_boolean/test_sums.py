"""Sums of statements about ports, and combs, which are derived and not assumed."""

from itertools import pairwise, permutations
from random import Random

import networkx as nx
import pytest
from exports import chosen, holds
from hypothesis import given, strategies as st
from pseudo_boolean_checker import computed, constraint, read_formula

from icosian.proofs import Claim
from icosian.proofs.claim import label_writer
from icosian.proofs.formulas.exports import Sum, comb, split_border
from icosian.proofs.formulas.opb import tour_edges
from icosian.proofs.relaxations import borders


def derived(G, edges):
    """Return the last line of a proof as (coefficient, variable) pairs, and its bound."""
    export = edges.finished(label_writer(G))
    _, rows = read_formula(export.formula)
    *_, line, _, _, _ = export.proof.splitlines()
    row, least = computed(line.split()[1:], rows)
    for lit in list(row):
        if lit < 0:
            least -= row[lit]
            row[-lit] = -row.pop(lit)
    return row, least


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@given(st.integers(0, 2**32).map(Random))
def test_the_border_of_any_ports_is_crossed_as_often_as_those_of_the_rest(kind, random):
    G = nx.complete_graph(5, kind)
    edges = tour_edges(G, Claim(closed=True), repr)
    ports = range(len(edges.ports))
    part = frozenset(random.sample(ports, random.randint(1, len(ports) - 1)))
    total = Sum(edges)
    total.border(part, 3)
    edges.log.add(total.parts())
    row, least = derived(G, edges)
    crossing = {x for p in part for x, q in edges.ports[p] if q not in part}
    assert row == dict.fromkeys(crossing, 3)
    broken = sum((p ^ 1) not in part for p in part) if kind is nx.DiGraph else 0
    inner = {p >> 1 for p in part} if kind is nx.DiGraph else part
    outer = {p >> 1 for p in set(ports) - part} if kind is nx.DiGraph else set(ports) - part
    trivial = min(len(inner), len(outer)) == 1  # there is no edge within: only counts are known
    assert least >= 3 * (2 - broken) or (trivial and least <= 3 * len(part))


@given(st.integers(0, 2**32).map(Random))
def test_a_comb_is_derived_as_the_rule_has_it(random):
    G = nx.complete_graph(9)
    edges = tour_edges(G, Claim(closed=True), repr)
    order = random.sample(range(9), 9)
    teeth = [frozenset(order[k : k + 2]) for k in (0, 2, 4)]
    handle = frozenset(
        [order[0], order[2], order[4], *random.sample(order[6:], random.randint(0, 2))]
    )
    sides, crossings = borders((tuple(handle), *map(tuple, teeth)), 9)
    comb(edges, handle, teeth, sides)
    row, least = derived(G, edges)
    within = dict.fromkeys(range(1, 37), 0)
    for side in sides:
        for u in side:
            for x, v in edges.ports[u]:
                within[x] += v in side and u < v
    assert row == {x: -count for x, count in within.items() if count}
    assert least == -(sum(map(len, sides)) - crossings // 2)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@given(st.integers(0, 2**32).map(Random))
def test_the_variable_of_a_border_says_that_it_is_crossed_often(kind, random):
    G = nx.gnp_random_graph(5, 0.9, random.randrange(2**32), directed=kind is nx.DiGraph)
    edges = tour_edges(G, Claim(closed=True), repr)
    ports = range(len(edges.ports))
    part = frozenset(random.sample(ports, random.randint(1, len(ports) - 1)))
    often, least, most = split_border(edges, part)
    export = edges.finished(label_writer(G))
    lines = [line for line in export.proof.splitlines() if line.startswith("red")]
    assert (least, most, len(lines)) == (-1, -2, 2)
    rows = [constraint(line[4:].partition(";")[0] + ";") for line in lines]
    broken = sum((p ^ 1) not in part for p in part) if kind is nx.DiGraph else 0
    for tour in permutations(range(1, 5)):
        if all(G.has_edge(u, v) for u, v in pairwise((0, *tour, 0))):
            ones = chosen(export.variables, (0, *tour), closed=True, directed=kind is nx.DiGraph)
            crossed = sum(x in ones and q not in part for p in part for x, q in edges.ports[p])
            right = {often} if crossed + broken >= 4 else set()
            assert all(holds(*row, ones | right) for row in rows)
            assert not all(holds(*row, ones | ({often} - right)) for row in rows)
