"""Fuzz all readers, led by the coverage of the library: a drill by hand, not a test.

    pip install atheris && pip install .
    python tests/fuzz/readers.py CORPUS -runs=50000
    python tests/fuzz/readers.py CORPUS graph.hcp proof.json -runs=1000000

One target after the other, each in a process of its own: a reader of ``tests/hostile.py``; such a
name with ``.gz``, where a first byte says whether the fuzzer or the drill packs the rest;
``solved.json``, a graph that is solved as well; and ``command``, words for a command line. All of
them by default. Options are libFuzzer's. An input that raises anything but an error of the
library, or takes over 20 seconds or 2 GB, is kept in the corpus as a file ``crash-...``; the target
goes on with the runs that are left. A line of the table of ``docs/security.md`` ends each.
"""

import contextlib
import gzip
import inspect
import io
import json
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time

import atheris
from networkx.readwrite import graph6, graphml, sparse6
from networkx.readwrite.json_graph import node_link

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiled kernels cannot be watched

with atheris.instrument_imports(include=["icosian"]):
    import hostile

    import icosian.cli
    import icosian.drawing.page  # noqa: F401 - which commands import late

for module in (graph6, graphml, node_link, sparse6):  # all of networkx would be a lot to watch
    for known in list(vars(module).values()):
        parts = vars(known).values() if inspect.isclass(known) else [known]
        for part in parts:
            part = getattr(part, "orig_func", part)  # noqa: PLW2901 - what networkx dispatches
            if inspect.isfunction(part) and part.__module__ == module.__name__:
                atheris.instrument_func(part)

PACKED = ("graph.hcp.gz", "graph.g6.gz", "graph.json.gz", "tour.tour.gz")
SOLVED, COMMAND = "solved.json", "command"
FINDINGS = 20
"""After so many a target is given up."""
RUNS = 50_000
LIMITS = ["-timeout=20", "-rss_limit_mb=2048", "-max_len=3000", "-print_final_stats=1"]
HERE = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112 - a file for each input
PATIENCE = 0.05
"""Seconds after which a command is interrupted."""
COMMANDS = [
    *("tour 3x4 --start a1 --json", "prove 3x4 --closed", "prove ring.json --open --end 1"),
    *("check proof.json ring.hcp", "check - 3x4", "check ring.tour ring.hcp", "solve ring.hcp"),
    *("count 3x4 --memory 5M", "list 3x4 --limit 1", "random 3x4 --n 2 --seed 1", "queens 4"),
    *("place queen 4 --dominate", "color king 3", "route roads.csv A C", "play 3x4 --save p.html"),
    *("tour board.txt --piece 2,3 --closed", "solve ring.hcp ring.json --csv t.csv --method sat"),
]


def fuzz(name, corpus, folder, options):
    """Fuzz a target, with its files in a folder; libFuzzer ends the process."""
    once, samples = target(name, folder)
    corpus.mkdir(exist_ok=True)
    for number, content in enumerate(samples):
        (corpus / f"sample-{number}").write_bytes(content)
    words = [token.decode("latin-1") for token in hostile.TOKENS] + hostile.NUMBERS
    dictionary = folder / "words"
    dictionary.write_text(
        "".join(
            '"' + "".join(f"\\x{ord(letter):02x}" for letter in word[:60]) + '"\n'
            for word in words
            if max(map(ord, word)) < 256
        )
    )
    in_json = {"custom_mutator": mutated} if pathlib.Path(name).suffix == ".json" else {}
    atheris.Setup(
        [
            *(sys.argv[0], str(corpus), *LIMITS, f"-dict={dictionary}"),
            *(f"-artifact_prefix={corpus.parent}/crash-{name}-", *options),
        ],
        once,
        **in_json,
    )
    atheris.Fuzz()


