"""``icosian solve`` and ``icosian check`` of tours, as their user sees them."""

import csv
import json
import pathlib
import signal
import subprocess
import sys

import networkx as nx
import pytest

import icosian
from icosian.cli import subjects
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"
PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


def rows(out):
    """Return the table as printed, without its last line, as dictionaries."""
    title, *lines = [line.split(None, 5) for line in out.splitlines()[:-1]]
    return [dict(zip(title, line, strict=True)) for line in lines]


@pytest.mark.parametrize(
    ("old", "new", "code", "reason"),
    [
        ("TYPE : TOUR", "TYPE : HCP", 2, "line 2: TYPE must be TOUR, got 'HCP'"),
        ("-1\nEOF\n", "", 2, "line 9: the file ends without the -1 or EOF"),
        ("\n4\n", "\n3\n", 1, "line 8: node 3 is visited twice"),
        ("\n4\n", "\n", 1, "line 9: node 4 is missing"),
        ("\n4\n", "\n6\n", 1, "line 8: node 6 is not one of the 5 nodes"),
        ("3\n4\n", "4\n3\n", 1, "no edge leads from 2 to 4"),
    ],
)
def test_a_bad_tour_is_refused_and_a_false_one_does_not_hold(old, new, code, reason, folder, run):
    tour = icosian.Tour(range(5), is_closed=True, G=nx.cycle_graph(5))
    icosian.write_tour(tour, "ring.tour")
    path = pathlib.Path("ring.tour")
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    out, err = run("check ring.tour ring.hcp --quiet", code)
    assert reason in (out if code == 1 else err)
    assert (out + err).count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_graphs_are_a_table_in_their_order_and_none_stops_another(jobs, folder, run):
    line = ["solve", "ring.hcp", "bad.hcp", "star.hcp.gz", "nowhere.hcp", "many.g6"]
    out, err = run([*line, "--jobs", jobs, "--save", "tours", "--proof", "proofs"], 2)
    assert [(row["graph"], row["nodes"], row["edges"], row["answer"]) for row in rows(out)] == [
        ("ring.hcp", "5", "5", "found"),
        ("bad.hcp", "-", "-", "unreadable"),
        ("star.hcp.gz", "4", "3", "impossible"),
        ("nowhere.hcp", "-", "-", "unreadable"),
        ("many.g6:1", "4", "4", "found"),
        ("many.g6:2", "-", "-", "unreadable"),
        ("many.g6:3", "3", "2", "impossible"),
    ]
    assert out.splitlines()[-1].startswith("7 graphs in ")
    assert out.splitlines()[-1].endswith(" s: 2 found, 2 impossible, 3 unreadable")
    assert err.splitlines() == [
        "icosian: bad.hcp, line 3: a node is a number from 1 to 3, got '9'",
        "icosian: nowhere.hcp: No such file or directory",
        "icosian: many.g6, line 2: expected a graph in graph6, sparse6 or digraph6, got '#'",
    ]
    assert {path.name for path in folder.glob("*/*")} == {
        "ring.tour",
        "many-1.tour",
        "star.json",
        "many-3.json",
    }
    run("check tours/ring.tour ring.hcp")
    run("check proofs/star.json star.hcp.gz")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ring.hcp ring.hcp", 0),
        ("ring.hcp star.hcp.gz", 1),
        ("ring.hcp star.hcp.gz hard.hcp --open --timeout 0", 3),
        ("ring.hcp star.hcp.gz hard.hcp bad.hcp --open --timeout 0", 2),
        ("hard.hcp --open --timeout 0", 3),
        ("bad.hcp", 2),
        ("ring.hcp ring.hcp --start 9", 2),
    ],
)
def test_the_exit_code_is_that_of_the_worst_result(line, code, folder, run):
    icosian.write_hcp(icosian.leaper_graph(2, 3, 9), "hard.hcp")
    run(f"solve {line}", code)


