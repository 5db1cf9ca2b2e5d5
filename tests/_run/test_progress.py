"""What ``progress=True`` shows, and iterators that show themselves."""

import sys
from itertools import islice
from types import SimpleNamespace

import networkx as nx
import pytest

import icosian
from icosian._run import limits as showing
from icosian._run.limits import Progress
from icosian._show import STRIP

REPORT = Progress(
    method="branch and cut with many words", steps=10**12, seconds=9e4, part=0.25, stage="x" * 90
)


@pytest.mark.parametrize("columns", [40, 80, 110])
def test_a_line_of_progress_is_one_line_however_narrow_the_terminal(columns, monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("FORCE_COLOR", "")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(showing, "PATIENCE", 1000.0)
    from rich.console import Console
    from rich.status import Status

    drawn = []
    monkeypatch.setattr(Status, "update", lambda self, line: drawn.append(line))
    with showing.progress_line() as report:
        report(REPORT)
    Console(width=columns, force_terminal=False).print(drawn[0])
    (line,) = capsys.readouterr().out.splitlines()
    assert len(line) <= columns
    assert "branch" in line


def test_true_shows_the_progress_of_a_search_and_of_an_iterator_while_it_is_used(monkeypatch):
    events = []

    class Line:
        def __enter__(self):
            events.append("shown")
            return events.append

        def __exit__(self, *_):
            events.append("gone")

    monkeypatch.setattr(showing, "progress_line", Line)
    assert icosian.count_queens(13, progress=True) == 73712
    assert events[0] == "shown"
    assert events[-1] == "gone"
    events.clear()
    found = icosian.all_queens(6, progress=True)
    assert events == []
    assert len(list(found)) == 4
    assert (events[0], events[-1]) == ("shown", "gone")
    events.clear()
    with pytest.raises(icosian.exceptions.InvalidArgument):
        icosian.all_queens(-1, progress=True)
    assert events == []
    puzzle = icosian.read_puzzle("1 . 3\n. . .")
    assert not puzzle.is_unique(progress=True)
    assert (events[0], events[-1]) == ("shown", "gone")


def test_no_line_is_on_the_terminal_while_a_caller_uses_a_result(monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(showing, "PATIENCE", 0.0)
    from rich.status import Status

    shown = [False]
    monkeypatch.setattr(Status, "start", lambda self: shown.append(True))
    monkeypatch.setattr(Status, "stop", lambda self: shown.append(False))
    with showing.progress_line() as report:
        report(REPORT)
        assert shown[-1]
        report(None)
        assert not shown[-1]
        report(REPORT)
        assert shown[-1]
    found = icosian.all_queens(8, progress=True)
    for _ in islice(found, 5):
        assert not shown[-1]
    assert len(list(found)) == 87
    assert not shown[-1]


def test_a_bar_is_below_the_cell_of_a_notebook_until_the_search_ends(monkeypatch):
    bars = []
    handle = SimpleNamespace(update=bars.append)
    module = SimpleNamespace(HTML=str, display=lambda bar, display_id: bars.append(bar) or handle)
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    with showing.progress_line() as report:
        report(Progress(method="<cdcl>", steps=5, seconds=0.5))
        report(Progress(method="<cdcl>", steps=10, seconds=2.0, part=0.5))
        report(Progress(method="<cdcl>", steps=20, seconds=3.0))
    assert bars[0].startswith('<progress max=1 value="0.500"></progress> &lt;cdcl&gt;: 10 steps')
    assert bars[1].startswith("<progress max=1></progress> &lt;cdcl&gt;: 20 steps")
    assert bars[2:] == [""]


def test_an_iterator_says_what_it_is_and_shows_the_first_ones_without_using_them_up():
    found = icosian.all_queens(5)
    assert repr(found) == "<all_queens(5): one by one, all in list(...)>"
    first = next(found)
    assert found._repr_svg_().count('class="sheet"') == STRIP
    rest = iter(found)
    second = next(rest)
    assert found._repr_svg_() is not None
    assert [first, second, *rest] == list(icosian.all_queens(5))
    petersen = icosian.hamiltonian_paths(nx.petersen_graph())
    assert "Petersen Graph" in repr(petersen)
    assert next(islice(petersen, 1)) is not None
