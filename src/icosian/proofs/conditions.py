"""Conditions on the edges of a tour: another graph in which every tour keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import HOME, Middle, Proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "Conditional",
    "Pairs",
    "conditioned",
    "decoded_pairs",
    "edges_told",
    "encoded_pairs",
]

Pairs = tuple[tuple[Any, Any], ...]
"""Edges, by their ends."""


@dataclass(frozen=True, kw_only=True)
class Conditional(Proof):
    """There is no tour that uses some edges and avoids others.

    Theorem: leave out the edges to avoid, and put a further node, a :class:`Middle`, in the middle
    of each edge to use. The tours of this graph are those of the first that keep the conditions. A
    path with a free end must not end in the middle of an edge, so it becomes a cycle through
    :data:`HOME`, a node joined to all that may be an end.

    Attributes
    ----------
    require, forbid : tuple of (node, node)
        The edges to use, and those to avoid.
    inner : Proof
        Why the graph with these changes has no tour.

    See Also
    --------
    Positioned : Conditions on the order of the nodes.

    Notes
    -----
    The check makes the changed graph itself, in linear time, and checks ``inner`` against it.

    Examples
    --------
    No tour uses three edges at a node:

    >>> import networkx as nx, icosian
    >>> G = nx.complete_graph(4)
    >>> proof = icosian.prove_no_hamiltonian_cycle(G, require=[(0, 1), (0, 2), (0, 3)])
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle that uses 0-1, 0-2, 0-3: with a node in the middle of each edge to
    use, ...
    """

    require: Pairs
    forbid: Pairs
    inner: Proof

    def _check(self, G: nx.Graph[Any]) -> None:
        H, question = conditioned(
            G, self.require, self.forbid, closed=self.closed, start=self.start, end=self.end
        )
        inner = self.inner
        if isinstance(inner, Conditional):
            raise InvalidProof("conditions do not stand within conditions")
        if {name: getattr(inner, name) for name in question} != question:
            raise InvalidProof("the inner proof answers another question")
        inner.check(H)

    @property
    def claim(self) -> str:
        """What is proved, as a sentence without a full stop."""
        return super().claim + edges_told(self, self.require, self.forbid)

    def _reason(self) -> str:
        changes = []
        if self.require:
            changes.append("with a node in the middle of each edge to use")
        if self.closed != self.inner.closed:
            changes.append("with home as a node that makes a cycle of the path")
        if self.forbid:
            changes.append("without the edges to avoid")
        return f"{', '.join(changes)}, {self.inner._reason()}"  # noqa: SLF001 - our own kinds

    def _effort(self) -> int:
        return len(self.require) + len(self.forbid) + self.inner.effort

    def _payload(self, encode: Callable[[Any], Any]) -> dict[str, Any]:
        return {
            "require": encoded_pairs(self.require, encode),
            "forbid": encoded_pairs(self.forbid, encode),
            "inner": self.inner._document(encode),  # noqa: SLF001 - our own kinds
        }

    @classmethod
    def _from_payload(
        cls, payload: dict[str, Any], decode: Callable[[Any], Any], question: dict[str, Any]
    ) -> Self:
        return cls(
            require=decoded_pairs(payload["require"], decode),
            forbid=decoded_pairs(payload["forbid"], decode),
            inner=Proof._from_document(payload["inner"], decode),  # noqa: SLF001 - our own kinds
            **question,
        )


def conditioned(
    G: nx.Graph[Any],
    require: Iterable[Any],
    forbid: Iterable[Any],
    *,
    closed: bool,
    start: Any = None,
    end: Any = None,
) -> tuple[nx.Graph[Any], dict[str, Any]]:
    """Return the graph whose tours are those that keep the conditions, and what to ask of it.

    Parameters
    ----------
    G : networkx graph
        The graph.
    require, forbid : iterable of (node, node)
        The edges to use, and those to avoid.
    closed : bool
        Cycle or path.
    start, end : node, optional
        The ends of the path.

    Returns
    -------
    (networkx graph, dict)
        A new graph, and ``closed``, ``start`` and ``end`` for it.

    Raises
    ------
    InvalidProof
        If a pair is not an edge of the graph, is to be used and avoided, or stands there twice.
    """
    H: nx.Graph[Any] = nx.DiGraph() if G.is_directed() else nx.Graph()
    H.graph.update(G.graph)
    H.add_nodes_from(G)
    H.add_edges_from(G.edges())
    for pair in forbid:
        _take_out(H, pair)
    required = list(require)
    if required and not closed and None in (start, end):
        closed = True
        _check_new(H, HOME)
        ends = [v for v in (start, end) if v is not None]
        if H.is_directed():
            H.add_edges_from([(HOME, v) for v in G if start in (None, v)])
            H.add_edges_from([(v, HOME) for v in G if end in (None, v)])
        else:
            H.add_edges_from([(v, HOME) for v in G])
            required += [(HOME, v) for v in ends]
        start = end = None
    for pair in required:
        _take_out(H, pair)
        middle = Middle(*pair)
        _check_new(H, middle)
        H.add_edges_from([(middle.tail, middle), (middle, middle.head)])
    return H, {"closed": closed, "start": start, "end": end}


def _check_new(H: nx.Graph[Any], node: Any) -> None:
    if node in H:
        raise InvalidProof(f"{node!r} is a node of the graph")


def _take_out(H: nx.Graph[Any], pair: Any) -> None:
    try:
        H.remove_edge(*pair)
    except (nx.NetworkXError, TypeError):
        raise InvalidProof(f"{pair!r} is not an edge, or its conditions clash") from None


def edges_told(proof: Proof, require: Pairs, forbid: Pairs) -> str:
    """Return the conditions on edges as the end of a claim."""
    parts = [
        f"{verb} {', '.join(proof._edge(u, v) for u, v in pairs[:8])}"  # noqa: SLF001 - our own
        + (f" and {len(pairs) - 8} more" if len(pairs) > 8 else "")
        for verb, pairs in (("uses", require), ("avoids", forbid))
        if pairs
    ]
    return f" that {' and '.join(parts)}" if parts else ""


def encoded_pairs(pairs: Pairs, encode: Callable[[Any], Any]) -> list[list[Any]]:
    """Return pairs of nodes for JSON."""
    return [[encode(u), encode(v)] for u, v in pairs]


def decoded_pairs(pairs: Any, decode: Callable[[Any], Any]) -> Pairs:
    """Return the pairs of nodes that JSON means."""
    return tuple((decode(u), decode(v)) for u, v in pairs)
