"""How results are printed, saved and put into JSON, of one question or of many."""

from __future__ import annotations

import csv
import json
import shutil
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import wraps
from importlib import import_module
from inspect import getdoc
from io import StringIO
from itertools import accumulate
from math import isinf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import networkx as nx

from icosian._io.text import check_file_path, plural, write_atomically
from icosian._run.limits import Clock, Watch, Workers as Pool
from icosian._run.pool import Lost, Queue, open_pool, run_jobs
from icosian._show import Measured
from icosian.boards.board import Board
from icosian.cli.commands import (
    AS_ASKED,
    BAD_USE,
    OPPOSITE,
    UNDECIDED,
    as_options,
    fail,
    print_warning,
)
from icosian.cli.options import TRACKS, Decorator, declare_options
from icosian.cli.progress import INTERRUPTED, rows_progress
from icosian.cli.subjects import ARGUMENTS, Ask, NamedSubject, message, name_of, parameters_of
from icosian.exceptions import (
    NoCycle,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NoPath,
    NoPlacement,
    NotANode,
    NoWalk,
    SearchLimitReached,
)
from icosian.files.tours import is_tour_file, write_tour
from icosian.proofs import Clausal, Proof, PseudoBoolean
from icosian.tours import Tour, Verdict, hamiltonian_path

IMPOSSIBLE = NoCycle, NoHamiltonianCycle, NoHamiltonianPath, NoPath, NoWalk, NoPlacement
"""Exceptions that are answers: what was asked for does not exist."""
PRINTED_SQUARES = 10_000


# -- A command is a function of what is asked


def command(
    *parts: str | Decorator, name: str | None = None, exits: str
) -> Callable[[Any], click.Command]:
    """Make a command of a function, with its subject and its options in this order.

    The function gets an :class:`Ask`, and those of the options that are its own arguments. What
    it returns, or raises, is the answer. ``exits`` says what the exit codes mean, where 2 and 3
    have their usual meanings unless it names them.
    """
    codes = exits if ", 2 " in exits else f"{exits}, 2 bad use, 3 limit reached"

    def make(function: Callable[..., Any]) -> click.Command:
        def run(**options: Any) -> int:
            return _run(function, options)

        decorated: Callable[..., int] = wraps(function)(run)
        for part in reversed(parts):
            own = declare_options(part, ARGUMENTS) if isinstance(part, str) else [part]
            for decorate in reversed(own):
                decorated = decorate(decorated)
        return click.command(name, help=f"{getdoc(function)}\n\nExit codes: {codes}.")(decorated)

    return make


def _run(function: Callable[..., Any], options: dict[str, Any]) -> int:
    """Answer about the only subject, or about several in a table; return the exit code."""
    todo: list[NamedSubject] = options.pop("subject", None) or []
    sheet = options.pop("sheet", None)
    ask = Ask(options=options)
    try:
        ask.rows  # noqa: B018 - refuses what excludes each other
        given = [name for name in ("torus", "piece") if options.get(name)]
        if given and any(item.source and not isinstance(item.source, Board) for item in todo):
            raise click.UsageError(f"--{given[0]} is for boards; a graph file has its own edges")
        aim(ask, todo, sheet)
        if sheet is not None and not todo:
            raise click.UsageError("--csv is for files, and there is none")
        if len(todo) > 1 or sheet is not None:
            return answer_each(function, ask, todo, sheet)
        if todo:
            ask = aim_at(ask, todo[0]).about(todo[0].read())
        code = respond_to(function, ask)
    except nx.NetworkXException as error:
        file = f"{ask.name}: " if isinstance(error, NotANode) and ask.source is not None else ""
        raise click.ClickException(file + as_options(str(error))) from None
    return INTERRUPTED if ask.stops else code


def respond_to(function: Callable[..., Any], ask: Ask) -> int:
    """Run the function of a command, respond with its answer, and return the exit code."""
    own = {name: ask.options[name] for name in parameters_of(function) if name != "ask"}
    try:
        found = function(ask, **own)
    except (*IMPOSSIBLE, SearchLimitReached) as error:
        found = error
    return respond(ask, found)


