"""The promises that all commands keep: bad use, files, limits, Ctrl-C, full disks; icosian warm."""

import pathlib
import signal
import subprocess
import sys
from contextlib import suppress

import click
import pytest
from together import together

import icosian
from icosian import warming
from icosian._kernels import _jit
from icosian.cli import main, subjects
from icosian.cli.commands import COMMANDS

# The promises that all commands keep: bad use, files, limits, Ctrl-C, full disks.


FULL = pathlib.Path("/dev/full")
PICTURES = [
    "tour 6 --closed --save",
    "list 3x10 --closed --limit 4 --save",
    "random 5x6 --closed --save",
    "cover 4x4 --save",
    "longest 4x4 --save",
    "puzzle hidato.txt --save",
    "queens 5 --save",
    "queens 5 --all --save",
    "place king 3 --save",
    "color king 3 --save",
    "route towns.csv A E --save",
    "route spokes.csv --visit B --from A --save",
    "tsp roads.csv --save",
    "prove 4x6 --closed --picture",
    "prove 4x6 --closed --save",
    "solve ring.hcp --save",
    "solve petersen.hcp --save",
    "solve ring.hcp --picture",
    "solve petersen.hcp --picture",
]
"""Commands that draw what they print."""

PROOFS = [
    "prove 5x5 --closed --save",
    "prove 5x5 --closed --proof",
    "cover 4x4 --proof",
    "longest 4x4 --proof",
    "tsp roads.csv --proof",
    "route spokes.csv --visit B --visit C --proof",
]
"""Commands that write the proof of what they print."""

LATE = [
    "tour 9x9 --piece 2,3 --timeout 0",
    "prove 9x9 --piece 2,3 --timeout 0",
    "solve hard.hcp --quiet --timeout 0",
    "list 8x8 --closed --timeout 0",
    "count 8x8 --closed --timeout 0 --checkpoint folder/count",
    "count 8x8 --closed --memory 1k",
    "random 8x8 --closed --memory 1k",
    "queens 9 --count --timeout 0 --checkpoint folder/queens.jsonl",
    "puzzle --make 4x4 --clues 5 --timeout 0",
]
"""Commands whose limits are too low for any answer."""


@together("line", PICTURES + PROOFS)
def test_a_failed_save_keeps_the_answer_and_the_old_file(line, folder, run, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    path = folder / ("proof.json" if line in PROOFS else "picture.svg")
    path.write_text("old", "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(pathlib.Path, "write_bytes", full)
        out, err = run([*line.split(), path.name], 2)
    assert out
    assert "No space left" in err
    assert path.read_text("utf-8") == "old"


@together(
    "line",
    [
        *(
            "tour 5x6 --closed --seed 1",
            "prove 4x6 --closed",
            "list 5x5",
            "random 5x5",
            "cover 4x4",
        ),
        *("longest 4x4", "puzzle hidato.txt", "place king 4", "color king 4", "tsp roads.csv"),
        *("route spokes.csv --visit B", "play 6x6"),
    ],
)
def test_ctrl_c_in_a_search_is_one_line_and_exit_code_130(line, folder, run, monkeypatch):
    monkeypatch.setattr(subjects, "progress_line", lambda: signal.raise_signal(signal.SIGINT))
    out, err = run(line, 130)
    *read, empty, last = err.splitlines()
    assert (out, empty, last) == ("", "", "icosian: interrupted")
    assert all(one.startswith("read ") for one in read)


def test_ctrl_c_in_a_check_is_one_line_and_exit_code_130(folder, run, monkeypatch):
    run("prove 5x5 --closed --save proof.json")
    monkeypatch.setattr(icosian.Proof, "_verify", lambda *_: signal.raise_signal(signal.SIGINT))
    assert run("check proof.json 5", 130) == ("", "\nicosian: interrupted\n")
    # The prover checks its proof, too, and ends with it.
    assert run("prove 5x5 --closed", 130).err.startswith("\nicosian: stopping; Ctrl-C again")


def test_the_first_page_has_examples(run):
    for line in ("", "--help"):
        lines = [line.strip() for line in run(line).out.splitlines()]
        assert any(line.startswith("icosian check proof.json graph.hcp") for line in lines)
        assert any(line.startswith("Exit codes: 0 ") for line in lines)


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


@pytest.mark.slow
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
        "queens 8 --count --checkpoint",
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


# ``icosian warm``, as its user sees it.


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
    # three are parts of others, one has variants that the processor chooses among, and one is for
    # workers that share a long count
    assert cold <= {"cover", "compact", "fold", "count_subproblems", "shelve"}


@pytest.mark.slow
def test_the_list_of_commands_says_what_each_does_and_imports_none():
    for name, page in ((name, COMMANDS.page(name)) for name in COMMANDS):
        known = COMMANDS[name].get_short_help_str(200)
        assert click.Command(name, help=page).get_short_help_str(200) == known
    program = """
import sys
from icosian.cli import main
main(["--help"])
sys.exit("icosian.cli.answers" in sys.modules or "numpy" in sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
