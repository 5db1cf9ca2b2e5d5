"""hamiltonian_cycle, hamiltonian_path and the proofs they end in, on boards and on any graph."""

import itertools
import pickle
import random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths
from strategies import graphs
from together import together

import icosian
from icosian.exceptions import HamiltonianPathExists

METHODS = ("auto", "frontier", "sat", "backtrack")


def exists(find, *args, **options):
    """Return whether a finder finds; its "no" must be a proof that holds."""
    try:
        find(*args, **options)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        error.proof.check(args[0])
        return False
    return True


@given(graphs(), st.integers(0, 10))
def test_every_method_agrees_with_brute_force_on_cycles(G, seed):
    expected = next(hamiltonian_cycles(G), None) is not None
    for method in METHODS:
        assert exists(icosian.hamiltonian_cycle, G, method=method, seed=seed) == expected


@given(graphs(most=5))
def test_every_method_agrees_with_brute_force_on_paths_with_every_choice_of_ends(G):
    paths = list(hamiltonian_paths(G))
    ends = [None, *G]
    for start, end in itertools.product(ends, repeat=2):
        if start is not None and start == end and len(G) > 1:
            continue
        expected = any(
            (start is None or path[0] == start) and (end is None or path[-1] == end)
            for path in paths
        )
        for method in METHODS:
            if not exists(icosian.hamiltonian_path, G, start, end, method=method):
                assert not expected
                continue
            assert expected
            tour = icosian.hamiltonian_path(G, start, end, method=method)
            assert icosian.is_hamiltonian_path(G, tour)
            assert start is None or tour[0] == start
            assert end is None or tour[-1] == end


@given(graphs())
def test_finder_and_prover_are_two_faces_of_one_answer(G):
    try:
        tour = icosian.hamiltonian_cycle(G)
    except icosian.NoHamiltonianCycle as error:
        proof = icosian.prove_no_hamiltonian_cycle(G)
        assert proof.claim == error.proof.claim
        assert proof.effort <= error.proof.effort
    else:
        with pytest.raises(icosian.exceptions.HamiltonianCycleExists) as caught:
            icosian.prove_no_hamiltonian_cycle(G)
        assert caught.value.tour == tour


@given(graphs(), st.randoms(use_true_random=False))
def test_node_order_and_labels_never_change_a_verdict(G, random):
    shuffled = list(G)
    random.shuffle(shuffled)
    H = G.__class__()
    H.add_nodes_from((node, "new label") for node in shuffled)
    edges = list(G.edges())
    random.shuffle(edges)
    H.add_edges_from(((u, "new label"), (v, "new label")) for u, v in edges)
    assert exists(icosian.hamiltonian_cycle, G) == exists(icosian.hamiltonian_cycle, H)
    assert exists(icosian.hamiltonian_path, G) == exists(icosian.hamiltonian_path, H)


def has_closed_tour(m, n):
    """Schwenk's theorem, Mathematics Magazine 64 (1991), 325-332."""
    m, n = sorted((m, n))
    return not (m * n % 2 or m in {1, 2, 4} or (m == 3 and n in {4, 6, 8}))


@pytest.mark.exhaustive
def test_every_board_to_40_by_40_that_can_has_a_closed_tour():
    feasible = [
        (m, n)
        for m, n in itertools.combinations_with_replacement(range(3, 41), 2)
        if has_closed_tour(m, n)
    ]
    assert len(feasible) == 511
    for m, n in feasible:
        G = icosian.knight_graph(m, n)
        assert icosian.is_hamiltonian_cycle(G, G.hamiltonian_cycle())


@pytest.mark.slow
def test_every_even_square_board_to_100_has_a_closed_tour():
    for n in range(6, 101, 2):
        tour = icosian.knights_tour(n)
        assert tour.is_closed
        assert len(set(tour)) == n * n


@pytest.mark.slow
def test_every_board_to_12_by_12_that_cannot_has_a_checked_proof():
    for m, n in itertools.combinations_with_replacement(range(1, 13), 2):
        if has_closed_tour(m, n):
            continue
        G = icosian.knight_graph(m, n)
        with pytest.raises(icosian.NoHamiltonianCycle) as caught:
            G.hamiltonian_cycle()
        caught.value.proof.check(G)


