"""Branching: trees of cases, and the machine where places may be left out."""

import math
import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import least_cycle
from together import rounds

from icosian._run.limits import TimeIsUp
from icosian.proofs.relaxations import borders
from icosian.tours.instance import Visits
from icosian.tours.longest.methods import simple
from icosian.tours.shortest.relaxation import branching, cutting_planes
from icosian.tours.shortest.relaxation.branching import ROOTED, Border, Node, certify_bound
from icosian.tours.shortest.relaxation.linear_program import SCALES, LinearProgram, Rounded, closest
from icosian.tours.shortest.relaxation.separation import (
    PartialTour,
    anneal_combs,
    separate_from_root,
    separate_groups,
)
from tests.tours.networks import (
    LONG,
    cycles,
    network_of,
    random_case,
    random_network,
    tree_of as tree_of_network,
)
from tests.tours.problems import LateClock
from tests.tours.shortest.cases import (
    cycle_problem,
    is_closed,
    leaves,
    plane_problem,
    subtours,
    tree_of,
)


@pytest.fixture
def no_cuts(monkeypatch):
    """Leave all but the degrees to splits on edges, and tours to the end of their branches."""

    monkeypatch.setattr(cutting_planes, "separate", subtours)
    monkeypatch.setattr(branching, "WIDE", math.inf)


@pytest.mark.usefixtures("no_cuts")
def test_of_cases_with_about_the_same_bound_the_last_one_is_first():
    tree = tree_of(plane_problem(random.Random(7), 9))
    root = tree.root
    gap = tree.incumbent.goal - 1 - tree.edges.offset - root.bound
    assert gap > 0
    low = root.bound // (branching.STEP * gap) * (branching.STEP * gap)

    def case(steps):
        return Node((), (), low + branching.STEP * gap * steps, root.dual)

    (key, _), *cases = tree.take(), case(1.1), case(2.1), case(1.9), case(1.2)
    tree.finish(key, root, cases[:3])
    taken = []
    while (found := tree.take()) is not None:
        key, node = found
        taken.append(node)
        tree.finish(key, node, [cases[3]] if node is cases[0] else [])
    assert taken == [cases[0], cases[3], cases[2], cases[1]]


@pytest.mark.usefixtures("no_cuts")
def test_every_leaf_is_excluded_exactly():
    most = 0
    for seed in range(10):
        problem = plane_problem(random.Random(seed), 12)
        tree = tree_of(problem)
        bounds = []
        tree.search(lambda node, tree=tree, bounds=bounds: bounds.append(tree.bound))
        assert tree.incumbent.length == least_cycle(problem)
        assert all(is_closed(tree, leaf) for leaf in leaves(tree.root))
        assert bounds == sorted(bounds)
        most = max(most, len(leaves(tree.root)))
    assert most > 4


@pytest.mark.usefixtures("no_cuts")
def test_cases_split_on_an_edge():
    tree = tree_of(plane_problem(random.Random(1), 9))
    tree.search(lambda node: None)
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if node.split is not None:
            with_it, without = node.children
            assert with_it.used == (*node.used, node.split)
            assert without.avoided == (*node.avoided, node.split)
            assert with_it.avoided == node.avoided
            assert without.used == node.used
        stack += node.children


@pytest.mark.usefixtures("no_cuts")
@pytest.mark.parametrize("looks", [1, 3, 6, 10])
def test_a_search_that_is_stopped_has_a_dual_for_every_open_case(looks):
    problem = plane_problem(random.Random(1), 9)
    tree = tree_of(problem, LateClock(looks))
    with pytest.raises(TimeIsUp):
        tree.search(lambda node: None)
    tree.close()
    tree.incumbent.length = least_cycle(problem) + 1
    assert all(leaf.rounded is not None for leaf in leaves(tree.root))
    assert not all(is_closed(tree, leaf) for leaf in leaves(tree.root))


@pytest.mark.usefixtures("no_cuts")
def test_splits_that_were_worth_little_are_not_probed_again(monkeypatch):
    probes = []

    def probed(self, *args):
        probes[-1] += 1
        return probe(self, *args)

    probe = LinearProgram.probe
    monkeypatch.setattr(LinearProgram, "probe", probed)
    problem = plane_problem(random.Random(3), 14)
    for less in (branching.LESS, 0.0):
        monkeypatch.setattr(branching, "LESS", less)
        probes.append(0)
        tree = tree_of(problem)
        tree.search(lambda node: None)
        assert all(is_closed(tree, leaf) for leaf in leaves(tree.root))
        probes[-1] /= tree.pace.cases
    assert 0 < probes[0] < probes[1]


