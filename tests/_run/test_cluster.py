"""A cluster of dask whose workers are processes: from the command line, and with one killed."""

import json
import os
import signal
import uuid

import networkx as nx
import pytest

from icosian import count_hamiltonian_cycles, count_queens, knight_graph
from icosian._run import limits, pool
from icosian.cli import main
from icosian.placements import queens_count
from icosian.tours.count import degree_slices, functions as api
from icosian.tours.enumeration import _Enumeration as Listing
from icosian.tours.solve import outcome as race

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster():
    """Give a cluster of two processes."""
    distributed = pytest.importorskip("distributed", reason="dask is no requirement")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def shared_out(monkeypatch):
    """Share out work however small it is."""
    monkeypatch.setattr(queens_count, "BORDERS_FROM", 10)
    monkeypatch.setattr(queens_count, "PART_SECONDS", 1e-6)
    monkeypatch.setattr(degree_slices, "SMALL", 0)
    monkeypatch.setattr(api, "FEW", 0)
    monkeypatch.setattr(limits, "REPORT_SECONDS", 0)
    monkeypatch.setattr("icosian.tours.enumeration.ALONE_SECONDS", 0)
    monkeypatch.setattr(race, "ALONE_SECONDS", 0)


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("queens 12 --count", "14200 ways to place 12 queens\n"),
        pytest.param(
            *("count 6x6 --closed", "9862 closed tours (a tour and its reverse are one)\n"),
            marks=pytest.mark.exhaustive,
        ),
        ("tour 5x5 --closed --piece king --json", None),
    ],
)
def test_a_cluster_changes_no_answer(line, printed, cluster, capsys):
    assert main([*line.split(), "--dask", cluster.scheduler_address]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    assert printed is None or found.out == printed


def test_a_cluster_lists_tours_in_their_order(cluster, capsys):
    line = ["list", "3x10", "--closed", "--json"]
    assert main(line) == 0
    alone = json.loads(capsys.readouterr().out)
    assert main([*line, "--dask", cluster.scheduler_address]) == 0
    assert json.loads(capsys.readouterr().out) == alone
    assert len(alone["answer"]["tours"]) == 16


def test_a_cluster_solves_many_graphs(cluster, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    graphs = [nx.petersen_graph(), nx.dodecahedral_graph(), nx.cubical_graph()]
    files = [f"{k}.g6" for k in range(len(graphs))]
    for G, file in zip(graphs, files, strict=True):
        nx.write_graph6(G, file)
    paths = [str(tmp_path / file) for file in files]
    line = ["solve", *paths, "--json", "--save", str(tmp_path / "tours")]
    assert main([*line, "--dask", cluster.scheduler_address]) == 1
    rows = json.loads(capsys.readouterr().out)["answer"]["graphs"]
    assert [row["result"] for row in rows] == ["impossible", "found", "found"]
    assert sorted(path.name for path in (tmp_path / "tours").iterdir()) == ["1.tour", "2.tour"]


@pytest.mark.parametrize(
    ("task", "name"),
    [(race._run, "icosian-outcome-run"), (Listing.list_branch, "icosian-enumeration-list-branch")],
)
def test_the_dashboard_shows_what_a_task_does(task, name):
    from dask.utils import funcname, key_split

    assert key_split(f"{funcname(pool._Task(None, task))}-{uuid.uuid4()}") == name


def test_no_cluster_is_one_clear_line(capsys):
    assert main(["queens", "8", "--count", "--dask", "nowhere"]) == 2
    assert "no dask cluster at 'nowhere'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ask", "number"),
    [
        pytest.param(
            *(lambda **means: count_queens(12, **means), 14200), marks=pytest.mark.exhaustive
        ),
        (lambda **means: count_hamiltonian_cycles(knight_graph(6), **means), 9862),
    ],
    ids=["queens", "cycles"],
)
def test_a_killed_worker_changes_no_total(ask, number, cluster):
    killed = []
    from distributed import Client

    with Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2)

        def progress(report):
            if report.part and not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        assert ask(executor=client, progress=progress) == number
        client.wait_for_workers(2)  # the nanny starts another one
    assert killed
