"""Arguments that many functions share, checked in one place."""

from __future__ import annotations

import operator
from typing import Any

from icosian._io.memory import free_memory
from icosian.exceptions import InvalidArgument

__all__ = ["checked_flag", "checked_memory", "checked_seed"]


def checked_seed(seed: int | None) -> int:
    """Return a seed as a Python integer.

    Parameters
    ----------
    seed : int or None
        At least 0; None is 0, so that every call is repeatable.

    Returns
    -------
    int
        The seed.

    Raises
    ------
    InvalidArgument
        If it is no such number.
    """
    if seed is None:
        return 0
    try:
        value = operator.index(seed)
    except TypeError:
        value = -1
    if value < 0 or isinstance(seed, bool):
        raise InvalidArgument(f"seed must be an integer of at least 0, got {seed!r}")
    return value


def checked_flag(value: Any, name: str) -> bool:
    """Return an argument that must be True or False.

    Parameters
    ----------
    value : object
        The argument.
    name : str
        Its name.

    Returns
    -------
    bool
        The argument.

    Raises
    ------
    InvalidArgument
        If it is something else.
    """
    if not isinstance(value, bool):
        raise InvalidArgument(f"{name} must be True or False, got {value!r}")
    return value


def checked_memory(limit: int | None) -> int:
    """Return how much memory a count may take.

    Parameters
    ----------
    limit : int or None
        Bytes; by default half of what is free.

    Returns
    -------
    int
        Bytes.

    Raises
    ------
    InvalidArgument
        If it is no such number.
    """
    if limit is None:
        return free_memory() // 2
    if type(limit) is not int or limit < 1:
        raise InvalidArgument(f"memory_limit must be a positive integer, got {limit!r}")
    return limit
