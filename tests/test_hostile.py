"""Hostile files and command lines end in an error of one line, and never exhaust the machine."""

import ast
import contextlib
import gzip
import json
import pathlib
import re
import tracemalloc

import hostile
import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from together import examples, together

import icosian
from icosian._io import memory as _memory, text as _text
from icosian._io.text import write_atomically
from icosian.cli import main
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.files.graphs import read_graph

SOURCES = sorted(pathlib.Path(icosian.__file__).parent.rglob("*.py"))
NAMES = sorted(hostile.READERS)
FOUND = sorted((pathlib.Path(__file__).parent / "data" / "hostile").iterdir())
"""Inputs that once raised something else, each named after its target in tests/fuzz/readers.py."""


def written(folder, name, content):
    path = folder / name
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return path


@together("name", NAMES)
def test_every_reader_understands_its_samples(name, tmp_path):
    for content in hostile.READERS[name][1]:
        message = hostile.attempt(name, written(tmp_path, name, content))
        assert message is None or name == "proof.json"  # each is of one of the graphs


@st.composite
def damaged(draw, content):
    """Change a valid content as chance, or malice, does."""
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["number", "token", "cut", "line", "twice", "bytes", "ends"]))
        spot = draw(st.integers(0, len(content)))
        if kind == "number":
            if found := list(re.finditer(rb"-?[0-9.]+", content)):
                match = found[spot % len(found)]
                new = draw(st.sampled_from(hostile.NUMBERS)).encode()
                content = content[: match.start()] + new + content[match.end() :]
        elif kind == "token":
            content = content[:spot] + draw(st.sampled_from(hostile.TOKENS)) + content[spot:]
        elif kind == "cut":
            content = content[:spot]
        elif kind == "line":
            lines = content.splitlines(keepends=True)
            content = b"".join(lines[: spot % 9] + lines[spot % 9 + 1 :])
        elif kind == "twice":
            size = draw(st.integers(1, 40))
            content = content[: spot + size] + content[spot:]
        elif kind == "bytes":
            size = draw(st.integers(0, 3))
            content = content[:spot] + draw(st.binary(max_size=5)) + content[spot + size :]
        else:
            content = content.replace(
                b"\n", draw(st.sampled_from([b"\r", b"\r\n", b"\0", b"\x85"]))
            )
    return content


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@examples(10)
def test_a_damaged_file_is_read_or_refused_in_one_line(name, data, tmp_path_factory):
    content = data.draw(st.sampled_from(hostile.READERS[name][1]).flatmap(damaged))
    packed = data.draw(st.sampled_from(["", ".gz"])) if name.startswith("graph") else ""
    path = written(tmp_path_factory.mktemp("hostile"), name + packed, content)
    hostile.attempt(name, path)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@given(content=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
@examples(10)
def test_any_bytes_are_read_or_refused_in_one_line(name, content, tmp_path_factory):
    hostile.attempt(name, written(tmp_path_factory.mktemp("any"), name, content))


LINKED = '{{"nodes": [{{"id": {}}}, {{"id": 2}}], "edges": [{{"source": 2, "target": {}}}]}}'


@together(
    ("content", "reason"),
    [
        ('{"nodes": [], "nodes": [], "edges": []}', "key 'nodes' comes twice"),
        (LINKED.format("NaN", 2), "'NaN' is not a finite number"),
        (LINKED.format(1, "-Infinity"), "not a finite number"),
        (LINKED.format("1e999", 2), "'1e999' is not a finite number"),
        (LINKED.format('"\\ud800"', 2), "half a character"),
        (LINKED.format("9" * 30, 2), "64 bits"),
        (LINKED.format(f"[{'9' * 30}]", 2), "64 bits"),
        ('{"nodes": [], "edges": [], "graph": "' + "x" * 10_000 + '"}', "'graph' holds attributes"),
        ('{"nodes": [{"id": 1, "' + "x" * 10_000, "Unterminated"),
        ("[" * 100_000, "too many brackets"),
        ("9" * 5000, "digits"),
    ],
)
def test_json_on_which_readers_may_differ_is_refused(content, reason, tmp_path):
    path = written(tmp_path, "graph.json", content.encode())
    with pytest.raises(InvalidArgument, match=rf"graph\.json: .*{reason}"):
        read_graph(path)
    assert len(hostile.attempt("graph.json", path)) < 300 + len(str(path))


ENTITIES = "".join(f'<!ENTITY a{k + 1} "{f"&a{k};" * 10}">' for k in range(9))


@pytest.mark.parametrize(
    "document",
    [
        f'<!DOCTYPE g [<!ENTITY a0 "lol">{ENTITIES}]><graphml>&a9;</graphml>',
        '<!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]><graphml>&x;</graphml>',
        '<!DOCTYPE g [<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;]><graphml/>',
    ],
)
def test_graphml_with_entities_is_refused(document, tmp_path):
    with pytest.raises(InvalidArgument, match="declaration of entities"):
        read_graph(written(tmp_path, "graph.graphml", document.encode()))


def test_a_document_type_declaration_is_accepted(tmp_path):
    content = hostile.READERS["graph.graphml"][1][0]
    content = content.replace(b"<graphml", b'<!DOCTYPE graphml SYSTEM "graphml.dtd">\n<graphml', 1)
    assert len(read_graph(written(tmp_path, "graph.graphml", content))) == 6


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("huge.col", b"p edge 9999999 1\n"),
        ("huge.s6.gz", b":~~?@????\n"),
        ("bomb.json.gz", b"[" + b"0," * 3_000_000 + b"0]"),
        ("bomb.graphml.gz", b"<a/>" * 1_500_000),
        ("bomb.col.gz", b"c " + b" " * 6_000_000),
    ],
)
def test_a_small_file_cannot_claim_much_memory(name, content, tmp_path, monkeypatch):
    monkeypatch.setattr(_text, "CHEAP_BYTES", 50_000)
    path = written(tmp_path, name, content)
    tracemalloc.start()
    try:
        with pytest.raises(InvalidArgument, match=rf"{name}.*(too small|too long|at most)"):
            read_graph(path)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


