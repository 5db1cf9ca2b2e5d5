"""Every notebook runs from top to bottom, and is stored with what it prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import icosian

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(ROOT.glob("notebooks/*.ipynb"))
QUICK = {"05_shortest_paths"}
"""The others run weekly: a kernel of Jupyter takes seconds to start and to end."""


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_notebooks_are_numbered_in_their_order():
    names = [path.stem for path in NOTEBOOKS]
    assert [int(name[:2]) for name in names] == list(range(1, 12))
    listed = re.findall(r"\]\((\w+)\.ipynb\)", (ROOT / "docs/notebooks/index.md").read_text())
    assert listed == names


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    return json.loads(request.param.read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.exhaustive] * (path.stem not in QUICK), id=path.stem)
        for path in NOTEBOOKS
    ],
)
# Jupyter's packages deprecate their own ways; what happens in the kernel is the notebook's affair.
@pytest.mark.filterwarnings("ignore::DeprecationWarning:(jupyter_|nbclient|nbformat|traitlets|zmq)")
def test_notebook_runs(path, tmp_path, monkeypatch):
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("PYTHONPATH", str(Path(icosian.__file__).parents[1]))  # the one under test
    resources = {"metadata": {"path": str(tmp_path)}}
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources)
    client.execute()


def test_notebook_is_stored_as_it_ran(notebook):
    cells = code_cells(notebook)
    counts = [cell["execution_count"] for cell in cells]
    assert counts == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs
    assert not [output for output in outputs if output["output_type"] == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr"]


def test_notebook_fits_any_machine(notebook):
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    shown = [str(cell.get("outputs", "")) for cell in notebook["cells"]]
    text = f"{notebook['metadata']} {shown}"
    assert not re.search(r"/home/|/root/|/tmp/|/Users/|site-packages|[A-Z]:\\", text)
