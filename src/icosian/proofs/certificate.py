"""Base class of certificates: the claim, the check, the explanation, the JSON text."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, singledispatch
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar, get_origin, get_type_hints

import networkx as nx

from icosian._io.text import parse_json, reason_of, shown
from icosian.boards.text import FILES, square_name
from icosian.exceptions import (
    IcosianError,
    InvalidArgument,
    InvalidProof,
    NoClausalForm,
    NoPseudoBooleanForm,
)
from icosian.proofs.claim import (
    HOME,
    LEFT_OUT,
    Claim,
    Middle,
    codec,
    count_named_rows,
    label_reader,
    label_writer,
    sentence,
)

if TYPE_CHECKING:
    from icosian.proofs.formulas.lrat import Clausal
    from icosian.proofs.formulas.opb import PseudoBoolean

T = TypeVar("T")

Tick = Callable[[], object]
"""Called every few milliseconds of a check; it stops the check by raising an exception."""


class Certificate(ABC):
    """A statement that can be checked and explained."""

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # IPython searches the classes of a value from the last one on, and the generated __repr__
        # of a dataclass would hide an inherited _repr_pretty_.
        cls._repr_pretty_ = Certificate._repr_pretty_  # type: ignore[method-assign]

    def check(self, G: Any) -> None:
        """Check the statement, by exact code that is independent of the search.

        Parameters
        ----------
        G : networkx graph
            The graph, for a proof about a puzzle the puzzle.

        Raises
        ------
        InvalidArgument
            If it is something else.
        InvalidProof
            If the statement does not hold for it; the message says why.
        """
        verify(self, G, no_limit)

    @abstractmethod
    def _verify(self, G: Any, tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the statement holds for the graph."""

    @abstractmethod
    def explain(self) -> str:
        """Return the statement and its reason in plain sentences.

        Returns
        -------
        str
            The sentences.
        """

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_shown"}

    def __str__(self) -> str:
        return self.explain()

    def _repr_html_(self) -> str | None:
        shown = getattr(self, "_shown", None)  # what the search that found it knows of its picture
        return shown(self) if shown else None

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002
        printer.text(str(self))