# -- What is printed and saved


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
    is_table: bool = False
    """It sums up the rows of a table, which write the files."""
    warning: str | None = None
    """An error line."""


def respond(ask: Ask, found: Any) -> int:
    """Print an answer, also if its files cannot be written; return the exit code."""
    said = answer_to(found)
    if ask.prints and said.text is not None:
        click.echo(said.text)
    try:
        said = replace(said, saved=(*said.saved, *_files(ask, said)))
    except (nx.NetworkXException, OSError) as error:
        if ask.said is None and not ask.prints:
            _print_document(ask, said)
        reason = f"{said.result}, but not saved: {message(error)}"
        raise click.ClickException(reason) from None
    if ask.said is not None:
        ask.said.append(said)
        return said.code
    if not ask.prints:
        _print_document(ask, said)
    else:
        if said.saved:
            click.echo(f"saved {', '.join(said.saved)}", err=True)
        unsaved = "" if said.is_table else _unsaved(ask, said)
        meant = ask.names.meant if "names" in ask.__dict__ and not ask.options.get("quiet") else {}
        named = ", ".join(f"{text} is {node}" for text, node in meant.items())
        for remark in filter(None, (unsaved, named, said.remark)):
            click.echo(remark, err=True)
    if said.warning is not None:
        print_warning(said.warning)
    return said.code


def _print_document(ask: Ask, said: Answer) -> None:
    context = click.get_current_context(silent=True)
    name = None if context is None else context.invoked_subcommand or context.info_name
    click.echo(json.dumps({"command": name, **document(ask, said)}))


def _unsaved(ask: Ask, said: Answer) -> str:
    """Return which proofs that were asked for are not written, as this answer has none."""
    given = [ask.options.get(name) for name in ("proof", *sorted(STEMS))]
    if is_proof_file(save := ask.options.get("save")):
        given.append(save)
    done = {path for file in said.saved for path in (Path(file), Path(file).with_suffix(""))}
    lost = [str(path) for path in given if path is not None and path not in done]
    verb = "is" if len(lost) == 1 else "are"
    return f"there is no proof, so {', '.join(lost)} {verb} not written" if lost else ""


def _files(ask: Ask, said: Answer) -> Iterator[str]:
    """Write the files that were asked for, and yield their names."""
    save, proof, picture = map(ask.options.get, ("save", "proof", "picture"))
    if save is not None and is_tour_file(save) and not isinstance(said.picture, None | Proof):
        write_tour(said.picture, save)
        yield str(save)
    for path in (proof, save if is_proof_file(save) else None):
        if path is not None and said.proof is not None:
            write_atomically(path, f"{said.proof.to_json(_labels(ask))}\n".encode())
            yield str(path)
    for path in (save, picture):
        if not (path is None or said.picture is None or is_tour_file(path) or is_proof_file(path)):
            if track := TRACKS.get(path.suffix.lower()):
                write_atomically(path, getattr(said.picture, track)().encode())
            else:
                from icosian.drawing import save as draw

                draw(said.picture, path, **said.drawing)
            yield str(path)
    for name in ("pseudo_boolean", "lrat"):
        if said.export is not None and (path := ask.options.get(name)) is not None:
            yield from map(str, said.export(name == "lrat").save(path))


def is_proof_file(path: Path | None) -> bool:
    """Return True if the ending of a path is that of a proof."""
    return path is not None and path.suffix.lower() == ".json"


def read_limit(ask: Ask, usual: int | None = None) -> int | None:
    """Return how many answers to list, with ``--save`` no more than a sheet has room for."""
    limit: int | None = ask.options["limit"]
    if ask.options["save"] is not None:
        from icosian.drawing import SHEET

        if limit is not None and limit > SHEET:
            raise click.UsageError(f"a sheet has at most {SHEET} pictures; see --limit")
        usual = SHEET
    return usual if limit is None else limit


# -- The answer that each kind of result is


def answer_to(found: Any) -> Answer:
    """Return the answer that a result of the library is, by the name of its class."""
    for kind in type(found).__mro__:
        if kind.__name__ in ANSWERS:
            return ANSWERS[kind.__name__](found)
    raise TypeError(found)


