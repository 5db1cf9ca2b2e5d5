"""The promises that all commands keep: bad use, files, limits, Ctrl-C, full disks."""

import pathlib
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import cycle

import pytest
from together import together

import icosian
from icosian.cli import main, subjects

FULL = pathlib.Path("/dev/full")
BAD_USE = [
    ("tour", "Missing argument 'GRAPH'"),
    ("tour 0x5", "board sides must be integers of at least 1, got 0 x 5"),
    ("tour -3", "-3"),
    ("tour -3", "; negative numbers go behind --."),
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
    ("tour 8 --save /no/such/folder/tour.svg", "folder of a picture or a tour must exist"),
    ("tour 8 --piece dragon", "'dragon' is neither knight"),
    ("tour 8 --piece 0,0", "(0, 0) is not a step"),
    ("tour 99999999x99999999", "at most 2,147,483,647 squares"),
    ("tour 8 --nope", "No such option"),
    ("tour knights.tour", "'knights.tour' is the name of a tour: read_tour and icosian check"),
    ("tour 8x8 --save tour.mp4", ""),
    ("tour 101x101 --piece king --save page.html", ""),
    ("tour 300x300 --save tour.gif", ""),
    ("tour 6x6 --require a1", "takes two nodes with - between them, such as a6-b4, got 'a1'"),
    ("tour 6x6 --require a1-z9", "takes two nodes"),
    ("tour 6x6 --forbid a1-b2", "--forbid a1-b2: this is not a move on this board"),
    ("tour 6x6 --require a1-b3 --forbid b3-a1", "both required and forbidden"),
    ("tour ring.hcp --torus", "--torus is for boards; a graph file has its own edges"),
    ("tour 6x6 --method quick", "method must be one of auto, warnsdorff"),
    ("prove", "missing argument 'GRAPH'"),
    ("prove 0x5", "board sides must be integers of at least 1"),
    ("prove nowhere.hcp", "icosian: nowhere.hcp: no such file"),
    ("prove nowhere.xyz", "neither a size such as 8 or 3x10 nor a readable file"),
    ("prove graph.xyz", "a graph file ends in .atsp, .col"),
    ("prove towns.csv", "'towns.csv' is the name of a map of roads: read_route_map and"),
    ("prove folder.hcp", "is a directory"),
    ("prove bad.hcp", "bad.hcp, line 3: a node is a number from 1 to 3, got '9'"),
    ("prove bad.json", "bad.json: this is not a graph in json"),
    ("prove empty.json", "null graph"),
    ("prove petersen.hcp --piece king", "--piece is for boards"),
    ("prove petersen.hcp --closed --end 1", "a closed tour has no end"),
    ("prove 8 --closed --start z9", "'z9' is not on the 8 x 8 board"),
    ("prove petersen.hcp --start 11", "start '11' is not a node of the graph"),
    ("prove petersen.hcp --start a1", "start 'a1' is not a node of the graph"),
    ("prove petersen.hcp --start 1 --end 1", "start and end must differ"),
    ("prove 8 --start z9", "'z9' is not on the 8 x 8 board"),
    ("prove 8 --timeout nan", "timeout must be seconds of at least 0, got nan"),
    ("prove 8 --save /no/such/folder/proof.json", "folder of a proof must exist"),
    ("prove 8 --save folder", "is a folder"),
    ("prove 8 --picture proof.bmp", "proof.bmp"),
    ("prove 4x4 --lrat /no/such/folder/x", "a proof as clauses must exist"),
    ("prove 4x4 --pseudo-boolean /no/such/folder/x", "pseudo-boolean proof must exist"),
    ("check", "missing argument 'PROOF|TOUR'"),
    ("check proof.json", "missing argument 'GRAPH'"),
    ("check nowhere.json 8", "icosian: nowhere.json: no such file"),
    ("check folder 8", "is a directory"),
    ("check bad.json nowhere.g6", "icosian: nowhere.g6: no such file"),
    ("check bad.json petersen.hcp --piece king", "--piece is for boards"),
    ("check a.tour petersen.hcp --lrat x", "--lrat is for proofs, not for tours"),
    ("check order.json petersen.hcp --lrat x", "FrontierExhausted has no form as clauses"),
    ("check a.tour petersen.hcp --pseudo-boolean x", "for proofs, not for tours"),
    ("check order.json petersen.hcp --pseudo-boolean x", "no pseudo-boolean form"),
    ("check nowhere.tour ring.hcp", "icosian: nowhere.tour: no such file"),
    ("check roads.csv burma14.tsp.gz --points", "are for .csv and .tsv files"),
    ("check roads.csv burma14.tsp.gz --piece king", "--piece is for boards"),
    ("solve towns.csv", "'towns.csv' is the name of a map of roads"),
    ("solve", "missing argument 'FILE...'"),
    ("solve ring.txt", "the name of a graph file ends in .atsp, .col"),
    ("solve 8x8", "FILE must be a graph file, got the board '8x8': see icosian tour"),
    ("solve ring.hcp --method magic", "method must be one of auto"),
    ("solve ring.hcp star.hcp.gz --method magic", "method must be one of auto"),
    ("solve ring.hcp --seed -1", "seed must be an integer of at least 0, got -1"),
    ("solve ring.hcp --timeout nan", "timeout must be seconds of at least 0, got nan"),
    ("solve ring.hcp --closed --end 1", "a closed tour has no end"),
    ("solve ring.hcp --start x", "start 'x' is not a node of the graph"),
    ("solve ring.hcp --jobs 0", "0 is not in the range x>=1"),
    ("solve ring.hcp --jobs 2 --dask tcp://x:1", "--jobs and --dask exclude each other"),
    ("solve ring.hcp --save /no/such/x.tour", "folder of a tour must exist"),
    ("solve ring.hcp --save bad.hcp", "a folder or to a .tour, .tour.gz file"),
    ("solve ring.hcp --save folder.tour", "a folder or to a .tour, .tour.gz file"),
    ("solve ring.hcp --save ring.txt", "a folder or to a .tour, .tour.gz file"),
    ("solve ring.hcp --picture a.jpg", "folder or to a .svg, .png, .pdf file, got 'a.jpg'"),
    ("solve ring.hcp --proof bad.hcp", "a proof is saved to a folder or to a .json file"),
    (
        "solve ring.hcp star.hcp.gz --save a.tour",
        "2 graphs: one of them, or {} in --save, got",
    ),
    ("solve ring.hcp ring.hcp --save tours", "2 graphs would be saved as 'tours/ring.tour'"),
    ("solve graph.json --proof graph.json", "'graph.json' would be overwritten"),
    ("solve graph.json --proof .", "'graph.json' would be overwritten"),
    ("solve ring.hcp --csv ring.hcp", "'ring.hcp' would be overwritten"),
    ("solve ring.hcp --csv /no/such/t.csv", "folder of a table must exist"),
    ("solve ring.hcp --require 1-3", "--require 1-3: this is not an edge of the graph"),
    ("list 5x6 --closed --end a1", "a closed tour has no end"),
    ("list petersen.hcp --piece king", "--piece is for boards"),
    ("list 5x5 --limit 0", "--limit"),
    ("count 8x8 --closed --end a1", "a closed tour has no end"),
    ("count 8x8 --memory much", "is not a number of bytes"),
    ("count petersen.hcp --piece king", "--piece is for boards"),
    ("count 8x8 --start z9", "z9"),
    ("count 8x8 --jobs 0", "0 is not in the range"),
    ("count 8x8 --checkpoint petersen.hcp", "is a file"),
    ("random 8x8 --scrambled --n 2", "--n and --memory are for uniform draws"),
    ("random 8x8 --scrambled --memory 1M", "--n and --memory are for uniform draws"),
    ("random 8x8 --scrambled --end a1", "the end of a scrambled tour is free"),
    ("random 8x8 --steps 7", "--steps is for --scrambled"),
    ("random 8x8 --closed --end a1", "a closed tour has no end"),
    ("random 8x8 --n 0", "0"),
    ("random 8x8 --n 2 --save tour.svg", "a picture shows one tour"),
    ("random 8x8 --memory much", "is not a number of bytes"),
    ("random petersen.hcp --piece king", "--piece is for boards"),
    ("random 8x8 --start z9", "z9"),
    ("cover graph.json --piece king", "--piece is for boards"),
    ("cover 0x3", "board sides"),
    ("longest 5x5 --cycle --start a1", "ends of a path"),
    ("longest 5x5 --weight steps", "no edge has the attribute 'steps'"),
    ("longest 5x5 --start z9", "not on the 5 x 5 board"),
    ("puzzle", "give a FILE, or a board with --make"),
    ("puzzle hidato.txt --make 3", "not both"),
    ("puzzle hidato.txt --unique --count", "--unique and --count exclude each other"),
    ("puzzle hidato.txt --clues 3", "for new puzzles"),
    ("puzzle hidato.txt --unique --save a.svg", "a picture shows"),
    ("puzzle hidato.txt --piece dragon", "'dragon' is neither"),
    ("puzzle none.txt", "none.txt: No such file"),
    ("puzzle --make 3x3x3", "rows and columns"),
    ("puzzle --make 3 --hexagonal --piece king", "six neighbors"),
    ("puzzle --make none.txt", "neither a size"),
    ("queens", "missing argument 'N'"),
    ("queens eight", "'eight' is not a valid integer"),
    ("queens 0", "n must be an integer of at least 1, got 0"),
    ("queens 32 --count", "placements are counted up to n = 31, got 32"),
    ("queens 63 --all", "boards are searched up to n = 62, got 63"),
    ("queens 8 --all --count", "--all, --count and --unique exclude each other"),
    ("queens 8 --count --unique", "--all, --count and --unique exclude each other"),
    ("queens 8 --distinct", "--distinct goes with --all or --count"),
    ("queens 8 --unique --distinct", "--distinct goes with --all or --count"),
    ("queens 8 --limit 3", "--limit goes with --all"),
    ("queens 8 --all --limit 0", "0 is not in the range x>=1"),
    ("queens 8 --jobs 2", "--jobs goes with --count"),
    ("queens 8 --count --jobs 0", "0 is not in the range x>=1"),
    ("queens 8 --all --checkpoint j", "--checkpoint goes with --count"),
    ("queens 8 --all --timeout 1", "--timeout goes with a placement"),
    ("queens 8 --count --timeout nan", "timeout must be seconds of at least 0, got nan"),
    ("queens 8 --count --save q.svg", "--save goes with "),
    ("queens 8 --save q.bmp", "q.bmp"),
    ("queens 8 --count --torus --jobs 2", "--dask and --checkpoint are for counts without"),
    ("queens 8 --count --fixed a1 --checkpoint j", "are for counts without --fixed"),
    ("queens 8 --count --checkpoint no/j", "the folder of a checkpoint must exist"),
    ("queens 8 --count --checkpoint text", "text is not a journal of this work"),
    ("queens 8 --fixed z9", "'z9' is not on the 8 x 8 board"),
    ("queens 8 --fixed 8,8", "(8, 8) is not on the 8 x 8 board"),
    ("queens 8 --fixed first", "a letter and a number such as b1, got 'first'"),
    ("queens 8 --fixed a1,b2", "the fixed queens on b2 and a1 attack each other"),
    ("queens 8 --fixed a1 --forbid a1", "a1 is both fixed and forbidden"),
    ("queens 8 --regions nowhere.txt", "nowhere.txt: no such file"),
    ("queens 8 --regions folder", "is a directory"),
    ("queens 8 --regions bytes", "bytes, line 1: this is not text in UTF-8"),
    ("queens 8 --regions text", "the regions must cover the board: 8 rows of 8"),
    ("queens 4 --regions text --torus", "regions are for plain boards"),
    ("place king graph.hcp", "a board is asked for, 'graph.hcp' names a graph: see icosian"),
    ("place", "missing argument 'PIECE BOARD | GRAPH'"),
    ("place knight", "knight needs a board, such as knight 8x8"),
    ("place 8x8", "give a piece and a board, such as knight 8x8, or a graph file (.atsp"),
    ("place knight 8 8", "got 'knight 8 8'"),
    ("place dragon 8", "'dragon' is neither knight"),
    ("place knight 8.5", "neither a size such as 8 or 3x10 nor a readable file"),
    ("place knight 0", "board sides must be integers of at least 1, got 0 x 0"),
    ("place nowhere.g6", "icosian: nowhere.g6: no such file"),
    ("place petersen.hcp --torus", "--torus is for boards"),
    ("place directed.json", "undirected graphs only"),
    ("place king 8 --total", "--total goes with --dominate"),
    ("place king 8 --dominate --count", "are for pieces that attack no other"),
    ("place king 8 --dominate --pieces 3", "are for pieces that attack no other"),
    ("place king 8 --dominate --total --independent", "exclude each other"),
    ("place king 8 --pieces -1", "-1 is not in the range x>=0"),
    ("place king 8 --count --save k.svg", "--save goes with a single placement"),
    ("place king 8 --timeout nan", "timeout must be seconds of at least 0, got nan"),
    ("color towns.csv", "'towns.csv' is the name of a map of roads"),
    ("color", "missing argument 'PIECE BOARD | GRAPH'"),
    ("color king", "king needs a board, such as king 8x8"),
    ("color king 8 --timeout -1", "timeout must be seconds of at least 0, got -1"),
    ("color king 8 --save /no/such/folder/k.svg", "folder of a picture must exist"),
    ("color directed.json", "undirected graphs only"),
    ("route", "missing argument 'MAP'"),
    ("route towns.csv", "missing argument 'SOURCE'"),
    ("route towns.csv A", "missing argument 'TARGET'"),
    ("route nowhere.csv A B", "icosian: nowhere.csv: no such file"),
    ("route nowhere A B", "neither a size such as 8 or 3x10 nor a readable file"),
    ("route towns.csv Z E", "source 'Z' is not a node of the graph"),
    ("route towns.csv A 99", "target '99' is not a node of the graph"),
    ("route 8 a1 z9", "'z9' is not on the 8 x 8 board"),
    ("route towns.csv A E --piece king", "--piece is for boards"),
    ("route 8 a1 h8 --weight time", "are for files of roads"),
    ("route 8 a1 h8 --positions towns.csv", "are for files of roads"),
    ("route 8 a1 h8 --directed", "are for files of roads"),
    ("route graph.json A B --directed", "--directed is for .csv files"),
    ("route towns.csv A E --weight time", "no columns are named 'time'"),
    ("route towns.csv A E --positions towns.csv", "has the columns x and y"),
    ("route towns.csv A E --positions nowhere.csv", "nowhere.csv: no such file"),
    ("route towns.csv A E --save map.bmp", "map.bmp"),
    ("route far.csv A B", "far.csv, line 2: 'far' is not a number"),
    ("route negative.csv A B", "line 2: weights are at least 0, got '-1'"),
    ("route 20 a1 t20 --table", "--table holds at most 200 nodes, got 400"),
    ("route spokes.csv A --visit B", "--visit stands without SOURCE"),
    ("route spokes.csv --visit B --table", "--visit stands without SOURCE"),
    ("route spokes.csv --visit Q", "'Q' is not a node"),
    ("route spokes.csv --visit A --to A --from A --visit B", "must differ"),
    ("route spokes.csv A B --from A", "--from is for walks"),
    ("route spokes.csv A B --open", "--open is for walks"),
    ("route spokes.csv A B --gap 0.1", "--gap is for walks"),
    ("route spokes.csv A", "missing argument 'TARGET'; a walk has --visit"),
    ("route spokes.csv", "missing argument 'SOURCE'; a walk has --visit"),
    ("tsp", "missing argument 'FILE...'"),
    ("tsp nowhere.tsp", "nowhere.tsp: no such file"),
    ("tsp towns.xyz", "the name of a file of lengths ends in .atsp, .gtsp, .sop"),
    ("tsp roads.csv --points", "has the columns x and y"),
    ("tsp roads.csv --matrix", "is not a number"),
    ("tsp roads.csv --points --matrix", "exclude each other"),
    ("tsp roads.csv --distance manhattan", "has the columns x and y"),
    ("tsp burma14.tsp.gz --points", "are for .csv and .tsv files"),
    ("tsp burma14.tsp.gz --start 99", "start '99' is not one of the places"),
    ("tsp roads.csv --start Z", "start 'Z' is not a node"),
    ("tsp burma14.tsp.gz --weight x", "--weight is for graphs"),
    ("tsp burma14.tsp.gz --gap -1", "gap must be a number of at least 0"),
    ("tsp burma14.tsp.gz --timeout nan", "timeout must be seconds of at least 0"),
    ("tsp burma14.tsp.gz --save tour.bmp", "tour.bmp"),
    ("tsp burma14.tsp.gz --proof /no/such/folder/x.json", "folder of a proof must exist"),
    ("play 8x8 --save tour.gif", ""),
    ("play 8x8 --save nowhere/page.html", ""),
    ("play 8x8 --start z9", ""),
    ("play nothing.hcp", ""),
    ("play 101x101", ""),
    ("tours 8", "No such command 'tours'"),
]
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
    "solve ring.hcp --picture",
    "solve petersen.hcp --picture",
]
"""Commands that draw what they print."""