class StoredCertificate(Certificate):
    """A certificate with a form in JSON, and perhaps one as clauses."""

    _family: ClassVar[Any]
    """The class whose form in JSON it has: the first one below this."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._family = getattr(cls, "_family", cls)

    @property
    @abstractmethod
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""

    @abstractmethod
    def _reason(self) -> str:
        """Return the second half of the explanation, without a full stop."""

    def _check_form(self) -> None:
        """Raise :exc:`InvalidProof` if the proof contradicts itself, whatever it is about."""

    def _within(self) -> tuple[StoredCertificate, ...]:
        """Return the proofs that this one holds: that of the field ``inner``, if there is one."""
        inner = getattr(self, "inner", None)
        return () if inner is None else (inner,)

    def explain(self) -> str:
        """Return the claim and its reason in plain sentences.

        Returns
        -------
        str
            The sentences; squares of a chess board by their names.
        """
        return f"{self.claim}: {self._reason()}."

    def to_json(self, G: nx.Graph[Any] | None = None) -> str:
        """Return the proof as JSON text.

        Parameters
        ----------
        G : networkx graph, optional
            Needed only where nodes are not finite numbers, booleans, strings without lone
            surrogates, or tuples of these: such nodes are written as their place in the order of
            ``G``.

        Returns
        -------
        str
            A JSON object.

        Raises
        ------
        InvalidArgument
            If ``G`` is not a graph.
        InvalidProof
            If a node cannot be written, or :meth:`from_json` would refuse a part of the text.
        """
        with explain_errors("this proof has no JSON form"):
            written = codec(self._family).write(self, label_writer(G))
            codec(self._family).read(written, label_reader(G))
            return json.dumps(written)

    def to_lrat(self, G: Any) -> Clausal:
        """Return the proof for checkers of clauses that others wrote and verified.

        Parameters
        ----------
        G : networkx graph
            The graph that the proof is about, or the puzzle.

        Returns
        -------
        Clausal
            Clauses about edges, numbers, nodes or places in an order, each true of every tour or
            set, and a refutation of them by unit propagation with hints.

        Raises
        ------
        InvalidProof
            If the proof does not hold for the graph.
        NoClausalForm
            If this kind of proof counts, as :class:`~icosian.proofs.Toughness`, or is not made of
            clauses. Kinds that have a form are :class:`~icosian.proofs.Refutation`,
            :class:`~icosian.proofs.ForcedEdges`, :class:`~icosian.proofs.Cases` without weights,
            and with conditions :class:`~icosian.proofs.Conditional` with one of these,
            :class:`~icosian.proofs.Positioned`, :class:`~icosian.proofs.Ordered`,
            :class:`~icosian.proofs.LoopRefutation`, :class:`~icosian.placements.ClauseBound` and
            :class:`~icosian.proofs.DisjointRefutation`, where no numbers or degrees are counted.

        See Also
        --------
        icosian.Proof.to_pseudo_boolean : The same with inequalities, for kinds that count too.

        Notes
        -----
        Cost: that of the check, and the edges that are decided for each clause. The formula has
        only the clauses that the refutation needs.

        References
        ----------
        .. [1] L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, Efficient
           certified RAT verification, Automated Deduction, CADE 26 (2017), 220-236.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> G = nx.petersen_graph()
        >>> export = icosian.prove_no_hamiltonian_cycle(G).to_lrat(G)
        >>> print(export.formula.splitlines()[0])
        c claim {"closed": true}
        """
        with explain_malformed(self):
            return export_lrat(self, G)

    def to_pseudo_boolean(self, G: nx.Graph[Any]) -> PseudoBoolean:
        """Return the proof for checkers that others wrote, such as VeriPB.

        Parameters
        ----------
        G : networkx graph
            The graph that the proof is about, or places.

        Returns
        -------
        PseudoBoolean
            The claim as a formula of 0-1 linear inequalities, and a refutation of the formula by
            cutting planes and unit propagation.

        Raises
        ------
        InvalidProof
            If the proof does not hold for the graph.
        NoPseudoBooleanForm
            If this kind of proof has no such form, as :class:`~icosian.proofs.FrontierExhausted`.
            Bounds of placements that have one are :class:`~icosian.placements.CliqueCover` and
            :class:`~icosian.placements.Packing`.

        See Also
        --------
        icosian.proofs.audit : Confirm that the formula says nothing but the claim.

        Notes
        -----
        Cost: that of the check. Besides those of the nodes there is one constraint for each set of
        nodes that the proof needs. A :class:`~icosian.proofs.Positioned` of n nodes has n²
        variables, which node has which number, and two constraints for each.

        References
        ----------
        .. [1] S. Gocht, J. Nordstrom, Certifying parity reasoning efficiently using pseudo-Boolean
           proofs, AAAI Conference on Artificial Intelligence (2021), 3768-3777.

        Examples
        --------
        >>> import icosian
        >>> G = icosian.knight_graph(3, 5)
        >>> export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
        >>> print(export.formula.splitlines()[1])
        * claim {"closed": true}
        """
        with explain_malformed(self):
            return export_opb(self, G)

    @classmethod
    def from_json(cls, text: str, G: nx.Graph[Any] | None = None) -> Self:
        """Read what :meth:`to_json` wrote.

        Parameters
        ----------
        text : str
            JSON text.
        G : networkx graph, optional
            Needed where it was needed for writing, with its nodes in the same order.

        Returns
        -------
        Proof, LoopRefutation or Bound
            The proof, of any kind and unchecked.

        Raises
        ------
        InvalidArgument
            If ``G`` is not a graph.
        InvalidProof
            If the text does not describe a proof.
        """
        with explain_errors("not the description of a proof"):
            proof: Self = codec(cls._family).read(parse_json(text), label_reader(G))
            check_nesting(proof)
            proof._check_form()
        return proof


def verify(evidence: Certificate, G: Any, tick: Tick, **options: Any) -> None:
    """Check evidence against a graph; what ``tick`` raises ends the check."""
    with explain_malformed(evidence):
        evidence._verify(G, tick, **options)  # noqa: SLF001 - this function is its public face


@contextmanager
def explain_malformed(evidence: Certificate) -> Iterator[None]:
    """Turn what goes wrong with evidence into an :exc:`InvalidProof` if it has no form in JSON."""
    for name, read in _scalars(type(evidence)):  # what is not False may count for more than True
        with explain_errors(f"{name!r} of the proof"):
            read(getattr(evidence, name), str)
    _check_lasting(evidence)
    try:
        yield
    except IcosianError:
        raise
    except _ERRORS:
        _check_parts(evidence)
        raise


def _check_lasting(evidence: Any) -> None:
    """Refuse a part that can be read only once: who reads the claim later would read another."""
    level, known = [evidence], dict[int, Any]()
    while level:
        kinds = {*map(type, level)}
        if any(hasattr(kind, "__next__") for kind in kinds):
            raise InvalidProof("a part of the proof can be read only once")
        ours = (k for k in kinds if is_dataclass(k) and k.__module__.startswith("icosian."))
        own = {kind: [item.name for item in fields(kind)] for kind in ours}
        held = own.keys() | {kind for kind in kinds if issubclass(kind, _HOLDERS)}
        some = {id(x): x for x in level if type(x) in held}
        rows = [x for key, x in some.items() if key not in known]
        parts = ([getattr(x, n) for n in own[type(x)]] if type(x) in own else x for x in rows)
        level, known = [*chain.from_iterable(parts)], known | some


_HOLDERS = tuple, list, set, frozenset


@cache
def _scalars(kind: Any) -> list[tuple[str, Any]]:
    """Return the fields of a class that hold one word, number or truth value, and their readers."""
    hints = get_type_hints(kind)
    own = ((item.name, hints[item.name]) for item in fields(kind))
    return [(n, codec(k).read) for n, k in own if k in (bool, int, str) or get_origin(k) is Literal]


def _check_parts(evidence: Any) -> None:
    """Raise :exc:`InvalidProof` unless the parts of evidence have the types of its fields."""
    with explain_errors("the proof names what cannot be a node, or has parts of other types"):
        known = hash(evidence)
        form = codec(evidence._family)  # noqa: SLF001 - our own kinds
        if hash(form.read(form.write(evidence, lambda v: v), lambda v: v)) != known:
            raise TypeError("a sequence stands for a set, or a set for a sequence")


def check_graph(G: Any) -> None:
    """Raise :exc:`InvalidArgument` unless evidence is checked against a graph."""
    if not isinstance(G, nx.Graph):
        raise InvalidArgument(f"a proof is checked against a networkx graph, got {shown(G)}")


def with_ticks(items: Iterable[T], tick: Tick, every: int = 1_000) -> Iterator[T]:
    """Yield items, with a tick after every thousand."""
    for k, item in enumerate(items, start=1):
        yield item
        if not k % every:
            tick()


def is_directed(G: Any, *, closed: bool) -> bool:
    """Return True for digraphs, and for places where the way back may have another length.

    A closed tour of two places uses the way between them in both directions.
    """
    if isinstance(G, nx.Graph):
        return G.is_directed()
    return bool(G.directed) or (closed and len(G.nodes) <= 2)


def no_limit() -> None:
    """Let a check take as long as it needs."""


_CLAIMED = tuple(item.name for item in fields(Claim))


@dataclass(frozen=True, kw_only=True)
class Proof(StoredCertificate):
    """A reason why a graph has no Hamiltonian cycle or path.

    A proof is a value: it holds nodes of the graph, not the graph. :meth:`check` compares it with
    a graph by exact code that shares nothing with the search that found it.

    Attributes
    ----------
    closed : bool
        True: there is no Hamiltonian cycle. False: there is no Hamiltonian path.
    start, end : node or None
        The ends that were asked of the path; None leaves an end free.
    ranks : int or None
        On a plane board, its number of rows: squares are then called by their names. The check
        compares it with the board that the graph names.

    See Also
    --------
    icosian.prove_no_hamiltonian_cycle, icosian.prove_no_hamiltonian_path : Find one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> G = nx.star_graph(3)
    >>> proof = icosian.prove_no_hamiltonian_path(G)
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian path: the 3 nodes 1, 2, 3 have fewer than two neighbors,
    so each must be an end of the path, and only 2 can be.
    >>> icosian.Proof.from_json(proof.to_json()) == proof
    True
    """

    closed: bool
    start: Any = None
    end: Any = None
    ranks: int | None = field(default=None, metadata=LEFT_OUT)

    _kinds: ClassVar[dict[str, type[Proof]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        Proof._kinds[cls.__name__] = cls

    @property
    def statement(self) -> Claim:
        """The claim as one value: every condition that the proof has a field for."""
        return Claim(**{name: getattr(self, name) for name in _CLAIMED if hasattr(self, name)})

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        return sentence(self.statement, self)

    def check(self, G: Any, *, weight: Any = None) -> None:  # noqa: ARG002 - of all lengths alike
        """Check the statement, by exact code that is independent of the search.

        Parameters
        ----------
        G : networkx graph
            The graph.
        weight : str, callable or None
            The lengths that are meant, as for :meth:`icosian.proofs.LowerBound.check`; this proof
            is about all edges, whatever their lengths.

        Raises
        ------
        InvalidArgument
            If ``G`` is something else.
        InvalidProof
            If the statement does not hold for it; the message says why.
        """
        verify(self, G, no_limit)

    def _verify(self, G: nx.Graph[Any], tick: Tick) -> None:
        self._check_fit(G)
        self._check(G, tick)

    def _check_fit(self, G: nx.Graph[Any]) -> None:
        """Raise an error unless the question and the form are such that the rest can be checked."""
        check_graph(G)
        check_nesting(self)
        self._check_question(G)
        self._check_form()

    def _check_question(self, G: Any) -> None:
        """Raise :exc:`InvalidProof` if a graph, or places, do not fit the question."""
        nodes: Collection[Any] = G if isinstance(G, nx.Graph) else frozenset(G.nodes)
        if not len(nodes):
            raise InvalidProof("a proof says nothing about the null graph")
        if len(nodes) == 1 and not (self.closed and isinstance(G, nx.Graph)):
            claim = self.statement
            below = 1 if claim.bottleneck or claim.shorter_than is None else claim.shorter_than
            if claim.longer_than is None and below > 0 and not claim.streets:
                one = "a closed tour of one place has length 0"
                raise InvalidProof(one if self.closed else "a single node is a Hamiltonian path")
        if not self.closed:
            for role, node in (("start", self.start), ("end", self.end)):
                if node is not None and node not in nodes:
                    raise InvalidProof(f"the {role} {node!r} is not a node of the graph")
            if self.start is not None and len({self.start, self.end}) < 2:
                raise InvalidProof(f"start and end are the same node {self.start!r}")
        elif self.start is not None or self.end is not None:
            raise InvalidProof("a cycle has no ends, so a proof about cycles names none")
        if self.ranks is not None and count_named_rows(G) != self.ranks:
            raise InvalidProof(f"the proof names squares of a board of {self.ranks} rows")
        self._check_pairs(G, nodes)

    def _check_pairs(self, G: Any, nodes: Collection[Any]) -> None:
        """Refuse pairs of other nodes; edges to use must be there, those to avoid need not be."""
        require, forbid = (getattr(self, name, ()) for name in ("require", "forbid"))
        for pair in (*require, *forbid, *chain(*getattr(self, "exclusive", ()))):
            is_pair = isinstance(pair, tuple | list) and len(pair) == 2
            if not is_pair or any(v not in nodes for v in pair):
                raise InvalidProof(f"{pair!r} is not a pair of nodes of the graph")
        key = tuple if is_directed(G, closed=self.closed) else frozenset
        avoided = set(map(key, forbid))
        for pair in require:
            is_edge = not isinstance(G, nx.Graph) or G.has_edge(*pair)
            if not is_edge or len({*pair}) < 2 or key(pair) in avoided:  # a tour uses no loop
                raise InvalidProof(f"{pair!r} is not an edge, or its conditions clash")

    @abstractmethod
    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the certificate proves the claim; the ends are valid."""

    @abstractmethod
    def _effort(self) -> int:
        """Return the effort of reading the proof."""

    @property
    def effort(self) -> int:
        """About how many statements a reader has to follow; less is better."""
        return self._effort()

    def _name(self, node: Any) -> str:
        """Return what a node is called in sentences."""
        if isinstance(node, Middle):
            return f"the middle of {self._edge(node.tail, node.head)}"
        if self.ranks is not None and isinstance(node, tuple) and len(node) == 2:
            row, column = node
            plain = type(row) is int and type(column) is int
            if plain and row in range(self.ranks) and column in range(len(FILES)):
                return square_name(self.ranks, row, column)
        return repr(node)

    def _listed(self, nodes: Iterable[Any], most: int = 8) -> str:
        """Return nodes as words, the first few of many."""
        names = list(map(self._name, nodes))
        more = f" and {len(names) - most} more" if len(names) > most else ""
        return ", ".join(names[:most]) + more

    def _ordered(self, nodes: Iterable[Any]) -> list[Any]:
        """Return nodes in an order that does not depend on hashes."""
        some = list(nodes)
        try:
            return sorted(some)
        except (TypeError, ValueError):  # labels without an order, or whose < is an array
            return sorted(some, key=repr)

    def _edge(self, u: Any, v: Any) -> str:
        """Return what an edge is called; an edge from home says what is an end."""
        if u is HOME or v is HOME:
            return f"{self._name(v if u is HOME else u)} (as an end)"
        for middle, end in ((u, v), (v, u)):
            if isinstance(middle, Middle):
                return f"the half of {self._edge(middle.tail, middle.head)} at {self._name(end)}"
        return f"{self._name(u)}-{self._name(v)}"

    def _labels(self) -> list[Any]:
        """Return all nodes that the proof names, some of them more than once."""
        labels: list[Any] = []

        def note(node: Any) -> str:
            labels.append(node)
            return ""

        codec(Proof).write(self, note)
        return [node for node in labels if node is not None]