def _of_tour(found: Tour) -> Answer:
    text = text_or_words(found, len(found), tour_in_words(found))
    return Answer(text=text, answer=tour_in_json(found), stats=found.stats, picture=found)


def _of_longest(found: Any) -> Answer:
    body = text_or_words(found, len(found), tour_in_words(found))
    return _of_best(found, "", f"\n{body}", tour_in_json(found))


def _of_shortest(found: Any) -> Answer:
    body = f"\n{paragraph(str(found))}" if len(found) <= PRINTED_SQUARES else ""
    return _of_best(found, f"{tour_in_words(found)}. ", body, tour_in_json(found))


def _of_tours(found: Any) -> Answer:
    name = name_of(found[0] if found else None)
    rows = ([*tour, *tour[: tour.is_closed]] for tour in found)
    lines = "\n".join(" - ".join(map(name, row)) for row in rows)
    what, kind = ("the cycles", "tours") if found.is_closed else ("the paths", "cover")
    answer = {kind: list(map(list, found))} | ({"closed": True} if found.is_closed else {})
    return _of_best(found, "", f"\n{text_or_words(lines, sum(map(len, found)), what)}", answer)


def _of_walk(found: Any) -> Answer:
    kind, extra = "closed" if found.is_closed else "open", found.extra
    what = f"through {found.passed}" if extra is None else "along streets"
    answer = {"closed": found.is_closed, "stops": list(found.stops), "walk": list(found)}
    body = [""]
    if found.is_closed and len(found.rounds) > 1:
        answer["rounds"] = list(map(list, found.rounds))
    if extra is not None:
        answer["extra"] = json_number(extra)
        is_both = found.graph.is_directed() and not found.proof.either
        both = ", in each way that it leads" * is_both
        body = [f" What it passes besides each street once{both}: {extra}."]
    if len(found) <= PRINTED_SQUARES:
        firsts = {0} if not found.is_closed else {*accumulate(map(len, found.rounds), initial=0)}
        for k, leg in enumerate(found.legs):
            body += [""] * (k in firsts and k > 0)
            body.append(" -> ".join(map(name_of(found.graph), leg)))
    return _of_best(found, f"{kind} walk {what}. ", "\n".join(body), answer)


def _of_best(found: Any, head: str, body: str, answer: dict[str, Any]) -> Answer:
    """Return the answer to a question about the best, with the proof of how good it is."""
    said = found.explain()
    text = f"{head}{said}{body}".rstrip()
    given: Any = {"proof": found.proof, "stats": found.stats, "picture": found}
    return Answer(text=text, reason=said, answer=answer | result_in_json(found), **given)


def _of_sheet(found: Any, answer: dict[str, Any] | None = None) -> Answer:
    answer = answer or {"puzzle": str(found)} | clues_in_json(found)
    return Answer(text=str(found), answer=answer, picture=found)


def _of_solution(found: Any) -> Answer:
    answer = tour_in_json(found) | clues_in_json(found)
    return replace(_of_tour(found), text=str(found), answer=answer)


def _of_hint(found: Any) -> Answer:
    match type(found).__name__:
        case "LoopHint":
            answer = {"edge": list(found.edge), "used": found.is_used}
        case "QueensHint":
            answer = {"squares": [[*one] for one in found.squares.items()], "way": found.way}
        case _:
            parts = {"node": found.node, "number": found.number, "step": found.step}
            hint = {name: part for name, part in parts.items() if part is not None}
            answer = {"hint": hint | {"forced": found.is_forced}}
    return Answer(text=paragraph(str(found)), reason=str(found), answer=answer)


def _of_none(found: nx.NetworkXException) -> Answer:
    proof = getattr(found, "proof", None)
    reason = proof.explain() if isinstance(proof, Proof) else str(found)
    text = paragraph(reason)
    return Answer(result="impossible", code=OPPOSITE, text=text, reason=reason, proof=proof)


def answer_undecided(limit: SearchLimitReached, **parts: Any) -> Answer:
    """Return the answer of a search that reached its limit, by default with what it holds."""
    if "answer" not in parts:
        parts["answer"] = best_known(limit)
    parts |= {"reason": str(limit), "warning": str(limit), "stats": limit.stats}
    return Answer(result="undecided", code=UNDECIDED, **parts)


