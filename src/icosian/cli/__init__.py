"""The command ``icosian``.

Exit codes: 0 as asked (found, proved, holds), 1 the opposite is certain, 2 bad use, 3 limit
reached, 130 interrupted, 141 nobody reads the output any more.
"""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import json
import os
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click
import networkx as nx

from icosian import __version__
from icosian._io.atomic import write_atomically
from icosian._io.text import Text
from icosian.cli._common import (
    AS_ASKED,
    BAD_USE,
    INTERRUPTED,
    OPPOSITE,
    UNDECIDED,
    UNREAD,
    GraphType,
    PictureType,
    SavedType,
    closed_asked,
    closed_option,
    complain,
    dask_option,
    end_option,
    ends_asked,
    fixed_edges,
    graph_asked,
    jobs_option,
    json_option,
    named_node,
    paragraph,
    piece_option,
    progress_line,
    seed_option,
    start_option,
    timeout_option,
    tour_in_words,
    workforce,
)
from icosian.cli._count import count
from icosian.cli._list import list_tours
from icosian.cli._place import color, place, queens
from icosian.cli._play import play
from icosian.cli._random import random_tours
from icosian.cli._route import route
from icosian.cli._solve import solve
from icosian.cli._warm import warm
from icosian.exceptions import (
    HamiltonianCycleExists,
    HamiltonianPathExists,
    InvalidProof,
    InvalidTour,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    SearchLimitReached,
)

if TYPE_CHECKING:
    from pathlib import Path

    from icosian.boards.board import Board
    from icosian.proofs import Proof
    from icosian.tours import Tour

__all__ = ["main"]

PRINTED_SQUARES = 10_000


class _Commands(click.Group):
    """A group that ends quietly when the reader of its output has enough, as ``head`` has."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the last flush
            return UNREAD


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="icosian")
@click.pass_context
def cli(context: click.Context) -> None:
    """Hamiltonian tours: the tour, or the proof that there is none. Placements, shortest paths.

    \b
    Examples:
      icosian tour 8x8 --closed            a closed knight's tour, as a numbered grid
      icosian tour 8 --start b1 --save tour.svg
      icosian tour 5x5 --closed            the reason why there is none; exit code 1
      icosian solve *.hcp --timeout 60     a tour of each graph, or why there is none
      icosian list 3x10 --closed           all closed tours, one after the other
      icosian prove graph.hcp --save proof.json
      icosian check proof.json graph.hcp   does the proof hold?
      icosian count 6x6 --closed           how many closed knight's tours there are
      icosian random 6x6 --closed          one of them, each as probable as any other
      icosian queens 8 --count             in how many ways 8 queens stand on a board
      icosian place queen 8 --dominate     fewest queens that attack every square
      icosian color queen 8                fewest colours, none attacked by its own
      icosian route map.csv Arad Bucharest the shortest path and its cost
      icosian play 8x8                     a page to play with, in a browser
      icosian warm                         compile everything now, once

    \b
    Exit codes: 0 as asked (found, proved, holds), 1 the opposite is certain, 2 bad use,
    3 limit reached.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (solve, list_tours, count, random_tours, queens, place, color, route, play, warm):
    cli.add_command(_command)


@cli.command()
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@closed_option
@start_option
@end_option
@piece_option
@click.option(
    "--save",
    type=PictureType(".gif", ".html", ".pdf", ".png", ".svg"),
    help="Write a picture: .svg, .png or .pdf; one that moves: .gif; a page to play with: .html.",
)
@json_option
@seed_option
@jobs_option
@dask_option
@timeout_option
def tour(
    graph: Board | nx.Graph[Any],
    *,
    closed: bool | None,
    start: str | None,
    end: str | None,
    piece: Any,
    save: Path | None,
    as_json: bool,
    seed: int | None,
    jobs: int | None,
    dask: str | None,
    timeout: float | None,
) -> int:
    """Find a tour that visits every square of a board, or every node of a graph, once.

    GRAPH is a board: a size (8, 8x8, 3x10, 4x4x4) or a text file in which every line is a row, '.'
    a square and '#' a hole. Or it is a graph file, as for icosian prove.

    \b
    Examples:
      icosian tour 8x8 --closed --start b1 --save tour.svg
      icosian tour 8x8 --save tour.gif
      icosian tour 6x6 --start a1 --end b1
      icosian tour 5x5 --closed              prints why not, and exits with 1
      icosian tour island.txt --piece king --jobs 2
      icosian tour graph.hcp --save tour.svg

    \b
    Exit codes: 0 found, 1 proved impossible, 2 bad use, 3 limit reached.
    """
    closed = closed_asked(graph, closed=closed, start=start, end=end)
    moving = save is not None and save.suffix.lower() in {".gif", ".html"}
    if save is not None and moving:
        _check_moving(graph, save)
    result = _found(
        graph,
        piece,
        closed=closed,
        start=named_node(graph, start),
        end=named_node(graph, end),
        seed=seed,
        timeout=timeout,
        force=(jobs, dask),
    )
    if not as_json:  # before the file, so that a full disk does not swallow the answer
        _show(result)
    if save is not None:
        from icosian.drawing import save_animation, save_tour

        (save_animation if moving else save_tour)(result, save)
    if as_json:
        click.echo(json.dumps(_described(result, save)))
    elif save is not None:
        click.echo(f"saved {save}", err=True)
    return AS_ASKED


