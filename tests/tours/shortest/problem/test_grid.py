from hypothesis import given, strategies as st

from icosian.tours.shortest.distances import PointGrid

OFFSETS = st.floats(-1e9, 1e9) | st.integers(-9, 9).map(float) | st.floats(-1e-300, 1e-300)
POINTS = st.lists(st.tuples(OFFSETS, OFFSETS), min_size=1, max_size=30)


@given(POINTS, st.data())
def test_all_points_in_reach_are_found(points, data):
    grid = PointGrid(points)
    k = data.draw(st.integers(0, len(points) - 1))
    reach = data.draw(st.floats(0, 1e10) | st.sampled_from([0.0, 1.0, 3.0]))
    x, y = points[k]
    found = list(grid.around(k, reach))
    assert len(set(found)) == len(found)
    inside = {
        j for j, (a, b) in enumerate(points) if max(abs(a - x), abs(b - y)) <= reach * (1 - 1e-9)
    }
    assert inside <= set(found)


def test_few_others_are_found():
    points = [(float(x), float(y)) for x in range(50) for y in range(50)]
    assert 9 <= len(list(PointGrid(points).around(1275, 1.0))) < 60


def test_no_points_have_a_grid():
    assert PointGrid([])
