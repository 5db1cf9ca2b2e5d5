"""Have proofs in clauses checked by ACL2's verified checker: true ones, and as many damaged ones.

Run it as a program, where `acl2` and its certified books are installed.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

import networkx as nx
from families import atlas, flower_snark
from lrat_checker import Refused, check
from test_lrat import cases
from test_soundness import random_case

import icosian
from icosian.exceptions import InvalidProof, NoClausalForm, NoDisjointCycles, NoLoop
from icosian.proofs import ForcedEdges, Step, audit
from icosian.puzzles import LoopPuzzle
from icosian.tours import hamiltonian_decomposition
from icosian.tours.solve.functions import export_proof

GRAPHS = Path(__file__).parents[1] / "data/graphs/named.tsv"
LOAD = """(include-book "projects/sat/lrat/list-based/run" :dir :system :ttags :all)
(comp t)
(in-package "LRAT")
"""

NAMED = "Petersen", "Herschel", "Tietze", "Sousselier", "Blanusa", "J5", "Coxeter", "J7", "GP(17,2)"
NAMED += "J9", "Wiener-Araya", "Tutte", "GP(29,2)", "Horton-96"
"""Graphs of ``tests/data/graphs/named.tsv``."""

BOARDS = (3, 4), (3, 6), (3, 8), (4, 4), (4, 5), (4, 6)


def proved(find, *given, **options):
    """Return the proof that there is no such tour, or None."""
    try:
        find(*given, **options)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        return error.proof
    return None


def exports():
    """Yield exports by their names; a further kind of proof is a further loop."""
    lines = GRAPHS.read_text("ascii").splitlines()
    coded = {line.split("\t")[0]: line.split("\t")[-1] for line in lines}
    for name in NAMED:
        G = nx.from_graph6_bytes(coded[name].encode())
        proof = proved(icosian.hamiltonian_cycle, G, method="sat")
        yield name, audited(proof, G, export_proof(proof, G, clauses=True))
    small = [*filter(nx.is_biconnected, atlas())]
    refuted = [(G, proof) for G in small if (proof := cases(G, {"closed": True}))]
    lines = (GRAPHS.parent / "eight.g6").read_text("ascii").split()
    eight = [nx.from_graph6_bytes(line.encode()) for line in lines]
    refuted += [(G, cases(G, {"closed": True})) for G in eight]
    if len(eight) != 7123 - 6196:  # OEIS A002218 and A003216
        sys.exit(f"{len(eight)} graphs of 8 nodes")
    for k, (G, proof) in enumerate(refuted):
        yield f"small graph {k}, by cases", audited(proof, G, proof.to_lrat(G))
    for shape in BOARDS:
        G = icosian.knight_graph(*shape)
        proof = icosian.prove_no_hamiltonian_cycle(G)
        yield f"board {shape}", audited(proof, G, export_proof(proof, G, clauses=True))
    G = nx.path_graph(4)
    proof = ForcedEdges(closed=True, steps=(Step(edges=(), node=0),))
    yield "forced edges", audited(proof, G, proof.to_lrat(G))
    random, found = Random(35), 0
    while found < 40:  # digraphs and ends
        G, question = random_case(random, tour=False)
        find = icosian.hamiltonian_cycle if question.pop("closed") else icosian.hamiltonian_path
        proof = proved(find, G, method="sat", **question)
        if proof is not None:
            try:
                export = export_proof(proof, G, clauses=True)
            except NoClausalForm:
                continue
            found += 1
            yield f"random case {found}", audited(proof, G, export)
    J = flower_snark(5)
    (first, *_, last) = J.edges
    proof = proved(icosian.hamiltonian_cycle, J, require=[first], forbid=[last], method="sat")
    yield "conditions", audited(proof, J, proof.to_lrat(J))
    K = nx.complete_graph(4)
    proof = icosian.prove_no_hamiltonian_cycle(
        K, besides=[(0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3)]
    )
    yield "no other tour", audited(proof, K, proof.to_lrat(K))
    G = nx.grid_2d_graph(3, 3)
    proof = icosian.prove_no_hamiltonian_path(G, (0, 0), positions={(2, 2): 4})
    yield "numbers", audited(proof, G, proof.to_lrat(G))
    G = nx.cycle_graph(6)
    proof = icosian.prove_no_hamiltonian_path(G, 0, order=[(3, 1, 5)])
    yield "an order", audited(proof, G, proof.to_lrat(G))
    G = nx.line_graph(nx.petersen_graph())
    try:
        hamiltonian_decomposition(G)
    except NoDisjointCycles as error:
        yield "no decomposition", audited(error.proof, G, error.proof.to_lrat(G))
    for kind, rows in (("slitherlink", ["3.1"]), ("masyu", ["w.", ".."]), ("numberlink", ["1.1"])):
        puzzle = LoopPuzzle(kind, rows)
        try:
            proof = puzzle.prove_unique()
        except NoLoop as error:
            proof = error.proof
        yield f"{kind} {rows}", audited(proof, puzzle, proof.to_lrat(puzzle))


def audited(proof, G, export):
    """Return an export after its formula was audited."""
    if audit(G, export.formula) != proof.statement:
        raise InvalidProof("another claim")
    return export


def damaged(random, formula, proof):
    """Return a formula and a proof of which one is wrong in one place."""
    rows, lines = clauses(formula), proof.splitlines()
    while True:
        some, steps = rows[:], lines[:]
        k, kind = random.randrange(len(steps)), random.randrange(4)
        words = steps[k].split()
        end = words.index("0")
        if kind == 0:
            del steps[k]
        elif kind == 1:
            del words[random.randrange(end + 1, len(words) - 1)]
            steps[k] = " ".join(words)
        elif kind == 2 and end > 1:
            place = random.randrange(1, end)
            words[place] = str(-int(words[place]))
            steps[k] = " ".join(words)
        else:
            del some[random.randrange(1, len(some))]
            _, _, size, count = some[0].split()
            some[0] = f"p cnf {size} {int(count) - 1}"
        texts = "".join(f"{row}\n" for row in some), "".join(f"{step}\n" for step in steps)
        if len(some) > 1 and is_refused(*texts):
            return texts


def is_refused(formula, proof):
    """Return True if a proof does not hold, and its first wrong clause is not a harmless one.

    A clause may be added that does not follow, if the denial of its first literal is nowhere.
    """
    try:
        check(formula, proof)
    except Refused as error:
        if found := re.fullmatch("clause ([0-9]+) does not follow", str(error)):
            step = next(line for line in proof.splitlines() if line.startswith(f"{found[1]} "))
            denial = str(-int(step.split()[1]))
            return denial == "0" or any(denial in row.split()[:-1] for row in clauses(formula)[1:])
        return True
    except ValueError:
        return True
    return False


def clauses(formula):
    """Return the lines of a formula without its comments, which ACL2 does not read."""
    return [line for line in formula.splitlines() if not line.startswith("c")]


def verdicts(folder, count):
    """Return what ACL2 says of each pair of files: T, NIL or ERROR."""
    forms = (  # an error ends one of them and not the run
        f'(cw "~%CASE {k}~%")\n(verify-lrat-proof "{k}.cnf" "{k}.lrat")\n' for k in range(count)
    )
    script = "".join([LOAD, *forms, '(cw "~%CASE end~%")\n'])
    done = subprocess.run(
        ["acl2"], input=script, cwd=folder, capture_output=True, text=True, check=True
    )
    _, *parts = re.split(r"^.*CASE (?:[0-9]+|end)\n", done.stdout, flags=re.MULTILINE)
    return [verdict(part) for part in parts[:-1]]


def verdict(part):
    """Return the verdict in what ACL2 prints about one proof."""
    said = re.findall(r"^ (T|NIL)$", part, flags=re.MULTILINE)
    if "ERROR" in part or "ACL2 Error" in part:
        return "ERROR" if not said else "more than one verdict"
    return said[0] if len(said) == 1 else "no verdict"


def main():
    begin, random = perf_counter(), Random(35)
    names, texts = [], []
    for name, export in exports():
        formula = "".join(f"{line}\n" for line in clauses(export.formula))
        check(formula, export.proof)
        names += [name, f"{name}, damaged"]
        texts += [(formula, export.proof), damaged(random, formula, export.proof)]
    written = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for k, both in enumerate(texts):
            for text, suffix in zip(both, (".cnf", ".lrat"), strict=True):
                Path(folder, f"{k}{suffix}").write_text(text, encoding="ascii")
        found = verdicts(folder, len(texts))
    if len(found) != len(texts):
        sys.exit(f"{len(found)} verdicts on {len(texts)} proofs")
    wrong = [
        f"{name}: {said}"
        for k, (name, said) in enumerate(zip(names, found, strict=True))
        if said not in (("NIL", "ERROR") if k % 2 else ("T",))
    ]
    if wrong:
        sys.exit("\n".join(["wrong verdicts:", *wrong]))
    print(
        f"{len(texts) // 2} proofs accepted and as many damaged ones refused,"
        f" {written - begin:.0f} s to write, {perf_counter() - written:.0f} s to check"
    )


if __name__ == "__main__":
    main()
