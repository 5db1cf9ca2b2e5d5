"""The public functions, and the table of what they draw: the scene and the film of each value."""

from __future__ import annotations

import html
import math
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from inspect import Parameter, signature
from itertools import chain, islice
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._io.text import check_file_path, check_place, shown, write_atomically
from icosian._run.limits import check_flag, check_graph, check_int, hinted
from icosian._show import Steps
from icosian.boards.board import Board
from icosian.drawing import films, styles, tours
from icosian.drawing.builder import SceneBuilder
from icosian.drawing.films import Film
from icosian.drawing.geometry import Geometry, locate, locate_on_map, squares_of
from icosian.drawing.maps import graph_scene, paths_scene, walk_film, walk_scene
from icosian.drawing.page import PAGE_NODES, Page, page
from icosian.drawing.proofs import (
    bottleneck_scene,
    lower_bound_scene,
    proof_scene,
    walk_bound_scene,
)
from icosian.drawing.scene import SHOWN, SHOWN_TOUR, Box, Label, Layer, Scene, widen, with_heading
from icosian.drawing.svg import document, moving_svg, sheet_document
from icosian.exceptions import InvalidArgument
from icosian.placements.coloring import Coloring
from icosian.placements.placement import Placement
from icosian.proofs.bounds import LowerBound
from icosian.proofs.certificate import Proof
from icosian.proofs.derived import BottleneckBound
from icosian.proofs.walks import StreetBound, WalkBound
from icosian.puzzles.loops import LoopPuzzle, LoopSolution
from icosian.puzzles.numbers import Puzzle, Solution
from icosian.puzzles.queens import QueensPuzzle, QueensSolution
from icosian.routes.rounds import Walk
from icosian.routes.shortest_paths import ShortestPaths
from icosian.tours.shortest.places import Places
from icosian.tours.shortest.question import ShortestTour
from icosian.tours.tour import Tour, TourList

if TYPE_CHECKING:
    import os
    from pathlib import Path

    from matplotlib.animation import FuncAnimation
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

PICTURES = (".pdf", ".png", ".svg")
"""The suffixes of still pictures."""
_ANIMATIONS = (".gif", ".html", ".mp4", ".svg")
MOST_NODES = 40_000
"""The largest graph that is animated, on a page :data:`PAGE_NODES`."""
_FASTEST = 50.0  # frames a second; browsers slow down faster animations
SHEET = 400
"""The most pictures of a file."""
_MOST_NODES = 40_000  # of all pictures of a file together
SOLVED = (Solution, LoopSolution, QueensSolution)
"""What stands behind the puzzles of a book."""
_NAMED = "Tour, Puzzle, PathCover, DisjointCycles, Walk, Proof, ShortestPaths, Placement, Coloring"
_GAP = 0.1  # around each of them, in parts of its unit
_SMALLEST, _LARGEST = 16, 5000  # pixels of a side that can be asked for
_FLAGS = ("names", "numbers", "arrows")  # options that are True, False or left open


def _of_cells(loop: Any, _: None = None, *, names: bool = False) -> Geometry:
    return squares_of(getattr(loop, "puzzle", loop).board, names)


class Subject(NamedTuple):
    """What is drawn of a kind of value, where; the keywords of the functions are the options."""

    scene: Callable[..., Scene]
    where: Callable[..., Geometry] = locate
    on: tuple[type, ...] | None = None  # what else than a graph G may be, if it is drawn on G
    inks: tuple[str, ...] = ()  # the colors that an option replaces
    film: Callable[..., Film] | None = None


SUBJECTS = {
    Board: Subject(tours.board_scene),
    nx.Graph: Subject(graph_scene, inks=(styles.MOVE, styles.ROAD)),
    ShortestPaths: Subject(paths_scene, on=(), inks=(styles.CLASH,)),
    Places: Subject(lambda places, at: SceneBuilder(at, None).scene(title=str(places).strip("<>"))),
    Tour: Subject(tours.tour_scene, inks=(styles.MOVE,), film=films.tour_film),
    Solution: Subject(tours.solution_scene, inks=(styles.MOVE,), film=films.tour_film),
    TourList: Subject(tours.cover_scene),
    Walk: Subject(walk_scene, locate_on_map, inks=styles.WALK, film=walk_film),
    Puzzle: Subject(tours.puzzle_scene),
    LoopPuzzle: Subject(tours.loop_puzzle_scene, _of_cells),
    LoopSolution: Subject(tours.loop_solution_scene, _of_cells),
    QueensPuzzle: Subject(tours.queens_puzzle_scene, _of_cells, film=films.queens_film),
    QueensSolution: Subject(tours.queens_solution_scene, _of_cells),
    Placement: Subject(tours.placement_scene, inks=(styles.PIECE, styles.START)),
    Coloring: Subject(tours.coloring_scene),
    Proof: Subject(proof_scene, on=()),
    BottleneckBound: Subject(bottleneck_scene, on=(Places, ShortestTour)),
    LowerBound: Subject(lower_bound_scene, on=(Places, ShortestTour)),
    WalkBound: Subject(walk_bound_scene, locate_on_map, on=(Walk,)),
    StreetBound: Subject(walk_bound_scene, locate_on_map, on=(Walk,)),
}
"""All values that have a picture."""