@pytest.mark.parametrize("n", [5, 6, 7, 8])
def test_open_tours_start_from_every_square_that_allows_one(n):
    G = icosian.knight_graph(n)
    for row, column in G:
        if n % 2 and (row + column) % 2:
            with pytest.raises(icosian.NoHamiltonianPath):
                G.hamiltonian_path((row, column))
        else:
            tour = G.hamiltonian_path((row, column))
            assert tour[0] == (row, column)
            assert icosian.is_hamiltonian_path(G, tour)


@pytest.mark.parametrize("n", [6, pytest.param(8, marks=pytest.mark.slow)])
def test_open_tours_join_every_pair_of_opposite_colours(n):
    # Conrad, Hindrichs, Morsy, Wegener, Discrete Applied Mathematics 50 (1994), 125-134.
    G = icosian.knight_graph(n)
    for start, end in itertools.combinations(G, 2):
        if sum(start) % 2 != sum(end) % 2:
            tour = G.hamiltonian_path(start, end)
            assert (tour[0], tour[-1]) == (start, end)


def test_ends_of_one_colour_are_refuted_by_parity():
    G = icosian.knight_graph(6)
    with pytest.raises(icosian.NoHamiltonianPath, match="both ends among the others") as caught:
        G.hamiltonian_path("a1", "c1")
    caught.value.proof.check(G)


@together(
    ("G", "cycle", "path"),
    [
        (nx.petersen_graph(), False, True),
        (nx.dodecahedral_graph(), True, True),
        (nx.desargues_graph(), True, True),
        (nx.heawood_graph(), True, True),
        (nx.hypercube_graph(5), True, True),
        (nx.complete_bipartite_graph(4, 5), False, True),
        (nx.complete_bipartite_graph(4, 6), False, False),
        (nx.star_graph(4), False, False),
        (nx.disjoint_union(nx.complete_graph(3), nx.complete_graph(4)), False, False),
        (nx.barbell_graph(4, 0), False, True),
        (nx.lollipop_graph(4, 3), False, True),
        (nx.grid_2d_graph(5, 5), False, True),
        (nx.grid_2d_graph(5, 6), True, True),
        (nx.complete_graph(12), True, True),
        (nx.tutte_graph(), False, None),
    ],
)
def test_named_graphs_get_their_known_answers(G, cycle, path):
    assert exists(icosian.hamiltonian_cycle, G) == cycle
    if path is not None:
        assert exists(icosian.hamiltonian_path, G) == path


@pytest.mark.parametrize("n", [2, 3, 5, 30])
def test_directed_cycles_are_followed_in_their_direction(n):
    G = nx.cycle_graph(n, create_using=nx.DiGraph)
    assert tuple(icosian.hamiltonian_cycle(G, n - 1)) == (n - 1, *range(n - 1))
    with pytest.raises(icosian.NoHamiltonianPath):
        icosian.hamiltonian_path(G, start=0, end=0 if n == 1 else n - 2 or 1) if n > 2 else (
            icosian.hamiltonian_path(nx.DiGraph([(0, 1)]), start=1)
        )


@pytest.mark.parametrize("n", [3, 6, 30, 200])
def test_rotations_find_the_tours_of_random_digraphs(n):
    for seed in range(5):
        order = random.Random(seed).sample(range(n), n)
        G = nx.gnp_random_graph(n, min(1, 10 / n), seed=seed, directed=True)
        nx.add_cycle(G, order)
        tour = icosian.hamiltonian_cycle(G, method="rotations", seed=seed)
        assert tour.stats.method == "rotations"
        icosian.hamiltonian_path(G, order[0], order[-1], method="rotations", seed=seed)


def test_strong_tournaments_have_cycles_and_all_tournaments_paths():
    # Camion 1959; Redei 1934.
    for seed in range(10):
        G = nx.tournament.random_tournament(12, seed=seed)
        assert icosian.is_hamiltonian_path(G, icosian.hamiltonian_path(G))
        assert exists(icosian.hamiltonian_cycle, G) == nx.is_strongly_connected(G)


