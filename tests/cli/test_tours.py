"""icosian tour, solve, prove, count, list, random, cover, decompose and longest."""

import csv
import json
import pathlib
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from cli.conftest import node_link

import icosian
from icosian import tours
from icosian._run.limits import Deadline, TimeIsUp
from icosian.cli import progress, subjects
from icosian.files import graphs as files
from icosian.tours.count import functions as api
from icosian.tours.count.exchange import Checkpoint
from icosian.tours.properties import PROPERTIES

# ``icosian solve`` and ``icosian check`` of tours, as their user sees them.


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
    icosian.files.write_tsplib(icosian.leaper_graph(2, 3, 9), "hard.hcp")
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
    icosian.files.write_tsplib(G, "fixed.hcp")
    tour = document("solve fixed.hcp")["answer"]["tour"]
    used = set(map(frozenset, zip(tour, tour[1:] + tour[:1], strict=True)))
    assert {frozenset((1, 4)), frozenset((4, 6)), frozenset((2, 3))} <= used
    G.graph["fixed_edges"] += [(5, 0)]  # a cycle
    icosian.files.write_tsplib(G, "fixed.hcp")
    assert " that uses " in run("solve fixed.hcp --open --proof proof.json", 1).out
    run("check proof.json fixed.hcp")


def test_files_of_the_same_name_are_told_apart(folder, run):
    for name in ("a", "b"):
        folder.joinpath(name).mkdir()
        icosian.files.write_tsplib(nx.cycle_graph(3), f"{name}/graph.hcp")
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
    icosian.files.write_tsplib(G, path)
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


# icosian tour, as its user sees it.


def grid(text):
    return [[int(x) for x in line.split()] for line in text.splitlines()]


@pytest.mark.parametrize("wide", [False, True])
def test_a_text_file_marks_where_a_path_starts_and_ends(tmp_path, wide, run, document):
    path = tmp_path / "maze.txt"
    rows = ["S" + "." * 29, "E" + "." * 29] if wide else ["S..", "X.E"]
    path.write_text("\n".join(rows), encoding="utf-8")
    tour = document(["tour", str(path), "--piece", "king"])["answer"]["tour"]
    assert (tour[0], tour[-1]) == ([0, 0], [1, 0] if wide else [1, 2])
    run(["tour", str(path), "--piece", "king", "--start", "0,0"])
    err = run(["tour", str(path), "--piece", "king", "--end", "0,5" if wide else "b1"], code=2).err
    assert "which E marks" in err


def test_graph_files_have_tours_as_boards_have(tmp_path, run):
    picture = tmp_path / "tour.svg"
    for options in ("--open", "--start 2"):
        line = ["tour", PETERSEN, *options.split(), "--json", "--save", str(picture)]
        answer = json.loads(run(line).out)
        assert icosian.is_hamiltonian_path(files.read_graph(PETERSEN), answer["answer"]["tour"])
        assert (answer["graph"]["board"], answer["answer"]["names"]) == (None, None)
        assert answer["saved"] == [str(picture)]
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert run(["tour", PETERSEN], 1).out.startswith("There is no Hamiltonian cycle")
    assert run(["tour", GRAPH_1, "--start", "7", "--closed"]).out.startswith("7 - ")


def test_every_command_keeps_the_edges_that_a_file_fixes(tmp_path, run):
    G = nx.complete_graph(4)
    G.graph["fixed_edges"] = [(0, 1)]
    path = str(tmp_path / "fixed.hcp")
    icosian.files.write_tsplib(G, path)
    for words in ("tour", "list", "random --n 5 --seed 1"):
        command, *options = words.split()
        for line in run([command, path, *options]).out.splitlines():
            assert {"1", "2"} in list(map(set, pairwise(line.split(" - "))))
    assert run(["count", path]).out.startswith("2 closed tours")


# icosian prove, as its user sees it.


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


# ``icosian count``, as its user sees it.