@singledispatch
def export_opb(proof: Certificate, G: Any, **lengths: Any) -> PseudoBoolean:  # noqa: ARG001
    """Return a proof for other checkers; ``exports.py`` registers how."""
    raise NoPseudoBooleanForm(f"a proof of the kind {type(proof).__name__} has no such form")


@singledispatch
def export_lrat(proof: Certificate, G: Any) -> Clausal:  # noqa: ARG001 - for kinds that can
    """Return a proof as clauses; ``lrat.py`` registers how."""
    raise NoClausalForm(f"a proof of the kind {type(proof).__name__} has no form as clauses")


_ERRORS = ArithmeticError, AttributeError, LookupError, TypeError, ValueError
"""What a description raises that is not one of a proof."""


@contextmanager
def explain_errors(problem: str) -> Iterator[None]:
    """Turn what goes wrong with a description into an :exc:`InvalidProof`."""
    try:
        yield
    except IcosianError:
        raise
    except RecursionError:
        raise InvalidProof(f"{problem}: it is nested too deep") from None
    except _ERRORS as error:
        raise InvalidProof(f"{problem}: {reason_of(error)}") from None


# -- Proofs within other proofs

NESTED = 50  # proofs that may stand within each other


def check_nesting(proof: StoredCertificate) -> None:
    """Raise :exc:`InvalidProof` if too many proofs stand within each other."""
    level = {id(proof): proof}
    for _ in range(NESTED):
        level = {id(p): p for outer in level.values() for p in outer._within()}  # noqa: SLF001
        if not level:
            return
    raise InvalidProof(f"more than {NESTED} proofs stand within each other")


def check_inner(outer: Proof, inner: Proof, claim: Claim) -> None:
    """Raise :exc:`InvalidProof` unless a proof within another one makes exactly a claim."""
    if inner.statement != claim:
        raise InvalidProof("the inner proof makes another claim")
    if inner.ranks != outer.ranks:
        raise InvalidProof("the inner proof names squares of another board")
    inner._check_form()  # noqa: SLF001 - our own kinds
