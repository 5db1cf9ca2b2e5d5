"""Nodes by name: a node of a graph, or a square of its board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.boards.board import board_of
from icosian.exceptions import InvalidArgument, NotANode

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["node_of"]


def node_of(G: nx.Graph[Any], node: Any, role: str) -> Any:
    """Return the node of ``G`` that an argument stands for.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    node : object
        A node, or the name of a square such as "b1" where the graph knows its plane board.
    role : str
        What the message calls the argument, such as ``"start"``.

    Returns
    -------
    object
        The node.

    Raises
    ------
    NotANode
        If there is no such node.
    """
    if node in G:
        return node
    reason = f"{role} {node!r} is not a node of the graph"
    board = board_of(G)
    if board is not None:
        try:
            square = board.square(node)
        except InvalidArgument as error:
            reason = f"{role}: {error}"
        else:
            if square in G:
                return square
    else:
        try:
            hash(node)
        except TypeError:
            reason = f"{role} {node!r} is unhashable, so it cannot be a node"
    raise NotANode(reason)
