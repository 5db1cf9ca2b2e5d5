"""What all proofs about walks have in common."""

import pytest
from true_certificates import refused

from icosian import InvalidProof, Proof
from icosian.proofs import Unreachable
from icosian.proofs.walks import WalkProof


def test_the_claim_names_stops_and_ends():
    def claim(**question):
        return Unreachable(**question, parts=(frozenset(),)).claim

    stops = tuple(range(12))
    assert claim(closed=True, stops=stops).endswith(
        "the 12 stops 0, 1, 2, 3, 4, 5, 6, 7 and 4 more"
    )
    question = {"closed": False, "stops": (0, 1), "start": 0, "end": 1}
    assert claim(**question) == "There is no walk from 0 to 1 through the 2 stops 0, 1"


def test_the_base_is_no_proof():
    with pytest.raises(TypeError):
        WalkProof(closed=True, stops=(0, 1))
    text = '{"kind": "WalkProof", "closed": true, "start": null, "end": null, "stops": [0, 1]}'
    with pytest.raises(InvalidProof):
        Proof.from_json(text)


def test_squares_of_another_board_are_refused():
    from icosian import knight_graph

    proof = Unreachable(closed=True, stops=((1, 1), (0, 0)), parts=(frozenset({(1, 1)}),), ranks=3)
    proof.check(knight_graph(3))
    assert "b2" in proof.explain()
    refused(proof, knight_graph(4, 3), "board of 3 rows")
