"""Published numbers of tours; lists of tours agree."""

import itertools
import os
from itertools import combinations

import networkx as nx
import pytest

import icosian
from icosian import (
    Board,
    board_graph,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
    rook_graph,
)

# Without the JIT larger counts take minutes; the suite runs with it as well.
compiled_only = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="too long for interpreted kernels"
)


FEW = 3_000
"""So many tours are listed as well."""


STATES = """
AL-FL AL-GA AL-MS AL-TN AR-LA AR-MO AR-MS AR-OK AR-TN AR-TX AZ-CA AZ-NM AZ-NV AZ-UT CA-NV CA-OR
CO-KS CO-NE CO-NM CO-OK CO-UT CO-WY CT-MA CT-NY CT-RI DE-MD DE-NJ DE-PA FL-GA GA-NC GA-SC GA-TN
IA-IL IA-MN IA-MO IA-NE IA-SD IA-WI ID-MT ID-NV ID-OR ID-UT ID-WA ID-WY IL-IN IL-KY IL-MO IL-WI
IN-KY IN-MI IN-OH KS-MO KS-NE KS-OK KY-MO KY-OH KY-TN KY-VA KY-WV LA-MS LA-TX MA-NH MA-NY MA-RI
MA-VT MD-PA MD-VA MD-WV ME-NH MI-OH MI-WI MN-ND MN-SD MN-WI MO-NE MO-OK MO-TN MS-TN MT-ND MT-SD
MT-WY NC-SC NC-TN NC-VA ND-SD NE-SD NE-WY NH-VT NJ-NY NJ-PA NM-OK NM-TX NV-OR NV-UT NY-PA NY-VT
OH-PA OH-WV OK-TX OR-WA PA-WV SD-WY TN-VA UT-WY VA-WV WA-OR WV-OH
"""


USA = nx.Graph(border.split("-") for border in STATES.split())
"""The 48 contiguous states and their borders, of Knuth's Stanford GraphBase."""


def grid(rows, columns):
    return nx.grid_2d_graph(rows, columns)


def prime_ring(n):
    """Return the numbers to n, joined where their sum is prime."""
    pairs = combinations(range(1, n + 1), 2)
    return nx.Graph(pair for pair in pairs if all(sum(pair) % d for d in range(2, sum(pair))))


def torus(rows, columns):
    return nx.grid_2d_graph(rows, columns, periodic=True)


CYCLES = [
    ("A070030", knight_graph(3, 10), 16),
    ("A070030", knight_graph(3, 12), 176),
    ("A070030", knight_graph(3, 14), 1536),
    ("A175855", knight_graph(5, 6), 8),
    ("A175881", knight_graph(4, 6), 0),
    ("A001230", knight_graph(4), 0),
    ("A003763", grid(4, 4), 6),
    ("A003763", grid(6, 6), 1072),
    ("A321172", grid(4, 5), 14),
    ("A321172", grid(6, 5), 154),
    ("A321172", grid(6, 7), 5320),
    ("A321172", grid(5, 7), 0),
    ("A339190", king_graph(2, 5), 16),
    ("A339190", king_graph(3, 4), 120),
    ("A339190", king_graph(3, 5), 744),
    ("A140519", king_graph(3), 16),
    ("A140519", king_graph(4), 2830),
    ("A269562", rook_graph(2, 4), 30),
    ("A269562", rook_graph(3), 48),
    ("A269562", rook_graph(3, 4), 1566),
    ("A066037", nx.hypercube_graph(3), 6),
    ("A066037", nx.hypercube_graph(4), 1344),
    ("A216588", torus(3, 4), 126),
    ("A222199", torus(3, 3), 48),
    ("A222199", torus(4, 4), 1344),
    ("A216588", torus(4, 5), 2930),
    *(("A001710", nx.complete_graph(n), number) for n, number in ((5, 12), (8, 2520))),
    *(
        ("A010790", nx.complete_bipartite_graph(n, n), number)
        for n, number in ((3, 6), (4, 72), (5, 1440))
    ),
    ("digraphs: (n - 1)!", nx.complete_graph(6, nx.DiGraph), 120),
    ("MathWorld", nx.petersen_graph(), 0),
    ("MathWorld", nx.tutte_graph(), 0),
    ("MathWorld", nx.dodecahedral_graph(), 30),
    ("MathWorld", nx.icosahedral_graph(), 1280),
    ("no source: count and list agree", nx.octahedral_graph(), 16),
    ("MathWorld", nx.heawood_graph(), 24),
    ("MathWorld", nx.pappus_graph(), 36),
    ("MathWorld", nx.desargues_graph(), 24),
    ("no source: count and list agree", nx.moebius_kantor_graph(), 6),
    ("no source: count and list agree", nx.frucht_graph(), 3),
    ("A051252", prime_ring(10), 48),
    ("A051252", prime_ring(12), 512),
    ("TAOCP 7.2.2.4", USA, 0),
]


