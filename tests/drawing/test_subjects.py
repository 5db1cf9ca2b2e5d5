"""What the pictures and films of all subjects keep, whatever they show."""

import itertools
import re
import struct
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path

import matplotlib as mpl
import networkx as nx
import pytest
from drawing_artists import axes, of_kind, of_style
from drawing_pictures import FEW, PICTURES
from drawing_scenes import film_made, parts, scene_made
from drawing_tours import ring, six
from drawing_walks import WALKS
from hypothesis import given, strategies as st
from matplotlib.collections import EllipseCollection, LineCollection, PathCollection
from matplotlib.image import AxesImage
from matplotlib.text import Text
from svg_reading import NUMBER, coordinates, of_class, tag
from together import examples, together

import icosian
from icosian.drawing import draw, save, to_svg
from icosian.drawing.films import AGAIN, EMPTY, FOUND, LEFT, OPEN, PASSED, START
from icosian.drawing.scene import area_of
from icosian.drawing.styles import GRID, OUTLINES
from icosian.exceptions import InvalidArgument
from icosian.proofs import Toughness

EVERY = together("name", PICTURES)
LAYOUTS = Path(__file__).parents[1] / "data" / "pictures" / "scenes.txt"
MANY = 40  # texts that are stored as they are
WRITTEN = {"number", "tag", "name", "heading"}
MAGIC = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF"}


def parse(**given):
    return ET.fromstring(to_svg(**given).encode())


@cache
def svg(name):
    """Return the picture of a subject as text."""
    return to_svg(**PICTURES[name])


@cache
def scene(name):
    subject, *_ = PICTURES[name].values()
    options = {key: value for key, value in PICTURES[name].items() if key != "subject"}
    return scene_made(subject, **options)


@pytest.mark.slow
@EVERY
def test_a_picture_says_what_it_shows_and_everything_is_inside_the_view_box(name):
    root = ET.fromstring(svg(name).encode())
    assert (tag(root), root.get("role"), tag(root[0])) == ("svg", "img", "title")
    assert root[0].text == scene(name).title
    x0, y0, width, height = map(float, root.get("viewBox").split())
    moved = root.findall(".//*[@transform]")
    corners = [tuple(map(float, NUMBER.findall(e.get("transform"))[:2])) for e in moved]
    points = [(x + d, y + d) for x, y in corners for d in (-GRID / 2, GRID / 2)]
    points += coordinates(root)
    assert all(x0 <= x <= x0 + width and y0 <= y <= y0 + height for x, y in points)


@pytest.mark.slow
@EVERY
def test_both_backends_draw_the_same_and_everything_drawn_is_returned_and_inside(name):
    plan, root, ax = scene(name), ET.fromstring(svg(name).encode()), axes()
    before = set(ax.get_children())
    artists = draw(**PICTURES[name], ax=ax)
    assert set(artists) == set(ax.get_children()) - before
    written = [text.get_text() for text in of_kind(artists, Text)]
    assert sorted(written) == sorted(e.text for e in root.iter() if tag(e) == "text")
    for style in ("start", "end"):
        some = of_style(artists, style)
        marks = sum(max(len(one.get_paths()), len(one.get_offsets())) for one in some)
        assert marks == len(of_class(root, style))
    assert len(of_kind(artists, AxesImage)) == bool(plan.board.rows)
    assert len(of_kind(artists, LineCollection)) >= len(of_class(root, "stroke"))
    pieces = [e for e in of_class(root, "piece") if tag(e) == "path"]
    outlines = sum(len(group.get_paths()) for group in of_kind(artists, PathCollection))
    assert outlines == len(pieces) == len(parts(plan, "piece"))
    circles = sum(tag(e) == "circle" for e in root.iter())
    discs = sum(len(group.get_offsets()) for group in of_kind(artists, EllipseCollection))
    assert discs == circles
    (left, right), (bottom, top) = ax.get_xlim(), sorted(ax.get_ylim())
    points = [text.get_position() for text in of_kind(artists, Text)]
    for lines in of_kind(artists, LineCollection):
        points += [point for line in lines.get_segments() for point in line]
    for discs in of_kind(artists, EllipseCollection):
        points += list(discs.get_offsets())
    assert all(left <= x <= right and bottom <= y <= top for x, y in points)
    if PICTURES[name] in FEW.values():
        ax.figure.draw_without_rendering()


