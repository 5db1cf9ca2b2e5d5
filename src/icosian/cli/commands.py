"""The command group ``icosian``, its exit codes and its errors.

Exit codes: 0 as asked (found, proved, holds), 1 the opposite is certain, 2 bad use, 3 limit
reached, 130 interrupted, 141 the reader of the output closed it.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import warnings
from collections import UserDict
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import click
import networkx as nx

from icosian import __version__, warming
from icosian._io.text import ELSEWHERE
from icosian._run.limits import alike, asks_elsewhere, near, progress_line
from icosian.cli.progress import INTERRUPTED

AS_ASKED, OPPOSITE, BAD_USE, UNDECIDED, UNREAD = 0, 1, 2, 3, 141
"""Exit codes."""


class _Modules(UserDict[str, Any]):
    """The commands by their names; a module is imported when its command is used."""

    def __getitem__(self, name: str) -> click.Command:
        file, _, function = self.data[name].partition(":")
        module = import_module(f"icosian.cli.{file}")
        return cast("click.Command", getattr(module, function or name))

    def page(self, name: str) -> str | None:
        """Return the docstring of a command, which is read without importing its module."""
        file, _, function = self.data[name].partition(":")
        return ast.get_docstring(_functions(file)[function or name])


@cache
def _functions(file: str) -> dict[str, ast.FunctionDef]:
    """Return the functions of a module with commands."""
    module = ast.parse(files("icosian.cli").joinpath(f"{file}.py").read_bytes())
    return {one.name: one for one in module.body if isinstance(one, ast.FunctionDef)}


COMMANDS = _Modules(
    check="check",
    classify="tours",
    color="placements",
    count="tours",
    cover="tours",
    decompose="tours",
    list="tours:list_tours",
    longest="tours",
    place="placements",
    play="tours",
    prove="tours",
    puzzle="puzzles",
    queens="placements",
    random="tours:random_tours",
    route="lengths",
    solve="tours",
    tour="tours",
    tsp="lengths",
    warm="commands",
)


class _Group(click.Group):
    """The command group."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader has read enough, as `head` has
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the last flush
            return UNREAD

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first lines of all commands."""
        pages = {name: click.Command(name, help=COMMANDS.page(name)) for name in COMMANDS}
        click.Group(commands=pages).format_commands(ctx, formatter)


def _show_schema(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(files("icosian.cli").joinpath("schema.json").read_text("utf-8"), nl=False)
        context.exit()


@click.group(
    cls=_Group,
    commands=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="icosian")
@click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_schema,
    help="Print the JSON Schema of what --json prints.",
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Hamiltonian tours: the tour, or a proof that there is none. Placements, shortest paths.

    \b
    Examples:
      icosian tour 8x8 --closed            a closed knight's tour, as a numbered grid
      icosian tour 8 --start b1 --save tour.svg
      icosian tour 5x5 --closed            the reason why there is none; exit code 1
      icosian solve *.hcp --timeout 60     a tour of each graph, or why there is none
      icosian classify cubic.g6            which Hamiltonian properties each graph has
      icosian list 3x10 --closed           all closed tours, one after the other
      icosian prove graph.hcp --save proof.json
      icosian check proof.json graph.hcp   does the proof hold?
      icosian count 6x6 --closed           the number of closed knight's tours
      icosian random 6x6 --closed          one of them, uniformly at random
      icosian cover 4x4                    fewest paths that visit every square
      icosian longest 5x5 --cycle          the longest cycle; --induced for snakes and coils
      icosian decompose 6x6 --torus        tours that have every move once
      icosian queens 8 --count             the number of ways to place 8 queens
      icosian place queen 8 --dominate     fewest queens that attack every square
      icosian color queen 8                fewest colors, no two alike attacking each other
      icosian puzzle hidato.txt            solve a Hidato; --unique, --hint, --make 8x8
      icosian route map.csv Arad Bucharest the shortest path and its cost
      icosian tsp berlin52.tsp             the shortest tour, and the proof that it is
      icosian play 8x8                     a page to play with, in a browser
      icosian warm                         compile everything now, once

    \b
    Exit codes: 0 as asked (found, proved, holds), 1 the opposite is certain, 2 bad use,
    3 limit reached.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.command()
def warm() -> int:
    """Compile all kernels now, so that no later search waits for the compiler.

    A long search compiles the kernels it needs, once per machine, in some seconds. This command
    compiles all of them, in a minute or two; it ends at once if they are compiled already.

    \b
    Example:
      icosian warm

    \b
    Exit code: 0 done.
    """
    with progress_line() as progress:
        warming.warm(progress=progress)
    return AS_ASKED


def run(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code."""
    for name, mode in {"stdin": "r", "stdout": "w", "stderr": "w"}.items():
        if getattr(sys, name) is None:  # the caller has closed it
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    if (change := getattr(sys.stdout, "reconfigure", None)) and sys.stdout.errors == "strict":
        change(errors="backslashreplace")  # of characters that its encoding does not have
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_, **__: print_warning(str(message))
        return _run(arguments)


def _run(arguments: list[str] | None) -> int:
    try:
        code = cli.main(arguments, prog_name="icosian", standalone_mode=False)
    except click.NoSuchOption as error:
        params = error.ctx.command.params if error.ctx else ()
        names = {flag.strip("-"): flag for one in params for flag in one.opts if flag[0] == "-"}
        word = error.option_name.strip("-")
        meant = [names[v] for v in alike(word.replace("-", "_"), names)]
        message = f"no such option {error.option_name}"
        if asks_elsewhere(word) and not meant:
            message += f": {ELSEWHERE}"
        elif meant := meant or [names[v] for v in near(word, names)]:
            message += f"; did you mean {meant[0]}?"
        elif error.option_name[1].isdigit():
            message += "; negative numbers go behind --"
        return fail(message, BAD_USE)
    except click.ClickException as error:
        message = error.format_message()
        if re.search(r"unexpected extra arguments? \([0-9 ]+\)", message):
            message = f"{message.removesuffix('.')}; a board is one word, such as 8x8 or 3x10"
        return fail(message, BAD_USE)
    except nx.NetworkXException as error:
        return fail(str(error), BAD_USE)
    except OSError as error:
        file = "" if error.filename is None else f"{error.filename}: "
        return fail(f"{file}{error.strerror or error}", BAD_USE)
    except MemoryError:
        return fail("this board or graph is too large for the memory of this machine", BAD_USE)
    except (KeyboardInterrupt, click.Abort):
        return fail("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else AS_ASKED


# -- Lines of errors


def as_options(text: str) -> str:
    """Write keywords that a message of the library names as options of the command that runs."""
    if (context := click.get_current_context(silent=True)) is None:
        return text
    params, words = context.command.params, str(context.params)
    flags = {param.name: param.opts[0] for param in params if isinstance(param, click.Option)}

    def named(match: re.Match[str]) -> str:
        name = flags.get(match[1] or match[3])  # not in a call
        if name is None or (match[1] and match[0] in words):  # nor in the name of a file
            return match[0]
        return f"{name} " if match[2] else name

    given = r"\b(\w+)=(?:True\b)?(?=([\w'\"(\[-])?)"
    return re.sub(rf"\w+\([^()]*\)|{given}|\b(\w+_\w+)(?= must )", named, text)


def print_warning(text: str) -> None:
    """Print a message on one line of standard error."""
    with suppress(OSError):  # it may be full or closed
        click.echo(f"icosian: {' '.join(as_options(text).split())}", err=True)


def fail(text: str, code: int) -> int:
    """Print an error on one line, and return its exit code."""
    print_warning(text)
    return code
