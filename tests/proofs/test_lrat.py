"""Proofs as clauses: a checker that shares nothing with them accepts them, and no damaged one."""

from collections import Counter
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from families import atlas, flower_snark, generalized_petersen
from hypothesis import example, given, strategies as st
from lrat_checker import Refused, check
from test_clauses import SEVERAL
from test_soundness import random_case
from together import together

import icosian
from icosian._run.limits import Clock
from icosian.exceptions import (
    HamiltonianCycleExists,
    HamiltonianPathExists,
    InvalidProof,
    NoClausalForm,
    NoDisjointCycles,
    NoHamiltonianCycle,
)
from icosian.proofs import (
    HOME,
    Cases,
    Claim,
    Conditional,
    DisjointRefutation,
    ForcedEdges,
    Positioned,
    Proof,
    Refutation,
    Step,
    Weights,
    audit,
)
from icosian.proofs.derived import conditional_graph
from icosian.proofs.instance import OPEN, Contradiction, CycleInstance, Marks
from icosian.puzzles import LoopPuzzle
from icosian.tours import edge_disjoint_hamiltonian_cycles, hamiltonian_decomposition
from icosian.tours.problem import Problem
from icosian.tours.solve import outcome as answer
from tests.puzzles.test_loops import refuted as unique_proof

SNARKS = {
    "Petersen": nx.petersen_graph(),
    "J5": flower_snark(5),
    "J7": flower_snark(7),
    "Tutte": nx.tutte_graph(),
    "GP(11, 2)": generalized_petersen(11, 2),
}
named = together("G", SNARKS.values(), ids=SNARKS)


def refuted(G, method="sat"):
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, method=method)
    return caught.value.proof


def clauses(formula):
    return [
        list(map(int, line.split()[:-1])) for line in formula.splitlines() if line[0] not in "cp"
    ]


def accepted(proof, G):
    """Return the export of a proof after it was checked, and its formula audited."""
    export = proof.to_lrat(G)
    check(export.formula, export.proof)
    assert audit(G, export.formula) == proof.statement
    return export


def holds_but(export, rule, true):
    """Raise an error unless variables that are true meet all clauses but those of one rule."""
    said = [line.split(maxsplit=3)[3] for line in export.formula.splitlines() if "c clause" in line]
    given = clauses(export.formula)
    assert len(said) == len(given)
    for clause, why in zip(given, said, strict=True):
        assert why == rule or any((abs(x) in true) == (x > 0) for x in clause), (clause, why)


def none_can_be_left_out(export):
    """Raise an error unless every hint, line and clause is needed."""
    lines, given = export.proof.splitlines(), export.formula.splitlines()
    damaged = [lines[:k] + lines[k + 1 :] for k in range(len(lines))]
    for k, line in enumerate(lines):
        words = line.split()
        for place in range(words.index("0") + 1, len(words) - 1):
            left = " ".join(words[:place] + words[place + 1 :])
            damaged.append([*lines[:k], left, *lines[k + 1 :]])
    for proof in damaged:
        with pytest.raises(Refused):
            check(export.formula, "\n".join(proof))
    first = next(k for k, line in enumerate(given) if line.startswith("p")) + 1
    for k in range(first, len(given)):
        with pytest.raises(Refused):
            check("\n".join([*given[:k], "1 -1 0", *given[k + 1 :]]), export.proof)


def cases(G, question, sets=(), random=None):
    """Return a proof by cases with borders, None if there is a tour."""
    net = CycleInstance(G, Claim(**question))
    tree = []

    def close(size, assume, e):
        marks.undo(size)
        try:
            if assume:
                assume(e)
            marks.settle()
        except Contradiction:
            marks.forget()
            tree.append(None)
            return True
        left = [k for k, mark in enumerate(marks.mark) if mark == OPEN]
        if not left:
            return False
        size, split = marks.size, random.choice(left) if random else left[0]
        tree.append(tuple(net.nodes[v] for v in net.edges[split]))
        return close(size, marks.use, split) and close(size, marks.drop, split)

    try:
        marks = Marks(net, map(net.inside, sets))
    except Contradiction:
        return None
    return Cases(**question, tree=tuple(tree), sets=sets) if close(marks.size, None, 0) else None


