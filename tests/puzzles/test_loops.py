"""Loop puzzles: Slitherlink, Masyu and Numberlink."""

import json
import random
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product
from types import SimpleNamespace

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from mutations import mutants
from together import examples, rounds, together

from icosian import InvalidArgument, InvalidProof, clauses, make_puzzle
from icosian.exceptions import NoLoop
from icosian.proofs import LoopRefutation, audit
from icosian.puzzles import LoopPuzzle, LoopSolution

LINKS_OF = ["numberlink", "numberlink-apart", "numberlink-open"]
ALL_KINDS = ["slitherlink", "masyu", *LINKS_OF]
SHAPES = [(1, 3), (2, 2), (2, 3), (3, 3)]


def sorted_edges(edges):
    return frozenset(tuple(sorted(edge)) for edge in edges)


def all_loops(G):
    """Every cycle of a graph, as its edges."""
    return [
        sorted_edges(zip(nodes, [*nodes[1:], nodes[0]], strict=True))
        for nodes in nx.simple_cycles(G)
    ]


def sides_of_hexagon_used(edges, r, c):
    x = 2 * c + r
    ring = [(r, x), (r, x + 1), (r, x + 2), (r + 1, x + 2), (r + 1, x + 1), (r + 1, x)]
    return len(edges & sorted_edges(zip(ring, ring[1:] + ring[:1], strict=True)))


def sides_used(edges, r, c):
    corners = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
    return sum(pair in edges for pair in combinations(corners, 2))


def ways(edges, v):
    """The steps from a cell along its edges."""
    return [(b[0] - a[0], b[1] - a[1]) for e in edges for a, b in (e, e[::-1]) if a == v]


def is_straight(edges, v):
    (a, b), (c, d) = ways(edges, v)
    return (a + c, b + d) == (0, 0)


def pearl_is_met(edges, v, mark):
    if not ways(edges, v):
        return False
    near = [is_straight(edges, (v[0] + dr, v[1] + dc)) for dr, dc in ways(edges, v)]
    if mark == "w":
        return is_straight(edges, v) and not all(near)
    return not is_straight(edges, v) and all(near)


def all_solutions(puzzle, loops):
    """Those of the loops that solve a puzzle."""
    if puzzle.kind == "slitherlink":
        used = sides_of_hexagon_used if puzzle.hexagonal else sides_used
        return [
            loop
            for loop in loops
            if all(used(loop, *v) == int(mark) for v, mark in puzzle.clues.items())
        ]
    return [
        loop
        for loop in loops
        if all(pearl_is_met(loop, v, mark) for v, mark in puzzle.clues.items())
    ]


def all_links(puzzle):
    """All ways to join the ends of a Numberlink by paths as its kind asks for."""
    is_open, is_apart = puzzle.kind == "numberlink-open", puzzle.kind != "numberlink"
    found, times = [], Counter(puzzle.clues.values())

    def fit(one, other):
        """The ends of a path have one number, and all cells with this number are its ends."""
        numbers = {one, other} - {"?"}
        return one == other or (len(numbers) == 1 and times[min(numbers)] == 1)

    def extend(path, edges, free, ends):
        v = path[-1]
        for w in puzzle.graph[v]:
            edge = tuple(sorted((v, w)))
            if is_apart and not {*path[:-1]}.isdisjoint(puzzle.graph[w]):
                continue
            if w in ends and fit(puzzle.clues[path[0]], puzzle.clues[w]):
                begin(edges | {edge}, free, ends - {w})
            elif w in free:
                extend([*path, w], edges | {edge}, free - {w}, ends)

    def begin(edges, free, ends):
        if ends:
            first = min(ends)
            extend([first], edges, free, ends - {first})
        elif is_open or not free:
            found.append(edges)

    ends = frozenset(puzzle.clues)
    begin(frozenset(), frozenset(puzzle.graph) - ends, ends)
    return found


