"""``icosian check``: check a proof or a tour."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from icosian._io.text import Text
from icosian.cli._options import GraphType, TourQuestion, json_option, piece_option
from icosian.cli._output import AS_ASKED, OPPOSITE, paragraph, tour_in_words
from icosian.exceptions import InvalidProof, InvalidTour

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board
    from icosian.proofs import Proof

__all__ = ["check"]


@click.command()
@click.argument("evidence", metavar="PROOF|TOUR")
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@piece_option
@json_option
def check(evidence: str, graph: Board | nx.Graph[Any], *, piece: Any, as_json: bool) -> int:
    """Check that a proof, or a tour, holds for GRAPH.

    The check is exact and shares no code with the search. PROOF is a file that icosian prove --save
    or icosian solve --proof wrote, or - for standard input. TOUR is a TSPLIB file whose name ends
    in .tour or .tour.gz. GRAPH is a board or a graph file, as for icosian prove.

    \b
    Examples:
      icosian check proof.json 4x6
      icosian check proof.json graph.hcp
      icosian check graph.tour graph.hcp
      icosian check - island.txt --piece king < proof.json

    \b
    Exit codes: 0 it holds, 1 it does not, 2 bad use, or neither a proof nor a tour.
    """
    from icosian.files.tours import is_tour_file, read_tour

    G = TourQuestion(graph, closed=False, start=None, end=None, piece=piece).G
    try:
        if is_tour_file(evidence):
            reason = tour_in_words(read_tour(evidence, G))
        else:
            proof = _read_proof(evidence, G)
            proof.check(G)
            reason = proof.explain()
    except (InvalidProof, InvalidTour) as error:
        return _verdict("does not hold", str(error), as_json, OPPOSITE)
    return _verdict("holds", reason, as_json, AS_ASKED)


def _read_proof(path: str, G: nx.Graph[Any]) -> Proof:
    """Read what claims to be a proof."""
    from icosian.proofs import Proof

    try:
        with click.open_file(path, "rb") if path == "-" else nullcontext() as file:
            return Proof.from_json(Text(path).whole(file=file), G)
    except InvalidProof as error:
        raise click.UsageError(f"{path}: {error}") from None


def _verdict(result: str, reason: str, as_json: bool, code: int) -> int:
    """Print the result of a check, and return its exit code."""
    answer = {"result": result, "reason": reason}
    click.echo(json.dumps(answer) if as_json else paragraph(f"{result}: {reason}"))
    return code
