"""Hints where the name of an argument or of a function is another one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from icosian.exceptions import UnknownKeyword

Function = TypeVar("Function", bound=Callable[..., Any])

ALIKE = (
    {"closed", "cycle", "is_closed"},
    {"places", "nodes", "stops", "points"},
    {"start", "source"},
    {"end", "target"},
    {"timeout", "time_limit", "max_time", "seconds"},
    {"executor", "threads", "jobs", "n_jobs", "workers"},
    {"weight", "length", "cost", "distance"},
    {"limit", "k", "count", "most"},
    {"periodic", "torus", "wrap"},
)
"""Words that mean one thing."""


def hinted(function: Function) -> Function:
    """Name the argument that is meant where a caller names one that the function does not have."""
    explained = _explained

    def call(*args: Any, **given: Any) -> Any:
        try:
            return function(*args, **given)
        except TypeError as error:
            # The call itself failed if no frame is below this one.
            if error.__traceback__ and error.__traceback__.tb_next is None:
                raise explained(function, given, error) from None
            raise

    # A copy with the names of the function's module, where doctest looks for it.
    own = FunctionType(call.__code__, function.__globals__, closure=call.__closure__)
    return cast("Function", wraps(function)(own))


def _explained(function: Any, given: Mapping[str, Any], error: TypeError) -> TypeError:
    """Return the error about an unknown argument, or another error as it is."""
    from inspect import signature

    own = [name for name in signature(function).parameters if name != "self"]
    wrong = next((name for name in given if name not in own), None)
    if wrong is None:
        return error
    meant = near(wrong, own) or [v for some in ALIKE if wrong in some for v in own if v in some]
    hint = f"did you mean {meant[0]!r}?" if meant else f"it has {', '.join(own)}"
    return UnknownKeyword(f"{function.__name__}() has no argument {wrong!r}; {hint}")


def missing(name: str, rooms: Iterable[ModuleType]) -> str:
    """Return where a name is that the package does not have at its top, or what is like it."""
    listed = {room.__name__: getattr(room, "__all__", ()) for room in rooms}
    homes = [f"{room}.{name}" for room, names in listed.items() if name in names]
    if not homes:
        found = near(name, sorted({v for names in listed.values() for v in names}))
        return f"; did you mean {found[0]!r}?" if found else ""
    return f"; it is {' and '.join(homes)}"


def near(name: str, names: Iterable[str]) -> list[str]:
    """Return the names that are spelled almost alike, the nearest first."""
    from difflib import get_close_matches

    return get_close_matches(name, list(names), cutoff=0.7)
