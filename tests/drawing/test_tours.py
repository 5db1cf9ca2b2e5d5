"""Pictures of boards and tours: names, arrows, layers, titles."""

import itertools
import math
import xml.etree.ElementTree as ET

import networkx as nx
import numpy as np
import pytest
from drawing_artists import axes, of_kind
from drawing_bounds import one_way_street, rectangle, scattered, small_board, two_triangles
from drawing_scenes import film_made, scene_made
from drawing_tours import ring, six, snake
from matplotlib.collections import EllipseCollection, LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.text import Text
from svg_reading import coordinates, lines, of_class, tag
from together import together

import icosian
from icosian import InvalidArgument, knight_graph, minimum_path_cover
from icosian.boards.board import Board
from icosian.drawing import is_small
from icosian.drawing.styles import FILLS, PENS, SETS
from icosian.drawing.tours import cover_scene, tour_scene
from icosian.tours import (
    DisjointCycles,
    PathCover,
    edge_disjoint_hamiltonian_cycles,
    hamiltonian_decomposition,
)
from icosian.tours.longest.longest_tour import LongestTour
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.shortest_tour import ShortestTour

GRAPH = icosian.knight_graph(3, 4)


def words(root):
    return [e.text for e in of_class(root, "name")]


def test_boards_without_chess_names_are_named_by_their_coordinates_on_request():
    board = Board((40, 30))
    assert not words(ET.fromstring(icosian.to_svg(board)))
    named = words(ET.fromstring(icosian.to_svg(board, names=True)))
    assert named == [*map(str, range(0, 30, 2)), *map(str, range(0, 40, 2))]


def test_layers_are_named_on_request():
    root = ET.fromstring(icosian.to_svg(Board((2, 3, 3)), names=True))
    assert words(root) == ["0", "1", "2", "0", "1", "2", "0", "1"]
    x0, y0, width, height = map(float, root.get("viewBox").split())
    assert all(x0 <= x <= x0 + width and y0 <= y <= y0 + height for x, y in coordinates(root))


def test_many_nodes_are_named_on_request_only():
    G = nx.cycle_graph(150)
    assert not words(ET.fromstring(icosian.to_svg(G)))
    assert len(words(ET.fromstring(icosian.to_svg(G, names=True)))) == 150


@together(
    ("tour", "options", "heads", "numbers"),
    [
        (snake(12, 12), {}, 0, 144),
        (snake(12, 13), {}, 155, 0),
        (snake(20, 20), {}, 399, 0),
        (snake(20, 21), {}, 0, 0),
        (snake(4, 4), {"numbers": False}, 15, 0),
        (snake(4, 4), {"numbers": False, "arrows": False}, 0, 0),
        (snake(4, 4), {"arrows": True}, 15, 16),
        (snake(20, 21), {"arrows": True}, 419, 0),
    ],
)
def test_size_chooses_numbers_arrows_or_a_plain_line(tour, options, heads, numbers):
    artists = icosian.draw(tour, **options, ax=axes())
    assert len(of_kind(artists, Text)) == numbers
    assert sum(len(a.get_paths()) for a in of_kind(artists, PolyCollection)) == heads
    root = ET.fromstring(icosian.to_svg(tour, **options))
    assert sum(len(lines(e)) for e in of_class(root, "head")) == heads


def test_arrowheads_point_the_way_of_their_moves():
    tour = snake(13, 13)
    (heads,) = of_kind(icosian.draw(tour, ax=axes()), PolyCollection)
    for (u, v), path in zip(itertools.pairwise(tour), heads.get_paths(), strict=True):
        tip, _, back, _ = path.vertices[:4]
        way = np.array([v[1] - u[1], v[0] - u[0]])
        assert np.dot(tip - back, way) > 0
        middle = np.array([(u[1] + v[1]) / 2, (u[0] + v[0]) / 2])
        assert np.hypot(*(tip - middle)) < 0.5


def test_many_layers_fill_rows():
    (image,) = icosian.draw(Board((4, 4, 4)), ax=axes())
    assert image.get_array().shape[:2] == (9, 9)
    (image,) = icosian.draw(Board((8, 2, 2)), ax=axes())
    assert image.get_array().shape[:2] == (8, 8)


@together("layers", range(1, 14))
def test_no_two_squares_of_layers_share_a_place(layers):
    (image,) = icosian.draw(Board((layers, 3, 2)), ax=axes())
    assert (image.get_array()[..., 3] > 0).sum() == 6 * layers


