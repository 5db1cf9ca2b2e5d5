"""Combs of shrunk graphs, against brute force."""

import itertools
from collections import Counter

import naive
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from tours.shortest.points import arrays, check, covers, cycle_cover, mean

from icosian.tours.shortest.relaxation import separation as shrinking
from icosian.tours.shortest.relaxation.separation import (
    NodeSets,
    Support,
    block_combs,
    blossoms,
    shrunk,
)


def found(n, values, tight=()):
    return block_combs(shrunk(Support(n, *arrays(values)), NodeSets.of(tight)))


def near_a_blossom(seed):
    """Return a mean of a violated blossom and some tours on 6 or 7 nodes."""
    rng = np.random.default_rng(seed)
    n, share = int(rng.integers(6, 8)), rng.uniform(0.4, 1)
    name = rng.permutation(n).tolist()
    paths = [[0, 3], [1, 4], [2, 6, 5] if n == 7 else [2, 5]]
    blossom = {pair: 1.0 for path in paths for pair in itertools.pairwise(path)}
    blossom |= dict.fromkeys([(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)], 0.5)
    values = Counter(
        {tuple(sorted((name[u], name[v]))): share * x for (u, v), x in blossom.items()}
    )
    tours = mean([cycle_cover(rng, n, n) for _ in range(2)])
    values.update({edge: (1 - share) * x for edge, x in tours.items()})
    return n, dict(values)


@given(st.integers(0, 10**6).map(near_a_blossom))
@settings(max_examples=25)
def test_the_comb_of_a_block_of_all_nodes_is_the_most_violated_one(point):
    n, values = point
    whole = [v for pair, x in values.items() if x > 1 - 1e-6 for v in pair]
    if naive.violated_sets(n, values) or len(set(whole)) < len(whole):
        return  # then there is no comb to compare, or paths are shrunk
    combs = found(n, values)
    most = naive.most_violated_comb_of_three_teeth(n, values)
    assert combs or most < 2e-3  # the least violation is 1e-3
    if combs:
        assert max(check(n, values, comb) for comb in combs) == pytest.approx(most)


@given(covers(24))
def test_combs_of_blocks_are_violated_and_the_worst_is_first(point):
    n, values = point
    sets = [range(v, v + k) for k in (2, 3, 5) for v in range(n - k)]
    tight = [tuple(nodes) for nodes in sets if naive.crossed(values, set(nodes)) < 2 + 1e-6]
    combs = found(n, values, tight)
    violations = [round(check(n, values, comb), 5) for comb in combs]
    assert violations == sorted(violations, reverse=True)
    assert len(set(combs)) == len(combs)
    assert combs == found(n, values, tight)


@given(st.integers(0, 10**6).map(near_a_blossom))
@settings(max_examples=25)
def test_minimum_cuts_show_a_violated_blossom_if_there_is_one(point):
    n, values = point
    if naive.violated_sets(n, values):
        return
    combs = blossoms(shrunk(Support(n, *arrays(values)), NodeSets.of(())))
    assert all(check(n, values, comb) for comb in combs)
    if naive.violated_combs_of_pairs(n, values, 2e-3):
        assert combs


def test_a_tooth_may_hold_all_nodes_outside_the_block(monkeypatch):
    # A blossom; a long path of whole and half edges takes the place of one end of a tooth.
    values = dict.fromkeys(itertools.combinations((0, 1, 2), 2), 0.5)
    values |= dict.fromkeys(itertools.combinations((3, 4, 5), 2), 0.5)
    values |= {(0, 3): 1.0, (1, 4): 1.0, (2, 6): 1.0}
    rungs = [(6 + 2 * k, 7 + 2 * k) for k in range(4)]
    rails = [(u, v) for a, b in itertools.pairwise(rungs) for u, v in itertools.product(a, b)]
    values |= dict.fromkeys(rails, 0.5)
    monkeypatch.setattr(shrinking, "BLOCK", 6)
    combs = found(14, values)
    assert any(len(tooth) > 7 for comb in combs for tooth in comb[1:])


def test_blocks_end_after_their_steps(monkeypatch):
    values = dict.fromkeys(itertools.combinations(range(9), 2), 0.25)
    monkeypatch.setattr(shrinking, "BLOCK_STEPS", 0)
    assert found(9, values) == []
