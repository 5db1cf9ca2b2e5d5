"""The command ``icosian play``, and tours saved as pictures that move."""

import json
import re
from pathlib import Path

import networkx as nx
import pytest

import icosian
from icosian.cli import main


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def data_of(path):
    text = Path(path).read_text("utf-8")
    return json.loads(re.search(r'<script id="data".*?>(.*?)</script>', text)[1])


def test_a_page_is_written_where_one_is(capsys):
    assert main(["play", "6"]) == 0
    assert capsys.readouterr().out == "saved play.html: open it in a browser\n"
    data = data_of("play.html")
    assert data["ring"]
    assert not data["closed"]
    assert data["near"]
    assert data["films"][0]["steps"][-1][0][2] == 1  # a search that finds a tour


def test_an_open_tour_is_there_for_every_start_or_the_reason_why_not():
    assert main(["play", "5x5"]) == 0
    data = data_of("play.html")
    assert len(data["tours"]) == 13
    assert len(data["reasons"]) == 12
    G = icosian.knight_graph(5)
    for order in data["tours"]:
        nodes = [G.board.square(data["names"][k]) for k in order]
        assert icosian.is_hamiltonian_path(G, nodes)
    starts = {data["names"][order[0]] for order in data["tours"]}
    assert starts.isdisjoint(data["names"][int(k)] for k in data["reasons"])


def test_a_page_of_a_closed_tour_starts_where_it_is_asked_to(capsys):
    arguments = ["play", "6x6", "--closed", "--start", "c3", "--json", "--save", "closed.html"]
    assert main(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["saved"] == ["closed.html"]
    assert answer["answer"]["tour"][0] == [3, 2]
    data = data_of("closed.html")
    assert data["closed"]
    assert data["names"][data["tours"][0][0]] == "c3"


def test_no_page_is_written_where_there_is_no_tour(capsys):
    assert main(["play", "5x5", "--closed"]) == 1
    assert "no Hamiltonian cycle" in capsys.readouterr().out
    assert main(["play", "5x5", "--start", "b1"]) == 1
    assert main(["play", "3x3"]) == 1
    assert not list(Path.cwd().iterdir())


def test_graph_files_and_other_pieces_make_pages():
    icosian.write_hcp(nx.petersen_graph(), "graph.hcp")
    assert main(["play", "graph.hcp", "--open"]) == 0
    assert len(data_of("play.html")["tours"]) == 10
    assert main(["play", "3x4", "--piece", "king"]) == 0
    assert len(data_of("play.html")["near"]) == 12


def test_a_long_search_is_cut_short():
    assert main(["play", "6x6", "--order", "given", "--no-prune"]) == 0
    (film,) = data_of("play.html")["films"]
    assert len(film["steps"]) == 10_000
    assert film["title"].endswith("its first 10000 steps")


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "8x8", "--save", "tour.gif"],
        ["play", "8x8", "--save", "nowhere/page.html"],
        ["play", "8x8", "--start", "z9"],
        ["play", "8x8", "--order", "random"],
        ["play", "nothing.hcp"],
        ["tour", "8x8", "--save", "tour.mp4"],
        ["play", "101x101"],
        ["tour", "101x101", "--piece", "king", "--save", "page.html"],
        ["tour", "300x300", "--save", "tour.gif"],
    ],
)
def test_bad_use_of_play_is_one_line(arguments, capsys):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("icosian: ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(("name", "start"), [("a.gif", b"GIF89a"), ("a.HTML", b"<!DOCTYPE")])
@pytest.mark.parametrize("closed", [[], ["--closed"]])
def test_tours_are_saved_as_pictures_that_move(name, start, closed):
    assert main(["tour", "6x6", *closed, "--save", name]) == 0
    assert Path(name).read_bytes().startswith(start)


def test_help_of_play_has_examples(capsys):
    assert main(["play", "--help"]) == 0
    assert "icosian play 5x5 --order given" in capsys.readouterr().out
