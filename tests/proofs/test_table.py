"""The table of refusals: what is wrong with a certificate, and in which words a check says so.

Each section of a file ``table/*.txt`` begins with its promise, and has lines of these forms; names
are those of ``icosian.proofs``, and of the tests that the file is called after. A line that begins
with a blank goes on from the line before it.

    ## a promise
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
from pathlib import Path

import families
import networkx as nx
import numpy as np
import pytest
import true_certificates

import icosian
from icosian import InvalidProof, proofs
from icosian.proofs import audit

ROW = re.compile(r"(.*?)(?: ; (.*?))? (?:!! (.*)|=> holds)", re.DOTALL)
CHANGE = re.compile(r"\w+=(?!=)|\*\*")


def sections():
    """Return the lines of each section by its file and promise."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("table/*.txt")):
        for section in path.read_text("utf-8").split("## ")[1:]:
            promise, _, text = section.replace("\n ", " ").partition("\n")
            found[f"{path.stem}: {promise}"] = list(filter(None, text.split("\n")))
    return found


SECTIONS = sections()
NAMES = vars(proofs) | vars(families) | vars(true_certificates)
NAMES |= {"G": None, "icosian": icosian, "math": math, "nx": nx, "np": np, "replace": replace}


@pytest.mark.parametrize("title", SECTIONS)
def test_certificates_hold_or_are_refused_for_the_reason_given(title):
    names = NAMES | vars(import_module(f"tests.proofs.test_{title.partition(':')[0]}"))
    for line in SECTIONS[title]:
        try:
            follow(line, names)
        except BaseException as error:
            error.add_note(line)
            raise


def follow(line, names):
    """Do what a line says."""
    if line.startswith("$ "):
        exec(line[2:], names)
        return
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
