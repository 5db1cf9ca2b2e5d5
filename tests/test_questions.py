"""Questions from forums and trackers, each answered in the few lines that a page of docs shows.

The name of a test is the question, and its docstring the page that answers it.
"""

from __future__ import annotations

import sys
from itertools import combinations, pairwise, permutations, product
from math import isqrt
from pathlib import Path

import networkx as nx
import pytest

import icosian
from icosian import (
    NoHamiltonianCycle,
    NoHamiltonianPath,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    hamiltonian_cycle,
    hamiltonian_path,
    is_hamiltonian_cycle,
    is_hamiltonian_path,
    longest_path,
)

DOCS = Path(__file__).parents[1] / "docs"


def numbers(n, fits):
    """Return the numbers to n, joined where their sum fits."""
    G = nx.empty_graph(range(1, n + 1))
    G.add_edges_from(pair for pair in combinations(G, 2) if fits(sum(pair)))
    return G


def overlap(a, b):
    """Return how many letters of the end of a begin b."""
    return max((k for k in range(min(len(a), len(b))) if a.endswith(b[:k])), default=0)


# Paths and cycles in a graph of one's own


def test_how_do_i_find_a_hamiltonian_cycle_in_a_networkx_graph():
    """howto/own-graph.md"""
    G = nx.Graph([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3), (4, 5), (5, 1)])
    assert is_hamiltonian_cycle(G, hamiltonian_cycle(G))


def test_how_do_i_find_a_hamiltonian_path_between_two_given_nodes():
    """howto/own-graph.md"""
    G = nx.ladder_graph(6)
    path = hamiltonian_path(G, 0, 6)
    assert (path[0], path[-1]) == (0, 6)
    assert is_hamiltonian_path(G, path)


def test_why_does_the_function_for_tournaments_give_a_wrong_path_in_my_digraph():
    """howto/own-graph.md"""
    with pytest.raises(NoHamiltonianPath):
        hamiltonian_path(nx.DiGraph([(1, 2), (2, 3), (0, 1), (4, 3)]))


def test_how_do_i_prove_that_the_petersen_graph_has_no_hamiltonian_cycle():
    """howto/why-not.md"""
    proof = icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
    proof.check(nx.petersen_graph())
    assert "no Hamiltonian cycle" in proof.explain()


def test_who_wins_the_icosian_game_after_five_given_corners():
    """howto/conditions.md"""
    G = nx.dodecahedral_graph()
    first = [0, 1, 2, 3, 4]
    tour = hamiltonian_cycle(G, 0, require=list(pairwise(first)))
    assert is_hamiltonian_cycle(G, tour)
    assert count_hamiltonian_cycles(G) == 30


def test_how_do_i_find_the_longest_path_in_a_graph_with_weights():
    """howto/partial-answers.md"""
    G = nx.Graph()
    G.add_weighted_edges_from([("a", "b", 4), ("b", "c", 2), ("c", "a", 1), ("c", "d", 8)])
    path = longest_path(G, weight="weight")
    assert (path.length, path.is_longest) == (14, True)


def test_how_do_i_find_the_longest_path_in_a_digraph_with_cycles():
    """howto/partial-answers.md"""
    path = longest_path(nx.DiGraph([(1, 2), (2, 3), (3, 1), (3, 4), (2, 5)]))
    assert path.nodes == (1, 2, 3, 4)


@pytest.mark.slow
def test_why_does_the_longest_of_all_simple_paths_take_hours():
    """howto/partial-answers.md"""
    assert longest_path(nx.grid_2d_graph(7, 7), (0, 0), (0, 1)).length == 48


def test_how_do_i_cover_a_graph_by_the_fewest_disjoint_paths():
    """howto/partial-answers.md"""
    cover = icosian.minimum_path_cover(nx.balanced_tree(2, 2))
    assert (len(cover), cover.is_optimal) == (3, True)


# The traveling salesman


def test_why_does_the_tour_of_networkx_visit_a_node_twice():
    """howto/shortest-tours.md"""
    G = nx.Graph()
    G.add_weighted_edges_from([(0, 1, 1), (0, 2, 3), (1, 2, 1)])
    tour = icosian.shortest_hamiltonian_cycle(G)
    assert (sorted(tour), tour.length) == ([0, 1, 2], 5)


