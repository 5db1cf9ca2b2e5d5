"""``icosian solve``: tours of the graphs in files, or the proofs that there are none."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import asdict, fields
from io import StringIO
from pathlib import Path
from typing import Any

import click

from icosian._io.atomic import write_atomically
from icosian._io.text import checked_path
from icosian.cli.shared.answers import Answer, Run, answering
from icosian.cli.shared.batch import (
    BatchQuestion,
    Instance,
    Outcome,
    instances,
    solve_instance,
)
from icosian.cli.shared.document import best_known, tour_in_json
from icosian.cli.shared.options import (
    ParamType,
    SavedType,
    Workers,
    closed_asked,
    graph_sources_of,
    options,
)
from icosian.cli.shared.output import (
    paragraph,
    progress_line,
    tour_in_words,
)
from icosian.cli.shared.table import answer_all, exit_code
from icosian.exceptions import SearchLimitReached
from icosian.tours import Tour

PRINTED_NODES = 1000


class _TargetType(ParamType):
    """A file, by its suffix, or a folder, which is created if it is missing."""

    name = "path"

    def __init__(self, noun: str, *suffixes: str) -> None:
        self.noun = noun
        self.suffixes = suffixes

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        path = checked_path(value)
        if not path.parent.is_dir():
            self.fail(f"the folder of a {self.noun} must exist, got {value!r}", param, ctx)
        folder = not self.is_file(path)
        if folder != path.is_dir() if path.exists() else folder and path.suffix:
            rule = f"a {self.noun} is saved to a folder or to a {', '.join(self.suffixes)} file"
            self.fail(f"{rule}, got {value!r}", param, ctx)
        return path

    def is_file(self, path: Path) -> bool:
        """Return True if a file is meant, not a folder."""
        return path.name.lower().endswith(self.suffixes)


_TOUR, _PROOF = _TargetType("tour", ".tour", ".tour.gz"), _TargetType("proof", ".json")
_PICTURE = _TargetType("picture", ".svg", ".png", ".pdf")


@click.command()
@click.argument("files", nargs=-1, required=True, type=Path, metavar="FILE...")
@options("format closed start end method require forbid seed timeout processes dask")
@click.option("--save", "tour", type=_TOUR, help="Write tours: a .tour file (TSPLIB), or a folder.")
@click.option("--proof", "why", type=_PROOF, help="Write proofs: a .json file, or a folder.")
@click.option(
    "--picture", type=_PICTURE, help="Draw tours and proofs: .svg, .png or .pdf, or a folder."
)
@click.option("--csv", "sheet", type=SavedType("a table"), help="Write the table: a .csv file.")
@options("json")
@answering
def solve(
    run: Run,
    files: tuple[Path, ...],
    *,
    tour: Path | None,
    why: Path | None,
    picture: Path | None,
    sheet: Path | None,
    **question: Any,
) -> int:
    """Find a tour of each graph, or prove that it has none.

    A FILE is .hcp or .tsp (TSPLIB), .col or .edge (DIMACS), .edges or .edgelist (an edge a line),
    .g6 or .s6 (a graph a line), .gml, .graphml, .json (node-link data) or .net (Pajek), each also
    with .gz; or - for standard input, with --format. A tour uses the edges that a .hcp file fixes.
    Several graphs give a table with one row each. The time limit holds for each graph; a graph that
    is undecided or cannot be read does not stop the others. A dask cluster reads and writes the
    files itself, under the same names.

    \b
    Examples:
      icosian solve graph.hcp --save graph.tour --picture tour.svg
      icosian solve graph.hcp --timeout 60
      icosian solve graph.hcp --start 1 --end 7 --require 2-5 --forbid 3-4
      icosian solve *.hcp.gz --timeout 10 --jobs 4 --save tours --csv table.csv
      icosian solve cubic.g6 --proof proofs
      printf "A B\\nB C\\nC A\\n" | icosian solve - --format edges

    \b
    Exit codes: 0 all found, 2 some failed or bad use, else 3 some undecided, else 1 some proved
    impossible; 130 interrupted.
    """
    for path in files:
        if re.fullmatch("[0-9]+(x[0-9]+)*", str(path).lower()) and not path.exists():
            raise click.UsageError(
                f"FILE must be a graph file, got the board {str(path)!r}: see icosian tour"
            )
    closed = closed_asked(None, **{name: question[name] for name in ("closed", "start", "end")})
    asked = BatchQuestion(**question | {"closed": closed}, **run.limits)
    asked.check()
    targets = {"tour": (tour, _TOUR), "proof": (why, _PROOF), "picture": (picture, _PICTURE)}
    with (run.workers or Workers()).executor() as pool:
        todo = _aimed(list(instances(files, graph_sources_of)), targets)
        if sheet is not None:
            _spare(todo, [sheet])
        if len(todo) == 1:
            done = [_solve_one(todo[0], asked, run)]
        else:
            done = answer_all(todo, asked.outcome, pool, run)
    if sheet is not None:
        _write_sheet(sheet, done)
    return exit_code(todo, done)


def _aimed(
    todo: list[Instance], targets: dict[str, tuple[Path | None, _TargetType]]
) -> list[Instance]:
    """Return the instances with the files that tours, proofs and pictures are saved to."""
    for kind, (target, type_) in targets.items():
        if target is None:
            continue
        if type_.is_file(target):
            if len(todo) > 1:
                raise click.UsageError(
                    f"{len(todo)} graphs have {kind}s in a folder, got the file {str(target)!r}"
                )
            paths = [target]
        else:
            name, times = Counter(item.name for item in todo).most_common(1)[0]
            if times > 1:
                raise click.UsageError(f"{times} graphs would save a {kind} as {name!r}")
            paths = [target / f"{item.name}{type_.suffixes[0]}" for item in todo]
        _spare(todo, paths)
        if not type_.is_file(target):
            target.mkdir(exist_ok=True)
        todo = [item.saving(kind, path) for item, path in zip(todo, paths, strict=True)]
    return todo


def _spare(todo: list[Instance], paths: list[Path]) -> None:
    """Refuse to overwrite an input file."""
    read = {item.source.path.resolve() for item in todo if item.source is not None}
    for path in paths:
        if path.resolve() in read:
            raise click.UsageError(f"the graph {str(path)!r} would be overwritten")


def _solve_one(instance: Instance, question: BatchQuestion, run: Run) -> Outcome:
    """Solve a single graph here, and print its tour or the reason why there is none."""
    with progress_line() as progress:
        outcome, evidence = solve_instance(instance, question, progress)
    answer, proof, text = None, None, None
    if isinstance(evidence, Tour):
        answer = tour_in_json(evidence)
        text = f"{tour_in_words(evidence)}, by {outcome.method} in {outcome.seconds:.3g} s"
        if outcome.saved is None and len(evidence) <= PRINTED_NODES:
            text += f"\n{evidence}"
    elif isinstance(evidence, SearchLimitReached):
        answer = best_known(evidence)
    elif evidence is not None:
        proof, text = evidence, paragraph(evidence.explain())
    run.respond(
        Answer(
            result=outcome.result,
            text=text,
            reason=outcome.reason,
            answer=answer,
            proof=proof,
            stats=getattr(evidence, "stats", None),
            saved=tuple(outcome.files),
            warning=None if outcome.result == "impossible" else outcome.reason,
        )
    )
    return outcome


def _write_sheet(path: Path, done: list[Outcome]) -> None:
    """Write the table as CSV."""
    text = StringIO()
    writer = csv.DictWriter(text, [field.name for field in fields(Outcome)])
    writer.writeheader()
    writer.writerows(map(asdict, done))
    write_atomically(path, text.getvalue().encode(errors="replace"))
