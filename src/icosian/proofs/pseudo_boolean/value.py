"""Refutations in the format of VeriPB: sums, unit propagation, definitions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import networkx as nx

from icosian._io.atomic import checked_file, write_atomically
from icosian.proofs.shared.claim import Claim, Middle
from icosian.proofs.shared.network import Network

if TYPE_CHECKING:
    from icosian.proofs.pseudo_boolean.edges import Edges
    from icosian.proofs.pseudo_boolean.formula import Formula


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


# -- The formula of a claim, seen from the graph that a proof speaks of

# This is the graph of the claim itself, but for the proof inside a
# :class:`~icosian.proofs.Conditional`, whose graph has a node in the middle of each edge to use.
# The two halves of such an edge are the same variable, and the formula says that it is 1. So what
# the middle adds to a sum, the halves take back, and a statement about a set of nodes follows
# from the statement about those of them that are no middles.


class View:
    """The nodes and edges of a proof's graph, and what they are in the formula."""

    def __init__(self, edges: Edges, graph: nx.Graph[Any], claim: Claim) -> None:
        self.edges, self.log = edges, edges.log
        self.net = Network(graph, claim)
        """The graph of the proof."""
        self.variables = [self._variable(u, v) for u, v in self.net.edges]
        """The variable of each of its edges."""

    def _variable(self, u: int, v: int) -> int:
        pair = self.net.nodes[u], self.net.nodes[v]
        for node in pair:
            if isinstance(node, Middle) and node not in self.edges.number:
                pair = node.tail, node.head
        a, b = map(self.edges.number.__getitem__, pair)
        return self.edges.variable[a, b]

    def numbers(self, nodes: Iterable[Any]) -> frozenset[int]:
        """Return the numbers that nodes have in the formula, without middles."""
        number = self.edges.number
        return frozenset(number[v] for v in nodes if v in number)

    def border(self, nodes: Iterable[Any]) -> tuple[int, ...]:
        """Return the statements about the border of a set; none if it is about middles only."""
        numbers = self.numbers(nodes)
        if not 0 < len(numbers) < len(self.edges.nodes):
            return ()
        return self.edges.border(numbers)

    def path(self, numbers: Iterable[int]) -> None:
        """State that there is no cycle within some nodes of the proof's graph."""
        own = self.numbers(self.net.nodes[v] for v in numbers)
        if 1 < len(own) < len(self.edges.nodes):
            self.edges.path(self.edges.all_ports(own))


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
        path = checked_file(stem, "stem")
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


def finished(formula: Formula, log: Log, meaning: Callable[[Any], str]) -> PseudoBoolean:
    """Return the texts of a formula and of a proof whose last line contradicts it."""
    return PseudoBoolean(
        formula=formula.text(meaning),
        proof=log.text(len(formula)),
        variables=tuple(formula.variables),
    )
