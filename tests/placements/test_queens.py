"""Queens: placements, rules, clauses, enumeration and steps."""

import itertools
import math
import random
from dataclasses import replace
from functools import partial

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from lrat_checker import check as check_lrat
from naive import attack, independence_number, queens_by_permutation
from together import examples, rounds, together

import icosian
from icosian import (
    InvalidArgument,
    InvalidProof,
    NoPlacement,
    SearchLimitReached,
    all_queens,
    clauses,
    count_queens,
    has_unique_queens,
    placement_search,
    queen_graph,
    queens,
)
from icosian._kernels import queens as kernels
from icosian._run.limits import Clock
from icosian.placements import Bound, ClauseBound, CliqueCover, queens_search
from icosian.placements.queens_count import (
    QueensQuestions,
    attack_graph,
    count_run,
    half_subproblems,
)
from icosian.placements.queens_search import QueensProblem

# n queens: one placement, all, counts, completion, tori, regions.


# OEIS A000170, n = 1, 2, ...
ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512]


# OEIS A002562: classes under rotations and reflections
CLASSES = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955]


# OEIS A007705: the torus of side 2k + 1
TORUS = {1: 1, 3: 0, 5: 10, 7: 28, 9: 0, 11: 88, 13: 4524}


# placements with a queen on each square of the upper left quarter of the 8 x 8 board
ON_SQUARES = [[4, 8, 16, 18], [8, 16, 14, 8], [16, 14, 4, 12], [18, 8, 12, 8]]


@pytest.mark.parametrize("n", [2, 3])
def test_two_and_three_queens_do_not_fit_and_a_checked_bound_says_why(n):
    with pytest.raises(NoPlacement, match=f"{n} queens do not fit on a {n} x {n} board") as caught:
        queens(n)
    with pytest.raises(NoPlacement, match="do not fit"):
        has_unique_queens(n)
    bound = caught.value.proof
    assert isinstance(bound, CliqueCover)
    assert bound.value < n
    bound.check(queen_graph(n))
    assert isinstance(caught.value, nx.NetworkXUnfeasible)
    assert list(all_queens(n)) == []
    assert count_queens(n) == count_queens(n, distinct=True) == 0


@together("n", [10**12, 10**45 + 1, 10**400 + 1])
@together("periodic", [True, False])
def test_more_queens_than_the_memory_holds_are_refused(n, periodic):
    with pytest.raises((InvalidArgument, NoPlacement), match=r"of memory|factor 2 or 3"):
        queens(n, periodic=periodic)


SQUARES = st.tuples(st.integers(0, 5), st.integers(0, 5))


@given(
    st.lists(SQUARES, max_size=2), st.lists(SQUARES, max_size=8), st.booleans(), st.integers(4, 6)
)
def test_completions_are_those_of_queens_by_permutation(fixed, forbid, periodic, n):
    fixed = {(row % n, column % n) for row, column in fixed}
    forbid = {(row % n, column % n) for row, column in forbid} - fixed
    clash = any(
        attack(a, b, side=n if periodic else None) for a, b in itertools.combinations(fixed, 2)
    )
    conditions = {"fixed": fixed, "forbid": forbid, "periodic": periodic}
    if clash:
        with pytest.raises(InvalidArgument, match="attack each other"):
            queens(n, **conditions)
        return
    right = list(queens_by_permutation(n, **conditions))
    assert [placement.columns for placement in all_queens(n, **conditions)] == right
    assert count_queens(n, **conditions) == len(right)
    if right:
        assert has_unique_queens(n, **conditions) == (len(right) == 1)
    if right and (fixed or forbid):
        assert queens(n, **conditions).columns == right[0]
    elif not right:
        for function in (queens, has_unique_queens):
            with pytest.raises(NoPlacement):
                function(n, **conditions)


@given(st.integers(4, 6), st.data())
def test_puzzles_with_regions_have_the_solutions_of_queens_by_permutation(n, data):
    squares = list(itertools.product(range(n), repeat=2))
    seeds = data.draw(st.permutations(squares))[:n]
    labels = st.sampled_from("abcdef"[:n])
    regions = {square: data.draw(labels) for square in squares}
    regions |= dict(zip(seeds, "abcdef", strict=False))
    right = list(queens_by_permutation(n, regions=regions))
    rows = ["".join(regions[row, column] for column in range(n)) for row in range(n)]
    for given_as in (regions, rows, "\n".join(rows), [list(row) for row in rows]):
        found = [placement.columns for placement in all_queens(n, regions=given_as)]
        assert found == right
    assert count_queens(n, regions=regions) == len(right)
    if right:
        assert has_unique_queens(n, regions=regions) == (len(right) == 1)
    else:
        with pytest.raises(NoPlacement, match="fits these regions"):
            has_unique_queens(n, regions=regions)


