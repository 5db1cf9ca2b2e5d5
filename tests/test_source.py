"""The source keeps the rules that the style guide sets for it."""

import ast
import re
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


def test_no_graph_is_made_of_edges_that_can_be_read_only_once():
    # networkx takes a generator that raises, if only for Ctrl-C, for a graph without edges
    made = [
        node
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and re.search(r"\bnx\.\w*Graph$", ast.unparse(node.func))
    ]
    assert len(made) > 50
    for node in made:
        read_once = r"\(.* for .*\)|(zip|map|filter|chain|iter|reversed)\(.*"
        assert not any(re.fullmatch(read_once, ast.unparse(arg)) for arg in node.args)
