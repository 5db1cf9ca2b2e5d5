"""Numbers of users: searches, checkers and audits read them alike, each by its own code."""

import itertools
import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from numbers import Rational

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import as_printed

import icosian
from icosian import InvalidArgument, InvalidProof, routes, tours
from icosian._arrays import plain_number, ratio_of
from icosian.proofs import Proof, WalkBound, audit
from icosian.proofs.auditing import _exact as read_by_audits
from icosian.proofs.lengths import ratio_of as read_by_checkers


def read(number):
    """Return a number as all three readers read it."""
    found = {
        Fraction(*ratio_of(plain_number(number))),
        Fraction(*read_by_checkers(0, 1, number)),
        read_by_audits(number),
    }
    assert len(found) == 1, found
    return found.pop()


class Half(Rational):
    """A rational number that is none of the standard library."""

    numerator, denominator = np.int64(1), np.int64(2)

    def _missing(self, *_):
        raise NotImplementedError

    __add__ = __radd__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _missing
    __pow__ = __rpow__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = _missing
    __neg__ = __pos__ = __abs__ = __trunc__ = __floor__ = __ceil__ = __round__ = _missing
    __lt__ = __le__ = _missing
    __eq__ = object.__eq__
    __hash__ = object.__hash__


FLOATS = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-1074, 1023).map(
    lambda k: 2.0**k
)


@given(FLOATS)
def test_a_float_is_the_shortest_decimal_that_denotes_it(number):
    assert read(number) == read(np.float64(number)) == Fraction(float.__repr__(number))


@given(st.integers(0, 0x7F7F_FFFF) | st.integers(0, 254).map(lambda k: k << 23))
def test_a_short_float_is_its_own_shortest_decimal(bits):
    (number,) = np.array([bits], np.uint32).view(np.float32)
    printed = Fraction(str(number))
    assert read(number) == -read(-number) == printed
    with np.printoptions(legacy="1.13"):
        assert read(number) == printed


@pytest.mark.slow
def test_each_float_of_16_bits_is_its_own_shortest_decimal():
    for number in np.arange(0x7C00, dtype=np.uint16).view(np.float16):
        assert read(number) == Fraction(str(number))


@given(st.integers(-300, 300), st.integers(1, 2**64), st.integers(1, 2**64))
def test_a_long_float_is_its_own_shortest_decimal(power, above, below):
    for number in (np.longdouble(2) ** power, np.longdouble(above) / np.longdouble(below)):
        assert read(number) == Fraction(str(number))


HOSTILE = [
    math.nan,
    -math.inf,
    np.float32("nan"),
    np.longdouble("-inf"),
    Decimal("sNaN"),
    Decimal("-Infinity"),
    Decimal("1e999999999"),
    Decimal("-1e-999999999"),
    "0.1",
    b"1",
    1j,
    np.complex64(1),
    np.True_,
    [1],
    object(),
]
HUGE = [Fraction(1, 2**5000 + 1), Fraction(10**5000, 3), 10**5000, np.longdouble("1e-4000")]


@pytest.mark.parametrize("number", HOSTILE, ids=lambda x: type(x).__name__)
def test_what_is_not_a_finite_number_is_refused_by_all_readers_with_its_place(number):
    G = nx.complete_graph(4)
    G.add_edge("a", 0, weight=number)
    G.add_edge("a", 1)
    M = nx.MultiGraph(G)
    for ask in (
        lambda: icosian.shortest_hamiltonian_cycle(G),
        lambda: icosian.longest_path(G, weight="weight"),
        lambda: icosian.longest_path(M, weight="weight"),
        lambda: icosian.longest_path(G, weight=lambda u, v, data: data.get("weight", 1)),
        lambda: tours.bottleneck_hamiltonian_cycle(G),
        lambda: routes.postman_walk(G),
        lambda: icosian.traveling_salesman(G),
        lambda: icosian.shortest_tour([[0, 1, 2], [1, 0, number], [2, number, 0]]),
        lambda: icosian.shortest_tour({"a": (0, 0), "b": (1, number), "c": (2, 0)}),
        lambda: icosian.shortest_tour([(0, 0), (1, 1), (3, 0)], prizes={0: number}),
    ):
        with pytest.raises(InvalidArgument) as caught:
            ask()
        assert len(str(caught.value)) < 300
    with pytest.raises(InvalidArgument):
        read_by_checkers(0, 1, number)
    with pytest.raises(InvalidArgument):
        read_by_audits(number)


