"""Forcing rules: one at a time, and all of them against tours and a slow twin."""

from copy import deepcopy

import networkx as nx
import pytest
from hypothesis import event, given, strategies as st
from naive import edges_of_tours, settled
from test_soundness import graphs_and_questions, larger, larger_with_tours, random_sets, randoms
from together import together
from true_certificates import (
    CLOSED,
    FROM_0,
    FROM_0_TO_1,
    graph,
)

from icosian.proofs import (
    HOME,
)
from icosian.proofs.claim import Claim
from icosian.proofs.instance import (
    OPEN as NOT_MARKED,
    UNUSED,
    USED,
    Contradiction,
    CycleInstance,
    Marks,
)


def network(G, **question):
    return CycleInstance(G, Claim(**question))


def tours_of(G, net, question):
    """Yield the tours as sets of edges of the network; one without edges is none."""
    for pairs in edges_of_tours(G, **question):
        yield frozenset(net.edge([HOME if v is None else v for v in pair]) for pair in pairs)


def conclude(G, *, used="", unused="", sets=(), **question):
    """Return the edges that are used and unused in the end, as they are named in the texts."""
    net = network(G, **question)
    marks = Marks(net, map(net.inside, sets))
    marks.settle()
    for pairs, mark in ((used, marks.use), (unused, marks.drop)):
        for u, v in pairs.split():
            mark(net.edge((int(u), int(v))))
    marks.settle()
    return [
        " ".join("".join(str(net.nodes[i]) for i in net.edges[e]) for e in edges)
        for edges in (
            [e for e, mark in enumerate(marks.mark) if mark == wanted] for wanted in (USED, UNUSED)
        )
    ]


K4, K5, K6 = map(nx.complete_graph, (4, 5, 6))

D4, D6 = K4.to_directed(), K6.to_directed()

TWINS = graph("01 02 03 12 13 23 45 46 47 56 57 67 04 15 26")  # two K4, three edges between them


@together("G", [K4, K5, D4, nx.petersen_graph(), nx.cubical_graph()])
def test_without_a_mark_a_graph_with_choices_tells_nothing(G):
    assert conclude(G, **CLOSED) == ["", ""]


def test_two_possible_edges_of_a_node_are_used():
    assert conclude(nx.cycle_graph(5), **CLOSED) == ["01 04 12 23 34", ""]
    assert conclude(K4, unused="01", **CLOSED) == ["02 03 12 13", "01 23"]
    assert conclude(nx.cycle_graph(3, nx.DiGraph), **CLOSED) == ["01 12 20", ""]
    used, _ = conclude(D6, unused="01 02 03 04", **CLOSED)
    assert used == "05"


def test_the_other_edges_of_a_node_with_two_used_ones_are_unused():
    used, unused = conclude(K6, used="01 02", **CLOSED)
    assert used == "01 02"
    assert unused == "03 04 05 12"
    used, unused = conclude(D6, used="01", **CLOSED)
    assert used == "01"
    assert unused == "02 03 04 05 10 21 31 41 51"


def test_an_edge_that_closes_a_ring_too_early_is_unused():
    assert conclude(K6, used="01 12", **CLOSED)[1] == "02 13 14 15"
    assert "20" in conclude(D6, used="01 12", **CLOSED)[1].split()
    assert "30" in conclude(D6, used="01 23 12", **CLOSED)[1].split()
    # but not the last edge of all
    assert "03" in conclude(K4, used="01 12 23", **CLOSED)[0].split()
    assert "30" in conclude(D4, used="01 12 23", **CLOSED)[0].split()


def test_a_border_is_crossed_an_even_number_of_times_and_at_least_twice():
    half = [{0, 1, 2, 3}]
    for sets, used, unused in (([], "", "04"), (half, "15 26", "04")):
        assert conclude(TWINS, unused="04", sets=sets, **CLOSED) == [used, unused]
    used, unused = conclude(TWINS, used="04 15", sets=half, **CLOSED)
    assert used == "04 15"
    assert "26" in unused.split()
    assert "26" not in conclude(TWINS, used="04 15", **CLOSED)[1].split()
    with pytest.raises(Contradiction):
        conclude(TWINS, unused="04 15", sets=half, **CLOSED)
    with pytest.raises(Contradiction):
        conclude(TWINS, used="04 15 26", sets=half, **CLOSED)


def test_a_set_of_a_digraph_is_left_as_often_as_it_is_entered():
    D = nx.compose(D4, nx.relabel_nodes(D4, lambda v: v + 4))
    D.add_edges_from([(0, 4), (1, 5), (6, 2), (7, 3)])
    half = [{0, 1, 2, 3}]
    assert conclude(D, sets=half, **CLOSED) == ["", ""]
    for drop, out in (("04", "15"), ("15", "04")):
        used, unused = conclude(D, unused=drop, sets=half, **CLOSED)
        assert out in used.split()
        assert drop in unused.split()
    used, unused = conclude(D, unused="04", used="62", sets=half, **CLOSED)
    assert "15" in used.split()
    assert "73" in unused.split()
    used, _ = conclude(D, used="62 73", sets=half, **CLOSED)
    assert {"04", "15"} <= set(used.split())
    for drop in ("04 15", "62 73"):
        with pytest.raises(Contradiction):
            conclude(D, unused=drop, sets=half, **CLOSED)
    with pytest.raises(Contradiction):
        conclude(D, unused="04", used="62 73", sets=half, **CLOSED)


