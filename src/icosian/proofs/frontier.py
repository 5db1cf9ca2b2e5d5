"""Exhaustion along an order: the checker follows every choice of edges itself."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Self

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["FrontierExhausted", "frontier_states"]


@dataclass(frozen=True, kw_only=True)
class FrontierExhausted(Proof):
    """An order of the nodes along which no partial tour survives.

    Theorem: remove the nodes one after the other, choosing for each the two edges of the cycle.
    What matters of the choices so far is only, for every node still to come, whether it has none,
    one or two of its edges, and which ends of paths belong together. If no such state is left,
    there is no cycle. The check is that programme itself, with a plain set of states; its cost is
    the number of states, small where the order keeps few nodes pending.

    Attributes
    ----------
    order : tuple
        All nodes.

    Notes
    -----
    The method is the frontier or plug-in dynamic programme, e.g. Knuth, The Art of Computer
    Programming 4A, 7.1.4, and pre-fascicle 8A. A path becomes a cycle through one further node;
    a digraph is split into an in-node, a middle and an out-node for each node.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = FrontierExhausted(closed=True, order=tuple(range(10)))
    >>> proof.check(nx.petersen_graph())
    """

    order: tuple[Any, ...]

    def _check(self, G: nx.Graph[Any]) -> None:
        for _ in self.states(G):
            pass

    def states(self, G: nx.Graph[Any]) -> Iterator[int]:
        """Run the check in small pieces.

        Parameters
        ----------
        G : networkx graph
            The graph.

        Yields
        ------
        int
            The number of states made so far.

        Raises
        ------
        InvalidProof
            As soon as a tour is met, or at once if the order is not one of the graph.
        """
        if len(self.order) != len(G) or set(self.order) != set(G):
            raise InvalidProof("the order does not hold every node of the graph once")
        yield from frontier_states(*self._as_cycle_question(G))

    def _as_cycle_question(self, G: nx.Graph[Any]) -> tuple[nx.Graph[Any], list[Any]]:
        """Return an undirected graph with a Hamiltonian cycle exactly if the tour exists."""
        H: nx.Graph[Any] = nx.Graph()
        order: list[Any] = []
        if G.is_directed():
            for v in self.order:
                nx.add_path(H, [("in", v), ("middle", v), ("out", v)])
                order += [("in", v), ("middle", v), ("out", v)]
            H.add_edges_from((("out", u), ("in", v)) for u, v in G.edges() if u != v)
        else:
            H.add_nodes_from(("in", v) for v in self.order)
            order += [("in", v) for v in self.order]
            H.add_edges_from((("in", u), ("in", v)) for u, v in G.edges() if u != v)
        if not self.closed:  # a path from start to end goes home through the link
            out = "out" if G.is_directed() else "in"
            link = [("link", side) for side in ("end", "middle", "start")]
            nx.add_path(H, link)
            H.add_edges_from(
                (link[0], (out, v)) for v in self.order if self.end is None or v == self.end
            )
            H.add_edges_from(
                (link[2], ("in", v)) for v in self.order if self.start is None or v == self.start
            )
            order = link + order
        return H, order

    def _reason(self) -> str:
        return (
            f"every choice of edges was followed along an order of all {len(self.order)} nodes,"
            " and none can be completed"
        )

    def _effort(self) -> int:
        return 1000 * len(self.order)  # no reader follows it

    def _payload(self, encode: Callable[[Any], Any]) -> dict[str, Any]:
        return {"order": list(map(encode, self.order))}

    @classmethod
    def _from_payload(
        cls, payload: dict[str, Any], decode: Callable[[Any], Any], question: dict[str, Any]
    ) -> Self:
        return cls(order=tuple(map(decode, payload["order"])), **question)


def frontier_states(H: nx.Graph[Any], order: list[Any]) -> Iterator[int]:
    """Remove the nodes of a graph in an order, following all states of partial cycles.

    Parameters
    ----------
    H : networkx graph
        Undirected, without loops.
    order : list
        Its nodes.

    Yields
    ------
    int
        The number of states made so far, after each removal and every thousand states; it ends
        when no state is left.

    Raises
    ------
    InvalidProof
        If a Hamiltonian cycle is met.
    """
    place = {v: k for k, v in enumerate(order)}
    frontier: list[Any] = []
    # A state gives each node of the frontier its mate: itself while untouched, the other end of
    # its path while it is an end, None once it has both its edges.
    states: set[tuple[Any, ...]] = {()}
    seen = made = 0
    for k, v in enumerate(order):
        ahead = [w for w in H[v] if place[w] > k]
        fresh = [w for w in (v, *ahead) if w not in frontier]
        frontier += fresh
        seen += len(fresh)
        survivors: set[tuple[Any, ...]] = set()
        for number, state in enumerate(states, start=1):
            if number % 1000 == 0:
                yield made + len(survivors)
            mates = dict(zip(frontier, (*state, *fresh), strict=True))
            need = 0 if mates[v] is None else 2 if mates[v] == v else 1
            open_ = [w for w in ahead if mates[w] is not None]
            for chosen in combinations(open_, need):
                after = dict(mates)
                for w in chosen:
                    a, b = after[v], after[w]
                    if a == w:  # v and w are the ends of one path: this edge closes it
                        rest = (mate for u, mate in after.items() if u not in (v, w))
                        if seen == len(order) and not any(mate is not None for mate in rest):
                            raise InvalidProof("a tour was met along the order")
                        break
                    if a != v:
                        after[v] = None
                    if b != w:
                        after[w] = None
                    after[a], after[b] = b, a
                else:
                    del after[v]
                    survivors.add(tuple(after.values()))
        frontier.remove(v)
        states = survivors
        made += len(states)
        yield made
        if not states:
            return