def test_the_same_seed_gives_the_same_tour_and_another_seed_mostly_another():
    G = icosian.knight_graph(8)
    tours = [G.hamiltonian_cycle(seed=seed) for seed in (3, 3, 4, 5, 6)]
    assert tours[0] == tours[1]
    assert len(set(tours)) > 2


def test_a_found_tour_tells_how_it_was_found():
    stats = icosian.knight_graph(8).hamiltonian_cycle().stats
    assert stats.method == "rotations"
    assert stats.steps >= 64
    assert stats.seconds > 0


def test_small_cases_are_fixed():
    one = nx.empty_graph(1)
    assert tuple(icosian.hamiltonian_path(one)) == (0,)
    assert tuple(icosian.hamiltonian_path(one, 0, 0)) == (0,)
    for G in (one, nx.path_graph(2), nx.MultiGraph([(0, 1), (0, 1)]), nx.Graph([(0, 0)])):
        with pytest.raises(icosian.NoHamiltonianCycle):
            icosian.hamiltonian_cycle(G)
    assert tuple(icosian.hamiltonian_path(nx.path_graph(2), end=0)) == (1, 0)
    assert len(icosian.hamiltonian_cycle(nx.DiGraph([(0, 1), (1, 0)]))) == 2
    for find in (icosian.hamiltonian_cycle, icosian.hamiltonian_path):
        with pytest.raises(nx.NetworkXPointlessConcept):
            find(nx.Graph())


def test_loops_and_parallel_edges_never_matter():
    G = nx.MultiGraph(nx.cycle_graph(5))
    G.add_edges_from([(0, 0), (1, 2), (1, 2)])
    assert icosian.is_hamiltonian_cycle(G, icosian.hamiltonian_cycle(G))


def test_edited_boards_are_answered_by_their_real_edges():
    G = icosian.knight_graph(6)
    G.remove_edge((0, 0), (1, 2))
    with pytest.raises(icosian.NoHamiltonianCycle, match="fewer than two moves lead to a6"):
        G.hamiltonian_cycle()
    H = icosian.knight_graph(5)
    H.add_edge((0, 0), (0, 2))  # two dark squares: now it can be done
    assert icosian.is_hamiltonian_cycle(H, H.hamiltonian_cycle())
    relabelled = nx.relabel_nodes(icosian.knight_graph(6), lambda square: (square[1], -square[0]))
    assert relabelled.hamiltonian_cycle().is_closed


def test_methods_work_where_the_geometry_is_lost():
    G = nx.complement(icosian.knight_graph(4))
    assert G.board is None
    assert icosian.is_hamiltonian_cycle(G, G.hamiltonian_cycle())


@together(
    ("options", "message"),
    [
        ({"start": (9, 9)}, "not on the 8 x 8 board"),
        ({"start": "z1"}, "not on the 8 x 8 board"),
        ({"start": "b0"}, "letter and a number"),
        ({"start": [0, 0, 0]}, "not on the 8 x 8 board"),
        ({"start": {}}, "not on the 8 x 8 board"),
        ({"timeout": float("nan")}, "timeout must be seconds of at least 0, got nan"),
        ({"timeout": -1}, "timeout must be seconds of at least 0, got -1"),
        ({"timeout": "1"}, "timeout must be seconds"),
        ({"timeout": True}, "timeout must be seconds"),
        ({"seed": -1}, "seed must be an integer of at least 0, got -1"),
        ({"seed": 1.5}, "seed must be an integer of at least 0, got 1.5"),
        ({"method": "magic"}, "method must be one of auto, .* got 'magic'"),
        ({"method": []}, r"method must be one of auto, .* got \[\]"),
        ({"method": None}, "method must be one of auto, .* got None"),
        ({"timeout": []}, "timeout must be seconds"),
        ({"timeout": -(10**400)}, "timeout must be seconds"),
        ({"progress": 3}, "progress must be callable, got 3"),
    ],
)
def test_bad_arguments_are_named_with_their_rule_before_any_work(options, message):
    with pytest.raises(icosian.IcosianError, match=message):
        icosian.knight_graph(8).hamiltonian_cycle(**options)


