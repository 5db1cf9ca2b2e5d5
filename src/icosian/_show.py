"""Values that show themselves, results with what is proved of them, and iterators over some."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import networkx as nx

from icosian._io.text import plural, shown
from icosian._run.limits import Relay, SearchStats, hinted
from icosian.exceptions import IcosianError

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from icosian.boards.board import Board

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])

_STEPS = 1000  # of a search that shows itself


def drawing() -> Any:
    """Return the drawing package, as the top level loads it: nothing here imports upward."""
    return sys.modules["icosian"].drawing


class Shown:
    """Methods of a value that has a picture: on axes, as SVG text, in a notebook."""

    __slots__ = ()

    def draw(self, *, ax: Axes | None = None, **options: Any) -> list[Artist]:
        """Draw the value with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; by default the current axes if they are empty, else a new figure.
        **options
            As for :func:`icosian.draw`.

        Returns
        -------
        list of matplotlib.artist.Artist
            What was drawn.

        Examples
        --------
        >>> import icosian
        >>> from matplotlib.figure import Figure
        >>> squares, queens, *names = icosian.queens(8).draw(ax=Figure().add_subplot())
        >>> squares.get_size(), len(queens.get_paths())
        ((8, 8), 8)
        """
        artists: list[Artist] = drawing().draw(self, ax=ax, **options)
        return artists

    def to_svg(self, **options: Any) -> str:
        """Return a picture of the value as SVG text.

        Parameters
        ----------
        **options
            As for :func:`icosian.draw`.

        Returns
        -------
        str
            A complete SVG document.

        Examples
        --------
        >>> import icosian
        >>> icosian.knights_tour(6).to_svg().startswith("<svg")
        True
        >>> icosian.king_graph(3).to_svg().count("<circle")
        9
        """
        picture: str = drawing().to_svg(self, **options)
        return picture

    def _repr_svg_(self) -> str | None:
        """Return the picture for a notebook, or None if the value is too large to show."""
        return self.to_svg() if drawing().is_small(self) else None


def explain_with_picture(value: Any, **options: Any) -> str | None:
    """Return what a value says and its picture for a notebook, or None if that is too large."""
    text: str | None = drawing().explain_with_picture(value, **options)
    return text


class Playable(Shown):
    """Methods of a value that also has an interactive page."""

    __slots__ = ()

    def to_html(self: Any, **options: Any) -> str:
        """Return an interactive page: the tour move by move, and moves of the reader's own.

        Parameters
        ----------
        **options
            As for :func:`icosian.to_html`.

        Returns
        -------
        str
            A complete HTML document, which shows itself in a notebook.

        Examples
        --------
        >>> import icosian
        >>> icosian.knights_tour(6).to_html().startswith("<!DOCTYPE html>")
        True
        """
        page: str = drawing().to_html(self, **options)
        return page


# -- Results: a value, a bound that no other of its kind is beyond, and the words about both


class Words(NamedTuple):
    """How a kind of result states its value, and what is proved of it."""

    value: str
    """A noun that is counted, or the name of a length."""
    best: str = "best"
    others: str = "the bound is {}"
    """What a bound says of others; the bound and the gap are filled in."""
    unknown: str = "; nothing is proved"
    """What is said without a bound."""
    part: str = "place"
    """What may be left out."""
    noun: str = "tour"
    """What it is, of results with a length."""


class Result(Shown):
    """A value, and a bound that no other of its kind is beyond."""

    words: ClassVar[Words]
    """How its kind states these."""
    graph: nx.Graph[Any] | None = None
    """The graph it belongs to, or None."""
    stats: SearchStats | None = None
    """How it was found, or None."""
    bound: Any = None
    """What no other is beyond; None if nothing is proved."""
    proof: Any = None
    """The certificate of the bound, checked, or None."""
    note = ""
    """Further sentences, such as what a file states about its places."""

    @property
    def value(self) -> Any:
        """What the bound is about: by default how many there are."""
        return len(self)  # type: ignore[arg-type]

    @property
    def is_optimal(self) -> bool:
        """True if it is proved that no other is better."""
        return bool(self.bound == self.value)

    @property
    def gap(self) -> float:
        """How far the value is from the bound, as a part of it; infinity if nothing is proved."""
        if self.bound is None:
            return float("inf")
        between, value = abs(self.value - self.bound), abs(self.value)
        return float(between / value) if value else float("inf" if between else 0)

    def explain(self) -> str:
        """Return the value and what is proved of it in words.

        Returns
        -------
        str
            A sentence, and what a file states about places.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> print(icosian.shortest_hamiltonian_path(nx.complete_graph(4)).explain())
        Length 3, proved to be the shortest.
        >>> print(icosian.minimum_path_cover(nx.star_graph(4)).explain())
        3 paths, proved to be the fewest.
        """
        said = self._stated()
        if self.is_optimal:
            said += f", proved to be the {self.words.best}"
            said += f" up to {self.gap:.1g}" if self.gap else ""
        elif self.bound is None:
            said += self.words.unknown
        else:
            said += f"; {self.words.others.format(self.bound, self.gap)}"
        if getattr(self.proof, "besides", ()):
            said += " but for those before it"
        return f"{said}. {self.note}".rstrip()

    def _stated(self) -> str:
        return plural(self.value, self.words.value)


class Measured(Result):
    """A result with a length, and a proved bound of it."""

    words = Words("length", "shortest", "no tour is shorter than {} (gap {:.2%})")
    length: Any
    """The sum of the lengths of its edges: exact, but of floats rounded to the nearest."""
    lost: Any
    """The prizes of what it leaves out."""
    cost: Any
    """Length and lost prizes together, which the bound is about."""
    skipped: tuple[Any, ...] = ()
    """What it leaves out."""
    is_optimal = False
    """True if none is better; where lengths were rounded, up to ``gap``."""

    def _measure(
        self,
        length: Any,
        *,
        bound: Any = None,
        is_optimal: bool = False,
        proof: Any = None,
        lost: Any = 0,
        cost: Any = None,
        note: str = "",
    ) -> None:
        """Store what is known of it: the arguments of all constructors."""
        self.length, self.lost, self.cost = length, lost, length if cost is None else cost
        self.bound, self.is_optimal, self.proof, self.note = bound, is_optimal, proof, note

    @property
    def value(self) -> Any:
        """What the bound is about: length and lost prizes."""
        return self.cost

    @property
    def is_shortest(self) -> bool:
        """True if it is proved that none is shorter; where lengths were rounded, up to gap."""
        return self.is_optimal

    def _stated(self) -> str:
        said, count = f"{self.words.value.capitalize()} {self.length}", len(self.skipped)
        if not count:
            return said
        what = f"{plural(count, self.words.part)} left out"
        if not self.lost:
            return f"{said}, {what}"
        return f"{said} and {self.lost} for {what}: {self.cost} in all"

    def __repr__(self) -> str:
        return self._described(super().__repr__().strip("<>"))

    def _described(self, plain: str) -> str:
        """Return the repr of one of a kind, with its length and what is proved of it."""
        best, length = f"{self.words.best} " * self.is_optimal, f"{self.words.value} {self.length}"
        rest = f", gap {self.gap:.2%}"
        if self.is_optimal:
            rest = f", up to {self.gap:.0e}" if self.gap else ""
        return f"<{best}{plain}, {length}{rest}>"


# -- Iterators over the steps of a search, for teaching and animation

Step = TypeVar("Step", covariant=True)  # noqa: PLC0105


class Steps(Iterator[Step]):
    """The steps of a search: an iterator that also knows where the search takes place.

    In a notebook it shows the page of its first 1000 steps, up to a tour, whatever has been taken
    from it.

    Parameters
    ----------
    search : callable
        Returns an iterator over all steps, from the first.
    graph : networkx graph or Board or None
        Where the search takes place.
    closed : bool
        True for a search for closed tours.

    See Also
    --------
    backtrack, placement_search, ShortestPaths : Searches.
    animate, to_html : Animations of them.

    Examples
    --------
    >>> import icosian
    >>> steps = icosian.knight_graph(5).backtrack("a1")
    >>> steps.graph.board.size, next(steps).node
    ('5 x 5', (4, 0))
    """

    def __init__(
        self,
        search: Callable[[], Iterator[Step]],
        graph: nx.Graph[Any] | Board | None,
        *,
        closed: bool = False,
    ) -> None:
        self._search = search
        self._steps = search()
        self.graph = graph
        """Where the search takes place."""
        self.closed = closed
        """True for a search for closed tours."""

    def __repr__(self) -> str:
        return f"<the steps of a search on {self.graph}>"

    def _repr_html_(self) -> str | None:
        """Return the page for a notebook, or None if the graph is too large to show."""
        if self.graph is None or not drawing().is_small(self.graph):
            return None
        again = Steps(self._search, self.graph, closed=self.closed)
        page: str = drawing().to_html(again, limit=_STEPS)._repr_html_()
        return page

    def __iter__(self) -> Iterator[Step]:  # noqa: PYI034
        return self._steps  # a loop runs on the search itself: there may be millions of steps

    def __next__(self) -> Step:
        return next(self._steps)


# -- Results one by one, which also show themselves

STRIP = 8
"""The most results that show themselves in a notebook."""
STRIP_SECONDS = 0.5
"""The time after which no further one is looked for."""


class Results(Iterator[T]):
    """Results one by one, each searched for when it is asked for; in a notebook a few pictures."""

    def __init__(
        self, found: Iterator[T], name: str, args: Sequence[object], progress: Relay | None
    ) -> None:
        self._found = found if progress is None else _shown_with(progress, found)
        asked = ", ".join(str(one) if isinstance(one, nx.Graph) else shown(one) for one in args)
        self._call = f"{name}({asked})"

    def __next__(self) -> T:
        return next(self._found)

    def close(self) -> None:
        """End the search."""
        self._found = iter(())

    def __repr__(self) -> str:
        return f"<{self._call}: one by one, all in list(...)>"

    def _repr_svg_(self) -> str | None:
        """Return the pictures of the next ones, which stay the next ones."""
        first, begun, rest = [], time.monotonic(), self._found
        try:
            for one in islice(self._found, STRIP):
                first.append(one)
                if time.monotonic() - begun > STRIP_SECONDS:
                    break
        except IcosianError as error:
            rest = _raising(error)
        self._found = chain(first, rest)
        try:
            picture: str = drawing().to_svg(first, columns=STRIP, size=110)
        except IcosianError:  # of none, or too large
            return None
        return picture


def _shown_with(progress: Relay, found: Iterator[T]) -> Iterator[T]:
    with progress:
        for one in found:
            progress(None)  # the line would stand among what the caller writes
            yield one


def _raising(error: Exception) -> Iterator[Any]:
    raise error
    yield


def one_by_one(function: Function) -> Function:
    """Let a public function that yields give :class:`Results`."""
    return hinted(function, Results)
