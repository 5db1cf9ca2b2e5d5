"""Bounds of placements: what a check accepts, refuses and exports."""

import itertools
import json
from itertools import combinations

import naive
import networkx as nx
import pytest
from exports import holds
from hypothesis import given, strategies as st
from placement_graphs import RULES, domination_number, has_isolated_node, sparse_or_dense
from pseudo_boolean_checker import check, read_formula
from strategies import graphs
from together import examples, together

import icosian
from icosian import InvalidProof, SearchLimitReached
from icosian._run.limits import Clock, TimeIsUp
from icosian.exceptions import NoClausalForm, NoPseudoBooleanForm
from icosian.placements import (
    Bound,
    ClauseBound,
    Clique,
    CliqueCover,
    EqualShares,
    Exhausted,
    Packing,
    bounds,
)

# Bounds hold for their graph, and false ones are refused.


def attributes(G):
    """Return independence, domination (plain, total, independent) and chromatic number."""
    nodes = list(G)
    independent, plain, total, both = [], [], [], []
    for size in range(len(nodes) + 1):
        for chosen in map(set, itertools.combinations(nodes, size)):
            lonely = not any(G.has_edge(u, v) for u, v in itertools.combinations(chosen, 2))
            reached = {w for v in chosen for w in G[v]}
            if lonely:
                independent.append(size)
            if chosen | reached == set(nodes):
                plain.append(size)
                if lonely:
                    both.append(size)
            if reached == set(nodes):
                total.append(size)
    colors = next(
        k
        for k in range(len(nodes) + 1)
        for coloring in itertools.product(range(k), repeat=len(nodes))
        if all(coloring[nodes.index(u)] != coloring[nodes.index(v)] for u, v in G.edges)
    )
    return max(independent), min(plain), min(total, default=None), min(both), colors


@st.composite
def simple_graphs(draw, most=5):
    n = draw(st.integers(1, most))
    G = nx.empty_graph(n)
    G.add_edges_from(pair for pair in itertools.combinations(range(n), 2) if draw(st.booleans()))
    return nx.relabel_nodes(G, dict(enumerate("vwxyz")))


@given(simple_graphs())
def test_an_exhausted_search_is_accepted_just_when_it_is_right(G):
    independent, plain, total, both, colors = attributes(G)

    def is_right(goal, best, **kind):
        try:
            Exhausted(goal=goal, best=best, method="a test", **kind).check(G)
        except InvalidProof:
            return False
        return True

    for best in range(len(G) + 1):
        assert is_right("independent set", best) == (best >= independent)
        assert is_right("dominating set", best) == (best <= plain)
        assert is_right("dominating set", best, independent=True) == (best <= both)
        assert is_right("coloring", best) == (best <= colors)
        if total is not None:
            assert is_right("dominating set", best, total=True) == (best <= total)


@given(simple_graphs(), st.data())
def test_a_cover_by_cliques_is_accepted_just_when_it_is_one(G, data):
    sets = data.draw(st.lists(st.lists(st.sampled_from(list(G)), unique=True), max_size=4))
    are_cliques = all(
        G.has_edge(u, v) for nodes in sets for u, v in itertools.combinations(nodes, 2)
    )
    cover = CliqueCover(cliques=tuple(map(tuple, sets)))
    if are_cliques and set().union(*sets) == set(G):
        cover.check(G)
        assert attributes(G)[0] <= cover.value
    else:
        with pytest.raises(InvalidProof):
            cover.check(G)


@given(simple_graphs(), st.booleans(), st.data())
def test_a_packing_is_accepted_just_when_no_node_dominates_two_of_it(G, total, data):
    nodes = data.draw(st.lists(st.sampled_from(list(G)), unique=True))
    packing = Packing(nodes=tuple(nodes), total=total)
    reach = [set(G[v]) | (set() if total else {v}) for v in nodes]
    if any(a & b for a, b in itertools.combinations(reach, 2)):
        with pytest.raises(InvalidProof, match="dominates"):
            packing.check(G)
    else:
        packing.check(G)
        least = attributes(G)[2 if total else 1]
        assert least is None or packing.value <= least


def test_false_cliques_are_refused_with_the_flaw():
    G = nx.path_graph(3)
    Clique(nodes=(0, 1)).check(G)
    for nodes, flaw in (
        ((0, 1, 2), "0 and 2 are not joined"),
        ((0, 7), "7 is not a node"),
        ((1, 1), "1 is listed twice"),
        (iter((0, 2)), "read only once"),
    ):
        with pytest.raises(InvalidProof, match=flaw):
            Clique(nodes=nodes).check(G)
    with pytest.raises(InvalidProof, match="no clique covers 2"):
        CliqueCover(cliques=((0, 1),)).check(G)
    with pytest.raises(InvalidProof, match="9 is not a node"):
        Packing(nodes=(9,)).check(G)