@pytest.mark.parametrize("number", [*HUGE, 5e-324, 1e308, Decimal("1e-400")], ids=type)
@pytest.mark.parametrize("other", [1, 0.5, Decimal("0.3"), Fraction(1, 3)], ids=repr)
def test_a_number_of_any_size_has_an_answer_or_one_clear_error(number, other):
    G = nx.complete_graph(4)
    nx.set_edge_attributes(G, other, "weight")
    G[0][1]["weight"] = number
    rows = [[G[u][v]["weight"] if u != v else 0 for v in G] for u in G]
    for ask in (
        lambda: icosian.shortest_hamiltonian_cycle(G, require=[(0, 1)]),
        lambda: icosian.longest_cycle(G, weight="weight"),
        lambda: tours.bottleneck_hamiltonian_cycle(G),
        lambda: routes.postman_walk(G),
        lambda: icosian.shortest_tour(rows),
        lambda: icosian.shortest_tour([(0, 0), (number, 1), (other, 2)]),
        lambda: icosian.shortest_tour([(0, 0), (number, 1), (other, 2)], "manhattan"),
    ):
        try:
            found = ask()
        except InvalidArgument as error:
            assert len(str(error)) < 300
        else:
            assert found.explain() or found.gap >= 0


def of_tenths(number=lambda k: k / 10):
    """Return a complete graph whose lengths are near ties, as tenths."""
    G = nx.Graph()
    for (u, v), k in zip(itertools.combinations(range(4), 2), (3, 3, 2, 0, 3, 3), strict=True):
        G.add_edge(u, v, weight=number(k))
    return G


def test_the_sum_of_the_first_tenths_is_the_third():
    G = nx.path_graph(3)
    nx.set_edge_attributes(G, {(0, 1): 0.1, (1, 2): 0.2}, "weight")
    assert icosian.shortest_hamiltonian_path(G).length == 0.3


def claims(G):
    """Return proofs about lengths of all kinds, about a graph."""
    proofs = [
        icosian.shortest_hamiltonian_cycle(G).proof,
        icosian.shortest_hamiltonian_path(G, 0, 3).proof,
        icosian.longest_cycle(G, weight="weight").proof,
        tours.bottleneck_hamiltonian_cycle(G).proof,
        routes.postman_walk(G).proof,
        icosian.traveling_salesman(G, [0, 1, 3]).proof,
    ]
    return [(proof, -1 if "Longest" in type(proof).__name__ else 1) for proof in proofs]


def better(proof, change):
    """Return a proof with another bound."""
    if isinstance(proof, WalkBound):
        return replace(proof, inner=better(proof.inner, change))
    return replace(proof, bound=proof.bound + change)


@pytest.mark.parametrize(
    "number",
    [
        lambda k: (k + 1) / 10,
        lambda k: (k + 1) / 3,
        lambda k: np.float32((k + 1) / 7),
        lambda k: Fraction(k + 1, 10) if k else 0.1,
        lambda k: (k + 1) * 1e-320,
        lambda k: (k + 1) * 1e22,
    ],
)
def test_bounds_of_float_lengths_hold_and_any_better_one_is_refused(number):
    G = of_tenths(number)
    least = min(abs(as_exact(w)) for *_, w in G.edges(data="weight"))
    for proof, sign in claims(G):
        named = proof.weight
        proof.check(G, weight=named)
        assert Proof.from_json(proof.to_json()) == proof
        for unit in (least / 10**20, Fraction(1, 10**400)):
            with pytest.raises(InvalidProof):
                better(proof, sign * unit).check(G, weight=named)


def as_exact(number):
    return Fraction(str(number)) if isinstance(number, np.floating) else as_printed(number)


@pytest.mark.parametrize("number", [lambda k: (k + 1) / 10, lambda k: np.float32((k + 1) / 10)])
def test_formulas_about_tenths_pass_the_audit(number):
    G = of_tenths(number)
    for proof, _ in claims(G)[:2]:
        assert audit(G, proof.to_pseudo_boolean(G).formula) == proof.statement


@pytest.mark.parametrize("kind", [int, float, Decimal, Fraction])
@pytest.mark.parametrize("prize", [2, 0.2, Decimal("0.2"), Fraction(1, 5), np.float32(0.2)])
def test_prizes_have_any_type_and_sums_the_less_exact_one(kind, prize):
    G = nx.complete_graph(4)
    length = kind(3) if kind is int else kind(5) / 2
    nx.set_edge_attributes(G, length, "weight")
    rows = [[G[u][v]["weight"] if u != v else 0 for v in G] for u in G]
    walk = icosian.traveling_salesman(G, list(G), prizes={3: prize}, start=0)
    tour = icosian.shortest_tour(rows, prizes={3: prize}, start=0)
    order = [int, Decimal, Fraction, float]
    expected = order[max(order.index(kind), order.index(type(plain_number(prize))))]
    for found in (walk, tour):
        assert found.skipped == (3,)
        assert found.is_shortest
        assert found.gap == 0
        assert "left out" in found.explain()
        assert {type(found.lost), type(found.cost)} <= {expected, int}
        assert as_printed(found.lost) == read(prize)
        assert as_printed(found.cost) == 3 * as_printed(length) + read(prize)
