"""Doors: texts of boards and puzzles, ends, few places, and misspelled names."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import networkx as nx
import pytest
from together import together

import icosian
from icosian import Board, InvalidArgument, queens, read_puzzle, terrain_map
from icosian.cli import main
from icosian.exceptions import InvalidProof
from icosian.proofs import DualWeights, LowerBound


@pytest.fixture
def answer(tmp_path, capsys):
    """Return what a command answers about a text in a file: its JSON, or its error."""

    def run(text, command, *options):
        name = next((word for word in options if word.startswith("FILE")), "FILE")
        path = tmp_path / f"text{Path(name).suffix or '.txt'}"
        path.write_text(text, "utf-8")
        code = main([command, *(str(path) if word == name else word for word in options)])
        out, err = capsys.readouterr()
        return json.loads(out)["answer"] if code in (0, 1) else err

    return run


RING = [[row, column] for row in range(3) for column in range(3) if (row, column) != (1, 1)]


@together(
    "text",
    [
        "...\n.#.\n...",
        "...\n.X.\n...\n",
        ". . .\n. # .\n. . .",
        "000\n0#0\n000",
        "___\n_X_\n___",
        "__ __ __\n__ # __\n__ __ __",
        "\n\n  ...  \n  .#.\n  ...\n\n",
        ". . .\n\n. X .\n\n. . .",
        "\t.\t.\t.\n\t.\t#\t.\n\t.\t.\t.",
        "...\n. # .\n...",
        "...\r\n.#.\r\n...\r\n",
    ],
)
def test_a_board(text, answer):
    assert Board.from_text(text) == Board((3, 3), holes=[(1, 1)])
    tour = answer(text, "tour", "FILE", "--piece", "wazir", "--closed", "--json")["tour"]
    assert sorted(tour) == RING


@together(
    ("text", "message"),
    [
        ("..\n.", "line 2: every row must have as many squares as the first, got 1 after 2"),
        (". .\n\n. . .", "line 3: every row must have as many squares as the first"),
        ("..\n.b", "line 2: a square is '.', '_' or '0', a hole '#' or 'X', an end"),
        ("..\n..\n\n..", "line 3 is blank"),
        (" \n", "at least one row"),
        ("S.\n.S", "'S' stands on one square, the start, got 2"),
    ],
)
def test_a_board_that_is_refused(text, message, answer):
    with pytest.raises(InvalidArgument, match=message):
        Board.from_text(text)
    assert message in answer(text, "tour", "FILE")


WARE = "S..........\n.X#.X#.X#..\n..........E"


@together(
    "question",
    [
        "tour FILE --piece king",
        "list FILE --piece king --limit 1",
        "random FILE --piece king",
        "longest FILE --piece king",
        "route FILE --piece king",
        "route FILE --piece king --visit 1,3 --visit 2,9",
        "route FILE --piece king --visit 1,3 --visit 2,9 --open",
    ],
)
def test_s_and_e_of_a_board_are_the_ends(question, answer):
    command, *options = question.split()
    found = answer(WARE, command, *options, "--json")
    way = next(found[key] for key in ("tour", "tours", "walk", "path") if key in found)
    way = way[0] if "tours" in found else way
    assert (way[0], way[-1]) == ([0, 0], [2, 10])


@together(
    ("question", "message"),
    [
        ("tour FILE --closed", "a closed tour has no end: give --end, or E in a text file"),
        ("longest FILE --cycle", "S and E in a text file, are ends of a path"),
        ("cover FILE", "S marks the start of a tour, this command takes none"),
        ("decompose FILE", "S marks the start of a tour, this command takes none"),
    ],
)
def test_ends_that_are_not_used_are_refused(question, message, answer):
    assert message in answer(WARE, *question.split())


@together(
    ("kind", "texts"),
    [
        (
            "hidato",
            ["1.8\n.3.\n.#6", "1 . 8\n. 3 .\n. # 6", "1_8\n_3_\n_X6", "1 0 8\n0 3 0\n0 # 6"],
        ),
        ("numbrix", ["1..\n..5\n..9", "1 . .\n. . 5\n. . 9", "1 __ __\n__ __ 5\n__ __ 9"]),
        ("zip", ["1.3\n...\n2..", "1 . 3\n. . .\n2 . .", "1 0 3\n0 0 0\n2 0 0"]),
        ("slitherlink", ["3.\n.1", "3 .\n. 1", "3_\n_1", "  3 .\n\n  . 1"]),
        ("masyu", ["w..\n...\n..b", "w . .\n. . .\n. . b", "w00\n000\n00b"]),
        (
            "numberlink",
            ["a.b\na.b", "a . b\na . b", "a_b\na_b"],
        ),
    ],
)
def test_a_puzzle_has_the_same_forms_whatever_its_kind(kind, texts, answer):
    first, *others = (read_puzzle(f"{text}\n", kind=kind) for text in texts)
    assert all(other == first for other in others)
    counts = [answer(text, "puzzle", "FILE", "--kind", kind, "--count", "--json") for text in texts]
    assert counts == [{"count": first.count()}] * len(texts)


@together(
    ("marks"),
    [("1", "2"), ("a", "A"), ("10", "100"), ("é", "ß"), ("@", "+"), ("X", "x"), ("AB", "ab")],
)
def test_numberlink_takes_any_mark(marks, answer):
    u, v = marks
    text = f"{u} . {u}\n{v} . {v}\n"
    puzzle = read_puzzle(text, kind="numberlink")
    assert set(puzzle.clues.values()) == set(marks)
    assert answer(text, "puzzle", "FILE", "--kind", "numberlink", "--unique", "--json") == {
        "unique": True
    }


def test_zeros_of_a_numberlink_are_asked_where_they_have_two_readings():
    assert read_puzzle("1 0 1\n2 0 2\n3 0 3\n", kind="numberlink").clues.keys() == {
        (r, c) for r in range(3) for c in (0, 2)
    }
    assert "0" in read_puzzle("0 . 0\n", kind="numberlink").clues.values()
    with pytest.raises(InvalidArgument, match="two '0' may be empty cells or ends"):
        read_puzzle("1 0 1\n2 0 2\n", kind="numberlink")


@together(
    ("kind", "text", "message"),
    [
        ("hidato", "1 . .\n. .", "line 2: every row must have as many squares as the first"),
        ("hidato", "1..\n..", "line 2: every row must have as many squares as the first"),
        ("hidato", "1 .\n. b", "line 2: a square is a number, .* got 'b'"),
        ("slitherlink", "3..\n..", "line 2: every row must have as many squares as the first"),
        ("masyu", "w.\n.q", "row 2, column 2: a mark is 'w'"),
        ("numberlink", "1 . 1\n2 2", "line 2: every row must have as many squares"),
        ("numberlink", "1 . 1\n2 . 3", "every number stands on two cells"),
    ],
)
def test_a_puzzle_that_is_refused(kind, text, message, answer):
    with pytest.raises(InvalidArgument, match=message):
        read_puzzle(f"{text}\n", kind=kind)
    assert message.partition(".*")[0] in answer(text, "puzzle", "FILE", "--kind", kind)


@together(
    "regions",
    [
        "aabb\nccbb\nccdd\ndddd",
        "a a b b\nc c b b\nc c d d\nd d d d\n",
        "10 10 2 2\n3 3 2 2\n3 3 # #\n# # # #",
        "aabb ccbb ccdd dddd",
        ["aabb", "ccbb", "ccdd", "dddd"],
        ["a a b b", "c c b b", "c c d d", "d d d d"],
        [list("aabb"), list("ccbb"), list("ccdd"), list("dddd")],
    ],
)
def test_regions_of_queens(regions, answer):
    assert queens(4, regions=regions).columns == (1, 3, 0, 2)
    if isinstance(regions, str):
        found = answer(regions, "queens", "4", "--regions", "FILE", "--json")
        assert found["columns"] == [1, 3, 0, 2]


TERRAIN = [[1, 9, 1], [1, None, 1], [1, 1, 1]]


@together(
    "costs",
    [
        "19.\n1#.\n111",
        "1 9 .\n1 X .\n1 1 1",
        "1 9 _\n\n1 # 1\n\n1 1 1",
        [[1, 9, 1], [1, None, 1], [1, 1, 1]],
    ],
)
def test_a_terrain(costs):
    assert icosian.dijkstra(terrain_map(costs), (0, 0)).distances[0, 2] == 6


def test_a_terrain_of_numbers():
    G = terrain_map("10 2.5\n.  0")
    assert dict(G.nodes(data="cost")) == {(0, 0): 10, (0, 1): 2.5, (1, 0): 1, (1, 1): 0}
    with pytest.raises(InvalidArgument, match="line 2: a cell is a number"):
        terrain_map("1 2\n3 far")


# -- closed tours of one and two places


def test_a_closed_tour_of_two_places_goes_there_and_back(answer):
    tour = icosian.shortest_tour([(0, 0), (3, 4)])
    assert (tour.nodes, tour.length, tour.is_closed, tour.is_shortest) == ((0, 1), 10, True, True)
    tour.proof.check(tour.places)
    assert list(tour.edges()) == [(0, 1), (1, 0)]
    walk = icosian.traveling_salesman(icosian.route_map([("a", "b", 5)]), ["a", "b"])
    assert walk.length == tour.length
    found = answer("x,y\n0,0\n3,4\n", "tsp", "FILE.csv", "--points", "--json")
    assert (found["length"], found["closed"], found["optimal"]) == (10, True, True)


def test_a_closed_tour_of_one_place_has_length_0(answer):
    for closed in (True, False):
        tour = icosian.shortest_tour([(1, 1)], closed=closed)
        assert (tour.nodes, tour.length, tour.is_shortest) == ((0,), 0, True)
        assert tour.is_closed == closed
    assert icosian.traveling_salesman(icosian.route_map([("a", "b", 5)]), ["a"]).length == 0
    found = answer("x,y\n1,1\n", "tsp", "FILE.csv", "--points", "--json")
    assert (found["length"], found["tour"]) == (0, [0])


def test_a_tour_or_a_walk_of_nothing_is_refused():
    for ask in (
        lambda: icosian.shortest_tour([]),
        lambda: icosian.traveling_salesman(icosian.route_map([("a", "b", 5)]), []),
    ):
        with pytest.raises(nx.NetworkXPointlessConcept):
            ask()


@together(
    ("distances", "conditions", "cost"),
    [
        ([[0, 5], [5, 0]], {}, 10),
        ([[0, 5], [7, 0]], {}, 12),
        ([[0, 5], [5, 0]], {"start": 1}, 10),
        ([[0, 5], [5, 0]], {"require": [(1, 0)]}, 10),
        ([[0, 5], [5, 0]], {"start": 0, "order": [[0, 1]]}, 10),
        ([[0, 5], [5, 0]], {"groups": [[0], [1]]}, 10),
        ([[0, 5], [5, 0]], {"groups": [[0, 1]]}, 0),
        ([[0, 5], [5, 0]], {"prizes": {1: 3}}, 3),
        ([[0, 5], [5, 0]], {"prizes": {1: 30}}, 10),
        ([[0, 5], [5, 0]], {"leave_out": 1, "start": 1}, 0),
        ([[0]], {"start": 0}, 0),
        ([[0]], {"groups": [[0]]}, 0),
        ([[0]], {"prizes": {0: 7}}, 0),
        ([[0]], {"leave_out": 1}, 0),
        ([[0]], {"leave_out": 1, "closed": False}, 0),
    ],
)
def test_tours_of_few_places_with_conditions(distances, conditions, cost):
    places = icosian.Places.from_matrix(distances)
    tour = icosian.shortest_tour(places, **conditions)
    assert (tour.cost, tour.bound, tour.is_shortest) == (cost, cost, True)
    if tour.proof is not None:
        tour.proof.check(places)
        with pytest.raises(InvalidProof):
            replace(tour.proof, bound=cost + 1).check(places)


def test_few_places_with_impossible_conditions_have_a_proof():
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.shortest_tour([(0, 0), (3, 4)], forbid=[(1, 0)])
    caught.value.proof.explain()
    with pytest.raises(InvalidArgument, match="contradicts itself"):
        icosian.shortest_tour([(0, 0), (3, 4)], start=0, order=[[1, 0]])


@together("size", [1, 2])
def test_no_bound_above_a_tour_of_few_places_is_accepted(size):
    places = icosian.Places([(0, 0), (3, 4)][:size], "manhattan")
    for copies, tree in product((1, 2), [(0,), ((0, 1), 0, 0), ((0, 3), 0, 0)]):
        weights = DualWeights(potentials=(99,) * size * copies, families=())
        proof = LowerBound(
            closed=True, bound=15, nodes=(0, 1)[:size], scale=1, weights=(weights,), tree=tree
        )
        with pytest.raises(InvalidProof):
            proof.check(places)
