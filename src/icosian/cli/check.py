"""``icosian check``: check a proof or a tour."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import networkx as nx

from icosian._io.text import Text, parse_json
from icosian.cli.answers import Answer, command, paragraph, tour_in_words
from icosian.cli.commands import OPPOSITE
from icosian.cli.options import TOGETHER, option
from icosian.cli.subjects import Ask, TableSource, is_table, read_lengths, read_subjects
from icosian.exceptions import IcosianError, InvalidArgument, InvalidProof, InvalidTour
from icosian.files.graphs import is_tsp_file
from icosian.files.places import is_json_file
from icosian.files.tours import check_stated, is_tour_file, optimum, read_tour
from icosian.placements import Bound
from icosian.proofs import LongestBound, LoopRefutation, LowerBound, Proof
from icosian.proofs.loops import GRIDS
from icosian.puzzles import read_puzzle
from icosian.routes.maps import fill_lengths
from icosian.tours import Tour, tour_length

LENGTHS = TOGETHER["table"].split()


@command(
    click.argument("evidence", metavar="PROOF|TOUR"),
    click.argument("graph", metavar="GRAPH"),
    "format which piece torus table",
    option("--weight NAME", "The edge attribute of a bound, or of a length."),
    "default pseudo-boolean lrat output",
    exits="0 it holds, 1 it does not, 2 bad use, or neither a proof nor a tour",
)
def check(ask: Ask, *, evidence: str, graph: str) -> Answer:
    """Check that a proof, or a tour, holds for GRAPH.

    The check is exact and shares no code with the search. PROOF is a file that --proof
    wrote, or icosian prove --save, or - for standard input. TOUR is a TSPLIB file whose name ends
    in .tour or .tour.gz; its length is stated if GRAPH has places, or with --weight. GRAPH is a
    board or a graph file, as for icosian prove, or for a tour or a bound a file as for icosian tsp,
    with its options. A proof about other lengths than the edge attribute weight is refused unless
    --weight names them. If PROOF is about a loop puzzle, of which it states the kind, GRAPH is the
    puzzle as for icosian puzzle; if it is about queens, a board with --piece queen, or a puzzle of
    regions.

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
      icosian check none.json 8x8 --piece queen
    """
    if evidence == graph == "-":
        raise click.UsageError("standard input holds one of PROOF and GRAPH, not both")
    text, is_tour = "", is_tour_file(evidence)
    with suppress(FileNotFoundError):  # what is wrong with GRAPH is said first
        text = "" if is_tour else _text(evidence)
    ask.refuse("{} is for proofs, not for tours", "pseudo_boolean", "lrat", when=is_tour)
    ask.name = graph
    loops = None
    if _kind_of(text) is LoopRefutation:  # says first what is wrong with it: no graph is a puzzle
        loops = _proof(evidence, text, None)
        rule = "a proof about a loop puzzle has no other form than --lrat, and no options of tours"
        ask.refuse(rule, "piece", "pseudo_boolean", *LENGTHS)
        subject: Any = read_puzzle(graph, kind=loops.kind, hexagonal=loops.hexagonal)
    else:
        subject = _subject(ask, graph, _regions(ask, graph, text))
    try:
        if is_tour:
            return _of_tour(ask, read_tour(evidence, subject))
        return _of_proof(ask, loops or _proof(evidence, text or _text(evidence), subject), subject)
    except (InvalidProof, InvalidTour) as error:
        text = paragraph(f"does not hold: {error}")
        return Answer(result="does not hold", code=OPPOSITE, text=text, reason=str(error))


def _holds(reason: str, **parts: Any) -> Answer:
    return Answer(result="holds", text=paragraph(f"holds: {reason}"), reason=reason, **parts)


# -- What the evidence is about


def _subject(ask: Ask, text: str, regions: nx.Graph[Any] | None) -> Any:
    """Return the graph or the places that evidence is about; regions only if it is no graph."""
    if regions is not None:
        with suppress(click.UsageError, IcosianError):
            if isinstance(_subject(replace(ask, said=[]), text, None), nx.Graph):
                return _subject(ask, text, None)
        return regions
    path, options = Path(text), ask.options
    asked, is_a_table = any(options[name] for name in LENGTHS), is_table(path)
    if is_a_table and not asked and options["weight"] is options["default"] is None:
        with suppress(InvalidArgument):  # it may be places
            return ask.about(TableSource(path).read()).G
    is_json = is_json_file(path) and options["format"] is None
    if asked or is_a_table or is_json or is_tsp_file(path):
        ask.refuse("{} is for boards", "piece")
        return ask.take(read_lengths(path, options), "weight")
    found = read_subjects(text, options)
    if len(found) > 1:
        raise click.UsageError(f"{text} has {len(found)} graphs: --graph 1")
    ask.about(found[0].read())
    if options["default"] is not None:
        ask.G = fill_lengths(ask.G, options["weight"] or "weight", default=options["default"])
    return ask.G


def _regions(ask: Ask, path: str, proof: str) -> nx.Graph[Any] | None:
    """Return the graph of a queens puzzle if a proof is about one, else None."""
    if ask.options["piece"] is None and _kind_of(proof) is Bound:
        with suppress(InvalidArgument, OSError):
            return read_puzzle(path, kind="queens").graph
    return None


# -- Tours


def _of_tour(ask: Ask, tour: Tour) -> Answer:
    G, weight = ask.known, ask.options["weight"]
    check_stated(tour, G)
    answer: dict[str, Any] = {}
    if not isinstance(G, nx.Graph):
        if weight is not None:
            raise click.UsageError("--weight is for graphs")
        answer["length"] = tour_length(tour, G, closed=tour.is_closed and G.closed)
        in_turn = tour_length(list(G.nodes), G, closed=True)
        if (best := optimum(G, answer["length"], in_turn)) is not None:
            answer["optimum"] = best
    elif weight is not None:
        answer["length"] = tour_length(tour, G, weight=weight)
    words = {"length": "Length", "optimum": "The published optimum is"}
    known = [f"{words[name]} {value}" for name, value in answer.items()]
    return _holds(". ".join([tour_in_words(tour), *known]), answer=answer)


# -- Proofs


def _of_proof(ask: Ask, proof: Any, G: Any) -> Answer:
    """Return the answer about a proof, with its other forms if they are asked for."""
    meant = _meant(proof, ask.options["weight"])
    asked = {clauses: ask.options[("pseudo_boolean", "lrat")[clauses]] for clauses in (False, True)}
    exports: dict[bool, Any] = {}
    if not any(asked.values()):
        proof.check(G, **meant)
    lengths_of = meant if isinstance(proof, LowerBound) else {}
    for clauses in (clauses for clauses, path in asked.items() if path is not None):
        write = proof.to_lrat if clauses else partial(proof.to_pseudo_boolean, **lengths_of)
        exports[clauses] = write(G)
    return _holds(proof.explain(), answer={}, export=exports.__getitem__)


def _meant(proof: Any, weight: str | None) -> dict[str, str | None]:
    """Return the lengths that a proof has to be about, as an option of its check."""
    if not isinstance(proof, Proof) and weight is not None:
        raise click.UsageError("--weight is for proofs about tours and walks")
    if not isinstance(proof, Proof) or not hasattr(proof, "weight"):
        return {}
    if weight is None and isinstance(proof, LongestBound) and proof.weight is None:
        return {"weight": None}  # its claim says that it counts nodes
    return {"weight": weight or "weight"}


def _text(path: str) -> str:
    """Return the text of what claims to be a proof."""
    with click.open_file(path, "rb") if path == "-" else nullcontext() as file:
        return Text(path).whole(file=file)


def _kind_of(text: str) -> Any:
    """Return the class that reads a proof, by the kind that it states."""
    with suppress(ValueError, RecursionError):
        if isinstance(data := parse_json(text), dict):
            families = dict.fromkeys(Bound._kinds, Bound) | dict.fromkeys(GRIDS, LoopRefutation)  # noqa: SLF001
            return families.get(str(data.get("kind")), Proof)
    return Proof


def _proof(path: str, text: str, G: Any) -> Any:
    try:
        return _kind_of(text).from_json(text, G if isinstance(G, nx.Graph) else None)
    except InvalidProof as error:
        how = "--proof writes a proof, --save a tour with a name such as a.tour"
        raise click.UsageError(f"{path}: {error}; {how}") from None
