"""Validation of the state that a checkpoint claims, before it is used.

Kernels trust their layers: an invalid mate would index outside an array. So the states that were
read are validated like any other input file.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from contextlib import contextmanager
from dataclasses import asdict
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._io.atomic import DRAFTS, blamed_on, write_atomically
from icosian._io.text import Text, checked_path, parsed_json
from icosian._kernels import states as kernels
from icosian.exceptions import IcosianError, InvalidArgument
from icosian.tours.count.layers import constants
from icosian.tours.count.plan_race import STAR
from icosian.tours.count.plans import MOST, Plan, check_plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set as AbstractSet

    from numpy.typing import NDArray

    from icosian.tours.count.layers import Half, Memory
    from icosian.tours.count.plan_race import PlanRun


BLOCK = 1 << 16
"""Rows that are validated at a time, so that intermediate arrays fit in the cache."""


def natural(number: Any, least: int = 0, most: float = float("inf")) -> int:
    """Return a JSON value that must be an integer in a range, or raise ValueError."""
    if type(number) is not int or not least <= number <= most:
        raise ValueError(number)
    return number


def check_state(run: PlanRun, state: dict[str, Any]) -> None:
    """Raise an error unless a run of this plan can be in this state."""
    # Which half gets an edge within the separator depends on the layers at that time; everything
    # else is determined by the graph and the plan.
    fresh = run.state()
    natural(state["spent"], most=1 << kernels.LIMB)
    if type(state["shared"]) is not bool:
        raise ValueError(state["shared"])
    turn = None if run.degrees else run.plan.turn  # a slice has no symmetry
    stars = []
    for steps, first, half in zip(state["steps"], fresh["steps"], state["halves"], strict=True):
        if not _same(steps[: len(first)], first):
            raise ValueError(steps)
        stars += steps[len(first) :]
        _check_operations(half["operations"], steps, turn)
        natural(half["limbs"], 1)
        if half["closed"] != hex(natural(int(half["closed"], 16))):
            raise ValueError(half["closed"])
    inner = run.separator_edges() if state["shared"] > fresh["shared"] else {}
    if state["shared"] < fresh["shared"] or not _same(
        sorted(sorted((star["vertex"], w)) for star in stars for w in star["near"]),
        sorted([v, w] for v, near in inner.items() for w in near if v < w),
    ):
        raise ValueError(stars)
    for star in stars:
        natural(len(star["near"]), 1, STAR)
        if len(star) != 2:
            raise ValueError(star)


def _check_operations(
    operations: Sequence[dict[str, Any]], steps: Sequence[Any], turn: Sequence[int] | None
) -> None:
    """Raise ValueError unless these are the first steps in order, each folded at most once."""
    done, folded = 0, True
    for operation in operations:
        if "symmetry" in operation:
            if folded or turn is None or not _same(operation, {"symmetry": turn}):
                raise ValueError(operation)
            folded = True
        else:
            if not _same(operation, steps[done]):
                raise ValueError(operation)
            done, folded = done + 1, False


def _same(value: Any, other: Any) -> bool:
    """Return True if two JSON values have the same type and value: 1.0 is not a vertex."""
    return json.dumps(value) == json.dumps(other)


def check_layer(half: Half) -> None:
    """Raise ValueError unless the rows of a half are states on its frontier, with counts."""
    # Linear in time, with little memory. It cannot tell whether a state is reachable, or how often.
    layer, row = half.layer, half.row
    if len(layer) % row:
        raise ValueError(len(layer))
    rows = layer.reshape(-1, row)
    live = sum(1 << i for i in half.slot.values())
    shifts = constants(half.slots)[0]
    top = 0
    for k in range(0, len(rows), BLOCK):
        block = rows[k : k + BLOCK]
        if (block < 0).any() or (block[:, half.words :] >> kernels.LIMB).any():
            raise ValueError("a number has too many bits")
        degrees, matching = _words(block, half.words)
        _check_states(degrees, matching, live, half.slots, shifts)
        high = block[:, -1]  # the kernels keep the sum of these within a limb
        top += (int((high >> 31).sum()) << 31) + int((high & (1 << 31) - 1).sum())
        if top > 1 << kernels.LIMB:
            raise ValueError("counts too large for their words")


def _words(block: NDArray[np.int64], words: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the degree words of the states of some rows, and their matchings."""
    if words == 2:
        return block[:, 0].copy(), block[:, 1].copy()
    word = block[:, 0]
    return word >> kernels.MATCHING, word & (1 << kernels.MATCHING) - 1


