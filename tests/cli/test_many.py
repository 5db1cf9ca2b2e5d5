"""Many graphs or files: which instances there are, the outcome of each, and a row for it."""

import json
import pathlib
import pickle
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import networkx as nx
import pytest

import icosian
from icosian._run.limits import Clock
from icosian.cli import answers as many
from icosian.cli.answers import AskEach, outcomes
from icosian.cli.subjects import Workers, instances

OPTIONS = {"closed": True, "start": None, "end": None, "require": (), "forbid": ()}
OPTIONS |= {"method": "auto", "seed": 1, "timeout": None, "save": None}


def asked(**options):
    return AskEach(module="icosian.cli.tours", name="solve", options=OPTIONS | options)


QUESTION = asked()


@pytest.fixture
def folder(tmp_path):
    icosian.files.write_tsplib(nx.cycle_graph(5), tmp_path / "ring.hcp")
    icosian.files.write_tsplib(nx.star_graph(3), tmp_path / "star.hcp.gz")
    codes = [nx.to_graph6_bytes(G, header=False) for G in (nx.cycle_graph(4), nx.path_graph(3))]
    (tmp_path / "many.g6").write_bytes(b"".join(codes))
    return tmp_path


def listed(*paths):
    return list(instances(paths, {}))


def one(path):
    (instance,) = instances([path], {})
    return instance


def test_files_of_one_name_are_told_apart_by_their_folders(folder):
    other = folder / "other"
    other.mkdir()
    icosian.files.write_tsplib(nx.cycle_graph(6), other / "ring.hcp")
    paths = [folder / "ring.hcp", other / "ring.hcp", folder / "star.hcp.gz"]
    assert [instance.label for instance in listed(*paths)] == [
        str(paths[0]),
        str(paths[1]),
        "star.hcp.gz",
    ]


def test_a_file_that_is_not_there_is_an_unreadable_instance(folder):
    for name in ("nowhere.hcp", "nowhere.g6"):  # a file of many graphs is read to list them
        instance = one(folder / name)
        outcome = QUESTION.outcome(instance, None)
        assert (outcome.instance, outcome.result, outcome.code) == (name, "unreadable", 2)
        assert name in outcome.reason
        assert outcome.nodes is None
        assert outcome.seconds is None
    assert instance.source is None


def test_instances_and_questions_can_be_sent_to_another_process(folder):
    for value in (*listed(folder / "ring.hcp", folder / "many.g6"), QUESTION):
        assert pickle.loads(pickle.dumps(value)) == value


def test_a_proof_is_saved_and_drawn_and_no_tour_is(folder):
    files = {"save": folder / "{}.tour", "picture": folder / "{}.svg", "proof": folder / "{}.json"}
    instance = one(folder / "star.hcp.gz")
    outcome = asked(**files).outcome(instance, None)
    assert (outcome.result, outcome.code) == ("impossible", 1)
    proof, picture = folder / "star.json", folder / "star.svg"
    assert (outcome.saved, outcome.picture) == (str(proof), str(picture))
    found = icosian.Proof.from_json(proof.read_text("utf-8"))
    found.check(instance.source.read())
    assert outcome.method == type(found).__name__
    assert "<svg" in picture.read_text("utf-8")
    assert not (folder / "star.tour").exists()


def test_a_graph_too_large_for_memory_is_unreadable(folder, monkeypatch):
    instance = one(folder / "ring.hcp")

    def read(_):
        raise MemoryError

    monkeypatch.setattr(type(instance.source), "read", read)
    outcome = QUESTION.outcome(instance, None)
    assert outcome.result == "unreadable"
    assert "too large for the memory" in outcome.reason


# one after the other, or elsewhere


class Deadly(Executor):
    """An executor that works here, and dies of the instances with a label."""

    def __init__(self, label):
        self.label = label

    def submit(self, work, /, *given, **options):
        future = Future()
        future.set_running_or_notify_cancel()
        *_, (todo, _) = given
        if any(instance.label == self.label for instance in todo):
            future.set_exception(BrokenProcessPool("died"))
        else:
            future.set_result(work(*given, **options))
        return future