def answer_count(number: int, text: str, /, **parts: Any) -> Answer:
    """Return the answer to how many there are."""
    return Answer(result="counted", text=text, answer={**parts, "count": number})


def unique_answer(*, is_unique: bool, text: str, **parts: Any) -> Answer:
    """Return the answer to whether there is exactly one."""
    code = AS_ASKED if is_unique else OPPOSITE
    return Answer(code=code, text=text, answer={"unique": is_unique}, **parts)


ANSWERS: dict[str, Callable[[Any], Answer]] = {
    "Answer": lambda found: found,
    "Tour": _of_tour,
    "LongestTour": _of_longest,
    "ShortestTour": _of_shortest,
    "TourList": _of_tours,
    "Walk": _of_walk,
    "Result": lambda found: _of_best(found, "", "", result_in_json(found)),
    "Puzzle": _of_sheet,
    "LoopPuzzle": _of_sheet,
    "QueensPuzzle": _of_sheet,
    "Solution": _of_solution,
    "LoopSolution": lambda found: _of_sheet(found, {"lines": found.lines}),
    "QueensSolution": lambda found: _of_sheet(found, placement_in_json(found)),
    "Hint": _of_hint,
    "LoopHint": _of_hint,
    "QueensHint": _of_hint,
    "SearchLimitReached": answer_undecided,
    "NetworkXException": _of_none,
}
"""What is printed, saved and put into JSON, for each class of results and exceptions."""


# -- The document that --json prints, in the form of schema.json


def document(ask: Ask, said: Answer) -> dict[str, Any]:
    """Return the document of an answer, without the name of its command."""
    names, stats = ("method", "steps", "seconds", "compile_seconds"), None
    if said.stats is not None:
        stats = {name: getattr(said.stats, name, None) for name in names}
    return {
        "result": said.result,
        "reason": said.reason,
        "graph": None if ask.known is None else graph_in_json(ask.known, ask.name),
        "answer": said.answer,
        "proof": None if said.proof is None else json.loads(said.proof.to_json(_labels(ask))),
        "stats": stats,
        "saved": list(said.saved),
        **({} if ask.source is None else {"input": str(ask.source)}),
    }


def _labels(ask: Ask) -> nx.Graph[Any] | None:
    """Return the graph whose nodes a proof names; places have plain names."""
    return ask.known if isinstance(ask.known, nx.Graph) else None


def graph_in_json(graph: Any, name: str | None) -> dict[str, Any]:
    """Return a graph, a board whose moves were not listed, or places."""
    is_graph, is_board = isinstance(graph, nx.Graph), isinstance(graph, Board)
    board = graph if is_board else getattr(graph, "board", None)
    return {
        "name": name,
        "nodes": len(graph if is_board else graph.nodes),
        "edges": graph.size() if is_graph else None,
        "directed": graph.is_directed() if is_graph else not is_board and graph.directed,
        "board": None if board is None else list(board.shape),
    }


def tour_in_json(tour: Tour) -> dict[str, Any]:
    """Return a tour as a part of an answer."""
    return {"closed": tour.is_closed, "tour": list(tour), "names": square_names(tour)}


def verdict_in_json(found: Verdict, G: nx.Graph[Any]) -> dict[str, Any]:
    """Return whether a graph has a property, with all witnesses."""
    return {
        "answer": found.answer,
        "reason": found.reason,
        "counterexample": found.counterexample,
        "tours": [{"at": at, **tour_in_json(tour)} for at, tour in found.tours.items()],
        "proof": None if found.proof is None else json.loads(found.proof.to_json(G)),
    }


def clues_in_json(puzzle: Any) -> dict[str, Any]:
    """Return the clues of a puzzle of numbers as a part of an answer."""
    if type(puzzle).__name__ in ("LoopPuzzle", "QueensPuzzle"):
        return {}
    return {"clues": [[node, number] for node, number in puzzle.clues.items()]}


