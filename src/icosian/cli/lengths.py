"""Commands about lengths: the shortest tours, paths and walks, and what is proved of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, product, zip_longest
from pathlib import Path
from typing import Any

import click
import networkx as nx

from icosian import tours
from icosian._io.tables import Table, is_table_file, read_cells, way_of
from icosian._io.text import shown
from icosian._io.tracks import places_on_globe
from icosian.boards.board import Board
from icosian.cli.answers import Answer, answer_to, command, json_number
from icosian.cli.commands import OPPOSITE
from icosian.cli.options import AT_LEAST_1, PICTURES, TOGETHER, TRACKS, flag, option
from icosian.cli.subjects import Ask, name_of, read_lengths, read_map
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, NotANode, SearchLimitReached
from icosian.routes.search import dijkstra
from icosian.tours import Places, ShortestTour

CHOICE = TOGETHER["choice"].split()
PRINTED_PATHS = 1000
TABLE_NODES = 200
"""Beyond this, the lines of the table are unreadable."""


# -- Tours


@command(
    "FILES reading table weight default open",
    option("--start PLACE", "First place of the tour."),
    option("--end PLACE", "Last place of an open tour."),
    "choice positions conditions",
    flag("--bottleneck", "Make the longest edge as short as possible."),
    option("--best", "So many of the shortest tours.", AT_LEAST_1),
    "timeout gap seed processes dask save-way proof output",
    exits="0 found, 1 there is no tour",
)
def tsp(ask: Ask, *, bottleneck: bool, best: int | None) -> Any:
    """Find the shortest tour of the places in a FILE, and prove how short a tour can be.

    FILE is a traveling salesman problem of TSPLIB (.tsp, .atsp; with an order .sop, whose tours are
    open), or a graph with lengths: .csv with the columns u, v, weight, or a file as for icosian
    prove. A .csv file may also hold coordinates (x, y, maybe a name before them; with named columns
    also lat and lon) or a matrix of distances: --points, --matrix or --roads says so where names of
    columns do not. A time limit gives the best tour so far, and what is proved of it. Several files
    give a table with one row each, --jobs is then the number of processes, and {} in --save and
    --proof stands for the name of each file.

    \b
    Examples:
      icosian tsp berlin52.tsp --save tour.svg
      icosian tsp towns.csv --points --distance haversine
      icosian tsp distances.csv --matrix --start 0 --end 5
      icosian tsp map.graphml --weight minutes --timeout 60 --gap 0.01
      icosian tsp pcb442.tsp --jobs 2 --save pcb442.tour
      icosian tsp *.tsp --jobs 2 --timeout 60 --save {}.tour
      icosian tsp towns.csv --points --group Bath,Wells --prize York=30
      icosian tsp towns.csv --points --start Bath --order York,Wells --position Ely=3
      icosian tsp ESC12.sop --timeout 60
      icosian tsp berlin52.tsp --proof proof.json
      icosian tsp berlin52.tsp --bottleneck
      icosian tsp berlin52.tsp --best 5 --open
      icosian check proof.json berlin52.tsp
    """
    options = ask.options
    source = read_lengths(ask.file, options)
    is_matrix = source.lengths is None and is_table_file(Path(str(ask.name)))
    subject = ask.take(source, "weight")
    _check_track(ask, subject)
    is_open = options["is_open"] or ask.text("end") is not None
    options["closed"] = not is_open and getattr(subject, "closed", True)
    are_places = isinstance(subject, Places)
    ask.refuse("{} is for graphs", "weight", when=are_places)
    rule = "--bottleneck is for one tour, of all places in any order"
    ask.refuse(rule, "best", *CHOICE, when=bottleneck)
    ask.refuse("{} is not for --bottleneck and --best", "gap", when=best or bottleneck)
    rule = "--group, --prize and --leave-out are for tours of places"
    ask.refuse(rule, *(name for name in CHOICE if name != "order"), when=not are_places)
    options["weight"] = options["weight"] or "weight"
    name = "bottleneck" if bottleneck else "shortest"
    tour = f"{name}_hamiltonian_{'cycle' if ask.closed else 'path'}"
    own = {}
    if are_places and not bottleneck:
        tour, own = "shortest_tour", {"closed": ask.closed}
    try:
        with ask.search() as call:
            found = call(getattr(tours, f"{tour}s" if best else tour), subject, **own)
            return _of_several(islice(found, best), best) if best else found
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        walk = f"icosian route {ask.name} --visit PLACE finds a walk, which may pass places again"
        is_map = not (are_places or is_matrix) and nx.is_strongly_connected(nx.DiGraph(subject))
        return replace(answer_to(error), remark=walk if is_map else None)


def _check_track(ask: Ask, where: Any) -> None:
    """Refuse a track of places that are not on the globe, before the search."""
    if ask.options["save"] is not None and ask.options["save"].suffix.lower() in TRACKS:
        places_on_globe(where, where.nodes)


def _of_several(ranked: Iterable[ShortestTour], most: int) -> Answer:
    """Return the answer with the shortest tours; its proof and picture are those of the last."""
    answers: list[Answer] = []
    remark = None
    try:
        answers.extend(map(answer_to, ranked))
        if len(answers) < most:
            remark = "there are no other tours"
    except SearchLimitReached:
        if not answers:
            raise
    text = "\n".join(str(one.text) for one in answers)
    parts = {"tours": [one.answer for one in answers]}
    return replace(answers[-1], text=text, answer=parts, remark=remark)


# -- Paths and walks


@command(
    "MAP",
    click.argument("source", metavar="SOURCE", required=False),
    click.argument("target", metavar="TARGET", required=False),
    flag("--all all_paths", "Print all shortest paths, up to 1000."),
    flag("--table", "Print the algorithm step by step, as textbooks do."),
    "reading weight default",
    option("--positions located", "Positions of the places: a .csv file with node, x, y.", Path),
    "directed piece",
    option("--visit A,B", "Stops of a walk, listed as for --order. Repeatable.", multiple=True),
    option(
        "--streets all|both|FILE",
        "A walk along all streets, two-way ones in both ways, or those of a .csv file: u, v.",
    ),
    flag("--either", "Pass two-way streets among one-way ones in one of both directions."),
    option("--turn turns A,B,C", "Do not go from A by B straight to C. Repeatable.", multiple=True),
    option("--from start PLACE", "The first stop of a walk, or SOURCE."),
    option("--to end PLACE", "The last stop of an open walk, or TARGET."),
    flag("--open is_open", "Do not return; --to implies it."),
    option("--rounds K", "So many rounds from --from visit the stops.", int, default=1),
    "choice timeout gap seed processes dask proof save-walk output",
    exits="0 found, 1 there is no path",
)
def route(ask: Ask, *, visit: tuple[str, ...], streets: str | None, either: bool) -> Any:
    """Find a shortest path from SOURCE to TARGET, and what it costs.

    MAP is a file of roads: .csv with the columns u, v, weight, or a graph file as for icosian
    prove. Or it is a board, as for icosian tour, on which every move of a piece costs 1; places
    are squares then, and S and E in a text file are SOURCE and TARGET, or --from and --to. With
    --visit, find the shortest walk through these places instead, and prove how short a walk can be;
    it may pass other places, and returns to where it starts. The places of --order, --group and
    --prize are stops of a walk as well. With --streets, find the shortest walk along all roads, or
    along some.

    \b
    Examples:
      icosian route map.csv Arad Bucharest
      icosian route map.csv A E --all --table
      icosian route map.csv A E --turn A,B,C --turn C,D,E
      icosian route map.csv A E --positions towns.csv --save map.svg
      icosian route 8x8 a1 h8 --save distances.svg
      icosian route map.csv --visit Iasi --visit Giurgiu --from Arad --save walk.svg
      icosian route town.graphml --visit 31 --visit 42 --weight length
      icosian route map.csv --visit Iasi --from Arad --to Bucharest --proof proof.json
      icosian route map.csv --from Arad --group Iasi,Vaslui --prize Giurgiu=90
      icosian route map.csv --visit Iasi,Giurgiu,Sibiu --from Arad --rounds 2
      icosian route map.csv --streets all --from Arad --save rounds.svg
      icosian route town.graphml --streets all --either --weight length
      icosian check proof.json map.csv
    """
    options = ask.options
    stops = bool(visit) or options["rounds"] != 1 or any(options[name] for name in CHOICE)
    rule = "--visit, --rounds, --order, --group, --prize: not for {}"
    ask.refuse(rule, "streets", when=stops)
    rule = "{} is for --streets all, or those of a file"
    ask.refuse(rule, "either", when=streets in (None, "both"))
    if not stops and not streets:
        return _path(ask)
    name = "--streets" if streets else "--visit" if visit else "a walk"
    ask.refuse("{} is for the way from SOURCE to TARGET", "turns")
    rule = f"{name} stands without SOURCE, TARGET, --all and --table"
    ask.refuse(rule, "source", "all_paths", "table")
    G = _map(ask)
    _check_track(ask, G)
    cycle = not options["is_open"] and ask.text("end") is None
    own = {"cycle": cycle, "weight": options["weight"] or "weight"}
    if streets:
        from icosian.routes.postman import postman_walk

        asked = _streets(ask, streets, either=either)
        return ask.call(postman_walk, G, asked, either=either, **own)
    from icosian.routes.rounds import traveling_salesman

    places = [stop for stops in ask.lists("visit") for stop in stops]
    return ask.call(traveling_salesman, G, places or None, **own)


def _map(ask: Ask) -> nx.Graph[Any]:
    """Return the graph of a board, or the roads in a file."""
    options = ask.options
    if isinstance(ask.graph, Board):
        ask.refuse("{} is for files of roads", "weight", "located", "directed", "default")
        return ask.G
    G: nx.Graph[Any] = ask.take(read_map(ask.file, options), "weight")
    return G


def _path(ask: Ask) -> Answer:
    """Return the shortest path between two places, all of them, or the table of the search."""
    options = ask.options
    ends = _ends(ask)
    rule = "{} of a path is .pdf, .png or .svg; of a walk also others: --visit B --from A --to B"
    ask.refuse(rule, "save", when=not str(options["save"]).lower().endswith(PICTURES))
    G = _map(ask)
    start, end = map(ask.names.node, ends, ("source", "target"))
    if options["table"] and len(G) > TABLE_NODES:
        raise click.UsageError(f"--table holds at most {TABLE_NODES} nodes, got {len(G)}")
    if options["turns"]:
        return _route_by_turns(ask, G, ends)
    # The table and the picture show the whole map, otherwise the search may stop at the target.
    whole = options["table"] or options["save"] is not None
    weight = options["weight"] or "weight"
    paths = dijkstra(G, start, weight=weight, target=None if whole else end)
    answer: dict[str, Any] = {"table": paths.table()} if options["table"] else {}
    head = f"{answer['table']}\n\n" if answer else ""
    try:
        path = paths.path(end)
    except nx.NetworkXNoPath:
        alone = [name for name, v in zip(ends, (start, end), strict=True) if not G.degree(v)]
        reason = f"no path leads from {ends[0]} to {ends[1]}"
        reason += f": no road is at {alone[0]}" if alone and ask.source else ""
        said = Answer(result="impossible", code=OPPOSITE, text=head + reason, reason=reason)
        return replace(said, answer=answer or None)
    answer |= {"length": json_number(paths.distances[path[-1]]), "path": path}
    some, more = [path], None
    if options["all_paths"]:
        some = list(islice(paths.paths(end), PRINTED_PATHS + 1))
        if len(some) > PRINTED_PATHS:
            some.pop()
            more = f"there are more: the first {PRINTED_PATHS} are printed"
        answer |= {"paths": some, "complete": more is None}
    lines = [" -> ".join(map(name_of(ask.graph), one)) for one in some]
    text = head + "\n".join([f"cost {paths.distances[end]}", *lines])
    own: dict[str, Any] = {"picture": paths, "drawing": {"target": end}, "remark": more}
    line = ": ".join(text.split("\n")[-1 - len(some) :][:2])
    return Answer(text=text, line=line, answer=answer, **own)


def _route_by_turns(ask: Ask, G: nx.Graph[Any], ends: list[str]) -> Answer:
    """Return the shortest path between two places without some turns."""
    from icosian.routes.turns import shortest_route

    options = ask.options
    ask.refuse("--turn stands without --all and --table", "all_paths", "table")
    start, end = map(ask.names.node, ends, ("source", "target"))
    weight = options["weight"] or "weight"
    try:
        found = shortest_route(G, start, end, turns=ask.lists("turns"), weight=weight)
    except nx.NetworkXNoPath as error:
        return Answer(result="impossible", code=OPPOSITE, text=str(error), reason=str(error))
    way = " -> ".join(map(name_of(ask.graph), found))
    answer = {"length": json_number(found.length), "path": list(found)}
    text = f"cost {found.length}"
    return Answer(text=f"{text}\n{way}", line=f"{text}: {way}", answer=answer, picture=found)


def _ends(ask: Ask) -> list[str]:
    """Return the texts that name the ends of a path; refuse the options of walks."""
    options = ask.options
    ask.refuse("{} is for walks: add --visit or --streets", *WALKS)
    ends = [options["source"], options["target"]]
    if ends == [None, None]:
        ends = [options["start"], options["end"]]
    elif {options["start"], options["end"]} != {None}:
        raise click.UsageError("SOURCE and TARGET are the ends, or else --from and --to")
    ends = [ask.end_or_mark(text, role) for text, role in zip(ends, ("start", "end"), strict=True)]
    for text, missing in zip(ends, ("SOURCE", "TARGET"), strict=True):
        if text is None:
            raise click.UsageError(f"missing argument {missing!r}; a walk has --visit or --streets")
    return ends


WALKS = "is_open", "gap", "timeout", "seed", "proof", "processes", "dask"
"""Options of walks alone."""


def _streets(ask: Ask, text: str, *, either: bool) -> Any:
    """Return the edges that a file names, or all.

    In which way a two-way street is passed among others that have one, its column oneway says,
    unless either will do.
    """
    if text == "all":
        return None
    if text == "both":
        return ask.G.edges
    G, names, cells = ask.G, ask.names, read_cells(Path(text))
    rows = {k: row for k, row in enumerate(cells.rows) if any(row)}
    first = next(iter(rows.values()), [])
    header = Table(columns=[c[1:] for c in zip_longest(*rows.values(), fillvalue="")], header=first)
    columns: list[Any] = [None, 0, 1, 2]
    ends: list[Any] = [header.column("u"), header.column("v")]
    pairs: Any = product(*map(names.found, first[:2]))
    if None not in ends and not any(G.has_edge(*pair) for pair in pairs):  # names of columns
        used = [header.column("oneway"), *ends]
        others = {*range(len(first))} - {*used, *header.weight_columns()}
        key_column = header.column("key")
        columns = [*used, *(sorted(others)[:1] if key_column is None else [key_column])]
        del rows[next(iter(rows))]
    if either and columns[0] is not None:
        raise click.UsageError("--either is for streets without a column oneway, which says more")
    edges: list[tuple[Any, ...]] = []
    unsaid: list[tuple[int, tuple[Any, ...]]] = []
    for row, given in rows.items():
        side, u, v, *key = [given[k] if k is not None and k < len(given) else "" for k in columns]
        try:
            u, v = map(names.node, (u, v), ("place", "place"))
            way = way_of(side)
        except (NotANode, ValueError) as error:
            raise cells.wrong(row, str(error)) from None
        pairs = [(u, v), (v, u)][way < 0 : 2 - (way > 0)] if columns[0] is not None else [(u, v)]
        for u, v in pairs:
            keys = [*(G.get_edge_data(u, v) or ())] if G.is_multigraph() else []
            found = [k for k in keys if key in ([], [""], [str(k)])]
            if not G.has_edge(u, v) or len(found) != min(1, len(keys)):
                street = shown((u, v, *(cell for cell in key if cell and keys)))
                known = f"; the keys of those between its ends are {', '.join(map(str, keys))}"
                raise cells.wrong(row, f"{street} is not a street{known if keys else ''}")
            edges.append((u, v, *found))
        if columns[0] is None and G.is_directed() and not (ask.options["directed"] or either):
            unsaid.append((row, edges[-1]))
    for row, (u, v, *key) in unsaid:
        if u != v and G.has_edge(v, u, *key) and (v, u, *key) not in edges:
            raise cells.wrong(
                row,
                f"{shown((u, v))} leads both ways: a column oneway says if it is passed in both,"
                " no, or from its first end alone, yes; --either passes it in one of both",
            )
    return edges
