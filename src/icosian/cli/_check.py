"""``icosian check``: check a proof or a tour."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import networkx as nx

from icosian._arrays.weights import missing_note
from icosian._io.text import Text
from icosian.cli._tsp import Lengths, lengths_options
from icosian.cli.shared.answers import Answer, Run, answering
from icosian.cli.shared.document import remember
from icosian.cli.shared.options import GraphType, options
from icosian.cli.shared.output import OPPOSITE, paragraph, tour_in_words
from icosian.cli.shared.question import TourQuestion
from icosian.exceptions import InvalidProof, InvalidTour
from icosian.files.tours import is_tour_file, read_tour
from icosian.files.tsplib import is_tsp_file
from icosian.proofs import LongestBound, LoopRefutation, LowerBound, Proof
from icosian.puzzles import LoopPuzzle
from icosian.puzzles.kinds import RULES
from icosian.puzzles.reading import read_puzzle

if TYPE_CHECKING:
    from icosian.boards.board import Board
    from icosian.tours import Places


@click.command()
@click.argument("evidence", metavar="PROOF|TOUR")
@click.argument("graph", metavar="GRAPH")
@options("format piece")
@lengths_options
@click.option("--weight", metavar="NAME", help="The edge attribute that a bound is to be about.")
@click.option("--kind", type=click.Choice([*RULES]), help="GRAPH is a loop puzzle of this kind.")
@options("pseudo-boolean lrat json")
@answering
def check(
    run: Run,
    evidence: str,
    graph: str,
    *,
    piece: Any,
    lengths: Lengths,
    weight: str | None,
    kind: str | None,
) -> int:
    """Check that a proof, or a tour, holds for GRAPH.

    The check is exact and shares no code with the search. PROOF is a file that icosian prove --save
    or another command --proof wrote, or - for standard input. TOUR is a TSPLIB file whose name ends
    in .tour or .tour.gz. GRAPH is a board or a graph file, as for icosian prove, or for a proof
    that a tour is shortest a file as for icosian tsp, with its options. A proof about other lengths
    than the edge attribute weight is refused unless --weight names them. With --kind, GRAPH is a
    puzzle as for icosian puzzle, and PROOF what its --proof wrote.

    \b
    Examples:
      icosian check proof.json 4x6
      icosian check proof.json graph.hcp
      icosian check graph.tour graph.hcp
      icosian check shortest.json berlin52.tsp --pseudo-boolean berlin52
      icosian check proof.json graph.hcp --lrat graph
      icosian check shortest.json map.graphml --weight minutes
      icosian check - island.txt --piece king < proof.json
      icosian check unique.json loop.txt --kind slitherlink

    \b
    Exit codes: 0 it holds, 1 it does not, 2 bad use, or neither a proof nor a tour.
    """
    if evidence == graph == "-":
        raise click.UsageError("standard input holds one of PROOF and GRAPH, not both")
    is_tour = is_tour_file(evidence)
    if kind is not None and (is_tour or (piece, run.pseudo_boolean) != (None, None)):
        raise click.UsageError("--kind is for proofs, without --piece and --pseudo-boolean")
    G = _subject(graph, piece, lengths, kind, is_tour=is_tour)
    exports: dict[bool, Any] = {}
    try:
        if is_tour:
            if not isinstance(G, nx.Graph):
                raise click.UsageError("a tour is checked with a graph, not with places")
            given = {"pseudo-boolean": run.pseudo_boolean, "lrat": run.lrat, "weight": weight}
            for option in (name for name, value in given.items() if value is not None):
                raise click.UsageError(f"--{option} is for proofs, not for tours")
            reason = tour_in_words(read_tour(evidence, G))
        else:
            proof: Any = _read_proof(evidence, G)  # a bound may be about places
            meant = _meant(proof, weight)
            if not run.stems:
                proof.check(G, **meant)
            lengths_of = meant if isinstance(proof, LowerBound) else {}
            for clauses in run.stems:
                exports[clauses] = (
                    proof.to_lrat(G) if clauses else proof.to_pseudo_boolean(G, **lengths_of)
                )
            note = (
                missing_note(G, getattr(proof, "weight", None)) if isinstance(G, nx.Graph) else ""
            )
            reason = f"{proof.explain()} {note}".rstrip()
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


def _subject(
    graph: str, piece: Any, lengths: Lengths, kind: Any, *, is_tour: bool
) -> nx.Graph[Any] | Places | LoopPuzzle:
    """Return the graph, the places, or the puzzle of a kind, that evidence is about."""
    if kind is not None:
        puzzle: LoopPuzzle = read_puzzle(graph, kind=kind)
        return puzzle
    path = Path(graph)
    if lengths != Lengths() or (is_tsp_file(path) and not is_tour) or path.suffix.lower() == ".csv":
        if piece is not None:
            raise click.UsageError("--piece is for boards")
        places = lengths.read(path)
        remember(places, graph)
        return places
    board: Board | nx.Graph[Any] = GraphType().convert(graph, None, None)
    return TourQuestion(board, closed=False, start=None, end=None, piece=piece).G


def _read_proof(path: str, G: nx.Graph[Any] | Places | LoopPuzzle) -> Proof | LoopRefutation:
    """Read what claims to be a proof."""
    try:
        with click.open_file(path, "rb") if path == "-" else nullcontext() as file:
            text = Text(path).whole(file=file)
            if isinstance(G, LoopPuzzle):
                return LoopRefutation.from_json(text)
            graph = G if isinstance(G, nx.Graph) else None  # places have plain names
            return Proof.from_json(text, graph)
    except InvalidProof as error:
        raise click.UsageError(f"{path}: {error}") from None
