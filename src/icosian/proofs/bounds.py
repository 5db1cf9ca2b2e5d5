"""Bounds on lengths of tours and numbers of paths, by dual weights and a tree of cases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise
from math import gcd, lcm
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import networkx as nx

from icosian._io.text import decimal_text
from icosian.exceptions import InvalidProof, NoPseudoBooleanForm
from icosian.proofs.certificate import Tick, check_graph, export_opb, is_directed, no_limit, verify
from icosian.proofs.claim import (
    HOME,
    LEFT_OUT,
    LONGEST,
    USUAL,
    Groups,
    Named,
    Number,
    Pairs,
    Places,
    Prizes,
    each_of,
)
from icosian.proofs.lengths import (
    Edge,
    LengthProof,
    Omissions,
    SymmetricInstance,
    Weight,
    cycle_problem,
)
from icosian.proofs.relaxations import (
    Family,
    PartialTours,
    PlaceOrder,
    ShorterTours,
    borders,
    is_apart,
)

if TYPE_CHECKING:
    from icosian.proofs.formulas.opb import PseudoBoolean


@dataclass(frozen=True, kw_only=True)
class DualWeights:
    """Potentials of nodes and multipliers of families of sets, in integers.

    Attributes
    ----------
    potentials : tuple of int
        The potential of each node, by its number; none if all are 0.
    families : tuple of (int, int)
        Families, by their places in the list of the proof, and their multipliers: positive, or
        negative in a case in which a border is crossed exactly twice.
    """

    potentials: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)
    families: tuple[tuple[int, int], ...] = field(default=(), metadata=LEFT_OUT)

    def at(self, size: int) -> tuple[int, ...]:
        """Return the potentials of so many nodes, also if all are 0."""
        return self.potentials or (0,) * size


@dataclass(frozen=True, kw_only=True)
class DualBound(LengthProof):
    """A bound of the lengths of tours, by dual weights and a tree of cases."""

    bound: Number
    nodes: tuple[Any, ...]
    scale: int
    families: tuple[Family, ...] = field(default=(), metadata=LEFT_OUT)
    root: DualWeights | None = field(default=None, metadata=LEFT_OUT)
    weights: tuple[DualWeights, ...]
    tree: tuple[tuple[int, ...] | int, ...]
    better: ClassVar[str]
    """What a tour would be that the bound denies."""

    @property
    def _exact(self) -> list[Number]:
        return [self.bound]

    def _check_form(self) -> None:
        numbers = self._exact
        if not all(type(number) is int or isinstance(number, Fraction) for number in numbers):
            raise InvalidProof(f"a bound and its unit are exact, {numbers!r} are not")
        _check_integers([self.scale, *chain.from_iterable(n.as_integer_ratio() for n in numbers)])
        if self.scale < 1:
            raise InvalidProof("the scale must be positive")
        if not all(self.families):
            raise InvalidProof("a comb has a handle, and each family has a set")
        splits = {entry[0] for entry in self.tree if isinstance(entry, tuple) and len(entry) == 1}
        for weights in (*self.weights, *(() if self.root is None else (self.root,))):
            _check_integers(chain(weights.potentials, *weights.families))
            multipliers = dict(weights.families)
            if len(multipliers) < len(weights.families):
                raise InvalidProof("a family is weighed twice")
            if not all(0 <= f < len(self.families) for f in multipliers):
                raise InvalidProof("a multiplier belongs to no family")
            signed = set() if weights is self.root else splits
            if not all(z > 0 or (z < 0 and f in signed) for f, z in multipliers.items()):
                raise InvalidProof("the multiplier of a family must be positive")
        for entry in self.tree:
            if isinstance(entry, tuple):
                _check_integers(entry)
                if len(entry) not in (1, 2):
                    raise InvalidProof("a case is split on an edge or on a set")
            elif type(entry) is not int or not 0 <= entry < len(self.weights):
                raise InvalidProof("a case names no weights")

    def _check_cases(self, tours: ShorterTours) -> None:
        """Raise :exc:`InvalidProof` unless the tree has all cases, and each is closed."""
        used: set[Edge] = set()
        unused: set[Edge] = set()
        twice: set[int] = set()
        often: set[int] = set()

        def split_of(entry: tuple[int, ...]) -> Split:
            if len(entry) == 1:
                return tours.border(*entry), twice, often
            return tours.edge(entry), used, unused

        for leaf in leaves(self.tree, split_of):
            if not tours.are_none(self.weights[leaf], used, unused, twice, often):
                raise InvalidProof(f"the weights of a case leave room for a {self.better} tour")

    def _numbered(self, number: int) -> Any:
        """Return the node with a number, the number itself if there is none."""
        nodes = [*self.nodes] if self.closed else [*self.nodes, HOME]
        return (2 * nodes)[number] if 0 <= number < 2 * len(nodes) else number

    def _effort(self) -> int:
        sets = sum(len(part) for family in self.families for part in family)
        return 10 + len(self.nodes) + sets + 20 * len(self.tree)


def _check_integers(numbers: Any) -> None:
    if not all(type(number) is int and abs(number) < LONGEST for number in numbers):
        raise InvalidProof("weights are integers of less than 1,000 digits")


# -- Binary trees of cases: every leaf with all that its case assumes, in linear time

Split = tuple[Any, set[Any], set[Any]]
"""What a case is split on, and the sets that hold it while it is assumed and while it is denied."""


def leaves(
    tree: Iterable[tuple[int, ...] | int], split_of: Callable[[tuple[int, ...]], Split]
) -> Iterator[int]:
    """Yield the leaves of a tree, listed from the root down; refuse one that lacks a case.

    Tuples are splits, the case that assumes what they name before the one that denies it. At a leaf
    the sets of the splits hold what its case assumes and denies.
    """
    path: list[tuple[Any, set[Any]]] = []
    ahead: list[tuple[int, list[tuple[Any, set[Any]]]]] = [(0, [])]
    for entry in tree:
        if not ahead:
            raise InvalidProof("there are more cases than the splits make")
        depth, step = ahead.pop()
        while len(path) > depth:
            what, side = path.pop()
            side.remove(what)
        for what, side in step:
            side.add(what)
        path += step
        if isinstance(entry, tuple):
            what, assumed, denied = split_of(entry)
            if what in assumed or what in denied:
                raise InvalidProof("a case is split twice on the same")
            ahead += [(len(path), [(what, side)]) for side in (denied, assumed)]
        else:
            yield entry
    if ahead:
        raise InvalidProof("a case is left out")


# -- Lower bounds of tours: dual solutions of the subtour and comb inequalities, and a tree


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
    negative. A case is also closed if its edges leave no tour but a known one: none but its edges
    have two ends at which fewer than two edges have to be used.

    Where places may be left out, each such place has a loop as in :class:`LongestBound`, with its
    prize as length, 1-trees say nothing, and cases are narrowed as there. Of a group all but one
    may be left out. Where directions do not count and no tour is known, edges of a cycle whose one
    end can be left out at no loss, for each place next to it and with the other end in its groups,
    are left out. A set that holds a group has a visited place, and needs none that stands for it;
    if the rest holds one as well, its border is crossed twice or at least four times, and the
    tree may split on that. A larger set followed by a single node outside of it is crossed twice,
    or the loop of its first node or of that one pays for it: where no place is surely visited, one
    stands for each side. Any other family of more than one set lists the nodes of single places:
    their borders are crossed twice for each that has to be visited.

    In an order, of two places of a chain that are both visited the first comes first, and what is
    before a place that is left out is before what follows it. A cycle leaves a set once more for
    each pair of visited nodes, one in it before one outside, if each pair is before the next. Edges
    are arcs then; an edge to use of a graph without directions is one of two arcs, and a toll at
    one of its nodes is paid unless it is used. A case is also closed if arcs that follow each other
    break the order. Where nodes have numbers, it is closed if no tour is short enough, by all
    states that may be passed: a node, and which ones were visited before; those from which the
    least way home is too long are not followed.

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
        Sets of nodes by number: one set, or the handle and the teeth of a comb, which rests of its
        parts follow where places may be left out.
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
        A tour visits the nodes of each in its order, but for those that it leaves out; the order of
        all chains together is transitive, through these too. Those of a cycle begin with the same
        node, from which it is read. Edges are arcs then, as in a digraph.
    positions : tuple of (node, int)
        The numbers of some nodes on the tour, from 1, among those that it visits. A cycle is
        counted from the node with the number 1, where chains begin.

    See Also
    --------
    Weighing : Weights that no tour can reach, whatever its length.

    Notes
    -----
    A path is a cycle through one further node, home, joined with length 0 to the nodes that may be
    an end. A digraph has two nodes a place, for leaving and for entering, and every cycle uses the
    edge of length 0 between them. Of parallel edges only the lightest counts.

    The check uses integers only. It takes time in proportion to the number of edges and, for each
    case, to the number of those that the root does not exclude. For one case with weights of many
    places that have a method ``between(i, j)``, as :class:`~icosian.Places` do, only the lengths of
    near places are read if potentials are all, and in general only those of negative reduced length
    where these are enough for the bound; where the way back has another length, all of them in
    arrays.

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
    better: ClassVar[str] = "shorter"
    besides: Groups = field(default=(), metadata=LEFT_OUT)
    unit: Number | None = field(default=None, metadata=LEFT_OUT)
    groups: Groups = field(default=(), metadata=LEFT_OUT)
    prizes: Prizes = field(default=(), metadata=LEFT_OUT)
    leave_out: int = field(default=0, metadata=LEFT_OUT)
    chains: Groups = field(default=(), metadata=LEFT_OUT)
    positions: Places = field(default=(), metadata=LEFT_OUT)
    shorter_than = property(attrgetter("bound"))

    @property
    def _exact(self) -> list[Number]:
        unit = [] if self.unit is None else [self.unit]
        return [self.bound, *unit, *(prize for _, prize in self.prizes)]

    def _check_form(self) -> None:
        super()._check_form()
        if self.unit is not None and self.unit <= 0:
            raise InvalidProof("the unit must be positive")
        if self.leave_out < 0:
            raise InvalidProof("so many places as may be left out are a number of at least 0")
        if not all(self.chains):
            raise InvalidProof("a chain of an order is empty")

    def _check(self, G: Any, tick: Tick, weight: Weight = USUAL) -> None:
        directed = is_directed(G, closed=self.closed)
        problem = cycle_problem(G, self.statement, self.nodes, self.unit, weight, tick)
        # 1. Lengths and prizes in a part of the unit. The longest below the bound is one part less.
        prizes = {self._number(v): Fraction(prize) / problem.unit for v, prize in self.prizes}
        if len(prizes) < len(self.prizes) or any(prize < 0 for prize in prizes.values()):
            raise InvalidProof("a node has two prizes, or one below 0")
        parts = lcm(*(prize.denominator for prize in prizes.values()))
        if parts > 1:
            lengths = [{v: parts * c for v, c in row.items()} for row in problem.lengths]
            problem = replace(problem, lengths=lengths)
        most = -(-self.bound * parts // problem.unit) - 1
        lost = {v: int(prize * parts) for v, prize in prizes.items()}
        # 2. What may be left out, and the order of the others.
        prices, allowances = self._free(lost)
        given = problem.given
        if self._is_ordered:
            if not directed:
                problem = self._with_tolls(problem, sum(lost.values()))
            given |= {self._number(v) for pair in self.require for v in pair}
        prices = {v: price for v, price in prices.items() if v not in given}
        if self._is_ordered:
            problem = replace(problem, order=self._order(prices, allowances))
        kind: type[ShorterTours] = ShorterTours
        if self._may_leave_out:
            kind, least = PartialTours, 2 if problem.is_doubled else 3
            problem = replace(problem, omissions=Omissions(prices, least, allowances))
        tours = kind(problem, self.families, self.scale, self.scale * most, tick)
        if isinstance(tours, PartialTours):
            number = self._numbers
            known = {frozenset(number.get(v, -1) for v in tour) for tour in self.besides}
            if tours.has_few(known, most):
                few_places = "one place alone, or two there and back,"
                raise InvalidProof(f"{few_places} cost less than the bound")
        tours.known = self._known(problem)
        if self.root is not None:
            tours.exclude(self.root)
        self._check_cases(tours)

    def _known(self, problem: SymmetricInstance) -> list[frozenset[Edge]]:
        """Return the edges of the known tours, and the loops of what they leave out."""
        if not self.besides:
            return []
        number, found = self._numbers, []
        within = {(v, problem.places + v) for v in range(problem.places * problem.is_doubled)}
        for tour in self.besides:
            order = [number.get(v, -1) for v in tour]
            out = set(number.values()).difference(order)
            if sorted({*order, *(out if self._may_leave_out else ())}) != list(range(len(number))):
                raise InvalidProof("a known tour does not visit every node once")
            if len({*order}) < len(order) or not order:
                raise InvalidProof("a known tour visits a node twice, or none")
            order += [] if problem.home is None else [problem.home]
            steps = zip(order, [*order[1:], *order[:1]], strict=True)
            edges = {problem.edge(u, v) for u, v in steps if u != v}
            found.append(frozenset(edges | within | set(map(problem.loop, out))))
        return found

    @property
    def _may_leave_out(self) -> bool:
        return bool(self.groups or self.prizes or self.leave_out)

    @property
    def _is_ordered(self) -> bool:
        return bool(self.chains or self.positions)

    def _number(self, node: Any) -> int:
        try:
            return self._numbers[node]
        except (KeyError, TypeError):
            raise InvalidProof(f"a condition names {node!r}, which is not a node") from None

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {v: i for i, v in enumerate(self.nodes)}

    def _free(
        self, lost: dict[int, int]
    ) -> tuple[dict[int, int], list[tuple[frozenset[int], int]]]:
        """Return what it costs to leave out each node that may be, and sets with how many of each.

        Nodes with a number, and those at which a cycle with an order begins, are in groups of one.
        """
        groups = [frozenset(map(self._number, group)) for group in self.groups]
        if not all(groups) or sum(map(len, self.groups)) > sum(map(len, groups)):
            raise InvalidProof("a group is empty, or names a node twice")
        if not self._may_leave_out:
            return {}, []
        stay = [v for v, _ in self.positions]
        stay += [v for v, *_ in self.chains] if self.closed else []
        groups += [frozenset({self._number(v)}) for v in stay]
        prices = dict.fromkeys(chain(*groups), 0) | lost
        others = frozenset(range(len(self.nodes))) - prices.keys()
        allowances = [(group, len(group) - 1) for group in groups]
        if self.leave_out:
            allowances.append((others, self.leave_out))
            prices |= dict.fromkeys(others, 0)
        alone = {v for group in groups if len(group) == 1 for v in group}
        return {v: price for v, price in prices.items() if v not in alone}, allowances

    def _with_tolls(self, problem: SymmetricInstance, lost: int) -> SymmetricInstance:
        """Return the problem of a graph without directions with tolls, for the edges to use.

        Edges are arcs in both directions, of which a tour uses one or none. Let it leave the first
        node of an edge to use by an arc with a toll, unless by that edge, and get the toll back if
        it enters the node by that edge. Then the length of each tour with the edge is the same.
        """
        if not self.require:
            return problem
        pairs = {frozenset(map(self._number, pair)) for pair in self.require}
        stops = len(problem.lengths) // 2
        longest = max((abs(c) for row in problem.lengths for c in row.values()), default=0)
        toll = 1 + 2 * len(self.nodes) * longest + lost
        rows = [dict(row) for row in problem.lengths]
        for u, v in map(sorted, pairs):
            rows[u] = {w: c + toll * (w != stops + u) for w, c in rows[u].items()}
            for i, j in ((u, v), (v, u)):
                if stops + j in rows[i]:
                    rows[i][stops + j] -= toll
        return replace(problem, lengths=rows)

    def _order(
        self, free: Collection[int], allowances: Iterable[tuple[frozenset[int], int]]
    ) -> PlaceOrder:
        chains = [[*map(self._number, chain)] for chain in self.chains]
        if any(type(k) is not int or k < 1 for _, k in self.positions):
            raise InvalidProof("positions are integers of at least 1")
        places = {k: self._number(v) for v, k in self.positions}
        if len({*places.values()}) < len(self.positions):
            raise InvalidProof("two nodes have one number, or one has two")
        follow = map(pairwise, (*chains, [places[k] for k in sorted(places)]))
        home, known = len(self.nodes), [*chain.from_iterable(follow)]
        if self.closed:
            roots = {*(v for v, *_ in chains), *([places.get(1, -1)] if places else ())}
            if len(roots) > 1 or -1 in roots:
                raise InvalidProof("the chains of an order do not begin where a cycle begins")
            home = roots.pop()
            known = [pair for pair in known if pair[0] != home]
            if any(home == v for _, v in known):
                raise InvalidProof("the order contradicts itself")
            places = {k - 1: v for k, v in places.items() if k > 1}
        # Ends that are given come before and after all others.
        first, last = (None if v is None else self._number(v) for v in (self.start, self.end))
        every = range(len(self.nodes))
        known += [(first, v) for v in every if first not in (None, v)]
        known += [(v, last) for v in every if last not in (None, v)]
        stops = len(self.nodes) + (not self.closed)
        return PlaceOrder(stops, home, known, places, free, allowances)

    def to_pseudo_boolean(self, G: Any, *, weight: Weight = USUAL) -> PseudoBoolean:
        """Return the proof for other checkers, with one constraint on the length of the tour.

        Places may not be left out nor come in an order, and no tours be known. The parameters are
        those of :meth:`check`.
        """
        if self.besides:
            raise NoPseudoBooleanForm("a proof about all tours but known ones has no such form")
        return export_opb(self, G, weight=weight)

    def _reason(self) -> str:
        if len(self.nodes) == 1:
            return "a tour of a single node has length 0"
        cases = [self.weights[entry] for entry in self.tree if isinstance(entry, int)]
        used = {f for weights in (*cases, self.root) if weights for f, _ in weights.families}
        borders = sum(len(self.families[f]) == 1 or is_apart(self.families[f]) for f in used)
        is_directed = any(len(weights.potentials) > len(self.nodes) + 1 for weights in cases)
        tour = "A cycle" if self.closed else "A path, closed by going home from its ends,"
        each = "one edge out of and one into" if is_directed else "two edges at"
        where = f"each of the {len(self.nodes)} nodes"
        if self._may_leave_out:
            where = "each place that it visits (none at the others)"
        facts = [f"has {each} {where}"]
        if borders:
            inside = " around places that it visits" * self._may_leave_out
            often = "as often as the order demands" if self._is_ordered else "at least twice"
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
        often = "no more often than the order demands" if self._is_ordered else "only twice"
        return f"the border of a set of {inside} nodes is crossed {often}"


# -- Upper bounds of paths and cycles: dual solutions of subtour inequalities, and a tree


@dataclass(frozen=True, kw_only=True)
class LongestBound(DualBound):
    """No path or no cycle is longer than a bound, by dual weights and a tree of cases.

    Theorem: take lengths with the other sign, so that the longest cycle is the shortest, and give
    each node that a cycle may leave out a *loop* of length 0, an edge from the node to itself. A
    cycle and the loops of the nodes that it leaves out have two ends at every node. If some node
    outside a set is visited, the cycle crosses the border of the set at least twice if it visits
    the first node of the set; so its crossings and twice the loop of that node are at least 2. As
    for :class:`LowerBound`, potentials and multipliers are taken off the lengths: an edge pays the
    potentials of its two nodes and the multipliers of the sets that it crosses, and a loop twice
    the potential of its node and twice the multipliers of the sets that the node is the first of.
    A cycle is at least as long as what potentials and multipliers bring, the reduced lengths of
    what it has to use, and all other reduced lengths below 0.

    The tree splits the cycles on an edge or a loop: those that use it come first; or on a border,
    if all of them visit nodes on both sides: those that cross it twice come first, then those that
    do so four times or more. A case is closed by weights, or because its assumptions contradict
    each other. Before, the case may be narrowed:
    a cycle lies in one block of the graph, in a digraph in one strong component, with all nodes
    that the case visits; when nodes are counted, in a block with more nodes than the bound, and if
    it has just one more, the cycle visits them all.

    Attributes
    ----------
    bound : int or Fraction
        None is longer.
    nodes : tuple
        The nodes in the order of their numbers, from 0. With n nodes, home has number n if the
        claim is about paths. In a digraph these are the numbers for leaving; for entering they
        follow in the same order, that of home included.
    scale : int
        What one unit of length counts for in the weights; the unit is the largest number of which
        all lengths are multiples by integers.
    families : tuple
        Sets of nodes by number, each a tuple with one tuple; the first node stands for the set.
    root : None
        No edges are left out before the cases.
    weights : tuple of DualWeights
        The weights that close cases.
    tree : tuple
        The tree from the root down: a pair of nodes by number splits on that edge, the case of a
        used edge first; a node twice, in a digraph its number for entering and then that for
        leaving, splits on its loop, the case in which it is left out first; a tuple of one number
        splits on the border of that family, with visited nodes on both sides, as for
        :class:`LowerBound`; an integer closes a case by those weights, or by a contradiction.
    weight : str, Computed or None
        As for :class:`LowerBound`; None means that the nodes are counted.

    See Also
    --------
    LowerBound : No tour of all nodes is shorter.

    Notes
    -----
    A path is a cycle through one further node, home, which is always visited and is joined with
    length 0 to the nodes that may be an end. A digraph has two nodes a place, for leaving and for
    entering, and every cycle uses the edge of length 0 between them; a loop is a second such edge.
    A set of two nodes needs no visited node outside it. Of parallel edges only the longest counts.

    References
    ----------
    .. [1] M. Fischetti, J. J. Salazar Gonzalez, P. Toth, A branch-and-cut algorithm for the
       symmetric generalized traveling salesman problem, Operations Research 45 (1997), 378-394.
    .. [2] P. Bauer, The circuit polytope: facets, Mathematics of Operations Research 22 (1997),
       110-145.

    Examples
    --------
    A star with three rays: a potential of 1 at its center leaves two edges for a path.

    >>> import networkx as nx, icosian
    >>> path = icosian.longest_path(nx.star_graph(3))
    >>> path.proof.check(nx.star_graph(3))
    >>> print(path.proof.explain())
    No path has more than 3 nodes: ...
    """

    weight: Named = field(default=None, metadata=LEFT_OUT)
    better: ClassVar[str] = "longer"
    longer_than = property(attrgetter("bound"))

    def check(self, G: nx.Graph[Any], *, weight: Weight = None) -> None:
        """Check the bound against a graph, as :meth:`LowerBound.check`; None counts nodes."""
        verify(self, G, no_limit, weight=weight)

    def _verify(self, G: nx.Graph[Any], tick: Tick, weight: Weight = None) -> None:
        check_graph(G)
        if (weight is None) != (self.weight is None):
            is_about = "nodes, not the lengths" if self.weight is None else "lengths, not the nodes"
            raise InvalidProof(
                f"the bound is about {is_about} that are meant; weight= names lengths"
            )
        super()._verify(G, tick, weight)

    def _check(self, G: nx.Graph[Any], tick: Tick, weight: Weight = None) -> None:
        if self.root is not None:
            raise InvalidProof("edges are not left out before the cases")
        self._check_cases(self._tours(G, weight, tick))

    def _tours(self, G: nx.Graph[Any], weight: Weight, tick: Tick) -> PartialTours:
        """Return the longer tours: those that are shorter if lengths have the other sign."""
        problem = cycle_problem(G, self.statement, self.nodes, None, weight, tick)
        common = gcd(*(c for row in problem.lengths for c in row.values())) or 1
        rows = [{v: c // common for v, c in row.items()} for row in problem.lengths]
        # A path of k edges has k + 1 nodes.
        shift = weight is None and not self.closed
        most = (self.bound - shift) // (common * problem.unit)
        if not self.closed and (self.start is None or self.end is None) and most < 0:
            raise InvalidProof("one node is a path, and not below the bound")
        least = 2 if problem.is_doubled else 3
        if weight is None:
            least = max(least, most + (1 if self.closed else 3))
        prices = dict.fromkeys(sorted({*range(len(self.nodes))} - problem.given), 0)
        problem = replace(problem, lengths=rows, omissions=Omissions(prices, least))
        return PartialTours(problem, self.families, self.scale, self.scale * (-most - 1), tick)

    def _reason(self) -> str:
        if self.bound < 1 and self.weight is None and None not in (self.start, self.end):
            return f"{self._name(self.end)} cannot be reached from {self._name(self.start)}"
        splits = [entry for entry in self.tree if isinstance(entry, tuple)]
        cases = [self.weights[entry] for entry in self.tree if isinstance(entry, int)]
        used = {f for weights in cases for f, _ in weights.families}
        facts = ["has two edges at each node that it visits and none at the others"]
        if used:
            sets = f"each of {len(used)} sets" if len(used) > 1 else "a set"
            facts.append(f"within {sets} it has fewer edges than visited nodes")
        tour = "a cycle" if self.closed else "a path, closed by a further node home,"
        reason = f"{tour} {', and '.join(facts)}"
        if any(any(weights.potentials) for weights in cases):
            reason += (
                ". Edges get the potentials of their two nodes, and visited nodes pay them"
                f"{', with a toll for edges within the sets' if used else ''}."
                " What all edges and nodes are worth then is not more than the bound"
            )
        else:
            reason += ", so it lies in one block of the graph, and all blocks are too small"
        if splits:
            u, v = splits[0][0], splits[0][-1]
            first = self._name(self._numbered(min(u, v)))
            question = f"{first} is visited"
            if u < v:  # it is no loop
                question = f"{first} and {self._name(self._numbered(v))} are joined"
            reason += (
                f". This is shown in each of {len(splits) + 1} cases, first whether {question}"
            )
        return reason


_TIGHT = 10**6  # edges are tight up to this part of the mean length: weights are rounded


class RootWeights:
    """The weights at the root of a bound, or else of its first case."""

    def __init__(self, proof: LowerBound, problem: SymmetricInstance) -> None:
        size = len(problem.lengths)
        duals = [dual for dual in (proof.root, *proof.weights) if dual is not None]
        if not duals or len(duals[0].at(size)) != size:
            raise InvalidProof("its weights are not those of as many nodes")
        dual, unit = duals[0], problem.unit / proof.scale
        self._problem = problem
        self._stops = [*proof.nodes] if proof.closed else [*proof.nodes, HOME]
        self.is_directed = size > len(self._stops)
        # 1. Reduced lengths, and what every cycle pays.
        tours = ShorterTours(problem, proof.families, proof.scale, 0, no_limit)
        table, required = [*problem.lengths], {*problem.required}
        paid = tours._paid(dual)  # noqa: SLF001 - our own
        reduced = tours._rests(paid, table, required)  # noqa: SLF001
        lengths = [proof.scale * c for row in table for c in row.values()]
        nearly = sum(lengths) // (_TIGHT * len(lengths) or 1)
        self.nodes = {v: p * unit for v, p in zip(proof.nodes, dual.at(size), strict=False)}
        """The weights of nodes; in a digraph, on leaving."""
        self.families: list[tuple[list[set[Any]], Fraction]] = []
        """Sets with the weight of each border, the heaviest first; several sets are a comb."""
        for f, weight in sorted(dual.families, key=lambda pair: -pair[1]):
            parts = [self._inside(side) for side in borders(proof.families[f], size).sides]
            if all(parts):
                self.families.append((parts, weight * unit))
        # 2. The bound by the signs of reduced lengths, or by a 1-tree.
        total = paid.total + sum(
            rest
            for u, row in enumerate(reduced)
            for v, rest in row.items()
            if rest < 0 or (u, v) in required
        )
        edges = [(u, v) for u, row in enumerate(reduced) for v in row if row[v] <= nearly]
        tree = None if dual.families else tours._one_tree(paid, table, required)  # noqa: SLF001
        self.is_tree = tree is not None and tree.bound > total
        """True if `edges` are a minimum 1-tree of the reduced lengths, not all tight ones."""
        if tree is not None and self.is_tree:
            total, edges = tree.bound, [(u, v) for *_, u, v in (*tree.branches, *tree.ends)]
        stops = len(self._stops)
        self.edges = [(self._stops[u], self._stops[v % stops]) for u, v in edges if v != u + stops]
        """The edges that make the bound."""
        self.bound = total * unit
        """What the weights prove alone."""

    def length(self, tail: Any, head: Any) -> Fraction:
        """Return the length of an edge."""
        u, v = self._stops.index(tail), self._stops.index(head)
        if self.is_directed:
            v += len(self._stops)
        return self._problem.lengths[min(u, v)][max(u, v)] * self._problem.unit

    def _inside(self, side: frozenset[int]) -> set[Any]:
        """Return the nodes inside a border, without home; none if it divides a node in two."""
        stops = len(self._stops)
        inside = {v for v in side if v < stops and (v + stops in side or not self.is_directed)}
        if len(side) != len(inside) * (2 if self.is_directed else 1):
            return set()
        nodes = {self._stops[v] for v in inside}
        return set(self._stops) - nodes if HOME in nodes else nodes
