"""The groups of cases, in the order of the page."""

from animations import ANIMATIONS
from cases import BOARDS, EXCLUSIONS
from counting import COUNTING, SIZES
from covers import COVERS
from finder import FINDER
from first_use import FIRST_USE
from longest import LONGEST
from pictures import PICTURES
from placements import PLACEMENTS
from rounds import ROUNDS
from routes import ROUTES
from shortest import SHORTEST

__all__ = ["APART", "GROUPS"]

GROUPS = {
    "Boards, and the start of a process": BOARDS,
    "First use": FIRST_USE,
    "Tours of graphs": FINDER,
    "Named graphs without a cycle": EXCLUSIONS,
    "Counting": COUNTING,
    "Counting: growth of boards, and memory limits": SIZES,
    "Shortest paths": ROUTES,
    "Shortest tours": SHORTEST,
    "Rounds on a map": ROUNDS,
    "Partial answers": COVERS + LONGEST,
    "Placements": PLACEMENTS,
    "Pictures": PICTURES + ANIMATIONS,
}

APART = ("Shortest tours", "Rounds on a map", "Partial answers")
"""The groups with a page of their own, ``benchmarks-shortest.md``."""
