"""Scenes of proofs and bounds: what each kind marks on the graph, and its legend.

Bounds are drawn as zones and moats, elsewhere as tight edges and borders.
"""

from __future__ import annotations

import html
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._io.text import are_two, decimal_text, shown
from icosian._show import Measured
from icosian.drawing.builder import Arc, Branch, SceneBuilder
from icosian.drawing.geometry import Geometry, NodePositions, is_crowded, round_length
from icosian.drawing.maps import still_walk
from icosian.drawing.scene import (
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Discs,
    Layer,
    Line,
    Point,
    Scene,
    holding,
    one_line,
    with_heading,
)
from icosian.drawing.styles import PARTS, PENS, SETS, STAGES
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.bounds import LowerBound, RootWeights
from icosian.proofs.certificate import Proof, is_directed, no_limit
from icosian.proofs.claim import HOME, Middle, Number
from icosian.proofs.clauses import DisjointRefutation, Ordered, Positioned, SymmetricRefutation
from icosian.proofs.counting import (
    BipartitionImbalance,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Weighing,
)
from icosian.proofs.derived import (
    BottleneckBound,
    Conditional,
    Contraction,
    CoverBound,
    Division,
    FrontierExhausted,
    tight_set,
)
from icosian.proofs.forcing import AlternatingParity, Cases, ForcedEdges, Step
from icosian.proofs.instance import UNUSED, USED, Contradiction, CycleInstance, Marks, derive_graph
from icosian.proofs.lengths import SymmetricInstance, Weight, cycle_problem, lengths_given
from icosian.proofs.walks import Arcs, Closure, StreetBound, Unreachable, WalkBound, roads_of
from icosian.routes.rounds import Walk
from icosian.tours.shortest.moats import Moats, zones_and_moats
from icosian.tours.shortest.places import Places
from icosian.tours.shortest.question import ShortestTour

_MOST_LEAVES = 12  # of a larger tree of cases the top is shown, with the numbers of cases below
_MOST_LISTED = 20_000  # splits and cases that a page lists
_CROSS = "\u00d7"
_MINUS = "\u2212"
_SHORT = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/6": "⅙", "5/6": "⅚"}


def proof_scene(proof: Proof, geometry: Geometry, *, G: Any = None) -> Scene:
    """Return the scene of a proof on its graph."""
    sketch = builder_of(proof, geometry, G)
    _mark(sketch, proof)
    return sketch.scene(proof.claim)


def _mark(sketch: SceneBuilder, proof: Proof) -> None:
    """Mark what a proof says of a graph."""
    labels = proof._labels()  # noqa: SLF001 - our own kinds
    for node in labels:
        if isinstance(node, Middle):
            labels += [node.tail, node.head]
        elif node not in sketch.G and (node is not HOME or proof.closed):
            raise InvalidArgument(f"the proof names {node!r}, which is not a node of G")
    kinds = [kind.__name__ for kind in type(proof).__mro__]
    build = next((_BUILDERS[kind] for kind in kinds if kind in _BUILDERS), None)
    if build is not None:
        try:
            build(sketch, proof)
        except InvalidProof as error:
            raise InvalidArgument(f"the proof is not one for G: {error}") from None


def builder_of(proof: Proof, geometry: Geometry, G: nx.Graph[Any]) -> SceneBuilder:
    """Return the builder of a scene about the ends of a proof."""
    first, last = ([] if v is None else [v] for v in (proof.start, proof.end))
    return SceneBuilder(geometry, G, ends=(first, last))


def _degrees(sketch: SceneBuilder, proof: DegreeDeficiency) -> None:
    few = set(proof.nodes)
    sketch.mark("marked", sketch.ordered(few))
    sketch.draw("strong", [(u, v) for u, v in sketch.G.edges() if are_two(u, v) and few & {u, v}])
    what = "fewer than two neighbors" if proof.side == "neighbours" else f"no {proof.side}"
    sketch.note(f"{what}: {sketch.count(len(few))} in color")


def _disconnection(sketch: SceneBuilder, proof: Disconnection) -> None:
    part = sketch.ordered(proof.part)
    rest = [v for v in sketch.G if v not in proof.part]
    sketch.mark("part1", part)
    sketch.mark("rest", rest)
    crossing = _crossing(sketch, proof.part)
    some = f"the {sketch.count(len(part))} in color"
    apart = f"no edge joins {some} and the other {len(rest)}"
    sketch.note(f"no edge leads out of {some}" if crossing else apart)


def _cut_vertex(sketch: SceneBuilder, proof: CutVertex) -> None:
    _parts(sketch, [part for _, part in proof.parts])
    cuts = {cut for cut, _ in proof.parts}
    sketch.mark("removed", sketch.ordered(cuts), _CROSS)
    hang = "hangs" if len(proof.parts) == 1 else "hang"
    where = f"the crossed-out {sketch.noun}" if len(cuts) == 1 else "one crossed-out node each"
    sketch.note(f"{sketch.count(len(proof.parts), 'part')} {hang} on {where}")


