"""Bounds: certificates that no placement or coloring is better.

A bound is a statement about a graph, checked by code that shares nothing with the searches. A
clique, a clique cover or a packing is checked in linear time, and each case of a bound by rows. An
exhausted search leaves only its claim, and its check is another exhaustive search.
"""

from __future__ import annotations

import json
import math
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any, ClassVar, Literal, TypeVar

import networkx as nx

from icosian._io.text import shown, twice
from icosian._run.limits import Clock
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs import PseudoBoolean
from icosian.proofs.certificate import (
    StoredCertificate,
    Tick,
    explain_errors,
    export_lrat,
    export_opb,
    no_limit,
    verify,
    with_ticks,
)
from icosian.proofs.claim import LEFT_OUT, USUAL, label_writer
from icosian.proofs.formulas.lrat import Clausal, HintedFacts
from icosian.proofs.formulas.opb import Formula, Log, literal_name, printable, write_proof
from icosian.proofs.instance import Facts, literals_of, members
from icosian.proofs.lengths import exact_ratio

Goal = Literal["independent set", "dominating set", "coloring"]
RULES = "connected", "total", "independent"

Refuted = TypeVar("Refuted", bound=Facts)

LISTED = 6  # the most nodes that a claim lists
GRACE = 1.0  # seconds of a check before it looks at the time limit of the search


@dataclass(frozen=True, kw_only=True)
class Bound(StoredCertificate):
    """A reason why no answer is better: the base of all bounds.

    Attributes
    ----------
    value : int
        The best that is possible.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> placement = icosian.maximum_independent_set(nx.cycle_graph(6))
    >>> placement.proof.check(nx.cycle_graph(6))
    >>> print(placement.proof.explain())
    No independent set has more than 3 nodes: 3 cliques cover the graph, and each holds at most one.
    >>> icosian.placements.Bound.from_json(placement.proof.to_json()) == placement.proof
    True
    """

    _kinds: ClassVar[dict[str, type[Bound]]] = {}
    _goal: ClassVar[Goal] = "independent set"
    """What the sets are, unless a field says so."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        Bound._kinds[cls.__name__] = cls
        cls.__repr__ = Bound.__repr__  # type: ignore[method-assign]  # not that of a dataclass

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.claim}>"

    @property
    @abstractmethod
    def value(self) -> int:
        """The best that is possible."""

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        goal, weight = getattr(self, "goal", self._goal), getattr(self, "weight", None)
        rules = [f"{rule} " for rule in RULES if getattr(self, rule, False)]
        grows, unit = goal == "independent set", "color" if goal == "coloring" else "node"
        if weight is None:
            more = "more" if grows else "fewer"
            better = f"has {more} than {_count(self.value, unit, f'{unit}s')}"
        else:
            named = "" if weight == USUAL else f" (weights from the node attribute {weight!r})"
            better = f"weighs {'more' if grows else 'less'} than {self.value}{named}"
        return f"No {''.join(rules)}{goal}{self._condition()} {better}"

    def _condition(self) -> str:
        """Return which sets the claim is about, if not all."""
        return ""

    def _verify(self, G: nx.Graph[Any], tick: Tick) -> None:
        if not isinstance(G, nx.Graph):
            raise InvalidArgument(f"a bound is checked against a networkx graph, got {shown(G)}")
        if G.is_directed() and not self._is_about_digraphs:
            raise InvalidProof("this bound speaks of undirected graphs")
        self._check(G, tick)

    @property
    def _is_about_digraphs(self) -> bool:
        return False

    @abstractmethod
    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the bound holds."""


def confirm_bound(bound: Bound, G: nx.Graph[Any], tick: Tick) -> Bound:
    """Return a bound that holds for a graph; what ``tick`` raises ends its check."""
    verify(bound, G, tick)
    return bound