def results(todo, executor=None):
    return {k: outcome.result for k, outcome in outcomes(todo, QUESTION.outcome, executor)}


@pytest.mark.slow
def test_a_worker_gets_as_many_instances_as_it_solves_in_a_while(tmp_path, monkeypatch):
    codes = [nx.to_graph6_bytes(nx.cycle_graph(5), header=False)] * 500
    (tmp_path / "many.g6").write_bytes(b"".join(codes))
    todo, sizes = listed(tmp_path / "many.g6"), []
    part = many._part

    def counted(some, *given, **options):
        sizes.append(len(some))
        return part(some, *given, **options)

    monkeypatch.setattr(many, "_part", counted)
    with ThreadPoolExecutor(1) as executor:
        monkeypatch.setattr(many, "PART_SECONDS", 1e9)
        assert list(results(todo, executor).values()) == ["found"] * 500
        assert (sizes[0], max(sizes) > 32, sum(sizes)) == (1, True, 500)
        sizes.clear()
        monkeypatch.setattr(many, "PART_SECONDS", 0)  # each is thought to take long
        assert list(results(todo[:20], executor).values()) == ["found"] * 20
        assert sizes == [1] * 20


def test_what_a_worker_has_not_done_in_time_is_done_later(folder, monkeypatch):
    todo = listed(folder / "ring.hcp", folder / "many.g6")
    clock = Clock()
    assert [len(many._part(todo, QUESTION.outcome, clock=clock)[0])] == [3]
    monkeypatch.setattr(many, "PART_SECONDS", 0)
    assert [len(many._part(todo, QUESTION.outcome, clock=clock)[0])] == [1]
    part = many._part

    def fast(*given, **options):
        done, _ = part(*given, **options)
        return done, 0.0

    monkeypatch.setattr(many, "_part", fast)
    monkeypatch.setattr(many, "STEP", 10**12)
    monkeypatch.setattr(many, "PART_SECONDS", 1e-9)  # many instances a job, and one done each time
    with ThreadPoolExecutor(1) as executor:
        assert results(todo * 20, executor) == results(todo * 20)


def test_the_instances_of_a_lost_job_run_alone(folder, monkeypatch):
    monkeypatch.setattr(many, "PART_SECONDS", 1e9)
    todo = listed(folder / "ring.hcp") * 100 + listed(folder / "star.hcp.gz")
    todo += listed(folder / "ring.hcp") * 100
    answers = list(results(todo, lambda: Deadly("star.hcp.gz")).items())
    assert sorted(answers) == [(k, "failed" if k == 100 else "found") for k in range(201)]


def test_workers_give_the_same_outcomes(folder):
    todo = listed(*(folder / name for name in ("ring.hcp", "nowhere.hcp", "many.g6")))
    with ThreadPoolExecutor(2) as executor:
        assert results(todo, executor) == results(todo)


@pytest.mark.slow
def test_another_process_gives_the_same_outcomes(folder):
    todo = listed(*(folder / name for name in ("ring.hcp", "nowhere.hcp", "many.g6")))
    with Workers(processes=2).executor() as pool:
        assert results(todo, pool) == results(todo)


# as the user sees it: a row each, in their order, from any number of processes

PUZZLES = {
    "one.txt": "1 . 8\n. 3 .\n. . 6\n",
    "two.txt": "1 . .\n. . .\n. . .\n",
    "none.txt": "1 . .\n. # #\n7 . .\n",
}
SQUARE, LINE = "u,v,weight\nA,B,3\nB,C,4\nC,D,5\nD,A,1\n", "u,v,weight\nA,B,1\nB,C,2\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {**PUZZLES, "square.csv": SQUARE, "line.csv": LINE}.items():
        (tmp_path / name).write_text(text, "utf-8")


def rows(out):
    """Return the printed rows without their times: file, answer, and the answer in words."""
    cells = [line.split(None, 5) for line in out.splitlines()[1:-1]]
    return [(cell[0], cell[3], cell[5]) for cell in cells]


