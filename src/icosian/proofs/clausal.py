"""Proofs for checkers of clauses: formulas in the DIMACS format, refutations with hints in LRAT.

The statements of :class:`~icosian.proofs.shared.rules.Facts` are counts. Where one of them leaves
no choice, it is because some of its literals fail, and that these do not all fail together with
the conclusion is a clause. The formula has exactly the clauses that the refutation meets: each is
about the edges at a node, a border, or a cycle that misses nodes, and true of every tour.
"""

# ruff: noqa: SLF001 - the kinds of proof are our own
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from icosian.exceptions import NoClausalForm
from icosian.proofs.alternating_parity import AlternatingParity
from icosian.proofs.base import Proof, clausal
from icosian.proofs.cases import Cases, Entry
from icosian.proofs.forced import ForcedEdges
from icosian.proofs.pseudo_boolean.formula import header, printable
from icosian.proofs.pseudo_boolean.replay import KnownPaths, leaves
from icosian.proofs.pseudo_boolean.value import Export
from icosian.proofs.refutation import Refutation, state
from icosian.proofs.shared.codec import label_writer
from icosian.proofs.shared.evidence import unlimited
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import OPEN, USED, Facts, Marks
from icosian.proofs.weighing import Weighing

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx


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
        The edges (node, node) that the variables 1, 2, ... stand for.

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


@clausal.register(Proof)
def _no_form(proof: Proof, G: nx.Graph[Any]) -> Clausal:  # noqa: ARG001 - as for other kinds
    kind = f"a proof of the kind {type(proof).__name__}"
    if isinstance(proof, AlternatingParity | Weighing) or hasattr(proof, "as_weighing"):
        raise NoClausalForm(f"{kind} counts, which takes too many clauses")
    raise NoClausalForm(f"{kind} has no form as clauses")


@clausal.register(Refutation)
def _refuted(proof: Refutation, G: nx.Graph[Any]) -> Clausal:
    proof._check_fit(G)
    net = Network(G, proof.statement)
    facts = HintedFacts(net)
    proof._follow(net, facts, unlimited)  # this is the check
    return facts.finished(proof, G)


@clausal.register(ForcedEdges)
def _forced(proof: ForcedEdges, G: nx.Graph[Any]) -> Clausal:
    proof.check(G)
    borders = dict.fromkeys(step.border for step in proof.steps if step.border is not None)
    return _closed(proof, G, (None,), tuple(borders))


@clausal.register(Cases)
def _split(proof: Cases, G: nx.Graph[Any]) -> Clausal:
    proof.check(G)
    return _closed(proof, G, proof.tree, proof.sets)


def _closed(
    proof: Proof, G: nx.Graph[Any], tree: tuple[Entry, ...], sets: tuple[frozenset[Any], ...]
) -> Clausal:
    """Return a valid tree of cases as clauses: one for each leaf, then for each split."""
    net = Network(G, proof.statement)
    marks = BorderMarks(net, map(net.inside, sets))
    clauses = []
    for weights, case in leaves(marks, tree):
        if weights is not None:
            raise NoClausalForm("weights close a case, and they count: this takes too many clauses")
        clause = [(2 * e + (not second), second) for e, second in case]
        clauses.append([literal for literal, _ in clause])
        while clause and clause[-1][1]:
            clause.pop()
            clauses.append([literal for literal, _ in clause])
    facts = HintedFacts(net)
    state(net, facts, sets, unlimited)
    facts.parities(marks.parities)
    facts.refute(clauses)
    return facts.finished(proof, G)


