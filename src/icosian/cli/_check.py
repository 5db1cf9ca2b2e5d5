"""``icosian check``: check a proof or a tour."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import click
import networkx as nx

from icosian._io.tables import is_table_file
from icosian._io.text import Text
from icosian.boards.board import Board
from icosian.cli._tsp import Lengths, lengths_options, with_default
from icosian.cli.shared.answers import Answer, Run, answering
from icosian.cli.shared.document import remember
from icosian.cli.shared.options import GraphType, options
from icosian.cli.shared.output import OPPOSITE, paragraph, tour_in_words
from icosian.cli.shared.question import TourQuestion
from icosian.exceptions import InvalidProof, InvalidTour
from icosian.files.optima import optimum
from icosian.files.tours import check_stated, is_tour_file, read_tour
from icosian.files.tsplib import is_tsp_file
from icosian.proofs import LongestBound, LoopRefutation, LowerBound, Proof
from icosian.puzzles import read_puzzle
from icosian.tours import Places, Tour, tour_length


@click.command()
@answering
@click.argument("evidence", metavar="PROOF|TOUR")
@click.argument("graph", metavar="GRAPH")
@options("format piece")
@lengths_options
@click.option("--weight", metavar="NAME", help="The edge attribute of a bound, or of a length.")
@options("default pseudo-boolean lrat json")
def check(
    run: Run,
    evidence: str,
    graph: str,
    *,
    piece: Any,
    lengths: Lengths,
    weight: str | None,
    default: Any,
) -> int:
    """Check that a proof, or a tour, holds for GRAPH.

    The check is exact and shares no code with the search. PROOF is a file that icosian prove --save
    or another command --proof wrote, or - for standard input. TOUR is a TSPLIB file whose name ends
    in .tour or .tour.gz; its length is stated if GRAPH has places, or with --weight. GRAPH is a
    board or a graph file, as for icosian prove, or for a tour or a bound a file as for icosian tsp,
    with its options. A proof about other lengths than the edge attribute weight is refused unless
    --weight names them. If PROOF is about a loop puzzle, of which it states the kind, GRAPH is the
    puzzle as for icosian puzzle.

    \b
    Examples:
      icosian check proof.json 4x6
      icosian check proof.json graph.hcp
      icosian check graph.tour graph.hcp
      icosian check pr2392.tour pr2392.tsp
      icosian check shortest.json berlin52.tsp --pseudo-boolean berlin52
      icosian check proof.json graph.hcp --lrat graph
      icosian check shortest.json map.graphml --weight minutes
      icosian check - island.txt --piece king < proof.json
      icosian check unique.json loop.txt

    \b
    Exit codes: 0 it holds, 1 it does not, 2 bad use, or neither a proof nor a tour.
    """
    if evidence == graph == "-":
        raise click.UsageError("standard input holds one of PROOF and GRAPH, not both")
    is_tour = is_tour_file(evidence)
    text = ""
    with suppress(FileNotFoundError):  # what is wrong with GRAPH is said first
        text = "" if is_tour else _text(evidence)
    about_loops = _about_loops(text)
    if about_loops and (piece, run.pseudo_boolean, lengths) != (None, None, Lengths()):
        raise click.UsageError(
            "a proof about a loop puzzle has no other form than --lrat, and no options of tours"
        )
    more: dict[str, Any] = {}
    G: Any
    if about_loops:
        kind: Any = about_loops.kind
        G = read_puzzle(graph, kind=kind, hexagonal=about_loops.hexagonal)
    else:
        G = _subject(graph, piece, lengths, weight)
        if default is not None:
            G = with_default(G, weight, default)
    exports: dict[bool, Any] = {}
    try:
        if is_tour:
            given = {"pseudo-boolean": run.pseudo_boolean, "lrat": run.lrat}
            for option in (name for name, value in given.items() if value is not None):
                raise click.UsageError(f"--{option} is for proofs, not for tours")
            tour = read_tour(evidence, G)
            more = _measured(tour, G, weight)
            reason = ". ".join([tour_in_words(tour), *_length_in_words(**more)])
        else:
            # A bound may be about places.
            proof: Any = about_loops or _proof(evidence, text or _text(evidence), G)
            meant = _meant(proof, weight)
            if not run.stems:
                proof.check(G, **meant)
            lengths_of = meant if isinstance(proof, LowerBound) else {}
            for clauses in run.stems:
                write = proof.to_lrat if clauses else partial(proof.to_pseudo_boolean, **lengths_of)
                exports[clauses] = write(G)
            reason = proof.explain()
    except (InvalidProof, InvalidTour) as error:
        text = paragraph(f"does not hold: {error}")
        return run.respond(
            Answer(result="does not hold", code=OPPOSITE, text=text, reason=str(error))
        )
    return run.respond(
        Answer(
            result="holds",
            text=paragraph(f"holds: {reason}"),
            reason=reason,
            answer=more,
            export=exports.__getitem__,
        )
    )


def _meant(proof: Any, weight: str | None) -> dict[str, str | None]:
    """Return the lengths that a proof has to be about, as an option of its check."""
    if not hasattr(proof, "weight"):
        if weight is not None:
            raise click.UsageError("--weight is for proofs about lengths")
        return {}
    if weight is None and isinstance(proof, LongestBound) and proof.weight is None:
        return {"weight": None}  # its claim says that it counts nodes
    return {"weight": weight or "weight"}


def _measured(tour: Tour, G: nx.Graph[Any] | Places, weight: str | None) -> dict[str, Any]:
    """Return the length of a tour, where there are lengths, and the published optimum."""
    if isinstance(G, nx.Graph):
        return {} if weight is None else {"length": tour_length(tour, G, weight=weight)}
    if weight is not None:
        raise click.UsageError("--weight is for graphs")
    check_stated(tour, G)
    length = tour_length(tour, G, closed=tour.is_closed and G.closed)
    best = optimum(G)
    return {"length": length} | ({} if best is None else {"optimum": best})


def _length_in_words(length: Any = None, optimum: int | None = None) -> Iterator[str]:
    """Yield a sentence on a length, and one on the published optimum."""
    if length is not None:
        yield f"Length {length}"
    if optimum is not None:
        yield f"The published optimum is {optimum}"


def _subject(
    graph: str, piece: Any, lengths: Lengths, weight: str | None
) -> nx.Graph[Any] | Places:
    """Return the graph, or the places, that evidence is about."""
    path = Path(graph)
    if lengths != Lengths() or is_tsp_file(path) or is_table_file(path):
        if piece is not None:
            raise click.UsageError("--piece is for boards")
        places: nx.Graph[Any] | Places = lengths.read(path, weight).value
        remember(places, graph)
        return places
    board: Board | nx.Graph[Any] = GraphType().convert(graph, None, None)
    return TourQuestion(board, closed=False, start=None, end=None, piece=piece).G


def _text(path: str) -> str:
    """Return the text of what claims to be a proof."""
    with click.open_file(path, "rb") if path == "-" else nullcontext() as file:
        return Text(path).whole(file=file)


def _about_loops(text: str) -> LoopRefutation | None:
    """Return a proof about a loop puzzle, None if the text is none."""
    try:
        return LoopRefutation.from_json(text)
    except InvalidProof:
        return None


def _proof(path: str, text: str, G: nx.Graph[Any] | Places) -> Proof:
    """Return the proof that a text describes."""
    try:
        return Proof.from_json(text, G if isinstance(G, nx.Graph) else None)  # or plain names
    except InvalidProof as error:
        raise click.UsageError(f"{path}: {error}") from None
