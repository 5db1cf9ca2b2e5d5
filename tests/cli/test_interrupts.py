"""Ctrl-C from the first import on, and in callbacks that lose it."""

import itertools
import signal
import subprocess
import sys
import weakref

import pytest

import icosian
from icosian.cli import main

PRESSED = """
import signal, sys, weakref

class Thing:
    pass

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            if sys.argv[2] == "callback":
                thing = Thing()
                dropped = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
                del thing
            else:
                signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Presses())
from icosian.cli import main
sys.exit(main(["count", "8x8", "--closed"]))
"""
"""The command, with Ctrl-C at the import of a module, or in a callback there."""


@pytest.mark.parametrize("how", ["at once", "callback"])
@pytest.mark.parametrize("module", ["icosian.cli._main", "click", "networkx", "numpy"])
def test_ctrl_c_while_modules_are_imported_is_one_line(module, how):
    words = [sys.executable, "-c", PRESSED, module, how]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "icosian: interrupted")


class Thing:
    """What a weak reference may refer to, and what presses Ctrl-C when it goes."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("how", ["weak reference", "finalizer"])
def test_an_interrupt_that_a_callback_loses_is_repeated(how, monkeypatch, capsys):
    lost = []

    def work(*_):
        if how == "finalizer":
            Thing()
        else:
            thing = set()
            dropped = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
            del thing
            assert dropped() is None
        lost.append(True)
        for _ in itertools.count():
            pass

    monkeypatch.setattr(icosian.Proof, "_verify", work)
    assert main(["prove", "5x5", "--closed"]) == 130
    assert lost
    assert capsys.readouterr() == ("", "\nicosian: interrupted\n")


def test_other_errors_that_callbacks_lose_are_reported_as_before(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    class Broken:
        def __del__(self):
            raise ValueError

    monkeypatch.setattr(icosian.Proof, "_verify", lambda *_: Broken() and None)
    assert main(["prove", "5x5", "--closed"]) == 0
    assert told
    assert {lost.exc_type for lost in told} == {ValueError}
    assert sys.unraisablehook == told.append