def _check_states(
    degrees: NDArray[np.int64],
    matching: NDArray[np.int64],
    live: int,
    slots: int,
    shifts: NDArray[np.int64],
) -> None:
    """Raise ValueError unless each slot is live and used once, and each end has a mate."""
    ends, saturated = degrees >> slots, degrees & (1 << slots) - 1
    if ((ends | saturated) & ~live).any() or (ends & saturated).any():
        raise ValueError("a slot is empty or used twice")
    number = np.zeros_like(ends)
    for i in range(slots):
        if live >> i & 1:
            number += ends >> i & 1
    paths = number >> 1
    most = int(paths.max(initial=0))
    if (number & 1).any() or most > (slots - 1) // 2:
        raise ValueError("an end has no mate")
    if (matching >> shifts[paths]).any():
        raise ValueError("there are too many mates")
    for k in range(1, most):  # the digit of the last pair is always 0
        digit = matching >> shifts[k] & (1 << int(shifts[k + 1] - shifts[k])) - 1
        if (digit > 2 * k).any():
            raise ValueError("a mate is not an end")


# -- Checkpoints of a count: a folder from which the same call resumes

# The folder holds a *manifest* (what is counted, by which plan, and what has been done), one file
# for the layer of each half, and the journal of finished slices, if there are any. A file that
# the manifest does not name is left over and is removed. Everything is text or little-endian
# 64-bit words, so a checkpoint made on one machine resumes on any other.

FORMAT = 1
"""Increase it with every change of the manifest or of the meaning of the words of a layer."""
KIND = "icosian count"
MANIFEST, JOURNAL, LAYERS = "manifest.json", "slices.jsonl", "states-*.i64"
INTERVAL = 30.0
"""The least number of seconds between two checkpoints."""
BURDEN = 10
"""The least interval, in times of writing the last checkpoint."""
CHEAP = 1 << 28
"""Bytes of layers that are written even when a count is interrupted: less than a second."""


