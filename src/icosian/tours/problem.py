"""What a search is asked: a problem, its conditions, and its normal form for kernels."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property, partial
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, Unit, csr, exact_number, fault_of, kind_of
from icosian._io.memory import collector_paused
from icosian._io.tables import by_name, check_labels, is_nothing
from icosian._io.text import shown
from icosian._kernels.groups import FEWEST
from icosian._run.limits import check_graph, check_int, rows_of, shown_rows
from icosian.boards.board import Board, board_of, node_name, node_of, ranks_of
from icosian.boards.piece import board_symmetry
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.proofs import HOME, Conditional, Middle, Proof
from icosian.proofs.claim import EdgeConditions
from icosian.tours.instance import Instance, ProblemForm
from icosian.tours.tour import Tour, require_tour

if TYPE_CHECKING:
    from icosian._run.limits import SearchStats
    from icosian.proofs.claim import Exclusive, Groups, Pairs, Places


# -- Required and forbidden edges as a graph whose tours keep them, for the search


def apply_conditions(
    G: nx.Graph[Any], asked: Conditions, *, home: bool = False
) -> tuple[nx.Graph[Any], bool]:
    """Return a graph with the same tours and no conditions, and whether these are cycles there.

    A question about a path becomes one about a cycle through home if it has to, or with ``home``.
    """
    closed, start, end = asked.closed, asked.start, asked.end
    directed = G.is_directed()
    key = tuple if directed else frozenset  # nodes are not compared: == of labels may be an array
    edges = {key(pair): pair for pair in G.edges()}
    for pair in asked.forbid:
        edges.pop(key(pair), None)
    used = list(asked.require)
    given = [v for v in (start, end) if v is not None]
    goes_home = not closed and (home or bool(used and len(given) < 2))
    if goes_home:
        _refuse(G, HOME)
        if directed:
            ways = [(HOME, v) for v in (G if start is None else [start])]
            ways += [(v, HOME) for v in (G if end is None else [end])]
        elif len(given) == 2:
            ways = [(v, HOME) for v in given]
        else:
            ways = [(v, HOME) for v in G]
            used += [(HOME, v) for v in given]
        edges |= {key(pair): pair for pair in ways}
    for u, v in used:
        _refuse(G, Middle(u, v))
        edges.pop(key((u, v)), None)
        edges |= {key(half): half for half in ((u, Middle(u, v)), (Middle(u, v), v))}
    return rebuild_graph(G, G, edges.values(), directed=directed), closed or goes_home


def rebuild_graph(
    G: nx.Graph[Any], nodes: Iterable[Any], edges: Iterable[Any], *, directed: bool = False
) -> nx.Graph[Any]:
    """Return a graph of other nodes and edges, whose squares are called as in a graph."""
    H: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
    H.graph.update(G.graph)
    H.add_nodes_from(nodes)
    H.add_edges_from(edges)
    return H


def _refuse(G: nx.Graph[Any], node: Any) -> None:
    if node in G:
        raise InvalidArgument(f"{node!r} is a node of the graph, and conditions need it")


# -- Conditions: what a user may ask of tours and walks, read and checked once


def edge_key(edge: tuple[Any, Any], *, directed: bool) -> Any:
    """Return what is equal for both ways of writing an edge."""
    return edge if directed else frozenset(edge)


@dataclass(frozen=True)
class Naming:
    """The nodes that a user may name, and the pairs of them that are edges."""

    named: Callable[[Any, str], Any]
    """Returns the node that a user names for some role."""
    nodes: Sequence[Any] = ()
    """All nodes; only positions need them."""
    rows: Sequence[Any] = ()
    """What a data frame calls the nodes, or their numbers."""
    is_edge: Callable[[Any, Any], bool] | None = None
    """Without it every pair of nodes is an edge."""
    directed: bool = False
    """True if the direction of an edge counts."""
    symmetry: Callable[[str], Mapping[Any, Any]] | None = None
    """Returns the symmetry that has a name."""
    label: Callable[[Any], str] = shown
    """Returns what a node is called in an error."""

    @classmethod
    def on(cls, G: nx.Graph[Any], **more: Any) -> Naming:
        """Return how nodes of a graph are named, also by squares of its board."""
        directed, label = G.is_directed(), partial(node_name, G)
        given: dict[str, Any] = {"named": partial(node_of, G), "is_edge": G.has_edge} | more
        return cls(**given, directed=directed, label=label)

    def edge(self, ends: Iterable[Any]) -> str:
        """Return what an edge is called in an error."""
        return f"({', '.join(map(self.label, ends))})"

    def joined(self, u: Any, v: Any) -> bool:
        """Return True if a pair of nodes is an edge."""
        return len({u, v}) > 1 if self.is_edge is None else self.is_edge(u, v)


def _read_end(naming: Naming, node: Any, role: str) -> Any:
    return None if node is None else naming.named(node, role)


def _read_edges(naming: Naming, pairs: Any, role: str) -> dict[Any, tuple[Any, Any]]:
    """Return pairs of nodes, each once, by their keys."""
    try:
        given = rows_of(pairs, ordered=naming.directed)
    except TypeError:
        given = [()]
    found: dict[Any, tuple[Any, Any]] = {}
    for pair in given:
        if len(pair) != 2:
            raise InvalidArgument(
                f"{role} must hold pairs of nodes, such as [('a', 'b')], got"
                f" {shown_rows(pairs, ordered=naming.directed)}"
            )
        u, v = (naming.named(node, role) for node in pair)
        found.setdefault(edge_key((u, v), directed=naming.directed), (u, v))
    return found


def read_used_edges(naming: Naming, pairs: Any, role: str) -> dict[Any, tuple[Any, Any]]:
    """Return edges that a tour can use, each once, by their keys."""
    found = _read_edges(naming, pairs, role)
    for u, v in found.values():
        if not naming.joined(u, v):
            raise InvalidArgument(f"{role} must hold edges of the graph, got {naming.edge((u, v))}")
        if len({u, v}) < 2:  # == of two labels may be an array
            raise InvalidArgument(f"{role}: a tour never uses the loop {naming.edge((u, v))}")
    return found


def _read_exclusive(naming: Naming, given: Any, role: str) -> Exclusive:
    """Return pairs of different edges, each pair once."""
    found: dict[Any, Any] = {}
    rule = f"{role} must hold pairs of edges, such as [(('a', 'b'), ('c', 'd'))]"
    try:
        pairs = [_read_edges(naming, pair, role) for pair in given]
    except (TypeError, InvalidArgument):
        raise InvalidArgument(f"{rule}, got {shown(given)}") from None
    for pair in pairs:
        if len(pair) != 2:
            raise InvalidArgument(
                f"{rule} that differ, got [{', '.join(map(naming.edge, pair.values()))}]"
            )
        if strange := [e for e in pair.values() if len({*e}) < 2 or not naming.joined(*e)]:
            rule = "edges of the graph that are no loops"
            raise InvalidArgument(f"{role} must hold {rule}, got {naming.edge(strange[0])}")
        found.setdefault(frozenset(pair), tuple(pair.values()))
    return tuple(found.values())


def _read_sets(naming: Naming, given: Any, role: str) -> Groups:
    """Return the nodes of groups, each once, or of chains."""
    is_order = role == "order"
    if isinstance(given, Mapping) and not is_order:
        raise InvalidArgument("groups are a list of groups; for a mapping, pass groups.values()")
    try:
        given = list(() if given is None else given)
        sets = rows_of(given, ordered=is_order)
        if naming.rows:
            check_labels(given, naming.nodes, naming.rows)
        found = tuple(tuple(naming.named(v, role) for v in one) for one in sets)
        if is_order:
            return found
        found = tuple(tuple(dict.fromkeys(one)) for one in found)
    except TypeError:
        rule = (
            "order is a list of chains of places, such as [['a', 'b']]"
            if is_order
            else "groups are sets of places, one for each group, such as [['a', 'b'], ['c']]"
        )
        raise InvalidArgument(f"{rule}, got {shown_rows(given, ordered=is_order)}") from None
    if not all(found):
        raise InvalidArgument(f"a group holds at least one place, got {shown(given)}")
    return found


def _read_prizes(naming: Naming, prizes: Any, role: str) -> tuple[dict[Any, Fraction], type]:
    by_node = {} if prizes is None else by_name(prizes, naming.nodes, naming.rows)
    try:
        given = dict(by_node)
    except (TypeError, ValueError):
        raise InvalidArgument(
            f"prizes are a mapping of places to numbers, got {shown(prizes)}"
        ) from None
    numbers: dict[Any, Any] = {}
    for v, prize in given.items():
        try:
            number = exact_number(prize)
        except ValueError:
            number = -1
        if number < 0:
            hint = "; without a prize, as by df['prize'].dropna(), a place is always visited"
            raise InvalidArgument(
                fault_of("prizes are finite numbers of at least 0", shown(v), prize)
                + hint * is_nothing(prize)
            )
        numbers[naming.named(v, role)] = number
    if not numbers:
        return {}, int
    unit, exact = Unit.of([*numbers.values()], role, count=len(numbers))
    return {v: c * unit.size for v, c in zip(numbers, exact, strict=True)}, unit.kind


def _read_symmetry(naming: Naming, given: Any, role: str) -> Pairs:
    """Return the nodes that a symmetry moves, with their images."""
    if given is None:
        return ()
    by_name = naming.symmetry(given) if isinstance(given, str) and naming.symmetry else given
    if not isinstance(by_name, Mapping):
        raise InvalidArgument(
            f"{role} is the name of a symmetry or a mapping of nodes, got {shown(given)}"
        )
    image = {naming.named(v, role): naming.named(w, role) for v, w in by_name.items()}
    if len(image) < len(by_name) or set(image) != set(image.values()):
        raise InvalidArgument(
            f"{role} must map the nodes that it names to each other, each once, got {shown(given)}"
        )
    return tuple((v, w) for v, w in image.items() if len({v, w}) > 1)


def _read_numbers(naming: Naming, positions: Any, _: str) -> Any:
    """Return numbers by the names of nodes; what they mean depends on the ends."""
    return None if positions is None else by_name(positions, naming.nodes, naming.rows)


class Condition(NamedTuple):
    """A condition: how it is where nothing is asked, its reader, and its option in commands."""

    unasked: Any
    read: Callable[[Naming, Any, str], Any]
    flags: str = ""
    """The flags of the option, its name if it is another one, and what stands for its value."""
    says: str = ""
    """Its help."""
    form: str = "option"
    """What its texts are: an ``end``, ``edges``, ``pairs`` of them, ``lists`` or ``numbers`` of
    nodes, or as given."""
    bundle: str = ""
    """The options among which commands have it."""


CONDITIONS = {
    "start": Condition(
        None,
        _read_end,
        "--start NODE",
        "First node; on a board a square such as b1, or row,column from the top left.",
        "end",
    ),
    "end": Condition(None, _read_end, "--end NODE", "Last node of an open tour.", "end"),
    "require": Condition(
        (),
        read_used_edges,
        "--require A-B",
        "A move, or an edge, that tours must use, such as b1-c3; repeatable.",
        "edges",
        "conditions",
    ),
    "forbid": Condition(
        (),
        _read_edges,
        "--forbid A-B",
        "One that tours must not use; repeatable.",
        "edges",
        "conditions",
    ),
    "exclusive": Condition(
        (),
        _read_exclusive,
        "--exclusive A-B,C-D",
        "Tours use one of these two moves, or edges, at most; on a board, crossings means all that"
        " cross. Repeatable.",
        "pairs",
    ),
    "order": Condition(
        (),
        _read_sets,
        "--order A,B",
        "Visit these places in this order, others in between; names with commas are in quotes, as"
        """ in '"A, B",C'. Repeatable.""",
        "lists",
        "choice",
    ),
    "groups": Condition(
        (),
        _read_sets,
        "--group groups A,B",
        "Visit one of these, listed as for --order, or more; others may be left out. Repeatable.",
        "lists",
        "choice",
    ),
    "prizes": Condition(
        None,
        _read_prizes,
        "--prize prizes A=N",
        "This place may be left out, at a price; repeatable.",
        "numbers",
        "choice",
    ),
    "leave_out": Condition(
        0,
        lambda _, count, role: check_int(count, role, 0),
        "--leave-out K",
        "So many of the other places may be left out.",
        bundle="choice",
    ),
    "positions": Condition(
        None,
        _read_numbers,
        "--position positions A=N",
        "This place has this number on the tour, from 1. Repeatable.",
        "numbers",
    ),
    "symmetric": Condition(
        None,
        _read_symmetry,
        "--symmetric NAME",
        "Tours that this symmetry of the board maps to themselves: half-turn, quarter-turn,"
        " left-right, top-bottom, diagonal or antidiagonal.",
    ),
}
"""The conditions by their names; known tours are no condition."""
UNASKED = {name: row.unasked for name, row in CONDITIONS.items()} | {"besides": ()}
"""Them, as they are where nothing is asked."""
_UNREAD = {
    name: row.read(Naming(lambda v, _: v), row.unasked, name) for name, row in CONDITIONS.items()
}
"""What the readers return where nothing is asked."""
SOME = {"groups", "prizes", "leave_out"}
ORDERED = {"order", "positions"}
APART: tuple[tuple[tuple[set[str], ...], str], ...] = (
    (
        ({"closed"}, {"end"}),
        "a closed tour has no end, got end={end}; an open one has: closed=False or cycle=False",
    ),
    (
        ({"same"}, {"end"}),
        "start and end must differ, got the same node twice; a tour back to its start has no end",
    ),
    (({"turning"}, {"order"}), "a closed tour with an order needs a start"),
    (
        ({"turning"}, {"positions"}),
        "positions on a cycle count from its start: give number 1 or start= as well as {positions}",
    ),
    (
        ({"many"}, SOME | ORDERED),
        (
            "of at most {most} places some may be left out, or have an order, got {many};"
            " of more, with coordinates, one of each of some groups without a common place"
        ),
    ),
    (
        ({"loose"}, SOME, ORDERED),
        "{start} starts a closed tour with an order that leaves out places: no step to use there",
    ),
    (
        ({"symmetric"}, ORDERED | {"besides", "exclusive"}),
        "symmetric= does not go with positions, an order, known tours or exclusive edges",
    ),
    (
        ({"one_way"}, {"symmetric"}),
        "symmetric= is about closed tours in a digraph: no symmetry keeps a path but node by node",
    ),
    (({"single"}, {"besides"}), "a single node has no other tour, which needs no proof"),
    (
        ({"warnsdorff"}, {"closed", "end", "require"}),
        "method 'warnsdorff' finds open tours without a given end or edges to use only",
    ),
    (
        ({"method"}, ORDERED | {"exclusive", "symmetric"}),
        "method must be 'auto' with positions, an order, exclusive or symmetric, got {method}",
    ),
    (({"method"}, {"executor"}), "method must be 'auto' where methods race, got {method}"),
)
"""What does not go together: something of each set. All other conditions go with each other.

