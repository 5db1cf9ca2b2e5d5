"""Answers of commands: how each kind of result is printed, saved and put into JSON."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import getdoc
from math import isinf
from typing import Any

import click
import networkx as nx

from icosian._io.atomic import write_atomically
from icosian._io.text import plural
from icosian.boards.board import Board
from icosian.cli.options import (
    AS_ASKED,
    OPPOSITE,
    UNDECIDED,
    Decorator,
    as_options,
    declared,
    print_warning,
)
from icosian.cli.progress import INTERRUPTED
from icosian.cli.subjects import SUBJECTS, Ask, Instance, message, name_of, parameters_of
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
from icosian.tours import Tour

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
            own = declared(part, SUBJECTS) if isinstance(part, str) else [part]
            for decorate in reversed(own):
                decorated = decorate(decorated)
        page = f"{getdoc(function)}\n\nExit codes: {codes}."
        return click.command(name, help=page)(decorated)

    return make


def _run(function: Callable[..., Any], options: dict[str, Any]) -> int:
    """Answer about the only subject, or about several in a table; return the exit code."""
    from icosian.cli.many import aim, aimed_at, answer_each

    todo: list[Instance] = options.pop("subject", None) or []
    sheet = options.pop("sheet", None)
    ask = Ask(options=options)
    try:
        ask.rows  # noqa: B018 - refuses what excludes each other
        aim(ask, todo, sheet)
        if len(todo) > 1 or sheet is not None:
            return answer_each(function, ask, todo, sheet)
        if todo:
            ask = aimed_at(ask, todo[0]).about(todo[0].read())
        code = respond_to(function, ask)
    except nx.NetworkXException as error:
        raise click.ClickException(as_options(str(error))) from None
    return INTERRUPTED if ask.stops else code


def respond_to(function: Callable[..., Any], ask: Ask) -> int:
    """Run the function of a command, respond with its answer, and return the exit code."""
    own = {name: ask.options[name] for name in parameters_of(function) if name != "ask"}
    try:
        found = function(ask, **own)
    except (*IMPOSSIBLE, SearchLimitReached) as error:
        return respond(ask, error, saves=False)
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
    warning: str | None = None
    """An error line."""


def respond(ask: Ask, found: Any, *, saves: bool = True) -> int:
    """Print an answer, as text or as a document; write its files, and return the exit code.

    Text comes first: a full disk must not lose it.
    """
    said = answer_to(found)
    if ask.prints and said.text is not None:
        click.echo(said.text)
    said = replace(said, saved=_saved(ask, said) if saves else ())
    if ask.said is not None:
        ask.said.append(said)
        return said.code
    if not ask.prints:
        click.echo(json.dumps({"command": command_name(), **document(ask, said)}))
    else:
        if said.saved:
            click.echo(f"saved {', '.join(said.saved)}", err=True)
        if said.remark is not None:
            click.echo(said.remark, err=True)
    if said.warning is not None:
        print_warning(said.warning)
    return said.code


def _saved(ask: Ask, said: Answer) -> tuple[str, ...]:
    """Write all files, and return their names."""
    try:
        return (*said.saved, *_files(ask, said))
    except (nx.NetworkXException, OSError) as error:
        reason = f"{said.result}, but not saved: {message(error)}"
        raise click.ClickException(reason) from None


def _files(ask: Ask, said: Answer) -> Iterator[str]:
    """Write the files that were asked for, and yield their names."""
    tour, proof, save = (ask.options.get(name) for name in ("tour", "proof", "save"))
    if tour is not None and isinstance(said.picture, Tour):
        write_tour(said.picture, tour)
        yield str(tour)
    if proof is not None and said.proof is not None:
        write_atomically(proof, f"{said.proof.to_json(_labels(ask))}\n".encode())
        yield str(proof)
    if save is not None and said.picture is not None:
        if is_tour_file(save):
            write_tour(said.picture, save)
        else:
            from icosian.drawing import save as draw

            draw(said.picture, save, **said.drawing)
        yield str(save)
    for name in ("pseudo_boolean", "lrat"):
        if said.export is not None and (path := ask.options.get(name)) is not None:
            yield from map(str, said.export(name == "lrat").save(path))


def collect(ask: Ask, pictures: list[Any], value: Any) -> None:
    """Add an answer to those that ``--save`` draws, as long as a sheet has room for it."""
    if ask.options["save"] is None:
        return
    from icosian.drawing import SHEET

    if len(pictures) == SHEET:
        raise click.UsageError(f"a sheet has at most {SHEET} pictures; see --limit")
    pictures.append(value)


# -- The answer that each kind of result is


def answer_to(found: Any) -> Answer:
    """Return the answer that a result of the library is, by the name of its class."""
    for kind in type(found).__mro__:
        if kind.__name__ in ANSWERS:
            return ANSWERS[kind.__name__](found)
    raise TypeError(found)


def _of_tour(found: Tour) -> Answer:
    text = printed(found, len(found), tour_in_words(found))
    return Answer(text=text, answer=tour_in_json(found), stats=found.stats, picture=found)


def _of_longest(found: Any) -> Answer:
    optimum = optimum_in_json(found.length, found.bound, found.gap, optimal=found.is_longest)
    text = f"{found.explain()}\n{printed(found, len(found), tour_in_words(found))}"
    return _of_best(found, text, tour_in_json(found) | optimum)


def _of_shortest(found: Any) -> Answer:
    text = f"{tour_in_words(found)}. {found.explain()}"
    if len(found) <= PRINTED_SQUARES:
        text += f"\n{paragraph(str(found))}"
    return _of_best(found, text, tour_in_json(found) | measured_in_json(found))


def _of_tours(found: Any) -> Answer:
    name = name_of(found[0] if found else None)
    rows = ([*tour, *tour[: tour.is_closed]] for tour in found)
    lines = "\n".join(" - ".join(map(name, row)) for row in rows)
    what, kind = ("the cycles", "tours") if found.is_closed else ("the paths", "cover")
    answer: dict[str, Any] = {kind: list(map(list, found)), "number": len(found)}
    if found.is_closed:
        answer["closed"] = True
    if found.bound is not None:
        answer |= {"bound": found.bound, "optimal": found.is_optimal}
    size = sum(map(len, found))
    return _of_best(found, f"{found.explain()}\n{printed(lines, size, what)}".rstrip(), answer)


def _of_walk(found: Any) -> Answer:
    kind = "closed" if found.is_closed else "open"
    along = found.extra is not None
    what = "along streets" if along else f"through {plural(len(found.stops), 'stop')}"
    lines = [f"{kind} walk {what}. {found.explain()}"]
    if along:
        lines[0] += f" What it passes besides each street once: {found.extra}."
    if len(found) <= PRINTED_SQUARES:
        lines += (" -> ".join(map(name_of(found.graph), leg)) for leg in found.legs)
    answer = {"closed": found.is_closed, **measured_in_json(found)}
    answer |= {"stops": list(found.stops), "walk": list(found)}
    return _of_best(
        found,
        "\n".join(lines),
        answer | ({"extra": json_number(found.extra)} if along else {}),
    )


def _of_best(found: Any, text: str, answer: dict[str, Any]) -> Answer:
    """Return the answer to a question about the best, with the proof of how good it is."""
    given: Any = {"proof": found.proof, "stats": found.stats, "picture": found}
    return Answer(text=text, reason=found.explain(), answer=answer, **given)


def _of_sheet(found: Any) -> Answer:
    answer = {"puzzle": str(found)} | clues_in_json(found)
    return Answer(text=str(found), answer=answer, picture=found)


def _of_loop(found: Any) -> Answer:
    return Answer(text=str(found), answer={"lines": found.lines}, picture=found)


def _of_solution(found: Any) -> Answer:
    return replace(
        _of_tour(found), text=str(found), answer=tour_in_json(found) | clues_in_json(found)
    )


def _of_hint(found: Any) -> Answer:
    parts = {"node": found.node, "number": found.number, "step": found.step}
    hint = {name: part for name, part in parts.items() if part is not None}
    answer = {"hint": hint | {"forced": found.is_forced}}
    return Answer(text=paragraph(str(found)), reason=str(found), answer=answer)


def _of_loop_hint(found: Any) -> Answer:
    answer = {"edge": list(found.edge), "used": found.is_used}
    return Answer(text=paragraph(str(found)), reason=str(found), answer=answer)


def _of_none(found: nx.NetworkXException) -> Answer:
    given = getattr(found, "proof", None)  # bounds of placements have no JSON
    proof = given if isinstance(given, Proof) else None
    reason = str(found) if proof is None else proof.explain()
    text = paragraph(reason)
    return Answer(result="impossible", code=OPPOSITE, text=text, reason=reason, proof=proof)


def undecided(limit: SearchLimitReached, **parts: Any) -> Answer:
    """Return the answer of a search that reached its limit, by default with what it holds."""
    if "answer" not in parts:
        parts["answer"] = best_known(limit)
    parts |= {"reason": str(limit), "warning": str(limit), "stats": limit.stats}
    return Answer(result="undecided", code=UNDECIDED, **parts)


def counted(number: int, text: str, /, **parts: Any) -> Answer:
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
    "Puzzle": _of_sheet,
    "LoopPuzzle": _of_sheet,
    "Solution": _of_solution,
    "LoopSolution": _of_loop,
    "Hint": _of_hint,
    "LoopHint": _of_loop_hint,
    "SearchLimitReached": undecided,
    "NetworkXException": _of_none,
}
"""What is printed, saved and put into JSON, for each class of results and exceptions."""


# -- The document that --json prints, in the form of schema.json


def document(ask: Ask, said: Answer) -> dict[str, Any]:
    """Return the document of an answer, without the name of its command."""
    return {
        "result": said.result,
        "reason": said.reason,
        "graph": None if ask.known is None else graph_in_json(ask.known, ask.name),
        "answer": said.answer,
        "proof": None if said.proof is None else json.loads(said.proof.to_json(_labels(ask))),
        "stats": None if said.stats is None else _stats(said.stats),
        "saved": list(said.saved),
        **({} if ask.source is None else {"input": str(ask.source)}),
    }


def _labels(ask: Ask) -> nx.Graph[Any] | None:
    """Return the graph whose nodes a proof names; places have plain names."""
    return ask.known if isinstance(ask.known, nx.Graph) else None


def command_name() -> str | None:
    """Return the name of the command that runs."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.invoked_subcommand or context.info_name


