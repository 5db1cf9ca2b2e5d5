"""Contraction of forced paths, and division at cuts of two edges.

A cycle of the whole consists of a cycle of each piece and of the edges given away on the way: every
cycle uses those.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import csr_from_edges
from icosian._kernels import forcing
from icosian._run.clock import Clock
from icosian.tours.edge_cuts import cut_labels, started
from icosian.tours.normal_form import NormalForm, ring

SMALLEST = 4
"""The vertices of the smallest form that is made; a smaller one need not be a graph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPiece:
    """A form that stands for a part of another one."""

    form: NormalForm
    """The form. A fixed edge of it may stand for a path."""
    names: NDArray[np.int64]
    """Its vertices in the whole, shape (form.size,); -1: a joint, for all that is elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPieces:
    """What is left to be solved of a form."""

    pieces: tuple[FormPiece, ...]
    """A cycle of each makes a cycle of the whole."""
    given: NDArray[np.int64]
    """Edges that every cycle of the whole uses, with those of paths and joints, shape (k, 2)."""

    def unite(self, cycles: list[NDArray[np.int32]]) -> NDArray[np.int32]:
        """Return a Hamiltonian cycle of the whole from one of each piece."""
        found = [self.given]
        for piece, cycle in zip(self.pieces, cycles, strict=True):
            pairs = np.column_stack((cycle, np.roll(cycle, -1))).astype(np.int64)
            found.append(_own(piece, pairs))
        return ring(np.concatenate(found))


def simplified(form: NormalForm, clock: Clock) -> FormPieces | None:
    """Take a form apart as far as rules and cuts of two edges lead; None if there is no cycle."""
    whole = FormPiece(form=form, names=np.arange(form.size, dtype=np.int64))
    fixed = np.flatnonzero(form.mate > np.arange(form.size))
    todo, done = [(whole, _contracted)], []
    given = [np.column_stack((fixed, form.mate[fixed])).astype(np.int64)]
    # Contracted paths can leave new cuts of two edges, and a division new edges that are forced, so
    # the two steps take turns on a piece until it is not divided any more.
    while todo:
        # 1. Take a step with a piece; no cycle of the piece, no cycle at all.
        clock.tick("reduction")
        piece, step = todo.pop()
        parts = step(piece.form, clock)
        if parts is None:
            return None
        # 2. Keep the edges that every cycle uses, by the names of the whole.
        given.append(_own(piece, parts.given))
        # 3. Decide on the next step of what came of it; a piece that stays whole is done.
        for part in parts.pieces:
            names = np.append(piece.names, -1)[part.names]
            after = FormPiece(form=part.form, names=names)
            if step is _contracted:
                todo.append((after, _divided))
            elif len(parts.pieces) > 1:
                todo.append((after, _contracted))
            else:
                done.append(after)
    done.sort(key=lambda piece: piece.form.size)
    return FormPieces(pieces=tuple(done), given=np.concatenate(given))


def _own(piece: FormPiece, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return edges of a piece by the names of the whole, without what only stands for others."""
    named = piece.names[pairs]
    fixed = piece.form.mate[pairs[:, 0]] == pairs[:, 1]
    kept: NDArray[np.int64] = named[~fixed & (named >= 0).all(axis=1)]
    return kept


def _contracted(form: NormalForm, clock: Clock) -> FormPieces | None:
    """Follow the rules; paths of used edges become fixed edges."""
    edges = form.edges()
    everything = np.arange(form.size, dtype=np.int64)
    run = started(form, edges, room=0)
    clock.tick("reduction")
    run[-1][forcing.PAUSE] = 1
    status = clock.run("reduction", run)
    if status == forcing.EXHAUSTED:
        return None
    mark = run.arrays()[0][forcing.MARK :: forcing.EDGE]
    used = edges[mark == forcing.USED].astype(np.int64)
    if status == forcing.FOUND:
        return FormPieces(pieces=(), given=used)
    # A cycle of the rest passes each path of used edges once, so one fixed edge stands for it.
    ends, inside = _paths(form.size, used)
    vertices = everything[~inside]
    if len(vertices) < SMALLEST:
        used = used[:0]
        return FormPieces(pieces=(FormPiece(form=form, names=everything),), given=used)
    number = np.cumsum(~inside) - 1
    left = np.concatenate((edges[mark == forcing.OPEN], ends))
    piece = _form(len(vertices), number[left], number[ends])
    return FormPieces(pieces=(FormPiece(form=piece, names=vertices),), given=used)


