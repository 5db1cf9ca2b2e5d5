"""``icosian count``: how many tours there are."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import click

from icosian.boards.board import Board
from icosian.cli._common import (
    AS_ASKED,
    GraphType,
    json_option,
    moves_on,
    named_node,
    piece_option,
    progress_line,
    timeout_option,
)

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["count"]

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


class _BytesType(click.ParamType):  # type: ignore[type-arg]
    """A number of bytes, such as ``500M`` or ``2G``."""

    name = "bytes"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([kmg]?)b?", str(value).lower())
        if not match:
            self.fail(f"{value!r} is not a number of bytes such as 500M or 2G", param, ctx)
        return int(float(match[1]) * UNITS[match[2]])


@click.command()
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@click.option(
    "--closed/--paths",
    "closed",
    default=None,
    help="Closed tours, or open ones: by default closed, but open wherever an end is given.",
)
@click.option("--start", help="First node of the open tours.")
@click.option("--end", help="Last node of the open tours.")
@piece_option
@click.option("--distinct", is_flag=True, help="Images of a tour on the board count as one.")
@click.option(
    "--memory",
    type=_BytesType(),
    metavar="BYTES",
    help="The most memory to take, such as 500M or 2G; by default half of what is free.",
)
@json_option
@timeout_option
def count(
    graph: Board | nx.Graph[Any],
    *,
    closed: bool | None,
    start: str | None,
    end: str | None,
    piece: Any,
    distinct: bool,
    memory: int | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Count the tours that visit every node of GRAPH once.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. Closed tours with
    the same edges are one. An open tour and its reverse are one, unless only one end is given: then
    those from there are counted.

    \b
    Examples:
      icosian count 6x6 --closed
      icosian count 5x5 --paths --start a1
      icosian count 8x8 --piece king
      icosian count 6x6 --closed --distinct
      icosian count graph.hcp --paths --start 1 --end 20

    \b
    Exit codes: 0 counted, 2 bad use, 3 limit reached.
    """
    ends = start is not None or end is not None
    if closed and ends:
        raise click.UsageError("a closed tour has no ends: give --start and --end with --paths")
    closed = not ends if closed is None else closed
    if isinstance(graph, Board):
        G = moves_on(graph, piece)
    elif piece is not None:
        raise click.UsageError("--piece moves on a board, a graph file has edges of its own")
    else:
        G = graph
    from icosian import tours

    with progress_line() as progress:
        given = {
            "distinct": distinct,
            "memory_limit": memory,
            "timeout": timeout,
            "progress": progress,
        }
        if closed:
            number = tours.count_hamiltonian_cycles(G, **given)
        else:
            nodes = [named_node(graph, text) for text in (start, end)]
            number = tours.count_hamiltonian_paths(G, *nodes, **given)
    if as_json:
        click.echo(json.dumps({"result": "counted", "closed": closed, "number": number}))
    else:
        click.echo(number)
    return AS_ASKED
