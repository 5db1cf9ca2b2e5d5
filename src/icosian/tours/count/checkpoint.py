"""Checkpoints of a count: a folder from which the same call resumes.

The folder holds a *manifest* (what has been done, by which plan), one file for the layer of each
half, and the journal of finished slices, if there are any. The first line of the manifest is a
digest of the graph that is counted and of the rest, which has the digests of the layers. So what is
read is what a count of this graph has stored, and is used as it is. A file that the manifest does
not name is left over and is removed. Everything is text or little-endian 64-bit words, so a
checkpoint made on one machine resumes on any other.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from collections.abc import Sequence, Set as AbstractSet
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._io.atomic import DRAFTS, blamed_on, write_atomically
from icosian._io.text import Text, checked_path
from icosian.exceptions import InvalidArgument
from icosian.tours.count.layers import Memory, merged
from icosian.tours.count.plans import Plan

if TYPE_CHECKING:
    from icosian.tours.count.plan_race import PlanRun


FORMAT = 2
"""Increase it with every change of the manifest, of the meaning of the words of a layer, or of the
runs and keys of an exchange."""
KIND = "icosian count"
MANIFEST, JOURNAL, LAYERS = "manifest.json", "slices.jsonl", "states-*.i64"
INTERVAL = 30.0
"""The least number of seconds between two checkpoints."""
BURDEN = 10
"""The least interval, in times of writing the last checkpoint."""
CHEAP = 1 << 28
"""Bytes of layers that are written even when a count is interrupted: less than a second."""


class StateFile(NamedTuple):
    """A file of states."""

    path: Path
    limbs: int
    words: int
    digest: str
    ends: list[int]  # of the shelves, if the states are in their order

    def check(self) -> None:
        """Raise InvalidArgument unless the file has this size and digest."""
        if self.path.exists() and self.path.stat().st_size == 8 * self.words:
            with self.path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() == self.digest:
                    return
        raise InvalidArgument(
            f"{self.path} is missing or damaged: it is not what the manifest names"
        )


def write_states(
    folder: Path, rows: NDArray[np.int64], limbs: int, ends: Sequence[int] = ()
) -> StateFile:
    """Write rows of states to a new file of a folder."""
    path = folder / LAYERS.replace("*", secrets.token_hex(8))
    data = rows.astype("<i8", copy=False).data
    try:
        with blamed_on(folder):
            path.write_bytes(data)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return StateFile(path, limbs, len(rows), hashlib.sha256(data).hexdigest(), list(ends))


class Checkpoint:
    """The stored progress of a count; a folder of None stores nothing."""

    def __init__(
        self, folder: str | os.PathLike[str] | None, graph: Sequence[AbstractSet[int]]
    ) -> None:
        self.number: int | None = None  # the answer of a finished count
        self.plan: Plan | None = None
        self.depth = 0  # how many units the first slices fix; 0 for a count as a whole
        self.folder = None if folder is None else checked_path(folder, "checkpoint")
        self._stored: dict[str, Any] | None = None
        self._latest: PlanRun | None = None
        self._due = time.monotonic() + INTERVAL
        if self.folder is None:
            return
        self._question = json.dumps([sorted(neighbors) for neighbors in graph])
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise InvalidArgument(
                f"checkpoint must be a folder, but {str(folder)!r} is a file"
            ) from None
        if (path := self.folder / MANIFEST).exists():
            self._read(path)

    def _head(self, body: str) -> str:
        """Return the first line of the manifest that continues with this text."""
        digest = hashlib.sha256(f"{self._question}\n{body}".encode()).hexdigest()
        return json.dumps({"checkpoint": KIND, "format": FORMAT, "digest": digest})

    def _read(self, path: Path) -> None:
        """Load a manifest."""
        head, _, body = Text(path).whole().partition("\n")
        if head != self._head(body):
            raise InvalidArgument(
                f"{path} is damaged, or from another count or version of icosian: graph, ends and"
                " conditions on edges must be the same"
            )
        known = json.loads(body)
        self.depth, self._stored = known["depth"], known["attempt"]
        if known["number"] is not None:
            self.number = int(known["number"], 16)
        if known["plan"] is not None:
            self.plan = Plan(**{key: _tuples(value) for key, value in known["plan"].items()})

    @property
    def is_new(self) -> bool:
        """Return True if nothing is stored yet."""
        return self.number is None and self.plan is None

    @property
    def journal(self) -> Path | None:
        """Return where the results of slices are stored."""
        return None if self.folder is None else self.folder / JOURNAL

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
        if (known := self.stored(run)) is None:
            return
        state, layers = known
        memory.check(*(file.words for layer in layers for file in layer))
        loaded = []
        for half, layer in zip(run.halves, layers, strict=True):
            files = [(np.fromfile(file.path, "<i8"), file.limbs) for file in layer]
            loaded.append(merged(files, half.words)[0].astype(np.int64, copy=False))
        run.resume(state, loaded)

    def stored(self, run: PlanRun) -> tuple[dict[str, Any], list[list[StateFile]]] | None:
        """Return the state of a run and the files of its layers, if those of the same slice are."""
        known = self._stored
        if known is None or self.folder is None:
            return None
        if _tuples(known["degrees"]) != tuple(sorted(run.degrees.items())):
            return None
        layers = [
            [StateFile(self.folder / name, *file) for name, *file in layer]
            for layer in known["layers"]
        ]
        for file in (file for layer in layers for file in layer):
            file.check()
        return known["state"], layers

    def watch(self, run: PlanRun) -> None:
        """Write a checkpoint if the last one is old enough."""
        if self.folder is None:
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
        if self.folder is None:
            return
        began = time.monotonic()
        self.keep(run, [[write_states(self.folder, h.layer, h.limbs)] for h in run.halves])
        now = time.monotonic()
        self._latest, self._due = None, now + max(INTERVAL, BURDEN * (now - began))

    def keep(self, run: PlanRun, layers: Sequence[Sequence[StateFile]]) -> None:
        """Write the manifest that names these files of each half, and remove all others."""
        for file in (file for layer in layers for file in layer):
            with file.path.open("r+b") as opened:
                os.fsync(opened.fileno())
        named = [[(file.path.name, *file[1:]) for file in layer] for layer in layers]
        degrees = sorted(run.degrees.items())
        self._stored = {"degrees": degrees, "layers": named, "state": run.state()}
        self._write()

    def _write(self) -> None:
        """Write the manifest, then remove the files that it does not name."""
        if self.folder is None:
            return
        document = {
            "number": None if self.number is None else hex(self.number),
            "plan": None if self.plan is None else asdict(self.plan),
            "depth": self.depth,
            "attempt": self._stored,
        }
        body = json.dumps(document)
        write_atomically(self.folder / MANIFEST, f"{self._head(body)}\n{body}".encode())
        named = {file[0] for layer in (self._stored or {"layers": []})["layers"] for file in layer}
        for path in (*self.folder.glob(LAYERS), *self.folder.glob(DRAFTS)):
            if path.name not in named:
                path.unlink(missing_ok=True)
        if self.depth == 0:
            (self.folder / JOURNAL).unlink(missing_ok=True)


def is_stored(folder: str | os.PathLike[str] | None) -> bool:
    """Return True if a folder holds the progress of a count."""
    return folder is not None and (Path(folder) / MANIFEST).exists()


def _tuples(value: Any) -> Any:
    """Return a JSON value with tuples for lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
