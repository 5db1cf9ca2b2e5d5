"""Answers of commands: how a search is run, and how its result is printed and saved."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, fields, replace
from functools import partial, singledispatch, wraps
from pathlib import Path
from typing import Any

import click
import networkx as nx

from icosian._io.atomic import write_atomically
from icosian.cli._interrupts import INTERRUPTED, stopping
from icosian.cli.shared.batch import message
from icosian.cli.shared.document import (
    best_known,
    command_name,
    document,
    labeled_graph,
    measured_in_json,
    optimum_in_json,
    tour_in_json,
)
from icosian.cli.shared.options import Command, Workers
from icosian.cli.shared.output import (
    AS_ASKED,
    OPPOSITE,
    PRINTED_SQUARES,
    UNDECIDED,
    as_options,
    paragraph,
    print_warning,
    printed,
    progress_line,
    tour_in_words,
)
from icosian.exceptions import (
    NoCycle,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NoPath,
    NoPlacement,
    NoWalk,
    SearchLimitReached,
)
from icosian.files.tours import is_tour_file, write_tour
from icosian.proofs import Clausal, Proof, PseudoBoolean
from icosian.tours import LongestTour, Progress, ShortestTour, Tour
from icosian.tours.tour_list import TourList

ANSWERS = NoCycle, NoHamiltonianCycle, NoHamiltonianPath, NoPath, NoWalk, NoPlacement
"""Exceptions that are answers: what was asked for does not exist."""

ROLES = "graph", "on", "file"
"""Arguments that may be lists of instances."""

LIMITS = "method", "seed", "timeout", "gap", "memory_limit"
"""Options that are arguments of the searches."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What is printed and saved: a result as text, and as the parts of the document."""

    result: str = "found"
    code: int = AS_ASKED
    text: str | None = None
    reason: str | None = None
    answer: dict[str, Any] | None = None
    proof: Any = None
    stats: Any = None
    saved: tuple[str, ...] = ()
    """Files that were written before."""
    picture: Any = None
    """What ``--save`` draws."""
    drawing: dict[str, Any] = field(default_factory=dict)
    """Options of the picture."""
    export: Callable[[bool], PseudoBoolean | Clausal] | None = None
    """What ``--lrat`` writes if it is given True, else what ``--pseudo-boolean`` writes."""
    line: str | None = None
    """The answer in the row of a table, where the reason and the text are not what it needs."""
    remark: str | None = None
    """A line next to the text."""
    warning: str | None = None
    """An error line."""

    @property
    def parts(self) -> dict[str, Any]:
        """What the document holds of it as it is."""
        return {name: getattr(self, name) for name in ("reason", "answer", "proof", "stats")}


@singledispatch
def answer_to(found: Any) -> Answer:
    """Return the answer that a result of the library is."""
    raise TypeError(found)


@answer_to.register
def _(found: Answer) -> Answer:
    return found


@answer_to.register
def _(found: Tour) -> Answer:
    text = printed(found, len(found), tour_in_words(found))
    return Answer(text=text, answer=tour_in_json(found), stats=found.stats, picture=found)


@answer_to.register
def _(found: LongestTour) -> Answer:
    optimum = optimum_in_json(found.length, found.bound, found.gap, optimal=found.is_longest)
    text = f"{found.explain()}\n{printed(found, len(found), tour_in_words(found))}"
    return proved(found, text, tour_in_json(found) | optimum)


@answer_to.register
def _(found: ShortestTour) -> Answer:
    text = f"{tour_in_words(found)}. {found.explain()}"
    if len(found) <= PRINTED_SQUARES:
        text += f"\n{paragraph(str(found))}"
    return proved(found, text, tour_in_json(found) | measured_in_json(found))


