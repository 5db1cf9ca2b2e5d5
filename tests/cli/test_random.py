"""``icosian random``, as its user sees it."""

import json
import pathlib

PETERSEN = str(pathlib.Path(__file__).parents[1] / "data" / "petersen.hcp")


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
