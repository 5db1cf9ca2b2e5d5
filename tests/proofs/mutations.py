"""One engine of mutations for all kinds: what still holds after a change is true.

A change that only makes a certificate malformed shows that its form is checked, and nothing about
its theorem. So each change is counted by how the check ends: before the arithmetic of its kind, in
it, or with the answer that the certificate holds.
"""

import json
import re
from collections import Counter
from functools import cache
from itertools import islice

import networkx as nx
from naive import has_tour, tours
from together import rounds
from true_certificates import kind, named

from icosian import InvalidProof, Proof

UNREAD, MALFORMED, REACHED, HELD = "unread", "malformed", "reached", "held"
ARITHMETIC = {
    "AlternatingParity": r"no factor|no tour uses|not those of|number of|more than two",
    "BipartitionImbalance": r"joins two nodes of the crowded side|not too many",
    "Cases": r"left open|left out|more cases|the rules close",
    "Contraction": r"not one more|are neighbors|nodes are left",
    "CutVertex": r"leads (out of|into) a part|ends enough|something to visit",
    "DegreeDeficiency": r"enough",
    "Disconnection": r"an edge leads out|may lead into the part",
    "DisjointRefutation": r"does not follow|do not end|enough edges|so many cycles",
    "Division": r"allow for all ways|a cut has at most|does not join",
    "ForcedEdges": r"does not follow|decided before|no contradiction|do not end|go on after",
    "FrontierExhausted": r"a tour was met",
    "Ordered": r"does not follow|do not end|not one that the claim",
    "Positioned": r"nodes enough|does not follow|do not end",
    "Refutation": r"does not follow|do not end",
    "Toughness": r"does not leave|not too many|not in the same part",
    "Unreachable": r"leads out|may lead into the part",
    "Weighing": r"offer enough",
}
"""How refusals read that a theorem gives, and not the form of a certificate."""
ARITHMETIC["Conditional"] = "|".join(ARITHMETIC.values())
for _kind in ("Contraction", "Division"):  # the theorems of inner proofs are theirs, too
    ARITHMETIC[_kind] = ARITHMETIC["Conditional"]


def read(payload):
    """Return the proof that a JSON value describes, None if it describes none."""
    try:
        return Proof.from_json(json.dumps(payload))
    except InvalidProof:
        return None


def holds(proof, G, **lengths):
    """Return True if a check passes."""
    try:
        proof.check(G, **lengths)
    except InvalidProof:
        return False
    return True


def end_of(proof, G, **lengths):
    """Return how a check ends."""
    try:
        proof.check(G, **lengths)
    except InvalidProof as error:
        return REACHED if re.search(ARITHMETIC[kind(proof)], str(error)) else MALFORMED
    return HELD


# changes