def test_equal_shares_need_a_bound_on_independent_sets_and_the_right_number_of_nodes():
    G = nx.cycle_graph(5)
    cover = CliqueCover(cliques=((0, 1), (2, 3), (4,)))
    shares = EqualShares(order=5, largest=cover)
    assert shares.value == 2
    shares.check(G)
    best = Exhausted(goal="independent set", best=2, method="a test")
    assert EqualShares(order=5, largest=best).value == 3
    EqualShares(order=5, largest=best).check(G)
    for false, flaw in (
        (EqualShares(order=6, largest=best), "5 nodes, not 6"),
        (EqualShares(order=5, largest=Clique(nodes=(0, 1))), "does not bound"),
        (EqualShares(order=5, largest=Exhausted(goal="coloring", best=2, method="")), "not bound"),
        (EqualShares(order=5, largest=Exhausted(goal="independent set", best=1, method="")), "bet"),
    ):
        with pytest.raises(InvalidProof, match=flaw):
            false.check(G)


def test_bounds_speak():
    few = Exhausted(goal="independent set", best=2, method="x")
    known = ClauseBound(best=1, covers=(), fixed=(0,), forbid=(1, 2), besides=((3, 4),))
    for bound, text in (
        (
            CliqueCover(cliques=((0,),)),
            (
                "No independent set has more than 1 node: 1 clique covers the graph, and"
                " each holds at most one."
            ),
        ),
        (
            Clique(nodes=(0, 1, 2)),
            "No coloring has fewer than 3 colors: 3 nodes of one clique differ in color.",
        ),
        (
            Packing(nodes=("a", "b")),
            "No dominating set has fewer than 2 nodes: no node dominates two of these 2: 'a', 'b'.",
        ),
        (
            Packing(nodes=(7,), total=True),
            ("No total dominating set has fewer than 1 node: 7 needs a node that is joined to it."),
        ),
        (
            EqualShares(order=5, largest=few),
            (
                "No coloring has fewer than 3 colors: a color is given to at most 2 of 5 nodes. No"
                " independent set has more than 2 nodes: an exhaustive search found none."
            ),
        ),
        (
            Exhausted(goal="dominating set", best=3, method="x", steps=1234, total=True),
            ("No total dominating set has fewer than 3 nodes: an exhaustive search found none."),
        ),
        (
            Exhausted(goal="coloring", best=1, method="x"),
            "No coloring has fewer than 1 color: an exhaustive search found none.",
        ),
        (
            known,
            (
                "No independent set with 0 and without 1, 2 has more than 1 node, apart from 1"
                " known set: a larger one would have a node in each of 2 cliques that cover the"
                " graph; no choice of nodes is left."
            ),
        ),
    ):
        assert bound.explain() == text
        assert Bound.from_json(bound.to_json()) == bound


def test_bounds_are_read_from_json_in_their_form_only():
    bound = EqualShares(order=4, largest=CliqueCover(cliques=((0, 1), (2, 3))))
    written = json.loads(bound.to_json())
    for changed in (
        {"kind": "Other"},
        {"order": "4"},
        {"order": True},
        {"largest": None},
        {"largest": {"kind": "CliqueCover", "cliques": [0]}},
        {"largest": {"kind": "Exhausted", "goal": "path", "best": 1, "method": "x"}},
        {"more": 1},
    ):
        with pytest.raises(InvalidProof):
            Bound.from_json(json.dumps(written | changed))
    G = nx.path_graph([frozenset({k}) for k in range(3)])
    bound = icosian.minimum_dominating_set(G).proof
    with pytest.raises(InvalidProof, match="needs the graph"):
        bound.to_json()
    assert Bound.from_json(bound.to_json(G), G) == bound


@pytest.fixture
def no_time_for_bounds(monkeypatch):
    """Let the time be over as soon as the check of a bound looks at it."""
    tick = Clock.tick

    def late(self, method, steps=0):
        if method == "bounds":
            raise TimeIsUp
        tick(self, method, steps)

    monkeypatch.setattr(Clock, "tick", late)
    monkeypatch.setattr(bounds, "GRACE", 0)


@pytest.mark.usefixtures("no_time_for_bounds")
def test_a_time_limit_holds_while_a_bound_is_checked():
    triangles = nx.disjoint_union_all([nx.complete_graph(3)] * 150)
    for question, value in (
        (icosian.maximum_independent_set, 450),
        (icosian.minimum_dominating_set, 0),
    ):
        with pytest.raises(SearchLimitReached) as caught:
            question(triangles, timeout=1000)
        assert len(caught.value.best) == 150
        assert caught.value.proof.value == value  # of a bound that needs no time
        caught.value.proof.check(triangles)
    with pytest.raises(SearchLimitReached) as caught:
        icosian.minimum_coloring(nx.complete_graph(150), timeout=1000)
    assert caught.value.best.number_of_colors == 150


