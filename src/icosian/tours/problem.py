"""The one normal form: every question becomes a Hamiltonian cycle through fixed edges.

======================  =====================================================================
question                normal form
======================  =====================================================================
cycle                   the graph itself
path, both ends given   the edge (start, end) is added and fixed
path, one end given     a new vertex, joined to all, its edge to that end fixed
path                    a new vertex, joined to all
digraph                 v becomes in(v) = 2v and out(v) = 2v + 1, joined by a fixed edge; the arc
                        u -> v becomes out(u) - in(v); a given end loses the arcs it cannot use
                        and is joined to the other end, whatever that is
======================  =====================================================================

Every vertex has at most one fixed edge, its *mate*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._arrays.csr import Csr, csr, csr_from_edges
from icosian.boards.board import board_of
from icosian.boards.lookup import node_of
from icosian.exceptions import InvalidArgument
from icosian.tours.normal_form import NormalForm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from icosian.boards.board import Board

__all__ = [
    "Problem",
    "Question",
    "board_keys",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Whether there is a Hamiltonian cycle, or a Hamiltonian path with these ends.

    Attributes
    ----------
    arrays : Csr
        The graph, its nodes by number.
    closed : bool
        Cycle or path.
    start, end : int or None
        The given ends; for a cycle, ``start`` is only where its numbering begins.
    """

    arrays: Csr
    closed: bool
    start: int | None = None
    end: int | None = None

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.arrays.size

    def normal_form(self) -> NormalForm:
        """Return the normal form of the question.

        Returns
        -------
        NormalForm
            A new set of arrays; the graph must have a node, and three for an undirected question
            with a cycle or two ends.
        """
        return self._directed() if self.arrays.directed else self._undirected()

    def _undirected(self) -> NormalForm:
        import numpy as np

        n, indptr, indices = self.size, self.arrays.indptr, self.arrays.indices
        ends = [end for end in (self.start, self.end) if end is not None]
        mate = np.full(n, -1, np.int32)
        if self.closed:
            root = int(np.argmin(np.diff(indptr)))
        elif len(ends) == 2:
            s, e = ends
            mate[s], mate[e] = e, s
            if e not in indices[indptr[s] : indptr[s + 1]]:
                low, high = sorted(ends)  # the rows may end at the same place
                indices = np.insert(indices, indptr[[low + 1, high + 1]], [high, low])
                indptr = indptr + (np.arange(n + 1) > s) + (np.arange(n + 1) > e)
            root = e
        else:
            everyone = np.arange(n, dtype=np.int32)
            indices = np.concatenate((np.insert(indices, indptr[1:], n), everyone))
            indptr = np.append(indptr + np.arange(n + 1), len(indices))
            mate = np.append(mate, ends or [-1]).astype(np.int32)
            if ends:
                mate[ends[0]] = n
            root = n
        return NormalForm(indptr=indptr, indices=indices, mate=mate, root=root)

    def _directed(self) -> NormalForm:
        import numpy as np

        n = self.size
        tails, heads = self.arrays.sources(), self.arrays.indices
        everyone = np.arange(n, dtype=np.int32)
        s, e = self.start, self.end
        if not self.closed:
            usable = np.ones(len(heads), bool)
            if s is not None:
                usable &= heads != s
            if e is not None:
                usable &= tails != e
            tails, heads = tails[usable], heads[usable]
            if s is not None and e is not None:
                back = (np.array([e]), np.array([s]))
            elif s is not None:
                others = np.delete(everyone, s)
                back = (others, np.full(n - 1, s))
            elif e is not None:
                others = np.delete(everyone, e)
                back = (np.full(n - 1, e), others)
            else:
                back = (
                    np.concatenate((everyone, np.full(n, n))),
                    np.concatenate((np.full(n, n), everyone)),
                )
                n += 1
            tails, heads = np.concatenate((tails, back[0])), np.concatenate((heads, back[1]))
        pairs = np.arange(n)
        form = csr_from_edges(
            2 * n,
            np.concatenate((2 * pairs, 2 * tails + 1)),
            np.concatenate((2 * pairs + 1, 2 * heads)),
        )
        mate = (np.arange(2 * n) ^ 1).astype(np.int32)
        if not self.closed:
            root = 2 * (s if s is not None else self.size if e is None else e)
        else:
            root = 2 * int(np.argmin(np.diff(self.arrays.indptr)))
        return NormalForm(indptr=form.indptr, indices=form.indices, mate=mate, root=root)

    def decode_edge(self, a: int, b: int) -> tuple[int, int] | None:
        """Translate an edge of the normal form.

        Parameters
        ----------
        a, b : int
            Its vertices.

        Returns
        -------
        (int, int) or None
            Two nodes by number, where ``size`` means that the other node is an end of the path;
            None for an edge that every cycle uses because it joins the given ends or the two
            sides of a node.
        """
        ends = () if self.closed else (self.start, self.end)
        if not self.arrays.directed:
            both = None not in ends and {a, b} == set(ends)
            return None if both else (a, b)
        if a // 2 == b // 2:
            return None
        tail, head = (a // 2, b // 2) if a % 2 else (b // 2, a // 2)
        if ends and None in ends and self.size not in (tail, head):
            if head == self.start:
                head = self.size
            elif tail == self.end:
                tail = self.size
        return None if ends and (tail, head) == (self.end, self.start) else (tail, head)

    def reading(self) -> tuple[int, int, slice]:
        """Return how an answer is read from a cycle of the normal form.

        Returns
        -------
        (int, int, slice)
            The vertex that the cycle is walked from, the one the walk ends with, or -1 if both
            directions will do, and the part of the walk that stands for the nodes, in their
            order: divided by its step, 1 or in a digraph 2, the vertices are nodes by number.
        """
        n, start, end = self.size, self.start, self.end
        skipped = 0 if self.closed or start is not None else 1
        if self.arrays.directed:
            given = [v for v in (start, end) if v is not None]
            first = (start or 0) if self.closed else [*given, n][0]
            return 2 * first + 1, 2 * first, slice(skipped, skipped + 2 * n, 2)
        if self.closed:
            root, last = start or 0, -1
        elif start is not None:
            root, last = start, n if end is None else end
        else:
            root, last = n, -1 if end is None else end
        return root, last, slice(skipped, skipped + n, 1)

    def decode(self, cycle: NDArray[np.int32]) -> NDArray[np.int32]:
        """Translate a cycle of the normal form into an answer.

        Parameters
        ----------
        cycle : int array, shape (n,)
            Vertices of the normal form in cyclic order.

        Returns
        -------
        int array, shape (size,)
            Nodes by number, beginning at the start (or at node 0 of a cycle) and ending at the
            end, where these are given.
        """
        import numpy as np

        root, last, part = self.reading()
        walk = np.roll(cycle, -int(np.flatnonzero(cycle == root)[0]))
        if last >= 0 and walk[-1] != last:
            walk = np.roll(walk[::-1], 1)
        nodes: NDArray[np.int32] = walk[part] // part.step
        return nodes


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(Question):
    """A question about a networkx graph.

    Attributes
    ----------
    G : networkx graph
        The graph asked about.
    nodes : list
        Its nodes in order; a number stands for the node at that place.
    """

    G: nx.Graph[Any]
    nodes: list[Any]

    @classmethod
    def of(cls, G: nx.Graph[Any], *, closed: bool, start: Any = None, end: Any = None) -> Problem:
        """Take a question through the gate.

        Parameters
        ----------
        G : networkx graph
            Any graph.
        closed : bool
            Cycle or path.
        start, end : node, optional
            The ends asked for.

        Returns
        -------
        Problem
            The question over numbers.

        Raises
        ------
        InvalidArgument
            If ``G`` is no networkx graph, or start and end are the same node of a larger graph.
        NotANode
            If start or end is no node.
        networkx.NetworkXPointlessConcept
            If the graph has no node.
        """
        if not isinstance(G, nx.Graph):
            raise InvalidArgument(f"G must be a networkx graph, got {type(G).__name__}")
        if not len(G):
            raise nx.NetworkXPointlessConcept("the null graph has neither paths nor cycles")
        nodes = list(G)
        index = dict(zip(nodes, range(len(nodes)), strict=True))
        first = None if start is None else index[node_of(G, start, "start")]
        last = None if end is None else index[node_of(G, end, "end")]
        if first is not None and first == last and len(nodes) > 1:
            raise InvalidArgument(
                f"start and end must differ in a graph of {len(nodes)} nodes, got {start!r} twice"
            )
        return cls(G=G, nodes=nodes, arrays=csr(G, index), closed=closed, start=first, end=last)

    def keys(self) -> NDArray[np.int64] | None:
        """Return how far each node lies from the centre of the board it names a square of.

        Returns
        -------
        int64 array, shape (size,), or None
            Squared distances in half squares, None if the graph does not know its board or a node
            is no square of it. A hint for breaking ties, nothing more.
        """
        import numpy as np

        board = board_of(self.G)
        if board is None or math.prod(board.shape) < self.size:
            return None
        try:
            flat = np.fromiter(chain.from_iterable(self.nodes), np.int64)
        except (TypeError, ValueError, OverflowError):
            return None
        if len(flat) != self.size * board.dimensions:
            return None
        return board_keys(flat.reshape(self.size, board.dimensions), board)


def board_keys(squares: NDArray[np.int64], board: Board) -> NDArray[np.int64]:
    """Return how far squares lie from the centre of a board.

    Parameters
    ----------
    squares : int array, shape (n, dimensions)
        The squares.
    board : Board
        The board.

    Returns
    -------
    int64 array, shape (n,)
        Squared distances in half squares.
    """
    import numpy as np

    keys: NDArray[np.int64] = ((2 * squares - (np.array(board.shape) - 1)) ** 2).sum(axis=1)
    return keys
