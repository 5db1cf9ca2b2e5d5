"""Queens with conditions as clauses, against all permutations; proofs that there are none."""

import itertools
import random
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import independence_number

import icosian
from icosian import InvalidProof, NoPlacement, SearchLimitReached, has_unique_queens, queens
from icosian._run.clock import Clock
from icosian.placements import ClauseBound
from icosian.placements.queens import functions
from icosian.placements.queens.count import QueensQuestions, attack_graph
from icosian.placements.queens.functions import QueensProblem


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
    G = attack_graph(problem, asked.squares)
    pairs = itertools.combinations(asked.squares, 2)
    assert {frozenset(e) for e in G.edges} == {frozenset(p) for p in pairs if problem.attacks(*p)}
    bound = QueensQuestions(problem, Clock()).bound()
    assert (bound is None) == bool(expected)
    if bound is not None:
        bound.check(G)
        assert independence_number(G) <= bound.value == n - 1


@given(problems())
def test_answers_do_not_depend_on_who_is_asked(case):
    n, conditions = case
    problem = QueensProblem.of(n, **conditions)
    expected = list(by_permutation(problem))
    for quick in (0, functions.QUICK):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(functions, "QUICK", quick)
            if expected:
                assert queens(n, **conditions).columns in expected
                assert has_unique_queens(n, **conditions) == (len(expected) == 1)
                continue
            for ask in (queens, has_unique_queens):
                with pytest.raises(NoPlacement) as caught:
                    ask(n, **conditions)
                if not problem.is_hopeless:
                    assert isinstance(caught.value.proof, ClauseBound)


def test_boards_that_are_too_hard_for_backtracking_are_answered():
    assert queens(40, fixed=[(8, 36)])[8] == (8, 36)
    forbid = random.Random(1).sample(list(itertools.product(range(30), repeat=2)), 550)
    assert set(forbid).isdisjoint(queens(30, forbid=forbid))


def test_clauses_are_checked():
    rng = random.Random(1)
    seen = set()
    for _ in range(60):
        squares = list(itertools.product(range(6), repeat=2))
        problem = QueensProblem.of(6, forbid=rng.sample(squares, 14))
        asked = QueensQuestions(problem, Clock())
        if (bound := asked.bound()) is None:
            continue
        G = attack_graph(problem, asked.squares)
        seen.add(bool(bound.clauses))
        rows = sorted(bound.covers[0])
        for wrong in (
            replace(bound, best=bound.best - 1),
            replace(bound, cliques=(*bound.cliques, ((0, 0), (1, 2)))),
            replace(bound, nodes=(*bound.nodes, (9, 9))),
            replace(bound, covers=((*rows[:-1], rows[-1][1:]), bound.covers[1])),
        ):
            with pytest.raises(InvalidProof):
                wrong.check(G)
        H = nx.Graph(G)
        H.add_node("alone")
        with pytest.raises(InvalidProof, match="are not a cover"):
            bound.check(H)
        assert f"At most {bound.value} nodes are independent" in bound.explain()
    assert True in seen


@given(st.integers(0, 10**6))
def test_no_changed_proof_is_accepted_of_a_graph_with_a_larger_set(seed):
    rng = random.Random(seed)
    squares = list(itertools.product(range(4), repeat=2))
    problem = QueensProblem.of(4, forbid=[(0, 1)])  # one placement is left
    asked = QueensQuestions(problem, Clock())
    G = attack_graph(problem, asked.squares)
    assert independence_number(G) == 4
    nodes = tuple(asked.squares)
    literals = [x for k in range(1, len(nodes) + 1) for x in (k, -k)]
    bound = ClauseBound(
        best=3,
        covers=tuple(tuple(map(tuple, cover)) for cover in asked.covers),
        cliques=tuple(map(tuple, asked.lines)),
        nodes=nodes,
        clauses=tuple(tuple(rng.sample(literals, rng.randint(1, 3))) for _ in range(5)),
    )
    assert len(squares) == len(nodes) + 1
    with pytest.raises(InvalidProof):
        bound.check(G)


def test_the_proof_is_about_the_graph_of_attacks():
    with pytest.raises(NoPlacement) as caught:
        queens(5, forbid=[(0, c) for c in range(5)])
    G = icosian.queen_graph(5).subgraph(list(itertools.product(range(1, 5), range(5))))
    caught.value.proof.check(G)


def test_a_time_limit_holds():
    forbid = random.Random(3).sample(list(itertools.product(range(48), repeat=2)), 1_900)
    for ask in (queens, has_unique_queens):
        with pytest.raises(SearchLimitReached, match="no placement found, none excluded"):
            ask(48, forbid=forbid, timeout=0)