@pytest.mark.slow
def test_wide_gaps_are_closed_by_borders(monkeypatch):
    # Three paths that triangles join at both ends: no short tour, but short fractional ones.
    paths = nx.disjoint_union_all(map(nx.path_graph, [6, 6, 6]))
    paths.add_edges_from((u + 6 * i, u + 6 * j) for u in (0, 5) for i in range(3) for j in range(i))
    steps = dict(nx.all_pairs_shortest_path_length(paths))
    problem = cycle_problem(18, {(u, v): steps[u][v] for u in range(18) for v in range(u + 1, 18)})
    sizes = []
    for with_borders in (True, False):
        if not with_borders:
            monkeypatch.setattr(branching, "WIDE", math.inf)
        tree = tree_of(problem)
        tree.search(lambda node: None)
        assert tree.incumbent.length == 22
        borders = 0
        stack = [tree.root]
        while stack:
            node = stack.pop()
            stack += node.children
            if isinstance(node.split, Border):
                borders += 1
                first, second = node.children
                assert first.twice == (*node.twice, node.split.family)
                assert second.often == (*node.often, node.split.family)
                assert (first.used, second.avoided) == (node.used, node.avoided)
            else:
                assert node.split is not None or is_closed(tree, node)
        assert (borders > 0) == with_borders
        sizes.append(len(leaves(tree.root)))
    assert sizes[0] < sizes[1]


# The machine where places may be left out: bounds, programs, cuts and trees, by brute force


both_kinds = pytest.mark.parametrize("directed", [False, True])
any_seed = given(st.integers(0, 10**6))


def stays(edges, case):
    """Return the nodes of the places that all cycles of a case visit."""
    loops = edges.pairs[edges.is_loop & case.allowed]
    return sorted({*range(edges.size)} - {*loops.ravel().tolist()})


def sets_without(rng, size, place):
    """Return some sets of nodes, none of which has a node of a place."""
    others = [v for v in range(size) if v not in place]
    return [(tuple(rng.sample(others, rng.randint(1, len(others)))),) for _ in range(3)]


def place_of(network, node):
    """Return the nodes of the place of a node."""
    return {node % network.stops, node % network.stops + network.stops * network.directed}


# -- bounds


@both_kinds
@any_seed
def test_no_dual_is_above_the_shortest_cycle_of_a_case(directed, seed):
    rng, network = random.Random(seed), random_network(seed, directed=directed)
    edges = network.statement
    used, avoided, fitting = random_case(rng, network)
    least = min((length for _, length in fitting), default=math.inf)
    case = edges.case(used, avoided, 99)
    if case is None:
        assert least == math.inf
        return
    fixed = stays(edges, case)
    families = sets_without(rng, edges.size, place_of(network, fixed[-1])) if fixed else []
    multipliers = np.array([rng.randint(1, 9) for _ in families], np.int64)
    nodes = np.array([rng.randint(-9, 4) for _ in range(edges.size)])
    dual = Rounded(rng.choice((1, 2, 12)), nodes, tuple(families), multipliers)
    bound = edges.bound(dual, case)
    assert bound <= dual.scale * least
    assert edges.bound(dual.times(5), case) == 5 * bound
    assert edges.bound(simple(network), case) <= simple(network).scale * least


@both_kinds
@any_seed
def test_integers_beyond_64_bits_give_the_bounds_of_small_ones(directed, seed):
    small, large = (random_network(seed, directed=directed, unit=unit) for unit in (1, LONG))
    rng, n = random.Random(seed), small.statement.size
    large = large.statement
    if large.lengths.dtype != object:
        return  # no edge is that long
    nodes = np.array([rng.randint(-9, 4) for _ in range(n)], object)
    families = tuple(sets_without(rng, n, place_of(small, n - 1)))
    dual = Rounded(2, nodes * LONG, families, np.array([LONG, 2 * LONG, 1], object))
    costs = {}
    for u, v in large.pairs.tolist():
        total = 2 * int(large.lengths[large.places([(u, v)])[0]])
        total -= dual.nodes[u] + dual.nodes[v]
        for (part,), z in zip(families, dual.multipliers.tolist(), strict=True):
            total += 2 * z * ((u in part and v in part) - (u >= v and part[0] in (u, v)))
        costs[u, v] = total
    assert large.reduced_costs(dual).tolist() == list(costs.values())
    chosen = [c if r else min(c, 0) for c, r in zip(costs.values(), large.required, strict=True)]
    assert large.bound(dual, large.whole) == dual.constant(large.visits) + sum(chosen)


