"""``icosian random``, as its user sees it."""

import json
import pathlib

PETERSEN = str(pathlib.Path(__file__).parents[1] / "data" / "petersen.hcp")


def test_a_tour_is_printed_and_saved(tmp_path, run):
    path = tmp_path / "tour.svg"
    words = ["random", "5x6", "--closed", "--seed", "7", "--save", str(path)]
    first = run(words)
    assert len(first.out.splitlines()) == 5
    assert first.err == f"saved {path}\n"
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert run(words) == first


def test_many_are_printed_one_after_the_other_or_as_json(run, document):
    words = ["random", "3x3", "--closed", "--piece", "king", "--n", "3", "--seed", "1"]
    assert len(run(words).out.split("\n\n")) == 3
    answer = document(words)
    assert (answer["result"], answer["answer"]["closed"], answer["saved"]) == ("found", True, [])
    assert [len(tour) for tour in answer["answer"]["tours"]] == [9, 9, 9]


def test_open_tours_have_the_ends_given(run, document):
    (tour,) = document("random 3x4 --start a3")["answer"]["tours"]
    assert tour[0] == [0, 0]
    assert run(
        ["random", PETERSEN, "--start", "1", "--end", "3", "--memory", "100M"]
    ).out.startswith("1 - ")


def test_a_closed_tour_starts_where_it_is_asked_to(document):
    (tour,) = document("random 5x6 --closed --start c3")["answer"]["tours"]
    assert tour[0] == [2, 2]


def test_no_tour_exits_with_1_and_the_reason(run):
    assert "There is no Hamiltonian cycle" in run("random 5x5 --closed", 1).out


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


def test_no_tour_to_scramble_exits_with_1(run):
    assert "There is no Hamiltonian cycle" in run("random 5x5 --closed --scrambled", 1).out