@pytest.mark.slow
@EVERY
def test_the_style_sheet_has_every_class_and_changes_nothing_else_on_the_page(name):
    root = ET.fromstring(svg(name).encode())
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


def meet(one, other):
    """Return True if two rectangles (left, low, right, high) have a point inside both."""
    return all(max(one[k], other[k]) < min(one[k + 2], other[k + 2]) for k in (0, 1))


@pytest.mark.slow
@EVERY
def test_text_lies_neither_on_other_text_nor_a_name_on_a_node(name):
    layers = scene(name).painted()
    written = [one for one in layers if one.role in {"name", "tag", "heading"}]
    areas = [
        (one.role, area_of(label, 0.8 * one.shapes.height))
        for one in written
        for label in one.parts
    ]
    if len(areas) > 200:
        return
    nodes = [
        (p, 0.8 * r)
        for one in layers
        if one.role in {"node", "spot", "start", "end"}
        for p, r in zip(one.shapes.at, one.shapes.radii, strict=True)
    ]
    for (_, one), (_, two) in itertools.combinations(areas, 2):
        assert not meet(one, two)
    for role, one in areas:
        for (x, y), r in nodes if role == "name" else ():
            assert not meet(one, (x - r, y - r, x + r, y + r))


def listed(texts):
    """Return texts in their order, or how many there are."""
    return " ".join(texts) if len(texts) <= MANY else f"{len(texts)} texts"


def described(name):
    """Return what a scene holds, line by line; where it is, other tests look at."""
    plan = scene(name)
    lines = [f"title: {plan.title}", f"description: {plan.description}"]
    lines += [f"squares {k}: {n}" for k, n in sorted(Counter("".join(plan.board.rows)).items())]
    for layer in plan.painted()[bool(plan.board.rows) :]:
        texts = [str(label[1]) for label in layer.parts if layer.role in WRITTEN]
        count = "outline" if layer.style.startswith("stroke set") else len(layer.parts)
        if " ".join(texts) not in plan.title.replace(". ", " ") or not texts:  # as the legend is
            lines.append(f"{layer.style}: {listed(texts) or count}")
    return "\n".join(line for line in lines if not line.endswith(": "))


def digests():
    """Return what identifies the picture of each subject."""
    return {name: sha256(svg(name).encode()).hexdigest() for name in PICTURES}


@pytest.mark.slow
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


@pytest.mark.slow
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


@examples(10)
@given(st.lists(st.text(), min_size=3, max_size=6, unique=True))
def test_any_labels_make_a_well_formed_picture(labels):
    for question in labeled(*labels):
        assert len(of_class(parse(**question), "name")) >= sum(map(bool, map(str.split, labels)))


# Sheets of many pictures.


SVG = "{http://www.w3.org/2000/svg}"


def cells(text):
    """Return the pictures of a sheet: left, top, width, height and the number above."""
    root = ET.fromstring(text)
    return root, [
        (
            *(float(cell.get(key)) for key in ("x", "y", "width", "height")),
            cell.find(f"{SVG}g[@class='heading']/{SVG}text").text,
        )
        for cell in root.findall(f"{SVG}svg")
    ]


