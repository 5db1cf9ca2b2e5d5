"""True certificates that someone tampered with are refused, or true by luck."""

import json
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random

import networkx as nx
import pytest
from naive import has_tour
from test_soundness import holds
from together import together
from true_certificates import CLOSED, USE, graph, kind, refused, true_certificates

from icosian import InvalidProof, Proof
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    Cases,
    CutVertex,
    Disconnection,
    ForcedEdges,
    FrontierExhausted,
    Refutation,
    Step,
    Toughness,
    Weights,
)

TRUE = {name: (G, proof) for name, G, proof in true_certificates()}
every_true_certificate = together(("G", "proof"), TRUE.values(), ids=TRUE)


def every(*kinds):
    """Parametrise a test with the true certificates of some kinds."""
    some = {name: case for name, case in TRUE.items() if isinstance(case[1], kinds)}
    return pytest.mark.parametrize(("G", "proof"), some.values(), ids=some)


@cache
def _exists(nodes, edges, directed, closed, start, end):
    G = nx.empty_graph(nodes, nx.DiGraph if directed else nx.Graph)
    G.add_edges_from(edges)
    return has_tour(G, closed=closed, start=start, end=end)


def exists(G, proof):
    """Whether a graph has the tour that a proof denies."""
    question = proof.closed, proof.start, proof.end
    return _exists(tuple(G), frozenset(G.edges()), G.is_directed(), *question)


# any change at all


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


def read(payload):
    try:
        return Proof.from_json(json.dumps(payload))
    except InvalidProof:
        return None


@every_true_certificate
def test_whatever_is_changed_a_proof_that_holds_is_true(G, proof):
    payload = json.loads(proof.to_json())
    changed = [mutant for mutant in mutants(payload) if mutant != payload]
    assert len(changed) > 10
    passed = 0
    for mutant in Random(8).sample(changed, min(100, len(changed))):
        wrong = read(mutant)
        if wrong is not None and holds(wrong, G):
            assert not exists(G, wrong), mutant
            passed += wrong != proof
    assert passed < len(changed) / 2


@every_true_certificate
def test_no_proof_and_no_mutant_of_it_holds_for_a_larger_graph_that_has_the_tour(G, proof):
    random = Random(9)
    payload = json.loads(proof.to_json())
    changed = list(mutants(payload))
    ends = [v for v in (proof.start, proof.end) if v is not None]
    for _ in range(3):
        inner = [v for v in random.sample(list(G), len(G)) if v not in ends]
        ring = [*([] if proof.start is None else [proof.start]), *inner]
        ring += [] if proof.end is None else [proof.end]
        H = G.copy()
        nx.add_cycle(H, ring)
        assert exists(H, proof)
        refused(proof, H)
        for mutant in random.sample(changed, min(30, len(changed))):
            wrong = read(mutant)
            assert wrong is None or not holds(wrong, H) or not exists(H, wrong)


@every_true_certificate
def test_no_proof_survives_one_more_edge_that_makes_a_tour(G, proof):
    pairs = permutations(G, 2) if G.is_directed() else combinations(G, 2)
    for u, v in pairs:
        if not G.has_edge(u, v):
            H = G.copy()
            H.add_edge(u, v)
            assert not (exists(H, proof) and holds(proof, H)), (u, v)


@every_true_certificate
def test_a_proof_of_one_kind_is_none_of_another(G, proof):
    payload = json.loads(proof.to_json())
    for other in sorted(Proof._kinds):
        if other != kind(proof):
            wrong = read({**payload, "kind": other})
            assert wrong is None or not holds(wrong, G)


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


@every_true_certificate
def test_nothing_in_a_proof_may_be_unknown(G, proof):
    payload = json.loads(proof.to_json())
    for mutant in strangers(payload):
        wrong = read(mutant)
        assert wrong is None or not holds(wrong, G), mutant


@every_true_certificate
def test_every_node_of_a_proof_is_compared_with_the_graph(G, proof):
    for missing in G:
        if f" {missing}" in proof.claim:
            continue
        H = G.copy()
        H.remove_node(missing)
        if exists(H, proof):
            refused(proof, H)


# one missing, doubled or misplaced entry


@every(FrontierExhausted)
def test_an_order_holds_every_node_once(G, proof):
    refused(replace(proof, order=proof.order[:-1]), G)
    refused(replace(proof, order=(*proof.order[:-1], proof.order[0])), G)
    refused(replace(proof, order=(*proof.order, proof.order[0])), G)


@every(BipartitionImbalance)
def test_a_wrong_colouring_is_refused(G, proof):
    for node in proof.crowd:
        refused(replace(proof, crowd=proof.crowd - {node}), G)
        refused(replace(proof, others=proof.others | {node}), G)
        moved = replace(proof, crowd=proof.crowd - {node}, others=proof.others | {node})
        assert not holds(moved, G) or len(moved.crowd) > len(moved.others) + 1
        for other in proof.others:
            swapped = replace(
                proof,
                crowd=proof.crowd - {node} | {other},
                others=proof.others - {other} | {node},
            )
            refused(swapped, G)
    refused(replace(proof, crowd=proof.others, others=proof.crowd), G)
    refused(replace(proof, crowd=proof.crowd | proof.others, others=frozenset()), G)
    refused(replace(proof, crowd=frozenset(), others=proof.crowd | proof.others), G)