def test_does_a_dummy_node_at_distance_0_break_the_tour():
    """howto/shortest-tours.md"""
    G = nx.Graph()
    G.add_weighted_edges_from([(1, 2, 1), (2, 3, 1), (1, 3, 1), (4, 1, 0), (4, 2, 0), (4, 3, 0)])
    tour = icosian.shortest_hamiltonian_cycle(G)
    assert (sorted(tour), tour.length) == ([1, 2, 3, 4], 2)


def test_how_do_i_fix_the_start_and_the_end_of_a_tsp_that_does_not_return():
    """howto/shortest-tours.md"""
    distances = [[0, 7, 3, 9], [7, 0, 2, 4], [3, 2, 0, 8], [9, 4, 8, 0]]
    tour = icosian.shortest_tour(distances, closed=False, start=0, end=3)
    assert (tour.nodes, tour.length) == ((0, 2, 1, 3), 9)


def test_how_do_i_know_that_no_tour_of_my_points_is_shorter():
    """howto/shortest-tours.md"""
    tour = icosian.shortest_tour([(0, 0), (9, 1), (5, 7), (2, 4), (8, 8)], "EUC_2D")
    assert tour.is_shortest
    tour.proof.check(tour.places)


def test_how_do_i_visit_one_shop_of_each_kind():
    """howto/shortest-tours.md"""
    shops = {
        "home": (0, 0),
        "baker 1": (2, 0),
        "baker 2": (9, 9),
        "bank 1": (3, 1),
        "bank 2": (0, 8),
    }
    kinds = [["baker 1", "baker 2"], ["bank 1", "bank 2"]]
    tour = icosian.shortest_tour(shops, "manhattan", "home", groups=kinds)
    assert (set(tour), tour.length) == ({"home", "baker 1", "bank 1"}, 8)


def test_which_customers_are_worth_the_way():
    """howto/shortest-tours.md"""
    customers = {"depot": (0, 0), "near": (1, 0), "far": (9, 9)}
    tour = icosian.shortest_tour(customers, "manhattan", "depot", prizes={"near": 5, "far": 20})
    assert (tour.skipped, tour.length, tour.lost) == (("far",), 2, 20)


def test_how_much_longer_than_the_shortest_is_the_tour_that_i_have():
    """howto/shortest-tours.md"""
    places = [(0, 0), (9, 1), (5, 7), (2, 4), (8, 8)]
    mine = icosian.shortest_tour(places, "EUC_2D", require=list(pairwise(range(5))))
    assert mine.length == 9 + 7 + 4 + 7 + 11
    assert icosian.shortest_tour(places, "EUC_2D").length < mine.length


def test_how_do_i_visit_one_stop_of_each_kind_on_a_road_map():
    """howto/rounds.md"""
    G = nx.path_graph(7)
    stops = (2, 0, 4, 6)
    rows = [[nx.shortest_path_length(G, u, v) for v in stops] for u in stops]
    places = icosian.Places.from_matrix(rows, names=stops)
    chosen = icosian.shortest_tour(places, start=2, groups=[[0, 6], [4, 6]])
    assert icosian.traveling_salesman(G, chosen.nodes, start=2).length == chosen.length == 8


def test_how_do_i_visit_only_some_nodes_of_a_road_map():
    """howto/rounds.md"""
    walk = icosian.traveling_salesman(nx.path_graph(6), [1, 4], start=0)
    assert (walk.stops, walk.length) == ((0, 1, 4), 8)


# Boards


def test_why_is_my_knights_tour_of_8_x_8_squares_so_slow():
    """tutorial.md"""
    assert icosian.knights_tour(8).is_closed


def test_can_a_rook_or_a_king_visit_all_squares_and_return():
    """howto/boards.md"""
    for G in (icosian.rook_graph(5), icosian.king_graph(5)):
        assert hamiltonian_cycle(G).is_closed


def test_does_the_knight_have_a_closed_tour_of_a_torus_or_a_cylinder():
    """howto/boards.md"""
    for periodic in (True, (False, True)):
        board = icosian.Board((5, 6), periodic=periodic)
        assert icosian.board_graph(board, "knight").hamiltonian_cycle().is_closed


def test_can_a_worm_eat_27_cubes_of_cheese_and_end_in_the_center():
    """howto/boards.md"""
    cube = icosian.board_graph(icosian.Board((3, 3, 3)), "wazir")
    assert cube.hamiltonian_path((0, 0, 0), (2, 2, 2))
    with pytest.raises(NoHamiltonianPath):
        cube.hamiltonian_path((0, 0, 0), (1, 1, 1))