class Checkpoint:
    """The stored progress of a count; a folder of None stores nothing."""

    def __init__(
        self, folder: str | os.PathLike[str] | None, graph: Sequence[AbstractSet[int]]
    ) -> None:
        self.number: int | None = None  # the answer of a finished count
        self.plan: Plan | None = None
        self.depth = 0  # how many units the first slices fix; 0 for a count as a whole
        self._folder = None if folder is None else checked_path(folder, "checkpoint")
        self._stored: dict[str, Any] | None = None
        self._latest: PlanRun | None = None
        self._due = time.monotonic() + INTERVAL
        self._graph = graph
        if self._folder is None:
            return
        text = json.dumps([sorted(neighbors) for neighbors in graph])
        self._question = hashlib.sha256(text.encode()).hexdigest()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise InvalidArgument(
                f"checkpoint must be a folder, but {str(folder)!r} is a file"
            ) from None
        if (path := self._folder / MANIFEST).exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        """Load a manifest."""
        try:
            first, body = Text(path).whole().split("\n", 1)
            head = parsed_json(first)
            kind, version, check = head["checkpoint"], head["format"], head["check"]
        except (ValueError, KeyError, TypeError):
            raise InvalidArgument(f"{path} is damaged, or not a manifest of a checkpoint") from None
        if kind != KIND:
            raise InvalidArgument(f"{path} is not a manifest of a count, but of {str(kind)[:80]!r}")
        if version != FORMAT:
            raise InvalidArgument(
                f"{path} has format {str(version)[:80]}, and this version of icosian reads format"
                f" {FORMAT}"
            )
        if check != hashlib.sha256(body.encode()).hexdigest():
            raise InvalidArgument(f"{path} is damaged: its content and its checksum do not match")
        with _understood(path):
            known = json.loads(body)  # written with numbers that no float holds, too
            if known["question"] != self._question:
                raise InvalidArgument(
                    f"{path} is from another count: graph, ends and conditions on edges must be"
                    " the same"
                )
            self.depth = natural(known["depth"], most=MOST)
            if known["number"] is not None:
                self.number = natural(int(known["number"], 16))
            if known["plan"] is not None:
                self.plan = Plan(**{key: _tuples(value) for key, value in known["plan"].items()})
                check_plan(self.plan, self._graph)
            self._stored = known["attempt"]

    @property
    def is_new(self) -> bool:
        """Return True if nothing is stored yet."""
        return self.number is None and self.plan is None

    @property
    def journal(self) -> Path | None:
        """Return where the results of slices are stored."""
        return None if self._folder is None else self._folder / JOURNAL

    def begin(self, plan: Plan, depth: int = 0) -> None:
        """Store the plan and the depth of the slices; nothing is counted yet."""
        self.plan, self.depth, self._stored, self._latest = plan, depth, None, None
        self._write()

    def finish(self, number: int) -> None:
        """Store the answer and nothing else."""
        self.number, self.plan, self.depth, self._stored = number, None, 0, None
        self._latest = None
        self._write()

    def resume(self, run: PlanRun, memory: Memory) -> None:
        """Restore the layers of a run, if those of the same slice are stored."""
        known = self._stored
        if known is None or self._folder is None:
            return
        with _understood(self._folder / MANIFEST):
            if _tuples(known["degrees"]) != tuple(sorted(run.degrees.items())):
                return
            check_state(run, known["state"])
            memory.check(*(natural(layer["words"]) for layer in known["layers"]))
            layers = [self._layer(self._folder, **layer) for layer in known["layers"]]
            run.resume(known["state"], layers)
            for half in run.halves:
                check_layer(half)

    @staticmethod
    def _layer(folder: Path, name: str, words: int, check: str) -> NDArray[np.int64]:
        """Load a layer, after checking its size and its hash."""
        if not fnmatch(name, LAYERS) or Path(name).name != name:
            raise ValueError(name)
        path = folder / name
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            raise InvalidArgument(f"{path} is missing, but the manifest names it") from None
        if size != 8 * words:
            raise InvalidArgument(f"{path} is damaged: it must have {8 * words} bytes, not {size}")
        layer = np.fromfile(path, "<i8")
        if hashlib.sha256(layer.data).hexdigest() != check:
            raise InvalidArgument(f"{path} is damaged: its content and the manifest do not match")
        return layer.astype(np.int64, copy=False)

    def watch(self, run: PlanRun) -> None:
        """Write a checkpoint if the last one is old enough."""
        if self._folder is None:
            return
        self._latest = run
        if time.monotonic() >= self._due:
            self._save(run)

    def forget(self) -> None:
        """Note that the layers of the current run are no longer complete."""
        self._latest = None

    def leave(self) -> None:
        """Write a last checkpoint when the work ends early, if that is quick."""
        run = self._latest
        if run is not None and 8 * sum(len(half.layer) for half in run.halves) <= CHEAP:
            self._save(run)

    def _save(self, run: PlanRun) -> None:
        """Write the layers, then the manifest that names them."""
        if self._folder is None:
            return
        began = time.monotonic()
        layers = []
        for half in run.halves:
            name = LAYERS.replace("*", secrets.token_hex(8))
            layer = half.layer.astype("<i8", copy=False)
            try:
                with blamed_on(self._folder), (self._folder / name).open("xb") as file:
                    file.write(layer.data)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError:
                (self._folder / name).unlink(missing_ok=True)
                raise
            check = hashlib.sha256(layer.data).hexdigest()
            layers.append({"name": name, "words": len(layer), "check": check})
        degrees = sorted(run.degrees.items())
        self._stored = {"degrees": degrees, "layers": layers, "state": run.state()}
        self._write()
        now = time.monotonic()
        self._latest, self._due = None, now + max(INTERVAL, BURDEN * (now - began))

    def _write(self) -> None:
        """Write the manifest, then remove the files that it does not name."""
        if self._folder is None:
            return
        document = {
            "question": self._question,
            "number": None if self.number is None else hex(self.number),
            "plan": None if self.plan is None else asdict(self.plan),
            "depth": self.depth,
            "attempt": self._stored,
        }
        body = json.dumps(document).encode()
        head = {"checkpoint": KIND, "format": FORMAT, "check": hashlib.sha256(body).hexdigest()}
        write_atomically(self._folder / MANIFEST, json.dumps(head).encode() + b"\n" + body)
        named = {layer["name"] for layer in (self._stored or {"layers": []})["layers"]}
        for path in (*self._folder.glob(LAYERS), *self._folder.glob(DRAFTS)):
            if path.name not in named:
                path.unlink(missing_ok=True)
        if self.depth == 0:
            (self._folder / JOURNAL).unlink(missing_ok=True)


def is_stored(folder: str | os.PathLike[str] | None) -> bool:
    """Return True if a folder holds the progress of a count."""
    return folder is not None and (Path(folder) / MANIFEST).exists()


@contextmanager
def _understood(path: Path) -> Iterator[None]:
    """Turn errors from a well-formed manifest with wrong contents into InvalidArgument."""
    try:
        yield
    except IcosianError:
        raise
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ):
        raise InvalidArgument(f"{path} is damaged, or not a manifest of a checkpoint") from None


def _tuples(value: Any) -> Any:
    """Return a JSON value with tuples for lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
