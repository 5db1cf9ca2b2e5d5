"""``icosian cover``: the fewest disjoint paths through all nodes."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.options import (
    graph_argument,
    joined,
    json_option,
    piece_option,
    proof_option,
    save_option,
    seed_option,
    timeout_option,
    torus_option,
)
from icosian.cli.shared.output import AS_ASKED, printed, progress_line, proof_file, report
from icosian.cli.shared.question import TourQuestion

if TYPE_CHECKING:
    from pathlib import Path

    from icosian.tours import PathCover


@click.command()
@graph_argument
@piece_option
@torus_option
@timeout_option
@seed_option
@save_option
@proof_option
@json_option
def cover(
    graph: Any,
    *,
    piece: Any,
    torus: bool,
    timeout: float | None,
    seed: int | None,
    save: Path | None,
    proof: Path | None,
    as_json: bool,
) -> int:
    """Visit all squares, or all nodes, by the fewest disjoint paths.

    GRAPH is a board or a graph file, as for icosian tour. Prints one path a line, and what is
    proved of their number. A time limit gives the best paths so far.

    \b
    Examples:
      icosian cover 4x4
      icosian cover island.txt --save paths.svg
      icosian cover graph.hcp --timeout 10 --proof proof.json
      icosian check proof.json graph.hcp

    \b
    Exit codes: 0 found, 2 bad use.
    """
    from icosian import tours

    asked = TourQuestion(
        joined(graph, torus=torus), closed=False, start=None, end=None, piece=piece
    )
    with progress_line() as progress:
        found = tours.minimum_path_cover(asked.G, timeout=timeout, seed=seed, progress=progress)
    reason = found.explain()
    report(
        "found",
        f"{reason}\n{printed(_listed(found), len(asked.G), 'the paths')}",
        as_json=as_json,
        reason=reason,
        answer={
            "cover": list(map(list, found)),
            "number": len(found),
            "bound": found.bound,
            "optimal": found.is_optimal,
        },
        proof=found.proof,
        stats=found.stats,
        files=[proof_file(proof, found.proof, asked.G), (save, partial(_save, found))],
    )
    return AS_ASKED


def _listed(found: PathCover) -> str:
    """Return the paths as lines; squares by their names."""
    board = found[0].board
    name = board.name if board is not None and board.has_names else str
    return "\n".join(" - ".join(map(name, path)) for path in found)


def _save(found: PathCover, path: Path) -> None:
    """Write the picture of a cover."""
    from icosian import drawing

    drawing.save(found, path)
