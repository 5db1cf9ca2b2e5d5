"""A picture of every kind: the subject and its options."""

import networkx as nx
from drawing_bounds import EXAMPLES
from drawing_placements import COLORINGS, PLACEMENTS
from drawing_proofs import PROOFS
from drawing_routes import ROUTES, asked
from drawing_tours import TOURS
from drawing_walks import WALKS

import icosian
from icosian.boards.board import Board

PUZZLE = icosian.read_puzzle("1 . 8\n. # .\n. 4 5\n")
COVER = icosian.minimum_path_cover(nx.star_graph(4))
CYCLES = icosian.tours.hamiltonian_decomposition(nx.complete_graph(7))
ALL = {
    "tour": {name: {"subject": tour} for name, tour in TOURS.items()},
    "walk": {name: {"subject": walk} for name, walk in WALKS.items()},
    "route": {name: asked(*given) for name, given in ROUTES.items()},
    "placement": {name: {"subject": placement} for name, placement in PLACEMENTS.items()},
    "coloring": {name: {"subject": coloring} for name, coloring in COLORINGS.items()},
    "proof": {name: {"subject": proof, "G": G} for name, (proof, G) in PROOFS.items()},
    "bound": {name: {"subject": proof, "G": tour} for name, (tour, proof) in EXAMPLES.items()},
    "cover": {"star": {"subject": COVER}, "proof": {"subject": COVER.proof, "G": nx.star_graph(4)}},
    "cycles": {"complete": {"subject": CYCLES}},
    "puzzle": {"sheet": {"subject": PUZZLE}, "solution": {"subject": PUZZLE.solve()}},
    "graph": {
        "board": {"subject": Board((3, 4))},
        "knights": {"subject": icosian.knight_graph(3, 4)},
        "star": {"subject": nx.star_graph(3)},
    },
}
PICTURES = {
    f"{kind}, {name}": given for kind, pictures in ALL.items() for name, given in pictures.items()
}
FEW = {kind: next(iter(pictures.values())) for kind, pictures in ALL.items()}
"""One of each kind."""
