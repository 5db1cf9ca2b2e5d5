"""The three drawing functions take every value that has a picture."""

import html
import io
import pickle
import xml.etree.ElementTree as ET

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pytest
from drawing_artists import axes, of_kind
from drawing_films import SUBJECTS
from drawing_proofs import PROOFS
from drawing_tours import six
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from PIL import Image
from svg_reading import of_class
from together import together

import icosian
from icosian.boards.board import Board
from icosian.drawing import api, is_small, save, styles as colors, to_svg
from icosian.exceptions import InvalidArgument
from icosian.proofs import Toughness

STAR = nx.star_graph(3)
ROAD = icosian.route_map([("A", "B", 7)])
KNIGHT = icosian.knight_graph(6)
PATHS = icosian.dijkstra(KNIGHT, "a1")
TOUR = icosian.knights_tour(6)
PROOF = Toughness(closed=True, removed=frozenset({0}), parts=3)
COLORING = icosian.minimum_coloring(KNIGHT)
VALUES = {
    "board": (Board((3, 4)), {}),
    "graph": (STAR, {}),
    "board graph": (KNIGHT, {"names": False}),
    "map": (icosian.route_map([("A", "B", 7), ("B", "C", 2)]), {"weight": "weight"}),
    "tour": (TOUR, {"numbers": False}),
    "proof": (PROOF, {"G": STAR}),
    "paths": (PATHS, {"target": "f6"}),
    "placement": (icosian.queens(6), {}),
    "coloring": (COLORING, {}),
}


@together("value", [None, 5, "e4", [(0, 0), (1, 2)]], ids=repr)
def test_a_value_without_a_picture_is_refused(value, tmp_path):
    for function in (icosian.draw, icosian.to_svg):
        with pytest.raises(InvalidArgument, match=r"must be a Tour, .* or networkx graph"):
            function(value)
    with pytest.raises(InvalidArgument, match=r"must be a Tour, .* or networkx graph"):
        icosian.save(value, tmp_path / "picture.svg")
    assert not list(tmp_path.iterdir())


def test_a_proof_needs_its_graph():
    with pytest.raises(InvalidArgument, match="G is missing"):
        icosian.draw(PROOF)


def test_the_weights_of_a_graph_are_drawn_on_request():
    roads, _ = VALUES["map"]
    assert 'class="tag"' not in icosian.to_svg(roads)
    assert ">7<" in icosian.to_svg(roads, weight="weight")
    twice = icosian.to_svg(roads, weight=lambda u, v, data: 2 * data["weight"])
    assert ">14<" in twice


@together(
    ("ask", "known"),
    [
        (
            lambda: icosian.draw(STAR, numbers=True),
            r"draw\(\) of a Graph .* weight, pos, names",
        ),
        (lambda: icosian.to_svg(TOUR, target=1), r"to_svg\(\) of a Tour .* numbers, arrows, pos"),
        (lambda: icosian.to_svg(TOUR, fps=4), r"to_svg\(\) of a Tour .* animated; got fps=4"),
        (lambda: icosian.animate(TOUR, limit=9), r"animate\(\) of a Tour .* G, frames, fps, ax"),
        (lambda: icosian.to_html(TOUR, fps=4), r"to_html\(\) of a Tour .* G, reasons; got fps=4"),
        (lambda: icosian.save(TOUR, "tour.gif", names=True), r"save\(\) of a Tour .* frames, fps"),
        (lambda: icosian.save(TOUR, "tour.png", G=STAR), r"save\(\) of a Tour .* numbers, arrows"),
        (lambda: icosian.to_svg([TOUR], G=STAR), r"to_svg\(\) of a Tour .* columns"),
        (lambda: TOUR.draw(target=1), r"draw\(\) of a Tour .* numbers, arrows"),
    ],
)
def test_an_option_of_another_kind_is_refused_with_those_that_there_are(ask, known):
    with pytest.raises(InvalidArgument, match=known):
        ask()


COLORED = {
    "tour": (TOUR, {}, colors.MOVE),
    "walk": (icosian.traveling_salesman(ROAD, [*"AB"]), {}, colors.MOVE),
    "queens": (icosian.queens(6), {}, colors.PIECE),
    "chosen nodes": (icosian.maximum_independent_set(nx.cycle_graph(5)), {}, colors.START),
    "path": (PATHS, {"target": "f6"}, colors.CLASH),
    "graph": (nx.cycle_graph(5), {}, colors.MOVE),
}


@together("name", COLORED)
def test_a_color_is_that_of_the_subject_on_any_background(name):
    subject, options, usual = COLORED[name]
    assert usual in to_svg(subject, **options)
    changed = to_svg(subject, color="crimson", **options)
    assert "#dc143c" in changed
    assert usual not in changed
    figure, drawn = Figure(facecolor="black"), io.BytesIO()
    icosian.draw(subject, color="crimson", ax=figure.add_subplot(), **options)
    figure.savefig(drawn, format="svg")
    assert b"#dc143c" in drawn.getvalue()


