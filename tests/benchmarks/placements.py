"""Queens, sets of nodes and colorings, pictures, and the rest of the interface.

Peers are a classic search in C, HiGHS, CP-SAT and matplotlib; the rest has none, and serves to
compare two checkouts.
"""

import pickle
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from dijkstra import grid
from families import flower_snark, random_dot_product
from peers import color_by_cp_sat, count_queens_in_c, dominate_by_cp_sat, dominate_by_highs
from race import Case, Program, once
from results import Goal

import icosian
from icosian import knight_graph, knights_tour

C, PYTHON, HIGHS, CP_SAT = "classic search, gcc -O3", "recursive generator", "HiGHS", "CP-SAT"
ALL_QUEENS = {10: 724, 12: 14200, 14: 365596, 15: 2279184, 16: 14772512}  # OEIS A000170
DOMINATION = {8: 5, 10: 5, 12: 6}  # OEIS A075458
COLORS = {8: 9, 9: 10, 10: 11}  # OEIS A088202
LANES = ("16 lanes of 32 bits", 8), ("8 lanes of 32 bits", 8), ("no lanes", 1.5)
"""What a processor may have, and how many times as fast as the search in C a count is with it."""
PATIENCE = 20.0


def is_number(number, run):
    """Check a number."""
    assert run.answer == number


def queens(n, lanes="", times=15):
    """Return the case of a count, with all that the processor has, or with other lanes, or none."""

    def ask(n):
        from icosian._kernels import lanes as module

        chosen = next((found for found in module.LANES if found.name == lanes), None)

        def count():
            with patch.object(module, "lanes_for", lambda _: chosen):
                return icosian.count_queens(n)

        return count

    name = f"{n} queens counted{', ' * bool(lanes)}{lanes}"
    asked = ask if lanes else once(icosian.count_queens)
    check, goals = partial(is_number, ALL_QUEENS[n]), (Goal(C, times),)
    return Case(name, lambda: n, asked, check, {C: count_queens_in_c}, goals)


def generated(n):
    """Yield the placements of n queens as the textbook does."""
    columns, used, falling, rising = [], set(), set(), set()

    def place(row):
        if row == n:
            yield tuple(columns)
            return
        for column in range(n):
            if column in used or row + column in falling or row - column in rising:
                continue
            columns.append(column)
            used.add(column)
            falling.add(row + column)
            rising.add(row - column)
            yield from place(row + 1)
            columns.pop()
            used.discard(column)
            falling.discard(row + column)
            rising.discard(row - column)

    yield from place(0)


def are_listed(run):
    """Compare the placements with ours."""
    if run.ours is not None and run.answer is not run.ours:
        assert [placement.columns for placement in run.ours] == run.answer


PLACEMENTS = [
    queens(16),
    *(queens(16, *lanes) for lanes in LANES),
    *(
        Case(
            f"{n} queens listed",
            partial(int, n),
            lambda n: lambda: list(icosian.all_queens(n)),
            are_listed,
            {PYTHON: lambda n: lambda: list(generated(n))},
            (Goal(PYTHON, 10),),
        )
        for n in (8, 10, 12)
    ),
    *(
        Case(
            f"{n} x {n} queens dominated",
            partial(icosian.queen_graph, n),
            lambda G: lambda: len(icosian.minimum_dominating_set(G).nodes),
            partial(is_number, size),
            {HIGHS: (dominate_by_highs, PATIENCE), CP_SAT: (dominate_by_cp_sat, PATIENCE)},
            (Goal(HIGHS, 100), Goal(CP_SAT, 100)) if n == 12 else (),
        )
        for n, size in DOMINATION.items()
    ),
    *(
        Case(
            f"{n} x {n} queens colored",
            partial(icosian.queen_graph, n),
            lambda G: lambda: len(icosian.minimum_coloring(G).classes),
            partial(is_number, least),
            {CP_SAT: (partial(color_by_cp_sat, least=least), PATIENCE)},
            (Goal(seconds=1),) if n == 10 else (),
        )
        for n, least in COLORS.items()
    ),
]

SMALLER, MATPLOTLIB, WRITER = 4, "matplotlib", "matplotlib, PillowWriter"


def as_svg(tour):
    """Write a tour by matplotlib."""
    from matplotlib.figure import Figure

    def write():
        figure = Figure(figsize=(5, 5))
        icosian.draw(tour, ax=figure.add_subplot())
        text = StringIO()
        figure.savefig(text, format="svg")
        return text.getvalue()

    return write


def is_small(run):
    """Check that the text of a small tour is a quarter as long as the peer's."""
    if run.ours is not None and len(run.subject) <= 64:
        assert SMALLER * len(run.ours) <= len(run.answer)


