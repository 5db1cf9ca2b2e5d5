"""Upper bounds of paths and cycles: dual solutions of subtour inequalities, and a tree."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import gcd
from typing import TYPE_CHECKING, Any, ClassVar

from icosian._io.text import decimal_text, plural
from icosian.exceptions import InvalidProof
from icosian.proofs.bounds.dual_bound import DualBound
from icosian.proofs.certificate import Tick, check_graph, unlimited, verify
from icosian.proofs.claim import LEFT_OUT, Claim, Named, Number
from icosian.proofs.lengths import Weight, cycle_problem, lengths_meant, lengths_text
from icosian.proofs.shared.partial_tours import PartialTours, given_places

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, kw_only=True)
class LongestBound(DualBound):
    """No path or no cycle is longer than a bound, by dual weights and a tree of cases.

    Theorem: take lengths with the other sign, so that the longest cycle is the shortest, and give
    each node that a cycle may leave out a *loop* of length 0, an edge from the node to itself. A
    cycle and the loops of the nodes that it leaves out have two ends at every node. If some node
    outside a set is visited, the cycle crosses the border of the set at least twice if it visits
    the first node of the set; so its crossings and twice the loop of that node are at least 2. As
    for :class:`LowerBound`, potentials and multipliers are taken off the lengths: an edge pays the
    potentials of its two nodes and the multipliers of the sets that it crosses, and a loop twice
    the potential of its node and twice the multipliers of the sets that the node is the first of.
    A cycle is at least as long as what potentials and multipliers bring, the reduced lengths of
    what it has to use, and all other reduced lengths below 0.

    The tree splits the cycles on an edge or a loop: those that use it come first. A case is closed
    by weights, or because its assumptions contradict each other. Before, the case may be narrowed:
    a cycle lies in one block of the graph, in a digraph in one strong component, with all nodes
    that the case visits; when nodes are counted, in a block with more nodes than the bound, and if
    it has just one more, the cycle visits them all.

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
    families : tuple
        Sets of nodes by number, each a tuple with one tuple; the first node stands for the set.
    root : None
        No edges are left out before the cases.
    weights : tuple of DualWeights
        The weights that close cases.
    tree : tuple
        The tree from the root down: a pair of nodes by number splits on that edge, the case of a
        used edge first; a node twice, in a digraph its number for entering and then that for
        leaving, splits on its loop, the case in which it is left out first; a single integer closes
        a case by the weights of that number, or by a contradiction.
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
    length 0 to the nodes that may be an end. A digraph has two nodes a place, for leaving and for
    entering, and every cycle uses the edge of length 0 between them; a loop is a second such edge.
    A set of two nodes needs no visited node outside it. Of parallel edges only the longest counts.

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

    weight: Named = field(default=None, metadata=LEFT_OUT)
    better: ClassVar[str] = "longer"

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
        check_graph(G)
        self._check_question(G)
        self._check_form()
        if (weight is None) != (self.weight is None):
            is_about = "nodes, not the lengths" if self.weight is None else "lengths, not the nodes"
            raise InvalidProof(
                f"the bound is about {is_about} that are meant; weight= names lengths"
            )
        self._check(G, tick, lengths_meant(self.statement, G, weight, tick))

    def _check(self, G: nx.Graph[Any], tick: Tick, weight: Weight = None) -> None:
        if self.root is not None:
            raise InvalidProof("edges are not left out before the cases")
        self._check_cases(self._tours(G, weight, tick))

    def _tours(self, G: nx.Graph[Any], weight: Weight, tick: Tick) -> PartialTours:
        """Return the longer tours: those that are shorter if lengths have the other sign."""
        claim = Claim(closed=self.closed, start=self.start, end=self.end)
        problem = cycle_problem(G, claim, self.nodes, None, weight, tick, sign=-1)
        common = gcd(*(c for row in problem.lengths for c in row.values())) or 1
        rows = [{v: c // common for v, c in row.items()} for row in problem.lengths]
        # A path of k edges has k + 1 nodes.
        shift = weight is None and not self.closed
        most = (self.bound - shift) // (common * problem.unit)
        if not self.closed and (self.start is None or self.end is None) and most < 0:
            raise InvalidProof("one node is a path, and not below the bound")
        directed, home = G.is_directed(), len(self.nodes)
        least = 2 if directed else 3
        if weight is None:
            least = max(least, most + (1 if self.closed else 3))
        size = home + (not self.closed)
        given = given_places(problem, size)
        return PartialTours(
            replace(problem, lengths=rows),
            {v: 0 for v in range(home) if v not in given},
            self.families,
            self.scale,
            self.scale * (-most - 1),
            least,
            tick,
            directed=directed,
        )

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        kind = "cycle" if self.closed else f"path{self._between}"
        if self.weight is not None:
            bound = decimal_text(self.bound, up=True)
            return f"No {kind} is longer than {bound}{lengths_text(self.weight, self.hidden)}"
        if self.bound < 1:
            return f"There is no {kind}"
        return f"No {kind} has more than {plural(self.bound, 'node')}"

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
        if any(any(weights.potentials) for weights in cases):
            reason += (
                ". Edges get the potentials of their two nodes, and visited nodes pay them"
                f"{', with a toll for edges within the sets' if used else ''}."
                " What all edges and nodes are worth then is not more than the bound"
            )
        else:
            reason += ", so it lies in one block of the graph, and all blocks are too small"
        if splits:
            u, v = splits[0][0], splits[0][-1]
            first = self._name(self._numbered(min(u, v)))
            is_loop = u >= v
            question = f"{first} is visited"
            if not is_loop:
                question = f"{first} and {self._name(self._numbered(v))} are joined"
            reason += (
                f". This is shown in each of {len(splits) + 1} cases, first whether {question}"
            )
        return reason
