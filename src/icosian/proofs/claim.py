"""The claims of proofs, as values, as sentences and in JSON."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from numbers import Integral
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import networkx as nx

from icosian._io.text import decimal_text, plural, shown
from icosian.boards.text import FILES
from icosian.exceptions import InvalidArgument, InvalidProof

if TYPE_CHECKING:
    from icosian.proofs.certificate import Proof
# ruff: noqa: SLF001 - proofs are our own

Pairs = tuple[tuple[Any, Any], ...]
"""Edges, by their ends."""

Exclusive = tuple[tuple[tuple[Any, Any], tuple[Any, Any]], ...]
"""Pairs of edges of which a tour uses at most one."""

Places = tuple[tuple[Any, int], ...]
"""Nodes and their numbers on a tour, from 1."""

Groups = tuple[tuple[Any, ...], ...]
"""Sets of nodes, or chains."""

Prizes = tuple[tuple[Any, int | Fraction], ...]
"""Nodes, and what it costs to leave them out."""

Streets = str | tuple[tuple[Any, ...], ...]
"""Edges, by their ends and in multigraphs their key, or "all"."""


class _Home:
    """The node that closes a path to a cycle; it is joined to the nodes that may be an end."""

    def __repr__(self) -> str:
        return "home"

    def __reduce__(self) -> str:
        return "HOME"


HOME = _Home()
"""The further node that closes a path to a cycle, among the nodes that a proof names."""


@dataclass(frozen=True, slots=True, eq=False)
class Middle:
    """A further node in the middle of an edge: a tour that visits it uses the edge.

    Attributes
    ----------
    tail, head : node
        The ends of the edge, in a digraph as it points.
    """

    tail: Any
    head: Any

    # As tuples, so that a node that differs from itself, like NaN, is the same as itself: from
    # Python 3.13 on, dataclasses compare their fields one by one.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Middle):
            return NotImplemented
        return (self.tail, self.head) == (other.tail, other.head)

    def __hash__(self) -> int:
        return hash((self.tail, self.head))


@dataclass(frozen=True, slots=True)
class Computed:
    """Lengths from a function of the edges, which every check of the claim is given.

    Attributes
    ----------
    by : {"function"}
        What gives them.
    """

    by: Literal["function"] = "function"


Named = str | Computed | None
"""The lengths of a claim: an edge attribute, a function, or None: every edge has length 1."""


# -- The fields of claims, each with what formulas for other checkers can state it

LEFT_OUT = {"left out": True}
"""The metadata of a field that JSON leaves out where it has its default."""

Edges = Callable[[Any], Iterable[tuple[Any, Any]]]
"""Returns the edges that a field names, in a path also those from and to home."""


def _said(*formulas: str, uses: Edges | None = None, avoids: Edges | None = None) -> dict[str, Any]:
    """Return the metadata of a field of a claim.

    ``formulas`` are those that can state it, by what their variables are: one of another kind is
    not written for a claim that says so. ``uses`` and ``avoids`` give the edges that tours use, or
    avoid, if that is all that it says.
    """
    return LEFT_OUT | {"formulas": formulas, "uses": uses, "avoids": avoids}


TOURS = "edges", "numbers", "order"
"""The kinds of formulas about one tour of all nodes: by its edges, by numbers of nodes, by both."""


@dataclass(frozen=True, kw_only=True)
class EdgeConditions:
    """What a claim says of single edges, besides its ends.

    Attributes
    ----------
    require, forbid : tuple of (node, node)
        The edges that the tour uses, and those that it avoids.
    """

    require: Pairs = field(default=(), metadata=_said(*TOURS, uses=tuple))
    forbid: Pairs = field(default=(), metadata=_said(*TOURS, avoids=tuple))

    @property
    def edges_used(self) -> list[tuple[Any, Any]]:
        """The edges that all tours use."""
        return self._edges("uses")

    @property
    def edges_avoided(self) -> list[tuple[Any, Any]]:
        """The edges that no tour uses."""
        return self._edges("avoids")

    def _edges(self, how: str) -> list[tuple[Any, Any]]:
        kind: Any = type(self)
        known = _naming_edges(kind, how)
        return [pair for edges, name in known for pair in edges(getattr(self, name))]


# Small proofs are checked in less time than all fields take to look through.


@cache
def _naming_edges(kind: Any, how: str) -> list[tuple[Edges, str]]:
    """Return the fields of a class that name edges used or avoided, and how they name these."""
    known = ((item.metadata.get(how), item.name) for item in fields(kind))
    return [(edges, name) for edges, name in known if edges]


@cache
def _defaults(kind: Any) -> list[tuple[str, Any]]:
    return [(item.name, item.default) for item in fields(kind)]


ENDS = "closed", "start", "end"  # the fields that say what kind of tour is meant

ON_EDGES = *ENDS, *(item.name for item in fields(EdgeConditions))
"""The fields that say no more than which edges there are, and which of them are used."""


@dataclass(frozen=True, kw_only=True)
class Claim(EdgeConditions):
    """The claim that a graph has no Hamiltonian cycle or path of some kind, or no path cover.

    Attributes
    ----------
    closed : bool
        True: no Hamiltonian cycle. False: no Hamiltonian path.
    start, end : node or None
        The ends of the path; None leaves an end free.
    require, forbid : tuple of (node, node)
        The edges that the tour uses, and those that it avoids.
    exclusive : tuple of pairs of (node, node)
        Pairs of edges of which the tour uses at most one.
    positions : tuple of (node, int)
        The numbers of some nodes on the tour, from 1.
    besides : tuple of tuple of node
        Known tours that are not meant.
    shorter_than : int or Fraction or None
        The length that all tours reach which exist; None: there is none of any length.
    bottleneck : bool
        The length of a tour is that of its longest edge.
    longer_than : int or Fraction or None
        The length that no path or cycle exceeds, whether or not it visits all nodes.
    induced : bool
        Only its own edges join nodes of such a path or cycle.
    weight : str, Computed or None
        The edge attribute with the lengths, or that they come from a function; None means that each
        edge has length 1, or that lengths do not matter.
    hidden : int
        How many edges are left out because they have no length.
    stops : tuple of nodes
        What a walk has to visit that may pass all nodes, and again; empty: a tour visits all once.
    streets : tuple of edges or "all"
        Which edges a walk has to pass, once or more often.
    either : bool
        In a digraph, an arc of these and the one back, with the same key, are one street, which is
        passed in either direction.
    groups : tuple of tuples of nodes
        Sets of nodes of which a tour visits at least one each; the others may be left out.
    prizes : tuple of (node, int or Fraction)
        Nodes that may be left out, and what that costs besides the length.
    leave_out : int
        How many of the other nodes may be left out.
    chains : tuple of tuples of nodes
        A tour visits the nodes of each in its order, but for those that it leaves out; the order of
        all chains together is transitive. Those of a cycle begin with the same
        node, from which it is read.
    depot, rounds : node, int
        Where several closed walks begin, how many these are, and what their lengths are together;
        each has a stop of its own.
    fewer_than : int or None
        The number of disjoint paths that all covers of the nodes reach; None: it is not about
        covers.
    symmetry : tuple of (node, node)
        The nodes that a permutation moves, and their images: it maps the edges of a tour to edges
        of the tour.
    disjoint : int
        The number of cycles without a common edge; each alone may exist.
    every_edge : bool
        These cycles have all edges of the graph.
    """

    closed: bool = field(metadata=_said(*TOURS, "cycles"))
    start: Any = field(default=None, metadata=_said(*TOURS))
    end: Any = field(default=None, metadata=_said(*TOURS))
    exclusive: Exclusive = field(default=(), metadata=_said("edges", "order"))
    positions: Places = field(default=(), metadata=_said("numbers", "order"))
    besides: tuple[tuple[Any, ...], ...] = field(default=(), metadata=_said(*TOURS))
    shorter_than: int | Fraction | None = field(default=None, metadata=_said("edges"))
    bottleneck: bool = field(default=False, metadata=_said())
    longer_than: int | Fraction | None = field(default=None, metadata=_said())
    induced: bool = field(default=False, metadata=_said())
    weight: Named = field(default=None, metadata=_said("edges"))
    hidden: int = field(default=0, metadata=_said("edges"))
    stops: tuple[Any, ...] = field(default=(), metadata=_said())
    streets: Streets = field(default=(), metadata=_said())
    either: bool = field(default=False, metadata=_said())
    groups: Groups = field(default=(), metadata=_said())
    prizes: Prizes = field(default=(), metadata=_said())
    leave_out: int = field(default=0, metadata=_said())
    chains: Groups = field(default=(), metadata=_said("order"))
    depot: Any = field(default=None, metadata=_said())
    rounds: int = field(default=1, metadata=_said())
    fewer_than: int | None = field(default=None, metadata=_said("edges"))
    symmetry: Pairs = field(default=(), metadata=_said())
    disjoint: int = field(default=1, metadata=_said("cycles"))
    every_edge: bool = field(default=False, metadata=_said("cycles"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Claim):
            return NotImplemented
        # The hashes first: where they differ, == of two labels may be an array.
        return hash(self) == hash(other) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def _fields(self) -> tuple[Any, ...]:
        kind: Any = type(self)
        return tuple(getattr(self, name) for name, _ in _defaults(kind))

    @property
    def has_conditions(self) -> bool:
        """Return True if the claim says more than its ends, and what lengths are."""
        return bool(beyond(self, (*ENDS, "weight", "hidden")))


def only(claim: Claim, names: Collection[str]) -> Claim:
    """Return what a claim says by some of its fields."""
    return Claim(**{name: getattr(claim, name) for name in names})


def beyond(claim: Claim, names: Collection[str]) -> list[str]:
    """Return the other fields by which a claim says something."""
    kind: Any = type(claim)
    return [
        name
        for name, default in _defaults(kind)
        if name not in names
        and (value := getattr(claim, name)) is not default
        and (default in (None, MISSING) or value != default)
    ]


def beyond_formulas(claim: Claim, formulas: str) -> list[str]:
    """Return the fields by which a claim says what no formula of a kind can state."""
    known = fields(claim)
    return beyond(claim, [x.name for x in known if formulas in x.metadata.get("formulas", ())])


# -- JSON: fields of dataclasses by their annotations

# These are built from ``Any`` (a node), ``bool``, ``int``, ``str``, ``Literal``, exact numbers,
# dataclasses, ``tuple``, ``frozenset`` and unions of these.

Number = int | Fraction
"""An exact number; in JSON an integer or a string such as "1/2"; of decimals such as "0.5"."""

_FRACTION = "-?[0-9]{1,1000}(/[0-9]{1,1000})?"
_DECIMAL = r"-?[0-9]{1,1000}(\.[0-9]{0,1000}|(\.[0-9]{1,1000})?E[+-][0-9]{1,4})"

LONGEST = 10**1000  # no number of a bound reaches this, nor does the common denominator of weights

NESTED = 100  # tuples that may stand within each other in a label

Label = Callable[[Any], Any]


class Codec(NamedTuple):
    """How values of one type become JSON and come back; both take what does so for labels."""

    write: Callable[[Any, Label], Any]
    read: Callable[[Any, Label], Any]


@cache
def codec(kind: Any) -> Codec:
    """Return the codec of a type annotation."""
    if kind in (Any, object):
        return Codec(lambda value, label: label(value), lambda value, label: label(value))
    if kind in (Number, Number | Decimal):
        return Codec(
            lambda value, _: value if isinstance(value, int) else _number_text(value),
            lambda value, _: _number(value, with_decimals=kind != Number),
        )
    origin, args = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _union(args)
    if origin is tuple:
        return _sequence(args[0]) if args[-1] is ... else _row(tuple(map(codec, args)))
    if origin is frozenset:
        return _set(codec(args[0]))
    if is_dataclass(kind):
        return _any_kind(kind) if hasattr(kind, "_kinds") else _record(kind)  # type: ignore[arg-type]
    return _scalar(kind, args)


def _scalar(kind: Any, choices: tuple[Any, ...]) -> Codec:
    """Return the codec of ``bool``, ``int``, ``str`` or a literal."""

    def read(value: Any, _: Label) -> Any:
        if choices:
            fits = isinstance(value, str) and value in choices
        else:
            fits = type(value) is kind and (kind is not str or value.isprintable())
        if not fits:
            what = " or ".join(choices) if choices else f"{kind.__name__}"
            raise TypeError(f"expected {what}, got {value!r:.60}")
        if kind is int and abs(value) >= LONGEST:  # what is made of it might have no text
            raise ValueError("an integer of a proof has at most 1,000 digits")
        return value

    return Codec(lambda value, _: value, read)


def _sequence(kind: Any) -> Codec:
    one = codec(kind)
    return Codec(
        lambda values, label: [one.write(value, label) for value in values],
        lambda values, label: tuple(one.read(value, label) for value in _shaped(values)),
    )


def _row(parts: tuple[Codec, ...]) -> Codec:
    def pairs(values: list[Any]) -> Iterator[tuple[Codec, Any]]:
        if len(values) != len(parts):
            raise ValueError(f"expected {len(parts)} parts, got {values!r:.60}")
        return zip(parts, values, strict=True)

    return Codec(
        lambda values, label: [part.write(value, label) for part, value in pairs(values)],
        lambda values, label: tuple(p.read(value, label) for p, value in pairs(_shaped(values))),
    )


def _set(one: Codec) -> Codec:
    def write(values: Any, label: Label) -> list[Any]:
        return sorted((one.write(value, label) for value in values), key=repr)

    def read(values: Any, label: Label) -> frozenset[Any]:
        members = frozenset(one.read(value, label) for value in _shaped(values))
        if len(members) < len(values):
            raise ValueError("a member of a set is listed twice")
        return members

    return Codec(write, read)


def _union(kinds: tuple[Any, ...]) -> Codec:
    """Return the codec of alternatives, of which JSON shows which one it is."""
    exact: Any = Number | Decimal if Decimal in kinds else Number if Fraction in kinds else None
    shapes: dict[type, Codec] = {
        _shape(get_origin(kind) or kind): codec(exact if kind in get_args(exact) else kind)
        for kind in kinds
    }

    return Codec(
        lambda value, label: shapes[_shape(type(value))].write(value, label),
        lambda value, label: shapes[type(value)].read(value, label),
    )


def _shape(kind: type) -> type:
    """Return the type of JSON values that stand for values of a type."""
    if kind in (tuple, frozenset):
        return list
    if kind in (Fraction, Decimal):
        return str
    return dict if is_dataclass(kind) else kind


@cache
def _record(kind: Any) -> Codec:
    hints = get_type_hints(kind)
    parts = {item.name: (item, codec(hints[item.name])) for item in fields(kind)}
    optional = {name for name, (item, _) in parts.items() if item.metadata.get("left out")}

    def write(value: Any, label: Label) -> dict[str, Any]:
        result = {}
        for name, (item, part) in parts.items():
            own = getattr(value, name)
            if name not in optional or own != item.default:
                result[name] = part.write(own, label)
        return result

    def read(value: Any, label: Label) -> Any:
        if strange := _shaped(value, dict).keys() - parts.keys():
            raise ValueError(f"{min(strange)!r:.60} is not a field of {kind.__name__}")
        given = {
            name: part.read(value[name], label)
            for name, (_, part) in parts.items()
            if name in value or name not in optional
        }
        return kind(**given)

    return Codec(write, read)


def _any_kind(base: Any) -> Codec:
    """Return the codec of a dataclass with subclasses: their name comes first."""

    def write(value: Any, label: Label) -> dict[str, Any]:
        return {"kind": type(value).__name__, **_record(value.__class__).write(value, label)}

    def read(value: Any, label: Label) -> Any:
        name = _shaped(value, dict)["kind"]
        rest = {key: item for key, item in value.items() if key != "kind"}
        if name not in base._kinds:
            own = "Proof, proofs.LoopRefutation and placements.Bound each read their own kinds"
            raise ValueError(f"{name!r:.60} is not a kind of {base.__name__}: {own}")
        return _record(base._kinds[name]).read(rest, label)

    return Codec(write, read)


def _shaped(value: Any, kind: Any = list) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"expected {'a list' if kind is list else 'an object'}, got {value!r:.60}")
    return value


def _number_text(number: Fraction | Decimal) -> str:
    """Return a number as text; a decimal has a point or an exponent."""
    text = str(number)
    return text + "." if isinstance(number, Decimal) and text.lstrip("-").isdigit() else text


def _number(text: Any, *, with_decimals: bool) -> Number | Decimal:
    if type(text) is int:
        return codec(int).read(text, str)  # type: ignore[no-any-return]
    if isinstance(text, str):
        if re.fullmatch(_FRACTION, text):
            return Fraction(text)
        if with_decimals and re.fullmatch(_DECIMAL, text):
            return Decimal(text)
    raise TypeError(f"not an exact number: {text!r:.60}")


def _nodes(G: nx.Graph[Any] | None) -> list[Any]:
    if not (G is None or isinstance(G, nx.Graph)):
        raise InvalidArgument(f"G must be a networkx graph, got {shown(G)}")
    return [] if G is None else list(G)


def label_writer(G: nx.Graph[Any] | None) -> Label:
    """Return what writes a label, by its place in the graph where JSON cannot hold it."""
    places = {node: k for k, node in enumerate(_nodes(G))}

    def write(node: Any) -> Any:
        if isinstance(node, int):
            return node
        if node is HOME:
            return {"place": "home"}
        if isinstance(node, Middle):
            return {"middle": [write(node.tail), write(node.head)]}
        if _is_plain(node):
            if isinstance(node, tuple):
                return list(map(write, node))
            return int(node) if isinstance(node, Integral) else node
        if node in places:
            return {"place": places[node]}
        raise InvalidProof(f"node {node!r} has no JSON form, so to_json needs the graph")

    return write


class Written:
    """A result of nodes that is written as JSON."""

    __slots__ = ()

    graph: nx.Graph[Any] | None

    def _fields(self) -> dict[str, Any]:
        """Return what is written: flags, sequences of nodes, and lists of these."""
        raise NotImplementedError

    def to_json(self, G: nx.Graph[Any] | None = None) -> str:
        """Return the result as JSON text, with the names that the command uses.

        Parameters
        ----------
        G : networkx graph, optional
            The graph, by default that of the result. It is used only where nodes are not finite
            numbers, booleans, strings without lone surrogates, or tuples of these: such nodes are
            written as their place in the order of the graph, as in proofs.

        Returns
        -------
        str
            A JSON object: if the result is closed, and its nodes in their order, or those of each
            color. A bound has a ``to_json`` of its own.

        Raises
        ------
        InvalidArgument
            If a node cannot be written.

        See Also
        --------
        icosian.Tour.from_json : Read a tour.
        icosian.write_tour : Write a TSPLIB file.

        Examples
        --------
        >>> import icosian
        >>> icosian.Tour([0, "b", (1, 2)], is_closed=True).to_json()
        '{"closed": true, "tour": [0, "b", [1, 2]]}'
        >>> icosian.minimum_coloring(icosian.grid_graph(1, 3)).to_json()
        '{"classes": [[[0, 0], [0, 2]], [[0, 1]]]}'
        """
        label = label_writer(self.graph if G is None else G)

        def form(value: Any) -> Any:
            if isinstance(value, list):
                return [form(row) for row in value]
            return value if isinstance(value, bool) else list(map(label, value))

        try:
            return json.dumps({name: form(value) for name, value in self._fields().items()})
        except InvalidProof as error:
            raise InvalidArgument(str(error)) from None


def _is_plain(label: Any) -> bool:
    """Return True if JSON gives back an equal label."""
    if isinstance(label, tuple):
        return all(map(_is_plain, label))
    if isinstance(label, str):
        return label.isascii() or not re.search("[\ud800-\udfff]", label)
    if isinstance(label, float):
        return math.isfinite(label)
    return label is None or isinstance(label, (int, Integral))  # of NumPy, too


def label_reader(G: nx.Graph[Any] | None) -> Label:
    """Return what reads the labels that :func:`label_writer` writes."""
    nodes = _nodes(G)

    def read(label: Any, depth: int = 0) -> Any:
        if depth == NESTED:
            raise ValueError("too many brackets in a label")
        if isinstance(label, list):
            return tuple(read(part, depth + 1) for part in label)
        if not isinstance(label, dict):
            return label
        ((form, value),) = label.items()
        if form == "middle":
            tail, head = (read(part, depth + 1) for part in _shaped(value))
            return Middle(tail, head)
        if form != "place":
            raise TypeError(f"expected a label, got {label!r:.60}")
        if value == "home":
            return HOME
        if G is None:
            raise ValueError(
                "nodes are named by their places in a graph: from_json needs the graph"
            )
        if type(value) is not int or value not in range(len(nodes)):
            raise InvalidProof(f"the graph has no node at place {value!r:.60}")
        return nodes[value]

    return read


# -- The board that a graph was made from

COLORS = ("dark squares", "light squares")


def count_named_rows(G: Any) -> int | None:
    """Return the number of rows of a plane board whose squares have names."""
    sides, _ = _board(G)
    return sides[0] if len(sides) == 2 and sides[1] <= len(FILES) else None


def color_names(G: Any, crowd: Collection[Any], others: Collection[Any]) -> tuple[str, str] | None:
    """Return the color of a crowd of squares and that of all others; a1 is dark."""
    sides, is_hexagonal = _board(G)
    if is_hexagonal or not sides or not all(isinstance(v, tuple) for v in (*crowd, *others)):
        return None
    one, other = ({(sides[0] - 1 + sum(v)) % 2 for v in side} for side in (crowd, others))
    if one <= {0} and other <= {1}:
        return COLORS
    return COLORS[::-1] if one <= {1} and other <= {0} else None


def _board(G: Any) -> tuple[tuple[int, ...], bool]:
    """Return the sides of the board, none if there is none, and if its squares are hexagons."""
    try:
        recipe = json.loads(G.graph["board"])
        sides = tuple(recipe["shape"])
        nodes = [v for v in G.nodes if v is not HOME and not isinstance(v, Middle)]
        are_squares = all(
            isinstance(v, tuple)
            and len(v) == len(sides)
            and all(k in range(side) for k, side in zip(v, sides, strict=True))
            for v in nodes
        )
    except (AttributeError, LookupError, TypeError, ValueError):
        are_squares = False
    return (sides, bool(recipe.get("hexagonal"))) if are_squares else ((), False)


# -- Claims as sentences

FEW = 3  # chains of an order that a sentence names

USUAL = "weight"  # the edge attribute that is meant where none is named


def sentence(claim: Claim, names: Proof) -> str:
    """Return a claim in words, without a full stop; a proof says what nodes are called."""
    if claim.every_edge:
        return "The edges do not decompose into Hamiltonian cycles"
    if claim.disjoint > 1:
        return f"There are no {claim.disjoint} Hamiltonian cycles without a common edge"
    if claim.fewer_than is not None:
        return f"There is no path cover with fewer than {plural(claim.fewer_than, 'path')}"
    ends = (("from", claim.start), ("to", claim.end))
    between = "".join(f" {word} {names._name(v)}" for word, v in ends if v is not None)
    kind = "cycle" if claim.closed else f"path{between}"
    kind = f"{'induced ' * claim.induced}{kind}"
    lengths = lengths_text(claim.weight, claim.hidden)
    if claim.longer_than is not None:
        kind += _edges_text(claim, names)
        if claim.weight is not None:
            return f"No {kind} is longer than {decimal_text(claim.longer_than, up=True)}{lengths}"
        if claim.longer_than < 1:
            return f"There is no {kind}"
        return f"No {kind} has more than {plural(claim.longer_than, 'node')}"
    where, among = "", kind
    kind = f"Hamiltonian {kind}"
    if claim.stops or claim.streets:
        kind = "closed walk" if claim.closed else f"walk{between}"
        where = _where(claim, names)
        among = f"{kind} among the {plural(len(claim.stops), 'stop')} {names._listed(claim.stops)}"
        if claim.rounds > 1:
            here = names._name(claim.depot)
            bound = f"{decimal_text(claim.shorter_than or 0)}{lengths}"
            return (
                f"There are no {claim.rounds} closed walks from {here}, each with a stop of its"
                f" own,{where} shorter together than {bound}"
            )
    edges, known = _edges_text(claim, names), len(claim.besides)
    order = _order_text(claim, names)
    if claim.shorter_than is None:
        known_ones = " besides the known one" if known == 1 else f" besides the {known} known ones"
        further = f"{order}{' and' * bool(claim.chains and edges)}{edges}{known_ones * bool(known)}"
        further += _symmetry_text(claim, names)
        return f"There is no {kind}{where}{'' if claim.weight is None else lengths}{further}"
    bound = f"{decimal_text(claim.shorter_than)}{lengths}"
    but = f", but for {plural(known, 'known tour')}" if known else ""
    if claim.bottleneck:
        edges = edges.replace(" that", ", that", 1)
        return f"There is no {kind} with all edges shorter than {bound}{edges}"
    if selected := _selection_text(claim):
        return f"No {among} {selected} {bound}{edges}{order}{but}"
    return f"There is no {kind}{where} shorter than {bound}{edges}{order}{but}"


def _where(claim: Claim, names: Proof) -> str:
    where = []
    ends = (claim.start, claim.end) if claim.streets else ()
    if others := [v for v in claim.stops if v not in ends]:
        name = f"the {len(others)} stops" if len(others) > 1 else "the stop"
        where.append(f" through {name} {names._listed(others)}")
    if claim.streets:
        some = "all streets" if claim.streets == "all" else plural(len(claim.streets), "street")
        where.append(f" along {some}{' (two-way ones in either direction)' * claim.either}")
    return " and".join(where)


def _edges_text(claim: Claim, names: Proof) -> str:
    parts = []
    for verb, asked in (("uses", claim.edges_used), ("avoids", claim.edges_avoided)):
        edges = list(dict.fromkeys(names._edge(u, v) for u, v in asked))
        more = f" and {len(edges) - 8} more" * (len(edges) > 8)
        parts += [f"{verb} {', '.join(edges[:8])}{more}"] * bool(edges)
    if claim.exclusive:
        both = [" and ".join(names._edge(*edge) for edge in pair) for pair in claim.exclusive]
        more = f" and {len(both) - FEW} more" * (len(both) > FEW)
        parts.append(f"does not use both {', both '.join(both[:FEW])}{more}")
    return f" that {' and '.join(parts)}" if parts else ""


def _order_text(claim: Claim, names: Proof) -> str:
    """Return the order that tours keep to, and the numbers of nodes."""
    text = ""
    if len(claim.chains) > FEW:
        text = f" that keeps to the order of {len(claim.chains)} chains"
    elif claim.chains:
        chains = (" before ".join(map(names._name, chain)) for chain in claim.chains)
        text = f" that visits {' and '.join(chains)}"
    given = [f"{names._name(node)} as number {k}" for node, k in claim.positions]
    more = f" and {len(given) - 8} more" if len(given) > 8 else ""
    return f"{text} with {', '.join(given[:8])}{more}" if given else text


def _symmetry_text(claim: Claim, names: Proof) -> str:
    if not claim.symmetry:
        return ""
    moved = [f"{names._name(v)} goes to {names._name(w)}" for v, w in claim.symmetry]
    more = f" and {len(moved) - FEW} more nodes move" if len(moved) > FEW else ""
    return f" that is its own image where {', '.join(moved[:FEW])}{more}"


def _selection_text(claim: Claim) -> str:
    """Return which places tours visit that may leave out some, up to their bound in a claim."""
    some = []
    if claim.groups:
        some.append(f"visits one place or more of {each_of(len(claim.groups), 'group')}")
    if claim.leave_out:
        some.append(f"leaves out at most {claim.leave_out} of the other places")
    if claim.prizes:
        known = "its prize" if len(claim.prizes) == 1 else "their prizes"
        some.append(f"may leave out {plural(len(claim.prizes), 'place')} for {known}")
    cost = "costs less" if claim.prizes else "is shorter"
    return f"that {' and '.join(some)} {cost} than" if some else ""


def each_of(count: int, word: str) -> str:
    """Return "a word" or "each of so many words"."""
    return f"each of {count} {word}s" if count > 1 else f"a {word}"


def weight_text(weight: Named) -> str:
    """Return lengths in words."""
    if weight is None:
        return "1 for each edge"
    return "a function" if isinstance(weight, Computed) else f"the edge attribute {weight!r}"


def lengths_text(weight: Named, hidden: int) -> str:
    """Return what a claim says of its lengths, unless they are the usual ones of all edges."""
    parts = []
    if weight != USUAL:
        each = weight is None
        parts.append("each edge counts 1" if each else f"lengths from {weight_text(weight)}")
    if hidden:
        parts.append(f"{plural(hidden, 'edge')} without a length left out")
    return f" ({'; '.join(parts)})" if parts else ""
