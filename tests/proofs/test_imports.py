"""What the checkers import: no search."""

import ast
import sys
from pathlib import Path

import pytest

import icosian
from icosian import Proof, proofs


def imported_modules(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module
        elif isinstance(node, ast.Name):
            assert node.id not in {"__import__", "import_module", "exec", "eval"}


ARRAYS = {"nearby.py", "induced.py"}
"""The only checkers with arrays: many places, many cases, in integers that cannot overflow."""


def test_the_checkers_import_networkx_the_standard_library_and_nothing_that_searches():
    room = Path(sys.modules[Proof.__module__].__file__).parent
    files = sorted(room.glob("**/*.py"))
    assert len(files) >= 6
    own = {
        ".".join(("icosian.proofs", *file.relative_to(room).with_suffix("").parts))
        for file in files
    }
    own |= {name.removesuffix(".__init__") for name in own}
    own |= {"icosian.exceptions", "icosian.boards.text", "icosian._io.text", "icosian._io.memory"}
    for file in files:
        for module in imported_modules(file):
            root = module.split(".")[0]
            if file.name in ARRAYS and root == "numpy":
                continue
            assert root in {"networkx", *sys.stdlib_module_names} or module in own, (file, module)


def test_exceptions_import_no_search_either():
    path = Path(sys.modules["icosian.exceptions"].__file__)
    values = {f"icosian.placements.{name}" for name in ("bounds", "coloring", "placement")}
    type_checking = {"icosian.proofs", "icosian.tours", *values}
    assert set(imported_modules(path)) <= {"__future__", "typing", "networkx"} | type_checking
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_run_time = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not {getattr(node, "module", "") for node in at_run_time} & type_checking


PUBLIC = {f"icosian.proofs.{name}" for name in ("claim", "certificate")}
"""Claims, labels as JSON, ticks: what may be used besides the names that the room exports."""
CHECKED = {
    f"icosian.proofs.{name}" for name in ("formulas.lrat", "formulas.opb", "instance", "lengths")
}
"""What the bounds of placements are checked and written by."""


def imported_names(path):
    """Yield the modules of the room that a file imports from, and the names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


@pytest.mark.slow
@pytest.mark.parametrize("room", ["tours", "placements", "knights", "boards", "_run", "_arrays"])
def test_no_search_uses_a_checker(room):
    source = Path(icosian.__file__).parent
    files = [*(source / room).glob("**/*.py"), *source.glob(f"{room}.py")]
    assert files
    for file in files:
        for module, name in imported_names(file):
            if module == "icosian" and name == "proofs":
                raise AssertionError((file, "imports the room as a whole"))
            if module == "icosian.proofs":
                assert name in proofs.__all__, (file, name)
            elif module.startswith("icosian.proofs"):
                allowed = PUBLIC | (CHECKED if file.stem == "bounds" else set())
                assert module in allowed, (file, module)
