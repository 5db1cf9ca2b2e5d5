"""Answers about placements and colorings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from icosian.cli.shared.document import placement_in_json
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
)
from icosian.exceptions import NoPlacement, SearchLimitReached

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import networkx as nx

    from icosian.placements import Coloring, Placement


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
    answer: dict[str, Any] = {}
    lines = []
    if best is not None:
        answer |= placement_in_json(best)
        so_far = ", the best so far" * (limit is not None)
        lines += [printed(best, len(G), repr(best)), several(answer["number"], noun) + so_far]
    if bound is not None:
        answer |= {"bound": bound.value, "optimal": answer.get("number") == bound.value}
        lines.append(paragraph(bound.explain()))
    reason = bound and bound.explain()
    report(
        "found" if limit is None else "undecided",
        "\n".join(lines) if lines else None,
        as_json=as_json,
        reason=reason if limit is None else str(limit),
        answer=answer or None,
        stats=None if limit is None else limit.stats,
        files=[(None if best is None else save, partial(save_picture, best))],
    )
    return AS_ASKED if limit is None else fail(str(limit), UNDECIDED)


def impossible(error: NoPlacement, *, as_json: bool) -> int:
    """Print the reason why there is no placement."""
    report("impossible", paragraph(str(error)), as_json=as_json, reason=str(error))
    return OPPOSITE


def save_picture(found: Any, path: Path) -> None:
    """Write the picture of a placement or a coloring."""
    from icosian.drawing import save

    save(found, path)
