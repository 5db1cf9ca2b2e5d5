"""Settings of all tests of counting."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from icosian.tours.count import degree_slices, functions as api
from icosian.tours.count.layers import Memory


@pytest.fixture(autouse=True)
def states_alone(monkeypatch):
    """Let no search list the tours before they are counted."""
    monkeypatch.setattr(api, "FEW", 0)


@pytest.fixture(scope="module", params=[2, 3])
def executor(request):
    """Give an executor of several threads."""
    with ThreadPoolExecutor(request.param) as executor:
        yield executor


@pytest.fixture
def memories(monkeypatch):
    """Note all memories that are used."""
    made = []

    class Noted(Memory):
        def __init__(self, limit):
            super().__init__(limit)
            made.append(self)

    monkeypatch.setattr(degree_slices, "Memory", Noted)
    return made