def test_progress_tells_the_part_that_is_done(ticking):
    seen = []
    with pytest.raises(SearchLimitReached):
        count_queens(20, timeout=1.5, progress=seen.append)
    parts = [progress.part or 0 for progress in seen]
    assert parts == sorted(parts)
    assert all(0 <= part < 1 for part in parts)
    assert len(parts) > 1


# Conditions on queens: arguments, theorems, symmetries.


@together("n", range(1, 8))
def test_tori_without_a_placement_are_those_whose_side_has_a_factor_2_or_3(n):
    assert bool(list(queens_by_permutation(n, periodic=True))) == (math.gcd(n, 6) == 1)
    if math.gcd(n, 6) == 1:
        placement = queens(n, periodic=True)
        assert not any(attack(a, b, side=n) for a, b in itertools.combinations(placement, 2))
    else:
        with pytest.raises(NoPlacement, match="torus"):
            queens(n, periodic=True)


# Queens with conditions as clauses, against all permutations; proofs that there are none.


@st.composite
def problems(draw):
    """Draw a small board with every kind of condition."""
    n = draw(st.integers(1, 6))
    rng = random.Random(draw(st.integers(0, 10**6)))
    squares = list(itertools.product(range(n), repeat=2))
    conditions = {"forbid": rng.sample(squares, rng.randint(0, n * n // 2))}
    kind = draw(st.sampled_from(["plain", "periodic", "regions"]))
    if kind == "regions":
        seeds = dict(zip(rng.sample(squares, n), range(n), strict=True))
        conditions["regions"] = {v: seeds.get(v, rng.randrange(n)) for v in squares}
    elif kind == "periodic":
        conditions["periodic"] = True
    if free := sorted(set(squares) - set(conditions["forbid"])):
        conditions["fixed"] = rng.sample(free, rng.randint(0, 1))
    return n, conditions


def by_permutation(problem):
    """All placements, by the definition of the attacks."""
    for columns in itertools.permutations(range(problem.n)):
        placed = list(enumerate(columns))
        fits = problem.forbid.isdisjoint(placed) and problem.fixed <= set(placed)
        if fits and not any(problem.attacks(*two) for two in itertools.combinations(placed, 2)):
            yield columns


@given(problems())
def test_every_rule_has_the_placements_of_brute_force(case):
    n, conditions = case
    problem = QueensProblem.of(n, **conditions)
    expected = set(by_permutation(problem))
    asked, found, others = QueensQuestions(problem, Clock()), set(), []
    while asked.has(others):
        found.add(asked.columns())
        queens_on = [asked.number[v] for v in enumerate(asked.columns())]
        others = [asked.besides(queens_on, *others)]
    assert found == expected
    G = attack_graph(problem)
    pairs = itertools.combinations(G, 2)
    assert {frozenset(e) for e in G.edges} == {frozenset(p) for p in pairs if problem.attacks(*p)}
    bound = QueensQuestions(problem, Clock()).bound()
    assert (bound is None) == bool(expected)
    if bound is not None:
        bound.check(G)
        assert Bound.from_json(bound.to_json()) == bound
        assert independence_number(G.subgraph(asked.squares)) <= bound.value == n - 1


@given(problems())
def test_answers_do_not_depend_on_who_is_asked(case):
    n, conditions = case
    problem = QueensProblem.of(n, **conditions)
    expected = list(by_permutation(problem))
    for quick, hard in ((0, 0), (0, clauses.HARD), (queens_search.QUICK, clauses.HARD)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(queens_search, "QUICK", quick)
            patch.setattr(clauses, "HARD", hard)
            if expected:
                assert queens(n, **conditions).columns in expected
                assert has_unique_queens(n, **conditions) == (len(expected) == 1)
                check_further_ones(problem, expected, conditions)
                continue
            for ask in (queens, has_unique_queens):
                with pytest.raises(NoPlacement) as caught:
                    ask(n, **conditions)
                if not problem.is_hopeless:
                    assert isinstance(caught.value.proof, ClauseBound)


def check_further_ones(problem, expected, conditions):
    """Placements besides known ones are others, and that there is no other one is proved."""
    if 1 < len(expected) < 20:
        known = [list(enumerate(columns)) for columns in expected]
        other = queens(problem.n, **conditions, besides=known[1:])
        assert list(other) == known[0]
    elif len(expected) == 1:
        known = [queens(problem.n, **conditions)] * 2
        with pytest.raises(NoPlacement, match="no further placement of") as caught:
            queens(problem.n, **conditions, besides=known)
        caught.value.proof.check(attack_graph(problem))


@pytest.mark.slow
def test_clauses_are_checked():
    rng = random.Random(1)
    seen = set()
    for _ in range(rounds(25)):
        squares = list(itertools.product(range(6), repeat=2))
        problem = QueensProblem.of(6, forbid=rng.sample(squares, 14))
        if (bound := QueensQuestions(problem, Clock()).bound()) is None:
            continue
        G = attack_graph(problem)
        seen.add(bool(bound.clauses))
        rows = sorted(bound.covers[0])
        for wrong in (
            replace(bound, best=bound.best - 1),
            replace(bound, cliques=(*bound.cliques, ((0, 0), (1, 2)))),
            replace(bound, nodes=(*bound.nodes, (9, 9))),
            replace(bound, fixed=((9, 9),)),
            replace(bound, forbid=()),
            replace(bound, forbid=(*bound.forbid, (9, 9))),
            replace(bound, forbid=(), fixed=((0, 1),)),
            replace(bound, covers=((*rows[:-1], rows[-1][1:]), bound.covers[1])),
        ):
            with pytest.raises(InvalidProof):
                wrong.check(G)
        H = nx.Graph(G)
        H.add_node("alone")
        with pytest.raises(InvalidProof, match="are not a cover"):
            bound.check(H)
        assert f"without 14 given nodes has more than {bound.value} nodes" in bound.explain()
        assert_clauses_refute(bound, G)
    assert True in seen


def assert_clauses_refute(bound, G):
    """Each clause is true of queens in all rows and columns, and together they are refuted."""
    export = bound.to_lrat(G)
    check_lrat(export.formula, export.proof)
    assert export.variables == tuple(G)
    lines = {frozenset(line) for line in (*bound.covers[0], *bound.covers[1])}
    rows = [line.split() for line in export.formula.splitlines() if not line.startswith(("c", "p"))]
    for row in rows:
        literals = list(map(int, row[:-1]))
        nodes = [export.variables[abs(x) - 1] for x in literals]
        is_line = min(literals) > 0 and frozenset(nodes) in lines
        is_edge = max(literals) < 0 and G.subgraph(nodes).size() == len(nodes) - 1 == 1
        is_given = len(nodes) == 1 and nodes[0] in (
            bound.forbid if literals[0] < 0 else bound.fixed
        )
        assert is_line or is_edge or is_given


@given(st.integers(0, 10**6))
def test_no_changed_proof_is_accepted_of_a_graph_with_a_larger_set(seed):
    rng = random.Random(seed)
    problem = QueensProblem.of(4, forbid=[(0, 1)])  # one placement is left
    asked = QueensQuestions(problem.without_givens(), Clock())
    G = attack_graph(problem)
    nodes = tuple(asked.squares)
    assert independence_number(G.subgraph(v for v in nodes if v not in problem.forbid)) == 4
    literals = [x for k in range(1, len(nodes) + 1) for x in (k, -k)]
    bound = ClauseBound(
        best=3,
        covers=tuple(tuple(map(tuple, cover)) for cover in asked.covers),
        cliques=tuple(map(tuple, asked.lines)),
        nodes=nodes,
        clauses=tuple(tuple(rng.sample(literals, rng.randint(1, 3))) for _ in range(5)),
        forbid=rng.choice([(), ((0, 1),)]),
    )
    with pytest.raises(InvalidProof):
        bound.check(G)


def test_the_proof_is_about_the_graph_of_attacks():
    with pytest.raises(NoPlacement) as caught:
        queens(5, forbid=[(0, c) for c in range(5)])
    caught.value.proof.check(icosian.queen_graph(5))


# The order of placements, and classes under symmetry.


# OEIS A141843 and the tables of S. Ginsburg: the first placement in lexicographic order
FIRST = {
    4: (1, 3, 0, 2),
    5: (0, 2, 4, 1, 3),
    6: (1, 3, 5, 0, 2, 4),
    7: (0, 2, 4, 6, 1, 3, 5),
    8: (0, 4, 7, 5, 2, 6, 1, 3),
    9: (0, 2, 5, 7, 1, 3, 8, 6, 4),
    10: (0, 2, 5, 7, 9, 4, 8, 1, 3, 6),
}


@together("n", [4, 5, 6, 7])
def test_distinct_placements_are_the_first_of_their_classes(n):
    def images(columns):
        squares = list(enumerate(columns))
        for _ in range(4):
            squares = [(column, n - 1 - row) for row, column in squares]
            yield tuple(column for _, column in sorted(squares))
            yield tuple(n - 1 - column for _, column in sorted(squares))

    firsts = sorted({min(images(columns)) for columns in queens_by_permutation(n)})
    assert [placement.columns for placement in all_queens(n, distinct=True)] == firsts


def turned(n, turns, mirrored, square):
    """Return where a square goes when the board is turned and perhaps mirrored."""
    row, column = square
    for _ in range(turns):
        row, column = column, n - 1 - row
    return (row, n - 1 - column) if mirrored else (row, column)


def symmetries(n):
    return [partial(turned, n, *how) for how in itertools.product(range(4), (False, True))]


def check_distinct(n, maps, **conditions):
    """Check that the distinct placements are one of each class under some symmetries."""

    def class_of(placement):
        return frozenset(frozenset(map(image, placement)) for image in maps)

    classes = {
        class_of(list(enumerate(columns))) for columns in queens_by_permutation(n, **conditions)
    }
    found = list(all_queens(n, **conditions, distinct=True))
    assert len(found) == len(classes) == count_queens(n, **conditions, distinct=True)
    assert {class_of(placement) for placement in found} == classes


@given(st.lists(SQUARES, max_size=5), st.integers(4, 6))
@examples(10)
def test_distinct_completions_are_one_of_each_class_that_the_conditions_leave(forbid, n):
    forbid = {(row % n, column % n) for row, column in forbid}
    maps = [image for image in symmetries(n) if set(map(image, forbid)) == forbid]
    check_distinct(n, maps, forbid=forbid)


@together(
    ("puzzle", "kept"),
    [
        ("aabb aabb ccdd ccdd", 8),
        ("aaaaa bbbbb ccccc ddddd eeeee", 4),
        ("aabbb aabbb ccecc dddaa dddaa", 2),
        ("aaaaa abbba dceed dceed ddddd", 1),
        ("aaaaaa abbbba abccba dceefd deeffd dddfff", 1),
        ("aabbcc aabbcc aabbcc ddeeff ddeeff ddeeff", 4),
    ],
)
def test_distinct_puzzles_are_one_of_each_class_that_keeps_the_regions(puzzle, kept):
    rows = puzzle.split()
    n = len(rows)
    regions = {(row, column): rows[row][column] for row in range(n) for column in range(n)}
    patches = partition(regions)
    maps = [
        image
        for image in symmetries(n)
        if partition({image(square): label for square, label in regions.items()}) == patches
    ]
    assert len(maps) == kept
    check_distinct(n, maps, regions=regions)


def partition(regions):
    """Return the sets of squares that share a label."""
    return {
        frozenset(square for square in regions if regions[square] == label)
        for label in regions.values()
    }


# Subproblems of counting queens.


# OEIS A000170, n = 1, 2, ...


def count(run):
    Clock().run("queens", run)
    return run[-1][kernels.TOTAL]


def test_subproblems_with_blocks_that_overflow_count_right(monkeypatch):
    # more nodes wait at a level than a block holds: from 9 rows on, with every kernel
    subproblems = half_subproblems(9)
    assert count(count_run(subproblems, 9)) == ALL[8]


# The search for queens, opened up.


METHODS = ["brute-force", "backtracking", "bitmask"]


@together("n", range(1, 9))
def test_each_safe_board_is_met_once(n):
    def safe(columns):
        row = len(columns)
        if row == n:
            return 0
        total = 0
        for column in range(n):
            if all(abs(column - c) not in (0, row - r) for r, c in enumerate(columns)):
                total += 1 + safe([*columns, column])
        return total

    for method in ("backtracking", "bitmask"):
        boards = [s.columns for s in placement_search(n, method=method) if s.kind == "place"]
        assert len(boards) == len(set(boards)) == safe([])


@pytest.mark.parametrize("method", ["backtracking", "bitmask"])
def test_every_step_follows_from_the_one_before(method):
    board, tried, removed, found = (), 0, 0, 0
    for step in placement_search(5, method=method):
        if step.kind == "remove":
            removed += 1
            assert step.columns == board[:-1]
        elif step.kind == "found":
            found += 1
            assert step.columns == board
            assert len(board) == 5
        else:
            tried += 1
            assert step.columns[:-1] == board
        assert (step.tried, step.removed, step.found) == (tried, removed, found)
        if step.kind != "reject":
            board = step.columns
    assert board == ()