def mutants(value):
    """Yield JSON values that differ from one in one place."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -value, 0)
    elif isinstance(value, str):
        yield from ("-" + value, value + "0", "1")
    elif value is None:
        yield from (0, 1, [0, 1], {})
    elif value == {"place": "home"}:
        yield from (0, 1, None)
    elif isinstance(value, dict):
        for key in value:
            yield {other: value[other] for other in value if other != key}
            for mutant in mutants(value[key]):
                yield {**value, key: mutant}
    else:
        for k, item in enumerate(value):
            yield value[:k] + value[k + 1 :]
            yield [*value[:k], item, *value[k:]]
            yield value[:k] + value[k + 1 : k + 2] + [item] + value[k + 2 :]
            for mutant in mutants(item):
                yield [*value[:k], mutant, *value[k + 1 :]]
        yield [*value, None]


def altered(proof, random, number):
    """Return proofs that are read from the text of one with a change in one place, at random."""
    payload = json.loads(proof.to_json())
    some = [mutant for mutant in mutants(payload) if mutant != payload]
    return filter(None, map(read, random.sample(some, min(number, len(some)))))


def strangers(value):
    """Yield a JSON value with one number, word or node replaced by what nobody knows."""
    if isinstance(value, list):
        for k, item in enumerate(value):
            yield from ([*value[:k], mutant, *value[k + 1 :]] for mutant in strangers(item))
    elif isinstance(value, dict) and value != {"place": "home"}:
        for key in value:
            if key != "names":  # what sides are called is nobody's business
                yield from ({**value, key: mutant} for mutant in strangers(value[key]))
    else:
        yield "nowhere"


def exchanged(value, u, v):
    """Return a JSON value in which two integers have changed places."""
    if isinstance(value, dict):
        return {key: exchanged(item, u, v) for key, item in value.items()}
    if isinstance(value, list):
        return [exchanged(item, u, v) for item in value]
    if isinstance(value, bool):
        return value
    return v if value == u else u if value == v else value


def toggled(G, u, v):
    """Return a graph with an edge more or less."""
    H = G.copy()
    (H.remove_edge if H.has_edge(u, v) else H.add_edge)(u, v)
    return H


def changes(G, proof, random):
    """Yield graphs and proofs for ever: by turns one place, one edge or two nodes are changed."""
    payload, nodes = json.loads(proof.to_json()), list(G)
    some = [mutant for mutant in mutants(payload) if mutant != payload]
    while True:
        yield G, read(random.choice(some))
        yield toggled(G, *random.sample(nodes, 2)), proof
        yield G, read(exchanged(payload, *random.sample(nodes, 2)))
        yield toggled(G, *random.sample(nodes, 2)), proof


def tampered(G, proof, is_true, random, times=None):
    """Count how changes end, those of which nothing can be read aside; what holds must be true."""
    ends = Counter()
    for H, wrong in islice(changes(G, proof, random), times or rounds(40)):
        if wrong == proof and H is G:
            continue
        end = UNREAD if wrong is None else end_of(wrong, H, **named(wrong))
        assert end != HELD or is_true(wrong, H), (H.edges, wrong)
        ends[end] += 1
    del ends[UNREAD]
    return ends


def assert_most_reached(ends):
    """Check that at least half of all changes were refused by the arithmetic, or passed it."""
    assert 2 * (ends[REACHED] + ends[HELD]) >= ends.total() > 0, ends


# the truth


@cache
def _exists(nodes, edges, directed, question, conditions):
    G = nx.empty_graph(nodes, nx.DiGraph if directed else nx.Graph)
    G.add_edges_from(edges)
    question, conditions = dict(question), dict(conditions)
    if not any(conditions.values()):
        return has_tour(G, **question)
    known = {*conditions.pop("besides")}
    positions = dict(conditions["positions"])
    if len(positions) < len({*conditions.pop("positions")}):
        return False  # a node has two numbers
    for tour in map(tuple, tours(G, positions=positions, **conditions, **question)):
        image = tour[:1] + tour[:0:-1] if question["closed"] else tour[::-1]
        if tour not in known and (directed or image not in known):
            return True
    return False


def exists(G, proof):
    """Whether a graph has the tour that a proof denies."""
    question = {name: getattr(proof, name) for name in ("closed", "start", "end")}
    conditions = {
        name: getattr(proof, name, ()) for name in ("require", "forbid", "positions", "besides")
    }
    return _exists(
        tuple(G),
        frozenset(G.edges()),
        G.is_directed(),
        tuple(question.items()),
        tuple(conditions.items()),
    )


def is_true(proof, G):
    """Whether a proof is right."""
    return not exists(G, proof)


def with_tour(G, proof, random):
    """Return a graph with further edges that has the tour which a proof denies, or None."""
    ends = [v for v in (proof.start, proof.end) if v is not None]
    for _ in range(50):
        inner = [v for v in random.sample(list(G), len(G)) if v not in ends]
        ring = [*([] if proof.start is None else [proof.start]), *inner]
        ring += [] if proof.end is None else [proof.end]
        H = G.copy()
        nx.add_cycle(H, ring)
        if exists(H, proof):
            return H
    return None
