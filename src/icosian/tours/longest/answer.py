"""Answer questions about longest paths and cycles: a checked tour with a checked bound."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import networkx as nx

from icosian._arrays.weights import known_weight
from icosian._io.memory import collector_paused
from icosian._run.clock import Clock, TimeIsUp
from icosian._run.pool import opened
from icosian.exceptions import InvalidArgument, InvalidTour, NoCycle, NoPath
from icosian.proofs import Computed, LongestBound
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.checking import check_proof, check_tour
from icosian.tours.longest.longest_tour import LongestTour
from icosian.tours.longest.network import Edge, Network
from icosian.tours.longest.optimize import solve
from icosian.tours.problem import Problem
from icosian.tours.shortest.answer import Limits, evidence_of, form_of, plain
from icosian.tours.shortest.problem.cycle_problem import Solution
from icosian.tours.shortest.problem.lengths import Lengths, Weight, graph_lengths
from icosian.tours.solve.methods import Found, Search
from icosian.tours.solve.portfolio import METHODS

LARGEST = 1 << 1000
"""The largest sum of gains; floats hold it."""


def longest(
    G: nx.Graph[Any], question: dict[str, Any], weight: Weight, limits: Limits
) -> LongestTour:
    """Answer a question: solve its network, and check what comes of it."""
    clock, seed = limits.clock, limits.seed
    problem = Problem.of(G, **question)
    weight = known_weight(G, weight, usual=None)
    lengths = graph_lengths(G, weight, max)
    counts = weight is None
    if problem.size == 1 and not problem.closed:
        length = int(counts)
        return LongestTour(
            problem.nodes, is_closed=False, length=length, bound=length, is_optimal=True, G=G
        )
    common = math.gcd(*lengths.exact) or 1
    if sum(map(abs, lengths.exact)) // common > LARGEST:
        raise InvalidArgument("weights differ too much: a search cannot add them as floats")
    shift = counts and not problem.closed  # a path of k edges has k + 1 nodes

    def number(value: int, *, up: bool = False) -> Any:
        units = common * value + shift
        if up and lengths.unit.kind is float:
            return -lengths.unit.number(-units, down=True)
        return lengths.unit.number(units)

    def report(value: int, bound: float) -> None:
        clock.stage = f"length {number(value)}"
        if bound < math.inf:
            clock.stage += f", at most {number(math.floor(bound), up=True)}"

    network = _network(problem, lengths, common, counts=counts)
    with collector_paused(), opened(limits.executor) as pool:
        spanning = partial(_spanning, problem, clock, seed)
        method, solution = solve(network, clock, seed, spanning, report, pool)
    value, most = -solution.length, -solution.bound
    bound = (common * most + shift) * lengths.unit.size
    proof = _proof(problem, solution, bound, weight, len(lengths.hidden))
    check_proof(G, proof, Clock(), weight=None if proof.weight is None else weight)
    if not solution.tour:
        raise (NoCycle if problem.closed else NoPath)(proof)
    # A single place is a path that home does not close.
    is_single = len(solution.tour) == 1
    order = solution.tour if is_single else network.form.decoded(solution.tour)
    _check(problem, lengths, order, common * value)
    is_longest = most == value
    return LongestTour(
        [problem.nodes[v] for v in order],
        is_closed=problem.closed,
        length=number(value),
        bound=number(most, up=not is_longest),
        is_optimal=is_longest,
        proof=proof,
        G=G,
        stats=clock.stats(method),
    )


def _network(problem: Problem, lengths: Lengths, common: int, *, counts: bool) -> Network:
    """Return the network of a question."""
    pairs = map(tuple, lengths.pairs.tolist())
    gains: dict[Edge, int] = {
        pair: gain // common for pair, gain in zip(pairs, lengths.exact, strict=True)
    }
    return Network.of(form_of(problem), gains, counts=counts)


def _spanning(
    asked: Problem, clock: Clock, seed: int, without: int | None = None
) -> list[int] | None:
    """Return a tour of all nodes, or of all but one, with home, if rotations find one soon."""
    problem = asked
    if without is not None:
        first, last = (None if v is None else asked.nodes[v] for v in (asked.start, asked.end))
        H = asked.G.subgraph(v for k, v in enumerate(asked.nodes) if k != without)
        problem = Problem.of(H, closed=asked.closed, start=first, end=last)
    try:
        if problem.is_tiny or cheap_proof(problem, clock) is not None:
            return None
        search = Search(problem, clock, seed)
        found = search.attempt(next(METHODS["rotations"](search)))
    except TimeIsUp:
        return None
    if not isinstance(found, Found) or found.cycle is None:
        return None
    order = [asked.index[problem.nodes[v]] for v in problem.form.decode(found.cycle).tolist()]
    return order if asked.closed else [asked.size, *order]


def _check(problem: Problem, lengths: Lengths, order: list[int], total: int) -> None:
    """Raise :exc:`InvalidTour` unless nodes are a path or cycle of a length, with its ends."""
    closed = problem.closed
    nodes = [problem.nodes[v] for v in order]
    check_tour(problem.G.subgraph(nodes), nodes, closed=closed)
    if problem.start not in (None, order[0]) or problem.end not in (None, order[-1]):
        raise InvalidTour("the path does not have the ends given")
    known = lengths.known()
    steps = list(pairwise([*order, order[0]] if closed else order))
    if not all(step in known for step in steps):
        raise InvalidTour("an edge without a weight is used")
    if sum(known[step] for step in steps) != total:
        raise InvalidTour("the length is not that of the edges")


def _proof(
    problem: Problem, solution: Solution, bound: Fraction, weight: Weight, hidden: int
) -> LongestBound:
    """Return the certificate of a bound, unchecked."""
    name = Computed() if callable(weight) else weight
    if not solution.tour and not hidden:  # nothing exists, whatever the weights are
        name, bound = None, Fraction(0)
    evidence = evidence_of(solution, Fraction(1))
    weights = (  # most places are in no case that is left: no potential differs from 0
        dual if any(dual.potentials) else replace(dual, potentials=())
        for dual in evidence["weights"]
    )
    return problem.certificate(
        LongestBound,
        **evidence | {"bound": plain(bound), "weights": tuple(weights)},
        nodes=tuple(problem.nodes),
        weight=name,
        hidden=hidden,
    )
