"""Audits: what they accept holds for every tour of the claim that they return."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, pairwise, permutations
from random import Random

import networkx as nx
import pytest
from exports import chosen, holds, numbered, question_of, random_claim
from hypothesis import event, given, strategies as st
from naive import tours
from pseudo_boolean_checker import read_formula
from test_lower_bound import is_true
from test_positions import is_asked_for, timetables
from together import examples, together
from tour_bounds import weighted

import icosian
from icosian import InvalidArgument, InvalidProof
from icosian.proofs import Claim, LoopRefutation, audit
from icosian.proofs.auditing import LoopJudge, least_sum, read_formula as read_audited
from icosian.proofs.claim import label_writer
from icosian.proofs.formulas.opb import PositionFormula, header, tour_edges
from icosian.proofs.loops import GRIDS
from icosian.puzzles.loops import LoopPuzzle, LoopSolution

randoms = st.integers(0, 2**32).map(Random)


def damaged(random, text):
    """Return a formula with one constraint changed, or replaced by a random one."""
    lines = text.split("\n")
    rows = [k for k, line in enumerate(lines) if ">=" in line and line[0] != "*"]
    k = random.choice(rows)
    words = lines[k].split()
    size = int(lines[0].split()[2])
    kind = random.randrange(5)
    if kind == 0 and len(words) > 5:
        del words[:2]
    elif kind == 1:
        words[-2] = str(int(words[-2]) + random.choice((-1, 1, 2)))
    elif kind == 2:
        words[0] = random.choice(("+1", "-1", "+2", "-3"))
    elif kind == 3:
        words[1] = f"x{random.randint(1, size)}"
    else:
        some = random.sample(range(1, size + 1), random.randint(1, min(size, 6)))
        sign = random.choice(("+1", "-1"))
        least = random.randint(1, 2) if sign == "+1" else random.randint(-len(some), 0)
        words = [word for x in some for word in (sign, f"x{x}")] + [">=", str(least), ";"]
    lines[k] = " ".join(words)
    return "\n".join(lines)


def accepts(G, text):
    """Return the claim if the audit accepts a formula."""
    try:
        return audit(G, text)
    except InvalidProof:
        return None


@given(randoms)
def test_whatever_is_accepted_about_edges_holds_for_every_tour(random):
    G, claim = random_claim(random)
    edges = tour_edges(G, claim, repr)
    some = frozenset(random.sample(range(len(edges.nodes)), 2))
    if len(edges.nodes) > 2:
        edges.border(some)
        edges.path(edges.all_ports(some))
    export = edges.finished(label_writer(G))
    every = list(tours(G, **question_of(claim)))
    ones = [
        chosen(export.variables, tour, closed=claim.closed, directed=G.is_directed())
        for tour in every
    ]
    for _ in range(6):
        text = damaged(random, export.formula)
        found = accepts(G, text)
        event(f"accepted: {found is not None}")
        if found is not None:
            assert found == claim
            _, rows = read_formula(text)
            assert all(holds(*row, some) for row in rows for some in ones)


@given(timetables(), randoms)
def test_whatever_is_accepted_about_numbers_holds_for_every_tour(drawn, random):
    G, asked = drawn
    export = PositionFormula(G, asked.statement, repr).finished()
    ones = [
        numbered(export.variables, order)
        for order in permutations(G)
        if is_asked_for(G, order, asked)
    ]
    for _ in range(6):
        text = damaged(random, export.formula)
        if accepts(G, text) is not None:
            _, rows = read_formula(text)
            assert all(holds(*row, some) for row in rows for some in ones)


@given(randoms)
def test_whatever_clause_is_accepted_holds_for_every_tour(random):
    G, claim = random_claim(random)
    every = list(tours(G, **question_of(claim)))
    if every and random.random() < 0.5:
        claim = replace(claim, besides=(random.choice(every),))
    variables = tour_edges(G, claim, repr).finished(label_writer(G)).variables
    kinds = {"closed": claim.closed, "directed": G.is_directed()}
    all_ones = [chosen(variables, tour, **kinds) for tour in every]
    if claim.besides:
        excluded = chosen(variables, claim.besides[0], **kinds)
        all_ones = [ones for ones in all_ones if ones != excluded]
    if len(edges := list(G.edges)) > 2 and random.random() < 0.5:
        pair = random.sample(edges, 2)
        claim = replace(claim, exclusive=(tuple(pair),))
        ways = pair if G.is_directed() else [*pair, *(edge[::-1] for edge in pair)]
        both = [x for x, edge in enumerate(variables, start=1) if edge in ways]
        all_ones = [ones for ones in all_ones if len(ones.intersection(both)) < 2]
    for _ in range(20):
        some = random.sample(range(1, len(variables) + 1), random.randint(0, len(variables)))
        if every and random.random() < 0.7:  # close to what holds
            ones = chosen(variables, random.choice(every), **kinds)
            clause = [-x if (x in ones) != (random.random() < 0.1) else x for x in some]
        else:
            clause = [random.choice((x, -x)) for x in some]
        found = accepts(G, dimacs(G, claim, variables, [clause]))
        event(f"accepted: {found is not None}")
        if found is not None:
            assert found == claim
            assert all(any((abs(x) in ones) == (x > 0) for x in clause) for ones in all_ones)


def dimacs(G, claim, variables, clauses, kind="edges"):
    """Return a formula in the DIMACS format."""
    label = label_writer(G)
    lines = [f"c {line}" for line in header(claim, kind, label)]
    lines += [
        f"c x{k} {json.dumps(edge and list(map(label, edge)))} edge"
        for k, edge in enumerate(variables, start=1)
    ]
    lines.append(f"p cnf {len(variables)} {len(clauses)}")
    return "\n".join([*lines, *(" ".join(map(str, [*clause, 0])) for clause in clauses), ""])


def random_clauses(random, size, solutions, more=()):
    """Yield random clauses on so many variables, many of them close to what holds."""
    for _ in range(30):
        some = random.sample(range(1, size + 1), min(size, random.choice((1, 2, 2, 3, 4, 6, size))))
        if solutions and random.random() < 0.6:
            ones = random.choice(solutions)
            yield [-x if (x in ones) != (random.random() < 0.1) else x for x in some]
        else:
            yield [random.choice((x, -x)) for x in some]
        yield from ([random.choice(more)] if more else ())


def is_met(clause, ones):
    return any((abs(x) in ones) == (x > 0) for x in clause)


@pytest.mark.slow
@given(randoms)
@examples(5)
def test_whatever_clauses_are_accepted_hold_for_a_numbering_of_all_disjoint_cycles(random):
    if random.random() < 0.4:
        G = nx.gnp_random_graph(random.randint(3, 4), 0.9, random.randrange(2**32), directed=True)
    else:
        G = nx.complete_graph(random.choice((4, 5, 5, 5, 6)))
        G.remove_edges_from(random.sample(list(G.edges), random.choice((0, 0, 1, 2))))
    several, every_edge = random.choice((1, 2, 2, 3)), random.random() < 0.2
    claim = Claim(closed=True, disjoint=several, every_edge=every_edge)
    variables = [(*edge, c) for c in range(1, several + 1) for edge in G.edges]
    size, m = len(variables), G.size()
    cycles = {
        frozenset(chosen(G.edges, tour, closed=True, directed=G.is_directed()))
        for tour in tours(G, closed=True)
    }
    numberings = [
        [
            {e + m * c for c, cycle in enumerate(order) for e in cycle}
            for order in permutations(some)
        ]
        for some in combinations(cycles, several)
        if len(frozenset().union(*some)) == sum(map(len, some))
        and (sum(map(len, some)) == m or not every_edge)
    ]
    solutions = [ones for orders in numberings for ones in orders]
    more = [[x] for x in range(1, size + 1)]
    more += [list(range(e, size + 1, m)) for e in range(1, m + 1)]
    kept = []
    for clause in random_clauses(random, size, solutions, more):
        found = accepts(G, dimacs(G, claim, variables, [*kept, clause], "cycles"))
        event(f"accepted: {found is not None}")
        if found is not None:
            assert found == claim
            kept.append(clause)
    for orders in numberings:
        assert any(all(is_met(clause, ones) for clause in kept) for ones in orders)


def of_cycles(G, claim, clauses):
    """Return a formula on which edge is in which cycle, of clauses as (u, v, cycle, is there)."""
    variables = [(*edge, c) for c in range(1, claim.disjoint + 1) for edge in G.edges]
    numbered = [
        [
            variables.index((u, v, c)) * (2 * there - 1) + (1 if there else -1)
            for u, v, c, there in some
        ]
        for some in clauses
    ]
    return dimacs(G, claim, variables, numbered, "cycles")


def ordered_claim(random):
    """Return a graph, and a claim about its tours in an order, from the first node if closed."""
    n, directed, closed = random.randint(3, 5), random.random() < 0.5, random.random() < 0.5
    G = nx.gnp_random_graph(n, random.uniform(0.7, 1), random.randrange(2**32), directed=directed)
    ranks = dict(zip(G, G if random.random() < 0.7 else random.sample(list(G), n), strict=True))
    numbers = {v: 1 + ranks[v] for v in G if random.random() < 0.15}
    chains = [
        sorted(random.sample(list(G), random.randint(1, 3)), key=ranks.get)
        for _ in range(random.randint(0, 2))
    ]
    ends = {}
    if closed:
        numbers = {v: k for v, k in numbers.items() if (v == 0) == (k == 1)}
        chains = [[0, *(v for v in chain if v != 0)] for chain in chains or [[]]]
    else:
        some = random.sample(list(G), 2)
        ends = {
            role: v for role, v in zip(("start", "end"), some, strict=True) if random.random() < 0.3
        }
    edges = random.sample(list(G.edges), min(2, G.size()))
    return G, Claim(
        closed=closed,
        **ends,
        chains=tuple(map(tuple, chains)),
        positions=tuple(numbers.items()),
        require=tuple(edges[: random.random() < 0.3]),
        forbid=tuple(edges[1 : 1 + (random.random() < 0.3)]),
    )


@pytest.mark.slow
@given(randoms)
def test_whatever_clauses_are_accepted_hold_for_every_tour_in_an_order(random):
    G, claim = ordered_claim(random)
    kind = {"closed": claim.closed, "directed": G.is_directed()}
    ends = Claim(closed=claim.closed, start=claim.start, end=claim.end)
    edges = tour_edges(G, ends, repr).finished(label_writer(G)).variables
    pairs = random.sample(list(permutations(range(claim.closed, len(G)), 2)), 4 - (len(G) < 4) * 2)
    variables = [*edges, *((v, "after", c) for v, c in pairs)]
    tour_sets = [chosen(edges, tour, **kind) for tour in tours(G, **question_of(claim))]
    given = [
        *claim.positions,
        (claim.start, 1),
        (claim.end, len(G)),
        (0 if claim.closed else None, 1),
    ]
    solutions = []
    for tour in permutations(G):
        rank, ones = {v: k for k, v in enumerate(tour, start=1)}, chosen(edges, tour, **kind)
        if (
            ones in tour_sets
            and all(rank[v] == k for v, k in given if v is not None)
            and all(rank[a] < rank[b] for chain in claim.chains for a, b in pairwise(chain))
        ):
            later = {x for x, (v, c) in enumerate(pairs, start=len(edges) + 1) if rank[v] > rank[c]}
            solutions.append(ones | later)
    event(f"tours: {bool(solutions)}")
    for clause in random_clauses(random, len(variables), solutions):
        found = accepts(G, dimacs(G, claim, variables, [clause], "order"))
        event(f"accepted: {found is not None}")
        if found is not None:
            assert found == claim
            assert all(is_met(clause, ones) for ones in solutions)


def in_order(G, claim, *clause):
    """Return a formula of a clause: edges, and (v, "after", c), each with its truth."""
    ends = Claim(closed=claim.closed, start=claim.start, end=claim.end)
    edges = tour_edges(G, ends, repr).finished(label_writer(G)).variables
    variables = [*edges, *(said for said, _ in clause if len(said) == 3)]
    numbered = [(1 if there else -1) * (1 + variables.index(said)) for said, there in clause]
    return dimacs(G, claim, variables, [numbered], "order")


CYCLE = Claim(closed=True, chains=((0, 1, 2),))
PATH = Claim(closed=False, start=0, end=5)


LOOPS = [("slitherlink", "3.1"), ("slitherlink", "..2"), ("masyu", "w.. ..."), ("masyu", ".b ..")]
for kind in ("numberlink", "numberlink-apart", "numberlink-open"):
    LOOPS += [(kind, rows) for rows in ("1.1", "1.. ..1", "11 .. 22", "1. .1", "1. 1. ..")]


@together(("kind", "rows"), LOOPS)
def test_whatever_clause_is_accepted_holds_for_all_loops_but_the_known_ones(kind, rows):
    random, puzzle, solutions, accepted = Random(1), LoopPuzzle(kind, rows.split()), {}, 0
    grid = GRIDS[kind](puzzle.rows, hexagonal=False)
    for edges in chain(*(combinations(grid.edges, k) for k in range(1, len(grid.edges) + 1))):
        with suppress(InvalidArgument):
            parts = [*nx.connected_components(nx.Graph(LoopSolution(puzzle, edges).edges))]
            ends = {v: w for part in parts for v in part for w in part & puzzle.clues.keys()}
            said = {*map(frozenset, edges), *((v, puzzle.clues[w]) for v, w in ends.items())}
            said |= {(v, "left out") for v in grid.nodes - set().union(*parts)}
            solutions[edges] = {k for k, name in enumerate(grid.variables, 1) if name in said}
    meanings = [[*map(list, v)] if type(v) is frozenset else [*v] for v in grid.variables]
    rules = [[[x // 2 + 1, -1 - x // 2][x % 2] for x in row] for least, row, _ in grid.facts()]
    for _ in range(12):
        known = tuple(random.sample([*solutions], random.randint(0, len(solutions))))
        given = ((random.choice(grid.edges), random.random() < 0.5),)
        claim = LoopRefutation(
            kind=kind,
            rows=puzzle.rows,
            known=given,
            besides=known,
            borders=(),
            names=(),
            clauses=(),
        )
        judge = LoopJudge(puzzle.with_known(dict(given)), claim, meanings)
        fit = [edges for edges in solutions if all((e in edges) == used for e, used in given)]
        others = [solutions[edges] for edges in fit if edges not in known]
        for clause in random_clauses(random, len(meanings), others, rules):
            row = {abs(x): 1 if x > 0 else -1 for x in clause}
            if judge.holds(row, least_sum(row)):
                accepted += 1
                assert all(is_met(clause, ones) for ones in others)
    assert accepted > 20


def without(G, claim, used, dropped):
    """Return a formula whose clause is that no tour has some edges, and not others."""
    edges = list(G.edges)
    clause = [1 + edges.index(e) for e in dropped] + [-1 - edges.index(e) for e in used]
    return dimacs(G, claim, edges, [clause])


@together(
    ("used", "dropped"),
    [
        ([(0, 1), (0, 4), (0, 5)], []),
        ([], [(0, 1), (0, 4)]),
        ([(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)], []),
        ([], [(0, 5), (1, 6), (2, 7), (3, 8)]),
        ([(0, 5), (1, 6), (2, 7)], [(3, 8), (4, 9)]),
    ],
    ids=["at most", "at least", "cycle", "border", "odd border"],
)
def test_the_rules_of_clauses_are_known(used, dropped):
    G, claim = nx.petersen_graph(), Claim(closed=True)
    assert audit(G, without(G, claim, used, dropped)) == claim
    for some in filter(None, (used, dropped)):
        last = some.pop()
        with pytest.raises(InvalidProof, match="line 19: this is not known to hold"):
            audit(G, without(G, claim, used, dropped))
        some.append(last)


@cache
def clauses():
    """Return a formula of clauses."""
    G = nx.petersen_graph()
    return icosian.prove_no_hamiltonian_cycle(G).to_lrat(G).formula


def first(line):
    """Return the head of the clauses, and what it becomes with one more line after it."""
    head, count = re.search("(p cnf 15 )([0-9]+)\n", clauses()).group(0, 2)
    return head, f"p cnf 15 {int(count) + 1}\n{line}"


@given(randoms)
def test_a_clause_without_one_of_its_literals_is_refused(random):
    # the clauses of an export are no longer than their reason needs
    *head, last = clauses().split("p cnf")
    lines = last.split("\n")
    k = random.randrange(1, len(lines) - 1)
    words = lines[k].split()
    del words[random.randrange(len(words) - 1)]
    lines[k] = " ".join(words)
    with pytest.raises(InvalidProof, match="this is not known to hold"):
        audit(nx.petersen_graph(), "p cnf".join([*head, "\n".join(lines)]))


@cache
def petersen():
    """Return a pseudo-Boolean formula."""
    G = nx.petersen_graph()
    return icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G).formula


def test_an_edge_to_avoid_may_have_a_variable():
    formula = petersen().replace('{"closed": true}', '{"closed": true, "forbid": [[0, 1]]}')
    assert audit(nx.petersen_graph(), formula) == Claim(closed=True, forbid=((0, 1),))


def test_a_formula_about_another_graph_is_refused():
    both_ways = nx.petersen_graph().to_directed()
    for G in (nx.complete_graph(10), nx.cycle_graph(10), nx.null_graph(), both_ways):
        with pytest.raises(InvalidProof):
            audit(G, petersen())
    for G, text in ((7, petersen()), (nx.petersen_graph(), None)):
        with pytest.raises(InvalidArgument):
            audit(G, text)


def test_comments_on_constraints_are_not_read():
    other = re.sub(r"\* at .*", "* whatever", petersen())
    assert audit(nx.petersen_graph(), other) == Claim(closed=True)


def test_another_claim_is_returned_if_the_text_makes_one():
    # more may be asked of a tour than the constraints say
    G = nx.star_graph(3)
    formula = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G).formula
    text = formula.replace('{"closed": true}', '{"closed": true, "require": [[0, 1]]}')
    assert audit(G, text) == Claim(closed=True, require=((0, 1),))


@together("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_lengths_are_those_of_the_graph(kind):
    G = weighted(kind, [(u, v, 3 + abs(u - v)) for u in range(4) for v in range(4) if u != v])
    proof = icosian.shortest_hamiltonian_cycle(G).proof
    export = proof.to_pseudo_boolean(G)
    assert audit(G, export.formula) == proof.statement
    assert is_true(proof, G)
    shorter = G.copy()
    next(iter(shorter[0][1].values()) if G.is_multigraph() else iter([shorter[0][1]]))["weight"] = 1
    with pytest.raises(InvalidProof, match="line"):
        audit(shorter, export.formula)
    for weight in (None, lambda u, v, data: 100):
        with pytest.raises(InvalidProof, match="'weight', but"):
            audit(G, export.formula, weight=weight)
    fewer = export.formula.replace('"weight": "weight"', '"weight": "weight", "hidden": 1')
    with pytest.raises(InvalidProof, match="without a length is 0"):
        audit(G, fewer)


def test_lengths_from_a_function_are_given_to_the_audit():
    def far(u, v, data):
        return 3 + abs(u - v)

    G = nx.complete_graph(4)
    proof = icosian.shortest_hamiltonian_cycle(G, weight=far).proof
    text = proof.to_pseudo_boolean(G, weight=far).formula
    assert audit(G, text, weight=far) == proof.statement
    with pytest.raises(InvalidArgument, match="finite"):
        audit(G, text, weight=lambda u, v, data: "far")
    for weight in ("weight", None):
        with pytest.raises(InvalidProof, match="are a function, but"):
            audit(G, text, weight=weight)


def test_places_have_no_numbers():
    places = icosian.Places([(0, 0), (0, 1), (1, 0)])
    G = nx.path_graph(3)
    text = PositionFormula(G, Claim(closed=False), repr).finished().formula
    with pytest.raises(InvalidProof, match="of a graph, not of places"):
        audit(places, text)


# -- The reader of formulas


TEXT = """\
* #variable= 2 #constraint= 2
* claim {"closed": true}
* variables edges
* x1 [0, 1] a-b
* x2 null
* any comment
+1 x1 -22 x2 >= 1 ;
* claim {} is no claim here
-1 x1 >= -3 ;
"""


def test_a_formula_is_read():
    text = read_audited(TEXT)
    assert text.claim == '{"closed": true}'
    assert (text.kind, text.unit) == ("edges", "1")
    assert text.meanings == [(0, 1), None]
    assert text.rows == [(7, {1: 1, 2: -22}, 1), (9, {1: -1}, -3)]
