"""Hamiltonian cycles and paths: the functions that find one, or prove that there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx

from icosian._run.limits import Clock, Limits, TimeIsUp, Watch, Workers, hinted
from icosian.exceptions import (
    HamiltonianCycleExists,
    HamiltonianPathExists,
    InvalidArgument,
    NoClausalForm,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NoPseudoBooleanForm,
    SearchLimitReached,
    no_tour,
)
from icosian.proofs import Clausal, Proof, PseudoBoolean
from icosian.proofs.claim import ON_EDGES, Claim, beyond
from icosian.tours.problem import Problem, check_together, conditions_in
from icosian.tours.solve.clauses import satisfy
from icosian.tours.solve.outcome import answer, answer_or_race, other_tour
from icosian.tours.solve.portfolio import EXPORTABLE, METHODS
from icosian.tours.tour import N, Tour


@hinted
def is_hamiltonian(
    G: nx.Graph[Any],
    *,
    executor: Workers = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> bool:
    """Decide whether a graph has a Hamiltonian cycle.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_cycle`.

    Returns
    -------
    bool
        The tour and the proof come from the functions that return them.

    Raises
    ------
    SearchLimitReached
        If the time is over, so that the answer is not known.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; also for the null graph.

    See Also
    --------
    is_traceable : The same for paths.
    is_hamiltonian_cycle : Check a given cycle.
    hamiltonian_cycle : Find a cycle, with conditions.
    prove_no_hamiltonian_cycle : The reason why there is none.

    Notes
    -----
    The methods and their cost are those of :func:`hamiltonian_cycle`. A cycle has at least 3
    nodes, 2 in a digraph.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> icosian.is_hamiltonian(nx.complete_bipartite_graph(2, 3))
    False
    """
    try:
        hamiltonian_cycle(G, executor=executor, timeout=timeout, seed=seed, progress=progress)
    except NoHamiltonianCycle:
        return False
    return True


@hinted
def is_traceable(
    G: nx.Graph[Any],
    *,
    executor: Workers = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> bool:
    """Decide whether a graph has a Hamiltonian path.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_path`.

    Returns
    -------
    bool
        The tour and the proof come from the functions that return them.

    Raises
    ------
    SearchLimitReached
        If the time is over, so that the answer is not known.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; also for the null graph.

    See Also
    --------
    is_hamiltonian : The same for cycles.
    is_hamiltonian_path : Check a given path.
    hamiltonian_path : Find a path, with given ends and other conditions.
    prove_no_hamiltonian_path : The reason why there is none.

    Examples
    --------
    The Petersen graph is traceable, but not Hamiltonian:

    >>> import networkx as nx, icosian
    >>> G = nx.petersen_graph()
    >>> icosian.is_traceable(G), icosian.is_hamiltonian(G)
    (True, False)
    """
    try:
        hamiltonian_path(G, executor=executor, timeout=timeout, seed=seed, progress=progress)
    except NoHamiltonianPath:
        return False
    return True


# -- Proofs for other checkers: where a kind has no such form, a refutation of the same claim


def export_proof(
    proof: Proof,
    G: nx.Graph[Any],
    *,
    clauses: bool = False,
    timeout: float | None = None,
    progress: Watch = None,
) -> PseudoBoolean | Clausal:
    """Return the form of a proof, or else of a refutation by a SAT solver."""
    try:
        return proof.to_lrat(G) if clauses else proof.to_pseudo_boolean(G)
    except (NoPseudoBooleanForm, NoClausalForm) as error:
        claim = proof.statement
        if beyond(claim, ON_EDGES):
            raise
        proof.check(G)  # the claim is true, whatever its proof
        refutation = _refutation(claim, G, Clock(timeout, progress))
        if refutation is None:
            raise type(error)(
                f"{error}, and in {EXPORTABLE.limit:,} steps a SAT solver found no other proof"
            ) from None
        return refutation.to_lrat(G) if clauses else refutation.to_pseudo_boolean(G)


def _refutation(claim: Claim, G: nx.Graph[Any], clock: Clock) -> Proof | None:
    """Return an unchecked refutation of a claim, or None after the steps of the table."""
    problem = Problem.of(G, **{name: getattr(claim, name) for name in ON_EDGES})
    try:
        found = satisfy(problem.unconditional, clock, limit=EXPORTABLE.limit)
    except TimeIsUp:
        raise SearchLimitReached(
            f"no proof with a form for other checkers after {clock.seconds:.3g} s",
            stats=clock.stats("sat"),
        ) from None
    if not isinstance(found, Proof):
        return None
    return found if problem.unconditional is problem else problem.conditional(found)


# -- Public functions that find a tour or prove that none exists


@hinted
def hamiltonian_cycle(
    G: nx.Graph[N],
    start: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    order: Iterable[Iterable[Any]] = (),
    exclusive: Iterable[Iterable[tuple[Any, Any]]] = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    method: str = "auto",
    executor: Workers = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Tour[N]:
    """Return a Hamiltonian cycle: a closed tour that visits every node once.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start : node, optional
        The node that the tour is numbered from; on a board also the name of a square.
    require, forbid : iterable of (node, node), optional
        Edges that the tour must use, and edges that it must not use; in a digraph the direction
        counts.
    positions : mapping of node to int, optional
        Numbers of nodes on the tour, from 1, the number of ``start``; for "auto" only.
    order : iterable of iterables of nodes, optional
        Chains: the tour visits the nodes of each in its order, with others in between; for "auto"
        only. A cycle with an order needs a start.
    exclusive : iterable of pairs of edges, optional
        Of the two edges of each pair the tour uses at most one, such as crossing moves on a board;
        for "auto" only.
    symmetric : str or mapping of nodes, optional
        A symmetry that maps the tour to itself, for "auto" only: "half-turn", "quarter-turn",
        "left-right", "top-bottom", "diagonal" or "antidiagonal" of a plane board, or of any graph
        the images of the nodes that an automorphism moves.
    method : {"auto", "rotations", "forcing", "frontier", "cdcl", "sat", "backtrack"}
        "auto" chooses and combines; the others name one method. Rotations never end where there is
        no cycle, unless a simple reason is seen at once.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where methods race, one for each worker, if "auto" has no answer soon; the first answer
        counts. The verdict does not depend on the race, but the tour or proof does. A callable
        makes an executor.
    timeout : float, optional
        Seconds after which to give up. Compiling the kernels, once on a machine, does not count.
    seed : int, optional
        Seed of all random choices; the same graph and seed give the same tour, without a race.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Tour
        A closed tour, checked against ``G``.

    Raises
    ------
    NoHamiltonianCycle
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over; ``.cover`` holds the fewest paths through all nodes that were found,
        ``.partial`` the longest of them.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_path : Open tours.
    prove_no_hamiltonian_cycle : The same question, expecting a no.
    knights_tour : Boards of millions of squares, without a graph.

    Notes
    -----
    Degrees, connectivity and parity are looked at first. Then a path cover by Warnsdorff's rule
    is repaired by rotations [1]_. If that fails, rules for edges and cuts of two edges contract the
    graph and divide it, and a frontier search, a conflict-driven search and a SAT solver
    decide. Deciding is NP-complete: easy graphs take time about linear in their size, hard ones can
    take exponential time.

    Edges to use are cut in two by a further node, so conditions on edges cost little. Where
    ``positions`` are given, a SAT solver decides, with up to n² variables for n nodes: puzzles of
    some hundred nodes take milliseconds if a tenth of them has numbers. With an ``order``, it has a
    variable for each edge, and for each node and node of a chain; the proof is an
    :class:`icosian.proofs.Ordered`, or one of the question without the order. So it does with
    ``exclusive`` edges, which are clauses.
    For a symmetry an edge and its image are used alike: a
    :class:`icosian.proofs.SymmetricRefutation`.

    References
    ----------
    .. [1] Lajos Posa, Hamiltonian circuits in random graphs, Discrete Mathematics 14 (1976),
       359-364.

    Examples
    --------
    The Icosian Game, Hamilton's puzzle of 1857:

    >>> import networkx as nx, icosian
    >>> tour = icosian.hamiltonian_cycle(nx.dodecahedral_graph(), 0)
    >>> icosian.is_hamiltonian_cycle(nx.dodecahedral_graph(), tour)
    True

    The first five letters were given, and the players had to go on:

    >>> given = {0: 1, 1: 2, 8: 3, 9: 4, 13: 5}
    >>> icosian.hamiltonian_cycle(nx.dodecahedral_graph(), positions=given)[:5]
    (0, 1, 8, 9, 13)

    Or only an order was:

    >>> tour = icosian.hamiltonian_cycle(nx.dodecahedral_graph(), 0, order=[(13, 8, 1)])
    >>> tour.index(13) < tour.index(8) < tour.index(1)
    True

    A knight's tour that looks the same after a quarter turn:

    >>> tour = icosian.knight_graph(6).hamiltonian_cycle(symmetric="quarter-turn")
    >>> {(c, 5 - r) for r, c in tour[::9]} == {tour[(9 * k + 9) % 36] for k in range(4)}
    True
    """
    limits = Limits.of(locals())
    return _find(Problem.of(G, closed=True, **conditions_in(locals())), method, limits)


@hinted
def hamiltonian_path(
    G: nx.Graph[N],
    start: Any = None,
    end: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    order: Iterable[Iterable[Any]] = (),
    exclusive: Iterable[Iterable[tuple[Any, Any]]] = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    method: str = "auto",
    executor: Workers = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Tour[N]:
    """Return a Hamiltonian path: an open tour that visits every node once.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default,
        or as a drawn board marks them.
    require, forbid, positions, order, exclusive, symmetric : optional
        As for :func:`hamiltonian_cycle`.
    method : {"auto", "warnsdorff", "rotations", "forcing", "frontier", "cdcl", "sat", "backtrack"}
        "auto" chooses and combines; the others name one method.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_cycle`.

    Returns
    -------
    Tour
        An open tour, checked against ``G``. One node is a path of length 0.

    Raises
    ------
    NoHamiltonianPath
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over; ``.cover`` holds the fewest paths through all nodes that were found,
        ``.partial`` the longest of them.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_cycle : Closed tours, and notes on the methods.
    warnsdorff_path : The rule alone.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> icosian.hamiltonian_path(nx.petersen_graph(), start=0, end=2)
    <open tour of 10 nodes from 0 to 2>

    An edge to use leaves no choice on a ring:

    >>> list(icosian.hamiltonian_path(nx.cycle_graph(5), 0, require=[(0, 4)]))
    [0, 4, 3, 2, 1]
    """
    limits = Limits.of(locals())
    return _find(Problem.of(G, closed=False, **conditions_in(locals())), method, limits)


@hinted
def prove_no_hamiltonian_cycle(
    G: nx.Graph[Any],
    start: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    order: Iterable[Iterable[Any]] = (),
    exclusive: Iterable[Iterable[tuple[Any, Any]]] = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    besides: Iterable[Iterable[Any]] = (),
    executor: Workers = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Proof:
    """Return a proof that a graph has no Hamiltonian cycle.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    start : node, optional
        The node that ``positions`` and ``order`` are counted from.
    require, forbid, positions, order, exclusive, symmetric : optional
        As for :func:`hamiltonian_cycle`.
    besides : sequence of tours
        Known ones; then the proof is that there is no other one. A tour has the same edges in both
        directions, except in digraphs.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_cycle`.

    Returns
    -------
    Proof
        Checked against ``G``; ``check(G)`` does it again, ``explain()`` tells it.

    Raises
    ------
    HamiltonianCycleExists
        If there is one, or another one; ``.tour`` is it.
    SearchLimitReached
        If the time is over.
    NotANode, InvalidTour, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_cycle : The same question, expecting a yes.
    has_unique_hamiltonian_cycle : Ask whether there is just one.

    Examples
    --------
    >>> import icosian
    >>> proof = icosian.prove_no_hamiltonian_cycle(icosian.knight_graph(7))
    >>> proof.check(icosian.knight_graph(7))

    That a cycle is the only one:

    >>> import networkx as nx
    >>> ring = nx.cycle_graph(6)
    >>> ring.add_edge(0, 3)
    >>> proof = icosian.prove_no_hamiltonian_cycle(ring, besides=[range(6)])
    >>> print(proof.explain())
    There is no Hamiltonian cycle besides the known one: ...
    """
    return _prove(Problem.of(G, closed=True, **conditions_in(locals())), Limits.of(locals()))


@hinted
def prove_no_hamiltonian_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    order: Iterable[Iterable[Any]] = (),
    exclusive: Iterable[Iterable[tuple[Any, Any]]] = (),
    symmetric: str | Mapping[Any, Any] | None = None,
    besides: Iterable[Iterable[Any]] = (),
    executor: Workers = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Proof:
    """Return a proof that a graph has no Hamiltonian path with these ends.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    start, end : node, optional
        The ends of the path; free by default, or as a drawn board marks them.
    require, forbid, positions, order, exclusive, symmetric : optional
        As for :func:`hamiltonian_cycle`.
    besides : sequence of tours
        Known ones; then the proof is that there is no other one. A tour has the same edges in both
        directions, except in digraphs.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_cycle`.

    Returns
    -------
    Proof
        Checked against ``G``; ``check(G)`` does it again, ``explain()`` tells it.

    Raises
    ------
    HamiltonianPathExists
        If there is one, or another one; ``.tour`` is it.
    SearchLimitReached
        If the time is over.
    NotANode, InvalidTour, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_path : The same question, expecting a yes.
    has_unique_hamiltonian_path : Ask whether there is just one.

    Examples
    --------
    >>> import icosian
    >>> print(icosian.prove_no_hamiltonian_path(icosian.knight_graph(4), "a1", "c1").explain())
    There is no Hamiltonian path from a1 to c1: ...
    """
    return _prove(Problem.of(G, closed=False, **conditions_in(locals())), Limits.of(locals()))


@hinted
def has_unique_hamiltonian_cycle(
    G: nx.Graph[Any],
    start: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    order: Iterable[Iterable[Any]] = (),
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> bool:
    """Return True if there is exactly one Hamiltonian cycle under the conditions.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    start : node, optional
        The node that ``positions`` and ``order`` are counted from.
    require, forbid, positions, order, timeout, seed, progress : optional
        As for :func:`hamiltonian_cycle`.

    Returns
    -------
    bool
        True if all such cycles have the same edges; in an undirected graph both directions are
        the same cycle.

    Raises
    ------
    NoHamiltonianCycle
        If there is none at all.
    SearchLimitReached
        If the time is over; ``.partial`` is the first one, if it was found.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_cycle : The cycle.
    has_unique_hamiltonian_path : The same for open tours, with notes.

    Examples
    --------
    Smith proved that no cubic graph has just one; add an edge to a ring, and there is one:

    >>> import networkx as nx, icosian
    >>> icosian.has_unique_hamiltonian_cycle(nx.dodecahedral_graph())
    False
    >>> ring = nx.cycle_graph(6)
    >>> ring.add_edge(0, 3)
    >>> icosian.has_unique_hamiltonian_cycle(ring)
    True
    """
    return _is_unique(Problem.of(G, closed=True, **conditions_in(locals())), Limits.of(locals()))


@hinted
def has_unique_hamiltonian_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    positions: Mapping[Any, int] | None = None,
    order: Iterable[Iterable[Any]] = (),
    timeout: float | None = None,
    seed: int | None = None,
    progress: Watch = None,
) -> bool:
    """Return True if there is exactly one Hamiltonian path under the conditions.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    start, end : node, optional
        The ends of the path; free by default, or as a drawn board marks them.
    require, forbid, positions, order, timeout, seed, progress : optional
        As for :func:`hamiltonian_cycle`.

    Returns
    -------
    bool
        True if all such paths have the same edges; in an undirected graph a path and its reverse
        are the same.

    Raises
    ------
    NoHamiltonianPath
        If there is none at all.
    SearchLimitReached
        If the time is over; ``.partial`` is the first one, if it was found.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    hamiltonian_path : The path.

    Notes
    -----
    The search ends at the second tour, which is looked for first without an edge of the first one.
    Before it says yes, it has proved that there is no second one, and checked that;
    :func:`prove_no_hamiltonian_path` with ``besides`` returns such a proof. Sheehan's graph of 300
    nodes, which has as many edges as a graph with a single cycle can have, takes about a second.

    Examples
    --------
    A Hidato: the squares of a board are numbered by a king's tour, and some numbers are given.

    >>> import icosian
    >>> board = icosian.king_graph(3)
    >>> board.has_unique_hamiltonian_path("a3", positions={"b2": 3, "c1": 6})
    False
    >>> board.has_unique_hamiltonian_path("a3", positions={"b2": 3, "c1": 6, "c3": 8})
    True
    """
    return _is_unique(Problem.of(G, closed=False, **conditions_in(locals())), Limits.of(locals()))


def _find(problem: Problem, method: str, limits: Limits) -> Tour:
    """Check the method against the problem, and return a tour."""
    if not isinstance(method, str) or method not in METHODS:
        raise InvalidArgument(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    asked = problem.conditions
    check_together(
        method="" if method == "auto" else method,
        warnsdorff=method == "warnsdorff",
        executor=limits.executor is not None,
        closed=asked.closed,
        end=asked.end,
        require=asked.require,
        order=asked.chains,
        positions=asked.positions,
        exclusive=asked.exclusive,
        symmetric=asked.symmetry,
    )
    if method == "auto":
        found = answer_or_race(problem, limits)
    else:
        found = answer(problem, limits.clock, method=method, seed=limits.seed)
    if isinstance(found, Proof):
        raise no_tour(found)
    return found


def _prove(problem: Problem, limits: Limits) -> Proof:
    found = answer_or_race(problem, limits, readable=True)
    if isinstance(found, Proof):
        return found
    raise (HamiltonianCycleExists if problem.closed else HamiltonianPathExists)(found)


def _is_unique(problem: Problem, limits: Limits) -> bool:
    clock = limits.clock
    first = answer(problem, clock, seed=limits.seed)
    if isinstance(first, Proof):
        raise no_tour(first)
    try:
        return not isinstance(other_tour(problem, first, clock, seed=limits.seed), Tour)
    except SearchLimitReached as error:
        raise SearchLimitReached(
            f"one tour was found; {clock.over}: there was no other, and no proof that none is",
            stats=error.stats,
            partial=tuple(first),
        ) from None