def test_a_graph_that_memory_does_not_hold_is_refused_before_it_is_made(tmp_path, monkeypatch):
    dense = written(tmp_path, "dense.g6", b"~?Fs" + b"~" * 20_791 + b"{\n")
    pairs = written(tmp_path, "pairs.s6", b":~?Cg" + b"@" * 400_000)
    lines = written(tmp_path, "lines.hcp", hostile.HCP.replace(b"4 5\n", b"4 5\n" * 10_000))
    monkeypatch.setattr(_memory, "free_memory", lambda: 20_000_000)
    for path in (dense, pairs):
        with pytest.raises(InvalidArgument, match=r"line 1: .* edges needs at least .* are free"):
            read_graph(path)
    monkeypatch.setattr(_text, "free_memory", lambda: 1_000_000)
    with pytest.raises(InvalidArgument, match=r"line \d+: .*too long for the 1.00 MB of free"):
        read_graph(lines)
    for ask in (icosian.knight_graph, icosian.knights_tour):
        with pytest.raises(InvalidArgument, match=r"1,\d+,\d+,\d+ squares needs at least"):
            ask(40_000)


BOARDS = [
    *("bishop_graph", "grid_graph", "hex_graph", "king_graph", "knight_graph", "queen_graph"),
    *("rook_graph", "triangular_graph"),
]


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_that_memory_does_not_hold_is_refused_before_its_first_square(name, monkeypatch):
    generator = getattr(icosian, name)
    tracemalloc.start()
    try:
        with pytest.raises(InvalidArgument, match="a board has at most 2,147,483,647 squares"):
            generator(10**9)
        monkeypatch.setattr(_memory, "free_memory", lambda: 20_000_000)
        with pytest.raises(InvalidArgument, match=r"needs at least .* of memory, 20.0 MB are free"):
            generator(1_000)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_leapers_riders_and_lists_of_squares_are_refused_as_early(monkeypatch):
    monkeypatch.setattr(_memory, "free_memory", lambda: 20_000_000)
    for ask in (
        lambda: icosian.leaper_graph(1, 2, 1_000),
        lambda: icosian.rider_graph(1, 2, 1_000),
        lambda: icosian.queen_graph(150),
        lambda: icosian.Board((1_000, 1_000)).squares,
    ):
        with pytest.raises(InvalidArgument, match=r"squares needs at least .* are free"):
            ask()


