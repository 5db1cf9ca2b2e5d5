"""Lengths of places that are read where they matter, compared with all lengths."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from icosian.proofs import DualWeights
from icosian.proofs.certificate import unlimited
from icosian.proofs.claim import Claim
from icosian.proofs.lengths import PlaceLengths, cycle_problem
from icosian.proofs.relaxations import ShorterTours

randoms = st.integers(0, 2**32).map(Random)


class Line:
    """Places on a line; they count how many lengths are asked for."""

    directed, unit = False, 1

    def __init__(self, spots):
        self.nodes, self._spots = tuple(range(len(spots))), spots
        self.asked = 0

    def length(self, i, j):
        return abs(self._spots[i] - self._spots[j])

    def near(self, i, most=None):
        row = {j: self.length(i, j) for j in self.nodes if j != i}
        found = {j: c for j, c in row.items() if most is None or c <= most}
        self.asked += len(found)
        return found

    def spots(self):
        return [(spot,) for spot in self._spots]


class Hidden(Line):
    """The same places, of which only near ones are found."""

    spots = property()


class Silent(Line):
    """The same places, all of whose lengths are read."""

    near = property()


def random_places(random, most=8):
    spread = random.choice((9, 100, 10**6))
    return [random.randrange(spread) for _ in range(random.randint(3, most))]


def problem_of(places, question, random):
    order = random.sample(places.nodes, len(places.nodes))
    return cycle_problem(places, Claim(**question), order, None, "weight", unlimited)


QUESTIONS = [
    {"closed": True, "start": None, "end": None},
    {"closed": False, "start": None, "end": None},
    {"closed": False, "start": 0, "end": None},
    {"closed": False, "start": 2, "end": 1},
]


@pytest.mark.parametrize("question", QUESTIONS)
@given(randoms)
def test_rows_are_those_of_all_lengths(question, random):
    spots, seed = random_places(random), random.random()
    lazy = problem_of(Line(spots), question, Random(seed))
    whole = problem_of(Silent(spots), question, Random(seed))
    assert isinstance(lazy.lengths, PlaceLengths)
    assert isinstance(whole.lengths, list)
    assert list(lazy.lengths) == lazy.lengths[:] == whole.lengths
    assert (lazy.required, lazy.unit) == (whole.required, whole.unit)


@given(randoms)
def test_no_edge_within_the_limit_is_left_out(random):
    lengths = problem_of(Line(random_places(random)), random.choice(QUESTIONS), random).lengths
    scale, most = random.choice((1, 3)), random.randint(-30, 30)
    ends = [random.randint(-30, 60) for _ in lengths]
    found = {}
    for u, row in lengths.within(ends, scale, most, unlimited):
        for v, c in row.items():
            found[min(u, v), max(u, v)] = c
    for u, row in enumerate(lengths):
        for v, c in row.items():
            assert found.get((u, v), c) == c
            assert (u, v) in found or scale * c - ends[u] - ends[v] > most


@pytest.mark.parametrize("question", QUESTIONS)
@given(randoms)
def test_what_is_proved_does_not_depend_on_how_lengths_are_read(question, random):
    spots, seed = random_places(random), random.random()
    problems = [problem_of(kind(spots), question, Random(seed)) for kind in (Line, Hidden, Silent)]
    size, scale = len(problems[0].lengths), random.choice((1, 2))
    families = [(tuple(random.sample(range(size), random.randint(1, size - 1))),)]

    def weights():
        high = random.choice((1, 9, scale * max(spots)))
        return DualWeights(
            potentials=tuple(random.randint(-high, high) for _ in range(size)),
            families=((0, random.randint(1, high + 1)),) if random.random() < 0.5 else (),
        )

    root, leaf = random.choice((None, weights())), weights()
    u, v = sorted(random.sample(range(size), 2))
    cases = [(set(), set())]
    if v in problems[1].lengths[u]:
        cases += [({(u, v)}, set()), (set(), {(u, v)})]
    most = random.randint(-9, scale * 3 * max(spots))
    for used, unused in cases:
        answers = []
        for problem in problems:
            tours = ShorterTours(problem, families, scale, most, unlimited)
            if root is not None:
                tours.exclude(root)
            answers.append((tours.are_none(leaf, used, unused), list(tours.edges), tours.required))
        assert answers[0] == answers[1] == answers[2]


@given(randoms)
def test_the_best_ways_from_each_part_are_found(random):
    spots = random_places(random, most=40)
    lengths = problem_of(Line(spots), random.choice(QUESTIONS), random).lengths
    size, scale = len(lengths), random.choice((1, 3))
    ends = [random.randint(-30, 60) for _ in range(size)]
    part = [random.randint(-1, 3) for _ in range(size)]
    best = {}
    for u, row in enumerate(lengths):
        for v, c in row.items():
            if part[u] != part[v] and -1 not in (part[u], part[v]):
                for p in (part[u], part[v]):
                    best[p] = min(scale * c - ends[u] - ends[v], best.get(p, 10**9))
    found = lengths.ways(ends, scale, part, unlimited)
    assert sorted((part[u], rest) for rest, u, _ in found) == sorted(best.items())
    rows = lengths[:]
    for rest, u, v in found:
        assert part[u] != part[v]
        assert rest == scale * rows[min(u, v)][max(u, v)] - ends[u] - ends[v]


def test_a_1_tree_of_many_places_is_checked_with_few_lengths():
    random = Random(1)
    places = Line(random.sample(range(10**6), 400))
    problem = problem_of(places, QUESTIONS[0], random)
    span = max(places._spots) - min(places._spots)
    none = DualWeights(potentials=(0,) * 400)
    near_half = ShorterTours(problem, (), 1, span // 2, unlimited)
    assert near_half.are_none(none, set(), set())
    assert places.asked < 20_000
    assert not ShorterTours(problem, (), 1, 2 * span, unlimited).are_none(none, set(), set())