# Knights on boards whose second axis wraps round, by rows and columns; a separate programme.
CYLINDERS = [(3, 3, 48), (3, 4, 2), (3, 5, 276), (4, 3, 352), (4, 4, 0), (2, 7, 1), (5, 4, 96)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("G", "cycles"),
    [
        *(pytest.param(G, cycles, id=f"{source}-{cycles}") for source, G, cycles in CYCLES),
        *(
            pytest.param(knight_graph(rows, columns, periodic=(False, True)), cycles)
            for rows, columns, cycles in CYLINDERS
        ),
    ],
)
def test_cycles_are_as_many_as_published_and_as_listed(G, cycles):
    assert count_hamiltonian_cycles(G) == cycles
    if cycles <= FEW and len(G) < 40:
        assert len(list(icosian.hamiltonian_cycles(G))) == cycles


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(
    ("source", "G", "cycles"),
    [
        ("A001230", knight_graph(6), 9862),
        ("A175855", knight_graph(5, 8), 44202),
        ("A175881", knight_graph(6, 7), 1067638),
        ("A175881", knight_graph(6, 8), 55488142),
        ("A070030", knight_graph(3, 16), 15424),
        ("A003763", grid(8, 8), 4638576),
        ("A003763", grid(10, 10), 467260456608),
        ("A140519", king_graph(5), 2462064),
        ("A140519", king_graph(6), 22853860116),
        ("A140519", king_graph(7), 1622043117414624),
        ("A140519", king_graph(8), 961742089476282321684),
        ("A269562", rook_graph(4), 284112),
        ("A269562", rook_graph(3, 5), 126120),
        ("A222199", torus(5, 5), 23580),
        ("A222199", torus(6, 6), 3273360),
        ("A001710", nx.complete_graph(11), 1814400),
        ("A001710", nx.complete_graph(13), 239500800),
        ("A010790", nx.complete_bipartite_graph(7, 7), 1814400),
        ("TAOCP 7.2.2.4", nx.complete_multipartite_graph(4, 5, 6), 207360000),
        ("two programmes", board_graph(Board((2, 3, 4)), "knight"), 12132),
    ],
    ids=str,
)
def test_cycles_are_as_many_as_published(source, G, cycles):
    assert count_hamiltonian_cycles(G) == cycles, source


@compiled_only
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("source", "G", "cycles"),
    [
        ("A193054", knight_graph(8, 7), 34524432316),
        ("A066037", nx.hypercube_graph(5), 906545760),
        ("A003763", grid(12, 12), 1076226888605605706),
        ("A003763", grid(14, 14), 56126499620491437281263608),
        ("A222199", torus(7, 7), 257165468),
        ("A269562", rook_graph(4, 5), 122330880),
    ],
    ids=str,
)
def test_cycles_of_larger_graphs_are_as_many_as_published(source, G, cycles):
    assert count_hamiltonian_cycles(G) == cycles, source