def film(make):
    """Write a GIF."""

    def write():
        with TemporaryDirectory() as folder:
            icosian.save(make(), Path(folder, "film.gif"))

    return write


def film_by_matplotlib(make):
    """Write the same animation, of about as many pixels."""
    from matplotlib.animation import PillowWriter
    from matplotlib.figure import Figure

    def write():
        ax = Figure((4, 4), dpi=100).add_axes((0.09, 0.09, 0.88, 0.88))
        animation = icosian.animate(make(), ax=ax)
        with TemporaryDirectory() as folder:
            animation.save(Path(folder, "film.gif"), writer=PillowWriter(fps=10))

    return write


PICTURES = [
    *(
        Case(
            f"SVG of a tour {n} x {n}",
            partial(knights_tour, n),
            once(icosian.to_svg),
            is_small,
            {MATPLOTLIB: as_svg},
            goals,
        )
        for n, goals in ((8, (Goal(MATPLOTLIB, 50),)), (200, ()))
    ),
    Case(
        "figure of a tour 200 x 200", partial(knights_tour, 200), as_svg, goals=(Goal(seconds=5),)
    ),
    *(
        Case(f"GIF of {name}", lambda make=make: make, film, None, peers, (Goal(WRITER, 20),))
        for peers in [{WRITER: film_by_matplotlib}]
        for name, make in (
            ("a tour 8 x 8", partial(knights_tour, 8)),
            ("the search for 6 queens", partial(icosian.placement_search, 6)),
        )
    ),
]


def snark():
    """Return a snark and a proof."""
    G = flower_snark(51)
    return G, icosian.prove_no_hamiltonian_cycle(G)


def pickled(value):
    """Pickle and unpickle."""
    return pickle.loads(pickle.dumps(value))


def refutation(make):
    """Return what proves that a graph has no cycle."""
    return make, icosian.prove_no_hamiltonian_cycle


INTERFACE = [
    *(
        Case(name, make, once(ask))
        for name, (make, ask) in {
            "make: knight_graph(100)": (partial(int, 100), knight_graph),
            "find: open tour 20 x 20, given ends": (
                partial(knight_graph, 20),
                lambda G: G.hamiltonian_path("a1", "b1"),
            ),
            "find: positions of a 6 x 6 path": (
                partial(knight_graph, 6),
                lambda G: icosian.hamiltonian_path(G, positions={(0, 0): 1, (5, 4): 20}),
            ),
            "prove: knight 4 x 30": refutation(partial(knight_graph, 4, 30)),
            "prove: flower snark J51": refutation(partial(flower_snark, 51)),
            "prove: dot product of snarks": refutation(partial(random_dot_product, 200, 1)),
            "check: proof of J51": (snark, lambda pair: pair[1].check(pair[0])),
            "check: 100 x 100 tour": (
                lambda: (knight_graph(100), list(knights_tour(100))),
                lambda pair: icosian.is_hamiltonian_path(*pair),
            ),
            "count: king 7 x 7, classes": (
                partial(icosian.king_graph, 7),
                partial(icosian.count_hamiltonian_cycles, distinct=True),
            ),
            "count: open tours 5 x 6": (
                partial(knight_graph, 5, 6),
                icosian.count_hamiltonian_paths,
            ),
            "list: knight 3 x 10": (
                partial(knight_graph, 3, 10),
                lambda G: list(icosian.hamiltonian_cycles(G)),
            ),
            "placements: independent kings 10 x 10": (
                partial(icosian.king_graph, 10),
                icosian.maximum_independent_set,
            ),
            "dijkstra: grid 100 x 100": (
                partial(grid, 10_000),
                lambda G: icosian.dijkstra(G, (50, 50)).distances[99, 99],
            ),
            "drawing: page of a tour": (partial(knights_tour, 8), lambda tour: tour.to_html()),
            "pickle: tour 100 x 100": (lambda: knight_graph(100).hamiltonian_cycle(), pickled),
            "pickle: graph 50 x 50": (partial(knight_graph, 50), pickled),
            "JSON: proof of J51": (
                lambda: snark()[1],
                lambda proof: icosian.proofs.Proof.from_json(proof.to_json()),
            ),
        }.items()
    ),
    *(
        Case(f"process: {code[-1] if code[0] == '-c' else ' '.join(code[1:])}", int, Program(*code))
        for code in (
            ("-c", "pass"),
            ("-c", "import icosian; [getattr(icosian, name) for name in icosian.__all__]"),
            ("-m", "icosian", "--help"),
            ("-m", "icosian", "prove", "4x6", "--closed"),
            ("-m", "icosian", "count", "6x6", "--closed"),
        )
    ),
]
"""What no other group asks."""

GROUPS = {"Placements": PLACEMENTS, "Pictures": PICTURES, "Interface": INTERFACE}
