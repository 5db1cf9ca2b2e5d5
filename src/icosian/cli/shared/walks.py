"""The shortest walk through stops, for ``icosian route --visit``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.document import optimum_in_json
from icosian.cli.shared.options import SavedType, seed_option, timeout_option
from icosian.cli.shared.output import (
    AS_ASKED,
    PRINTED_SQUARES,
    progress_line,
    proof_file,
    report,
    several,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import networkx as nx

    from icosian.routes import Walk


@dataclass(frozen=True, kw_only=True)
class Visit:
    """What is asked about a walk."""

    visit: tuple[str, ...] = ()
    start: str | None = None
    end: str | None = None
    is_open: bool = False
    gap: float = 0.0
    timeout: float | None = None
    seed: int | None = None
    proof: Path | None = None

    def refuse(self) -> None:
        """Refuse options of a walk without a stop."""
        for item in fields(self):
            if getattr(self, item.name) != item.default:
                option = {"start": "from", "end": "to", "is_open": "open"}.get(item.name, item.name)
                raise click.UsageError(f"--{option} is for walks: add --visit")


def visit_options(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options that make its :class:`Visit`."""

    @wraps(command)
    def visiting(*given: Any, **rest: Any) -> int:
        asked = {item.name: rest.pop(item.name) for item in fields(Visit)}
        return command(*given, stops=Visit(**asked), **rest)

    for option in (
        click.option("--proof", type=SavedType("a proof"), help="Write the proof: a .json file."),
        seed_option,
        click.option(
            "--gap",
            type=float,
            default=0.0,
            metavar="PART",
            help="Stop when at most this part too long is proved, such as 0.01.",
        ),
        timeout_option,
        click.option("--open", "is_open", is_flag=True, help="Do not return; --to implies it."),
        click.option("--to", "end", metavar="PLACE", help="The last stop of an open walk."),
        click.option("--from", "start", metavar="PLACE", help="The first stop of a walk."),
        click.option("--visit", multiple=True, metavar="PLACE", help="A stop of a walk; repeat."),
    ):
        visiting = option(visiting)
    return visiting


def walk_through(
    G: nx.Graph[Any],
    stops: Visit,
    place: Callable[[str], Any],
    name: Callable[[Any], str],
    weight: str,
    *,
    as_json: bool,
    save: Path | None,
) -> int:
    """Find the shortest walk through some places, print it, and return the exit code."""
    from icosian.routes.traveling_salesman import traveling_salesman

    start, end = (None if text is None else place(text) for text in (stops.start, stops.end))
    with progress_line() as progress:
        walk = traveling_salesman(
            G,
            [place(text) for text in stops.visit],
            start=start,
            end=end,
            cycle=not stops.is_open and end is None,
            weight=weight,
            timeout=stops.timeout,
            gap=stops.gap,
            seed=stops.seed,
            progress=progress,
        )
    report(
        "found",
        _text(walk, name),
        as_json=as_json,
        reason=walk.explain(),
        answer={
            "closed": walk.is_closed,
            **optimum_in_json(walk.length, walk.bound, walk.gap, optimal=walk.is_shortest),
            "stops": list(walk.stops),
            "walk": list(walk),
        },
        proof=walk.proof,
        stats=walk.stats,
        files=[proof_file(stops.proof, walk.proof, G), (save, partial(_save, walk))],
    )
    return AS_ASKED


def _text(walk: Walk, name: Callable[[Any], str]) -> str:
    """Return what is known of a walk, and its legs, one a line."""
    kind = "closed" if walk.is_closed else "open"
    lines = [f"{kind} walk through {several(len(walk.stops), 'stop')}. {walk.explain()}"]
    if len(walk) <= PRINTED_SQUARES:
        lines += (" -> ".join(map(name, leg)) for leg in walk.legs)
    return "\n".join(lines)


def _save(walk: Walk, file: Path) -> None:
    """Write the picture of a walk."""
    from icosian.drawing import save

    save(walk, file)
