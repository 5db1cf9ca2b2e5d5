"""What people have in other libraries: run by a stage of ``.ci/run`` that installs them.

Maps of OSMnx, tables of pandas, GeoPandas and Polars, and graphs of igraph and NetworKit are read
as they are, or by the call that the message names.
"""

import geopandas
import igraph
import networkit
import networkx as nx
import osmnx
import pandas as pd
import polars as pl
import pytest
from shapely.geometry import LineString, Point

import icosian
from icosian import routes

CORNERS = [(11.5, 50.0), (11.501, 50.0), (11.502, 50.001), (11.5, 50.001)]


@pytest.fixture
def village():
    """Return a round of four streets in both directions, as OSMnx has it."""
    G = nx.MultiDiGraph(crs="epsg:4326")
    for k, (x, y) in enumerate(CORNERS):
        G.add_node(k, x=x, y=y, street_count=2)
    for u in range(4):
        v = (u + 1) % 4
        line = LineString([CORNERS[u], CORNERS[v]])
        G.add_edge(u, v, osmid=u, name="ABCD"[u], geometry=line)
        G.add_edge(v, u, osmid=u, name="ABCD"[u], geometry=line.reverse())
    return osmnx.distance.add_edge_lengths(G)


@pytest.mark.parametrize("is_rebuilt", [False, True])
@pytest.mark.parametrize("is_saved", [False, True])
def test_a_map_of_osmnx_has_the_lengths_of_its_streets(village, is_rebuilt, is_saved, tmp_path):
    G = village
    once = sum(length for u, v, length in G.edges(data="length") if (v - u) % 4 == 1)
    if is_rebuilt:  # without the mark of OSMnx
        G = osmnx.convert.graph_from_gdfs(*osmnx.convert.graph_to_gdfs(G))
    if is_saved:
        osmnx.save_graphml(G, tmp_path / "village.graphml")
        G = icosian.read_graph(tmp_path / "village.graphml")
    walk = icosian.traveling_salesman(G, weight="length")
    assert walk.is_shortest
    assert walk.length == pytest.approx(once, rel=1e-12)
    both_ways = routes.postman_walk(G, G.edges, weight="length")
    assert both_ways.length == pytest.approx(2 * once, rel=1e-12)
    assert osmnx.routing.route_to_gdf(village, [*map(int, walk.nodes)])["length"].sum() == (
        pytest.approx(once)
    )


def test_streets_that_may_be_walked_both_ways_are_passed_once(village):
    G = osmnx.convert.to_undirected(village)
    walk = routes.postman_walk(G, weight="length")
    assert (len(walk.nodes), walk.length) == (5, pytest.approx(G.size("length")))


def test_both_sides_of_a_village_are_swept_or_one(village):
    village.remove_edge(1, 0)
    every, one = (
        routes.postman_walk(village, edges, either=edges is None, weight="length")
        for edges in (village.edges, None)
    )
    once = sum(length for u, v, length in village.edges(data="length") if (v - u) % 4 == 1)
    assert (every.is_shortest, one.is_shortest) == (True, True)
    assert one.length == pytest.approx(once, rel=1e-12)
    assert {(u, v) for u, v, _ in every.edges(keys=True)} == {*village.edges()}


def test_points_of_geopandas_are_places_on_the_globe_or_in_the_plane():
    points = [Point(11.5, 50), Point(11.6, 50.1), Point(11.7, 50), Point(11.6, 49.9)]
    stops = geopandas.GeoDataFrame({"name": [*"abcd"]}, geometry=points, crs="epsg:4326")
    globe, plane = icosian.shortest_tour(stops), icosian.shortest_tour(stops.to_crs(32632))
    assert {*globe.nodes} == {*plane.nodes} == {*"abcd"}
    assert globe.length == pytest.approx(plane.length, rel=0.01)  # meters


@pytest.mark.parametrize("library", [pd, pl])
def test_tables_are_places_roads_and_matrices(library):
    places = library.DataFrame(
        {"City": [*"abc"], "Lat": [50.0, 50.1, 50.2], "Long": [11.0, 11.1, 11.0]}
    )
    assert {*icosian.shortest_tour(places).nodes} == {*"abc"}
    rows = {"from": [*"aabc"], "to": [*"bbca"], "weight": [3, 5, 2, 4]}
    roads = icosian.route_map(library.DataFrame(rows))
    assert (roads.number_of_edges(), roads.is_multigraph()) == (4, True)
    assert icosian.traveling_salesman(roads).length == 9
    assert routes.postman_walk(roads).length == 17


