"""Draw the logo, a solution of Hamilton's Icosian Game: ``python docs/logo.py``."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import networkx as nx

import icosian

LOGO = Path(__file__).parent / "_static/logo.svg"
RADII = 1, 0.64, 0.45, 0.235  # of the corners of a face, and of those 1, 2 and 3 steps from it
STYLE = (  # thick lines, because the logo is small; nothing marks the start
    ".icosian .paper,.icosian .start,.icosian .arrow{display:none}"
    ".icosian .move{stroke-width:6;stroke:#2bb38a}.icosian .edge{stroke-width:3;opacity:.4}"
    ".icosian .node{stroke:none;fill:#17408b}.icosian .node circle{r:6px}"
    "@media (prefers-color-scheme:dark)"
    "{.icosian .node{fill:#b3ceff}.icosian .move{stroke:#2bb38a}}"
)


def positions(G: nx.Graph[int]) -> dict[int, tuple[float, float]]:
    """Return the corners of a dodecahedron on four circles around the center of a face."""
    outer = min(nx.simple_cycles(G, 5), key=sorted)
    steps = nx.multi_source_dijkstra_path_length(G, set(outer))
    second = [next(v for v in G[u] if steps[v] == 1) for u in outer]
    third = [nx.common_neighbors(G, *pair).pop() for pair in pairwise([*second, second[0]])]
    inner = [next(v for v in G[u] if steps[v] == 3) for u in third]
    return {
        node: (radius * math.sin(angle), radius * math.cos(angle))
        for depth, (ring, radius) in enumerate(
            zip((outer, second, third, inner), RADII, strict=True)
        )
        for k, node in enumerate(ring)
        for angle in [(2 * k + depth // 2) * math.pi / 5]
    }


def logo() -> str:
    """Return the logo as SVG text."""
    G = nx.dodecahedral_graph()
    tour = icosian.hamiltonian_cycle(G, 0)
    svg = icosian.to_svg(tour, pos=positions(G), names=False, numbers=False)
    return svg.replace("</style>", f"{STYLE}</style>")


if __name__ == "__main__":
    LOGO.write_text(logo(), encoding="utf-8")
