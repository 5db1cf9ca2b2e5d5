"""Colourings: nodes that are joined differ, and there are as few colours as possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from icosian._run.arguments import checked_seed
from icosian._run.clock import Clock, TimeIsUp
from icosian._show import Shown
from icosian.boards.board import board_of
from icosian.exceptions import SearchLimitReached
from icosian.placements._graph import reading
from icosian.placements.coloring.solver import ColorSearch

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    import networkx as nx

    from icosian._run.clock import Progress
    from icosian.boards.board import Board
    from icosian.placements.bounds import Bound

__all__ = ["Coloring", "minimum_coloring"]


class Coloring(Shown, Mapping[Any, int]):
    """A colour for each node of a graph: 0, 1, ... in the order in which they first appear.

    Functions return colourings in which no edge joins nodes of one colour; a colouring made by
    hand is what its maker says. Two colourings are equal if all nodes have the same colours.

    Parameters
    ----------
    colors : mapping
        The colour of every node, in the order of the graph; any values, which are numbered.
    G : networkx graph, optional
        The graph the nodes belong to, used for pictures.
    bound : Bound, optional
        Why there are no fewer colours, where the fewest were asked for.

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
    """The graph the nodes belong to, or None."""
    bound: Bound | None
    """Why there are no fewer colours, or None."""

    def __init__(
        self,
        colors: Mapping[Any, Hashable],
        *,
        G: nx.Graph[Any] | None = None,
        bound: Bound | None = None,
    ) -> None:
        numbers = {color: k for k, color in enumerate(dict.fromkeys(colors.values()))}
        self._colors = {node: numbers[color] for node, color in colors.items()}
        self.graph = G
        self.bound = bound

    @property
    def classes(self) -> tuple[tuple[Any, ...], ...]:
        """The nodes of each colour, in the order of the graph."""
        classes: list[list[Any]] = []
        for node, color in self._colors.items():
            if color == len(classes):
                classes.append([])
            classes[color].append(node)
        return tuple(map(tuple, classes))

    @property
    def number_of_colors(self) -> int:
        """How many colours there are."""
        return max(self._colors.values(), default=-1) + 1

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
        colors, nodes = self.number_of_colors, len(self)
        return (
            f"<coloring of {nodes} node{'s' * (nodes != 1)}"
            f" with {colors} colour{'s' * (colors != 1)}>"
        )

    def __str__(self) -> str:
        board = self.board
        if board is None or board.dimensions != 2:
            return "\n".join(
                f"{color}: {', '.join(map(str, nodes))}" for color, nodes in enumerate(self.classes)
            )
        rows, columns = board.shape
        width = len(str(self.number_of_colors - 1))
        lines = []
        for row in range(rows):
            marks = (
                str(self[square]) if square in self else "#" if square in board.holes else "."
                for square in ((row, column) for column in range(columns))
            )
            lines.append(" ".join(mark.rjust(width) for mark in marks))
        return "\n".join(lines)


def minimum_coloring(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
    seed: int | None = None,
) -> Coloring:
    """Return a proper colouring with as few colours as possible, the chromatic number.

    No two nodes that are joined have the same colour.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.
    seed : int, optional
        Seed of all random choices; the same graph and seed give the same colouring.

    Returns
    -------
    Coloring
        The colour of every node, checked against ``G``. Its ``bound`` says why there are no fewer
        colours: a :class:`Clique` of as many nodes where there is one, :class:`EqualShares` where
        independent sets are too small for fewer, and else :class:`Exhausted`.

    Raises
    ------
    SearchLimitReached
        If the time is over; ``.best`` is the best colouring so far, and ``.bound`` says how few
        colours there might be.
    InvalidArgument, networkx.NetworkXNotImplemented
        If an argument breaks its rule, or the graph is directed, before any work.

    See Also
    --------
    maximum_independent_set : The most nodes that one colour can have.
    networkx.greedy_color : Quick colourings that may have too many colours.

    Notes
    -----
    DSATUR [1]_ gives the first colouring, with as few colours as possible if the graph is
    bipartite, and often shows a clique of as many nodes beside it. Where they differ, these take
    turns, with twice as many steps in every round: a branch and bound looks for a larger clique;
    TabuCol [2]_ repairs a colouring that lacks a colour; independent sets are bounded, and where
    all colours would need a largest one, exact covers of the graph by these are sought [3]_, some
    of them symmetric; and a SAT solver colours with as many colours as are not excluded.
    Nodes with fewer neighbours than there are colours wait until the others are done.

    The problem is NP-hard. Queens are decided in about a second to n = 12 (OEIS A088202), random
    graphs in which half of all pairs are joined up to some 60 nodes. The first colouring takes
    time about linear in the number of edges, and is not cut short. The number of colours does not
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
    Queens of five colours fill a board of their own, and none attacks another of her colour; but
    eight colours do not fill the chess board:

    >>> import icosian
    >>> coloring = icosian.minimum_coloring(icosian.queen_graph(5))
    >>> [len(queens) for queens in coloring.classes]
    [5, 5, 5, 5, 5]
    >>> icosian.minimum_coloring(icosian.queen_graph(8)).number_of_colors
    9

    One colour does for at most four of the ten nodes of Petersen's graph:

    >>> import networkx as nx
    >>> coloring = icosian.minimum_coloring(nx.petersen_graph())
    >>> coloring.number_of_colors, coloring.bound.value, coloring.bound.largest.value
    (3, 3, 4)
    """
    clock = Clock(timeout, progress)
    seed = checked_seed(seed)
    search = ColorSearch(reading(G), clock, seed, timeout)
    try:
        search.decide()
    except TimeIsUp:
        best = _checked(G, search)
        raise SearchLimitReached(
            f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: the best colouring"
            f" has {best.number_of_colors} colours, and at least {search.lower.value} are needed",
            stats=clock.stats("auto"),
            best=best,
            bound=search.lower,
        ) from None
    return _checked(G, search, search.lower)


def _checked(G: nx.Graph[Any], search: ColorSearch, bound: Bound | None = None) -> Coloring:
    """Return the colouring of a search, once it is seen to be proper, with its bound."""
    coloring = Coloring(search.coloring(), G=G, bound=bound)
    assert len(coloring) == len(G)
    assert all(coloring[u] != coloring[v] for u, v in G.edges() if u != v)
    assert bound is None or bound.value == coloring.number_of_colors
    return coloring