def subject_of(value: Any) -> Subject | None:
    """Return what is drawn of a value; None if it has no picture."""
    return next((SUBJECTS[kind] for kind in type(value).__mro__ if kind in SUBJECTS), None)


@hinted
def draw(subject: Any, *, ax: Axes | None = None, **options: Any) -> list[Artist]:
    """Draw a board, a graph, a tour, a puzzle, a cover, a walk, a proof, paths or a placement.

    Parameters
    ----------
    subject : Board, graph, Tour, Puzzle, PathCover, Walk, Proof, ShortestPaths, Placement, Coloring
        What to draw; also DisjointCycles, and Places that have coordinates.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default the current axes if they are empty, else a new figure.
    **options
        Of every subject:

        - ``pos``, a mapping of nodes to positions, also of those on a board. By default those of
          the attribute ``pos``, of labels such as (row, column), or the usual picture: planar,
          with rotations, a circle.
        - ``names``, whether to name files and ranks, or else rows, columns and layers by their
          coordinates; on a graph, its nodes. By default the squares of a plane board of up to 26
          files and ranks are named, and up to 144 nodes.
        - ``size``, the longer side in pixels, 100 an inch; a PNG has twice as many. It is the size
          of the figure, so it cannot be given with ``ax``.
        - ``style``, "board" by default, or "floor": squares of one pale color, and holes as what
          stands on a floor, such as the shelves of a warehouse.

        Of a tour, a walk, a placement, shortest paths or a graph:

        - ``color``, a color as matplotlib takes it, of the line, all legs, the pieces or chosen
          nodes, the path to ``target``, or the edges; the same on a dark background.

        Of a tour, a walk or the solution of a puzzle:

        - ``numbers``, whether to write each node's place in the tour; by default up to 144 nodes,
          and on the stops of a walk. Where names of nodes are numbers, the picture has either
          these, by default, or the places, unless both are asked for.
        - ``arrows``, whether every move has an arrowhead; by default up to 400 nodes, where there
          are no numbers.

        Of a graph:

        - ``weight``, an attribute or a function of edges: the graph is drawn as a map with these
          numbers on its roads, and a board with the costs of its squares as colors. Without it,
          edges are pale lines.

        Of shortest paths:

        - ``target``, the end of a path to highlight.
        - ``G``, the graph to draw them on, instead of their own.

        Of a proof:

        - ``G``, the graph that it is about, always needed; it has every node and edge that the
          proof names. For a :class:`~icosian.proofs.LowerBound` also its places, or the tour, which
          is then drawn as well; for a :class:`~icosian.proofs.BottleneckBound` the same, but only
          the shorter edges are drawn; for a :class:`~icosian.proofs.WalkBound` the map or the walk.
        - ``weight``, for a bound, the lengths as for its ``check``.

    Returns
    -------
    list of matplotlib.artist.Artist
        What was drawn. A tour is one line, all pieces are one collection. The gid of an artist is
        its class in SVG, such as ``start`` or ``move closed``.

    Raises
    ------
    InvalidArgument
        If there is no picture of such a subject, or an option is not one of its own or breaks its
        rule; also if a proof or paths name a node or an edge that `G` lacks.
    NotANode
        If the target is not a node.
    networkx.NetworkXNoPath
        If it was not reached.

    See Also
    --------
    to_svg : The same picture as SVG text, without matplotlib.
    save : The same picture as a file.
    animate : Tours and searches step by step.

    Notes
    -----
    Sizes follow the size of the axes, and colors the background: on a dark figure lines are pale,
    squares dim, pieces white. The layers of a board of more than two dimensions are placed side by
    side, moves between them are thin. A move or an edge across the border of a wrapped board is
    drawn as its two ends. Pale edges and nodes are left out where there are more than 2000.

    Nodes that are not squares are placed at ``pos``, at the coordinates of their places, or at
    their attribute ``pos``; edges with a ``geometry`` bend as it does. On both sides of the 180th
    meridian degrees go on. Places of a matrix are points whose distances are as close as possible
    to those of the matrix, unless these differ by a fifth [4]_. Names stand where they cover
    neither nodes nor other text nor, if possible, lines: beside a node, else at a leader line; one
    without room is left out. Where nodes have no position, a planar graph is drawn without
    crossings: without cut vertices its longest face is outside [1]_, with some it is drawn by
    springs [2]_ as far as these let no edges cross. Other graphs of up to 64 nodes are drawn with
    as many rotations as possible: the orbits of an automorphism, all of the same length, are on up
    to four rings. Else a tour is drawn as a circle, the remaining edges as pale chords, and a graph
    by springs, unless it is dense, or has over 400 nodes. The title of a tour of a cubic graph has
    its chords in LCF notation.

    *Tours and walks.* A circle marks the start and a square the end. A closed tour has no end, but
    an arrow where it returns to the start. A :class:`ShortestTour` states its length and what is
    proved above the picture, in three digits; off a board it has no numbers, and some arrowheads.
    The stops of a :class:`Walk` are numbered in the order of the visit; a number that would cover
    another one is left out. The color of its legs goes from blue to orange on the way; that of a
    walk along streets changes ten times, with a scale, and up to 60 passes are numbered. Each pass
    of a road has a lane of its own, on the right-hand side. Roads and nodes off the walk are light,
    or left out where there are more than 20000 roads or 400 nodes. Of more than 144 nodes,
    ``names`` names the stops only. Terrain is colored by its costs.

    *Maps and shortest paths.* The paths that the method ``path`` takes are strong, others as short
    are dashed; each distance is written next to its place or on its square. Sources are marked
    round, the target square. The weights shown are those that the paths count; roads that they hide
    are left out, and one-way roads have arrowheads. Two ways between the same places are drawn side
    by side if their weights differ. Near squares are pale and far ones darker; those that were not
    reached keep the colors of the board. Text is left out where there are more than 144 nodes, and
    a board has a scale of its colors then; roads that no path uses, where there are more than
    20000, or 2000 on a circle.

    *Placements and colorings.* On a board chess pieces are drawn, those of its graph or else
    queens, and discs where the graph is that of another piece or of none, or squares have less than
    12 pixels. A board of more than a million squares is a field of one color. A coloring has ten
    colors that color-blind readers can distinguish, then the same again; their numbers are written
    up to 900 squares, and on other nodes where they have at least 7 points.

    *Proofs.* A proof is not checked; its claim is written above the picture. What it is about is
    highlighted over the pale edges of the graph: parts in colors and numbers, removed nodes as a
    cross, weights on the nodes, sets as dashed outlines with letters, edges that are used as strong
    lines and those that are not as dashed ones; an edge without a second end says whether its node
    is an end. Up to 12 sets are outlined, and a tree of cases is drawn below the graph, of more
    than 12 cases its top; a page has all of it to open. Where text on the nodes would be smaller
    than 7 points, it is left out, and a part of up to 5000 nodes is drawn again, as large as is
    needed, if a node has room there. A kind of proof that the library does not know shows the graph
    and the claim.

    Where the lengths are distances in the picture, Euclidean or Manhattan, a
    :class:`~icosian.proofs.LowerBound` is drawn by zones and moats [3]_: a disc around every place
    and bands around sets of places, none of which overlap. A tour crosses each of them twice, so it
    is at least twice as long as all are wide. Their widths are the solution of a linear program,
    rounded so that the number shown is a true bound; the cuts and cases of the proof may prove
    more. In all other pictures the edges are strong that are as long as the weights of their ends
    and of the borders that they cross: a tour of such edges is shortest if it crosses each border
    as rarely as possible. Above 1000 nodes only the tour and the claim are drawn. For closed walks
    of up to 300 stops on a map without one-way roads, zones and moats are parts of roads: within
    some distance of a stop, or beyond by the width of a moat, measured along roads. Those of a
    :class:`~icosian.proofs.WalkBound` hold for any positions of the places. Other bounds of walks
    show the claim above the walk.

    References
    ----------
    .. [1] W. T. Tutte, How to draw a graph, Proc. London Math. Soc. 13 (1963) 743-767.
    .. [2] T. Kamada, S. Kawai, An algorithm for drawing general undirected graphs, Inf. Process.
       Lett. 31 (1989) 7-15.
    .. [3] M. Juenger, W. R. Pulleyblank, Geometric duality and combinatorial optimization,
       Jahrbuch Ueberblicke Mathematik (1993), 1-24.
    .. [4] J. B. Kruskal, Multidimensional scaling by optimizing goodness of fit to a nonmetric
       hypothesis, Psychometrika 29 (1964) 1-27.

    Examples
    --------
    >>> import icosian
    >>> from matplotlib.figure import Figure
    >>> squares, queens, *names = draw(icosian.queens(8), ax=Figure().add_subplot())
    >>> squares.get_size(), len(queens.get_paths())
    ((8, 8), 8)
    >>> def words(artists):
    ...     return [artist.get_text() for artist in artists if hasattr(artist, "get_text")]
    >>> words(draw(icosian.Tour("abcde", is_closed=True), ax=Figure().add_subplot()))
    ['1', '2', '3', '4', '5', 'a', 'b', 'c', 'd', 'e']
    >>> G = icosian.route_map([("A", "B", 7), ("B", "C", 2), ("A", "C", 12)])
    >>> words(draw(icosian.dijkstra(G, "A"), target="C", ax=Figure().add_subplot()))
    ['7', '12', '2', 'A: 0', 'B: 7', 'C: 9']
    >>> import networkx as nx
    >>> proof = icosian.proofs.Toughness(closed=True, removed=frozenset({0}), parts=3)
    >>> words(draw(proof, G=nx.star_graph(3), ax=Figure().add_subplot()))[-2:]
    ['There is no Hamiltonian cycle', 'Without the 1 crossed-out node: 3 parts']
    """
    from icosian.drawing.matplotlib import axes_for, paint

    _check_axes(ax, options, "draw()")
    scene = PictureRequest(draw, options).picture(subject)
    return paint(scene, axes_for(scene, ax))