@pytest.mark.parametrize("subject", [TOUR, list(icosian.all_queens(5)), nx.cycle_graph(5)])
def test_a_size_is_that_of_the_longer_side_in_pixels(subject, tmp_path):
    is_sheet = isinstance(subject, list)
    save(subject, tmp_path / "one.png", size=120, **({"columns": 1} if is_sheet else {}))
    with Image.open(tmp_path / "one.png") as image:
        assert max(image.size) == pytest.approx(240 * (len(subject) if is_sheet else 1), abs=2)


def test_a_size_without_axes_is_that_of_the_figure():
    icosian.draw(TOUR, size=300)
    assert plt.gcf().get_size_inches().tolist() == [3, 3]
    plt.close()


@together(
    ("ask", "message"),
    [
        (lambda: TOUR.draw(color="nocolor"), r"draw\(\) takes a color .* got color='nocolor'"),
        (lambda: to_svg(TOUR, size=3), r"to_svg\(\) takes a size of 16 to 5000 pixels, got size=3"),
        (lambda: to_svg(TOUR, size=True), "got size=True"),
        (lambda: to_svg(COLORING, color="red"), r"to_svg\(\) takes no color of this subject"),
        (lambda: TOUR.draw(size=90, ax=Figure().add_subplot()), r"draw\(\) takes ax or size"),
    ],
)
def test_a_color_or_size_that_cannot_be_is_refused_by_the_function_that_was_called(ask, message):
    with pytest.raises(InvalidArgument, match=message):
        ask()


def test_large_values_are_not_small():
    assert all(is_small(value) for name, (value, *_) in VALUES.items() if name != "proof")
    large = icosian.knight_graph(45)
    assert not is_small(large)
    assert not is_small(large.board)
    assert not is_small(icosian.dijkstra(large, (0, 0)))
    assert not is_small(icosian.Tour(range(100_001), is_closed=False))


# Files.


MAGIC = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF"}


def test_an_upper_case_suffix_and_a_path_as_text_are_accepted(tmp_path):
    save(six(), str(tmp_path / "tour.SVG"))
    assert (tmp_path / "tour.SVG").read_text(encoding="utf-8") == to_svg(six())


@together("name", ["tour.jpeg", "tour", "tour.svg.gz", ".svg"])
def test_another_suffix_is_refused_before_any_work(name, tmp_path):
    with pytest.raises(InvalidArgument, match=r"\.pdf, \.png, \.svg.*got '.*" + name):
        save(None, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(InvalidArgument, match="folder of a picture must exist"):
        save(six(), tmp_path / "nowhere" / "tour.svg")


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "tour.svg").mkdir()
    with pytest.raises(InvalidArgument, match="is a folder"):
        save(six(), tmp_path / "tour.svg")