def test_moves_from_layer_to_layer_are_thin():
    artists = icosian.draw(snake(2, 3, 4), ax=axes())
    (leaps,) = of_kind(artists, LineCollection)
    (trail,) = of_kind(artists, Line2D)
    assert len(leaps.get_segments()) == 1
    assert leaps.get_linewidth()[0] < trail.get_linewidth() / 2


def test_a_planar_tour_is_drawn_without_crossings_and_another_on_a_circle():
    tour = icosian.hamiltonian_cycle(nx.dodecahedral_graph())
    (trail,) = of_kind(icosian.draw(tour, ax=axes()), Line2D)
    assert np.ptp(np.hypot(*(trail.get_xydata() - trail.get_xydata().mean(axis=0)).T)) > 1
    (trail,) = of_kind(icosian.draw(ring(9), ax=axes()), Line2D)
    assert np.ptp(np.hypot(*trail.get_xydata().T)) < 1e-9


def test_labels_keep_clear_of_nodes():
    G = nx.dodecahedral_graph()
    root = ET.fromstring(icosian.to_svg(icosian.hamiltonian_cycle(G)))
    nodes = [(float(e.get("cx")), float(e.get("cy"))) for e in of_class(root, "node")]
    for e in of_class(root, "name"):
        x, y = float(e.get("x")), float(e.get("y"))
        assert min(np.hypot(x - cx, y - cy) for cx, cy in nodes) > 6


def test_a_short_tour_is_described_square_by_square():
    root = ET.fromstring(icosian.to_svg(six()))
    assert tag(root[1]) == "desc"
    steps = root[1].text.split(", ")
    assert (steps[0], steps[-1], len(steps)) == ("c2", "c2", 37)
    assert tag(ET.fromstring(icosian.to_svg(snake(13, 13)))[1]) != "desc"


@together(
    ("thing", "title"),
    [
        (Board((2, 3)), "board of 2 x 3 squares"),
        (Board((2, 3), periodic=True), "wrapped board of 2 x 3 squares"),
        (GRAPH, "graph of 12 squares and 14 edges"),
        (nx.path_graph(2), "graph of 2 nodes and 1 edge"),
    ],
)
def test_the_title_of_a_board_describes_it(thing, title):
    assert ET.fromstring(icosian.to_svg(thing))[0].text == title


def test_nodes_of_a_board_are_one_artist():
    artists = icosian.draw(icosian.knight_graph(20), ax=axes())
    assert len(of_kind(artists, EllipseCollection)) == len(of_kind(artists, LineCollection)) == 1


# Tours of known length


def caption(tour, **options):
    root = ET.fromstring(icosian.to_svg(tour, **options))
    return " ".join(e.text for e in of_class(root, "heading"))


def test_a_shortest_tour_is_drawn_at_its_places():
    tour, _ = rectangle()
    artists = icosian.draw(tour, ax=(ax := axes()))
    (trail,) = of_kind(artists, Line2D)
    assert trail.get_xydata().tolist() == [[0, 0], [40, 0], [40, 30], [0, 30], [0, 0]]
    assert ax.get_aspect() == 1
    assert ET.fromstring(tour.to_svg())[0].text == (
        "closed tour of 4 nodes, from a. Length 140, the shortest"
    )


def test_a_picture_of_a_shortest_tour_says_what_is_proved():
    tour, proof = rectangle()
    options = {"is_closed": True, "places": tour.places}
    assert caption(tour) == "Length 140, the shortest"
    assert caption(ShortestTour("acbd", length=180, **options)) == "Length 180"
    rough = ShortestTour("acbd", length=180, bound=140, proof=proof, **options)
    assert caption(rough) == "Length 180: no tour is shorter than 140"
    places = Places([(0, 0), (1, 1), (2, 0)])  # whose distances are rounded
    length, bound = 4.828427124746191, 4.82842712
    rounded = ShortestTour(
        range(3), is_closed=True, length=length, bound=bound, is_optimal=True, places=places
    )
    assert caption(rounded) == "Length 4.828427, the shortest"  # a gap of rounding is not shown
    path, _ = one_way_street()
    assert caption(path) == "Length 6, the shortest"


def test_distances_on_the_globe_have_a_unit_and_large_ones_are_kilometers():
    def on_the_globe(distance, **lengths):
        places = Places([(0, 0), (1, 1), (2, 0)], distance)
        return caption(ShortestTour(range(3), is_closed=True, places=places, **lengths))

    assert on_the_globe("haversine", length=9876.5, bound=9000) == (
        "Length 9876.5 m: no tour is shorter than 9000 m"
    )
    assert on_the_globe("haversine", length=1702345.678, is_optimal=True) == (
        "Length 1702.346 km, the shortest"
    )
    assert on_the_globe("GEO", length=3323, is_optimal=True) == "Length 3323 km, the shortest"


