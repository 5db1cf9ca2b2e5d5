"""Counting queens in vector instructions, on processors that can compress lanes.

``expand`` and ``finish`` of :mod:`icosian._kernels.queens` as LLVM code for 8, 16 or 32 nodes at a
time; the rest of the kernel is compiled as it stands. A branch that depends on the node would be
mispredicted half the time; here dead nodes vanish when the lanes are compressed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from icosian._kernels import queens
from icosian._kernels._jit import variant


class Lanes(NamedTuple):
    """A vector of ``width`` words of ``bits`` bits; the processor needs the feature."""

    name: str
    feature: str
    width: int
    bits: int


LANES = (
    Lanes("32 lanes of 16 bits", "avx512vbmi2", 32, 16),
    Lanes("16 lanes of 32 bits", "avx512f", 16, 32),
    Lanes("8 lanes of 32 bits", "avx2", 8, 32),
)
"""From the fastest to the one that most processors have."""


def lanes_for(bits: int) -> Lanes | None:
    """Return the fastest lanes that hold words of ``bits`` bits, or None for the plain loops."""
    features = _features()
    for lanes in LANES:
        if bits <= lanes.bits and lanes.feature in features:
            return lanes
    return None


@cache
def _features() -> set[str]:
    """Return the features that the compiler may use, by the processor and numba's settings."""
    from numba.core.registry import cpu_target

    _triple, _cpu, features = cpu_target.target_context.codegen().magic_tuple()
    return {name[1:] for name in features.split(",") if name.startswith("+")}


@cache
def counting(lanes: Lanes) -> Any:
    """Return ``count_subproblems`` for these lanes; its nodes are unsigned words of their width."""
    return variant(
        queens.count_subproblems,
        f"{lanes.width}x{lanes.bits}",
        expand=_expand(lanes),
        finish=_finish(lanes),
    )


def _expand(lanes: Lanes) -> Any:
    """Return ``expand`` as an intrinsic."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def expand(typing, nodes, at, to, m, allowed, gap, then_allowed, then_gap):  # noqa: ARG001
        def generate(context, builder, signature, arguments):
            nodes, at, to, m, *numbers = arguments
            loop = _Loop(lanes, context, builder, signature.args[0], nodes)
            allowed, gap, then_allowed, then_gap = map(loop.everywhere, numbers)

            def step(node: list[Any], valid: Any, kept: Any, made: Any) -> tuple[Any, Any]:
                kept, used, falling, rising = loop.placed(node, valid, kept, at, gap)
                free = loop.left(allowed, used, falling, rising)
                then = loop.left(
                    then_allowed,
                    used,
                    builder.shl(falling, then_gap),
                    builder.lshr(rising, then_gap),
                )
                alive = builder.and_(valid, loop.nonzero(then))
                return kept, loop.compress(made, [used, falling, rising, free], alive, to)

            return loop.run(at, m, step)

        return types.int64(*[nodes, *[types.int64] * 7]), generate

    return expand


def _finish(lanes: Lanes) -> Any:
    """Return ``finish`` as an intrinsic."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def finish(typing, nodes, at, m, allowed, gap):  # noqa: ARG001
        def generate(context, builder, signature, arguments):
            nodes, at, m, *numbers = arguments
            loop = _Loop(lanes, context, builder, signature.args[0], nodes)
            allowed, gap = map(loop.everywhere, numbers)

            def step(node: list[Any], valid: Any, kept: Any, count: Any) -> tuple[Any, Any]:
                kept, *attacked = loop.placed(node, valid, kept, at, gap)
                alive = builder.and_(valid, loop.nonzero(loop.left(allowed, *attacked)))
                return kept, builder.add(count, loop.how_many(alive))

            return loop.run(at, m, step)

        return types.int64(*[nodes, *[types.int64] * 4]), generate

    return finish


