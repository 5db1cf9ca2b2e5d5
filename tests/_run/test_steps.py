"""Iterators over the steps of a search."""

from icosian._run.steps import Steps


def test_steps_are_an_iterator_that_knows_its_graph():
    steps = Steps(iter("abc"), "graph", closed=True)
    assert (steps.graph, steps.closed) == ("graph", True)
    assert next(steps) == "a"
    assert list(steps) == ["b", "c"]
    assert list(steps) == []
