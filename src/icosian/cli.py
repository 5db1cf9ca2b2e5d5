"""The command ``icosian``.

Exit codes: 0 found, 1 proved impossible, 2 bad use, 3 limit reached, 130 interrupted.
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from icosian import __version__
from icosian.boards.board import Board
from icosian.boards.piece import Piece
from icosian.exceptions import (
    IcosianError,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    SearchLimitReached,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from icosian.tours import Progress, Tour

    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # old versions of click cannot be subscripted

__all__ = ["main"]

FOUND, IMPOSSIBLE, BAD_USE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
PRINTED_SQUARES = 10_000
PATIENCE = 1.0  # seconds before a progress line appears


class _BoardType(_ParamType):
    """A board: ``8``, ``8x8``, ``3x10``, or a text file of ``.`` and ``#``."""

    name = "board"

    def convert(self, value: Any, param: Any, ctx: Any) -> Board:
        if isinstance(value, Board):
            return value
        sides = value.lower().split("x")
        try:
            if all(re.fullmatch(r"-?[0-9]+", side) for side in sides):
                numbers = [int(side) for side in sides]
                return Board(numbers * 2 if len(numbers) == 1 else numbers)
            return Board.from_text(Path(value).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            self.fail(f"{value} is not a text file", param, ctx)
        except OSError as error:
            why = (error.strerror or "cannot be read").lower()
            self.fail(
                f"{value!r} is neither a size such as 8 or 3x10 nor a readable file ({why})",
                param,
                ctx,
            )
        except IcosianError as error:
            self.fail(str(error), param, ctx)


class _PieceType(_ParamType):
    """A chess piece by name, or a leaper by its two steps."""

    name = "piece"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        if match := re.fullmatch(r"([0-9]+),([0-9]+)", value):
            return int(match[1]), int(match[2])
        if value not in ("knight", "king", "queen", "rook", "bishop"):
            self.fail(
                f"{value!r} is neither knight, king, queen, rook or bishop"
                " nor a leaper's steps such as 2,3",
                param,
                ctx,
            )
        return value


class _PictureType(_ParamType):
    """A file to write a picture to."""

    name = "file"

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        from icosian.drawing import check_picture_path

        try:
            return check_picture_path(value)
        except IcosianError as error:
            self.fail(str(error), param, ctx)


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="icosian")
@click.pass_context
def cli(context: click.Context) -> None:
    r"""Hamiltonian tours: the tour, or the proof that there is none.

    \b
    Examples:
      icosian tour 8x8 --closed            a closed knight's tour, as a numbered grid
      icosian tour 8 --start b1 --save tour.svg
      icosian tour 5x5 --closed            the reason why there is none; exit code 1

    \b
    Exit codes: 0 found, 1 proved impossible, 2 bad use, 3 limit reached.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command()
@click.argument("board", type=_BoardType(), metavar="BOARD")
@click.option("--closed/--open", default=False, help="Return to the start, or not (the default).")
@click.option("--start", help="First square: a name such as b1, or row,column from the top left.")
@click.option("--end", help="Last square of an open tour.")
@click.option(
    "--piece",
    type=_PieceType(),
    default="knight",
    show_default=True,
    help="knight, king, queen, rook, bishop, or a leaper's steps such as 2,3.",
)
@click.option("--save", type=_PictureType(), help="Write a picture: .svg, .png or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the grid.")
@click.option("--seed", type=int, help="Another seed, another tour; the same seed, the same tour.")
@click.option("--timeout", type=float, metavar="SECONDS", help="Give up after so many seconds.")
def tour(
    board: Board,
    *,
    closed: bool,
    start: str | None,
    end: str | None,
    piece: Any,
    save: Path | None,
    as_json: bool,
    seed: int | None,
    timeout: float | None,
) -> int:
    r"""Find a tour that visits every square of BOARD once.

    BOARD is a size (8, 8x8, 3x10, 4x4x4) or a text file in which every line is a row, '.' a square
    and '#' a hole.

    \b
    Examples:
      icosian tour 8x8 --closed --start b1 --save tour.svg
      icosian tour 6x6 --start a1 --end b1
      icosian tour 5x5 --closed              prints why not, and exits with 1
      icosian tour island.txt --piece king
    """
    if closed and end is not None:
        raise click.UsageError("a closed tour has no end: give --end with --open")
    result = _found(
        board,
        piece,
        closed=closed,
        start=_square(board, start),
        end=_square(board, end),
        seed=seed,
        timeout=timeout,
    )
    if save is not None:
        from icosian.drawing import save_tour

        save_tour(result, save)
    if as_json:
        click.echo(json.dumps(_described(result, board, save)))
    else:
        _show(result, board)
        if save is not None:
            click.echo(f"saved {save}", err=True)
    return FOUND


def _square(board: Board, text: str | None) -> tuple[int, ...] | None:
    """Return the square that an option names."""
    if text is None:
        return None
    numbers = re.fullmatch(r"\(?\s*([0-9]+(?:\s*,\s*[0-9]+)+)\s*\)?", text)
    if numbers:
        return board.square([int(x) for x in numbers[1].split(",")])
    return board.square(text)


def _found(
    board: Board, piece: Any, *, closed: bool, end: Any, timeout: float | None, **given: Any
) -> Tour:
    """Return the tour, by the library's function that suits the question."""
    from icosian import tours

    plain = board.dimensions == 2 and not board.holes and piece == "knight"
    if plain and end is None and timeout is None and given["seed"] is None:
        return tours.knights_tour(*board.shape, closed=closed, start=given["start"])
    from icosian.boards.graph import board_graph

    dimensions = board.dimensions
    G = board_graph(
        board, piece if isinstance(piece, str) else Piece.leaper(*piece, dimensions=dimensions)
    )
    with _progress() as progress:
        if closed:
            return tours.hamiltonian_cycle(G, timeout=timeout, progress=progress, **given)
        return tours.hamiltonian_path(G, end=end, timeout=timeout, progress=progress, **given)


