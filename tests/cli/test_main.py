"""The command group: help, errors, exit codes."""

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import icosian
from icosian.cli import main

FULL = Path("/dev/full")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tour", "Missing argument 'GRAPH'"),
        ("tour 0x5", "board sides must be integers of at least 1, got 0 x 5"),
        ("tour -3", "-3"),
        ("tour -3", "; negative numbers go behind --."),
        ("place king graph.hcp", "a board is asked for, 'graph.hcp' names a graph: see icosian"),
        ("tour nowhere.hcp", "nowhere.hcp: no such file"),
        ("tour 8.5", "neither a size such as 8 or 3x10 nor a readable file"),
        ("tour nowhere.txt", "no such file"),
        ("tour 8 --start z9", "'z9' is not on the 8 x 8 board"),
        ("tour 8 --start 8,8", "not on the 8 x 8 board"),
        ("tour 8 --start a1 --end a1", "start and end must differ in a graph of 64 nodes, got a1"),
        ("tour 8 --closed --end a1", "a closed tour has no end"),
        ("tour 8 --timeout nan", "timeout must be seconds of at least 0, got nan"),
        ("tour 8 --timeout soon", "'soon' is not a valid float"),
        ("tour 8 --seed -1", "seed must be an integer of at least 0, got -1"),
        ("tour 8 --save tour.bmp", "tour.bmp"),
        ("tour 8 --save /no/such/folder/tour.svg", "folder of a picture must exist"),
        ("tour 8 --piece dragon", "'dragon' is neither knight"),
        ("tour 8 --piece 0,0", "(0, 0) is not a step"),
        ("tour 99999999x99999999", "at most 2,147,483,647 squares"),
        ("tours 8", "No such command 'tours'"),
        ("tour 8 --nope", "No such option"),
    ],
)
def test_bad_use_is_one_line_and_exit_code_2(line, message, capsys):
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("icosian: ")
    assert err.count("\n") == 1
    assert message.lower() in err.lower()


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("", "icosian tour 8x8 --closed"),
        ("--help", "icosian check proof.json graph.hcp"),
        ("tour --help", "icosian tour 8x8 --closed"),
        ("prove --help", "icosian prove 4x6 --closed"),
        ("check --help", "icosian check proof.json 4x6"),
        ("route --help", "icosian route map.csv Arad Bucharest"),
        ("cover --help", "icosian cover 4x4"),
        ("longest --help", "icosian longest 4x4"),
    ],
)
def test_help_shows_examples_and_exit_codes_on_lines_of_their_own(line, example, capsys):
    assert main(line.split()) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert any(line.startswith(example) for line in lines)
    assert any(line.startswith("Exit codes: 0 ") for line in lines)


def test_the_module_runs_as_the_command():
    command = [sys.executable, "-m", "icosian", "tour", "5x5", "--closed"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "13 dark squares" in done.stdout
    assert done.stderr == ""


def test_version_is_the_package_version(capsys):
    assert main(["--version"]) == 0
    assert icosian.__version__ in capsys.readouterr().out


def proved(line, path):
    """Save the proof that a command finds, and return its text."""
    assert main([*line.split(), "--save", str(path)]) == 0
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["prove", "check"])
def test_ctrl_c_is_one_line_and_exit_code_130(command, capsys, tmp_path, monkeypatch):
    path = tmp_path / "proof.json"
    proved("prove 5x5 --closed", path)
    capsys.readouterr()
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(icosian.Proof, "_verify", lambda *_: signal.raise_signal(signal.SIGINT))
    try:  # the prover checks its proof, too
        assert (
            main(["prove", "5x5", "--closed"] if command == "prove" else ["check", str(path), "5"])
            == 130
        )
    finally:
        signal.signal(signal.SIGINT, handler)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.strip() == "icosian: interrupted"


@pytest.mark.skipif(not FULL.exists(), reason="Linux has this device")
@pytest.mark.parametrize(
    "line",
    [
        "tour 5x5 --closed --json",
        "tour 5x5 --closed",
        "tour 6x6",
        "count 6x6 --timeout 0 --json",
        "prove 4x6 --closed",
        "queens 3",
    ],
)
def test_a_full_disk_is_one_line_and_exit_code_2(line, monkeypatch, capsys):
    with suppress(OSError), FULL.open("w") as full:  # closing it fails once more
        monkeypatch.setattr(sys, "stdout", full)
        code = main(line.split())
    assert (code, capsys.readouterr().err) == (2, "icosian: No space left on device\n")


@pytest.mark.skipif(not FULL.exists(), reason="Linux has this device")
def test_a_process_on_a_full_disk_ends_with_the_same_line():
    command = [sys.executable, "-m", "icosian", "tour", "5x5", "--closed"]
    with FULL.open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "icosian: No space left on device\n")


def test_a_value_that_looks_like_an_option_does_not_ask_for_json(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = "count 8x8 --closed --timeout 0 --checkpoint --json"
    assert main(line.split()) == 3
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["", "folder/", "/proc/none/file", "none/file"])
@pytest.mark.parametrize(
    "line",
    [
        "prove 5x5 --closed --save",
        "prove 5x5 --closed --pseudo-boolean",
        "queens 8 --count --journal",
        "longest 4x4 --proof",
        "solve 1.hcp 2.hcp --csv",
        "tour 5x5 --save",
    ],
)
def test_files_that_cannot_be_written_are_named_before_the_search(
    line, name, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main([*line.split(), name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"icosian: Invalid value for '{line.split()[-1]}': ")
    assert ".icosian-" not in err
    assert not list(tmp_path.iterdir())
