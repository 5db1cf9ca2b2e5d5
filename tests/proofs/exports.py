"""Exports of proofs, accepted by a checker that shares nothing with them and by the audit."""

import shutil
import subprocess
import tempfile
from itertools import pairwise
from pathlib import Path

from pseudo_boolean_checker import Refused, check
from test_soundness import random_case

from icosian.proofs import HOME, Claim, audit

VERIPB = shutil.which("veripb")


def accepted(proof, G, **lengths):
    """Return the export of a proof after both have accepted it."""
    export = proof.to_pseudo_boolean(G, **lengths)
    assert audit(G, export.formula, **lengths) == proof.statement
    check(export.formula, export.proof)
    if VERIPB:
        with tempfile.TemporaryDirectory() as folder:
            files = export.save(Path(folder) / "export")
            subprocess.run([VERIPB, *files], check=True, capture_output=True)
    return export


def is_refused(formula, proof):
    try:
        check(formula, proof)
    except Refused:
        return True
    return False


def numbered(variables, tour):
    """Return the numbers of the variables that are 1 for a tour, if they are numbers of nodes."""
    places = set(zip(tour, range(1, len(tour) + 1), strict=True))
    return {x for x, place in enumerate(variables, start=1) if place in places}


def chosen(variables, tour, *, closed, directed):
    """Return the numbers of the variables that are 1 for a tour, if they are edges."""
    nodes = [*tour, tour[0]] if closed else [HOME, *tour, HOME]
    steps = set(pairwise(nodes))
    if not directed:
        steps |= {(v, u) for u, v in steps}
    return {x for x, edge in enumerate(variables, start=1) if edge in steps}


def holds(row, least, ones):
    """Return True if a constraint of the checker holds where some variables are 1."""
    return sum(c for lit, c in row.items() if (abs(lit) in ones) == (lit > 0)) >= least


def random_claim(random):
    """Return a graph and a claim with conditions."""
    G, question = random_case(random)
    G.remove_nodes_from([v for v in list(G)[6:] if v not in question.values()])
    edges = list(G.edges)
    random.shuffle(edges)
    question["require"] = tuple(edges[: random.choice((0, 0, 1, 2))])
    question["forbid"] = tuple(edges[2 : 2 + random.choice((0, 1))])
    return G, Claim(**question)


def question_of(claim):
    return {name: getattr(claim, name) for name in ("closed", "start", "end", "require", "forbid")}