def test_the_name_of_an_end_is_clear_of_its_mark():
    places = {"a": (0, 0), "b": (1, 0), "c": (2, 0)}
    scene = tour_scene(icosian.shortest_tour(places, closed=False, start="a", end="c"))
    names = {label.text: label for label in scene.labels}
    for name, at in (("a", scene.starts[0]), ("c", scene.end)):
        assert abs(names[name].at[1] - at[1]) > scene.mark + 0.5 * scene.font


def test_groups_have_colors_and_what_is_left_out_is_hollow():
    places = {"a": (0, 0), "b": (4, 0), "c": (9, 9), "d": (0, 4), "e": (8, 8), "f": (2, 1)}
    tour = icosian.shortest_tour(places, start="a", groups=[[*"bc"], [*"de"]])
    scene = tour_scene(tour)
    at = {spots.kind: set(spots.at) for spots in scene.spots}
    assert at == {"part1": {(4, 0)}, "rim1": {(9, 9)}, "part2": {(0, 4)}, "rim2": {(8, 8)}}
    left, top, right, bottom = scene.box
    assert left < 0
    assert right > 9
    assert bottom < 0
    assert top > 9


def test_a_caption_states_what_is_lost():
    tour = icosian.shortest_tour(
        {"a": (0, 0), "b": (3, 0), "c": (0, 9)}, start="a", prizes={"c": 2}
    )
    assert caption(tour) == "Length 6 and 2 for what is left out, the least"


def test_an_order_is_drawn_as_arrows_between_the_places_of_a_chain():
    places = {"home": (0, 0), "a": (4, 0), "b": (1, 2), "c": (3, 3)}
    tour = icosian.shortest_tour(places, start="home", order=[[*"abc"]])
    strokes = [s for s in tour_scene(tour).strokes if s.kind.startswith("set")]
    assert [(line[0], line[-1]) for line in strokes[0].lines] == [
        ((4, 0), (1, 2)),
        ((1, 2), (3, 3)),
    ]
    assert len(strokes[0].heads) == 2


def test_a_shortest_tour_of_places_has_no_numbers_and_a_closed_one_no_start():
    root = ET.fromstring(rectangle()[0].to_svg())
    for kind in ("number", "start", "end", "arrow", "head", "edge"):
        assert not of_class(root, kind)
    assert len(of_class(root, "node")) == 4
    root = ET.fromstring(rectangle()[0].to_svg(numbers=True))
    assert [e.text for e in of_class(root, "number")] == ["1", "2", "3", "4"]
    root = ET.fromstring(one_way_street()[0].to_svg())
    assert of_class(root, "start")
    assert of_class(root, "end")
    assert of_class(root, "head")  # the way back is longer


@pytest.mark.parametrize("n", [10, 100, 1000])
def test_places_are_small_dots_and_only_few_have_names(n):
    tour = scattered(n)
    root = ET.fromstring(tour.to_svg())
    dots = of_class(root, "node")
    assert len(dots) == n
    _, _, width, height = map(float, root.get("viewBox").split())
    assert sum(math.pi * float(e.get("r")) ** 2 for e in dots) < 0.03 * width * height
    assert len(words(root)) == (n if n == 10 else 0)


def test_a_shortest_tour_on_a_board_is_drawn_on_its_squares():
    tour, _ = small_board()
    artists = icosian.draw(tour, ax=axes())
    (image,) = of_kind(artists, AxesImage)
    assert image.get_size() == (2, 3)
    assert caption(tour) == "Length 12, the shortest"
    root = ET.fromstring(tour.to_svg())
    assert [e.text for e in of_class(root, "number")] == list("123456")


def test_edges_off_a_shortest_tour_are_drawn_if_they_are_few():
    tour, _ = two_triangles()
    (edges,) = of_kind(icosian.draw(tour, ax=axes()), LineCollection)
    assert len(edges.get_segments()) == 3
    complete = ShortestTour(range(12), is_closed=True, length=12, G=nx.complete_graph(12))
    assert not of_kind(icosian.draw(complete, ax=axes()), LineCollection)


def test_a_film_of_a_shortest_tour_is_at_its_places():
    tour, _ = rectangle()
    film = film_made(tour)
    assert [film.geometry.position(v) for v in tour] == [(0, 0), (40, 0), (40, 30), (0, 30)]
    assert "Length 140" in film.title