class _Loop:
    """LLVM code of a loop over an array of nodes, a vector of them at a time."""

    def __init__(
        self, lanes: Lanes, context: Any, builder: Any, array_type: Any, array: Any
    ) -> None:
        from llvmlite import ir

        self.lanes, self.builder = lanes, builder
        self.word = ir.IntType(lanes.bits)
        self.vector = ir.VectorType(self.word, lanes.width)
        self.mask = ir.VectorType(ir.IntType(1), lanes.width)
        self.number = ir.IntType(64)
        self.base = context.make_array(array_type)(context, builder, array).data

    def constant(self, value: int) -> Any:
        from llvmlite import ir

        return ir.Constant(self.number, value)

    def everywhere(self, number: Any) -> Any:
        """Return a vector of one number."""
        from llvmlite import ir

        one = self.builder.insert_element(
            ir.Constant(self.vector, ir.Undefined),
            self.builder.trunc(number, self.word),
            ir.Constant(ir.IntType(32), 0),
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), self.lanes.width), None)
        return self.builder.shuffle_vector(one, one, zeros)

    def nonzero(self, vector: Any) -> Any:
        from llvmlite import ir

        return self.builder.icmp_unsigned("!=", vector, ir.Constant(self.vector, None))

    def left(self, allowed: Any, *attacked: Any) -> Any:
        """Return the allowed columns that nothing attacks."""
        union = attacked[0]
        for other in attacked[1:]:
            union = self.builder.or_(union, other)
        return self.builder.and_(allowed, self.builder.not_(union))

    def placed(
        self, node: list[Any], valid: Any, kept: Any, at: Any, gap: Any
    ) -> tuple[Any, Any, Any, Any]:
        """Place a queen in the first free column; write the nodes that have more.

        Return the counter of these nodes, and what all queens attack in the next row: its columns,
        and both diagonals.
        """
        builder = self.builder
        used, falling, rising, free = node
        bit = builder.and_(free, builder.neg(free))
        kept = self.compress(kept, [used, falling, rising, builder.xor(free, bit)], valid, at)
        falling = builder.shl(builder.or_(falling, bit), gap)
        rising = builder.lshr(builder.or_(rising, bit), gap)
        return kept, builder.or_(used, bit), falling, rising

    def how_many(self, mask: Any) -> Any:
        from llvmlite import ir

        bits = self.builder.bitcast(mask, ir.IntType(self.lanes.width))
        return self.builder.zext(self.builder.ctpop(bits), self.number)

    def place(self, index: Any, plane: int) -> Any:
        """Return the address of a vector of words."""
        at = self.builder.add(index, self.constant(plane * queens.CAPACITY))
        return self.builder.bitcast(self.builder.gep(self.base, [at]), self.vector.as_pointer())

    def run(self, at: Any, m: Any, step: Callable[..., tuple[Any, Any]]) -> Any:
        """Loop over ``m`` nodes from ``at`` on; return both counters in one number."""
        from llvmlite import ir

        builder = self.builder
        before = builder.block
        body, after = builder.append_basic_block("body"), builder.append_basic_block("after")
        builder.branch(body)  # m is at least 1
        builder.position_at_end(body)
        k, kept, made = (builder.phi(self.number) for _ in range(3))
        for counter in (k, kept, made):
            counter.add_incoming(self.constant(0), before)
        here = builder.add(at, k)
        node = [builder.load(self.place(here, plane), align=2) for plane in range(4)]
        lane = ir.Constant(self.vector, [self.word(i) for i in range(self.lanes.width)])
        remaining = self.everywhere(builder.sub(m, k))
        valid = builder.icmp_unsigned("<", lane, remaining)
        kept_now, made_now = step(node, valid, kept, made)
        k_now = builder.add(k, self.constant(self.lanes.width))
        for counter, value in ((k, k_now), (kept, kept_now), (made, made_now)):
            counter.add_incoming(value, builder.block)
        builder.cbranch(builder.icmp_signed("<", k_now, m), body, after)
        builder.position_at_end(after)
        return builder.or_(kept_now, builder.shl(made_now, self.constant(32)))

    def compress(self, counter: Any, node: list[Any], valid: Any, at: Any) -> Any:
        """Write the valid lanes that have a free column contiguously; return the new counter."""
        alive = self.builder.and_(valid, self.nonzero(node[3]))
        here = self.builder.add(at, counter)
        packed = self._packer(alive)
        for plane, vector in enumerate(node):
            # a whole vector is written, with garbage beyond the counter: faster than a masked store
            self.builder.store(packed(vector), self.place(here, plane), align=2)
        return self.builder.add(counter, self.how_many(alive))

    def _packer(self, mask: Any) -> Callable[[Any], Any]:
        """Return a function that moves the lanes of a mask to the front of a vector."""
        from llvmlite import ir

        builder, module = self.builder, self.builder.module
        if self.lanes.feature != "avx2":
            name = f"llvm.x86.avx512.mask.compress.v{self.lanes.width}i{self.lanes.bits}"
            kind = ir.FunctionType(self.vector, [self.vector, self.vector, self.mask])
            function = module.globals.get(name) or ir.Function(module, kind, name)
            nothing = ir.Constant(self.vector, None)
            return lambda vector: builder.call(function, [vector, nothing, mask])
        kind = ir.FunctionType(self.vector, [self.vector, self.vector])
        name = "llvm.x86.avx2.permd"
        function = module.globals.get(name) or ir.Function(module, kind, name)
        row = builder.zext(builder.bitcast(mask, ir.IntType(8)), self.number)
        order = builder.load(builder.gep(_orders(module), [self.constant(0), row]), align=32)
        return lambda vector: builder.call(function, [vector, order])


def _orders(module: Any) -> Any:
    """Return the table that moves the set lanes of a mask of 8 to the front."""
    from llvmlite import ir

    name = "icosian_orders_of_8_lanes"
    if name in module.globals:
        return module.globals[name]
    word = ir.IntType(32)
    row = ir.VectorType(word, 8)
    kind = ir.ArrayType(row, 256)
    table = ir.GlobalVariable(module, kind, name)
    table.global_constant, table.linkage, table.align = True, "internal", 32
    table.initializer = ir.Constant(
        kind,
        [
            ir.Constant(row, [word(i) for i in sorted(range(8), key=lambda i: not mask >> i & 1)])
            for mask in range(256)
        ],
    )
    return table
