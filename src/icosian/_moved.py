"""Old names of modules that have moved since version 0.1, which its pickles still contain."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec

TYPE_CHECKING = False  # the module typing would take longer to import than icosian
if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["install"]

_MOVED = {
    "icosian._csr": "icosian._arrays.csr",
    "icosian._weights": "icosian._arrays.weights",
    "icosian.boards.graph": "icosian.boardgraphs.graph",
    "icosian.ledger": "icosian._run.ledger",
    "icosian.paths": "icosian.routes.dijkstra",
    "icosian.placements.lesson": "icosian.placements.queens.stepwise",
    "icosian.shortest": "icosian.routes.shortest_paths",
    "icosian.tours.backtracking": "icosian.tours.solve.backtracking",
    "icosian.tours.clock": "icosian._run.clock",
    "icosian.tours.enumerate": "icosian.tours.enumeration.search",
    "icosian.tours.separators": "icosian.tours.count.plans",
    "icosian.tours.slices": "icosian.tours.count.degree_slices",
}


class _Moved:
    """Find a module under its old name; its attributes are those of the new one."""

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in _MOVED else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the import system to make an empty module."""

    def exec_module(self, module: ModuleType) -> None:
        home = import_module(_MOVED[module.__name__])
        module.__getattr__ = lambda name: getattr(home, name)  # type: ignore[method-assign]


def install() -> None:
    """Make the old names importable."""
    if not any(isinstance(finder, _Moved) for finder in sys.meta_path):
        sys.meta_path.append(_Moved())
