"""What the pictures of all subjects keep, whatever they show."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from hashlib import sha256
from pathlib import Path

import matplotlib as mpl
import networkx as nx
import pytest
from drawing_pictures import FEW, PICTURES
from hypothesis import given, settings, strategies as st
from matplotlib.collections import EllipseCollection, LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle
from matplotlib.text import Text
from svg_reading import NUMBER, coordinates, of_class, tag
from together import together

import icosian
from icosian.drawing import draw, save, to_svg
from icosian.drawing.scene.pieces import GRID, OUTLINES
from icosian.drawing.subjects import picture
from icosian.proofs import Toughness

mpl.use("Agg")
EVERY = together("name", PICTURES)
MAGIC = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF"}


def axes():
    return Figure().add_subplot()


def parse(**given):
    return ET.fromstring(to_svg(**given).encode())


def layout(name):
    subject, *_ = PICTURES[name].values()
    options = {key: value for key, value in PICTURES[name].items() if key != "subject"}
    return picture(subject, **options)


def of_kind(artists, kind):
    return [artist for artist in artists if isinstance(artist, kind)]


@EVERY
def test_a_picture_says_what_it_shows_and_everything_is_inside_the_view_box(name):
    root = parse(**PICTURES[name])
    assert (tag(root), root.get("role"), tag(root[0])) == ("svg", "img", "title")
    assert root[0].text == layout(name).title
    x0, y0, width, height = map(float, root.get("viewBox").split())
    moved = root.findall(".//*[@transform]")
    corners = [tuple(map(float, NUMBER.findall(e.get("transform"))[:2])) for e in moved]
    points = [(x + d, y + d) for x, y in corners for d in (-GRID / 2, GRID / 2)]
    points += coordinates(root)
    assert all(x0 <= x <= x0 + width and y0 <= y <= y0 + height for x, y in points)


@EVERY
def test_both_backends_draw_the_same_and_everything_drawn_is_returned_and_inside(name):
    plan, root, ax = layout(name), parse(**PICTURES[name]), axes()
    before = set(ax.get_children())
    artists = draw(**PICTURES[name], ax=ax)
    assert set(artists) == set(ax.get_children()) - before
    ticks = [text for _, text in (*plan.files, *plan.ranks)]
    written = [text.get_text() for text in of_kind(artists, Text)] + ticks
    assert sorted(written) == sorted(e.text for e in root.iter() if tag(e) == "text")
    assert len(of_kind(artists, Circle)) == len(of_class(root, "start"))
    assert len(of_kind(artists, Rectangle)) == len(of_class(root, "end"))
    (left, right), (bottom, top) = ax.get_xlim(), sorted(ax.get_ylim())
    points = [text.get_position() for text in of_kind(artists, Text)]
    for lines in of_kind(artists, LineCollection):
        points += [point for line in lines.get_segments() for point in line]
    for discs in of_kind(artists, EllipseCollection):
        points += list(discs.get_offsets())
    assert all(left <= x <= right and bottom <= y <= top for x, y in points)
    ax.figure.draw_without_rendering()


@EVERY
def test_the_style_sheet_has_every_class_and_changes_nothing_else_on_the_page(name):
    root = parse(**PICTURES[name])
    (style,) = [e for e in root.iter() if tag(e) == "style"]
    selectors = re.findall(r"([^{}]+)\{", re.sub(r"@media[^{]*\{", "", style.text))
    parts = [part for selector in selectors for part in selector.split(",")]
    assert len(selectors) > 5
    assert all(part.startswith(".icosian") for part in parts)
    assert "@media (prefers-color-scheme:dark)" in style.text
    ruled = set(re.findall(r"\.([\w-]+)", style.text.partition("@media")[0]))
    used = {name for e in root.iter() for name in e.get("class", "").split()}
    assert used <= ruled | {*OUTLINES, "open", "closed"}
    for e in [*of_class(root, "spot"), *of_class(root, "stroke")]:
        if len(names := e.get("class").split()) == 2:
            assert f".icosian .{'.'.join(names)}{{" in style.text


def digests():
    """Return what identifies the picture of each subject."""
    return {name: sha256(to_svg(**given).encode()).hexdigest() for name, given in PICTURES.items()}


@pytest.mark.slow
def test_a_picture_is_the_same_every_time_and_in_every_process():
    script = "from drawing.subjects.test_subjects import digests; print(digests())"
    tests = Path(__file__).parents[2]
    given = {"PYTHONPATH": os.pathsep.join([*sys.path, str(tests)]), "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, check=True, env=os.environ | given)
    assert done.stdout.decode().strip() == str(digests())


@pytest.mark.parametrize("suffix", MAGIC)
@together("name", FEW)
def test_files_are_what_their_suffix_says_and_the_same_every_time(
    name, suffix, tmp_path, monkeypatch
):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    before = dict(mpl.rcParams)
    path, again = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
    path.write_bytes(b"old")
    save(**FEW[name], path=path)
    save(**FEW[name], path=str(again))
    assert path.read_bytes().startswith(MAGIC[suffix])
    assert path.read_bytes() == again.read_bytes()
    assert sorted(tmp_path.iterdir()) == [path, again]
    assert dict(mpl.rcParams) == before
    if suffix == ".svg":
        assert path.read_text(encoding="utf-8") == to_svg(**FEW[name])


SHOWN = [name for name in FEW if hasattr(FEW[name]["subject"], "to_svg") and len(FEW[name]) == 1]


@together("name", SHOWN)
def test_a_subject_shows_and_draws_itself(name):
    subject = FEW[name]["subject"]
    assert subject.to_svg() == subject._repr_svg_() == to_svg(subject)
    assert len(subject.draw(ax=axes())) == len(draw(subject, ax=axes()))


@together("name", FEW)
def test_the_current_axes_are_the_default(name):
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots()
    try:
        assert all(artist.axes is ax for artist in draw(**FEW[name]))
        assert plt.get_fignums() == [figure.number]
    finally:
        plt.close(figure)


def labeled(*labels):
    """Return a tour, a map and a proof on nodes with these labels, as arguments."""
    G = nx.cycle_graph(labels)
    cut = Toughness(closed=True, removed=frozenset(labels[:1]), parts=1)
    return (
        {"subject": icosian.Tour(labels, is_closed=True)},
        {"subject": icosian.dijkstra(G, labels[0]), "G": G, "target": labels[1]},
        {"subject": cut, "G": G},
    )


@together(
    "label",
    [
        '<&">',
        "]]>",
        "</svg>",
        "'",
        "\x00\x0b",
        "\ud800",
        "&amp;",
        "$x",
        r"$\frac$",
        "a\nb",
        "x" * 50,
    ],
)
def test_labels_stay_text_and_are_never_formulas(label):
    for question in labeled(label, "b", "c"):
        names = [e.text or "" for e in of_class(parse(**question), "name")]
        assert len(names) >= 3
        ax = axes()
        written = [text.get_text() for text in of_kind(draw(**question, ax=ax), Text)]
        ax.figure.draw_without_rendering()
        if label.isprintable() and len(label) < 20:
            assert any(text.startswith(label) for text in names)
            assert any(text.startswith(label) for text in written)


@settings(max_examples=20)
@given(st.lists(st.text(), min_size=3, max_size=6, unique=True))
def test_any_labels_make_a_well_formed_picture(labels):
    for question in labeled(*labels):
        assert len(of_class(parse(**question), "name")) >= len(labels)