@hinted
def to_svg(subject: Any, *, animated: bool = False, **options: Any) -> str:
    """Return a picture, a sheet of pictures or an animation as SVG text.

    Parameters
    ----------
    subject : object, or iterable of objects or steps
        What :func:`draw` or :func:`animate` takes. The steps of a search are always animated. The
        pictures of an iterable are placed in rows, as one sheet, and numbered from 1; there are at
        most 400, of at most 40,000 nodes together.
    animated : bool, optional
        Whether a tour or a walk is animated.
    **options
        As for :func:`draw`, or for :func:`animate`. Those for a sheet hold for each picture,
        without names of squares and nodes by default; ``columns`` is how many are in a row, so that
        it is about as wide as high by default.

    Returns
    -------
    str
        A complete SVG document; its ``<title>`` describes in words what it shows.

    Raises
    ------
    InvalidArgument
        If there is no such picture of the subject, or an option is not one of its own or breaks its
        rule.

    See Also
    --------
    draw : The same picture with matplotlib.
    save : The same picture as a file.

    Notes
    -----
    Time and length are linear in the number of squares, or of nodes and edges. Elements have
    classes for style sheets. Squares are ``light``, ``dark`` or ``hole``, by distance ``heat0``,
    near, to ``heat16``, far, and in a coloring ``color0`` to ``color9``. Nodes are in a group
    ``node``, chosen ones are ``chosen``, pieces ``piece`` and the name of the piece. Pale edges are
    one path ``edge``, a tour one path ``move`` and ``closed`` or ``open``, its ends ``start`` and
    ``end``. In maps and proofs lines are ``stroke`` and nodes ``spot``, with a class for their
    kind such as ``road``, ``tree``, ``tied``, ``path``, ``removed`` or ``part1``; arrowheads are
    ``head``. Text is ``number`` on nodes, ``tag`` on edges, ``name`` next to nodes.

    Up to 144 nodes a tour is listed in ``<desc>``. Above 400 squares a board is drawn as one path
    for each color. All rules of the embedded style sheet start at the class ``icosian``, so the
    picture can be part of any page; where the reader prefers dark pages, it is dark.

    Animations have no scripts; browsers play them in a loop. The elements of the last frame have
    the class ``last``; only they are shown where reduced motion is preferred.

    Examples
    --------
    >>> import icosian
    >>> picture = to_svg(icosian.queens(4))
    >>> "4 queens on the 4 x 4 board: b4, d3, a2, c1" in picture
    True
    >>> sheet = to_svg(icosian.all_queens(5), columns=5)
    >>> sheet.count('class="sheet"'), sheet.count('class="piece queen"')
    (10, 50)
    >>> to_svg(icosian.knights_tour(6), animated=True).count('<path class="line last"')
    36
    """
    return PictureRequest(to_svg, options).svg(*_told(subject, animated=animated))


