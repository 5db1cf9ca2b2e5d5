"""Route maps: every road that was written is read, and every error names its road or cell."""

import math
import pathlib
import tempfile
from decimal import Decimal
from fractions import Fraction
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import as_printed
from together import together

import icosian
from icosian.exceptions import InvalidArgument
from icosian.routes import search
from icosian.routes.maps import read_route_map, route_map, route_map_from_matrix, terrain_map
from icosian.routes.search import Roads

# Route maps: every road that was written is read, and every error names its road or cell.


DATA = pathlib.Path(__file__).parents[1] / "data"
WEIGHTS = st.integers(0, 99) | st.floats(0, 99)
NEGATIVE = [-1, Fraction(-1, 2), Decimal(-1)]
NO_NUMBERS = [-math.inf, True, np.True_, "5", 1j, [1], {1}, np.array([1, 2]), object()]
NO_WEIGHTS = [*NO_NUMBERS, *NEGATIVE]
NANS = [math.nan, np.float32("nan"), np.float64("nan"), Decimal("NaN")]
NO_ITERABLES = [5, None, 1.5, True, object(), len, np.array(5), Decimal("NaN")]
by_type = {"ids": lambda value: f"{type(value).__name__} {str(value)[:9]}"}


def weights_of(G):
    """Return the weight of every edge, an undirected one by the set of its ends."""
    pair = tuple if G.is_directed() else frozenset
    return {pair((u, v)): weight for u, v, weight in G.edges(data="weight")}


# --- Lists of roads


def test_roads_may_be_given_as_a_mapping_or_by_a_generator():
    edges = {("A", "B"): 3, ("B", "A"): 4}
    for given_ in (edges, ((u, v, w) for (u, v), w in edges.items())):
        G = route_map(given_, directed=True)
        assert type(G) is nx.DiGraph
        assert weights_of(G) == edges
    assert weights_of(route_map([["A", "B", 3]])) == {frozenset("AB"): 3}
    assert len(route_map([])) == 0


@given(
    st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from("ABCD"), st.integers(0, 9))),
    st.booleans(),
)
def test_shortest_ways_take_the_shortest_of_parallel_roads(roads, directed):
    roads = roads if directed else [(*sorted(ends), weight) for *ends, weight in roads]
    G = route_map([*roads, ("A", "A", 0)], directed=directed)
    shortest = nx.DiGraph() if directed else nx.Graph()
    shortest.add_nodes_from(G)
    for u, v, weight in sorted(roads, key=lambda road: -road[2]):
        shortest.add_edge(u, v, weight=weight)
    assert G.number_of_edges() == len(roads) + 1
    assert dict(icosian.dijkstra(G, "A").distances) == dict(
        icosian.dijkstra(shortest, "A").distances
    )


# --- Matrices


