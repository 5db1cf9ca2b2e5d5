"""The command ``icosian play``, and tours saved as pictures that move."""

import json
import re
from pathlib import Path

import networkx as nx
import pytest

import icosian


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def data_of(path):
    text = Path(path).read_text("utf-8")
    return json.loads(re.search(r'<script id="data".*?>(.*?)</script>', text)[1])


def test_a_page_is_written_where_one_is(run):
    assert run("play 6").out == "saved play.html: open it in a browser\n"
    data = data_of("play.html")
    assert data["ring"]
    assert not data["closed"]
    assert data["near"]
    assert not data["films"]  # the page makes its searches itself


def test_an_open_tour_is_there_for_every_start_or_the_reason_why_not(run):
    run("play 5x5")
    data = data_of("play.html")
    assert len(data["tours"]) == 13
    assert len(data["reasons"]) == 12
    G = icosian.knight_graph(5)
    for order in data["tours"]:
        nodes = [G.board.square(data["names"][k]) for k in order]
        assert icosian.is_hamiltonian_path(G, nodes)
    starts = {data["names"][order[0]] for order in data["tours"]}
    assert starts.isdisjoint(data["names"][int(k)] for k in data["reasons"])


def test_a_page_of_a_closed_tour_starts_where_it_is_asked_to(run):
    arguments = ["play", "6x6", "--closed", "--start", "c3", "--json", "--save", "closed.html"]
    answer = json.loads(run(arguments).out)
    assert answer["saved"] == ["closed.html"]
    assert answer["answer"]["tour"][0] == [3, 2]
    data = data_of("closed.html")
    assert data["closed"]
    assert data["names"][data["tours"][0][0]] == "c3"


def test_where_there_is_no_tour_the_page_shows_why(run):
    for arguments in (["5x5", "--closed"], ["5x5", "--start", "b1"], ["3x3"]):
        reason = run(["play", *arguments], 1).out.strip()
        assert reason.startswith("There is no Hamiltonian")
        assert data_of("play.html")["why"] == reason
        assert data_of("play.html")["near"]


def test_graph_files_and_other_pieces_make_pages(run):
    icosian.write_hcp(nx.petersen_graph(), "graph.hcp")
    run("play graph.hcp --open")
    assert len(data_of("play.html")["tours"]) == 10
    run("play 3x4 --piece king")
    assert len(data_of("play.html")["near"]) == 12


@pytest.mark.parametrize(("name", "start"), [("a.gif", b"GIF89a"), ("a.HTML", b"<!DOCTYPE")])
@pytest.mark.parametrize("closed", [[], ["--closed"]])
def test_tours_are_saved_as_pictures_that_move(name, start, closed, run):
    run(["tour", "6x6", *closed, "--save", name])
    assert Path(name).read_bytes().startswith(start)
