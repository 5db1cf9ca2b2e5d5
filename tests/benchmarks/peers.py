"""Peers: functions that prepare a call, and import at that moment what may not be installed.

They get lengths, limits and gaps, never an optimum, and return an answer without a proof; None if
there is none, or if they have proved none.
"""

import ctypes
import math
import shutil
import subprocess
import sys
import tempfile
import time
from functools import partial, wraps
from importlib import import_module
from itertools import combinations, pairwise
from pathlib import Path

import networkx as nx
import numpy as np

CP_MODEL = "ortools.sat.python.cp_model"


def searching(*modules):
    """Let a function prepare its call: import what it needs, and wait."""

    def decorate(search):
        @wraps(search)
        def prepare(subject, **options):
            for name in modules:
                import_module(name)
            return partial(search, subject, **options)

        return prepare

    return decorate


def textbook(G, start=(0, 0)):
    """Search for a closed tour of a board by recursion in Warnsdorff's order."""
    from naive import textbook_tour

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1_000 + 2 * len(G)))
    return partial(textbook_tour, G, start, closed=True)


def textbook_from_b1(G):
    """Do the same from a square where the search is quick on the 8 x 8 board."""
    return textbook(G, (max(G)[0], 1))


@searching("pysat.solvers")
def sat(G):
    """Search by CaDiCaL: 2-factors, cut at their cycles until one is whole."""
    return (_sat_directed if G.is_directed() else _sat)(G)


def _sat(G):
    from pysat.solvers import Cadical153

    number = {edge: k for k, (u, v) in enumerate(G.edges, start=1) for edge in ((u, v), (v, u))}
    with Cadical153() as solver:
        for u in G:
            edges = [number[u, v] for v in G.adj[u]]
            for one in edges:  # at least two: all but any one hold another
                solver.add_clause([edge for edge in edges if edge != one])
            for three in combinations(edges, 3):  # at most two
                solver.add_clause([-edge for edge in three])
        while solver.solve():
            model = solver.get_model()
            cycles = _cycles({u: [v for v in G.adj[u] if model[number[u, v] - 1] > 0] for u in G})
            if len(cycles) == 1:
                return cycles[0]
            for inside in map(set, cycles):  # an edge must leave it
                solver.add_clause(
                    [number[u, v] for u in inside for v in G.adj[u] if v not in inside]
                )
    return None


def _sat_directed(G):
    """Search the graph in which every node is a path of three, entered at its first."""
    threefold = nx.Graph()
    for v in G:
        nx.add_path(threefold, ((v, 0), (v, 1), (v, 2)))
    threefold.add_edges_from(((u, 2), (v, 0)) for u, v in G.edges)
    cycle = _sat(threefold)
    if cycle is None:
        return None
    tour = [v for v, place in cycle if place == 1]
    return tour if cycle[1][1] == 1 else tour[::-1]


def _cycles(mates):
    cycles, fresh = [], dict.fromkeys(mates)
    while fresh:
        v = next(iter(fresh))
        cycles.append([])
        while v is not None:
            del fresh[v]
            cycles[-1].append(v)
            v = next((w for w in mates[v] if w in fresh), None)
    return cycles


@searching("elkai")
def lkh(G):
    """Search by the local search LKH; what uses no edges only in one run is no tour."""
    from elkai import DistanceMatrix

    nodes = list(G)
    costs = [[0 if G.has_edge(u, v) else 1 for v in nodes] for u in nodes]
    tour = DistanceMatrix(costs).solve_tsp(runs=1)
    return None if any(costs[u][v] for u, v in pairwise(tour)) else [nodes[v] for v in tour[:-1]]


@searching("sage.graphs.graph")
def sage(G):
    """Search by the backtracking heuristic of Sage."""
    from sage.graphs.graph import Graph

    graph = Graph([list(G), list(G.edges)], format="vertices_and_edges")
    found, cycle = graph.hamiltonian_cycle(algorithm="backtrack")
    return list(cycle) if found else None