@hinted
def save(
    subject: Any,
    path: str | os.PathLike[str],
    *,
    animated: bool = False,
    pages: bool | str = False,
    **options: Any,
) -> None:
    """Save a picture, a sheet or pages of pictures, an animation or an interactive page.

    Parameters
    ----------
    subject : object, or iterable of objects or steps
        As for :func:`to_svg`.
    path : str or path-like
        The file; its suffix gives the format: ``.pdf``, ``.png`` or ``.svg``, for an animation
        ``.gif``, ``.svg`` or, by the program ffmpeg, ``.mp4``, for the page of :func:`to_html`
        ``.html``. An existing file is replaced.
    animated : bool, optional
        Whether the SVG of a tour or a walk is animated; all other formats of films always are.
    pages : bool or {"A4", "letter"}, optional
        Whether each picture of an iterable is a page of the PDF, as large as it would be alone,
        instead of a part of one sheet. With a size of paper, there are pages of it to print, with
        several pictures on each, in ``columns`` if that is given; solutions follow puzzles.
    **options
        As for :func:`to_svg`, or for :func:`to_html`.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder or ffmpeg is missing, there is no such picture of
        the subject, pages are asked for of a single one, or an option is not one of its own or
        breaks its rule.

    See Also
    --------
    draw : Draw on given axes.
    to_svg, to_html : The same as text.

    Notes
    -----
    The file appears complete or not at all: it is written under another name in the same folder,
    then renamed. The size of a picture grows with the board, up to 24 inches. PNG and PDF are
    dark if matplotlib's parameter ``figure.facecolor`` is, as in its style "dark_background"; SVG
    follows the reader. A GIF is drawn and stored as the rectangles of what changes, with one
    palette, dozens of times faster than by matplotlib.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import icosian
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     picture, film = pathlib.Path(folder, "queens.svg"), pathlib.Path(folder, "tour.gif")
    ...     save(icosian.queens(8), picture)
    ...     save(icosian.knights_tour(6), film, fps=5)
    ...     picture.read_text(encoding="utf-8").count('class="piece queen"'), film.read_bytes()[:6]
    (8, b'GIF89a')

    A page of puzzles to print, with their solutions on a second one:

    >>> puzzles = [icosian.make_puzzle(4, kind="slitherlink", seed=k) for k in range(4)]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sheet = pathlib.Path(folder, "sheet.pdf")
    ...     save([*puzzles, *(puzzle.solve() for puzzle in puzzles)], sheet, pages="A4")
    ...     sheet.read_bytes().count(b"/Type /Page ")
    2
    """
    if pages not in (False, True, "A4", "letter"):
        raise InvalidArgument(f'pages are True, False, "A4" or "letter", got {pages!r}')
    suffixes = (".pdf",) if pages else tuple(sorted({*PICTURES, *_ANIMATIONS}))
    path = check_path(path, suffixes, "a file of pages" if pages else "a picture")
    suffix, request = path.suffix.lower(), PictureRequest(save, options)
    data: bytes
    if suffix == ".html":
        data = request.page(subject).encode()
    elif suffix in (".gif", ".mp4"):
        from icosian.drawing.gif import gif, mp4

        data = request.film(subject, gif if suffix == ".gif" else mp4)
    else:
        subject, kind = _told(subject, animated=animated)
        if kind == "moving":
            check_path(path, _ANIMATIONS, "an animation")
        if isinstance(pages, str) and options.get("size") is not None:
            raise InvalidArgument(
                f"pages of {pages} have the size of the paper; columns= says how many pictures are"
                f" in a row, got size={options['size']!r}"
            )
        if pages and kind != "many":
            what = type(subject).__name__
            raise InvalidArgument(f"pages show a list of subjects with pictures, got a {what}")
        if suffix == ".svg":
            data = request.svg(subject, kind).encode()
        elif isinstance(pages, str):
            from icosian.drawing.matplotlib import paper_file

            data = paper_file(request.groups(subject), pages)
        elif kind == "many" and not pages:
            from icosian.drawing.matplotlib import sheet_file

            data = sheet_file(*request.sheet(subject), suffix[1:])
        else:
            from icosian.drawing.matplotlib import picture_file

            many = request.pictures(subject) if pages else [request.picture(subject)]
            data = picture_file(many, suffix[1:])
    write_atomically(path, data)


