"""What moves in an animation: the state of every node, step by step.

A :class:`Film` is to moving pictures what a layout is to still ones: numbers and text, which all
painters read. The state of a node is a mark, a text and the node that a line leads from. So a tour,
a search that retreats, queens that come and go, and Dijkstra's algorithm are all the same: some
nodes change at every step.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from icosian._run.steps import Steps
from icosian.boards.board import Board
from icosian.drawing.scene.layout import NUMBERED_NODES, SINGLE_SQUARES
from icosian.drawing.scene.places import Squares, faint, ground_of, points_of
from icosian.drawing.subjects.tours import tour_layout
from icosian.exceptions import InvalidArgument
from icosian.placements.queens.stepwise import PlacementStep
from icosian.routes.shortest_paths import DijkstraStep
from icosian.tours.solve.backtracking import SearchStep
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import networkx as nx

    from icosian.drawing.scene.layout import Layout, Line
    from icosian.drawing.scene.places import Ground

__all__ = [
    "AGAIN",
    "EMPTY",
    "FOUND",
    "HEAD",
    "LEFT",
    "MARKS",
    "MOST_NODES",
    "ON",
    "OPEN",
    "START",
    "Change",
    "Film",
    "Frame",
    "Step",
    "film_of",
    "whole_number",
]

MOST_NODES = 40_000
"""The largest graph that moves."""

MARKS = ("empty", "on", "head", "start", "open", "left", "again", "found")
EMPTY, ON, HEAD, START, OPEN, LEFT, AGAIN, FOUND = range(len(MARKS))
"""Not there; there; there, the newest; there, the first; reachable; just taken off; taken off and
put on again since the last frame; part of what was found."""

ALONE = -1  # where a node comes from if no line leads to it


class Change(NamedTuple):
    """The new state of a node."""

    node: int
    mark: int = EMPTY
    text: str = ""
    origin: int = ALONE


class Step(NamedTuple):
    """One step: its kind, by its place among the kinds of a film or -1, and what changes."""

    kind: int
    changes: Sequence[Change]


class Frame(NamedTuple):
    """One frame: how often each kind of step has occurred by now, and what changes."""

    counts: tuple[int, ...]
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A sequence of steps on a ground.

    Attributes
    ----------
    ground : Ground
        Where the nodes stand.
    nodes : list
        The nodes; elsewhere they are numbers, their places in this list.
    graph : networkx graph or None
        Their graph.
    layout : Layout
        The picture before the first step.
    steps : list of Step
        What happens.
    kinds : tuple of str
        How the kinds of steps are called that are counted.
    counted : str
        How the nodes are called that are on.
    most : int
        How many nodes may be on at once.
    piece : str
        The outline that marks a node that is on, instead of a disc.
    is_tour : bool
        Whether it is a tour and no search.
    is_closed : bool
        Whether tours return.
    title : str
        The film in words.
    """

    ground: Ground
    nodes: list[Any]
    graph: nx.Graph[Any] | None
    layout: Layout
    steps: list[Step]
    kinds: tuple[str, ...] = ()
    counted: str = "visited"
    most: int
    piece: str = ""
    is_tour: bool = False
    is_closed: bool = False
    title: str = ""

    @property
    def has_texts(self) -> bool:
        """Whether text on the nodes can be read."""
        return len(self.nodes) <= NUMBERED_NODES

    def has_disc(self, mark: int) -> bool:
        """Whether a disc shows a mark; on large boards the line says enough where nothing happens.

        A piece that simply stands has none either.
        """
        return mark != ON or not (self.piece or len(self.nodes) > SINGLE_SQUARES)

    @property
    def radius(self) -> float:
        """The radius of a mark, in units."""
        return 0.36 if self.has_texts else 0.28

    def line(self, origin: int, node: int) -> list[Line]:
        """Return the line that leads to a node, or its pieces."""
        return self.ground.join(self.nodes[origin], self.nodes[node])

    def frames(self, most: int) -> Iterator[Frame]:
        """Yield the steps, some together in a frame where there are more than the most allowed.

        What was taken off within a frame is marked in it, even if it is there again at its end:
        no retreat gets lost.
        """
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
            yield Frame(tuple(counts), news)


