"""What each kernel takes to compile, by ``python tests/benchmarks/compiling.py``."""

__all__ = ["compile_seconds"]

USUAL_SECONDS = 1.0
"""For a kernel that is not in the table."""

_SECONDS: dict[str, float] = {
    "backbite.backbite": 1.4,
    "backtracking.backtrack": 1.1,
    "cdcl.search": 5.0,
    "cliques.grow": 0.6,
    "clusters.balls": 0.3,
    "clusters.clusters": 0.5,
    "clusters.components": 0.3,
    "clusters.crossings": 0.2,
    "combs.search": 2.4,
    "combs.tighten": 1.3,
    "cuts.label": 0.5,
    "detours.search": 1.3,
    "dijkstra.buckets": 0.5,
    "dijkstra.heaped": 0.6,
    "dijkstra.predecessors": 0.2,
    "domination.dominate": 1.6,
    "elimination.eliminate": 0.7,
    "exactcover.cover": 0.5,
    "forcing.force": 2.9,
    "frontier.arrange": 0.6,
    "frontier.follow": 0.8,
    "frontier.forget": 0.2,
    "frontier.plan": 0.5,
    "greedy_edges.join": 0.3,
    "independence.largest": 1.4,
    "independence.listing": 0.5,
    "joining.find_groups": 0.2,
    "joining.group": 0.3,
    "joining.join_groups": 1.7,
    "joining.rehash_groups": 0.2,
    "joining.scatter": 0.3,
    "joining.tabulate_swaps": 0.4,
    "lin_kernighan.chain": 3.2,
    "listing.list_cycles": 2.4,
    "min_cuts.segments": 0.5,
    "min_cuts.small_cuts": 1.8,
    "one_trees.ascend": 1.4,
    "one_trees.evaluate": 0.9,
    "one_trees.evaluate_all": 0.6,
    "pricing.common": 0.2,
    "queens.count_subproblems": 0.3,
    "queens.count_symmetric": 0.2,
    "queens.list_placements": 0.3,
    "rooted_cuts.cuts": 0.5,
    "rotations.extend": 0.7,
    "rotations.rotate": 3.8,
    "states.compact": 0.1,
    "states.extend": 1.8,
    "states.fold": 1.3,
    "states.rehash": 0.9,
    "sweep.sweep": 0.2,
    "tabucol.repair": 0.8,
    "tree_frontier.follow": 1.0,
    "tree_frontier.plan": 1.2,
    "walk.walk": 0.1,
}


def compile_seconds(name: str) -> float:
    """Return the usual seconds until a kernel is compiled, given as ``module.function``."""
    return _SECONDS.get(name, USUAL_SECONDS)
