"""Judges of constraints on numbers of nodes, and on loop puzzles."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.auditing.text import Row, least_sum
from icosian.proofs.loops import GRIDS, LoopRefutation

if TYPE_CHECKING:
    from icosian.proofs.claim import Claim


class Numbers:
    """Statements about which node has which number."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, meanings: list[Any]) -> None:
        self._claim, self._size, self._directed = claim, len(G), G.is_directed()
        self._places = meanings
        numbers = range(1, self._size + 1)
        known = [place for place in meanings if place is not None]
        if len(set(known)) < len(known) or any(
            v not in G or type(k) is not int or k not in numbers for v, k in known
        ):
            raise InvalidProof("the variables are not nodes of the graph and their numbers")
        forbid = {*claim.forbid, *(() if self._directed else ((v, u) for u, v in claim.forbid))}
        self._ahead: dict[Any, set[Any]] = {v: set() for v in G}
        self._behind: dict[Any, set[Any]] = {v: set() for v in G}
        for u in G:
            for v in G.adj[u]:
                if u != v and (u, v) not in forbid:
                    self._ahead[u].add(v)
                    self._behind[v].add(u)
        self._given = set(claim.positions)
        if not claim.closed:
            self._given |= {
                (v, k) for v, k in ((claim.start, 1), (claim.end, self._size)) if v is not None
            }

    def holds(self, row: Row, least: int) -> bool:
        """Return True if every tour of the claim is known to have at least such a sum."""
        terms = {place: w for x, w in row.items() if (place := self._places[x - 1]) is not None}
        more = {place for place, w in terms.items() if w == 1}
        less = {place for place, w in terms.items() if w == -1}
        if len(more) + len(less) < len(terms):
            return False
        if not less:
            return least <= 0 or (least == 1 and (bool(more & self._given) or self._is_full(more)))
        if more or (least == 0 and len(less) == 1):
            return len(less) == 1 and least <= 0 and self._follows(next(iter(less)), more)
        nodes, numbers = {v for v, _ in less}, {k for _, k in less}
        if least == -1 and (len(nodes) == 1 or len(numbers) == 1):
            return True
        return least <= 1 - len(less) and (least <= -len(less) or self._is_known(less))

    def _is_full(self, places: set[Any]) -> bool:
        """Return True if these are all places of one number, or of one node."""
        by_node, by_number = Counter(v for v, _ in places), Counter(k for _, k in places)
        return self._size in {*by_node.values(), *by_number.values()}

    def _follows(self, place: Any, others: set[Any]) -> bool:
        """Return True if a node with a number must come before or after one of others."""
        v, k = place
        for step, near in ((1, self._ahead), (-1, self._behind)):
            number = self._place(k + step)
            if number is not None and {(w, number) for w in near[v]} <= others:
                return True
        for tail, head in self._claim.require:
            for w, partner, step in ((tail, head, 1), (head, tail, -1)):
                steps = (step,) if self._directed else (1, -1)
                around = {self._place(k + step) for step in steps} - {None}
                if v == w and {(partner, number) for number in around} <= others:
                    return True
        return False

    def _place(self, k: int) -> int | None:
        if self._claim.closed:
            return (k - 1) % self._size + 1
        return k if 1 <= k <= self._size else None

    def _is_known(self, places: set[Any]) -> bool:
        """Return True if these are the places of a known tour."""
        for tour in self._claim.besides:
            orders = [tour]
            if not self._directed:
                orders.append(tour[:1] + tour[:0:-1] if self._claim.closed else tour[::-1])
            if any(places == set(zip(order, count(1), strict=False)) for order in orders):
                return True
        return False


class Loops:
    """Statements about a loop puzzle; literals are as those of its rules."""

    def __init__(self, puzzle: Any, claim: LoopRefutation, meanings: list[Any]) -> None:
        claim.check_fit(puzzle)
        if claim != claim.statement:
            raise InvalidProof("the claim about a loop puzzle has no borders and no clauses")
        self._grid = grid = GRIDS[claim.kind](claim.rows, hexagonal=claim.hexagonal)
        self._paths = claim.kind == "numberlink"
        names = [(tuple(v), tuple(x) if type(x) is list else x) for v, x in filter(None, meanings)]
        known = iter([grid.variable(name) for name in names])
        self._variables = [None if meaning is None else next(known) for meaning in meanings]
        known_edges = dict(claim.known).items()
        given = [(1, [2 * grid.edge(edge) + (not is_used)]) for edge, is_used in known_edges]
        rules = [*((least, literals) for least, literals, _ in grid.rules()), *given]
        self._is_impossible = any(len(literals) < least for least, literals in rules)
        self._rules: dict[int, list[tuple[int, list[int]]]] = {}
        for least, literals in rules:
            for literal in literals:
                self._rules.setdefault(literal, []).append((least, literals))
        self._besides = [{2 * grid.edge(edge) + 1 for edge in edges} for edges in claim.besides]
        for solution in self._besides:  # nothing can be added to a loop, or to whole paths
            used = frozenset(literal // 2 for literal in solution)
            degrees = {v: sum(e in used for e in own) for v, own in grid.at.items()}
            fits = all(degree == self._degree(v, degree) for v, degree in degrees.items())
            if not (fits and grid.is_whole(used)):
                raise InvalidProof("what is said to be a known solution is none")

    def _degree(self, v: Any, degree: int) -> int:
        """Return how many edges a node has that has some."""
        if self._paths:
            return 1 if v in self._grid.clues else 2
        return 2 * (degree > 0)

    def holds(self, row: Row, least: int) -> bool:
        """Return True if a clause is known to hold for every solution but the known ones."""
        if {*row.values()} - {1, -1} or least > least_sum(row):
            return False
        clause = {
            2 * k + (weight < 0)
            for x, weight in row.items()
            if (k := self._variables[x - 1]) is not None
        }
        if self._is_impossible or any(solution <= clause for solution in self._besides):
            return True
        rules = (rule for literal in clause for rule in self._rules.get(literal, ()))
        if any(
            len(literals) - len(clause) < least and len({*literals} - clause) < least
            for least, literals in rules
        ):
            return True
        return self._is_crossed(clause)

    def _is_crossed(self, clause: set[int]) -> bool:
        """Return True if a border is crossed by too few edges if no literal of a clause holds."""
        grid = self._grid
        H: nx.Graph[Any] = nx.Graph(
            edge for e, edge in enumerate(grid.edges) if 2 * e not in clause
        )
        H.add_nodes_from(grid.nodes)
        parts = list(nx.connected_components(H))
        if self._paths:  # a part without an end is entered and left, so by two edges
            for u, v in list(nx.bridges(H)):
                H.remove_edge(u, v)
                parts += [nx.node_connected_component(H, w) for w in (u, v)]
                H.add_edge(u, v)
            return any(part.isdisjoint(grid.clues) for part in parts)
        nodes = {v for v in grid.nodes if 2 * grid.variable((v, "left out")) in clause}
        sides = [part for part in parts if nodes & part or grid.is_visited(part)]
        return len(sides) > 1