@given(
    st.integers(0, 6).flatmap(
        lambda n: st.lists(st.lists(WEIGHTS, min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_a_matrix_holds_the_roads_that_it_shows(matrix):
    n = len(matrix)
    G = route_map_from_matrix(matrix)
    roads = {(i, j): matrix[i][j] for i in range(n) for j in range(n) if i != j and matrix[i][j]}
    assert list(G) == list(range(n))
    assert {
        (i, j): w for i, row in G.adjacency() for j, w in ((j, d["weight"]) for j, d in row.items())
    } == roads
    assert G.is_directed() == any(roads.get((j, i)) != w for (i, j), w in roads.items())
    if n:
        again = route_map_from_matrix(np.array(matrix, float))
        assert weights_of(again) == weights_of(G)


NO_TABLES = [*NO_ITERABLES, [1, 2], np.zeros(3), {}, {0: [0]}, {(0, 1), (1, 0)}, [{0}], ["00"]]


# --- Files


def write(folder, text, name="map.csv", encoding="utf-8"):
    file = folder / name
    file.write_bytes(text.encode(encoding))
    return file


EXPECTED = {frozenset("AB"): 1, frozenset("BC"): 2.5}


BRIDGES = "u,v,trail,weight\nA,B,a,3\nA,B,b,5\nA,C,c,2\nA,C,d,10\nA,D,e,1\nB,D,f,9\nC,D,g,3\n"


def test_names_of_places_may_hold_what_separates_columns(tmp_path):
    for mark in ",;\t":
        text = f'"New York, NY"{mark}"Boston; MA"{mark}300\n'
        G = read_route_map(write(tmp_path, text))
        assert weights_of(G) == {frozenset({"New York, NY", "Boston; MA"}): 300}
    assert "Kraków" in read_route_map(write(tmp_path, "Kraków,Łódź,220\n"))


COLUMNS = [
    ["u", "source", "from", "start", "origin"],
    ["v", "target", "to", "end", "destination"],
    ["weight", "distance", "length", "cost", "time"],
]


WORDS = st.sampled_from([name for names in COLUMNS for name in names]) | st.text(
    "abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8
).filter(lambda word: word not in {"inf", "infinity"})


@given(
    st.tuples(*(st.sampled_from(names) | WORDS for names in COLUMNS)).flatmap(st.permutations),
    st.sampled_from([str.lower, str.title, str.upper]),
)
def test_three_words_on_top_are_names_of_all_columns_or_refused(words, written):
    are_names = all(set(words) & set(names) for names in COLUMNS)
    with tempfile.TemporaryDirectory() as folder:
        row = ",".join("1" if {*COLUMNS[2]} & {word} else word for word in words)
        file = write(pathlib.Path(folder), f"{','.join(map(written, words))}\n{row}")
        if are_names:
            assert read_route_map(file).number_of_edges() == 1
        else:
            with pytest.raises(InvalidArgument, match=r"map\.csv, line 1: "):
                read_route_map(file)


@together("no_path", [*NO_ITERABLES, ["map.csv"], b"map.csv"], **by_type)
def test_a_file_is_given_by_its_path(no_path):
    with pytest.raises(InvalidArgument, match="path must be a string or path-like, got"):
        read_route_map(no_path)
    if no_path is not None:
        with pytest.raises(InvalidArgument, match="positions must be a string or path-like, got"):
            read_route_map("absent.csv", positions=no_path)


def test_what_is_not_a_table_is_refused_by_its_name(tmp_path):
    for content in ("A,B,1\n".encode("utf-16-le"), b"\xff\xfeA", b'A,B,1\n"B,C,1\n'):
        file = tmp_path / "odd.csv"
        file.write_bytes(content)
        with pytest.raises(InvalidArgument, match=r"odd\.csv"):
            read_route_map(file)
    with pytest.raises(InvalidArgument, match=r"\.csv, .*\.graphml.*map\.doc"):
        read_route_map(write(tmp_path, "A,B,1", "map.doc"))
    with pytest.raises(FileNotFoundError):
        read_route_map(tmp_path / "absent.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(OSError, match="folder"):
        read_route_map(tmp_path / "folder.csv")


@given(
    st.text(st.sampled_from('AB1.,;\t"\n\r -_xe'), max_size=40)
    | st.text(st.characters(codec="utf-8"), max_size=40)
)
def test_any_text_is_read_or_refused(text):
    with tempfile.TemporaryDirectory() as folder:
        file = write(pathlib.Path(folder), text)
        try:
            G = read_route_map(file)
        except InvalidArgument as error:
            assert "map.csv" in str(error)
            return
    assert all(weight >= 0 for weight in weights_of(G).values())
    assert "" not in G


# --- Terrain


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.none() | st.integers(0, 9), min_size=n, max_size=n), min_size=1, max_size=5
        )
    ),
    st.booleans(),
)
def test_a_terrain_is_the_same_as_text_list_and_array(costs, diagonal):
    text = "\n".join("".join("#" if c is None else str(c) for c in row) for row in costs)
    array = np.array([[math.nan if c is None else c for c in row] for row in costs])
    ways = (costs, text, array, np.array(costs, object), tuple(map(tuple, costs)))
    if all(c is None for row in costs for c in row):
        for way in ways:
            with pytest.raises(InvalidArgument, match="blocked"):
                terrain_map(way)
        return
    first, *others = (terrain_map(way, diagonal=diagonal) for way in ways)
    reach = 2 if diagonal else 1
    assert set(first.edges) == {
        (u, v)
        for u in first
        for v in first
        if u != v
        and max(abs(u[0] - v[0]), abs(u[1] - v[1])) == 1
        and abs(u[0] - v[0]) + abs(u[1] - v[1]) <= reach
    }
    for other in others:
        assert weights_of(other) == weights_of(first)
        assert dict(other.nodes(data="cost")) == dict(first.nodes(data="cost"))
        assert other.graph == first.graph


@together(
    "flag", [None, 1, "yes", [], np.zeros(2), object()], ids=lambda value: type(value).__name__
)
def test_a_flag_is_true_or_false(flag, tmp_path):
    file = write(tmp_path, "A,B,1\n")
    for call, name in (
        (lambda: route_map([("A", "B", 1)], directed=flag), "directed"),
        (lambda: read_route_map(file, directed=flag), "directed"),
        (lambda: terrain_map("11", diagonal=flag), "diagonal"),
    ):
        with pytest.raises(InvalidArgument, match=f"{name} must be True or False, got "):
            call()


# Roads with integer lengths: distances and ways, by kernels and by Python's integers.


@pytest.fixture(params=["plain", "kernels"])
def way(request, monkeypatch):
    """Search small maps in one way."""
    monkeypatch.setattr(search, "SMALL", 300 if request.param == "plain" else 0)


def random_map(seed, lengths):
    random = Random(seed)
    G = nx.gnp_random_graph(12, 0.2, seed=seed, directed=seed % 2 == 0)
    for *_, data in G.edges(data=True):
        data["weight"] = random.choice(lengths)
    return G


@pytest.mark.usefixtures("way")
@together("lengths", [(0, 1, 5), (2, 3, 4), (0.5, 3), (Fraction(1, 3), 2)])
def test_distances_and_legs_are_shortest(lengths):
    for seed in range(8):
        G = random_map(seed, lengths)
        found = Roads(G, "weight", [3, 0, 7])
        far = dict(nx.all_pairs_dijkstra_path_length(G))
        for k, u in enumerate((3, 0, 7)):
            for m, (v, distance) in enumerate(zip((3, 0, 7), found.distances(k), strict=True)):
                if distance is None:
                    assert v not in far[u]
                    trap = found.trap(k, m)
                    assert u in trap
                    assert v not in trap
                    assert not any(y not in trap for x in trap for y in G[x])
                    continue
                assert distance * found.unit.size == far[u][v]
                leg = found.leg(k, m)
                assert (leg[0], leg[-1]) == (u, v)
                assert nx.path_weight(G, leg, "weight") == far[u][v] == found.length(leg)


@pytest.mark.usefixtures("way")
def test_a_map_is_directed_if_a_way_back_differs():
    G = nx.cycle_graph(4)
    assert not Roads(G, "weight", [0]).directed
    assert not Roads(G.to_directed(), "weight", [0]).directed
    assert Roads(G, lambda u, v, _: u, [0]).directed
    assert Roads(nx.cycle_graph(4, nx.DiGraph), "weight", [0]).directed


LONG = [
    (0.1, 0.7, 0.3),
    (10**30, 3 * 10**29 + 1, 10**30 - 1),
    (Fraction(1, 7**20), 7, 0),
    (1e-300, 1.0, 1e300),
    (1.0, math.nextafter(1.0, 2), 2.0),
    (2**53, 2**53 + 1, 1),
]


@pytest.mark.slow
@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("lengths", LONG)
def test_lengths_that_floats_cannot_add_give_exact_distances_and_legs(lengths):
    for seed in range(12):
        G = random_map(seed, lengths)
        for *_, data in G.edges(data=True):
            data["weight"] = as_printed(data["weight"])
        found = Roads(G, "weight", [3, 0, 7])
        far = dict(nx.all_pairs_dijkstra_path_length(G))
        for k, u in enumerate((3, 0, 7)):
            for m, (v, distance) in enumerate(zip((3, 0, 7), found.distances(k), strict=True)):
                assert (distance is None) == (v not in far[u])
                if distance is not None:
                    assert distance * found.unit.size == far[u][v]
                    leg = found.leg(k, m)
                    assert (leg[0], leg[-1]) == (u, v)
                    assert found.length(leg) == far[u][v]


@pytest.mark.usefixtures("way")
def test_ways_that_differ_in_bits_that_floats_do_not_hold_are_told_apart():
    # From 0 to 9: over 1 to 8, or directly by an edge that is longer by one part in 2**80.
    G = nx.path_graph(10)
    nx.set_edge_attributes(G, Fraction(1, 9), "weight")
    G.add_edge(0, 9, weight=1 + Fraction(1, 2**80))
    assert Roads(G, "weight", [0, 9]).leg(0, 1) == list(range(10))
    G[0][9]["weight"] = 1 - Fraction(1, 2**80)
    found = Roads(G, "weight", [0, 9])
    assert found.leg(0, 1) == [0, 9]
    assert found.distances(1)[0] * found.unit.size == G[0][9]["weight"]


def test_a_road_both_ways_is_not_read_as_one_way(tmp_path):
    path = tmp_path / "roads.csv"
    path.write_text("u,v,weight,oneway\na,b,1,no\nb,c,1,yes\n", "utf-8")
    with pytest.raises(
        InvalidArgument, match=r"line 2: .*leads both ways, but each row is one way"
    ):
        icosian.read_route_map(path, directed=True)
    assert icosian.read_route_map(path).number_of_edges() == 3
    path.write_text("u,v,weight,oneway\na,b,1,no\nb,a,1,no\nb,c,1,yes\n", "utf-8")
    assert icosian.read_route_map(path, directed=True).number_of_edges() == 3