@answer_to.register(TourList)
def _(found: Any) -> Answer:
    board = found[0].board if found else None
    name = board.name if board is not None and board.has_names else str
    rows = ([*tour, *tour[: tour.is_closed]] for tour in found)
    lines = "\n".join(" - ".join(map(name, row)) for row in rows)
    what, kind = ("the cycles", "tours") if found.is_closed else ("the paths", "cover")
    answer: dict[str, Any] = {kind: list(map(list, found)), "number": len(found)}
    if found.is_closed:
        answer["closed"] = True
    if found.bound is not None:
        answer |= {"bound": found.bound, "optimal": found.is_optimal}
    size = sum(map(len, found))
    return proved(found, f"{found.explain()}\n{printed(lines, size, what)}".rstrip(), answer)


@answer_to.register
def _(found: nx.NetworkXException) -> Answer:
    given = getattr(found, "proof", None)  # bounds of placements have no JSON
    proof = given if isinstance(given, Proof) else None
    reason = str(found) if proof is None else proof.explain()
    text = paragraph(reason)
    return Answer(result="impossible", code=OPPOSITE, text=text, reason=reason, proof=proof)


@answer_to.register
def _(found: SearchLimitReached) -> Answer:
    return undecided(found, answer=best_known(found))


def proved(found: Any, text: str, answer: dict[str, Any]) -> Answer:
    """Return the answer to a question about the best, with the proof of how good it is."""
    given: Any = {"proof": found.proof, "stats": found.stats, "picture": found}
    return Answer(text=text, reason=found.explain(), answer=answer, **given)


def undecided(limit: SearchLimitReached, **parts: Any) -> Answer:
    """Return the answer of a search that reached its limit."""
    parts |= {"reason": str(limit), "warning": str(limit), "stats": limit.stats}
    return Answer(result="undecided", code=UNDECIDED, **parts)


