"""Scenes of proofs: what each kind marks on the graph, and its legend."""

from __future__ import annotations

import math
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._run.arguments import checked_graph
from icosian.drawing.bounds import (
    geometry_of_bound,
    graph_of_walks,
    lower_bound_scene,
    walk_bound_scene,
)
from icosian.drawing.builder import Branch, SceneBuilder
from icosian.drawing.geometry import Geometry, Positions, are_two, geometry_of
from icosian.drawing.maps import geometry_of_map
from icosian.drawing.styles import PARTS, SETS, STAGES
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.bounds import LowerBound
from icosian.proofs.claim import HOME, Middle, Number
from icosian.proofs.derived import (
    Conditional,
    Contraction,
    CoverBound,
    Division,
    FrontierExhausted,
    tight_set,
)
from icosian.proofs.forcing import AlternatingParity, Cases, ForcedEdges, Step
from icosian.proofs.instance import UNUSED, USED, Contradiction, CycleInstance, Marks, changed_graph
from icosian.proofs.walks import StreetBound, Unreachable, WalkBound

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from icosian.drawing.scene import Scene
    from icosian.proofs.certificate import Proof
    from icosian.proofs.clauses import DisjointRefutation, Ordered, Positioned
    from icosian.proofs.counting import (
        BipartitionImbalance,
        CutVertex,
        DegreeDeficiency,
        Disconnection,
        Toughness,
        Weighing,
    )
    from icosian.proofs.lengths import Weight

_MOST_LEAVES = 12  # of a larger tree of cases only the size is shown
_CROSS = "\u00d7"
_MINUS = "\u2212"
_SHORT = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/6": "⅙", "5/6": "⅚"}


def geometry_of_proof(
    proof: Proof, *, G: Any = None, pos: Positions | None = None, names: bool | None = None
) -> Geometry:
    """Return where a proof is drawn; its graph is an option, which has to be given."""
    if G is None:
        raise InvalidArgument("a proof is drawn on its graph: G is missing")
    if isinstance(proof, LowerBound):
        return geometry_of_bound(G, pos, names)
    if isinstance(proof, WalkBound | StreetBound):
        return geometry_of_map(graph_of_walks(G), pos=pos, names=names)
    return geometry_of(checked_graph(G), pos, names)


def proof_scene(proof: Proof, geometry: Geometry, *, G: Any = None, weight: Weight = None) -> Scene:
    """Return the scene of a proof on its graph, of a bound also on places or with a tour."""
    if isinstance(proof, LowerBound):
        return lower_bound_scene(proof, geometry, G, weight)
    if isinstance(proof, WalkBound | StreetBound):
        return walk_bound_scene(proof, geometry, G, weight)
    if weight is not None:
        raise InvalidArgument(f"only bounds have lengths, got weight={weight!r}")
    _require_nodes(proof, G)
    sketch = SceneBuilder(proof, geometry, G)
    kinds = [kind.__name__ for kind in type(proof).__mro__]
    build = next((_BUILDERS[kind] for kind in kinds if kind in _BUILDERS), None)
    if build is not None:
        try:
            build(sketch, proof)
        except InvalidProof as error:
            raise InvalidArgument(f"the proof is not one for G: {error}") from None
    return sketch.scene()


def _require_nodes(proof: Proof, G: nx.Graph[Any]) -> None:
    """Raise InvalidArgument if the graph lacks a node of the proof."""
    labels = proof._labels()  # noqa: SLF001 - our own kinds
    for node in labels:
        if isinstance(node, Middle):
            labels += [node.tail, node.head]
        elif node not in G and (node is not HOME or proof.closed):
            raise InvalidArgument(f"the proof names {node!r}, which is not a node of G")


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
    crossing = [(u, v) for u, v in sketch.G.edges() if (u in proof.part) != (v in proof.part)]
    sketch.draw("strong", crossing)
    some = f"the {sketch.count(len(part))} in color"
    sketch.note(
        f"no edge leads out of {some}"
        if crossing
        else f"no edge joins {some} and the other {len(rest)}"
    )


def _cut_vertex(sketch: SceneBuilder, proof: CutVertex) -> None:
    _parts(sketch, [part for _, part in proof.parts])
    cuts = {cut for cut, _ in proof.parts}
    sketch.mark("removed", sketch.ordered(cuts), _CROSS)
    hang = "hangs" if len(proof.parts) == 1 else "hang"
    where = f"the crossed-out {sketch.noun}" if len(cuts) == 1 else "one crossed-out node each"
    sketch.note(f"{sketch.count(len(proof.parts), 'part')} {hang} on {where}")


