"""Several files of one command: a row each, in their order, from any number of processes."""

import json
import pathlib

import pytest

import icosian

PUZZLES = {
    "one.txt": "1 . 8\n. 3 .\n. . 6\n",
    "two.txt": "1 . .\n. . .\n. . .\n",
    "none.txt": "1 . .\n. # #\n7 . .\n",
}
SQUARE, LINE = "u,v,weight\nA,B,3\nB,C,4\nC,D,5\nD,A,1\n", "u,v,weight\nA,B,1\nB,C,2\n"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {**PUZZLES, "square.csv": SQUARE, "line.csv": LINE}.items():
        (tmp_path / name).write_text(text, "utf-8")


def rows(out):
    """Return the printed rows without their times: file, answer, and the answer in words."""
    cells = [line.split(None, 5) for line in out.splitlines()[1:-1]]
    return [(cell[0], cell[3], cell[5]) for cell in cells]


@pytest.mark.parametrize("jobs", [[], pytest.param(["--jobs", "2"], marks=pytest.mark.exhaustive)])
def test_several_files_are_rows_in_their_order_for_any_number_of_processes(jobs, run):
    out, err = run(["tsp", "square.csv", "no.csv", "line.csv", *jobs], 2)
    found, failed, impossible = rows(out)
    assert found == ("square.csv", "found", "Length 13, proved to be the shortest.")
    assert failed == ("no.csv", "failed", "-")
    assert impossible[:2] == ("line.csv", "impossible")
    assert impossible[2].startswith("There is no Hamiltonian cycle: ")
    assert out.splitlines()[-1].startswith("3 files in ")
    assert out.splitlines()[-1].endswith(" s: 1 found, 1 impossible, 1 failed")
    assert err == "icosian: no.csv: No such file or directory\n"


def test_puzzles_side_by_side_have_the_exit_code_of_the_worst(run):
    out = run(["puzzle", "one.txt", "two.txt", "--unique"], 1).out
    assert rows(out) == [
        ("one.txt", "found", "exactly one solution"),
        ("two.txt", "found", "more than one solution"),
    ]
    run(["puzzle", "one.txt", "one.txt", "--unique"], 0)
    assert rows(run(["puzzle", "one.txt", "none.txt"], 1).out)[1][1] == "impossible"


def test_the_document_has_the_answer_of_each_file(document):
    answer = document(["tsp", "square.csv", "square.csv"])["answer"]
    assert answer["totals"]["found"] == 2
    for row in answer["graphs"]:
        alone = document(["tsp", "square.csv"])
        assert row.keys() == alone.keys() - {"command"}
        assert row["stats"].keys() == alone["stats"].keys()
        assert all(row[key] == alone[key] for key in row.keys() - {"stats"})
        assert (row["graph"]["nodes"], row["result"]) == (4, "found")


def test_what_is_saved_of_each_file_has_its_name(run):
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