REVERSE = "(a tour and its reverse are one)"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("5x6 --closed", f"8 closed tours {REVERSE}"),
        ("3x3 --closed --piece king --start b2", f"16 closed tours from b2 {REVERSE}"),
        ("3x4", f"8 open tours {REVERSE}"),
        ("3x4 --start a3", "2 open tours from a3"),
        ("3x10 --closed --distinct", "6 closed tours (a tour, its reverse and its images are one)"),
        ("3x4 --distinct", "3 open tours (a tour, its reverse and its images are one)"),
        (f"{PETERSEN}", "0 closed tours"),
        (f"{PETERSEN} --open", f"120 open tours {REVERSE}"),
        (f"{PETERSEN} --start 1 --memory 100M --timeout 60", "24 open tours from 1"),
        (
            f"{PETERSEN} --open --distinct",
            "1 open tour (a tour, its reverse and its images are one)",
        ),
        (f"{PETERSEN} --start 1 --end 4", "4 open tours from 1 to 4"),
        ("one-way.graphml", "1 closed tour"),
    ],
)
def test_a_count_says_what_is_counted(words, told, tmp_path, monkeypatch, run, document):
    monkeypatch.chdir(tmp_path)
    nx.write_graphml(nx.cycle_graph(4, nx.DiGraph), "one-way.graphml")
    assert run(f"count {words}").out == f"{told}\n"
    number, kind = told.split()[:2]
    answer = document(f"count {words}")
    assert answer["result"] == "counted"
    assert answer["answer"] == {"closed": kind == "closed", "count": int(number)}


def test_threads_and_a_checkpoint_change_no_count(tmp_path, run):
    folder = str(tmp_path / "count")
    line = ["count", "5x6", "--closed", "--jobs", "2", "--checkpoint", folder]
    for _ in range(2):
        assert run(line) == (f"8 closed tours {REVERSE}\n", "")
    assert "another count" in run(["count", "6x6", "--closed", "--checkpoint", folder], 2).err


def test_a_time_out_tells_how_to_go_on(tmp_path, monkeypatch, run):
    def watch(*_):
        raise TimeIsUp

    monkeypatch.setattr(api, "FEW", 0)
    monkeypatch.setattr(Checkpoint, "watch", watch)  # the plan is stored
    folder = str(tmp_path / "count")
    assert (
        f"the same call goes on from {folder}"
        in run(["count", "6x6", "--closed", "--timeout", "60", "--checkpoint", folder], 3).err
    )


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_ctrl_c_tells_whether_the_count_can_go_on(jobs, tmp_path, monkeypatch, run):
    def stopped(*_, checkpoint, **options):
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)

    def stored(*_, checkpoint, **options):
        Path(checkpoint).mkdir()
        (Path(checkpoint) / "manifest.json").write_text("{}")
        stopped(checkpoint=checkpoint)

    monkeypatch.setattr(progress, "ONE_PRESS", -1.0)
    folder = str(tmp_path / "count")
    for count, words in ((stopped, ""), (stored, f"; the same command continues from {folder}")):
        monkeypatch.setattr(tours, "count_hamiltonian_cycles", count)
        assert run(["count", "8x8", "--closed", *jobs, "--checkpoint", folder], 130) == (
            "",
            f"\nicosian: stopping; Ctrl-C again ends at once\n\nicosian: interrupted{words}\n",
        )


# The command list, as its user sees it.


def test_a_time_out_keeps_what_was_listed(ticking, run):
    out, err = run("list 8x8 --closed --json --timeout 0.2", 3)
    answer = json.loads(out)
    assert (answer["result"], answer["answer"]["complete"]) == ("undecided", False)
    assert f": {len(answer['answer']['tours'])} so far" in err


# ``icosian random``, as its user sees it.


def test_scrambled_tours_begin_where_they_are_asked_to(run):
    words = ["random", "6x6", "--piece", "0,1", "--scrambled", "--start", "a1", "--json"]
    answers = []
    for more in [], ["--closed"], ["--steps", "0"], ["--seed", "3"]:
        answer = json.loads(run([*words, *more]).out)
        (tour,) = answer["answer"]["tours"]
        assert (tour[0], len(tour), answer["answer"]["closed"]) == (
            [5, 0],
            36,
            more == ["--closed"],
        )
        answers.append(tour)
    assert answers[0] != answers[2]
    assert answers[0] != answers[3]


# icosian cover, as its user sees it.