def _paths(n: int, used: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the ends of the paths that edges form, and who is inside of one."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(used), np.int8)
    graph = csr_array((ones, (used[:, 0], used[:, 1])), shape=(n, n))
    _, path = connected_components(graph, directed=False)
    uses = np.bincount(used.ravel(), minlength=n)
    ends = np.flatnonzero(uses == 1)
    return ends[np.argsort(path[ends], kind="stable")].reshape(-1, 2), uses == 2


def _form(n: int, edges: NDArray[np.int64], fixed: NDArray[np.int64]) -> NormalForm:
    arrays = csr_from_edges(n, edges[:, 0], edges[:, 1])
    mate = np.full(n, -1, np.int32)
    mate[fixed[:, 0]], mate[fixed[:, 1]] = fixed[:, 1], fixed[:, 0]
    root = int(np.argmin(np.diff(arrays.indptr)))
    return NormalForm(indptr=arrays.indptr, indices=arrays.indices, mate=mate, root=root)


def _divided(form: NormalForm, clock: Clock) -> FormPieces | None:
    """Take a form apart at its cuts of two edges; a joint in each part stands for the others."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n, edges = form.size, form.edges().astype(np.int64)
    everything = np.arange(n, dtype=np.int64)
    whole = FormPieces(pieces=(FormPiece(form=form, names=everything),), given=edges[:0])
    # 1. A cycle uses all edges of a group: without any two of them the graph falls apart. Between
    #    two of them that follow each other it passes one part, and all of it.
    groups = _cuts(form, clock)
    clock.tick("reduction", n)
    if not groups:
        return whole
    cut = np.zeros(len(edges), bool)
    for group in groups:
        cut[group] = True
    inner = edges[~cut]
    graph = csr_array((np.ones(len(inner), np.int8), (inner[:, 0], inner[:, 1])), shape=(n, n))
    count, part = connected_components(graph, directed=False)
    # 2. In that part, the two ends of these edges are joined by a vertex for all that is elsewhere.
    joints: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for group in groups:
        ends = edges[group].ravel()
        paired = ends[np.argsort(part[ends], kind="stable")].reshape(-1, 2)
        for u, v in paired.tolist():
            joints[part[u]].append((u, v))
            if part[u] != part[v]:
                return whole  # labels that are equal by chance
    # 3. Make the parts; one whose two ends are the same vertex cannot be passed.
    members = np.split(np.argsort(part, kind="stable"), np.cumsum(np.bincount(part))[:-1])
    order = np.argsort(part[inner[:, 0]], kind="stable")
    sizes = np.bincount(part[inner[:, 0]], minlength=count)
    rows = np.split(inner[order], np.cumsum(sizes)[:-1])
    pieces = []
    for vertices, own, pairs in zip(members, rows, joints, strict=True):
        if len(vertices) > 1:
            if any(u == v for u, v in pairs):
                return None
            pieces.append(_joined(form, vertices, own, pairs))
    fixed = edges[~cut & (form.mate[edges[:, 0]] == edges[:, 1])]
    return FormPieces(pieces=tuple(pieces), given=np.concatenate((edges[cut], fixed)))


def _joined(
    form: NormalForm,
    vertices: NDArray[np.int64],
    edges: NDArray[np.int64],
    pairs: list[tuple[int, int]],
) -> FormPiece:
    """Return a part with a joint between the two vertices where a cut leaves it, for each cut."""
    number = np.full(form.size + 1, -1, np.int64)
    number[vertices] = np.arange(len(vertices))
    names = np.concatenate((vertices, np.full(len(pairs), -1)))
    joints = np.arange(len(vertices), len(names))
    ends = number[np.array(pairs, np.int64)]
    ways = np.concatenate(
        (np.column_stack((ends[:, 0], joints)), np.column_stack((ends[:, 1], joints)))
    )
    fixed = number[edges[form.mate[edges[:, 0]] == edges[:, 1]]]
    return FormPiece(
        form=_form(len(names), np.concatenate((number[edges], ways)), fixed), names=names
    )


def _cuts(form: NormalForm, clock: Clock) -> list[NDArray[np.int64]]:
    """Return groups of edges any two of which are a cut."""
    labels = cut_labels(form, clock)
    if labels is None or (labels == 0).any():
        return []
    ranked = np.argsort(labels, kind="stable")
    first = np.flatnonzero(np.diff(labels[ranked], prepend=-1))
    length = np.diff(first, append=len(labels))
    several = length > 1
    return [
        ranked[k : k + size]
        for k, size in zip(first[several].tolist(), length[several].tolist(), strict=True)
    ]
