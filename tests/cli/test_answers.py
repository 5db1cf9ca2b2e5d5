"""Answers: what is printed, saved and returned, as text and as JSON."""

import json

import networkx as nx
import pytest

import icosian
from icosian._show import Result, Words
from icosian.cli.answers import Answer, answer_to, answer_undecided, respond, respond_to
from icosian.cli.commands import AS_ASKED, OPPOSITE, UNDECIDED
from icosian.cli.subjects import Ask
from icosian.exceptions import NoHamiltonianCycle, NoPlacement, SearchLimitReached

TOUR = icosian.hamiltonian_cycle(icosian.knight_graph(5, 6))
LATE = SearchLimitReached("0 s are over")


def ask(**options):
    return Ask(options=options)


@pytest.fixture
def no_cycle():
    with pytest.raises(NoHamiltonianCycle) as refused:
        icosian.hamiltonian_cycle(nx.star_graph(3))
    return refused.value


def test_text_is_printed_or_else_a_document_and_files_are_named(capsys, tmp_path):
    path = tmp_path / "a.svg"
    assert respond(ask(save=path), TOUR) == AS_ASKED
    assert capsys.readouterr() == (f"{TOUR}\n", f"saved {path}\n")
    assert path.read_text("utf-8") == icosian.to_svg(TOUR)
    assert respond(ask(save=path, as_json=True), TOUR) == AS_ASKED
    out, err = capsys.readouterr()
    assert (json.loads(out)["saved"], err) == ([str(path)], "")


@pytest.mark.parametrize("as_json", [False, True])
def test_what_a_command_raises_may_be_its_answer_and_saves_its_proof_only(
    as_json, no_cycle, capsys, tmp_path
):
    for error, code, result in (
        (no_cycle, OPPOSITE, "impossible"),
        (NoPlacement("there is none"), OPPOSITE, "impossible"),
        (LATE, UNDECIDED, "undecided"),
    ):

        def command(ask, error=error):
            raise error

        path = tmp_path / "a.json"
        saved = [str(path)] * (error is no_cycle)
        files = {"save": tmp_path / "a.svg", "proof": path}
        assert respond_to(command, ask(as_json=as_json, error=error, **files)) == code
        out, err = capsys.readouterr()
        reason = str(error) if error is not no_cycle else error.proof.explain()
        said = f"saved {path}\n"
        if error is not no_cycle:
            said = f"there is no proof, so {path} is not written\n"
        assert err == said * (not as_json) + f"icosian: {reason}\n" * (error is LATE)
        if as_json:
            document = json.loads(out)
            assert (document["result"], document["reason"]) == (result, reason)
            assert (document["answer"], document["saved"]) == (None, saved)
        else:
            assert out == ("" if error is LATE else f"{reason}\n")
        assert list(map(str, tmp_path.iterdir())) == saved
        path.unlink(missing_ok=True)


def test_remarks_are_for_readers_and_warnings_for_all(capsys):
    answer = Answer(text="a", remark="b", warning="c")
    assert respond(ask(), answer) == AS_ASKED
    assert capsys.readouterr() == ("a\n", "b\nicosian: c\n")
    assert respond(ask(as_json=True), answer) == AS_ASKED
    assert capsys.readouterr().err == "icosian: c\n"
    assert respond(ask(), answer_undecided(LATE, text="the best so far")) == UNDECIDED
    assert capsys.readouterr() == ("the best so far\n", "icosian: 0 s are over\n")


class Bridges(Result):
    """A kind of result that no table knows."""

    words = Words("bridge", best="most")
    bound = 3

    def __len__(self):
        return 2


def test_a_new_kind_of_result_is_answered_with_what_is_known_and_proved():
    said = answer_to(Bridges())
    assert said.text == said.reason == "2 bridges; the bound is 3."
    assert said.answer == {"number": 2, "bound": 3, "optimal": False}
    assert said.picture is not None
