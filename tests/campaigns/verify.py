"""The check of an answer that carries a length, and of its proof, which proves no more."""

import math
import re
import time
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

import networkx as nx

import icosian
from icosian import InvalidArgument, InvalidProof
from icosian.proofs import LowerBound, WalkBound
from tests.campaigns.exact import MIXED, exact, streets_of

REFUSED = re.compile("weights cannot be added|weights differ too much")
"""What some questions say about mixtures."""


class Wrong(AssertionError):
    """An answer is not what it must be: how, and what was found."""


def ensure(truth, kind, *found):
    if not truth:
        raise Wrong(kind, *found)


def verify(trial):
    """Raise an error unless the library is right, and so are its proofs; return the seconds."""
    given, best, began = trial.subject.given, trial.best, time.perf_counter()
    try:
        answers = trial.ask()
    except getattr(icosian, trial.absent) as error:
        seconds = time.perf_counter() - began
        ensure(not best, "a tour is denied", best)
        if isinstance(given, icosian.Places) and not isinstance(error.proof, LowerBound):
            kind = nx.DiGraph if given.directed else nx.Graph
            given = nx.complete_graph(given.nodes, create_using=kind)
        about = {"weight": error.proof.weight} if "longest" in trial.name else {}
        error.proof.check(given, **about)
        return seconds
    except InvalidArgument as error:
        if trial.family == MIXED and REFUSED.search(str(error)):
            return 0
        raise
    seconds = time.perf_counter() - began
    if trial.name == "dijkstra":
        distances = {v: exact(far) for v, far in answers[0].distances.items()}
        ensure(distances == {v: far for v, (far, _) in best.items()}, "distances", distances)
        for v, (_, paths) in best.items():
            ensure(sorted(answers[0].paths(v)) == paths, "paths", v, [*answers[0].paths(v)], paths)
        return seconds
    lengths = [getattr(answer, "cost", answer.length) for answer in answers]
    ensure(len(answers) == len(best), "number of tours", lengths, best)
    for answer, cost, true in zip(answers, lengths, best, strict=True):
        ensure(same(cost, true), "length", cost, true)
        ensure(answer.is_optimal and answer.gap == 0, "not optimal", cost, answer.bound)
        ensure(answer.bound == cost, "bound", answer.bound, cost)
        ensure("proved to be the" in answer.explain(), "explanation", answer.explain())
        verify_steps(trial, answer, true)
        verify_proof(trial, answer, true)
    key = tuple if trial.subject.directed else frozenset
    made = {(frozenset(answer), frozenset(map(key, steps_of(answer)))) for answer in answers}
    ensure(len(made) == len(answers), "a tour comes twice")
    return seconds


def same(number, true):
    """Return True if a number is the true one, or the float nearest to it."""
    return number == (float(true) if isinstance(number, float) else true)


def steps_of(answer):
    around = answer.is_closed and not isinstance(answer, icosian.routes.Walk) and len(answer) > 1
    return list(pairwise([*answer, answer[0]] if around else answer))


def verify_steps(trial, answer, true):
    """Raise an error unless the steps of an answer, and what it leaves out, have the cost."""
    G, lengths = trial.subject.given, [trial.subject.ways.get(step) for step in steps_of(answer)]
    if trial.name == "routes.postman_walk":
        all_streets, turned = streets_of(G), partial(map, tuple if G.is_directed() else undirected)
        streets = dict(zip(turned(all_streets), all_streets.values(), strict=True))
        passed = list(turned(answer.edges(keys=G.is_multigraph())))
        asked = set(turned(trial.options.get("edges", all_streets)))
        lengths = [streets[edge] for edge in passed]
        extra = true - sum(streets[edge] for edge in asked)
        ensure(asked <= set(passed), "a street is left out", passed)
        ensure(same(answer.extra, extra), "extra", answer.extra, extra)
    prizes = trial.options.get("prizes", {})
    length = trial.measure(lengths) if lengths else 0
    lost = sum(exact(prize) for v, prize in prizes.items() if v not in answer)
    ensure(length + lost == true, "steps", length, lost)
    ensure(same(answer.length, length), "length without prizes", answer.length, length)


def undirected(edge):
    return frozenset(edge[:2]), *edge[2:]


def verify_proof(trial, answer, true):
    """Raise an error unless a proof holds, and does not if its bound is a little stronger."""
    sign, weight = (-1, {"weight": "weight"}) if "longest" in trial.name else (1, {})
    if answer.proof is None and len({*answer}) == 1:
        return
    ensure(answer.proof.bound == true, "bound of the proof", answer.proof.bound, true)
    answer.proof.check(trial.subject.given, **weight)
    unit = Fraction(1, math.lcm(*(way.denominator for way in trial.subject.ways.values())))
    for step in (unit, Fraction(1, 10**400)):
        try:
            stronger(answer.proof, sign * step).check(trial.subject.given, **weight)
        except InvalidProof:
            continue
        raise Wrong("a false bound is accepted", step)


def stronger(proof, step):
    """Return a proof whose bound is stronger by a step."""
    if isinstance(proof, WalkBound):
        return replace(proof, inner=stronger(proof.inner, step))
    return replace(proof, bound=proof.bound + step)
