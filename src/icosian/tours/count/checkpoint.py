"""Checkpoints of a count: a folder from which the same call goes on.

The folder holds a *manifest*, which says what is counted, by which plan, and what has been done;
the layers of the two halves, a file each; and the journal of the slices, if there are any. A file
that the manifest does not name is left over and goes. Everything is text or words of 64 bits, the
lowest byte first, so a checkpoint made on one machine serves on any other.
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

from icosian._io.atomic import write_atomically
from icosian._io.text import Text, checked_path, parsed_json
from icosian.exceptions import IcosianError, InvalidArgument
from icosian.tours.count.checkpoint_validation import check_layer, check_state, natural
from icosian.tours.count.degree_slices import MOST
from icosian.tours.count.plans import Plan, check_plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set as AbstractSet

    import numpy as np
    from numpy.typing import NDArray

    from icosian.tours.count.layers import Memory
    from icosian.tours.count.plan_race import Attempt

__all__ = ["Checkpoint"]

FORMAT = 1
"""To be raised with every change of the manifest or of what the words of a layer mean."""
KIND = "icosian count"
MANIFEST, JOURNAL, LAYERS = "manifest.json", "slices.jsonl", "states-*.i64"
INTERVAL = 30.0
"""Seconds between two checkpoints."""
BURDEN = 10
"""How many times as long as writing the last one took is the least interval."""
CHEAP = 1 << 28
"""Bytes of layers that are still written when a count is interrupted: less than a second."""


class Checkpoint:
    """What is kept of a count.

    Parameters
    ----------
    folder : path or None
        Where. It is made if it is not there; None keeps nothing.
    graph : sequence of sets of int
        The graph whose cycles are counted, which is the whole question.

    Attributes
    ----------
    number : int or None
        The answer, if the count was finished.
    plan : Plan or None
        The plan that was chosen.
    depth : int
        How many units of vertices tell the first slices apart; 0 if there are none.

    Raises
    ------
    InvalidArgument
        If the folder is none, or what it holds is damaged, of another question, or of a format that
        is not known.
    OSError
        If it cannot be read or written.
    """

    def __init__(
        self, folder: str | os.PathLike[str] | None, graph: Sequence[AbstractSet[int]]
    ) -> None:
        self.number: int | None = None
        self.plan: Plan | None = None
        self.depth = 0
        self._folder = None if folder is None else checked_path(folder, "checkpoint")
        self._attempt: dict[str, Any] | None = None
        self._latest: Attempt | None = None
        self._due = time.monotonic() + INTERVAL
        self._graph = graph
        if self._folder is None:
            return
        text = json.dumps([sorted(neighbours) for neighbours in graph])
        self._question = hashlib.sha256(text.encode()).hexdigest()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise InvalidArgument(
                f"checkpoint must be a folder, and {str(folder)!r} is a file"
            ) from None
        if (path := self._folder / MANIFEST).exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        """Take over what a manifest says."""
        try:
            first, body = Text(path).whole().split("\n", 1)
            head = parsed_json(first)
            kind, version, check = head["checkpoint"], head["format"], head["check"]
        except (ValueError, KeyError, TypeError):
            raise InvalidArgument(f"{path} is damaged, or no manifest of a checkpoint") from None
        if kind != KIND:
            raise InvalidArgument(f"{path} is no manifest of a count, but of {str(kind)[:80]!r}")
        if version != FORMAT:
            raise InvalidArgument(
                f"{path} has format {str(version)[:80]}, and this version of icosian reads format"
                f" {FORMAT}"
            )
        if check != hashlib.sha256(body.encode()).hexdigest():
            raise InvalidArgument(f"{path} is damaged: its content and its check do not fit")
        with _understood(path):
            known = json.loads(body)  # written with numbers that no float holds, too
            if known["question"] != self._question:
                raise InvalidArgument(
                    f"{path} is of another count: graph, ends and conditions on edges must be the"
                    " same"
                )
            self.depth = natural(known["depth"], most=MOST)
            if known["number"] is not None:
                self.number = natural(int(known["number"], 16))
            if known["plan"] is not None:
                self.plan = Plan(**{key: _tuples(value) for key, value in known["plan"].items()})
                check_plan(self.plan, self._graph)
            self._attempt = known["attempt"]

    @property
    def is_new(self) -> bool:
        """Whether nothing is known yet."""
        return self.number is None and self.plan is None

    @property
    def journal(self) -> Path | None:
        """Where the results of slices are kept."""
        return None if self._folder is None else self._folder / JOURNAL

    def begin(self, plan: Plan, depth: int = 0) -> None:
        """Note the plan, and the slices; nothing is done yet.

        Parameters
        ----------
        plan : Plan
            The plan.
        depth : int
            As the attribute.
        """
        self.plan, self.depth, self._attempt, self._latest = plan, depth, None, None
        self._write()

    def finish(self, number: int) -> None:
        """Keep nothing but the answer.

        Parameters
        ----------
        number : int
            The answer.
        """
        self.number, self.plan, self.depth, self._attempt = number, None, 0, None
        self._latest = None
        self._write()

    def resume(self, attempt: Attempt, memory: Memory) -> None:
        """Bring an attempt to where one for the same slice was.

        Parameters
        ----------
        attempt : Attempt
            An attempt that has not begun.
        memory : Memory
            What the layers may take.

        Raises
        ------
        InvalidArgument
            If a file is damaged.
        MemoryShort
            If the layers are larger than the memory.
        """
        known = self._attempt
        if known is None:
            return
        assert self._folder is not None
        with _understood(self._folder / MANIFEST):
            if _tuples(known["degrees"]) != tuple(sorted(attempt.degrees.items())):
                return
            check_state(attempt, known["state"])
            memory.check(*(natural(layer["words"]) for layer in known["layers"]))
            layers = [self._layer(**layer) for layer in known["layers"]]
            attempt.resume(known["state"], layers)
            for half in attempt.halves:
                check_layer(half)

    def _layer(self, name: str, words: int, check: str) -> NDArray[np.int64]:
        """Read a layer."""
        import numpy as np

        assert self._folder is not None
        if not fnmatch(name, LAYERS) or Path(name).name != name:
            raise ValueError(name)
        path = self._folder / name
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            raise InvalidArgument(f"{path} is missing, and the manifest names it") from None
        if size != 8 * words:
            raise InvalidArgument(f"{path} is damaged: it must have {8 * words} bytes, not {size}")
        layer = np.fromfile(path, "<i8")
        if hashlib.sha256(layer.data).hexdigest() != check:
            raise InvalidArgument(f"{path} is damaged: its content and the manifest do not fit")
        return layer.astype(np.int64, copy=False)

    def watch(self, attempt: Attempt) -> None:
        """Write a checkpoint if it is time.

        Parameters
        ----------
        attempt : Attempt
            The attempt at work, its halves whole.
        """
        if self._folder is None:
            return
        self._latest = attempt
        if time.monotonic() >= self._due:
            self._save(attempt)

    def forget(self) -> None:
        """Note that the halves of the attempt at work are whole no longer."""
        self._latest = None

    def leave(self) -> None:
        """Write a last checkpoint when the work ends early, if that is quick."""
        attempt = self._latest
        if attempt is not None and 8 * sum(len(half.layer) for half in attempt.halves) <= CHEAP:
            self._save(attempt)

    def _save(self, attempt: Attempt) -> None:
        began = time.monotonic()
        assert self._folder is not None
        layers = []
        for half in attempt.halves:
            name = LAYERS.replace("*", secrets.token_hex(8))
            layer = half.layer.astype("<i8", copy=False)
            try:
                with (self._folder / name).open("xb") as file:
                    file.write(layer.data)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError:
                (self._folder / name).unlink(missing_ok=True)
                raise
            check = hashlib.sha256(layer.data).hexdigest()
            layers.append({"name": name, "words": len(layer), "check": check})
        degrees = sorted(attempt.degrees.items())
        self._attempt = {"degrees": degrees, "layers": layers, "state": attempt.state()}
        self._write()
        now = time.monotonic()
        self._latest, self._due = None, now + max(INTERVAL, BURDEN * (now - began))

    def _write(self) -> None:
        """Write the manifest; then files that it does not name go."""
        if self._folder is None:
            return
        known = {
            "question": self._question,
            "number": None if self.number is None else hex(self.number),
            "plan": None if self.plan is None else asdict(self.plan),
            "depth": self.depth,
            "attempt": self._attempt,
        }
        body = json.dumps(known).encode()
        head = {"checkpoint": KIND, "format": FORMAT, "check": hashlib.sha256(body).hexdigest()}
        write_atomically(self._folder / MANIFEST, json.dumps(head).encode() + b"\n" + body)
        named = {layer["name"] for layer in (self._attempt or {"layers": []})["layers"]}
        for path in self._folder.glob(LAYERS):
            if path.name not in named:
                path.unlink(missing_ok=True)
        if self.depth == 0:
            (self._folder / JOURNAL).unlink(missing_ok=True)


@contextmanager
def _understood(path: Path) -> Iterator[None]:
    """Refuse a manifest that is whole, but none that this class writes."""
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
        raise InvalidArgument(f"{path} is damaged, or no manifest of a checkpoint") from None


def _tuples(value: Any) -> Any:
    """Return a value of JSON with tuples for lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