def _contraction(sketch: SceneBuilder, proof: Contraction) -> None:
    H = changed_graph(sketch.G, proof.statement, home=not proof.closed)
    parts = [tight_set(H, independent) for _, independent in proof.sets]
    _parts(sketch, parts)
    for part in parts:
        sketch.draw("strong", [(u, v) for u, v in sketch.G.edges() if (u in part) != (v in part)])
    sets = "the set" if len(parts) == 1 else f"each of {len(parts)} sets"
    sketch.note(f"a cycle enters and leaves {sets} in color once, as if it were a node")


def _bipartition(sketch: SceneBuilder, proof: BipartitionImbalance) -> None:
    for kind, side in (("crowd", proof.crowd), ("rest", proof.others)):
        sketch.mark(kind, sketch.ordered(side), range(1, len(side) + 1))
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


def _toughness(sketch: SceneBuilder, proof: Toughness) -> None:
    left: nx.Graph[Any] = nx.Graph(list(sketch.G.edges()))
    left.add_nodes_from(sketch.G)
    left.remove_nodes_from(proof.removed)
    order = {v: k for k, v in enumerate(sketch.G)}
    parts = sorted(nx.connected_components(left), key=lambda part: min(order[v] for v in part))
    _parts(sketch, parts)
    sketch.mark("removed", sketch.ordered(proof.removed), _CROSS)
    removed = f"{len(proof.removed)} crossed-out {sketch.noun}{'s' * (len(proof.removed) != 1)}"
    sketch.note(f"without the {removed}: {sketch.count(len(parts), 'part')}")


def _cover_bound(sketch: SceneBuilder, proof: CoverBound) -> None:
    left: nx.Graph[Any] = nx.Graph()
    left.add_nodes_from(v for v in sketch.G if v not in proof.removed)
    gone = []
    for u, v in sketch.G.edges():
        if u in proof.removed or v in proof.removed:
            continue
        if u in proof.leaving or v in proof.entering:
            gone.append((u, v))
        else:
            left.add_edge(u, v)
    parts = list(nx.connected_components(left))
    _parts(sketch, parts)
    sketch.mark("removed", sketch.ordered(proof.removed), _CROSS)
    sketch.draw("absent", gone)
    without = []
    if proof.removed:
        nodes = f"{sketch.noun}{'s' * (len(proof.removed) != 1)}"
        without.append(f"the {len(proof.removed)} crossed-out {nodes}")
    if gone:
        without.append("the dashed edges")
    where = f"without {' and '.join(without)}: " if without else ""
    sketch.note(f"{where}{sketch.count(len(parts), 'part')}")
    if gone:
        most = len(proof.leaving) + len(proof.entering)
        sketch.note(f"a cover uses at most {most} of the dashed edges")
    for part in proof.parts:
        paths = sketch.count(math.ceil(part.bound) + 1, "path")
        sketch.note(f"the part of {sketch.count(len(part.nodes))} needs {paths}")


def _parts(sketch: SceneBuilder, parts: Sequence[Collection[Any]]) -> None:
    """Mark parts by colors and numbers."""
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
        sketch.radius = 0.4  # for two weights
        sketch.note("weights on leaving / on entering")
    letters = sketch.outline([part for part, _ in weights.sets])
    groups: dict[Number, list[str]] = {}
    for letter, (part, weight) in zip(letters, weights.sets, strict=False):
        groups.setdefault(weight, []).append(f"{letter} with home" if HOME in part else letter)
    borders = "; ".join(f"{', '.join(some)}: {_number(weight)}" for weight, some in groups.items())
    if borders:
        sketch.note(f"weights of borders: {borders}")


