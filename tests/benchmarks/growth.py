"""How states, seconds and memory of a count grow: ``python tests/benchmarks/growth.py [seconds]``.

Prints a table in Markdown: closed tours of knights on boards of growing width and length, of kings,
and of grids. Each count has a process of its own, and ends after so many seconds (60 if not told).
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from measure import Counter  # noqa: E402
from report import machine, markdown  # noqa: E402

BOARDS = [
    *(f"knight_graph(8, {columns})" for columns in (5, 6, 7, 8)),
    *(f"knight_graph({rows}, 6)" for rows in (6, 10, 12, 14)),
    *(f"king_graph({side})" for side in (6, 7, 8, 9, 10)),
    *(f"nx.grid_2d_graph({side}, {side})" for side in (8, 10, 12, 14)),
]
HEADER = ("graph", "cycles", "most states of a half", "seconds", "MB")


def main() -> None:
    """Count, and print the table row by row."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    print(f"{machine()}\n\n{markdown(HEADER)}", end="")
    for code in BOARDS:
        counter = Counter("icosian", code, limit=limit)
        row = [code, *[""] * 3, f"> {limit:g}"]
        if counter.trial() is not None:
            seconds, peak, number, states = counter.found
            row = [
                code,
                number,
                f"{int(states):,}",
                f"{float(seconds):.2f}",
                f"{int(peak) / 1e6:.0f}",
            ]
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
