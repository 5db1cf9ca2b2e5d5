"""Hamiltonian tours on any networkx graph and any chess board.

Every answer comes with evidence: a tour that was checked against the graph, or a proof that there
is none, which a program can check. ``import icosian`` is light: a name is loaded on first use.
"""

from __future__ import annotations

from importlib import import_module

# The loader reads the stub, also from an archive. pathlib, re and ast would each take longer to
# import than all of this.
_STUB = __loader__.get_data(__file__.removesuffix(".py") + ".pyi").decode()
_HOME = {
    line.split()[0]: f"{__name__}.{module}"
    for module, _, names in (
        block.partition(" import (\n") for block in _STUB.split("\nfrom .")[1:]
    )
    for line in names.partition("\n)")[0].splitlines()
}
_ROOMS = {home.split(".")[1] for home in _HOME.values()}

__version__ = "0.1.0"
__all__ = [*sorted(_HOME), "__version__"]  # noqa: PLE0604 - the stub lists the names


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME:
        hint = ""
        if name[0] != "_":  # Python and its tools ask for such names
            from icosian._run.arguments import missing

            rooms = (import_module(f"{__name__}.{room}") for room in _ROOMS if room[0] != "_")
            hint = missing(name, [import_module(__name__), *rooms])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_ROOMS})
