"""Measure what each kernel takes to compile: ``python tests/benchmarks/compiling.py``.

It prints the CPU seconds of every kernel with its parts, each with nothing cached, next to what
``_jit.COMPILE_SECONDS`` leads to expect. ``--page`` writes the slowest to CONTRIBUTING.md. All
together take about a minute.
"""

import sys
import time
from pathlib import Path

import icosian
from icosian._kernels import _jit

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
SLOW = 1.5
"""The seconds from which a kernel is on the page."""
MARKS = "<!-- compile seconds -->\n", "<!-- end -->\n"


def measured(function, types):
    """Return the CPU seconds of compiling a kernel, nothing being cached."""
    _jit._part.cache_clear()
    machine = _jit._machine_code(function)
    began = time.process_time()
    _jit._undisturbed(lambda: machine.compile(types))
    return time.process_time() - began


def write_page(seconds):
    """Replace the table on the page."""
    slow = sorted((item for item in seconds.items() if item[1] >= SLOW), key=lambda item: -item[1])
    rows = "".join(f"| `{name}` | {value:.1f} |\n" for name, value in slow)
    head, rest = PAGE.read_text("utf-8").split(MARKS[0])
    _, tail = rest.split(MARKS[1])
    table = f"| kernel | CPU seconds |\n|---|---:|\n{rows}"
    PAGE.write_text(f"{head}{MARKS[0]}{table}{MARKS[1]}{tail}", "utf-8")


def main():
    """Compile every kernel once as usual, to learn its types, and then each on its own."""
    icosian.warm()
    seconds = {}
    for code in {code.function: code for code in _jit._codes.values()}.values():
        name = f"{code.function.__module__.rpartition('.')[2]}.{code.function.__name__}"
        for types in list(_jit.compiled(code.function).overloads):
            seconds[name] = max(seconds.get(name, 0.0), measured(code.function, types))
        print(f"{name:35} {seconds[name]:5.1f} {code.seconds:5.1f}", flush=True)
    print(f"{'all':35} {sum(seconds.values()):5.1f}")
    if "--page" in sys.argv:
        write_page(seconds)


if __name__ == "__main__":
    main()
