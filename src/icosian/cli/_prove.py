"""``icosian prove``: prove that there is no tour."""

from __future__ import annotations

import click

from icosian import tours
from icosian.cli.shared.answers import Answer, Run, answering
from icosian.cli.shared.document import tour_in_json
from icosian.cli.shared.options import PictureType, SavedType, options
from icosian.cli.shared.output import OPPOSITE, PRINTED_SQUARES, paragraph, tour_in_words
from icosian.cli.shared.question import TourQuestion, tour_question
from icosian.exceptions import HamiltonianCycleExists, HamiltonianPathExists
from icosian.proofs import Clausal, Proof, PseudoBoolean
from icosian.tours import Tour


@click.command()
@answering
@tour_question
@click.option(
    "--save", "proof", type=SavedType("a proof"), help="Write the proof as JSON, for icosian check."
)
@click.option("--picture", "save", type=PictureType(), help="Draw the proof: .svg, .png or .pdf.")
@options("pseudo-boolean lrat json threads dask timeout")
def prove(run: Run, asked: TourQuestion) -> int:
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
      icosian prove graph.hcp --lrat graph

    --pseudo-boolean and --lrat look for another proof, in 50,000 steps of a SAT solver, if the one
    that was found has no such form.

    \b
    Exit codes: 0 proved, 1 there is a tour, 2 bad use, 3 limit reached.
    """
    start, end = asked.ends
    try:
        with run.search() as search:
            if asked.closed:
                proof = tours.prove_no_hamiltonian_cycle(asked.G, **asked.conditions, **search)
            else:
                proof = tours.prove_no_hamiltonian_path(
                    asked.G, start, end, **asked.conditions, **search
                )
    except (HamiltonianCycleExists, HamiltonianPathExists) as error:
        return run.respond(_exists(error.tour, asked, run))
    reason = proof.explain()
    return run.respond(
        Answer(
            result="impossible",
            text=paragraph(reason),
            reason=reason,
            proof=proof,
            picture=proof,
            drawing={"G": asked.G},
            export=lambda clauses: _exported(proof, asked, run, clauses=clauses),
        )
    )


def _exported(
    proof: Proof, asked: TourQuestion, run: Run, *, clauses: bool
) -> PseudoBoolean | Clausal:
    """Return the form of a proof, or of another one, for other checkers."""
    from icosian.tours.solve.exporting import exported

    with run.search() as search:
        del search["executor"]  # it is another search, which one worker does
        return exported(proof, asked.G, clauses=clauses, **search)


def _exists(tour: Tour, asked: TourQuestion, run: Run) -> Answer:
    """Return the answer that there is a tour where a proof was asked for."""
    text = line = f"nothing to prove, a tour exists: {tour_in_words(tour)}"
    if len(tour) <= PRINTED_SQUARES:
        text += f"\n{tour}"
    given = click.get_current_context().params
    default = all(given.get(name) is None for name in ("closed", "start", "end"))
    hint = default and not asked.closed and not run.as_json
    return Answer(
        code=OPPOSITE,
        text=text,
        line=line,
        answer=tour_in_json(tour),
        stats=tour.stats,
        warning="this asked about open tours; --closed asks about closed ones" * hint or None,
    )
