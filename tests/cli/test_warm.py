"""``icosian warm``, as its user sees it."""

import pytest

from icosian import warming
from icosian._kernels import _jit
from icosian.cli import main


def test_warm_compiles_once_and_passes_its_progress_on(monkeypatch, capsys):
    calls = []
    monkeypatch.setattr(warming, "warm", lambda **given: calls.append(given))
    assert main(["warm"]) == 0
    assert [list(given) for given in calls] == [["progress"]]
    assert capsys.readouterr() == ("", "")


def test_warm_takes_no_arguments(monkeypatch, capsys):
    monkeypatch.setattr(warming, "warm", lambda **_: pytest.fail("it was to be refused"))
    assert main(["warm", "8x8"]) == 2
    assert "8x8" in capsys.readouterr().err


def test_without_machine_code_there_is_nothing_to_warm(monkeypatch, capsys):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert main(["warm"]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.exhaustive
def test_warm_compiles_every_kernel_that_python_calls(capsys):
    assert main(["warm"]) == 0
    assert capsys.readouterr().err == ""
    if _jit.is_forbidden():
        return
    cold = {
        function.__qualname__
        for function in _jit._options
        if function.__module__.startswith("icosian.")  # other tests make kernels of their own
        and function.__code__.co_varnames[function.__code__.co_argcount - 1] == "budget"
    } - {function.__qualname__ for function in _jit.loaded()}
    # one is a part of another, and one has variants that the processor chooses among
    assert cold <= {"cover", "count_subproblems"}
