"""Audits of formulas: every constraint has to hold for every tour that a claim is about.

The judgement rests on the constraint alone, not on its comment. Of the comments only the claim and
the meaning of the variables are read. With the code that writes formulas this room shares how
labels of nodes are written, and the rules of loop puzzles, which are those of their checker.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import networkx as nx

from icosian._io.text import parsed_json, reason_of, shown
from icosian.exceptions import IcosianError, InvalidArgument, InvalidProof
from icosian.proofs.auditing.edges import Covers, Cycles, Edges, Orders
from icosian.proofs.auditing.others import Loops, Numbers
from icosian.proofs.auditing.text import Text, read_formula
from icosian.proofs.certificate import unlimited
from icosian.proofs.claim import Claim, Named, codec, label_reader
from icosian.proofs.lengths import USUAL, Weight, lengths_meant
from icosian.proofs.loops import LoopRefutation

Label = Callable[[Any], Any]


EXACT = r"-?[0-9]{1,1100}(/[0-9]{1,1100})?"


def audit(G: Any, formula: str, *, weight: Weight = USUAL) -> Claim | LoopRefutation:
    """Confirm that a formula says nothing but what holds for every tour of its claim.

    If a checker accepts a refutation of the formula, the claim that is returned is proved.

    Parameters
    ----------
    G : networkx graph, places or LoopPuzzle
        The graph, places with their lengths, or the loop puzzle.
    formula : str
        The text of an OPB file, as :meth:`icosian.Proof.to_pseudo_boolean` writes it, or of a
        DIMACS file, as :meth:`icosian.Proof.to_lrat` does.
    weight : str, callable or None
        The lengths that are meant if the claim is about lengths, as for
        :meth:`icosian.proofs.LowerBound.check`.

    Returns
    -------
    Claim or LoopRefutation
        The claim; compare it with the ``statement`` of a proof.

    Raises
    ------
    InvalidArgument
        If it is none of these, or a length is not a finite number.
    InvalidProof
        If the text is not such a formula, or a constraint is none of the known kinds for this
        graph; the message names the line.

    See Also
    --------
    icosian.Proof.to_pseudo_boolean, icosian.Proof.to_lrat : Write a formula.

    Notes
    -----
    A constraint is accepted if it bounds the edges at a node, or those within a set of nodes; if it
    states that edges are crossed without which the graph is not connected, that a given edge is
    used, or how long a shorter tour is; if the claim is about covers by paths, how many edges these
    have. In a formula about numbers it may state that one node has a number, that a node has one
    number, or which nodes come next. A clause excludes a choice: edges that are used, and edges
    that are not. It is accepted if the choice leaves a node too few edges or gives it too many,
    closes a cycle that misses nodes, leaves a border with too few edges or uses an odd number of
    them, or is a known tour; in digraphs, if no arcs are left to leave and enter each node once.
    Of disjoint cycles one cannot make the choice, or an edge is in two cycles, or in none at a node
    without a spare edge; such an edge, or arcs out of such a node or into it, may be given cycles.
    In an order paths are passed without a break, and nothing comes before itself. In a loop puzzle
    a clause follows from one rule of the puzzle, as :class:`LoopRefutation` states them, or from
    the border of a set, or excludes a known solution. Comments on constraints are not read. Cost:
    linear in the text, and in the graph for each border of a set and for each clause, in digraphs
    that of a matching.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> from icosian.proofs import audit
    >>> G = nx.petersen_graph()
    >>> proof = icosian.prove_no_hamiltonian_cycle(G)
    >>> audit(G, proof.to_pseudo_boolean(G).formula) == proof.statement
    True
    >>> audit(G, proof.to_lrat(G).formula) == proof.statement
    True
    """
    is_graph, is_puzzle = isinstance(G, nx.Graph), isinstance(getattr(G, "kind", None), str)
    are_places = all(hasattr(G, name) for name in ("nodes", "directed", "length"))
    if not (is_graph or is_puzzle or are_places):
        raise InvalidArgument(
            f"a formula is about a networkx graph, places or a loop puzzle, got {shown(G)}"
        )
    if not isinstance(formula, str):
        raise InvalidArgument(f"a formula is a text, got {shown(formula)}")
    label = label_reader(G if is_graph else None)
    try:
        text = read_formula(formula)
        if is_puzzle != (text.kind == "statements"):
            raise InvalidProof("statements are said of a loop puzzle, and nothing else is")
        claim: Claim | LoopRefutation
        judge: Loops | Edges | Numbers
        if is_puzzle:
            claim = about = LoopRefutation.from_json(text.claim)
            judge = Loops(G, about, text.meanings)
        else:
            claim = said = _claim(G, parsed_json(text.claim), label)
            if said.shorter_than is not None:
                weight = lengths_meant(said, G, weight, unlimited)
            judge = _judge(G, said, text, label, weight)
    except IcosianError:
        raise
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise InvalidProof(f"not a formula about tours of this graph: {reason_of(error)}") from None
    every = "every solution of this puzzle" if is_puzzle else "every such tour"
    for number, row, least in text.rows:
        if not judge.holds(row, least):
            raise InvalidProof(f"line {number}: this is not known to hold for {every}")
    return claim


def _judge(G: Any, claim: Claim, text: Text, label: Label, weight: Weight) -> Edges | Numbers:
    """Return what judges constraints on the variables of a formula."""
    meanings = [meaning and tuple(map(label, meaning)) for meaning in text.meanings]
    if text.kind == "edges":
        kind = Edges if claim.fewer_than is None else Covers
        return kind(G, claim, meanings, _number(text.unit), weight)
    if claim.fewer_than is not None:
        raise InvalidProof("a formula about covers is about their edges")
    if not isinstance(G, nx.Graph):
        raise InvalidProof("this is said of nodes of a graph, not of places")
    kinds: dict[str, type[Numbers | Cycles | Orders]]
    kinds = {"numbers": Numbers, "cycles": Cycles, "order": Orders}
    return kinds[text.kind](G, claim, meanings)


def _number(text: str) -> Fraction:
    if re.fullmatch(EXACT, text, re.ASCII) is None:
        raise InvalidProof(f"not an exact number: {shown(text)}")
    return Fraction(text)


def _claim(G: Any, said: dict[str, Any], label: Label) -> Claim:
    """Return the claim that the first comments state."""
    if type(said) is not dict:
        raise InvalidProof("the claim is not an object of JSON")
    require, forbid = (
        tuple((label(u), label(v)) for u, v in said.get(name, ())) for name in ("require", "forbid")
    )
    ends = {role: label(said[role]) for role in ("start", "end") if role in said}
    bound = said.get("shorter_than")
    exact = None if bound is None else _number(bound)
    claim = Claim(
        closed=said["closed"],
        **ends,
        require=require,
        forbid=forbid,
        positions=tuple((label(v), k) for v, k in said.get("positions", ())),
        besides=tuple(tuple(map(label, tour)) for tour in said.get("besides", ())),
        shorter_than=exact.numerator if exact is not None and exact.denominator == 1 else exact,
        weight=None if exact is None else codec(Named).read(said["weight"], label),
        hidden=0 if exact is None else said["hidden"],
        fewer_than=said.get("fewer_than"),
        disjoint=said.get("disjoint", 1),
        every_edge=said.get("every_edge", False),
        chains=tuple(tuple(map(label, chain)) for chain in said.get("order", ())),
    )
    several, one = (claim.disjoint, claim.every_edge), replace(claim, disjoint=1, every_edge=False)
    typed = [*map(type, several)] == [int, bool]
    if not typed or claim.disjoint < 1 or one not in (claim, Claim(closed=True)):
        raise InvalidProof("the claim about disjoint cycles names their number, and nothing else")
    most = claim.fewer_than
    if most is not None and (
        type(most) is not int or claim != Claim(closed=False, fewer_than=most)
    ):
        raise InvalidProof("the claim about covers names a number of paths, and nothing else")
    if type(claim.closed) is not bool or (claim.closed and ends):
        raise InvalidProof("the claim is about a cycle without ends, or about a path")
    nodes = set(G.nodes)
    if not nodes or not nodes.issuperset(ends.values()) or len(set(ends.values())) < len(ends):
        raise InvalidProof("the ends of a path are different nodes of the graph")
    if any(len(tour) != len(nodes) or set(tour) != nodes for tour in claim.besides):
        raise InvalidProof("a known tour must hold every node once")
    return claim
