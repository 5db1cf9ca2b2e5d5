"""Proofs for checkers that others wrote: pseudo-Boolean formulas and their refutations.

A formula states what holds for every tour that a claim is about, as linear inequalities in 0-1
variables, in the OPB format. The proof derives a contradiction in the format of VeriPB, version
2.0: sums, unit propagation, definitions. ``exports.py`` says how each kind of proof reasons.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import networkx as nx

from icosian._io.text import check_target, write_atomically
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs.certificate import no_limit
from icosian.proofs.claim import ON_EDGES, Claim, beyond_formulas, codec, label_writer, only
from icosian.proofs.clauses import PositionModel, Refutation
from icosian.proofs.counting import Weights
from icosian.proofs.forcing import Cases, Entry, ForcedEdges, follow_cases
from icosian.proofs.instance import OPEN, USED, CycleInstance, Facts, Marks, Paths

Part = tuple[int, int]
"""A constraint, or a literal, and how often it is added."""


class Log:
    """The lines of a proof.

    Constraints of the formula are positive numbers, and the k-th line of the proof is ``-k``: how
    many constraints the formula has is known only at the end.
    """

    def __init__(self) -> None:
        self._lines: list[list[int | str]] = []

    def add(
        self, parts: Iterable[Part], axioms: Iterable[Part] = (), then: Iterable[str] = ()
    ) -> int:
        """Write a sum of constraints and of axioms "literal >= 0"; return the line.

        ``then`` are operations on the sum, in reverse Polish notation.
        """
        summands: list[tuple[int | str, int]] = [*parts]
        summands += [(literal_name(literal), times) for literal, times in axioms]
        line: list[int | str] = ["pol"]
        for k, (summand, times) in enumerate(summands):
            line.append(summand)
            if times != 1:
                line += [str(times), "*"]
            if k:
                line.append("+")
        return self._append([*line, *then])

    def compute(self, line: Iterable[int | str]) -> int:
        """Write any operations on constraints, in reverse Polish notation; return the line."""
        return self._append(["pol", *line])

    def imply(self, literals: Iterable[int]) -> int:
        """Write a clause that follows by unit propagation; return the line."""
        clause = "".join(f" 1 {literal_name(literal)}" for literal in literals)
        return self._append([f"rup{clause} >= 1 ;"])

    def define(self, literals: Iterable[Part], least: int, witness: int) -> int:
        """Write a sum of literals that is right if a new variable is chosen well; return the line.

        ``witness`` is the literal of the variable that makes it right whatever the others are.
        """
        terms = "".join(f" {factor} {literal_name(literal)}" for literal, factor in literals)
        choice = f"{literal_name(abs(witness))} -> {int(witness > 0)}"
        return self._append([f"red{terms} >= {least} ; {choice}"])

    def _append(self, line: list[int | str]) -> int:
        self._lines.append(line)
        return -len(self._lines)

    def text(self, constraints: int) -> str:
        """Return the proof that the last line contradicts a formula of so many constraints."""

        def number(reference: int | str) -> str:
            if isinstance(reference, str):
                return reference
            return str(reference if reference > 0 else constraints - reference)

        lines = [" ".join(map(number, line)) for line in self._lines]
        return "\n".join(
            [
                "pseudo-Boolean proof version 2.0",
                f"f {constraints}",
                *lines,
                "output NONE",
                f"conclusion UNSAT : {constraints + len(lines)}",
                "end pseudo-Boolean proof",
                "",
            ]
        )


def literal_name(literal: int) -> str:
    """Return a variable, or its denial if the number is negative."""
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


# -- The proof inside a Conditional, about the graph of the claim itself

# Its own graph has a node in the middle of each edge to use. The rules about the halves of such an
# edge say no more than those about the edge, if that is used; what the middle adds to a sum, the
# halves take back; and of a set only the nodes that are no middles matter.


def restate_refutation(proof: Refutation, G: nx.Graph[Any], net: CycleInstance) -> Refutation:
    """Return a refutation about the edges of an instance, if need be instead of their halves."""
    edges = tuple(whole_edge(pair, G, net) for pair in proof.edges)
    return replace(proof, edges=edges, sets=_own_sets(proof.sets, G, net))


def restate_cases(proof: Cases | ForcedEdges, G: nx.Graph[Any], net: CycleInstance) -> Cases:
    """Return a tree of cases about the edges of an instance; steps are a tree without a split."""
    if isinstance(proof, ForcedEdges):
        borders = dict.fromkeys(step.border for step in proof.steps if step.border is not None)
        return Cases(closed=True, tree=(None,), sets=_own_sets(borders, G, net))
    tree = (whole_edge(x, G, net) if isinstance(x, tuple) else x for x in proof.tree)
    return replace(proof, tree=tuple(tree), sets=_own_sets(proof.sets, G, net))


def whole_edge(pair: tuple[Any, Any], G: nx.Graph[Any], net: CycleInstance) -> tuple[Any, Any]:
    """Return the edge that an edge of a graph halves, the pair itself if it has no middle."""
    for node in pair if G.has_edge(*pair) else ():
        if node not in net.number:
            return node.tail, node.head
    return pair


def _own_sets(
    sets: Iterable[frozenset[Any]], G: nx.Graph[Any], net: CycleInstance
) -> tuple[frozenset[Any], ...]:
    """Return the sets without middles, but those of which then nothing is left, or everything."""
    middles = set(G) - net.number.keys()
    return tuple(part - middles for part in sets if 0 < len(part - middles) < len(net.number))


# -- The value of an export: a formula and its refutation


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A formula without a solution, and its refutation."""

    _SUFFIXES: ClassVar[tuple[str, str]]
    """The ends of the names of their files."""

    formula: str
    proof: str
    variables: tuple[Any, ...]

    def save(self, stem: str | os.PathLike[str]) -> tuple[Path, Path]:
        """Write the formula and the proof to two files, each as a whole or not at all.

        Parameters
        ----------
        stem : str or path-like
            Their common path without a suffix; ``.opb`` and ``.pbp`` are appended, or ``.cnf`` and
            ``.lrat``.

        Returns
        -------
        Path, Path
            The paths of the formula and of the proof.

        Raises
        ------
        InvalidArgument
            If the stem is not a path that ends in a name.
        OSError
            If a file cannot be written.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> G = nx.petersen_graph()
        >>> export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
        >>> export.save("petersen")  # doctest: +SKIP
        (PosixPath('petersen.opb'), PosixPath('petersen.pbp'))
        """
        path = check_target(stem, "stem")
        formula, proof = (Path(f"{path}{suffix}") for suffix in self._SUFFIXES)
        write_atomically(formula, self.formula.encode())
        write_atomically(proof, self.proof.encode())
        return formula, proof


