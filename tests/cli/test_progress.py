"""What commands print: help, a terminal, a pipe, shells, progress."""

import io
import os
import re
import subprocess
import sys
from functools import partial

import click
import networkx as nx
import pytest
from together import together

import icosian
from icosian._kernels import _jit
from icosian._run import limits as showing
from icosian._run.limits import Progress
from icosian.cli import cli, main, progress

COMMAND = [sys.executable, "-m", "icosian"]


def shown(words, until="", **environment):
    """Return what a command writes to a terminal as its errors, up to some words or to its end."""
    pty = pytest.importorskip("pty", reason="terminals of this kind are Unix's")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *words.split()],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120", **environment},
    ) as process:
        os.close(theirs)
        text = b""
        while not until or until.encode() not in text:
            try:
                part = os.read(ours, 4096)
            except OSError:  # Linux says so when the other side is closed
                break
            if not part:
                break
            text += part
        if until:
            process.kill()
    os.close(ours)
    return text.decode()


@together("command", cli.commands.values(), ids=lambda command: command.name)
def test_each_command_has_help_with_examples_and_exit_codes(command):
    text = command.get_help(click.Context(command, info_name=command.name))
    assert re.search(r"Examples?:\n\s+icosian " + command.name, text)
    assert re.search(r"Exit codes?: 0 ", text)
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name


def test_the_first_page_names_every_command(capsys):
    assert main([]) == 0
    out = capsys.readouterr().out
    for name in cli.commands:
        assert re.search(rf"icosian {name}\b", out)
        assert re.search(rf"^  {name} ", out, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.skipif(_jit.is_forbidden(), reason="nothing is compiled")
def test_on_a_terminal_the_compiler_is_announced_without_colors_if_none_are_wanted(tmp_path):
    announced, settings = "compiling states.advance (once, about", {"NO_COLOR": "1"}
    plain = shown("count 8x8 --closed", announced, NUMBA_CACHE_DIR=str(tmp_path), **settings)
    assert announced in plain
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", plain)


@pytest.mark.slow
def test_a_reader_who_has_enough_ends_the_command_without_a_word():
    with subprocess.Popen(
        [*COMMAND, "list", "6x6", "--closed"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_a_terminal_breaks_no_word(monkeypatch, capsys):
    assert main(["prove", "4x6", "--closed"]) == 0
    reason = capsys.readouterr().out
    assert reason.count("\n") == 1
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["prove", "4x6", "--closed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert " ".join(lines) == reason.strip()
    assert 20 < max(map(len, lines)) <= 40


def pretend_a_terminal(monkeypatch):
    """Make the errors of this process go to a terminal, or so it seems."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")


def test_a_search_that_takes_longer_than_a_while_tells_what_it_does(monkeypatch, capsys):
    pretend_a_terminal(monkeypatch)
    monkeypatch.setattr(showing, "PATIENCE", 0.0)
    told = ""
    with showing.progress_line() as report:
        report(Progress(method="rotations", steps=1234, seconds=2.0, part=0.5))
        while "1,234 steps" not in told:
            told += capsys.readouterr().err
    assert "rotations" in told
    assert "1,234 steps" in told


def test_a_search_that_ends_before_tells_nothing(monkeypatch, capsys):
    pretend_a_terminal(monkeypatch)
    monkeypatch.setattr(showing, "PATIENCE", 1000.0)
    assert main(["count", "3x4"]) == 0
    assert capsys.readouterr().err == ""


def test_a_log_has_a_line_a_minute(monkeypatch, capsys):
    seconds = [0.0]
    monkeypatch.setattr(showing, "LogLines", partial(showing.LogLines, lambda: seconds[0]))
    with showing.progress_line() as report:
        for k in range(1, 181):
            seconds[0] = float(k)
            report(Progress(method="rotations", steps=1000 * k, seconds=k, part=k / 400))
    assert capsys.readouterr().err.splitlines() == [
        "icosian: rotations: 60,000 steps, 60 s, 15% done, about 6 min left",
        "icosian: rotations: 120,000 steps, 2 min, 30% done, about 5 min left",
        "icosian: rotations: 180,000 steps, 3 min, 45% done, about 4 min left",
    ]


def test_a_log_of_many_graphs_says_how_many_are_done(monkeypatch, capsys):
    monkeypatch.setattr(showing, "LOG_SECONDS", 0.0)  # each report is due
    with progress.rows_progress("graph", 7) as log:
        log.report(Progress(method="cdcl", steps=10, seconds=61.0))
        log.advance()
        log.report(Progress(method="rotations", steps=5, seconds=0.1))
    assert capsys.readouterr().err.splitlines() == [
        "icosian: 0 of 7 graphs done, cdcl, 61 s",
        "icosian: 1 of 7 graphs done, rotations, 0 s",
    ]


def test_a_log_that_cannot_be_written_stops_no_search(monkeypatch):
    class Full(io.StringIO):
        def write(self, _):
            raise OSError("no space left on device")

    monkeypatch.setattr(sys, "stderr", Full())
    lines = showing.LogLines(iter([0.0, 61.0]).__next__)
    lines("rotations: 1 steps, 61 s")


def test_a_table_of_many_graphs_stands_above_a_bar(monkeypatch, tmp_path, capsys):
    pretend_a_terminal(monkeypatch)
    paths = [tmp_path / name for name in ("a.hcp", "b.hcp")]
    for path in paths:
        icosian.files.write_tsplib(nx.cycle_graph(5), path)
    assert main(["solve", *map(str, paths)]) == 0
    out, err = capsys.readouterr()
    assert out.count("a.hcp") == out.count("b.hcp") == 1
    assert "solving" in err
    assert "2/2" in err
