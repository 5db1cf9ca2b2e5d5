"""The backend as networkx finds it: in processes of their own, since one slows every call."""

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "nx_icosian"
if not SOURCE.exists():
    pytest.skip("there is no source of the backend beside the tests", allow_module_level=True)
PROJECT = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))

SUITE = (  # the tests of networkx that call functions of the backend
    "approximation.tests.test_clique",
    "approximation.tests.test_dominating_set",
    "approximation.tests.test_traveling_salesman",
    "shortest_paths.tests.test_generic",
    "shortest_paths.tests.test_weighted",
    "tests.test_tournament",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a function that runs Python where the backend is found as if it were installed."""
    site = tmp_path_factory.mktemp("site")
    shutil.copytree(SOURCE, site / "nx_icosian", ignore=shutil.ignore_patterns("__pycache__"))
    about = site / "nx_icosian-0.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: nx-icosian\nVersion: 0\n")
    points = PROJECT["project"]["entry-points"]
    lines = [f"[{group}]\nicosian = {names['icosian']}\n" for group, names in points.items()]
    about.joinpath("entry_points.txt").write_text("".join(lines))
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])

    def run(*arguments, cwd=site, **settings):
        command = [sys.executable, *arguments]
        env = os.environ | {"PYTHONPATH": path} | settings
        return subprocess.run(
            command, check=False, cwd=cwd, env=env, capture_output=True, text=True
        )

    return run


@pytest.mark.slow
def test_a_registered_backend_keeps_its_promises(run):
    tests = str(Path(__file__).with_name("registered.py"))
    done = run("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", tests, cwd=ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.exhaustive  # on every submission they run with the installed backend
def test_the_tests_of_networkx_pass(run):
    done = run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--pyargs"),
        *(f"networkx.algorithms.{name}" for name in SUITE),
        NETWORKX_TEST_BACKEND="icosian",
        NETWORKX_FALLBACK_TO_NX="1",
    )
    assert done.returncode == 0, done.stdout


def test_importing_networkx_imports_nothing_of_the_backend_but_its_list(run):
    code = "import sys, networkx as nx; nx.path_graph(3); print(*sorted(sys.modules))"
    modules = run("-c", code).stdout.split()
    assert [m for m in modules if "icosian" in m] == ["nx_icosian"]
    tree = ast.parse((SOURCE / "__init__.py").read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def test_the_wheels_have_no_file_in_common():
    theirs = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert theirs["sources"] == {"": "nx_icosian"}
    files = {path.name for path in SOURCE.iterdir() if path.suffix in {".py", ".typed"}}
    assert {*theirs["only-include"]} == files
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert ours["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["src/icosian"]
    assert "entry-points" not in ours["project"]