@dataclass(frozen=True, slots=True, kw_only=True)
class PseudoBoolean(Export):
    """A claim as a pseudo-Boolean formula without a solution, and the refutation of the formula.

    Attributes
    ----------
    formula : str
        The formula in the OPB format. Comments say what each variable and each constraint means.
    proof : str
        The refutation in the format of VeriPB, version 2.0.
    variables : tuple
        What the variables ``x1``, ``x2``, ... stand for: an edge (node, node), or a node and its
        number on the tour. None is a variable that is always 0, or that the proof defines.

    See Also
    --------
    icosian.Proof.to_pseudo_boolean : Make one.
    icosian.proofs.audit : Read the formula back.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> G = nx.petersen_graph()
    >>> export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
    >>> export.variables[:3]
    ((0, 1), (0, 4), (0, 5))
    >>> print(export.proof.splitlines()[0])
    pseudo-Boolean proof version 2.0
    """

    _SUFFIXES = (".opb", ".pbp")


def write_proof(formula: Formula, log: Log, meaning: Callable[[Any], str]) -> PseudoBoolean:
    """Return the texts of a formula and of a proof whose last line contradicts it."""
    text, variables = formula.text(meaning), tuple(formula.variables)
    return PseudoBoolean(formula=text, proof=log.text(len(formula)), variables=variables)