def patient(clock: Clock) -> Tick:
    """Return a tick that ends a check when it takes long and the time of the search is over."""
    end = time.perf_counter() + GRACE

    def tick() -> None:
        if time.perf_counter() >= end:
            clock.tick("bounds")

    return tick


@dataclass(frozen=True, kw_only=True)
class CliqueCover(Bound):
    """Cliques cover the graph, and each holds at most one node of an independent set.

    Attributes
    ----------
    cliques : tuple of tuple of nodes
        Every node is in one of them.
    """

    cliques: tuple[tuple[Any, ...], ...]

    @property
    def value(self) -> int:
        """The number of cliques."""
        return len(self.cliques)

    def _reason(self) -> str:
        cover = _count(self.value, "clique covers", "cliques cover")
        return f"{cover} the graph, and each holds at most one"

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        for clique in with_ticks(self.cliques, tick, 100):
            _check_clique(G, clique, tick)
        covered = {node for clique in self.cliques for node in clique}
        if missing := [node for node in G if node not in covered]:
            raise InvalidProof(f"no clique covers {missing[0]!r}")


@dataclass(frozen=True, kw_only=True)
class Clique(Bound):
    """The nodes of a clique need different colors.

    Attributes
    ----------
    nodes : tuple of nodes
        Every two of them are joined.
    """

    nodes: tuple[Any, ...]
    _goal = "coloring"

    @property
    def value(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    def _reason(self) -> str:
        if self.value < 2:
            return "a node has a color" if self.nodes else "there are no nodes"
        return f"{self.value} nodes of one clique differ in color"

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        _check_clique(G, self.nodes, tick)


@dataclass(frozen=True, kw_only=True)
class EqualShares(Bound):
    """The nodes of one color are independent, and independent sets are small.

    Attributes
    ----------
    order : int
        The number of nodes of the graph.
    largest : Bound
        A bound on independent sets.
    """

    order: int
    largest: Bound
    _goal = "coloring"

    @property
    def value(self) -> int:
        """The number of nodes divided by the largest possible color class, rounded up."""
        return -(-self.order // max(1, self.largest.value))

    def _reason(self) -> str:
        share = f"a color is given to at most {self.largest.value}"
        return f"{share} of {_count(self.order, 'node', 'nodes')}. {self.largest.explain()[:-1]}"

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if len(G) != self.order:
            raise InvalidProof(f"the graph has {len(G)} nodes, not {self.order}")
        if not isinstance(self.largest, CliqueCover) and not (
            isinstance(self.largest, Exhausted) and self.largest.goal == "independent set"
        ):
            raise InvalidProof(f"a {type(self.largest).__name__} does not bound independent sets")
        verify(self.largest, G, tick)


@dataclass(frozen=True, kw_only=True)
class Packing(Bound):
    """No node dominates two of these, so each needs a dominator of its own.

    Attributes
    ----------
    nodes : tuple of nodes
        No two of them are dominated by the same node.
    total : bool
        Whether a node dominates only its neighbors, not itself.
    """

    nodes: tuple[Any, ...]
    total: bool = False
    _goal = "dominating set"

    @property
    def value(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    def _reason(self) -> str:
        reaches = "is joined to" if self.total else "dominates"
        if self.value < 2:
            needs = f"{self.nodes[0]!r} needs a node that {reaches} it" if self.nodes else ""
            return needs or "there are no nodes"
        return f"no node {reaches} two of these {self.value}: {', '.join(map(repr, self.nodes))}"

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        owner: dict[Hashable, Any] = {}
        for node in with_ticks(self.nodes, tick, 100):
            if node not in G:
                raise InvalidProof(f"{node!r} is not a node of the graph")
            for dominator in {*G[node]} - {node} if self.total else {node, *G[node]}:
                if dominator in owner:
                    raise InvalidProof(f"{dominator!r} dominates {owner[dominator]!r} and {node!r}")
                owner[dominator] = node


@dataclass(frozen=True, kw_only=True)
class Exhausted(Bound):
    """An exhaustive search found nothing better.

    Attributes
    ----------
    goal : {"independent set", "dominating set", "coloring"}
        The kind of the sets.
    best : int
        The best that is possible.
    method : str
        The name of the search.
    steps : int
        The steps of the search; 0 where the method does not count any.
    total, independent : bool
        For dominating sets: whether a node dominates only its neighbors, and whether no two
        dominators may be joined.
    """

    goal: Literal["independent set", "dominating set", "coloring"]
    best: int
    method: str
    steps: int = 0
    total: bool = False
    independent: bool = False

    @property
    def value(self) -> int:
        """The best that is possible."""
        return self.best

    def _reason(self) -> str:
        return "an exhaustive search found none"  # method and steps are words of its author

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Search again by plain code; this may take exponentially long."""
        index = {node: k for k, node in enumerate(G)}
        near = [sum({1 << index[w] for w in G[v]} - {1 << k}) for v, k in index.items()]
        best = min(self.best, len(near) + 1)  # with more, the answer is the same
        if self.goal == "independent set":
            found = has_independent_set(near, best + 1, tick)
        elif self.goal == "dominating set":
            found = best > 0 and has_dominating_set(
                near, best - 1, tick, total=self.total, independent=self.independent
            )
        else:
            found = best > 0 and has_coloring(near, best - 1, tick)
        if found:
            raise InvalidProof(f"there is a better {self.goal} than {self.best}")


SCALE = 1 << 40  # what factors of rows are divided by


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCases:
    """Cases of a connected component, each settled by factors of rows.

    Attributes
    ----------
    nodes : tuple of nodes
        The nodes of the component.
    rows : tuple of tuple
        ``("dominated", (v,))``, node v has a dominator in the set, which is another node if the set
        is connected and v does not dominate all alone; ``("cut", nodes)``, one of these is in the
        set, since the graph is not connected without them; ``("clique", nodes)``, at most one is.
    cases : tuple
        Depth first: the index in ``nodes`` of one that is in the set in the cases that follow, and
        is not in those after them; or pairs of an index in ``rows`` and a factor of this row, times
        2^40, whose sum settles the case.
    """

    nodes: tuple[Any, ...]
    rows: tuple[tuple[str, tuple[Any, ...]], ...]
    cases: tuple[int | tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, kw_only=True)
class RowBound(Bound):
    """In every case sums of rows, each with a factor, exclude a better set.

    Theorem: a set of least weight costs at least what the factors sum up to, less what they exceed
    the weights of nodes by (duality of linear programs). Independent sets count with negative
    weights.

    Attributes
    ----------
    goal : {"independent set", "dominating set"}
        The kind of the sets.
    best : number
        The best weight that is possible; a float stands for the sums that are rounded to it.
    weight : str or None
        The attribute of nodes that is their weight; None counts them.
    total, independent, connected : bool
        For dominating sets: whether a node dominates only its neighbors, whether no two dominators
        may be joined, and whether they must be connected.
    parts : tuple of RowCases
        Cases for each connected component; their bounds are added.
    """

    goal: Literal["independent set", "dominating set"]
    best: int | Fraction | Decimal | float = 0
    weight: str | None = None
    total: bool = False
    independent: bool = False
    connected: bool = False
    parts: tuple[RowCases, ...] = ()

    @property
    def value(self) -> Any:
        """The best weight that is possible."""
        return self.best

    @property
    def dominates(self) -> bool:
        """Whether it is about dominating sets."""
        return self.goal == "dominating set"

    @property
    def _is_about_digraphs(self) -> bool:
        return self.dominates and not (self.independent or self.connected)

    def _reason(self) -> str:
        rows = _count(sum(len(part.rows) for part in self.parts), "condition", "conditions")
        leaves = sum(not isinstance(case, int) for part in self.parts for case in part.cases)
        cases = f" in each of {leaves:,} cases" if leaves > len(self.parts) else ""
        return f"sums of {rows}, each with a factor, exclude it{cases}"

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if not self.dominates and (self.total or self.independent or self.connected):
            raise InvalidProof("total, independent and connected are for dominating sets")
        costs, unit = _node_costs(G, self.weight)
        sign = 1 if self.dominates else -1
        missing, total = set(G), 0
        for part in self.parts:
            if len(set(part.nodes)) < len(part.nodes) or not missing.issuperset(part.nodes):
                raise InvalidProof("components share a node, or have one that is not of the graph")
            missing.difference_update(part.nodes)
            rows = [self._row(G, *row, tick) for row in part.rows]
            own = set(part.nodes)
            if any(least > 0 and not nodes <= own for least, nodes in rows):
                raise InvalidProof("a condition is about a node of another component")
            rows = [(least, nodes & own) for least, nodes in rows]
            total += _least_cost(part, {v: sign * costs[v] for v in own}, rows, tick)
        if not self.dominates and any(costs[v] for v in missing):
            raise InvalidProof("a node is in none of the components")
        proved: Any = sign * total * unit
        best: Any = _ratio(self.best, "the bound")
        if isinstance(self.best, float):
            with explain_errors("the conditions exclude no float"):
                proved, best = float(proved), self.best
        if sign * proved < sign * best:
            raise InvalidProof(f"the conditions only exclude a better set than {proved}")

    def _row(
        self, G: nx.Graph[Any], kind: str, nodes: tuple[Any, ...], tick: Tick
    ) -> tuple[int, set[Any]]:
        """Return the least of a sum over nodes, of their negatives if that is below 0."""
        if not all(v in G for v in nodes):
            raise InvalidProof("a condition is about a node that is not one of the graph")
        if kind == "clique" and (self.independent or not self.dominates):
            _check_clique(G, nodes, tick)
            return -1, set(nodes)
        if kind == "dominated" and self.dominates and len(nodes) == 1:
            v = nodes[0]
            near = set(G.pred[v] if isinstance(G, nx.DiGraph) else G[v]) - {v}
            by_others = self.total or (self.connected and len(near) + 1 < len(G))
            return 1, near if by_others else near | {v}
        if kind == "cut" and self.dominates and self.connected and _separate(G, set(nodes), tick):
            return 1, set(nodes)
        raise InvalidProof(f"such sets need not keep the condition {kind!r} of {shown(nodes)}")


def _separate(G: nx.Graph[Any], nodes: set[Any], tick: Tick) -> bool:
    """Return whether the graph is not connected without some nodes."""
    tick()
    left = [v for v in G if v not in nodes][:1]
    reached = nodes.union(left)
    while left:
        fresh = [w for w in G[left.pop()] if w not in reached]
        reached.update(fresh)
        left += fresh
    return len(reached) < len(G)


def _least_cost(
    part: RowCases, costs: dict[Any, int], rows: list[tuple[int, set[Any]]], tick: Tick
) -> int:
    """Return what a set costs at least in any case, by rows that say "at least 1" or "-1"."""
    left: list[dict[Any, bool]] = [{}]  # the cases that are not settled: which nodes are in
    least = []
    for case in with_ticks(part.cases, tick, 10):
        if not left:
            raise InvalidProof("there are more cases than those that nodes distinguish")
        known = left.pop()
        if type(case) is int and 0 <= case < len(part.nodes):
            left += [{**known, part.nodes[case]: inside} for inside in (False, True)]
            continue
        total, rest = 0, {v: SCALE * costs[v] for v in part.nodes}
        for number, factor in case if isinstance(case, tuple) else [(-1, 0)]:
            if number not in range(len(rows)) or type(factor) is not int or factor < 0:
                raise InvalidProof(f"{shown(case)} is neither a node nor rows with factors")
            sign, nodes = rows[number]
            total += sign * factor
            for v in nodes:
                rest[v] -= sign * factor
        total += sum(known.get(v, cost < 0) * cost for v, cost in rest.items())
        least.append(-(-total // SCALE))
    if left:
        raise InvalidProof(f"{_count(len(left), 'case is', 'cases are')} missing")
    return min(least)


def _node_costs(G: nx.Graph[Any], weight: str | None) -> tuple[dict[Any, int], Fraction]:
    """Return the weights of nodes as multiples of a unit, and the unit."""
    numbers = {
        v: _ratio(1 if weight is None else data.get(weight), f"{weight!r} of {v!r}")
        for v, data in G.nodes(data=True)
    }
    if min(numbers.values(), default=0) < 0:
        raise InvalidProof("weights are numbers of at least 0")
    above = math.gcd(*(number.numerator for number in numbers.values())) or 1
    unit = Fraction(above, math.lcm(*(number.denominator for number in numbers.values())))
    return {v: int(number / unit) for v, number in numbers.items()}, unit


def _ratio(number: Any, what: str) -> Fraction:
    try:
        return Fraction(*exact_ratio(number))
    except (ArithmeticError, AttributeError, TypeError, ValueError):
        raise InvalidProof(f"{what} is not a finite number: {number!r}") from None


@dataclass(frozen=True, kw_only=True)
class ClauseBound(Bound):
    """Clauses that follow by unit propagation exclude a larger independent set.

    Theorem: an independent set has at most one node of a clique. If it has as many nodes as there
    are cliques in a cover of the graph, it has one of each. A clause says that one of some nodes is
    in the set, or is not. It follows by unit propagation from these rules and earlier clauses, and
    in the end they contradict each other.

    Attributes
    ----------
    best : int
        The number of nodes that no independent set exceeds.
    covers : tuple of tuple of tuple of nodes
        Covers of the graph by one clique more; some may be empty.
    cliques : tuple of tuple of nodes
        Further cliques.
    nodes : tuple of nodes
        What the clauses speak of, numbered from 1.
    clauses : tuple of tuple of int
        The clauses in order: ``k`` says that node k is in the set, ``-k`` that it is not.
    until : tuple of int
        The number of the last clause that needs each, after which a check forgets it; empty if none
        is forgotten.
    besides : tuple of tuple of nodes
        Independent sets of one node more that are known: no further one is as large.
    fixed, forbid : tuple of nodes
        The claim is about sets that hold the former, and none of the latter.
    """

    best: int
    covers: tuple[tuple[tuple[Any, ...], ...], ...]
    cliques: tuple[tuple[Any, ...], ...] = ()
    nodes: tuple[Any, ...] = ()
    clauses: tuple[tuple[int, ...], ...] = ()
    until: tuple[int, ...] = ()
    besides: tuple[tuple[Any, ...], ...] = ()
    fixed: tuple[Any, ...] = field(default=(), metadata=LEFT_OUT)
    forbid: tuple[Any, ...] = field(default=(), metadata=LEFT_OUT)

    @property
    def value(self) -> int:
        """The number of nodes that no independent set exceeds, but for known ones."""
        return self.best

    def _condition(self) -> str:
        lists = [("with", self.fixed), ("without", self.forbid)]
        return " and".join(f" {how} {_named(nodes)}" for how, nodes in lists if nodes)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        known = _count(len(self.besides), "known set", "known sets")
        return super().claim + f", apart from {known}" * bool(self.besides)

    def _reason(self) -> str:
        steps = len(self.clauses)
        follow = f"{_count(steps, 'clause follows', 'clauses follow')}, and " if steps else ""
        return (
            f"a larger one would have a node in each of {self.best + 1} cliques that cover the"
            f" graph; {follow}no choice of nodes is left"
        )

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        self._refute(G, Facts, tick)

    def _refute(self, G: nx.Graph[Any], kind: type[Refuted], tick: Tick) -> Refuted:
        """Return facts that are refuted, with the nodes in their order as variables."""
        number = {node: k for k, node in enumerate(G)}
        if any(node not in number for node in (*self.nodes, *self.fixed, *self.forbid)):
            raise InvalidProof("a clause or a condition is about a node that is not of the graph")
        facts, free = kind(len(number), tick), number.keys() - set(self.forbid)
        for node in self.fixed:
            facts.add(1, [2 * number[node]], "a fixed node")
        for node in self.forbid:
            facts.add(1, [2 * number[node] + 1], "a forbidden node")
        for cover in self.covers:
            if len(cover) != self.best + 1 or set(chain(*cover)) != number.keys():
                raise InvalidProof(f"{len(cover)} cliques are not a cover by {self.best + 1}")
            for clique in cover:
                facts.add(1, [2 * number[node] for node in clique], "one of a clique")
        for clique in chain(*self.covers, self.cliques):
            _check_clique(G, clique, tick)
            some = [2 * number[node] + 1 for node in clique if node in free]
            facts.add(len(some) - 1, some, "at most one")
        for nodes in self.besides:
            chosen = G.subgraph(nodes)
            if not len(nodes) == len(chosen) == self.best + 1 or chosen.size():
                raise InvalidProof(f"a known set is not {self.best + 1} independent nodes")
            facts.add(1, [2 * number[node] + 1 for node in nodes], "not a known set")
        if self.besides and not self.covers:
            raise InvalidProof("besides known sets there may be larger ones, without a cover")
        if len(set(map(frozenset, self.besides))) < len(self.besides):
            raise InvalidProof("a known set is listed twice")
        known = [number[node] for node in self.nodes]
        clauses = [literals_of(clause, known, "a node") for clause in self.clauses]
        facts.refute(clauses, self.until)
        return facts


@export_lrat.register(ClauseBound)
def _write_nodes(bound: ClauseBound, G: nx.Graph[Any]) -> Clausal:
    bound.check(G)
    label, facts = label_writer(G), bound._refute(G, HintedFacts, no_limit)  # noqa: SLF001
    sets = [("with", bound.fixed), ("without", bound.forbid)]
    sets += [("other than", nodes) for nodes in bound.besides]
    said = [f" {how} {json.dumps(list(map(label, nodes)))}" for how, nodes in sets if nodes]
    claim = f"claim no independent set of {bound.best + 1} nodes{' and'.join(said)}"
    return facts.text([claim, "variables nodes"], list(G), lambda v: _meaning(label, v))


def _check_clique(G: nx.Graph[Any], nodes: Iterable[Any], tick: Tick) -> None:
    nodes = tuple(nodes)
    if strange := [node for node in nodes if node not in G]:
        raise InvalidProof(f"{strange[0]!r} is not a node of the graph")
    if pair := twice(nodes):
        raise InvalidProof(f"{nodes[pair[0]]!r} is listed twice in a clique")
    for k, u in enumerate(with_ticks(nodes, tick, 100)):
        for v in nodes[:k]:
            if not G.has_edge(u, v):
                raise InvalidProof(f"{v!r} and {u!r} are not joined, so they are in no clique")


def _named(nodes: Sequence[Any]) -> str:
    listed = ", ".join(map(repr, nodes))
    return listed if len(nodes) <= LISTED else f"{len(nodes):,} given nodes"


def _count(number: Any, one: str, many: str) -> str:
    return f"{number:{',' * isinstance(number, int)}} {one if number == 1 else many}"


# -- Bounds for other checkers: nodes as variables, and one line of cutting planes


def _meaning(label: Callable[[Any], Any], node: Any) -> str:
    return f"{json.dumps(label(node))} {printable(repr(node))}"


class _Nodes:
    """A formula with a variable for each node, and a proof of one line."""

    def __init__(self, G: nx.Graph[Any], claim: str) -> None:
        self.formula = Formula([f"claim {claim}", "variables nodes"])
        self.variable = {v: self.formula.variable(v) for v in G}
        self._label = label_writer(G)
        self._empty = 0

    def state(self, statement: str, nodes: Sequence[Any], factor: int, least: int) -> int:
        """State that a multiple of the number of chosen nodes, among some, is at least a number."""
        self._empty += not nodes
        return self.formula.state(statement, [(factor, self.variable[v]) for v in nodes], least)

    def finished(self, line: list[int | str]) -> PseudoBoolean:
        """Return the two texts; the line uses each statement about no nodes once."""
        log = Log()
        for zero in self.formula.zeros.values():
            line += [zero, str(self._empty), "*", "+"]
        log.compute(line)
        return write_proof(self.formula, log, lambda node: _meaning(self._label, node))


@export_opb.register(CliqueCover)
def _write_cover(bound: CliqueCover, G: nx.Graph[Any]) -> PseudoBoolean:
    """Return that no independent set has more nodes than there are cliques, which cover a graph."""
    bound.check(G)
    cliques, size = bound.cliques, bound.value + 1
    nodes = _Nodes(G, f"no independent set of {size} nodes")
    joined: dict[frozenset[Any], int] = {}
    for u, v in G.edges():
        pair = frozenset((u, v))
        if len(pair) == 2 and pair not in joined:
            statement = f"not both {u!r} and {v!r}, which are joined"
            joined[pair] = nodes.state(statement, (u, v), -1, -1)
    line: list[int | str] = [nodes.state(f"at least {size} nodes", list(G), 1, size)]
    for clique in filter(None, cliques):
        line += [*_clique(clique, joined, nodes.variable), "+"]
    for v, times in Counter(v for clique in cliques for v in clique).items():
        if times > 1:
            line += [literal_name(nodes.variable[v]), str(times - 1), "*", "+"]
    return nodes.finished(line)


def _clique(
    clique: Sequence[Any], joined: dict[frozenset[Any], int], variable: dict[Any, int]
) -> list[int | str]:
    """Return the derivation that at most one node of a clique is chosen.

    If that holds for k nodes, take it k - 1 times, and the edges from them to one more: every node
    occurs k times, and all k times at most 2 k - 1, so one time at most 1.
    """
    if len(clique) == 1:
        return [literal_name(-variable[clique[0]])]
    line: list[int | str] = [joined[frozenset(clique[:2])]]
    for k in range(2, len(clique)):
        line += [str(k - 1), "*"]
        for v in clique[:k]:
            line += [joined[frozenset((v, clique[k]))], "+"]
        line += [str(k), "d"]
    return line


@export_opb.register(Packing)
def _write_packing(bound: Packing, G: nx.Graph[Any]) -> PseudoBoolean:
    """Return that no dominating set is smaller than a set of which no node dominates two."""
    bound.check(G)
    packing, total, size = bound.nodes, bound.total, bound.value - 1
    nodes = _Nodes(G, f"no {'total ' * total}dominating set of {size} nodes")
    near = {v: [w for w in G if (w in G[v] if len({v, w}) == 2 else not total)] for v in packing}
    dominated = {v: nodes.state(f"{v!r} is dominated", some, 1, 1) for v, some in near.items()}
    line: list[int | str] = [nodes.state(f"at most {size} nodes", list(G), -1, -size)]
    for number in dominated.values():
        line += [number, "+"]
    dominators = {w for some in near.values() for w in some}
    for v in G:
        if v not in dominators:
            line += [literal_name(nodes.variable[v]), "+"]
    return nodes.finished(line)


# -- Exhaustive searches that check bounds; they share nothing with the solvers

Masks = list[int]


def has_independent_set(near: Masks, size: int, tick: Tick) -> bool:
    """Return whether some independent set has ``size`` nodes; every component by itself."""
    *parts, largest = _components(near)
    for part in parts:
        found = 0
        while found < size and _has_independent_set(near, part, found + 1, tick):
            found += 1
        size -= found
    return size <= 0 or _has_independent_set(near, largest, size, tick)


def _has_independent_set(near: Masks, part: int, size: int, tick: Tick) -> bool:
    """Branch on the nodes that ``size - 1`` greedy cliques leave uncovered: a set holds one."""

    def uncovered(free: int, cliques: int) -> int:
        for _ in range(cliques):
            common = free
            while common:
                low = common & -common
                free ^= low
                common &= near[low.bit_length() - 1]
        return free

    stack = [(part, uncovered(part, size - 1))]
    while stack:
        tick()
        free, branches = stack.pop()
        if not branches:
            continue
        low = branches & -branches
        stack.append((free ^ low, branches ^ low))
        if len(stack) == size:
            return True
        free &= ~(near[low.bit_length() - 1] | low)
        stack.append((free, uncovered(free, size - 1 - len(stack))))
    return False


def has_dominating_set(
    near: Masks, size: int, tick: Tick, *, total: bool, independent: bool
) -> bool:
    """Return whether some dominating set has at most ``size`` nodes; every component by itself."""
    reach = near if total else [row | 1 << v for v, row in enumerate(near)]
    blocked = near if independent else [0] * len(near)
    *parts, largest = _components(near)
    for part in parts:
        least = 0
        while not _has_dominating_set(reach, blocked, part, least, tick):
            if least == size:
                return False
            least += 1
        size -= least
    return not largest or _has_dominating_set(reach, blocked, largest, size, tick)


def _has_dominating_set(reach: Masks, blocked: Masks, part: int, size: int, tick: Tick) -> bool:
    """Branch on the dominators of the node that has the fewest, and exclude each after its turn."""

    def branches(missing: int, allowed: int, left: int) -> int:
        gains = sorted(((reach[v] & missing).bit_count() for v in members(allowed)), reverse=True)
        if sum(gains[:left]) < missing.bit_count():
            return 0
        hardest = min(members(missing), key=lambda v: (reach[v] & allowed).bit_count())
        return reach[hardest] & allowed

    stack = [(part, part, branches(part, part, size))]
    while stack:
        tick()
        missing, allowed, candidates = stack.pop()
        if not candidates:
            continue
        low = candidates & -candidates
        v = low.bit_length() - 1
        allowed ^= low
        stack.append((missing, allowed, candidates ^ low))
        missing &= ~reach[v]
        if not missing:
            return True
        allowed &= ~blocked[v]
        stack.append((missing, allowed, branches(missing, allowed, size - len(stack))))
    return False


def has_coloring(near: Masks, number: int, tick: Tick) -> bool:
    """Return whether ``number`` colors are enough, by DSATUR with backtracking."""

    def saturation(v: int) -> tuple[int, int]:
        return sum(bool(near[v] & members) for members in colors), near[v].bit_count()

    stack: list[tuple[int, Masks]] = [((1 << len(near)) - 1, [])]
    while stack:
        tick()
        free, colors = stack.pop()  # the nodes without a color, and those of each color in use
        if not free:
            return True
        v = max(members(free), key=saturation)
        for k, alike in enumerate([*colors, 0][:number]):  # unused colors are alike
            if not near[v] & alike:
                stack.append((free ^ 1 << v, [*colors[:k], alike | 1 << v, *colors[k + 1 :]]))
    return False


def _components(near: Masks) -> list[int]:
    """Return the connected components, the largest one last; of the null graph an empty one."""
    H: nx.Graph[int] = nx.empty_graph(len(near))
    H.add_edges_from((v, w) for v, row in enumerate(near) for w in members(row))
    parts = [sum(1 << v for v in part) for part in nx.connected_components(H)]
    return sorted(parts, key=int.bit_count) or [0]