def _number(number: Number) -> str:
    """Return a number as text, with common fractions as one character."""
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
        pairs = [
            (net.nodes[u], net.nodes[v])
            for (u, v), mark in zip(net.edges, marks.mark, strict=True)
            if mark == verdict
        ]
        sketch.draw(kind, [pair for pair in pairs if HOME not in pair])
    tree = _branches(proof.tree, directed=sketch.G.is_directed())
    leaves = [entry for entry in proof.tree if not isinstance(entry, tuple)]
    depth = round(max((branch.at[1] for branch in tree), default=0.0))
    deep = f", at most {sketch.count(depth, 'split')} deep" if depth else ""
    sketch.note(sketch.count(len(leaves), "case") + deep)
    if any(marks.mark):
        sketch.note("in all cases: strong edges are used, dashed ones are not")
    if len(leaves) > _MOST_LEAVES:
        tree = tree[:1]
        sketch.note("the first split is on edge 1")
    elif depth:
        sketch.tree = tree
        weighed = "; w: weighed" if any(leaves) else ""
        sketch.note(f"in the tree: strong if the edge is used, dashed if not{weighed}")
    for entry, branch in zip(proof.tree, tree, strict=False):
        if isinstance(entry, tuple):
            sketch.draw("split", [entry], branch.text)


def _branches(cases: Sequence[Any], *, directed: bool) -> list[Branch]:
    """Return the tree of cases, [] if it is not one; an edge has one number throughout."""
    ahead: list[tuple[int | None, int, bool]] = [(None, 0, True)]
    found = []
    for k, case in enumerate(cases):
        if not ahead:
            return []
        found.append(ahead.pop())
        if isinstance(case, tuple):
            depth = found[-1][1] + 1
            ahead += [(k, depth, False), (k, depth, True)]
    if ahead:
        return []
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
        tree.append(Branch(parent, (across[k], depth), used, kind, text))
    return tree


def _frontier(sketch: SceneBuilder, proof: FrontierExhausted) -> None:
    n = len(proof.order)
    for k, v in enumerate(proof.order):
        sketch.mark(f"stage{k * STAGES // n + 1}", [v], [k + 1])
    sketch.note(f"no choice of edges survives along this order of the {sketch.count(n)}")


def _refutation(sketch: SceneBuilder, proof: Any) -> None:
    counts = ((proof.sets, "set"), (proof.edges, "edge"), (proof.clauses, "clause"))
    sketch.note(", ".join(sketch.count(len(items), noun) for items, noun in counts))
    sketch.outline(proof.sets)


def _disjoint(sketch: SceneBuilder, proof: DisjointRefutation) -> None:
    if proof.sets or proof.clauses:
        counts = ((proof.sets, "set"), (proof.clauses, "clause"))
        sketch.note(", ".join(sketch.count(len(items), noun) for items, noun in counts))
        sketch.outline(proof.sets)
        return
    edges = Counter(v for edge in sketch.G.edges() if are_two(*edge) for v in edge)
    few = [v for v in sketch.G if edges[v] < 2 * proof.disjoint] or list(sketch.G)
    sketch.mark("marked", few, [edges[v] for v in few])
    sketch.note(
        f"numbers of edges; {proof.disjoint} cycles have {2 * proof.disjoint} at every node"
    )


def _conditional(sketch: SceneBuilder, proof: Conditional | Ordered | Positioned) -> None:
    highlighted = []
    for pairs, kind, what in (
        (proof.require, "strong", "strong edges are to be used"),
        (proof.forbid, "absent", "dashed edges are to be avoided"),
    ):
        sketch.draw(kind, pairs)
        highlighted += [what] if pairs else []
    if highlighted:
        sketch.note(", ".join(highlighted))


def _positioned(sketch: SceneBuilder, proof: Positioned) -> None:
    for node, k in proof.positions:
        sketch.mark("marked", [node], str(k))
    if proof.crowd:
        numbers = sketch.count(len(proof.crowd), "number")
        sketch.note(f"too few nodes for {numbers}, first number {min(proof.crowd)}")
    _conditional(sketch, proof)


def _ordered(sketch: SceneBuilder, proof: Ordered) -> None:
    for places in proof.chains:
        for k, node in enumerate(places, start=1):
            sketch.mark("marked", [node], str(k))
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
    crossing = [(u, v) for u, v in sketch.G.edges() if (u in inside) != (v in inside)]
    sketch.draw("strong", crossing)
    sketch.note(
        f"no road leads out of {'the part' if len(proof.parts) == 1 else 'a part'} in color"
    )


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
    "Toughness": _toughness,
    "Unreachable": _unreachable,
    "Weighing": _weighing,
}
"""By class name; a proof of another kind is drawn as its graph and its claim."""
