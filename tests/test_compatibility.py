"""What version 0.1 has stored still loads: proofs, pickles, checkpoints and journals."""

import json
import pickle
import shutil
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import islice
from pathlib import Path

import networkx as nx
import pytest
from together import together

import icosian
from icosian import InvalidArgument, SearchLimitReached, knight_graph, placements, proofs
from icosian._kernels._jit import is_forbidden
from icosian.proofs import Proof

DATA = Path(__file__).parent / "data" / "version_0_1"
PICKLES = {path.stem: path for path in sorted((DATA / "pickles").iterdir())}
STORED = [json.loads(line) for line in (DATA / "proofs.jsonl").read_text().splitlines()]

compiled = pytest.mark.skipif(is_forbidden(), reason="takes seconds where nothing is compiled")


def loaded(name):
    return pickle.loads(PICKLES[name].read_bytes())


# proofs


def stored_graph(entry):
    """Return the graph that a line of the stored proofs describes."""

    def node(label):
        if entry.get("labels") == "sets":
            return frozenset(label)
        return tuple(map(node, label)) if isinstance(label, list) else label

    G = nx.DiGraph() if entry.get("directed") else nx.Graph()
    G.graph.update(entry.get("graph", {}))
    G.add_nodes_from(map(node, entry["nodes"]))
    G.add_edges_from((node(u), node(v)) for u, v in entry["edges"])
    return G


@pytest.fixture(scope="module")
def pickled_proofs():
    return dict(pickle.loads((DATA / "proofs.pickle").read_bytes()))


LATER = {"CoverBound", "Division", "LongestBound", "LowerBound", "Unreachable", "WalkBound"}
LATER |= {"AlternatingParity", "Contraction"}
LATER |= {"NoCycle", "NoPath", "NoPseudoBooleanForm", "NoWalk"}
"""Kinds of proofs and exceptions that version 0.1 did not have."""


def test_every_kind_of_proof_is_stored():
    kinds = {entry["proof"]["kind"] for entry in STORED}
    assert kinds | LATER >= {
        name
        for name in proofs.__all__
        if isinstance(kind := getattr(proofs, name), type)
        and issubclass(kind, Proof)
        and kind is not Proof
    }
    for closed in (True, False):
        assert {e["proof"]["kind"] for e in STORED if e["proof"]["closed"] is closed} == kinds
    assert any(entry.get("directed") for entry in STORED)


@together("entry", STORED, ids=lambda entry: entry["name"])
def test_a_stored_proof_loads_holds_and_comes_back(entry, pickled_proofs):
    G = stored_graph(entry)
    proof = Proof.from_json(json.dumps(entry["proof"]), G)
    assert type(proof).__name__ == entry["proof"]["kind"]
    proof.check(G)
    assert Proof.from_json(proof.to_json(G), G) == proof
    assert proof.explain().startswith("There is no Hamiltonian")
    assert proof.effort > 0
    pickled = pickled_proofs[entry["name"]]
    assert pickled == proof
    assert hash(pickled) == hash(proof)
    pickled.check(G)


def test_every_stored_proof_is_pickled_too(pickled_proofs):
    assert list(pickled_proofs) == [entry["name"] for entry in STORED]


def test_parts_of_proofs_load():
    home, middle, step, weights = loaded("parts_of_proofs")
    assert home is proofs.HOME
    assert middle == proofs.Middle(0, proofs.HOME)
    assert step == proofs.Step(edges=((0, 1),), used=True, border=frozenset({0, 1}))
    assert weights == proofs.Weights(
        nodes=((0, Fraction(1, 2)),), entering=((1, 2),), sets=((frozenset({0}), 1),)
    )


# values


@together("name", PICKLES)
def test_a_pickle_loads_and_can_be_pickled_again(name):
    value = loaded(name)
    assert type(pickle.loads(pickle.dumps(value))) is type(value)


def test_tours_of_boards_load():
    closed, open_, bare = map(
        loaded, ("tour_of_a_board", "tour_that_was_asked_before", "tour_without_a_graph")
    )
    for tour, G in ((closed, knight_graph(6)), (bare, knight_graph(30))):
        assert isinstance(tour, icosian.Tour)
        assert tour.is_closed
        assert tour == icosian.Tour(tuple(tour), is_closed=True)
        assert icosian.is_hamiltonian_cycle(G, tour)
        assert tour.board == G.board
        assert tour.stats.method
        assert tour.starting_at((1, 1))[0] == (1, 1)
    assert isinstance(closed.graph, icosian.BoardGraph)
    assert nx.utils.graphs_equal(closed.graph, knight_graph(6))
    assert bare.graph is None
    assert icosian.is_hamiltonian_path(knight_graph(5), open_)
    assert open_[0] == (4, 0)
    assert open_.numbering[open_[24]] == 25
    assert "<svg" in open_.to_svg()


