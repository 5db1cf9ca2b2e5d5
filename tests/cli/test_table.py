"""The tables of commands: their rows know ``run``, ``document`` and ``folder``."""

from importlib import import_module
from pathlib import Path

import pytest
from tables import follow_all, names, sections

CASES = [
    pytest.param(
        path.stem,
        lines,
        id=f"{path.stem}: {promise}",
        marks=[pytest.mark.slow] * promise.startswith("slow: "),
    )
    for path in sorted(Path(__file__).parent.glob("table/*.txt"))
    for promise, lines in sections(path).items()
]


@pytest.mark.parametrize(("topic", "lines"), CASES)
def test_commands_and_their_parts_do_what_is_said(topic, lines, folder, run, document):
    known = {"run": run, "document": document, "folder": folder, "tmp_path": folder}
    tests = vars(import_module(f"tests.cli.test_{topic}"))
    follow_all(lines, names() | tests | known | {"_asked": None})
