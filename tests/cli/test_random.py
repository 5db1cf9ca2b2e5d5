"""``icosian random``, as its user sees it."""

import json
import pathlib

import pytest

from icosian.cli import main

PETERSEN = str(pathlib.Path(__file__).parents[1] / "data" / "petersen.hcp")


def test_a_tour_is_printed_and_saved(tmp_path, capsys):
    path = tmp_path / "tour.svg"
    words = ["random", "5x6", "--closed", "--seed", "7", "--save", str(path)]
    assert main(words) == 0
    first = capsys.readouterr()
    assert len(first.out.splitlines()) == 5
    assert first.err == f"saved {path}\n"
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert main(words) == 0
    assert capsys.readouterr() == first


def test_many_are_printed_one_after_the_other_or_as_json(capsys):
    words = ["random", "3x3", "--closed", "--piece", "king", "--n", "3", "--seed", "1"]
    assert main(words) == 0
    assert len(capsys.readouterr().out.split("\n\n")) == 3
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["answer"]["closed"], answer["saved"]) == ("found", True, [])
    assert [len(tour) for tour in answer["answer"]["tours"]] == [9, 9, 9]


def test_open_tours_have_the_ends_given(capsys):
    assert main(["random", "3x4", "--start", "a3", "--json"]) == 0
    (tour,) = json.loads(capsys.readouterr().out)["answer"]["tours"]
    assert tour[0] == [0, 0]
    assert main(["random", PETERSEN, "--start", "1", "--end", "3", "--memory", "100M"]) == 0
    assert capsys.readouterr().out.startswith("1 - ")


def test_a_closed_tour_starts_where_it_is_asked_to(capsys):
    assert main(["random", "5x6", "--closed", "--start", "c3", "--json"]) == 0
    (tour,) = json.loads(capsys.readouterr().out)["answer"]["tours"]
    assert tour[0] == [2, 2]


def test_no_tour_exits_with_1_and_the_reason(capsys):
    assert main(["random", "5x5", "--closed"]) == 1
    assert "There is no Hamiltonian cycle" in capsys.readouterr().out


def test_scrambled_tours_begin_where_they_are_asked_to(capsys):
    words = ["random", "6x6", "--piece", "0,1", "--scrambled", "--start", "a1", "--json"]
    answers = []
    for more in [], ["--closed"], ["--steps", "0"], ["--seed", "3"]:
        assert main([*words, *more]) == 0
        answer = json.loads(capsys.readouterr().out)
        (tour,) = answer["answer"]["tours"]
        assert (tour[0], len(tour), answer["answer"]["closed"]) == (
            [5, 0],
            36,
            more == ["--closed"],
        )
        answers.append(tour)
    assert answers[0] != answers[2]
    assert answers[0] != answers[3]


def test_no_tour_to_scramble_exits_with_1(capsys):
    assert main(["random", "5x5", "--closed", "--scrambled"]) == 1
    assert "There is no Hamiltonian cycle" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("8x8 --scrambled --n 2", "--n and --memory are for uniform draws"),
        ("8x8 --scrambled --memory 1M", "--n and --memory are for uniform draws"),
        ("8x8 --scrambled --end a1", "the end of a scrambled tour is free"),
        ("8x8 --steps 7", "--steps is for --scrambled"),
        ("8x8 --closed --end a1", "a closed tour has no end"),
        ("8x8 --n 0", "0"),
        ("8x8 --n 2 --save tour.svg", "a picture shows one tour"),
        ("8x8 --memory much", "is not a number of bytes"),
        (f"{PETERSEN} --piece king", "--piece is for boards"),
        ("8x8 --start z9", "z9"),
    ],
)
def test_bad_use_exits_with_2(words, complaint, capsys):
    assert main(["random", *words.split()]) == 2
    assert complaint in capsys.readouterr().err


def test_a_limit_exits_with_3(capsys):
    assert main(["random", "8x8", "--closed", "--memory", "1k"]) == 3
    assert "memory_limit" in capsys.readouterr().err