def test_how_many_hamiltonian_cycles_has_a_grid():
    """howto/many-tours.md"""
    sizes = (4, 4), (4, 5), (5, 6)  # OEIS A321172
    assert [count_hamiltonian_cycles(icosian.grid_graph(*size)) for size in sizes] == [6, 14, 154]


def test_how_many_of_them_differ_by_more_than_a_rotation_or_reflection():
    """howto/many-tours.md"""
    grid = icosian.grid_graph(5, 6)
    assert len(list(grid.hamiltonian_cycles(distinct=True))) == 44  # Ferreol, OEIS A321172


def test_how_many_paths_visit_all_squares_from_the_corner_of_a_grid():
    """howto/many-tours.md"""
    assert count_hamiltonian_paths(icosian.grid_graph(4), "a1") == 52  # OEIS A145157


def test_how_do_i_place_eight_queens_and_how_many_guard_the_board():
    """placements.md"""
    assert len(icosian.queens(8)) == 8
    assert len(icosian.minimum_dominating_set(icosian.queen_graph(6))) == 3


# Grids, snakes and puzzles


def test_how_does_a_robot_visit_each_cell_of_a_room_with_obstacles_once():
    """howto/floors.md"""
    room = icosian.Board.from_text("S....\n.##..\n.....\n.....")
    floor = icosian.board_graph(room, "wazir")
    assert floor.hamiltonian_path(room.start)[0] == (0, 0)


def test_how_does_a_robot_change_its_lane_as_rarely_as_possible():
    """howto/floors.md"""
    path = icosian.grid_graph(4, 6).shortest_hamiltonian_path(weight=lambda u, v, _: u[1] == v[1])
    assert path.length == 3


def test_what_does_the_robot_do_if_it_must_pass_a_cell_twice():
    """howto/floors.md"""
    street = icosian.grid_graph(1, 4)
    assert icosian.traveling_salesman(street, start=(0, 0)).length == 6


def test_how_do_i_make_a_random_hamiltonian_path_in_a_grid():
    """howto/snakes.md"""
    grid = icosian.grid_graph(8)
    one, other = (grid.scrambled_hamiltonian_path("a1", seed=seed) for seed in (1, 2))
    assert one != other


def test_how_do_i_sample_paths_between_the_middles_of_two_sides_uniformly():
    """howto/many-tours.md"""
    path = icosian.random_hamiltonian_path(icosian.grid_graph(5), "a3", "e3", seed=1)
    assert (path[0], path[-1]) == ((2, 0), (2, 4))


def test_how_does_the_snake_never_meet_its_tail():
    """howto/snakes.md"""
    tour = icosian.grid_graph(6).hamiltonian_cycle()
    assert all(tour.graph.has_edge(*step) for step in zip(tour[-1:] + tour[:-1], tour, strict=True))


def test_how_do_i_solve_a_hidato_and_know_that_there_is_one_solution():
    """howto/conditions.md"""
    clues = {"a3": 2, "d2": 7, "c1": 8, "b2": 13, "d1": 16}
    kings = icosian.king_graph(4)
    assert icosian.has_unique_hamiltonian_path(kings, positions=clues)
    assert hamiltonian_path(kings, positions=clues).numbering["b2"] == 13


def test_how_do_i_solve_a_zip_whose_numbers_are_only_an_order():
    """howto/conditions.md"""
    stops = [(0, 0), (3, 3), (0, 3), (4, 4)]
    paths = icosian.hamiltonian_paths(icosian.grid_graph(5), stops[0], stops[-1])
    orders = ([path.index(stop) for stop in stops] for path in paths)
    assert any(order == sorted(order) for order in orders)


# Words, people, numbers, codes


def test_what_is_the_longest_chain_of_words_by_last_and_first_letters():
    """howto/words.md"""
    words = ["hello", "turtle", "eat", "cat", "people", "tiger", "rabbit", "elephant"]
    chain = nx.DiGraph((a, b) for a, b in permutations(words, 2) if a[-1] == b[0])
    assert longest_path(chain).length == 6


def test_can_a_word_ladder_use_all_words():
    """howto/words.md"""
    words = ["cold", "cord", "card", "ward", "warm", "worm", "word", "wood", "good", "gold"]
    ladder = nx.Graph(
        (a, b)
        for a, b in combinations(words, 2)
        if sum(x != y for x, y in zip(a, b, strict=True)) == 1
    )
    assert hamiltonian_cycle(ladder, "cold").is_closed


