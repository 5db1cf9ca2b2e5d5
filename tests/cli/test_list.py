"""The command list, as its user sees it."""

import json
import pathlib

PETERSEN = str(pathlib.Path(__file__).parents[1] / "data" / "petersen.hcp")


def test_a_time_out_keeps_what_was_listed(ticking, run):
    out, err = run("list 8x8 --closed --json --timeout 0.2", 3)
    answer = json.loads(out)
    assert (answer["result"], answer["answer"]["complete"]) == ("undecided", False)
    assert f": {len(answer['answer']['tours'])} so far" in err
