"""Forged checkpoints with valid checksums end in an error or in a number."""

import json
import random
from dataclasses import replace

import hostile
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from icosian import king_graph, knight_graph
from icosian._kernels import states
from icosian._run.clock import Clock
from icosian.exceptions import InvalidArgument
from icosian.tours.count import (
    checkpoint,
    checkpoint as checkpoint_validation,
    degree_slices,
    orders,
    plans,
)
from icosian.tours.count.layers import Half, Memory, constants, widened
from icosian.tours.count.plan_race import PlanRun
from icosian.tours.problem import Problem

SAMPLES = hostile.READERS["checkpoint.json"][1]


def attempts(n, seed, cut, *, wide):
    """Yield attempts at the count of a random graph."""
    G = nx.gnp_random_graph(n, 0.6, seed=seed)
    graph = [set(G[v]) for v in G]
    for plan in plans._cut(graph, orders.neighbor_masks(graph), list(range(n)), min(cut, n - 1)):
        some = replace(plan, width=states.NARROW + 1) if wide else plan
        yield PlanRun(graph, some, Clock(), Memory(1 << 30))


class Observer:
    """Believes all that an attempt makes, or fails."""

    def watch(self, attempt):
        for half in attempt.halves:
            checkpoint_validation.check_layer(half)
        fresh = PlanRun(attempt._graph, attempt.plan, Clock(), Memory(1 << 30), attempt.degrees)
        checkpoint_validation.check_state(fresh, json.loads(json.dumps(attempt.state())))

    def forget(self):
        pass


@settings(max_examples=20)
@given(st.integers(6, 9), st.integers(0, 10**6), st.integers(1, 8), st.booleans())
def test_every_layer_and_every_state_of_a_count_is_believed(n, seed, cut, wide):
    for attempt in attempts(n, seed, cut, wide=wide):
        attempt.observer = Observer()
        attempt.finish()


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("G", [nx.grid_2d_graph(4, 4), king_graph(3, 4), knight_graph(3, 6)])
def test_every_layer_and_every_state_of_a_slice_is_believed(G, closed):
    graph, found = board_plans(G, closed=closed)
    kinds = {(plan.mirror is None, plan.turn is None): plan for plan in found if plan.separator}
    for plan in kinds.values():
        for degrees in [(), *(degrees for degrees, _ in degree_slices.slices(graph, plan, 1))]:
            attempt = PlanRun(graph, plan, Clock(), Memory(1 << 30), dict(degrees))
            attempt.observer = Observer()
            attempt.finish()


def board_plans(G, *, closed):
    """Return the graph that a board is counted on, and the plans that are tried."""
    problem = Problem.of(G, closed=closed)
    graph = problem.form.subdivided()
    return graph, plans.promising_plans(problem, graph, Clock())


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("G", [knight_graph(3, 10), knight_graph(6), king_graph(4, 5)])
def test_every_plan_that_is_tried_is_believed(G, closed):
    graph, found = board_plans(G, closed=closed)
    for plan in found:
        plans.check_plan(plan, graph)


