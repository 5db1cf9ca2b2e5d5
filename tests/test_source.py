"""The source keeps the rules that the style guide sets for it."""

import ast
from pathlib import Path

import icosian

SOURCE = Path(icosian.__file__).parent
KERNELS = SOURCE / "_kernels"


def modules():
    return [path for path in sorted(SOURCE.rglob("*.py")) if KERNELS not in path.parents]


def test_nothing_that_python_o_removes_guards_an_answer():
    assert len(modules()) > 100
    for path in modules():
        text = path.read_text("utf-8")
        found = [
            node
            for node in ast.walk(ast.parse(text if "assert" in text or "__debug__" in text else ""))
            if isinstance(node, ast.Assert)
            or (isinstance(node, ast.Name) and node.id == "__debug__")
        ]
        assert not found, f"{path}: line {found[0].lineno} asserts"
