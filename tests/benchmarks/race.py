"""Ask contenders the same question in turns, check their answers, and take medians.

A case makes a subject; what asks a contender about it prepares a call, and only the call is timed.
The first run of a peer that may not end is in a process that can be stopped, and a contender whose
memory counts as a whole has a process for each run.
"""

import ctypes
import gc
import json
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import nullcontext
from functools import cached_property, partial
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any, NamedTuple

from peers import PEERS
from results import Length, Size, Timing, restored, stored

HERE = Path(__file__).resolve().parent
RUNS = ((0.05, 15), (0.3, 7), (1.0, 5), (10.0, 3))
"""Up to so many seconds of a first run, how many runs; a longer one is not repeated."""
MOST = RUNS[0][1]
WARM_SECONDS = 1.0
"""What takes no longer has a warm-up run, and another that measures its memory."""
COMPILING_SECONDS = 60.0
"""How long a first run may compile, on a slow machine with an empty cache."""
STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
MEMORY = 9 * 10**9
"""The most bytes of a contender in a process of its own; fewer if the shell allows fewer."""
PATIENCE = 120
"""The seconds that it may take, unless it has a limit."""
WRONG = "**a wrong answer**"


class NoAnswer(Exception):
    """A contender ended without the right answer."""


class Spent(NamedTuple):
    """A run: its seconds, the bytes that it added or that its process had, and its answer."""

    seconds: float
    peak: int
    answer: Any


class Run(NamedTuple):
    """What a check is given; ``ours`` is the answer of icosian, None before there is one."""

    subject: Any
    answer: Any
    seconds: float
    ours: Any


class Case(NamedTuple):
    """A question: ``ask(make(), **options)`` prepares the call that icosian answers with.

    ``peers`` names them with the limits of their seconds, perhaps after a function; or they are
    functions like ``ask`` that need no limit, or programs. ``check`` raises, or returns what counts
    instead of the seconds: a length or a size.
    """

    ask: Any
    check: Any = None
    name: str = ""
    make: Any = None
    peers: Any = MappingProxyType({})
    goals: Any = ()
    options: Any = MappingProxyType({})
    alone: bool = False
    most: int = MOST

    def contenders(self, patience=None):
        """Return the contenders by name, icosian first."""
        subject = self.make if self.alone else self.make()
        options, found = dict(self.options), {}
        for name, given in {"icosian": self.ask, **self.peers}.items():
            if isinstance(given, Program):
                found[name] = given
            elif callable(given):
                kind = Alone if self.alone else Here
                found[name] = kind(given, subject, options, PATIENCE)
            else:
                kind = Alone if self.alone else Stoppable
                asked, limit = given if isinstance(given, tuple) else (PEERS[name], given)
                limit = min(limit, patience or limit)
                found[name] = kind(asked, subject, options, limit)
        return found


def once(function):
    """Return what prepares a call of a function of the subject."""
    return partial(partial, function)


def asks(ask, check=None, **given):
    """Return what makes a case of a question and its check, and what else is known of them."""
    return partial(Case, ask=ask, check=check, **given)


def process(*code, **how):
    """Return what makes a case of a program."""
    return asks(Program(*code, **how))


def compiled():
    """Return a context that compiles kernels which would be interpreted for a while."""
    from icosian._kernels import _jit

    return getattr(_jit, "at_once", nullcontext)()


def timed(call):
    """Time a call, unless it does so itself."""
    began = time.perf_counter()
    answer = call()
    if isinstance(answer, Spent):
        return answer
    return Spent(time.perf_counter() - began, 0, answer)


def peak_of(call):
    """Time a call, and tell the bytes it added at most; 0 if the system does not tell.

    What earlier calls have left to the process is given back before, where that can be done.
    """
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
        RESET.write_text("5", "ascii")  # the peak begins here
    except (OSError, AttributeError):
        return timed(call)
    before = memory("VmRSS")
    spent = timed(call)
    return spent._replace(peak=spent.peak or max(1, memory("VmHWM") - before))


def memory(name):
    """Return a number of bytes that the system tells of this process."""
    if not STATUS.exists():
        return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    text = STATUS.read_text("ascii", "replace")
    return 1024 * int(text.partition(f"{name}:")[2].split()[0])


