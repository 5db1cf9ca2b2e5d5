"""Instructions in compiled kernels do what their plain functions do."""

import numpy as np
import pytest
from together import together

from icosian._kernels._jit import compiled, is_forbidden, kernel
from icosian._kernels.instructions import intrinsic
from icosian._kernels.words import count_bits, high_word, lowest_bit, prefetch

pytestmark = pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")


@kernel
def all_of_them(words, found, budget):  # instructions can be called from kernels only
    prefetch(words, 1)
    found[0] = count_bits(words[0])
    found[1] = lowest_bit(words[0])
    found[2] = high_word(words[0], words[1])
    return budget


@together(("x", "y"), [(1, 1), (2**61, 2**61), (2**62 - 1, 2**62 - 1), (0b1011000, 3**38)])
def test_compiled_instructions_agree_with_plain_functions(x, y):
    machine, plain = np.zeros(3, np.int64), [0, 0, 0]
    compiled(all_of_them)(np.array([x, y]), machine, 1)
    all_of_them([x, y], plain, 1)
    assert machine.tolist() == plain


def test_unknown_instructions_are_refused():
    with pytest.raises(KeyError):
        intrinsic("divide")
