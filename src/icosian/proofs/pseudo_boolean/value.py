"""The value of an export: a formula and its refutation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from icosian._io.atomic import checked_file, write_atomically

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from icosian.proofs.pseudo_boolean.formula import Formula
    from icosian.proofs.pseudo_boolean.log import Log


@dataclass(frozen=True, slots=True, kw_only=True)
class PseudoBoolean:
    """A claim as a pseudo-Boolean formula without a solution, and the refutation of the formula.

    Attributes
    ----------
    formula : str
        The formula in the OPB format. Comments say what each variable and each constraint means.
    proof : str
        The refutation in the format of VeriPB, version 2.0.
    variables : tuple
        What the variables ``x1``, ``x2``, ... stand for: an edge (node, node), or a node and its
        number on the tour. None is a variable that is always 0, or that the proof defines.

    See Also
    --------
    icosian.Proof.to_pseudo_boolean : Make one.
    icosian.proofs.audit : Read the formula back.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> G = nx.petersen_graph()
    >>> export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
    >>> export.variables[:3]
    ((0, 1), (0, 4), (0, 5))
    >>> print(export.proof.splitlines()[0])
    pseudo-Boolean proof version 2.0
    """

    formula: str
    proof: str
    variables: tuple[Any, ...]

    def save(self, stem: str | os.PathLike[str]) -> tuple[Path, Path]:
        """Write the formula and the proof to two files, each as a whole or not at all.

        Parameters
        ----------
        stem : str or path-like
            Their common path without a suffix; ``.opb`` and ``.pbp`` are appended.

        Returns
        -------
        Path, Path
            The paths of the formula and of the proof.

        Raises
        ------
        InvalidArgument
            If the stem is not a path that ends in a name.
        OSError
            If a file cannot be written.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> G = nx.petersen_graph()
        >>> export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
        >>> export.save("petersen")  # doctest: +SKIP
        (PosixPath('petersen.opb'), PosixPath('petersen.pbp'))
        """
        path = checked_file(stem, "stem")
        formula, proof = Path(f"{path}.opb"), Path(f"{path}.pbp")
        write_atomically(formula, self.formula.encode())
        write_atomically(proof, self.proof.encode())
        return formula, proof


def finished(formula: Formula, log: Log, meaning: Callable[[Any], str]) -> PseudoBoolean:
    """Return the texts of a formula and of a proof whose last line contradicts it."""
    return PseudoBoolean(
        formula=formula.text(meaning),
        proof=log.text(len(formula)),
        variables=tuple(formula.variables),
    )