@pytest.mark.parametrize("ids", [[1, 2, 3, 0], [*"pqrs"], [10, 11, 12, 13]])
@pytest.mark.parametrize("first", [0, 20])
def test_groups_of_pandas_are_names_or_refused(ids, first):
    columns = {"id": ids, "x": [0, 1, 100, 101], "y": 0, "kind": [*"aabb"]}
    df = pd.DataFrame(columns, index=range(first, first + 4))
    for groups in (df.groupby("kind").groups.values(), df.groupby("kind").indices.values()):
        with pytest.raises(icosian.InvalidArgument, match="set_index, or give lists of names"):
            icosian.shortest_tour(df, groups=groups)
    named = df.set_index("id")
    for groups in (named.groupby("kind").groups.values(), df.groupby("kind")["id"].apply(list)):
        assert icosian.shortest_tour(df, groups=groups).length == 198
        assert icosian.shortest_tour(named, groups=groups).length == 198


def test_a_matrix_with_names_and_numbers_of_single_precision():
    names = [*"xyz"]
    matrix = pd.DataFrame([[0, 1, 2], [1, 0, 4], [2, 4, 0]], index=names, columns=names)
    assert {*icosian.shortest_tour(matrix).nodes} == {*names}
    single = pd.DataFrame({"x": [0.1, 0.2, 0.3], "y": [0, 1, 0]}).astype("float32")
    assert icosian.shortest_tour(single, "manhattan").length == 2.4


def test_a_graph_of_igraph():
    ring = igraph.Graph(n=3, edges=[(0, 1), (1, 2), (2, 0)])
    ring.es["weight"] = [0.1, 0.2, 0.3]
    assert icosian.shortest_hamiltonian_cycle(ring.to_networkx()).length == 0.6


@pytest.mark.parametrize("directed", [False, True])
def test_a_graph_of_networkit_is_converted_as_the_message_says(directed):
    ring = networkit.Graph(3, weighted=True, directed=directed)
    for u, weight in enumerate([0.1, 0.2, 0.3]):
        ring.addEdge(u, (u + 1) % 3, weight)
    with pytest.raises(icosian.InvalidArgument, match=r"networkit\.nxadapter\.nk2nx\(G\)"):
        icosian.shortest_hamiltonian_cycle(ring)
    G = networkit.nxadapter.nk2nx(ring)
    assert (G.is_directed(), icosian.shortest_hamiltonian_cycle(G).length) == (directed, 0.6)


def test_heights_of_points_in_a_plane_are_refused():
    frame = geopandas.GeoDataFrame(
        {"name": [*"abc"]},
        geometry=geopandas.points_from_xy([0, 300, 0], [0, 0, 400], z=[0, 400, 0]),
        crs=25833,
    )
    with pytest.raises(icosian.InvalidArgument, match="the points have heights"):
        icosian.shortest_tour(frame)
    assert icosian.shortest_tour(frame, "euclidean").length == 1200


def test_a_series_of_points_or_of_numbers_on_the_tour_is_read():
    corners = geopandas.points_from_xy([0, 3, 3, 0], [0, 0, 4, 4])
    assert icosian.shortest_tour(geopandas.GeoSeries(corners), "euclidean").length == 14
    places = {"H": (0, 0), "A": (5, 1), "B": (1, 6), "C": (7, 6)}
    numbers = pd.Series({"A": 3, "B": 2})
    tour = icosian.shortest_tour(places, "manhattan", "H", positions=numbers)
    assert tour.nodes == (*"HBAC",)


def test_a_puzzle_and_prizes_may_be_tables_with_gaps():
    gap = float("nan")
    for sheet in (
        pd.DataFrame([[1, gap], [gap, 4]]),
        pd.DataFrame([[1, None], [None, 4]], dtype="Int64"),
    ):
        assert icosian.read_puzzle(sheet).count() == 2
    places = pd.DataFrame({"x": [0, 3, 3], "y": [0, 0, 4], "prize": [gap, gap, 1]}, [*"abc"])
    with pytest.raises(icosian.InvalidArgument, match=r"df\['prize'\]\.dropna\(\)"):
        icosian.shortest_tour(places, prizes=places["prize"])
    assert icosian.shortest_tour(places, prizes=places["prize"].dropna()).cost == 7
    numbered = places.rename_axis("name").reset_index()
    prizes = numbered["prize"].dropna()
    assert icosian.shortest_tour(numbered, prizes=prizes) == icosian.shortest_tour(
        places, prizes={"c": 1}
    )
    with pytest.raises(icosian.InvalidArgument, match="0 is a row, and not one of the places"):
        icosian.shortest_tour(numbered, prizes=prizes.reset_index(drop=True))
    with pytest.raises(icosian.InvalidArgument, match="2 may be a row, or one of the places"):
        icosian.shortest_tour(numbered.assign(name=[1, 2, 3]), prizes=prizes)


def test_an_index_without_a_name_is_no_column_of_lengths():
    roads = pd.DataFrame({"von": [*"abc"], "nach": [*"bca"], "min": [3, 4, 5]})
    with pytest.raises(icosian.InvalidArgument, match=r"^weight='min' names the lengths"):
        icosian.route_map(roads)
    with pytest.raises(icosian.InvalidArgument, match="no columns are named 'index'"):
        icosian.route_map(roads, weight="index")
    named = roads.set_index(["von", "nach"])
    assert icosian.route_map(named, weight="min").size("min") == 12
