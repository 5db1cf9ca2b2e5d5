"""Full disks and Ctrl-C at any moment: nothing is lost, and the next call works."""

import importlib
import pkgutil
import random
import signal
import sys
from contextlib import contextmanager, suppress
from itertools import islice

import hostile
import pytest

import icosian
from icosian import IcosianError, count_hamiltonian_cycles, count_queens, knight_graph
from icosian._kernels._jit import is_forbidden
from icosian.placements import queens_count
from icosian.tours.count import exchange as checkpoint, functions as api

pytest.importorskip("resource", reason="limits of Unix")
BOARD, CYCLES = (knight_graph(5, 6), 8) if is_forbidden() else (knight_graph(6), 9862)


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 100, 1500, 5000, 20_000])
def test_a_checkpoint_on_a_full_disk_leaves_the_one_before(size, tmp_path, monkeypatch):
    monkeypatch.setattr(api, "FEW", 0)
    monkeypatch.setattr(checkpoint, "INTERVAL", 0)
    monkeypatch.setattr(checkpoint, "BURDEN", 0)
    try:
        with hostile.full_disk(size):
            assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path) == CYCLES
    except OSError as error:
        assert not isinstance(error, IcosianError)
    assert not [path for path in tmp_path.iterdir() if path.suffix not in {".json", ".i64"}]
    assert count_hamiltonian_cycles(BOARD, checkpoint=tmp_path) == CYCLES
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


@pytest.mark.parametrize("size", [0, 50, 100])
def test_a_journal_on_a_full_disk_keeps_what_fits(size, tmp_path, monkeypatch):
    monkeypatch.setattr(queens_count, "BORDERS_FROM", 4)
    monkeypatch.setattr(queens_count, "PART_SECONDS", 1e-8)
    journal = tmp_path / "queens.jsonl"
    with hostile.full_disk(size), pytest.raises(OSError, match="File too large"):
        count_queens(9, checkpoint=journal)
    assert count_queens(9, checkpoint=journal) == 352
    assert list(tmp_path.iterdir()) == [journal]


def test_a_tour_on_a_full_disk_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "knights.tour"
    tour = knight_graph(6).hamiltonian_cycle()
    icosian.write_tour(tour, path)
    before = path.read_bytes()
    with hostile.full_disk(20), pytest.raises(OSError, match="File too large"):
        icosian.write_tour(tour, path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def exhausted(iterator):
    return sum(1 for _ in islice(iterator, 10**9))


LONG = {
    "cycle": lambda: icosian.hamiltonian_cycle(knight_graph(3, 8), method="rotations"),
    "path": lambda: icosian.hamiltonian_path(knight_graph(9), (0, 1), method="backtrack"),
    "proof": lambda: icosian.prove_no_hamiltonian_cycle(icosian.king_graph(60), timeout=60),
    "large": lambda: exhausted(icosian.knights_tour(10 + 2 * k) for k in range(500)),
    "list": lambda: exhausted(icosian.hamiltonian_cycles(knight_graph(8))),
    "states": lambda: count_hamiltonian_cycles(knight_graph(8)),
    "queens": lambda: count_queens(20),
    "placements": lambda: exhausted(icosian.all_queens(15)),
    "random": lambda: [icosian.random_hamiltonian_cycle(knight_graph(6)) for _ in range(10**4)],
    "dominating": lambda: icosian.minimum_dominating_set(icosian.queen_graph(17)),
    "independent": lambda: icosian.count_independent_sets(icosian.knight_graph(12), 30),
    "coloring": lambda: icosian.minimum_coloring(icosian.queen_graph(12)),
    "dijkstra": lambda: [icosian.dijkstra(knight_graph(80), (0, 0)) for _ in range(10**4)],
}


def assert_everything_works():
    assert knight_graph(6).hamiltonian_cycle(seed=1).is_closed
    assert count_hamiltonian_cycles(knight_graph(3, 10)) == 16
    assert exhausted(icosian.hamiltonian_cycles(knight_graph(3, 10))) == 16
    assert count_queens(8) == 92
    assert len(icosian.minimum_dominating_set(icosian.queen_graph(5))) == 3
    assert len(icosian.maximum_independent_set(icosian.king_graph(5))) == 9
    assert len(icosian.dijkstra(knight_graph(5), (0, 0)).path((4, 4))) == 5


FOREIGN = ("highspy", "numba", "numpy", "pysat.solvers", "scipy.optimize", "scipy.sparse.csgraph")


@pytest.fixture(scope="module")
def imported():
    """Import what these calls need: a foreign import that is interrupted may not recover."""
    for name in FOREIGN:
        importlib.import_module(name)
    for module in pkgutil.walk_packages(icosian.__path__, "icosian."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert_everything_works()
    icosian.minimum_coloring(icosian.queen_graph(6))
    icosian.prove_no_hamiltonian_cycle(knight_graph(5))


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_at_any_moment_ends_a_call_and_the_next_one_works(name, imported):
    rng = random.Random(name)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), ctrl_c(rng.randrange(10_000)):
            whole(LONG[name])
    assert_everything_works()


def whole(call):
    """Make a call, and press Ctrl-C if it was quick."""
    with suppress(IcosianError):
        call()
    signal.raise_signal(signal.SIGINT)


@contextmanager
def ctrl_c(after):
    """Press Ctrl-C after so many calls and returns, and again if a callback loses it."""
    hook = sys.unraisablehook

    def press(frame, event, arg):  # Python stops calling it when it raises
        nonlocal after
        after -= 1
        if after <= 0:
            signal.raise_signal(signal.SIGINT)

    def lost(unraisable):
        if unraisable.exc_type is KeyboardInterrupt:
            sys.setprofile(press)
        else:
            hook(unraisable)

    sys.unraisablehook = lost
    sys.setprofile(press)
    try:
        yield
    finally:
        sys.setprofile(None)
        sys.unraisablehook = hook
