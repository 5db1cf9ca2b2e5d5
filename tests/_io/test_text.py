"""Limits on text files: a small file cannot claim much memory."""

import gzip
import tracemalloc
from itertools import product

import pytest
from together import together

from icosian._io import text as _text
from icosian.exceptions import InvalidArgument
from icosian.files.graphs import GRAPH_SUFFIXES, read_graph
from tests.files.samples import WRITERS, numbered, written


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graph.hcp"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("huge.hcp", b"DIMENSION : 9999999\nEDGE_DATA_SECTION\n-1\n"),
        ("huge.hcp.gz", b"DIMENSION : 9999999\nEDGE_DATA_SECTION\n-1\n"),
        ("huge.s6", b":~}~~\n"),
        ("huge.s6", b":~~~~~~~~\n"),
        ("huge.g6", b"~~~~~~~~\n"),
        ("bomb.hcp.gz", b" " * 5_000_000),
        ("bomb.hcp.gz", b"\n" * 1_000_000),
        ("bomb.g6.gz", b"\n" * 1_000_000),
    ],
)
def test_a_small_file_cannot_fill_the_memory(name, content, tmp_path, monkeypatch):
    monkeypatch.setattr(_text, "MOST_BYTES", 100_000)
    monkeypatch.setattr(_text, "LONGEST_LINE", 50_000)
    path = written(tmp_path / name, content)
    assert path.stat().st_size < 100_000
    tracemalloc.start()
    try:
        with pytest.raises(InvalidArgument, match=r"line \d+: .*(too small|too long|at most)"):
            read_graph(path)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_a_large_graph_is_accepted_if_its_file_is_large_enough(path):
    n = 150_000
    edges = "".join(f"{v} {v + 1}\n" for v in range(1, n))
    content = f"DIMENSION : {n}\nEDGE_DATA_SECTION\n{edges}-1\n"
    assert len(read_graph(written(path, content.encode()))) == n


@together(
    ("damage", "suffix"),
    [
        *product(["cut", "not packed"], GRAPH_SUFFIXES),
        *product(
            ["wrong check sum"], [".col", ".edge", ".graphml", ".hcp", ".json"]
        ),  # those read to the end
    ],
)
def test_a_damaged_packed_file_is_refused(damage, suffix, tmp_path):
    content = WRITERS[suffix](numbered(50, [(v, v + 1) for v in range(1, 50)]))
    packed = gzip.compress(content)
    wrong = {
        "cut": packed[: len(packed) // 2],
        "not packed": content,
        "wrong check sum": bytes([*packed[:-8], 255 - packed[-8], *packed[-7:]]),
    }
    path = tmp_path / f"graph{suffix}.gz"
    path.write_bytes(wrong[damage])
    with pytest.raises(InvalidArgument, match=r"gz: the packed file is damaged \(.+\)$"):
        read_graph(path)


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no repr")
