"""icosian place, as its user sees it."""

import itertools
import json
import pathlib
import subprocess
import sys

import networkx as nx
import pytest

import icosian
from icosian.cli import main
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN = str(DATA / "petersen.hcp")


def squares(board):
    """Return the squares with a piece on a printed board."""
    rows = [line.strip("|").split("|") for line in board.splitlines() if line.startswith("|")]
    return [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "O"]


def is_independent(G, nodes):
    return not any(G.has_edge(u, v) for u, v in itertools.combinations(nodes, 2))


@pytest.mark.parametrize(
    ("line", "best"),
    [
        ("king 6x6", icosian.king_graph(6)),
        ("knight 5", icosian.knight_graph(5)),
        ("bishop 3x4", icosian.bishop_graph(3, 4)),
        ("2,3 4x5", icosian.leaper_graph(2, 3, 4, 5)),
        ("queen 5 --torus", icosian.queen_graph(5, periodic=True)),
        (PETERSEN, files.read_graph(PETERSEN)),
    ],
)
def test_place_prints_the_board_the_number_and_the_reason(line, best, capsys):
    placement = icosian.maximum_independent_set(best)
    kind = line.split()[0] if line[0] in "kbq" else "node" if line == PETERSEN else "piece"
    for option in ([], ["--independent"]):
        assert main(["place", *line.split(), *option]) == 0
        assert capsys.readouterr() == (
            f"{placement}\n{len(placement)} {kind}s\n{placement.bound.explain()}\n",
            "",
        )
    assert is_independent(best, placement)
    placement.bound.check(best)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        # Closed forms, A. M. and I. M. Yaglom, Challenging Mathematical Problems I, 1964.
        ("king 8", 16),
        ("bishop 6", 10),
        ("rook 5", 5),
        ("knight 8", 32),
        ("king 8 --dominate", 9),
        ("bishop 6 --dominate", 6),
        ("rook 5 --dominate", 5),
        ("queen 8 --dominate", 5),  # OEIS A075458
        ("queen 7 --dominate --independent", 4),  # OEIS A075324
        ("knight 5 --dominate", 5),  # OEIS A006075
        ("rook 4 --dominate --total", 4),
        (f"{PETERSEN}", 4),
        (f"{PETERSEN} --dominate", 3),
        (f"{PETERSEN} --dominate --independent", 3),
        (f"{PETERSEN} --dominate --total", 4),
    ],
)
def test_the_best_placement_has_as_many_pieces_as_published(line, number, capsys):
    assert main(["place", *line.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "found"
    assert (
        answer["answer"]["number"]
        == len(answer["answer"]["nodes"])
        == answer["answer"]["bound"]
        == number
    )
    on, options = line.split()[:2], line.split()
    if on[0] == PETERSEN:
        G, nodes = files.read_graph(PETERSEN), set(answer["answer"]["nodes"])
    else:
        G = icosian.board_graph(icosian.Board((int(on[1]),) * 2), on[0])
        nodes = set(map(tuple, answer["answer"]["nodes"]))
        assert [G.board.square(name) for name in answer["answer"]["names"]] == list(
            map(tuple, answer["answer"]["nodes"])
        )
    if "--dominate" not in options or "--independent" in options:
        assert is_independent(G, nodes)
    if "--dominate" in options:
        reached = {v for u in nodes for v in G[u]}
        assert reached | (set() if "--total" in options else nodes) == set(G)


def test_so_many_pieces_are_placed_as_asked(capsys, tmp_path):
    picture = tmp_path / "kings.svg"
    assert main(["place", "king", "5x6", "--pieces", "7", "--save", str(picture)]) == 0
    out, err = capsys.readouterr()
    pieces = squares(out)
    assert len(pieces) == 7
    assert is_independent(icosian.king_graph(5, 6), pieces)
    assert out.endswith("\n7 kings\n")
    assert err == f"saved {picture}\n"
    assert picture.exists()
    assert main(["place", "king", "5x6", "--pieces", "1"]) == 0
    assert capsys.readouterr().out.endswith("\n1 king\n")


def test_too_many_pieces_exit_with_1_and_the_reason(capsys, tmp_path):
    picture = tmp_path / "kings.svg"
    assert main(["place", "king", "4x4", "--pieces", "5", "--save", str(picture)]) == 1
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (1, "")
    assert not picture.exists()
    assert main(["place", "king", "4x4", "--pieces", "5", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["reason"]) == ("impossible", out.strip())


def test_squares_that_nothing_attacks_have_no_total_domination(capsys):
    assert main(["place", "knight", "3", "--dominate", "--total"]) == 1
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (1, "")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("king 4x4 --count", "79 ways to place 4 kings"),  # OEIS A018807
        ("queen 6 --count", "4 ways to place 6 queens"),  # OEIS A000170
        ("queen 5 --torus --count", "10 ways to place 5 queens"),  # OEIS A007705
        ("king 3 --pieces 1 --count", "9 ways to place 1 king"),
        ("king 3 --pieces 5 --count", "0 ways to place 5 kings"),
        ("king 1 --count", "1 way to place 1 king"),
        (f"{PETERSEN} --count", "5 ways to place 4 nodes"),
        ("queen 6 --count --timeout 60", "4 ways to place 6 queens"),
    ],
)
def test_the_ways_to_place_pieces_are_counted(line, told, capsys):
    assert main(["place", *line.split()]) == 0
    assert capsys.readouterr() == (f"{told}\n", "")
    assert main(["place", *line.split(), "--json"]) == 0
    count, *_, number, _ = told.split()
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "counted"
    assert answer["answer"] == {"number": int(number), "count": int(count)}


def test_boards_with_holes_come_from_text_files(capsys, tmp_path):
    path = tmp_path / "ring.txt"
    path.write_text("...\n.#.\n...\n", encoding="utf-8")
    assert main(["place", "king", str(path)]) == 0
    out = capsys.readouterr().out
    assert "|#|" in out
    assert "\n4 kings\n" in out
    assert main(["color", "king", str(path)]) == 0
    assert "\n3 colors\n" in capsys.readouterr().out  # and 4 with the centre


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
@pytest.mark.parametrize("line", ["place king 3", "color king 3", "queens 5"])
def test_pictures_are_what_their_suffix_says(line, suffix, tmp_path, capsys):
    path = tmp_path / f"picture.{suffix}"
    assert main([*line.split(), "--save", str(path)]) == 0
    assert capsys.readouterr().err == f"saved {path}\n"
    assert path.read_bytes().startswith({"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[suffix])


@pytest.mark.parametrize("line", ["place king 3", "color king 3", "queens 5"])
def test_the_answer_is_told_even_if_its_picture_cannot_be_saved(
    line, monkeypatch, tmp_path, capsys
):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.Path, "write_bytes", full)
    assert main([*line.split(), "--save", str(tmp_path / "picture.svg")]) == 2
    out, err = capsys.readouterr()
    assert out
    assert "No space left" in err


def test_a_time_out_prints_the_best_so_far_and_what_is_proved(capsys, tmp_path):
    G = icosian.knight_graph(9)
    picture = tmp_path / "best.svg"
    line = ["place", "knight", "9", "--dominate", "--timeout", "0"]
    assert main([*line, "--save", str(picture)]) == 3
    out, err = capsys.readouterr()
    pieces = squares(out)
    assert nx.is_dominating_set(G, pieces)
    number, reason = out.splitlines()[-2:]
    assert number == f"{len(pieces)} knights, the best so far"
    assert reason.startswith("At least ")
    assert err.startswith(f"saved {picture}\nicosian: ")
    assert err.count("\n") == 2
    assert picture.exists()
    assert main([*line, "--json"]) == 3
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["result"] == "undecided"
    assert err == f"icosian: {answer['reason']}\n"
    assert nx.is_dominating_set(G, map(tuple, answer["answer"]["nodes"]))
    assert answer["answer"]["bound"] <= 14 <= answer["answer"]["number"]  # OEIS A006075


def test_a_time_out_of_a_count_exits_with_3(capsys, tmp_path):
    assert main(["queens", "9", "--count", "--timeout", "0"]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("icosian: not counted within 0")
    journal = str(tmp_path / "queens.jsonl")
    assert main(["queens", "9", "--count", "--timeout", "0", "--journal", journal, "--json"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["result"] == "undecided"
    assert "goes on" not in err  # nothing was stored


@pytest.mark.parametrize(
    ("line", "message"),
    [
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
        ("queens 8 --all --journal {folder}/j", "--journal goes with --count"),
        ("queens 8 --timeout 1", "--timeout goes with --count"),
        ("queens 8 --count --timeout nan", "timeout must be seconds of at least 0, got nan"),
        ("queens 8 --count --save q.svg", "--save goes with "),
        ("queens 8 --save q.bmp", "q.bmp"),
        (
            "queens 8 --count --torus --jobs 2",
            "--dask and --journal are for counts without",
        ),
        ("queens 8 --count --fixed a1 --journal {folder}/j", "are for counts without --fixed"),
        ("queens 8 --count --journal {folder}/no/j", "the folder of a journal must exist"),
        ("queens 8 --count --journal {folder}/text", "text is not a journal of this work"),
        ("queens 8 --fixed z9", "'z9' is not on the 8 x 8 board"),
        ("queens 8 --fixed 8,8", "(8, 8) is not on the 8 x 8 board"),
        ("queens 8 --fixed first", "a letter and a number such as b1, got 'first'"),
        ("queens 8 --fixed a1,b2", "the fixed queens on b2 and a1 attack each other"),
        ("queens 8 --fixed a1 --forbidden a1", "a1 is both fixed and forbidden"),
        ("queens 8 --regions nowhere.txt", "nowhere.txt: no such file"),
        ("queens 8 --regions {folder}", "is a directory"),
        ("queens 8 --regions {folder}/bytes", "bytes, line 1: this is not text in UTF-8"),
        ("queens 8 --regions {folder}/text", "the regions must cover the board: 8 rows of 8"),
        ("queens 4 --regions {folder}/text --torus", "regions are for plain boards"),
        ("place", "missing argument 'PIECE BOARD | GRAPH'"),
        ("place knight", "knight needs a board, such as knight 8x8"),
        ("place 8x8", "give a piece and a board, such as knight 8x8, or a graph file (.atsp"),
        ("place knight 8 8", "got 'knight 8 8'"),
        ("place dragon 8", "'dragon' is neither knight"),
        ("place knight 8.5", "neither a size such as 8 or 3x10 nor a readable file"),
        ("place knight 0", "board sides must be integers of at least 1, got 0 x 0"),
        ("place nowhere.g6", "icosian: nowhere.g6: no such file"),
        ("place {petersen} --torus", "--torus is for boards"),
        ("place {folder}/directed.json", "undirected graphs only"),
        ("place king 8 --total", "--total goes with --dominate"),
        ("place king 8 --dominate --count", "are for pieces that attack no other"),
        ("place king 8 --dominate --pieces 3", "are for pieces that attack no other"),
        ("place king 8 --dominate --total --independent", "exclude each other"),
        ("place king 8 --pieces -1", "-1 is not in the range x>=0"),
        ("place king 8 --count --save k.svg", "--save goes with a single placement"),
        ("place king 8 --timeout nan", "timeout must be seconds of at least 0, got nan"),
        ("color", "missing argument 'PIECE BOARD | GRAPH'"),
        ("color king", "king needs a board, such as king 8x8"),
        ("color king 8 --timeout -1", "timeout must be seconds of at least 0, got -1"),
        ("color king 8 --save /no/such/folder/k.svg", "folder of a picture must exist"),
        ("color {folder}/directed.json", "undirected graphs only"),
    ],
)
def test_bad_use_is_one_line_and_exit_code_2(line, message, capsys, tmp_path):
    tmp_path.joinpath("text").write_text("abc\n", encoding="utf-8")
    tmp_path.joinpath("bytes").write_bytes(b"\xff\xfe\x00")
    directed = nx.node_link_data(nx.DiGraph([(1, 2)]), edges="edges")
    tmp_path.joinpath("directed.json").write_text(json.dumps(directed), encoding="utf-8")
    assert main(line.format(folder=tmp_path, petersen=PETERSEN).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("icosian: ")
    assert err.count("\n") == 1
    assert message.lower() in err.lower()


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("--help", "icosian queens 8 --count"),
        ("queens --help", "icosian queens 8 --save queens.svg"),
        ("place --help", "icosian place knight 8x8"),
        ("color --help", "icosian color queen 8x8"),
    ],
)
def test_help_shows_examples_and_exit_codes_on_lines_of_their_own(line, example, capsys):
    assert main(line.split()) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert any(line.startswith(example) for line in lines)
    assert any(line.startswith("Exit codes: 0 ") for line in lines)


def test_help_loads_nothing_heavy():
    script = (
        "import sys; from icosian.cli import main; main(['queens', '--help']);"
        "heavy = {'numba', 'scipy', 'rich', 'icosian.placements'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"[]"
