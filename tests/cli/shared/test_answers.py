"""Answers: what is printed, saved and returned, as text and as JSON."""

import json

import networkx as nx
import pytest

import icosian
from icosian.cli.shared.answers import Answer, Run, answering, undecided
from icosian.cli.shared.output import AS_ASKED, OPPOSITE, UNDECIDED
from icosian.exceptions import NoHamiltonianCycle, NoPlacement, SearchLimitReached

TOUR = icosian.hamiltonian_cycle(icosian.knight_graph(5, 6))
LATE = SearchLimitReached("0 s are over")


@pytest.fixture
def no_cycle():
    with pytest.raises(NoHamiltonianCycle) as refused:
        icosian.hamiltonian_cycle(nx.star_graph(3))
    return refused.value


def test_text_is_printed_or_else_a_document_and_files_are_named(capsys, tmp_path):
    path = tmp_path / "a.svg"
    assert Run(save=path).respond(TOUR) == AS_ASKED
    assert capsys.readouterr() == (f"{TOUR}\n", f"saved {path}\n")
    assert path.read_text("utf-8") == icosian.to_svg(TOUR)
    assert Run(save=path, as_json=True).respond(TOUR) == AS_ASKED
    out, err = capsys.readouterr()
    assert (json.loads(out)["saved"], err) == ([str(path)], "")


@pytest.mark.parametrize("as_json", [False, True])
def test_what_a_command_raises_may_be_its_answer_and_saves_nothing(
    as_json, no_cycle, capsys, tmp_path
):
    for error, code, result in (
        (no_cycle, OPPOSITE, "impossible"),
        (NoPlacement("there is none"), OPPOSITE, "impossible"),
        (LATE, UNDECIDED, "undecided"),
    ):

        @answering
        def command(run, error=error):
            raise error

        files = {"save": tmp_path / "a.svg", "proof": tmp_path / "a.json"}
        assert command(as_json=as_json, **files) == code
        out, err = capsys.readouterr()
        reason = str(error) if error is not no_cycle else error.proof.explain()
        assert err == (f"icosian: {reason}\n" if error is LATE else "")
        if as_json:
            document = json.loads(out)
            assert (document["result"], document["reason"]) == (result, reason)
            assert (document["answer"], document["saved"]) == (None, [])
        else:
            assert out == ("" if error is LATE else f"{reason}\n")
    assert not list(tmp_path.iterdir())


def test_remarks_are_for_readers_and_warnings_for_all(capsys):
    answer = Answer(text="a", remark="b", warning="c")
    assert Run().respond(answer) == AS_ASKED
    assert capsys.readouterr() == ("a\n", "b\nicosian: c\n")
    assert Run(as_json=True).respond(answer) == AS_ASKED
    assert capsys.readouterr().err == "icosian: c\n"
    assert Run().respond(undecided(LATE, text="the best so far")) == UNDECIDED
    assert capsys.readouterr() == ("the best so far\n", "icosian: 0 s are over\n")


def test_options_that_a_command_has_are_the_arguments_of_its_search():
    @answering
    def command(run):
        with run.search() as search:
            return search

    assert list(command()) == ["progress"]
    assert list(command(timeout=3.0, memory_limit=5, threads=None, dask=None)) == [
        *("timeout", "memory_limit", "executor", "progress")
    ]


def test_what_is_no_answer_is_an_error():
    with pytest.raises(TypeError):
        Run().respond(object())