def test_tours_of_graphs_load():
    ring, way, hand = map(loaded, ("tour_of_a_graph", "tour_of_a_digraph", "tour_by_hand"))
    assert nx.utils.graphs_equal(ring.graph, nx.dodecahedral_graph())
    assert icosian.is_hamiltonian_cycle(ring.graph, ring)
    assert ring.stats.steps > 0
    assert way.graph.is_directed()
    assert icosian.is_hamiltonian_path(way.graph, way)
    assert hand == icosian.Tour("abc", is_closed=True)
    assert list(hand.edges()) == [("a", "b"), ("b", "c"), ("c", "a")]


def test_reports_and_steps_load():
    assert loaded("search_stats") == icosian.SearchStats(method="rotations", steps=12, seconds=0.5)
    assert loaded("progress") == icosian.Progress(
        method="states", steps=7, seconds=1.5, part=0.25, stage="3 of 9 parts"
    )
    for name, steps in {
        "search_steps": islice(knight_graph(5).backtrack("a1"), 40),
        "placement_steps": icosian.placement_search(4),
        "dijkstra_steps": loaded("shortest_paths_prepared").steps,
    }.items():
        fresh = list(steps)
        assert loaded(name) == fresh
        assert {type(step) for step in loaded(name)} == {type(step) for step in fresh}


def test_boards_and_pieces_load():
    assert loaded("board") == icosian.Board((8, 8))
    holes = icosian.Board((3, 4, 2), periodic=(False, True, False), holes=[(0, 0, 0)])
    assert loaded("board_with_holes") == holes
    assert len(loaded("board_with_holes")) == 23
    knight, queen, union, rider = loaded("pieces")
    assert (knight, queen) == tuple(map(icosian.Piece.named, ("knight", "queen")))
    assert union == icosian.Piece.leaper(1, 3) | icosian.Piece.named("rook")
    assert rider == icosian.Piece([(1, 2, 0)], reach=2)


def test_board_graphs_load():
    torus = icosian.board_graph(icosian.Board((4, 5), periodic=True), "king")
    changed = knight_graph(4)
    changed.remove_node((0, 0))
    for name, G in {
        "board_graph": knight_graph(4),
        "board_graph_torus": torus,
        "board_graph_changed": changed,
    }.items():
        again = loaded(name)
        assert isinstance(again, icosian.BoardGraph)
        assert nx.utils.graphs_equal(again, G)
        assert (again.board, again.piece) == (G.board, G.piece)
    assert loaded("board_graph_torus").hamiltonian_cycle().is_closed


def test_placements_load():
    queens = loaded("placement_of_queens")
    assert queens == icosian.Placement(list(queens), board=icosian.Board((8, 8)))
    assert sorted(queens.columns) == list(range(8))
    assert str(queens).count("O") == 8
    assert loaded("placements_of_queens") == list(icosian.all_queens(5))
    assert loaded("placement_by_hand") == icosian.Placement(["a", "c"])
    for name, size in {
        "independent_set": 4,
        "independent_set_exhausted": 4,
        "dominating_set": 3,
        "dominating_set_exhausted": 2,
    }.items():
        placement = loaded(name)
        assert isinstance(placement, icosian.Placement)
        assert len(placement) == size == placement.bound.value
        placement.bound.check(placement.graph)
        if name.startswith("independent"):
            assert not placement.graph.subgraph(placement).edges
        else:
            assert nx.is_dominating_set(placement.graph, placement)


def test_colorings_load():
    hand = loaded("coloring_by_hand")
    assert hand == icosian.Coloring({"a": "red", "b": "blue", "c": "red"})
    assert hand.classes == (("a", "c"), ("b",))
    for name, colors in {"coloring": 4, "coloring_by_shares": 3, "coloring_exhausted": 4}.items():
        coloring = loaded(name)
        assert isinstance(coloring, icosian.Coloring)
        assert coloring.number_of_colors == colors == coloring.bound.value
        assert all(coloring[u] != coloring[v] for u, v in coloring.graph.edges)
        coloring.bound.check(coloring.graph)


GRAPHS = {
    "cycle 5": nx.cycle_graph(5),
    "cycle 6": nx.cycle_graph(6),
    "complete 4": nx.complete_graph(4),
}


