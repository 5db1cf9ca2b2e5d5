"""Lengths with bounds: the gap and its sentence."""

from together import together

from icosian.routes import Walk
from icosian.tours import ShortestTour


@together(
    ("length", "bound", "gap"),
    [(10, 9, 0.1), (-10, -11, 0.1), (0, 0, 0), (0, -1, float("inf")), (5, None, float("inf"))],
)
def test_the_gap_is_the_part_of_the_length_that_may_be_too_much(length, bound, gap):
    known = {"is_closed": False, "length": length, "bound": bound}
    tour, walk = ShortestTour("ab", **known), Walk(["ab"], **known)
    assert tour.gap == walk.gap == gap
    assert tour.explain() == walk.explain().replace("no walk is", "no tour is")