class BorderMarks(Marks):
    """Marks that note where a parity of a border decides."""

    def __init__(self, net: Network, sets: Iterable[set[int]]) -> None:
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

    def __init__(self, net: Network) -> None:
        self._net, self._known = net, KnownPaths(net)
        super().__init__(len(net.edges), unlimited, self._known)
        self._full: list[tuple[int, list[int]]] = [(1, [])]
        """The statements, with literals that had failed before they were stated."""
        self._written: dict[int, int] = {}
        """The clause of the proof that a statement is."""
        self._units: list[int | _Given] = []
        """The clauses that say what holds for good."""
        self._given: dict[_Given, int] = {}
        """The clauses of the formula, each with the statement that it is a part of."""
        self._lines: list[tuple[list[int], list[int | _Given]]] = []
        """The clauses of the proof with their hints."""
        self._clause: list[int] = []
        self._parities = 0

    def add(self, least: int, literals: list[int]) -> None:
        """Add a statement; the one after a clause was implied is this clause."""
        if self._clause:
            self._written[len(self._full)] = len(self._lines) - 1
            self._clause = []
        self._full.append((least, literals))
        super().add(least, literals)

    def parities(self, statements: dict[tuple[int, ...], int]) -> None:
        """Add the statements about parities of borders."""
        self._parities = len(self._full)
        for literals, least in statements.items():
            self.add(least, list(literals))

    def imply(self, clause: list[int]) -> bool:
        """Return True if denying all literals of a clause leads to a contradiction."""
        self._clause = clause
        return super().imply(clause)

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
        if clause == () and self._failed:  # other checkers refuse an empty clause: x1, and not x1
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
        if reason < 0:
            _, path = self._known.between(~reason)
            failed = [2 * e + 1 for e in (~reason, *path)]
            failed = [literal for literal in failed if literal not in conclusion]
        else:
            least, row = self._full[reason]
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

    def finished(self, proof: Proof, G: nx.Graph[Any]) -> Clausal:
        """Return the two texts, without the clauses that the last one does not need."""
        needed: set[int | _Given] = {len(self._lines) - 1}
        for number in range(len(self._lines) - 1, -1, -1):
            if number in needed:
                needed.update(self._lines[number][1])
        given = [clause for clause in self._given if clause in needed]
        number_of: dict[int | _Given, int] = {c: k for k, c in enumerate(given, start=1)}
        label, name, nodes = label_writer(G), proof._name, self._net.nodes
        edges = [(nodes[u], nodes[v]) for u, v in self._net.edges]
        head = header(proof.statement, "edges", label)
        for k, edge in enumerate(edges, start=1):
            said = json.dumps(list(map(label, edge)))
            head.append(f"x{k} {said} {printable('-'.join(map(name, edge)))}")
        head += [f"clause {number_of[c]} {self._why(self._given[c], proof)}" for c in given]
        formula = [*(f"c {line}" for line in head), f"p cnf {len(edges)} {len(given)}"]
        formula += [_line(clause) for clause in given]
        lines = []
        for number, (literals, hints) in enumerate(self._lines):
            if number in needed:
                number_of[number] = len(number_of) + 1
                used = " ".join(str(number_of[hint]) for hint in hints)
                lines.append(f"{number_of[number]} {_line(literals)} {used} 0")
        return Clausal(
            formula="\n".join([*formula, ""]),
            proof="\n".join([*lines, ""]),
            variables=tuple(edges),
        )

    def _why(self, reason: int, proof: Proof) -> str:
        """Return what makes a clause of the formula true of every tour."""
        net = self._net
        place, is_most = divmod(reason - 1, 2)
        if reason < 0:
            return "a cycle that misses nodes"
        if place < len(net.ports):
            node = printable(proof._name(net.nodes[place >> net.directed]))
            where = f"{'two edges' if not net.directed else 'one arc'} at node {node}"
            return f"at {'most' if is_most else 'least'} {where}"
        if reason <= 2 * len(net.ports) + len(net.given):
            return "an end"
        if self._parities and reason >= self._parities:
            if net.directed:
                return "a border is left as often as entered"
            return "a border is crossed an even number of times"
        return "a border"


_Given = tuple[int, ...]


def _line(literals: Iterable[int]) -> str:
    """Return a clause as numbers that end with 0."""
    numbers = (str(-(k // 2 + 1) if k & 1 else k // 2 + 1) for k in literals)
    return " ".join([*numbers, "0"])
