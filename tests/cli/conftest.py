"""A folder with files that commands read, and what runs a command."""

import json
import shutil
from pathlib import Path

import networkx as nx
import pytest

import icosian
from icosian.cli import main

DATA = Path(__file__).parents[1] / "data"
GRAPHS = {"petersen.hcp", "graph1.hcp.gz", "tsp/burma14.tsp.gz", "romania.csv"}
TEXTS = {
    "bad.hcp": "DIMENSION : 3\nEDGE_DATA_SECTION\n1 9\n-1\n",
    "hidato.txt": "1 . 8\n. 3 .\n. . 6\n",
    "towns.csv": "u,v,weight\nA,B,10\nA,D,20\nA,H,30\nB,C,10\nC,E,20\nD,F,20\nE,H,20\nF,G,10\n"
    "G,H,10\n1,2,5\n",
    "roads.csv": "u,v,weight\nA,B,3\nB,C,4\nC,D,5\nD,A,1\nA,C,2\nB,D,2\n",
    "spokes.csv": "u,v,weight\nX,A,2\nX,B,3\nX,C,4\nA,B,9\nZ,Y,1\n",
}


def node_link(path, G):
    """Write a graph as node-link data, and return the name of its file."""
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), "utf-8")
    return str(path)


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """Return a folder with files of all kinds."""
    folder = tmp_path_factory.mktemp("files")
    for name in GRAPHS:
        shutil.copy(DATA / name, folder)
    for name, text in TEXTS.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    for name, G in {
        "ring.hcp": nx.cycle_graph(5),
        "star.hcp.gz": nx.star_graph(3),
        "hard.hcp": icosian.leaper_graph(2, 3, 11),
    }.items():
        icosian.files.write_tsplib(G, folder / name)
    node_link(folder / "graph.json", nx.cycle_graph(3))
    codes = [nx.to_graph6_bytes(G, header=False) for G in (nx.cycle_graph(4), nx.path_graph(3))]
    (folder / "many.g6").write_bytes(b"#\n".join(codes))
    (folder / "folder").mkdir()
    return folder


@pytest.fixture
def folder(files, tmp_path, monkeypatch):
    """Work in a folder of one's own with these files."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys):
    """Return what runs a command that ends with an exit code, and returns what it prints."""

    def run(line, code=0):
        assert main(line.split() if isinstance(line, str) else line) == code
        return capsys.readouterr()

    return run


@pytest.fixture
def document(run):
    """Return what runs a command with ``--json``, and returns its document."""

    def document(line, code=0):
        words = line.split() if isinstance(line, str) else line
        out, err = run([*words, "--json"], code)
        assert not err or code >= 2
        return json.loads(out)

    return document
