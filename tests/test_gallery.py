"""The examples of the gallery run, and each makes a picture."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

import matplotlib as mpl
import pytest
from together import together

GALLERY = Path(__file__).parents[1] / "docs" / "gallery"
EXAMPLES = sorted(GALLERY.glob("*/*.py"))

mpl.use("Agg")


@pytest.mark.slow
@pytest.mark.parametrize(
    "example",
    [
        pytest.param(path, marks=[pytest.mark.exhaustive] * (k % 5 > 0), id=path.stem)
        for k, path in enumerate(EXAMPLES)  # the documentation draws them all
    ],
)
def test_an_example_draws_one_figure(example):
    import matplotlib.pyplot as plt

    assert not plt.get_fignums()
    try:
        names = runpy.run_path(str(example))
        assert plt.get_fignums() == [names["figure"].number]
        for ax in names["figure"].axes:
            assert ax.get_children()
        names["figure"].draw_without_rendering()
    finally:
        plt.close("all")


@together("example", EXAMPLES, ids=lambda example: example.stem)
def test_an_example_is_short_and_says_what_it_shows(example):
    text = example.read_text("utf-8")
    assert len(text.splitlines()) <= 35
    title, line, *_ = ast.get_docstring(ast.parse(text)).splitlines()
    assert len(title) == len(line)
    assert set(line) == {"="}


def test_each_section_has_a_place_and_a_header():
    conf = ast.parse(GALLERY.parent.joinpath("conf.py").read_text("utf-8"))
    told = {node.value for node in ast.walk(conf) if isinstance(node, ast.Constant)}
    for section in {example.parent for example in EXAMPLES}:
        assert f"gallery/{section.name}" in told
        title, line, *_ = section.joinpath("GALLERY_HEADER.rst").read_text("utf-8").splitlines()
        assert line == "-" * len(title)


def test_the_gallery_is_worth_a_visit():
    assert len(EXAMPLES) >= 31