def test_a_sheet_takes_tours_of_boards_graphs_and_lengths():
    some = [
        icosian.knights_tour(6),
        icosian.hamiltonian_path(nx.petersen_graph()),
        icosian.shortest_hamiltonian_cycle(nx.complete_graph(5)),
        icosian.queens(4),
    ]
    text = icosian.to_svg(iter(some))
    assert text.count('class="sheet"') == 4
    assert "prefers-color-scheme:dark" in text
    for value in some:
        assert f"<title>{ET.fromstring(value.to_svg())[0].text}" in text
    assert icosian.to_svg(some, names=True) != text


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_sheets_are_saved_in_each_format(tmp_path, suffix):
    path = tmp_path / f"sheet{suffix}"
    icosian.save(icosian.all_queens(4), path, columns=2)
    start = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(start)
    if suffix == ".png":
        light = path.read_bytes()
        width = float(ET.fromstring(icosian.to_svg(icosian.all_queens(4))).get("width"))
        assert struct.unpack(">2I", light[16:24])[0] == pytest.approx(2 * width, abs=2)
        with mpl.rc_context({"figure.facecolor": "black"}):
            icosian.save(icosian.all_queens(4), path, columns=2)
        assert path.read_bytes() != light


@pytest.mark.slow
def test_sheets_that_are_empty_or_too_large_are_refused(tmp_path):
    with pytest.raises(InvalidArgument, match="1 to 400 pictures, got none"):
        icosian.to_svg([])
    with pytest.raises(InvalidArgument, match="got more than 400: save several files"):
        icosian.to_svg(itertools.repeat(icosian.queens(4)))
    with pytest.raises(InvalidArgument, match="at most 40,000 nodes together, got 40,401"):
        icosian.to_svg([icosian.knights_tour(200), icosian.Tour(range(401), is_closed=True)])
    for columns in (0, 2.0, True):
        with pytest.raises(InvalidArgument, match="columns must be an integer"):
            icosian.to_svg([icosian.queens(4)], columns=columns)
    with pytest.raises(InvalidArgument, match="an animation shows a tour or steps"):
        icosian.save([icosian.queens(4)], tmp_path / "sheet.gif")
    with pytest.raises(InvalidArgument, match="subject must be a Tour"):
        icosian.to_svg(["text"])
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_pages_of_a_pdf_are_the_pictures_as_large_as_they_are_alone(tmp_path):
    path, alone = tmp_path / "pages.pdf", tmp_path / "alone.pdf"
    puzzle = icosian.make_puzzle(4, kind="slitherlink", seed=1)
    subjects, boxes = [icosian.queens(5), puzzle, puzzle.solve()], []
    for subject in subjects:
        icosian.save(subject, alone)
        boxes += re.findall(rb"/MediaBox \[[^]]*\]", alone.read_bytes())
    icosian.save(iter(subjects), path, pages=True)
    first = path.read_bytes()
    assert first.count(b"/Type /Page ") == 3
    assert re.findall(rb"/MediaBox \[[^]]*\]", first) == boxes
    icosian.save(subjects, path, pages=True)
    assert path.read_bytes() == first  # no date
    icosian.save(subjects, path, pages=True, size=300)
    assert path.read_bytes() != first
    icosian.save(subjects, path)
    assert path.read_bytes().count(b"/Type /Page ") == 1


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "box"), [("A4", "595.44 841.68"), ("letter", "612 792")])
def test_a_book_of_puzzles_has_several_on_a_page_and_the_solutions_behind(tmp_path, paper, box):
    path = tmp_path / "book.pdf"
    puzzles = [icosian.make_puzzle(3, kind="zip", seed=k) for k in range(7)]
    mixed = [one for puzzle in puzzles for one in (puzzle.solve(), puzzle)]
    icosian.save(mixed, path, pages=paper)
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([^]]*?) \]", path.read_bytes())
    assert boxes == [box.encode()] * 3  # four and three puzzles, seven solutions
    icosian.save(mixed, path, pages=paper, columns=1)
    assert path.read_bytes().count(b"/Type /Page ") > 3
    with pytest.raises(InvalidArgument, match='"A4" or "letter", got \'A5\''):
        icosian.save(mixed, path, pages="A5")
    with pytest.raises(InvalidArgument, match=r"have the size of the paper.* got size=300"):
        icosian.save(mixed, path, pages=paper, size=300)