def result_in_json(found: Any) -> dict[str, Any]:
    """Return the value of a result and what is proved of it as a part of an answer."""
    proved = {"bound": json_number(found.bound), "optimal": found.is_optimal}
    if not isinstance(found, Measured):
        return {"number": found.value} | (proved if found.bound is not None else {})
    answer = {"length": json_number(found.length), **proved}
    answer["gap"] = None if isinf(found.gap) else found.gap
    if found.skipped:
        costs = {"lost": json_number(found.lost), "cost": json_number(found.cost)}
        answer |= {"skipped": list(found.skipped), **costs}
    return answer


def placement_in_json(found: Any) -> dict[str, Any]:
    """Return a placement or a coloring as a part of an answer."""
    if type(found).__name__ == "Coloring":
        return {"number": found.number_of_colors, "classes": found.classes}
    weight = {} if found.weight is None else {"weight": json_number(found.weight)}
    return {"number": len(found), "nodes": found.nodes, "names": square_names(found)} | weight


def best_known(error: SearchLimitReached) -> dict[str, Any] | None:
    """Return what a search holds that ran out of time: paths, a placement, a bound."""
    answer: dict[str, Any] = {} if error.best is None else placement_in_json(error.best)
    if error.proof is not None:
        answer["bound"] = json_number(error.proof.value)
    if error.partial:
        answer["path"] = list(error.partial)
    if error.cover:
        answer["cover"] = list(map(list, error.cover))
    return answer or None


def json_number(number: Any) -> Any:
    """Return a length as JSON holds it: fractions as text such as 1/2."""
    return number if number is None or isinstance(number, int | float) else str(number)


def square_names(value: Any) -> list[str] | None:
    """Return the names of the squares of a tour or a placement, if its board has names."""
    board = value.board
    return None if board is None or not board.has_names else list(map(board.name, value))


# -- Answers in words


def text_or_words(value: Any, size: int, words: str) -> str:
    """Return a result as text, or in words where it is too large to print."""
    if size <= PRINTED_SQUARES:
        return str(value)
    return f"{words} (too large to print; use --save or --json)"


def paragraph(text: str) -> str:
    """Wrap sentences to the width of the terminal, without breaking words."""
    text = as_options(text)
    if not sys.stdout.isatty():
        return text
    columns = shutil.get_terminal_size().columns
    return textwrap.fill(text, columns, break_long_words=False, break_on_hyphens=False)


def tour_in_words(tour: Tour) -> str:
    """Describe a tour; its nodes have the names used on the command line."""
    name = name_of(tour)
    kind = "closed" if tour.is_closed else "open"
    to = "" if tour.is_closed or len(tour) == 1 else f" to {name(tour[-1])}"
    return f"{kind} tour of {plural(len(tour), 'node')} from {name(tour[0])}{to}"


def note_on_counting(noun: str, *others: str) -> str:
    """Return a note on what a count treats as the same thing."""
    if not others:
        return ""
    return f" ({', '.join([f'a {noun}', *others[:-1]])} and {others[-1]} are one)"


# -- One command about many graphs or files: a row of a table each, in several processes

RESULTS = "unreadable", "failed", "undecided", "impossible", "found"
"""Results that are counted even where there is none of them."""
COLORS = {"unreadable": "red", "failed": "red", "undecided": "red", "impossible": "yellow"}
ERRORS = nx.NetworkXException, click.ClickException, OSError, MemoryError
"""What goes wrong with one of many."""
TARGETS = "save", "proof", "picture", "pseudo_boolean", "lrat", "checkpoint", "page"
"""Options that name what is written."""
STEMS = {"pseudo_boolean", "lrat"}
"""Those that name several files, each with a suffix of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result for one instance: a row of the table."""

    instance: str
    result: str
    """found, impossible, undecided, counted, unreadable, or failed."""
    code: int
    """The exit code if it were the only one."""
    nodes: int | None = None
    edges: int | None = None
    method: str | None = None
    """What found the answer, or the kind of the proof."""
    seconds: float | None = None
    """Not counting the reading of a graph."""
    reason: str | None = None
    """What is proved, or the reason why there is no answer."""
    saved: str | None = None
    """The file of the tour or proof."""
    picture: str | None = None
    """The file of the picture."""
    text: str | None = None
    """The answer in a line."""
    document: dict[str, Any] | None = None
    """The row of the document."""