def agrees(puzzle, solutions):
    """Compare every answer with all solutions."""
    assert puzzle.count() == len(solutions)
    if not solutions:
        with pytest.raises(NoLoop, match="the puzzle has no solution"):
            puzzle.solve()
        assert puzzle.conflict().count() == 0
        return
    assert puzzle.solve().edges in set(solutions)
    assert puzzle.is_unique() == (len(solutions) == 1)
    forced = {
        edge
        for edge in sorted_edges(puzzle.graph.edges)
        if len({edge in one for one in solutions}) == 1
    }
    if not forced:
        with pytest.raises(InvalidArgument, match="no further edge is the same"):
            puzzle.hint()
        return
    hint = puzzle.hint()
    assert tuple(sorted(hint.edge)) in forced
    assert hint.is_used == (tuple(sorted(hint.edge)) in solutions[0])


def drawn(rng, kind, shape):
    """A random puzzle."""
    marks = {"slitherlink": rng.choice(["01234", "123"]), "masyu": "wb"}[kind]
    density = rng.random() * (1 if kind == "slitherlink" else 0.4)
    return LoopPuzzle(
        kind,
        [
            [rng.choice(marks) if rng.random() < density else "." for _ in range(shape[1])]
            for _ in range(shape[0])
        ],
    )


