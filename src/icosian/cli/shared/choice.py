"""Options that say in which order places are visited, and which may be left out."""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import click

from icosian.cli.shared.options import Command, bundled
from icosian.exceptions import IcosianError


@dataclass(frozen=True)
class Choice:
    """In which order places are visited, and which of them may be left out."""

    orders: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    prizes: tuple[str, ...] = ()
    leave_out: int = 0

    def of(self, named: Callable[[str], Any], places: Container[Any]) -> dict[str, Any]:
        """Return the arguments of the library; ``named`` returns the place that a text names."""
        order, groups = (
            [listed(text, named, places) for text in texts] for texts in (self.orders, self.groups)
        )
        prizes = {}
        for text in self.prizes:
            name, is_given, number = text.rpartition("=")
            try:
                prize = float(number) if "." in number or "e" in number.lower() else int(number)
            except ValueError:
                is_given = ""
            if not is_given:
                raise click.UsageError(f"a prize is a place and a number, such as a=30, got {text}")
            prizes[named(name)] = prize
        return {"order": order, "groups": groups, "prizes": prizes, "leave_out": self.leave_out}


def listed(text: str, named: Callable[[str], Any], places: Container[Any]) -> list[Any]:
    """Return the places that a text lists; one may have a comma in its name, as squares have."""
    parts = [part.strip() for part in text.split(",")]

    def known(name: str) -> bool:
        with suppress(IcosianError):  # not a square
            return named(name) in places
        return False

    if known(text):
        if len(parts) > 1 and all(map(known, parts)):
            raise click.UsageError(f"{text!r} is a place, and so are {' and '.join(parts)}")
        return [named(text)]
    return list(map(named, parts))


OPTIONS = (
    ("order", "A,B", "Visit these places in this order, others in between. Repeatable."),
    ("group", "A,B", "Visit one of these places or more; others may be left out. Repeatable."),
    ("prize", "A=N", "This place may be left out, at a price; repeatable."),
)


def choice_options(command: Command) -> Command:
    """Give a command the options that make its :class:`Choice`."""
    few = "So many of the other places may be left out."
    command = bundled("choice", Choice)(command)
    command = click.option("--leave-out", type=int, default=0, metavar="K", help=few)(command)
    for name, example, text in reversed(OPTIONS):
        command = click.option(f"--{name}", f"{name}s", multiple=True, metavar=example, help=text)(
            command
        )
    return command