def test_a_longest_tour_is_drawn_on_its_whole_graph():
    G = nx.cycle_graph(5)
    G.add_edges_from([(0, 5), (5, 6)])
    tour = LongestTour(range(5), is_closed=True, length=5, bound=5, is_optimal=True, G=G)
    scene = tour_scene(tour)
    assert [len(spots.at) for spots in scene.spots] == [2]
    assert len(scene.labels) == 7
    assert len(scene.edges) == 2
    assert scene.title.endswith("A cycle of length 5, proved to be the longest.")
    board = LongestTour([(0, 0), (1, 2)], is_closed=False, length=2, G=GRAPH)
    assert not tour_scene(board).spots
    assert "nothing is proved" in tour_scene(board).title
    assert tour.to_html().startswith("<!DOCTYPE html>")


@together(
    ("options", "numbers", "names"),
    [
        ({}, [], list("012345")),
        ({"numbers": True}, list("123456"), []),
        ({"names": False}, list("123456"), []),
        ({"numbers": True, "names": True}, list("123456"), list("012345")),
    ],
)
def test_a_number_is_the_name_of_a_node_or_of_a_visit(options, numbers, names):
    root = ET.fromstring(ring(6).to_svg(**options))
    assert [e.text for e in of_class(root, "number")] == numbers
    assert [e.text for e in of_class(root, "name")] == names
    letters = nx.relabel_nodes(nx.cycle_graph(4), dict(enumerate("abcd")))
    root = ET.fromstring(icosian.hamiltonian_cycle(letters).to_svg())
    assert [e.text for e in of_class(root, "number")] == list("1234")
    assert sorted(e.text for e in of_class(root, "name")) == list("abcd")


# Path covers: every path in a color, every node once.


STAR, ARCS = nx.star_graph(4), nx.DiGraph([(0, 1), (0, 2), (1, 3)])


@together("G", [STAR, ARCS, knight_graph(4), nx.empty_graph(3)])
def test_every_edge_and_every_node_has_the_color_of_its_path(G):
    cover = minimum_path_cover(G)
    scene = cover_scene(cover)
    assert len(scene.strokes) == len(scene.spots) == len(cover)
    for path, strokes, spots in zip(cover, scene.strokes, scene.spots, strict=True):
        assert strokes.kind == spots.kind
        assert sum(len(line) - 1 for line in strokes.lines) == len(path) - 1
        assert len(spots.at) == len(path)
        assert len(strokes.heads) == (len(path) - 1 if G.is_directed() else 0)
    assert scene.title == cover.explain()


def test_colors_differ_until_they_repeat():
    cover = minimum_path_cover(nx.empty_graph(SETS + 1))
    kinds = [spots.kind for spots in cover_scene(cover).spots]
    assert len(set(kinds)) == SETS
    assert kinds[0] == kinds[-1]
    assert PENS.keys() >= set(kinds) <= FILLS.keys()


def test_the_other_edges_are_pale_and_not_drawn_on_a_board():
    assert len(cover_scene(minimum_path_cover(STAR)).edges) == 2
    assert not cover_scene(minimum_path_cover(knight_graph(4))).edges


def test_of_a_large_board_the_ends_are_marked():
    scene = cover_scene(minimum_path_cover(knight_graph(21)))
    assert [len(spots.at) for spots in scene.spots] == [2]


def test_positions_and_names_may_be_given():
    cover = PathCover([(0, 1), (2,)])
    scene = cover_scene(cover, pos={0: (0, 0), 1: (1, 0), 2: (5, 5)}, names=False)
    assert scene.spots[1].at == [(5, 5)]
    assert not scene.labels


def test_disjoint_cycles_are_closed_lines_one_color_each_over_all_nodes():
    cycles = hamiltonian_decomposition(nx.complete_graph(9))
    scene = cover_scene(cycles)
    assert [strokes.kind for strokes in scene.strokes] == [f"cover{k}" for k in range(1, 5)]
    assert all(line[0] == line[-1] for strokes in scene.strokes for line in strokes.lines)
    assert [len(line) for strokes in scene.strokes for line in strokes.lines] == [10] * 4
    assert [(spots.kind, len(spots.at)) for spots in scene.spots] == [("rest", 9)]
    assert not scene.edges
    assert scene.title == "4 Hamiltonian cycles with all edges."


