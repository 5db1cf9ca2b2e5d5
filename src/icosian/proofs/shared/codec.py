"""JSON codec for dataclasses: fields are written and read by their type annotations.

Annotations are built from ``Any`` (a node), ``bool``, ``int``, ``str``, ``Literal``, exact numbers,
dataclasses, ``tuple``, ``frozenset`` and unions of these.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import networkx as nx

from icosian._io.text import shown
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.shared.claim import HOME, Middle

Number = int | Fraction
"""An exact number; in JSON an integer or a string such as "1/2"."""

LONGEST = 10**1000
"""No number of a bound reaches this, nor does the common denominator of weights."""
LEFT_OUT = {"left out": True}
"""The metadata of a field that JSON leaves out where it has its default."""
NESTED = 100
"""Tuples that may stand within each other in a label."""

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
    if kind == Number:
        return Codec(lambda value, _: _number_text(value), lambda value, _: _number(value))
    origin, args = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _union(args)
    if origin is tuple:
        return _sequence(args[0]) if args[-1] is ... else _row(tuple(map(codec, args)))
    if origin is frozenset:
        return _set(codec(args[0]))
    if is_dataclass(kind):
        return _any_kind(kind) if hasattr(kind, "_kinds") else _record(kind)
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
        return value

    return Codec(lambda value, _: value, read)


def _sequence(kind: Any) -> Codec:
    one = codec(kind)

    def write(values: Any, label: Label) -> list[Any]:
        return [one.write(value, label) for value in values]

    def read(values: Any, label: Label) -> tuple[Any, ...]:
        return tuple(one.read(value, label) for value in _listed(values))

    return Codec(write, read)


def _row(parts: tuple[Codec, ...]) -> Codec:
    """Return the codec of a tuple with a type for each item."""

    def write(values: Any, label: Label) -> list[Any]:
        return [part.write(value, label) for part, value in zip(parts, values, strict=True)]

    def read(values: Any, label: Label) -> tuple[Any, ...]:
        pairs = zip(parts, _listed(values), strict=True)
        return tuple(part.read(value, label) for part, value in pairs)

    return Codec(write, read)


def _set(one: Codec) -> Codec:
    def write(values: Any, label: Label) -> list[Any]:
        return sorted((one.write(value, label) for value in values), key=repr)

    def read(values: Any, label: Label) -> frozenset[Any]:
        members = frozenset(one.read(value, label) for value in _listed(values))
        if len(members) < len(values):
            raise ValueError("a member of a set is listed twice")
        return members

    return Codec(write, read)


def _union(kinds: tuple[Any, ...]) -> Codec:
    """Return the codec of alternatives, of which JSON shows which one it is."""
    exact = {int, Fraction} if Fraction in kinds else set()
    shapes: dict[type, Codec] = {
        _shape(get_origin(kind) or kind): codec(Number if kind in exact else kind) for kind in kinds
    }

    def write(value: Any, label: Label) -> Any:
        return shapes[_shape(type(value))].write(value, label)

    def read(value: Any, label: Label) -> Any:
        return shapes[type(value)].read(value, label)

    return Codec(write, read)


def _shape(kind: type) -> type:
    """Return the type of JSON values that stand for values of a type."""
    if kind in (tuple, frozenset):
        return list
    if kind is Fraction:
        return str
    return dict if is_dataclass(kind) else kind


def _record(kind: Any) -> Codec:
    """Return the codec of a dataclass as an object with its fields."""
    hints = get_type_hints(kind)
    parts = {item.name: (item, codec(hints[item.name])) for item in fields(kind)}
    optional = {name for name, (item, _) in parts.items() if item.metadata == LEFT_OUT}

    def write(value: Any, label: Label) -> dict[str, Any]:
        result = {}
        for name, (item, part) in parts.items():
            own = getattr(value, name)
            if name not in optional or own != item.default:
                result[name] = part.write(own, label)
        return result

    def read(value: Any, label: Label) -> Any:
        if not isinstance(value, dict):
            raise TypeError(f"expected an object, got {value!r:.60}")
        if strange := value.keys() - parts.keys():
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
        return {"kind": type(value).__name__, **_record_of(value.__class__).write(value, label)}

    def read(value: Any, label: Label) -> Any:
        name = value["kind"]
        rest = {key: item for key, item in value.items() if key != "kind"}
        return _record_of(base._kinds[name]).read(rest, label)  # noqa: SLF001 - a registry

    return Codec(write, read)


_record_of = cache(_record)


def _listed(values: Any) -> list[Any]:
    if not isinstance(values, list):
        raise TypeError(f"expected a list, got {values!r:.60}")
    return values


def _number(text: Any) -> Number:
    if type(text) is int:
        return text
    if isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,1000}(/[0-9]{1,1000})?", text, re.ASCII):
        return Fraction(text)
    raise TypeError(f"not an exact number: {text!r:.60}")


def _number_text(number: Number) -> int | str:
    return number if isinstance(number, int) else str(number)


def _nodes(G: nx.Graph[Any] | None) -> list[Any]:
    """Return the nodes of a graph in their order."""
    if not (G is None or isinstance(G, nx.Graph)):
        raise InvalidArgument(f"G must be a networkx graph, got {shown(G)}")
    return [] if G is None else list(G)


def label_writer(G: nx.Graph[Any] | None) -> Label:
    """Return what writes a label, by its place in the graph where JSON cannot hold it."""
    places = {node: k for k, node in enumerate(_nodes(G))}

    def write(node: Any) -> Any:
        if node is HOME:
            return {"place": "home"}
        if isinstance(node, Middle):
            return {"middle": [write(node.tail), write(node.head)]}
        if _is_plain(node):
            return list(map(write, node)) if isinstance(node, tuple) else node
        if node in places:
            return {"place": places[node]}
        raise InvalidProof(f"node {node!r} has no JSON form, so to_json needs the graph")

    return write


def written(fields: dict[str, Any], G: nx.Graph[Any] | None) -> str:
    """Return a JSON object with flags, and with sequences of nodes."""
    label = label_writer(G)
    try:
        return json.dumps(
            {k: v if isinstance(v, bool) else list(map(label, v)) for k, v in fields.items()}
        )
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
    return label is None or isinstance(label, int)


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
            tail, head = (read(part, depth + 1) for part in _listed(value))
            return Middle(tail, head)
        if form != "place":
            raise TypeError(f"expected a label, got {label!r:.60}")
        if value == "home":
            return HOME
        if type(value) is not int or value not in range(len(nodes)):
            raise InvalidProof(f"the graph has no node at place {value!r:.60}")
        return nodes[value]

    return read
