"""What each kernel takes to compile, by ``python tests/benchmarks/compiling.py``."""

__all__ = ["compile_seconds"]

USUAL_SECONDS = 1.0
"""For a kernel that is not in the table."""

_SECONDS: dict[str, float] = {
    "backtracking.backtrack": 1.0,
    "cdcl.search": 4.5,
    "cliques.grow": 0.8,
    "clusters.balls": 0.4,
    "clusters.clusters": 0.4,
    "clusters.components": 0.3,
    "clusters.crossings": 0.2,
    "combs.search": 2.4,
    "combs.tighten": 1.4,
    "cuts.label": 0.2,
    "detours.search": 1.3,
    "dijkstra.buckets": 0.5,
    "dijkstra.heaped": 0.5,
    "dijkstra.predecessors": 0.2,
    "domination.dominate": 1.7,
    "exactcover.cover": 0.7,
    "forcing.force": 2.3,
    "frontier.arrange": 0.6,
    "frontier.follow": 0.4,
    "frontier.forget": 0.1,
    "frontier.plan": 0.4,
    "greedy_edges.join": 0.3,
    "independence.largest": 1.7,
    "independence.listing": 0.4,
    "joining.find_groups": 0.2,
    "joining.group": 0.3,
    "joining.join_groups": 1.7,
    "joining.rehash_groups": 0.2,
    "joining.scatter": 0.4,
    "joining.tabulate_swaps": 0.4,
    "lin_kernighan.chain": 3.0,
    "listing.list_cycles": 2.2,
    "min_cuts.segments": 0.5,
    "min_cuts.small_cuts": 1.6,
    "one_trees.ascend": 1.1,
    "one_trees.evaluate": 0.9,
    "one_trees.evaluate_all": 0.6,
    "pricing.common": 0.2,
    "queens.count_subproblems": 0.4,
    "queens.count_symmetric": 0.4,
    "queens.list_placements": 0.3,
    "rooted_cuts.cuts": 0.6,
    "rotations.extend": 0.4,
    "rotations.rotate": 3.6,
    "states.compact": 0.2,
    "states.extend": 1.9,
    "states.fold": 1.2,
    "states.rehash": 0.7,
    "sweep.sweep": 0.1,
    "tabucol.repair": 0.6,
    "walk.walk": 0.1,
}


def compile_seconds(name: str) -> float:
    """Return the usual seconds until a kernel is compiled, given as ``module.function``."""
    return _SECONDS.get(name, USUAL_SECONDS)
