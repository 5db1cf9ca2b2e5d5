"""Answers about placements and colorings."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.output import (
    AS_ASKED,
    OPPOSITE,
    UNDECIDED,
    fail,
    paragraph,
    printed,
    progress_line,
    report,
    several,
    square_names,
)
from icosian.exceptions import NoPlacement, SearchLimitReached

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import networkx as nx

    from icosian.placements import Coloring, Placement

__all__ = ["impossible", "report_best", "save_picture"]


def report_best(
    G: nx.Graph[Any],
    noun: str,
    search: Callable[[Any], Placement | Coloring],
    save: Path | None,
    *,
    as_json: bool,
) -> int:
    """Print the best that a search finds, or the best so far, and the bound that is proved."""
    best: Placement | Coloring | None
    limit: SearchLimitReached | None = None
    try:
        with progress_line() as progress:
            best = search(progress)
            bound = best.bound
    except NoPlacement as error:
        return impossible(error, as_json=as_json)
    except SearchLimitReached as error:
        best, bound, limit = error.best, error.bound, error
    answer: dict[str, Any] = {"result": "found"}
    if limit is not None:
        answer = {"result": "undecided", "reason": str(limit)}
    lines = []
    if best is not None:
        answer |= _described(best)
        so_far = ", the best so far" * (limit is not None)
        lines += [printed(best, len(G), repr(best)), several(answer["number"], noun) + so_far]
    if bound is not None:
        answer["bound"] = {"value": bound.value, "reason": bound.explain()}
        lines.append(paragraph(bound.explain()))
    report(
        answer,
        "\n".join(lines) if lines else None,
        as_json=as_json,
        save=None if best is None else save,
        write=partial(save_picture, best),
    )
    return AS_ASKED if limit is None else fail(str(limit), UNDECIDED)


def impossible(error: NoPlacement, *, as_json: bool) -> int:
    """Print the reason why there is no placement."""
    answer = {"result": "impossible", "reason": str(error)}
    click.echo(json.dumps(answer) if as_json else paragraph(str(error)))
    return OPPOSITE


def save_picture(found: Any, path: Path) -> None:
    """Write the picture of a placement or a coloring."""
    from icosian.drawing import save_coloring, save_placement
    from icosian.placements import Placement

    save = save_placement if isinstance(found, Placement) else save_coloring
    save(found, path)


def _described(found: Placement | Coloring) -> dict[str, Any]:
    """Return a placement or a coloring as JSON."""
    from icosian.placements import Placement

    if isinstance(found, Placement):
        return {"number": len(found), "nodes": found.nodes, "names": square_names(found)}
    return {"number": found.number_of_colors, "classes": found.classes}
