"""Statistics of a search."""

import copy
import pickle

from icosian import SearchStats


def test_statistics_survive_pickling_and_copying():
    stats = SearchStats(method="cdcl", steps=7, seconds=0.5, compile_seconds=2.0)
    assert pickle.loads(pickle.dumps(stats)) == stats
    assert copy.deepcopy(stats) == stats


def test_statistics_of_version_0_1_have_no_seconds_of_compiling():
    stats = SearchStats.__new__(SearchStats)
    stats.__setstate__(["cdcl", 7, 0.5])
    assert stats == SearchStats(method="cdcl", steps=7, seconds=0.5)