@hinted
def to_html(subject: Any, *others: Any, **options: Any) -> Page:
    """Return a page that plays tours, walks and searches, and lets readers try moves by hand.

    Where the moves are known, readers also watch a naive search and Warnsdorff's rule side by side,
    from any node.

    Parameters
    ----------
    subject : Tour, Walk, Proof, QueensPuzzle or iterable of steps
        The tour, the walk, or the steps of a search, as for :func:`animate`. Of a proof the page
        shows why there is no tour: its picture, its words, and its cases to open. A puzzle is
        solved by hand, with hints.
    *others : Tour or iterable of steps
        More of them, on the same nodes; a walk is shown alone. A click on a node shows the tour
        that starts there; of a closed one, and of one whose ends are neighbors, every node is a
        start.
    **options
        Those of :func:`animate`, except ``frames`` and ``fps``: readers choose the speed. ``G``
        gives a tour without a graph the legal moves by hand; a proof is about this graph.
        ``reasons`` is a mapping of nodes to text: why no tour starts there.

    Returns
    -------
    str
        A complete HTML document. It needs no network, works by mouse, touch and keyboard, in light
        and dark mode, and shows a picture where scripts are off. In a notebook it shows itself.

    Raises
    ------
    InvalidArgument
        If an option is not one of the subjects or breaks its rule, there are more than 200,000
        nodes, or a proof comes without its graph.

    See Also
    --------
    save : Write it to a file.
    Tour.to_html : The page of one tour.

    Notes
    -----
    A search of more than 20,000 steps takes several in one. Moves by hand are offered in graphs of
    up to 50,000 edges, and so are the searches side by side, on pages that are not given one. These
    take neighbors in the order of the graph, or those with the fewest ways on first, as
    :func:`backtrack` does with ``prune=False``. They end after 5,000 steps, or after two for each
    node if that is more. Of more than 10,000 nodes there is a canvas with the lines alone, without
    moves by hand.

    Examples
    --------
    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> page = to_html(G.hamiltonian_path("a1"), G.backtrack("a1"))
    >>> page.startswith("<!DOCTYPE html>"), "http:" in page.replace("http://www.w3.org", "")
    (True, False)
    """
    return PictureRequest(to_html, options).page(subject, *others)


@hinted
def animate(subject: Any, *, ax: Axes | None = None, **options: Any) -> FuncAnimation:
    """Animate a tour, a walk or a search with matplotlib, step by step.

    Parameters
    ----------
    subject : Tour, Walk or iterable of steps
        The tour or walk, of at most 40,000 nodes, or what :func:`backtrack` or
        :func:`placement_search` returns, or the ``steps`` of the shortest paths that
        :func:`dijkstra` has found.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default the current axes if they are empty, else a new figure.
    **options
        Of every subject:

        - ``frames``, the largest number of frames, by default 600; longer searches have several
          steps a frame.
        - ``fps``, frames a second, by default 10, at most 50.
        - ``size``, the longer side in pixels; of a GIF or an MP4 720 by default, or more where
          there are many squares. ``style``, as for :func:`draw`.

        Of a search:

        - ``G``, the graph or board, if the steps are in a list; what those functions return knows
          it. A tour takes a graph as well.
        - ``solutions``, stop after this number of tours or placements, by default 1; None
          continues.
        - ``limit``, the largest number of steps that are read, by default 100,000.

    Returns
    -------
    matplotlib.animation.FuncAnimation
        The animation. Keep a reference while it runs; in a notebook
        ``HTML(animation.to_jshtml())`` shows it.

    Raises
    ------
    InvalidArgument
        If the subject cannot be animated, or an option is not one of its own or breaks its rule.

    See Also
    --------
    save : A GIF, an SVG or a page in a fraction of the time.
    draw : A still picture.
    backtrack, placement_search, dijkstra : Searches to watch.

    Notes
    -----
    The first frame is the empty board. Numbers are shown on up to 144 nodes, and on the stops of a
    walk. What has just been removed is red. Where a frame has several steps, everything that was
    removed in it is red, and has a red rim if it was added again. A step that finds something ends
    a frame.

    Examples
    --------
    >>> import icosian
    >>> from matplotlib.figure import Figure
    >>> steps = icosian.placement_search(6)
    >>> animation = animate(steps, frames=6, ax=Figure((3, 3)).add_subplot())
    >>> animation.to_jshtml().count("data:image/png")
    7
    """
    from icosian.drawing.matplotlib import moving_axes

    _check_axes(ax, options, "animate()")
    request = PictureRequest(animate, {"ax": ax, **options})
    animation: FuncAnimation = request.film(subject, moving_axes)
    return animation