def answer_each(
    function: Callable[..., int], ask: Ask, todo: list[NamedSubject], sheet: Path | None
) -> int:
    """Answer about each subject side by side, print a row for each, and return the exit code."""
    options = ask.options
    limits = {name: options[name] for name in ("method", "seed", "timeout") if name in options}
    with suppress(SearchLimitReached):  # what all would refuse is refused at once
        hamiltonian_path(nx.empty_graph(1), **limits)
    alone = options | {n: None for n in ("threads", "processes", "dask") if n in options}
    where = {"module": function.__module__, "name": function.__name__}
    question = AskEach(**where, options=alone, stops=ask.stops)
    with ask.rows.executor() as pool:
        done = answer_all(todo, question.outcome, pool, ask)
    if sheet is not None:
        _write_sheet(sheet, done)
    if len(done) < len(todo) or ask.stops:
        return fail("interrupted", INTERRUPTED)
    return min(done, key=_severity).code


@dataclass(frozen=True, slots=True, kw_only=True)
class AskEach:
    """A command with its options, to be asked about one instance after the other."""

    module: str
    name: str
    options: dict[str, Any]
    stops: list[int] = field(default_factory=list)
    """What notes that Ctrl-C has ended a search in this process."""

    def outcome(self, instance: NamedSubject, progress: Callable[[Any], object] | None) -> Outcome:
        """Answer about an instance, as the command does."""
        command = getattr(import_module(self.module), self.name)
        said: list[Answer] = []
        ask = Ask(options=self.options, progress=progress, said=said, stops=self.stops)
        ask = aim_at(ask, instance)
        cells: dict[str, Any] = {"instance": instance.label, "code": BAD_USE}
        with click.Context(command):
            try:
                graph = instance.read()
            except ERRORS as error:
                return Outcome(**cells, result="unreadable", reason=as_options(message(error)))
            began = time.perf_counter()
            try:
                code = respond_to(command.callback.__wrapped__, ask.about(graph))
                cells |= {**_cells(ask, said[0]), "code": code}
            except ERRORS as error:
                cells |= {"result": "failed", "reason": as_options(message(error))}
            if (known := ask.known) is not None:
                cells["nodes"] = len(known)
                cells["edges"] = known.size() if isinstance(known, nx.Graph) else None
            return Outcome(**cells, seconds=time.perf_counter() - began)


def _cells(ask: Ask, said: Answer) -> dict[str, Any]:
    saved, picture = (*said.saved, None, None)[:2]
    text = said.line or said.reason or said.text
    return {
        "result": said.result,
        "reason": said.reason,
        "method": getattr(said.stats, "method", said.proof and type(said.proof).__name__),
        "saved": saved,
        "picture": picture,
        "text": text if text and "\n" not in text else None,
        "document": document(ask, said) if ask.options.get("as_json") else None,
    }


def _noun(todo: Sequence[NamedSubject]) -> str:
    return "graph" if any(item.source or item.error for item in todo) else "file"


# -- What is written about each


def _targets(ask: Ask) -> dict[str, Path]:
    """Return what is written, by the names of its options."""
    given = {name: ask.options.get(name) for name in TARGETS}
    return {name: check_file_path(path, name) for name, path in given.items() if path is not None}


def _named(path: Path, instance: NamedSubject) -> Path:
    """Return a file to write about one of several instances."""
    return path.parent / path.name.replace("{}", instance.name)


def aim_at(ask: Ask, instance: NamedSubject) -> Ask:
    """Return the question about an instance, which writes the files of its name."""
    own = {name: _named(path, instance) for name, path in _targets(ask).items()}
    file = instance.source or Path(instance.label)
    return replace(ask, options=ask.options | own, name=instance.label, file=file)


