"""Shortest routes without forbidden turns, and turns that OpenStreetMap forbids."""

import random
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given, strategies as st

import icosian
from icosian import InvalidArgument, InvalidTour
from icosian.routes import read_turns, shortest_route

MAPS = {False: nx.MultiGraph, True: nx.MultiDiGraph}


def some_map(chance, *, directed):
    n = chance.randint(2, 7)
    G = MAPS[directed]()
    G.add_nodes_from(range(n))
    for _ in range(chance.randint(1, 3 * n)):
        G.add_edge(chance.randrange(n), chance.randrange(n), weight=chance.choice((0, 1, 2, 2.5)))
    return G


def arcs_of(G):
    least = {}
    for u, v, c in G.edges(data="weight"):
        for arc in [(u, v)] if G.is_directed() else [(u, v), (v, u)]:
            least[arc] = min(Fraction(c), least.get(arc, Fraction(99)))
    return least


def least_by_hand(G, source, target, turns):
    """Return the least length by all states: the last two nodes of a route."""
    length, best = arcs_of(G), {}
    ahead = [(Fraction(0), (None, source))]
    while ahead:
        far, (u, v) = ahead.pop(min(range(len(ahead)), key=lambda k: ahead[k][0]))
        if v == target:
            best[target] = min(far, best.get(target, far))
        for (a, w), c in length.items():
            state = (v, w)
            if a == v and (u, v, w) not in turns and far + c < best.get(state, Fraction(10**6)):
                best[state] = far + c
                ahead.append((far + c, state))
    return best.get(target)


@given(st.integers(0, 10**6), st.booleans())
def test_a_route_is_as_short_as_the_shortest_by_hand(seed, directed):
    chance = random.Random(seed)
    G = some_map(chance, directed=directed)
    arcs = [*arcs_of(G)]
    every = [(*arc, w) for arc in arcs for v, w in arcs if v == arc[1]]
    turns = set(chance.sample(every, min(len(every), chance.randint(0, 12))))
    source, target = chance.randrange(len(G)), chance.randrange(len(G))
    best = least_by_hand(G, source, target, turns)
    if best is None:
        with pytest.raises(nx.NetworkXNoPath, match="without a forbidden turn"):
            shortest_route(G, source, target, turns=turns)
        return
    route = shortest_route(G, source, target, turns=turns)
    assert (route[0], route[-1], Fraction(route.length)) == (source, target, best)
    assert not turns & {*zip(route, route[1:], route[2:], strict=False)}
    assert sum(Fraction(G.edges[e]["weight"]) for e in route.edges(keys=True)) == best
    assert route.is_shortest


@pytest.mark.parametrize("near", ["start", "end"])
def test_a_search_that_missed_a_shorter_route_is_found_out(near, monkeypatch):
    G = nx.cycle_graph(4)
    nx.set_edge_attributes(G, {(0, 1): 1, (1, 2): 1, (2, 3): 5, (0, 3): 5}, "weight")
    wrong = {"start": ("start", (0, 1)), "end": ((1, 2), "end")}[near]

    def search(D, source):
        D = D.copy()
        D.edges[wrong]["weight"] += 100
        return icosian.dijkstra(D, source)

    monkeypatch.setattr("icosian.routes.turns.dijkstra", search)
    with pytest.raises(InvalidTour, match="a shorter route was missed"):
        shortest_route(G, 0, 2)


# -- OpenStreetMap

RELATION = """<relation id="{id}">
 <member type="way" ref="{0}" role="from"/>
 <member type="{2}" ref="{1}" role="via"/>
 <member type="way" ref="{3}" role="to"/>
 <tag k="type" v="restriction"/><tag k="{key}" v="{kind}"/>
</relation>"""


def relation(start, via, end, kind, *, what="node", key="restriction"):
    return RELATION.format(start, via, what, end, id=kind, kind=kind, key=key)


@pytest.fixture
def crossing(tmp_path):
    """Return a crossing at node 5 as OSMnx has it, and what writes restrictions there."""
    G = nx.MultiDiGraph(crs="epsg:4326")
    for way, v in ((10, 1), (20, 2), ([30, 31], 3)):
        G.add_edge(v, 5, osmid=way, length=1.0)
        G.add_edge(5, v, osmid=way, length=1.0)

    def write(*relations):
        path = tmp_path / "town.osm"
        path.write_text(f'<osm version="0.6">{"".join(relations)}</osm>', "utf-8")
        return path

    return G, write


def test_forbidden_turns_are_read(crossing):
    G, write = crossing
    assert read_turns(write(relation(10, 5, 31, "no_left_turn")), G) == [(1, 5, 3)]
    assert read_turns(write(relation(10, 5, 20, "only_straight_on")), G) == [(1, 5, 1), (1, 5, 3)]
    assert read_turns(write(relation(10, 5, 10, "no_u_turn")), G) == [(1, 5, 1)]
    both = write(relation(10, 5, 31, "no_left_turn"), relation(10, 5, 31, "no_entry"))
    assert read_turns(both, G) == [(1, 5, 3)]
    assert read_turns(both, G.to_undirected()) == [(1, 5, 3)]
    turns = [*read_turns(both, G), (1, 5, 2), (1, 5, 1)]
    with pytest.raises(nx.NetworkXNoPath):
        shortest_route(G, 1, 3, turns=turns, weight="length")


def test_what_is_left_out_is_counted(crossing):
    G, write = crossing
    path = write(
        relation(10, 40, 30, "no_left_turn", what="way"),
        relation(10, 5, 99, "only_left_turn"),
        relation(10, 5, 30, "no_left_turn", key="restriction:conditional"),
        '<relation id="1"><tag k="type" v="route"/></relation>',
    )
    with pytest.warns(UserWarning, match="^3 restrictions"):
        assert read_turns(path, G) == []
    path.write_text("<osm>", "utf-8")
    with pytest.raises(InvalidArgument, match="is not XML"):
        read_turns(path, G)