@pytest.mark.parametrize("jobs", [[], pytest.param(["--jobs", "2"], marks=pytest.mark.exhaustive)])
def test_several_files_are_rows_in_their_order_for_any_number_of_processes(jobs, run, files):
    out, err = run(["tsp", "square.csv", "no.csv", "line.csv", *jobs], 2)
    found, failed, impossible = rows(out)
    assert found == ("square.csv", "found", "Length 13, proved to be the shortest.")
    assert failed == ("no.csv", "failed", "-")
    assert impossible[:2] == ("line.csv", "impossible")
    assert impossible[2].startswith("There is no Hamiltonian cycle: ")
    assert out.splitlines()[-1].startswith("3 files in ")
    assert out.splitlines()[-1].endswith(" s: 1 found, 1 impossible, 1 failed")
    assert err == "icosian: no.csv: No such file or directory\n"


def test_puzzles_side_by_side_have_the_exit_code_of_the_worst(run, files):
    out = run(["puzzle", "one.txt", "two.txt", "--unique"], 1).out
    assert rows(out) == [
        ("one.txt", "found", "exactly one solution"),
        ("two.txt", "found", "more than one solution"),
    ]
    run(["puzzle", "one.txt", "one.txt", "--unique"], 0)
    assert rows(run(["puzzle", "one.txt", "none.txt"], 1).out)[1][1] == "impossible"


def test_the_document_has_the_answer_of_each_file(document, files):
    answer = document(["tsp", "square.csv", "square.csv"])["answer"]
    assert answer["totals"]["found"] == 2
    for row in answer["graphs"]:
        alone = document(["tsp", "square.csv"])
        assert row.keys() == alone.keys() - {"command"}
        assert row["stats"].keys() == alone["stats"].keys()
        assert all(row[key] == alone[key] for key in row.keys() - {"stats"})
        assert (row["graph"]["nodes"], row["result"]) == (4, "found")


def test_what_is_saved_of_each_file_has_its_name(run, files):
    line = ["tsp", "square.csv", "line.csv", "--proof"]
    run([*line, "{}.json"], 1)
    for name in ("square", "line"):
        text = pathlib.Path(f"{name}.json").read_text("utf-8")
        assert icosian.Proof.from_json(text)
        assert run(["check", f"{name}.json", f"{name}.csv"]).out.startswith("holds: ")
    assert json.loads(run([*line, "{}.json", "--json"], 1).out)["answer"]["graphs"][0]["saved"] == [
        "square.json"
    ]
    said = run([*line, "all.json"], 2).err
    assert "2 files: one of them, or {} in --proof, got 'all.json'" in said
    said = run(["tsp", "square.csv", "./square.csv", "--save", "{}.svg"], 2).err
    assert "2 files would be saved as 'square.svg'" in said


def test_a_file_of_one_graph_is_an_instance_and_one_of_many_has_one_for_each_line(folder):
    found = listed(folder / "ring.hcp", folder / "star.hcp.gz", folder / "many.g6")
    assert [(instance.label, instance.name) for instance in found] == [
        ("ring.hcp", "ring"),
        ("star.hcp.gz", "star"),
        ("many.g6:1", "many-1"),
        ("many.g6:2", "many-2"),
    ]
    assert [len(instance.source.read()) for instance in found] == [5, 4, 4, 3]


def test_outcomes_come_one_by_one_and_each_with_its_index(folder):
    todo = listed(*(folder / name for name in ("ring.hcp", "nowhere.hcp", "many.g6")))
    several = outcomes(todo, QUESTION.outcome)
    k, first = next(several)
    assert (k, first.instance, first.result) == (0, "ring.hcp", "found")
    assert [k for k, _ in several] == [1, 2, 3]
    assert results(todo) == {0: "found", 1: "unreadable", 2: "found", 3: "impossible"}


def test_a_process_that_dies_fails_its_instance_and_no_other(folder):
    todo = listed(*(folder / name for name in ("ring.hcp", "star.hcp.gz", "many.g6")))
    answers = dict(outcomes(todo, QUESTION.outcome, lambda: Deadly("star.hcp.gz")))
    assert {k: answer.result for k, answer in answers.items()} == {
        0: "found",
        1: "failed",
        2: "found",
        3: "impossible",
    }
    assert answers[1].instance == "star.hcp.gz"
    assert "its process died" in answers[1].reason