# -- Formulas of numbered nodes

# A variable says that a node has a number, for all pairs. Which numbers a node cannot have at all
# follows by unit propagation, along the same walks as in the check.

Label = Callable[[Any], Any]


class PositionFormula:
    """The formula of a claim about numbered nodes, and the proof about it."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, name: Callable[[Any], str]) -> None:
        self._name, self._label = name, label_writer(G)
        self._formula, self._log = Formula(header(claim, "numbers", self._label)), Log()
        self._model = model = PositionModel(G, claim, no_limit, narrow=False)
        for v, k in model.variables:
            self._formula.variable((model.nodes[v], k))
        for least, literals, why in model.facts():
            denied = sum(x & 1 for x in literals)
            terms = [(1 - 2 * (x & 1), (x >> 1) + 1) for x in literals]
            self._formula.state(str(why), terms, least - denied)

    def crowd(self, numbers: Iterable[int], nodes: Iterable[int]) -> None:
        """Write that some numbers have too few nodes; the others cannot have these numbers."""
        # The first lines say of each number, then of each node, that it has one, and only one.
        nodes_from = 2 * len(self._model.nodes)
        lines = [2 * k - 1 for k in numbers] + [nodes_from + 2 * v + 2 for v in nodes]
        self._log.add((line, 1) for line in lines)
        self._log.imply(())

    def clauses(self, places: Sequence[tuple[Any, int]], clauses: Iterable[Iterable[int]]) -> None:
        """Write clauses on places, counted from 1, and that there is no choice left."""
        variables = [self._model.variable(place) + 1 for place in places]
        for clause in clauses:
            self._log.imply({variables[abs(k) - 1] * (k // abs(k)): None for k in clause})
        self._log.imply(())

    def finished(self) -> PseudoBoolean:
        """Return the two texts."""

        def meaning(place: tuple[Any, int]) -> str:
            v, k = place
            return f"{json.dumps([self._label(v), k])} {printable(self._name(v))} has number {k}"

        return write_proof(self._formula, self._log, meaning)


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
        total = " ".join(f"{factor:+d} x{variable}" for factor, variable in terms)
        self._lines.append(f"* {printable(statement)}\n{total} >= {least} ;\n")
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


def header(
    claim: Claim, variables: str, label: Label, refusal: type[Exception] = NoPseudoBooleanForm
) -> list[str]:
    """Return the first comments, from which an audit reads the claim; refuse one they cannot state.

    What a formula left out of its claim would be said of more tours than were refuted.
    """
    if lost := beyond_formulas(claim, variables):
        fields = " and ".join(lost)
        raise refusal(f"a formula about {variables} cannot state {fields}, as this proof does")
    said = {"closed": claim.closed} | codec(Claim).write(claim, label)
    return [f"claim {json.dumps(said)}", f"variables {variables}"]


def edge_meaning(label: Label, name: Callable[[Any], str], edge: tuple[Any, Any]) -> str:
    """Return the comment on the variable of an edge."""
    return f"{json.dumps(list(map(label, edge)))} {printable('-'.join(map(name, edge)))}"


def printable(text: str) -> str:
    """Return a text as one line of ASCII characters."""
    return text.encode("unicode_escape").decode("ascii")


# -- Statements about the edges of tours: the formula that refutations of edges start from

# As in ``instance.CycleInstance``, an undirected node is one port and a node of a digraph is two,
# ``2 v`` for leaving it and ``2 v + 1`` for entering it. Every statement holds for
# every tour that the claim is about.


def tour_edges(G: nx.Graph[Any], claim: Claim, name: Callable[[Any], str]) -> EdgeFormula:
    """Return the statements about nodes and conditions that hold for all tours of a claim."""
    head = header(claim, "edges", label_writer(G))
    return EdgeFormula(head, CycleInstance(G, only(claim, ON_EDGES)), name)


class EdgeFormula:
    """A formula with a variable for each edge, and the proof about it."""

    def __init__(self, head: list[str], net: CycleInstance, name: Callable[[Any], str]) -> None:
        self.nodes, self.number, self.directed = net.nodes, net.number, net.directed
        self.formula, self.log, self.net, self._name = Formula(head), Log(), net, name
        self.variable: dict[tuple[int, int], int] = {}
        """The variable of each edge by the numbers of its nodes, undirected ones both ways."""
        self.ports: list[list[tuple[int, int]]] = [[] for _ in net.ports]
        """The edges at each port: their variables, and the ports at their other ends."""
        for (u, v), (p, q) in zip(net.edges, net.joined, strict=True):
            x = self.variable[u, v] = self.formula.variable((self.nodes[u], self.nodes[v]))
            if not self.directed:
                self.variable[v, u] = x
            self.ports[p].append((x, q))
            self.ports[q].append((x, p))
        self._counts = [self._count(port) for port in range(len(self.ports))]
        self.given: dict[int, int] = {}
        """The statements about edges that every tour uses, by variable."""
        for x in (e + 1 for e in net.given):
            edge = "-".join(map(name, self.formula.variables[x - 1]))
            self.given[x] = self.formula.state(f"edge {edge} is used", [(1, x)], 1)
        self._borders: dict[frozenset[int], tuple[int, ...]] = {}
        self._paths: dict[frozenset[int], int] = {}

    def _count(self, port: int) -> tuple[int, int]:
        """State how many edges a tour has at a port, at least and at most."""
        node = self._name(self.nodes[port >> self.directed])
        where, need = f"two edges at node {node}", 2
        if self.directed:
            where, need = f"one arc {'into' if port % 2 else 'out of'} node {node}", 1
        row = [x for x, _ in self.ports[port]]
        least = self.formula.state(f"at least {where}", [(1, x) for x in row], need)
        return least, self.formula.state(f"at most {where}", [(-1, x) for x in row], -need)

    def port(self, port: int, times: int) -> Part:
        """Return the statement about a port a number of times; less than 0 times the other way."""
        least, most = self._counts[port]
        return (least, times) if times > 0 else (most, -times)

    def border(self, numbers: frozenset[int]) -> tuple[int, ...]:
        """State that tours cross the border of some nodes; a digraph has two such statements."""
        if numbers not in self._borders:
            ways, least = ["two edges leave"], 2
            if self.directed:
                ways, least = ["one arc leaves", "one arc enters"], 1
            found = []
            for side, way in enumerate(ways):
                terms = [(1, x) for x in self.crossing(numbers, side)]
                what = f"at least {way} {self._listed(numbers)}"
                found.append(self.formula.state(what, terms, least))
            self._borders[numbers] = tuple(found)
        return self._borders[numbers]

    def crossing(self, numbers: Collection[int], side: int = 0) -> list[int]:
        """Return the edges that cross the border of nodes; of arcs those that leave, or enter."""
        return [
            x
            for v in sorted(numbers)
            for x, q in self.ports[2 * v + side if self.directed else v]
            if q >> self.directed not in numbers
        ]

    def path(self, ports: frozenset[int]) -> int | None:
        """State that there is no cycle within some but not all ports, if they have inner edges."""
        if ports not in self._paths:
            inner, nodes = self.within(ports)
            if not inner:
                return None
            statement = f"no cycle within {self.listed_ports(ports)}"
            self._paths[ports] = self.formula.state(statement, [(-1, x) for x in inner], 1 - nodes)
        return self._paths[ports]

    def within(self, ports: frozenset[int]) -> tuple[list[int], int]:
        """Return the edges within some ports, and how many nodes these belong to."""
        leaving = [p for p in sorted(ports) if not (self.directed and p % 2)]
        inner = [(p, x, q) for p in leaving for x, q in self.ports[p] if q in ports]
        nodes = len({p >> self.directed for p in ports})
        return [x for p, x, q in inner if self.directed or p < q], nodes

    def join(self, numbers: Collection[int]) -> None:
        """State that there is no cycle within some nodes, unless these are all."""
        if 1 < len(numbers) < len(self.nodes):
            self.path(self.all_ports(numbers))

    def all_ports(self, numbers: Iterable[int]) -> frozenset[int]:
        """Return the ports of some nodes."""
        sides = range(1 + self.directed)
        return frozenset((v << self.directed) + side for v in numbers for side in sides)

    def finished(self, label: Callable[[Any], Any]) -> PseudoBoolean:
        """Return the two texts; ``label`` makes JSON of a node."""
        return write_proof(self.formula, self.log, partial(edge_meaning, label, self._name))

    def _listed(self, numbers: Iterable[int]) -> str:
        return f"{{{', '.join(self._name(self.nodes[v]) for v in sorted(numbers))}}}"

    def listed_ports(self, ports: frozenset[int]) -> str:
        """Return ports as words."""
        if not self.directed:
            return self._listed(ports)
        words = []
        for v in sorted({p // 2 for p in ports}):
            name = self._name(self.nodes[v])
            if 2 * v + 1 not in ports:
                name = f"arcs out of {name}"
            elif 2 * v not in ports:
                name = f"arcs into {name}"
            words.append(name)
        return f"{{{', '.join(words)}}}"


# -- The rules and the paths of the checkers, which state what they use as a checker follows them

Splits = list[tuple[int, bool]]
"""The edges of the splits above a case, each with whether the case is that it is not used."""


def deny_splits(splits: Sequence[tuple[int, bool]]) -> Iterator[list[int]]:
    """Yield the clause that denies a case, and that of each split of which it is the second case.

    Splits are literals of what denies them, each with whether the second case is meant. For a leaf
    its clause follows by unit propagation; for a split it follows from those of its two cases.
    """
    yield [literal for literal, _ in splits]
    while splits and splits[-1][1]:
        splits = splits[:-1]
        yield [literal for literal, _ in splits]


def leaves(marks: Marks, tree: Iterable[Entry]) -> Iterator[tuple[Weights | None, Splits]]:
    """Follow the rules in each case of a valid tree; yield the leaves, with weights if need be."""
    for entry, is_closed, case in follow_cases(tree, marks):
        if is_closed or not isinstance(entry, tuple):
            splits: Splits = []
            above = case
            while above is not None:
                above, e, is_used = above
                splits.append((e, not is_used))
            needed = entry if isinstance(entry, Weights) and not is_closed else None
            yield needed, splits[::-1]


class StatedMarks(Marks):
    """Marks that state which paths would close too early, and which borders have a parity."""

    def __init__(self, edges: EdgeFormula, sets: Iterable[Collection[Any]]) -> None:
        self._edges = edges
        parts = [frozenset(edges.net.inside(nodes)) for nodes in sets]
        self._odd: set[tuple[frozenset[int], frozenset[int]]] = set()
        self._parts: dict[int, frozenset[int]] = {}
        super().__init__(edges.net, map(set, parts))
        for k, part in enumerate(parts):
            self._parts[self._first_border + (k << edges.directed)] = part
            edges.border(part)
            for sign in (1, -1) if edges.directed else ():  # tours leave as often as they enter
                ports = [(2 * v + side, sign * (1 - 2 * side)) for v in part for side in (0, 1)]
                edges.log.add([edges.port(*port) for port in ports])

    def use(self, e: int) -> None:
        """Mark an edge as used."""
        self._state(e)
        super().use(e)

    def drop(self, e: int) -> None:
        """Mark an edge as unused."""
        self._state(e)
        super().drop(e)

    def _state(self, e: int) -> None:
        """State that the path between the ends of an edge does not close, if there is one."""
        u, v = self.net.edges[e]
        if self.mark[e] != OPEN or not self.closes(e) or self._degree[u] + self._degree[v] > 2:
            return
        path, ahead = {u}, [u]
        for node in ahead:
            for port in (2 * node, 2 * node + 1) if self.net.directed else (node,):
                for used in self.rows[port]:
                    if self.mark[used] == USED:
                        for w in self.net.edges[used]:
                            if w not in path:
                                path.add(w)
                                ahead.append(w)
        self._edges.join(path)

    def _apply(self, row: int) -> None:
        used, left = self.used[row], self.left[row]
        if row in self._parts and left > 2 and left - used < 2 and not self.net.directed:
            marks = {USED} if used % 2 else {USED, OPEN}
            some = (e + 1 for e in self.rows[row] if self.mark[e] in marks)
            self._limit(self._parts[row], frozenset(some))
        super()._apply(row)

    def _limit(self, part: frozenset[int], some: frozenset[int]) -> None:
        """Derive that some edges, if their number is odd, are not all that cross a border."""
        edges, odd = self._edges, some
        border = edges.crossing(part)
        if len(odd) % 2 == 0 or (part, odd) in self._odd:
            return
        self._odd.add((part, odd))
        others = [x for x in border if x not in odd]
        # Twice the edges within and the odd ones are at most an odd number; half of it, rounded.
        half = edges.log.add(
            [edges.port(v, -1) for v in sorted(part)],
            [*((-x, 1) for x in sorted(odd)), *((x, 1) for x in others)],
            ["2", "d"],
        )
        edges.log.add([(half, 2), *(edges.port(v, 1) for v in sorted(part))])


class StatedFacts(Facts):
    """Facts that state which paths would close too early, where a clash rests on it."""

    def __init__(self, edges: EdgeFormula) -> None:
        self._edges, self._known = edges, KnownPaths(edges.net)
        super().__init__(len(edges.net.edges), no_limit, self._known)

    def conclude(self) -> None:
        """Draw the conclusions for good."""
        first = self._concluded
        super().conclude()
        for reason in self._reasons[first:]:
            self._stated(reason)

    def _clashes(self, reason: int | None) -> bool:
        """Return True if there is a reason for a clash, and state what it rests on."""
        ahead = [] if reason is None else [reason]
        reasons = dict(zip(self._holding, self._reasons, strict=True))
        for some in ahead:
            ahead += [reasons.pop(literal, 0) for literal in self._stated(some)]
        return super()._clashes(reason)

    def _stated(self, reason: int) -> list[int]:
        """State that a path does not close, if that is a reason; return the literals behind it."""
        if reason >= 0:
            return [literal ^ 1 for literal in self._rows[reason] if self._failed[literal]]
        nodes, edges = self._known.between(~reason)
        self._edges.join(nodes)
        return [2 * used for used in (~reason, *edges)]


class KnownPaths(Paths):
    """Paths that know their nodes and edges."""

    def __init__(self, net: CycleInstance) -> None:
        super().__init__(net.joined, len(net.nodes), directed=net.directed)
        self._ends = net.edges
        self._trail: list[int] = []
        self._near: list[list[tuple[int, int]]] = [[] for _ in net.nodes]

    def join(self, e: int) -> int | None:
        """Join two paths; return the edge that would close one too early, if need be this one."""
        count = len(self)
        closing = super().join(e)
        if len(self) > count:
            u, v = self._ends[e]
            self._near[u].append((e, v))
            self._near[v].append((e, u))
            self._trail.append(e)
        return closing

    def take_back(self, count: int) -> None:
        """Take back all joins but the first ones."""
        while len(self._trail) > count:
            for v in self._ends[self._trail.pop()]:
                self._near[v].pop()
        super().take_back(count)

    def between(self, e: int) -> tuple[list[int], list[int]]:
        """Return the nodes and edges of the path between the ends of an edge."""
        last, first = self._ends[e]
        came = {first: (e, last)}
        ahead = [first]
        for v in ahead:
            for used, w in self._near[v]:
                if w not in came:
                    came[w] = used, v
                    ahead.append(w)
        nodes, edges = [last], []
        while nodes[-1] != first:
            used, v = came[nodes[-1]]
            edges.append(used)
            nodes.append(v)
        return nodes, edges