@dataclass(frozen=True, kw_only=True)
class Run:
    """How a command searches and how it answers, as its options say."""

    as_json: bool = False
    save: Path | None = None
    tour: Path | None = None
    proof: Path | None = None
    pseudo_boolean: Path | None = None
    lrat: Path | None = None
    limits: dict[str, Any] = field(default_factory=dict)
    workers: Workers | None = None
    rows: Workers = field(default_factory=Workers)
    """Where several graphs or files are answered about."""
    progress: Callable[[Progress], object] | None = None
    """What receives the progress instead of a line on the terminal."""
    said: list[Answer] | None = None
    """What receives the answers instead of the output."""
    stops: list[int] = field(default_factory=list)
    """The exit code of each search that Ctrl-C has ended."""

    @property
    def prints(self) -> bool:
        """True if text is printed."""
        return self.said is None and not self.as_json

    @property
    def stems(self) -> dict[bool, Path]:
        """Where a proof is written for other checkers, and True if as clauses."""
        given = ((False, self.pseudo_boolean), (True, self.lrat))
        return {clauses: stem for clauses, stem in given if stem is not None}

    @contextmanager
    def search(
        self, kept: Callable[[], str | Path | None] | None = None, *, reports: bool = True
    ) -> Iterator[Any]:
        """Yield the arguments of a search: its limits, its workers and its progress.

        The first Ctrl-C ends it as its time limit does, if it reports its progress. ``kept``
        returns where a count goes on after the second one, if it does. That is printed at once,
        before the threads have ended.
        """
        with nullcontext() if self.workers is None else self.workers.executor() as executor:
            own = {} if self.workers is None else {"executor": executor}
            try:
                line = progress_line() if self.progress is None else nullcontext(self.progress)
                with line as progress:
                    stop = partial(self.stops.append, INTERRUPTED)
                    calm = stopping(progress, stop) if reports else nullcontext(progress)
                    with calm as report:
                        yield {**self.limits, **own, "progress": report}
            except KeyboardInterrupt:
                if kept is None:
                    raise
                place = kept()
                resume = "" if place is None else f"; the same command continues from {place}"
                click.echo(f"\nicosian: interrupted{resume}", err=True)
                raise click.exceptions.Exit(INTERRUPTED) from None

    def collect(self, pictures: list[Any], value: Any) -> None:
        """Add an answer to those that ``--save`` draws, as long as a sheet has room for it."""
        if self.save is None:
            return
        from icosian.drawing import SHEET

        if len(pictures) == SHEET:
            raise click.UsageError(f"a sheet has at most {SHEET} pictures; see --limit")
        pictures.append(value)

    def respond(self, found: Any) -> int:
        """Print an answer, as text or as a document; write its files, and return the exit code.

        Text comes first: a full disk must not lose it.
        """
        said = answer_to(found)
        if self.said is not None:
            self.said.append(replace(said, saved=self._saved(said)))
            return said.code
        if said.text is not None and not self.as_json:
            click.echo(said.text)
        saved = self._saved(said)
        if self.as_json:
            own = {"command": command_name()}
            click.echo(json.dumps(own | document(said.result, saved=saved, **said.parts)))
        else:
            if saved:
                click.echo(f"saved {', '.join(saved)}", err=True)
            if said.remark is not None:
                click.echo(said.remark, err=True)
        if said.warning is not None:
            print_warning(said.warning)
        return said.code

    def _saved(self, said: Answer) -> tuple[str, ...]:
        """Write all files, and return their names."""
        try:
            return (*said.saved, *self._files(said))
        except (nx.NetworkXException, OSError) as error:
            reason = f"{said.result}, but not saved: {message(error)}"
            raise click.ClickException(reason) from None

    def _files(self, said: Answer) -> Iterator[str]:
        """Write the files that were asked for, and yield their names."""
        if self.tour is not None and isinstance(said.picture, Tour):
            write_tour(said.picture, self.tour)
            yield str(self.tour)
        if self.proof is not None and said.proof is not None:
            text = said.proof.to_json(labeled_graph())
            write_atomically(self.proof, f"{text}\n".encode())
            yield str(self.proof)
        if self.save is not None and said.picture is not None:
            if is_tour_file(self.save):
                write_tour(said.picture, self.save)
            else:
                from icosian.drawing import save

                save(said.picture, self.save, **said.drawing)
            yield str(self.save)
        for clauses, stem in self.stems.items():
            if said.export is not None:
                yield from map(str, said.export(clauses).save(stem))


def answering(command: Command) -> Command:
    """Give a command a :class:`Run` and one graph or file of several.

    What it raises may be its answer. This is the outermost decorator but that of click.
    """

    @wraps(command)
    def run(**rest: Any) -> int:
        names = ("as_json", "save", "tour", "proof", "pseudo_boolean", "lrat")
        own = {name: rest.pop(name) for name in names if name in rest}
        limits = {name: rest.pop(name) for name in LIMITS if name in rest}
        pools = {item.name: rest.pop(item.name) for item in fields(Workers) if item.name in rest}
        jobs = rest.pop("jobs", None) or pools.get("processes") or pools.get("threads")
        asked = Run(
            **own,
            limits=limits,
            workers=Workers(**pools) if {"threads", "processes"} & {*pools} else None,
            rows=Workers(processes=jobs, dask=pools.get("dask")),
        )
        role = next((name for name in ROLES if isinstance(rest.get(name), list)), None)
        try:
            if role is not None:
                from icosian.cli.shared.table import answer_each

                return answer_each(command, asked, role, rest.pop(role), rest)
            code = responded(command, asked, **rest)
        except nx.NetworkXException as error:
            raise click.ClickException(as_options(str(error))) from None
        return INTERRUPTED if asked.stops else code

    return run


def responded(command: Command, run: Run, **rest: Any) -> int:
    """Run a command; what it raises may be its answer. Return the exit code."""
    try:
        return command(run, **rest)
    except (*ANSWERS, SearchLimitReached) as error:
        return Run(as_json=run.as_json, said=run.said).respond(error)