@every(Disconnection)
def test_a_part_is_neither_empty_nor_everything_nor_smaller(G, proof):
    refused(replace(proof, part=frozenset()), G)
    refused(replace(proof, part=frozenset(G)), G)
    for node in proof.part:
        refused(replace(proof, part=proof.part - {node}), G)


@every(Toughness)
def test_an_empty_or_a_wrong_set_of_removed_nodes_is_refused(G, proof):
    refused(replace(proof, removed=frozenset()), G)
    refused(replace(proof, removed=frozenset(), parts=1), G)
    refused(replace(proof, removed=frozenset(G)), G)
    refused(replace(proof, removed=frozenset(G), parts=0), G)
    for parts in (proof.parts - 1, proof.parts + 1, len(G), 0, -1):
        refused(replace(proof, parts=parts), G, "does not leave")
    refused(replace(proof, together=True, start=None), G)
    for node in proof.removed:
        refused(replace(proof, removed=proof.removed - {node}), G)
    for node in set(G) - proof.removed:
        refused(replace(proof, removed=frozenset({node})), G)


def test_the_set_of_another_graph_is_refused():
    G, proof = TRUE["toughness, no cycle"]
    for name in (
        "cut vertex, no cycle",
        "weighing, no cycle",
        "cases, no cycle",
        "parity, no cycle",
    ):
        H, other = TRUE[name]
        other.check(H)
        refused(replace(proof, removed=frozenset({2, 3})), H)
        refused(other, G)
    larger = nx.compose(G, nx.path_graph([3, 5]))  # joins two of the parts
    refused(proof, larger, "does not leave 3 parts")
    refused(replace(proof, parts=2), larger, "not too many")
    # a set holds for all graphs that it leaves in as many parts
    proof.check(nx.compose(G, nx.path_graph([0, 3])))
    proof.check(nx.compose(G, nx.path_graph([0, 1])))


@every(CutVertex)
def test_a_part_that_is_missing_doubled_or_smaller_is_refused(G, proof):
    refused(replace(proof, parts=()), G)
    for k, (cut, part) in enumerate(proof.parts):
        rest = proof.parts[:k] + proof.parts[k + 1 :]
        inside = {proof.start, proof.end} & part
        assert inside or not holds(replace(proof, parts=rest), G)
        refused(replace(proof, parts=(*proof.parts, (cut, part))), G, "share a node")
        refused(replace(proof, parts=(*rest, (cut, frozenset()))), G)
        refused(replace(proof, parts=(*rest, (cut, part | {cut}))), G, "in a part")
        refused(replace(proof, parts=(*rest, (cut, frozenset(G) - {cut}))), G)
        for node in part:
            refused(replace(proof, parts=(*rest, (cut, part - {node}))), G)
        for node in set(G) - {cut}:
            if node not in part:
                refused(replace(proof, parts=(*rest, (node, part))), G)


@every(ForcedEdges)
def test_a_dropped_step_is_noticed(G, proof):
    for k in range(len(proof.steps) - 1):
        refused(replace(proof, steps=proof.steps[:k] + proof.steps[k + 1 :]), G)
    refused(replace(proof, steps=()), G, "do not end in a contradiction")
    for k in range(len(proof.steps) - 1):
        refused(replace(proof, steps=proof.steps[:k]), G, "do not end in a contradiction")


@every(ForcedEdges)
def test_nothing_follows_a_contradiction(G, proof):
    first, last = proof.steps[0], proof.steps[-1]
    for more in (first, last, Step(edges=(), node="nowhere"), Step(edges=(), used=USE, node=1)):
        refused(replace(proof, steps=(*proof.steps, last, more)), G)
        if last.edges == ():
            refused(replace(proof, steps=(*proof.steps, more)), G)


@every(ForcedEdges)
def test_a_changed_step_is_noticed(G, proof):
    def changed(k, **fields):
        step = replace(proof.steps[k], **fields)
        return replace(proof, steps=(*proof.steps[:k], step, *proof.steps[k + 1 :]))

    for k, step in enumerate(proof.steps):
        if not step.edges:
            continue
        assert not holds(changed(k, used=not step.used), G)
        refused(changed(k, edges=()), G)
        refused(changed(k, edges=((*step.edges[0], 0), *step.edges[1:])), G, "is not an edge")
        refused(changed(k, edges=((0, 0),)), G, "is not an edge")
        refused(changed(k, edges=(("x", "y"),)), G, "is not an edge")
        refused(changed(k, node=None, border=None, used=True), G)
        refused(changed(k, border=frozenset()), G, "some nodes, but not all")
        refused(changed(k, border=frozenset(G) | ({HOME} - {*[HOME] * proof.closed})), G)


