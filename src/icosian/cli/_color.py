"""``icosian color``: colorings."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.options import (
    format_option,
    json_option,
    placed_graph,
    placed_on_argument,
    save_option,
    timeout_option,
    torus_option,
)
from icosian.cli.shared.placement_output import report_best

if TYPE_CHECKING:
    from pathlib import Path

    from icosian.placements import Coloring


@click.command()
@placed_on_argument
@format_option
@torus_option
@save_option
@json_option
@timeout_option
def color(
    on: tuple[str, ...],
    *,
    torus: bool,
    save: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Color the squares so that no piece attacks another of its color.

    PIECE, BOARD and GRAPH are as for icosian place. Prints the color of each square as a number,
    the number of colors, and why fewer are not enough.

    \b
    Examples:
      icosian color queen 8x8 --save colors.svg
      icosian color king island.txt
      icosian color knight 5x5 --torus
      icosian color graph.hcp --timeout 60

    \b
    Exit codes: 0 as asked, 2 bad use, 3 limit reached: the best so far.
    """
    from icosian import placements

    G, _ = placed_graph(on, torus=torus)

    def search(progress: Any) -> Coloring:
        return placements.minimum_coloring(G, timeout=timeout, progress=progress)

    return report_best(G, "color", search, save, as_json=as_json)
