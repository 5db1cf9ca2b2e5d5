"""``icosian solve`` and ``icosian check`` of tours, as their user sees them."""

import csv
import gzip
import json
import pathlib
import signal
import subprocess
import sys

import networkx as nx
import pytest

import icosian
from icosian.cli import main
from icosian.cli.shared import batch
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"
PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in a folder with graphs that have a cycle, have none, cannot be read."""
    monkeypatch.chdir(tmp_path)
    icosian.write_hcp(nx.cycle_graph(5), "ring.hcp")
    icosian.write_hcp(nx.star_graph(3), "star.hcp.gz")
    pathlib.Path("bad.hcp").write_text("DIMENSION : 3\nEDGE_DATA_SECTION\n1 9\n", "utf-8")
    codes = [nx.to_graph6_bytes(G, header=False) for G in (nx.cycle_graph(4), nx.path_graph(3))]
    pathlib.Path("many.g6").write_bytes(b"#\n".join(codes))
    return tmp_path


def rows(out):
    """Return the table as printed, without its last line, as dictionaries."""
    title, *lines = [line.split() for line in out.splitlines()[:-1]]
    return [dict(zip(title, line, strict=True)) for line in lines]


def test_a_single_graph_prints_its_tour(folder, capsys):
    assert main(["solve", "ring.hcp"]) == 0
    out, err = capsys.readouterr()
    summary, tour = out.splitlines()
    assert summary.startswith("closed tour of 5 nodes from ")
    nodes = [int(word) for word in tour.split(" - ")]
    assert nodes[0] == nodes[-1]
    assert icosian.is_hamiltonian_cycle(files.read_graph("ring.hcp"), nodes[:-1])
    assert err == ""


def test_a_single_graph_without_a_tour_prints_the_reason_and_exits_with_1(folder, capsys):
    assert main(["solve", PETERSEN]) == 1
    assert capsys.readouterr().out.startswith("There is no Hamiltonian cycle: ")


@pytest.mark.parametrize(
    ("options", "check"),
    [
        ("--start 3 --end 1", lambda tour: (tour[0], tour[-1]) == (3, 1)),
        ("--end 7", lambda tour: tour[-1] == 7),
        ("--open --method forcing", lambda tour: len(tour) == 10),
        ("--open --method warnsdorff --seed 3 --timeout 60", lambda tour: len(tour) == 10),
    ],
)
def test_ends_and_methods_are_those_asked_for(options, check, capsys):
    assert main(["solve", PETERSEN, *options.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["answer"]["closed"]) == ("found", False)
    assert icosian.is_hamiltonian_path(files.read_graph(PETERSEN), answer["answer"]["tour"])
    assert check(answer["answer"]["tour"])


def test_a_closed_tour_may_have_a_start(capsys):
    assert main(["solve", GRAPH_1, "--closed", "--start", "7", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["answer"]["tour"][0], answer["answer"]["closed"]) == (7, True)
    assert (answer["graph"]["nodes"], answer["graph"]["edges"]) == (66, 99)


@pytest.mark.parametrize("name", ["graph.tour", "graph.TOUR.gz"])
def test_a_saved_tour_holds_when_it_is_checked(name, folder, capsys):
    assert main(["solve", GRAPH_1, "--save", name]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1  # a tour in a file need not be printed
    assert err == f"saved {name}\n"
    assert icosian.read_tour(name, files.read_graph(GRAPH_1)).is_closed
    assert main(["check", name, GRAPH_1]) == 0
    assert capsys.readouterr().out.startswith("holds: closed tour of 66 nodes from ")
    assert main(["check", name, PETERSEN, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "does not hold"
    assert "line 3: the tour has 66 nodes, the graph has 10" in answer["reason"]


def test_a_tour_of_a_board_is_checked_on_the_board(folder, capsys):
    icosian.write_tour(icosian.knights_tour(6), "board.tour")
    assert main(["check", "board.tour", "6x6"]) == 0
    assert main(["check", "board.tour", "6x6", "--piece", "king"]) == 1
    assert "does not hold: board.tour: no edge leads from " in capsys.readouterr().out


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
def test_a_bad_tour_is_refused_and_a_false_one_does_not_hold(
    old, new, code, reason, folder, capsys
):
    tour = icosian.Tour(range(5), is_closed=True, G=nx.cycle_graph(5))
    icosian.write_tour(tour, "ring.tour")
    path = pathlib.Path("ring.tour")
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    assert main(["check", "ring.tour", "ring.hcp"]) == code
    out, err = capsys.readouterr()
    assert reason in (out if code == 1 else err)
    assert (out + err).count("\n") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_graphs_are_a_table_in_their_order_and_none_stops_another(jobs, folder, capsys):
    line = ["solve", "ring.hcp", "bad.hcp", "star.hcp.gz", "nowhere.hcp", "many.g6"]
    assert main([*line, "--jobs", jobs, "--save", "tours", "--proof", "proofs"]) == 2
    out, err = capsys.readouterr()
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
        "icosian: many.g6, line 2: expected a graph in graph6 or sparse6, got '#'",
    ]
    assert {path.name for path in folder.glob("*/*")} == {
        "ring.tour",
        "many-1.tour",
        "star.json",
        "many-3.json",
    }
    assert main(["check", "tours/ring.tour", "ring.hcp"]) == 0
    assert main(["check", "proofs/star.json", "star.hcp.gz"]) == 0


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
def test_the_exit_code_is_that_of_the_worst_result(line, code, folder, capsys):
    icosian.write_hcp(icosian.leaper_graph(2, 3, 9), "hard.hcp")
    assert main(["solve", *line.split()]) == code


def test_the_table_goes_to_json_and_csv(folder, capsys):
    line = ["solve", "ring.hcp", "star.hcp.gz", "bad.hcp", "--csv", "table.csv", "--json"]
    assert main(line) == 2
    answer = json.loads(capsys.readouterr().out)
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


def test_json_of_one_graph_holds_its_proof(capsys):
    assert main(["solve", PETERSEN, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    proof = icosian.Proof.from_json(json.dumps(answer["proof"]))
    proof.check(files.read_graph(PETERSEN))


@pytest.mark.parametrize("suffix", [".svg", ".png", ".PDF"])
def test_a_tour_or_a_proof_has_a_picture(suffix, folder, capsys):
    assert main(["solve", "ring.hcp", "--save", "a.tour", "--picture", f"ring{suffix}"]) == 0
    assert capsys.readouterr().err == f"saved a.tour, ring{suffix}\n"
    assert main(["solve", PETERSEN, "--picture", f"petersen{suffix}", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["saved"] == [f"petersen{suffix}"]
    begins = {".svg": b"<svg", ".png": b"\x89PNG", ".PDF": b"%PDF"}[suffix]
    for name in ("ring", "petersen"):
        assert folder.joinpath(f"{name}{suffix}").read_bytes().startswith(begins)


def test_pictures_of_many_graphs_are_in_a_folder(folder, capsys):
    assert main(["solve", "ring.hcp", "star.hcp.gz", "--picture", "pictures"]) == 1
    assert sorted(path.name for path in folder.joinpath("pictures").iterdir()) == [
        "ring.svg",
        "star.svg",
    ]


def test_fixed_edges_of_a_file_are_on_the_tour(folder, capsys):
    G = nx.complete_graph(6)
    G.graph["fixed_edges"] = [(0, 3), (3, 5), (1, 2)]
    icosian.write_hcp(G, "fixed.hcp")
    assert main(["solve", "fixed.hcp", "--json"]) == 0
    tour = json.loads(capsys.readouterr().out)["answer"]["tour"]
    used = set(map(frozenset, zip(tour, tour[1:] + tour[:1], strict=True)))
    assert {frozenset((1, 4)), frozenset((4, 6)), frozenset((2, 3))} <= used
    G.graph["fixed_edges"] = list(G.edges)  # more than any tour has
    icosian.write_hcp(G, "fixed.hcp")
    assert main(["solve", "fixed.hcp", "--open", "--proof", "proof.json"]) == 1
    assert "that uses 1-2, 1-3" in capsys.readouterr().out
    assert main(["check", "proof.json", "fixed.hcp"]) == 0


def test_files_of_the_same_name_are_told_apart(folder, capsys):
    for name in ("a", "b"):
        folder.joinpath(name).mkdir()
        icosian.write_hcp(nx.cycle_graph(3), f"{name}/graph.hcp")
    assert main(["solve", "a/graph.hcp", "b/graph.hcp", "ring.hcp"]) == 0
    graphs = [row["graph"] for row in rows(capsys.readouterr().out)]
    assert graphs == ["a/graph.hcp", "b/graph.hcp", "ring.hcp"]


def test_the_answer_is_told_even_if_it_cannot_be_saved(folder, monkeypatch, capsys):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.Path, "write_bytes", full)
    assert main(["solve", "ring.hcp", "--save", "ring.tour"]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("closed tour of 5 nodes")
    assert err == "icosian: found, but not saved: ring.tour: No space left on device\n"
    assert main(["solve", "ring.hcp", "star.hcp.gz", "--save", "tours"]) == 2
    assert [row["answer"] for row in rows(capsys.readouterr().out)] == ["failed", "impossible"]


def test_ctrl_c_tells_what_was_done(folder, monkeypatch, capsys):
    solve = batch.solve_instance

    def interrupted(instance, *given):
        if instance.name == "star":
            raise KeyboardInterrupt
        return solve(instance, *given)

    monkeypatch.setattr(batch, "solve_instance", interrupted)
    assert main(["solve", "ring.hcp", "star.hcp.gz", "ring.hcp", "--csv", "table.csv"]) == 130
    out, err = capsys.readouterr()
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("solve", "missing argument 'FILE...'"),
        ("solve ring.txt", "the name of a graph file ends in .atsp, .col"),
        ("solve 8x8", "FILE must be a graph file, got the board '8x8': see icosian tour"),
        ("solve ring.hcp --method magic", "method must be one of auto"),
        ("solve ring.hcp star.hcp.gz --method magic", "method must be one of auto"),
        ("solve ring.hcp --seed -1", "seed must be an integer of at least 0, got -1"),
        ("solve ring.hcp --timeout nan", "timeout must be seconds of at least 0, got nan"),
        ("solve ring.hcp --closed --end 1", "a closed tour has no end"),
        ("solve ring.hcp --start x", "start 'x' is not a node of the graph"),
        ("solve ring.hcp --jobs 0", "0 is not in the range x>=1"),
        ("solve ring.hcp --jobs 2 --dask tcp://x:1", "--jobs and --dask exclude each other"),
        ("solve ring.hcp --save /no/such/x.tour", "folder of a tour must exist"),
        (
            "solve ring.hcp --save bad.hcp",
            "a folder or to a .tour, .tour.gz file",
        ),
        (
            "solve ring.hcp --save folder.tour",
            "a folder or to a .tour, .tour.gz file",
        ),
        (
            "solve ring.hcp --save ring.txt",
            "a folder or to a .tour, .tour.gz file",
        ),
        ("solve ring.hcp --picture a.jpg", "folder or to a .svg, .png, .pdf file, got 'a.jpg'"),
        ("solve ring.hcp --proof bad.hcp", "a proof is saved to a folder or to a .json file"),
        ("solve ring.hcp star.hcp.gz --save a.tour", "2 graphs have tours in a folder, got"),
        ("solve ring.hcp ring.hcp --save tours", "2 graphs would save a tour as 'ring'"),
        ("solve graph.json --proof graph.json", "'graph.json' would be overwritten"),
        ("solve graph.json --proof .", "'graph.json' would be overwritten"),
        ("solve ring.hcp --csv ring.hcp", "'ring.hcp' would be overwritten"),
        ("solve ring.hcp --csv /no/such/t.csv", "folder of a table must exist"),
        ("check nowhere.tour ring.hcp", "icosian: nowhere.tour: no such file"),
    ],
)
def test_bad_use_is_one_line_and_exit_code_2(line, message, folder, capsys):
    folder.joinpath("folder.tour").mkdir()
    graph = json.dumps(nx.node_link_data(nx.cycle_graph(3), edges="edges"))
    folder.joinpath("graph.json").write_text(graph, "utf-8")
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("icosian: ")
    assert err.count("\n") == 1
    assert message.lower() in err.lower()
    assert before == {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_help_shows_examples_and_exit_codes_on_lines_of_their_own(capsys):
    assert main(["solve", "--help"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "icosian solve graph.hcp --save graph.tour --picture tour.svg" in lines
    assert any(line.startswith("Exit codes: 0 ") for line in lines)


def test_a_packed_file_of_many_graphs_is_solved(folder, capsys):
    folder.joinpath("many.g6.gz").write_bytes(
        gzip.compress(folder.joinpath("many.g6").read_bytes())
    )
    assert main(["solve", "many.g6.gz"]) == 2
    answers = [row["answer"] for row in rows(capsys.readouterr().out)]
    assert answers == ["found", "unreadable", "impossible"]
