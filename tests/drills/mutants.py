"""Who checks the checkers: ``python tests/drills/mutants.py [proofs/counting.py …]``.

A mutant is a checker with one small change: another comparison, a number one larger, a condition
turned round, a statement left out. Some test has to fail for each, or nobody would notice if that
line were wrong. The tests run once to see which of them call which function; then every mutant has
a process of its own, in which the tests that call the function it changes run, the quickest first,
until one fails. Printed are the survivors, mutants with which all tests pass, and the endless ones,
with which a test took so long that it was stopped: all of these should be loops. Those that cannot
be told from the original are listed with the reason in ``equivalent.json`` beside this file.
"""

import argparse
import ast
import copy
import importlib
import inspect
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from functools import cached_property
from operator import itemgetter
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "icosian"
EQUIVALENT = Path(__file__).with_name("equivalent.json")
CHECKED = [
    *sorted(path for path in (SOURCE / "proofs").glob("**/*.py") if path.name != "__init__.py"),
    SOURCE / "tours" / "tour.py",
    SOURCE / "placements" / "bounds.py",
]
TOLD = {
    *("explain", "_reason", "_literal_text", "_step_text", "_name", "_listed", "_ordered"),
    *("_edge", "_some", "_grouped", "sentence", "_edges_text", "claim", "_effort"),
    *("effort", "Weights.size", "_numbered", "_each_of", "LowerBound._split", "_text"),
    *("_refute_weighing", "_refute_tree", "_refute_steps", "_refute_clauses", "_refute_inner"),
    *("_where", "_order_text", "_symmetry_text", "_selection_text"),
    *("RootWeights.__init__", "RootWeights.length", "RootWeights._inside"),
    *("as_weighing", "of", "to_json", "label_writer", "_is_plain", "_labels"),
    *("__repr__", "__str__", "_repr_pretty_", "__init_subclass__"),
}
"""What explanations, texts and pictures are made of: none of it says whether a proof holds."""
CASES = ["tests/proofs", "tests/tours/test_tour.py", "tests/tours/test_conditions.py"]
CASES += ["tests/doors/test_table.py", "tests/tours/shortest/test_numbered_walks.py"]
CASES += ["tests/puzzles/test_loops.py", "tests/tours/test_symmetric.py"]
CASES += [f"tests/placements/{x}" for x in ("test_bounds.py", "test_rows.py", "table/bounds.txt")]
SURVIVED, KILLED, NOT_TRIED, BROKEN = range(4)
ENDS = {SURVIVED: "survived", NOT_TRIED: "not tried", BROKEN: "broken", -signal.SIGPROF: "endless"}
SECONDS = 20
"""Seconds of work after which no further test of a mutant begins, the quickest having run."""

COMPARED = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
COMPUTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
CALLED = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list"}


