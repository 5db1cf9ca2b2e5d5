"""Pictures of path covers: every path in a color, every node once, both backends."""

import networkx as nx
import pytest

import icosian
from icosian import knight_graph, minimum_path_cover
from icosian.drawing import is_small
from icosian.drawing.scene.colors import FILLS, PENS, SETS
from icosian.drawing.subjects.tours import cover_layout
from icosian.tours import PathCover

STAR, ARCS = nx.star_graph(4), nx.DiGraph([(0, 1), (0, 2), (1, 3)])


@pytest.mark.parametrize("G", [STAR, ARCS, knight_graph(4), nx.empty_graph(3)])
def test_every_edge_and_every_node_has_the_color_of_its_path(G):
    cover = minimum_path_cover(G)
    layout = cover_layout(cover)
    assert len(layout.strokes) == len(layout.spots) == len(cover)
    for path, strokes, spots in zip(cover, layout.strokes, layout.spots, strict=True):
        assert strokes.kind == spots.kind
        assert sum(len(line) - 1 for line in strokes.lines) == len(path) - 1
        assert len(spots.at) == len(path)
        assert len(strokes.heads) == (len(path) - 1 if G.is_directed() else 0)
    assert layout.title == cover.explain()


def test_colors_differ_until_they_repeat():
    cover = minimum_path_cover(nx.empty_graph(SETS + 1))
    kinds = [spots.kind for spots in cover_layout(cover).spots]
    assert len(set(kinds)) == SETS
    assert kinds[0] == kinds[-1]
    assert PENS.keys() >= set(kinds) <= FILLS.keys()


def test_the_other_edges_are_pale_and_not_drawn_on_a_board():
    assert len(cover_layout(minimum_path_cover(STAR)).edges) == 2
    assert not cover_layout(minimum_path_cover(knight_graph(4))).edges


def test_of_a_large_board_the_ends_are_marked():
    layout = cover_layout(minimum_path_cover(knight_graph(21)))
    assert [len(spots.at) for spots in layout.spots] == [2]


def test_positions_and_names_may_be_given():
    cover = PathCover([(0, 1), (2,)])
    layout = cover_layout(cover, pos={0: (0, 0), 1: (1, 0), 2: (5, 5)}, names=False)
    assert layout.spots[1].at == [(5, 5)]
    assert not layout.labels


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
