"""``icosian prove``: prove that there is no tour."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from icosian._io.atomic import write_atomically
from icosian.cli.shared.document import tour_in_json
from icosian.cli.shared.options import (
    PictureType,
    SavedType,
    json_option,
    pseudo_boolean_option,
    timeout_option,
)
from icosian.cli.shared.output import (
    AS_ASKED,
    OPPOSITE,
    PRINTED_SQUARES,
    fail,
    paragraph,
    progress_line,
    report,
    tour_in_words,
)
from icosian.cli.shared.question import TourQuestion, tour_question
from icosian.exceptions import HamiltonianCycleExists, HamiltonianPathExists

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from icosian.proofs import Proof, PseudoBoolean
    from icosian.tours import Tour


@click.command()
@tour_question
@click.option(
    "--save", type=SavedType("a proof"), help="Write the proof as JSON, for icosian check."
)
@click.option("--picture", type=PictureType(), help="Draw the proof: .svg, .png or .pdf.")
@pseudo_boolean_option
@json_option
@timeout_option
@click.pass_context
def prove(
    context: click.Context,
    asked: TourQuestion,
    *,
    save: Path | None,
    picture: Path | None,
    pseudo_boolean: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Prove that GRAPH has no tour, and say why.

    GRAPH is a board, as for icosian tour, or a graph file: .hcp or .tsp (TSPLIB), .col or .edge
    (DIMACS), .edges or .edgelist (an edge a line), .g6, .s6, .gml, .graphml, .json (node-link data)
    or .net (Pajek), each also with .gz; or - for standard input, with --format. On boards, --start
    and --end are squares, in graph files the labels of nodes.

    \b
    Examples:
      icosian prove 4x6 --closed
      icosian prove 4x4 --start a1
      icosian prove 6x6 --closed --forbid a1-b3
      icosian prove graph.hcp --save proof.json --picture proof.svg
      icosian prove graph.hcp --open --timeout 60
      icosian prove 4x6 --closed --pseudo-boolean board

    --pseudo-boolean looks for another proof, in 50,000 steps of a SAT solver, if the one that was
    found has no such form.

    \b
    Exit codes: 0 proved, 1 there is a tour, 2 bad use, 3 limit reached.
    """
    try:
        proof = _proved(asked, timeout)
    except (HamiltonianCycleExists, HamiltonianPathExists) as error:
        default = all(context.params[name] is None for name in ("closed", "start", "end"))
        return _exists(error.tour, as_json=as_json, hint=default and not asked.closed)
    reason = proof.explain()
    if not as_json:  # before the files, so that a full disk does not lose the answer
        click.echo(paragraph(reason))
    if save is not None:
        write_atomically(save, f"{proof.to_json(asked.G)}\n".encode())
    if picture is not None:
        from icosian import drawing

        drawing.save(proof, picture, G=asked.G)
    saved = [str(path) for path in (save, picture) if path is not None]
    if pseudo_boolean is not None:
        saved += map(str, _exported(proof, asked.G, timeout).save(pseudo_boolean))
    report("impossible", None, as_json=as_json, reason=reason, proof=proof, saved=saved)
    return AS_ASKED


def _exported(proof: Proof, G: nx.Graph[Any], timeout: float | None) -> PseudoBoolean:
    """Return the form of a proof, or of another one, for other checkers."""
    from icosian.tours.solve.exporting import exported

    with progress_line() as progress:
        return exported(proof, G, timeout=timeout, progress=progress)


def _exists(tour: Tour, *, as_json: bool, hint: bool) -> int:
    """Report a tour where a proof was asked for."""
    text = f"nothing to prove, a tour exists: {tour_in_words(tour)}"
    if len(tour) <= PRINTED_SQUARES:
        text += f"\n{tour}"
    report("found", text, as_json=as_json, answer=tour_in_json(tour), stats=tour.stats)
    if hint and not as_json:
        fail("this asked about open tours; --closed asks about closed ones", OPPOSITE)
    return OPPOSITE


def _proved(asked: TourQuestion, timeout: float | None) -> Proof:
    """Return the proof that there is no tour."""
    from icosian import tours

    given: dict[str, Any] = {**asked.conditions, "timeout": timeout}
    ends = asked.ends
    with progress_line() as given["progress"]:
        if asked.closed:
            return tours.prove_no_hamiltonian_cycle(asked.G, **given)
        return tours.prove_no_hamiltonian_path(asked.G, *ends, **given)