def is_small(subject: Any) -> bool:
    """Return True if the picture of a subject is small enough to show itself in a notebook."""
    is_graph = isinstance(subject, Board | nx.Graph | TourList | ShortestPaths)
    return size_of(subject) <= (SHOWN if is_graph else SHOWN_TOUR)


def explain_with_picture(value: Any, **options: Any) -> str | None:
    """Return the words and the picture of a proof or of places for a notebook, if it is small."""
    if size_of(options.get("G", value)) > SHOWN:
        return None
    try:
        return f"<p>{html.escape(str(value).strip('<>'))}</p>{to_svg(value, **options)}"
    except InvalidArgument:  # the places of a matrix have no picture, nor have some bounds
        return None


def check_path(path: str | os.PathLike[str], suffixes: tuple[str, ...], what: str) -> Path:
    """Return the path if it has one of the suffixes and can be written; raise otherwise."""
    path = check_file_path(path)
    if path.suffix.lower() not in suffixes:
        raise InvalidArgument(
            f"{what} is saved as {', '.join(suffixes)}, by the suffix of its path,"
            f" got {str(path)!r}"
        )
    if path.suffix.lower() == ".mp4" and shutil.which("ffmpeg") is None:
        raise InvalidArgument("an .mp4 is made by the program ffmpeg, which is not there; or .gif")
    return check_place(path, what)


def _check_axes(ax: Any, options: Mapping[str, Any], name: str) -> None:
    """Refuse what is not axes of a figure, and a size beside them."""
    from matplotlib.axes import Axes

    if ax is not None and not (isinstance(ax, Axes) and ax.figure):
        raise InvalidArgument(f"ax must be axes of a matplotlib figure, got {shown(ax)}")
    if ax is not None and options.get("size") is not None:
        raise InvalidArgument(f"{name} takes ax or size: axes are as large as their figure leaves")


def _told(subject: Any, *, animated: bool) -> tuple[Any, str]:
    """Return a subject, and whether its picture is still, moving, or there are many."""
    if check_flag(animated, "animated") or isinstance(subject, Steps):
        return subject, "moving"
    if subject_of(subject) or not isinstance(subject, Iterable):
        return subject, "still"
    rest = iter(subject)
    first = list(islice(rest, 1))
    if any(isinstance(one, tuple(films.STEPS)) for one in first):
        return chain(first, rest), "moving"
    return (chain(first, rest), "many") if all(map(subject_of, first)) else (subject, "still")