def test_a_time_limit_larger_than_any_float_is_no_limit():
    assert icosian.knight_graph(6).hamiltonian_cycle(timeout=10**400).is_closed


def test_seconds_of_compiling_are_reported_apart():
    stats = icosian.knight_graph(6).hamiltonian_cycle().stats
    assert stats.seconds > 0
    assert stats.compile_seconds >= 0


def test_bad_nodes_are_networkx_errors():
    G = nx.path_graph(3)
    with pytest.raises(nx.NodeNotFound, match="start 'x' is not a node"):
        icosian.hamiltonian_path(G, "x")
    with pytest.raises(nx.NodeNotFound, match=r"end \[1\] is unhashable"):
        icosian.hamiltonian_path(G, end=[1])
    with pytest.raises(nx.NodeNotFound, match="is a hole"):
        icosian.knight_graph(3, holes=["b2"]).hamiltonian_cycle("b2")
    with pytest.raises(ValueError, match="start and end must differ"):
        icosian.hamiltonian_path(G, 1, 1)
    with pytest.raises(ValueError, match="must be a networkx graph, got dict"):
        icosian.hamiltonian_cycle({0: [1]})


def test_a_missing_cycle_is_a_networkx_no_cycle_and_survives_pickling():
    with pytest.raises(nx.NetworkXNoCycle) as caught:
        icosian.hamiltonian_cycle(nx.petersen_graph())
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    again.proof.check(nx.petersen_graph())


def test_the_pure_rule_can_be_asked_for_by_name():
    tour = icosian.knight_graph(8).hamiltonian_path("a1", method="warnsdorff")
    assert tour.stats.method == "warnsdorff"
    with pytest.raises(ValueError, match="without a given end"):
        icosian.knight_graph(8).hamiltonian_path(end="a1", method="warnsdorff")


@given(graphs(most=5).filter(lambda G: len(G) > 1), st.booleans(), st.data())
def test_there_is_no_tour_besides_all_of_them_and_one_besides_some(G, closed, data):
    prove = icosian.prove_no_hamiltonian_cycle if closed else icosian.prove_no_hamiltonian_path
    tours = list(hamiltonian_cycles(G) if closed else hamiltonian_paths(G))
    key = tuple if G.is_directed() else frozenset
    edges = {tour: tour_edges(tour, key, closed=closed) for tour in tours}
    some = [tour for tour in tours if data.draw(st.booleans())]
    known = {edges[tour] for tour in some}
    left = {*edges.values()} - known
    try:
        proof = prove(G, besides=some)
    except (icosian.exceptions.HamiltonianCycleExists, HamiltonianPathExists) as error:
        assert tour_edges(tuple(error.tour), key, closed=closed) in left
    else:
        proof.check(G)
        assert not left
        assert len(proof.statement.besides) == len(known)


def tour_edges(tour, key, *, closed):
    return frozenset(map(key, itertools.pairwise([*tour, tour[0]] if closed else tour)))


def test_known_tours_are_tours_that_are_asked_for():
    G = nx.cycle_graph(5)
    with pytest.raises(icosian.InvalidTour):
        icosian.prove_no_hamiltonian_cycle(G, besides=[[0, 2, 1, 3, 4]])
    with pytest.raises(icosian.InvalidTour, match="uses an edge to avoid"):
        icosian.prove_no_hamiltonian_cycle(G, forbid=[(0, 1)], besides=[range(5)])
    with pytest.raises(icosian.InvalidTour, match="the ends given"):
        icosian.prove_no_hamiltonian_path(G, 1, besides=[range(5)])
    with pytest.raises(icosian.NotANode, match="besides"):
        icosian.prove_no_hamiltonian_path(G, besides=[[7]])
    with pytest.raises(icosian.InvalidArgument, match="needs no proof"):
        icosian.prove_no_hamiltonian_path(nx.empty_graph(1), besides=[[0]])