def _ends(steps: Sequence[Step], most: int, found: int) -> list[int]:
    """Return after which steps a frame ends: evenly, and after those that found something."""
    n = len(steps)
    if n <= most:
        return list(range(1, n + 1))
    special = [k for k, step in enumerate(steps, start=1) if step.kind == found >= 0 and k < n]
    if len(special) > most // 2:
        special = []
    frames = most - len(special)
    return sorted({*special, *(-(-n * k // frames) for k in range(1, frames + 1))})


def film_of(
    subject: Any, *, G: nx.Graph[Any] | None = None, solutions: int | None, limit: int
) -> Film:
    """Return the film of a tour or of the steps of a search."""
    if isinstance(subject, Tour):
        if not len(subject):
            raise InvalidArgument("a tour of no node cannot be animated")
        return _tour(subject, G)
    whole_number("limit", limit)
    if solutions is not None:
        whole_number("solutions", solutions)
    graph = subject.graph if G is None and isinstance(subject, Steps) else G
    if not hasattr(subject, "__iter__") or isinstance(subject, (str, bytes)):
        raise InvalidArgument(f"an animation shows a tour or steps of a search, got {subject!r}")
    steps = iter(subject)
    first = next(steps, None)
    searches: dict[type, Callable[..., Film]] = {
        SearchStep: _search,
        PlacementStep: _placement,
        DijkstraStep: _dijkstra,
    }
    if type(first) not in searches:
        raise InvalidArgument(f"a search has steps of its own kind, got {first!r}")
    if graph is None:
        raise InvalidArgument("steps that do not know their graph need it, got G=None")
    closed = isinstance(subject, Steps) and subject.closed
    taken = _until(chain([first], steps), solutions, limit)
    film = searches[type(first)](taken, graph, closed=closed)
    if len(film.steps) >= limit and next(steps, None) is not None:
        film = replace(film, title=f"{film.title}, its first {len(film.steps)} steps")
    return film


def whole_number(name: str, value: Any) -> None:
    """Refuse what is no positive integer."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidArgument(f"{name} must be an integer of at least 1, got {value!r}")


def _until(steps: Iterable[Any], solutions: int | None, limit: int) -> Iterator[Any]:
    """Yield steps until so many solutions have been found."""
    found = 0
    for step in islice(steps, limit):
        yield step
        found += getattr(step, "kind", "") == "found"
        if found == solutions:
            return


class _Stage:
    """The state of the nodes while the steps of a film are made."""

    def __init__(self, nodes: Iterable[Any]) -> None:
        self.nodes = list(nodes)
        self.place = {node: k for k, node in enumerate(self.nodes)}
        self.steps: list[Step] = []
        self._state: dict[int, Change] = {}
        self._passing: dict[int, Change] = {}

    def step(self, kind: int, *changes: Change, passing: Iterable[Change] = ()) -> None:
        """Add a step; what is passing is undone by the next one, unless that changes it anyway."""
        brief = list(passing)
        news = {**self._passing, **{change.node: change for change in changes}}
        self._state |= news
        self._passing = {c.node: self._state.get(c.node, Change(c.node)) for c in brief}
        news |= {change.node: change for change in brief}
        self.steps.append(Step(kind, list(news.values())))


class _Path:
    """A path that grows and shrinks; its newest node and its first one stand out."""

    def __init__(self) -> None:
        self.nodes: list[int] = []

    def top(self, mark: int) -> list[Change]:
        """Return the state of the last node if it is marked so."""
        if not self.nodes:
            return []
        before = self.nodes[-2] if len(self.nodes) > 1 else ALONE
        return [Change(self.nodes[-1], mark, str(len(self.nodes)), before)]

    def visit(self, node: int) -> list[Change]:
        """Put a node on the path."""
        passed = self.top(ON if len(self.nodes) > 1 else START)
        self.nodes.append(node)
        return passed + self.top(HEAD if len(self.nodes) > 1 else START)

    def retreat(self) -> list[Change]:
        """Take the last node off."""
        self.nodes.pop()
        return self.top(HEAD if len(self.nodes) > 1 else START)

    def closing(self) -> Change:
        """Return the state of the first node once the path has returned to it."""
        return Change(self.nodes[0], START, "1", self.nodes[-1])


def _tour(tour: Tour, G: nx.Graph[Any] | None) -> Film:
    graph = tour.graph if G is None else G
    board = tour.board
    ground = points_of(graph, tour.nodes) if board is None else Squares(board)
    layout = _bare(ground, graph if board is None else None, len(tour))
    stage, path = _Stage(tour), _Path()
    for k in range(len(tour)):
        stage.step(-1, *path.visit(k))
    if tour.is_closed and len(tour) > 1:
        stage.step(-1, *path.top(ON), path.closing())
    return Film(
        ground=ground,
        nodes=stage.nodes,
        most=len(stage.nodes),
        graph=graph,
        layout=layout,
        steps=stage.steps,
        is_tour=True,
        is_closed=tour.is_closed,
        title=tour_layout(tour).title,
    )


def _search(steps: Iterable[SearchStep], G: nx.Graph[Any], *, closed: bool) -> Film:
    stage, path = _stage(G), _Path()
    kinds = {"visit": 0, "retreat": 1, "found": 2}
    for step in steps:
        kind = kinds[step.kind]
        node = _number(stage, step.node)
        if step.kind == "visit":
            stage.step(kind, *path.visit(node))
        elif step.kind == "retreat":
            stage.step(kind, Change(node), *path.retreat(), passing=[Change(node, LEFT)])
        else:
            returns = closed and len(path.nodes) > 1
            stage.step(kind, passing=[*path.top(FOUND), *[path.closing()] * returns])
    ground, layout = _grounded(G)
    return Film(
        ground=ground,
        nodes=stage.nodes,
        most=len(stage.nodes),
        graph=G,
        layout=layout,
        steps=stage.steps,
        kinds=("visits", "retreats", "tours found"),
        counted="on the path",
        is_closed=closed,
        title=f"search for {'closed' if closed else 'open'} tours{_extent(ground, stage)}",
    )


def _placement(steps: Iterable[PlacementStep], board: Board | nx.Graph[Any], **_: Any) -> Film:
    stage = _stage(board)
    kinds = {"place": 0, "reject": 1, "remove": 2, "found": 3}
    placed: list[int] = []
    for step in steps:
        squares = [_number(stage, square) for square in enumerate(step.columns)]
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
    ground, layout = _grounded(board)
    return Film(
        ground=ground,
        nodes=stage.nodes,
        most=math.isqrt(len(stage.nodes)),
        graph=None,
        layout=layout,
        steps=stage.steps,
        kinds=("placed", "rejected", "removed", "found"),
        counted="queens",
        piece="queen",
        title=f"search for queens{_extent(ground, stage)}",
    )


def _dijkstra(steps: Iterable[DijkstraStep], G: nx.Graph[Any], **_: Any) -> Film:
    stage = _stage(G)
    origin: dict[Any, int] = {}
    newest: list[Change] = []
    start = ""
    for step in steps:
        node = _number(stage, step.node)
        if not stage.steps:
            start = stage.nodes[node]
        before = origin.get(step.node, ALONE)
        done = [change._replace(mark=ON if change.origin >= 0 else START) for change in newest]
        newest = [Change(node, HEAD if before >= 0 else START, str(step.distance), before)]
        reached = []
        for v in step.improved:
            origin[v] = node
            reached.append(Change(_number(stage, v), OPEN, str(step.tentative[v]), node))
        stage.step(-1, *done, *newest, *reached)
    if newest:
        stage.step(-1, *(c._replace(mark=ON if c.origin >= 0 else START) for c in newest))
    ground, layout = _grounded(G)
    return Film(
        ground=ground,
        nodes=stage.nodes,
        most=len(stage.nodes),
        graph=G,
        layout=layout,
        steps=stage.steps,
        counted="settled",
        title=f"Dijkstra's algorithm from {ground.name(start)}{_extent(ground, stage)}",
    )


def _stage(G: nx.Graph[Any] | Board) -> _Stage:
    size = len(G)
    if size > MOST_NODES:
        raise InvalidArgument(f"an animation shows at most {MOST_NODES:,} nodes, got {size:,}")
    return _Stage(G.squares if isinstance(G, Board) else G)


def _number(stage: _Stage, node: Any) -> int:
    try:
        return stage.place[node]
    except (KeyError, TypeError):
        raise InvalidArgument(f"the steps must be of a search on G, which lacks {node!r}") from None


def _grounded(G: nx.Graph[Any] | Board) -> tuple[Ground, Layout]:
    if isinstance(G, Board):
        return Squares(G), _bare(Squares(G), None, len(G))
    ground = ground_of(G)
    return ground, _bare(ground, None if isinstance(ground, Squares) else G, len(G))


def _bare(ground: Ground, G: nx.Graph[Any] | None, size: int) -> Layout:
    """Return the picture before the first step: the board, or the edges and small dots."""
    if size > MOST_NODES:
        raise InvalidArgument(f"an animation shows at most {MOST_NODES:,} nodes, got {size:,}")
    layout = ground.blank()
    if isinstance(ground, Squares):
        return layout
    return replace(
        layout,
        edges=() if G is None else faint(ground, G),
        dots=list(ground.places.values()),
        dot=0.13 * ground.unit,
    )


def _extent(ground: Ground, stage: _Stage) -> str:
    if isinstance(ground, Squares):
        return f" on the {ground.board.size} board"
    return f" in a graph of {len(stage.nodes)} nodes"