def replacements(node):
    """Yield what may stand in the place of a node of the syntax tree."""

    def changed(**fields):
        other = copy.copy(node)
        for name, value in fields.items():
            setattr(other, name, value)
        return other

    match node:
        case ast.Compare():
            for k, op in enumerate(node.ops):
                for other in COMPARED[type(op)]:
                    yield changed(ops=[*node.ops[:k], other(), *node.ops[k + 1 :]])
        case ast.BoolOp():
            yield changed(op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
            for k in range(len(node.values)):
                rest = node.values[:k] + node.values[k + 1 :]
                yield rest[0] if len(rest) == 1 else changed(values=rest)
        case ast.UnaryOp():
            yield node.operand
        case ast.BinOp() | ast.AugAssign() if type(node.op) in COMPUTED:
            yield changed(op=COMPUTED[type(node.op)]())
            if isinstance(node, ast.AugAssign):
                yield ast.Pass()
        case ast.Constant(value=bool()):
            yield changed(value=not node.value)
        case ast.Constant(value=int()):
            yield from (changed(value=node.value + d) for d in (1, -1))
        case ast.Constant(value=str()) if " " not in node.value:  # a key, not a message
            yield changed(value=node.value + "?")
        case ast.Constant(value=None):
            yield changed(value=0)
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            yield changed(func=ast.Name(id=CALLED[name], ctx=ast.Load()))
        case ast.IfExp():
            yield from (node.body, node.orelse)
        case ast.comprehension(ifs=[_, *_]):
            yield from (changed(ifs=node.ifs[:k] + node.ifs[k + 1 :]) for k in range(len(node.ifs)))
        case ast.If() | ast.While():
            yield changed(test=ast.Constant(value=False))
            if isinstance(node, ast.If):
                yield changed(test=ast.Constant(value=True))
        case ast.Return(value=ast.Constant()):
            return  # the constant is changed itself
        case ast.Return(value=ast.expr()):
            yield changed(value=None)
        case ast.Raise() | ast.Expr() | ast.Assign() | ast.Delete():
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()


AROUND = {"returns", "decorator_list", "args"}
"""What stands around the body of a function."""


def places(node):
    """Yield parent, field and index of all that may be changed below a node."""
    if isinstance(node, ast.Raise | ast.JoinedStr):
        return  # messages
    for name, value in ast.iter_fields(node):
        if name == "annotation" or (name in AROUND and hasattr(node, "body")):
            continue
        for k, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue  # a docstring
            if name == "comparators" and isinstance(node.ops[0], ast.Is | ast.IsNot):
                continue  # None
            yield node, name, k if isinstance(value, list) else None
            yield from places(child)


def functions(tree, within=()):
    """Yield the functions of a module, those in classes too, with the nodes that they stand in."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield (*within, node)
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, (*within, node))


def name_of(chain):
    """Return the qualified name of a function."""
    return ".".join(node.name for node in chain)


def compiled(chain, path):
    """Return the code of a function, compiled as it stands in its classes."""
    body = chain[-1]
    for outer in chain[-2::-1]:
        body = ast.ClassDef(outer.name, [], [], [body], [])
    future = ast.parse("from __future__ import annotations").body
    whole = ast.fix_missing_locations(ast.Module([*future, body], []))
    return dict(codes(compile(whole, str(path), "exec")))[name_of(chain)]


def told(node):
    """Return a node of the syntax tree as one line."""
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    if isinstance(node, ast.comprehension):
        return " ".join(["for", ast.unparse(node.target), *map(ast.unparse, node.ifs)])
    return ast.unparse(node)


def codes(code):
    """Yield a code object and all within it by their qualified names."""
    yield code.co_qualname, code
    for inner in code.co_consts:
        if inspect.iscode(inner):
            yield from codes(inner)


def mutants(path):
    """Yield a key, a line and the function with its classes, changed for now, for all in a file."""
    seen = Counter()
    for chain in functions(ast.parse(path.read_text())):
        function, name = chain[-1], name_of(chain)
        if not TOLD.isdisjoint((function.name, name)):
            continue
        for parent, field, k in places(function):
            value = getattr(parent, field)
            old = value if k is None else value[k]
            for new in replacements(old):
                text = "raise" if isinstance(old, ast.Raise) else told(old)
                key = f"{path.relative_to(SOURCE).as_posix()} {name}: {text} -> {told(new)}"
                seen[key] += 1
                if seen[key] > 1:
                    key += f" #{seen[key]}"
                _put(parent, field, k, ast.copy_location(new, old))
                yield key, getattr(old, "lineno", function.lineno), chain
                _put(parent, field, k, old)


def _put(parent, field, k, value):
    if k is None:
        setattr(parent, field, value)
    else:
        getattr(parent, field)[k] = value


def live(path, name):
    """Return the function that a running module knows by a qualified name."""
    parts = ("icosian", *path.relative_to(SOURCE).with_suffix("").parts)
    thing = importlib.import_module(".".join(parts))
    for part in name.split("."):
        thing = inspect.getattr_static(thing, part)
    if isinstance(thing, property | cached_property):
        thing = thing.fget if isinstance(thing, property) else thing.func
    return inspect.unwrap(getattr(thing, "__func__", thing))


def watch(path, chain, called):
    """Let a function say that it was called; return it with the code it had."""
    name = name_of(chain)
    function = live(path, name)
    code = function.__code__
    chain[-1].body[:0] = ast.parse(f"__called__({name!r})").body
    function.__globals__["__called__"] = lambda name: called.add((path, name))
    function.__code__ = compiled(chain, path)
    return function, code


class Drill:
    """A plugin of pytest that runs the tests for every mutant instead of once."""

    def __init__(self, paths, again, jobs):
        self.paths, self.again, self.jobs = paths, again, jobs
        self.equivalent = json.loads(EQUIVALENT.read_text()) if EQUIVALENT.exists() else {}
        self.left = []

    def pytest_configure(self):
        """Draw the same examples for all mutants; keep none, and make none smaller."""
        from hypothesis import Phase, settings

        few = {"database": None, "phases": [Phase.explicit, Phase.generate], "derandomize": True}
        settings.register_profile("mutants", deadline=None, **few)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        """Run all tests once, watching which functions they call, and then the mutants."""
        if session.testsfailed:
            raise session.Interrupted("not all tests can be read")
        called, callers = set(), defaultdict(list)
        watched = [
            watch(path, chain, called)
            for path in self.paths
            for chain in functions(ast.parse(path.read_text()))
        ]
        for item in session.items:
            forget()
            began = time.process_time()
            if not passes(item):
                pytest.exit(f"{item.nodeid} fails without any change", 1)
            seconds = time.process_time() - began
            for function in called:
                callers[function].append((seconds, item))
            called.clear()
        for function, code in reversed(watched):  # some twice, as overloads have one name
            function.__code__ = code
        every = sorted({pair for pairs in callers.values() for pair in pairs}, key=itemgetter(0))
        in_child(main, main.__code__, every)
        if os.waitstatus_to_exitcode(os.wait()[1]) != SURVIVED:
            pytest.exit("tests fail in a process of their own without any change", 1)
        running, numbers = {}, Counter()
        for path in self.paths:
            for key, line, chain in mutants(path):
                if self.again and key not in self.again:
                    continue
                if key in self.equivalent:
                    numbers["equivalent"] += 1
                    continue
                name = name_of(chain)
                items = sorted(callers[path, name], key=itemgetter(0))
                while len(running) >= self.jobs:
                    self.await_one(running, numbers)
                running[in_child(live(path, name), compiled(chain, path), items)] = key, line
        while running:
            self.await_one(running, numbers)
        print(", ".join(f"{number} {kind}" for kind, number in numbers.items()))
        return True

    def await_one(self, running, numbers):
        """Wait for a mutant and note its end."""
        pid, status = os.wait()
        key, line = running.pop(pid)
        end = ENDS.get(os.waitstatus_to_exitcode(status), "killed")
        numbers[end] += 1
        if end != "killed":
            if end != "endless":
                self.left.append(key)
            print(f"{end}, line {line}: {key}", flush=True)


def forget():
    """Empty the caches of the checkers, so that their functions are called again."""
    for name in [name for name in sys.modules if name.startswith("icosian.proofs")]:
        for thing in vars(sys.modules[name]).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def passes(item):
    """Run a test and say whether it passes."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def in_child(function, code, items):
    """Begin an attempt in a process of its own, and return its number."""
    if pid := os.fork():
        return pid
    try:
        os._exit(attempt(function, code, items))
    finally:
        os._exit(BROKEN)


def attempt(function, code, items):
    """Return how tests end with a changed function."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    forget()
    try:
        function.__code__ = code
    except ValueError:  # it needs other variables from outside
        return NOT_TRIED
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # an endless loop ends the process
    began = time.process_time()
    for seconds, item in items:
        if time.process_time() - began > SECONDS:
            break
        signal.setitimer(signal.ITIMER_PROF, 5 + 10 * seconds)
        if not passes(item):
            return KILLED
    return SURVIVED


def main():
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", help="below src/icosian; else all")
    parser.add_argument("--again", help="a file with what an earlier run has printed: only these")
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="which are drawn")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--tests", nargs="*", default=CASES)
    parser.add_argument("--count", action="store_true", help="only say how many there are")
    given = parser.parse_args()
    paths = [SOURCE / name for name in given.files] or CHECKED
    if given.count:
        for path in paths:
            print(path.name, sum(1 for _ in mutants(path)))
        return 0
    lines = Path(given.again).read_text().splitlines() if given.again else []
    again = {line.partition(": ")[2] for line in lines if line.startswith("survived")}
    if given.sample:
        every = [key for path in paths for key, *_ in mutants(path)]
        again = set(random.Random(given.seed).sample(every, min(given.sample, len(every))))
    drill = Drill(paths, again, given.jobs)
    options = ["-q", "-n0", "-m", "not exhaustive", "-p", "no:randomly", "-p", "no:cacheprovider"]
    options += ["--tb", "native", "--assert", "plain"]  # nobody reads why a mutant was killed
    tests = [str(TESTS.parent / name) for name in given.tests]
    status = pytest.main([*options, *tests], plugins=[drill])
    return status or bool(drill.left)


if __name__ == "__main__":
    sys.exit(main())