def mutated(data, most, seed):
    """Change a value of a text in JSON, or any bytes."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        with contextlib.suppress(ValueError, RecursionError):
            value = hostile.changed(json.loads(data), chance)
            return json.dumps(value).encode(errors="replace")[:most]
    return atheris.Mutate(data, most)


def target(name, folder):
    """Return what is done with an input, and inputs to begin with."""
    if name == COMMAND:
        return command(folder)
    plain = "graph.json" if name == SOLVED else name.removesuffix(".gz")
    samples = hostile.READERS[plain][1]
    path = folder / (name if name in PACKED else plain)
    if name not in PACKED:

        def once(data):
            path.write_bytes(data)
            hostile.attempt(plain, path, solve=name == SOLVED)

        return once, samples

    def once(data):
        path.write_bytes(gzip.compress(data[1:], 1) if data[:1] == b"\0" else data[1:])
        hostile.attempt(name, path, solve=False)

    packed = [b"\1" + gzip.compress(content, mtime=0) for content in samples]
    return once, [*packed, *(b"\0" + content for content in samples)]


def command(folder):
    """Return the same for command lines: a word a line, in a folder with a file of each kind."""
    from icosian._io import memory as _memory
    from icosian._run.limits import Clock
    from icosian.cli import main as run

    files = {
        "ring.hcp": hostile.HCP,
        "ring.tour": hostile.TOUR,
        "ring.json": hostile.READERS["graph.json"][1][0],
        "roads.csv": hostile.ROADS,
        "board.txt": hostile.BOARD,
        "proof.json": hostile.READERS["proof.json"][1][0],
    }
    for file, content in files.items():
        (folder / file).write_bytes(content)
    os.chdir(folder)
    tick = Clock.tick

    def impatient(self, method, steps=0):
        tick(self, method, steps)
        if self.seconds > PATIENCE:
            raise KeyboardInterrupt

    Clock.tick = impatient
    _memory.SMALL, _memory.free_memory = 0, lambda: 1_000_000  # no large boards, either

    def once(data):
        words = data.decode(errors="replace").split("\n")
        text = data.lower()
        # Not out of this folder, not to other machines and processes, and nothing compiled.
        if any(word in text for word in (b"/", b"..", b"dask", b"jobs", b"warm", b"\0")):
            return
        out, err = io.StringIO(), io.StringIO()
        sys.stdin = io.TextIOWrapper(io.BytesIO(b"{}"))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(words)
        for file in folder.iterdir():
            if file.is_dir():
                shutil.rmtree(file)
            elif file.name not in files:
                file.unlink()
        assert code in {0, 1, 2, 3, 130}, code
        lines = err.getvalue().splitlines()
        assert code != 2 or (lines and all(line.startswith("icosian: ") for line in lines)), lines

    return once, [line.replace(" ", "\n").encode() for line in COMMANDS]


def main():
    known = [*sorted(hostile.READERS), *PACKED, SOLVED, COMMAND]
    corpus, *words = sys.argv[1:]
    corpus = pathlib.Path(corpus).absolute()
    corpus.mkdir(parents=True, exist_ok=True)
    options = [word for word in words if word not in known]
    runs = next((int(o.partition("=")[2]) for o in options if o.startswith("-runs=")), RUNS)
    options = [option for option in options if not option.startswith("-runs=")]
    print("| reader | executions | a second | edges | corpus | findings |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for name in [word for word in words if word in known] or known:
        done = edges = findings = 0
        began = time.monotonic()
        while done < runs and findings < FINDINGS:
            log = corpus / f"{name}.{findings}.log"
            with tempfile.TemporaryDirectory(dir=HERE) as folder:
                child = os.fork()  # all is imported, and watched, already
                if not child:
                    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
                    os.dup2(file, 1), os.dup2(file, 2)
                    limit = f"-runs={runs - done}"
                    fuzz(name, corpus / name, pathlib.Path(folder), [limit, *options])
                code = os.waitpid(child, 0)[1]
            text = log.read_text(errors="replace")
            executed = sum(map(int, re.findall(r"stat::number_of_executed_units: +(\d+)", text)))
            edges = max([edges, *map(int, re.findall(r" cov: (\d+)", text))])
            done += executed
            findings += code != 0
            if not executed:
                break
        rate = done / (time.monotonic() - began)
        kept = len(list((corpus / name).iterdir()))
        print(
            f"| `{name}` | {done:,} | {rate:,.0f} | {edges:,} | {kept:,} | {findings} |", flush=True
        )


if __name__ == "__main__":
    main()
