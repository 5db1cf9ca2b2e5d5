"""What every certificate has: the question it answers, a check, an explanation, a text form."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

import networkx as nx

from icosian._io.text import parsed_json, stumble
from icosian.boards.names import FILES, square_name
from icosian.exceptions import InvalidArgument, InvalidProof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["HOME", "Middle", "Number", "Proof", "fraction", "integer", "number_text"]

Number = int | Fraction
"""What weights are: exact."""


class _Home:
    """The node that makes a cycle of a path, joined to the ends or to all that may be one."""

    def __repr__(self) -> str:
        return "home"

    def __reduce__(self) -> str:
        return "HOME"


HOME = _Home()
"""Stands for the outside of a path among the nodes that a proof names."""


@dataclass(frozen=True, slots=True)
class Middle:
    """A further node in the middle of an edge: a tour that visits it uses the edge.

    Attributes
    ----------
    tail, head : node
        The ends of the edge, in a digraph as it points.
    """

    tail: Any
    head: Any


@dataclass(frozen=True, kw_only=True)
class Proof(ABC):
    """A reason why a graph has no Hamiltonian cycle or path.

    A proof is a value: it holds nodes of the graph, not the graph. :meth:`check` compares it with
    a graph by exact code that shares nothing with the search that found it.

    Attributes
    ----------
    closed : bool
        True: there is no Hamiltonian cycle. False: there is no Hamiltonian path.
    start, end : node or None
        The ends that were asked of the path; None leaves an end free.
    ranks : int or None
        On a plane chess board, its number of rows: squares are then called by their names.

    See Also
    --------
    icosian.prove_no_hamiltonian_cycle, icosian.prove_no_hamiltonian_path : Find one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> G = nx.star_graph(3)
    >>> proof = icosian.prove_no_hamiltonian_path(G)
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian path: the 3 nodes 1, 2, 3 have fewer than two neighbours,
    so each must be an end of the path, and only 2 can be.
    >>> icosian.Proof.from_json(proof.to_json()) == proof
    True
    """

    closed: bool
    start: Any = None
    end: Any = None
    ranks: int | None = None

    _kinds: ClassVar[dict[str, type[Proof]]] = {}

    def __init_subclass__(cls) -> None:
        Proof._kinds[cls.__name__] = cls

    def check(self, G: nx.Graph[Any]) -> None:
        """Check the proof against a graph.

        Parameters
        ----------
        G : networkx graph
            The graph.

        Raises
        ------
        InvalidArgument
            If it is no graph.
        InvalidProof
            If the proof does not hold for this graph; the message says why.
        """
        if not isinstance(G, nx.Graph):
            raise InvalidArgument(f"a proof is checked against a networkx graph, got {G!r}")
        if not len(G):
            raise InvalidProof("the null graph is not what this proof speaks of")
        if not self.closed:
            if len(G) == 1:
                raise InvalidProof("a single node is a Hamiltonian path")
            for role, node in (("start", self.start), ("end", self.end)):
                if node is not None and node not in G:
                    raise InvalidProof(f"the {role} {node!r} is not a node of the graph")
            if self.start is not None and self.start == self.end:
                raise InvalidProof(f"start and end are the same node {self.start!r}")
        elif self.start is not None or self.end is not None:
            raise InvalidProof("a cycle has no ends, so a proof about cycles names none")
        if self.ranks is not None and _ranks(G) not in (None, self.ranks):
            raise InvalidProof(f"the proof names squares of a board of {self.ranks} rows")
        self._check(G)

    @abstractmethod
    def _check(self, G: nx.Graph[Any]) -> None:
        """Raise :exc:`InvalidProof` unless the certificate holds; the question is valid."""

    @abstractmethod
    def _reason(self) -> str:
        """Return the second half of the explanation, without a full stop."""

    @abstractmethod
    def _payload(self, encode: Callable[[Any], Any]) -> dict[str, Any]:
        """Return the fields of this kind for JSON; nodes go through ``encode``."""

    @classmethod
    @abstractmethod
    def _from_payload(
        cls, payload: dict[str, Any], decode: Callable[[Any], Any], question: dict[str, Any]
    ) -> Self:
        """Build the proof from what :meth:`_payload` returned."""

    @property
    def claim(self) -> str:
        """What is proved, as a sentence without a full stop."""
        if self.closed:
            return "There is no Hamiltonian cycle"
        ends = "".join(
            f" {word} {self._name(node)}"
            for word, node in (("from", self.start), ("to", self.end))
            if node is not None
        )
        return f"There is no Hamiltonian path{ends}"

    def explain(self) -> str:
        """Return the claim and its reason in plain sentences.

        Returns
        -------
        str
            The sentences; squares of a chess board by their names.
        """
        return f"{self.claim}: {self._reason()}."

    def __str__(self) -> str:
        return self.explain()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002
        printer.text(str(self))  # what a notebook shows

    @property
    def effort(self) -> int:
        """About how many statements a reader has to follow; less is better."""
        return self._effort()

    @abstractmethod
    def _effort(self) -> int:
        """Return the effort of this kind."""

    def _name(self, node: Any) -> str:
        """Return what a node is called in sentences."""
        if isinstance(node, Middle):
            return f"the middle of {self._edge(node.tail, node.head)}"
        if self.ranks is not None and isinstance(node, tuple) and len(node) == 2:
            row, column = node
            plain = type(row) is int and type(column) is int
            if plain and row in range(self.ranks) and column in range(len(FILES)):
                return square_name(self.ranks, row, column)
        return repr(node)

    def _listed(self, nodes: Iterable[Any], most: int = 8) -> str:
        """Return nodes as words, the first few of many."""
        names = list(map(self._name, nodes))
        more = f" and {len(names) - most} more" if len(names) > most else ""
        return ", ".join(names[:most]) + more

    def _ordered(self, nodes: Iterable[Any]) -> list[Any]:
        """Return nodes in an order that does not depend on hashes."""
        some = list(nodes)
        try:
            return sorted(some)
        except TypeError:  # labels that have no order
            return sorted(some, key=repr)

    def _edge(self, u: Any, v: Any) -> str:
        """Return what an edge is called; an edge from home says what is an end."""
        if u is HOME or v is HOME:
            return f"{self._name(v if u is HOME else u)} (as an end)"
        for middle, end in ((u, v), (v, u)):
            if isinstance(middle, Middle):
                return f"the half of {self._edge(middle.tail, middle.head)} at {self._name(end)}"
        return f"{self._name(u)}-{self._name(v)}"

    def to_json(self, G: nx.Graph[Any] | None = None) -> str:
        """Return the proof as JSON text.

        Parameters
        ----------
        G : networkx graph, optional
            Needed only where nodes are not strings, numbers, booleans or tuples of these: such
            nodes are written as their place in the order of ``G``.

        Returns
        -------
        str
            A JSON object.

        Raises
        ------
        InvalidProof
            If a node cannot be written.
        """
        places = {} if G is None else {node: k for k, node in enumerate(G)}

        def encode(node: Any) -> Any:
            if node is HOME:
                return {"place": "home"}
            if isinstance(node, Middle):
                return {"middle": [encode(node.tail), encode(node.head)]}
            if node is None or isinstance(node, str | int | bool | float):
                return node
            if isinstance(node, tuple) and all(map(_carries_itself, node)):
                return list(map(encode, node))
            if node in places:
                return {"place": places[node]}
            raise InvalidProof(f"node {node!r} has no JSON form, so to_json needs the graph")

        return json.dumps(self._document(encode))

    def _document(self, encode: Callable[[Any], Any]) -> dict[str, Any]:
        """Return everything that JSON says; nodes go through ``encode``."""
        return {
            "kind": type(self).__name__,
            "closed": self.closed,
            "start": None if self.start is None else encode(self.start),
            "end": None if self.end is None else encode(self.end),
            **({} if self.ranks is None else {"ranks": self.ranks}),
            **self._payload(encode),
        }

    @staticmethod
    def from_json(text: str, G: nx.Graph[Any] | None = None) -> Proof:
        """Read what :meth:`to_json` wrote.

        Parameters
        ----------
        text : str
            JSON text.
        G : networkx graph, optional
            Needed where it was needed for writing, with its nodes in the same order.

        Returns
        -------
        Proof
            The proof, unchecked.

        Raises
        ------
        InvalidProof
            If the text describes no proof.
        """
        nodes = [] if G is None else list(G)

        def decode(label: Any) -> Any:
            if isinstance(label, dict):
                if "middle" in label:
                    tail, head = map(decode, label["middle"])
                    return Middle(tail, head)
                place = label["place"]
                if place == "home":
                    return HOME
                if isinstance(place, bool) or place not in range(len(nodes)):
                    raise InvalidProof(f"the graph has no node at place {place!r}")
                return nodes[place]
            return tuple(map(decode, label)) if isinstance(label, list) else label

        try:
            return Proof._from_document(parsed_json(text), decode)
        except InvalidProof:
            raise
        except (
            ArithmeticError,
            AttributeError,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
        ) as error:
            raise InvalidProof(f"no description of a proof: {stumble(error)}") from None

    @staticmethod
    def _from_document(payload: dict[str, Any], decode: Callable[[Any], Any]) -> Proof:
        """Build the proof that :meth:`_document` describes."""
        kind = Proof._kinds[payload["kind"]]
        question = {
            "closed": {True: True, False: False}[payload["closed"]],
            "start": decode(payload["start"]),
            "end": decode(payload["end"]),
            "ranks": integer(payload["ranks"]) if "ranks" in payload else None,
        }
        return kind._from_payload(payload, decode, question)  # noqa: SLF001 - our own kinds


def _ranks(G: nx.Graph[Any]) -> int | None:
    """Return the number of rows of the plane board that a graph was made from."""
    try:
        ranks, _ = json.loads(G.graph["board"])["shape"]
    except (LookupError, TypeError, ValueError):
        return None
    return ranks if isinstance(ranks, int) else None


def integer(number: Any) -> int:
    """Return what a proof's text must give as an integer."""
    if type(number) is not int:
        raise InvalidProof(f"expected an integer, got {number!r:.60}")
    return number


def _carries_itself(label: Any) -> bool:
    if isinstance(label, tuple):
        return all(map(_carries_itself, label))
    return label is None or isinstance(label, str | int | bool | float)


def fraction(text: Any) -> Number:
    """Return the exact number that a proof's text means: an integer, or a string such as "1/2"."""
    if isinstance(text, int) and not isinstance(text, bool):
        return text
    if isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,30}(/[0-9]{1,30})?", text, re.ASCII):
        return Fraction(text)
    raise TypeError(f"no exact number: {text!r:.60}")


def number_text(number: Number) -> int | str:
    """Return the text of an exact number."""
    return number if isinstance(number, int) else str(number)
