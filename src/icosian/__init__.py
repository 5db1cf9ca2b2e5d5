"""Hamiltonian tours on any networkx graph and any chess board.

Every answer comes with evidence: a tour that was checked against the graph, or a proof that there
is none, which a program can check. ``import icosian`` is light: a name is loaded on first use.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pkgutil import get_data

from icosian import _moved

_STUB = ast.parse(get_data(__name__, "__init__.pyi") or b"")
_HOME = {
    alias.name: f"{__name__}.{statement.module}"
    for statement in _STUB.body
    if isinstance(statement, ast.ImportFrom)
    for alias in statement.names
}

__version__ = "0.1.0"
__all__ = [*sorted(_HOME), "__version__"]  # noqa: PLE0604 - the stub lists the names


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})


_moved.install()
