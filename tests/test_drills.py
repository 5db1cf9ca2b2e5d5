"""The list of mutants that no test can kill names mutants that there are."""

import json

import pytest

pytest.importorskip("resource", reason="limits of Unix")

from drills.mutants import CHECKED, EQUIVALENT, SOURCE, mutants


@pytest.mark.slow
@pytest.mark.skipif(not SOURCE.is_dir(), reason="mutants are made of the source")
def test_every_equivalent_mutant_can_be_made():
    known = {key for path in CHECKED for key, *_ in mutants(path)}
    assert json.loads(EQUIVALENT.read_text()).keys() <= known