def _stats(stats: Any) -> dict[str, Any]:
    """Return what is known of a search."""
    names = ("method", "steps", "seconds", "compile_seconds")
    return {name: getattr(stats, name, None) for name in names}


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


def clues_in_json(puzzle: Any) -> dict[str, Any]:
    """Return the clues of a puzzle of numbers as a part of an answer."""
    if type(puzzle).__name__ == "LoopPuzzle":
        return {}
    return {"clues": [[node, number] for node, number in puzzle.clues.items()]}


def optimum_in_json(length: Any, bound: Any, gap: float | None, *, optimal: bool) -> dict[str, Any]:
    """Return a length and what is proved of it as a part of an answer."""
    return {
        "length": json_number(length),
        "bound": json_number(bound),
        "gap": None if bound is None or gap is None or isinf(gap) else gap,
        "optimal": optimal,
    }


def measured_in_json(found: Any) -> dict[str, Any]:
    """Return the length of a tour or a walk, and what it leaves out, as a part of an answer."""
    answer = optimum_in_json(found.length, found.bound, found.gap, optimal=found.is_shortest)
    if found.skipped:
        costs = {"lost": json_number(found.lost), "cost": json_number(found.cost)}
        answer |= {"skipped": list(found.skipped), **costs}
    return answer


def placement_in_json(found: Any) -> dict[str, Any]:
    """Return a placement or a coloring as a part of an answer."""
    if type(found).__name__ == "Coloring":
        return {"number": found.number_of_colors, "classes": found.classes}
    return {"number": len(found), "nodes": found.nodes, "names": square_names(found)}


def best_known(error: SearchLimitReached) -> dict[str, Any] | None:
    """Return what a search holds that ran out of time: paths, a placement, a bound."""
    answer: dict[str, Any] = {} if error.best is None else placement_in_json(error.best)
    if error.proof is not None:
        answer["bound"] = error.proof.value
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


def printed(value: Any, size: int, words: str) -> str:
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
    kind, to = ("closed", "") if tour.is_closed else ("open", f" to {name(tour[-1])}")
    return f"{kind} tour of {plural(len(tour), 'node')} from {name(tour[0])}{to}"


def counted_as_one(noun: str, *others: str) -> str:
    """Return a note on what a count treats as the same thing."""
    if not others:
        return ""
    return f" ({', '.join([f'a {noun}', *others[:-1]])} and {others[-1]} are one)"