def test_bounds_of_every_kind_load():
    bounds = loaded("bounds")
    for graph, bound in bounds:
        assert isinstance(bound, placements.Bound)
        bound.check(GRAPHS[graph])
        assert str(bound) == bound.explain()
    pairs = ((0, 1), (2, 3), (4, 5))
    cover = placements.CliqueCover(cliques=pairs)
    tried = {"method": "branch and bound", "best": 2}
    assert [bound for _, bound in bounds] == [
        cover,
        placements.Clique(nodes=(0, 1, 2, 3)),
        placements.EqualShares(order=6, largest=cover),
        placements.EqualShares(
            order=5, largest=placements.Exhausted(goal="independent set", steps=7, **tried)
        ),
        placements.Packing(nodes=(0, 3)),
        placements.Packing(nodes=(0, 1), total=True),
        placements.Exhausted(goal="independent set", steps=3, **tried),
        placements.Exhausted(goal="dominating set", **tried),
        placements.Exhausted(goal="dominating set", total=True, **(tried | {"best": 3})),
        placements.Exhausted(goal="dominating set", independent=True, **tried),
        placements.Exhausted(goal="coloring", best=3, method="tabu search"),
    ]
    assert [bound.value for _, bound in bounds] == [3, 4, 2, 3, 2, 2, 2, 2, 3, 2, 3]


def test_shortest_paths_load():
    paths = loaded("shortest_paths_prepared")
    assert isinstance(paths, icosian.ShortestPaths)
    assert paths.sources == ("Arad",)
    assert paths.distances["Bucharest"] == 418
    assert paths.path("Bucharest") == ["Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest"]
    assert paths.predecessors["Bucharest"] == ["Pitesti"]
    assert list(paths.steps)[-1].node == "Bucharest"
    two = loaded("shortest_paths_prepared_two_sources")
    assert dict(two.distances)["Sibiu"] == 99
    assert two.predecessors["Sibiu"] == ["Fagaras"]
    thirds = loaded("shortest_paths_with_fractions")
    assert thirds.distances["Bucharest"] == Fraction(418, 3)
    assert thirds.path("Bucharest") == paths.path("Bucharest")
    large = loaded("shortest_paths_large")
    assert large.distances[300] == 600
    assert large.path(300) == list(range(301))


def test_prepared_graphs_load():
    for name in ("prepared_graph", "prepared_graph_that_was_asked_before"):
        G = loaded(name)
        assert isinstance(G, icosian.PreparedGraph)
        assert G.dijkstra("Oradea", target="Pitesti").distances["Pitesti"] == 328
        assert nx.dijkstra_path_length(G.graph, "Oradea", "Pitesti") == 328
    thirds = loaded("prepared_graph_with_fractions")
    assert thirds.dijkstra("Oradea").distances["Pitesti"] == Fraction(328, 3)


# exceptions


@pytest.mark.parametrize(
    ("name", "kind", "G"),
    [
        ("no_hamiltonian_cycle", icosian.NoHamiltonianCycle, knight_graph(4)),
        ("no_hamiltonian_cycle_with_conditions", icosian.NoHamiltonianCycle, nx.complete_graph(5)),
        ("no_hamiltonian_path", icosian.NoHamiltonianPath, nx.star_graph(3)),
    ],
)
def test_an_impossibility_loads_with_its_proof(name, kind, G):
    error = loaded(name)
    assert type(error) is kind
    assert isinstance(error, nx.NetworkXException)
    error.proof.check(G)
    assert str(error).startswith(error.proof.explain())


def test_a_placement_that_is_impossible_loads_with_its_bound():
    error = loaded("no_placement_with_a_bound")
    assert type(error) is icosian.NoPlacement
    assert error.bound.value == 3
    error.bound.check(GRAPHS["cycle 6"])
    assert type(loaded("no_placement")) is icosian.NoPlacement


def test_a_tour_that_exists_loads():
    for kind in ("cycle", "path"):
        error = loaded(f"hamiltonian_{kind}_exists")
        assert type(error) is getattr(icosian, f"Hamiltonian{kind.title()}Exists")
        assert getattr(icosian, f"is_hamiltonian_{kind}")(GRAPHS["cycle 5"], error.tour)


def test_a_search_that_stopped_loads_with_what_it_held():
    stopped = loaded("search_limit_reached")
    assert type(stopped) is SearchLimitReached
    assert stopped.stats.steps == 200
    held = loaded("search_limit_reached_with_a_path")
    assert held.stats == icosian.SearchStats(method="rotations", steps=5, seconds=0.25)
    assert held.partial == (0, 1, 2)
    assert held.cover == ((0, 1, 2), (3, 4))
    best = loaded("search_limit_reached_with_the_best_set")
    assert best.best == icosian.Placement([0, 2])
    best.bound.check(best.best.graph)
    best = loaded("search_limit_reached_with_the_best_coloring")
    assert best.best.number_of_colors == 3
    assert best.bound == placements.Clique(nodes=(0, 1))


def test_a_dead_end_loads_with_its_path():
    error = loaded("dead_end")
    assert type(error) is icosian.DeadEnd
    assert len(error.partial) == 12
    assert error.partial[0] == (3, 0)