def test_disjoint_cycles_of_digraphs_have_arrows_and_those_of_boards_their_squares():
    ways = cover_scene(hamiltonian_decomposition(nx.complete_graph(5, nx.DiGraph)))
    assert [len(strokes.heads) for strokes in ways.strokes] == [5] * 4
    board = cover_scene(edge_disjoint_hamiltonian_cycles(knight_graph(6)))
    assert len(board.rows) == 6
    wrapped = hamiltonian_decomposition(knight_graph(6, periodic=True))
    assert len(cover_scene(wrapped).strokes) == 4
    for cycles in (wrapped, DisjointCycles([]), DisjointCycles([(0, 1, 2)])):
        assert icosian.to_svg(cycles) == cycles._repr_svg_()
        icosian.draw(cycles)


def test_an_edge_and_its_opposite_in_two_cycles_lie_beside_each_other():
    cube = nx.hypercube_graph(3).to_directed()
    scene = cover_scene(edge_disjoint_hamiltonian_cycles(cube))
    lines = [line for strokes in scene.strokes for line in strokes.lines]
    both = [line for line in lines if any(line[0] == o[-1] and line[-1] == o[0] for o in lines)]
    assert len(lines) == 16
    assert both
    assert all((len(line) > 2) == (line in both) for line in lines)


def test_a_huge_cover_is_not_shown():
    assert is_small(PathCover([range(2000)]))
    assert not is_small(PathCover([range(2001)]))


def test_the_proof_crosses_out_what_is_removed():
    picture = icosian.to_svg(minimum_path_cover(STAR).proof, G=STAR)
    assert "There is no path cover with fewer than 3 paths" in picture
    assert "without the 1 crossed-out" in picture.lower()
    arcs = icosian.to_svg(minimum_path_cover(ARCS).proof, G=ARCS)
    assert "a cover uses at most 2 of the dashed edges" in arcs.lower()
    board = knight_graph(4)
    assert (
        "the part of 16 squares needs 2 paths"
        in icosian.to_svg(board.minimum_path_cover().proof, G=board).lower()
    )


# Puzzles: clues in bold, squares to fill in.


PUZZLE = icosian.read_puzzle("1 . 8\n. # .\n. 4 5\n")


def test_a_sheet_has_the_clues_in_bold_and_a_frame_for_each_square():
    scene = scene_made(PUZZLE)
    assert {(label.at, label.text) for label in scene.bold} == {
        ((0, 0), "1"),
        ((2, 0), "8"),
        ((1, 2), "4"),
        ((2, 2), "5"),
    }
    (frames,) = (strokes.lines for strokes in scene.strokes if strokes.kind == "grid")
    assert len(frames) == len(PUZZLE) == 8
    assert all(line[0] == line[-1] for line in frames)
    assert not scene.numbers
    assert scene.title == "puzzle of 8 squares with 4 clues"
    assert scene.description == "1 on a3, 4 on b1, 5 on c1, 8 on c3"


def test_a_solution_has_all_numbers_once_the_clues_in_bold():
    scene = scene_made(PUZZLE.solve())
    bold, plain = ({label.text for label in some} for some in (scene.bold, scene.numbers))
    assert bold == {"1", "4", "5", "8"}
    assert plain == {"2", "3", "6", "7"}
    assert (scene.starts, scene.end) == ([(0, 0)], (2, 0))
    clues = next(spots for spots in scene.spots if spots.kind == "clue")
    assert set(clues.at) == {(1, 2), (2, 2)}


def test_hexagons_have_hexagonal_frames():
    puzzle = icosian.Puzzle(icosian.hex_graph(2), {(1, 1): 7})
    (frames,) = (strokes.lines for strokes in scene_made(puzzle).strokes)
    assert [len(line) for line in frames] == [7] * 7


def test_a_puzzle_on_a_graph_shows_its_nodes_and_edges():
    scene = scene_made(icosian.Puzzle(nx.petersen_graph(), {0: 1, 7: 10}))
    assert len(scene.dots) == 8
    assert len(scene.bold) == 2
    assert scene.edges
    assert "2 clues" in scene.title


def test_pictures_are_shown_drawn_and_written(tmp_path):

    for value in (PUZZLE, PUZZLE.solve()):
        svg = value._repr_svg_()
        assert svg.count('class="number clue"') == 1
        assert "font-weight:bold" in svg
        artists = value.draw(ax=Figure().add_subplot())
        weights = [text.get_weight() for text in artists if hasattr(text, "get_weight")]
        assert weights.count("bold") == 4
        icosian.save(value, tmp_path / "puzzle.png")
    assert "font-weight" not in icosian.knights_tour(6).to_svg()
    with pytest.raises(InvalidArgument, match="Puzzle"):
        icosian.draw(3)


def test_without_numbers_a_solution_is_drawn_as_a_tour():
    scene = scene_made(PUZZLE.solve(), numbers=False)
    assert not scene.bold
    assert scene.trail
