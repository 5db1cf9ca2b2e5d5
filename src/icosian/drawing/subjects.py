"""The scene and the film of each kind of value, sheets of many, and their options."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from inspect import Parameter, signature
from itertools import chain, islice
from typing import Any, NamedTuple

import networkx as nx

from icosian._run.arguments import checked_graph, checked_int
from icosian._show import Steps
from icosian.boards.board import Board
from icosian.drawing import styles as colors
from icosian.drawing.geometry import (
    Geometry,
    NodePositions,
    Positions,
    Squares,
    background_edges,
    geometry_of,
    node_points,
    squares_of,
)
from icosian.drawing.maps import (
    geometry_of_map,
    graph_scene,
    paths_scene,
    walk_scene,
    walk_stage,
)
from icosian.drawing.proofs import geometry_of_proof, proof_scene
from icosian.drawing.scene import (
    ALONE,
    FOUND,
    HEAD,
    LEFT,
    MOST_NODES,
    ON,
    OPEN,
    PASSED,
    START,
    Change,
    Film,
    FilmStep,
    Label,
    Layer,
    Scene,
    Texts,
    widened,
)
from icosian.drawing.tours import (
    board_scene,
    coloring_scene,
    cover_scene,
    geometry_of_tour,
    loop_puzzle_scene,
    loop_solution_scene,
    placement_scene,
    puzzle_scene,
    solution_scene,
    tour_scene,
)
from icosian.exceptions import InvalidArgument
from icosian.placements.coloring import Coloring
from icosian.placements.placement import Placement
from icosian.placements.queens.api import PlacementStep
from icosian.proofs.bounds import LongestBound, LowerBound
from icosian.proofs.certificate import Proof
from icosian.proofs.clauses import DisjointRefutation
from icosian.proofs.derived import BottleneckBound, CoverBound
from icosian.proofs.walks import WalkProof
from icosian.puzzles.loops import LoopPuzzle, LoopSolution
from icosian.puzzles.numbers import Puzzle, Solution
from icosian.routes.rounds import Walk
from icosian.routes.shortest_paths import DijkstraStep, ShortestPaths
from icosian.tours.shortest.places import Places
from icosian.tours.solve.heuristics import SearchStep
from icosian.tours.tour import Tour, TourList

OTHER_CLAIMS = BottleneckBound, CoverBound, DisjointRefutation, LongestBound, LowerBound, WalkProof
"""The kinds of proofs that say more, or less, than that there is no tour."""
STEPS = (SearchStep, PlacementStep, DijkstraStep)
"""The kinds of steps of searches."""


def _refusal(subject: Any) -> InvalidArgument:
    return InvalidArgument(f"an animation shows a tour or steps of a search, got {subject!r}")


def search_film(
    subject: Iterable[Any],
    *,
    G: nx.Graph[Any] | None = None,
    solutions: int | None = 1,
    limit: int = 100_000,
) -> Film:
    """Return the film of the steps of a search."""
    limit = checked_int(limit, "limit")
    if solutions is not None:
        solutions = checked_int(solutions, "solutions")
    graph = subject.graph if G is None and isinstance(subject, Steps) else G
    steps = iter(subject)
    first = next(steps, None)
    searches: dict[type, Callable[..., Film]] = {
        SearchStep: _search,
        PlacementStep: _placement,
        DijkstraStep: _dijkstra,
    }
    if type(first) not in searches:
        raise _refusal(subject)
    if graph is None:
        raise InvalidArgument("steps that do not know their graph need it, got G=None")
    closed = isinstance(subject, Steps) and subject.closed
    taken = _until(chain([first], steps), solutions, limit)
    film = searches[type(first)](taken, graph, closed=closed)
    if len(film.steps) >= limit and next(steps, None) is not None:
        film = replace(film, title=f"{film.title}, its first {len(film.steps)} steps")
    return film


def still_of(proof: Proof, *, G: nx.Graph[Any] | None = None) -> Film:
    """Return a film without steps: the graph that has no tour."""
    if not isinstance(G, nx.Graph) or not len(G):
        raise InvalidArgument(
            f"a page shows a proof with its graph, a networkx graph with a node, got G={G!r}"
        )
    if isinstance(proof, OTHER_CLAIMS):
        raise InvalidArgument(f"a page shows why there is no tour, got a {type(proof).__name__}")
    return _stage(G).film("no tour", counted="on the path", is_closed=proof.closed)


def _until(steps: Iterable[Any], solutions: int | None, limit: int) -> Iterator[Any]:
    """Yield steps until the given number of solutions is found."""
    found = 0
    for step in islice(steps, limit):
        yield step
        found += getattr(step, "kind", "") == "found"
        if found == solutions:
            return


class FilmBuilder:
    """The state of the nodes while the steps of a film are built."""

    def __init__(self, nodes: Iterable[Any], geometry: Geometry, G: nx.Graph[Any] | None) -> None:
        self.nodes = list(nodes)
        self.geometry, self.graph = geometry, G
        self.numbers = {node: k for k, node in enumerate(self.nodes)}
        self.steps: list[FilmStep] = []
        self._state: dict[int, Change] = {}
        self._passing: dict[int, Change] = {}

    def step(self, kind: int, *changes: Change, passing: Iterable[Change] = ()) -> None:
        """Add a step; the next one reverts what is `passing`, unless it changes that node."""
        brief = list(passing)
        news = {**self._passing, **{change.node: change for change in changes}}
        self._state |= news
        self._passing = {c.node: self._state.get(c.node, Change(c.node)) for c in brief}
        news |= {change.node: change for change in brief}
        self.steps.append(FilmStep(kind, list(news.values())))

    def number(self, node: Any) -> int:
        """Return the number of a node."""
        try:
            return self.numbers[node]
        except (KeyError, TypeError):
            raise InvalidArgument(
                f"the steps must be of a search on G, which lacks {node!r}"
            ) from None

    def film(self, title: str, *, most: int | None = None, **options: Any) -> Film:
        """Return the film, whose first picture is the board, or the edges and small dots."""
        geometry, scene = self.geometry, self.geometry.blank()
        where = f" in a graph of {len(self.nodes)} nodes"
        if isinstance(geometry, Squares):
            where = f" on the {geometry.board.size} board"
        else:
            dots = Layer.discs("node", geometry.places.values(), 0.13 * geometry.unit)
            scene = scene.add(background_edges(geometry, self.graph), dots)
        return Film(
            geometry=geometry,
            nodes=self.nodes,
            graph=self.graph,
            scene=scene,
            steps=self.steps,
            most=len(self.nodes) if most is None else most,
            title=title if options.get("is_tour") else title + where,
            **options,
        )


class _GrowingPath:
    """A path that grows and shrinks; its first and its last node are highlighted."""

    def __init__(self) -> None:
        self.nodes: list[int] = []

    def top(self, mark: int) -> list[Change]:
        """Return the change that gives the last node a mark."""
        if not self.nodes:
            return []
        before = self.nodes[-2] if len(self.nodes) > 1 else ALONE
        return [Change(self.nodes[-1], mark, str(len(self.nodes)), before)]

    def visit(self, node: int) -> list[Change]:
        """Append a node to the path."""
        passed = self.top(ON if len(self.nodes) > 1 else START)
        self.nodes.append(node)
        return passed + self.top(HEAD if len(self.nodes) > 1 else START)

    def retreat(self) -> list[Change]:
        """Remove the last node."""
        self.nodes.pop()
        return self.top(HEAD if len(self.nodes) > 1 else START)

    def closing(self) -> Change:
        """Return the state of the first node when the path has returned to it."""
        return Change(self.nodes[0], START, "1", self.nodes[-1])


def tour_film(tour: Tour, *, G: nx.Graph[Any] | None = None) -> Film:
    """Return the film of a tour, move by move."""
    if not len(tour):
        raise InvalidArgument("a tour of no node cannot be animated")
    graph = tour.graph if G is None else G
    geometry = geometry_of_tour(tour, graph)
    _check_size(len(tour))
    stage, path = FilmBuilder(tour, geometry, graph), _GrowingPath()
    for k in range(len(tour)):
        stage.step(-1, *path.visit(k))
    if tour.is_closed and len(tour) > 1:
        stage.step(-1, *path.top(ON), path.closing())
    title = scene_made(tour, {}).title
    return stage.film(title, is_tour=True, is_closed=tour.is_closed)


def walk_film(walk: Walk) -> Film:
    """Return the film of a walk; its nodes are the visits, as a place may be visited again."""
    _check_size(len(walk))
    stage = walk_stage(walk)
    last = len(walk) - 1
    steps = []
    for k, (text, is_stop) in enumerate(zip(stage.texts, stage.are_stops, strict=True)):
        before = Change(k - 1, ON if stage.texts[k - 1] else PASSED, stage.texts[k - 1], k - 2)
        mark = START if k == 0 else PASSED if walk.is_closed and k == last else HEAD
        changes = [Change(k, mark, text, k - 1 if k else ALONE)]
        steps.append(FilmStep(0 if is_stop else -1, changes if k < 2 else [before, *changes]))
    return Film(
        geometry=stage.visits,
        nodes=list(range(len(walk))),
        graph=None,
        scene=stage.ground,
        steps=steps,
        kinds=("stops",),
        counted="visits",
        most=len(walk),
        is_closed=walk.is_closed,
        mark=stage.mark,
        title=stage.title,
    )


def _search(steps: Iterable[SearchStep], G: nx.Graph[Any], *, closed: bool) -> Film:
    stage, path = _stage(G), _GrowingPath()
    kinds = {"visit": 0, "retreat": 1, "found": 2}
    for step in steps:
        kind = kinds[step.kind]
        node = stage.number(step.node)
        if step.kind == "visit":
            stage.step(kind, *path.visit(node))
        elif step.kind == "retreat":
            stage.step(kind, Change(node), *path.retreat(), passing=[Change(node, LEFT)])
        else:
            returns = closed and len(path.nodes) > 1
            stage.step(kind, passing=[*path.top(FOUND), *[path.closing()] * returns])
    return stage.film(
        f"search for {'closed' if closed else 'open'} tours",
        kinds=("visits", "retreats", "tours found"),
        counted="on the path",
        is_closed=closed,
    )


def _placement(steps: Iterable[PlacementStep], board: Board | nx.Graph[Any], **_: Any) -> Film:
    stage = _stage(board)
    kinds = {"place": 0, "reject": 1, "remove": 2, "found": 3}
    placed: list[int] = []
    for step in steps:
        squares = [stage.number(square) for square in enumerate(step.columns)]
        kind = kinds[step.kind]
        if step.kind == "reject" and squares[:-1] == placed:
            stage.step(kind, passing=[Change(squares[-1], LEFT)])
            continue
        gone = [Change(square) for square in placed if square not in squares]
        new = [Change(square, ON) for square in squares if square not in placed]
        placed = squares
        if step.kind == "found":
            stage.step(kind, *gone, *new, passing=[Change(square, FOUND) for square in squares])
        elif step.kind == "remove":
            stage.step(kind, *gone, passing=[change._replace(mark=LEFT) for change in gone])
        else:
            stage.step(kind, *gone, *new)
    film = stage.film(
        "search for queens",
        most=math.isqrt(len(stage.nodes)),
        kinds=("placed", "rejected", "removed", "found"),
        counted="queens",
        piece="queen",
    )
    return replace(film, graph=None)


def _dijkstra(steps: Iterable[DijkstraStep], G: nx.Graph[Any], **_: Any) -> Film:
    stage = _stage(G)
    origin: dict[Any, int] = {}
    newest: list[Change] = []
    start = ""
    for step in steps:
        node = stage.number(step.node)
        if not stage.steps:
            start = stage.nodes[node]
        before = origin.get(step.node, ALONE)
        done = [change._replace(mark=ON if change.origin >= 0 else START) for change in newest]
        newest = [Change(node, HEAD if before >= 0 else START, str(step.distance), before)]
        reached = []
        for v in step.improved:
            origin[v] = node
            reached.append(Change(stage.number(v), OPEN, str(step.tentative[v]), node))
        stage.step(-1, *done, *newest, *reached)
    if newest:
        stage.step(-1, *(c._replace(mark=ON if c.origin >= 0 else START) for c in newest))
    return stage.film(f"Dijkstra's algorithm from {stage.geometry.name(start)}", counted="settled")


def _stage(G: nx.Graph[Any] | Board) -> FilmBuilder:
    _check_size(len(G))
    if isinstance(G, Board):
        return FilmBuilder(G.squares, squares_of(G), None)
    return FilmBuilder(G, geometry_of(G), G)


def _check_size(size: int) -> None:
    if size > MOST_NODES:
        raise InvalidArgument(f"an animation shows at most {MOST_NODES:,} nodes, got {size:,}")


SHEET = 400
"""The most pictures of a file."""
_MOST_NODES = 40_000  # of all pictures of a file together
_NAMED = "Tour, Puzzle, PathCover, DisjointCycles, Walk, Proof, ShortestPaths, Placement, Coloring"
_GAP = 0.1  # around each of them, in parts of its unit
_SMALLEST, _LARGEST = 16, 5000  # pixels of a side that can be asked for


def _located(value: Any, *, pos: Positions | None = None, names: bool | None = None) -> Geometry:
    """Return where a board is drawn, a graph, or what has one of them."""
    if isinstance(value, Tour):
        return geometry_of_tour(value, value.graph, pos, names, in_turn=True)
    board = value if isinstance(value, Board) else getattr(value, "board", None)
    if board is not None and pos is None and not isinstance(value, nx.Graph):
        return squares_of(board, names)
    G = value if isinstance(value, nx.Graph) else value.graph
    if G is not None:
        return geometry_of(G, pos, names)
    nodes = chain.from_iterable(value) if isinstance(value, TourList) else value
    return node_points(None, list(dict.fromkeys(nodes)), pos, names)


def _of_paths(
    paths: ShortestPaths,
    *,
    G: nx.Graph[Any] | None = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Geometry:
    return geometry_of(checked_graph(paths.graph if G is None else G), pos, names)


def _of_places(places: Places, *, names: bool | None = None) -> Geometry:
    if places.positions is None:
        raise InvalidArgument("places of a matrix have no positions to draw")
    return node_points(None, places.nodes, places.positions, names)


def _of_cells(loop: Any, *, names: bool = False) -> Geometry:
    return squares_of(getattr(loop, "puzzle", loop).board, names)


def places_scene(places: Places, points: NodePositions) -> Scene:
    """Return the scene of places that have positions."""
    dots = Layer.discs("node", points.places.values(), 0.13 * points.unit)
    return points.blank().add(dots, title=str(places).strip("<>"))


class Subject(NamedTuple):
    """What is drawn of a kind of value, where; the keywords of the functions are the options."""

    scene: Callable[..., Scene]
    where: Callable[..., Geometry] = _located
    inks: tuple[str, ...] = ()  # the colors that an option replaces
    film: Callable[..., Film] | None = None


SUBJECTS = {
    Board: Subject(board_scene),
    nx.Graph: Subject(graph_scene, inks=(colors.MOVE, colors.ROAD)),
    ShortestPaths: Subject(paths_scene, _of_paths, (colors.CLASH,)),
    Places: Subject(places_scene, _of_places),
    Tour: Subject(tour_scene, inks=(colors.MOVE,), film=tour_film),
    Solution: Subject(solution_scene, inks=(colors.MOVE,), film=tour_film),
    TourList: Subject(cover_scene),
    Walk: Subject(walk_scene, geometry_of_map, colors.WALK, walk_film),
    Puzzle: Subject(puzzle_scene),
    LoopPuzzle: Subject(loop_puzzle_scene, _of_cells),
    LoopSolution: Subject(loop_solution_scene, _of_cells),
    Placement: Subject(placement_scene, inks=(colors.PIECE, colors.START)),
    Coloring: Subject(coloring_scene),
    Proof: Subject(proof_scene, geometry_of_proof),
}
"""All values that have a picture."""


def subject_of(value: Any) -> Subject | None:
    """Return what is drawn of a value; None if it has no picture."""
    return next((SUBJECTS[kind] for kind in type(value).__mro__ if kind in SUBJECTS), None)


def _known_subject(value: Any) -> Subject:
    """Return what is drawn of a value; raise InvalidArgument if it has no picture."""
    found = subject_of(value)
    if found is None:
        checked_graph(value, f"a {_NAMED}, Places, Board or networkx graph", "subject")
    return found or SUBJECTS[nx.Graph]


def scene_made(value: Any, options: Mapping[str, Any]) -> Scene:
    """Return the scene of a value with those of the options that it has."""
    found = _known_subject(value)
    where = found.where(value, **own_options(found.where, options))
    return found.scene(value, where, **own_options(found.scene, options))


def film_of(value: Any) -> Callable[..., Film]:
    """Return the function that makes the film of a value; raise InvalidArgument if none does."""
    found = subject_of(value)
    if found is not None and found.film is not None:
        return found.film
    if not isinstance(value, Iterable):
        raise _refusal(value)
    return search_film


def styled_scene(
    public: Callable[..., Any],
    subject: Any,
    options: Mapping[str, Any],
    *others: Callable[..., Any],
) -> Scene:
    """Return the picture of one subject; other functions take the rest of the options."""
    found = _known_subject(subject)
    check_options(public, subject, options, found.scene, found.where, _styled, *others)
    scene = scene_made(subject, options)
    return _styled(scene, public, found.inks, **own_options(_styled, options))


def _styled(
    scene: Scene,
    public: Callable[..., Any],
    inks: tuple[str, ...],
    *,
    size: float | None = None,
    color: Any = None,
) -> Scene:
    """Return a picture with a longer side of so many pixels, and another color for some inks."""
    if size is not None:
        if not isinstance(size, int | float) or not _SMALLEST <= size <= _LARGEST:
            raise InvalidArgument(
                f"{public.__name__}() takes a size of {_SMALLEST} to {_LARGEST} pixels,"
                f" got size={size!r}"
            )
        scene = replace(scene, side=float(size))
    if color is not None:
        from matplotlib.colors import is_color_like, to_hex

        if not inks or not is_color_like(color):
            what = "a color as matplotlib does, such as 'crimson' or '#d55e00'"
            what = what if inks else "no color of this subject, which has several"
            raise InvalidArgument(f"{public.__name__}() takes {what}, got color={color!r}")
        scene = replace(scene, inks=dict.fromkeys(inks, to_hex(color)))
    return scene


def styled_scenes(
    public: Callable[..., Any],
    subjects: Iterable[Any],
    options: Mapping[str, Any],
    *others: Callable[..., Any],
) -> list[Scene]:
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
    return [styled_scene(public, one, options, *others) for one in some]


def sheet(
    public: Callable[..., Any], subjects: Iterable[Any], options: Mapping[str, Any]
) -> tuple[list[Scene], int]:
    """Return the pictures of a sheet, and how many are in a row."""
    options = {"names": False, **options}
    if options.get("columns") is not None:
        checked_int(options["columns"], "columns")
    found = styled_scenes(public, subjects, options, _in_rows)
    scenes = [_numbered(scene, k) for k, scene in enumerate(found, 1)]
    return _in_rows(scenes, **own_options(_in_rows, options))


def _in_rows(scenes: list[Scene], *, columns: int | None = None) -> tuple[list[Scene], int]:
    """Return pictures, and how many are in a row."""
    width, height = (max(scene.full_size[k] for scene in scenes) for k in (0, 1))
    if columns is None:  # about as wide as high, with few empty places in the last row
        square = max(1, round(math.sqrt(len(scenes) * height / width)))
        columns = min(range(square, square + 3), key=lambda some: -len(scenes) % some)
    return scenes, min(len(scenes), columns)


def size_of(subject: Any) -> int:
    """Return the number of nodes in a picture; a proof alone does not know its graph."""
    if isinstance(subject, ShortestPaths):
        return len(subject.graph)
    if isinstance(subject, TourList):
        return sum(map(len, subject))
    return len(subject) if hasattr(subject, "__len__") else 0


def _numbered(scene: Scene, k: int) -> Scene:
    """Return a picture with its number above."""
    left, top, right, bottom = scene.box
    font = max(0.4 * scene.unit, (right - left) / 14)
    up = math.copysign(1.0, top - bottom)
    number = Label(((left + right) / 2, top + 0.8 * font * up), str(k))
    box = scene.box._replace(top=top + 1.5 * font * up)
    for layer in scene.layers:
        if layer.style == "heading" and isinstance(layer.shapes, Texts):  # it keeps its place
            return scene.add(Layer.texts("name", [number], 0.76 * layer.shapes.height), box=box)
    return scene.add(Layer.texts("heading", [number], font), box=widened(box, _GAP))


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
        if name not in known:
            raise InvalidArgument(
                f"{public.__name__}() of a {type(subject).__name__} takes the options"
                f" {', '.join(known)}; got {name}={value!r}"
            )
