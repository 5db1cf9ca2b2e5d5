"""Upper bounds of paths and cycles: dual solutions of subtour inequalities, and a tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._io.text import decimal_text
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.case_tree import leaves
from icosian.proofs.shared.claim import (
    HOME,
    Named,
)
from icosian.proofs.shared.codec import LEFT_OUT, LONGEST, Number
from icosian.proofs.shared.evidence import unlimited, verify
from icosian.proofs.shared.longer_tours import Assumptions, LongerTours
from icosian.proofs.shared.meaning import lengths_meant, lengths_text

if TYPE_CHECKING:
    from icosian.proofs.pseudo_boolean.edges import Edges
    from icosian.proofs.shared.case_tree import Split
    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.lengths import Edge, Weight


@dataclass(frozen=True, kw_only=True)
class LongestWeights:
    """Potentials of nodes and multipliers of sets, in integers.

    Attributes
    ----------
    potentials : tuple of (int, int)
        Nodes, by number, and their potentials; 0 for all others.
    families : tuple of (int, int)
        Sets, by their places in the list of the proof, and their multipliers, positive.
    """

    potentials: tuple[tuple[int, int], ...] = field(default=(), metadata=LEFT_OUT)
    families: tuple[tuple[int, int], ...] = field(default=(), metadata=LEFT_OUT)


@dataclass(frozen=True, kw_only=True)
class LongestBound(Proof):
    """No path or no cycle is longer than a bound, by dual weights and a tree of cases.

    Theorem: a cycle has two edges at every node that it visits, and none at the others. If it
    visits a node outside a set, its edges inside the set form paths, so they are fewer than the
    nodes that it visits there, if any: they are at most as many as the visited nodes of the set
    but its first, whichever node that is. Add to the length of every edge the potentials of its two
    nodes, and take the multiplier of each set that has both from it. Let a node that is visited
    cost twice its potential, and bring the multiplier of each set that has it but not as its first.
    By the two facts, a cycle is at most as long as all that its edges and nodes are worth now,
    hence as the positive worths together. What a case requires counts even if it is negative.

    The tree splits the cycles: those that visit a node and those that do not, or those that use an
    edge and those that do not. A case is closed by weights, or because its assumptions contradict
    each other. Before, the case may be narrowed: a cycle lies in one block of the graph, in a
    digraph in one strong component, with all nodes that the case visits; when nodes are counted, in
    a block with more nodes than the bound, and if it has just one more, the cycle visits them all.

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
    families : tuple of tuple of int
        Sets of nodes by number, in a digraph by that for leaving.
    weights : tuple of LongestWeights
        The weights that close cases.
    tree : tuple
        The tree from the root down: one number splits on a visited node, two on a used edge, the
        case of a visited node or used edge first; a single integer closes a case by the weights of
        that number.
    weight : str, Computed or None
        The edge attribute with the lengths; an edge without it has length 1, one with None is left
        out. :class:`Computed` lengths come from a function; None means that the nodes are counted.
    hidden : int
        How many edges are left out because they have no length.

    See Also
    --------
    LowerBound : No tour of all nodes is shorter.

    Notes
    -----
    A path is a cycle through one further node, home, which is always visited and is joined with
    length 0 to the nodes that may be an end. In a digraph a visited node has one edge at its number
    for leaving and one at its number for entering, and costs both potentials. A set of two nodes
    needs no visited node outside it in a graph, where a cycle has at least three. Of parallel edges
    only the longest counts.

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

    bound: Number
    nodes: tuple[Any, ...]
    scale: int
    families: tuple[tuple[int, ...], ...] = field(default=(), metadata=LEFT_OUT)
    weights: tuple[LongestWeights, ...]
    tree: tuple[tuple[int, ...] | int, ...]
    weight: Named = field(default=None, metadata=LEFT_OUT)
    hidden: int = field(default=0, metadata=LEFT_OUT)

    @property
    def longer_than(self) -> Number:
        """The bound, as the claim has it."""
        return self.bound

    def check(self, G: nx.Graph[Any], *, weight: Weight = None) -> None:
        """Check the bound against a graph, by exact code that is independent of the search.

        Parameters
        ----------
        G : networkx graph
            The graph.
        weight : str, callable or None
            The lengths that are meant: None counts nodes; otherwise an edge attribute, or a
            function of the two nodes and the data of an edge. A proof about others is refused.

        Raises
        ------
        InvalidArgument
            If it is not a graph, or a length is not a finite number.
        InvalidProof
            If the bound is about other lengths, or is not proved; the message says why.
        """
        verify(self, G, unlimited, weight=weight)

    def _verify(self, G: nx.Graph[Any], tick: Tick, weight: Weight = None) -> None:
        if not isinstance(G, nx.Graph):
            raise InvalidArgument(f"a proof is checked against a networkx graph, got {G!r}")
        self._check_question(G)
        self._check_form()
        if (weight is None) != (self.weight is None):
            is_about = "nodes, not the lengths" if self.weight is None else "lengths, not the nodes"
            raise InvalidProof(
                f"the bound is about {is_about} that are meant; weight= or --weight names lengths"
            )
        self._check(G, tick, lengths_meant(self.statement, G, weight, tick))

    def _check_form(self) -> None:
        if type(self.bound) is not int and not isinstance(self.bound, Fraction):
            raise InvalidProof(f"a bound is exact, {self.bound!r} is not")
        _check_integers([self.scale, *self.bound.as_integer_ratio()])
        if self.scale < 1:
            raise InvalidProof("the scale must be positive")
        for weights in self.weights:
            _check_integers(chain(*weights.potentials, *weights.families))
            for pairs in (weights.potentials, weights.families):
                if len(dict(pairs)) < len(pairs):
                    raise InvalidProof("a node or a set is weighed twice")
            if not all(0 <= f < len(self.families) for f, _ in weights.families):
                raise InvalidProof("a multiplier belongs to no set")
            if not all(z > 0 for _, z in weights.families):
                raise InvalidProof("the multiplier of a set must be positive")
        for entry in self.tree:
            if isinstance(entry, tuple):
                _check_integers(entry)
                if len(entry) not in (1, 2):
                    raise InvalidProof("a split names a node or an edge")
            elif type(entry) is not int or not 0 <= entry < len(self.weights):
                raise InvalidProof("a case names no weights")

    def _check(self, G: nx.Graph[Any], tick: Tick, weight: Weight = None) -> None:
        tours = LongerTours(G, self, weight, tick)
        visited: set[int] = set()
        avoided: set[int] = set()
        used: set[Edge] = set()
        unused: set[Edge] = set()
        case = Assumptions(visited, avoided, used, unused)

        def split_of(entry: tuple[int, ...]) -> Split:
            name = tours.name(entry)
            return (name[0], visited, avoided) if len(name) == 1 else (name, used, unused)

        for leaf in leaves(self.tree, split_of):
            if not tours.are_none(self.weights[leaf], case):
                raise InvalidProof("the weights of a case leave room for a longer tour")

    def _check_and_refute(self, edges: Edges, G: nx.Graph[Any]) -> None:
        self._refute(edges, G)  # there is no such form, whatever the lengths are

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        ends = "".join(
            f" {word} {self._name(node)}"
            for word, node in (("from", self.start), ("to", self.end))
            if node is not None
        )
        kind = "cycle" if self.closed else f"path{ends}"
        if self.weight is not None:
            bound = decimal_text(self.bound, up=True)
            return f"No {kind} is longer than {bound}{lengths_text(self.weight, self.hidden)}"
        if self.bound < 1:
            return f"There is no {kind}"
        return f"No {kind} has more than {self.bound} node{'s' if self.bound > 1 else ''}"

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
        if any(weights.potentials for weights in cases):
            reason += (
                ". Edges get the potentials of their two nodes, and visited nodes pay them"
                f"{', with a toll for edges within the sets' if used else ''}."
                " What all edges and nodes are worth then is not more than the bound"
            )
        else:
            reason += ", so it lies in one block of the graph, and all blocks are too small"
        if splits:
            first = " and ".join(self._name(self._numbered(v)) for v in splits[0])
            question = f"{first} is visited" if len(splits[0]) == 1 else f"{first} are joined"
            reason += (
                f". This is shown in each of {len(splits) + 1} cases, first whether {question}"
            )
        return reason

    def _numbered(self, number: int) -> Any:
        """Return the node with a number, the number itself if there is none."""
        nodes = [*self.nodes] if self.closed else [*self.nodes, HOME]
        return nodes[number] if 0 <= number < len(nodes) else number

    def _effort(self) -> int:
        return 10 + len(self.nodes) + sum(map(len, self.families)) + 20 * len(self.tree)


def _check_integers(numbers: Any) -> None:
    """Refuse numbers that are not integers, or that are longer than any length."""
    if not all(type(number) is int and abs(number) < LONGEST for number in numbers):
        raise InvalidProof("weights are integers of less than 1,000 digits")