STAR = nx.star_graph(4)


@pytest.fixture
def star(tmp_path):
    path = tmp_path / "star.json"
    path.write_text(json.dumps(nx.node_link_data(STAR, edges="edges")), encoding="utf-8")
    return str(path)


def test_the_paths_and_what_is_proved_of_them(star, run):
    first, *paths = run("cover 4x4").out.splitlines()
    assert first == "2 paths, proved to be the fewest."
    squares = [name for path in paths for name in path.split(" - ")]
    assert len(paths) == 2
    assert sorted(squares) == sorted(f"{file}{rank}" for file in "abcd" for rank in range(1, 5))
    assert run(["cover", star]).out.splitlines()[1:] == ["1 - 0 - 2", "3", "4"]


def test_json_holds_all_of_it(star, run):
    out, err = run(["cover", star, "--json"])
    answer = json.loads(out)
    assert err == ""
    assert answer["answer"]["cover"] == [[1, 0, 2], [3], [4]]
    assert (answer["result"], answer["answer"]["bound"], answer["answer"]["optimal"]) == (
        "found",
        3,
        True,
    )


def test_a_proof_that_it_writes_is_checked(star, tmp_path, run):
    proof, picture = tmp_path / "proof.json", tmp_path / "paths.svg"
    assert (
        run(["cover", star, "--quiet", "--proof", str(proof), "--save", str(picture)]).err
        == f"saved {proof}, {picture}\n"
    )
    assert "3 paths" in picture.read_text(encoding="utf-8")
    icosian.Proof.from_json(proof.read_text()).check(STAR)
    assert run(["check", str(proof), star]).out.startswith(
        "holds: There is no path cover with fewer than 3"
    )
    proof.write_text(proof.read_text().replace('"bound": 3', '"bound": 4'))
    run(["check", str(proof), star], 1)
    assert json.loads(
        run(["cover", "4x4", "--proof", str(proof), "--json", "--timeout", "0"]).out.splitlines()[
            -1
        ]
    )["saved"] in ([], [str(proof)])


# icosian decompose, as its user sees it.


K5 = nx.complete_graph(5)


@pytest.fixture
def complete(tmp_path):
    path = tmp_path / "complete.json"
    path.write_text(json.dumps(nx.node_link_data(K5, edges="edges")), encoding="utf-8")
    return str(path)


def test_each_cycle_is_a_line_below_what_is_said_of_them(complete, run):
    first, *cycles = run(["decompose", complete]).out.splitlines()
    assert first == "2 Hamiltonian cycles with all edges."
    edges = [frozenset(line.split(" - ")[k : k + 2]) for line in cycles for k in range(5)]
    assert len(cycles) == 2
    assert len(set(edges)) == 10
    board = run("decompose 6x6 --torus --cycles 2").out.splitlines()
    assert board[0] == "2 Hamiltonian cycles without a common edge."
    names = board[1].split(" - ")
    assert names[0] == names[-1]
    assert {*names} == {f"{file}{rank}" for file in "abcdef" for rank in range(1, 7)}


def test_json_holds_the_tours_and_what_is_proved(complete, run):
    whole = json.loads(run(["decompose", complete, "--json"]).out)
    assert whole["result"] == "found"
    assert sorted(map(sorted, whole["answer"]["tours"])) == [[0, 1, 2, 3, 4]] * 2
    assert {*whole["answer"]} == {"closed", "tours", "number"}
    most = json.loads(run(["decompose", complete, "--most", "--json"]).out)["answer"]
    assert (most["number"], most["bound"], most["optimal"]) == (2, 2, True)


def test_where_there_are_none_it_says_why_and_writes_a_proof(complete, tmp_path, run):
    proof = tmp_path / "proof.json"
    out = run(["decompose", complete, "--cycles", "3", "--proof", str(proof)], 1).out
    assert out.startswith("There are no 3 Hamiltonian cycles without a common edge: they have 6")
    icosian.Proof.from_json(proof.read_text()).check(K5)
    assert run(["check", str(proof), complete]).out.startswith("holds: There are no 3 Hamiltonian")
    proof.write_text(proof.read_text().replace('"disjoint": 3', '"disjoint": 2'))
    run(["check", str(proof), complete], 1)
    answer = json.loads(run("decompose 4x4 --json", 1).out)
    assert answer["result"] == "impossible"
    assert answer["reason"].startswith("The edges do not decompose into Hamiltonian cycles: ")


