"""Large knight's tours from tiles, and those of long boards of three and four rows."""

import itertools

import pytest
from together import together

import icosian
from icosian import knights as api
from tests.knights.test_api import assert_knights_tour


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "columns", "closed"),
    [
        (512, 512, True),
        pytest.param(501, 502, True, marks=pytest.mark.exhaustive),
        (503, 511, False),
        pytest.param(514, 501, True, marks=pytest.mark.exhaustive),
        pytest.param(5, 50_002, True, marks=pytest.mark.exhaustive),
        pytest.param(50_004, 6, True, marks=pytest.mark.exhaustive),
        pytest.param(7, 40_001, False, marks=pytest.mark.exhaustive),
        pytest.param(3, 90_000, True, marks=pytest.mark.exhaustive),
        (3, 90_001, False),
        pytest.param(90_005, 3, False, marks=pytest.mark.exhaustive),
        (4, 70_003, False),
    ],
)
def test_large_tours_are_put_together_from_tiles_and_strips(rows, columns, closed):
    tour = icosian.knights_tour(rows, columns, closed=closed)
    assert tour.stats.method == "tiles"
    assert_knights_tour(tour, rows, columns, closed=closed)


@pytest.mark.slow
@pytest.mark.parametrize("closed", [True, False])
def test_tiles_cover_sides_of_every_remainder(closed, monkeypatch):
    monkeypatch.setattr(api, "TILED_SIZE", 0)
    for rows, columns in itertools.product(range(16, 26), range(5, 30, 6)):
        if closed and rows * columns % 2:
            continue
        tour = icosian.knights_tour(rows, columns, closed=closed)
        assert tour.stats.method == "tiles"
        assert_knights_tour(tour, rows, columns, closed=closed)


@pytest.mark.slow
@together("n", range(32, 64))
@together("rows", [3, 4])
def test_narrow_boards_of_every_length_are_threaded(rows, n):
    if rows == 3 and n % 2 == 0:
        assert_knights_tour(icosian.knights_tour(rows, n), rows, n, closed=True)
    tour = icosian.knights_tour(rows, n, closed=False)
    assert tour.stats.method == "tiles"
    assert_knights_tour(tour, rows, n, closed=False)
