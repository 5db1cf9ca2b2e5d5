"""Counts cut into slices, side by side, stored and continued."""

from __future__ import annotations

import hashlib
import json
import math
import os
import secrets
import time
import uuid
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence, Set as AbstractSet
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from icosian._io.text import DRAFTS, Text, as_tuples, blame_path, check_file_path, write_atomically
from icosian._kernels import states as kernels
from icosian._run.limits import Clock
from icosian._run.pool import Lost, Pool, Queue, run_jobs, task_name, threads, workers, working
from icosian.exceptions import InvalidArgument
from icosian.tours.count.layers import (
    METHOD,
    UNEVEN,
    Fold,
    Half,
    Join,
    Memory,
    MemoryShort,
    Operation,
    SplitChoice,
    join_portion,
    merge_layers,
)
from icosian.tours.count.plans import JOIN, Plan, PlanRun, needs_fold

FORMAT = 3
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
        with blame_path(folder):
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
        self.folder = None if folder is None else check_file_path(folder, "checkpoint")
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
            self.plan = Plan(**{key: as_tuples(value) for key, value in known["plan"].items()})

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
            loaded.append(merge_layers(files, half.words)[0].astype(np.int64, copy=False))
        run.resume(state, loaded)

    def stored(self, run: PlanRun) -> tuple[dict[str, Any], list[list[StateFile]]] | None:
        """Return the state of a run and the files of its layers, if those of the same slice are."""
        known = self._stored
        if known is None or self.folder is None:
            return None
        if as_tuples(known["degrees"]) != tuple(sorted(run.degrees.items())):
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


# -- Counting by exchange: each worker owns some of the states, and all hand them on now and then
# A *run* is a stretch of operations that leave some slots of the frontier alone. States that differ
# there lead to different states within the run, so the degrees of these slots are a *key*: a worker
# takes all states of some keys through the whole run, and no other worker makes the same ones. Then
# it sorts them by the keys of the next run on *shelves*, ranges of hashes, and the next workers
# take some shelves of each. So no work is done twice. The last exchange is for the join, by what
# groups that fit have in common.
#
# Threads share the memory. On a cluster of dask, states go from worker to worker, and those of a
# lost worker are made again. Other workers share a folder for temporary files: that of the
# checkpoint if there is one, which then is never without the states of a run. :exc:`.Lost` is
# raised where they share none, and where its disk is full.

Words = NDArray[np.int64]
_Stored = tuple[dict[str, Any], list[list[StateFile]]] | None

HERE = 0.005
"""The part of the expected states that this thread reads before workers take over."""
SHELVES = 1 << 10
"""Ranges of hashes by which states are handed on."""
LONGEST, ALONE = 4, 5
"""The most choices of a run, and the least number of vertices that it leaves alone. On boards of
knights these have some hundred keys, the most frequent of them a few hundredths of the states."""
OWN = 8
"""The part of the memory for the states at work, if there are no workers."""
ROOM = 4
"""The memory that a run takes, in sizes of the states that it begins with."""
RANGES, CACHED, SMALL = 8, 1 << 22, 1 << 26
"""The least number of ranges of shelves in a run; where workers share the memory, the bytes of
states in a range, whose tables then are in the cache of a processor; and the bytes of states below
which each worker takes just one. What is at work takes a few times the memory of what waits, so few
workers take several in turn; where there is little of it, jobs would cost more than they save."""
JOINS = 2
"""Parts of the join for each worker: their work is not proportional to their states."""