def test_the_most_come_with_a_proof_and_a_picture(complete, tmp_path, run):
    proof, picture = tmp_path / "proof.json", tmp_path / "cycles.svg"
    files = ["--quiet", "--proof", str(proof), "--save", str(picture)]
    assert run(["decompose", complete, "--most", *files]).err == f"saved {proof}, {picture}\n"
    assert "2 Hamiltonian cycles" in picture.read_text(encoding="utf-8")
    icosian.Proof.from_json(proof.read_text()).check(K5)
    none = run("decompose 3x3 --most").out
    assert none == "0 Hamiltonian cycles without a common edge, proved to be the most.\n"


# icosian classify, as its user sees it.


@pytest.fixture
def many(tmp_path):
    graphs = nx.petersen_graph(), nx.star_graph(3), nx.complete_graph(4)
    path = tmp_path / "many.g6"
    path.write_bytes(b"".join(nx.to_graph6_bytes(G, header=False) for G in graphs))
    return str(path)


def test_a_graph_is_classified_in_a_line_for_each_property(many, run):
    lines = run(["classify", many, "--graph", "1", "--quiet"]).out.splitlines()
    assert [line.split()[0] for line in lines] == PROPERTIES
    assert lines[0].split(None, 2)[1:] == ["no", "there is no Hamiltonian cycle"]
    assert lines[9].split(None, 2)[1:] == ["no", "no cycle has length 3"]


def test_many_graphs_are_classified_in_a_row_each(many, run):
    rows = run(["classify", many]).out.splitlines()[1:-1]
    assert [row.split(None, 5)[5] for row in rows] == [
        "traceable, homogeneously_traceable, hypohamiltonian, maximally_non_hamiltonian",
        "none",
        "hamiltonian, traceable, hamiltonian_connected, homogeneously_traceable, pancyclic",
    ]


def test_a_property_alone_decides_the_exit_code(many, run):
    one = ["classify", many, "--quiet", "--graph"]
    asked = ["--only", "hypohamiltonian"]
    assert run([*one, "1", *asked]).out.split()[:2] == ["hypohamiltonian", "yes"]
    assert run([*one, "3", *asked], 1).out.split()[:2] == ["hypohamiltonian", "no"]
    assert run([*one, "1", *asked, "--timeout", "0"], 3).out.split()[1:3] == ["gave", "up"]
    assert "'--only'" in run([*one, "1", "--only", "green"], 2).err


def test_json_has_what_shows_each_property(many, document):
    one = ["classify", many, "--graph", "1", "--only", "hypohamiltonian"]
    found = document(one)["answer"]["properties"]["hypohamiltonian"]
    G = nx.petersen_graph()
    assert [tour["at"] for tour in found["tours"]] == list(G)
    for tour in found["tours"]:
        icosian.check_tour(G.subgraph(set(G) - {tour["at"]}), tour["tour"], closed=True)
    icosian.Proof.from_json(json.dumps(found["proof"]), G).check(G)


# icosian longest, as its user sees it.


def test_all_longest_paths_are_counted_and_some_listed(run, document):
    first, *rows = run("longest 3x3 --all").out.split("\n\n")
    assert (first, len(rows)) == ("8 longest paths", 8)
    answer = document("longest 3x3 --all --limit 3")["answer"]
    assert (answer["count"], len(answer["tours"]), answer["complete"]) == (8, 3, False)


def test_all_covers_are_counted_and_some_listed(run, document):
    assert run("cover 3x3 --all").out.startswith("8 covers\n")
    answer = document("cover 3x3 --all")["answer"]
    assert (answer["count"], len(answer["covers"]), answer["complete"]) == (8, 8, True)
    assert all(len(cover) == 2 for cover in answer["covers"])


@pytest.mark.parametrize(
    "line", ["longest 3x3 --limit 2", "cover 3x3 --limit 2", "longest 3x3 --cycle --all"]
)
def test_what_does_not_go_with_all_is_refused(line, run):
    assert "--all" in run(line, 2).err


