"""The cases, from the table ``cases.txt``: a row each, or one for all values of a loop.

The columns are the name, what is asked, of what, peers with the limits of their seconds, goals, and
a loop; the last may be missing. They are Python that sees the names of the module in the heading,
and a subject is made when its case is run. A goal is a number of seconds, or says how many times as
fast as which peer; None is no goal. Indented lines continue a row.
"""

import importlib
import re
from pathlib import Path
from typing import Any, NamedTuple

from results import Goal

TABLE = Path(__file__).with_suffix(".txt")
ELSEWHERE = "race", "results", "peers", "instances", "families", "icosian"
"""Where names are looked up that the module does not have."""


class Made(NamedTuple):
    """Makes a subject, here or in another process, from its code and the values of a loop."""

    module: str
    code: str
    values: dict[str, Any]

    def __call__(self):
        return run(self.code, self.module, self.values)


def run(code, module, values):
    """Return the value of code that stands in the table."""
    known = dict(values)
    for word in set(re.findall(r"[A-Za-z_]\w*", code)) - known.keys():
        for name in (module, *ELSEWHERE):
            if hasattr(place := importlib.import_module(name), word):
                known[word] = getattr(place, word)
                break
    return eval(code, known)


def cases():
    """Yield the module, the group and each case, in the order of the page."""
    for line in re.sub(r"\n +", " ", TABLE.read_text("utf-8")).splitlines():
        if line.startswith("== "):
            module, _, title = line.removeprefix("== ").partition(": ")
        elif line:
            yield from ((module, title, case) for case in row(line, module))


def row(line, module):
    """Yield the cases of a row."""
    name, asked, subject, peers, goals, loop = ([*line.split(" |"), *[""] * 4])[:6]
    names = ", ".join(re.findall(r"\bfor ([\w, ]+?) in ", loop))
    for found in run(f"[({names},) {loop}]", module, {}) if loop else [()]:
        values = dict(zip(names.split(", "), found, strict=False))
        given = {"goals": tuple(aims(run(f"({goals},)", module, values)))} if goals.strip() else {}
        if peers.strip():
            given["peers"] = run(f"{{{peers}}}", module, values)
        yield run(asked.strip(), module, values)(
            name=run(f"f'''{name}'''", module, values),
            make=Made(module, subject.strip() or "None", values),
            **given,
        )


def aims(given):
    """Yield goals from what a row says."""
    for aim in given:
        if isinstance(aim, dict):
            yield from (Goal(peer, times) for peer, times in aim.items())
        elif aim is not None:
            yield aim if isinstance(aim, Goal) else Goal(seconds=aim)