@pytest.mark.slow
@named
def test_a_checker_of_clauses_accepts_refutations_of_named_graphs(G):
    proof = refuted(G)
    assert isinstance(proof, Refutation)
    accepted(proof, G)


@pytest.mark.slow
def test_a_checker_of_clauses_accepts_all_small_graphs():
    graphs = [*filter(nx.is_biconnected, atlas())]
    proofs = [(G, proof) for G in graphs if (proof := cases(G, {"closed": True}))]
    for G, proof in proofs:
        accepted(proof, G)
    assert len(graphs) == 1 + 3 + 10 + 56 + 468  # OEIS A002218
    assert len(proofs) == sum(not icosian.is_hamiltonian(G) for G in graphs) > 80


@given(st.integers(0, 2**32).map(Random))
def test_cases_with_borders_become_clauses_that_hold_for_every_tour(random):
    G, question = random_case(random, tour=False)
    nodes = CycleInstance(G, Claim(**question)).nodes
    sizes = [random.randint(1, len(nodes) - 1) for _ in range(random.randint(0, 4))]
    sets = tuple(frozenset(random.sample(nodes, size)) for size in sizes)
    if proof := cases(G, question, sets, random):
        accepted(proof, G)


@given(st.integers(0, 2**32).map(Random))
def test_what_a_search_proves_becomes_clauses_that_hold_for_every_tour(random):
    G, question = random_case(random, tour=False)
    ends = {role: node for role, node in question.items() if role != "closed"}
    find = icosian.hamiltonian_cycle if question["closed"] else icosian.hamiltonian_path
    try:
        find(G, method="sat", **ends)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        if isinstance(error.proof, Refutation | Cases | ForcedEdges):
            accepted(error.proof, G)


def conditions(random, G):
    """Return edges to use and to avoid."""
    edges = random.sample(list(G.edges), G.size())
    first, second = random.randint(0, 3), random.randint(1, 4)
    return {"require": tuple(edges[:first]), "forbid": tuple(edges[first:second])}


@given(st.integers(0, 2**32).map(Random))
def test_proofs_under_conditions_become_clauses_about_the_edges_of_the_graph(random):
    G, question = random_case(random, tour=False)
    asked = conditions(random, G)
    ends = {role: node for role, node in question.items() if role != "closed"}
    find = icosian.hamiltonian_cycle if question["closed"] else icosian.hamiltonian_path
    try:
        find(G, method="sat", **ends, **asked)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        inner = getattr(error.proof, "inner", error.proof)
        if isinstance(inner, Refutation | ForcedEdges):
            accepted(error.proof, G)


@given(st.integers(0, 2**32).map(Random))
@example(Random(23839))  # a set of all nodes but the middle of an edge
def test_borders_with_middles_become_clauses_about_the_edges_of_the_graph(random):
    G, question = random_case(random, tour=False)
    claim = Claim(**question, **conditions(random, G))
    H = conditional_graph(G, claim)
    asked = {"closed": True} if HOME in H else question
    nodes = CycleInstance(H, Claim(**asked)).nodes
    sizes = [random.randint(1, len(nodes) - 1) for _ in range(random.randint(0, 4))]
    sets = tuple(frozenset(random.sample(nodes, size)) for size in sizes)
    if (inner := cases(H, asked, sets, random)) and (claim.require or claim.forbid):
        proof = Conditional(**question, require=claim.require, forbid=claim.forbid, inner=inner)
        accepted(proof, G)


def test_conditions_are_written_with_the_proofs_that_need_them():
    G = nx.petersen_graph()
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, method="sat", require=[(0, 1)], forbid=[(5, 7)])
    export = accepted(caught.value.proof, G)
    assert (5, 7) not in export.variables
    assert (0, 1) in export.variables
    assert 'c claim {"closed": true, "require": [[0, 1]], "forbid": [[5, 7]]}' in export.formula
    none_can_be_left_out(export)


