"""Measure what each kernel takes to compile: ``python tests/benchmarks/compiling.py``.

The CPU seconds of every kernel with its parts, each with nothing cached, go to the table in
``_compile_seconds.py``, which decides when compiling pays. ``--page`` writes the slowest to
CONTRIBUTING.md as well. All together take about half a minute.
"""

import re
import sys
import time
from pathlib import Path

import icosian
from icosian._kernels import _compile_seconds, _jit

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
SLOW = 1.0
"""The seconds from which a kernel is on the page."""
MARKS = "<!-- compile seconds -->\n", "<!-- end -->\n"


def measured(function, types):
    """Return the CPU seconds of compiling a kernel, nothing being cached."""
    _jit._parts.clear()
    machine = _jit._machine_code(function)
    began = time.process_time()
    machine.compile(types)
    return time.process_time() - began


def write_module(seconds):
    """Replace the table in the module."""
    path = Path(_compile_seconds.__file__)
    rows = "".join(f'    "{name}": {value:.1f},\n' for name, value in sorted(seconds.items()))
    text = path.read_text("utf-8")
    table = re.compile(r"(_SECONDS: dict\[str, float\] = \{).*?\}", re.DOTALL)
    path.write_text(table.sub(lambda found: f"{found[1]}\n{rows}}}", text, count=1), "utf-8")


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
    for name, function in {code.name: code.function for code in _jit._codes.values()}.items():
        for types in list(_jit.compiled(function).overloads):
            seconds[name] = max(seconds.get(name, 0.0), measured(function, types))
        print(f"{name:35} {seconds[name]:5.1f}", flush=True)
    print(f"{'all':35} {sum(seconds.values()):5.1f}")
    write_module(seconds)
    if "--page" in sys.argv:
        write_page(seconds)


if __name__ == "__main__":
    main()