class _CpSat:
    """A model of CP-SAT with one worker."""

    def __init__(self, *, level=None, gap=0, seconds=math.inf):
        from ortools.sat.python import cp_model

        self.names, self.model, self.solver = cp_model, cp_model.CpModel(), cp_model.CpSolver()
        parameters = self.solver.parameters
        parameters.num_workers = 1
        if level:
            parameters.linearization_level = level  # 2 is quicker for optima than the default
        parameters.relative_gap_limit = gap
        if seconds < math.inf:
            parameters.max_time_in_seconds = seconds

    def new(self):
        return self.model.new_bool_var("")

    def solved(self):
        """Say whether there is an optimum, within the gap."""
        return self.solver.solve(self.model) == self.names.OPTIMAL

    def followed(self, taken, first):
        """Return the path from a node along the pairs that are taken, until it ends or closes."""
        after = {u: v for (u, v), one in taken.items() if self.solver.boolean_value(one)}
        path = [first]
        while (v := after.get(path[-1], first)) != first:
            path.append(v)
        return path


def _arcs(G):
    return list(G.to_directed(as_view=True).edges)


@searching(CP_MODEL)
def circuit(G):
    """Search by the circuit constraint of CP-SAT."""
    cp, number = _CpSat(), {v: i for i, v in enumerate(G)}
    taken = {arc: cp.new() for arc in _arcs(G)}
    cp.model.add_circuit([(number[u], number[v], one) for (u, v), one in taken.items()])
    return cp.followed(taken, next(iter(G))) if cp.solved() else None


@searching(CP_MODEL)
def shortest_circuit(instance, *, seconds=math.inf, gap=0):
    """Prove a shortest tour by the circuit constraint of CP-SAT."""
    cp = _CpSat(level=2, gap=gap, seconds=seconds)
    ways = instance.edges.tolist()
    ways += [] if instance.directed else [[v, u] for u, v in ways]
    taken = {(u, v): cp.new() for u, v in ways}
    cp.model.add_circuit([(u, v, one) for (u, v), one in taken.items()])
    lengths = [int(instance.matrix[way]) for way in taken]
    cp.model.minimize(cp.names.LinearExpr.weighted_sum(list(taken.values()), lengths))
    return cp.followed(taken, 0) if cp.solved() else None


@searching(CP_MODEL)
def one_of_each_by_circuit(subject, *, seconds):
    """Find a short tour through one place of each group: a circuit with loops at the others."""
    places, groups = subject
    n, matrix = len(places), places.matrix()
    cp = _CpSat(level=2, seconds=seconds)
    visits = [cp.new() for _ in range(n)]
    taken = {(u, v): cp.new() for u in range(n) for v in range(n) if u != v}
    arcs = [(u, v, one) for (u, v), one in taken.items()]
    cp.model.add_circuit(arcs + [(v, v, ~visit) for v, visit in enumerate(visits)])
    for group in groups:
        cp.model.add_bool_or([visits[v] for v in group])
    lengths = [int(matrix[way]) for way in taken]
    cp.model.minimize(cp.names.LinearExpr.weighted_sum(list(taken.values()), lengths))
    if not cp.solved():
        return None
    return cp.followed(taken, next(v for v in range(n) if cp.solver.boolean_value(visits[v])))


def strokes_by_nearest_end(subject, *, seconds):
    """Draw the stroke with the nearest end next, from there."""
    ends = np.array(subject, float)

    def draw():
        pen, left, drawn = np.zeros(2), np.ones(len(ends), bool), []
        while left.any():
            far = np.linalg.norm(ends[left] - pen, axis=2)
            row, side = divmod(int(far.argmin()), 2)
            k = int(np.flatnonzero(left)[row])
            drawn.append((k, side))
            left[k] = False
            pen = ends[k, 1 - side]
        return drawn

    return draw


@searching(CP_MODEL)
def cover_by_circuits(G):
    """Find the fewest disjoint paths that visit all nodes: circuits through one further node."""
    cp, number = _CpSat(level=2), {v: i for i, v in enumerate(G, start=1)}
    taken, starts = {arc: cp.new() for arc in _arcs(G)}, {v: cp.new() for v in G}
    cp.model.add_multiple_circuit(
        [(number[u], number[v], one) for (u, v), one in taken.items()]
        + [(0, number[v], starts[v]) for v in G]
        + [(number[v], 0, cp.new()) for v in G]
    )
    cp.model.minimize(sum(starts.values()))
    if not cp.solved():
        return None
    return [cp.followed(taken, v) for v in G if cp.solver.boolean_value(starts[v])]