def aim(ask: Ask, todo: list[NamedSubject], sheet: Path | None) -> None:
    """Refuse files that would be written twice or over an input; make the folders of others."""
    targets = _targets(ask)
    noun = _noun(todo)
    paths = [getattr(item.source, "path", Path(item.label)) for item in todo]
    read = {path.resolve() for path in paths if "\0" not in str(path)}  # no file has such a name
    names = {param.name: param.opts[0] for param in click.get_current_context().command.params}
    taken: dict[Path, str] = {}
    for name, path in targets.items():
        other = name if name in STEMS else taken.setdefault(path.resolve(), name)
        if other != name:
            both = f"{names[other]} and {names[name]}"
            raise click.UsageError(f"{both} name the same file: {str(path)!r}")
        if len(todo) > 1 and "{}" not in path.name:
            what = f"{len(todo)} {noun}s: one of them"
            if len(read) == 1 and noun == "graph":
                what = f"{next(iter(read)).name} has {len(todo)} graphs: --graph 1"
            raise click.UsageError(f"{what}, or {{}} in {names[name]}, got {str(path)!r}")
        [(file, times)] = Counter(_named(path, item) for item in todo).most_common(1) or [(path, 1)]
        if times > 1:
            raise click.UsageError(f"{times} {noun}s would be saved as {str(file)!r}")
    others = map(ask.options.get, ("located", "streets", "regions"))
    read |= {Path(other).resolve() for other in others if other}
    files = [_named(path, item) for path in targets.values() for item in todo]
    for path in [*files, *filter(None, [sheet])]:
        if path.resolve() in read:
            raise click.UsageError(f"the {noun} {str(path)!r} would be overwritten")
    for path in targets.values():
        path.parent.mkdir(exist_ok=True)


# -- One after the other, or in several processes


PART_SECONDS = 0.75
"""The time of a job: sending one takes as long as solving a small graph."""
STEP = 8
"""How many times as many instances a job may have as the one before."""
AHEAD = 2
"""Jobs that wait for a worker each."""