def test_puzzle_and_solution_are_side_by_side_in_the_same_size():
    puzzle = icosian.make_puzzle(4, kind="slitherlink", seed=1)
    sheet = icosian.to_svg([puzzle, puzzle.solve()])
    cells = re.findall(r'<svg class="sheet" x="(\S+)" y="0" .*?viewBox="([^"]+)"', sheet)
    assert len(cells) == 2
    assert cells[0][0] != cells[1][0]
    first, second = ([float(x) for x in box.split()] for _, box in cells)
    assert first == pytest.approx(second)
    assert ">Solution</text>" in sheet
    assert "Draw one loop" in sheet


def test_pages_are_of_several_pictures_in_a_pdf(tmp_path):
    cover = icosian.minimum_path_cover(nx.star_graph(4))
    for subjects, name, options, rule in (
        ([icosian.queens(5)], "pages.png", {}, r"a file of pages is saved as \.pdf, .*png"),
        (icosian.queens(5), "pages.pdf", {}, "pages show a list of subjects .* got a Placement"),
        (cover, "pages.pdf", {}, "pages show a list of subjects .* got a PathCover"),
        (["text"], "pages.pdf", {}, "a list of subjects with pictures, got a list"),
        ([], "pages.pdf", {}, r"save\(\) takes 1 to 400 pictures, got none"),
        ([icosian.queens(5)], "pages.pdf", {"columns": 2}, "got columns=2"),
        ([icosian.queens(5)], "pages.pdf", {"animated": True}, "an animation is saved as"),
    ):
        with pytest.raises(InvalidArgument, match=rule):
            icosian.save(subjects, tmp_path / name, pages=True, **options)
    assert not list(tmp_path.iterdir())


if __name__ == "__main__":
    LAYOUTS.write_text("\n".join(f"# {name}\n{described(name)}\n" for name in PICTURES), "utf-8")


GONE = {EMPTY, LEFT}


def shown(film, most=10**6):
    """The state of every node on show after each frame, by the names of nodes."""
    state = {}
    for frame in film.frames(most):
        for change in frame.changes:
            state[change.node] = change
        yield frame.counts, dict(state)


def path_of(film, state):
    """The nodes that stand, in the order of the numbers on them."""
    there = sorted((c for c in state.values() if c.mark not in GONE), key=lambda c: int(c.text))
    assert [int(c.text) for c in there] == list(range(1, len(there) + 1))
    for before, after in pairwise(there):
        assert after.origin == before.node
    return [film.nodes[c.node] for c in there]


@pytest.mark.parametrize("tour", [six(), six(is_closed=False), ring(7)])
def test_a_tour_grows_by_a_node_a_step_and_returns_if_it_is_closed(tour):
    film = film_made(tour)
    states = [state for _, state in shown(film)]
    assert len(states) == len(tour) + tour.is_closed
    for k, state in enumerate(states[: len(tour)], start=1):
        assert path_of(film, state) == list(tour[:k])
    assert (states[-1][0].origin == len(tour) - 1) == tour.is_closed


@together("name", WALKS)
def test_the_nodes_of_the_film_of_a_walk_are_its_visits(name):
    walk = WALKS[name]
    film = film_made(walk)
    *_, (counts, state) = shown(film)
    assert counts == (len(walk.stops),)
    assert [film.geometry.name(k) for k in film.nodes] == [film.geometry.name(k) for k in state]
    assert [c.origin for _, c in sorted(state.items())] == list(range(-1, len(walk) - 1))
    assert state[0].mark == START
    passed = [k for k, c in state.items() if c.mark == PASSED]
    visits = [(film.geometry.position(k), state[k].text) for k in state if k not in passed]
    assert len(visits) <= len(walk.stops)
    assert [int(text) for _, text in visits] == sorted(int(text) for _, text in visits)
    for k in range(1, len(walk)):  # a line starts where the one before ends
        end = film.line(k - 2, k - 1)[-1][-1] if k > 1 else film.geometry.position(0)
        assert film.line(k - 1, k)[0][0] == end