@contextmanager
def _progress() -> Iterator[Any]:
    """Give a progress callback that writes a line to a terminal once a search takes long."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("searching", spinner="dots") as status:
        status.stop()

        def report(progress: Progress) -> None:
            if progress.seconds > PATIENCE:
                status.start()
                status.update(
                    f"{progress.method}: {progress.steps:,} steps, {progress.seconds:.0f} s"
                    " (Ctrl-C stops)"
                )

        yield report


def _show(result: Tour, board: Board) -> None:
    if len(board) <= PRINTED_SQUARES:
        click.echo(str(result))
    else:
        click.echo(f"{result!r} (too large to print; --save or --json)")


def _described(result: Tour, board: Board, save: Path | None) -> dict[str, Any]:
    return {
        "result": "found",
        "board": board.shape,
        "closed": result.is_closed,
        "tour": list(result),
        "names": [board.name(square) for square in result] if board.has_names else None,
        "method": result.stats.method if result.stats else None,
        "saved": None if save is None else str(save),
    }


def _refused(error: NoHamiltonianCycle | NoHamiltonianPath) -> dict[str, Any]:
    return {
        "result": "impossible",
        "reason": str(error),
        "proof": json.loads(error.proof.to_json()),
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
    except click.ClickException as error:
        return _complain(error.format_message(), BAD_USE)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        click.echo(json.dumps(_refused(error)) if as_json else str(error))
        return IMPOSSIBLE
    except SearchLimitReached as error:
        if as_json:
            click.echo(json.dumps({"result": "undecided", "reason": str(error)}))
        return _complain(str(error), UNDECIDED)
    except (IcosianError, OSError) as error:
        return _complain(str(error), BAD_USE)
    except MemoryError:
        return _complain("this board is too large for the memory of the machine", BAD_USE)
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else FOUND


def _complain(message: str, code: int) -> int:
    click.echo(f"icosian: {' '.join(message.split())}", err=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
