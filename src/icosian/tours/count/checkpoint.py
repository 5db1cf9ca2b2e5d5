"""Checkpoints of a count: a folder from which the same call resumes.

The folder holds a *manifest* (what is counted, by which plan, and what has been done), one file for
the layer of each half, and the journal of finished slices, if there are any. A file that the
manifest does not name is left over and is removed. Everything is text or little-endian 64-bit
words, so a checkpoint made on one machine resumes on any other.
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
from icosian.exceptions import IcosianError, InvalidArgument
from icosian.tours.count.checkpoint_validation import check_layer, check_state, natural
from icosian.tours.count.plans import MOST, Plan, check_plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set as AbstractSet

    from numpy.typing import NDArray

    from icosian.tours.count.layers import Memory
    from icosian.tours.count.plan_race import PlanRun


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
