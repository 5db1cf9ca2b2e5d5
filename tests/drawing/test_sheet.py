"""Sheets of many pictures."""

import itertools
import struct
from xml.etree import ElementTree as ET

import matplotlib as mpl
import networkx as nx
import pytest

import icosian
from icosian.exceptions import InvalidArgument

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


@pytest.mark.parametrize(("columns", "across"), [(None, 5), (3, 3), (99, 10)])
def test_a_sheet_has_every_board_once_with_its_number_in_rows(columns, across):
    root, found = cells(icosian.to_svg(icosian.all_queens(5), columns=columns))
    assert [number for *_, number in found] == [str(k) for k in range(1, 11)]
    corners = [(x, y) for x, y, *_ in found]
    assert len(set(corners)) == 10
    assert corners == sorted(corners, key=lambda corner: corner[::-1])
    assert len({x for x, _ in corners}) == across
    width, height = map(float, root.get("viewBox").split()[2:])
    assert all(x + w <= width + 1 and y + h <= height + 1 for x, y, w, h, _ in found)


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


def test_sheets_that_are_empty_or_too_large_are_refused(tmp_path):
    with pytest.raises(InvalidArgument, match="1 to 400 pictures, got none"):
        icosian.to_svg([])
    with pytest.raises(InvalidArgument, match="got more than 400"):
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


@pytest.mark.parametrize("n", [5, 6, 20, 60])
def test_the_start_of_a_tour_is_marked_within_its_square(n):
    from icosian.drawing.subjects import picture

    layout = picture(icosian.knights_tour(n, closed=n % 2 == 0))
    assert layout.mark <= 0.43  # with its rim, a disc of one square
