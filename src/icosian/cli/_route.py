"""``icosian route``: shortest paths on route maps and boards."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import click
import networkx as nx

from icosian._io.source import Source
from icosian._io.tables import TABLE_SUFFIXES, Table, is_table_file, read_cells
from icosian._io.text import plural
from icosian.boards.board import Board
from icosian.cli.shared.answers import Answer, Run, answering, proved
from icosian.cli.shared.choice import Choice, choice_options, listed
from icosian.cli.shared.document import announce, json_number, measured_in_json, remember
from icosian.cli.shared.options import BoardType, bundled, marked, moves_on, named_square, options
from icosian.cli.shared.output import OPPOSITE, PRINTED_SQUARES
from icosian.routes.dijkstra import dijkstra
from icosian.routes.maps import fill_lengths, map_source
from icosian.routes.shortest_paths import ShortestPaths

PRINTED_PATHS = 1000
TABLE_NODES = 200  # beyond this, the lines of the table are unreadable
SUFFIXES = (*TABLE_SUFFIXES, ".edgelist", ".edges", ".gml", ".graphml", ".json", ".net")


class _MapType(BoardType):
    """A board, or a file that holds a route map."""

    name = "map"

    def convert(self, value: Any, param: Any, ctx: Any) -> Board | Path:  # type: ignore[override]
        path = Path(value)
        if path.name.lower().removesuffix(".gz").endswith(SUFFIXES):
            return path
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            known = f"; a route map ends in {', '.join(SUFFIXES)}"
            self.fail(error.message + known * path.is_file(), param, ctx)


@dataclass(frozen=True, kw_only=True)
class Stops:
    """The stops of a walk, or the streets that it passes."""

    visit: tuple[str, ...] = ()
    streets: str | None = None
    start: str | None = None
    end: str | None = None
    is_open: bool = False

    def refuse(self, run: Run) -> None:
        """Refuse the options of a walk where there is no stop."""
        for option, value in {
            "from": self.start,
            "to": self.end,
            "open": self.is_open or None,
            "gap": run.limits["gap"] or None,
            "timeout": run.limits["timeout"],
            "seed": run.limits["seed"],
            "proof": run.proof,
            "jobs": run.workers or None,
        }.items():
            if value is not None:
                raise click.UsageError(f"--{option} is for walks: add --visit or --streets")


@click.command()
@answering
@click.argument("map_", type=_MapType(), metavar="MAP")
@click.argument("source", metavar="SOURCE", required=False)
@click.argument("target", metavar="TARGET", required=False)
@click.option("--all", "all_paths", is_flag=True, help="Print all shortest paths, up to 1000.")
@click.option("--table", is_flag=True, help="Print the algorithm step by step, as textbooks do.")
@options("weight default")
@click.option(
    "--positions", type=Path, help="Positions of the places: a .csv file with node, x, y."
)
@options("directed piece")
@click.option("--visit", multiple=True, metavar="A,B", help="Stops of a walk. Repeatable.")
@click.option(
    "--streets", metavar="all|FILE", help="A walk along all streets, or those of a .csv file: u, v."
)
@click.option("--from", "start", metavar="PLACE", help="The first stop of a walk.")
@click.option("--to", "end", metavar="PLACE", help="The last stop of an open walk.")
@click.option("--open", "is_open", is_flag=True, help="Do not return; --to implies it.")
@choice_options
@options("timeout gap seed processes dask proof save quiet json")
@bundled("stops", Stops)
def route(
    run: Run,
    map_: Board | Path,
    source: str | None,
    target: str | None,
    *,
    stops: Stops,
    choice: Choice,
    all_paths: bool,
    table: bool,
    weight: str | None,
    default: Any,
    quiet: bool,
    positions: Path | None,
    directed: bool,
    piece: Any,
) -> int:
    """Find a shortest path from SOURCE to TARGET, and what it costs.

    MAP is a file of roads: .csv with the columns u, v, weight, or .graphml or .json (node-link
    data). Or it is a board, as for icosian tour, on which every move of a piece costs 1; places
    are squares then, and S and E in a text file are SOURCE and TARGET, or --from and --to. With
    --visit, find the shortest walk through these places instead, and prove how short a walk can be;
    it may pass other places, and returns to where it starts. The places of --order, --group and
    --prize are stops of a walk as well. With --streets, find the shortest walk along all roads, or
    along some.

    \b
    Examples:
      icosian route map.csv Arad Bucharest
      icosian route map.csv A E --all --table
      icosian route map.csv A E --positions towns.csv --save map.svg
      icosian route 8x8 a1 h8 --save distances.svg
      icosian route map.csv --visit Iasi --visit Giurgiu --from Arad --save walk.svg
      icosian route town.graphml --visit 31 --visit 42 --weight length
      icosian route map.csv --visit Iasi --from Arad --to Bucharest --proof proof.json
      icosian route map.csv --from Arad --group Iasi,Vaslui --prize Giurgiu=90
      icosian route map.csv --streets all --from Arad --save rounds.svg
      icosian check proof.json map.csv

    \b
    Exit codes: 0 found, 1 there is no path, 2 bad use, 3 limit reached.
    """
    is_walk = bool(stops.visit) or choice != Choice()
    if is_walk or stops.streets:
        start, end = marked(map_, "start", stops.start), marked(map_, "end", stops.end)
        stops = replace(stops, start=start, end=end)
    elif source is None or target is None:
        source, target = marked(map_, "start", source), marked(map_, "end", target)
    if is_walk and stops.streets:
        raise click.UsageError("--visit, --order, --group and --prize are not for --streets")
    if is_walk or stops.streets:
        if source is not None or all_paths or table:
            option = "--streets" if stops.streets else "--visit"
            raise click.UsageError(f"{option} stands without SOURCE, TARGET, --all and --table")
    else:
        stops.refuse(run)
        if source is None or target is None:
            missing = "SOURCE" if source is None else "TARGET"
            raise click.UsageError(f"missing argument {missing!r}; a walk has --visit or --streets")
    source_ = _map(map_, piece, weight, positions, directed=directed)
    if default is not None:
        if isinstance(map_, Board):
            raise click.UsageError("--default is for files of roads")
        filled = fill_lengths(source_.value, weight or "weight", default=default)
        source_ = replace(source_, value=filled)
    G = source_.value
    name = map_.name if isinstance(map_, Board) and map_.has_names else str

    def place(text: str | None) -> Any:
        return None if text is None else _place(map_, G, text)

    if not isinstance(map_, Board):
        announce(run, source_, weight, quiet=quiet)
    if is_walk or stops.streets:
        return run.respond(_walk(run, G, stops, choice, place, name, weight or "weight"))
    start, end = place(source), place(target)
    if table and len(G) > TABLE_NODES:
        raise click.UsageError(f"--table holds at most {TABLE_NODES} nodes, got {len(G)}")
    # The table and the picture show the whole map, otherwise the search may stop at the target.
    whole = table or run.save is not None
    paths = dijkstra(G, start, weight=weight or "weight", target=None if whole else end)
    answer: dict[str, Any] = {"table": paths.table()} if table else {}
    head = f"{answer['table']}\n\n" if table else ""
    try:
        answer |= _described(paths, end, all_paths=all_paths)
    except nx.NetworkXNoPath:
        reason = f"no path leads from {source} to {target}"
        parts: Any = {"text": head + reason, "reason": reason, "answer": answer or None}
        return run.respond(Answer(result="impossible", code=OPPOSITE, **parts))
    cost = paths.distances[end]
    lines = (" -> ".join(map(name, path)) for path in answer.get("paths", [answer["path"]]))
    more = (
        None
        if answer.get("complete", True)
        else f"there are more: the first {PRINTED_PATHS} are printed"
    )
    return run.respond(
        Answer(
            text=head + "\n".join([f"cost {cost}", *lines]),
            answer=answer,
            picture=paths,
            drawing={"target": end},
            remark=more,
        )
    )


def _map(
    map_: Board | Path, piece: Any, weight: str | None, positions: Path | None, *, directed: bool
) -> Source:
    """Return the graph that a command is about, and what was read."""
    if isinstance(map_, Board):
        if weight is not None or positions is not None or directed:
            raise click.UsageError("--weight, --positions and --directed are for files of roads")
        G = moves_on(map_, piece)
        remember(G)
        return Source(value=G)
    if piece is not None:
        raise click.UsageError("--piece is for boards; a file has its own roads")
    if directed and not is_table_file(map_):
        raise click.UsageError("--directed is for .csv files; other formats state it themselves")
    source = map_source(map_, positions=positions, directed=directed, weight=weight)
    remember(source.value, str(map_))
    return source


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


def _walk(
    run: Run,
    G: nx.Graph[Any],
    stops: Stops,
    choice: Choice,
    place: Callable[[str | None], Any],
    name: Callable[[Any], str],
    weight: str,
) -> Answer:
    """Return the shortest walk through the stops, or along the streets."""
    from icosian.routes.postman import postman_walk
    from icosian.routes.traveling_salesman import traveling_salesman

    start, end = place(stops.start), place(stops.end)
    cycle = not stops.is_open and end is None
    given: dict[str, Any] = {"start": start, "end": end, "cycle": cycle, "weight": weight}
    find: Any = postman_walk if stops.streets else traveling_salesman
    some: Any = [stop for text in stops.visit for stop in listed(text, place, G)] or None
    if stops.streets:
        some = _streets(G, stops.streets, place)
    else:
        given |= choice.of(place, G)
    with run.search() as search:
        walk = find(G, some, **given, **search)
    kind = "closed" if walk.is_closed else "open"
    what = "along streets" if stops.streets else f"through {plural(len(walk.stops), 'stop')}"
    lines = [f"{kind} walk {what}. {walk.explain()}"]
    if walk.extra is not None:
        lines[0] += f" What it passes besides each street once: {walk.extra}."
    if len(walk) <= PRINTED_SQUARES:
        lines += (" -> ".join(map(name, leg)) for leg in walk.legs)
    answer = {
        "closed": walk.is_closed,
        **measured_in_json(walk),
        "stops": list(walk.stops),
        "walk": list(walk),
    }
    if walk.extra is not None:
        answer |= {"extra": json_number(walk.extra)}
    return proved(walk, "\n".join(lines), answer)


def _streets(
    G: nx.Graph[Any], text: str | None, place: Callable[[str | None], Any]
) -> list[tuple[Any, ...]] | None:
    """Return the edges that a file names, all parallel ones without a key; None for all."""
    if text in (None, "all"):
        return None
    rows = [*filter(any, read_cells(Path(text)).rows)]
    first = Table(columns=[], header=rows[0] if rows else [])
    columns = [0, 1, 2]
    ends: list[Any] = [first.column("u"), first.column("v")]
    if None not in ends and not G.has_edge(*map(place, rows[0][:2])):  # names of columns
        others = {*range(len(rows[0]))} - {*ends, *first.weight_columns()}
        key_column = first.column("key")
        columns = [*ends, *(sorted(others)[:1] if key_column is None else [key_column])]
        del rows[0]
    edges: list[tuple[Any, ...]] = []
    for cells in rows:
        u, v = (place(cells[k] if k < len(cells) else "") for k in columns[:2])
        key = [cells[k] for k in columns[2:] if k < len(cells)]
        if G.is_multigraph():
            named = [k for k in G.get_edge_data(u, v) or () if key in ([], [str(k)])]
            edges += [(u, v, k) for k in named or key or ("",)]
        else:
            edges.append((u, v))
    return edges