@together("closed", [False, True])
@together(
    "G", [icosian.knight_graph(3, 4), nx.petersen_graph(), nx.DiGraph([(0, 1), (1, 2), (2, 0)])]
)
def test_a_search_shows_the_path_of_every_step(G, closed):
    steps = list(islice(icosian.backtrack(G, closed=closed), 500))
    film = film_made(steps, G=G, solutions=None, limit=500)
    path = []
    for step, (counts, state) in zip(steps, shown(film), strict=True):
        if step.kind == "visit":
            path.append(step.node)
        elif step.kind == "retreat":
            path.pop()
            assert state[film.nodes.index(step.node)].mark == LEFT
        assert path_of(film, state) == path
        assert counts == (step.visits, step.retreats, step.found)
        if step.kind == "found":
            assert step.tour == tuple(path)


@pytest.mark.parametrize("method", ["brute-force", "backtracking", "bitmask"])
def test_a_search_for_queens_shows_the_queens_of_every_step(method):
    steps = list(icosian.placement_search(4, method=method))
    film = film_made(icosian.placement_search(4, method=method), solutions=None, limit=10**6)
    for step, (counts, state) in zip(steps, shown(film), strict=True):
        there = {film.nodes[c.node] for c in state.values() if c.mark not in GONE}
        columns = step.columns
        if step.kind == "reject" and method == "backtracking":
            *columns, last = columns
            assert state[film.nodes.index((len(columns), last))].mark == LEFT
        assert there == set(enumerate(columns))
        assert counts[3] == step.found
        marks = {c.mark for c in state.values()} - {EMPTY}
        assert (marks == {FOUND}) == (step.kind == "found")


def test_the_steps_of_dijkstra_show_distances_and_where_they_come_from():
    G = icosian.knight_graph(4)
    paths = icosian.dijkstra(G, "a1")
    film = film_made(paths.steps, solutions=1, limit=1000)
    for step, (_, state) in zip(paths.steps, shown(film), strict=False):
        reached = {film.nodes[c.node]: int(c.text) for c in state.values() if c.mark == OPEN}
        assert reached == step.tentative
    *_, (_, last) = shown(film)
    assert {film.nodes[c.node]: int(c.text) for c in last.values()} == paths.distances
    for change in last.values():
        node = film.nodes[change.node]
        before = [film.nodes[change.origin]] if change.origin >= 0 else []
        assert set(before) <= set(paths.predecessors[node])


@examples(10)
@given(st.integers(2, 60), st.integers(20, 400))
def test_every_retreat_is_shown_when_frames_are_few(most, length):
    steps = list(islice(icosian.knight_graph(4).backtrack(order="given"), length))
    film = film_made(steps, G=icosian.knight_graph(4), solutions=None, limit=length)
    frames = list(shown(film, most))
    assert len(frames) <= most
    assert frames[-1][0] == [counts for counts, _ in shown(film)][-1]
    retreats = begin = 0
    for counts, state in frames:
        end = sum(counts)
        left = {step.node for step in steps[begin:end] if step.kind == "retreat"}
        retreats += sum(step.kind == "retreat" for step in steps[begin:end])
        red = {film.nodes[c.node] for c in state.values() if c.mark in {LEFT, AGAIN}}
        assert red == left
        assert counts[1] == retreats
        begin = end


def test_a_search_ends_at_the_requested_solutions_or_at_the_limit():
    def last(**given):
        film = film_made(icosian.placement_search(6), **given)
        return [frame.counts for frame in film.frames(10**6)][-1][3], film

    assert last(solutions=1, limit=10**6)[0] == 1
    assert last(solutions=3, limit=10**6)[0] == 3
    assert last(solutions=None, limit=10**6)[0] == 4
    found, film = last(solutions=None, limit=50)
    assert found == 0
    assert len(film.steps) == 50
    assert film.title.endswith("its first 50 steps")