@together("path", [5, None, 1.5, b"a.hcp", ["a.hcp"], "a\0.hcp", "a\ud800.hcp"], ids=repr)
def test_what_is_not_a_path_is_refused(path):
    G = nx.cycle_graph(3)
    tour = icosian.hamiltonian_cycle(G)
    for ask in (
        icosian.read_graph,
        icosian.read_graphs,
        icosian.read_graph,
        icosian.read_route_map,
        lambda path: icosian.read_tour(path, G),
        lambda path: icosian.write_tour(tour, path),
        lambda path: icosian.files.write_tsplib(G, path),
        lambda path: icosian.save(tour, path),
        lambda path: write_atomically(path, b""),
    ):
        with pytest.raises(InvalidArgument, match=r"path .*(must be a string|has a character)"):
            ask(path)


def run(capsys, *arguments):
    """Run a command line, which must end as promised, and return its exit code and error."""
    with contextlib.suppress(SystemExit):
        code = main(list(arguments))
        error = capsys.readouterr().err
        assert code in {0, 1, 2, 3}
        assert code != 2 or all(line.startswith("icosian: ") for line in error.splitlines())
        return code, error
    raise AssertionError("the process was ended")


FREE = 8192
LONG = "9" * 5000


@pytest.mark.parametrize(
    "arguments",
    [
        ("tour", LONG),
        ("tour", "8x" + LONG),
        ("tour", "40000x40000"),
        ("tour", "-8x8"),
        ("tour", "x"),
        ("tour", "\0"),
        ("tour", "8", "--start", f"{LONG},1"),
        ("tour", "8", "--start", "\u0663,1"),
        ("tour", "8", "--piece", f"{LONG},1"),
        ("tour", "8", "--timeout", "nan"),
        ("tour", "8", "--seed", LONG),
        ("tour", "8", "--save", "/a\0b.svg"),
        ("tour", "1x" * 1000 + "1"),
        ("tour", "/dev/zero"),
        ("prove", "30000x30000"),
        ("solve", "a\0.hcp"),
        ("check", "/dev/zero", "3"),
        ("count", "6", "--memory", LONG),
        ("route", "a\0.csv", "a", "b"),
        ("color", "queen", "30000x30000"),
        ("queens", "9" * 45),
        ("queens", "9" * 4000),
        ("queens", "1" + "0" * 45 + "1", "--torus"),
        ("queens", "1" + "0" * 45, "--fixed", "a1"),
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_a_hostile_command_line_is_refused_in_one_line(arguments, capsys, monkeypatch):
    monkeypatch.setattr(_text, "LONGEST_LINE", 1 << 20)  # of what never ends
    code, error = run(capsys, *arguments)
    assert code in {1, 2}
    assert error.startswith("icosian: ")
    assert len(error) < 6000


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_inputs_that_a_fuzzer_found_are_refused_in_one_line(path, capsys, tmp_path):
    target, _, _ = path.name.partition("--")
    if target == "command":
        run(capsys, *path.read_text(encoding="utf-8").split("\n"))
    else:
        hostile.attempt(target, written(tmp_path, target, path.read_bytes()))


WORDS = st.sampled_from(
    [
        *("tour", "prove", "check", "solve", "count", "list", "random", "queens", "place", "color"),
        *("route", "play", "3x4", "4", "3", "-", "--closed", "--open", "--start", "--end", "a1"),
        *("--piece", "king", "2,3", "--json", "--timeout", "0.1", "--seed", "--limit", "1", "--n"),
        *("--save", "--help", "--version", "--all", "--count", "queen", "nan", "-1", "0", "", "\0"),
        *("ring.hcp", "ring.json", "roads.csv", "board.txt", "proof.json", "A", "C", "no.hcp", "."),
    ]
)


@given(words=st.lists(WORDS, min_size=1, max_size=7))
@settings(examples(10), suppress_health_check=list(HealthCheck))
def test_any_command_line_ends_with_a_code(words, tmp_path_factory, capsys):
    folder = tmp_path_factory.mktemp("commands")
    for name, content in [("ring.hcp", hostile.HCP), ("roads.csv", hostile.ROADS)]:
        written(folder, name, content)
    written(folder, "board.txt", hostile.BOARD)
    written(folder, "ring.json", hostile.READERS["graph.json"][1][0])
    written(folder, "proof.json", hostile.READERS["proof.json"][1][0])
    with contextlib.chdir(folder):
        run(capsys, *words, "--timeout", "1") if words[0] == "tour" else run(capsys, *words)


@pytest.mark.slow
def test_nothing_in_the_source_runs_what_it_reads():
    modules = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "ctypes"}
    names = {"eval", "exec", "compile", "__import__"}
    suspicious = re.compile("|".join([*modules, *names, "allow_pickle", "shell"]))
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text if suspicious.search(text) else "")):
            if isinstance(node, ast.Import):
                assert not modules & {alias.name.split(".")[0] for alias in node.names}, path
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] not in modules, path
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in names, path
            elif isinstance(node, ast.keyword):
                assert (node.arg, ast.unparse(node.value)) != ("allow_pickle", "True"), path
                assert (node.arg, ast.unparse(node.value)) != ("shell", "True"), path


