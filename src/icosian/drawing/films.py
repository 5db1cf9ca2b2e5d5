"""Films: what changes on a scene, step by step.

The state of a node is a mark, a text and the node that a line leads from. So a tour, a search that
backtracks, queens that are placed and removed, and Dijkstra's algorithm are all the same: some
nodes change at every step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise
from typing import Any, NamedTuple

import networkx as nx

from icosian._io.text import shown
from icosian._run.limits import check_graph, check_int
from icosian._show import Steps
from icosian.boards.board import Board
from icosian.drawing.geometry import (
    Geometry,
    NodePositions,
    Squares,
    background_edges,
    locate,
    squares_of,
)
from icosian.drawing.scene import (
    FAINT_EDGES,
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Glyphs,
    Label,
    Layer,
    Line,
    Point,
    Scene,
    fitting,
)
from icosian.drawing.styles import HEATS
from icosian.drawing.tours import queens_puzzle_scene, tour_words
from icosian.exceptions import InvalidArgument
from icosian.placements.queens_search import PlacementStep
from icosian.proofs.bounds import LongestBound, LowerBound
from icosian.proofs.certificate import Proof
from icosian.proofs.clauses import DisjointRefutation
from icosian.proofs.derived import BottleneckBound, CoverBound
from icosian.proofs.induced import InducedBound
from icosian.proofs.walks import WalkProof
from icosian.puzzles.queens import QueensPuzzle
from icosian.routes.shortest_paths import DijkstraStep
from icosian.tours.solve.heuristics import SearchStep
from icosian.tours.tour import Tour

FRAMES = 600
"""The most frames, unless another number is asked for."""
FPS = 10.0
"""Frames a second, unless another number is asked for."""
HOLD = 2.5
"""Seconds for the last frame."""

MARKS = ("empty", "on", "head", "start", "open", "left", "again", "found", "passed")
EMPTY, ON, HEAD, START, OPEN, LEFT, AGAIN, FOUND, PASSED = range(len(MARKS))
"""Not there; there; there, the newest; there, the first; reachable; just taken off; taken off and
put on again since the last frame; part of what was found; there, but only its line is drawn."""

ALONE = -1  # the origin of a node that no line leads to


class Change(NamedTuple):
    """The new state of a node."""

    node: int
    mark: int = EMPTY
    text: str = ""
    origin: int = ALONE


class FilmStep(NamedTuple):
    """One step: the index of its kind in the kinds of the film or -1, and what changes."""

    kind: int
    changes: Sequence[Change]


class FilmFrame(NamedTuple):
    """One frame: the number of steps of each kind so far, and what changes."""

    counts: tuple[int, ...]
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A sequence of steps on the nodes of a board or a graph; nodes are numbers, by `nodes`."""

    geometry: Geometry
    nodes: list[Any]
    graph: nx.Graph[Any] | None
    scene: Scene  # the picture before the first step
    steps: list[FilmStep]
    kinds: tuple[str, ...] = ()  # the names of the kinds of steps that are counted
    counted: str = "visited"  # what nodes that are on are called
    most: int  # how many nodes may be on at once
    piece: str = ""  # the outline that marks a node that is on, instead of a disc
    is_tour: bool = False
    is_closed: bool = False
    mark: float = 0.0  # the radius of a stop of a walk, in units; the nodes are then its visits
    styles: Sequence[str] = ()  # of the lines to the nodes, where they have colors of their own
    title: str = ""  # the film in words

    @property
    def is_walk(self) -> bool:
        """True if the nodes are the visits of a walk, not places."""
        return self.mark > 0

    @property
    def is_heated(self) -> bool:
        """True if the ground has the shades of heat, which are pale in dark mode as well."""
        return any(not set(HEATS).isdisjoint(row) for row in self.scene.board.rows)

    @property
    def has_texts(self) -> bool:
        """True if text on the nodes is legible."""
        return self.is_walk or len(self.nodes) <= NUMBERED_NODES

    def has_disc(self, mark: int) -> bool:
        """Return True if a mark has a disc; where nodes are many, the line shows who is on."""
        crowded = len(self.nodes) > SINGLE_SQUARES and not self.is_walk
        return mark != PASSED and (mark != ON or not (self.piece or crowded))

    @property
    def radius(self) -> float:
        """The radius of a mark, in units."""
        return self.mark or (0.36 if self.has_texts else 0.28)

    def mark_of(self, change: Change, at: Point, unit: float) -> list[Layer]:
        """Return the picture of a state of a node at a point, for a length of the unit."""
        kind, radius = f"m-{MARKS[change.mark]}", self.radius * unit * (1.2 if self.piece else 1)
        disc = Layer.discs(f"mark {kind}", [at] if self.has_disc(change.mark) else (), radius)
        if self.piece:
            return [disc, Layer("piece", Glyphs([at], self.piece, unit))]
        text = change.text if self.has_texts else ""
        labels = [Label(at, text)] if text else []
        return [disc, Layer.texts(f"text {kind}", labels, fitting(radius, len(text)))]

    def style(self, node: int) -> str:
        """Return the style of the line that leads to a node."""
        return self.styles[node] if self.styles else "line"

    def line(self, origin: int, node: int) -> list[Line]:
        """Return the line that leads to a node, in one or more pieces."""
        return self.geometry.join(self.nodes[origin], self.nodes[node])

    def frames(self, most: int) -> Iterator[FilmFrame]:
        """Yield at most so many frames; a node removed within a frame is marked in it."""
        state: dict[int, Change] = {}
        shown: dict[int, Change] = {}
        counts = [0] * len(self.kinds)
        unlike: set[int] = set()  # nodes that the last frame showed in another state
        begin = 0
        for end in _ends(self.steps, most, len(self.kinds) - 1):
            changed, left = unlike, set()
            for kind, changes in self.steps[begin:end]:
                if kind >= 0:
                    counts[kind] += 1
                for change in changes:
                    state[change.node] = change
                    changed.add(change.node)
                    if change.mark == LEFT:
                        left.add(change.node)
            begin, unlike, news = end, set(), []
            for node in sorted(changed):
                now = state[node]
                if node in left and now.mark != LEFT:
                    now = now._replace(mark=AGAIN if now.mark else LEFT)
                    unlike.add(node)
                if now != shown.get(node, Change(node)):
                    shown[node] = now
                    news.append(now)
            yield FilmFrame(tuple(counts), news)


