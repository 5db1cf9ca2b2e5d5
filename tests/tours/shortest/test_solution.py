from icosian.tours.instance import demand


def test_a_set_is_crossed_twice_and_a_comb_three_times_a_tooth_and_once_more():
    assert demand(((0, 1),)) == 2
    assert demand(((0, 1, 2), (0, 3), (1, 4), (2, 5))) == 10
    assert demand(((0,), *((v, v + 5) for v in range(5)))) == 16
