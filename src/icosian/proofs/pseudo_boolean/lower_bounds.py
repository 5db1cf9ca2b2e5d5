"""Trees of cases and lists of clauses: lines of reverse unit propagation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from icosian.proofs.pseudo_boolean.edges import Edges
from icosian.proofs.pseudo_boolean.formula import Border, Sum, comb, split_border
from icosian.proofs.pseudo_boolean.replay import StatedMarks, leaves
from icosian.proofs.pseudo_boolean.value import Log, Part, View
from icosian.proofs.shared.evidence import unlimited
from icosian.proofs.shared.families import Family, borders
from icosian.proofs.shared.lengths import CycleProblem, Edge, Rows
from icosian.proofs.shared.shorter_tours import ShorterTours

if TYPE_CHECKING:
    from icosian.proofs.bounds.dual_bound import DualWeights
    from icosian.proofs.bounds.lower_bound import LowerBound
    from icosian.proofs.weighing import Weights


Clause = tuple[tuple[int, bool], ...]
"""What denies the assumptions of a case, each with whether it is the second one of its split."""


def refute_cases(
    view: View,
    tree: Iterable[tuple[Any, Any] | Weights | None],
    sets: Iterable[Collection[Any]],
) -> None:
    """Write that each case of a valid tree contradicts the formula."""
    for weights, case in leaves(StatedMarks(view, sets), tree):
        if weights is not None and (parts := weighed(view, weights)):
            view.log.add(parts)
        variables = ((view.variables[e], second) for e, second in case)
        close(view.log, tuple((x if second else -x, second) for x, second in variables))


def close(log: Log, clause: Clause) -> None:
    """Write that a case is closed, and each split of which this is the second case.

    For a leaf its clause follows by unit propagation, as the rules and the weights are statements
    of the formula or the proof; for a split it follows from the clauses of its two cases.
    """
    log.imply(literal for literal, _ in clause)
    while clause and clause[-1][1]:
        clause = clause[:-1]
        log.imply(literal for literal, _ in clause)


# -- Minimum 1-trees as sums of statements: the sets that Kruskal's algorithm joins one by one

# Every edge within a set that a spanning tree joins is at least as long as the longest edge that
# joined it. A cycle without its first node is a path, with at most one edge less than nodes within
# every set. So the differences of these lengths, times the sets, prove the length of the tree.

Level = tuple[frozenset[int], int]


class Forest(NamedTuple):
    """What a spanning forest of all nodes but the first proves."""

    top: int
    """The length of the last edge that joined two parts."""
    end: int
    """The length of the second edge at the first node."""
    steps: list[Level]
    """Sets, and how much longer the edge is that joins them to others than all that joined them."""
    parts: list[frozenset[int]]
    """The parts: one if the forest is a tree."""
    circle: frozenset[int] | None
    """A part with a cycle of required edges, if there is one."""


def forest(rests: Rows, required: Collection[Edge], most: int) -> Forest:
    """Return the minimum spanning forest with the required edges.

    ``rests`` are the reduced lengths of edges. Required ones count as shorter than others, by more
    than ``most``, so that no other edge within them is left.
    """
    lengths = [rest for row in rests for rest in row.values()]
    low = min(lengths, default=0) - max(most, 0) - 1
    edges = sorted(
        (low if (u, v) in required else rest, u, v)
        for u, row in enumerate(rests)
        for v, rest in row.items()
    )
    part = {v: frozenset([v]) for v in range(1, len(rests))}
    level = dict.fromkeys(part.values(), low)
    steps: list[Level] = []
    top = low
    circle = None
    for length, u, v in edges:
        if u == 0:
            continue
        if part[u] is part[v]:
            circle = circle or (part[u] if (u, v) in required else None)
            continue
        steps += [
            (some, length - level[some])
            for some in (part[u], part[v])
            if len(some) > 1 and length > level[some]
        ]
        joined = part[u] | part[v]
        level[joined] = top = length
        part.update(dict.fromkeys(joined, joined))
    ends = sorted(((0, v) not in required, rest) for v, rest in rests[0].items())
    end = ends[min(1, len(ends) - 1)][1] if ends else 0
    return Forest(top, end, steps, list(dict.fromkeys(part.values())), circle)


# -- Weighings: one line, the sum of all statements times their weights


def weighed(view: View, weights: Weights) -> list[Part]:
    """Return the statements that weights multiply, with integers."""
    edges, number = view.edges, view.edges.number
    every = (*weights.nodes, *weights.entering, *weights.sets)
    unit = lcm(*(Fraction(weight).denominator for _, weight in every))
    parts: list[Part] = []  # in an order that does not depend on hashes
    for side, some in enumerate((weights.nodes, weights.entering)):
        ports = {(number[v] << edges.directed) + side: w for v, w in some if v in number and w}
        parts += [edges.port(port, int(ports[port] * unit)) for port in sorted(ports)]
    for nodes, weight in weights.sets:
        parts += [(line, int(weight * unit)) for line in view.border(nodes)]
    return parts


def contradict(edges: Edges, parts: list[Part]) -> None:
    """Write the sum of statements, less what single edges can contribute to it."""
    sums: Counter[int] = Counter()
    for line, times in parts:
        for factor, x in edges.formula.terms(line):
            sums[x] += times * factor
    # An edge counts at most once; one that is used counts whatever its weight.
    axioms: list[Part] = []
    for x, weight in sums.items():
        known = edges.given if weight < 0 else edges.formula.zeros
        if x in known:
            parts = [*parts, (known[x], abs(weight))]
        elif weight:
            axioms.append((-x if weight > 0 else x, abs(weight)))
    edges.log.add(parts, axioms)


# -- Lower bounds of tours: sums of statements with the length, and a tree of cases

# The nodes of a bound's problem are the ports of the formula; in a digraph those for leaving come
# before those for entering. An edge between the two ports of a node is no variable: every tour uses
# it.


def refute_shorter(
    proof: LowerBound,
    problem: CycleProblem,
    most: int,
    nodes: list[Any],
    head: list[str],
    name: Callable[[Any], str],
) -> Edges:
    """Return the formula that a tour has at most so many units, and its refutation."""
    shorter = _Shorter(proof, problem, most, nodes, head, name)
    shorter.root()
    shorter.cases()
    return shorter.edges


class _Shorter:
    """The formula, and the lines for the weights of a valid bound."""

    def __init__(
        self,
        proof: LowerBound,
        problem: CycleProblem,
        most: int,
        nodes: list[Any],
        head: list[str],
        name: Callable[[Any], str],
    ) -> None:
        self._proof, self._most = proof, proof.scale * most
        self._tours = ShorterTours(problem, proof.families, proof.scale, self._most, unlimited)
        size = len(problem.lengths)
        half = size // 2 if size > len(nodes) else size
        self._directed = half < size
        self._ports = [2 * (v % half) + v // half if self._directed else v for v in range(size)]
        arcs = {
            (u, v % half): c
            for u, row in enumerate(problem.lengths)
            for v, c in row.items()
            if v != u + half
        }
        used = sorted((u, v % half) for u, v in problem.required if v != u + half)
        self.edges = Edges(head, nodes, arcs, used, name, directed=self._directed)
        terms = [(-c, self.edges.variable[pair]) for pair, c in arcs.items() if c]
        self._length = self.edges.formula.state(f"at most {most} units long", terms, -most)
        self._derived: dict[DualWeights | Family, int] = {}
        """The lines of weights and of combs."""
        splits = (entry for entry in proof.tree if isinstance(entry, tuple) and len(entry) == 1)
        self._splits: dict[int, Border | None] = {f: None for (f,) in splits}
        """The families that cases are split on."""

    def root(self) -> None:
        """Write which edges no shorter tour uses, and which all of them use."""
        proof, tours = self._proof, self._tours
        if proof.root is None:
            return
        self._add(proof.root)
        if not proof.root.families:
            self._add_tree(proof.root, *self._left(proof.root))
        tours.exclude(proof.root)

    def _left(self, weights: DualWeights) -> tuple[Rows, set[Edge]]:
        """Return the edges that potentials alone leave, and those that they require."""
        required = self._tours.required
        rests = self._rests(weights, self._tours.edges)
        total = 2 * sum(weights.potentials)
        for u, row in enumerate(rests):
            total += sum(rest for v, rest in row.items() if rest < 0 or (u, v) in required)
        slack = self._most - total
        needed = {
            (u, v) for u, row in enumerate(rests) for v, rest in row.items() if rest < -slack <= 0
        }
        left = [
            {
                v: c
                for v, c in self._tours.edges[u].items()
                if 0 <= slack >= row[v] or (u, v) in required
            }
            for u, row in enumerate(rests)
        ]
        return left, required | needed

    def _rests(self, weights: DualWeights, edges: Rows) -> Rows:
        """Return the reduced lengths by potentials alone."""
        ends, scale = weights.at(len(edges)), self._proof.scale
        return [
            {v: scale * c - ends[u] - ends[v] for v, c in row.items()}
            for u, row in enumerate(edges)
        ]

    def _set(self, numbers: Iterable[int]) -> frozenset[int]:
        return frozenset(self._ports[v] for v in numbers)

    def _add(self, weights: DualWeights) -> None:
        """Write the sum of the length and what weights multiply, once."""
        if weights in self._derived:
            return
        families = self._proof.families
        total = Sum(self.edges)
        total.line(self._length, self._proof.scale)
        for port, times in zip(self._ports, weights.at(len(self._ports)), strict=True):
            total.count([port], times)
        for f, times in weights.families:
            sides = [self._set(side) for side in borders(families[f], len(self._ports)).sides]
            for side in sides:
                total.count(side, times)
            if f in self._splits:
                border = self._border(f)
                total.line(border.least if times > 0 else border.most, 2 * abs(times))
            elif len(sides) == 1:
                total.path(sides[0], 2 * times)
            else:
                total.line(self._comb(families[f], sides), 2 * times)
        self._derived[weights] = self.edges.log.add(total.parts())

    def _border(self, f: int) -> Border:
        """Return a border that cases are split on, defined where it is first needed."""
        if (border := self._splits[f]) is None:
            (side,) = borders(self._proof.families[f], len(self._ports)).sides
            border = self._splits[f] = split_border(self.edges, self._set(side))
        return border

    def _comb(self, family: Family, sides: list[frozenset[int]]) -> int:
        if family not in self._derived:
            handle, *teeth = map(self._set, family)
            self._derived[family] = comb(self.edges, handle, teeth, sides)
        return self._derived[family]

    def _add_tree(self, weights: DualWeights, edges: Rows, required: set[Edge]) -> None:
        """Write the sum that proves a minimum 1-tree, or why there is none."""
        tree = forest(self._rests(weights, edges), required, self._most)
        total = Sum(self.edges)
        if tree.circle is not None:
            self.edges.path(self._set(tree.circle))
            return
        if (
            len(tree.parts) > 1
        ):  # two parts that only the first node joins: it would have four edges
            one, *others = map(self._set, tree.parts)
            total.border(one, 1)
            total.border(frozenset().union(*others), 1)
            total.count([self._ports[0]], -1)
        else:
            total.line(self._length, 2 * self._proof.scale)
            for port, times in zip(self._ports, weights.at(len(self._ports)), strict=True):
                total.count([port], 2 * times + tree.top)
            total.count([self._ports[0]], 2 * tree.end - 2 * tree.top)
            for some, step in tree.steps:
                total.path(self._set(some), 2 * step)
        self.edges.log.add(total.parts())

    def cases(self) -> None:
        """Write that no case of the tree is left."""
        tours = self._tours
        ahead: list[tuple[Clause, tuple[tuple[tuple[int, ...], bool], ...]]] = [((), ())]
        for entry in self._proof.tree:
            clause, assumed = ahead.pop()
            if not isinstance(entry, int):
                split = tours.edge(entry) if len(entry) == 2 else entry
                x = self._literal(split)
                ahead += [
                    ((*clause, (x, True)), (*assumed, (split, False))),
                    ((*clause, (-x, False)), (*assumed, (split, True))),
                ]
                continue
            weights = self._proof.weights[entry]
            if weights.families:
                self._add(weights)
            else:
                on_edges = [(split, first) for split, first in assumed if len(split) == 2]
                used = {edge for edge, is_used in on_edges if is_used}
                unused = {edge for edge, is_used in on_edges if not is_used}
                left = [
                    {v: c for v, c in row.items() if (u, v) not in unused}
                    for u, row in enumerate(tours.edges)
                ]
                required = tours.required | used
                if all(v in left[u] for u, v in required):
                    self._add_tree(weights, left, required)
            close(self.edges.log, clause)

    def _literal(self, split: tuple[int, ...]) -> int:
        """Return what holds in the first case of a split: an edge is used, a border crossed twice.

        What is always used is the denial of what never is.
        """
        if len(split) == 1:
            return -self._border(*split).often
        p, q = (self._ports[v] >> self._directed for v in split)
        return -self.edges.formula.zero() if p == q else self.edges.variable[p, q]
