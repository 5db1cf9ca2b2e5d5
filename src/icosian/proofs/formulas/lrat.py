"""Proofs for checkers of clauses: formulas in the DIMACS format, refutations with hints in LRAT.

The statements of :class:`~icosian.proofs.instance.Facts` are counts. Where one of them leaves
no choice, it is because some of its literals fail, and that these do not all fail together with
the conclusion is a clause. The formula has exactly the clauses that the refutation meets: each is
about the edges at a node, a border, or a cycle that misses nodes, and true of every tour.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

import networkx as nx

from icosian.exceptions import InvalidProof, NoClausalForm
from icosian.proofs.certificate import Proof, Tick, export_lrat, no_limit
from icosian.proofs.claim import ON_EDGES, label_writer, only
from icosian.proofs.clauses import (
    DisjointRefutation,
    EdgeModel,
    Ordered,
    OrderRules,
    Positioned,
    PositionModel,
    Refutation,
    SymmetricRefutation,
)
from icosian.proofs.counting import Weighing
from icosian.proofs.derived import Conditional, conditional_graph
from icosian.proofs.forcing import AlternatingParity, Cases, ForcedEdges
from icosian.proofs.formulas.opb import (
    Export,
    KnownPaths,
    deny_splits,
    header,
    leaves,
    printable,
    restate_cases,
    restate_refutation,
)
from icosian.proofs.instance import OPEN, USED, CycleInstance, Facts, Marks, Why
from icosian.proofs.loops import LoopRefutation, LoopRules

# ruff: noqa: SLF001 - the kinds of proof are our own


@dataclass(frozen=True, slots=True, kw_only=True)
class Clausal(Export):
    """A claim as clauses that cannot all hold, and their refutation.

    Attributes
    ----------
    formula : str
        The clauses in the DIMACS format. Comments before them say what each variable means, and
        why each clause is true of every tour.
    proof : str
        The refutation in the LRAT format: each clause with those from which it follows by unit
        propagation, in their order. The last clause is empty.
    variables : tuple
        What the variables 1, 2, ... stand for: an edge (node, node); a node and its number on the
        tour; an edge and the number of a cycle; (node, "after", node) in an order; in a loop puzzle
        an edge, or what :class:`LoopRefutation` names.

    See Also
    --------
    icosian.Proof.to_lrat : Make one.
    PseudoBoolean : The same for checkers of linear inequalities.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> G = nx.petersen_graph()
    >>> export = icosian.prove_no_hamiltonian_cycle(G).to_lrat(G)
    >>> export.variables[:3]
    ((0, 1), (0, 4), (0, 5))
    """

    _SUFFIXES = (".cnf", ".lrat")


@export_lrat.register(Proof)
@export_lrat.register(SymmetricRefutation)
def _refuse_kind(proof: Proof, G: nx.Graph[Any]) -> NoReturn:  # noqa: ARG001 - as for other kinds
    kind = f"a proof of the kind {type(proof).__name__}"
    if isinstance(proof, AlternatingParity | Weighing) or hasattr(proof, "as_weighing"):
        raise NoClausalForm(f"{kind} counts, which takes too many clauses")
    raise NoClausalForm(f"{kind} has no form as clauses")


@export_lrat.register(Refutation)
@export_lrat.register(ForcedEdges)
@export_lrat.register(Cases)
@export_lrat.register(Conditional)
def _write_edges(proof: Proof, G: nx.Graph[Any]) -> Clausal:
    proof._check_fit(G)
    claim, H, inner = proof.statement, G, proof
    if isinstance(proof, Conditional):
        H, inner = conditional_graph(G, claim), proof.inner
        inner._check_fit(H)
    net = CycleInstance(G, only(claim, ON_EDGES))
    facts = HintedFacts(len(net.edges), no_limit, KnownPaths(net))
    if isinstance(inner, Refutation):
        inner = restate_refutation(inner, H, net)
        inner._refute(EdgeModel(net, inner.sets), facts)
    elif isinstance(inner, Cases | ForcedEdges):
        inner.check(H)
        _write_cases(restate_cases(inner, H, net), net, facts)
    else:
        _refuse_kind(inner, H)
    return facts.finished(proof, G, "edges", _pairs(net), net)


def _write_cases(cases: Cases, net: CycleInstance, facts: HintedFacts) -> None:
    """Write a valid tree of cases: a clause for each leaf, then for each split."""
    marks = BorderMarks(net, map(net.inside, cases.sets))
    clauses = list[list[int]]()
    for weights, case in leaves(marks, cases.tree):
        if weights is not None:
            raise NoClausalForm("weights close a case, and they count: this takes too many clauses")
        clauses += deny_splits([(2 * e + (not second), second) for e, second in case])
    for rule in EdgeModel(net, cases.sets).facts():
        facts.add(*rule)
    how = "left as often as entered" if net.directed else "crossed an even number of times"
    for literals, least in marks.parities.items():
        facts.add(least, list(literals), f"a border is {how}")
    facts.refute(clauses)


@export_lrat.register(Ordered)
@export_lrat.register(Positioned)
@export_lrat.register(DisjointRefutation)
@export_lrat.register(LoopRefutation)
def _refute_model(proof: Any, G: Any) -> Clausal:
    if isinstance(proof, Positioned):  # of a choice that its crowd may have decided
        proof.check(G)
        model = PositionModel(G, proof.statement, no_limit, narrow=False)
    else:
        proof._check_fit(G)
        model = proof._model(G, no_limit)
    if model is None:
        raise NoClausalForm("a proof about too few edges at a node or a border counts")
    facts = HintedFacts(model.size, no_limit)
    try:
        proof._refute(model, facts)
    except InvalidProof:  # no clauses follow where numbers are too many for their nodes
        if not isinstance(proof, Positioned):
            raise
        raise NoClausalForm("a proof about too few nodes for some numbers counts") from None
    if isinstance(model, LoopRules):
        names = [*model.edges, *list(model.variables)[len(model.edges) :]]
        head = [f"claim {proof.statement.to_json()}", "variables statements"]
        return facts.text(head, names, json.dumps)
    if isinstance(model, PositionModel):
        places = [(model.nodes[v], k) for v, k in model.variables]
        return facts.finished(proof, G, "numbers", places)
    edges = _pairs(model.net)
    if isinstance(model, OrderRules):
        kind = "order" if proof.chains or proof.positions else "edges"
        return facts.finished(proof, G, kind, [*edges, *model.names], model.net)
    members = [(*edge, c) for c in range(1, proof.disjoint + 1) for edge in edges]
    return facts.finished(proof, G, "cycles", members, model.net)


def _pairs(net: CycleInstance) -> list[tuple[Any, Any]]:
    return [(net.nodes[u], net.nodes[v]) for u, v in net.edges]


class BorderMarks(Marks):
    """Marks that note where a parity of a border decides."""

    def __init__(self, net: CycleInstance, sets: Iterable[set[int]]) -> None:
        super().__init__(net, sets)
        self.parities: dict[tuple[int, ...], int] = {}
        """Statements that a border is not crossed by exactly some edges, or one way more often."""

    def _apply(self, row: int) -> None:
        if row >= self._first_border:
            least, literals = self._parity(row)
            if literals:
                self.parities[tuple(literals)] = least
        super()._apply(row)

    def _parity(self, row: int) -> tuple[int, list[int]]:
        """Return the statement about the parity of a border, if it may decide something."""
        edges = self.rows[row]
        if self.net.directed:  # as many edges leave as enter
            twin = self.rows[row + 1 if (row - self._first_border) % 2 == 0 else row - 1]
            return len(twin), [2 * e for e in edges] + [2 * e + 1 for e in twin]
        if self.left[row] - self.used[row] > 1:
            return 0, []
        marks = {USED} if self.used[row] % 2 else {USED, OPEN}
        odd = [self.mark[e] in marks for e in edges]
        if sum(odd) % 2 == 0:
            return 0, []
        return 1, [2 * e + is_odd for e, is_odd in zip(edges, odd, strict=True)]


class HintedFacts(Facts):
    """Facts that write each conclusion as a clause, with the clauses it follows from."""

    # A clause of the formula is called by its literals, one of the proof by its number.

    def __init__(self, variables: int, tick: Tick, paths: KnownPaths | None = None) -> None:
        super().__init__(variables, tick, paths)
        self._known = paths
        self._full: list[tuple[int, list[int], Why]] = [(1, [], "")]
        """The statements, with literals that had failed before they were stated, and why."""
        self._written: dict[int, int] = {}
        """The clause of the proof that a statement is."""
        self._units: list[int | _Given] = []
        """The clauses that say what holds for good."""
        self._given: dict[_Given, int] = {}
        """The clauses of the formula, each with the statement that it is a part of."""
        self._lines: list[tuple[list[int], list[int | _Given]]] = []
        """The clauses of the proof with their hints."""
        self._clause: list[int] = []

    def add(self, least: int, literals: list[int], why: Why = "") -> None:
        """Add a statement; the one after a clause was implied is this clause."""
        if self._clause:
            self._written[len(self._full)] = len(self._lines) - 1
            self._clause = []
        self._full.append((least, literals, why))
        super().add(least, literals)

    def imply(self, clause: list[int]) -> bool:
        """Return True if denying all literals of a clause leads to a contradiction."""
        self._clause = clause
        implied = super().imply(clause)
        if not implied:
            self._clause = []
        return implied

    def conclude(self) -> None:
        """Draw the conclusions for good."""
        super().conclude()
        if self.contradictory:
            return
        places = self._places([])
        for place in range(len(self._units), len(self._holding)):
            literal = self._holding[place]
            clause, failed = self._because(self._reasons[place], [literal], places)
            if failed:
                hints = [*(self._units[places[other]] for other in failed), clause]
                clause = self._write([literal], hints)
            self._units.append(clause)

    def _places(self, clause: list[int]) -> dict[int, int]:
        """Return when each literal failed, those of a clause that is denied before all others."""
        places = {literal ^ 1: place for place, literal in enumerate(self._holding)}
        return places | dict.fromkeys(clause, -1)

    def _clashes(self, reason: int | None) -> bool:
        """Return True if there is a reason for a clash, and write what it proves."""
        if reason and not self.contradictory:  # not for a clause with a literal and its denial
            self._write(self._clause, self._hints(reason))
        return super()._clashes(reason)

    def _hints(self, reason: int) -> list[int | _Given]:
        """Return the clauses from which a clash follows, in the order of propagation."""
        places = self._places(self._clause)
        clause, failed = self._because(reason, [], places)
        if clause == ():  # other checkers refuse an empty clause: x1, and not x1
            self._given |= dict.fromkeys([(0,), (1,)], reason)
            return [(0,), (1,)]
        hints, needed = [clause], set(map(places.__getitem__, failed))
        for place in range(max(needed, default=-1), -1, -1):
            if place not in needed:
                continue
            literal = self._holding[place]
            if place < len(self._units):
                clause, failed = self._units[place], []
            else:
                clause, failed = self._because(self._reasons[place], [literal], places)
            if literal in self._clause:  # it is denied, so this is a clash already
                hints, needed = [], set()
            hints.append(clause)
            needed.update(map(places.__getitem__, failed))
        return hints[::-1]

    def _because(
        self, reason: int, conclusion: list[int], places: dict[int, int]
    ) -> tuple[int | _Given, list[int]]:
        """Return the clause that leaves only a conclusion, and its literals that failed before."""
        if self._known is not None and reason < 0:
            _, path = self._known.between(~reason)
            failed = [2 * e + 1 for e in (~reason, *path)]
            failed = [literal for literal in failed if literal not in conclusion]
        else:
            least, row, _ = self._full[reason]
            failed = [x for x in row if x in places and x not in conclusion]
            failed.sort(key=places.__getitem__)
            failed = failed[: max(0, len(row) - least + 1 - len(conclusion))]
            if reason in self._written:
                return self._written[reason], failed
        given = tuple(sorted(conclusion + failed))
        self._given.setdefault(given, reason)
        return given, failed

    def _write(self, literals: list[int], hints: list[int | _Given]) -> int:
        self._lines.append((literals, hints))
        return len(self._lines) - 1

    def finished(
        self,
        proof: Proof,
        G: nx.Graph[Any],
        kind: str,
        variables: Iterable[tuple[Any, ...]],
        net: CycleInstance | None = None,
    ) -> Clausal:
        """Return the two texts; variables are nodes, those about edges maybe with more."""
        label, name = label_writer(G), proof._name

        def said(variable: tuple[Any, ...]) -> str:
            u, v, *more = variable
            words = "-".join([name(u), str(v) if net is None else name(v), *map(str, more)])
            return f"{json.dumps(list(map(label, variable)))} {words}"

        def at(port: int) -> str:
            return "" if net is None else name(net.nodes[port >> net.directed])

        return self.text(header(proof.statement, kind, label, NoClausalForm), variables, said, at)

    def text(
        self,
        head: list[str],
        variables: Iterable[tuple[Any, ...]],
        said: Callable[[tuple[Any, ...]], str],
        at: Callable[[int], str] = str,
    ) -> Clausal:
        """Return the two texts, without the clauses that the last one does not need."""
        needed: set[int | _Given] = {len(self._lines) - 1}
        for number in range(len(self._lines) - 1, -1, -1):
            if number in needed:
                needed.update(self._lines[number][1])
        given = [clause for clause in self._given if clause in needed]
        number_of: dict[int | _Given, int] = {c: k for k, c in enumerate(given, start=1)}
        known = tuple(variables) or (None,)  # other checkers ask for a variable
        meanings = ("null nothing" if variable is None else said(variable) for variable in known)
        lines = [*head, *(f"x{k} {meaning}" for k, meaning in enumerate(meanings, start=1))]
        lines += [f"clause {number_of[c]} {self._why(self._given[c], at)}" for c in given]
        formula = [f"c {printable(line)}" for line in lines]
        formula.append(f"p cnf {len(known)} {len(given)}")
        formula += [_line(clause) for clause in given]
        lines = []
        for number, (literals, hints) in enumerate(self._lines):
            if number in needed:
                number_of[number] = len(number_of) + 1
                used = " ".join(str(number_of[hint]) for hint in hints)
                lines.append(f"{number_of[number]} {_line(literals)} {used} 0")
        return Clausal(
            formula="\n".join([*formula, ""]), proof="\n".join([*lines, ""]), variables=known
        )

    def _why(self, reason: int, at: Callable[[int], str]) -> str:
        """Return what makes a clause of the formula true of every tour."""
        if reason < 0:
            return "a cycle that misses nodes"
        _, _, why = self._full[reason]
        return why if isinstance(why, str) else f"{why[0]} at node {at(why[1])}"


_Given = tuple[int, ...]


def _line(literals: Iterable[int]) -> str:
    """Return a clause as numbers that end with 0."""
    numbers = (str(-(k // 2 + 1) if k & 1 else k // 2 + 1) for k in literals)
    return " ".join([*numbers, "0"])