class Here:
    """A contender in this process."""

    most, whole = MOST, False

    def __init__(self, asked, subject, options, limit):
        self.asked, self.subject, self.options, self.limit = asked, subject, options, limit

    @cached_property
    def call(self):
        """What is timed."""
        return self.asked(self.subject, **self.options)

    def first(self):
        """Run, with a look at the memory."""
        call = self.call
        with compiled():
            spent = peak_of(call)
        if WARM_SECONDS < spent.seconds <= COMPILING_SECONDS:
            spent = peak_of(call)  # the time may have been spent compiling
        return spent

    def run(self):
        """Run again."""
        return timed(self.call)


class Stoppable(Here):
    """A contender that may not end: its first run is in a process that can be stopped."""

    def first(self):
        return in_process(partial(_first, self.asked, self.subject, self.options), self.limit)


class Alone(Here):
    """A contender that has a process for each run; its seconds are those of the processor.

    The subject is made in the process. With threads the seconds are those of the clock.
    """

    most, whole = 3, True

    def first(self):
        return in_process(
            partial(_alone, self.asked, self.subject, self.options, self.limit), self.limit + 60
        )

    run = first


def _first(asked, subject, options):
    call = asked(subject, **options)
    yield
    yield peak_of(call)


def _alone(asked, make, options, limit):
    call = asked(make(), **options)
    now = time.perf_counter if "threads" in options else time.process_time
    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, int(time.process_time() + limit) + 1),
    ):
        allowed = resource.getrlimit(what)[1]
        if allowed == resource.RLIM_INFINITY or allowed > most:
            resource.setrlimit(what, (most, allowed))
    yield
    began = now()
    answer = call()
    yield Spent(now() - began, memory("VmHWM"), answer)


