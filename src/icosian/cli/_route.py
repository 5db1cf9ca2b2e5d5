"""``icosian route``: shortest paths on route maps and boards."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import networkx as nx

from icosian.boards.board import Board
from icosian.cli.shared.document import json_number, remember
from icosian.cli.shared.options import (
    BoardType,
    json_option,
    moves_on,
    named_square,
    piece_option,
    save_option,
)
from icosian.cli.shared.output import AS_ASKED, OPPOSITE, report
from icosian.cli.shared.walks import Visit, visit_options, walk_through

if TYPE_CHECKING:
    from collections.abc import Callable

    from icosian.routes.shortest_paths import ShortestPaths


PRINTED_PATHS = 1000
TABLE_NODES = 200  # beyond this, the lines of the table are unreadable
SUFFIXES = (".csv", ".graphml", ".json")


class _MapType(BoardType):
    """A board, or a file that holds a route map."""

    name = "map"

    def convert(self, value: Any, param: Any, ctx: Any) -> Board | Path:  # type: ignore[override]
        path = Path(value)
        if path.suffix.lower() in SUFFIXES:
            return path
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            known = f"; a route map ends in {', '.join(SUFFIXES)}"
            self.fail(error.message + known * path.is_file(), param, ctx)


@click.command()
@click.argument("map_", type=_MapType(), metavar="MAP")
@click.argument("source", metavar="SOURCE", required=False)
@click.argument("target", metavar="TARGET", required=False)
@click.option("--all", "all_paths", is_flag=True, help="Print all shortest paths, up to 1000.")
@click.option("--table", is_flag=True, help="Print the algorithm step by step, as textbooks do.")
@click.option("--weight", metavar="NAME", help="The edge attribute to use instead of weight.")
@click.option(
    "--positions", type=Path, help="Positions of the places: a .csv file with node, x, y."
)
@click.option("--directed", is_flag=True, help="The roads of a .csv file are one-way.")
@piece_option
@visit_options
@save_option
@json_option
def route(
    map_: Board | Path,
    source: str | None,
    target: str | None,
    *,
    stops: Visit,
    all_paths: bool,
    table: bool,
    weight: str | None,
    positions: Path | None,
    directed: bool,
    piece: Any,
    save: Path | None,
    as_json: bool,
) -> int:
    """Find a shortest path from SOURCE to TARGET, and what it costs.

    MAP is a file of roads: .csv with the columns u, v, weight, or .graphml or .json (node-link
    data). Or it is a board, as for icosian tour, on which every move of a piece costs 1; places
    are squares then. With --visit, find the shortest walk through these places instead, and prove
    how short a walk can be; it may pass other places, and returns to where it starts.

    \b
    Examples:
      icosian route map.csv Arad Bucharest
      icosian route map.csv A E --all --table
      icosian route map.csv A E --positions towns.csv --save map.svg
      icosian route 8x8 a1 h8 --save distances.svg
      icosian route map.csv --visit Iasi --visit Giurgiu --from Arad --save walk.svg
      icosian route map.csv --visit Iasi --from Arad --to Bucharest --proof proof.json
      icosian check proof.json map.csv

    \b
    Exit codes: 0 found, 1 there is no path, 2 bad use, 3 limit reached.
    """
    if stops.visit:
        if source is not None or all_paths or table:
            raise click.UsageError("--visit stands without SOURCE, TARGET, --all and --table")
        G = _map(map_, piece, weight, positions, directed=directed)
        place, name = partial(_place, map_, G), _namer(map_)
        return walk_through(G, stops, place, name, weight or "weight", as_json=as_json, save=save)
    stops.refuse()
    if source is None or target is None:
        missing = "SOURCE" if source is None else "TARGET"
        raise click.UsageError(f"missing argument {missing!r}; a walk has --visit")
    from icosian.routes.dijkstra import dijkstra

    G = _map(map_, piece, weight, positions, directed=directed)
    start, end = (_place(map_, G, text) for text in (source, target))
    if table and len(G) > TABLE_NODES:
        raise click.UsageError(f"--table holds at most {TABLE_NODES} nodes, got {len(G)}")
    # The table and the picture show the whole map, otherwise the search may stop at the target.
    whole = table or save is not None
    paths = dijkstra(G, start, weight=weight or "weight", target=None if whole else end)
    answer: dict[str, Any] = {"table": paths.table()} if table else {}
    if table and not as_json:
        click.echo(f"{answer['table']}\n")
    try:
        answer |= _described(paths, end, all_paths=all_paths)
    except nx.NetworkXNoPath:
        reason = f"no path leads from {source} to {target}"
        report("impossible", reason, as_json=as_json, reason=reason, answer=answer or None)
        return OPPOSITE
    report(
        "found",
        _text(paths, answer, map_),
        as_json=as_json,
        answer=answer,
        files=[(save, partial(_save, paths, end))],
    )
    if not (as_json or answer.get("complete", True)):
        click.echo(f"there are more: the first {PRINTED_PATHS} are printed", err=True)
    return AS_ASKED


def _save(paths: ShortestPaths, target: Any, file: Path) -> None:
    """Write the picture of the map."""
    from icosian.drawing import save

    save(paths, file, target=target)


def _map(
    map_: Board | Path, piece: Any, weight: str | None, positions: Path | None, *, directed: bool
) -> nx.Graph[Any]:
    """Return the graph that a command is about."""
    if isinstance(map_, Board):
        if weight is not None or positions is not None or directed:
            raise click.UsageError("--weight, --positions and --directed are for files of roads")
        G = moves_on(map_, piece)
        remember(G)
        return G
    if piece is not None:
        raise click.UsageError("--piece is for boards; a file has its own roads")
    if directed and map_.suffix.lower() != ".csv":
        raise click.UsageError("--directed is for .csv files; other formats state it themselves")
    from icosian.routes.maps import read_route_map

    G = read_route_map(map_, positions=positions, directed=directed)
    remember(G, str(map_))
    return G


def _place(map_: Board | Path, G: nx.Graph[Any], text: str) -> Any:
    """Return the node that an argument names: a square, a string or an integer."""
    if isinstance(map_, Board):
        return named_square(map_, text)
    if text not in G and re.fullmatch("-?[0-9]{1,18}", text) and int(text) in G:
        return int(text)
    return text


def _described(paths: ShortestPaths, target: Any, *, all_paths: bool) -> dict[str, Any]:
    path = paths.path(target)
    answer = {"length": json_number(paths.distances[path[-1]]), "path": path}
    if all_paths:
        some = list(islice(paths.paths(target), PRINTED_PATHS + 1))
        answer |= {"paths": some[:PRINTED_PATHS], "complete": len(some) <= PRINTED_PATHS}
    return answer


def _text(paths: ShortestPaths, answer: dict[str, Any], map_: Board | Path) -> str:
    """Return the cost and the paths, one per line."""
    cost = paths.distances[answer["path"][-1]]
    listed = answer.get("paths", [answer["path"]])
    lines = (" -> ".join(map(_namer(map_), path)) for path in listed)
    return "\n".join([f"cost {cost}", *lines])


def _namer(map_: Board | Path) -> Callable[[Any], str]:
    """Return what gives nodes the names used on the command line."""
    return map_.name if isinstance(map_, Board) and map_.has_names else str
