"""The searches of tours in an order, or that leave out places, without a linear program."""

import math
from math import lcm

import pytest

import icosian
from icosian._run.clock import Clock
from icosian.tours.shortest import local_search, question as questions
from icosian.tours.shortest.local_search import OrderSearch
from icosian.tours.shortest.relaxation.cutting_planes import Incumbent
from tests.naive import as_printed
from tests.tours.shortest.orders import least_length, random_order
from tests.tours.shortest.selections import least_cost, random_question


class Asked(Exception):
    """The statement of a question."""


def statement(monkeypatch, places, **question):
    """Return the statement that a question is turned into."""

    def solve(part, *_, **__):
        raise Asked(part)

    with monkeypatch.context() as patch:
        patch.setattr(questions, "solve_statement", solve)
        with pytest.raises(Asked) as caught:
            icosian.shortest_tour(places, **question)
    return caught.value.args[0]


def ordered(seeds):
    """Yield places with what is asked of them, and the least length."""
    for seed in seeds:
        places, question = random_order(seed)
        least = least_length(places, **question)
        if (
            least is not None
            and len(places) > 3
            and any(len(some) > 1 for some in question["order"])
        ):
            yield places, question, least


def searched(part, seed=0, clock=None):
    """Return the tour that a search of a statement finds, and its length."""
    search = OrderSearch(part, Clock() if clock is None else clock, seed)
    first = search.first()
    best = Incumbent(part.measured, first, part.measured(first), 0.0, lambda length: None)
    search.begin(best)
    return best.tour, best.length


def test_the_search_alone_finds_the_best_of_few_places(monkeypatch):
    for seed, (places, question, least) in enumerate(ordered(range(60))):
        part = statement(monkeypatch, places, **question)
        tour, length = searched(part, seed)
        assert length == part.measured(tour) == least, seed


def test_a_seed_gives_the_same_tour_and_no_time_the_first_one(monkeypatch):
    places, question = random_order(11, most=7)
    part = statement(monkeypatch, places, **question)
    assert searched(part, 5) == searched(part, 5)
    first = OrderSearch(part, Clock(), 5).first()
    assert searched(part, 5, Clock(0.0))[1] <= part.measured(first)


def test_potentials_of_an_assignment_are_a_bound(monkeypatch):
    for places, question, least in ordered(range(20)):
        search = OrderSearch(statement(monkeypatch, places, **question), Clock(), 0)
        assert search.potentials.sum() <= least
    monkeypatch.setattr(local_search.OrderSearch, "begin", lambda *_: None)
    places = icosian.Places.from_matrix([[0, 5, 9, 4], [2, 0, 7, 7], [8, 1, 0, 6], [3, 9, 2, 0]])
    tour = icosian.shortest_tour(places, closed=False, order=[(2, 1)], timeout=0.0)
    assert tour.bound is None or 0 < tour.bound <= tour.length < math.inf


def test_the_search_alone_mostly_finds_which_of_few_places_to_leave_out(monkeypatch):
    found = 0
    for seed in range(40):
        places, question = random_question(seed, unit=1)
        part = statement(monkeypatch, places, **question)
        search = part.search(Clock(), seed)
        costs = {part.measured(tour): tour for tour in (search.first(), *part.tours)}
        cost = min(costs.keys() - {None})
        best = Incumbent(part.measured, costs[cost], cost, 0.0, lambda length: None)
        search.begin(best)
        unit = lcm(*(as_printed(prize).denominator for prize in question["prizes"].values()))
        least = unit * least_cost(places, **question)
        assert best.length >= least, seed
        found += best.length == least
    assert found >= 36
