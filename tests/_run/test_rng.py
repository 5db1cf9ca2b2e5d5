"""Random states of kernels."""

from icosian._run.arguments import random_state


def test_seeds_give_different_states_of_32_bits():
    states = [random_state(seed) for seed in range(10_000)]
    assert len(set(states)) > 9_990
    assert all(0 < state < 1 << 32 for state in states)
    assert abs(sum(state.bit_count() for state in states) / len(states) - 16) < 0.2


def test_the_lowest_128_bits_of_a_seed_matter():
    assert len({random_state(1 << k) for k in range(128)}) == 128
