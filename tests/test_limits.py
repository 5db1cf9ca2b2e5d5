"""Each function, method and command that may take long has a time limit and reports progress."""

import inspect
from functools import partial

import networkx as nx
import numpy as np
import pytest

import icosian
from icosian._run.limits import Clock, TimeIsUp
from icosian.cli.commands import COMMANDS
from icosian.puzzles.loops import LoopQuestions
from tests.together import together

LIMITS = {"timeout", "progress"}
WITHOUT = {
    "it makes a graph, a board or a puzzle as large as what is given": """bishop_graph board_graph
        fill_lengths grid_graph hex_graph king_graph knight_graph leaper_graph queen_graph
        rider_graph rook_graph route_map route_map_from_matrix terrain_map triangular_graph
        crossings symmetries but with_hint with_known with_marks with_only leaper named rider""",
    "it reads or writes": """audit from_json from_matrix from_text read_graph read_graphs
        read_places read_puzzle read_route_map read_tour read_tsplib read_turns save table to_dicts
        to_geojson to_gpx to_html to_json to_lrat to_pseudo_boolean write_tour
        write_tsplib""",
    "it draws what was found": """animate draw explain_with_picture to_svg""",
    "it checks what was found, in about the time that finding it took at most": """balance check
        check_tour is_hamiltonian_cycle is_hamiltonian_path proved""",
    "it says something about a value": """alternating_cycles as_weighing at between check_path
        check_plain edges explain index is_same_cycle is_small length matrix name near of
        of_columns spots square starting_at states tour_length true_length""",
    "it takes about as long as reading the graph": """count dijkstra knights_tour nearest path
        prepare shortest_route warnsdorff_path""",
    "it yields each step of a search, so the caller stops it": """backtrack paths
        placement_search""",
    "it compiles, and the compiler cannot be interrupted; it reports progress": "warm",
}
"""The names of functions and methods without limits, by the reason."""
NAMES = {name for names in WITHOUT.values() for name in names.split()}


def public_callables():
    """Yield the public functions, and the methods of public classes."""
    for room in (icosian, *(getattr(icosian, name) for name in sorted(icosian._ROOMS))):
        for name in getattr(room, "__all__", ()):
            value = getattr(room, name)
            if inspect.isfunction(value):
                yield name, value
            elif inspect.isclass(value) and not issubclass(value, BaseException):
                for own, method in inspect.getmembers(value, inspect.isroutine):
                    module = getattr(method, "__module__", None) or ""
                    if own[0] != "_" and callable(method) and module.startswith("icosian"):
                        yield f"{name}.{own}", method


CALLABLES = dict(public_callables())


def has_limits(call):
    """Return the limits that a function takes."""
    return LIMITS & {*inspect.signature(call).parameters}


def test_whatever_may_take_long_has_a_time_limit_and_progress():
    given = {name: has_limits(call) for name, call in CALLABLES.items()}
    lacking = {name.rpartition(".")[2] for name, has in given.items() if has != LIMITS}
    having = {name.rpartition(".")[2] for name, has in given.items() if has == LIMITS}
    assert lacking == NAMES
    assert having & NAMES == {"count"}  # of solutions, and of shortest paths


def test_every_command_has_a_time_limit_but_those_that_do_not_search():
    options = {name: {p.name for p in COMMANDS[name].params} for name in COMMANDS}
    assert {name for name, own in options.items() if "timeout" not in own} == {"check", "warm"}


LISTS = {
    "queens": partial(icosian.all_queens, 13),
    "queens, distinct": partial(icosian.all_queens, 13, distinct=True),
    "independent sets": lambda **how: icosian.independent_sets(icosian.queen_graph(9), 8, **how),
    "dominating sets": lambda **how: icosian.minimum_dominating_sets(icosian.rook_graph(6), **how),
    "tours": lambda **how: icosian.hamiltonian_cycles(icosian.knight_graph(8), **how),
    "paths": lambda **how: icosian.hamiltonian_paths(icosian.knight_graph(6), **how),
}


@pytest.mark.parametrize("ask", LISTS.values(), ids=LISTS)
def test_what_is_listed_ends_at_the_limit_after_what_was_found(ask, ticking):
    whole = ask()
    found, told = [], []
    with pytest.raises(icosian.SearchLimitReached):
        found.extend(ask(timeout=1, progress=told.append))
    assert found
    assert found == [one for one, _ in zip(whole, found, strict=False)]
    assert told


def test_time_between_two_items_of_a_list_counts(ticking):
    listed = icosian.all_queens(8, timeout=100)
    next(listed)
    ticking.now += 1000
    with pytest.raises(icosian.SearchLimitReached, match="1 found, not all"):
        list(listed)


def all_of(find):
    return lambda given, **limits: list(find(given, **limits))


