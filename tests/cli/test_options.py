"""Options that commands share: what each value means, and what is refused."""

import sys
from concurrent.futures import ThreadPoolExecutor

import click
import pytest
from hypothesis import given, strategies as st
from together import together

from icosian.cli import main
from icosian.cli.options import Read, read_bytes, read_piece
from icosian.cli.subjects import Workers
from icosian.exceptions import InvalidArgument

# what the texts of options mean


@together("name", ["knight", "king", "queen", "rook", "bishop"])
def test_a_chess_piece_is_its_name(name):
    assert read_piece(name) == name


@given(st.integers(0, 10**18 - 1), st.integers(0, 10**18 - 1))
def test_a_leaper_is_its_two_steps(a, b):
    assert read_piece(f"{a},{b}") == (a, b)


@together("value", ["pawn", "Knight", "2,", "2,3,4", "-1,2", " 2,3", ""])
def test_what_is_no_piece_is_refused(value):
    with pytest.raises(InvalidArgument, match="neither knight"):
        read_piece(value)


@together("value", ["", "M", "-1", "1e9", "2T", "5 M", "1.", ".5", "nan"])
def test_what_is_no_number_of_bytes_is_refused(value):
    with pytest.raises(InvalidArgument, match="such as 500M or 2G"):
        read_bytes(value)


def test_what_a_function_refuses_is_an_error_of_the_option():
    with pytest.raises(click.BadParameter, match="neither knight"):
        Read(read_piece).convert("pawn", None, None)


# workers


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_jobs_and_a_cluster_exclude_each_other(kind):
    with pytest.raises(click.UsageError, match="exclude each other"):
        Workers(**{kind: 2}, dask="tcp://x:1")


def test_jobs_are_threads_and_nothing_asked_is_nothing():
    with Workers(threads=3).executor() as executor:
        assert isinstance(executor, ThreadPoolExecutor)
        assert executor._max_workers == 3
    with pytest.raises(RuntimeError, match="shutdown"):
        executor.submit(int)
    with Workers().executor() as executor:
        assert executor is None


def test_one_process_is_this_one_and_more_are_a_pool():
    with Workers(processes=1).executor() as executor:
        assert executor is None
    with Workers(processes=2).executor() as factory, factory() as pool:
        assert pool._max_workers == 2
        assert pool._mp_context.get_start_method() == "spawn"


@pytest.mark.slow
def test_a_cluster_that_does_not_answer_is_a_wrong_use(monkeypatch):
    def client(address, **_):
        raise OSError(f"no way to {address}")

    monkeypatch.setattr("distributed.Client", client)
    address = "tcp://127.0.0.1:1"
    with pytest.raises(click.UsageError, match=f"no dask cluster at '{address}': no way"):
        Workers(dask=address).executor().__enter__()


@pytest.mark.slow
def test_no_client_is_made_for_a_wrong_address(monkeypatch):
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("it hangs at the end"))
    with pytest.raises(click.UsageError, match="no dask cluster at 'nowhere': missing port"):
        Workers(dask="nowhere").executor().__enter__()


def test_a_cluster_without_its_package_is_refused_with_the_command_that_helps(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["count", "4x4", "--dask", "tcp://x:1"]) == 2
    assert "pip install 'icosian[parallel]'" in capsys.readouterr().err
