"""Proofs by cases: a binary tree of edges that are used or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.evidence import Tick
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import UNUSED, USED, Contradiction, Marks
from icosian.proofs.weighing import Weights

Entry = tuple[Any, Any] | Weights | None
_Case = tuple[int, Callable[[int], None] | None, int]


@dataclass(frozen=True, kw_only=True)
class Cases(Proof):
    """A tree of cases, each of which ends in a contradiction.

    Theorem: a tour uses an edge or does not. In each case the checker follows the rules of
    :class:`ForcedEdges` as far as they lead; a case is closed if they end in a contradiction, or
    by weights that no tour can reach if the edges of the case are used and not used. Otherwise it
    is split on another edge.

    Attributes
    ----------
    tree : tuple
        The tree from the root down, the case of a used edge before that of an unused one: a pair
        of nodes splits on that edge, :class:`Weights` close a case, None says that the rules do.
    sets : tuple of frozenset
        Sets whose borders the rules watch in all cases.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.petersen_graph()
    >>> import icosian
    >>> proof = icosian.prove_no_hamiltonian_cycle(G)
    >>> proof.check(G)
    """

    tree: tuple[Entry, ...]
    sets: tuple[frozenset[Any], ...] = ()

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        net = Network(G, self.statement, tick)
        marks = Marks(net, map(net.inside, self.sets), tick=tick)
        entries = iter(self.tree)
        ahead: list[_Case] = [(marks.size, None, 0)]
        while ahead:
            tick()
            try:
                entry = next(entries)
            except StopIteration:
                raise InvalidProof("a case is left out") from None
            is_closed = closed(marks, *ahead.pop())
            if isinstance(entry, tuple):
                if is_closed:
                    raise InvalidProof("a case is split that the rules close")
                e = net.edge(entry)
                ahead += [(marks.size, marks.drop, e), (marks.size, marks.use, e)]
            elif not is_closed and (entry is None or not _outweighed(entry, net, marks, tick)):
                raise InvalidProof("a case is left open")
        if list(entries):
            raise InvalidProof("there are more cases than the splits make")

    def _reason(self) -> str:
        splits = sum(isinstance(entry, tuple) for entry in self.tree)
        leaves = len(self.tree) - splits
        weighed = sum(isinstance(entry, Weights) for entry in self.tree)
        how = "in each the edges that are then forced contradict each other"
        if weighed:
            how = (
                f"in {leaves - weighed} of them the edges that are then forced contradict each"
                f" other, in {weighed} a tour would weigh more than there is"
            )
        first = "".join(
            f", first whether {self._edge(*entry)} is used"
            for entry in self.tree[:1]
            if isinstance(entry, tuple)
        )
        return f"there are {leaves} cases, by edges that are used or not{first}, and {how}"

    def _effort(self) -> int:
        weights = sum(entry.size for entry in self.tree if isinstance(entry, Weights))
        return 20 * len(self.tree) + weights + sum(map(len, self.sets))


def closed(marks: Marks, size: int, assume: Callable[[int], None] | None, e: int) -> bool:
    """Return True if the rules refute an assumption made after the first ``size`` marks."""
    marks.undo(size)
    try:
        if assume is not None:
            assume(e)
        marks.settle()
    except Contradiction:
        marks.forget()
        return True
    return False


def _outweighed(weights: Weights, net: Network, marks: Marks, tick: Tick) -> bool:
    """Return True if a tour would weigh too much in the case that is marked."""
    used = [e for e, mark in enumerate(marks.mark) if mark == USED]
    unused = [e for e, mark in enumerate(marks.mark) if mark == UNUSED]
    demand, supply = weights.balance(net, used, unused, tick)
    return demand > supply
