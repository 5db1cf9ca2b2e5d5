"""The JSON document that commands print with ``--json``: one form, which schema.json describes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from math import isinf
from typing import TYPE_CHECKING, Any

import click
import networkx as nx

from icosian.boards.board import Board
from icosian.exceptions import SearchLimitReached

if TYPE_CHECKING:
    from icosian._io.source import Source
    from icosian.cli.shared.answers import Run
    from icosian.placements import Coloring, Placement
    from icosian.proofs import Proof
    from icosian.tours import Places, Tour
    from icosian.tours.measured import Measured


KEY = "icosian.subject"
INPUT = "icosian.input"


def remember(graph: Board | nx.Graph[Any] | Places, name: str | None = None) -> None:
    """Let the document state what a command is about; the name is that of the command line."""
    if (context := click.get_current_context(silent=True)) is not None:
        known, _ = context.meta.get(KEY, (None, None))
        context.meta[KEY] = (name or known, graph)


def announce(run: Run, source: Source, weight: str | None, *, quiet: bool) -> None:
    """State what a file was read as: in a line on standard error, or in the document."""
    G = source.value
    if isinstance(G, nx.Graph) and source.lengths is None:
        name = weight or "weight"
        has_lengths = any(name in data for *_, data in G.edges(data=True))
        source = replace(source, lengths=name if has_lengths else None)
    if (context := click.get_current_context(silent=True)) is not None:
        context.meta[INPUT] = str(source)
    if not (quiet or run.as_json or run.said is not None):
        click.echo(f"read {source}", err=True)


def _subject() -> Any:
    """Return the name and the graph of what the command that runs is about, if known."""
    context = click.get_current_context(silent=True)
    return (None, None) if context is None else context.meta.get(KEY, (None, None))


def labeled_graph() -> nx.Graph[Any] | None:
    """Return the graph whose nodes a proof names; places have plain names."""
    _, graph = _subject()
    return graph if isinstance(graph, nx.Graph) else None


def document(
    result: str,
    *,
    reason: str | None = None,
    answer: dict[str, Any] | None = None,
    proof: Proof | None = None,
    stats: Any = None,
    saved: Iterable[str] = (),
) -> dict[str, Any]:
    """Return the document of the command that runs, without its name."""
    context = click.get_current_context(silent=True)
    read = None if context is None else context.meta.get(INPUT)
    return {
        "result": result,
        "reason": reason,
        "graph": subject_in_json(),
        "answer": answer,
        "proof": None if proof is None else json.loads(proof.to_json(labeled_graph())),
        "stats": None if stats is None else _stats(stats),
        "saved": list(saved),
        **({} if read is None else {"input": read}),
    }


def command_name() -> str | None:
    """Return the name of the command that runs."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.invoked_subcommand or context.info_name


def _stats(stats: Any) -> dict[str, Any]:
    """Return what is known of a search."""
    names = ("method", "steps", "seconds", "compile_seconds")
    return {name: getattr(stats, name, None) for name in names}


def subject_in_json() -> dict[str, Any] | None:
    """Return what the command that runs is about."""
    name, graph = _subject()
    return None if graph is None else graph_in_json(graph, name)


def graph_in_json(graph: Board | nx.Graph[Any] | Places, name: str | None) -> dict[str, Any]:
    """Return a graph, a board whose moves were not listed, or places."""
    edges: int | None = None
    board: Board | None = None
    directed = False
    if isinstance(graph, nx.Graph):
        board, edges, directed = getattr(graph, "board", None), graph.size(), graph.is_directed()
    elif isinstance(graph, Board):
        board = graph
    else:
        directed = graph.directed
    return {
        "name": name,
        "nodes": len(graph if isinstance(graph, Board | nx.Graph) else graph.nodes),
        "edges": edges,
        "directed": directed,
        "board": None if board is None else list(board.shape),
    }


def tour_in_json(tour: Tour) -> dict[str, Any]:
    """Return a tour as a part of an answer."""
    return {"closed": tour.is_closed, "tour": list(tour), "names": square_names(tour)}


def optimum_in_json(length: Any, bound: Any, gap: float | None, *, optimal: bool) -> dict[str, Any]:
    """Return a length and what is proved of it as a part of an answer."""
    return {
        "length": json_number(length),
        "bound": json_number(bound),
        "gap": None if bound is None or gap is None or isinf(gap) else gap,
        "optimal": optimal,
    }


def measured_in_json(found: Measured) -> dict[str, Any]:
    """Return the length of a tour or a walk, and what it leaves out, as a part of an answer."""
    answer = optimum_in_json(found.length, found.bound, found.gap, optimal=found.is_shortest)
    if found.skipped:
        costs = {"lost": json_number(found.lost), "cost": json_number(found.cost)}
        answer |= {"skipped": list(found.skipped), **costs}
    return answer


def placement_in_json(found: Placement | Coloring) -> dict[str, Any]:
    """Return a placement or a coloring as a part of an answer."""
    from icosian.placements import Placement

    if isinstance(found, Placement):
        return {"number": len(found), "nodes": found.nodes, "names": square_names(found)}
    return {"number": found.number_of_colors, "classes": found.classes}


def best_known(error: SearchLimitReached) -> dict[str, Any] | None:
    """Return what a search holds that ran out of time: paths, a placement, a bound."""
    answer: dict[str, Any] = {} if error.best is None else placement_in_json(error.best)
    if error.proof is not None:
        answer["bound"] = error.proof.value
    if error.partial:
        answer["path"] = list(error.partial)
    if error.cover:
        answer["cover"] = list(map(list, error.cover))
    return answer or None


def json_number(number: Any) -> Any:
    """Return a length as JSON holds it: fractions as text such as 1/2."""
    return number if number is None or isinstance(number, int | float) else str(number)


def square_names(value: Any) -> list[str] | None:
    """Return the names of the squares of a tour or a placement, if its board has names."""
    board = value.board
    return None if board is None or not board.has_names else list(map(board.name, value))
