"""Words of 62 bits by instructions of the processor, and the walk along a cycle.

Each plain function has an intrinsic of numba beside it, for which Python has no operator. LLVM
expands those that a processor lacks.
"""

from __future__ import annotations

from icosian._kernels._jit import instruction, kernel

BITS = 62


def _over_words(generate, *words):
    """Return the type of an intrinsic on words, and what makes its code."""
    from numba import types

    def code(_context, builder, _signature, values):
        return generate(builder, *values)

    return types.int64(*[types.int64] * len(words)), code


def _count(_typing, word):
    return _over_words(lambda builder, word: builder.ctpop(word), word)


@instruction(_count)
def count_bits(word):
    """Count the members of a word."""
    return word.bit_count()


def _lowest(_typing, word):
    from llvmlite import ir

    return _over_words(lambda builder, word: builder.cttz(word, ir.IntType(1)(1)), word)


@instruction(_lowest)
def lowest_bit(word):
    """Return the least member of a word that is not empty."""
    return (word & -word).bit_length() - 1


def _product(_typing, x, y):
    from llvmlite import ir

    def generate(builder, x, y):
        double = ir.IntType(128)
        whole = builder.mul(builder.zext(x, double), builder.zext(y, double))
        return builder.trunc(builder.lshr(whole, double(BITS)), x.type)

    return _over_words(generate, x, y)


@instruction(_product)
def high_word(x, y):
    """Return the product of two words without its lowest 62 bits."""
    return x * y >> BITS


def _prefetch(_typing, array, i):  # noqa: ARG001 - numba's intrinsics name what they take
    from llvmlite import ir
    from numba import types

    def code(context, builder, signature, arguments):
        array, i = arguments
        start = context.make_array(signature.args[0])(context, builder, array).data
        place = builder.bitcast(builder.gep(start, [i]), ir.IntType(8).as_pointer())
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, word, word, word])
        function = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
        for_writing, high_locality, data_cache = word(1), word(3), word(1)
        builder.call(function, [place, for_writing, high_locality, data_cache])
        return context.get_dummy_value()

    return types.void(array, types.int64), code


@instruction(_prefetch)
def prefetch(array, i):
    """Prefetch a word of an array that will soon be read and written."""


# -- The cycle of a graph in which every vertex has two neighbors

STEPS, LAST, HERE, WORDS = range(4)
MORE, DONE, SHORT = 0, 1, 2  # statuses; SHORT: the first cycle does not hold all vertices


@kernel
def walk(one, other, order, s, budget):
    """Write the cycle to ``order``; ``one`` and ``other`` are the neighbors of every vertex."""
    n = len(order)
    first = order[0]
    last = s[LAST]
    here = s[HERE]
    end = min(n, s[STEPS] + budget)
    for k in range(s[STEPS], end):
        if k > 0 and here == first:
            return SHORT
        order[k] = here
        onward = one[here]
        if onward == last:
            onward = other[here]
        last = here
        here = onward
    s[LAST] = last
    s[HERE] = here
    s[STEPS] = end
    return DONE if end == n else MORE
