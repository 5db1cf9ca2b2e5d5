"""Statistics of a search."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from icosian import knight_graph
from icosian.tours import SearchStats


def test_an_answer_says_how_it_was_found():
    stats = knight_graph(6).hamiltonian_cycle(seed=1).stats
    assert isinstance(stats, SearchStats)
    assert stats.method
    assert stats.steps > 0
    assert stats.seconds > 0


def test_statistics_do_not_change():
    stats = SearchStats(method="rotations", steps=1, seconds=0.5)
    with pytest.raises(FrozenInstanceError):
        stats.steps = 2


def test_statistics_survive_pickling_and_copying():
    stats = SearchStats(method="cdcl", steps=7, seconds=0.5, compile_seconds=2.0)
    assert pickle.loads(pickle.dumps(stats)) == stats
    assert copy.deepcopy(stats) == stats