class PictureRequest:
    """The options given to a public function, which is named where one is refused."""

    def __init__(self, public: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self._public, self._options = public, {**options}
        self._name = f"{public.__name__}()"

    def check(self, subject: Any, *functions: Callable[..., Any]) -> None:
        """Raise InvalidArgument at an option that the functions for a subject do not take."""
        known = dict.fromkeys(name for one in (*functions, self._public) for name in _options(one))
        for name, value in self._options.items():
            if name not in known:
                raise InvalidArgument(
                    f"{self._name} of a {type(subject).__name__} takes the options"
                    f" {', '.join(known)}; got {name}={value!r}"
                )
            if name in _FLAGS and value is not None:
                self._options[name] = check_flag(value, name)

    def svg(self, subject: Any, kind: str) -> str:
        """Return the picture or pictures of a subject as SVG text."""
        if kind == "moving":
            return str(self.film(subject, moving_svg))
        if kind == "many":
            return sheet_document(*self.sheet(subject))
        return document(self.picture(subject))

    def film(self, subject: Any, backend: Callable[..., Any]) -> Any:
        """Return the film of a subject as a backend makes it."""
        film = film_of(subject)
        if film is films.queens_film:  # nothing moves but by hand
            raise films.refusal(subject)
        self.check(subject, film, backend, *_OF_FILMS)
        if "frames" in self._options:
            check_int(self._options["frames"], "frames")
        fps = self._options.get("fps", _FASTEST)
        if isinstance(fps, bool) or not isinstance(fps, (int, float)) or not 0 < fps <= _FASTEST:
            raise InvalidArgument(
                f"fps must be a number above 0 and at most {_FASTEST:g}, got {fps!r}"
            )
        made = self._made(film, subject, MOST_NODES, "an animation")
        return _called(backend, self._options, made)

    def _made(self, film: Callable[..., Film], subject: Any, most: int, what: str) -> Film:
        """Return the film of a subject in the style that is asked for."""
        G: Any = self._options.get("G", getattr(subject, "graph", None))
        if (size := size_of(subject) or (len(G) if hasattr(G, "__len__") else 0)) > most:
            raise InvalidArgument(f"{what} shows at most {most:,} nodes, got {size:,}")
        made: Film = _called(film, self._options, subject)
        for change in _OF_FILMS:
            made = replace(made, scene=_called(change, self._options, made.scene, self._name, ()))
        return made

    def page(self, *subjects: Any) -> Page:
        """Return the page of some subjects."""
        first, *others = subjects
        is_proof = isinstance(first, Proof)
        if others and (alone := [k for k in (Proof, QueensPuzzle) if isinstance(first, k)]):
            what = "proof" if alone == [Proof] else "puzzle"
            raise InvalidArgument(f"a page shows one {what} alone, got {len(others)} more")
        makers = [films.still_of if is_proof else film_of(first), *map(film_of, others)]
        self.check(first, *makers, page, _laid)
        pairs = zip(makers, subjects, strict=True)
        made = [self._made(film, one, PAGE_NODES, "a page") for film, one in pairs]
        on = {"G": made[0].graph} if is_proof else {}
        still = document(scene_made(first, on)) if subject_of(first) else ""
        found: Page = _called(page, self._options, first, made, still)
        return found

    def picture(self, subject: Any, *others: Callable[..., Any]) -> Scene:
        """Return the picture of one subject; other functions take the rest of the options."""
        found = _known_subject(subject)
        self.check(subject, found.scene, found.where, *_STYLES, *others)
        scene = scene_made(subject, self._options)
        for change in _STYLES:
            scene = _called(change, self._options, scene, self._name, found.inks)
        return scene

    def pictures(self, subjects: Iterable[Any], *others: Callable[..., Any]) -> list[Scene]:
        """Return the pictures of several subjects; other functions take the rest of the options."""
        some = list(islice(subjects, SHEET + 1))
        if not 0 < len(some) <= SHEET:
            got = f"more than {SHEET}: save several files" if some else "none"
            raise InvalidArgument(f"{self._name} takes 1 to {SHEET} pictures, got {got}")
        nodes = sum(map(size_of, some))
        if nodes > _MOST_NODES:
            raise InvalidArgument(
                f"{self._name} takes pictures of at most {_MOST_NODES:,} nodes together,"
                f" got {nodes:,}"
            )
        return [self.picture(one, *others) for one in some]

    def sheet(self, subjects: Iterable[Any]) -> tuple[list[Scene], int]:
        """Return the pictures of a sheet, and how many are in a row."""
        scenes, columns = self._numbered(list(islice(subjects, SHEET + 1)))
        return _in_rows(scenes, columns=columns)

    def groups(self, subjects: Iterable[Any]) -> Iterator[tuple[list[Scene], int]]:
        """Yield the pictures of a book, then the solutions, and how many of each are in a row."""
        some = list(islice(subjects, SHEET + 1))
        scenes, columns = self._numbered(some)
        groups: tuple[list[Scene], list[Scene]] = [], []
        for scene, value in zip(scenes, some, strict=True):
            groups[isinstance(value, SOLVED)].append(scene)
        for usual, group in enumerate(groups, 2):
            if group:
                yield group, columns or min(usual, len(group))

    def _numbered(self, some: Sequence[Any]) -> tuple[list[Scene], int | None]:
        """Return pictures with captions, boards of as many rows in one scale, and the columns."""
        columns = self._options.get("columns")
        if columns is not None:
            check_int(columns, "columns")
        unnamed = PictureRequest(self._public, {"names": False, **self._options})
        plain = unnamed.pictures(some, _in_rows)
        ends = [scene.box.bottom for scene in plain]  # equal ones have as many rows
        spans = [(scene.box.right - scene.box.left, scene.box.bottom) for scene in plain]
        wide = [max(span for span, e in spans if e == end) for end in ends]
        scenes = list(map(_captioned, plain, _captions(some), wide))
        alike = [
            [one.size for one, e in zip(scenes, ends, strict=True) if e == end] for end in ends
        ]
        sizes = [map(max, zip(*some, strict=True)) for some in alike]
        return [_in_size(one, *size) for one, size in zip(scenes, sizes, strict=True)], columns


def _known_subject(value: Any) -> Subject:
    """Return what is drawn of a value; raise InvalidArgument if it has no picture."""
    found = subject_of(value)
    if found is None:
        check_graph(value, f"a {_NAMED}, Places, Board or networkx graph", "subject")
    return found or SUBJECTS[nx.Graph]


def scene_made(value: Any, options: Mapping[str, Any]) -> Scene:
    """Return the scene of a value with those of the options that it has."""
    found, G = _known_subject(value), None
    if found.on is not None:
        G = options.get("G", getattr(value, "graph", None))
        if G is None:
            raise InvalidArgument(f"G is missing: the graph of this {type(value).__name__}")
        if not isinstance(G, found.on):
            kinds = "".join(f", a {kind.__name__}" for kind in found.on)
            check_graph(G, f"a networkx graph{kinds}", "G")
    scene: Scene = _called(found.scene, options, value, _called(found.where, options, value, G))
    task = getattr(value, "task", "")
    return with_heading(scene, task, title=scene.title) if task else scene


def film_of(value: Any) -> Callable[..., Film]:
    """Return the function that makes the film of a value; raise InvalidArgument if none does."""
    found = subject_of(value)
    if found is not None and found.film is not None:
        return found.film
    if not isinstance(value, Iterable):
        raise films.refusal(value)
    return films.search_film


def _sized(scene: Scene, name: str, _: object, *, size: float | None = None) -> Scene:
    if size is None:
        return scene
    if not isinstance(size, Real) or not _SMALLEST <= size <= _LARGEST:
        raise InvalidArgument(
            f"{name} takes a size of {_SMALLEST} to {_LARGEST} pixels, got size={size!r}"
        )
    return replace(scene, side=float(size))


def _laid(scene: Scene, name: str, _: object, *, style: str = "board") -> Scene:
    """Return a picture on the floor of a hall, where holes are shelves; or as it is."""
    if style not in ("board", "floor"):
        raise InvalidArgument(f'{name} takes the style "board" or "floor", got style={style!r}')
    rows = [row.translate(_AS_FLOOR) for row in scene.board.rows]
    return scene.with_rows(rows) if style == "floor" else scene


def _colored(scene: Scene, name: str, inks: tuple[str, ...], *, color: Any = None) -> Scene:
    if color is None:
        return scene
    from matplotlib.colors import is_color_like, to_hex, to_rgba

    if not inks or not is_color_like(color):
        what = "a color as matplotlib does, such as 'crimson' or '#d55e00'"
        what = what if inks else "no color of this subject, which has several"
        raise InvalidArgument(f"{name} takes {what}, got color={color!r}")
    shade = to_hex(color, keep_alpha=to_rgba(color)[3] < 1)
    return replace(scene, inks=dict.fromkeys(inks, shade))


_AS_FLOOR = str.maketrans(
    dict.fromkeys(styles.DARK + styles.LIGHT + styles.MIDDLE, styles.FLOOR)
    | {styles.HOLE: styles.SHELF}
)
_STYLES: tuple[Callable[..., Scene], ...] = (_sized, _laid, _colored)
_OF_FILMS = _STYLES[:2]


def _in_rows(scenes: list[Scene], *, columns: int | None = None) -> tuple[list[Scene], int]:
    """Return pictures, and how many are in a row: two are side by side."""
    width, height = (max(scene.full_size[k] for scene in scenes) for k in (0, 1))
    if columns is None:  # about as wide as high, with few empty places in the last row
        square = max(1, round(math.sqrt(len(scenes) * height / width + 0.5)))
        columns = min(range(square, square + 3), key=lambda some: -len(scenes) % some)
    return scenes, min(len(scenes), columns)


def size_of(subject: Any) -> int:
    """Return the number of nodes in a picture; a proof alone does not know its graph."""
    if isinstance(subject, ShortestPaths):
        return len(subject.graph)
    if isinstance(subject, TourList):
        return sum(map(len, subject))
    return len(subject) if hasattr(subject, "__len__") else 0


def _captions(subjects: Iterable[Any]) -> list[str]:
    """Return what stands above each picture of a sheet: its number, and what it is of a puzzle."""
    kinds = [
        "Solution" if isinstance(one, SOLVED) else "Puzzle" * hasattr(one, "task")
        for one in subjects
    ]
    counts, seen = Counter(kinds), Counter[str]()
    captions = []
    for kind in kinds:
        seen[kind] += 1
        is_only = counts[kind] == 1 < len(kinds)
        number = "" if kind and is_only else str(seen[kind])
        captions.append("" if kind == "Puzzle" and is_only else f"{kind} {number}".strip())
    return captions


def _in_size(scene: Scene, width: float, height: float) -> Scene:
    """Return a picture with room above and at its sides, so that it has a size in units."""
    left, top, right, bottom = scene.box
    beside, above = ((a - b) * scene.unit for a, b in zip((width, height), scene.size, strict=True))
    top += math.copysign(above, top - bottom)
    return replace(scene, box=Box(left - beside / 2, top, right + beside / 2, bottom))


def _captioned(scene: Scene, caption: str, wide: float) -> Scene:
    """Return a picture with a caption, as high as that of others that are so wide."""
    if not caption:
        return scene
    left, top, right, bottom = scene.box
    font = max(0.4 * scene.unit, wide / 14)
    up = math.copysign(1.0, top - bottom)
    number = Label(((left + right) / 2, top + 0.8 * font * up), caption)
    box = scene.box._replace(top=top + 1.5 * font * up)
    if all(layer.style != "heading" for layer in scene.layers):  # which keeps its place
        box = widen(box, _GAP)
    return scene.add(Layer.texts("heading", [number], font), box=box)


@cache
def _options(function: Callable[..., Any]) -> list[str]:
    """Return the names of the options of a function: its parameters that are keywords only."""
    parameters = signature(function).parameters.values()
    return [one.name for one in parameters if one.kind is Parameter.KEYWORD_ONLY]


def _called(function: Callable[..., Any], options: Mapping[str, Any], *given: Any) -> Any:
    own = {name: options[name] for name in _options(function) if name in options}
    return function(*given, **own)