class Key(NamedTuple):
    """What distributes states: the least image of the degrees in some slots."""

    fixed: int  # the slots, as a mask of degree words
    places: Words  # permutations of the slots, one after the other; none if states have no images
    fronts: Words  # for each 0, or all slots in use if what is untouched becomes saturated


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelves:
    """States in the order of the hashes of their keys, as one worker hands them on."""

    rows: Any  # an array, a file, or the future of shelves on a cluster
    row: int
    limbs: int
    ends: Words  # how many states there are up to the end of each shelf
    closed: int = 0  # the number of cycles closed in the run before

    @classmethod
    def stored(cls, file: StateFile, words: int) -> Shelves:
        """Return the shelves of a file."""
        return cls(rows=file, row=words + file.limbs, limbs=file.limbs, ends=np.array(file.ends))

    def between(self, first: int, last: int) -> tuple[Words, int]:
        """Return the rows of some shelves, and the limbs of their counts."""
        a, b = (int(self.ends[k - 1]) * self.row if k else 0 for k in (first, last))
        if isinstance(self.rows, StateFile):
            found = np.fromfile(self.rows.path, "<i8", b - a, offset=8 * a)
            if len(found) < b - a:
                raise OSError(f"{self.rows.path} has lost its end")
            return found, self.limbs
        return self.rows[a:b], self.limbs


class Frame(NamedTuple):
    """What brings a half without states to the place of a run."""

    graph: Sequence[AbstractSet[int]]
    slots: int
    operations: tuple[Operation, ...]

    def half(self, clock: Clock, memory: Memory) -> Half:
        """Return the half, still with the first layer."""
        half = Half(self.graph, self.slots, clock, memory)
        for operation in self.operations:
            half.replay(operation)
        return half

    def filled(self, pieces: Sequence[Any], clock: Clock, memory: Memory) -> Half:
        """Return the half with the states of all pieces; none occurs twice."""
        half = self.half(clock, memory)
        found = [_between(*piece) if len(piece) > 2 else piece for piece in pieces]
        memory.check(*(len(rows) for rows, _ in found))
        half.layer, half.limbs = merge_layers(found, half.words)
        return half


def _between(shelves: Any, first: int, last: int) -> tuple[Words, int]:
    """Return the rows of some shelves, and the limbs of their counts."""
    if not isinstance(shelves, Shelves):
        raise Lost(RuntimeError("states that a worker had could not be made again"))
    return shelves.between(first, last)


class HalfRun(NamedTuple):
    """A run of a half."""

    frame: Frame
    operations: Sequence[Operation]
    key: Key
    """By which the states are handed on."""
    limit: int
    folder: Path | None


class Meeting(NamedTuple):
    """The join of all halves."""

    frames: Sequence[Frame]
    partners: Sequence[tuple[int, Sequence[int]]]
    separator: Sequence[int]
    limit: int


def _advanced(
    number: int,  # noqa: ARG001 - of the job
    run: HalfRun,
    pieces: Sequence[Any],
    *,
    clock: Clock,
) -> Shelves | None:
    """Take states through a run, on any worker; None asks to divide them."""
    memory = Memory(run.limit)
    try:
        half = run.frame.filled(pieces, clock, memory)
        for operation in run.operations:
            half.apply(operation)
    except MemoryShort:
        return None
    return shelve_states(half, run.key, run.folder, clock)


def _joined(
    number: int,  # noqa: ARG001 - of the job
    meeting: Meeting,
    pieces: Sequence[Sequence[Any]],
    k: int,
    portions: int,
    *,
    clock: Clock,
) -> int | None:
    """Join a portion of the states of some shelves, on any worker; None and UNEVEN ask for less."""
    memory, separator = Memory(meeting.limit), meeting.separator
    try:
        halves = []
        for frame, given in zip(meeting.frames, pieces, strict=True):
            halves.append(frame.filled(given, clock, memory))
        if not all(half.size for half in halves):
            return 0
        others = [(halves[i], [images[v] for v in separator]) for i, images in meeting.partners]
        return join_portion(Join(halves[0], others, separator, clock, memory), k, portions)
    except MemoryShort:
        return None