@searching(CP_MODEL)
def longest_by_loops(G, *, closed, induced=False):
    """Return the most nodes of a cycle or path: a circuit with loops at nodes not visited."""
    cp, number = _CpSat(level=2), {v: i for i, v in enumerate(G, start=not closed)}
    visits = [cp.new() for _ in G]
    arcs = [(number[u], number[v], cp.new()) for u, v in _arcs(G)]
    if induced:
        visit, used = dict(zip(G, visits, strict=True)), {arc[:2]: arc[2] for arc in arcs}
        for u, v in G.edges:
            ways = [used[number[u], number[v]], used[number[v], number[u]]]
            cp.model.add_bool_or([~visit[u], ~visit[v], *ways])
    arcs += [(number[v], number[v], ~visit) for v, visit in zip(G, visits, strict=True)]
    if not closed:  # node 0 closes a path
        arcs += [(0, number[v], cp.new()) for v in G] + [(number[v], 0, cp.new()) for v in G]
    cp.model.add_circuit(arcs)
    cp.model.maximize(sum(visits))
    return round(cp.solver.objective_value) if cp.solved() else None


@searching(CP_MODEL)
def decompose_by_circuits(G):
    """Find Hamiltonian cycles that have every edge once: a circuit for each, each arc in one."""
    cp, number, arcs = _CpSat(), {v: i for i, v in enumerate(G)}, _arcs(G)
    circuits = [{arc: cp.new() for arc in arcs} for _ in range(G.size() // len(G))]
    for taken in circuits:
        cp.model.add_circuit([(number[u], number[v], one) for (u, v), one in taken.items()])
    for u, v in G.edges:
        ways = [(u, v)] if G.is_directed() else [(u, v), (v, u)]
        cp.model.add_exactly_one([taken[way] for taken in circuits for way in ways])
    if not cp.solved():
        return None
    return [cp.followed(taken, next(iter(G))) for taken in circuits]


@searching(CP_MODEL)
def slitherlink_by_loops(puzzle):
    """Find the edges of a Slitherlink, and whether there are no others: a circuit with loops."""
    cp, G = _CpSat(), puzzle.graph
    number, taken = {v: i for i, v in enumerate(G)}, {arc: cp.new() for arc in _arcs(G)}
    arcs = [(number[u], number[v], one) for (u, v), one in taken.items()]
    cp.model.add_circuit([*arcs, *((i, i, cp.new()) for i in number.values())])
    cp.model.add_bool_or(*taken.values())

    def used(edges):
        return sum(taken[u, v] + taken[v, u] for u, v in edges)

    for edge in G.edges:
        cp.model.add(used([edge]) <= 1)
    for cell, mark in puzzle.clues.items():
        cp.model.add(used(puzzle.rules.sides(cell)) == int(mark))
    if not cp.solved():
        return None
    found = [
        (u, v)
        for u, v in G.edges
        if cp.solver.boolean_value(taken[u, v]) or cp.solver.boolean_value(taken[v, u])
    ]
    cp.model.add(used(found) <= len(found) - 1)
    return found, not cp.solved()


@searching(CP_MODEL)
def dominate_by_cp_sat(G):
    """Return the size of a minimum dominating set."""
    cp = _CpSat(level=2)
    chosen = {v: cp.new() for v in G}
    for v in G:
        cp.model.add_bool_or(chosen[v], *(chosen[w] for w in G[v]))
    cp.model.minimize(sum(chosen.values()))
    return round(cp.solver.objective_value) if cp.solved() else None


@searching(CP_MODEL)
def separate_by_cp_sat(G):
    """Return the size of a maximum independent set."""
    cp = _CpSat()
    chosen = {v: cp.new() for v in G}
    for u, v in G.edges:
        cp.model.add_at_most_one(chosen[u], chosen[v])
    cp.model.maximize(sum(chosen.values()))
    return round(cp.solver.objective_value) if cp.solved() else None


@searching("scipy", "scipy.optimize")
def dominate_by_highs(G):
    """Return the size of a minimum dominating set, by integer programming."""
    from scipy import sparse
    from scipy.optimize import LinearConstraint, milp

    near = sparse.csr_array(nx.to_scipy_sparse_array(G) + sparse.eye_array(len(G)))
    rule = LinearConstraint(near, 1)
    result = milp(np.ones(len(G)), integrality=1, bounds=(0, 1), constraints=rule)
    return round(result.fun) if result.status == 0 else None


@searching(CP_MODEL)
def color_by_cp_sat(G, *, least):
    """Show that one color less is not enough, and find a coloring; return its number of colors."""
    lines = list(nx.find_cliques(G))
    for number in (least - 1, least):
        cp = _CpSat()
        has = {v: [cp.new() for _ in range(number)] for v in G}
        for v in G:
            cp.model.add_exactly_one(has[v])
        for line in lines:
            for k in range(number):
                cp.model.add_at_most_one(has[v][k] for v in line)
        for k, v in enumerate(max(lines, key=len)[:number]):
            cp.model.add(has[v][k] == 1)
        if cp.solved():
            return number
    return None


@searching("highspy", "scipy.sparse", "scipy.sparse.csgraph")
def shortest_by_subtours(instance, *, seconds=math.inf, gap=0):
    """Prove a shortest tour by HiGHS, with subtours cut as they appear.

    The relaxation is solved again with its violated subtour constraints until its support is
    connected; then the integer program is, until its solution is one cycle.
    """
    import highspy
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    began = time.perf_counter()
    edges, n = instance.edges, len(instance.matrix)
    m = len(edges)
    highs, is_integer = _relaxation(highspy, instance, gap), False
    while True:
        left = seconds - (time.perf_counter() - began)
        if left <= 0:
            return None
        if left < math.inf:
            highs.setOptionValue("time_limit", highs.getRunTime() + left)
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        values = np.array(highs.getSolution().col_value)
        chosen = edges[values > (0.5 if is_integer else 1e-6)]
        arcs = coo_array((np.ones(len(chosen)), chosen.T), shape=(n, n)).tocsr()
        count, part = connected_components(arcs, directed=False)
        if count > 1:  # fewer edges inside a part than nodes; that of the largest follows
            sizes = np.bincount(part, minlength=count)
            inside = np.flatnonzero(part[edges[:, 0]] == part[edges[:, 1]]).astype(np.int32)
            parts = part[edges[inside, 0]]
            for k in np.argsort(sizes)[:-1]:
                columns, most = inside[parts == k], float(sizes[k] - 1)
                ones = np.ones(len(columns))
                highs.addRow(-highspy.kHighsInf, most, len(columns), columns, ones)
        elif not is_integer:
            is_integer = True
            kinds = np.full(m, highspy.HighsVarType.kInteger.value, np.uint8)
            highs.changeColsIntegrality(m, np.arange(m, dtype=np.int32), kinds)
        elif instance.directed:
            return breadth_first_order(arcs, 0, return_predecessors=False).tolist()
        else:
            both = (arcs + arcs.T).tolil().rows
            return _cycles(dict(enumerate(both)))[0]


def _relaxation(highspy, instance, gap):
    """Return the linear program of degrees: two edges, or one arc in and one out, at each node."""
    edges, n = instance.edges, len(instance.matrix)
    m, rows = len(edges), 2 * n if instance.directed else n
    highs = highspy.Highs()
    for name, value in (
        *(("output_flag", False), ("threads", 1), ("mip_rel_gap", float(gap))),
        ("mip_abs_gap", 0.999),  # lengths are integers
    ):
        highs.setOptionValue(name, value)
    degrees = np.full(rows, 1.0 if instance.directed else 2.0)
    none = np.zeros(0, np.int32)
    highs.addRows(rows, degrees, degrees, 0, np.zeros(rows, np.int32), none, none.astype(float))
    ends = edges + ([0, n] if instance.directed else [0, 0])
    lengths = instance.matrix[edges[:, 0], edges[:, 1]].astype(float)
    starts = np.arange(0, 2 * m, 2, dtype=np.int32)
    places = ends.ravel().astype(np.int32)
    highs.addCols(m, lengths, np.zeros(m), np.ones(m), 2 * m, starts, places, np.ones(2 * m))
    return highs


def short_by_lkh(instance, **_):
    """Find a short tour in one run of LKH, which takes its time."""
    import elkai

    matrix = elkai.DistanceMatrix(instance.whole.tolist())
    return lambda: matrix.solve_tsp(runs=1)[:-1]


def short_by_fast_tsp(instance, *, timeout):
    """Find a short tour by Or-opt in Rust, in so many seconds."""
    import fast_tsp

    return partial(fast_tsp.find_tour, instance.whole, duration_seconds=timeout)


def short_by_routing(instance, *, timeout):
    """Find a short tour by the routing library of OR-tools: guided local search."""
    return _routing(instance.whole.tolist(), timeout)


def errands_by_insertion(subject, *, seconds):
    """Put each pair into a closed tour from place 0 where both lengthen it least, one by one."""
    places, pairs = subject
    n = len(places)
    far = np.array([[places.length(u, v) for v in range(n)] for u in range(n)])

    def insert():
        tour = [0, 0]
        for pick, drop in pairs:
            best = np.inf, 0, 0
            for i in range(1, len(tour)):
                start = [*tour[:i], pick, *tour[i:]]
                more = far[tour[i - 1], pick] + far[pick, tour[i]] - far[tour[i - 1], tour[i]]
                here, after = start[i:-1], start[i + 1 :]
                costs = more + far[here, drop] + far[drop, after] - far[here, after]
                k = int(costs.argmin())
                best = min(best, (int(costs[k]), i, i + 1 + k))
            tour.insert(best[1], pick)
            tour.insert(best[2], drop)
        return tour[:-1]

    return insert


def walk_by_routing(subject, *, seconds):
    """Find a short closed walk; distances and ways are computed in its time."""
    from scipy.sparse import csgraph

    G, stops = subject
    nodes, roads = list(G), nx.to_scipy_sparse_array(G)
    stops = [nodes.index(v) for v in stops]

    def walk():
        far, before = csgraph.dijkstra(roads, indices=stops, return_predecessors=True)
        order = _routing(far[:, stops].astype(int).tolist(), seconds)()
        way = [stops[order[0]]]
        for source, target in zip([order[0], *order[:0:-1]], order[::-1], strict=True):
            v = stops[source]  # back from each stop to the one before
            while v != stops[target]:
                v = int(before[target, v])
                way.append(v)
        return [nodes[v] for v in way]

    return walk


def _routing(lengths, seconds):
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2 as enums

    manager = pywrapcp.RoutingIndexManager(len(lengths), 1, 0)
    model = pywrapcp.RoutingModel(manager)
    model.SetArcCostEvaluatorOfAllVehicles(model.RegisterTransitMatrix(lengths))
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    parameters.first_solution_strategy = enums.FirstSolutionStrategy.PATH_CHEAPEST_ARC
    parameters.local_search_metaheuristic = enums.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    parameters.time_limit.FromMilliseconds(round(1000 * seconds))

    def search():
        solution = model.SolveWithParameters(parameters)
        if solution is None:
            return []
        tour, index = [], model.Start(0)
        while not model.IsEnd(index):
            tour.append(manager.IndexToNode(index))
            index = solution.Value(model.NextVar(index))
        return tour

    return search


def _approximation(name, instance, **options):
    """Find a short tour by a heuristic of networkx, whose time is its own affair."""
    options.pop("timeout", None)
    lengths = instance.whole + 1  # an edge of length 0 would be lost
    np.fill_diagonal(lengths, 0)
    G = nx.from_numpy_array(lengths)
    return lambda: getattr(nx.approximation, name)(G, **options)[:-1]


def _walk(method, subject, **_):
    """Find a closed walk through stops of a map; this first looks for all shortest paths."""
    G, stops = subject
    method = method and getattr(nx.approximation, method)
    return partial(nx.approximation.traveling_salesman_problem, G, nodes=stops, method=method)


def _eulerized(subject, **_):
    """Repeat edges until all degrees are even; each counts 1."""
    G, _ = subject
    return lambda: nx.eulerize(G).size()


def _mixed_by_cp_sat(subject, *, seconds=math.inf, **_):
    """Pass each arc so often that nodes are balanced, and one of two that are a street."""
    D, _ = subject

    def solve():
        search = _CpSat(seconds=seconds)
        model = search.model
        often = {arc: model.new_int_var(0, len(D), "") for arc in D.edges}
        for v in D:
            model.add(sum(often[a] for a in D.in_edges(v)) == sum(often[a] for a in D.out_edges(v)))
        for u, v in D.edges:
            model.add(often[u, v] + often.get((v, u), 0) >= 1)
        model.minimize(sum(D.edges[arc]["weight"] * often[arc] for arc in D.edges))
        return round(search.solver.objective_value) if search.solved() else None

    return solve


def count_by_graphillion(G, *, by_rows=False, **_):
    """Count cycles by Graphillion, given edges in the order of nodes or in our narrowest one."""
    from graphillion import GraphSet

    number = {v: k for k, v in enumerate(G)} if by_rows else _narrow(G)
    edges = sorted(tuple(sorted((number[u], number[v]))) for u, v in G.edges)
    GraphSet.set_universe(edges, traversal="as-is")
    return lambda: int(GraphSet.cycles(is_hamilton=True).len())


def count_by_textbook(G, **_):
    """Count cycles of at most 64 nodes by the textbook's search in C."""
    search, number = in_c("tours").count_tours, _narrow(G)
    search.restype = ctypes.c_uint64
    near = (ctypes.c_uint64 * len(G))()
    for v in G:
        near[number[v]] = sum(1 << number[w] for w in G[v])
    return lambda: int(search(near, len(G)))


def _narrow(G):
    """Return the place of each node in an order with a narrow frontier."""
    from icosian._arrays import masks_of
    from icosian._run.limits import Clock
    from icosian.tours.count.plans import STATES, frontiers, greedy_orders

    nodes = list(G)
    place = {v: i for i, v in enumerate(nodes)}
    graph = [{place[w] for w in G[v]} for v in nodes]
    masks = masks_of(graph)

    def width(order):
        return sum(STATES**pending for pending in frontiers(masks, order)[1])

    best = min(greedy_orders(graph, Clock()), key=width)
    return {nodes[i]: k for k, i in enumerate(best)}


def count_queens_in_c(n, **_):
    """Count queens by the classic search in C."""
    search = in_c("queens").count_queens
    search.restype = ctypes.c_uint64
    return lambda: search(n)


def in_c(name):
    """Compile a program in C that stands beside this file, and load it."""
    compiler = shutil.which("gcc")
    if compiler is None:
        raise ImportError("gcc is not installed")
    library = Path(tempfile.mkdtemp(), f"{name}.so")
    source = Path(__file__).with_name(f"{name}.c")
    options = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


CORNER, QUICK_START = "recursion, Warnsdorff order, from a corner", "the same, from b1"
SAT, LKH, SAGE = "SAT, subtour cuts", "LKH, by elkai", "Sage, backtracking"
CP_SAT, LONGEST_CP_SAT = "CP-SAT, circuit constraint", "CP-SAT, circuit with loops"
COVER_CP_SAT, SHORTEST_CP_SAT = "CP-SAT, multiple circuits", "CP-SAT, linearization_level=2"
HIGHS = "HiGHS, subtours cut"
SHORT_LKH, FAST_TSP, ROUTING = "elkai (LKH), one run", "fast-tsp", "OR-tools routing"
CHRISTOFIDES, NEAREST = "networkx, christofides", "networkx, greedy_tsp"
ANNEALING = "networkx, simulated_annealing_tsp"
INSERTION = "cheapest insertion of pairs"
GROUPS_CP_SAT, NEAREST_END = "CP-SAT, circuit with optional places", "the nearest end next"
MAP_CHRISTOFIDES = "networkx, traveling_salesman_problem"
EULERIZE, MIXED_CP_SAT = "networkx, eulerize", "CP-SAT, passes of each arc"
MAP_GREEDY, MAP_ROUTING = "the same by greedy_tsp", "OR-tools routing, distances by scipy"
GRAPHILLION, TEXTBOOK = "Graphillion", "textbook's search, gcc -O3"
PEERS = {
    CORNER: textbook,
    QUICK_START: textbook_from_b1,
    SAT: sat,
    CP_SAT: circuit,
    LKH: lkh,
    SAGE: sage,
    LONGEST_CP_SAT: longest_by_loops,
    COVER_CP_SAT: cover_by_circuits,
    SHORTEST_CP_SAT: shortest_circuit,
    HIGHS: shortest_by_subtours,
    SHORT_LKH: short_by_lkh,
    FAST_TSP: short_by_fast_tsp,
    ROUTING: short_by_routing,
    CHRISTOFIDES: partial(_approximation, "christofides"),
    NEAREST: partial(_approximation, "greedy_tsp", source=0),
    ANNEALING: partial(
        _approximation, "simulated_annealing_tsp", init_cycle="greedy", source=0, seed=1
    ),
    INSERTION: errands_by_insertion,
    GROUPS_CP_SAT: one_of_each_by_circuit,
    NEAREST_END: strokes_by_nearest_end,
    MAP_CHRISTOFIDES: partial(_walk, None),
    MAP_GREEDY: partial(_walk, "greedy_tsp"),
    MAP_ROUTING: walk_by_routing,
    EULERIZE: _eulerized,
    MIXED_CP_SAT: _mixed_by_cp_sat,
    GRAPHILLION: count_by_graphillion,
    TEXTBOOK: count_by_textbook,
}
