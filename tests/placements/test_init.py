"""The public names of the package."""

import importlib
import subprocess
import sys

import pytest

import icosian
from icosian import placements


def test_queens_is_the_function_although_a_folder_has_the_same_name():
    for name in ("functions", "count"):
        importlib.import_module(f"icosian.placements.queens.{name}")
    assert icosian.placements.queens is icosian.queens
    assert placements.queens(4).columns == (1, 3, 0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("first", ["icosian.placements.queens.functions", "icosian.queens"])
def test_the_order_of_imports_does_not_matter(first):
    statement = "from icosian import queens" if first == "icosian.queens" else f"import {first}"
    code = f"{statement}; import icosian.placements; print(icosian.placements.queens(1).columns)"
    output = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert output.strip() == "(0,)"


def test_all_public_names_are_there():
    assert sorted(placements.__all__) == placements.__all__
    assert all(hasattr(placements, name) for name in placements.__all__)
    assert importlib.import_module("icosian.placements.coloring").Coloring is placements.Coloring
