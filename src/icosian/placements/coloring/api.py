"""Proper colorings with as few colors as possible."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

import networkx as nx

from icosian._io.text import plural
from icosian._run.arguments import checked_seed
from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian._run.hints import hinted
from icosian._show import Shown
from icosian.boards.board import Board, Square, board_of
from icosian.boards.text import text_of
from icosian.placements._graph import indexed, undecided
from icosian.placements.bounds import Bound
from icosian.placements.coloring.solver import ColoringSearch


class Coloring(Shown, Mapping[Any, int]):
    """A color for each node of a graph: 0, 1, ... in the order in which they first appear.

    Functions return proper colorings: no edge joins two nodes of one color. A coloring that is made
    directly is not checked. Two colorings are equal if all nodes have the same colors.

    Parameters
    ----------
    colors : mapping
        The color of every node, in the order of the graph; any values, which are numbered.
    G : networkx graph, optional
        The graph of the nodes, used for pictures.
    proof : Bound, optional
        Why fewer colors are not enough, if that is proved.

    See Also
    --------
    minimum_coloring : The function that returns one.

    Examples
    --------
    >>> import icosian
    >>> G = icosian.king_graph(3, 4)
    >>> coloring = Coloring({(r, c): (r % 2, c % 2) for r, c in G}, G=G)
    >>> coloring.number_of_colors, coloring[1, 1], coloring.classes[3]
    (4, 3, ((1, 1), (1, 3)))
    >>> print(coloring)
    0 1 0 1
    2 3 2 3
    0 1 0 1
    """

    graph: nx.Graph[Any] | None
    """The graph of the nodes, or None."""
    proof: Bound | None
    """Why fewer colors are not enough, or None."""

    def __init__(
        self,
        colors: Mapping[Any, Hashable],
        *,
        G: nx.Graph[Any] | None = None,
        proof: Bound | None = None,
    ) -> None:
        numbers = {color: k for k, color in enumerate(dict.fromkeys(colors.values()))}
        self._colors = {node: numbers[color] for node, color in colors.items()}
        self.graph = G
        self.proof = proof

    @property
    def classes(self) -> tuple[tuple[Any, ...], ...]:
        """The nodes of each color, in the order of the graph."""
        classes: list[list[Any]] = []
        for node, color in self._colors.items():
            if color == len(classes):
                classes.append([])
            classes[color].append(node)
        return tuple(map(tuple, classes))

    @property
    def number_of_colors(self) -> int:
        """How many colors there are."""
        return max(self._colors.values(), default=-1) + 1

    @property
    def bound(self) -> int | None:
        """The number of colors that no coloring falls below; None if nothing is proved."""
        return None if self.proof is None else self.proof.value

    @property
    def is_optimal(self) -> bool:
        """True if it is proved that fewer colors are not enough."""
        return self.bound == self.number_of_colors

    @property
    def board(self) -> Board | None:
        """The board whose squares the nodes are, or None."""
        board = None if self.graph is None else board_of(self.graph)
        return board if board is not None and all(node in board for node in self) else None

    def __getitem__(self, node: Any) -> int:
        return self._colors[node]

    def __len__(self) -> int:
        return len(self._colors)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._colors)

    def __hash__(self) -> int:
        return hash(frozenset(self._colors.items()))

    def __repr__(self) -> str:
        colors = plural(self.number_of_colors, "color")
        return f"<coloring of {plural(len(self), 'node')} with {colors}>"

    def __str__(self) -> str:
        board = self.board
        if board is None or board.dimensions != 2:
            return "\n".join(
                f"{color}: {', '.join(map(str, nodes))}" for color, nodes in enumerate(self.classes)
            )

        def mark(square: Square) -> str:
            return str(self[square]) if square in self else "#" if square in board.holes else "."

        return text_of(board, mark, len(str(self.number_of_colors - 1)))


@hinted
def minimum_coloring(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
    seed: int | None = None,
) -> Coloring:
    """Return a proper coloring with as few colors as possible, the chromatic number.

    No two nodes that are joined have the same color.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.
    timeout : float, optional
        Seconds after which to give up, not counting the compilation of kernels.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.
    seed : int, optional
        Seed of all random choices; the same graph and seed give the same coloring.

    Returns
    -------
    Coloring
        The color of every node, checked against ``G``. Its ``proof`` says why fewer colors are
        not enough: a :class:`Clique` of as many nodes where there is one, :class:`EqualShares`
        where independent sets are too small for fewer, and else :class:`Exhausted`.

    Raises
    ------
    SearchLimitReached
        If the time is over; ``.best`` is the best coloring so far, and ``.proof`` is what is
        proved.
    InvalidArgument, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, before any work.

    See Also
    --------
    maximum_independent_set : The largest possible color class.
    networkx.greedy_color : Fast colorings, not always optimal.

    Notes
    -----
    DSATUR [1]_ gives the first coloring, with as few colors as possible if the graph is
    bipartite, and greedy extension gives cliques. Where their sizes differ, these take turns, with
    twice as many steps in every round: branch and bound for a larger clique; TabuCol [2]_, which
    repairs a coloring with one color too few; bounds on independent sets, and where every color
    class would have to be a largest one, exact covers of the graph by these [3]_, some of them
    symmetric; and a SAT solver with as many colors as are not excluded. Nodes outside the k-core
    are colored last.

    The problem is NP-hard. Queens take about a second up to n = 12 (OEIS A088202), random
    graphs in which half of all pairs are joined up to some 60 nodes. The first coloring takes
    time about linear in the number of edges, and is not cut short. The number of colors does not
    depend on the order of the nodes or their labels, but which nodes share one may.

    References
    ----------
    .. [1] D. Brélaz, New methods to color the vertices of a graph, Communications of the ACM 22
       (1979), 251-256.
    .. [2] A. Hertz, D. de Werra, Using tabu search techniques for graph coloring, Computing 39
       (1987), 345-351.
    .. [3] M. Vasquez, New results on the queens_n^2 graph coloring problem, Journal of
       Heuristics 10 (2004), 407-413.

    Examples
    --------
    Queens of five colors fill the 5 x 5 board, and none attacks another of her color; eight colors
    do not fill the 8 x 8 board:

    >>> import icosian
    >>> coloring = icosian.minimum_coloring(icosian.queen_graph(5))
    >>> [len(queens) for queens in coloring.classes]
    [5, 5, 5, 5, 5]
    >>> icosian.minimum_coloring(icosian.queen_graph(8)).number_of_colors
    9

    At most four of the ten nodes of the Petersen graph have one color:

    >>> import networkx as nx
    >>> coloring = icosian.minimum_coloring(nx.petersen_graph())
    >>> coloring.number_of_colors, coloring.proof.value, coloring.proof.largest.value
    (3, 3, 4)
    """
    clock = Clock(timeout, progress)
    seed = checked_seed(seed)
    search = ColoringSearch(indexed(G), clock, seed)
    try:
        search.run()
    except TimeIsUp:
        best, bound = _checked(G, search), search.lower
        state = f"the best coloring has {best.number_of_colors} colors, and at least {bound.value}"
        raise undecided(f"{state} are needed", "auto", clock, best=best, proof=bound) from None
    return _checked(G, search, search.lower)


def _checked(G: nx.Graph[Any], search: ColoringSearch, bound: Bound | None = None) -> Coloring:
    """Return the coloring of a search, checked: proper, and optimal if there is a bound."""
    coloring = Coloring(search.coloring(), G=G, proof=bound)
    number = {node: k for k, node in enumerate(G)}  # nodes need not be comparable
    if coloring.keys() != number.keys() or any(
        coloring[u] == coloring[v] for u, v in G.edges() if number[u] != number[v]
    ):
        raise RuntimeError("the search returned a coloring that is not proper")
    if bound is not None and bound.value != coloring.number_of_colors:
        raise RuntimeError("the bound of the search is not the number of colors")
    return coloring
