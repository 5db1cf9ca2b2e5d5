"""The package as a whole: its public names, and what importing it costs."""

import ast
import importlib
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
import tomllib
import zipfile
from operator import attrgetter

import networkx as nx
import pytest
from together import together

import icosian
from icosian._io.text import ELSEWHERE
from icosian._run.limits import USUAL


@together("name", icosian.__all__)
def test_every_public_name_is_there_and_documented(name):
    value = getattr(icosian, name)
    assert name in dir(icosian)
    if name != "__version__":
        assert value.__doc__


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        icosian.nonsense  # noqa: B018


def loaded(code):
    """Return the heavy modules that a fresh process has loaded after some code."""
    heavy = ("numpy", "numba", "llvmlite", "scipy", "matplotlib", "pysat", "click", "rich")
    ask = f"import sys; print(*(m for m in {heavy!r} if m in sys.modules))"
    out = subprocess.run(
        [sys.executable, "-c", f"{code}\n{ask}"], check=True, capture_output=True, text=True
    )
    return set(out.stdout.split())


def test_importing_icosian_loads_none_of_its_modules_but_what_finds_names():
    code = "import sys, icosian; print(*(name for name in sys.modules if name[:8] == 'icosian.'))"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert out.stdout.split() == ["icosian._names"]


STUB = ast.parse(pathlib.Path(icosian.__file__).with_suffix(".pyi").read_text("utf-8"))
FROM = [statement for statement in STUB.body if isinstance(statement, ast.ImportFrom)]
IMPORTS = [statement for statement in FROM if statement.module]
ROOMS = [alias.name for statement in FROM if not statement.module for alias in statement.names]


@pytest.mark.slow
def test_rooms_are_there_without_imports_of_their_own():
    assert {*ROOMS} <= {*dir(icosian)}
    code = f"import icosian; print(*(getattr(icosian, room).__name__ for room in {ROOMS}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [f"icosian.{room}" for room in ROOMS]


@together("statement", IMPORTS, ids=lambda statement: statement.module)
def test_the_names_of_a_module_in_the_stub_exist_and_are_sorted(statement):
    module = importlib.import_module(f"icosian.{statement.module}")
    names = [alias.name for alias in statement.names]
    assert names == sorted(names, key=lambda name: (not name[0].isupper(), name.casefold()))
    assert all(alias.asname == alias.name for alias in statement.names)  # a public name of a stub
    assert all(getattr(icosian, name) is getattr(module, name) for name in names)


@pytest.mark.slow
def test_the_package_works_from_a_zip_file(tmp_path):
    source = pathlib.Path(icosian.__file__).parent
    archive = tmp_path / "icosian.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in (path for kind in ("*.py", "*.pyi") for path in source.rglob(kind)):
            packed.write(path, path.relative_to(source.parent))
    code = "import icosian; print(icosian.__file__, icosian.knights_tour(6, start='a1').is_closed)"
    out = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(archive)},
    )
    assert out.stdout.split() == [str(archive / "icosian" / "__init__.py"), "True"]


def test_every_module_has_a_sorted_list_of_names_that_exist():
    for info in pkgutil.walk_packages(icosian.__path__, "icosian."):
        if info.name == "icosian.__main__" or "_kernels" in info.name:
            continue
        module = importlib.import_module(info.name)
        names = getattr(module, "__all__", [])
        assert names == sorted(names, key=lambda name: (not name.isupper(), name)), info.name
        assert all(hasattr(module, name) for name in names), info.name


ROOT = pathlib.Path(__file__).parents[1]


def test_citation_and_package_have_one_version():
    citation = ROOT / "CITATION.cff"
    if not citation.exists():
        pytest.skip("there is no CITATION.cff beside the tests")
    assert f'version: "{icosian.__version__}"' in citation.read_text("utf-8")


def test_the_pythons_that_are_promised_are_those_that_are_tested():
    workflow = ROOT / ".github/workflows/ci.yml"
    if not workflow.exists():
        pytest.skip("there is no workflow beside the tests")
    tested = re.search(r"python: \[(.*)\]", workflow.read_text("utf-8"))[1]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = re.findall(r":: (3\.\d+)", "\n".join(project["classifiers"]))
    assert [f'"{number}"' for number in promised] == tested.split(", ")
    assert project["requires-python"] == f">={promised[0]}"


def test_every_usual_name_is_answered_by_names_that_exist():
    for usual, answer in USUAL.items():
        names = re.findall(r"([a-z_.]+)\(", answer)
        assert names or answer == ELSEWHERE, usual
        for name in {*names} - {"len"}:
            attrgetter(name.removeprefix("networkx."))(nx if "networkx." in name else icosian)
        assert not hasattr(icosian, usual)