def shelve_states(half: Half, key: Key, folder: Path | None, clock: Clock) -> Shelves:
    """Sort the states of a half by their keys; write them to a file if there is a folder."""
    s = np.zeros(kernels.SHARED, np.int64)
    s[kernels.SLOTS], s[kernels.LIMBS], s[kernels.FIXED] = half.slots, half.limbs, key.fixed
    shelf, ends = np.zeros(half.size, np.int16), np.zeros(SHELVES, np.int64)
    rows = half.layer[:0].copy()
    for _ in range(2):  # count, then write
        shelves = kernels.ShelvedRows(shelf, ends, rows)
        given = key.places, key.fronts, half.layer, shelves
        clock.call(METHOD, kernels.shelve, *given, s.copy())
        if not len(rows):
            ends = np.cumsum(ends) - ends
            rows = np.empty_like(half.layer)
    found = Shelves(rows=rows, row=half.row, limbs=half.limbs, ends=ends, closed=half.closed)
    if folder is None:
        return found
    return replace(found, rows=write_states(folder, rows, half.limbs, ends.tolist()))


def _size(part: Sequence[Shelves]) -> int:
    return sum(int(shelves.ends[-1]) for shelves in part)


def _bytes(part: Iterable[Shelves]) -> int:
    return 8 * sum(int(shelves.ends[-1]) * shelves.row for shelves in part)


