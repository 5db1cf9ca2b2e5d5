"""Hamiltonian tours on any networkx graph and any chess board.

Every answer comes with evidence: a tour that was checked against the graph, or a proof that there
is none, which a program can check. ``import icosian`` is light: a name is loaded on first use.
"""

from __future__ import annotations

from importlib import import_module

from icosian._names import homes_of

_HOME = homes_of(__loader__, __file__)
_ROOMS = {home.split(".")[1] for home in _HOME.values()}

__version__ = "0.1.0"
__all__ = [*sorted(_HOME), "__version__"]  # noqa: PLE0604 - the stub lists the names


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME:
        hint = ""
        if name[0] != "_":  # Python and its tools ask for such names
            from icosian._run.limits import missing

            rooms = (import_module(f"{__name__}.{room}") for room in _ROOMS if room[0] != "_")
            hint = missing(name, [import_module(__name__), *rooms])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    from icosian._io.memory import collector_paused

    with collector_paused():  # a first use makes hundreds of thousands of objects that stay
        value = globals()[name] = getattr(import_module(_HOME[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_ROOMS})