def test_the_table_goes_to_json_and_csv(folder, run):
    line = ["solve", "ring.hcp", "star.hcp.gz", "bad.hcp", "--csv", "table.csv", "--json"]
    answer = json.loads(run(line, 2).out)
    assert answer["answer"]["totals"] == {
        "found": 1,
        "impossible": 1,
        "undecided": 0,
        "unreadable": 1,
        "failed": 0,
    }
    found, impossible, unreadable = answer["answer"]["graphs"]
    assert (found["graph"]["nodes"], found["graph"]["edges"], found["result"]) == (5, 5, "found")
    assert found["stats"]["seconds"] >= 0
    assert impossible["reason"].startswith("There is no Hamiltonian cycle: ")
    assert "line 3" in unreadable["reason"]
    with pathlib.Path("table.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    for row, graph in zip(table, answer["answer"]["graphs"], strict=True):
        assert (row["instance"], row["result"]) == (graph["graph"]["name"], graph["result"])
        assert row["nodes"] == str(graph["graph"]["nodes"] or "")
        assert row["reason"] == (graph["reason"] or "")


def test_json_of_one_graph_holds_its_proof(document):
    answer = document(["solve", PETERSEN], 1)
    proof = icosian.Proof.from_json(json.dumps(answer["proof"]))
    proof.check(files.read_graph(PETERSEN))


def test_fixed_edges_of_a_file_are_on_the_tour(folder, run, document):
    G = nx.complete_graph(6)
    G.graph["fixed_edges"] = [(0, 3), (3, 5), (1, 2)]
    icosian.write_hcp(G, "fixed.hcp")
    tour = document("solve fixed.hcp")["answer"]["tour"]
    used = set(map(frozenset, zip(tour, tour[1:] + tour[:1], strict=True)))
    assert {frozenset((1, 4)), frozenset((4, 6)), frozenset((2, 3))} <= used
    G.graph["fixed_edges"] += [(5, 0)]  # a cycle
    icosian.write_hcp(G, "fixed.hcp")
    assert " that uses " in run("solve fixed.hcp --open --proof proof.json", 1).out
    run("check proof.json fixed.hcp")


def test_files_of_the_same_name_are_told_apart(folder, run):
    for name in ("a", "b"):
        folder.joinpath(name).mkdir()
        icosian.write_hcp(nx.cycle_graph(3), f"{name}/graph.hcp")
    graphs = [row["graph"] for row in rows(run("solve a/graph.hcp b/graph.hcp ring.hcp").out)]
    assert graphs == ["a/graph.hcp", "b/graph.hcp", "ring.hcp"]


def test_the_answer_is_told_even_if_it_cannot_be_saved(folder, monkeypatch, run):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.Path, "write_bytes", full)
    out, err = run("solve ring.hcp --quiet --save ring.tour", 2)
    assert out.startswith("closed tour of 5 nodes")
    assert err == "icosian: found, but not saved: ring.tour: No space left on device\n"
    assert [
        row["answer"] for row in rows(run("solve ring.hcp star.hcp.gz --save tours", 2).out)
    ] == ["failed", "impossible"]


def test_ctrl_c_tells_what_was_done(folder, monkeypatch, run):
    read = subjects.NamedSubject.read

    def interrupted(instance):
        if instance.name == "star":
            raise KeyboardInterrupt
        return read(instance)

    monkeypatch.setattr(subjects.NamedSubject, "read", interrupted)
    out, err = run("solve ring.hcp star.hcp.gz ring.hcp --csv table.csv", 130)
    assert [row["answer"] for row in rows(out)] == ["found"]
    assert out.splitlines()[-1].startswith("1 of 3 graphs in ")
    assert err == "icosian: interrupted\n"
    assert len(pathlib.Path("table.csv").read_text("utf-8").splitlines()) == 2


@pytest.mark.slow
def test_ctrl_c_stops_the_processes_as_well(tmp_path):
    # Generalised Petersen graphs GP(6k + 5, 2) have no cycle, which takes very long to try.
    G = nx.Graph()
    for v in range(65):
        G.add_edges_from([(v, (v + 1) % 65), (v, v + 65), (v + 65, (v + 2) % 65 + 65)])
    path = tmp_path / "hard.hcp"
    icosian.write_hcp(G, path)
    files = [PETERSEN, path, path, path]
    line = ["solve", *files, "--jobs", "2", "--method", "backtrack"]
    with subprocess.Popen(
        [sys.executable, "-m", "icosian", *line], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.readline()  # the first graph is done
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stdout.read().startswith(b"1 of 4 graphs in ")
        assert process.stderr.read().strip() == b"icosian: interrupted"
