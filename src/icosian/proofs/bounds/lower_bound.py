"""Lower bounds of tours: dual solutions of the subtour and comb inequalities, and a tree."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar

import networkx as nx

from icosian._io.text import decimal_text, plural
from icosian.exceptions import InvalidProof, NoPseudoBooleanForm
from icosian.proofs.base import exported
from icosian.proofs.bounds.dual_bound import DualBound
from icosian.proofs.conditions import each_of, edges_text, order_text, selection_text
from icosian.proofs.shared.claim import (
    Groups,
    Named,
    Pairs,
    Prizes,
)
from icosian.proofs.shared.codec import LEFT_OUT, Number
from icosian.proofs.shared.evidence import Tick, unlimited, verify
from icosian.proofs.shared.lengths import CycleProblem, Edge, Weight, cycle_problem, is_directed
from icosian.proofs.shared.meaning import USUAL, check_subject, lengths_meant, lengths_text
from icosian.proofs.shared.ordered_tours import OrderedTours, pairs_of
from icosian.proofs.shared.partial_tours import PartialTours, given_places
from icosian.proofs.shared.shorter_tours import ShorterTours

if TYPE_CHECKING:
    from icosian.proofs.pseudo_boolean import PseudoBoolean


@dataclass(frozen=True, kw_only=True)
class LowerBound(DualBound):
    """No tour is shorter than a bound, by dual weights and a tree of cases.

    Theorem: take from the length of every edge the potentials of its two nodes and, for each
    border that it crosses, the multiplier of the border's family; this is its reduced length. A
    cycle has two edges at every node, crosses the border of every set at least twice, and the
    borders of a comb with k teeth at least 3 k + 1 times. So it is at least as long as twice all
    potentials, each multiplier as often as its family is crossed at least, and the reduced lengths
    of the edges that it has to use; less than that only by other edges of negative reduced length,
    and at most by all of them. Without families the reduced lengths of a cycle are at least those
    of a minimum 1-tree, which is a spanning tree of all nodes but the first, and two edges there.

    Weights at the root may show that some edges are too long for a shorter tour, and that every
    shorter tour uses some others. The tree then splits what is left: a tour uses an edge or does
    not; or it crosses the border of a set twice, or at least four times, because it does so an even
    number of times. In each case other weights show that no tour is shorter, or the edges of the
    case contradict each other. Where a border is crossed exactly twice, its multiplier may be
    negative. Where nodes are visited in an order, a border may have to be crossed more often. A
    case is also closed if its edges leave no tour but a known one: none but its edges have two ends
    at which fewer than two edges have to be used.

    Where places may be left out, each such place has a loop as in :class:`LongestBound`, with its
    prize as length. Of a group all but one may be left out. So a set that holds a group has a
    visited place, and needs none that stands for it. A family of more than one set lists the nodes
    of single places: their borders are crossed twice for each that has to be visited.

    Attributes
    ----------
    bound : int or Fraction
        No tour is shorter.
    nodes : tuple
        The nodes in the order of their numbers, from 0. With n nodes, home has number n if the
        claim is about a path. In a digraph these are the numbers for leaving; for entering they
        follow in the same order.
    scale : int
        What one unit of length counts for in the weights.
    families : tuple
        Sets of nodes by number: one set, or the handle and the teeth of a comb.
    root : DualWeights or None
        The weights that exclude edges and require others.
    weights : tuple of DualWeights
        The weights that close cases.
    tree : tuple
        The tree from the root down: a pair of nodes by number splits on that edge, the case of a
        used edge before that of an unused one; a tuple of one number splits on the set that is the
        family of that number, the case of a border that is crossed twice before that of one that is
        crossed at least four times; a number closes a case by the weights of that number, or by a
        contradiction.
    require, forbid : tuple of (node, node)
        The edges that tours use, and those that they avoid.
    weight : str, Computed or None
        The edge attribute with the lengths; an edge without it has length 1, one with None is left
        out. :class:`Computed` lengths come from a function; None means that each edge has length 1.
    hidden : int
        How many edges are left out because they have no length.
    besides : tuple of tuples of nodes
        Known tours that may be shorter.
    unit : int or Fraction or None
        Lengths are rounded down to multiples of the unit, so that no tour gets longer; None means
        that they are exact.
    groups : tuple of tuples of nodes
        Sets of nodes of which a tour visits at least one each; the others may be left out.
    prizes : tuple of (node, int or Fraction)
        Nodes that may be left out, and what that costs besides the length.
    leave_out : int
        How many of the other nodes may be left out.
    chains : tuple of tuples of nodes
        A tour visits the nodes of each in its order. Those of a cycle begin with the same
        node, from which it is read. Edges are arcs then, as in a digraph.

    See Also
    --------
    Weighing : Weights that no tour can reach, whatever its length.

    Notes
    -----
    A path is a cycle through one further node, home, joined with length 0 to the nodes that may be
    an end. A digraph has two nodes a place, for leaving and for entering, and every cycle uses the
    edge of length 0 between them. Of parallel edges only the lightest counts.

    The check uses integers only. It takes time in proportion to the number of edges and, for each
    case, to the number of those that the root does not exclude. For a single 1-tree of places
    that have a method ``near(i, most)``, as :class:`~icosian.Places` do, only the lengths of near
    places are read.

    References
    ----------
    .. [1] G. B. Dantzig, D. R. Fulkerson, S. M. Johnson, Solution of a large-scale
       traveling-salesman problem, Operations Research 2 (1954), 393-410.
    .. [2] M. Held, R. M. Karp, The traveling-salesman problem and minimum spanning trees,
       Operations Research 18 (1970), 1138-1162.
    .. [3] V. Chvatal, Edmonds polytopes and weakly hamiltonian graphs, Mathematical Programming 5
       (1973), 29-40.
    .. [4] M. Groetschel, M. W. Padberg, On the symmetric travelling salesman problem,
       Mathematical Programming 16 (1979), 265-302.
    .. [5] M. Juenger, W. R. Pulleyblank, Geometric duality and combinatorial optimization,
       Jahrbuch Ueberblicke Mathematik (1993), 1-24.
    .. [6] D. L. Applegate et al., Certification of an optimal TSP tour through 85,900 cities,
       Operations Research Letters 37 (2009), 11-15.

    Examples
    --------
    Two triangles far from each other; a cycle crosses the gap twice:

    >>> import networkx as nx
    >>> from icosian.proofs import DualWeights
    >>> G = nx.complete_graph(6)
    >>> for u, v in G.edges:
    ...     G[u][v]["weight"] = 2 if u // 3 == v // 3 else 10
    >>> proof = LowerBound(
    ...     closed=True,
    ...     bound=28,
    ...     nodes=(0, 1, 2, 3, 4, 5),
    ...     scale=1,
    ...     families=(((0, 1, 2),),),
    ...     weights=(DualWeights(potentials=(1, 1, 1, 1, 1, 1), families=((0, 8),)),),
    ...     tree=(0,),
    ... )
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle shorter than 28: ...
    """

    require: Pairs = field(default=(), metadata=LEFT_OUT)
    forbid: Pairs = field(default=(), metadata=LEFT_OUT)
    weight: Named = field(default=USUAL, metadata=LEFT_OUT)
    better: ClassVar[str] = "shorter"
    besides: Groups = field(default=(), metadata=LEFT_OUT)
    unit: Number | None = field(default=None, metadata=LEFT_OUT)
    groups: Groups = field(default=(), metadata=LEFT_OUT)
    prizes: Prizes = field(default=(), metadata=LEFT_OUT)
    leave_out: int = field(default=0, metadata=LEFT_OUT)
    chains: Groups = field(default=(), metadata=LEFT_OUT)

    @property
    def shorter_than(self) -> Number:
        """The bound, as the claim has it."""
        return self.bound

    @property
    def _exact(self) -> list[Number]:
        unit = [] if self.unit is None else [self.unit]
        return [self.bound, *unit, *(prize for _, prize in self.prizes)]

    def check(self, G: Any, *, weight: Weight = USUAL) -> None:
        """Check the bound against a graph or places, by exact code independent of the search.

        Parameters
        ----------
        G : networkx graph or places
            The graph, or places with their lengths.
        weight : str, callable or None
            The lengths that are meant: an edge attribute, a function of the two nodes and the data
            of an edge, or None for 1 on every edge. A proof about others is refused. Places have
            lengths of their own.

        Raises
        ------
        InvalidArgument
            If it is neither, or a length is not a finite number.
        InvalidProof
            If the bound is about other lengths, or is not proved; the message says why.
        """
        verify(self, G, unlimited, weight=weight)

    def _verify(self, G: Any, tick: Tick, weight: Weight = USUAL) -> None:
        check_subject(G)
        self._check_question(G)
        self._check_form()
        self._check(G, tick, lengths_meant(self.statement, G, weight, tick))

    def _check_form(self) -> None:
        super()._check_form()
        if self.unit is not None and self.unit <= 0:
            raise InvalidProof("the unit must be positive")
        if self.chains and (self._may_leave_out or self.require):
            raise InvalidProof("an order is for tours of all nodes, without edges to use")
        if type(self.leave_out) is not int or self.leave_out < 0:
            raise InvalidProof("so many places as may be left out are a number of at least 0")

    def _check(self, G: Any, tick: Tick, weight: Weight = USUAL) -> None:
        problem, most = self._problem(G, tick, weight)
        if self.closed and len(self.nodes) == 1 and not isinstance(G, nx.Graph) and most >= 0:
            raise InvalidProof("a closed tour of one place has length 0")
        if self._may_leave_out:
            tours = self._partial_tours(problem, tick, directed=is_directed(G, closed=self.closed))
        elif self.chains:
            tours = self._ordered_tours(problem, most, tick)
        else:
            tours = ShorterTours(problem, self.families, self.scale, self.scale * most, tick)
        directed = bool(self.chains) or is_directed(G, closed=self.closed)
        tours.known = self._known(directed=directed)
        if self.root is not None:
            tours.exclude(self.root)
        self._check_cases(tours)

    def _problem(self, G: Any, tick: Tick, weight: Weight) -> tuple[CycleProblem, int]:
        """Return the cycles that the claim is about, and how many units one below the bound has."""
        problem = cycle_problem(G, self.statement, self.nodes, self.unit, weight, tick)
        # Lengths are multiples of the unit: the longest below the bound is one unit less.
        return problem, -(-self.bound // problem.unit) - 1

    def _known(self, *, directed: bool) -> list[frozenset[Edge]]:
        """Return the edges of the known tours, and the loops of what they leave out."""
        number, found = {v: i for i, v in enumerate(self.nodes)}, []
        stops = len(number) + (not self.closed)
        for tour in self.besides:
            order = [number.get(v, -1) for v in tour]
            out = set(number.values()).difference(order)
            if sorted({*order, *(out if self._may_leave_out else ())}) != list(range(len(number))):
                raise InvalidProof("a known tour does not visit every node once")
            if len({*order}) < len(order) or not order:
                raise InvalidProof("a known tour visits a node twice, or none")
            if not self.closed:
                order.append(len(number))
            steps = zip(order, [*order[1:], *order[:1]], strict=True)
            if directed:
                edges = {(u, stops + v) for u, v in (*steps, *((v, v) for v in range(stops)))}
                edges |= {(stops + v, v) for v in out}
            else:
                edges = {(min(step), max(step)) for step in steps if len({*step}) > 1}
                edges |= {(v, v) for v in out}
            found.append(frozenset(edges))
        return found

    @property
    def _may_leave_out(self) -> bool:
        return bool(self.groups or self.prizes or self.leave_out)

    def _partial_tours(self, problem: CycleProblem, tick: Tick, *, directed: bool) -> ShorterTours:
        """Return the tours below the bound where places may be left out."""
        number = {v: i for i, v in enumerate(self.nodes)}
        size = len(number) + (not self.closed)
        try:
            groups = [frozenset(number[v] for v in group) for group in self.groups]
            lost = {number[v]: Fraction(prize) / problem.unit for v, prize in self.prizes}
        except (KeyError, TypeError):
            raise InvalidProof("what may be left out is not a node") from None
        if not all(groups) or sum(map(len, self.groups)) > sum(map(len, groups)):
            raise InvalidProof("a group is empty, or names a node twice")
        if len(lost) < len(self.prizes) or any(prize < 0 for prize in lost.values()):
            raise InvalidProof("a node has two prizes, or one below 0")
        # 1. Prizes as integers, in a part of the unit.
        parts = lcm(*(prize.denominator for prize in lost.values()))
        prices = dict.fromkeys(chain(*groups), 0)
        prices |= {v: int(prize * parts) for v, prize in lost.items()}
        # 2. The other places, of which so many may be left out.
        others = frozenset(range(len(number))) - prices.keys()
        allowances = [(group, len(group) - 1) for group in groups]
        if self.leave_out:
            allowances.append((others, self.leave_out))
            prices |= dict.fromkeys(others, 0)
        given = given_places(problem, size).union(*(group for group in groups if len(group) == 1))
        lengths = [{v: parts * c for v, c in row.items()} for row in problem.lengths]
        most = -(-self.bound * parts // problem.unit) - 1
        tours = PartialTours(
            replace(problem, lengths=lengths),
            {v: price for v, price in prices.items() if v not in given},
            self.families,
            self.scale,
            self.scale * most,
            2 if directed else 3,
            tick,
            directed=directed,
            allowances=allowances,
            home=None if self.closed else len(number),
        )
        few = tours.few({frozenset(number.get(v, -1) for v in tour) for tour in self.besides})
        if few is not None and few <= most:
            raise InvalidProof("one place alone, or two there and back, cost less than the bound")
        return tours

    def _ordered_tours(self, problem: CycleProblem, most: int, tick: Tick) -> ShorterTours:
        """Return the tours below the bound that keep to an order."""
        number = {v: i for i, v in enumerate(self.nodes)}
        try:
            chains = [[number[v] for v in chain] for chain in self.chains]
        except (KeyError, TypeError):
            raise InvalidProof("what an order names is not a node") from None
        if not all(chains):
            raise InvalidProof("a chain of an order is empty")
        home, known = len(number), pairs_of(chains)
        if self.closed:
            home = chains[0][0]
            if any(v != home for v, *_ in chains):
                raise InvalidProof("the chains of an order do not begin where a cycle begins")
            known = [pair for pair in known if pair[0] != home]
            if any(home == v for _, v in known):
                raise InvalidProof("the order contradicts itself")
        # Ends that are given come before and after all others.
        first, last = (None if v is None else number[v] for v in (self.start, self.end))
        if first is not None:
            known += [(first, v) for v in number.values() if v != first]
        if last is not None:
            known += [(v, last) for v in number.values() if v != last]
        families, scale = self.families, self.scale
        return OrderedTours(problem, known, home, families, scale, scale * most, tick)

    def to_pseudo_boolean(self, G: Any, *, weight: Weight = USUAL) -> PseudoBoolean:
        """Return the proof for checkers that others wrote, such as VeriPB.

        Parameters
        ----------
        G : networkx graph or places
            The graph that the proof is about, or places with their lengths.
        weight : str, callable or None
            The lengths that are meant, as for :meth:`check`.

        Returns
        -------
        PseudoBoolean
            The claim as a formula, with one constraint on the length of the tour, and a refutation.

        Raises
        ------
        InvalidArgument
            If it is neither, or a length is not a finite number.
        InvalidProof
            If the bound is not proved for these lengths.
        NoPseudoBooleanForm
            If places may be left out, or come in an order, or tours are known.
        """
        if self.chains:
            raise NoPseudoBooleanForm("a proof about tours in an order has no such form")
        if self._may_leave_out:
            raise NoPseudoBooleanForm("a proof about tours that leave out places has no such form")
        if self.besides:
            raise NoPseudoBooleanForm("a proof about all tours but known ones has no such form")
        return exported(self, G, weight=weight)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        bound = f"{decimal_text(self.bound)}{lengths_text(self.weight, self.hidden)}"
        edges, known = edges_text(self, self.require, self.forbid), len(self.besides)
        but = f", but for {plural(known, 'known tour')}" if known else ""
        if not self._may_leave_out:
            return f"{super().claim} shorter than {bound}{edges}{order_text(self)}{but}"
        what = super().claim.removeprefix("There is no Hamiltonian ")
        return f"No {what} {selection_text(self)} {bound}{edges}{but}"

    def _reason(self) -> str:
        cases = [self.weights[entry] for entry in self.tree if isinstance(entry, int)]
        used = {f for weights in (*cases, self.root) if weights for f, _ in weights.families}
        borders = sum(len(self.families[f]) == 1 for f in used)
        is_directed = any(len(weights.potentials) > len(self.nodes) + 1 for weights in cases)
        tour = "A cycle" if self.closed else "A path, closed by going home from its ends,"
        each = "one edge out of and one into" if is_directed else "two edges at"
        where = f"each of the {len(self.nodes)} nodes"
        if self._may_leave_out:
            where = "each place that it visits (none at the others)"
        facts = [f"has {each} {where}"]
        if borders:
            inside = " around places that it visits" * self._may_leave_out
            often = "as often as the order demands" if self.chains else "at least twice"
            facts.append(f"crosses {each_of(borders, 'border')}{inside} {often}")
        if others := len(used) - borders:
            if self._may_leave_out:
                facts.append(f"visits enough of {each_of(others, 'list')} of places")
            else:
                some = each_of(others, "comb")
                facts.append(f"crosses the borders of {some} with k teeth at least 3 k + 1 times")
        toll = " and a toll at each border that it crosses" if used else ""
        if self._may_leave_out:
            toll += "; a place that is left out pays instead of its edges"
        rests = set()
        for weights in cases:
            if weights.families or self._may_leave_out:
                rests.add("less all that edges pay beyond their lengths")
            else:
                rests.add(
                    "with what is left of the lengths in a minimum 1-tree (a spanning tree of all"
                    " nodes but one, and two edges at that one)"
                )
        sentences = [
            f"every edge pays the potentials of its two nodes{toll}",
            f"{tour} {', '.join([*facts[:-2], ' and '.join(facts[-2:])])}",
            f"What it pays, {' or '.join(sorted(rests))}, is more than any length below the bound",
        ]
        if self.root is not None:
            sentences.append("Edges that are too long for anything shorter were left out before")
        if splits := [entry for entry in self.tree if isinstance(entry, tuple)]:
            first = f"first whether {self._split(splits[0])}"
            sentences.append(f"This is shown in each of {len(cases)} cases, {first}")
        if self.unit is not None:
            unit = decimal_text(self.unit)
            exact = unit if Fraction(unit) == self.unit else self.unit
            sentences.append(f"Lengths were rounded down to multiples of {exact}")
        return ". ".join(sentences)

    def _split(self, entry: tuple[int, ...]) -> str:
        """Return what an entry of the tree splits on, in words."""
        if len(entry) == 2 and self._may_leave_out and entry[0] >= entry[1]:
            return f"{self._name(self._numbered(entry[1]))} is left out"
        if len(entry) == 2:
            return f"{self._edge(*map(self._numbered, entry))} is used"
        inside = len(self.families[entry[0]][0]) if 0 <= entry[0] < len(self.families) else "no"
        often = "no more often than the order demands" if self.chains else "only twice"
        return f"the border of a set of {inside} nodes is crossed {often}"
