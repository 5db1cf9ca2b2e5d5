import itertools
import math
import pickle
from functools import partial

import numpy as np
import pytest
from board_strategies import pieces, refusal
from hypothesis import given, settings, strategies as st
from together import together

from icosian.boards.piece import NAMES, Piece

CHESS = ("knight", "king", "queen", "rook", "bishop")


def vectors(piece):
    return {vector for vector, _ in piece.moves}


def any_piece():
    return st.integers(1, 3).flatmap(pieces)


# what pieces are


@given(any_piece())
def test_a_piece_is_its_sorted_distinct_vectors(piece):
    steps = [vector for vector, _ in piece.moves]
    assert steps == sorted(set(steps))
    assert {len(step) for step in steps} == {piece.dimensions}


def test_pieces_are_values():
    knight = Piece([[1, 2], (2, 1), (1, 2), (2, -1), (1, -2)])
    assert knight == Piece(iter([(2, -1), (1, -2), (1, 2), (2, 1)]), reach=1)
    assert hash(knight) == hash(Piece(vectors(knight)))
    assert knight != Piece(vectors(knight), reach=2)
    assert knight != "knight"
    assert knight is not None


@given(any_piece())
def test_pieces_survive_text_and_pickling(piece):
    assert Piece.from_json(piece.to_json()) == piece
    assert pickle.loads(pickle.dumps(piece)) == piece
    assert eval(repr(piece), {"Piece": Piece}) == piece


@together("dimensions", [2, 3])
@together("name", CHESS)
def test_a_chess_piece_shows_its_name(name, dimensions):
    plane = "" if dimensions == 2 else ", dimensions=3"
    assert repr(Piece.named(name, dimensions=dimensions)) == f"Piece.named({name!r}{plane})"


@together("name", NAMES)
def test_a_piece_with_a_name_shows_it(name):
    assert repr(Piece.named(name)) == f"Piece.named({name!r})"


def test_fairy_leapers_have_the_steps_of_problemists():
    steps = {name: Piece.named(name).moves[-1] for name in NAMES if name not in CHESS}
    assert steps.pop("nightrider") == ((2, 1), None)
    assert {reach for _, reach in steps.values()} == {1}
    assert {name: step for name, (step, _) in steps.items()} == {
        "wazir": (1, 0),
        "ferz": (1, 1),
        "dabbaba": (2, 0),
        "alfil": (2, 2),
        "threeleaper": (3, 0),
        "camel": (3, 1),
        "zebra": (3, 2),
        "tripper": (3, 3),
        "giraffe": (4, 1),
        "stag": (4, 2),
        "antelope": (4, 3),
    }


# chess pieces


@pytest.mark.parametrize("d", [2, 3, 4])
def test_chess_pieces_have_the_vectors_of_their_geometry(d):
    around = [step for step in itertools.product(range(-2, 3), repeat=d) if any(step)]
    lengths = {step: sorted(map(abs, step), reverse=True) for step in around}

    def of_form(*form):
        return {s for s, length in lengths.items() if length == [*form, *[0] * (d - len(form))]}

    assert vectors(Piece.named("knight", dimensions=d)) == of_form(2, 1)
    assert vectors(Piece.named("rook", dimensions=d)) == of_form(1)
    assert vectors(Piece.named("bishop", dimensions=d)) == of_form(1, 1)
    everywhere = {step for step in around if max(map(abs, step)) == 1}
    assert len(everywhere) == 3**d - 1
    assert vectors(Piece.named("king", dimensions=d)) == everywhere
    assert vectors(Piece.named("queen", dimensions=d)) == everywhere


def test_leapers_take_one_step_and_riders_any_number():
    assert {reach for _, reach in Piece.named("king").moves} == {1}
    assert {reach for _, reach in Piece.named("knight").moves} == {1}
    for name in ("queen", "rook", "bishop"):
        assert {reach for _, reach in Piece.named(name).moves} == {None}


@given(st.integers(0, 9), st.integers(0, 9), st.integers(2, 4))
def test_a_leaper_has_all_its_steps(a, b, d):
    if not a and not b:
        assert "(0, 0)" in refusal(Piece.leaper, a, b, dimensions=d)
        return
    piece = Piece.leaper(a, b, dimensions=d)
    assert piece == Piece.leaper(b, a, dimensions=d)
    assert piece == Piece.rider(a, b, dimensions=d, reach=1)
    assert all(math.hypot(*step) == math.hypot(a, b) for step in vectors(piece))
    # choose the axes and the signs of the lengths that are not 0
    moving = sum(map(bool, (a, b)))
    orders = d if moving == 1 else d * (d - 1) // (2 if a == b else 1)
    assert len(piece.moves) == orders * 2**moving


def test_a_leaper_of_one_length_lives_on_a_line():
    assert vectors(Piece.leaper(0, 3, dimensions=1)) == {(3,), (-3,)}
    assert vectors(Piece.leaper(3, 0, dimensions=1)) == {(3,), (-3,)}


# unions


def test_queen_is_rook_or_bishop_and_king_is_wazir_or_ferz():
    assert Piece.named("queen") == Piece.named("rook") | Piece.named("bishop")
    assert Piece.named("king") == Piece.leaper(0, 1) | Piece.leaper(1, 1)


@settings(max_examples=10)
@given(st.integers(1, 3).flatmap(lambda d: st.tuples(*[pieces(d)] * 3)))
def test_uniting_is_associative_commutative_and_idempotent(three):
    p, q, r = three
    assert p | p == p
    assert p | q == q | p
    assert (p | q) | r == p | (q | r)
    assert vectors(p | q) == vectors(p) | vectors(q)