def hard():
    """Return methods, each with a question on which it takes long, and what is asked about."""
    return [
        ("listing", all_of(icosian.hamiltonian_cycles), icosian.knight_graph(8)),
        ("frontier", icosian.placements.independence_polynomial, icosian.queen_graph(9)),
        ("frontier", icosian.count_independent_sets, icosian.queen_graph(9), 6),
        ("exchanges", icosian.maximum_independent_set, nx.gnp_random_graph(300, 0.1, seed=1)),
        ("covers", icosian.place, nx.random_regular_graph(3, 200, seed=1), 95),
        ("cliques", icosian.minimum_coloring, nx.gnp_random_graph(150, 0.5, seed=1)),
        ("set cover", icosian.minimum_dominating_set, icosian.queen_graph(18)),
        ("tour search", all_of(icosian.tours.shortest_tours), [(k * k % 97, k) for k in range(99)]),
        ("rotations", icosian.close_path, nx.barbell_graph(20, 0), [*nx.path_graph(40)]),
    ]


@pytest.mark.slow
@together("asked", hard)
def test_progress_tells_growing_steps_and_what_it_raises_stops_the_search(asked, ticking):
    def stop(_):
        raise KeyError("enough")

    ticking.now, ticking.step = 0, 0.05
    method, ask, *about = asked
    told = []
    with pytest.raises(icosian.SearchLimitReached):
        ask(*about, timeout=1, progress=told.append)
    assert method in " ".join(report.method for report in told)
    assert [report.steps for report in told] == sorted(report.steps for report in told)
    with pytest.raises(KeyError, match="enough"):
        ask(*about, timeout=60, progress=stop)


def test_a_prover_reports_its_progress(ticking):
    reports = []
    icosian.prove_no_hamiltonian_cycle(nx.tutte_graph(), progress=reports.append)
    assert {type(report) for report in reports} == {icosian.Progress}


def test_there_is_a_tour_where_the_time_ends_before_the_first_one(ticking, monkeypatch):
    monkeypatch.setattr("icosian._run.limits.FIRST_STEPS", 10)
    places = [(k * k % 1009, k * 37 % 1013) for k in range(3010)]
    tour = icosian.shortest_tour(places, timeout=0)
    assert sorted(tour) == list(range(len(places)))


ASKED = {
    "open": {"closed": False},
    "order": {"start": 0, "order": [range(30)]},
    "positions": {"start": 0, "positions": {5: 10, 7: 75}},
    "groups": {"groups": [range(k, k + 10) for k in range(0, 150, 10)]},
    "prizes": {"prizes": {k: k for k in range(1, 150)}},
    "leave_out": {"leave_out": 20},
    "require": {"require": [(1, 2), (5, 9)]},
}


@pytest.mark.parametrize("directed", [False, True], ids=["both ways", "directed"])
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_a_tour_without_time_is_checked_without_a_look_at_each_pair(
    asked, directed, ticking, monkeypatch
):
    """Neither lengths of all pairs are read one by one, nor walks with numbers are followed."""
    n, read = 150, []
    spots = np.array([(k * k % 1009, k * 37 % 1013) for k in range(n)])
    places = icosian.Places(spots.tolist(), "manhattan")
    if directed:
        uphill = np.maximum(spots[:, None, 1] - spots[:, 1], 0)
        places = icosian.Places.from_matrix(places.matrix() + uphill)
    length, near = icosian.Places.length, icosian.Places.near
    monkeypatch.setattr(icosian.Places, "length", lambda *args: read.append(1) or length(*args))
    monkeypatch.setattr(icosian.Places, "near", lambda *args: read.append(n) or near(*args))
    monkeypatch.setattr("icosian.tours.shortest.question.nx.complete_graph", None)
    monkeypatch.setattr("icosian.tours.shortest.relaxation.linear_program.Walks", None)
    tour = icosian.shortest_tour(places, timeout=0, **asked)
    assert tour.proof is not None
    assert sum(read) < 2 * n


def test_counts_of_independent_sets_look_at_the_clock_while_they_get_ready(ticking):
    G = nx.random_regular_graph(3, 4000, seed=1)
    polynomial, count = icosian.placements.independence_polynomial, icosian.count_independent_sets
    for ask, *size in (polynomial,), (count, 1500):
        with pytest.raises(icosian.SearchLimitReached) as caught:
            ask(G, *size, timeout=0)
        assert caught.value.stats.steps == 0


def test_loops_that_are_cut_off_look_at_the_clock():
    puzzle = icosian.read_puzzle("\n".join(["..."] * 3 + ["..w"]), kind="masyu")
    asked = LoopQuestions(puzzle, Clock(0))
    squares = {((r, c), (r + 1, c)) for r in (0, 2) for c in (0, 1)}
    squares |= {((r, 0), (r, 1)) for r in range(4)}
    asked.choice = [x if edge in squares else -x for edge, x in puzzle.rules.number.items()]
    assert len(asked.used) == 8
    with pytest.raises(TimeIsUp):
        asked.cuts()
