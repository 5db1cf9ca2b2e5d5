"""Bounds by dual weights and a tree of cases: what lower and upper bounds of tours share."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Proof
from icosian.proofs.claim import HOME, LEFT_OUT, LONGEST, Number
from icosian.proofs.shared.families import Family, Split, leaves

if TYPE_CHECKING:
    from icosian.proofs.lengths import Edge
    from icosian.proofs.shared.shorter_tours import ShorterTours


@dataclass(frozen=True, kw_only=True)
class DualWeights:
    """Potentials of nodes and multipliers of families of sets, in integers.

    Attributes
    ----------
    potentials : tuple of int
        The potential of each node, by its number; none if all are 0.
    families : tuple of (int, int)
        Families, by their places in the list of the proof, and their multipliers: positive, or
        negative in a case in which a border is crossed exactly twice.
    """

    potentials: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)
    families: tuple[tuple[int, int], ...] = field(default=(), metadata=LEFT_OUT)

    def at(self, size: int) -> tuple[int, ...]:
        """Return the potentials of so many nodes, also if all are 0."""
        return self.potentials or (0,) * size


@dataclass(frozen=True, kw_only=True)
class DualBound(Proof):
    """A bound of the lengths of tours, by dual weights and a tree of cases."""

    bound: Number
    nodes: tuple[Any, ...]
    scale: int
    families: tuple[Family, ...] = field(default=(), metadata=LEFT_OUT)
    root: DualWeights | None = field(default=None, metadata=LEFT_OUT)
    weights: tuple[DualWeights, ...]
    tree: tuple[tuple[int, ...] | int, ...]
    hidden: int = field(default=0, metadata=LEFT_OUT)
    better: ClassVar[str]
    """What a tour would be that the bound denies."""

    @property
    def _exact(self) -> list[Number]:
        """The numbers that must be exact."""
        return [self.bound]

    def _check_form(self) -> None:
        numbers = self._exact
        if not all(type(number) is int or isinstance(number, Fraction) for number in numbers):
            raise InvalidProof(f"a bound and its unit are exact, {numbers!r} are not")
        _check_integers([self.scale, *chain.from_iterable(n.as_integer_ratio() for n in numbers)])
        if self.scale < 1:
            raise InvalidProof("the scale must be positive")
        if not all(self.families):
            raise InvalidProof("a comb has a handle, and each family has a set")
        splits = {entry[0] for entry in self.tree if isinstance(entry, tuple) and len(entry) == 1}
        for weights in (*self.weights, *(() if self.root is None else (self.root,))):
            _check_integers(chain(weights.potentials, *weights.families))
            multipliers = dict(weights.families)
            if len(multipliers) < len(weights.families):
                raise InvalidProof("a family is weighed twice")
            if not all(0 <= f < len(self.families) for f in multipliers):
                raise InvalidProof("a multiplier belongs to no family")
            signed = set() if weights is self.root else splits
            if not all(z > 0 or (z < 0 and f in signed) for f, z in multipliers.items()):
                raise InvalidProof("the multiplier of a family must be positive")
        for entry in self.tree:
            if isinstance(entry, tuple):
                _check_integers(entry)
                if len(entry) not in (1, 2):
                    raise InvalidProof("a case is split on an edge or on a set")
            elif type(entry) is not int or not 0 <= entry < len(self.weights):
                raise InvalidProof("a case names no weights")

    def _check_cases(self, tours: ShorterTours) -> None:
        """Raise :exc:`InvalidProof` unless the tree has all cases, and each is closed."""
        used: set[Edge] = set()
        unused: set[Edge] = set()
        twice: set[int] = set()
        often: set[int] = set()

        def split_of(entry: tuple[int, ...]) -> Split:
            if len(entry) == 1:
                return tours.border(*entry), twice, often
            return tours.edge(entry), used, unused

        for leaf in leaves(self.tree, split_of):
            if not tours.are_none(self.weights[leaf], used, unused, twice, often):
                raise InvalidProof(f"the weights of a case leave room for a {self.better} tour")

    def _numbered(self, number: int) -> Any:
        """Return the node with a number, the number itself if there is none."""
        nodes = [*self.nodes] if self.closed else [*self.nodes, HOME]
        return (2 * nodes)[number] if 0 <= number < 2 * len(nodes) else number

    def _effort(self) -> int:
        sets = sum(len(part) for family in self.families for part in family)
        return 10 + len(self.nodes) + sets + 20 * len(self.tree)


def _check_integers(numbers: Any) -> None:
    """Refuse numbers that are not integers, or that are longer than any length."""
    if not all(type(number) is int and abs(number) < LONGEST for number in numbers):
        raise InvalidProof("weights are integers of less than 1,000 digits")