def is_state(status, matching, live, slots):
    """Whether these words are a state, slowly."""
    kinds = [(status >> slots + i & 1, status >> i & 1) for i in range(slots)]
    if status >> 2 * slots or any(
        sum(kind) > (live >> i & 1) for i, kind in enumerate(kinds) if kind != (0, 0)
    ):
        return False
    ends = sum(end for end, _ in kinds)
    if ends % 2 or ends >= slots:
        return False
    shifts = constants(slots)[0].tolist()
    for k in reversed(range(ends // 2)):
        digit, matching = divmod(matching, 1 << shifts[k])
        if digit > 2 * k:
            return False
    return matching == 0


def half_of(words, limbs, slots, live):
    """Return a half with one row, on a frontier of these slots."""
    half = Half([set()] * 40, slots, Clock(), Memory(1 << 30))
    half.slot = {i: i for i in range(slots) if live >> i & 1}
    half.limbs, half.layer = limbs, np.array(words, np.int64)
    return half


def is_believed(half):
    try:
        checkpoint_validation.check_layer(half)
    except ValueError:
        return False
    return True


@given(st.booleans(), st.randoms(use_true_random=False))
def test_what_is_no_state_is_refused(wide, chance):
    slots = states.WIDE if wide else states.NARROW
    live = chance.getrandbits(slots) & ~(1 << chance.randrange(slots))
    inside = [i for i in range(slots) if live >> i & 1]
    chance.shuffle(inside)
    k = chance.randint(0, len(inside) // 2)
    ends = sum(1 << i for i in inside[: 2 * k])
    saturated = sum(1 << i for i in inside[2 * k :] if chance.random() < 0.5)
    shifts = constants(slots)[0].tolist()
    matching = sum(chance.randint(0, 2 * j) << shifts[j] for j in range(k))
    status = ends << slots | saturated
    if chance.random() < 0.4:
        status ^= 1 << chance.randrange(2 * slots)
    if chance.random() < 0.4:
        matching ^= 1 << chance.randrange(62 if wide else states.MATCHING)
    words = [status, matching] if wide else [status << states.MATCHING | matching]
    half = half_of([*words, 7], 1, slots, live)
    assert is_believed(half) == is_state(status, matching, live, slots)


@pytest.mark.parametrize("slots", [states.NARROW, states.WIDE])
@pytest.mark.parametrize(
    ("count", "right"),
    [
        ([0], True),
        ([(1 << 62) - 1], True),
        ([1 << 62], False),
        ([-1], False),
        ([-(1 << 63)], False),
        ([(1 << 62) - 1, 5], True),
        ([1 << 62, 0], False),
        ([-1, 0], False),
        ([0, -1], False),
        ([0, (1 << 62) - 1], True),
    ],
)
def test_counts_are_natural_numbers_of_so_many_limbs(slots, count, right):
    state = [0] * (1 + (slots == states.WIDE))
    assert is_believed(half_of([*state, *count], len(count), slots, 0)) == right
    assert not is_believed(half_of([*state, *count, 0], len(count), slots, 0))


def test_counts_whose_sum_no_words_hold_are_refused():
    row = [0, (1 << 61) + 1]
    assert is_believed(half_of(row, 1, states.NARROW, 0))
    assert not is_believed(half_of(row * 2, 1, states.NARROW, 0))
    half = half_of(row * 2, 1, states.NARROW, 0)
    half.layer, half.limbs = widened(half.layer, half.row), 2
    assert is_believed(half)


def test_the_last_of_many_rows_is_looked_at(monkeypatch):
    monkeypatch.setattr(checkpoint_validation, "BLOCK", 4)
    rows = [0, 1] * 9
    assert is_believed(half_of(rows, 1, states.NARROW, 0))
    assert not is_believed(half_of([*rows[:-2], 1 << states.MATCHING, 1], 1, states.NARROW, 0))
    assert is_believed(half_of([], 1, states.NARROW, 0))


def counted(document, folder):
    """Count from a forged checkpoint; return the complaint, or None."""
    path = folder / "checkpoint.json"
    path.write_text(json.dumps(document))
    return hostile.attempt("checkpoint.json", path)


@pytest.mark.parametrize("sample", SAMPLES, ids=range(len(SAMPLES)))
def test_an_honest_checkpoint_is_believed(sample, tmp_path):
    assert counted(json.loads(sample), tmp_path) is None


def forged(*keys, value=None):
    """Return the last sample of a whole count with one part changed."""
    document = json.loads(SAMPLES[3])
    holder = document
    for key in keys[:-1]:
        holder = holder[key]
    holder[keys[-1]] = value(holder[keys[-1]]) if callable(value) else value
    return document


STATE = "manifest", "attempt", "state"


HALF = *STATE, "halves", 0


OPERATIONS = *HALF, "operations"


@pytest.mark.parametrize(
    "document",
    [
        forged("layers", 0, 0, value=-1),
        forged("layers", 0, 0, value=(1 << 60) - 1),
        forged("layers", 0, 1, value=-5),
        forged("layers", 0, value=lambda words: words[:-1]),
        forged(*HALF, "limbs", value=0),
        forged(*HALF, "limbs", value=True),
        forged(*HALF, "limbs", value=2),
        forged(*HALF, "closed", value="-0x1"),
        forged(*HALF, "closed", value=5),
        forged(*OPERATIONS, 0, "vertex", value=99),
        forged(*OPERATIONS, 0, "vertex", value=0.0),
        forged(*OPERATIONS, 0, value={"vertex": 0, "near": [99]}),
        forged(*OPERATIONS, 2, "symmetry", value=[0] * 10),
        forged(*OPERATIONS, value=lambda those: those * 2),
        forged(*OPERATIONS, value=lambda those: those[:4] + [those[2]] * 10_000 + those[4:]),
        forged(*STATE, "steps", 0, value=lambda steps: steps[::-1]),
        forged(*STATE, "steps", 0, value=lambda steps: steps * 1000),
        forged(*STATE, "steps", 0, 3, "near", value=[5.0]),
        forged(*STATE, "steps", 0, 3, "near", value=[4]),
        forged(*STATE, "steps", 0, 3, value={"vertex": 3, "near": [5], "more": 1}),
        forged(*STATE, "steps", value=[]),
        forged(*STATE, "shared", value=False),
        forged(*STATE, "shared", value=1),
        forged(*STATE, "spent", value=-1),
        forged(*STATE, "spent", value=1e9),
        forged(*STATE, "spent", value=10**400),
        forged(*STATE, value=None),
        forged("manifest", "attempt", "layers", value=[]),
        forged("manifest", "depth", value=7),
        forged("manifest", "depth", value=10**30),
        forged("manifest", "number", value="-0x1"),
        forged("manifest", "plan", "width", value=4),
        forged("manifest", "plan", "width", value=-1),
        forged("manifest", "plan", "profiles", 0, 0, value=1e999),
        forged("manifest", "plan", "profiles", 0, 0, value=10**400),
        forged("manifest", "plan", "separator", 0, value=10),
        forged("manifest", "plan", "halves", 0, value=[]),
        forged("manifest", "plan", "mirror", value=list(range(10))),
        forged("manifest", "plan", "mirror", value=[0]),
        forged("manifest", "plan", "mirror", value=None),
        forged("manifest", "plan", "turn", value=list(range(10))[::-1]),
        forged("manifest", "plan", value={}),
        forged("manifest", "question", value="0" * 64),
    ],
)
def test_a_forged_checkpoint_is_refused(document, tmp_path):
    assert counted(document, tmp_path).startswith(str(tmp_path))


@pytest.mark.parametrize(
    "name", ["../states-0.i64", "/states-0.i64", "states-0", "x/states-0.i64", 5]
)
def test_a_layer_is_a_file_of_its_own_folder(name, tmp_path):
    kept = checkpoint.Checkpoint(tmp_path / "folder", hostile.MEETING)
    (tmp_path / "states-0.i64").write_bytes(bytes(16))
    with pytest.raises((ValueError, TypeError)):
        kept._layer(name, 2, "")


def test_a_turn_without_its_mirror_is_no_plan():
    plan = plans.Plan(
        halves=((0, 1, 2), (9, 8, 7)),
        separator=(3, 4, 5, 6),
        width=7,
        profiles=((1.0,) * 3, (1.0,) * 3),
    )
    plans.check_plan(plan, hostile.MEETING)
    with pytest.raises(ValueError, match="Plan"):
        plans.check_plan(replace(plan, turn=tuple(hostile.SYMMETRIES[1])), hostile.MEETING)


def test_states_of_another_count_may_leave_a_rest_that_is_refused(tmp_path):
    document = json.loads(SAMPLES[3])
    chance, layer = random.Random(1), document["layers"][0]
    messages = set()
    for _ in range(20):
        layer[1::2] = [chance.randrange(4) for _ in layer[1::2]]
        messages.add(counted(document, tmp_path))
    assert messages == {None, "the checkpoint is damaged: its states are not those of a count"}


@pytest.mark.parametrize(
    ("results", "reason"),
    [
        ([[0, None]], None),
        ([[0, None]] * 2, None),
        ([[0, None], [0, 5]], "two results"),
        ([[3, 0]], "a journal holds"),
        ([[k, None] for k in range(3 + 9 + 27)], None),
        ([[k, None] for k in range(3 + 9 + 27 + 1)], "as small as can be"),
        ([[k, None] for k in (0, 3, 6, 9)], "as small as can be"),
        ([[True, 0]], "a journal holds"),
        ([[0, -1]], "a journal holds"),
    ],
)
def test_a_forged_journal_is_refused_or_only_costs_time(results, reason, tmp_path):
    document = json.loads(SAMPLES[4]) | {"results": results}
    message = counted(document, tmp_path)
    assert message is None if reason is None else reason in message


def test_a_sum_that_is_not_divided_refuses_a_journal_of_one_that_is(tmp_path):
    path = tmp_path / "slices.jsonl"
    lines = [{"journal": "sum", "jobs": 5}]
    path.write_text(f"{json.dumps(lines[0])}\n{hostile.journal_line('sum', 0, None)}")
    with pytest.raises(InvalidArgument, match="line 2: a journal holds"):
        hostile._read_journal(path)


@given(st.sampled_from(SAMPLES), st.integers(0, 2**32), st.integers(1, 3))
def test_any_change_ends_in_a_number_or_one_line(tmp_path_factory, sample, seed, times):
    document, chance = json.loads(sample), random.Random(seed)
    for _ in range(times):
        # Most values are words of layers: half of the changes shall be elsewhere.
        part = chance.choice(["manifest", "layers", "results"])
        document = document | {part: hostile.changed(document.get(part, []), chance)}
    counted(document, tmp_path_factory.mktemp("forged"))