ROADS = [("a", "b", 4), ("b", "c", 2), ("c", "a", 1), ("c", "d", 8)]


@pytest.fixture
def roads(tmp_path):
    G = icosian.route_map(ROADS)
    for *_, data in G.edges(data=True):
        data["miles"] = data["weight"]
    path = tmp_path / "roads.json"
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    return str(path)


def test_the_path_and_what_is_proved_of_it(roads, run):
    first, *grid = run("longest 3x3 --jobs 2").out.splitlines()
    assert first == "A path of length 8, proved to be the longest."
    assert grid[1].split()[1] == "#"
    first, second = run(["longest", roads, "--start", "d"]).out.splitlines()
    assert first == "A path of length 4, proved to be the longest."
    assert second.startswith("d - c - ")


@pytest.mark.parametrize(
    ("options", "length", "closed"),
    [
        ([], 4, False),
        (["--cycle"], 3, True),
        (["--weight", "miles"], 14, False),
        (["--cycle", "--weight", "miles"], 7, True),
        (["--start", "a", "--end", "c"], 3, False),
        (["--start", "a", "--end", "d", "--weight", "miles"], 14, False),
    ],
)
def test_json_holds_all_of_a_longest_tour(options, length, closed, roads, document):
    answer = document(["longest", roads, *options])
    assert (answer["result"], answer["answer"]["closed"], answer["answer"]["optimal"]) == (
        "found",
        closed,
        True,
    )
    assert answer["answer"]["length"] == answer["answer"]["bound"] == length
    assert answer["answer"]["gap"] == 0


def test_a_proof_about_longest_tours_is_checked(roads, tmp_path, run):
    proof, picture = tmp_path / "proof.json", tmp_path / "cycle.svg"
    line = ["longest", roads, "--cycle", "--quiet", "--proof", str(proof), "--save", str(picture)]
    assert run(line).err == f"saved {proof}, {picture}\n"
    assert "A cycle of length 3" in picture.read_text(encoding="utf-8")
    nearly = "holds: There is no Hamiltonian cycle"  # and 3 of 4 nodes are visited
    assert run(["check", str(proof), roads]).out.startswith(nearly)
    run([*line, "--weight", "miles"])
    check = ["check", str(proof), roads, "--weight", "miles"]
    assert run(check).out.startswith("holds: No cycle is longer than ")
    data = json.loads(proof.read_text())
    proof.write_text(json.dumps(data | {"bound": data["bound"] - 1}))
    run(check, 1)


def test_a_text_file_marks_the_ends_of_a_path(tmp_path, document):
    file = tmp_path / "maze.txt"
    file.write_text("S..\n.#.\n..E\n", "utf-8")
    tour = document(["longest", str(file), "--piece", "wazir"])["answer"]["tour"]
    assert (tour[0], tour[-1], len(tour)) == ([0, 0], [2, 2], 5)


def test_a_list_of_all_longest_paths_ends_when_the_time_is_over(document, monkeypatch):
    monkeypatch.setattr(Deadline, "left", property(lambda _: -1.0))
    answer = document("longest 3x3 --all")["answer"]
    assert (answer["count"], len(answer["tours"]), answer["complete"]) == (8, 1, False)


def test_commands_ask_for_symmetric_tours(document, run):
    asked = "6x6 --closed --symmetric quarter-turn"
    assert document(f"count {asked}")["answer"]["count"] == 10
    assert len(document(f"list {asked} --distinct")["answer"]["tours"]) == 5
    tour = document(f"tour {asked}")["answer"]["tour"]
    row, column = tour[0]
    assert [column, 5 - row] in (tour[9], tour[27])
    assert "own image" in run("tour 6x6 --closed --symmetric diagonal", 1)[0]
    assert "half-turn" in run("tour 6x6 --closed --symmetric turn", 2)[1]
    for name in ("tour", "list", "count", "random"):  # an empty name is a name
        assert "got ''" in run(f"{name} 6x6 --symmetric=", 2)[1]
    assert (
        "--symmetric is no condition" in run("random 6x6 --scrambled --symmetric half-turn", 2)[1]
    )