def placed(tour, proof, variables, directed):
    """Return the variables that are true for a tour."""
    places = {v: k for k, v in enumerate(tour, start=1)}
    closing = [(tour[-1], tour[0])] if proof.closed else [(HOME, tour[0]), (tour[-1], HOME)]
    steps = {*pairwise(tour), *closing}
    steps |= set() if directed else {(v, u) for u, v in steps}

    def is_true(variable):
        match variable:
            case v, "after", other:
                return places[v] > places[other]
            case v, int(k) if isinstance(proof, Positioned):
                return places[v] == k
            case u, v:
                return (u, v) in steps

    return {x for x, variable in enumerate(variables, start=1) if is_true(variable)}


@pytest.mark.parametrize("kind", ["Positioned", "Ordered"])
@pytest.mark.parametrize("directed", [False, True])
@given(random=st.integers(0, 2**32).map(Random))
def test_numbers_and_orders_become_clauses_that_hold_for_known_tours(kind, directed, random):
    n, closed = random.randint(3, 6), random.random() < 0.5
    G = nx.gnp_random_graph(n, random.uniform(0.4, 1), seed=random, directed=directed)
    order = random.sample(range(n), n)
    asked = {"positions": {order[0]: 1, order[1]: random.randint(2, n)}}
    if kind == "Ordered":
        asked = {"order": [order[: random.randint(2, n)]]}
    problem = Problem.of(G, closed=closed, start=order[0], **asked, forbid=[*G.edges][:1])
    known = []
    if not problem.conditions.is_ordered:  # the last number of a path is its end
        return
    found = answer._numbered(problem, Clock())
    while not isinstance(found, Proof) and len(known) < 3:
        known.append(tuple(found))
        found = answer._numbered(problem, Clock(), besides=tuple(known))
    if type(found).__name__ != kind:
        return
    export = found.to_lrat(G)
    check(export.formula, export.proof)
    assert audit(G, export.formula) == found.statement
    for tour in known:
        holds_but(export, "not a known tour", placed(tour, found, export.variables, directed))


@given(random=st.integers(0, 2**32).map(Random))
def test_that_there_are_no_other_tours_becomes_clauses_about_edges(random):
    G, question = random_case(random, tour=True)
    asked = conditions(random, G)
    ends = {role: node for role, node in question.items() if role != "closed"}
    closed = question["closed"]
    prove = icosian.prove_no_hamiltonian_cycle if closed else icosian.prove_no_hamiltonian_path
    known = []
    while len(known) < 4:
        try:
            proof = prove(G, **ends, **asked, besides=known)
        except (HamiltonianCycleExists, HamiltonianPathExists) as error:
            known.append(error.tour)
            continue
        if known:
            export = accepted(proof, G)
            for tour in known:
                true = placed(tour, proof, export.variables, G.is_directed())
                holds_but(export, "not a known tour", true)
        return


def test_numbers_become_clauses_without_walks():
    G = nx.grid_2d_graph(3, 3)
    proof = icosian.prove_no_hamiltonian_path(G, (0, 0), positions={(2, 2): 4})
    assert proof.crowd
    export = proof.to_lrat(G)
    check(export.formula, export.proof)
    none_can_be_left_out(export)
    assert ((0, 1), 2) in export.variables
    assert "c x1 [[0, 0], 1] (0, 0)-1" in export.formula
    lines = export.formula.splitlines()
    said = {line.split(maxsplit=3)[3] for line in lines if line.startswith("c clause")}
    assert said == {
        "a number given",
        "each number has one node",
        "each node has one number",
        "a step",
    }


def test_nodes_of_any_kind_come_after_each_other():
    G = nx.relabel_nodes(nx.cycle_graph(6), lambda v: frozenset([v]))
    start, *order = (frozenset([v]) for v in (0, 3, 1, 5))
    proof = icosian.prove_no_hamiltonian_path(G, start, order=[order])
    assert (order[1], "after", order[0]) in accepted(proof, G).variables