def test_the_longer_reach_of_a_shared_vector_counts():
    def reaching(reach):
        return Piece([(0, 1)], reach=reach)

    assert reaching(2) | reaching(3) == reaching(3)
    assert reaching(None) | reaching(3) == reaching(None)


def test_only_pieces_of_one_dimension_unite():
    message = refusal(lambda: Piece.named("rook") | Piece.named("rook", dimensions=3))
    assert "2" in message
    assert "3" in message
    with pytest.raises(TypeError):
        Piece.named("rook") | "bishop"


# bad pieces


@together(
    "steps", [None, 0, -1, 2.5, "12", True, math.nan, [1, 2], [(1, 2.5)], [("1", 2)], [(1, None)]]
)
def test_vectors_that_are_not_tuples_of_integers_are_refused(steps):
    message = refusal(Piece, steps)
    assert repr(steps) in message
    assert "tuples of integers" in message


@together("steps", [[], [()], [(0, 0)], [(1, 2), (0, 0)]])
def test_a_piece_that_stands_still_is_refused(steps):
    assert str(sorted(steps)) in refusal(Piece, steps)


def test_vectors_of_different_dimensions_are_refused():
    assert "one dimension" in refusal(Piece, [(1, 2), (1, 2, 3)])


@together("reach", [0, -1, 2.5, 1.0, "8", True, False, math.nan, math.inf, (1,)])
def test_a_reach_that_is_not_an_integer_of_at_least_1_is_refused(reach):
    for call in (
        lambda: Piece([(0, 1)], reach=reach),
        lambda: Piece.rider(0, 1, reach=reach),
    ):
        message = refusal(call)
        assert repr(reach) in message
        assert "reach must be an integer of at least 1" in message


@together("length", [-1, 2.5, 1.0, "8", True, None, math.nan, (1,)])
@together("make", [Piece.leaper, Piece.rider])
def test_a_length_that_is_not_an_integer_of_at_least_0_is_refused(make, length):
    for pair in ((length, 2), (1, length)):
        message = refusal(make, *pair)
        assert repr(length) in message
        assert "an integer of at least 0" in message


@together("name", ["pawn", "Knight", " king", "", "8", None, 0, 2.5, True, math.nan])
def test_an_unknown_piece_is_refused_with_the_known_ones(name):
    message = refusal(Piece.named, name)
    assert repr(name) in message
    assert "knight, king, queen, rook, bishop, wazir, ferz" in message


def test_a_piece_needs_axes_enough():
    for name in ("knight", "bishop"):
        assert "two axes, got 1" in refusal(Piece.named, name, dimensions=1)
    for name in CHESS:
        refusal(Piece.named, name, dimensions=0)


@together(
    "text",
    [
        None,
        5,
        "",
        "[",
        "[]",
        "{}",
        "null",
        "[[]]",
        '"knight"',
        '{"a": 1}',
        "[[[0, 1]]]",
        "[[[0, 0], 1]]",
        "[[[0, 1], 0]]",
        "[[[0, 1.5], 1]]",
        '[[[0, 1], "1"]]',
        "[[[0, 1], 1], [[1], 1]]",
    ],
)
def test_text_that_does_not_describe_a_piece_is_refused(text):
    assert "not the description of a piece" in refusal(Piece.from_json, text)


@pytest.mark.parametrize("text", ["[" * 10**5, [], {}])
def test_hostile_text_is_refused_as_a_piece(text):
    assert "not the description of a piece" in refusal(Piece.from_json, text)


@pytest.mark.parametrize("name", [["knight"], {"knight": 1}])
def test_an_unhashable_name_is_an_unknown_piece(name):
    assert repr(name) in refusal(Piece.named, name)


@together("dimensions", [0, -1, 2.5, "8", True, None, math.nan])
@together("name", [*CHESS, "leaper", "rider"])
def test_bad_dimensions_are_refused(name, dimensions):
    makers = {"leaper": partial(Piece.leaper, 0, 1), "rider": partial(Piece.rider, 0, 1)}
    message = refusal(makers.get(name, partial(Piece.named, name)), dimensions=dimensions)
    assert repr(dimensions) in message
    assert "dimension" in message


def test_numbers_of_numpy_make_the_same_piece():
    one, two, three = (np.int64(k) for k in (1, 2, 3))
    assert Piece.leaper(one, two, dimensions=three) == Piece.leaper(1, 2, dimensions=3)
    assert Piece.rider(one, two, reach=three) == Piece.rider(1, 2, reach=3)
    assert Piece(np.array([[1, 2]]), reach=two).to_json() == "[[[1, 2], 2]]"
    assert Piece.named("king", dimensions=three) == Piece.named("king", dimensions=3)


def test_a_knight_has_528_moves_in_12_dimensions_and_none_in_13():
    assert len(Piece.named("knight", dimensions=12).moves) == 528
    for dimensions in (13, 10**400):
        assert "at most 12 axes" in refusal(Piece.named, "king", dimensions=dimensions)


@together("name", [np.zeros(3), np.zeros((2, 2)), b"king", 10**5000], ids=type)
def test_other_objects_are_unknown_pieces(name):
    assert "knight, king, queen, rook, bishop" in refusal(Piece.named, name)


@pytest.mark.parametrize("step", [10**1001, -(10**5000)], ids=["long", "longer"])
def test_a_step_of_thousands_of_digits_is_refused(step):
    assert "at most 1,000 digits" in refusal(Piece, [(step, 1)])