@pytest.mark.parametrize("kind", LINKS_OF)
def test_random_numberlinks_have_the_solutions_that_listing_all_paths_finds(kind):
    rng = random.Random(2)
    for _ in range(rounds(25)):
        rows, columns = rng.choice([(2, 2), (2, 3), (3, 3), (3, 4)])
        ends = rng.sample(list(product(range(rows), range(columns))), rng.choice([2, 4]))
        clues = {v: str(k // 2) for k, v in enumerate(ends)}
        if rng.random() < 0.3:
            for v in rng.sample(ends, rng.choice([1, 1, 2])):
                clues[v] = "?"
        grid = [[clues.get((r, c), ".") for c in range(columns)] for r in range(rows)]
        puzzle = LoopPuzzle(kind, grid, hexagonal=rng.random() < 0.3)
        agrees(puzzle, all_links(puzzle))


@given(st.integers(0, 10**6), st.sampled_from(ALL_KINDS), st.booleans())
@examples(20)
def test_the_clues_of_a_hint_force_its_edge_and_none_can_be_left_out(seed, kind, hexagonal):
    puzzle = sketched(random.Random(seed), kind, hexagonal=hexagonal)
    try:
        hint = puzzle.hint()
    except (InvalidArgument, NoLoop):
        return
    edge, clues = tuple(sorted(hint.edge)), [*hint.clues]

    def is_in(cells):
        return {edge in one for one in solutions_of(puzzle.with_only(cells))}

    assert is_in(puzzle.clues) == is_in(clues) == {hint.is_used}
    for v in clues:
        assert is_in([w for w in clues if w != v]) == {True, False}


@given(st.integers(0, 10**6), st.sampled_from(["slitherlink", "masyu"]))
@examples(10)
def test_conflicting_clues_contradict_each_other_and_none_can_be_left_out(seed, kind):
    puzzle = drawn(random.Random(seed), kind, (3, 3))
    loops = all_loops(puzzle.graph)
    if all_solutions(puzzle, loops):
        with pytest.raises(InvalidArgument, match="no clues contradict each other"):
            puzzle.conflict()
        return
    core = puzzle.conflict()
    assert not all_solutions(core, loops)
    for cells in combinations(core.clues, len(core.clues) - 1):
        assert all_solutions(core.with_only(cells), loops)


def test_hints_one_after_the_other_find_the_whole_solution():
    puzzle = make_puzzle(3, kind="slitherlink", seed=1)
    known = {}
    while len(known) < puzzle.graph.size():
        hint = puzzle.hint()
        assert hint.edge not in known
        puzzle = puzzle.with_hint(hint)
        known = puzzle.known
    used = [edge for edge, is_used in known.items() if is_used]
    assert LoopSolution(puzzle, used) == puzzle.solve()
    with pytest.raises(InvalidArgument, match="no further edge"):
        puzzle.hint()
    with pytest.raises(InvalidArgument, match="is not an edge of the puzzle"):
        puzzle.with_known({((0, 0), (2, 2)): True})
    (u, v), is_used = next(iter(known.items()))
    with pytest.raises(InvalidArgument, match="is known already, and not so"):
        puzzle.with_known({(v, u): not is_used})
    with pytest.raises(InvalidArgument, match="is known as used and as not used"):
        LoopPuzzle("masyu", [".."], known={((0, 0), (0, 1)): True, ((0, 1), (0, 0)): False})


@together(
    ("kind", "rows", "edges", "reason"),
    [
        ("slitherlink", [".."], [((0, 0), (0, 1))], "the edges are not one loop"),
        ("slitherlink", [".."], [((0, 0), (5, 1))], "is no edge"),
        ("slitherlink", [".."], [], "the edges are not one loop"),
        ("slitherlink", ["2."], "around", r"\(0, 0\) is not met"),
        ("masyu", ["b.", ".."], "around", r"\(0, 0\) is not met"),
        ("masyu", ["..", "..", "w."], "around", r"\(2, 0\) is not met"),
        ("numberlink", ["11", "22"], [((0, 0), (0, 1))], "not paths between marked cells"),
        ("numberlink", ["12", "12"], [((0, 0), (0, 1)), ((1, 0), (1, 1))], "different numbers"),
        ("numberlink", ["1??1"], [((0, 0), (0, 1)), ((0, 2), (0, 3))], "equal numbers are not joi"),
        ("numberlink-open", ["1.1"], [], "not paths between marked cells"),
        (
            "numberlink-apart",
            ["11", ".."],
            [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((0, 1), (1, 1))],
            "a path touches itself",
        ),
    ],
)
def test_what_breaks_the_rules_is_no_solution(kind, rows, edges, reason):
    puzzle = LoopPuzzle(kind, rows)
    if edges == "around":
        ring = [(0, 0), (0, 1), (1, 1), (1, 0)]
        edges = list(zip(ring, ring[1:] + ring[:1], strict=True))
    with pytest.raises(InvalidArgument, match=reason):
        LoopSolution(puzzle, edges)


# proofs


@cache
def solutions_of(puzzle):
    """All solutions of a puzzle, by listing all loops or paths."""
    if puzzle.kind in LINKS_OF:
        found = list(map(sorted_edges, all_links(puzzle)))
    else:
        found = all_solutions(puzzle, loops_of(frozenset(puzzle.graph.edges)))
    known = {tuple(sorted(edge)): on for edge, on in puzzle.known.items()}
    return frozenset(one for one in found if all((edge in one) == on for edge, on in known.items()))


@cache
def loops_of(edges):
    return all_loops(nx.Graph(edges))


def sketched(rng, kind, *, hexagonal=False):
    """A small random puzzle, some of them with a wall."""
    shape = (
        rng.choice([(1, 2), (2, 2), (2, 3)] + [(3, 3)] * (kind != "slitherlink"))
        if hexagonal
        else rng.choice(
            [(1, 3), (2, 2), (2, 3), (3, 3)] + [(3, 4), (4, 4)] * (kind != "slitherlink")
        )
    )
    cells = list(product(range(shape[0]), range(shape[1])))
    if kind in LINKS_OF:
        ends = rng.sample(cells, rng.choice([2, 4] if len(cells) > 3 else [2]))
        clues = {v: str(k // 2) for k, v in enumerate(ends)}
        if rng.random() < 0.3:
            for v in rng.sample(ends, rng.choice([1, 1, 2])):
                clues[v] = "?"
    else:
        clues = dict(drawn(rng, kind, shape).clues)
    if rng.random() < 0.3:
        clues.setdefault(rng.choice(cells), "#")
    rows = [[clues.get((r, c), ".") for c in range(shape[1])] for r in range(shape[0])]
    return LoopPuzzle(kind, rows, hexagonal=hexagonal)


def is_true(proof, puzzle):
    """Whether a puzzle has the known solutions and no others."""
    known = {sorted_edges(edges) for edges in proof.besides}
    return len(known) == len(proof.besides) and known == solutions_of(puzzle)


def holds(proof, puzzle):
    try:
        proof.check(puzzle)
    except InvalidProof:
        return False
    return True


def refuted(puzzle):
    """The proof that there is no solution, or no second one; None if there are more."""
    try:
        return puzzle.prove_unique()
    except NoLoop as error:
        return error.proof
    except InvalidArgument:
        return None


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_puzzles_without_a_second_solution_have_proofs_that_hold_and_others_have_none(kind):
    rng = random.Random(4)
    for _ in range(rounds(20)):
        puzzle = sketched(rng, kind)
        proof = refuted(puzzle)
        assert (proof is None) == (len(solutions_of(puzzle)) > 1)
        if proof is not None:
            assert is_true(proof, puzzle)
            proof.check(puzzle)
            assert LoopRefutation.from_json(proof.to_json()) == proof


@pytest.mark.slow
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_whatever_is_changed_in_a_proof_what_holds_is_true(kind):
    rng = random.Random(5)
    size = 4 if kind == "slitherlink" else 5
    puzzles = [make_puzzle(size, kind=kind, seed=seed) for seed in range(2)]
    puzzles += [sketched(rng, kind) for _ in range(rounds(24))]
    reached = 0
    for puzzle in puzzles:
        proof = refuted(puzzle)
        if proof is None or not (proof.clauses or proof.borders or proof.besides):
            continue
        payload = json.loads(proof.to_json())
        del payload["rows"]
        changes = list(mutants(payload))
        deep = [one for one in changes if one.get("besides") == payload.get("besides")]
        for wrong in rng.sample(changes, min(40, len(changes))) + rng.choices(deep, k=40):
            try:
                other = LoopRefutation.from_json(json.dumps(wrong | {"rows": puzzle.rows}))
                other.check(puzzle)
            except InvalidProof as error:
                reached += bool(re.search("follow|do not end|need not visit", str(error)))
            else:
                reached += 1
                assert is_true(other, puzzle), other
    assert reached > 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_proof_of_one_puzzle_holds_for_another_only_if_that_is_true(kind):
    rng = random.Random(6)
    proofs = []
    for puzzle in islice((sketched(rng, kind) for _ in range(10**6)), rounds(40)):
        proof = refuted(puzzle)
        if proof is not None:
            proofs.append(proof)
        for other in rng.sample(proofs, min(8, len(proofs))):
            for besides in (other.besides, ()):
                moved = replace(other, rows=puzzle.rows, besides=besides)
                assert not holds(moved, puzzle) or is_true(moved, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_borders_that_anyone_claims_hold_only_where_they_are_true(kind):
    rng = random.Random(7)
    held = 0
    for _ in range(rounds(150)):
        puzzle = sketched(rng, kind)
        nodes = sorted(puzzle.graph)
        sets = [rng.sample(nodes, rng.randint(0, len(nodes))) for _ in range(rng.randint(1, 4))]
        some = [
            (frozenset(part), tuple(rng.sample(nodes, rng.randint(0, min(3, len(nodes))))))
            for part in sets
        ]
        if kind in LINKS_OF:
            some = [(part - set(puzzle.clues), ()) for part, _ in some]
        if kind == "numberlink-open":
            some = []
        rings = [] if kind in ALL_KINDS[:3] else list(nx.simple_cycles(puzzle.graph, 6))
        proof = LoopRefutation(
            kind=kind,
            rows=puzzle.rows,
            borders=tuple(some),
            rings=tuple(map(tuple, rng.sample(rings, min(3, len(rings))))),
            names=(),
            clauses=(),
        )
        if holds(proof, puzzle):
            held += 1
            assert is_true(proof, puzzle), proof
    assert held


@pytest.mark.slow
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_only_solutions_pass_as_known_ones(kind):
    rng = random.Random(8)
    ends = Counter()
    for _ in range(rounds(60)):
        puzzle = sketched(rng, kind)
        bare = puzzle.with_only([])
        others = [*solutions_of(bare)]
        two = [one | other for one, other in combinations(others[:20], 2)]
        for edges in rng.sample(others + two, min(10, len(others + two))):
            proof = LoopRefutation(
                kind=kind,
                rows=puzzle.rows,
                besides=(tuple(edges),),
                borders=(),
                names=(),
                clauses=(),
            )
            try:
                proof.check(puzzle)
            except InvalidProof as error:
                is_known = "known solution is none" not in str(error)
            else:
                is_known = True
            assert is_known == (edges in solutions_of(puzzle))
            ends[is_known] += 1
    assert min(ends[True], ends[False]) > 5


UNIQUE = LoopPuzzle("slitherlink", ["33", ".."])
LINKS = LoopPuzzle("numberlink", ["1.1", "2.2"])


def test_a_proof_about_a_puzzle_is_checked_against_a_puzzle():
    with pytest.raises(InvalidArgument, match="checked against a loop puzzle, got <networkx"):
        UNIQUE.prove_unique().check(nx.path_graph(2))
    for kind, marks in (("slitherlink", "7"), ("masyu", "x")):
        fake = SimpleNamespace(kind=kind, rows=((marks,),), hexagonal=False, known={})
        proof = LoopRefutation(kind=kind, rows=fake.rows, borders=(), names=(), clauses=())
        with pytest.raises(InvalidProof, match="is no clue of the puzzle"):
            proof.check(fake)
    with pytest.raises(InvalidProof, match="not the description of a proof"):
        LoopRefutation.from_json('{"kind": "sudoku"}')


def test_a_ring_of_a_proof_is_a_cycle_of_a_puzzle_whose_paths_do_not_touch_themselves():
    puzzle = LoopPuzzle("numberlink-apart", ["1.1", "2.2"])
    ring = ((0, 0), (0, 1), (1, 1), (1, 0))
    replace(puzzle.prove_unique(), rings=(ring,)).check(puzzle)
    for wrong in (ring[:2], (*ring, *ring), ((0, 0), (0, 2), (1, 0)), (), ((0, 0), "1", (0, 1))):
        with pytest.raises(InvalidProof):
            replace(puzzle.prove_unique(), rings=(wrong,)).check(puzzle)
    with pytest.raises(InvalidProof, match="or a path may touch itself"):
        replace(LINKS.prove_unique(), rings=(ring,)).check(LINKS)


TOUCHING = [
    "........",
    ".E....F.",
    "...DF...",
    "........",
    "..B.....",
    "C....B..",
    "...C....",
    "ED......",
]
"""Without paths that touch themselves it has one solution, otherwise several."""


@together("hard", [0, clauses.HARD])
def test_a_numberlink_is_solved_without_paths_that_touch_themselves_if_that_can_be(hard):
    puzzle, apart = (LoopPuzzle(kind, TOUCHING) for kind in LINKS_OF[:2])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clauses, "HARD", hard)  # after so many steps a stronger solver takes over
        assert puzzle.solve().edges == apart.solve().edges
        assert apart.is_unique()
        assert apart.count() == 1
        assert not puzzle.is_unique()
        assert puzzle.count(limit=3) == 3
        hint = apart.hint()
    assert (hint.edge in apart.solve().edges) == hint.is_used


def test_known_edges_are_a_part_of_what_is_proved():
    edge = ((0, 0), (0, 1))
    wrong = UNIQUE.with_known({edge[::-1]: False})
    for ask in (wrong.solve, wrong.hint, wrong.is_unique):
        with pytest.raises(NoLoop, match="the puzzle has no solution") as caught:
            ask()
        proof = caught.value.proof
        proof.check(wrong)
        assert LoopRefutation.from_json(proof.to_json()) == proof
    assert wrong.count() == 0
    core = wrong.conflict()
    assert len(core.clues) == len(core.known) == 1
    with pytest.raises(InvalidProof, match="about another puzzle"):
        proof.check(UNIQUE)
    with pytest.raises(InvalidProof, match="about another puzzle"):
        UNIQUE.prove_unique().check(wrong)
    with pytest.raises(InvalidArgument, match=r"is known to be not used"):
        LoopSolution(wrong, UNIQUE.solve().edges)


def test_an_edge_that_is_known_twice_and_differently_is_known_as_the_puzzle_has_it():
    edge = ((0, 0), (0, 1))
    puzzle = LoopPuzzle("slitherlink", [".."]).with_known({edge: True})
    for known in ([(edge, False), (edge, True)], [(edge, True), (edge[::-1], False)]):
        proof = LoopRefutation(
            kind=puzzle.kind, rows=puzzle.rows, known=tuple(known), borders=(), names=(), clauses=()
        )
        assert not holds(proof, puzzle)
    fake = SimpleNamespace(
        kind="slitherlink", rows=puzzle.rows, hexagonal=False, known={((0, 0), "left out"): True}
    )
    proof = replace(proof, known=tuple(fake.known.items()))
    with pytest.raises(InvalidProof, match="is no edge"):
        proof.check(fake)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_puzzles_with_known_edges_and_on_hexagons_have_the_solutions_that_listing_finds(kind):
    rng = random.Random(9)
    proved = 0
    for _ in range(rounds(30)):
        puzzle = sketched(rng, kind, hexagonal=rng.random() < 0.7)
        edges = sorted(map(tuple, sorted_edges(puzzle.graph.edges)))
        if rng.random() < 0.7:
            known = {edge: rng.random() < 0.5 for edge in rng.sample(edges, min(2, len(edges)))}
            puzzle = puzzle.with_known(known)
        solutions = solutions_of(puzzle)
        assert puzzle.count() == len(solutions)
        proof = refuted(puzzle)
        assert (proof is None) == (len(solutions) > 1)
        if proof is not None:
            proved += 1
            assert is_true(proof, puzzle)
            proof.check(puzzle)
            assert LoopRefutation.from_json(proof.to_json()) == proof
        if solutions:
            try:
                hint = puzzle.hint()
            except InvalidArgument:
                continue
            assert {tuple(sorted(hint.edge)) in one for one in solutions} == {hint.is_used}
            assert hint.edge in puzzle.with_hint(hint).known
    assert proved > 5


def holding(names, solution, puzzle):
    """The statements that a solution makes true; a path without a number has none."""
    H = nx.Graph(solution)
    clues = puzzle.clues if puzzle.kind in LINKS_OF else {}
    numbers = {
        (v, clues[w]) for path in nx.connected_components(H) for v in path for w in path & {*clues}
    }
    return {
        x
        for x, (v, other) in enumerate(names, start=1)
        if ((v, other) in H.edges if isinstance(other, tuple) else (v, other) in numbers)
        or (other == "left out" and v not in H)
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_an_audit_accepts_no_clause_that_a_solution_breaks(kind):
    rng = random.Random(10)
    held = refused = 0
    for _ in range(rounds(12)):
        puzzle = sketched(rng, kind, hexagonal=rng.random() < 0.3)
        proof = refuted(puzzle)
        if proof is None:
            continue
        export = proof.to_lrat(puzzle)
        assert audit(puzzle, export.formula) == proof.statement
        # The same statements about the puzzle with fewer clues, which has more solutions.
        rows = [[mark if rng.random() < 0.6 else "." for mark in row] for row in puzzle.rows]
        other = (
            LoopPuzzle(kind, rows, hexagonal=puzzle.hexagonal) if kind not in LINKS_OF else puzzle
        )
        besides = proof.besides if other is puzzle else ()
        claim = replace(proof.statement, rows=other.rows, besides=besides).to_json()
        if not {*other.graph.edges} >= {*puzzle.graph.edges}:
            continue
        solutions = solutions_of(other) - {sorted_edges(edges) for edges in besides}
        lines = export.formula.splitlines()
        head = [line for line in lines if re.match(r"c (variables|x)", line)]
        size = len(export.variables)
        given = [list(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"]
        clauses = given + [rng.sample(one, len(one) - 1) for one in given if len(one) > 1]
        for _ in range(20):
            some = rng.sample(range(1, size + 1), min(size, rng.randint(1, 5)))
            clauses.append([x * rng.choice((1, -1)) for x in some])
        for clause in clauses:
            text = [f"c claim {claim}", *head, f"p cnf {size} 1", " ".join(map(str, [*clause, 0]))]
            try:
                audit(other, "\n".join([*text, ""]))
            except InvalidProof as error:
                assert "not known to hold" in str(error)
                refused += 1
                continue
            held += 1
            for solution in solutions:
                true = holding(export.variables, solution, other)
                assert any((abs(x) in true) == (x > 0) for x in clause), (other, clause)
    assert min(held, refused) > 50
