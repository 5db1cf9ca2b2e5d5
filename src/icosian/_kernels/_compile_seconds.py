"""What each kernel takes to compile, by ``python tests/benchmarks/compiling.py``."""

__all__ = ["compile_seconds"]

USUAL_SECONDS = 1.0
"""For a kernel that is not in the table."""

_SECONDS: dict[str, float] = {
    "backbite.backbite": 0.4,
    "backtracking.backtrack": 0.3,
    "cdcl.search": 1.9,
    "cliques.grow": 0.2,
    "clusters.balls": 0.2,
    "clusters.clusters": 0.2,
    "clusters.components": 0.1,
    "clusters.crossings": 0.1,
    "combs.search": 1.1,
    "combs.tighten": 0.6,
    "cuts.label": 0.1,
    "detours.search": 0.6,
    "dijkstra.buckets": 0.2,
    "dijkstra.heaped": 0.2,
    "dijkstra.predecessors": 0.1,
    "domination.dominate": 0.7,
    "elimination.eliminate": 0.4,
    "exactcover.cover": 0.3,
    "forcing.force": 1.2,
    "frontier.arrange": 0.3,
    "frontier.follow": 0.2,
    "frontier.forget": 0.1,
    "frontier.plan": 0.2,
    "greedy_edges.join": 0.1,
    "independence.largest": 0.5,
    "independence.listing": 0.3,
    "joining.find_groups": 0.1,
    "joining.group": 0.2,
    "joining.join_groups": 0.7,
    "joining.rehash_groups": 0.1,
    "joining.scatter": 0.1,
    "joining.tabulate_swaps": 0.2,
    "lin_kernighan.chain": 1.2,
    "listing.list_cycles": 0.8,
    "min_cuts.segments": 0.1,
    "min_cuts.small_cuts": 0.8,
    "one_trees.ascend": 0.5,
    "one_trees.evaluate": 0.5,
    "one_trees.evaluate_all": 0.2,
    "pricing.common": 0.1,
    "queens.count_subproblems": 0.1,
    "queens.count_symmetric": 0.1,
    "queens.list_placements": 0.1,
    "rooted_cuts.cuts": 0.4,
    "rotations.extend": 0.2,
    "rotations.rotate": 1.5,
    "states.compact": 0.1,
    "states.extend": 1.0,
    "states.fold": 0.5,
    "states.rehash": 0.2,
    "sweep.sweep": 0.1,
    "tabucol.repair": 0.2,
    "tree_frontier.follow": 0.4,
    "tree_frontier.plan": 0.4,
    "walk.walk": 0.2,
}


def compile_seconds(name: str) -> float:
    """Return the usual seconds until a kernel is compiled, given as ``module.function``."""
    return _SECONDS.get(name, USUAL_SECONDS)