def _ends(steps: Sequence[FilmStep], most: int, found: int) -> list[int]:
    """Return the steps that end a frame: evenly spaced, and those that found something."""
    n = len(steps)
    if n <= most:
        return list(range(1, n + 1))
    special = [k for k, step in enumerate(steps, start=1) if step.kind == found >= 0 and k < n]
    if len(special) > most // 2:
        special = []
    frames = most - len(special)
    return sorted({*special, *(-(-n * k // frames) for k in range(1, frames + 1))})


_OTHER_CLAIMS = (
    *(BottleneckBound, CoverBound, DisjointRefutation),
    *(InducedBound, LongestBound, LowerBound, WalkProof),
)
"""The kinds of proofs that say more, or less, than that there is no tour."""


def refusal(subject: Any) -> InvalidArgument:
    """Return the error about what cannot be animated."""
    return InvalidArgument(f"an animation shows a tour or steps of a search, got {shown(subject)}")


def search_film(
    subject: Iterable[Any],
    *,
    G: nx.Graph[Any] | None = None,
    solutions: int | None = 1,
    limit: int = 100_000,
) -> Film:
    """Return the film of the steps of a search."""
    limit = check_int(limit, "limit")
    if solutions is not None:
        solutions = check_int(solutions, "solutions")
    graph = subject.graph if G is None and isinstance(subject, Steps) else G
    steps = iter(subject)
    first = next(steps, None)
    if type(first) not in STEPS:
        raise refusal(subject)
    if graph is None:
        raise InvalidArgument("steps that do not know their graph need it, got G=None")
    if not isinstance(graph, Board):
        check_graph(graph, "a networkx graph or a Board")
    closed = isinstance(subject, Steps) and subject.closed
    taken = _until(chain([first], steps), solutions, limit)
    film = STEPS[type(first)](taken, graph, closed=closed)
    if len(film.steps) >= limit and next(steps, None) is not None:
        film = replace(film, title=f"{film.title}, its first {len(film.steps)} steps")
    return film


def still_of(proof: Proof, *, G: nx.Graph[Any] | None = None) -> Film:
    """Return a film without steps: the graph that has no tour."""
    if not isinstance(G, nx.Graph) or not len(G):
        raise InvalidArgument(
            f"a page shows a proof with its graph, a networkx graph with a node, got G={shown(G)}"
        )
    if isinstance(proof, _OTHER_CLAIMS):
        raise InvalidArgument(f"a page shows why there is no tour, got a {type(proof).__name__}")
    return _stage(G).film("no tour", counted="on the path", is_closed=proof.closed)


def _until(steps: Iterable[Any], solutions: int | None, limit: int) -> Iterator[Any]:
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
        geometry, edges = self.geometry, background_edges(self.geometry, self.graph)
        radii, way = dict.fromkeys(self.nodes, 0.36 * geometry.unit), list[Line]()
        if options.get("is_tour") and isinstance(geometry, NodePositions):  # names avoid it
            steps = pairwise([*self.nodes, *self.nodes[: bool(options.get("is_closed"))]])
            way = [line for step in steps for line in geometry.join(*step)]
        scene = geometry.ground(radii, [edges, Layer.lines("move", way)])
        where = f" in a graph of {len(self.nodes)} nodes"
        if isinstance(geometry, Squares):
            where = f" on the {geometry.board.size} board"
        else:
            places = geometry.places.values() if len(self.nodes) <= FAINT_EDGES else ()
            scene = scene.add(edges, Layer.discs("node", places, 0.13 * geometry.unit))
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


def queens_film(puzzle: QueensPuzzle) -> Film:
    """Return a puzzle as a film without steps, for a page: readers place the queens."""
    squares = squares_of(puzzle.board, None)
    sheet = queens_puzzle_scene(QueensPuzzle(puzzle.regions), squares)
    return Film(
        geometry=squares,
        nodes=list(puzzle.regions),
        graph=puzzle.graph,
        scene=sheet,
        steps=[],
        most=puzzle.problem.n,
        piece="queen",
        title=sheet.title,
    )


def tour_film(tour: Tour, *, G: nx.Graph[Any] | None = None) -> Film:
    """Return the film of a tour, move by move."""
    if not len(tour):
        raise InvalidArgument("a tour of no node cannot be animated")
    graph = tour.graph if G is None else check_graph(G)
    geometry = locate(tour, graph)
    stage, path = FilmBuilder(tour, geometry, graph), _GrowingPath()
    for k in range(len(tour)):
        stage.step(-1, *path.visit(k))
    if tour.is_closed and len(tour) > 1:
        stage.step(-1, *path.top(ON), path.closing())
    title = ". ".join(filter(None, tour_words(tour, geometry)))
    return stage.film(title, is_tour=True, is_closed=tour.is_closed)


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
    what = f"search for {'closed' if closed else 'open'} tours"
    names = "visits", "retreats", "tours found"
    return stage.film(what, kinds=names, counted="on the path", is_closed=closed)


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
    names = "placed", "rejected", "removed", "found"
    how: Any = {"counted": "queens", "piece": "queen", "most": math.isqrt(len(stage.nodes))}
    return replace(stage.film("search for queens", kinds=names, **how), graph=None)


def _dijkstra(steps: Iterable[DijkstraStep], G: nx.Graph[Any], **_: Any) -> Film:
    stage = _stage(G)
    origin: dict[Any, int] = {}
    newest: list[Change] = []
    start: Any = ""
    for step in steps:
        node = stage.number(step.node)
        if not stage.steps:
            start = step.node
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
    nodes, graph = (G.squares, None) if isinstance(G, Board) else (G, G)
    return FilmBuilder(nodes, locate(G), graph)


STEPS: dict[type, Callable[..., Film]] = {
    SearchStep: _search,
    PlacementStep: _placement,
    DijkstraStep: _dijkstra,
}
"""The kinds of steps of searches, and what makes their films."""
