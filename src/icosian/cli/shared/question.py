"""What is asked about tours: a graph, its ends, and edges to use or to avoid."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

import click
import networkx as nx

from icosian.boards.board import Board, board_of
from icosian.boards.lookup import node_of
from icosian.cli.shared.document import remember
from icosian.cli.shared.options import (
    Command,
    closed_asked,
    fixed_edges,
    joined,
    marked,
    moves_on,
    named_node,
    options,
)
from icosian.exceptions import IcosianError


@dataclass(frozen=True)
class TourQuestion:
    """What is asked about tours: a graph, open or closed, with given ends and edges or not."""

    graph: Board | nx.Graph[Any]
    closed: bool
    start: str | None
    end: str | None
    piece: Any
    require: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()

    @cached_property
    def G(self) -> nx.Graph[Any]:  # noqa: N802 - as in networkx
        """The graph: that of the file, or of the moves on the board."""
        if isinstance(self.graph, Board):
            G = moves_on(self.graph, self.piece)
            remember(G)
            return G
        if self.piece is not None:
            raise click.UsageError("--piece is for boards; a graph file has its own edges")
        return self.graph

    @cached_property
    def ends(self) -> list[Any]:
        """The nodes that ``--start`` and ``--end`` name, None where not given."""
        return [
            None if text is None else node_of(self.G, named_node(self.graph, text), role)
            for role, text in (("start", self.start), ("end", self.end))
        ]

    @cached_property
    def conditions(self) -> dict[str, Any]:
        """The arguments ``require`` and ``forbid`` of the library's functions."""
        return conditions(self.G, self.require, self.forbid)


def asking(command: Command) -> Command:
    """Give a command a :class:`TourQuestion` instead of the options that make it."""

    @wraps(command)
    def asked(
        run: Any,
        *,
        graph: Any,
        closed: bool | None = None,
        piece: Any = None,
        torus: bool = False,
        require: tuple[str, ...] = (),
        forbid: tuple[str, ...] = (),
        **rest: Any,
    ) -> int:
        given = {role: rest.pop(role) for role in ("start", "end") if role in rest}
        start, end = (
            marked(graph, role, given.get(role), is_asked=role in given)
            for role in ("start", "end")
        )
        closed = closed_asked(graph, closed=closed, start=start, end=end)
        graph = joined(graph, torus=torus)
        return command(run, TourQuestion(graph, closed, start, end, piece, require, forbid), **rest)

    return asked


def tour_question(command: Command) -> Command:
    """Give a command the argument GRAPH and all options of a :class:`TourQuestion`."""
    return options("graph format closed start end require forbid torus piece")(asking(command))


def conditions(
    G: nx.Graph[Any], require: tuple[str, ...], forbid: tuple[str, ...]
) -> dict[str, Any]:
    """Return the edges that tours must use, with those that a file fixes, and must not use."""
    return {
        "require": [*fixed_edges(G), *(_edge(G, text, "--require") for text in require)],
        "forbid": [_edge(G, text, "--forbid") for text in forbid],
    }


def _edge(G: nx.Graph[Any], text: str, option: str) -> tuple[Any, Any]:
    """Return the edge that an option names; the names of its nodes may hold a ``-``."""
    pairs = list(_pairs(G, text))
    edges = [pair for pair in pairs if G.has_edge(*pair)]
    if len(edges) == 1:
        return edges[0]
    if edges:
        raise click.UsageError(f"{option} {text}: this names more than one edge")
    if pairs:
        what = "an edge of the graph" if board_of(G) is None else "a move on this board"
        raise click.UsageError(f"{option} {text}: this is not {what}")
    raise click.UsageError(
        f"{option} takes two nodes with - between them, such as {_example(G)}, got {text!r}"
    )


def _pairs(G: nx.Graph[Any], text: str) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of nodes that a text may name."""
    board = board_of(G)
    for k in range(1, len(text) - 1):
        if text[k] == "-":
            with suppress(IcosianError):  # no such node
                u, v = (named_node(board or G, part) for part in (text[:k], text[k + 1 :]))
                yield node_of(G, u, "node"), node_of(G, v, "node")


def _example(G: nx.Graph[Any]) -> str:
    """Return an edge of the graph as an option names it."""
    board = board_of(G)
    name = str if board is None or not board.has_names else board.name
    return "-".join(map(name, next(iter(G.edges), ("A", "B"))))
