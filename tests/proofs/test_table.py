"""The table of refusals: what is wrong with a certificate, and in which words a check says so.

Names are those of ``icosian.proofs``, and of the tests that a file is called after. Besides
statements, lines have these forms.

    $ statement         of Python; ``proof`` and ``G`` are what the rows below are about
    proof !! words      what the check of a proof says, as a regular expression
    field=value !! ...  the same for ``proof`` with other fields
    proof ; graph !!    the same for another graph than ``G``; ``G, weight=...`` is one with lengths
    proof => holds
    call !! words       the same for a call that reads or makes something
    "old", "new" !!     the same for an audit of ``text``, a formula, with another text in it
"""

import math
import re
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module

import families
import networkx as nx
import numpy as np
import pytest
import true_certificates
from tables import cases, follow_all

import icosian
from icosian import InvalidProof, proofs
from icosian.proofs import audit

ROW = re.compile(r"(.*?)(?: ; (.*?))? (?:!! (.*)|=> holds)", re.DOTALL)
CHANGE = re.compile(r"\w+=(?!=)|\*\*")


NAMES = vars(proofs) | vars(families) | vars(true_certificates)
NAMES |= {"G": None, "icosian": icosian, "math": math, "nx": nx, "np": np, "replace": replace}


@pytest.mark.parametrize(("topic", "lines"), cases(__file__))
def test_certificates_hold_or_are_refused_for_the_reason_given(topic, lines):
    tests = vars(import_module(f"tests.proofs.test_{topic}"))
    follow_all(lines, NAMES | tests, follow)


def follow(line, names):
    """Do what a line says."""
    asked, graph, why = ROW.fullmatch(line).groups()
    asked = f"replace(proof, {asked})" if CHANGE.match(asked) else asked
    assert not (why and re.search(why, "any reason"))
    with pytest.raises(InvalidProof, match=why) if why else nullcontext():
        value = eval(asked, names)
        G, lengths = eval(f"(lambda G, **lengths: (G, lengths))({graph or 'G'})", names)
        if isinstance(value, tuple):
            assert value[0] in names["text"]
            audit(G, names["text"].replace(*value, 1))
        elif hasattr(value, "check"):
            value.check(G, **lengths)
