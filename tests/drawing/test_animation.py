"""Animations as files: formats, paths, arguments."""

from io import BytesIO

import networkx as nx
import numpy as np
import pytest
from drawing_tours import ring, six, snake
from PIL import Image

import icosian
from icosian.drawing import save, to_svg
from icosian.exceptions import InvalidArgument


def romania():
    return icosian.dijkstra(icosian.route_map([("A", "B", 2), ("B", "C", 3), ("A", "C", 9)]), "A")


SUBJECTS = {
    "closed": six,
    "open": lambda: six(is_closed=False),
    "graph": lambda: ring(9),
    "layers": lambda: snake(2, 3, 3),
    "torus": lambda: icosian.knight_graph(5, periodic=True).hamiltonian_cycle("a1"),
    "many": lambda: snake(13, 14),
    "large": lambda: snake(20, 21),
    "search": lambda: icosian.knight_graph(5).backtrack("a1", order="given"),
    "queens": lambda: icosian.placement_search(5),
    "paths": lambda: romania().steps,
}


def pictures(data):
    with Image.open(BytesIO(data)) as image:
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


@pytest.mark.parametrize(
    "given", [{"fps": 0}, {"fps": 51}, {"fps": "fast"}, {"fps": True}, {"frames": 0}]
)
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