def test_a_proof_that_cannot_be_drawn_leaves_the_old_file(tmp_path):
    path = tmp_path / "proof.png"
    path.write_bytes(b"old")
    with pytest.raises(InvalidArgument, match="not a node of G"):
        save(PROOFS["cut"][0], path, G=PROOFS["forced"][1])
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failing_picture_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "tour.svg"
    path.write_bytes(b"old")
    monkeypatch.setattr(api, "document", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save(six(), path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


# Animations as files.


def pictures(data):
    with Image.open(io.BytesIO(data)) as image:
        assert image.info["loop"] == 0
        for k in range(image.n_frames):
            image.seek(k)
            yield np.asarray(image.convert("RGB")), image.info["duration"]


@pytest.mark.parametrize(
    ("suffix", "start"), [(".gif", b"GIF89a"), (".svg", b"<svg "), (".html", b"<!DOCTYPE html>")]
)
@pytest.mark.parametrize("name", ["closed", "queens"])
def test_the_suffix_of_an_animation_says_the_format(name, suffix, start, tmp_path):
    path = tmp_path / f"film{suffix}"
    save(SUBJECTS[name](), path)
    data = path.read_bytes()
    assert data.startswith(start)
    save(SUBJECTS[name](), path)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["tour.mp4", "tour", "nowhere/tour.gif"])
def test_another_path_of_an_animation_is_refused_before_any_work(name, tmp_path):
    with pytest.raises(InvalidArgument, match="a picture"):
        save(None, tmp_path / name)
    assert not list(tmp_path.iterdir())


@together("given", [{"fps": 0}, {"fps": 51}, {"fps": "fast"}, {"fps": True}, {"frames": 0}])
def test_frames_and_their_number_a_second_have_bounds(given):
    with pytest.raises(InvalidArgument, match=f"{next(iter(given))} must be"):
        to_svg(six(), animated=True, **given)


@pytest.mark.parametrize("suffix", [".png", ".pdf"])
def test_an_animation_is_not_saved_as_a_still_picture(suffix, tmp_path):
    steps = icosian.placement_search(4)
    with pytest.raises(InvalidArgument, match=r"an animation is saved as \.gif, \.html, \.svg"):
        save(steps, tmp_path / f"film{suffix}")
    with pytest.raises(InvalidArgument, match=r"an animation is saved as \.gif, \.html, \.svg"):
        save(six(), tmp_path / f"film{suffix}", animated=True)
    assert not list(tmp_path.iterdir())


def test_a_tour_moves_on_request_and_a_search_always():
    assert "<animate" not in to_svg(six())
    assert "<animate" in to_svg(six(), animated=True)
    steps = icosian.placement_search(4)
    assert to_svg(steps) == to_svg(list(icosian.placement_search(4)), G=steps.graph)


def test_a_graph_without_positions_is_animated(tmp_path):
    G = nx.petersen_graph()
    save(icosian.backtrack(G, 0, closed=True), tmp_path / "film.gif", frames=20)
    assert next(pictures((tmp_path / "film.gif").read_bytes()))[0].size


# Options that subjects share.


GRAPH = icosian.knight_graph(3, 4)
PICTURES = {
    "board": (GRAPH, {}),
    "tour": (six(), {}),
    "proof": (Toughness(closed=True, removed=frozenset({0}), parts=3), {"G": STAR}),
    "placement": (icosian.queens(6), {}),
    "coloring": (icosian.minimum_coloring(GRAPH), {}),
    "route": (icosian.dijkstra(GRAPH, "a1"), {}),
    "map": (icosian.route_map([("A", "B", 7), ("B", "C", 2)]), {"weight": "weight"}),
}
EVERY = pytest.mark.parametrize("name", PICTURES)
NODES = {"board": GRAPH, "tour": six(), "proof": STAR, "coloring": GRAPH, "route": GRAPH}
NODES["map"] = "ABC"
NODES["placement"] = [(r, c) for r in range(6) for c in range(6)]


def words(root):
    return [e.text for e in of_class(root, "name")]


@EVERY
def test_positions_on_request_replace_the_board(name):
    subject, options = PICTURES[name]
    pos = {v: (3.0 * k, float(k * k % 7)) for k, v in enumerate(NODES[name])}
    artists = icosian.draw(subject, **options, pos=pos, ax=axes())
    assert not of_kind(artists, AxesImage)
    assert not of_class(ET.fromstring(icosian.to_svg(subject, **options, pos=pos)), "dark")


@EVERY
def test_positions_lack_no_node(name):
    subject, options = PICTURES[name]
    with pytest.raises(icosian.InvalidArgument, match="pos must have two numbers for"):
        icosian.draw(subject, **options, pos={}, ax=axes())
    with pytest.raises(icosian.InvalidArgument, match="pos must map nodes to points, got 8"):
        icosian.draw(subject, **options, pos=8, ax=axes())


@EVERY
def test_names_are_left_out_on_request(name):
    subject, options = PICTURES[name]
    assert words(ET.fromstring(icosian.to_svg(subject, **options)))
    legend = words(ET.fromstring(icosian.to_svg(subject, **options, names=False)))
    assert all(" " in line for line in legend)  # a legend may stay


def test_a_board_shows_itself_in_a_notebook_unless_it_is_large():
    G = icosian.knight_graph(4)
    assert G._repr_svg_() == G.to_svg() == icosian.to_svg(G)
    assert G.board._repr_svg_() == icosian.to_svg(G.board)
    assert icosian.knight_graph(45)._repr_svg_() is None


def test_a_proof_that_was_found_shows_its_words_and_its_picture_in_a_notebook():
    found = icosian.prove_no_hamiltonian_cycle(STAR)
    shown = found._repr_html_()
    assert shown.startswith(f"<p>{html.escape(found.explain())}</p><svg")
    assert shown.endswith(to_svg(found, G=STAR))
    assert icosian.Proof.from_json(found.to_json())._repr_html_() is None  # which has no graph


def test_a_bound_shows_itself_with_the_lengths_that_were_asked_for():
    def length(u, v, data):
        return 1 + abs(u - v)

    tour = icosian.shortest_hamiltonian_cycle(nx.complete_graph(5), weight=length)
    assert tour.proof._repr_html_().endswith(to_svg(tour.proof, G=tour.graph, weight=length))


def test_a_proof_is_the_same_value_with_and_without_its_graph():
    found = icosian.prove_no_hamiltonian_cycle(STAR)
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert hash(again) == hash(found)
    assert again._repr_html_() is None  # a pickle holds no graph


def test_a_proof_on_a_large_graph_is_text_in_a_notebook():
    assert icosian.prove_no_hamiltonian_cycle(nx.star_graph(3000))._repr_html_() is None


def test_places_show_themselves_in_a_notebook_if_they_have_positions():
    places = icosian.Places({"mill": (0, 0), "inn": (3, 4)})
    assert places._repr_html_() == f"<p>2 places, euclidean distances</p>{to_svg(places)}"
    assert ">mill<" in to_svg(places)
    matrix = icosian.Places.from_matrix([[0, 1], [1, 0]])
    assert matrix._repr_html_() is None
    with pytest.raises(InvalidArgument, match="no positions to draw"):
        to_svg(matrix)
    assert to_svg(matrix, pos={0: (0, 0), 1: (3, 4)}).count("<circle") == 2