@cli.command()
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@closed_option
@start_option
@end_option
@piece_option
@click.option(
    "--save", type=SavedType("a proof"), help="Write the proof as JSON, for icosian check."
)
@click.option("--picture", type=PictureType(), help="Draw the proof: .svg, .png or .pdf.")
@json_option
@timeout_option
def prove(
    graph: Board | nx.Graph[Any],
    *,
    closed: bool | None,
    start: str | None,
    end: str | None,
    piece: Any,
    save: Path | None,
    picture: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Prove that GRAPH has no tour, and say why.

    GRAPH is a board, as for icosian tour, or a graph file: .hcp (TSPLIB), .col or .edge (DIMACS),
    .g6, .s6, .graphml or .json (node-link data), each also with .gz. On boards, --start and --end
    are squares, in graph files the labels of nodes.

    \b
    Examples:
      icosian prove 4x6 --closed
      icosian prove 4x4 --start a1
      icosian prove graph.hcp --save proof.json --picture proof.svg
      icosian prove graph.hcp --open --timeout 60

    \b
    Exit codes: 0 proved, 1 there is a tour, 2 bad use, 3 limit reached.
    """
    asked = closed_asked(graph, closed=closed, start=start, end=end)
    G = graph_asked(graph, piece)
    ends = ends_asked(graph, G, start, end)
    try:
        proof = _proved(G, closed=asked, ends=ends, timeout=timeout)
    except (HamiltonianCycleExists, HamiltonianPathExists) as error:
        found = error.tour
        answer = {"result": "found", "closed": found.is_closed, "tour": list(found)}
        if as_json:
            click.echo(json.dumps(answer))
        else:
            click.echo(f"there is nothing to prove, a tour exists: {tour_in_words(found)}")
            if len(found) <= PRINTED_SQUARES:
                click.echo(str(found))
            if (closed, start, end) == (None, None, None) and not asked:
                complain("an open tour was asked about: --closed asks about closed ones", OPPOSITE)
        return OPPOSITE
    if not as_json:  # before the files, so that a full disk does not swallow the answer
        click.echo(paragraph(proof.explain()))
    if save is not None:
        write_atomically(save, f"{proof.to_json(G)}\n".encode())
    if picture is not None:
        from icosian.drawing import save_proof

        save_proof(proof, G, picture)
    saved = [str(path) for path in (save, picture) if path is not None]
    if as_json:
        click.echo(json.dumps(_refused(proof, G) | {"saved": saved}))
    elif saved:
        click.echo(f"saved {', '.join(saved)}", err=True)
    return AS_ASKED


@cli.command()
@click.argument("evidence", metavar="PROOF|TOUR")
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@piece_option
@json_option
def check(evidence: str, graph: Board | nx.Graph[Any], *, piece: Any, as_json: bool) -> int:
    """Check whether a proof, or a tour, holds for GRAPH.

    The check is exact and shares no code with the search. PROOF is a file that icosian prove --save
    or icosian solve --proof wrote, or - for the standard input. TOUR is a file of TSPLIB whose name
    ends in .tour or .tour.gz. GRAPH is a board or a graph file, as for icosian prove.

    \b
    Examples:
      icosian check proof.json 4x6
      icosian check proof.json graph.hcp
      icosian check graph.tour graph.hcp
      icosian check - island.txt --piece king < proof.json

    \b
    Exit codes: 0 it holds, 1 it does not, 2 bad use, or neither a proof nor a tour.
    """
    from icosian.files.tours import is_tour_file, read_tour

    G = graph_asked(graph, piece)
    try:
        if is_tour_file(evidence):
            reason = tour_in_words(read_tour(evidence, G))
        else:
            proof = _read_proof(evidence, G)
            proof.check(G)
            reason = proof.explain()
    except (InvalidProof, InvalidTour) as error:
        return _verdict("does not hold", str(error), as_json, OPPOSITE)
    return _verdict("holds", reason, as_json, AS_ASKED)


def _read_proof(path: str, G: nx.Graph[Any]) -> Proof:
    """Read what claims to be a proof."""
    from icosian.proofs import Proof

    try:
        with click.open_file(path, "rb") if path == "-" else nullcontext() as file:
            return Proof.from_json(Text(path).whole(file=file), G)
    except InvalidProof as error:
        raise click.UsageError(f"{path}: {error}") from None


def _verdict(result: str, reason: str, as_json: bool, code: int) -> int:
    """Print what came of a check, and return the exit code for it."""
    answer = {"result": result, "reason": reason}
    click.echo(json.dumps(answer) if as_json else paragraph(f"{result}: {reason}"))
    return code


def _proved(G: nx.Graph[Any], *, closed: bool, ends: list[Any], timeout: float | None) -> Proof:
    """Return the proof that there is no tour."""
    from icosian import tours

    given: dict[str, Any] = {"require": fixed_edges(G), "timeout": timeout}
    with progress_line() as given["progress"]:
        if closed:
            return tours.prove_no_hamiltonian_cycle(G, **given)
        return tours.prove_no_hamiltonian_path(G, *ends, **given)


def _found(
    graph: Board | nx.Graph[Any],
    piece: Any,
    *,
    closed: bool,
    end: Any,
    timeout: float | None,
    force: tuple[int | None, str | None],
    **given: Any,
) -> Tour:
    """Return the tour, by the library's function that suits the question."""
    from icosian import tours
    from icosian.boards.board import Board
    from icosian.knights import knights_tour

    if isinstance(graph, Board) and graph.dimensions == 2 and not graph.holes:
        plain = piece in {None, "knight"} and end is None
        if plain and timeout is None and given["seed"] is None:
            return knights_tour(*graph.shape, closed=closed, start=given["start"])
    G = graph_asked(graph, piece)
    given["require"] = fixed_edges(G)
    with workforce(*force) as executor, progress_line() as progress:
        given |= {"executor": executor, "timeout": timeout, "progress": progress}
        if closed:
            return tours.hamiltonian_cycle(G, **given)
        return tours.hamiltonian_path(G, end=end, **given)


def _check_moving(graph: Board | nx.Graph[Any], path: Path) -> None:
    """Refuse a graph that is too large for a picture that moves, before it is toured."""
    from icosian.drawing.page import PAGE_NODES
    from icosian.drawing.scene.film import MOST_NODES

    most = PAGE_NODES if path.suffix.lower() == ".html" else MOST_NODES
    if len(graph) > most:
        raise click.UsageError(
            f"{path} would show {len(graph):,} nodes: at most {most:,} in {path.suffix} files"
        )


def _show(result: Tour) -> None:
    if len(result) <= PRINTED_SQUARES:
        click.echo(str(result))
    else:
        click.echo(f"{tour_in_words(result)} (too large to print; --save or --json)")


def _described(result: Tour, save: Path | None) -> dict[str, Any]:
    board = result.board
    named = board if board is not None and board.has_names else None
    return {
        "result": "found",
        "board": None if board is None else board.shape,
        "closed": result.is_closed,
        "tour": list(result),
        "names": None if named is None else list(map(named.name, result)),
        "method": result.stats.method if result.stats else None,
        "saved": None if save is None else str(save),
    }


def _refused(proof: Proof, G: nx.Graph[Any] | None = None) -> dict[str, Any]:
    return {
        "result": "impossible",
        "reason": proof.explain(),
        "proof": json.loads(proof.to_json(G)),
    }


def main(arguments: list[str] | None = None) -> int:
    """Run the command; every error is one line, never a traceback.

    Parameters
    ----------
    arguments : list of str, optional
        The command line without the program's name; by default that of the process.

    Returns
    -------
    int
        The exit code.
    """
    line = sys.argv[1:] if arguments is None else arguments
    as_json = "--json" in line
    try:
        code = cli.main(line, prog_name="icosian", standalone_mode=False)
    except click.NoSuchOption as error:
        message = error.format_message()
        if error.option_name[1].isdigit():
            message = f"{message.removesuffix('.')}; negative numbers go behind --."
        return complain(message, BAD_USE)
    except click.ClickException as error:
        return complain(error.format_message(), BAD_USE)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        click.echo(json.dumps(_refused(error.proof)) if as_json else paragraph(str(error)))
        return OPPOSITE
    except SearchLimitReached as error:
        if as_json:
            click.echo(json.dumps({"result": "undecided", "reason": str(error)}))
        return complain(str(error), UNDECIDED)
    except nx.NetworkXException as error:
        return complain(str(error), BAD_USE)
    except OSError as error:
        file = "" if error.filename is None else f"{error.filename}: "
        return complain(f"{file}{error.strerror or error}", BAD_USE)
    except MemoryError:
        return complain("this board or graph is too large for the memory of the machine", BAD_USE)
    except (KeyboardInterrupt, click.Abort):
        return complain("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else AS_ASKED
