"""The tables of commands: their rows know ``run``, ``document`` and ``folder``."""

from importlib import import_module

import pytest
from tables import cases, follow_all, names


@pytest.mark.parametrize(("topic", "lines"), cases(__file__))
def test_commands_and_their_parts_do_what_is_said(topic, lines, folder, run, document):
    tests = vars(import_module(f"tests.cli.test_{topic}"))
    known = {"run": run, "document": document, "folder": folder, "tmp_path": folder}
    follow_all(lines, names() | tests | known)