SAVES = {
    "old.hcp": lambda path: icosian.files.write_tsplib(nx.cycle_graph(2_000), path),
    "old.tour": lambda path: icosian.write_tour(icosian.knights_tour(60), path),
    "old.svg": lambda path: icosian.save(icosian.knights_tour(30), path),
}


@pytest.mark.parametrize("name", SAVES)
def test_a_full_disk_leaves_only_the_old_file(name, tmp_path):
    path = tmp_path / name
    SAVES[name](path)  # all is compiled, and there would be enough to write
    assert path.stat().st_size > FREE
    path.write_bytes(b"old")
    with hostile.full_disk(FREE), pytest.raises(OSError, match="File too large"):
        SAVES[name](path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_command_reports_a_full_disk_in_one_line(tmp_path, capsys):
    path = tmp_path / "old.svg"
    path.write_bytes(b"old")
    arguments = "tour", "30", "--json", "--save", str(path)
    assert main([*arguments[:-1], str(tmp_path / "other.svg")]) == 0
    (tmp_path / "other.svg").unlink()
    capsys.readouterr()
    with hostile.full_disk(FREE):
        code, error = run(capsys, *arguments)
    assert (code, error.count("\n")) == (2, 1)
    assert "File too large" in error
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == b"old"


def test_a_folder_that_cannot_be_written_is_an_os_error_and_stays_as_it_is():
    with pytest.raises(OSError, match="proc"):  # not even the administrator writes there
        write_atomically("/proc/version.json", b"new")
    with pytest.raises(OSError, match="proc"):
        icosian.files.write_tsplib(nx.cycle_graph(3), "/proc/sys/kernel/new.hcp")


def test_a_proof_of_many_boxes_in_each_other_is_refused():
    node = 0
    for _ in range(300):
        node = {"middle": [node, 1]}
    document = {"kind": "Disconnected", "closed": True, "start": None, "end": None, "part": [node]}
    for part in ([node], [[[[0]]]], [1e300], [True]):
        text = json.dumps(document | {"part": part})
        with pytest.raises(InvalidProof):
            icosian.Proof.from_json(text).check(nx.path_graph(4))
