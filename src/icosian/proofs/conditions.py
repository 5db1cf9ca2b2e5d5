"""Proofs about tours with required and forbidden edges, by a graph whose tours keep them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import Claim, Pairs, Places
from icosian.proofs.shared.evidence import Tick, unlimited, verify
from icosian.proofs.shared.minors import changed_graph, check_inner

FEW = 3
"""Chains of an order that a sentence names."""


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
        Why the graph with these changes has no tour. It has no conditions of its own.

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

    def _check_form(self) -> None:
        if isinstance(self.inner, Conditional):
            raise InvalidProof("conditions do not stand within conditions")
        check_inner(self, self.inner, _inner_claim(self.statement))

    def _within(self) -> tuple[Proof, ...]:
        return (self.inner,)

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        verify(self.inner, conditional_graph(G, self.statement, tick), tick)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        return super().claim + edges_text(self, self.require, self.forbid)

    def _reason(self) -> str:
        changes = []
        if self.require:
            changes.append("with a node in the middle of each edge to use")
        if self.closed != self.inner.closed:
            changes.append("with home as a node that makes a cycle of the path")
        if self.forbid:
            changes.append("without the edges to avoid")
        return ", ".join([*changes, self.inner._reason()])  # noqa: SLF001 - our own kinds

    def _effort(self) -> int:
        return len(self.require) + len(self.forbid) + self.inner.effort


def _inner_claim(claim: Claim) -> Claim:
    """Return the only claim that an inner proof may make."""
    if _needs_home(claim):
        return Claim(closed=True)
    return Claim(closed=claim.closed, start=claim.start, end=claim.end)


def _needs_home(claim: Claim) -> bool:
    """Return True if a path has to become a cycle, so that it does not end in a middle node."""
    return bool(claim.require) and not claim.closed and (claim.start is None or claim.end is None)


def conditional_graph(G: nx.Graph[Any], claim: Claim, tick: Tick = unlimited) -> nx.Graph[Any]:
    """Return the graph whose tours are those of ``G`` that keep the conditions on edges."""
    return changed_graph(G, claim, tick, home=_needs_home(claim))


def edges_text(proof: Proof, require: Pairs, forbid: Pairs) -> str:
    """Return the conditions on edges as the end of a claim."""
    parts = [
        f"{verb} {', '.join(proof._edge(u, v) for u, v in pairs[:8])}"  # noqa: SLF001 - our own
        + (f" and {len(pairs) - 8} more" if len(pairs) > 8 else "")
        for verb, pairs in (("uses", require), ("avoids", forbid))
        if pairs
    ]
    return f" that {' and '.join(parts)}" if parts else ""


def numbers_text(proof: Proof, positions: Places) -> str:
    """Return the numbers of nodes as the end of a claim."""
    given = [f"{proof._name(node)} as number {k}" for node, k in positions]  # noqa: SLF001
    more = f" and {len(given) - 8} more" if len(given) > 8 else ""
    return f" with {', '.join(given[:8])}{more}" if given else ""


def besides_text(known: int) -> str:
    """Return how many tours are known as the end of a claim."""
    if not known:
        return ""
    return " besides the known one" if known == 1 else f" besides the {known} known ones"


def selection_text(proof: Any) -> str:
    """Return which places tours visit that may leave out some, up to their bound in a claim."""
    some = []
    if proof.groups:
        some.append(f"visits one place or more of {each_of(len(proof.groups), 'group')}")
    if proof.leave_out:
        some.append(f"leaves out at most {proof.leave_out} of the other places")
    if proof.prizes:
        some.append(f"may leave out {len(proof.prizes)} places for their prizes")
    cost = "costs less" if proof.prizes else "is shorter"
    return f"that {' and '.join(some)} {cost} than" if some else ""


def order_text(proof: Any) -> str:
    """Return the order that tours keep to as the end of a claim."""
    if not proof.chains:
        return ""
    if len(proof.chains) > FEW:
        return f" that keeps to the order of {len(proof.chains)} chains"
    chains = (" before ".join(map(proof._name, chain)) for chain in proof.chains)  # noqa: SLF001
    return f" that visits {' and '.join(chains)}"


def each_of(count: int, word: str) -> str:
    """Return "a word" or "each of so many words"."""
    return f"each of {count} {word}s" if count > 1 else f"a {word}"
