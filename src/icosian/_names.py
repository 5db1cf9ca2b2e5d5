"""The public names of a package, read from its stub: each is loaded on first use."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # typing would take as long to import as all the rest
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def homes_of(loader: Any, file: str) -> dict[str, str]:
    """Return the module of each name, by the stub ``__init__.pyi`` of their package."""
    # The loader reads the stub, also from an archive. pathlib, re and ast would each take longer to
    # import than all of this.
    stub = loader.get_data(file.removesuffix(".py") + ".pyi").decode()
    blocks = (block.partition(" import (\n") for block in stub.split("\nfrom ")[1:])
    return {
        line.split()[0]: module
        for module, _, names in blocks
        for line in names.partition("\n)")[0].splitlines()
    }


def bind(
    loader: Any, package: str, file: str
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package with a stub."""
    homes, module = homes_of(loader, file), sys.modules[package]

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name], package), name)
        setattr(module, name, value)
        return value

    return sorted(homes), find, lambda: sorted({*vars(module), *homes})
