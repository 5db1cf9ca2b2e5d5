"""What each kernel takes to compile, by ``python tests/benchmarks/compiling.py``."""

__all__ = ["compile_seconds"]

USUAL_SECONDS = 1.0
"""For a kernel that is not in the table."""

_SECONDS: dict[str, float] = {
    "backtracking.backtrack": 1.1,
    "cdcl.search": 5.1,
    "cliques.grow": 0.9,
    "clusters.balls": 0.4,
    "clusters.clusters": 0.4,
    "clusters.components": 0.3,
    "clusters.crossings": 0.2,
    "combs.search": 2.3,
    "combs.tighten": 1.3,
    "cuts.label": 0.3,
    "detours.search": 1.3,
    "dijkstra.buckets": 0.3,
    "dijkstra.heaped": 0.7,
    "dijkstra.predecessors": 0.2,
    "domination.dominate": 1.7,
    "exactcover.cover": 0.6,
    "forcing.force": 3.0,
    "frontier.arrange": 0.5,
    "frontier.follow": 0.5,
    "frontier.forget": 0.1,
    "frontier.plan": 0.7,
    "greedy_edges.join": 0.3,
    "independence.largest": 1.4,
    "independence.listing": 0.5,
    "joining.find_groups": 0.2,
    "joining.group": 0.3,
    "joining.join_groups": 1.9,
    "joining.rehash_groups": 0.2,
    "joining.scatter": 0.3,
    "joining.tabulate_swaps": 0.4,
    "lin_kernighan.chain": 3.4,
    "listing.list_cycles": 2.3,
    "min_cuts.segments": 0.3,
    "min_cuts.small_cuts": 1.7,
    "one_trees.ascend": 1.3,
    "one_trees.evaluate": 1.2,
    "one_trees.evaluate_all": 0.4,
    "pricing.common": 0.3,
    "queens.count_subproblems": 0.3,
    "queens.count_symmetric": 0.2,
    "queens.list_placements": 0.3,
    "rooted_cuts.cuts": 0.5,
    "rotations.extend": 0.5,
    "rotations.rotate": 4.1,
    "states.compact": 0.1,
    "states.extend": 1.9,
    "states.fold": 1.6,
    "states.rehash": 0.9,
    "sweep.sweep": 0.1,
    "tabucol.repair": 0.6,
    "walk.walk": 0.1,
}


def compile_seconds(name: str) -> float:
    """Return the usual seconds until a kernel is compiled, given as ``module.function``."""
    return _SECONDS.get(name, USUAL_SECONDS)