PROOFS = [
    "prove 5x5 --closed --save",
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


@pytest.mark.slow
@together(("line", "message"), BAD_USE)
def test_bad_use_is_one_line_and_exit_code_2(line, message, files, run, monkeypatch):
    monkeypatch.chdir(files)
    before = {path: path.stat().st_mtime_ns for path in files.rglob("*")}
    out, err = run(line, 2)
    assert out == ""
    *said, error = err.splitlines()
    assert all(line.startswith("read ") for line in said[:1])
    assert not said[1:]
    assert error.startswith("icosian: ")
    assert message.lower() in error.lower()
    assert {path: path.stat().st_mtime_ns for path in files.rglob("*")} == before


@pytest.mark.slow
@together(("line", "suffix"), zip(PICTURES, cycle([".svg", ".png", ".PDF"]), strict=False))
def test_pictures_are_what_their_suffix_says(line, suffix, folder, run, document):
    words = [*line.split(), f"picture{suffix}"]
    path = folder / f"picture{suffix}"
    code = int("petersen" in line)
    assert f"saved {path.name}" in run(words, code).err.splitlines()
    begin = {".svg": b"<svg", ".png": b"\x89PNG", ".PDF": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(begin)
    path.unlink()
    assert document(words, code)["saved"] == [path.name]
    assert path.exists()


@together("line", PICTURES + PROOFS)
def test_a_failed_save_keeps_the_answer_and_the_old_file(line, folder, run, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    path = folder / "picture.svg"
    path.write_text("old", "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(pathlib.Path, "write_bytes", full)
        out, err = run([*line.split(), path.name], 2)
    assert out
    assert "No space left" in err
    assert path.read_text("utf-8") == "old"


@together("line", LATE)
def test_a_limit_is_one_line_and_exit_code_3(line, folder, run, document):
    out, err = run(line, 3)
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("icosian: ")
    assert "goes on from" not in err  # nothing is stored
    assert document(line, 3)["result"] == "undecided"


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


@pytest.mark.slow
def test_the_module_runs_as_the_command():
    command = [sys.executable, "-m", "icosian", "tour", "5x5", "--closed"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "13 dark squares" in done.stdout
    assert done.stderr == ""


def test_version_is_the_package_version(run):
    assert icosian.__version__ in run("--version").out


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
