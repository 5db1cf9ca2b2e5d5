"""The examples of the gallery run, and each makes a picture."""

from __future__ import annotations

import ast
import runpy
from itertools import combinations
from pathlib import Path as FilePath

import matplotlib as mpl
import pytest
from matplotlib.collections import LineCollection
from matplotlib.path import Path
from together import together

GALLERY = FilePath(__file__).parents[1] / "docs" / "gallery"
EXAMPLES = sorted(GALLERY.glob("*/*.py"))

mpl.use("Agg")


def hidden(ax):
    """The texts of a picture that lie on others, and the names that lie on lines."""
    texts = [text for text in ax.texts if text.get_gid() and text.get_text().strip()]
    areas = {text: text.get_window_extent().shrunk(0.85, 0.6) for text in texts}
    lines = [line.get_xydata() for line in ax.lines if line.get_gid()]
    for some in ax.collections:
        if isinstance(some, LineCollection) and (some.get_gid() or "").startswith("stroke"):
            lines += some.get_segments()
    paths = [Path(ax.transData.transform(line)) for line in lines]
    twice = [
        one.get_text() for one, two in combinations(texts, 2) if areas[one].overlaps(areas[two])
    ]
    names = [text for text in texts if text.get_gid() == "name"]
    crossed = [
        name.get_text()
        for name in names
        if any(path.intersects_bbox(areas[name], filled=False) for path in paths)
    ]
    return twice, crossed


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
        for ax in names["figure"].axes:
            twice, crossed = hidden(ax)
            assert not twice
            assert not crossed or example.stem == "plot_8_layers"  # between which moves lead
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