A tour is ``turning`` if it is closed without a start, ``loose`` if an edge to use at its start may
be passed either way. Ends may be the ``same``, and nodes too ``many``, or a ``single`` one.
"""


def check_together(start: Any = None, end: Any = None, **given: Any) -> None:
    """Refuse conditions that do not go together; what is false or empty is not given."""
    ends = {"start": start, "end": end}
    asked = {*filter(given.get, given), *(k for k in ends if ends[k] is not None)}
    for several, sentence in APART if len(asked) > 1 else ():
        if all(map(asked.intersection, several)):
            raise InvalidArgument(
                sentence.format_map({k: shown(v) for k, v in (ends | given).items()})
            )


def conditions_in(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions among arguments; ends that are not given may be drawn on the board."""
    found, G = {name: arguments[name] for name in UNASKED if name in arguments}, arguments.get("G")
    if "end" in found and not arguments.get("cycle") and isinstance(G, nx.Graph):
        board = board_of(G)
        for role in ("start", "end"):
            if found[role] is None and (square := getattr(board, role, None)) in G:
                found[role] = square
    return found


def start_of(G: Any, start: Any) -> Any:
    """Return where a search starts that keeps no end of a path: the start given, or drawn."""
    ends = conditions_in({"G": G, "start": start, "end": None})
    if ends["end"] is not None:
        raise InvalidArgument(
            "this search keeps no end of a path, but the board's 'E' marks one: leave out the mark,"
            " or ask hamiltonian_path or random_hamiltonian_path"
        )
    return ends["start"]


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What a user asks of tours or walks, checked, by the nodes of the subject."""

    closed: bool
    directed: bool = False
    """True if the direction of an edge counts."""
    start: Any = None
    end: Any = None
    """The given ends; number 1 and, where all nodes are visited, the last number are ends too."""
    require: Pairs = ()
    forbid: Pairs = ()
    """Edges to use, and edges to avoid."""
    exclusive: Exclusive = ()
    """Pairs of edges of which a tour uses at most one."""
    positions: Places = ()
    """Numbers on the tour but those of the ends, in order; all of a cycle, if any but number 1."""
    chains: Groups = ()
    """The nodes of each that are visited come in its order; those of a cycle begin at its start."""
    groups: Groups = ()
    """Of the nodes of each a tour visits at least one: of all, if some may be left out, the start
    and each node with a number is one."""
    prizes: Mapping[Any, Fraction] = field(default_factory=dict)
    """What it costs to leave out a node."""
    kind: type = int
    """The type of the user's prizes."""
    leave_out: int = 0
    """How many of all other nodes may be left out."""
    besides: Groups = ()
    """Tours that are known and not asked for."""
    symmetry: Pairs = ()
    """The nodes that a symmetry of the graph moves, and their images: it keeps the edges of the
    tours."""
    named: frozenset[Any] = frozenset()
    """The nodes of prizes, groups and the order, also of chains of one, which say no more."""

    @classmethod
    def of(cls, naming: Naming, *, closed: bool, stated: Groups = (), **asked: Any) -> Conditions:
        """Check the arguments of a user; chains that are ``stated`` hold as well."""
        nodes, is_edge = naming.nodes, naming.is_edge
        if unknown := asked.keys() - UNASKED.keys():
            raise TypeError(f"unknown conditions: {unknown}")
        asked = {name: value for name, value in asked.items() if value is not UNASKED[name]}
        if not (asked or stated):
            return cls(closed=closed, directed=naming.directed)
        check_together(closed=closed, end=asked.get("end"))
        # 1. Each alone.
        rows = ((name, row.read) for name, row in CONDITIONS.items() if name in asked)
        given: dict[str, Any] = _UNREAD | {k: read(naming, asked[k], k) for k, read in rows}
        first, last, groups, leave_out = map(
            given.__getitem__, ("start", "end", "groups", "leave_out")
        )
        prizes, kind = given["prizes"]
        # 2. Edges to use and to avoid.
        for key, edge in given["require"].items():
            if key in given["forbid"]:
                raise InvalidArgument(f"edge {naming.edge(edge)} is both required and forbidden")
        avoided = tuple(e for e in given["forbid"].values() if len({*e}) > 1 and naming.joined(*e))
        for pair in given["exclusive"]:
            if all(edge_key(edge, directed=naming.directed) in given["require"] for edge in pair):
                both = " and ".join(map(naming.edge, pair))
                raise InvalidArgument(f"edges {both} are both required, and exclude each other")
        is_partial = bool(groups or prizes or leave_out)
        # 3. Numbers, of which the first one and, if all are visited, the last one are ends.
        numbers: dict[int, int] = {}
        if given["positions"]:
            index = {v: k for k, v in enumerate(nodes)}
            ends = {1: first} if closed or is_partial else {1: first, len(nodes): last}
            known = {k: index[v] for k, v in ends.items() if v is not None}
            numbers = check_numbers(naming, given["positions"], index, known)
            check_together(turning=closed and 1 not in numbers, positions=given["positions"])
            first, *other = (nodes[numbers[k]] if k in numbers else None for k in ends)
            last = other[0] if other else last
            if not closed or len(numbers) == 1:
                numbers = {k: v for k, v in numbers.items() if k not in ends}
        places = tuple((nodes[v], k) for k, v in sorted(numbers.items()))
        # 4. The order.
        order = given["order"]
        chains = (*stated, *(one for one in order if len(one) > 1))
        check_together(turning=closed and first is None, order=chains)
        if closed:
            chains = tuple(one if len({first, *one[:1]}) < 2 else (first, *one) for one in chains)
        mentioned = frozenset(chain(prizes, *groups, *chains, *order))
        if is_partial:
            stay = dict.fromkeys(v for v in (first, *dict(places)) if v is not None)
            groups = (*groups, *((v,) for v in stay))
        found = cls(
            closed=closed,
            directed=naming.directed,
            start=first,
            end=last,
            require=tuple(given["require"].values()),
            forbid=avoided,
            exclusive=given["exclusive"],
            positions=places,
            chains=chains,
            groups=groups,
            prizes=prizes,
            kind=kind,
            leave_out=leave_out,
            symmetry=given["symmetric"],
            named=mentioned,
        )
        found._check_chains([] if is_edge else [v for v, _ in places], naming.label)
        return found

    @property
    def is_partial(self) -> bool:
        """True if some nodes may be left out."""
        return bool(self.groups or self.prizes or self.leave_out)

    @property
    def is_free(self) -> bool:
        """True if nothing is asked of tours but their ends and edges to use."""
        return not (self.is_partial or self.is_ordered or self.forbid)

    @property
    def has_one_method(self) -> bool:
        """True if SAT decides about tours of all nodes."""
        return bool(self.is_ordered or self.besides or self.exclusive or self.symmetry)

    @property
    def is_ordered(self) -> bool:
        """True if nodes have numbers or an order: the direction counts, and SAT decides."""
        return bool(self.chains or self.positions)

    def instance(self, index: Callable[[Any], int], places: int, *, directed: bool) -> Instance:
        """Return what is asked of the lengths between so many places, by their numbers.

        The direction counts where there is an order, or a way there and back: a cycle of an
        undirected graph has three nodes, one of a digraph may have two.
        """
        start, end = (None if v is None else index(v) for v in (self.start, self.end))
        found = Instance(
            places=places,
            directed=directed or (self.closed and places <= 2),
            closed=self.closed,
            start=None if self.closed else start,
            end=end,
            first=start if self.closed else None,
            **self.steps(index),
        )
        return found.in_order() if self.is_ordered else found

    def steps(self, index: Callable[[Any], int]) -> dict[str, Any]:
        """Return the edges to use, and those to avoid, by numbers."""
        edges = {"require": self.require, "forbid": self.forbid}
        return {k: tuple((index(u), index(v)) for u, v in pairs) for k, pairs in edges.items()}

    def picks_one_of_each(self, size: int) -> bool:
        """Return True if of so many nodes one of each of at least eight groups is asked for."""
        alone = {v for group in self.groups if len(group) == 1 for v in group}
        sets = [group for group in self.groups if alone.isdisjoint(group)]
        others = (self.prizes, self.leave_out, self.require, self.forbid, self.is_ordered)
        inside = {*chain(*self.groups)}
        is_disjoint = len({*chain(*sets)}) == sum(map(len, sets))
        count = len(sets) + len(alone) + size - len(inside)
        return is_disjoint and count >= FEWEST and not any(others)

    def check_size(self, size: int, most: float = math.inf) -> None:
        """Refuse conditions that do not go together for so many nodes, or more than ``most``."""
        is_loose = self.is_partial and self.closed and not self.directed
        check_together(
            most=most,
            many=size if size > most else 0,
            loose=is_loose and any(self.start in pair for pair in self.require),
            same=size > 1 and self.start is not None and len({self.start, self.end}) < 2,
            start=self.start,
            end=self.end,
            order=self.chains,
            positions=self.positions,
            groups=self.groups,
            prizes=self.prizes,
            leave_out=self.leave_out,
            symmetric=self.symmetry,
            one_way=self.directed and not self.closed,
        )

    def check_symmetry(self, G: nx.Graph[Any]) -> None:
        """Refuse a symmetry that does not keep the edges of the graph, or the ends given."""
        image, ends = dict(self.symmetry), {self.start, self.end}
        for u, v in G.edges() if image else ():
            other = image.get(u, u), image.get(v, v)
            if len({u, v}) > 1 and not G.has_edge(*other):
                here, there = map(Naming.on(G).edge, ((u, v), other))
                raise InvalidArgument(
                    f"symmetric must map edges to edges, but {here} goes to {there}"
                )
        if image and None not in ends and ends != {image.get(v, v) for v in ends}:
            raise InvalidArgument("symmetric must map the ends of a path to its ends")

    def fields(self, index: Callable[[Any], Any] = lambda v: v) -> dict[str, Any]:
        """Return what a certificate says of it but for ends, by names or numbers of nodes."""
        rows = {name: getattr(self, name) for name in ("require", "forbid", "groups", "chains")}
        named = {name: tuple(tuple(map(index, one)) for one in some) for name, some in rows.items()}
        known = {
            "leave_out": self.leave_out,
            "prizes": tuple((index(v), plain(prize)) for v, prize in self.prizes.items()),
            "positions": tuple((index(v), k) for v, k in self.positions),
            "exclusive": self.exclusive,
            "besides": self.besides,
            "symmetry": tuple((index(v), index(w)) for v, w in self.symmetry),
        }
        return {name: value for name, value in (named | known).items() if value}

    def lost(self, nodes: Collection[Any]) -> Fraction:
        """Return what it costs that a tour visits these nodes only."""
        return sum((self.prizes[v] for v in self.prizes.keys() - {*nodes}), Fraction(0))

    def parts(self, unit: Fraction) -> int:
        """Return the parts of a unit in which prizes are integers."""
        return math.lcm(*((prize / unit).denominator for prize in self.prizes.values()))

    def unit(self, lengths: Unit) -> Unit:
        """Return a unit of lengths and prizes, and the type of their sums."""
        size = lengths.size / self.parts(lengths.size)
        return Unit(size=size, kind=kind_of({lengths.kind, self.kind}))

    def check(self, tour: Iterable[Any], places: Collection[Any]) -> None:
        """Raise :exc:`InvalidTour` unless a tour of some of the places keeps to all of it."""
        nodes = list(tour)
        visited, some = set(nodes), set(self.prizes).union(*self.groups)
        if len(visited) < len(nodes) or not visited:
            raise InvalidTour("a place is visited twice, or none is")
        if not all(visited.intersection(group) for group in self.groups):
            raise InvalidTour("no place of a group is visited")
        if len(set(places) - visited - some) > self.leave_out:
            raise InvalidTour("too many places are left out")
        self.check_order(nodes)

    def check_order(self, nodes: Sequence[Any]) -> None:
        """Raise :exc:`InvalidTour` unless places have their ends, their numbers and the order."""
        for v, k in ((self.start, 0), (self.end, -1)):
            if v is not None and len({v, nodes[k]}) > 1:
                raise InvalidTour("the tour does not have the ends given")
        if not self.is_ordered:
            return
        rank = {v: k for k, v in enumerate(nodes)}
        if any(rank.get(v) != k - 1 for v, k in self.positions):
            raise InvalidTour("the tour does not have the numbers given")
        before, latest = self._before(), dict[Any, int]()
        for v in TopologicalSorter(before).static_order():
            last = max((latest[u] for u in before[v]), default=-1)
            if rank.get(v, last + 1) <= last:
                raise InvalidTour("the tour does not keep to the order")
            latest[v] = rank.get(v, last)

    def check_steps(self, nodes: Sequence[Any]) -> None:
        """Raise :exc:`InvalidTour` unless a tour uses and avoids the steps that it has to."""
        if not (self.require or self.forbid or self.exclusive or self.symmetry):
            return
        ring = [*nodes, nodes[0]] if self.closed and len(nodes) > 1 else nodes
        used, avoided, steps = (
            {edge_key(pair, directed=self.directed) for pair in pairs}
            for pairs in (self.require, self.forbid, pairwise(ring))
        )
        if not used <= steps:
            raise InvalidTour("the tour avoids an edge to use")
        if avoided & steps:
            raise InvalidTour("the tour uses an edge to avoid")
        for pair in self.exclusive:
            if steps.issuperset(edge_key(edge, directed=self.directed) for edge in pair):
                raise InvalidTour("the tour uses two edges that exclude each other")
        image = dict(self.symmetry)
        pairs = ((image.get(u, u), image.get(v, v)) for u, v in pairwise(ring))
        if image and steps != {edge_key(pair, directed=self.directed) for pair in pairs}:
            raise InvalidTour("the symmetry does not keep the tour")

    def _before(self, *more: Sequence[Any]) -> dict[Any, set[Any]]:
        """Return what stands right before each node in chains, and in more of them."""
        before: dict[Any, set[Any]] = {v: set() for v in chain(*self.chains, *more)}
        for u, v in chain.from_iterable(map(pairwise, (*self.chains, *more))):
            before[v].add(u)
        return before

    def _check_chains(self, numbered: Sequence[Any], label: Callable[[Any], str]) -> None:
        """Refuse chains, numbers and ends of a path that contradict each other."""
        if not (before := self._before(numbered)):
            return
        if not self.closed and self.start is not None:
            for v in before.keys() - {self.start}:
                before[v].add(self.start)
        if not self.closed and self.end in before:
            before[self.end] |= before.keys() - {self.end}
        try:
            TopologicalSorter(before).prepare()
        except CycleError as error:
            place = next(v for v in chain(*self.chains, numbered) if v in error.args[1])
            raise InvalidArgument(
                f"the order contradicts itself: {label(place)} before itself"
            ) from None