def in_process(steps, limit):
    """Return what a generator yields second, in a process that a limit stops after the first."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    child = context.Process(target=_answer, args=(there, steps), daemon=True)
    child.start()
    there.close()  # so that the end of the child is the end of the pipe
    try:
        answer = here.recv()
        if answer is None:  # it is ready
            if not here.poll(limit):
                raise TimeoutError
            answer = here.recv()
    except EOFError:
        child.join()
        if child.exitcode == -signal.SIGXCPU:
            raise TimeoutError from None
        raise
    finally:
        child.kill()
        child.join()
    if isinstance(answer, Exception):
        raise answer
    return answer


def _answer(there, steps):
    try:
        for step in steps():
            there.send(step)
    except (ImportError, NoAnswer, AssertionError) as error:
        there.send(type(error)(str(error)))
    except MemoryError:
        there.send(NoAnswer("none: MemoryError"))


class Program:
    """A contender that is a whole Python process: ``-c`` or ``-m``, and more.

    Its time is that from start to end, or the first word it prints, if ``tells``. With ``cold`` the
    cache of kernels is empty.
    """

    most, whole = 7, True

    def __init__(self, *arguments, cold=False, tells=False, env=None):
        option, code, *others = arguments
        if option == "-m":
            names = f"sys.argv = {[code, *others]}"
            code = f"import runpy, sys; {names}; runpy.run_module({code!r}, run_name='__main__')"
        self.code, self.cold, self.tells, self.env = LAST + code, cold, tells, env or {}

    def run(self):
        env = os.environ | self.env
        if self.cold:
            env["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(dir=env["NUMBA_CACHE_DIR"])
        line = [sys.executable, "-c", self.code]
        run = partial(subprocess.run, line, capture_output=True, check=True, text=True, env=env)
        seconds, _, done = timed(run)
        said = done.stdout.split()
        return Spent(float(said[0]) if self.tells else seconds, 1024 * int(said[-1]), None)

    first = run


LAST = f"""import atexit, pathlib
status = pathlib.Path('{STATUS}')
peak = lambda: status.read_text().partition('VmHWM:')[2].split()[0] if status.exists() else 0
atexit.register(lambda: print(peak()))
"""
"""What prints the peak of memory at the end of a process."""


class Remote:
    """A case in the interpreter of another version of icosian."""

    most, whole = MOST, True

    def __init__(self, server, name):
        self.server, self.name = server, name

    def run(self):
        figure = self.server.ask(self.name)
        return Spent(getattr(figure, "seconds", 0), getattr(figure, "peak", 0), figure)

    first = run


class Server:
    """An interpreter with the library of a checkout, and with its cases where it has any."""

    def __init__(self, root):
        own = root / "tests/benchmarks"
        program = own if (own / Path(__file__).name).exists() else HERE
        env = os.environ | {"PYTHONPATH": str(root / "src")} | caches(root)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([sys.executable, program, "--serve"], env=env, **pipes)

    def ask(self, name):
        """Return the figure of a run."""
        print(json.dumps(name), file=self.process.stdin, flush=True)
        figure = restored(json.loads(self.process.stdout.readline()))
        if isinstance(figure, str):
            raise NoAnswer(figure)
        return figure


def serve(cases):
    """Run the cases that lines of the input name, icosian alone; print their figures."""
    answers, sys.stdout = sys.stdout, sys.stderr
    ready = {}
    for line in sys.stdin:
        name, figure = json.loads(line), None
        try:
            if name not in ready:
                ready.clear()
                case = cases[name]._replace(peers={})
                contenders = case.contenders()
                figure = race(case, 1, contenders=contenders)[0]["icosian"]
                ready[name] = case, contenders["icosian"]
            case, contender = ready[name]
            if not isinstance(figure, str):
                figure = judged(case, contender, contender.run(), None)
        except Exception as error:  # noqa: BLE001 - an older version may lack a name
            figure = f"{type(error).__name__}: {error}"
        print(json.dumps(stored(figure)), file=answers, flush=True)


def caches(root):
    """Return the variables with the folders of what Python and numba cache for these sources."""
    import hashlib

    found = hashlib.sha256(sys.version.encode())
    for path in sorted((root / "src").rglob("*.py")):
        found.update(path.read_bytes())
    folder = Path(tempfile.gettempdir(), "icosian-benchmarks", found.hexdigest()[:16])
    folder.mkdir(parents=True, exist_ok=True)
    return {"NUMBA_CACHE_DIR": str(folder), "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}


def judged(case, contender, spent, ours):
    """Check an answer; return what counts."""
    if isinstance(contender, Remote):
        return spent.answer
    figure = None
    if case.check is not None:
        subject = None if contender.whole else contender.subject
        figure = case.check(Run(subject, spent.answer, spent.seconds, ours))
    return figure or Timing(spent.seconds, 1, spent.peak)


def race(case, most=MOST, patience=None, contenders=None):
    """Run the contenders of a case alternately; return their figures, and facts on our answer.

    Instead of a figure, a text states why there is none. No contender has more than ``most`` runs,
    and the limits of peers are at most ``patience``.
    """
    contenders = contenders or case.contenders(patience)
    result = dict.fromkeys(contenders, "")
    found, turns, peaks, firsts, ours = {}, {}, {}, {}, None

    def run(name, call, known=None):
        try:
            spent = call()
            if type(known) is Timing:  # the answer has been checked
                return spent, Timing(spent.seconds, 1, spent.peak)
            return spent, judged(case, contenders[name], spent, ours)
        except TimeoutError:
            result[name] = Timing(contenders[name].limit, 0)
        except NoAnswer as error:
            result[name] = str(error)
        except subprocess.CalledProcessError as error:
            reason = error.stderr.splitlines() or [f"exit code {error.returncode}"]
            result[name] = f"skipped: {reason[-1]}"
        except EOFError:
            result[name] = "skipped: its process broke off"
        except ImportError as error:
            result[name] = f"skipped: {error}"
        except AssertionError:  # a long run goes on, and the page shows it
            traceback.print_exc()
            result[name] = WRONG
        return None

    for name, contender in contenders.items():
        done = run(name, contender.first)
        if done is None:
            continue
        spent, firsts[name] = done
        if name == "icosian":
            ours = spent.answer
        runs = next((runs for bound, runs in RUNS if spent.seconds <= bound), 1)
        turns[name] = min(most, case.most, contender.most, runs)
        found[name], peaks[name] = [firsts[name]], [spent.peak]
        if spent.seconds <= WARM_SECONDS and turns[name] > 1:
            found[name] = []  # that was the warm-up
            if not contender.whole:
                peaks[name] = [Here.first(contender).peak]
    for _ in range(most):
        for name, figures in found.items():
            is_due = len(figures) < turns[name] and not result[name]
            if is_due and (done := run(name, contenders[name].run, firsts[name])):
                figures.append(done[1])
                peaks[name].append(done[0].peak)
    for name, figures in found.items():
        result[name] = result[name] or _median(figures, max(peaks[name]))
    return result, {key: str(fact) for key, fact in ours.items()} if isinstance(ours, dict) else {}


def _median(figures, peak):
    kind, runs = type(figures[0]), len(figures)
    if kind is Size:
        return figures[0]
    seconds = median(figure.seconds for figure in figures)
    if kind is Timing:
        return Timing(seconds, runs, peak)
    return Length(median(figure.length for figure in figures), seconds, runs, figures[0].optimum)