# -- linear programs and their cuts


def planes_of_case(network, used, avoided):
    """Return the program of a case, rooted at a place that it visits; None without one."""
    case = network.statement.case(used, avoided, math.inf)
    planes = None if case is None else tree_of_network(network)._planes(case)
    if planes is None:
        return None, None
    case = case.within(planes.kept)
    planes.assume(case)
    return planes, case


@both_kinds
@any_seed
def test_a_program_is_not_above_the_shortest_cycle_and_its_dual_proves_it(directed, seed):
    rng, network = random.Random(seed), random_network(seed, directed=directed)
    used, avoided, fitting = random_case(rng, network)
    planes, case = planes_of_case(network, used, avoided)
    if planes is None:
        return
    least = min((length for _, length in fitting), default=math.inf)
    if not planes.improve(ROOTED):
        assert least == math.inf
        return
    objective = planes.program.objective
    assert objective <= least + 1e-6
    dual, _ = closest(planes.edges, planes.program.dual(), math.inf, case, scales=SCALES[-1:])
    bound = planes.edges.bound(dual, case)
    assert (objective - 1e-3) * dual.scale <= bound <= (objective + 1e-3) * dual.scale
    assert bound <= least * dual.scale


@both_kinds
@any_seed
def test_rooted_cuts_are_violated_and_hold_for_all_cycles(directed, seed):
    rng, network = random.Random(seed), random_network(seed, directed=directed, most=6)
    used, avoided, fitting = random_case(rng, network)
    planes, _ = planes_of_case(network, used, avoided)
    if planes is None:
        return
    program = planes.program
    pairs = list(zip(program.tails.tolist(), program.heads.tolist(), strict=True))
    while program.solve():
        values = dict(zip(pairs, program.values.tolist(), strict=True))
        ends = program.tails, program.heads
        point = PartialTour(program.size, *ends, program.values, Visits())
        found = separate_from_root(point, planes.root)
        for (nodes,) in found:
            # Two nodes are no cycle of a graph, so an edge may be cut off at the root as well.
            is_edge = len(nodes) == 2 and not directed
            assert is_edge or place_of(network, *planes.root).isdisjoint(nodes)
            assert crossed(nodes, values) < 2 - 1e-7
            assert all(crossed(nodes, dict.fromkeys(steps, 1)) >= 2 for steps, _ in fitting)
        if not program.add_families(found):
            break


@pytest.mark.parametrize("alone", [0, 2])
def test_combs_of_groups_are_violated_and_hold_for_all_tours(alone):
    rng, count = random.Random(0), 0
    for _ in range(rounds(15)):
        tails, heads = np.triu_indices(12)
        pairs = list(zip(tails.tolist(), heads.tolist(), strict=True))
        # Two triangles of groups, whose corners three edges join, at one place of each or another.
        # The last ones are of one place, always visited, and the other place is of no group.
        own = [v + rng.choice((0, 6)) * (v < 6 - alone) for v in range(6)]
        chosen = dict.fromkeys(map(tuple, map(sorted, zip(own[:3], own[3:], strict=True))), 1.0)
        for a, b in ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)):
            chosen[min(own[a], own[b]), max(own[a], own[b])] = 0.5
        chosen |= {(v, v): 1.0 for v in range(12) if v not in own}
        kept = (tails < heads) | (heads < 6 - alone) | (heads > 5)  # loops
        values = np.array([chosen.get(pair, 0.0) for pair in pairs])[kept]
        tails, heads = tails[kept], heads[kept]
        groups = tuple((frozenset({v, v + 6}), 1) for v in range(6 - alone))
        visits = Visits(groups, always=tuple(range(6 - alone, 6)))
        known = np.array(rng.sample(own, 6))
        point = PartialTour(12, tails, heads, values, visits)
        for comb in separate_groups(point, known) + anneal_combs(point, ()):
            count += 1
            ways = {(u, v): x for (u, v), x in chosen.items() if u < v}
            demand = visits.demand(comb)
            assert sum(crossed(part, ways) for part in comb) < demand
            for _ in range(50):
                tour = [v + rng.choice((0, 6)) * (v < 6 - alone) for v in range(6)]
                tour += [v for v in range(12) if v not in tour and rng.random() < 0.2]
                rng.shuffle(tour)
                steps = {(min(e), max(e)): 1 for e in zip(tour, tour[1:] + tour[:1], strict=True)}
                assert sum(crossed(part, steps) for part in comb) >= demand
    assert count >= 15


