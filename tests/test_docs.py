"""The pages tell the truth: their examples run, and the reference names everything public."""

from __future__ import annotations

import doctest
import gzip
import importlib
import re
import runpy
import shlex
import subprocess
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from together import together

import icosian
from icosian.cli import main
from icosian.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/howto/*.md"))]
BACKEND = ROOT / "docs/howto/networkx-backend.md"
"""Its examples are run where the backend is registered."""
README = ROOT / "README.md"
"""Its examples are run by pytest itself."""
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
REFERENCE = ROOT.joinpath("docs/reference/index.md")


class FencedExamples(doctest.DocTestParser):
    """Read the examples of a Markdown page: a fence is not what an example prints."""

    def parse(self, string, name="<string>"):
        return super().parse(re.sub(r"(?m)^ *(```|~~~).*$", "", string), name)


def commands(text):
    """Yield the commands in the ``console`` blocks of a page, and what they are said to print."""
    for block in re.findall(r"(?ms)^```console\n(.*?)^```", text):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            line, _, said = part.partition("\n")
            if line.startswith(("icosian ", "printf ")) or line == "echo $?":
                yield line, said


def with_some(text, pages):
    """Run a test for each page that has a text."""
    some = sorted(page for page in pages if text in page.read_text("utf-8"))
    return pytest.mark.parametrize("page", some, ids=lambda page: page.name)


def listed():
    """Return every name in the tables of the reference, as written there."""
    tables = re.findall(r"\.\. autosummary::\n(.*?)```", REFERENCE.read_text("utf-8"), re.DOTALL)
    return [line.strip() for line in "".join(tables).splitlines() if re.match(r" +[\w.]+$", line)]


@pytest.mark.slow
@with_some(">>> ", {*PAGES} - {BACKEND})
def test_examples_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where an example may save a picture
    failed, _ = doctest.testfile(
        str(page),
        module_relative=False,
        parser=FencedExamples(),
        optionflags=OPTIONS,
        encoding="utf-8",
    )
    assert not failed


@pytest.mark.slow
@with_some("```console", [*PAGES, README])
def test_commands_of_a_page_print_what_it_says(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("island.txt").write_text("..#\n...\n...\n", "utf-8")
    Path("places.csv").write_text("0,0\n3,4\n0,4\n3,0\n", "utf-8")
    Path("roads.csv").write_text("mill,inn,3\ninn,farm,4\ninn,church,2\nfarm,church,5\n", "utf-8")
    Path("hidato.txt").write_text("1 . 8\n. 3 .\n. . 6\n", "utf-8")
    Path("loop.txt").write_text("33\n..\n", "utf-8")
    icosian.files.write_tsplib(nx.petersen_graph(), "graph.hcp")
    code = 0
    for line, said in commands(page.read_text("utf-8")):
        if line == "echo $?":
            printed = str(code)
        elif line.startswith("printf "):  # makes the file of the next command
            printed = subprocess.run(line, shell=True, check=True, capture_output=True).stdout
        else:
            code = main(shlex.split(line, comments=True)[1:])
            printed = capsys.readouterr().out
            assert code in {0, 1}, line
        if said:  # a page may leave out what is printed
            assert doctest.OutputChecker().check_output(said, printed, OPTIONS), (line, printed)


@together("page", [*PAGES, README])
def test_every_other_command_of_a_page_has_the_options_it_names(page):
    for block in re.findall(r"(?ms)^```(?:sh|shell|text|bash)\n(.*?)^```", page.read_text("utf-8")):
        for line in re.findall(r"(?m)^(?:\$ |.*[|] )?icosian (\w+ .*)$", block):
            name, *words = line.partition(" #")[0].split()
            known = {option for param in COMMANDS[name].params for option in param.opts}
            known |= {option for param in COMMANDS[name].params for option in param.secondary_opts}
            assert {word for word in words if word.startswith("--")} <= known, line


@pytest.mark.parametrize("page", ["index.md", "tutorial.md"])
def test_page_has_examples(page):
    text = ROOT.joinpath("docs", page).read_text("utf-8")
    assert FencedExamples().get_examples(text)


WRITTEN_FOR_THE_SITE = {"index.md"}
"""Pages with directives; all others read well on a code host, where README leads to them."""


@together("page", [*PAGES, README])
def test_a_page_reads_well_as_plain_markdown(page):
    text = page.read_text("utf-8")
    assert not re.findall(r"\{\w+\}`", text)  # roles; plain code becomes a link on the site
    if page.name not in WRITTEN_FOR_THE_SITE:
        assert not re.findall(r"\[\]\(", text)  # a link without a text
        assert not re.findall(r"(?m)^```\{(?!image\} \.\./pictures|raw|toctree)", text)


def test_the_way_of_the_page_of_records_keeps_its_order_and_has_its_length():
    page = ROOT.joinpath("docs/records.md").read_text("utf-8").partition("## prob.100")[2]
    way = [int(name) - 1 for name in page.split("```")[1].removeprefix("text").split(",")]
    with gzip.open(ROOT / "tests/data/tsp/prob.100.sop.gz", "rt") as file:
        matrix = file.read().partition("EDGE_WEIGHT_SECTION")[2].partition("EOF")[0]
    n, *entries = map(int, matrix.split())
    rows = [entries[i * n : i * n + n] for i in range(n)]
    assert sorted(way) == list(range(n))
    assert all(rows[early][late] != -1 for k, late in enumerate(way) for early in way[:k])
    assert sum(rows[u][v] for u, v in pairwise(way)) == 1111


def test_the_index_of_how_to_pages_leads_to_each():
    *_, howto = (page.parent for page in PAGES)
    index = howto.joinpath("index.md").read_text("utf-8")
    names = {page.name for page in howto.glob("*.md")} - {"index.md"}
    assert [name for name in names if f"({name})" not in index] == []


# The files next to the README may not be next to the tests.
@together("page", [*PAGES, *[README] * (ROOT / "CITATION.cff").exists()])
def test_links_of_a_page_lead_to_files(page):
    for link in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text("utf-8")):
        copied = ROOT / "notebooks" / Path(link).name  # into the docs when they are built
        is_made = "pictures/" in link or "generated/" in link
        assert is_made or (page.parent / link).exists() or copied.exists(), link


def test_the_page_of_the_command_line_lists_every_command(capsys):
    main(["--help"])
    commands = re.findall(r"(?m)^  (\w+) ", capsys.readouterr().out.partition("Commands:")[2])
    page = ROOT.joinpath("docs/command.md").read_text("utf-8")
    assert len(commands) > 10
    assert [name for name in commands if f"\n| `{name}` | " not in page] == []


def test_the_table_of_tasks_names_public_functions_only():
    table = ROOT.joinpath("docs/tasks.md").read_text("utf-8")
    names = set(re.findall(r"[`\s](\w+)\([^`]*`", table)) - {"text", "edges"}
    assert len(names) > 50
    assert names <= set(icosian.__all__) | {"explain", "check", "to_json"} | set(dir(icosian.Tour))


def test_reference_names_every_public_name_once():
    names = [name for name in listed() if "." not in name]
    assert sorted(names) == sorted(set(icosian.__all__) - {"__version__"})


def test_reference_names_every_kind_of_proof():
    from icosian import proofs

    names = {name.rpartition(".")[2] for name in listed() if name.startswith("proofs.")}
    assert names == set(proofs.__all__) - {"Proof"}


@together("name", [name for name in listed() if "." in name])
def test_name_of_a_room_can_be_imported(name):
    room, _, public = name.rpartition(".")
    module = importlib.import_module(f"icosian.{room}")
    assert public in module.__all__


def test_the_logo_is_what_the_library_draws():
    drawn = runpy.run_path(str(ROOT / "docs/logo.py"))
    assert drawn["LOGO"].read_text("utf-8") == drawn["logo"]()


def test_the_picture_of_the_readme_is_what_its_command_draws(tmp_path):
    command = "tour 8x8 --closed --start b1 --save"
    assert command in README.read_text("utf-8")
    assert main([*command.split(), str(tmp_path / "tour.svg")]) == 0
    drawn = (tmp_path / "tour.svg").read_bytes()
    assert drawn == (ROOT / "docs/_static/tour.svg").read_bytes()