def test_a_contradiction_too_early_is_noticed():
    G, proof = TRUE["forced edges, no cycle"]
    for k in range(len(proof.steps) - 1):
        for v in G:
            for used in (True, False):
                last = Step(edges=(), node=v, used=used)
                wrong = replace(proof, steps=(*proof.steps[:k], last))
                refused(wrong, G, "no contradiction")
    swapped = (*proof.steps[:2][::-1], *proof.steps[2:])
    replace(proof, steps=swapped).check(G)  # two steps that do not need each other


@every(Cases)
def test_a_leaf_or_a_split_left_out_or_added_is_noticed(G, proof):
    tree = proof.tree
    for k, entry in enumerate(tree):
        refused(replace(proof, tree=tree[:k] + tree[k + 1 :]), G)
        refused(replace(proof, tree=(*tree[:k], entry, *tree[k:])), G)
        for more in (None, Weights(), (0, 1)):
            refused(replace(proof, tree=(*tree[:k], more, *tree[k:])), G)
    refused(replace(proof, tree=()), G, "left out")
    refused(replace(proof, tree=(*tree, None)), G, "more cases")
    refused(replace(proof, tree=(*tree, Weights())), G, "more cases")
    refused(replace(proof, tree=(None,)), G, "left open")
    refused(replace(proof, tree=(Weights(),)), G, "left open")


@every(Cases)
def test_a_split_on_no_edge_or_for_nothing_is_noticed(G, proof):
    splits = [k for k, entry in enumerate(proof.tree) if isinstance(entry, tuple)]
    leaves = [k for k in range(len(proof.tree)) if k not in splits]
    non_edges = [(u, v) for u in G for v in G if not G.has_edge(u, v)]
    for k in splits:
        for pair in (("x", "y"), (0,), (0, 1, 2), (), *non_edges):
            refused(replace(proof, tree=(*proof.tree[:k], pair, *proof.tree[k + 1 :])), G)
    for k in leaves:
        if proof.tree[k] is None:
            split = (proof.tree[0], None, None)
            wrong = replace(proof, tree=(*proof.tree[:k], *split, *proof.tree[k + 1 :]))
            refused(wrong, G, "split that the rules close")


@every(Cases)
def test_weights_that_are_not_enough_leave_a_case_open(G, proof):
    for k, entry in enumerate(proof.tree):
        if isinstance(entry, Weights):
            for wrong in (
                None,
                Weights(),
                replace(entry, nodes=tuple((v, -weight) for v, weight in entry.nodes)),
                replace(entry, nodes=tuple((v, float(weight)) for v, weight in entry.nodes)),
                replace(entry, sets=((frozenset(G), 1),) if proof.closed else ((frozenset(), 1),)),
            ):
                refused(replace(proof, tree=(*proof.tree[:k], wrong, *proof.tree[k + 1 :])), G)


def test_without_its_border_a_case_is_left_open():
    G, proof = TRUE["cases with a border"]
    refused(replace(proof, sets=()), G, "left open")
    refused(replace(proof, sets=(frozenset({0, 1, 2}),)), G)
    for part in proof.sets:
        for node in part:
            refused(replace(proof, sets=(part - {node},)), G)
        replace(proof, sets=(frozenset(G) - part,)).check(G)  # has the same border


def test_without_a_split_the_rules_and_a_border_may_do():
    G = graph("01 12 20 34 45 53 03")  # a bridge
    Cases(**CLOSED, tree=(None,), sets=(frozenset({0, 1, 2}),)).check(G)
    refused(Cases(**CLOSED, tree=((0, 3), None, None), sets=(frozenset({0, 1, 2}),)), G)


def test_clauses_left_out_are_noticed():
    G, proof = TRUE["refutation, no cycle"]
    for k in range(len(proof.clauses) - 1):
        refused(replace(proof, clauses=proof.clauses[:k]), G, "do not end in a contradiction")
    for wrong in ((), (6,), (0,), (True,), ("1",), (1.0,)):
        refused(replace(proof, clauses=(wrong, *proof.clauses)), G)


@every(Refutation)
def test_a_set_or_an_edge_of_nowhere_is_refused(G, proof):
    refused(replace(proof, sets=(*proof.sets, frozenset({"nowhere"}))), G, "is not a node")
    refused(replace(proof, sets=(*proof.sets, frozenset())), G, "some nodes, but not all")
    refused(replace(proof, edges=(*proof.edges, (0, "nowhere"))), G, "is not an edge")
    refused(replace(proof, edges=proof.edges[:-1]), G, "number of an edge")


def test_a_step_that_overfills_a_node_ends_the_proof():
    G, proof = TRUE["forced edges, too many used"]
    *steps, last = proof.steps
    assert last == Step(edges=(), used=USE, node=0)
    for node in (2, 1, "nowhere"):
        refused(replace(proof, steps=(*steps, replace(last, node=node))), G)