class Exchange:
    """A count in progress whose states go range by range, through an executor if there is one."""

    def __init__(
        self,
        run: PlanRun,
        clock: Clock,
        pool: Pool | None,
        limit: int,
        memory: Memory,
        stored: Checkpoint,
    ) -> None:
        self._run, self._clock, self._pool, self._memory = run, clock, pool, memory
        # The other part is for states that wait.
        self._limit = limit // (OWN if pool is None else 2 * workers(pool))
        self._checkpoint = stored
        self._folder = None if stored.folder is None else stored.folder.absolute()
        # An executor of dask that was given keeps the states with its workers.
        executor = None if pool is None or pool.is_made else pool.executor
        is_dask = hasattr(getattr(executor, "_client", None), "scatter")
        self._cluster = _Cluster(executor) if is_dask and self._folder is None else None
        self._is_shared = pool is None or threads(pool) > 1  # the memory
        self._others = 0  # bytes of the states that are not at work

    def count(self) -> int:
        """Return the number of cycles; the run gives up its states."""
        run, known = self._run, self._checkpoint.stored(self._run)
        if known is not None and all(file.ends for layer in known[1] for file in layer):
            run.resume(known[0], [half.layer[:0].copy() for half in run.halves])
        elif known is not None:  # of a count without workers
            self._checkpoint.resume(run, self._memory)
            known = None
        elif run.advance(HERE * run.estimate):
            return run.finish()
        if self._pool is None:
            return self._exchanged(known)
        with ExitStack() as stack:
            try:
                if self._cluster is None and self._folder is None and not self._is_shared:
                    # A worker may still write a file when the folder is removed.
                    kept = TemporaryDirectory(prefix="icosian-", ignore_cleanup_errors=True)
                    self._folder = Path(stack.enter_context(kept))
                # States of a lost worker are made again by jobs of earlier runs, so no run ends
                # them.
                self._work = stack.enter_context(working(self._clock))
                return self._exchanged(known)
            except OSError as error:  # the disk is full, or the workers share no folder
                if self._checkpoint.folder is not None:
                    raise
                raise Lost(error) from None

    def _exchanged(self, known: _Stored) -> int:
        """Take the halves through all runs, then join them."""
        run, clock, halves = self._run, self._clock, self._run.halves
        run.plan_separator_edges()
        # 1. Lay out what is there for the next run of each half, unless files have it.
        parts: list[list[Shelves]] = []
        following = []
        end = HERE
        ahead = run.expected_states()
        total = sum(map(sum, ahead))
        for i, half in enumerate(halves):
            operations, key = self._next_run(i, self._frame(i))
            following.append(operations)
            if known is None:
                shelves = shelve_states(half, key, self._folder, clock)
                parts.append([shelves if self._cluster is None else self._cluster.put(shelves)])
                half.layer = half.layer[:0].copy()
            else:
                files = (file._replace(path=file.path.absolute()) for file in known[1][i])
                parts.append([Shelves.stored(file, half.words) for file in files])
        if known is None:
            self._keep(parts)
        # 2. Take the smaller half through its next run, until no operations are left.
        while all(sizes := [_size(part) for part in parts]) and any(following):
            i = min((size, i) for i, size in enumerate(sizes) if following[i])[1]
            half = halves[i]
            frame = self._frame(i)
            for operation in following[i]:
                half.replay(operation)
            operations, key = self._next_run(i, self._frame(i))
            job = HalfRun(frame, following[i], key, self._limit, self._folder)
            begin = end
            del ahead[i][: sum(isinstance(operation, SplitChoice) for operation in following[i])]
            end = HERE + (1 - HERE - JOIN) * (1 - sum(map(sum, ahead)) / total)
            self._others = sum(map(_bytes, parts)) - _bytes(parts[i])
            with clock.portion(begin, end):
                made = self._shared(_advanced, job, [parts[i]], len(half.operations))
            self._replace(parts, i, made)
            following[i] = operations
            clock.stage = f"{sum(map(_size, parts)):,} states"
        # 3. Join what has common keys.
        closed = sum(half.closed for half in halves)
        partners = run.partners if run.plan.separator and all(sizes) else []
        if not partners:
            return closed
        clock.stage = f"joining {sum(sizes):,} states"
        frames = [self._frame(i) for i in range(len(halves))]
        meeting = Meeting(frames, partners, run.plan.separator, self._limit)
        self._others = 0
        with clock.portion(end, 1.0):
            met: int = sum(self._shared(_joined, meeting, parts))
        cycles, rest = divmod(met, len(partners))
        if rest:
            raise RuntimeError("the states of the workers are not those of a count")
        return closed + cycles

    def _frame(self, i: int) -> Frame:
        """Return what brings a half of a worker to the place of a half."""
        half = self._run.halves[i]
        return Frame(self._run.graph, half.slots, tuple(half.operations))

    def _replace(self, parts: list[list[Shelves]], i: int, made: list[Shelves]) -> None:
        """Replace the states of a half by those of its next run; note that in the checkpoint."""
        used, parts[i], half = parts[i], made, self._run.halves[i]
        half.closed += sum(shelves.closed for shelves in made)
        half.limbs = max(shelves.limbs for shelves in made)
        self._keep(parts)
        for shelves in used:
            if isinstance(shelves.rows, StateFile):
                shelves.rows.path.unlink(missing_ok=True)

    def _keep(self, parts: list[list[Shelves]]) -> None:
        """Note in the checkpoint which files have the states."""
        if self._checkpoint.folder is not None:
            self._checkpoint.keep(self._run, [[shelves.rows for shelves in half] for half in parts])

    def _next_run(self, i: int, frame: Frame) -> tuple[tuple[Operation, ...], Key]:
        """Return the operations of the next run of a half, and the key that divides its states."""
        run, none = self._run, np.zeros(0, np.int64)
        half = frame.half(self._clock, Memory(0))
        done = sum(isinstance(operation, SplitChoice) for operation in frame.operations)
        steps = run.steps[i][done:]
        # 1. Where states can be folded, the images of a state have its key.
        turn = run.turn if run.turn is not None and half.can_fold(run.turn) else None
        place = np.arange(half.slots)
        if turn is not None:
            for v, slot in half.slot.items():
                place[slot] = half.slot[turn[v]]
        # 2. Go on while enough vertices are left alone; end where states can be folded, and where
        #    they can be for the first time, since then they must be exchanged for it.
        used = set(half.slot.values())
        operations: list[Operation] = []
        last = frame.operations[-1] if frame.operations else None
        if turn is not None and needs_fold(last, steps):
            operations.append(Fold(tuple(turn)))
        if not steps and not operations:
            return (), self._join_key(half)
        best: tuple[Operation, ...] = () if steps else tuple(operations)
        fixed, mask, has_folded = -1, -1, False
        for k, step in enumerate(steps[:LONGEST], start=1):
            fixed &= half.prepare(step).words[0]
            fixed &= self._image(fixed, place, half.slots)
            if best and sum(fixed >> slot & 1 for slot in used) < ALONE:
                break
            operations.append(step)
            folds = run.turn is not None and half.can_fold(run.turn)
            if folds and turn is not None and needs_fold(step, steps[k:]):
                operations.append(Fold(tuple(turn)))
            if folds or not has_folded:
                best, mask, has_folded = tuple(operations), fixed, folds
            if folds and turn is None:
                break
        if turn is None:
            return best, Key(mask, none, none)
        both = np.concatenate((np.arange(half.slots), place))
        return best, Key(mask, both, np.zeros(2, np.int64))

    @staticmethod
    def _image(fixed: int, place: Words, slots: int) -> int:
        """Return the image of a mask of degree words, of which -1 has all bits."""
        whole = (1 << slots) - 1
        low, high = (kernels.image_mask(place.tolist(), fixed >> k & whole) for k in (0, slots))
        return int(high << slots | low)

    def _join_key(self, half: Half) -> Key:
        """Return a key that states of both halves have in common if they fit."""
        # In terms of the slots of the first half, states and their partners are exchanged by
        # "untouched becomes saturated", after the map of the vertices. Each map is its own inverse,
        # and so is the product of two, so the least image is common to all.
        run = self._run
        separator = run.plan.separator
        first = Frame(run.graph, half.slots, tuple(run.steps[0])).half(self._clock, Memory(0))
        first.enter(separator)
        half.enter(separator)
        maps: list[tuple[Sequence[int], bool]] = [(range(len(run.graph)), False)]
        if run.plan.mirror is None:
            maps.append((maps[0][0], True))
        else:
            maps.append((run.plan.mirror, True))
            if run.turn is not None:
                maps.append((run.turn, False))
                maps.append(([run.plan.mirror[v] for v in run.turn], True))
        places = np.tile(np.arange(half.slots), (len(maps), 1))
        for row, (images, _) in zip(places, maps, strict=True):
            for v in separator:
                row[half.slot[v]] = first.slot[images[v]]
        front = sum(1 << first.slot[v] for v in separator)
        fronts = np.array([front if complement else 0 for _, complement in maps])
        return Key(-1, places.ravel(), fronts)

    def _shared(
        self, task: Any, known: HalfRun | Meeting, parts: list[list[Shelves]], done: int = 0
    ) -> list[Any]:
        """Return the results of a task for ranges of shelves that have about equal states."""
        # 1. The ranges: as many for each worker, or more where the memory is short or shared.
        states = np.sum([shelves.ends for half in parts for shelves in half], axis=0)
        size = sum(map(_bytes, parts))
        least = workers(self._pool)
        if size >= SMALL and self._is_shared:
            least *= math.ceil(size / CACHED / least)
        elif task is _joined:
            least *= JOINS
        elif size >= SMALL:
            least *= math.ceil(RANGES / least)
        number = max(least, math.ceil(ROOM * size / self._limit))
        bounds = np.searchsorted(states, [states[-1] * k // number for k in range(1, number)])
        # 2. Each job takes its shelves from all parts; one that is too large is divided.
        queue: Queue[int] = Queue()
        ranges: list[tuple[int, ...]] = []

        def add(first: int, last: int, k: int = 0, portions: int = 1) -> None:
            of = (lambda *piece: piece) if self._cluster is None else self._cluster.between
            pieces = [[of(shelves, first, last) for shelves in half] for half in parts]
            given = (pieces, k, portions) if task is _joined else pieces
            queue.add(len(ranges), (len(ranges), known, *given))
            ranges.append((first, last, k, portions))

        for first, last in pairwise(np.unique([0, *bounds, SHELVES]).tolist()):
            add(first, last)
        pool, kept = self._pool, {}
        if self._cluster is not None and task is _advanced:
            pool, kept = Pool(cast("Executor", self._cluster)), self._cluster.kept
        results: dict[int, Any] = {}
        method = f"run of states from step {done}" if done else "join"
        if pool is None:
            jobs = self._here(task, queue)
        else:
            jobs = run_jobs(task, queue, self._clock, pool, whole=self._work)
        with closing(jobs) as steps:
            for k, result in self._reported(steps, method):
                first, last, *portion = ranges[k]
                if result == UNEVEN:
                    portions = max(2, workers(pool))
                    for j in range(portions):
                        add(first, last, j, portions)
                elif result is not None:
                    results[k] = replace(result, rows=kept.pop(k)) if k in kept else result
                    self._clock.done(len(results) / len(ranges))
                    if pool is None and task is _advanced:
                        self._memory.other_bytes = self._others + size + _bytes(results.values())
                        self._memory.check()
                elif last - first > 1:
                    add(first, (first + last) // 2, *portion)
                    add((first + last) // 2, last, *portion)
                else:
                    raise MemoryShort("the states of one key do not fit in their share of memory")
        return list(results.values())

    def _here(self, task: Any, queue: Queue[int]) -> Generator[tuple[int, Any] | None]:
        """Run all jobs of a queue on this thread; yield each key and result."""
        while (key := queue.take()) is not None:
            yield key, task(*queue.jobs[key], clock=self._clock)
            queue.finish(key)

    def _reported(self, steps: Iterator[Any], method: str) -> Iterator[tuple[int, Any]]:
        """Yield the results of jobs, and report progress."""
        for step in steps:
            if step is not None:
                if isinstance(step[1], Lost):
                    raise step[1]
                yield step
            self._clock.tick(method)


class _Cluster:
    """An executor of dask that leaves the states with its workers, and gives reports of them."""

    def __init__(self, executor: Any) -> None:
        self._executor, self._client = executor, executor._client  # noqa: SLF001
        self.kept: dict[int, Any] = {}  # the futures of the states, by the number of the job

    def submit(self, task: Any, job: tuple[Any, ...]) -> Any:
        """Submit a job of :func:`run_jobs`, to another worker than the one before it."""
        # Dask takes a byte to travel for ten nanoseconds, and would often let one worker do it all.
        places = [name for name, threads in self._client.nthreads().items() for _ in range(threads)]
        pinned = {"workers": [places[job[0] % len(places)]], "allow_other_workers": True}
        self.kept[job[0]] = whole = self._submitted(task, job, **pinned if places else {})
        return self._executor.submit(_report, whole, key=self._key(_report))

    def put(self, shelves: Shelves) -> Shelves:
        """Give states to a worker, as an argument of a job: the scheduler keeps these."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of dask, which finds such arguments large
            return replace(shelves, rows=self._submitted(_given, shelves))

    def between(self, shelves: Shelves, first: int, last: int) -> Any:
        """Return the future of some shelves."""
        return self._submitted(_between, shelves.rows, first, last)

    def _submitted(self, task: Any, *arguments: Any, **pinned: Any) -> Any:
        """Return the future of a task that stays with its worker."""
        known = self._executor._kwargs  # noqa: SLF001
        given = {**({} if "workers" in known else pinned), **known, "pure": False}
        return self._client.submit(task, *arguments, key=self._key(task), **given)

    @staticmethod
    def _key(task: Any) -> str:
        """Return a new key, which the dashboard shows without its end."""
        return f"{task_name(getattr(task, 'run', task))}-{uuid.uuid4()}"


def _given(shelves: Shelves) -> Shelves:
    return shelves


def _report(result: Any) -> Any:
    return replace(result, rows=None) if isinstance(result, Shelves) else result