def plain(number: Fraction | int) -> int | Fraction:
    """Return a fraction, as an integer if it is one."""
    return number.numerator if number.denominator == 1 else number


def check_numbers(
    naming: Naming, positions: Mapping[Any, int], index: Mapping[Any, int], ends: Mapping[int, int]
) -> dict[int, int]:
    """Return the node of every number, nodes by place; ``ends`` are numbers given already."""
    if not isinstance(positions, Mapping):
        raise InvalidArgument(f"positions must map nodes to numbers, got {shown(positions)}")
    n, nodes, label = len(index), list(index), naming.label
    given = [(v, k) for k, v in ends.items()]
    for node, number in positions.items():
        v = naming.named(node, "positions")
        try:
            k = 0 if isinstance(number, bool) else operator.index(number)
        except TypeError:
            k = 0
        if not 1 <= k <= n:
            raise InvalidArgument(
                f"positions must be integers from 1 to {n}, got {number!r} for {label(v)}"
            )
        given.append((index[v], k))
    numbers: dict[int, int] = {}
    places: dict[int, int] = {}
    for v, k in given:
        if numbers.setdefault(k, v) != v:
            raise InvalidArgument(
                f"number {k} is given to {label(nodes[numbers[k]])} and to {label(nodes[v])}"
            )
        if places.setdefault(v, k) != k:
            raise InvalidArgument(f"{label(nodes[v])} is given the numbers {places[v]} and {k}")
    return numbers


