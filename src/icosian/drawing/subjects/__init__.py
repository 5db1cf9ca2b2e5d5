"""The picture of any subject as numbers and text, sheets of many, and their options."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache, singledispatch
from inspect import Parameter, signature
from itertools import islice
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._run.arguments import checked_graph, checked_int
from icosian.boards.board import Board
from icosian.drawing.scene import colors
from icosian.drawing.scene.layout import Label, Layout, widened
from icosian.drawing.scene.places import Positions, points_of
from icosian.drawing.subjects.films import film_of
from icosian.drawing.subjects.loops import loop_puzzle_layout, loop_solution_layout
from icosian.drawing.subjects.placements import coloring_layout, placement_layout
from icosian.drawing.subjects.proofs import proof_layout
from icosian.drawing.subjects.routes import route_layout
from icosian.drawing.subjects.tours import (
    board_layout,
    cover_layout,
    puzzle_layout,
    solution_layout,
    tour_layout,
)
from icosian.drawing.subjects.walks import walk_layout
from icosian.exceptions import InvalidArgument
from icosian.placements.coloring.api import Coloring
from icosian.placements.placement import Placement
from icosian.proofs.certificate import Proof
from icosian.puzzles.loops import LoopPuzzle, LoopSolution
from icosian.puzzles.puzzle import Puzzle, Solution
from icosian.routes.shortest_paths import ShortestPaths
from icosian.routes.walk import Walk
from icosian.tours.shortest.problem.places import Places
from icosian.tours.tour import Tour
from icosian.tours.tour_list import TourList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from icosian._arrays.weights import Weight

SHEET = 400
"""The most pictures of a file."""
_MOST_NODES = 40_000  # of all pictures of a file together
_GAP = 0.1  # around each of them, in parts of its unit
_SMALLEST, _LARGEST = 16, 5000  # pixels of a side that can be asked for
_INKS: dict[type, tuple[str, ...]] = {
    Tour: (colors.MOVE,),
    Walk: colors.WALK,
    Placement: (colors.PIECE, colors.START),
    ShortestPaths: (colors.CLASH,),
    nx.Graph: (colors.MOVE, colors.ROAD),
}
"""The subjects that take a color, and the colors that it replaces."""


@singledispatch
def picture(subject: Any, **_options: Any) -> Layout:
    """Return the picture of a subject as numbers and text; its keywords are the options."""
    what = (
        "Tour, Puzzle, PathCover, DisjointCycles, Walk, Proof, ShortestPaths, Placement, Coloring"
    )
    what = f"a {what}, Places, Board or networkx graph"
    return board_layout(checked_graph(subject, what, "subject"))  # raises


_REFUSED = {picture.dispatch(object), film_of.dispatch(object)}  # they take no option
picture.register(Board, board_layout)
picture.register(Tour, tour_layout)
picture.register(Puzzle, puzzle_layout)
picture.register(Solution, solution_layout)
picture.register(LoopPuzzle, loop_puzzle_layout)
picture.register(LoopSolution, loop_solution_layout)
picture.register(Walk, walk_layout)
picture.register(TourList, cover_layout)
picture.register(Placement, placement_layout)
picture.register(Coloring, coloring_layout)


@picture.register(nx.Graph)
def _(
    G: nx.Graph[Any],
    *,
    weight: Weight = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Layout:
    if weight is None:
        return board_layout(G, pos=pos, names=names)
    return route_layout(G, weight=weight, pos=pos, names=names)


@picture.register(Places)
def _(places: Places, *, names: bool | None = None) -> Layout:
    if places.positions is None:
        raise InvalidArgument("places of a matrix have no positions to draw")
    points = points_of(None, places.nodes, places.positions, names)
    dots = [*points.places.values()]
    return replace(points.blank(), dots=dots, dot=0.13 * points.unit, title=str(places).strip("<>"))


@picture.register(ShortestPaths)
def _(
    paths: ShortestPaths,
    *,
    G: nx.Graph[Any] | None = None,
    target: Any = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Layout:
    graph = checked_graph(paths.graph if G is None else G)
    return route_layout(graph, paths, target=target, pos=pos, names=names)


@picture.register(Proof)
def _(
    proof: Proof,
    *,
    G: Any = None,
    weight: Weight = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Layout:
    if G is None:
        raise InvalidArgument("a proof is drawn on its graph: G is missing")
    return proof_layout(proof, G, weight=weight, pos=pos, names=names)


def has_picture(subject: Any) -> bool:
    """Return True if there are pictures of such a subject."""
    return picture.dispatch(type(subject)) not in _REFUSED


def still(
    public: Callable[..., Any],
    subject: Any,
    options: Mapping[str, Any],
    *others: Callable[..., Any],
) -> Layout:
    """Return the picture of one subject; other functions take the rest of the options."""
    function = picture.dispatch(type(subject))
    check_options(public, subject, options, function, _styled, *others)
    layout = function(subject, **own_options(function, options))
    inks = next((inks for kind, inks in _INKS.items() if isinstance(subject, kind)), ())
    return _styled(layout, public, inks, **own_options(_styled, options))


def _styled(
    layout: Layout,
    public: Callable[..., Any],
    inks: tuple[str, ...],
    *,
    size: float | None = None,
    color: Any = None,
) -> Layout:
    """Return a picture with a longer side of so many pixels, and another color for some inks."""
    if size is not None:
        if not isinstance(size, int | float) or not _SMALLEST <= size <= _LARGEST:
            raise InvalidArgument(
                f"{public.__name__}() takes a size of {_SMALLEST} to {_LARGEST} pixels,"
                f" got size={size!r}"
            )
        layout = replace(layout, side=float(size))
    if color is not None:
        from matplotlib.colors import is_color_like, to_hex

        if not inks or not is_color_like(color):
            what = "a color as matplotlib does, such as 'crimson' or '#d55e00'"
            what = what if inks else "no color of this subject, which has several"
            raise InvalidArgument(f"{public.__name__}() takes {what}, got color={color!r}")
        layout = replace(layout, inks=dict.fromkeys(inks, to_hex(color)))
    return layout


def stills(
    public: Callable[..., Any],
    subjects: Iterable[Any],
    options: Mapping[str, Any],
    *others: Callable[..., Any],
) -> list[Layout]:
    """Return the pictures of several subjects; other functions take the rest of the options."""
    some = list(islice(subjects, SHEET + 1))
    if not 0 < len(some) <= SHEET:
        got = f"more than {SHEET}: save several files" if some else "none"
        raise InvalidArgument(f"{public.__name__}() takes 1 to {SHEET} pictures, got {got}")
    nodes = sum(map(size_of, some))
    if nodes > _MOST_NODES:
        raise InvalidArgument(
            f"{public.__name__}() takes pictures of at most {_MOST_NODES:,} nodes together,"
            f" got {nodes:,}"
        )
    return [still(public, one, options, *others) for one in some]


def sheet(
    public: Callable[..., Any], subjects: Iterable[Any], options: Mapping[str, Any]
) -> tuple[list[Layout], int]:
    """Return the pictures of a sheet, and how many are in a row."""
    options = {"names": False, **options}
    if options.get("columns") is not None:
        checked_int(options["columns"], "columns")
    found = stills(public, subjects, options, _in_rows)
    layouts = [_numbered(layout, k) for k, layout in enumerate(found, 1)]
    return _in_rows(layouts, **own_options(_in_rows, options))


def _in_rows(layouts: list[Layout], *, columns: int | None = None) -> tuple[list[Layout], int]:
    """Return pictures, and how many are in a row."""
    width, height = (max(layout.full_size[k] for layout in layouts) for k in (0, 1))
    if columns is None:  # about as wide as high, with few empty places in the last row
        square = max(1, round(math.sqrt(len(layouts) * height / width)))
        columns = min(range(square, square + 3), key=lambda some: -len(layouts) % some)
    return layouts, min(len(layouts), columns)


def size_of(subject: Any) -> int:
    """Return the number of nodes in a picture; a proof alone does not know its graph."""
    if isinstance(subject, ShortestPaths):
        return len(subject.graph)
    if isinstance(subject, TourList):
        return sum(map(len, subject))
    return len(subject) if hasattr(subject, "__len__") else 0


def _numbered(layout: Layout, k: int) -> Layout:
    """Return a picture with its number above."""
    left, top, right, bottom = layout.box
    font = max(0.4 * layout.unit, (right - left) / 14)
    up = math.copysign(1.0, top - bottom)
    number = Label(((left + right) / 2, top + 0.8 * font * up), str(k))
    box = layout.box._replace(top=top + 1.5 * font * up)
    if layout.heading:  # what the picture says itself keeps its place
        small = layout.legend_font or 0.76 * layout.heading_font
        return replace(layout, box=box, legend=[*layout.legend, number], legend_font=small)
    return replace(layout, box=widened(box, _GAP), heading=[number], heading_font=font)


@cache
def _options(function: Callable[..., Any]) -> list[str]:
    """Return the names of the options of a function: its parameters that are keywords only."""
    parameters = signature(function).parameters.values()
    return [one.name for one in parameters if one.kind is Parameter.KEYWORD_ONLY]


def own_options(function: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the options that a function takes."""
    return {name: options[name] for name in _options(function) if name in options}


def check_options(
    public: Callable[..., Any],
    subject: Any,
    options: Mapping[str, Any],
    *functions: Callable[..., Any],
) -> None:
    """Raise InvalidArgument at an option that the functions for a subject do not take."""
    known = dict.fromkeys(name for one in (*functions, public) for name in _options(one))
    for name, value in options.items():
        if name not in known and _REFUSED.isdisjoint(functions):
            raise InvalidArgument(
                f"{public.__name__}() of a {type(subject).__name__} takes the options"
                f" {', '.join(known)}; got {name}={value!r}"
            )
