"""Look for inexact lengths: ``PYTHONPATH=src:tests python -m tests.campaigns --question walk``.

Printed is what fails, the shortest input of each kind as a line of Python, and the slowest inputs.
"""

import argparse
import re
import signal
import time
from collections import Counter

from tests.campaigns.exact import FAMILIES, MIXED, QUESTIONS, SUMMABLE, trials
from tests.campaigns.verify import Wrong, verify

CONDITIONS = {"order", "groups", "prizes", "leave_out", "require", "forbid", "positions"}


def overdue(*_):
    raise TimeoutError


def failure(one, limit):
    """Return how the library fails, None if it does not."""
    signal.alarm(limit)
    try:
        verify(one)
    except Exception as error:  # noqa: BLE001 - foreign ones are what is looked for
        return error
    finally:
        signal.alarm(0)


def kind_of(error, one):
    """Return what failures of a kind have in common."""
    what = error.args[0] if isinstance(error, Wrong) else re.sub(r"[\d.]+", "#", repr(error))
    return " / ".join([what[:80], *sorted(CONDITIONS & one.options.keys())])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--question", action="append", choices=QUESTIONS)
    parser.add_argument("--family", action="append", choices=[*FAMILIES, MIXED])
    parser.add_argument("--rounds", type=int, default=100, help="trials of a question and family")
    parser.add_argument("--seed", type=int, default=0, help="of the first trial")
    parser.add_argument("--sizes", type=int, nargs="+", default=(3, 4, 5, 6))
    parser.add_argument("--limit", type=int, default=20, help="seconds for a trial")
    given = parser.parse_args()
    families = given.family or [*FAMILIES, MIXED]
    signal.signal(signal.SIGALRM, overdue)
    seeds = range(given.seed, given.seed + given.rounds)
    for question in given.question or QUESTIONS:
        failed, seconds = {}, {}
        for one, _ in trials(question, [-1], [4], SUMMABLE):  # imports and compiles
            failure(one, given.limit)
        for one, name in trials(question, seeds, given.sizes, families):
            began = time.perf_counter()
            if error := failure(one, given.limit):
                found = len(one.line), one.line, f"{error!r:.300}", name, one.family
                failed.setdefault(kind_of(error, one), []).append(found)
            taken = time.perf_counter() - began, name, one.line
            seconds.setdefault(one.family, []).append(taken)
        print(f"== {question}: {sum(map(len, failed.values()))} fail")
        for kind, found in sorted(failed.items(), key=lambda item: -len(item[1])):
            print(f"-- {kind}: {len(found)}", dict(Counter(family for *_, family in found)))
            print("  ", "\n   ".join(min(found)[1:4]))
        for family, taken in seconds.items():
            most, name, line = max(taken)
            total = f".. {family}: {len(taken)} in {sum(s for s, *_ in taken):.1f} s"
            print(f"{total}, slowest {most:.2f} s ({name})", line if most > 1 else "")


if __name__ == "__main__":
    main()
