"""icosian prove, as its user sees it."""

import pathlib

import networkx as nx
from cli.conftest import node_link

DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


def test_prove_asks_for_a_cycle_in_graph_files_and_for_a_path_on_boards(run):
    for line, kind in [
        (f"{GRAPH_1}", "closed tour of 66 nodes"),
        (f"{PETERSEN} --open", "open tour of 10 nodes"),
        (f"{PETERSEN} --start 1", "open tour of 10 nodes from 1 to"),
        (f"{PETERSEN} --end 4", "open tour of 10 nodes"),
        ("5x5", "open tour of "),
        ("6x6 --closed", "closed tour of "),
    ]:
        out, err = run(f"prove {line}", 1)
        assert out.startswith("nothing to prove, a tour exists: ")
        assert kind in out
        assert ("--closed asks" in err) == (line == "5x5")


def test_ends_in_a_graph_file_are_integers_or_strings(tmp_path, run):
    G = nx.Graph([(1, "7"), ("7", "two words"), ("two words", -5), (-5, 1)])
    path = node_link(tmp_path / "ring.json", G)
    for start, end, told in [("1", "two words", "1 to 'two words'"), ("-5", "1", None)]:
        code = 1 if told is None else 0
        out = run(["prove", path, f"--start={start}", f"--end={end}"], code).out
        if told is not None:
            assert f"There is no Hamiltonian path from {told}: " in out
    H = nx.relabel_nodes(nx.cycle_graph(6), str)
    nx.write_graphml(H, tmp_path / "ring.graphml")
    assert (
        "from '0' to '2': "
        in run(["prove", str(tmp_path / "ring.graphml"), "--start", "0", "--end", "2"]).out
    )