# -- Problem: the Hamiltonian cycle or path that is asked for, with the graph as arrays

Kind = TypeVar("Kind", bound="Proof")


@dataclass(frozen=True, kw_only=True, eq=False)
class Problem:
    """A Hamiltonian cycle or path that is asked for, and the conditions that it keeps."""

    G: nx.Graph[Any]
    """The graph asked about."""
    nodes: list[Any]
    """Its nodes in order; a number stands for the node at that place."""
    arrays: Csr
    """The graph, its nodes by number."""
    conditions: Conditions
    """What is asked of it, by nodes."""

    @classmethod
    def of(cls, G: nx.Graph[Any], *, closed: bool, besides: Any = (), **asked: Any) -> Problem:
        """Check what a user asks for: nodes, or names of squares on a board."""
        if not len(check_graph(G)):
            raise nx.NetworkXPointlessConcept("the null graph has neither paths nor cycles")
        nodes = list(G)
        index = dict(zip(nodes, range(len(nodes)), strict=True))

        def named(v: Any, role: str) -> Any:
            return nodes[index[node_of(G, v, role)]]

        naming = Naming.on(G, named=named, nodes=nodes, symmetry=partial(board_symmetry, G))
        conditions = Conditions.of(naming, closed=closed, **asked)
        conditions.check_size(len(nodes))
        conditions.check_symmetry(G)
        problem = cls(G=G, nodes=nodes, arrays=csr(G, index), conditions=conditions)
        known = problem.known(besides)
        if not known:
            return problem
        check_together(
            single=problem.size == 1, besides=known, symmetric=problem.conditions.symmetry
        )
        return problem.asking(besides=known)

    def asking(self, **changes: Any) -> Problem:
        """Return the same question with other conditions, which are checked already."""
        return replace(self, conditions=replace(self.conditions, **changes))

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.arrays.size

    @property
    def closed(self) -> bool:
        """Cycle or path."""
        return self.conditions.closed

    @property
    def start(self) -> int | None:
        """The number of the first node, if given; of a cycle, where its numbering begins."""
        start = self.conditions.start
        return None if start is None else self.index[start]

    @property
    def end(self) -> int | None:
        """The number of the last node of a path, if given."""
        end = self.conditions.end
        return None if end is None else self.index[end]

    @cached_property
    def symmetry(self) -> NDArray[np.int64] | None:
        """The image of each node under the symmetry that keeps the tours; None: any tours."""
        image = np.arange(self.size)
        for v, w in self.conditions.symmetry:
            image[self.index[v]] = self.index[w]
        return image if self.conditions.symmetry else None

    @property
    def is_tiny(self) -> bool:
        """Return True if the normal form is too small to have cycles."""
        return self.size <= (1 if self.arrays.directed else 2)

    @cached_property
    def index(self) -> dict[Any, int]:
        """The number of each node."""
        return {v: k for k, v in enumerate(self.nodes)}

    @cached_property
    def instance(self) -> Instance:
        """The problem by numbers, with its conditions on edges."""
        edges = self.conditions.steps(lambda v: self.index[v])  # the index only if needed
        return Instance.of(self.arrays, closed=self.closed, start=self.start, end=self.end, **edges)

    @property
    def form(self) -> ProblemForm:
        """The normal form of the problem without its conditions."""
        return self.instance.mates

    @cached_property
    def board(self) -> Board | None:
        """The board that the graph knows, or None."""
        return board_of(self.G)

    @cached_property
    def ranks(self) -> int | None:
        """The number of rows of a plane board whose squares have names and are the nodes."""
        squares = (v for v in self.nodes if v is not HOME and not isinstance(v, Middle))
        return ranks_of(self.G, squares)

    @cached_property
    def center_distances(self) -> NDArray[np.int64] | None:
        """Squared distances of the nodes from the center of their board, if there is one."""
        board = self.board
        if board is None or math.prod(board.shape) < self.size:
            return None
        try:
            flat = np.fromiter(chain.from_iterable(self.nodes), np.int64)
        except (TypeError, ValueError, OverflowError):
            return None
        if len(flat) != self.size * board.dimensions:
            return None
        return center_distances(flat.reshape(self.size, board.dimensions), board)

    @cached_property
    def unconditional(self) -> Problem:
        """The same problem on a graph that has the conditions on edges built in."""
        asked = self.conditions
        if not (asked.require or asked.forbid):
            return self
        with collector_paused():
            H, closed = apply_conditions(self.G, asked)
        if not closed:
            return Problem.of(H, **self.ends)
        return Problem.of(H, closed=True, start=asked.start if self.closed else None)

    @property
    def ends(self) -> dict[str, Any]:
        """``closed`` and the given ends of a path, as nodes."""
        asked = self.conditions
        start = None if asked.closed else asked.start
        return {"closed": asked.closed, "start": start, "end": asked.end}

    def certificate(self, kind: type[Kind], **evidence: Any) -> Kind:
        """Return a proof, unchecked, that this problem has no solution."""
        return kind(**self.ends, ranks=self.ranks, **evidence)

    def conditional(self, inner: Proof) -> Conditional:
        """Return a proof, unchecked, from one about the unconditional problem."""
        names = (item.name for item in fields(EdgeConditions))
        edges = {name: getattr(self.conditions, name) for name in names}
        return self.certificate(Conditional, **edges, inner=inner)

    def restored(self, nodes: Iterable[Any]) -> list[Any]:
        """Return the tour of this graph that one of the unconditional problem is."""
        return [self.nodes[v] for v in self.instance.tour(self._restored(nodes))]

    def restored_paths(self, cover: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
        """Return the paths of this graph that those of the unconditional problem are."""
        paths, home = [], self.size
        for path in cover:
            numbers = [home, *self._restored(path), home]
            homes = [k for k, v in enumerate(numbers) if v == home]
            parts = [numbers[i + 1 : j] for i, j in pairwise(homes) if j > i + 1]
            paths += [tuple(self.nodes[v] for v in part) for part in parts]
        return tuple(sorted(paths, key=len, reverse=True))

    def _restored(self, nodes: Iterable[Any]) -> list[int]:
        """Return the numbers of nodes of the unconditional problem: home last, no middles.

        Nodes of this graph may have such names themselves.
        """
        known = (v for v in nodes if v in self.index or not isinstance(v, Middle))
        return [self.index.get(v, self.size) for v in known]

    def tour(self, nodes: Iterable[Any], stats: SearchStats | None) -> Tour:
        """Return a tour, checked against graph, ends and conditions; else raise ``InvalidTour``."""
        tour = Tour(list(nodes), is_closed=self.closed, G=self.G, stats=stats)
        require_tour(self.G, tour, closed=self.closed)
        self.conditions.check_order(tour)
        self.conditions.check_steps(tour)
        return tour

    def known(self, tours: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
        """Return known tours of a user, checked, those with the same edges once."""
        found: dict[frozenset[Any], tuple[Any, ...]] = {}
        try:
            given = rows_of(tours)
        except TypeError:
            raise InvalidArgument(f"besides is a list of tours, got {shown_rows(tours)}") from None
        for nodes in given:
            known = [node_of(self.G, v, "besides") for v in nodes]
            if self.closed and self.conditions.start in known:  # wherever it begins
                k = known.index(self.conditions.start)
                known = known[k:] + known[:k]
            tour = self.tour(known, None)
            edges = (edge_key(edge, directed=self.arrays.directed) for edge in tour.edges())
            found.setdefault(frozenset(edges), tuple(tour))
        return tuple(found.values())


def center_distances(squares: NDArray[np.int64], board: Board) -> NDArray[np.int64]:
    """Return squared distances of squares, shape (n, dimensions), from the center, in halves."""
    keys: NDArray[np.int64] = ((2 * squares - (np.array(board.shape) - 1)) ** 2).sum(axis=1)
    return keys