PATHS = [
    ("A169696", knight_graph(3, 4), 8),
    ("A169696", knight_graph(3, 6), 0),
    ("A169696", knight_graph(3, 7), 52),
    ("A169696", knight_graph(3, 8), 396),
    ("A079137", knight_graph(4, 5), 82),
    ("A079137", knight_graph(4, 6), 744),
    ("A308131", knight_graph(5), 864),
    ("A120443", grid(3, 3), 20),
    ("A120443", grid(4, 4), 276),
    ("A308129", king_graph(3), 392),
    ("A339760", king_graph(2, 4), 208),
    ("A091299", nx.hypercube_graph(3), 72),
    ("n! / 2", nx.complete_graph(6), 360),
    ("n!", nx.complete_graph(5, nx.DiGraph), 120),
]
"""Undirected ones, each with its reverse: half of what sequences of directed paths say."""


@pytest.mark.parametrize(
    ("G", "paths"), [pytest.param(G, k, id=f"{source}-{k}") for source, G, k in PATHS]
)
def test_paths_are_as_many_as_published_and_as_listed(G, paths):
    assert count_hamiltonian_paths(G) == paths
    assert len(list(icosian.hamiltonian_paths(G))) == paths


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(
    ("source", "G", "paths"),
    [
        ("A083386", knight_graph(5, 6), 18784),
        ("A308131", knight_graph(6), 3318960),
        ("A079137", knight_graph(4, 7), 6378),
        ("A120443", grid(6, 6), 229348),
        ("A120443", grid(7, 7), 13535280),
        ("A308129", king_graph(4), 171592),
        ("A308129", king_graph(5), 364618672),
        ("A091299", nx.hypercube_graph(4), 45696),
        ("TAOCP 7.2.2.4", USA, 68656026),
        pytest.param("A306281", knight_graph(6, 7), 389969466, marks=pytest.mark.exhaustive),
    ],
    ids=str,
)
def test_paths_are_as_many_as_published(source, G, paths):
    assert count_hamiltonian_paths(G) == paths, source


@pytest.mark.parametrize(
    ("side", "paths"),  # OEIS A001184
    [
        (3, 2),
        (5, 104),
        pytest.param(7, 111712, marks=compiled_only),
        pytest.param(9, 2688307514, marks=compiled_only),
    ],
)
def test_paths_from_corner_to_corner_of_a_grid_are_as_many_as_published(side, paths):
    ends = (0, 0), (side - 1, side - 1)
    assert count_hamiltonian_paths(grid(side, side), *ends) == paths


QUARTER = {5: [(0, 0), (1, 1), (0, 2), (2, 2)], 6: [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]}
"""One of each class of squares from which a path may start."""


@pytest.mark.parametrize(
    ("side", "paths"),
    [(5, 864), pytest.param(6, 3318960, marks=[compiled_only, pytest.mark.exhaustive])],
)
def test_paths_by_their_start_sum_up_to_twice_as_many(side, paths):
    G = knight_graph(side)
    orbits = [{image[v] for image in G.symmetries()} for v in QUARTER[side]]
    numbers = [G.count_hamiltonian_paths(v) for v in QUARTER[side]]
    assert sum(map(int.__mul__, map(len, orbits), numbers)) == 2 * paths
    if side == 5:
        assert numbers == [304, 56, 56, 64]  # the table of OEIS A165134


@pytest.mark.parametrize(
    ("side", "paths"),  # from a corner: OEIS A165134 names 304
    [(5, 304), pytest.param(6, 524486, marks=[compiled_only, pytest.mark.exhaustive])],
)
def test_paths_by_their_ends_sum_up_to_those_of_a_start(side, paths):
    G = knight_graph(side)
    ends = [v for v in G if v != (0, 0) and (side == 6) == (sum(v) % 2 == 1)]
    numbers = {v: G.count_hamiltonian_paths((0, 0), v) for v in ends}
    assert sum(numbers.values()) == paths == G.count_hamiltonian_paths((0, 0))
    assert all(numbers[v] == numbers[v[::-1]] for v in ends)  # the board looks the same


def test_closed_tours_are_the_paths_whose_ends_are_neighbours():
    G = knight_graph(5, 6)
    closed = sum(G.count_hamiltonian_paths(u, v) for u, v in itertools.islice(G.edges(), 3))
    assert closed == sum(
        G.count_hamiltonian_cycles(require=[edge]) for edge in itertools.islice(G.edges(), 3)
    )