def test_too_few_nodes_for_many_numbers_are_counted():
    G = nx.complete_bipartite_graph(4, 3)
    proof = Positioned(closed=False, positions=((4, 1),), crowd=(3, 5, 7))
    proof.check(G)
    with pytest.raises(NoClausalForm, match="too few nodes for some numbers counts"):
        proof.to_lrat(G)


@pytest.mark.slow
def test_disjoint_cycles_become_clauses_about_edges_of_cycles():
    found = Counter()
    line_graph = nx.line_graph(nx.petersen_graph())  # a snark's, which does not decompose
    with pytest.raises(NoDisjointCycles) as whole:
        hamiltonian_decomposition(line_graph)
    G = nx.gnp_random_graph(7, 0.75, seed=167)
    with pytest.raises(NoDisjointCycles) as some:
        edge_disjoint_hamiltonian_cycles(G, 2)
    more = [(line_graph, whole.value.proof), (G, some.value.proof)]
    for G, proof in SEVERAL + more:
        try:
            export = proof.to_lrat(G)
        except NoClausalForm:
            continue
        check(export.formula, export.proof)
        assert audit(G, export.formula) == proof.statement
        if len(proof.clauses) < 10:
            none_can_be_left_out(export)
        cycles = range(1, proof.disjoint + 1)
        assert export.variables == tuple((u, v, c) for c in cycles for u, v in edges_of(G))
        found[G.is_directed(), proof.every_edge] += 1
    assert found.keys() == {(False, False), (True, False), (False, True), (True, True)}


def edges_of(G):
    net = CycleInstance(G, Claim(closed=True))
    return [(net.nodes[u], net.nodes[v]) for u, v in net.edges]


def test_too_few_edges_for_disjoint_cycles_are_counted():
    G = nx.petersen_graph()
    with pytest.raises(NoClausalForm, match="too few edges at a node or a border counts"):
        DisjointRefutation(closed=True, disjoint=2).to_lrat(G)


LOOPS = {
    "slitherlink": [["3.1"], ["3.3", "...", "3.3"], ["22", "3."], ["4.4"]],
    "masyu": [["w.", ".."], ["b..", "...", "..."], ["..b", ".w.", "..."], [".b.", "...", "w.."]],
    "numberlink": [["1.1"], ["12", "12"], ["1.2", "...", "1.2"], ["1.", "21", ".2"], ["1.", ".1"]],
}


@together(("kind", "rows"), [(k, rows) for k, some in LOOPS.items() for rows in some])
def test_loop_puzzles_become_clauses_with_the_rules_that_they_are(kind, rows):
    puzzle = LoopPuzzle(kind, rows)
    if (proof := unique_proof(puzzle)) is None:
        return
    export = accepted(proof, puzzle)
    none_can_be_left_out(export)
    for solution in proof.besides:
        parts = list(nx.connected_components(nx.Graph(solution)))
        used = set().union(*parts)
        true = {frozenset(e) for e in solution}
        true |= {
            (v, puzzle.clues[w]) for part in parts for v in part for w in part & {*puzzle.clues}
        }
        names = [frozenset(name) if type(name[1]) is tuple else name for name in export.variables]
        true |= {name for name in export.variables if name[1] == "left out" if name[0] not in used}
        holding = {x for x, name in enumerate(names, start=1) if name in true}
        holds_but(export, "not a known solution", holding)


def test_a_proof_about_another_loop_puzzle_is_refused():
    puzzle = LoopPuzzle("slitherlink", ["3.1"])
    with pytest.raises(InvalidProof, match="about another puzzle"):
        puzzle.prove_unique().to_lrat(LoopPuzzle("slitherlink", ["3.."]))