def outcomes(
    todo: Sequence[NamedSubject],
    solve: Callable[[NamedSubject, Any], Outcome],
    executor: Pool = None,
    progress: Watch = None,
) -> Generator[tuple[int, Outcome]]:
    """Yield the index and outcome of each instance as it finishes; close to stop the rest.

    Without an executor the work is done here, with progress. A job is a part of the instances that
    takes about ``PART_SECONDS``, judged by the jobs before it. A worker stops after twice that
    time, and what is left is a job again. The instances of a job that is lost run alone.
    """
    queue: Queue[int] = Queue()
    begun, size = 0, 1
    ends: dict[int, int] = {}

    def add(begin: int, end: int) -> None:
        ends[begin] = end
        queue.add(begin, (todo[begin:end], solve))

    def fill(room: int) -> None:
        nonlocal begun
        while begun < len(todo) and len(queue.jobs) < room:
            begin, begun = begun, begun + min(size, -(-(len(todo) - begun) // room))
            add(begin, begun)

    with open_pool(executor) as pool:
        if pool is None:
            yield from ((k, solve(instance, progress)) for k, instance in enumerate(todo))
            return
        fill(AHEAD * pool.workers)
        with closing(run_jobs(_part, queue, Clock(), pool)) as steps:
            for k, part in filter(None, steps):
                end = ends.pop(k)
                if not isinstance(part, Lost):
                    done, seconds = part
                    fitting = int(len(done) * PART_SECONDS / max(seconds, 1e-3))
                    size = max(1, min(STEP * size, fitting))
                    if k + len(done) < end:
                        add(k + len(done), end)
                elif end - k > 1:
                    done = []
                    for begin in range(k, end):
                        add(begin, begin + 1)
                else:
                    reason = "its process died, perhaps out of memory"
                    done = [Outcome(instance=todo[k].label, result="failed", code=2, reason=reason)]
                fill(AHEAD * pool.workers)  # some workers join late
                yield from enumerate(done, start=k)


def _part(
    todo: Sequence[NamedSubject], solve: Callable[[NamedSubject, Any], Outcome], *, clock: Clock
) -> tuple[list[Outcome], float]:
    """Return the outcomes of the first instances, and the time that they took: a task."""
    done: list[Outcome] = []
    while len(done) < len(todo) and (not done or clock.seconds < 2 * PART_SECONDS):
        clock.tick("solve")  # stops as soon as nobody waits
        done.append(solve(todo[len(done)], lambda _: clock.tell("solve")))
    return done, clock.seconds


# -- The table


def answer_all(
    todo: Sequence[NamedSubject],
    solve: Callable[[NamedSubject, Any], Outcome],
    executor: Pool,
    ask: Ask,
) -> list[Outcome]:
    """Answer about all, and print a row of the table for each, in their order, until Ctrl-C."""
    noun = _noun(todo)
    width = max(map(len, [noun, *(item.label for item in todo)]))
    if sys.stdout.isatty():  # a file may have long lines
        width = min(width, max(shutil.get_terminal_size().columns - 55, 12))
    done: dict[int, Outcome] = {}
    printed = 0
    began = time.perf_counter()

    def show(outcome: Outcome) -> None:
        if ask.prints:
            seconds = None if outcome.seconds is None else f"{outcome.seconds:.3f}"
            cells = outcome.instance, outcome.nodes, outcome.edges, outcome.result, seconds
            color = COLORS.get(outcome.result, "green")
            click.echo(_line(width, *cells, outcome.text or "-", color=color))
        if outcome.reason and outcome.result in {"unreadable", "failed"}:
            known = outcome.result == "unreadable" or outcome.instance in outcome.reason
            fail(f"{'' if known else f'{outcome.instance}: '}{outcome.reason}", BAD_USE)

    if ask.prints:
        click.echo(_line(width, noun, "nodes", "edges", "answer", "seconds", "result"))
    with rows_progress(noun, len(todo)) as bar:
        try:
            with closing(outcomes(todo, solve, executor, bar.report)) as coming:
                for k, outcome in coming:
                    done[k] = outcome
                    bar.advance()
                    while printed in done:
                        printed += 1  # first, so that Ctrl-C cannot print a row twice
                        show(done[printed - 1])
                    if ask.stops:
                        break
        except KeyboardInterrupt:
            pass  # the rows so far are printed, and the exit code says the rest
        results = [done[k] for k in sorted(done)]
        for outcome in results[printed:]:
            show(outcome)
    totals = dict.fromkeys(RESULTS, 0) | Counter(outcome.result for outcome in results)
    seconds = time.perf_counter() - began
    number = plural(len(todo), noun)
    if len(results) < len(todo):
        number = f"{len(results)} of {number}"
    parts = [f"{totals[result]} {result}" for result in reversed(totals) if totals[result]]
    summary = f"{number} in {seconds:.1f} s: {', '.join(parts) or 'none done'}"
    respond(
        ask,
        Answer(
            result=min(results, key=_severity).result if results else "undecided",
            is_table=True,
            text=summary,
            reason=summary,
            answer={"graphs": list(map(_row, results)), "totals": totals},
            stats=SimpleNamespace(seconds=seconds),
        ),
    )
    return results


def _severity(outcome: Outcome) -> tuple[int, bool]:
    """Return the rank of an outcome; the lowest decides."""
    rank = [BAD_USE, UNDECIDED, OPPOSITE, AS_ASKED].index(outcome.code)
    return rank, outcome.result != "unreadable"


def _write_sheet(path: Path, done: list[Outcome]) -> None:
    text = StringIO()
    names = [item.name for item in fields(Outcome) if item.name not in {"code", "document"}]
    writer = csv.DictWriter(text, names, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(map(asdict, done))
    write_atomically(path, text.getvalue().encode(errors="replace"))


def _row(outcome: Outcome) -> dict[str, Any]:
    """Return what the JSON document states about one of many: the document of its own."""
    if outcome.document is not None:
        return outcome.document
    said = Answer(result=outcome.result, reason=outcome.reason)
    graph = dict.fromkeys(("nodes", "edges", "directed", "board"))
    return document(Ask(options={}), said) | {"graph": {"name": outcome.instance, **graph}}


def _line(width: int, *cells: Any, color: str | None = None) -> str:
    """Return a line of the table, which is printed before the others are known."""
    label, nodes, edges, answer, seconds, result = ("-" if c is None else c for c in cells)
    if len(label) > width:
        label = f"…{label[1 - width :]}"
    answer = click.style(f"{answer:<10}", fg=color)
    return f"{label:<{width}}  {nodes:>7}  {edges:>8}  {answer}  {seconds:>8}  {result}"
