"""Processor instructions without a Python operator, as numba intrinsics.

Each replaces a plain function that :func:`icosian._kernels._jit.instruction` marks. LLVM expands
those that a processor lacks.
"""

from __future__ import annotations

from typing import Any


def intrinsic(name: str) -> Any:
    """Return the intrinsic ``count``, ``lowest``, ``product`` or ``prefetch``."""
    from numba import types
    from numba.extending import intrinsic

    def over_words(generate: Any, *arguments: Any) -> tuple[Any, Any]:
        def code(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
            return generate(builder, *words)

        return types.int64(*[types.int64] * len(arguments)), code

    def count(_typing: Any, word: Any) -> tuple[Any, Any]:
        return over_words(lambda builder, word: builder.ctpop(word), word)

    def lowest(_typing: Any, word: Any) -> tuple[Any, Any]:
        return over_words(_trailing_zeros, word)

    def product(_typing: Any, x: Any, y: Any) -> tuple[Any, Any]:
        return over_words(_high_word, x, y)

    def prefetch(_typing: Any, array: Any, i: Any) -> tuple[Any, Any]:  # noqa: ARG001
        return types.void(array, types.int64), _prefetch

    return intrinsic({f.__name__: f for f in (count, lowest, product, prefetch)}[name])


def _trailing_zeros(builder: Any, word: Any) -> Any:
    from llvmlite import ir

    return builder.cttz(word, ir.IntType(1)(1))


def _high_word(builder: Any, x: Any, y: Any) -> Any:
    """Return the product of two words without its lowest 62 bits."""
    from llvmlite import ir

    double = ir.IntType(128)
    whole = builder.mul(builder.zext(x, double), builder.zext(y, double))
    return builder.trunc(builder.lshr(whole, double(62)), x.type)


def _prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    from llvmlite import ir

    array, i = arguments
    start = context.make_array(signature.args[0])(context, builder, array).data
    place = builder.bitcast(builder.gep(start, [i]), ir.IntType(8).as_pointer())
    word = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [place.type, word, word, word])
    function = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
    builder.call(
        function, [place, word(1), word(3), word(1)]
    )  # for writing, high locality, data cache
    return context.get_dummy_value()
