"""A backend of networkx: exact answers where networkx approximates, and fast shortest paths.

networkx calls :func:`get_info` whenever it is imported, so this module imports nothing. The
functions are in :mod:`nx_icosian.backend`, which networkx imports when it first asks for one.
"""

__all__ = ["get_info"]

FUNCTIONS = """
    all_pairs_dijkstra all_pairs_dijkstra_path all_pairs_dijkstra_path_length
    bidirectional_dijkstra dijkstra_path dijkstra_path_length dijkstra_predecessor_and_distance
    multi_source_dijkstra multi_source_dijkstra_path multi_source_dijkstra_path_length
    single_source_dijkstra single_source_dijkstra_path single_source_dijkstra_path_length
    hamiltonian_path max_clique maximum_independent_set min_weighted_dominating_set
    traveling_salesman_problem
"""


def get_info() -> dict[str, object]:
    """Return what networkx asks of a backend: its functions and its settings.

    >>> "max_clique" in get_info()["functions"]
    True
    """
    return {
        "short_summary": "Exact answers where networkx approximates, and fast shortest paths.",
        "default_config": {"timeout": None},
        "functions": {name: {} for name in FUNCTIONS.split()},
    }