def test_how_do_i_seat_ambassadors_so_that_no_enemies_sit_side_by_side():
    """howto/seating.md"""
    enemies = nx.circulant_graph(8, [1, 4])  # 3 enemies of 7 others: Dirac's theorem
    table = hamiltonian_cycle(nx.complement(enemies))
    assert not any(enemies.has_edge(*pair) for pair in table.edges())


def test_who_sits_next_to_whom_if_everybody_says_whom_they_like():
    """howto/seating.md"""
    likes = [[0, 1, 1, 1], [-1, 0, 1, -1], [-1, 1, 0, 1], [1, 1, 1, 0]]
    table = nx.Graph()
    for a, b in combinations(range(4), 2):
        table.add_edge(a, b, weight=-likes[a][b] - likes[b][a])
    assert -icosian.shortest_hamiltonian_cycle(table).length == 6


def test_how_do_i_rank_the_teams_so_that_each_beat_the_next():
    """howto/seating.md"""
    results = nx.tournament.random_tournament(9, seed=1)
    assert is_hamiltonian_path(results, hamiltonian_path(results))


def test_how_do_i_arrange_the_numbers_to_15_so_that_neighbors_add_up_to_squares():
    """howto/seating.md"""
    G = numbers(15, lambda n: isqrt(n) ** 2 == n)
    assert set(hamiltonian_path(G)[:: len(G) - 1]) == {8, 9}
    assert icosian.has_unique_hamiltonian_path(G)


def test_how_many_prime_rings_are_there():
    """howto/seating.md"""
    rings = (numbers(n, lambda n: all(n % d for d in range(2, n))) for n in (6, 8, 10, 12))
    assert list(map(count_hamiltonian_cycles, rings)) == [1, 2, 48, 512]  # OEIS A051252


def test_how_many_gray_codes_are_there():
    """howto/codes.md"""
    codes = [2 * count_hamiltonian_paths(nx.hypercube_graph(n)) for n in (2, 3, 4)]
    assert codes == [8, 144, 91392]  # OEIS A091299


def test_is_there_a_gray_code_in_which_every_bit_changes_equally_often():
    """howto/codes.md"""

    def flips(code):
        steps = (zip(u, v, strict=True) for u, v in code.edges())
        return [[a != b for a, b in step].index(True) for step in steps]

    codes = map(flips, icosian.hamiltonian_cycles(nx.hypercube_graph(4)))
    assert any({code.count(bit) for bit in range(4)} == {4} for code in codes)


def test_how_do_i_make_a_de_bruijn_sequence_without_two_long_blocks():
    """howto/codes.md"""
    blocks = {"".join(bits) for bits in product("01", repeat=4)} - {"0000", "1111"}
    follow = nx.DiGraph((a, b) for a in blocks for b in blocks if a[1:] == b[:-1])
    assert len(hamiltonian_cycle(follow)) == 14


def test_can_four_bells_be_rung_by_rotating_all_or_swapping_the_first_two():
    """howto/why-not.md"""
    G = nx.DiGraph()
    for a, b, c, d in permutations("1234"):
        G.add_edges_from([(a + b + c + d, b + c + d + a), (a + b + c + d, b + a + c + d)])
    assert hamiltonian_path(G)  # but the last order does not lead back to the first
    with pytest.raises(NoHamiltonianCycle):
        hamiltonian_cycle(G)


def test_what_is_the_shortest_superstring_of_my_reads():
    """howto/overlaps.md"""
    G = nx.DiGraph()
    for a, b in permutations(["", "ABE", "DFA", "DAB", "CBD", "ECA", "ACB"], 2):
        G.add_edge(a, b, weight=len(b) - overlap(a, b))
    assert icosian.shortest_hamiltonian_path(G, start="").length == 11


# The pages


def pages():
    """Return the page of each question of this module."""
    named = (thing.__doc__ or "" for thing in vars(sys.modules[__name__]).values())
    return [page for page in named if page.endswith(".md")]


def test_each_question_has_a_page_to_which_the_index_leads():
    index = DOCS.joinpath("howto/index.md").read_text("utf-8")
    assert len(pages()) >= 42
    for page in set(pages()) - {"tutorial.md"}:
        assert DOCS.joinpath(page).is_file()
        assert f"({page.removeprefix('howto/')})" in index or f"(../{page})" in index
