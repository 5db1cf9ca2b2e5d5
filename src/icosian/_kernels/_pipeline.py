"""numba's compiler without what kernels do not need, in less than half the time.

numba works in Python: it infers types, rewrites what it has read, and writes LLVM code. LLVM takes
a third of the time. Kernels have numbers and arrays only, no objects and no closures, so that

* the passes that rewrite those are left out;
* the type of an operation is looked up once for each combination of types;
* an item of an array is addressed directly;
* a part is neither optimized nor made machine code nor cached on its own, only within the kernels
  that call it.

Imported where a kernel is compiled or loaded.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import TYPE_CHECKING, Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import codegen, compiler, lowering, typed_passes, types, untyped_passes
from numba.core.compiler_machinery import PassManager, register_pass

if TYPE_CHECKING:
    from collections.abc import Callable


class Typing:
    """numba's typing context, with the operations on numbers and arrays that it has resolved."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._known: dict[Any, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, names: Any) -> Any:
        """Return the signature of a call."""
        if names or isinstance(function, types.Dispatcher):  # a part, which may be unknown yet
            return self._context.resolve_function_type(function, arguments, names)
        key = function, *map(types.unliteral, arguments)  # a constant is as any other number
        if key not in self._known:
            self._known[key] = self._context.resolve_function_type(function, key[1:], names)
        return self._known[key]

    def resolve_getitem(self, target: Any, index: Any) -> Any:
        """Return the signature of reading an item."""
        return self.resolve_function_type(operator.getitem, (target, index), {})

    def resolve_setitem(self, target: Any, index: Any, value: Any) -> Any:
        """Return the signature of writing an item."""
        key = operator.setitem, *map(types.unliteral, (target, index, value))
        if key not in self._known:
            self._known[key] = self._context.resolve_setitem(*key[1:])
        return self._known[key]


_typing = cache(Typing)


class Library(codegen.JITCodeLibrary):
    """LLVM code of a kernel, optimized as a whole."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout  # noqa: SLF001


class Part(Library):
    """LLVM code of a part with all that it calls, neither optimized nor compiled."""

    def finalize(self) -> None:
        """Link what it calls."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001
        self._finalized = True


class Lower(lowering.Lower):
    """Writes LLVM code; items of arrays are addressed directly."""

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Read an item."""
        array = self.typeof(value.name)
        if not self._is_plain(array, index):
            return super().lower_getitem(resty, expr, value, index, signature)
        item = self.context.unpack_value(self.builder, array.dtype, self._address(value, index))
        return self.context.cast(self.builder, item, array.dtype, resty)

    def lower_setitem(self, target: Any, index: Any, value: Any, signature: Any) -> Any:
        """Write an item."""
        array = self.typeof(target.name)
        if not self._is_plain(array, index):
            return super().lower_setitem(target, index, value, signature)
        item = self._cast_var(value, array.dtype)
        return self.context.pack_value(
            self.builder, array.dtype, item, self._address(target, index)
        )

    def _is_plain(self, array: Any, index: Any) -> bool:
        """Return True for a number as index of a contiguous array, which is not checked."""
        return (
            isinstance(array, types.Array)
            and (array.ndim, array.layout, array.aligned) == (1, "C", True)
            and types.unliteral(self.typeof(index.name)) in types.signed_domain
            and not self.context.enable_boundscheck
        )

    def _address(self, array: Any, index: Any) -> Any:
        """Return the address of an item; a negative index counts from the end."""
        build, kind = self.builder, self.typeof(array.name)
        model = self.context.data_model_manager[kind]
        fields, i = self.loadvar(array.name), self._cast_var(index, types.intp)
        if getattr(self.typeof(index.name), "literal_value", -1) < 0:
            size = build.extract_value(fields, (model.get_field_position("shape"), 0))
            i = build.select(build.icmp_signed("<", i, i.type(0)), build.add(i, size), i)
        return build.gep(build.extract_value(fields, model.get_field_position("data")), [i])


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(typed_passes.BaseNativeLowering):
    """Writes the LLVM code of a kernel, and makes machine code unless it is a part."""

    _name = "kernel_lowering"  # type: ignore[assignment]
    lowering_class = Lower

    def run_pass(self, state: Any) -> bool:
        """Write it."""
        if not state.flags.no_cpython_wrapper:
            state.library = Library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            return bool(super().run_pass(state))
        state.flags.no_compile = True
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        # Code that calls the part looks it up by a function, which Python never calls.
        done = state["cr"]
        module = done.fndesc.lookup_module()
        key = _dynfunc.make_function(module, done.fndesc.qualname, "", 0, done.env, ())
        state["cr"] = done._replace(cfunc=key)
        state.targetctx.insert_user_function(key, done.fndesc, [state.library])
        return True


class Pipeline(compiler.CompilerBase):
    """From bytecode to machine code."""

    def __init__(self, context: Any, *arguments: Any) -> None:
        super().__init__(_typing(context), *arguments)

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        manager = PassManager("kernel")
        for one in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            Lowering,
            typed_passes.NoPythonBackend,
        ):
            manager.add_pass(one, one.__name__)
        manager.finalize()
        return [manager]


@cache
def pipeline(link: Callable[[Any], object]) -> type[Pipeline]:
    """Return the pipeline, before which a kernel is linked with what it calls."""

    class Linked(Pipeline):
        def compile_extra(self, function: Any) -> Any:
            link(function)
            self.state.typingctx.refresh()  # linking may have defined new instructions
            return super().compile_extra(function)

    return Linked