def test_the_ends_that_were_given_are_used_from_the_start():
    used, unused = conclude(K4, **FROM_0_TO_1)
    assert used == "0home 1home"
    assert unused == "01"  # home, 0, 1 would be a ring
    used, unused = conclude(D4, **FROM_0)
    assert used == "home0"
    assert unused == "10 20 30 0home"


@together(
    ("G", "marks"),
    [
        (nx.path_graph(4), {}),
        (nx.star_graph(4), {}),
        (nx.Graph([(0, 1)]), {}),
        (nx.empty_graph(1), {}),
        (nx.DiGraph([(0, 1), (0, 2)]), {}),
        (K5, {"used": "01 12 02"}),
        (K5, {"used": "01 02 03"}),
        (K5, {"unused": "01 02 03"}),
        (K5, {"used": "01", "unused": "01"}),
        (D6, {"used": "01 02"}),
        (D6, {"used": "01 21"}),
        (D6, {"used": "01 10"}),
        (D6, {"used": "01 12 20"}),
    ],
)
def test_what_no_tour_agrees_with_is_a_contradiction(G, marks):
    with pytest.raises(Contradiction):
        conclude(G, **CLOSED, **marks)


class Play:
    """A question, sets, and marks that someone supposes one after the other."""

    def __init__(self, case, random):
        self.G, self.question = case
        self.net = network(self.G, **self.question)
        self.sets = random_sets(random, range(len(self.net.nodes)))
        self.marks = Marks(self.net, self.sets)
        self.supposed = dict.fromkeys(self.net.given, USED)
        self.random = random

    def suppose(self, tour=None):
        """Mark an open edge, as in a tour if there is one; return whether there was any."""
        choices = [e for e, mark in enumerate(self.marks.mark) if mark == NOT_MARKED]
        if not choices:
            return False
        e = self.random.choice(choices)
        use = self.random.random() < 0.5 if tour is None else e in tour
        self.supposed[e] = USED if use else UNUSED
        (self.marks.use if use else self.marks.drop)(e)
        return True

    def tours(self):
        """Return the tours that agree with all that is supposed."""
        return [
            tour
            for tour in tours_of(self.G, self.net, self.question)
            if all((e in tour) == (mark == USED) for e, mark in self.supposed.items())
        ]

    def twin(self):
        """Return what the slow twin concludes from what is supposed."""
        edges = self.net.edges
        by_mark = {
            mark: [edges[e] for e, supposed in self.supposed.items() if supposed == mark]
            for mark in (USED, UNUSED)
        }
        return settled(
            range(len(self.net.nodes)),
            edges,
            by_mark[USED],
            by_mark[UNUSED],
            self.sets,
            directed=self.net.directed,
        )

    def concluded(self):
        return tuple(
            {edge for edge, mark in zip(self.net.edges, self.marks.mark, strict=True) if mark == m}
            for m in (USED, UNUSED)
        )


small_plays = st.builds(Play, graphs_and_questions, randoms)

plays = st.builds(Play, graphs_and_questions | larger, randoms)


@given(small_plays)
def test_conclusions_hold_in_every_tour_that_agrees_with_the_marks(play):
    tours = play.tours()
    guide = play.random.choice([None, *tours])
    try:
        play.marks.settle()
        while True:
            tours = play.tours()
            for e, mark in enumerate(play.marks.mark):
                assert mark == NOT_MARKED or all((e in tour) == (mark == USED) for tour in tours)
            if not play.suppose(guide):
                break
            play.marks.settle()
    except Contradiction:
        assert not play.tours()
        event("a contradiction")
    else:
        assert len(set(tours)) == 1  # what is marked everywhere without one is a tour
        event("a tour")


@given(plays)
def test_the_rules_conclude_what_their_slow_twin_concludes(play):
    try:
        play.marks.settle()
        assert play.concluded() == play.twin()
        while play.suppose():
            play.marks.settle()
            assert play.concluded() == play.twin()
    except Contradiction:
        assert play.twin() is None


def state(marks):
    return deepcopy({name: value for name, value in vars(marks).items() if name != "net"})


@given(st.builds(Play, larger_with_tours, randoms))
def test_marks_that_are_taken_back_leave_no_trace(play):
    """As the cases of a proof do: down some choices, back to one of them, down again."""
    marks = play.marks
    marks.settle()
    past = [(marks.size, state(marks))]
    for _ in range(10):
        try:
            while play.random.random() < 0.9 and play.suppose():
                marks.settle()
                past.append((marks.size, state(marks)))
        except Contradiction:
            marks.forget()
            event("a contradiction")
        del past[play.random.randrange(len(past)) + 1 :]
        size, before = past[-1]
        marks.undo(size)
        assert state(marks) == before


@given(plays)
def test_a_watched_border_counts_the_marks_that_were_there_before(play):
    late = Marks(play.net)
    try:
        for part in play.sets:
            late.settle()
            late.watch(part)
        late.settle()
    except Contradiction:
        assert play.twin() is None
    else:
        play.marks.settle()
        assert late.mark == play.marks.mark


def test_an_edge_is_not_marked_both_ways():
    for first, second in ((Marks.use, Marks.drop), (Marks.drop, Marks.use)):
        marks = Marks(CycleInstance(nx.complete_graph(5), Claim(**CLOSED)))
        first(marks, 0)
        first(marks, 0)  # again is no harm
        with pytest.raises(Contradiction):
            second(marks, 0)
