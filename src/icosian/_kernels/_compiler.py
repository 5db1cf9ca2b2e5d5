"""Machine code of kernels, loaded or compiled in a thread while interpreted calls go on.

numba holds Python's lock most of the time, so a question that has worked long enough waits, and a
short one goes on and leaves the work to the time after it. The thread ends with its orders. It
stops between two passes of the compiler where the process ends or forks, or code is needed at once.
"""

from __future__ import annotations

import atexit
import math
import os
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


STOP_SECONDS = 10.0
"""How long the end of a pass is awaited; an import of another thread may be in its way."""


class Stopped(BaseException):
    """The process ends or forks, or another order comes first."""


class Order:
    """A job for the thread; in a child process it is dropped, done or not."""

    def __init__(self, job: Callable[[], object], *, is_urgent: bool = False) -> None:
        self._job = job
        self.is_urgent = is_urgent
        self._done = threading.Event()
        self.error: Exception | None = None
        worker.take(self)

    @property
    def is_done(self) -> bool:
        """True if nobody has to wait any longer."""
        return self._done.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until the job is done, at most for so many seconds; return True if it is."""
        worker.start()
        return self._done.wait(None if seconds == math.inf else max(0.0, seconds))

    def execute(self) -> None:
        """Do the job; :exc:`Stopped` leaves it to do."""
        try:
            self._job()
        except Exception as error:  # noqa: BLE001 - raised in the thread that needs the code
            self.error = error
        self._done.set()

    def drop(self) -> None:
        """Let nobody wait; threads of a parent process may have left the old event locked."""
        self._done = threading.Event()
        self._done.set()


class Worker:
    """Does orders one after the other, in a thread that lives as long as there are any."""

    def __init__(self) -> None:
        self._orders: deque[Order] = deque()
        self._current: Order | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._has_thread = True
        self.is_stopping = False

    def take(self, order: Order) -> None:
        """Do an order some time, or now if no thread can be started."""
        with self._lock:
            urgent = sum(other.is_urgent for other in self._orders)
            self._orders.insert(urgent if order.is_urgent else len(self._orders), order)
        self.start()

    def is_here(self) -> bool:
        """Return True in the thread of the worker."""
        return threading.current_thread() is self._thread

    def is_stopped(self) -> bool:
        """Return True in the thread of the worker if its order has to wait."""
        return self.is_here() and (self.is_stopping or self._current not in list(self._orders)[:1])

    def stop(self) -> None:
        """Stop working; orders are kept."""
        self.is_stopping = True
        if (thread := self._thread) is not None and not self.is_here():
            thread.join(STOP_SECONDS)

    def end(self) -> None:
        """Drop all orders: the process ends, and what it still needs is done where it is needed."""
        self.stop()
        self._has_thread = False
        self.forget()

    def resume(self) -> None:
        """Let the next who waits start the thread: Python warns of threads after a fork."""
        self.is_stopping = False

    def forget(self) -> None:
        """Drop all orders, as in a child, whose parent does them."""
        self._lock, self._thread = threading.Lock(), None
        self.is_stopping = False
        while self._orders:
            self._orders.popleft().drop()

    def start(self) -> None:
        """Start the thread if there are orders and it is not running."""
        with self._lock:
            if self._thread is not None or not self._orders:
                return
            name = "icosian compiler"
            self._thread = threading.Thread(target=self._work, name=name, daemon=True)
            with suppress(RuntimeError):  # no more threads
                if self._has_thread:
                    self._thread.start()
                    return
            self._thread = threading.current_thread()
        self._work()

    def _work(self) -> None:
        while True:
            with self._lock:
                if self.is_stopping or not self._orders:
                    self._thread = None
                    return
                order = self._current = self._orders[0]
            try:
                order.execute()
            except Stopped:
                continue
            with self._lock, suppress(ValueError):  # it may have been forgotten
                self._orders.remove(order)


worker = Worker()
atexit.register(worker.end)  # machine code must not be made while its compiler is torn down
if hasattr(os, "register_at_fork"):  # a child would inherit the locks of the compiler, not its work
    os.register_at_fork(
        before=worker.stop, after_in_parent=worker.resume, after_in_child=worker.forget
    )
