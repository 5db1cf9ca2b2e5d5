"""Formulas in the OPB format, the sums that their proofs need, and formulas of numbered nodes.

In a formula of numbered nodes a variable says that a node has a number, for all pairs. Which
numbers a node cannot have at all follows by unit propagation, along the same walks as in
:class:`~icosian.proofs.positions.Timetable`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian.proofs.pseudo_boolean.value import Log, Part, PseudoBoolean, finished
from icosian.proofs.shared.claim import Claim, Named
from icosian.proofs.shared.codec import codec, label_writer

if TYPE_CHECKING:
    from icosian.proofs.pseudo_boolean.edges import Edges


Label = Callable[[Any], Any]


class Numbers:
    """The formula of a claim about numbered nodes, and the proof about it."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, name: Callable[[Any], str]) -> None:
        self._claim, self._name, self._label = claim, name, label_writer(G)
        self._nodes, self._directed = list(G), G.is_directed()
        self._formula, self._log = Formula(header(claim, "numbers", self._label)), Log()
        size = len(self._nodes)
        self._all = range(1, size + 1)
        self._variable = {(v, k): self._formula.variable((v, k)) for v in G for k in self._all}
        self._node_of = [
            self._one([(v, k) for v in G], f"a node has number {k}") for k in self._all
        ]
        self._number_of = {
            v: self._one([(v, k) for k in self._all], f"node {name(v)} has a number") for v in G
        }
        given = list(claim.positions)
        if not claim.closed:
            given += [(v, k) for v, k in ((claim.start, 1), (claim.end, size)) if v is not None]
        for v, k in dict.fromkeys(given):
            self._state(f"node {name(v)} has number {k}", [(1, (v, k))], 1)
        self._steps(G)
        for u, v in claim.require:
            self._used(u, v)
        for tour in claim.besides:
            self._not(tour)
            if not self._directed:
                self._not(tour[:1] + tour[:0:-1] if claim.closed else tour[::-1])

    def _state(self, statement: str, terms: Iterable[tuple[int, Any]], least: int) -> int:
        row = [(factor, self._variable[place]) for factor, place in terms]
        return self._formula.state(statement, row, least)

    def _one(self, places: list[tuple[Any, int]], statement: str) -> tuple[int, int]:
        """State that one place is taken, at least and at most."""
        return (
            self._state(statement, [(1, place) for place in places], 1),
            self._state(f"only one: {statement}", [(-1, place) for place in places], -1),
        )

    def _place(self, k: int) -> int | None:
        """Return a number, counted on around a cycle, None if there is none."""
        size = len(self._nodes)
        return (k - 1) % size + 1 if self._claim.closed or 1 <= k <= size else None

    def _follows(self, v: Any, k: int, others: Collection[tuple[Any, int]]) -> None:
        """State that a node has a number only if one of some others is the next or the last."""
        names = " or ".join(f"{self._name(w)} {number}" for w, number in others)
        statement = f"if {self._name(v)} has number {k}: {names}"
        self._state(statement, [(-1, (v, k)), *((1, place) for place in others)], 0)

    def _steps(self, G: nx.Graph[Any]) -> None:
        """State that nodes with consecutive numbers are joined."""
        forbid = set(self._claim.forbid)
        if not self._directed:
            forbid |= {(v, u) for u, v in forbid}
        arcs = {(u, v): None for u in G for v in G.adj[u] if u != v and (u, v) not in forbid}
        ahead: dict[Any, list[Any]] = {v: [] for v in G}
        behind: dict[Any, list[Any]] = {v: [] for v in G}
        for u, v in arcs:
            ahead[u].append(v)
            behind[v].append(u)
        for step, near in ((1, ahead), (-1, behind)):
            for v, k in self._variable:
                if (other := self._place(k + step)) is not None:
                    self._follows(v, k, [(w, other) for w in near[v]])

    def _used(self, u: Any, v: Any) -> None:
        """State that an edge is used: its ends have consecutive numbers."""
        for w, partner, step in ((u, v, 1), (v, u, -1)):
            steps = (step,) if self._directed else (1, -1)
            for k in self._all:
                near = dict.fromkeys(self._place(k + step) for step in steps)
                self._follows(w, k, [(partner, number) for number in near if number is not None])

    def _not(self, tour: Sequence[Any]) -> None:
        """State that the numbers are not all those of a known tour."""
        places = [(-1, (v, k)) for k, v in enumerate(tour, start=1)]
        self._state("not a known tour", places, 1 - len(places))

    def crowd(self, numbers: Iterable[int], nodes: Iterable[Any]) -> None:
        """Write that some numbers have too few nodes; the others cannot have these numbers."""
        lines = [self._node_of[k - 1][0] for k in numbers] + [self._number_of[v][1] for v in nodes]
        self._log.add((line, 1) for line in lines)
        self._log.imply(())

    def clauses(self, places: Sequence[tuple[Any, int]], clauses: Iterable[Iterable[int]]) -> None:
        """Write clauses on places, counted from 1, and that there is no choice left."""
        for clause in clauses:
            literals = {self._variable[places[abs(k) - 1]] * (k // abs(k)): None for k in clause}
            self._log.imply(literals)
        self._log.imply(())

    def finished(self) -> PseudoBoolean:
        """Return the two texts."""

        def meaning(place: tuple[Any, int]) -> str:
            v, k = place
            return f"{json.dumps([self._label(v), k])} {printable(self._name(v))} has number {k}"

        return finished(self._formula, self._log, meaning)


# -- Sums of statements about ports, borders and paths, as a line of a proof needs them


class Border(NamedTuple):
    """A border that is crossed twice, or at least four times."""

    often: int
    """The variable that says that it is crossed at least four times."""
    least: int
    """The line that it is crossed at least as often as the variable says."""
    most: int
    """The line that it is crossed twice if the variable does not say more."""


class Sum:
    """Statements, each a number of times; sets of ports are stated from their smaller side."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._ports: Counter[int] = Counter()
        self._lines: Counter[int] = Counter()

    def count(self, ports: Iterable[int], times: int) -> None:
        """Add the numbers of edges at ports."""
        for port in ports:
            self._ports[port] += times

    def path(self, ports: frozenset[int], times: int) -> None:
        """Add an even number of times that there is no cycle within some ports."""
        if 2 * len(ports) > len(self._edges.ports):
            others = frozenset(range(len(self._edges.ports))) - ports
            self.count(ports, -times // 2)
            self.count(others, times // 2)
            ports = others
        if (line := self._edges.path(ports)) is not None:
            self.line(line, times)

    def border(self, ports: frozenset[int], times: int) -> None:
        """Add that the border of some ports is crossed twice."""
        self.count(ports, times)
        self.path(ports, 2 * times)

    def line(self, line: int, times: int) -> None:
        """Add any statement."""
        self._lines[line] += times

    def parts(self) -> list[Part]:
        """Return the sum."""
        ports = (self._edges.port(port, times) for port, times in self._ports.items() if times)
        return [*ports, *self._lines.items()]


def comb(
    edges: Edges,
    handle: frozenset[int],
    teeth: Collection[frozenset[int]],
    sides: Collection[frozenset[int]],
) -> int:
    """Derive a comb: how many edges may lie within sides of its borders, handle and teeth.

    The borders of a tooth and of its two parts are crossed twice each. Together they count every
    crossing of the tooth twice, and so every edge from part to part, which crosses the handle. With
    the other edges that cross the handle these are all crossings, twice, and at least 6 for a
    tooth. At every node the crossings are the edges that do not stay within: four times those
    within are bounded. The division rounds, as the number of teeth is odd.
    """
    total = Sum(edges)
    tooth_of = {port: k for k, tooth in enumerate(teeth) for port in tooth}
    for tooth in teeth:
        for part in (tooth, tooth & handle, tooth - handle):
            total.border(part, 1)
    for side in sides:
        total.count(side, -2)
    axioms = [
        (x, 2)
        for p in sorted(handle)
        for x, q in edges.ports[p]
        if q not in handle and (p not in tooth_of or tooth_of.get(q) != tooth_of[p])
    ]
    return edges.log.add(total.parts(), axioms, ["4", "d"])


def split_border(edges: Edges, ports: frozenset[int]) -> Border:
    """Define a variable that says that the border of some ports is crossed at least four times.

    With n nodes and k edges within, a border is crossed 2 (n - k) times. So either there are n - 1
    edges within, or at most n - 2, and the first line bounds them by n - 1 less the variable.
    """
    inner, nodes = edges.within(ports)
    often = edges.formula.auxiliary(f"at least four edges leave {edges.listed_ports(ports)}")
    edges.path(ports)  # the first line is the same statement if the variable is 0
    return Border(
        often,
        edges.log.define([(-x, 1) for x in [*inner, often]], len(inner) + 2 - nodes, -often),
        edges.log.define([*((x, 1) for x in inner), (often, max(nodes - 1, 1))], nodes - 1, often),
    )


# -- Formulas in the OPB format: variables with a meaning, constraints with a comment

Term = tuple[int, int]
"""A coefficient and a variable."""


class Formula:
    """Constraints "a sum of terms is at least a number", numbered from 1."""

    def __init__(self, head: list[str]) -> None:
        self.variables: list[Any] = []
        self._head = head
        self._lines: list[str] = []
        self._sums: list[list[Term]] = []
        self.zeros: dict[int, int] = {}
        """The statement that a variable is 0, if there is such a variable."""
        self._notes: dict[int, str] = {}
        """What variables without a meaning in the graph say."""

    def __len__(self) -> int:
        return len(self._sums)

    def variable(self, meaning: Any) -> int:
        """Return a new variable."""
        self.variables.append(meaning)
        return len(self.variables)

    def auxiliary(self, note: str) -> int:
        """Return a new variable without a meaning in the graph."""
        x = self.variable(None)
        self._notes[x] = printable(note)
        return x

    def state(self, statement: str, terms: list[Term], least: int) -> int:
        """Add a constraint under its statement; return its number."""
        terms = terms or [(1, self.zero())]  # OPB has no empty sums
        self._lines.append(f"* {printable(statement)}\n{_sum(terms)} >= {least} ;\n")
        self._sums.append(terms)
        return len(self._sums)

    def terms(self, number: int) -> list[Term]:
        """Return the sum of a constraint."""
        return self._sums[number - 1]

    def zero(self) -> int:
        """Return a variable that is 0."""
        if not self.zeros:
            x = self.auxiliary("nothing")
            self.zeros[x] = self.state("what there is not", [(-1, x)], 0)
        return next(iter(self.zeros))

    def text(self, meaning: Callable[[Any], str]) -> str:
        """Return the formula; ``meaning`` gives the comment on a variable."""
        size = f"* #variable= {len(self.variables)} #constraint= {len(self)}\n"
        head = [f"* {line}\n" for line in self._head]
        some = (
            f"* x{k} {f'null {self._notes[k]}' if v is None else meaning(v)}\n"
            for k, v in enumerate(self.variables, start=1)
        )
        return "".join([size, *head, *some, *self._lines])


def header(claim: Claim, variables: str, label: Label) -> list[str]:
    """Return the first comments, from which an audit reads the claim."""
    said: dict[str, Any] = {"closed": claim.closed}
    for role in ("start", "end"):
        if (node := getattr(claim, role)) is not None:
            said[role] = label(node)
    for name in ("require", "forbid", "besides"):
        if some := getattr(claim, name):
            said[name] = [list(map(label, nodes)) for nodes in some]
    if claim.chains:
        said["order"] = [list(map(label, chain)) for chain in claim.chains]
    if claim.disjoint > 1 or claim.every_edge:
        said |= {"disjoint": claim.disjoint, "every_edge": claim.every_edge}
    if claim.fewer_than is not None:
        said["fewer_than"] = claim.fewer_than
    if claim.positions:
        said["positions"] = [[label(v), k] for v, k in claim.positions]
    if claim.shorter_than is not None:
        weight = codec(Named).write(claim.weight, label)
        said |= {"shorter_than": str(claim.shorter_than), "weight": weight, "hidden": claim.hidden}
    return [f"claim {json.dumps(said)}", f"variables {variables}"]


def edge_meaning(label: Label, name: Callable[[Any], str], edge: tuple[Any, Any]) -> str:
    """Return the comment on the variable of an edge."""
    return f"{json.dumps(list(map(label, edge)))} {printable('-'.join(map(name, edge)))}"


def printable(text: str) -> str:
    """Return a text as one line of ASCII characters."""
    return text.encode("unicode_escape").decode("ascii")


def _sum(terms: Iterable[Term]) -> str:
    return " ".join(f"{factor:+d} x{variable}" for factor, variable in terms)
