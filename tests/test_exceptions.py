"""Exceptions: their place among those of networkx and Python, and what they carry."""

import inspect
import pickle

import networkx as nx
import pytest
from together import together

import icosian
from icosian import exceptions
from icosian.proofs import Disconnection

ALL = [getattr(exceptions, name) for name in exceptions.__all__]
PARENTS = {
    "DeadEnd": (),
    "HamiltonianCycleExists": (),
    "HamiltonianPathExists": (),
    "IcosianError": (),
    "IncompleteRun": (exceptions.SearchLimitReached,),
    "InvalidArgument": (ValueError,),
    "InvalidProof": (ValueError,),
    "InvalidTour": (ValueError,),
    "NoClausalForm": (nx.NetworkXNotImplemented,),
    "NoCycle": (nx.NetworkXNoCycle,),
    "NoDisjointCycles": (nx.NetworkXNoCycle,),
    "NoHamiltonianCycle": (nx.NetworkXNoCycle,),
    "NoHamiltonianDecomposition": (exceptions.NoDisjointCycles,),
    "NoHamiltonianPath": (nx.NetworkXNoPath,),
    "NoLoop": (nx.NetworkXUnfeasible,),
    "NoPath": (nx.NetworkXNoPath,),
    "NoPlacement": (nx.NetworkXUnfeasible,),
    "NoPseudoBooleanForm": (nx.NetworkXNotImplemented,),
    "NoWalk": (nx.NetworkXNoPath,),
    "NotANode": (nx.NodeNotFound,),
    "SearchLimitReached": (nx.ExceededMaxIterations,),
    "StopSearch": (),
    "UnknownKeyword": (TypeError,),
}


def refuted():
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(nx.empty_graph(4))
    return caught.value


def test_all_exceptions_are_listed():
    defined = {
        name
        for name, value in vars(exceptions).items()
        if inspect.isclass(value) and value.__module__ == exceptions.__name__ and name[0] != "_"
    }
    assert defined == set(exceptions.__all__) == set(PARENTS)
    assert {*PARENTS} & {*icosian.__all__} >= {
        "IcosianError",
        "InvalidArgument",
        "NoHamiltonianCycle",
    }


@together("kind", ALL, ids=lambda kind: kind.__name__)
def test_an_exception_is_one_of_icosian_of_networkx_and_of_its_kind(kind):
    assert issubclass(kind, exceptions.IcosianError)
    assert issubclass(kind, nx.NetworkXException)
    assert all(issubclass(kind, parent) for parent in PARENTS[kind.__name__])


def test_an_absent_cycle_shows_its_proof():
    error = refuted()
    assert str(error).startswith(error.proof.explain())
    assert isinstance(error.proof, icosian.Proof)


@together(
    ("ask", "named"),
    [
        (icosian.hamiltonian_cycle, {"longest_cycle"}),
        (icosian.hamiltonian_path, {"longest_path", "minimum_path_cover"}),
        (lambda G: icosian.hamiltonian_path(G, 1), {"longest_path"}),
        (lambda G: icosian.hamiltonian_path(G, 1, 2), {"longest_path"}),
        (lambda G: icosian.hamiltonian_path(G, require=[(0, 1)]), set()),
        (lambda G: icosian.hamiltonian_cycle(G, forbid=[(0, 1)]), set()),
    ],
)
def test_the_functions_for_partial_answers_are_named_where_they_help(ask, named):
    star = nx.star_graph(4)
    with pytest.raises((icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath)) as caught:
        ask(star)
    functions = {"longest_cycle", "longest_path", "minimum_path_cover"}
    assert {name for name in functions if name in str(caught.value)} == named


@together(
    "error",
    [
        exceptions.DeadEnd("stuck", partial=(1, 2)),
        exceptions.IncompleteRun("broken", ledger={"done": 3}),
        exceptions.InvalidArgument("side must be at least 1, got 0"),
        exceptions.NoHamiltonianPath(Disconnection(closed=False, start=None, end=None, part=(0,))),
        exceptions.NoLoop("the puzzle has no solution", proof=None),
        exceptions.NoPlacement("too many queens", proof=None),
        exceptions.SearchLimitReached("time", partial=(1,), cover=((1,), (2,))),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_exception_survives_pickling_with_all_it_carries(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_a_tour_that_exists_is_named():
    with pytest.raises(
        icosian.exceptions.HamiltonianCycleExists, match="there is nothing to prove: "
    ) as caught:
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(4))
    assert icosian.is_hamiltonian_cycle(nx.cycle_graph(4), caught.value.tour)
