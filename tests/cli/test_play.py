"""The command ``icosian play``, and tours saved as pictures that move."""

import json
import re
from pathlib import Path

import pytest

import icosian


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def data_of(path):
    text = Path(path).read_text("utf-8")
    return json.loads(re.search(r'<script id="data".*?>(.*?)</script>', text)[1])


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


def test_where_there_is_no_tour_the_page_shows_why(run):
    for arguments in (["5x5", "--closed"], ["5x5", "--start", "b1"], ["3x3"]):
        reason = run(["play", *arguments], 1).out.strip()
        assert reason.startswith("There is no Hamiltonian")
        assert data_of("play.html")["why"] == reason
        assert data_of("play.html")["near"]
