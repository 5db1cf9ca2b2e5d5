"""Films of tours, walks and searches: backtracking, queens, Dijkstra's algorithm."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import singledispatch
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._run.arguments import checked_int
from icosian._steps import Steps
from icosian.boards.board import Board
from icosian.drawing.scene.film import (
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
    Step,
)
from icosian.drawing.scene.places import Geometry, geometry_of, pale_edges
from icosian.drawing.scene.squares import Squares, squares_of
from icosian.drawing.subjects.tours import geometry_of_tour, tour_layout
from icosian.drawing.subjects.walks import walk_stage
from icosian.exceptions import InvalidArgument
from icosian.placements.queens.stepwise import PlacementStep
from icosian.proofs.bounds.cover_bound import CoverBound
from icosian.proofs.bounds.longest_bound import LongestBound
from icosian.proofs.bounds.lower_bound import LowerBound
from icosian.proofs.clauses import DisjointRefutation
from icosian.proofs.derived import BottleneckBound
from icosian.proofs.walks import WalkProof
from icosian.routes.shortest_paths import DijkstraStep
from icosian.routes.walk import Walk
from icosian.tours.solve.backtracking import SearchStep
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from icosian.proofs.certificate import Proof

OTHER_CLAIMS = BottleneckBound, CoverBound, DisjointRefutation, LongestBound, LowerBound, WalkProof
"""The kinds of proofs that say more, or less, than that there is no tour."""
STEPS = (SearchStep, PlacementStep, DijkstraStep)
"""The kinds of steps of searches."""


@singledispatch
def film_of(subject: Any, **_options: Any) -> Film:
    """Return the film of a tour, a walk or a search; its keywords are the options."""
    raise _refusal(subject)


def _refusal(subject: Any) -> InvalidArgument:
    return InvalidArgument(f"an animation shows a tour or steps of a search, got {subject!r}")


@film_of.register(Iterable)
def _(
    subject: Iterable[Any],
    *,
    G: nx.Graph[Any] | None = None,
    solutions: int | None = 1,
    limit: int = 100_000,
) -> Film:
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


class _Stage:
    """The state of the nodes while the steps of a film are built."""

    def __init__(self, nodes: Iterable[Any], geometry: Geometry, G: nx.Graph[Any] | None) -> None:
        self.nodes = list(nodes)
        self.geometry, self.graph = geometry, G
        self.place = {node: k for k, node in enumerate(self.nodes)}
        self.steps: list[Step] = []
        self._state: dict[int, Change] = {}
        self._passing: dict[int, Change] = {}

    def step(self, kind: int, *changes: Change, passing: Iterable[Change] = ()) -> None:
        """Add a step; the next one reverts what is `passing`, unless it changes that node."""
        brief = list(passing)
        news = {**self._passing, **{change.node: change for change in changes}}
        self._state |= news
        self._passing = {c.node: self._state.get(c.node, Change(c.node)) for c in brief}
        news |= {change.node: change for change in brief}
        self.steps.append(Step(kind, list(news.values())))

    def number(self, node: Any) -> int:
        """Return the number of a node."""
        try:
            return self.place[node]
        except (KeyError, TypeError):
            raise InvalidArgument(
                f"the steps must be of a search on G, which lacks {node!r}"
            ) from None

    def film(self, title: str, *, most: int | None = None, **options: Any) -> Film:
        """Return the film, whose first picture is the board, or the edges and small dots."""
        geometry, layout = self.geometry, self.geometry.blank()
        where = f" in a graph of {len(self.nodes)} nodes"
        if isinstance(geometry, Squares):
            where = f" on the {geometry.board.size} board"
        else:
            layout = replace(
                layout,
                edges=() if self.graph is None else pale_edges(geometry, self.graph),
                dots=list(geometry.places.values()),
                dot=0.13 * geometry.unit,
            )
        return Film(
            geometry=geometry,
            nodes=self.nodes,
            graph=self.graph,
            layout=layout,
            steps=self.steps,
            most=len(self.nodes) if most is None else most,
            title=title if options.get("is_tour") else title + where,
            **options,
        )


class _Path:
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


@film_of.register(Tour)
def _(tour: Tour, *, G: nx.Graph[Any] | None = None) -> Film:
    if not len(tour):
        raise InvalidArgument("a tour of no node cannot be animated")
    graph = tour.graph if G is None else G
    geometry = geometry_of_tour(tour, graph)
    _check_size(len(tour))
    stage, path = _Stage(tour, geometry, graph), _Path()
    for k in range(len(tour)):
        stage.step(-1, *path.visit(k))
    if tour.is_closed and len(tour) > 1:
        stage.step(-1, *path.top(ON), path.closing())
    title = tour_layout(tour).title
    return stage.film(title, is_tour=True, is_closed=tour.is_closed)


@film_of.register(Walk)
def _(walk: Walk) -> Film:
    # The nodes of its film are the visits: a place may be visited again.
    _check_size(len(walk))
    stage = walk_stage(walk)
    last = len(walk) - 1
    steps = []
    for k, (text, is_stop) in enumerate(zip(stage.texts, stage.are_stops, strict=True)):
        before = Change(k - 1, ON if stage.texts[k - 1] else PASSED, stage.texts[k - 1], k - 2)
        mark = START if k == 0 else PASSED if walk.is_closed and k == last else HEAD
        changes = [Change(k, mark, text, k - 1 if k else ALONE)]
        steps.append(Step(0 if is_stop else -1, changes if k < 2 else [before, *changes]))
    return Film(
        geometry=stage.visits,
        nodes=list(range(len(walk))),
        graph=None,
        layout=stage.ground,
        steps=steps,
        kinds=("stops",),
        counted="visits",
        most=len(walk),
        is_closed=walk.is_closed,
        mark=stage.ground.mark / stage.ground.unit,
        title=stage.title,
    )


def _search(steps: Iterable[SearchStep], G: nx.Graph[Any], *, closed: bool) -> Film:
    stage, path = _stage(G), _Path()
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


def _stage(G: nx.Graph[Any] | Board) -> _Stage:
    _check_size(len(G))
    if isinstance(G, Board):
        return _Stage(G.squares, squares_of(G), None)
    return _Stage(G, geometry_of(G), G)


def _check_size(size: int) -> None:
    if size > MOST_NODES:
        raise InvalidArgument(f"an animation shows at most {MOST_NODES:,} nodes, got {size:,}")