# Exhaustive searches that check bounds, against naive twins.


def masks(G):
    return [sum(1 << w for w in G[v] if w != v) for v in G]


def nothing():
    pass


@given(sparse_or_dense(most=12))
def test_independent_sets_exist_up_to_the_independence_number(G):
    number = naive.independence_number(G)
    for size in range(len(G) + 2):
        found = bounds.has_independent_set(masks(G), size, nothing)
        assert found == (size <= number)


@RULES
@given(sparse_or_dense(most=9))
@examples(10)
def test_dominating_sets_exist_from_the_domination_number_on(rule, G):
    rules = {"total": False, "independent": False, **rule}
    smallest = None if rule.get("total") and has_isolated_node(G) else naive.minimum_sets(G, **rule)
    for size in range(len(G) + 1):
        found = bounds.has_dominating_set(masks(G), size, nothing, **rules)
        assert found == (smallest is not None and size >= len(smallest[0]))


@given(sparse_or_dense(most=9))
def test_colorings_exist_from_the_chromatic_number_on(G):
    number = naive.chromatic_number(G)
    for colors in range(len(G) + 1):
        assert bounds.has_coloring(masks(G), colors, nothing) == (colors >= number)


def test_a_tick_ends_any_search():
    class Stop(Exception):
        pass

    def stop():
        raise Stop

    near = masks(nx.cycle_graph(5))
    for search in (
        lambda: bounds.has_independent_set(near, 3, stop),
        lambda: bounds.has_dominating_set(near, 2, stop, total=False, independent=False),
        lambda: bounds.has_coloring(near, 2, stop),
    ):
        with pytest.raises(Stop):
            search()


@pytest.mark.slow
@RULES
@together("density", [0.1, 0.2, 0.3, 0.5])
@together("seed", range(4))
def test_dominating_sets_are_found_after_branches_that_lead_nowhere(rule, density, seed):
    G = nx.gnp_random_graph(24, density, seed=seed)
    G.add_edges_from((v, (v + 1) % 24) for v in nx.isolates(nx.Graph(G)))
    near, number = masks(G), domination_number(G, **rule)
    rules = {"total": False, "independent": False, **rule}
    assert bounds.has_dominating_set(near, number, nothing, **rules)
    assert not bounds.has_dominating_set(near, number - 1, nothing, **rules)


# Bounds for other checkers: one line each, accepted by a checker that knows no graphs.


undirected = graphs().map(lambda G: G.to_undirected())


def greedy_cliques(G, order):
    """Return cliques that cover a graph, some of them sharing nodes."""
    cliques = []
    for v in order:
        clique = [v]
        for w in order:
            if w not in clique and all(G.has_edge(w, u) for u in clique):
                clique.append(w)
        if v not in {u for some in cliques for u in some}:
            cliques.append(tuple(clique))
    return tuple(cliques)


def solutions(G, formula, good):
    """Compare the formula without its last demand with the sets of nodes that are meant."""
    _, rows = read_formula(formula)
    for size in range(len(G) + 1):
        for some in combinations(range(1, len(G) + 1), size):
            yield good({list(G)[x - 1] for x in some}), sum(not holds(*r, set(some)) for r in rows)


@given(undirected, st.randoms(use_true_random=False))
def test_clique_covers_are_accepted(G, random):
    bound = CliqueCover(cliques=greedy_cliques(G, random.sample(list(G), len(G))))
    export = bound.to_pseudo_boolean(G)
    assert check(export.formula, export.proof) == 1
    simple = nx.Graph(G)
    for independent, broken in solutions(
        G, export.formula, lambda some: not any(simple.has_edge(*p) for p in combinations(some, 2))
    ):
        assert broken == 1 or not independent  # all but the demand for more nodes


@given(undirected, st.booleans())
def test_packings_are_accepted(G, total):
    nodes, reached = [], set()
    for v in G:
        near = (set(G[v]) - {v}) | (set() if total else {v})
        if not near & reached:
            nodes.append(v)
            reached |= near
    export = Packing(nodes=tuple(nodes), total=total).to_pseudo_boolean(G)
    assert check(export.formula, export.proof) == 1


def test_other_kinds_and_false_bounds_have_no_export():
    G = nx.cycle_graph(5)
    cover = CliqueCover(cliques=((0, 1), (2, 3), (4,)))
    for bound in (
        Clique(nodes=(0, 1)),
        EqualShares(order=5, largest=cover),
        Exhausted(goal="independent set", best=2, method="branch and bound"),
    ):
        with pytest.raises(NoPseudoBooleanForm, match=type(bound).__name__):
            bound.to_pseudo_boolean(G)
        with pytest.raises(NoClausalForm, match=type(bound).__name__):
            bound.to_lrat(G)
    with pytest.raises(InvalidProof):
        CliqueCover(cliques=((0, 2), (1, 3), (4,))).to_pseudo_boolean(G)