@pytest.mark.parametrize(
    "name", ["InvalidArgument", "NotANode", "InvalidProof", "InvalidTour", "IcosianError"]
)
def test_plain_errors_load(name):
    stem = {"NotANode": "not_a_node", "IcosianError": "icosian_error"}.get(name)
    error = loaded(stem or f"invalid_{name.removeprefix('Invalid').lower()}")
    assert type(error) is getattr(icosian, name)
    assert str(error)


def test_every_exception_is_stored():
    stored = {type(loaded(name)) for name in PICKLES}
    errors = {getattr(icosian, name) for name in icosian.__all__ if name not in LATER}
    assert stored >= {e for e in errors if isinstance(e, type) and issubclass(e, Exception)}


def test_a_broken_count_goes_on():
    error = loaded("incomplete_run_of_a_count")
    with ThreadPoolExecutor(1) as executor:
        number = knight_graph(6).count_hamiltonian_cycles(executor=executor, resume=error)
    assert number == 9862
    with ThreadPoolExecutor(1) as executor, pytest.raises(InvalidArgument, match="resume"):
        knight_graph(3, 10).count_hamiltonian_cycles(executor=executor, resume=error)


def test_a_broken_listing_goes_on():
    error = loaded("incomplete_run_of_a_listing")
    whole = list(knight_graph(3, 12).hamiltonian_cycles())
    with ThreadPoolExecutor(1) as executor:
        rest = list(knight_graph(3, 12).hamiltonian_cycles(executor=executor, resume=error))
    assert rest == whole[44:]


@compiled
def test_a_broken_count_of_queens_goes_on():
    error = loaded("incomplete_run_of_queens")
    with ThreadPoolExecutor(1) as executor:
        assert icosian.count_queens(15, executor=executor, resume=error) == 2279184


# checkpoints and journals


def count_cycles(folder):
    return knight_graph(6).count_hamiltonian_cycles(checkpoint=folder)


def count_paths(folder):
    return knight_graph(5).count_hamiltonian_paths("a1", checkpoint=folder)


def count_slices(folder):
    return knight_graph(6).count_hamiltonian_cycles(memory_limit=30_000, checkpoint=folder)


INTERRUPTED = {
    "checkpoint_of_cycles": (count_cycles, 9862),
    "checkpoint_of_paths": (count_paths, 304),
    "checkpoint_of_slices": (count_slices, 9862),
}


@pytest.fixture
def kept(tmp_path):
    """Return a function that copies what is stored, because going on changes it."""

    def copy(name):
        stored = DATA / name
        return Path((shutil.copytree if stored.is_dir() else shutil.copy)(stored, tmp_path / name))

    return copy


@pytest.mark.parametrize("name", INTERRUPTED)
def test_an_interrupted_count_goes_on_from_its_checkpoint(name, kept):
    count, number = INTERRUPTED[name]
    folder = kept(name)
    assert list(folder.glob("*.i64"))
    assert count(folder) == number
    assert [path.name for path in folder.iterdir()] == ["manifest.json"]


@pytest.mark.parametrize("name", INTERRUPTED)
def test_the_states_of_a_checkpoint_are_not_computed_again(name, kept):
    count, _ = INTERRUPTED[name]
    folder = kept(name)
    for layer in folder.glob("*.i64"):
        layer.unlink()
    with pytest.raises(InvalidArgument, match="missing"):
        count(folder)


def test_the_slices_in_a_journal_are_not_counted_again(kept):
    folder = kept("checkpoint_of_slices")
    journal = folder / "slices.jsonl"
    journal.write_text(journal.read_text().replace("442", "443"))
    with pytest.raises(InvalidArgument, match="line 4"):
        count_slices(folder)


@pytest.mark.parametrize(
    ("name", "G", "number"),
    [
        ("checkpoint_of_a_finished_count", knight_graph(3, 10), 16),
        ("checkpoint_of_a_finished_count_of_none", nx.petersen_graph(), 0),
    ],
)
def test_a_finished_count_is_known(name, G, number, kept):
    folder = kept(name)
    assert icosian.count_hamiltonian_cycles(G, checkpoint=folder) == number
    with pytest.raises(InvalidArgument, match="another count"):
        icosian.count_hamiltonian_cycles(nx.complete_graph(5), checkpoint=folder)


@pytest.mark.parametrize("n", [9, pytest.param(15, marks=compiled)])
def test_a_count_of_queens_goes_on_from_its_journal(n, kept):
    journal = kept(f"queens_{n}.jsonl")
    known = [line for line in journal.read_text().splitlines(keepends=True) if line[-1] == "\n"]
    assert icosian.count_queens(n, journal=journal) == {9: 352, 15: 2279184}[n]
    lines = journal.read_text().splitlines(keepends=True)
    assert lines[: len(known)] == known
    assert len(lines) == len(known) + 1
