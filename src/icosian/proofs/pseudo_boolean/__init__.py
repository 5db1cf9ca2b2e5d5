"""Proofs for checkers that others wrote: pseudo-Boolean formulas and their refutations.

A formula states what holds for every tour that a claim is about, as linear inequalities in 0-1
variables, in the OPB format. The proof derives a contradiction in the format of VeriPB, version
2.0. ``formula.py`` and ``value.py`` write the two texts; there is one module for each way of
reasoning; ``exports.py`` says which kind of proof takes which.
"""

from icosian.proofs.pseudo_boolean.value import PseudoBoolean

__all__ = ["PseudoBoolean"]