def _contraction(sketch: SceneBuilder, proof: Contraction) -> None:
    H = derive_graph(sketch.G, proof.statement, home=not proof.closed)
    parts = [tight_set(H, independent) for _, independent in proof.sets]
    _parts(sketch, parts)
    for part in parts:
        _crossing(sketch, part)
    sets = "the set" if len(parts) == 1 else f"each of {len(parts)} sets"
    sketch.note(f"a cycle enters and leaves {sets} in color once, as if it were a node")


def _bipartition(sketch: SceneBuilder, proof: BipartitionImbalance) -> None:
    for kind, side in (("crowd", proof.crowd), ("rest", proof.others)):
        numbers = range(1, len(side) + 1) if len(sketch.G) <= NUMBERED_NODES else ""
        sketch.mark(kind, sketch.ordered(side), numbers)
    many, few = proof.names
    sketch.note(f"{len(proof.crowd)} {many}, {len(proof.others)} {few}")


def _alternating(sketch: SceneBuilder, proof: AlternatingParity) -> None:
    cycles = proof.alternating_cycles(sketch.G)
    _parts(sketch, [frozenset(cycle) for cycle in proof.factor])
    for k, cycle in enumerate(proof.factor):
        sketch.draw(f"cover{k % SETS + 1}", zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    sketch.draw("absent", cycles[0][1::2])
    sketch.note(f"one choice of arcs has {len(proof.factor)} cycles, and all have an even number")
    counts = (f"{count} of 2 x {half} arcs" for half, count in proof.halves)
    sketch.note(f"alternating cycles: {', '.join(counts)}")
    sketch.note("dashed: the other half of one, which may be exchanged for that in color")


def _cover_bound(sketch: SceneBuilder, proof: CoverBound) -> None:
    leaving, entering, removed = proof.leaving, proof.entering, proof.removed
    left = ((u, v) for u, v in sketch.G.edges() if {u, v}.isdisjoint(removed))
    gone = [(u, v) for u, v in left if u in leaving or v in entering]
    _without(sketch, removed, gone)
    if gone:
        sketch.note(f"a cover uses at most {len(leaving) + len(entering)} of the dashed edges")
    for part in proof.parts:
        paths = sketch.count(math.ceil(part.bound) + 1, "path")
        sketch.note(f"the part of {sketch.count(len(part.nodes))} needs {paths}")


def _without(sketch: SceneBuilder, removed: Collection[Any], gone: Sequence[Arc]) -> None:
    """Mark the parts that are left without some nodes and edges."""
    left: nx.Graph[Any] = nx.Graph()
    left.add_nodes_from(sketch.G)
    left.add_edges_from(set(sketch.G.edges()).difference(gone))
    left.remove_nodes_from(removed)
    parts = list(nx.connected_components(left))
    _parts(sketch, parts)
    sketch.mark("removed", sketch.ordered(removed), _CROSS)
    sketch.draw("absent", gone)
    crossed = sketch.count(len(removed), f"crossed-out {sketch.noun}")
    missing = [f"the {crossed}"] * bool(removed) + ["the dashed edges"] * bool(gone)
    where = f"without {' and '.join(missing)}: " if missing else ""
    sketch.note(f"{where}{sketch.count(len(parts), 'part')}")


def _crossing(sketch: SceneBuilder, inside: Collection[Any]) -> list[Arc]:
    """Draw the edges between a set and the rest, and return them."""
    crossing = [(u, v) for u, v in sketch.G.edges() if (u in inside) != (v in inside)]
    sketch.draw("strong", crossing)
    return crossing


def _parts(sketch: SceneBuilder, parts: Sequence[Collection[Any]]) -> None:
    for k, part in enumerate(parts):
        sketch.mark(f"part{k % PARTS + 1}", sketch.ordered(part), str(k + 1))


def _weighing(sketch: SceneBuilder, proof: Weighing) -> None:
    weights = proof.weights
    demand, supply = map(_number, proof.balance(sketch.G))
    sketch.note(f"a tour weighs at least {demand}, all edges together offer {supply}")
    leaving, entering = dict(weights.nodes), dict(weights.entering)
    directed = sketch.G.is_directed()
    for v in (*sketch.ordered(leaving.keys() | entering.keys()), HOME):
        out, into = leaving.get(v, 0), entering.get(v, 0)
        text = f"{_number(out)} / {_number(into)}" if directed else _number(out)
        if v is not HOME:
            kind = "marked" if out + into > 0 else "relief" if out + into < 0 else "rest"
            sketch.mark(kind, [v], text)
        elif out or into:
            sketch.note(f"home weighs {text}")
    if directed:
        sketch.note("weights on leaving / on entering")
    letters = sketch.outline([part for part, _ in weights.sets])
    groups: dict[Number, list[str]] = {}
    for letter, (part, weight) in zip(letters, weights.sets, strict=False):
        groups.setdefault(weight, []).append(f"{letter} with home" if HOME in part else letter)
    borders = "; ".join(f"{', '.join(some)}: {_number(weight)}" for weight, some in groups.items())
    if borders:
        sketch.note(f"weights of borders: {borders}")


def _number(number: Number) -> str:
    text = str(abs(number))
    return (_MINUS if number < 0 else "") + _SHORT.get(text, text)


def _forced(sketch: SceneBuilder, proof: ForcedEdges) -> None:
    *steps, last = proof.steps or (Step(edges=()),)
    for k, step in enumerate(steps, start=1):
        sketch.draw("strong" if step.used else "absent", step.edges, str(k))
    k = len(steps) + 1
    sketch.draw("split", last.edges, str(k))
    what = "ends" if last.node is HOME else "used edges" if last.used else "edges left"
    clash = f"too {'many' if last.used else 'few'} {what}"
    if last.border is not None:
        sketch.outline([last.border], lettered=False)
        clash = "the outlined border cannot be crossed"
    elif last.edges:
        clash = "a cycle closes too early"
    elif last.node is not HOME:
        sketch.mark("clash", [last.node], str(k))
    sketch.note("step by step: strong edges are used, dashed ones are not")
    sketch.note(f"step {k}: {clash}")
    if any(HOME in pair for step in proof.steps for pair in step.edges):
        sketch.note(f"stubs say whether a {sketch.noun} is an end")


def _cases(sketch: SceneBuilder, proof: Cases) -> None:
    net = CycleInstance(sketch.G, proof.statement)
    marks = Marks(net, map(net.inside, proof.sets))
    with suppress(Contradiction):
        marks.settle()
    for kind, verdict in (("strong", USED), ("absent", UNUSED)):
        ends = ((net.nodes[u], net.nodes[v]) for u, v in net.edges)
        pairs = [pair for pair, mark in zip(ends, marks.mark, strict=True) if mark == verdict]
        sketch.draw(kind, [pair for pair in pairs if HOME not in pair])
    opened = _opened(proof.tree, _MOST_LEAVES)
    tree = _branches(opened, directed=sketch.G.is_directed())
    leaves = [entry for entry in proof.tree if not isinstance(entry, tuple)]
    depth = max(_depths(proof.tree), default=0)
    deep = f", at most {sketch.count(depth, 'split')} deep" if depth else ""
    sketch.note(sketch.count(len(leaves), "case") + deep)
    if any(marks.mark):
        sketch.note("in all cases: strong edges are used, dashed ones are not")
    if depth:
        sketch.grow(tree)
        weighed = "; w: weighed" if "w" in {branch.text for branch in tree} else ""
        below = "; +: so many cases below" if len(opened) < len(proof.tree) else ""
        sketch.note(f"in the tree: strong if the edge is used, dashed if not{weighed}{below}")
    for entry, branch in zip(opened, tree, strict=False):
        if isinstance(entry, tuple):
            sketch.draw("split", [entry], branch.text)


def _depths(cases: Sequence[Any]) -> list[int]:
    """Return the depths of cases in a tree, listed in preorder; [] if it is not one."""
    ahead, depths = [0], []
    for case in cases:
        if not ahead:
            return []
        depths.append(ahead.pop())
        ahead += 2 * [depths[-1] + 1] * isinstance(case, tuple)
    return [] if ahead else depths


def case_tree(proof: Cases, name: Callable[[Any], str]) -> str:
    """Return the cases of a proof as HTML, each split with what is below it; "" if too many."""
    depths = _depths(proof.tree)
    if not 1 < len(depths) <= _MOST_LISTED:
        return ""
    below: list[int] = []  # of each entry the cases, those of the used edge on top
    counts = []
    for entry in reversed(proof.tree):
        below.append(below.pop() + below.pop() if isinstance(entry, tuple) else 1)
        counts.append(below[-1])
    ahead, parts = [""], []
    for entry, count, depth, after in zip(
        proof.tree, reversed(counts), depths, [*depths[1:], 0], strict=True
    ):
        label = ahead.pop()
        if isinstance(entry, tuple):
            edge = " \u2013 ".join("home" if v is HOME else html.escape(name(v)) for v in entry)
            opened = "" if depth else ' open=""'
            what = f"{label}{count} cases, by the edge {edge}"
            parts.append(f"<details{opened}><summary>{what}</summary>")
            ahead += [f"{edge} is not used: ", f"{edge} is used: "]
        else:
            clash = "a tour would weigh more than there is" if entry else "forced edges clash"
            parts.append(f"<p>{label}{clash}</p>{'</details>' * (depth - after)}")
    return f'<div class="cases">{"".join(parts)}</div>'


def _opened(cases: Sequence[Any], most: int) -> Sequence[Any]:
    """Return the top of a tree, of at most so many leaves; a number is that of cases below."""
    depths = _depths(cases)
    if not depths:
        return []
    is_leaf = [not isinstance(case, tuple) for case in cases]
    ended = np.bincount(depths, is_leaf, max(depths, default=0) + 1).cumsum()
    splits = np.bincount(depths) - np.diff(ended, prepend=0)
    deepest = int(np.flatnonzero(ended + splits <= most)[-1])  # of one level there is one
    kept = [k for k, depth in enumerate(depths) if depth <= deepest]
    parts = pairwise([*kept, len(cases)])
    return [cases[i] if is_leaf[i] or depths[i] < deepest else sum(is_leaf[i:j]) for i, j in parts]


def _branches(cases: Sequence[Any], *, directed: bool) -> list[Branch]:
    """Return a tree of cases with places; an edge has one number throughout."""
    ahead: list[tuple[int | None, int, bool]] = [(None, 0, True)]
    found = []
    for k, case in enumerate(cases):
        found.append(ahead.pop())
        if isinstance(case, tuple):
            depth = found[-1][1] + 1
            ahead += [(k, depth, False), (k, depth, True)]
    leaves = [k for k, case in enumerate(cases) if not isinstance(case, tuple)]
    across = dict.fromkeys(range(len(cases)), 0.0) | {k: float(x) for x, k in enumerate(leaves)}
    for k in reversed(range(1, len(cases))):
        across[found[k][0] or 0] += across[k] / 2  # only the root has no parent
    numbers: dict[Any, int] = {}
    tree = []
    for k, (case, (parent, depth, used)) in enumerate(zip(cases, found, strict=True)):
        kind, text = ("removed", _CROSS) if case is None else ("relief", "w")
        if isinstance(case, tuple):
            edge = case if directed else frozenset(case)
            text = str(numbers.setdefault(edge, len(numbers) + 1))
            kind = "rest"
        elif isinstance(case, int):
            kind, text = "marked", f"+{case}"
        tree.append(Branch(parent, (across[k], depth), used, kind, text))
    return tree


def _frontier(sketch: SceneBuilder, proof: FrontierExhausted) -> None:
    n = len(proof.order)
    for k, v in enumerate(proof.order):
        sketch.mark(f"stage{k * STAGES // n + 1}", [v], [k + 1])
    where = f"this order of the {sketch.count(n)}, pale first"
    sketch.note(f"no choice of edges survives along {where}")


def _refutation(sketch: SceneBuilder, proof: Any) -> None:
    counts = [(len(proof.sets), "set"), (len(proof.clauses), "clause")]
    counts[1:1] = [(len(proof.edges), "edge")] if hasattr(proof, "edges") else []
    sketch.note(", ".join(sketch.count(*count) for count in counts))
    sketch.outline(proof.sets)


def _disjoint(sketch: SceneBuilder, proof: DisjointRefutation) -> None:
    if proof.sets or proof.clauses:
        _refutation(sketch, proof)
        return
    edges = Counter(v for edge in sketch.G.edges() if are_two(*edge) for v in edge)
    few = [v for v in sketch.G if edges[v] < 2 * proof.disjoint] or list(sketch.G)
    sketch.mark("marked", few, [edges[v] for v in few])
    sketch.note(
        f"numbers of edges; {proof.disjoint} cycles have {2 * proof.disjoint} at every node"
    )


def _conditional(sketch: SceneBuilder, proof: Conditional | Ordered | Positioned) -> None:
    for kind, pairs in (("strong", proof.require), ("absent", proof.forbid)):
        sketch.draw(kind, pairs)
    wanted = ["strong edges are to be used"] * bool(proof.require)
    wanted += ["dashed edges are to be avoided"] * bool(proof.forbid)
    if wanted:
        sketch.note(", ".join(wanted))


def _symmetric(sketch: SceneBuilder, proof: SymmetricRefutation) -> None:
    moved = sketch.count(len(proof.symmetry), "node")
    sketch.note(f"an edge is used as its image is under the symmetry, which moves {moved}")
    _refutation(sketch, proof)


def _positioned(sketch: SceneBuilder, proof: Positioned) -> None:
    sketch.mark("marked", dict(proof.positions), dict(proof.positions).values())
    if proof.crowd:
        numbers = sketch.count(len(proof.crowd), "number")
        sketch.note(f"too few nodes for {numbers}, first number {min(proof.crowd)}")
    _conditional(sketch, proof)


def _ordered(sketch: SceneBuilder, proof: Ordered) -> None:
    for places in proof.chains:
        sketch.mark("marked", places, range(1, len(places) + 1))
    _conditional(sketch, proof)


def _division(sketch: SceneBuilder, proof: Division) -> None:
    met: set[Any] = set()
    parts = []
    for step in proof.replacements:
        parts.append(step.part - met)  # a later part may hold names from an earlier one
        met |= step.part
    _parts(sketch, parts)
    home = {v: k for k, part in enumerate(parts) for v in part}
    rest = len(parts)
    cut = [(u, v) for u, v in sketch.G.edges() if home.get(u, rest) != home.get(v, rest)]
    sketch.draw("strong", cut)
    sketch.note(f"{sketch.count(len(parts), 'part')} at small cuts, replaced in this order")
    sketch.note("what takes their place leaves all ways of a cycle open, and then there is none")


def _unreachable(sketch: SceneBuilder, proof: Unreachable) -> None:
    _parts(sketch, proof.parts)
    inside = frozenset().union(*proof.parts)
    sketch.mark("rest", [v for v in sketch.ordered(proof.stops) if v not in inside])
    _crossing(sketch, inside)
    part = "the part" if len(proof.parts) == 1 else "a part"
    sketch.note(f"no road leads out of {part} in color")


_BUILDERS: dict[str, Callable[[SceneBuilder, Any], None]] = {
    "AlternatingParity": _alternating,
    "BipartitionImbalance": _bipartition,
    "Cases": _cases,
    "Conditional": _conditional,
    "Contraction": _contraction,
    "CoverBound": _cover_bound,
    "CutVertex": _cut_vertex,
    "DegreeDeficiency": _degrees,
    "Disconnection": _disconnection,
    "DisjointRefutation": _disjoint,
    "Division": _division,
    "ForcedEdges": _forced,
    "FrontierExhausted": _frontier,
    "Ordered": _ordered,
    "Positioned": _positioned,
    "Refutation": _refutation,
    "SymmetricRefutation": _symmetric,
    "Toughness": lambda sketch, proof: _without(sketch, proof.removed, ()),
    "Unreachable": _unreachable,
    "Weighing": _weighing,
}
"""By class name; a proof of another kind is drawn as its graph and its claim."""


# -- Bounds

_INACCURACY = 0.02  # of lengths as distances in the picture, in parts of their mean
_LONGEST = 2**30  # longer lengths are rounded down to fewer bits
_CLAIM = 240  # characters
_HAIRLINE = 0.025  # between areas that touch, in units
_MOST_STOPS = 300  # stops; for more the linear program takes too long


def moats_scene(
    proof: LowerBound,
    problem: SymmetricInstance,
    geometry: NodePositions,
    tour: ShortestTour | None,
    *,
    named: bool,
) -> Scene | None:
    """Return zones and moats under the tour; None if lengths are not distances in the picture."""
    n, rows = len(proof.nodes), problem.lengths
    pairs = n * (n - 1) // 2
    if geometry.circle or n < 3 or len(rows) != n or sum(map(len, rows)) != pairs:
        return None
    exact = [c for row in rows for _, c in sorted(row.items())]
    coarseness = max(1, max(exact) // _LONGEST)
    lengths = np.zeros((n, n), np.int64)
    lengths[np.triu_indices(n, 1)] = [c // coarseness for c in exact]
    lengths += lengths.T
    places = [geometry.position(v) for v in proof.nodes]
    plane = _plane(np.array(places), lengths)
    if plane is None:
        return None
    moats = zones_and_moats(lengths)
    unit = geometry.unit
    areas, reach = _areas(moats, places, plane, _HAIRLINE * unit)
    spots = zip(places, [r + 0.3 * unit for r in reach], strict=True)
    corners = [(x + s * r, y + s * r) for (x, y), r in spots for s in (-1, 1)]
    line = [] if tour is None else [geometry.position(v) for v in (*tour, tour[0])]
    moves = Layer.moves([line] if line else [], closed=True)
    blank = geometry.ground(dict.fromkeys(proof.nodes if named else (), 0.11 * unit), [moves])
    dots = Layer.discs("node", places, 0.11 * unit)
    scene = blank.add(*areas, moves, dots, box=holding(blank.box, corners))
    bound = moats.bound * coarseness * problem.unit
    return with_heading(
        scene,
        one_line(proof.claim, _CLAIM),
        [
            comparison("Zones and moats", bound, proof, problem.unit, tour),
            "Every tour crosses each zone (blue) and each moat (ocher) at least twice",
        ],
    )


def comparison(
    what: str,
    bound: Fraction,
    proof: LowerBound | WalkBound | StreetBound,
    unit: Fraction,
    found: Measured | None,
) -> str:
    """Return a sentence with what is proved by a picture and the length that was found."""
    if found is not None and len({decimal_text(x, 7, up=None) for x in (bound, found.length)}) == 1:
        return f"{what} prove {round_length(bound, found)}, the length of the {found.words.noun}"
    text = f"{what} prove {round_length(bound, found, up=False)}"
    if bound < proof.bound <= unit * math.ceil(bound / unit):
        text += f" and so {round_length(proof.bound, found)}"  # lengths are whole numbers of a unit
    if found is None:
        return text
    return f"{text}, the {found.words.noun} has {round_length(found.length, found, up=True)}"


def _plane(places: NDArray[np.float64], lengths: NDArray[np.int64]) -> tuple[float, bool] | None:
    """Return the length of a unit of the picture, and if distances are Manhattan; or None.

    Lengths have the shape (n, n), places (n, 2).
    """
    dx, dy = np.abs(places[:, None] - places).transpose(2, 0, 1)
    for distances, is_manhattan in ((np.hypot(dx, dy), False), (dx + dy, True)):
        length = lengths.sum() / (distances.sum() or 1.0)
        error = np.abs(lengths - length * distances).max()
        if length > 0 and error <= _INACCURACY * lengths.mean():
            return float(length), is_manhattan
    return None


def _areas(
    moats: Moats, places: Sequence[Point], plane: tuple[float, bool], hairline: float
) -> tuple[list[Layer], list[float]]:
    """Return the areas, outer moats first, and how far they reach around each place."""
    length, is_manhattan = plane

    def around(kind: str, members: Sequence[int], reach: Sequence[float], less: float) -> Layer:
        radii = [max(0, reach[v] - less) for v in members]
        form: Any = "diamond" if is_manhattan else "disc"
        return Layer(f"area {kind}", Discs([places[v] for v in members], radii, form))

    # A moat is painted as discs around its places; those of what is inside are painted over it.
    areas: list[Layer] = []
    reach: list[float] = []
    for kind, members, before, reach in moats.nested(1 / length):
        if areas:
            areas.append(around("gap", members, before, 0.0))
        areas.append(around(kind, members, reach, hairline))
    return areas[::-1], reach


def _about(G: Any) -> Any:
    """Return the graph or the places of a tour or a walk, or these themselves."""
    if isinstance(G, nx.Graph | Places):
        return G
    given = G.graph or getattr(G, "places", None)
    if given is None:
        raise InvalidArgument(f"G must be on a graph or places that it knows, got {shown(G)}")
    return given


def walk_bound_scene(
    proof: WalkBound | StreetBound, geometry: Geometry, *, G: Any = None, weight: Weight = None
) -> Scene:
    """Return the scene of a bound of walks on its map, or with the walk."""
    walk = G if isinstance(G, Walk) else None
    given = _about(G)
    if strange := [v for v in proof.stops if v not in given]:
        raise InvalidArgument(f"the proof names {strange[0]!r}, which is not a node of G")
    bands = None
    has_room = isinstance(geometry, NodePositions) and 2 < len(proof.stops) <= _MOST_STOPS
    if isinstance(proof, WalkBound) and proof.closed and has_room and not proof.streets:
        try:
            bands = _bands(proof, given, lengths_given(weight, proof.weight))
        except InvalidProof as error:
            raise InvalidArgument(f"the proof is not one for G: {error}") from None
    notes = []
    if bands is not None:
        notes.append(comparison("Zones and moats", bands.bound, proof, bands.unit, walk))
        notes.append("Every walk crosses each zone (blue) and each moat (ocher) at least twice")
    if walk is None:
        sketch = builder_of(proof, geometry, given)
        sketch.mark("rest", proof.stops)
        for note in notes:
            sketch.note(note)
        scene = sketch.scene(proof.claim)
    else:
        scene = still_walk(walk, geometry, arrows=None if bands is None else False)
        scene = with_heading(scene, one_line(proof.claim, _CLAIM), notes)
    if bands is None or not isinstance(geometry, NodePositions):
        return scene
    return _with_bands(scene, bands, geometry, proof.stops)


_RoadPart = tuple[int, int, float, float]
"""Two nodes, and a part of their road as fractions of its length."""


class _Bands(NamedTuple):
    """Zones and moats as parts of roads and as nodes, by their kind, and what they prove."""

    pieces: dict[str, list[_RoadPart]]
    nodes: dict[str, list[int]]
    bound: Fraction
    unit: Fraction


def _bands(proof: WalkBound, G: nx.Graph[Any], weight: Weight) -> _Bands | None:
    """Return zones and moats in the distances of a map; None if it has one-way roads."""
    proof._check_form()  # noqa: SLF001 - our own
    roads = roads_of(G, weight, no_limit)
    stops, n = [roads.number[v] for v in proof.stops], len(proof.stops)
    closure = Closure(roads, stops, proof.reaches, no_limit, closed=proof.closed)
    if closure.directed:
        return None
    exact = [[closure.length(i, j) if i != j else 0 for j in range(n)] for i in range(n)]
    coarseness = max(1, max(map(max, exact)) // _LONGEST)
    moats = zones_and_moats(np.array([[c // coarseness for c in row] for row in exact], np.int64))
    pieces: dict[str, list[_RoadPart]] = defaultdict(list)
    nodes: dict[str, list[int]] = defaultdict(list)
    for kind, members, before, after in moats.nested(coarseness):
        inner = _cover(roads.arcs, {stops[i]: before[i] for i in members})
        outer = _cover(roads.arcs, {stops[i]: after[i] for i in members})
        nodes[kind] += [v for v in outer if v not in inner]
        pieces[kind] += _between(roads.arcs, inner, outer)
    return _Bands(pieces, nodes, moats.bound * coarseness * roads.unit, roads.unit)


def _cover(arcs: Arcs, reach: Mapping[int, float]) -> dict[int, float]:
    """Return the nodes that are within the reach of a stop, and by how much it extends beyond."""
    rest = {v: far for v, far in reach.items() if far > 0}
    queue = [(-far, v) for v, far in rest.items()]
    heapify(queue)
    while queue:
        far, u = heappop(queue)
        if -far < rest[u]:
            continue
        for v, length in arcs[u].items():
            if (left := -far - length) > rest.get(v, 0.0):
                rest[v] = left
                heappush(queue, (-left, v))
    return rest


def _between(
    arcs: Arcs, inner: Mapping[int, float], outer: Mapping[int, float]
) -> Iterator[_RoadPart]:
    """Yield the parts of roads that are in one cover and not in a smaller one."""
    for u, far in outer.items():
        for v, length in arcs[u].items():
            if not length or (v in outer and v < u):
                continue
            near, back, gone = inner.get(u, 0.0), outer.get(v, 0.0), inner.get(v, 0.0)
            parts = [(near, far), (length - back, length - gone)]
            if far + back >= length:
                parts = [(near, length - gone)]
            for start, end in parts:
                if start < end:
                    yield u, v, start / length, end / length


def _with_bands(
    scene: Scene, bands: _Bands, geometry: NodePositions, stops: Sequence[Any]
) -> Scene:
    """Add zones and moats below the walk, and the roads and places in them."""
    nodes = list(geometry.places)
    others = geometry.places.keys() - set(stops) if len(nodes) <= SINGLE_SQUARES else set()
    wide = PENS["zone"].width * scene.line_width(scene.pixels) / scene.pixels * scene.unit
    lines: dict[str, list[Line]] = {}
    middles: list[Line] = []
    for kind, pieces in bands.pieces.items():
        lines[kind] = []
        for u, v, start, end in pieces:
            ((x0, y0), (x1, y1)) = line = geometry.join(nodes[u], nodes[v])[0]
            ends = ((x0 + t * (x1 - x0), y0 + t * (y1 - y0)) for t in (start, end))
            lines[kind].append(list(ends))
            middles.append(line)
    areas = [
        Layer.discs(f"area {kind}", (geometry.position(nodes[v]) for v in some), wide / 2)
        for kind, some in bands.nodes.items()
    ]
    if others:  # all that are no stops, also those that the walk does not pass
        spots = (geometry.position(v) for v in nodes if v in others)
        dots = Layer.discs("node", spots, 0.13 * geometry.unit)
        kept = [layer for layer in scene.layers if layer.style != "node"]
        scene = replace(scene, layers=[*kept, dots])
    ways = [layer for kind, some in lines.items() for layer in Layer.strokes(kind, some)]
    return scene.below(*ways, *Layer.strokes("road", middles)).add(*areas)


def bottleneck_scene(
    proof: BottleneckBound, geometry: Geometry, *, G: Any = None, weight: Weight = None
) -> Scene:
    """Return the scene of a bound of longest edges: why the shorter ones make no tour."""
    lengths = lengths_given(weight, proof.weight)
    H = proof._shorter(_about(G), lengths, no_limit)  # noqa: SLF001 - our own kinds
    sketch = builder_of(proof, geometry, H)
    if proof.inner is not None:
        _mark(sketch, proof.inner)
    return sketch.scene(proof.claim)


_MOST = 1000  # of more nodes only the tour is drawn: the lengths of all pairs take too long
_WEIGHED = 64  # nodes with their weights written on them
_TAGGED = 30  # edges with their lengths written on them
_TAG = 4  # characters; longer lengths would cover their edges


def lower_bound_scene(
    proof: LowerBound, geometry: Geometry, *, G: Any = None, weight: Weight = None
) -> Scene:
    """Return the scene of a bound on its graph, on its places, or with the tour of these."""
    tour = G if isinstance(G, ShortestTour) else None
    given = _about(G)
    arcs = [] if tour is None else list(tour.edges())
    # A tour that may leave out places need not cross the zones of all.
    if len(given.nodes) > _MOST or proof.groups or proof.prizes or proof.leave_out:
        sketch = builder_of(proof, geometry, _sparse(given, proof, arcs))
        sketch.draw("strong", arcs)
        return sketch.scene(proof.claim)
    try:
        proof._check_form()  # noqa: SLF001 - our own
        lengths = lengths_given(weight, proof.weight)
        problem = cycle_problem(given, proof.statement, proof.nodes, proof.unit, lengths, no_limit)
        if isinstance(geometry, NodePositions) and proof.closed:
            scene = moats_scene(proof, problem, geometry, tour, named=bool(geometry.names))
            if scene is not None:
                return scene
        dual = RootWeights(proof, problem)
    except InvalidProof as error:
        raise InvalidArgument(f"the proof is not one for G: {error}") from None
    sketch = builder_of(proof, geometry, _sparse(given, proof, [*dual.edges, *arcs]))
    sketch.note(comparison("the weights shown", dual.bound, proof, problem.unit, tour))
    cases = sum(isinstance(entry, int) for entry in proof.tree)
    if dual.bound < proof.bound and cases > 1:
        sketch.note(f"{cases} cases prove the rest")
    _draw_edges(sketch, dual, arcs)
    _draw_weights(sketch, dual)
    return sketch.scene(proof.claim)


def _sparse(G: nx.Graph[Any] | Places, proof: LowerBound, arcs: Sequence[Arc]) -> nx.Graph[Any]:
    """Return a graph to draw: `G` itself, or if it has very many edges, these of them."""
    if isinstance(G, nx.Graph) and not is_crowded(G):
        return G
    H: nx.Graph[Any] = nx.DiGraph() if is_directed(G, closed=proof.closed) else nx.Graph()
    H.add_nodes_from(G.nodes)
    H.add_edges_from(arc for arc in arcs if HOME not in arc)
    return H


def _draw_edges(sketch: SceneBuilder, dual: RootWeights, arcs: Sequence[Arc]) -> None:
    """Draw the edges that make the bound and those of the tour, and say which is which."""
    key: Callable[[Arc], Any] = tuple if dual.is_directed else frozenset
    used, known = set(map(key, arcs)), set(map(key, dual.edges))
    kinds = {
        "strong": [arc for arc in dual.edges if key(arc) in used or not arcs],
        "tied": [arc for arc in dual.edges if arcs and key(arc) not in used],
        "split": [arc for arc in arcs if key(arc) not in known],
    }
    drawn = [arc for some in kinds.values() for arc in some if HOME not in arc]
    tags: dict[Arc, str] = {}
    if len(drawn) <= _TAGGED and isinstance(sketch.geometry, NodePositions):
        texts = _rounded_texts([dual.length(*arc) for arc in drawn])
        if max(map(len, texts), default=0) <= _TAG:
            tags = dict(zip(drawn, texts, strict=True))
    for kind, some in kinds.items():
        sketch.draw(kind, some, tags)
    strong = "strong edges, off the tour dashed ones," if kinds["tied"] else "strong edges"
    what = (
        "are a minimum 1-tree of the lengths minus the weights at both ends"
        if dual.is_tree
        else "are as long as the weights at both ends and of the borders they cross"
    )
    red = "; the tour also has the red ones" if kinds["split"] else ""
    sketch.note(f"{strong} {what}{red}")


def _draw_weights(sketch: SceneBuilder, dual: RootWeights) -> None:
    """Write weights on nodes, outline sets and list the weights of their borders."""
    nodes = len(dual.nodes)
    texts = _rounded_texts([*dual.nodes.values(), *(weight for _, weight in dual.families)])
    if nodes <= _WEIGHED and not dual.is_directed:
        sketch.mark("rest", dual.nodes, texts[:nodes])
    letters = sketch.outline([part for parts, _ in dual.families for part in parts])
    borders = []
    for (parts, _), text in zip(dual.families, texts[nodes:], strict=True):
        own, letters = letters[: len(parts)], letters[len(parts) :]
        if len(own) == len(parts):
            comb = "comb " if len(own) > 1 else ""
            borders.append(f"{comb}{', '.join(own)}: {text}")
    if borders:
        sketch.note(f"weights of borders: {'; '.join(borders)}")


def _rounded_texts(numbers: Sequence[Fraction]) -> list[str]:
    """Return numbers as text, the largest with about three digits."""
    most = float(max(map(abs, numbers), default=0))
    digits = max(0, 2 - math.floor(math.log10(most))) if most else 0
    rounds = [round(number, digits) for number in numbers]
    return [str(int(x)) if x % 1 == 0 else f"{float(x):.{digits}f}" for x in rounds]
