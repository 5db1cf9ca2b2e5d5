"""The command as one piece: help, a terminal, a pipe, shells."""

import os
import re
import subprocess
import sys

import click
import pytest

from icosian._kernels import _jit
from icosian.cli import cli, main

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


@pytest.mark.parametrize("command", cli.commands.values(), ids=lambda command: command.name)
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


@pytest.fixture(scope="module")
def long_search():
    """What a search that runs out of its time writes to a terminal."""
    return shown("count 8x8 --closed --timeout 2.5")


@pytest.mark.slow
def test_on_a_terminal_a_long_search_tells_how_far_it_is_and_a_short_one_nothing(long_search):
    assert shown("count 3x4") == ""
    assert re.search(r"[\d,]+ steps, [123] s", long_search)
    assert long_search.rstrip().endswith("s are over")


@pytest.mark.slow
@pytest.mark.skipif(_jit.is_forbidden(), reason="nothing is compiled")
def test_on_a_terminal_the_compiler_is_announced(tmp_path):
    announced = "states, compiling (once)"
    assert announced in shown("count 6x7 --closed", announced, NUMBA_CACHE_DIR=str(tmp_path))


@pytest.mark.slow
def test_colours_are_off_with_no_color(long_search):
    assert re.search(r"\x1b\[[0-9;]*[1-9][0-9]*m", long_search)
    plain = shown("count 8x8 --closed --timeout 2.5", NO_COLOR="1")
    assert re.search(r"[\d,]+ steps", plain)
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", plain)


def test_a_reader_who_has_enough_ends_the_command_without_a_word():
    with subprocess.Popen(
        [*COMMAND, "list", "6x6", "--closed"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_a_shell_can_complete_commands():
    out = subprocess.run(
        COMMAND,
        env={
            **os.environ,
            "_ICOSIAN_COMPLETE": "bash_complete",
            "COMP_WORDS": "icosian co",
            "COMP_CWORD": "1",
        },
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert out.split() == ["plain,color", "plain,count"]


@pytest.mark.slow
def test_warm_compiles_every_kernel_that_python_calls(capsys):
    assert main(["warm"]) == 0
    assert capsys.readouterr().err == ""
    if _jit.is_forbidden():
        return
    cold = {
        function.__qualname__
        for function in _jit._marked
        if function.__code__.co_varnames[function.__code__.co_argcount - 1] == "budget"
    } - {function.__qualname__ for function in _jit._loaded}
    # one is a part of another, and one has variants that the processor chooses among
    assert cold <= {"cover", "count_plans"}


def test_a_terminal_breaks_no_word(monkeypatch, capsys):
    assert main(["prove", "3x8", "--closed"]) == 0
    reason = capsys.readouterr().out
    assert reason.count("\n") == 1
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["prove", "3x8", "--closed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert " ".join(lines) == reason.strip()
    assert 20 < max(map(len, lines)) <= 40