def test_forced_edges_with_a_border_become_clauses():
    G = nx.Graph(["ab", "bc", "ca", "de", "ef", "fd", "ax", "xd", "by", "ye", "cz", "zf"])
    forced = [Step(edges=tuple(G.edges(v)), used=True, node=v) for v in "xyz"]
    last = Step(edges=(), used=True, border=frozenset("abc"))
    export = accepted(ForcedEdges(closed=True, steps=(*forced, last)), G)
    border = [-1 - export.variables.index(edge) for edge in (("a", "x"), ("b", "y"), ("c", "z"))]
    assert border in clauses(export.formula)
    assert "a border is crossed an even number of times" in export.formula


def test_a_node_with_too_few_edges_is_an_empty_clause_written_with_a_variable():
    proof = ForcedEdges(closed=True, steps=(Step(edges=(), node=0),))
    for G in (nx.path_graph(3), nx.empty_graph(2)):
        assert clauses(accepted(proof, G).formula) == [[1], [-1]]


def test_comments_say_what_variables_and_clauses_mean():
    G = nx.petersen_graph()
    lines = refuted(G).to_lrat(G).formula.splitlines()
    assert lines[:3] == ['c claim {"closed": true}', "c variables edges", "c x1 [0, 1] 0-1"]
    said = {line.split(maxsplit=3)[3] for line in lines if line.startswith("c clause")}
    assert "at most two edges at node 0" in said
    assert (
        said - {"a border", "a cycle that misses nodes"}
        == {f"at {bound} two edges at node {v}" for v in G for bound in ("least", "most")} & said
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Petersen", "J5", "Tutte"])
def test_no_hint_no_line_and_no_clause_can_be_left_out(name):
    none_can_be_left_out(refuted(SNARKS[name]).to_lrat(SNARKS[name]))


@named
def test_without_numbers_and_hints_it_is_a_proof_in_drat(G):
    export = refuted(G).to_lrat(G)
    lines = [line.split()[1:] for line in export.proof.splitlines()]
    steps = [list(map(int, words[: words.index("0")])) for words in lines]
    known = clauses(export.formula)
    for step in steps:
        assert follows(known, step)
        known.append(step)
    assert step == []
    assert not follows(known[: -len(steps)], [])


def follows(known, step):
    """Return True if unit propagation refutes that all literals of a clause fail."""
    false, before = set(step), None
    while before != len(false):
        before = len(false)
        for clause in known:
            left = [x for x in clause if x not in false]
            if not left:
                return True
            if len(left) == 1:
                false.add(-left[0])
    return False


def test_both_files_are_saved_under_one_stem(tmp_path):
    G = nx.petersen_graph()
    export = icosian.prove_no_hamiltonian_cycle(G).to_lrat(G)
    formula, proof = export.save(tmp_path / "petersen")
    assert (formula.name, proof.name) == ("petersen.cnf", "petersen.lrat")
    check(formula.read_text(), proof.read_text())


def test_a_proof_of_another_graph_is_refused():
    G = nx.petersen_graph()
    for method in ("auto", "sat"):
        with pytest.raises(InvalidProof):
            refuted(G, method).to_lrat(nx.complete_graph(10))


def test_proofs_that_count_have_no_form_as_clauses():
    G = nx.star_graph(3)
    with pytest.raises(NoClausalForm, match="of the kind DegreeDeficiency counts, which takes too"):
        icosian.prove_no_hamiltonian_path(G).to_lrat(G)
    G = nx.complete_bipartite_graph(3, 4)
    weights = Weights(nodes=(*((v, -1) for v in range(3)), *((v, 1) for v in range(3, 7))))
    proof = Cases(closed=True, tree=(weights,))
    proof.check(G)
    with pytest.raises(NoClausalForm, match="weights close a case, and they count"):
        proof.to_lrat(G)


def test_proofs_about_more_than_edges_have_no_form_as_clauses():
    G = flower_snark(5)
    with pytest.raises(NoClausalForm, match="FrontierExhausted has no form as clauses"):
        refuted(G, "frontier").to_lrat(G)