def test_annealed_combs_have_an_odd_number_of_teeth_whatever_the_point():
    count = 0
    for seed in range(rounds(12)):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(14, 40))
        own = np.arange(n) % int(rng.integers(6, 9))
        groups = [frozenset(np.flatnonzero(own == k).tolist()) for k in range(own.max() + 1)]
        visits = Visits(tuple((some, len(some) - 1) for some in groups))
        tails, heads = (rng.random((n, n)) < 0.15).nonzero()
        way = tails < heads
        tails, heads = (np.append(ends[way], np.arange(n)) for ends in (tails, heads))
        values = rng.choice([0.05, 0.1, 0.2], len(tails))
        values[-n:] = rng.choice([0.0, 0.4, 0.7], n)
        for handle, *others in anneal_combs(PartialTour(n, tails, heads, values, visits), ()):
            count += 1
            teeth = [some for some in others if 0 < len({*some} & {*handle}) < len(some)]
            found = borders((handle, *teeth), n)  # refuses an even number
            assert visits.demand((handle, *others)) == found.crossings
    assert count > 15


def test_a_rest_that_is_the_whole_handle_is_no_tooth():
    # The handle is a group, so of the part outside of a place of that group it is the rest.
    comb = ((0, 1, 2), (0, 3), (1, 4), (2, 5), (0, 1, 2))
    assert Visits().demand(comb) == 10


def crossed(nodes, values):
    """Return how much the border of a set is crossed, with twice the loop of its first node."""
    return sum(
        x * (((u in nodes) != (v in nodes)) + 2 * (u >= v and nodes[0] in (u, v)))
        for (u, v), x in values.items()
    )


# -- trees of cases


def check_tree(network):
    """Search a tree to its end: it has the shortest cycle, and no case has a shorter one."""
    tree, bounds = tree_of_network(network), []
    nothing = tree.incumbent.length
    tree.search(lambda node: bounds.append(tree.bound))
    best = min((length for _, length in cycles(network)), default=nothing)
    assert tree.incumbent.length == best
    assert all(is_closed(tree, leaf) for leaf in leaves(tree.root))
    solution = certify_bound(tree.edges, tree.incumbent, None, tree.root)
    assert solution.length == solution.bound == best
    assert bounds == sorted(bounds)


@both_kinds
@any_seed
def test_a_tree_ends_with_the_shortest_cycle_and_excludes_every_case(directed, seed):
    check_tree(random_network(seed, directed=directed))


@pytest.mark.slow
def test_lengths_that_floats_cannot_tell_apart_are_compared_exactly():
    for seed in range(50):
        check_tree(random_network(seed, directed=seed % 2, unit=LONG))
    G, most = nx.Graph(), 2 * LONG + 1
    G.add_weighted_edges_from([(0, 1, most), (1, 3, 1), (3, 0, most), (0, 2, LONG + 1)])
    G.add_edge(2, 3, weight=LONG)
    check_tree(network_of(G, closed=True, weight="weight"))


@pytest.mark.parametrize("looks", [1, 2, 3, 6, 10, 20])
def test_a_tree_that_is_stopped_has_a_bound_for_each_open_case(looks):
    network = network_of(nx.petersen_graph(), closed=True)
    tree = tree_of_network(network, LateClock(looks), [0, 1, 2, 3, 4])
    with pytest.raises(TimeIsUp):
        tree.search(lambda node: None)
    tree.close()
    assert all(leaf.rounded is not None for leaf in leaves(tree.root))
    solution = certify_bound(tree.edges, tree.incumbent, None, tree.root)
    assert -10 <= solution.bound <= -9 <= solution.length <= -5
